//! What a run can be told.

use std::path::PathBuf;

use super::{Counting, Label, LabelOptions, Labels, OrderOptions, SentenceOptions, Thresholds};
use crate::align::AlignOptions;
use crate::error::{Error, Result};
use crate::fingerprint::{Candidates, Comparison, Mile, Scheme, THRESHOLD};
use crate::offsets::OffsetUnit;
use crate::read::{Content, Fields, FrameOptions};

/// Everything that shapes a `find`, with defaults that serve.
#[derive(Clone, Debug)]
pub struct FindOptions {
    /// The fingerprinting.
    pub scheme: Scheme,
    /// A key in more documents than this is a stop fingerprint; `None` is the scheme's own cap.
    pub max_df: Option<u32>,
    /// The fewest shared keys of a pair.
    pub min_hits: u32,
    /// How often a repeated key counts.
    pub counting: Counting,
    /// When two documents are duplicates, for schemes that compare by order.
    pub order: OrderOptions,
    /// When two sentences match, for schemes that compare these.
    pub sentence: SentenceOptions,
    /// Where the levels begin.
    pub thresholds: Thresholds,
    /// What a passage is; `None` gives pairs only.
    pub align: Option<AlignOptions>,
    /// Gather what the page of the report shows.
    pub report: bool,
    /// From where on passages get labels.
    pub labels: LabelOptions,
    /// Passages with these are left out; by default those with *frame* and *spam* where web pages are read.
    pub without: Option<Labels>,
    /// What offsets in passages count.
    pub offsets: OffsetUnit,
    /// Files with texts that never count.
    pub ignore: Vec<String>,
    /// Copies of one document that get rows of their own.
    pub max_copies: usize,
    /// The names of columns in the input.
    pub fields: Fields,
    /// What is taken of web pages.
    pub content: Content,
    /// Whether pages keep what most pages of their site have.
    pub keep_frames: bool,
    /// What can't be read is an error.
    pub strict: bool,
    /// Bytes of memory to stay under.
    pub memory: usize,
    /// Threads to work on.
    pub threads: usize,
    /// The folder for temporary files.
    pub temp: PathBuf,
    /// A folder that is not read though it is inside one that is: that of the results.
    pub leave_out: Option<PathBuf>,
}

/// The least memory worth asking for: what lies below is exceeded by what a run takes anyway. The
/// results are right with any budget, so that this is for a command to check.
pub const MIN_MEMORY: usize = 128 << 20;

/// Memory that a thread must be able to count on.
const MEMORY_A_THREAD: usize = 64 << 20;

impl FindOptions {
    /// The defaults with a scheme, a memory budget and a folder for temporary files.
    pub fn new(scheme: Scheme, memory: usize, temp: PathBuf) -> Self {
        let threshold = scheme.build().threshold.unwrap_or(THRESHOLD);
        Self {
            scheme,
            max_df: None,
            min_hits: 2,
            counting: Counting::Set,
            order: OrderOptions::default(),
            sentence: SentenceOptions {
                threshold,
                ..SentenceOptions::default()
            },
            thresholds: Thresholds::default(),
            align: None,
            report: false,
            labels: LabelOptions::default(),
            without: None,
            offsets: OffsetUnit::default(),
            ignore: Vec::new(),
            max_copies: 100,
            fields: Fields::default(),
            content: Content::default(),
            keep_frames: false,
            strict: false,
            memory,
            threads: 1,
            temp,
            leave_out: None,
        }
    }

    /// The same with no more threads than the memory allows: each has buffers of its own.
    pub(crate) fn within_memory(&self) -> Self {
        let most = (self.memory / MEMORY_A_THREAD).max(1);
        Self {
            threads: self.threads.min(most),
            ..self.clone()
        }
    }

    /// What is left out of web pages, if anything.
    pub(crate) fn frames(&self) -> Option<FrameOptions> {
        (!self.keep_frames).then_some(FrameOptions {
            share: self.labels.frame_share,
            documents: self.labels.frame_documents,
        })
    }

    /// Which passages are left out of results, of a run that has web pages or has none.
    pub(crate) fn without(&self, has_pages: bool) -> Labels {
        let noise = [Label::Frame, Label::Spam];
        let default = noise.into_iter().filter(|_| has_pages).collect();
        self.without.unwrap_or(default)
    }

    /// When two documents are duplicates, where the scheme compares by order.
    pub(crate) fn by_order(&self) -> Option<OrderOptions> {
        match self.scheme.comparison() {
            Comparison::Order => Some(self.order),
            Comparison::Containment | Comparison::Runs(_) | Comparison::Sentences(_) => None,
        }
    }

    /// How sentences are found, where the scheme compares these.
    pub(crate) fn by_sentences(&self) -> Option<Candidates> {
        match self.scheme.comparison() {
            Comparison::Sentences(candidates) => Some(candidates),
            Comparison::Containment | Comparison::Runs(_) | Comparison::Order => None,
        }
    }

    /// How many bits of how many tokens make a run, where the scheme compares these.
    pub(crate) fn by_runs(&self) -> Option<Mile> {
        match self.scheme.comparison() {
            Comparison::Runs(mile) => Some(mile),
            Comparison::Containment | Comparison::Order | Comparison::Sentences(_) => None,
        }
    }

    /// Whether portions and works are looked for: pairs are compared by order, and aligned.
    pub fn looks_for_works(&self) -> bool {
        self.align.is_some() && self.by_order().is_some()
    }

    /// Says everything that is wrong with the options at once.
    pub fn validate(&self) -> Result<()> {
        let mut mistakes = Vec::new();
        if let Err(error) = self.thresholds.validate() {
            mistakes.push(error.to_string());
        }
        if let Some(align) = &self.align {
            align.mistakes(&mut mistakes);
        }
        match self.scheme.comparison() {
            Comparison::Sentences(_) => self.sentence.mistakes(&mut mistakes),
            Comparison::Containment | Comparison::Runs(_) | Comparison::Order => {
                self.order.mistakes(&mut mistakes);
            }
        }
        self.labels.mistakes(&mut mistakes);
        if self.min_hits == 0 {
            mistakes.push("--min-hits must be at least 1".to_owned());
        }
        if self.max_df.is_some_and(|cap| cap < 2) {
            mistakes.push(
                "--max-df must be at least 2: a key in one document joins nothing".to_owned(),
            );
        }
        if self.threads == 0 {
            mistakes.push("--threads must be at least 1".to_owned());
        }
        if mistakes.is_empty() {
            Ok(())
        } else {
            Err(Error::Usage(mistakes.join("\n")))
        }
    }
}
