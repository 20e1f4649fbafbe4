//! `cento check`: what of a text stands in an index.

use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use cento::engine;
use cento::find::Trail;
use cento::group::Label;
use cento::index::Snapshot;
use cento::read::{Document, Input, ReadOptions, Source};
use cento::report::{PairRow, PassageRow, Scores, Sink, SlideRow, put_json};
use clap::Args;

use crate::args::{PassageArgs, ReadArgs, ResourceArgs, stdin_once};
use crate::documents::{Given, plain};
use crate::inputs;
use crate::method::MethodArgs;
use crate::passage::{marked, pages};
use crate::progress::Progress;
use crate::slides::{self, Slides};
use crate::style::{count, counted, one_line, percent};

/// Find which documents of an index share text with yours
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct Check {
    /// The texts: files, folders or globs of any kind that `find` reads; `-` is a plain text on standard input
    #[arg(value_name = "FILE", required_unless_present = "text")]
    input: Vec<String>,
    /// A text given right here
    #[arg(
        long,
        value_name = "TEXT",
        conflicts_with = "input",
        allow_hyphen_values = true
    )]
    text: Option<String>,
    /// The index
    #[arg(long, value_name = "DIR")]
    index: PathBuf,
    /// The most documents for each text, those that have most of it first
    #[arg(long, value_name = "N", default_value = "10", value_parser = at_least_one)]
    limit: usize,
    /// Print JSON lines: for each document, the pair and its passages
    #[arg(long)]
    json: bool,
    /// Look for sentences that share most of their words, in any order: in an index made with --preset sentences
    #[arg(long)]
    sentences: bool,
    /// Say how the answer came about
    #[arg(long)]
    explain: bool,
    /// Print no progress and nothing about texts without a match
    #[arg(long, short)]
    quiet: bool,
    /// Exit with status 1 when any document is found
    #[arg(long)]
    fail_on_match: bool,
    /// Stop at the first text that can't be read instead of skipping it
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    method: MethodArgs,
    #[command(flatten)]
    passages: PassageArgs,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    resources: ResourceArgs,
}

const EXAMPLES: &str = "Examples:
  cento check draft.txt --index news
  cento check --text 'to be or not to be, that is the question' --index plays --min-tokens 5
  cento check submissions/ --index archive --json --fail-on-match
  pdftotext thesis.pdf - | cento check - --index library --explain";

/// Memory for each byte of a text that is checked.
const BYTES_A_BYTE: usize = 16;

