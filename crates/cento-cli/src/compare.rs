//! `cento compare`: what two documents share, side by side.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use cento::engine;
use cento::find::Census;
use cento::read::Document;
use cento::report::{
    DocumentRow, PairRow, PassageRow, PortionRow, Scores, Sink, SkippedRow, SlideRow, put_json,
};
use clap::Args;
use serde_json::json;

use crate::args::{PassageArgs, ReadArgs, ResourceArgs, stdin_once};
use crate::documents;
use crate::layout::{Layout, Length};
use crate::method::MethodArgs;
use crate::passage::Shown;
use crate::progress::Progress;
use crate::slides::{self, Slides};
use crate::strips::{Portion, Strips};
use crate::style::{Paint, count, counted, one_line, percent};

/// Show the passages that two documents share, and where they differ
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct Compare {
    /// A file that holds one document (`-` is standard input, as plain text); with --in, an id
    #[arg(value_name = "A")]
    a: String,
    /// The other document
    #[arg(value_name = "B")]
    b: String,
    /// The collection that A and B are ids in; sentences match as they do in it
    #[arg(long = "in", value_name = "IN", num_args = 1..)]
    collection: Option<Vec<String>>,
    /// Print JSON: the pair and its passages
    #[arg(long)]
    json: bool,
    /// Write a page to read it on: both texts side by side, decks slide by slide
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Show long stretches without a difference whole
    #[arg(long)]
    full: bool,
    /// Columns to fill; from 100 on the texts stand side by side [default: the terminal's, else 80]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(20..=2000))]
    width: Option<u16>,
    /// Exit with status 1 when any passage is found
    #[arg(long)]
    fail_on_match: bool,
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
  cento compare one.txt two.txt
  cento compare harbour/2024-03-04-ferry-contract courier/2024-03-05-ferry-contract \\
    --in demo/collection.jsonl
  cento compare spring.pptx autumn.pptx --report slides.html
  pdftotext thesis.pdf - | cento compare - source.txt --json

[-words-] are only in A, {+words+} only in B; case and punctuation make no difference.
With --preset sentences, [=words=] are in both, in any order.";

impl Compare {
    pub(crate) fn run(mut self) -> Result<ExitCode> {
        let inputs = [self.a.clone(), self.b.clone()];
        self.method = self
            .method
            .for_inputs(self.collection.as_deref().unwrap_or(&inputs), None);
        self.method.checked(Some(&self.passages))?;
        let [a, b] = self.documents()?;
        let mut options = self.method.options(&self.passages, &self.resources);
        options.report = self.report.is_some();
        let mut found = Found {
            as_json: self.json,
            ..Found::default()
        };
        let progress = Progress::new(true);
        let summary = match &self.collection {
            Some(collection) if self.method.is_by_sentences() => {
                options.fields = self.read.fields();
                options.content = self.read.content();
                let census = Census::read(collection, &options, &progress)?;
                engine::compare_in(&census, a, b, &options, &progress, &mut found)?
            }
            _ => engine::compare(a, b, &options, &progress, &mut found)?,
        };
        if let (Some(path), Some(report)) = (&self.report, &summary.report) {
            let run = json!({
                "command": "compare",
                "scheme": summary.scheme,
                "parameters": { "min_hits": options.min_hits, "passages": options.align },
                "summary": summary,
            });
            report.write(path, &run)?.persist()?;
            writeln!(io::stderr(), "cento: wrote {}", path.display())?;
        }
        found.leaves_out_stop_words = summary.scheme.as_ref().is_some_and(|scheme| {
            let is_none = |name| scheme.param(name) == Some("none");
            !is_none("lang") && !is_none("stop")
        });
        if let Some(detail) = &found.skipped {
            bail!("cannot compare {detail}\nhint: allow more with --memory");
        }
        for document in &found.documents {
            if document.tokens == 0 {
                let name = match document.id.as_str() {
                    "-" => "standard input",
                    id => id,
                };
                bail!("no words in {name}: there is nothing to compare");
            }
        }
        let mut out = Vec::new();
        if self.json {
            found.json(&mut out)?;
        } else {
            self.print(&found, &mut out)?;
        }
        io::stdout().write_all(&out)?;
        if !found.is_match() && !self.json {
            writeln!(
                io::stderr(),
                "hint: `{}` shows which {} they share",
                self.explain(),
                match self.method.is_by_sentences() {
                    true => "words",
                    false => "fingerprints",
                }
            )?;
        }
        Ok(if self.fail_on_match && found.is_match() {
            ExitCode::from(1)
        } else {
            ExitCode::SUCCESS
        })
    }

    fn documents(&self) -> Result<[Document; 2]> {
        let read = self.read.options();
        let Some(collection) = &self.collection else {
            stdin_once([self.a.as_str(), self.b.as_str()])?;
            return Ok([
                documents::only(&self.a, &read)?,
                documents::only(&self.b, &read)?,
            ]);
        };
        if self.a == self.b {
            bail!(
                "`{}` is given twice: a document is not compared with itself\n\
                 hint: name another of the ids in {}",
                self.a,
                collection.join(", ")
            );
        }
        documents::look_up(collection, &read, [&self.a, &self.b])
    }

    /// The command that tells more where there is no passage.
    fn explain(&self) -> String {
        let mut command = "cento explain".to_owned();
        let collection = self.collection.iter().flatten();
        let rest = self
            .collection
            .iter()
            .map(|_| "--in")
            .chain(collection.map(String::as_str));
        for argument in [self.a.as_str(), self.b.as_str()].into_iter().chain(rest) {
            let is_plain = |c: char| c.is_alphanumeric() || "-_./#:@+".contains(c);
            command.push(' ');
            if argument.chars().all(is_plain) {
                command += argument;
            } else {
                command += &format!("'{}'", one_line(argument, usize::MAX));
            }
        }
        let method = self.method.given().into_iter();
        for argument in method.chain(self.method.given_of_matches()) {
            command += &format!(" {argument}");
        }
        command
    }

    fn layout(&self) -> Layout {
        let is_terminal = io::stdout().is_terminal();
        let on_terminal = || {
            let columns = std::env::var("COLUMNS").ok();
            let columns = columns.and_then(|columns| columns.parse().ok());
            let columns = columns.filter(|columns| *columns > 0);
            let size = || Some(terminal_size::terminal_size_of(io::stdout())?.0.0.into());
            columns.or_else(size)
        };
        let width = match self.width {
            Some(width) => width.into(),
            None => is_terminal.then(on_terminal).flatten().unwrap_or(80),
        };
        Layout {
            width: width.max(20),
            length: if self.full {
                Length::Full
            } else {
                Length::Short
            },
            paint: Paint::on(is_terminal),
        }
    }

    fn print(&self, found: &Found, out: &mut Vec<u8>) -> io::Result<()> {
        let layout = self.layout();
        found.head(layout.width, out)?;
        let all = found.shown.len();
        let scores = found.pair.as_ref().and_then(|pair| pair.scores);
        if all > 0 && scores.and_then(Scores::order).is_some() {
            found.strips().print(layout.width, out)?;
        }
        if !found.slides.is_empty() {
            slides::print(&found.slides, &found.documents, out)?;
        }
        if all == 0 && found.is_match() {
            return writeln!(out, "they have the same words throughout");
        }
        if all == 0 && self.method.is_by_order() && found.are_word_lists() {
            return writeln!(
                out,
                "no editions of one another: both are word lists, with too little in common but words in \
                 the order of the alphabet"
            );
        }
        if all == 0 && self.method.is_by_order() {
            return writeln!(
                out,
                "no editions of one another: too few of their unique words stand in the same order and in the same text"
            );
        }
        if all == 0 && self.method.is_by_sentences() {
            return writeln!(out, "no two sentences share enough of their words");
        }
        if all == 0 {
            return writeln!(
                out,
                "no passage in common of at least {} words",
                count(
                    self.passages
                        .options(&self.method.preset())
                        .min_tokens
                        .into()
                )
            );
        }
        let has_edits = found.shown.iter().any(|passage| !passage.edits.is_empty());
        if !found.slides.is_empty() && has_edits {
            writeln!(out)?;
        }
        if found.shown.iter().any(|passage| passage.shared.is_some()) {
            let rest = match found.leaves_out_stop_words {
                true => "; stop words do not count",
                false => "",
            };
            writeln!(out, "[=words=] are in both, in any order{rest}")?;
        }
        if has_edits {
            let rest = if layout.is_side_by_side() {
                ""
            } else {
                ", the rest as in a"
            };
            writeln!(out, "[-words-] are only in a, {{+words+}} only in b{rest}")?;
        }
        // Those of the template are in each pair of slides.
        let is_left_out = |passage: &Shown| passage.is_template && !self.full;
        for (i, passage) in found.shown.iter().enumerate() {
            if is_left_out(passage) {
                continue;
            }
            let title = if all == 1 {
                "passage".to_owned()
            } else {
                format!("passage {} of {}", i + 1, count(all as u64))
            };
            passage.print(&title, layout, out)?;
        }
        let left_out = found.shown.iter().filter(|passage| is_left_out(passage));
        match left_out.count() {
            0 => Ok(()),
            left_out => writeln!(
                out,
                "\n{} of the template not shown; --full shows them",
                counted(left_out as u64, "passage")
            ),
        }
    }
}

/// What the engine found.
#[derive(Default)]
struct Found {
    /// Rows are kept as JSON, else as texts to show.
    as_json: bool,
    pair: Option<PairRow>,
    shown: Vec<Shown>,
    rows: Vec<Vec<u8>>,
    portions: Vec<Portion>,
    portion_rows: Option<Vec<Vec<u8>>>,
    slides: Vec<Slides>,
    slide_rows: Option<Vec<Vec<u8>>>,
    /// `a`, then `b`.
    documents: Vec<DocumentRow>,
    skipped: Option<String>,
    /// Of sentences.
    leaves_out_stop_words: bool,
}

impl Sink for Found {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.pair = Some(row.clone());
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        if self.as_json {
            let mut json = Vec::new();
            put_json(row, &mut json).map_err(cento::Error::io("write", "a passage"))?;
            self.rows.push(json);
        } else {
            self.shown.push(Shown::new(row));
        }
        Ok(())
    }

    fn portion(&mut self, row: &PortionRow<'_>) -> cento::Result<()> {
        if self.as_json {
            let mut json = Vec::new();
            put_json(row, &mut json).map_err(cento::Error::io("write", "a portion"))?;
            self.portion_rows.get_or_insert_default().push(json);
        } else {
            self.portions.push(Portion {
                a: row.a_span,
                b: row.b_span,
                unit: row.unit.name(),
                aligned: row.aligned,
            });
        }
        Ok(())
    }

    fn slide(&mut self, row: &SlideRow<'_>) -> cento::Result<()> {
        if self.as_json {
            let mut json = Vec::new();
            put_json(row, &mut json).map_err(cento::Error::io("write", "slides"))?;
            self.slide_rows.get_or_insert_default().push(json);
        } else {
            self.slides.push(Slides::new(row));
        }
        Ok(())
    }

    fn document(&mut self, row: &DocumentRow) -> cento::Result<()> {
        self.documents.push(row.clone());
        Ok(())
    }

    fn skipped(&mut self, row: &SkippedRow) -> cento::Result<()> {
        self.skipped = Some(row.detail.clone());
        Ok(())
    }
}