/// All of an input, unless it is too large.
fn read_up_to(max: u64, input: &mut dyn io::Read, name: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input
        .take(max + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > max {
        bail!(
            "{name} has more than {} bytes\nhint: allow more with --memory, of which a text may take a sixteenth",
            count(max)
        );
    }
    Ok(bytes)
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("nothing would be found".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("a number is needed".to_owned()),
    }
}

impl Check {
    pub(crate) fn run(mut self) -> Result<ExitCode> {
        stdin_once(self.input.iter().map(String::as_str))?;
        let snapshot = Arc::new(Snapshot::open(&self.index)?);
        self.method = self.method.with_index(snapshot.making(), &self.input, None);
        if self.sentences && !self.method.is_by_sentences() {
            bail!(
                "the index {} was made with {}, which knows no sentences\n\
                 hint: make one with `cento index create DIR --preset sentences`",
                self.index.display(),
                snapshot.making().scheme.brief()
            );
        }
        self.method.checked(Some(&self.passages))?;
        self.resources.memory.checked()?;
        let options = self.method.options(&self.passages, &self.resources);
        if !self.passages.ignore.is_empty() {
            bail!("--ignore has no effect on an index: its fingerprints are made already");
        }
        let mut source = self.source()?;
        let progress = Progress::new(true);
        let mut out = BufWriter::new(io::stdout().lock());
        let (mut given_any, mut found_any) = (false, false);
        engine::check_all(
            &snapshot,
            source.as_mut(),
            self.limit,
            &options,
            &progress,
            |checked: Result<(Document, Trail, Found), _>| {
                given_any = true;
                let printed = match checked {
                    Ok((document, trail, found)) => {
                        found_any |= !found.matches.is_empty();
                        self.print(&document, &trail, &found, &mut out)
                    }
                    Err(skipped) => {
                        let (reason, detail) = (skipped.reason.code(), skipped.detail);
                        if self.strict {
                            return Err(cento::Error::Strict { reason, detail });
                        }
                        out.flush().and_then(|()| {
                            writeln!(io::stderr(), "cento: skipped {detail} ({reason})")
                        })
                    }
                };
                printed.map_err(cento::Error::io("write", "standard output"))
            },
        )?;
        out.flush()?;
        if !given_any && !self.quiet {
            inputs::no_documents(&self.input)?;
        }
        Ok(if self.fail_on_match && found_any {
            ExitCode::from(1)
        } else {
            ExitCode::SUCCESS
        })
    }

    /// The texts that are asked about.
    fn source(&self) -> Result<Box<dyn Source>> {
        let options = ReadOptions {
            max_bytes: (self.resources.memory() / BYTES_A_BYTE) as u64,
            ..self.read.options()
        };
        if let Some(text) = &self.text {
            return Ok(Box::new(Given::of(plain("text", text.as_bytes()))));
        }
        let (mut plain_texts, mut others) = (Vec::new(), Vec::new());
        for path in &self.input {
            let bytes = if path == "-" {
                read_up_to(options.max_bytes, &mut io::stdin(), "standard input")?
            } else {
                match Input::open(std::slice::from_ref(path), &options) {
                    // A file that is named is a text, whatever its name ends in.
                    Err(cento::Error::Usage(_)) if Path::new(path).is_file() => {
                        let mut file = std::fs::File::open(path)
                            .with_context(|| format!("cannot read {path}"))?;
                        read_up_to(options.max_bytes, &mut file, path)?
                    }
                    opened => {
                        drop(opened?);
                        others.push(path.clone());
                        continue;
                    }
                }
            };
            plain_texts.push(plain(path, &bytes));
        }
        let rest = match others.is_empty() {
            true => None,
            false => Some(Input::open(&others, &options)?),
        };
        Ok(Box::new(Given::new(plain_texts, rest)))
    }

    fn print(
        &self,
        document: &Document,
        trail: &Trail,
        found: &Found,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.json {
            for one in &found.matches {
                let mut row = b"{\"pair\":".to_vec();
                put_json(&one.pair, &mut row)?;
                row.extend_from_slice(b",\"passages\":[");
                let rows = one.passages.iter().map(|one| one.json.as_slice());
                row.extend_from_slice(&rows.collect::<Vec<_>>().join(&b','));
                row.extend_from_slice(b"]");
                if !one.slide_rows.is_empty() {
                    row.extend_from_slice(b",\"slides\":[");
                    row.extend_from_slice(&one.slide_rows.join(&b','));
                    row.extend_from_slice(b"]");
                }
                row.extend_from_slice(b"}\n");
                out.write_all(&row)?;
            }
        } else if !(found.matches.is_empty() && self.quiet) {
            self.print_text(document, trail, found, out)?;
        }
        if self.explain {
            let text = serde_json::json!({ "id": document.id, "explain": trail });
            match self.json {
                true => writeln!(out, "{text}")?,
                false if self.method.is_by_sentences() => explain_sentences(trail, out)?,
                false => explain(trail, out)?,
            }
        }
        Ok(())
    }

    fn print_text(
        &self,
        document: &Document,
        trail: &Trail,
        found: &Found,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let name = match document.id.as_str() {
            "-" => "standard input",
            id => id,
        };
        writeln!(
            out,
            "{}: {}; {}",
            one_line(name, usize::MAX),
            counted(trail.tokens, "word"),
            match found.matches.len() as u64 {
                0 if self.method.is_by_order() =>
                    "no edition of it, and none of a part of it".to_owned(),
                0 if self.method.is_by_sentences() =>
                    "no sentence of a document shares enough words with one of it".to_owned(),
                0 => match self.passages.options(&self.method.preset()).min_tokens {
                    1 => "no document shares a word or a picture with it".to_owned(),
                    least => format!("no document shares a passage of {least} words with it"),
                },
                1 if trail.found == 1 => "1 document shares text with it".to_owned(),
                n if n < trail.found => {
                    format!(
                        "of {} documents that share text with it, {n}",
                        count(trail.found)
                    )
                }
                n => format!("{} documents share text with it", count(n)),
            }
        )?;
        for Match {
            pair,
            passages,
            slides,
            ..
        } in &found.matches
        {
            let labels = match pair.labels.names() {
                names if names.is_empty() => String::new(),
                names => format!("  [{}]", names.join(", ")),
            };
            writeln!(out, "\n{}", one_line(&pair.b_id, usize::MAX))?;
            let [of_text, of_document] = [pair.a_in_b, pair.b_in_a].map(percent);
            match pair.scores.and_then(Scores::sentences) {
                Some(scores) => writeln!(
                    out,
                    "  {of_text} of the text's sentences match one there, {of_document} of the document's one here; \
                     best: word overlap {:.3}, weighted overlap {:.3}{labels}",
                    scores.word_overlap, scores.weighted_overlap,
                )?,
                None => writeln!(
                    out,
                    "  {} of {} in {}; {of_text} of the text is there, {of_document} of the document here{labels}",
                    count(pair.a_matched.into()),
                    counted(trail.tokens, "word"),
                    counted(passages.len() as u64, "passage"),
                )?,
            }
            slides::print_found(slides, out)?;
            for passage in passages.iter().filter(|passage| !passage.is_template) {
                match passage.is_sentence {
                    // Of another order: all of it is of use.
                    true => writeln!(
                        out,
                        "  {}\n    {}",
                        passage.place,
                        one_line(&passage.text, 1000)
                    )?,
                    false => {
                        writeln!(out, "  {}  {}", passage.place, one_line(&passage.text, 100))?
                    }
                }
            }
            let template = passages.iter().filter(|passage| passage.is_template);
            let template = template.count() as u64;
            if template > 0 {
                writeln!(out, "  {} of the template", counted(template, "passage"))?;
            }
        }
        Ok(())
    }
}

/// How an answer came about, for people.
fn explain(trail: &Trail, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "\nhow: {} keys in {}; {} of them in the index, {} too common to count but for the first \
         document that has them",
        count(trail.keys),
        counted(trail.tokens, "word"),
        count(trail.known_keys),
        count(trail.stop_keys),
    )?;
    writeln!(
        out,
        "     texts of the index with a key in common: {}, with enough of them: {}; documents with a passage: {}",
        count(trail.sharing),
        count(trail.candidates),
        count(trail.found),
    )
}

/// The same, of sentences.
fn explain_sentences(trail: &Trail, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "\nhow: {} that count, of {}; {} of them in the index",
        counted(trail.keys, "different word"),
        counted(trail.tokens, "word"),
        count(trail.known_keys),
    )?;
    match trail.near {
        Some(near) if near.values > 0 => writeln!(
            out,
            "     values looked up that are near to parts of signatures: {}; sentences that stand there: {}",
            count(near.values),
            count(near.met),
        )?,
        Some(near) if near.met > 0 => writeln!(
            out,
            "     values near to signatures are too many: all {} were gone through",
            counted(near.met, "sentence"),
        )?,
        _ => {}
    }
    if let Some(near) = trail.near {
        writeln!(
            out,
            "     within {}, {} of the sentences that share {} of the words of one of the text should be found",
            counted(near.distance.into(), "bit"),
            percent(near.predicted),
            percent(near.threshold),
        )?;
    }
    writeln!(
        out,
        "     sentences of the index that match one of the text: {}, in {}; documents with one, or all words: {}",
        count(trail.candidates),
        counted(trail.sharing, "different text"),
        count(trail.found),
    )
}

/// What was found for one text.
#[derive(Default)]
struct Found {
    matches: Vec<Match>,
}

/// A document that shares text with it.
struct Match {
    pair: PairRow,
    passages: Vec<Shown>,
    slides: Vec<Slides>,
    slide_rows: Vec<Vec<u8>>,
}

/// A passage, as JSON and for people.
struct Shown {
    /// Whether it is only part of what two decks are made on.
    is_template: bool,
    is_sentence: bool,
    json: Vec<u8>,
    place: String,
    text: String,
}

impl Sink for Found {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.matches.push(Match {
            pair: row.clone(),
            passages: Vec::new(),
            slides: Vec::new(),
            slide_rows: Vec::new(),
        });
        Ok(())
    }

    fn slide(&mut self, row: &SlideRow<'_>) -> cento::Result<()> {
        let mut json = Vec::new();
        put_json(row, &mut json).map_err(cento::Error::io("write", "slides"))?;
        if let Some(last) = self.matches.last_mut() {
            last.slides.push(Slides::new(row));
            last.slide_rows.push(json);
        }
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        let mut json = Vec::new();
        put_json(row, &mut json).map_err(cento::Error::io("write", "a passage"))?;
        let ((a, b), (c, d)) = (row.a_span, row.b_span);
        let [here, there] = [&row.a_place, &row.b_place].map(pages);
        let (share, text) = match (&row.scores, row.shared()) {
            (Some(scores), Some(shared)) => (
                format!(
                    "{} of {}, weighted overlap {:.3}",
                    count(shared.words.into()),
                    counted(shared.of[0].into(), "word"),
                    scores.weighted_overlap
                ),
                // Another sentence, with what it shares.
                marked(row.b_text, &shared.b),
            ),
            _ => (percent(row.counts.identity()), row.a_text.to_owned()),
        };
        if let Some(last) = self.matches.last_mut() {
            last.passages.push(Shown {
                is_template: row.labels.has(Label::Template),
                is_sentence: row.scores.is_some(),
                json,
                place: format!("{a}-{b}{here} = {c}-{d}{there}, {share}"),
                text,
            });
        }
        Ok(())
    }
}