impl Found {
    fn passages(&self) -> usize {
        self.rows.len().max(self.shown.len())
    }

    fn json(&self, out: &mut Vec<u8>) -> io::Result<()> {
        out.extend_from_slice(b"{\"pair\":");
        match &self.pair {
            Some(row) => put_json(row, out)?,
            None => out.extend_from_slice(b"null"),
        }
        out.extend_from_slice(b",\"passages\":[");
        out.extend_from_slice(&self.rows.join(&b','));
        out.extend_from_slice(b"]");
        for (name, rows) in [
            ("portions", &self.portion_rows),
            ("slides", &self.slide_rows),
        ] {
            if let Some(rows) = rows {
                write!(out, ",\"{name}\":[")?;
                out.extend_from_slice(&rows.join(&b','));
                out.extend_from_slice(b"]");
            }
        }
        out.extend_from_slice(b"}\n");
        Ok(())
    }

    fn strips(&self) -> Strips<'_> {
        let words = |at: usize| self.documents.get(at).map_or(0, |document| document.tokens);
        Strips {
            words: [words(0), words(1)],
            covered: [
                self.shown.iter().map(|passage| passage.a_tokens).collect(),
                self.shown.iter().map(|passage| passage.b_tokens).collect(),
            ],
            portions: &self.portions,
        }
    }

    /// Whether anything is shared: a passage, or all of two texts too short to have one.
    fn is_match(&self) -> bool {
        let is_alias = |pair: &PairRow| pair.labels.names().contains(&"alias");
        self.passages() > 0 || self.pair.as_ref().is_some_and(is_alias)
    }

    /// Whether both documents are lists in the order of the alphabet.
    fn are_word_lists(&self) -> bool {
        let mut documents = self.documents.iter();
        documents.all(|document| document.labels.contains(&"word-list"))
    }

    /// Both documents, and the pair.
    fn head(&self, width: usize, out: &mut Vec<u8>) -> io::Result<()> {
        for (i, document) in self.documents.iter().enumerate() {
            let (side, other) = if i == 0 { ("a", "b") } else { ("b", "a") };
            writeln!(out, "{side}: {}", one_line(&document.id, width - 3))?;
            write!(out, "   {}", counted(document.tokens.into(), "word"))?;
            if let Some(row) = &self.pair {
                let (share, level, matched) = match i {
                    0 => (row.a_in_b, row.a_level, row.a_matched),
                    _ => (row.b_in_a, row.b_level, row.b_matched),
                };
                // Texts too short for a passage may still be the same.
                if self.passages() > 0 || matched == 0 {
                    write!(out, ", {} in passages", count(matched.into()))?;
                }
                let (share, level) = (percent(share), level.name());
                match row.scores {
                    // The same words, and none of them stands once.
                    Some(Scores::Order(_)) if row.hits == 0 => {
                        write!(out, "; all found in {other} ({level})")?
                    }
                    Some(Scores::Order(_)) => write!(
                        out,
                        "; {share} of its unique words stand in {other} in the same order ({level})"
                    )?,
                    Some(Scores::Sentences(_)) => write!(
                        out,
                        "; {share} of its sentences match one of {other} ({level})"
                    )?,
                    None => write!(out, "; {share} found in {other} ({level})")?,
                }
            }
            writeln!(out)?;
        }
        if let Some(row) = &self.pair {
            let labels = match row.labels.names() {
                names if names.is_empty() => String::new(),
                names => format!("  [{}]", names.join(", ")),
            };
            writeln!(
                out,
                "{} ({}); {}, {}{labels}",
                row.class.name(),
                row.class.meaning(),
                match row.scores {
                    Some(Scores::Order(_)) => counted(row.hits.into(), "shared unique word"),
                    Some(Scores::Sentences(_)) => counted(row.hits.into(), "shared word"),
                    None => counted(row.hits.into(), "shared fingerprint"),
                },
                counted(self.passages() as u64, "passage"),
            )?;
            if let Some(scores) = row.scores.and_then(Scores::order).filter(|_| row.hits > 0) {
                writeln!(
                    out,
                    "{} of them in the same order; its {:.3}, over words in both {:.3}, cs {:.3}; \
                     the text is the same around {} of those looked at",
                    count(scores.lcs.into()),
                    scores.its,
                    scores.its_both,
                    scores.cs,
                    percent(scores.confirmed)
                )?;
            }
            if let Some(Scores::Sentences(scores)) = &row.scores {
                writeln!(
                    out,
                    "best sentences: word overlap {:.3}, weighted overlap {:.3}",
                    scores.word_overlap, scores.weighted_overlap
                )?;
            }
        }
        Ok(())
    }
}
