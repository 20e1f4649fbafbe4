//! `cento find`: every pair of documents that share text.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Result, bail};
use cento::engine;
use cento::find::{Counting, FindOptions, New, SentenceSummary};
use cento::index::Snapshot;
use cento::report::{Folder, Format, GraphFormat, JsonPairs, SCHEMA_VERSION, Summary};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use crate::args::{FrameArgs, LabelArgs, PassageArgs, ReadArgs, ResourceArgs, stdin_once};
use crate::inputs::{self, no_documents};
use crate::method::MethodArgs;
use crate::progress::Progress;
use crate::stop;
use crate::style::{bytes, count, counted, one_line, percent};

/// Find every pair of documents that share text
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct Find {
    /// Files, folders or globs to read; `-` is JSONL on standard input
    ///
    /// Folders and globs of plain text, web pages, slides and text documents, PDF files and books, one document each; archives of
    /// web pages (.warc), a document a page; JSONL, CSV, TSV and Parquet, one document a row; each also compressed as .gz, .zst,
    /// .bz2 or .xz.
    #[arg(
        required_unless_present = "index",
        value_name = "IN",
        conflicts_with = "index"
    )]
    input: Vec<String>,
    /// Find the pairs of all documents of an index instead
    #[arg(long, value_name = "DIR", conflicts_with_all = ["against", "ignore"])]
    index: Option<PathBuf>,
    /// Compare these with the documents of the index, and neither among themselves
    #[arg(long, value_name = "IN", num_args = 1.., requires = "index", conflicts_with = "input")]
    new: Option<Vec<String>>,
    /// Compare the new documents with one another too: every pair that they bring, as a run over all documents has it
    #[arg(long, requires = "new")]
    among_new: bool,
    /// Find the pairs that the last N documents of the index brought when they were added, among themselves too
    #[arg(long, value_name = "N", requires = "index", conflicts_with_all = ["new", "among_new", "input"], value_parser = clap::value_parser!(u32).range(1..))]
    latest: Option<u32>,
    /// Compare IN, which comes before it, with these, and neither among themselves
    #[arg(long, value_name = "REF", num_args = 1..)]
    against: Option<Vec<String>>,
    /// Write pairs, passages, clusters, documents, report.html and run.json to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The format of the tables in DIR
    #[arg(long, value_name = "FORMAT", default_value = "jsonl", requires = "out")]
    format: FormatArg,
    /// Also write the graph of documents to DIR: graphml, gexf or both
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', requires = "out")]
    graph: Vec<GraphArg>,
    /// Print pairs as JSON lines
    #[arg(long, conflicts_with = "out")]
    json: bool,
    /// Print no summary and no progress
    #[arg(long, short)]
    quiet: bool,
    /// Stop at the first input that can't be read instead of skipping it
    #[arg(long)]
    strict: bool,
    /// Find pairs only, by shared fingerprints: no passages, clusters and report
    #[arg(long)]
    pairs_only: bool,
    /// Write no report.html
    #[arg(long, requires = "out")]
    no_report: bool,
    /// Exit with status 1 when any pair is found
    #[arg(long)]
    fail_on_match: bool,
    /// Copies of one document that get rows of their own; others only say whose copy they are
    #[arg(long, value_name = "N", default_value_t = 100)]
    max_copies: usize,
    #[command(flatten)]
    method: MethodArgs,
    #[command(flatten)]
    passages: PassageArgs,
    #[command(flatten)]
    labels: LabelArgs,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    frames: FrameArgs,
    #[command(flatten)]
    resources: ResourceArgs,
}

const EXAMPLES: &str = "Examples:
  cento find demo/collection.jsonl
  cento find articles/ --out results --format parquet
  cento find new.jsonl --against archive/*.jsonl.gz --out results
  cento find --index news --out results
  cento find --index news --new today.jsonl --out results
  cento find --index news --new today.jsonl --among-new --out results
  cento find --index news --latest 250 --out results
  cento find posts.csv --id-field url --text-field body --scheme modp:k=4,p=4
  zcat corpus.jsonl.gz | cento find - --memory 512M --out results

Results are described in docs/reference/results.md, schemes in docs/concepts/.";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    Jsonl,
    Csv,
    Parquet,
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::Jsonl => Self::Jsonl,
            FormatArg::Csv => Self::Csv,
            FormatArg::Parquet => Self::Parquet,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum GraphArg {
    Graphml,
    Gexf,
}

impl From<GraphArg> for GraphFormat {
    fn from(format: GraphArg) -> Self {
        match format {
            GraphArg::Graphml => Self::GraphMl,
            GraphArg::Gexf => Self::Gexf,
        }
    }
}

impl Find {
    pub(crate) fn run(mut self) -> Result<ExitCode> {
        stdin_once(self.inputs().map(String::as_str))?;
        let index = self.index.as_deref().map(Snapshot::open).transpose()?;
        let index = index.map(Arc::new);
        if let Some(index) = &index {
            let new = self.new.as_deref().unwrap_or_default();
            self.method = self
                .method
                .with_index(index.making(), new, self.out.as_deref());
        } else {
            let inputs: Vec<String> = self.inputs().cloned().collect();
            self.method = self.method.for_inputs(&inputs, self.out.as_deref());
        }
        if let (Some(index), Some(out)) = (&self.index, &self.out)
            && let (Ok(index), Ok(out)) = (index.canonicalize(), std::path::absolute(out))
            && out
                .ancestors()
                .any(|folder| folder.canonicalize().is_ok_and(|folder| folder == index))
        {
            bail!(
                "results would be written into the index {}\nhint: name another folder with --out",
                index.display()
            );
        }
        let mut options = FindOptions {
            max_copies: self.max_copies,
            fields: self.read.fields(),
            content: self.read.content(),
            keep_frames: self.frames.keep(),
            without: self.labels.without(),
            strict: self.strict,
            labels: self.labels.options(),
            report: self.out.is_some() && !self.no_report && !self.pairs_only,
            leave_out: self.out.clone(),
            ..self.method.options(&self.passages, &self.resources)
        };
        if self.pairs_only {
            options.align = None;
        }
        let mut mistakes = Vec::from_iter(self.resources.memory.mistake());
        mistakes.extend(self.method.mistakes(Some(&self.passages)));
        mistakes.extend(options.validate().err().map(|error| error.to_string()));
        if !mistakes.is_empty() {
            bail!("{}", mistakes.join("\n"));
        }
        if !options.temp.is_dir() {
            bail!(
                "cannot use {} for temporary files: no such folder",
                options.temp.display()
            );
        }
        let progress = Progress::new(self.quiet);
        let run = |sink: &mut dyn cento::report::Sink| match &index {
            Some(index) => {
                let new = match (self.new.as_deref(), self.latest) {
                    (None, None) => New::Nothing,
                    (None, Some(count)) => New::Latest(count),
                    (Some(new), _) if self.among_new => New::Among(new),
                    (Some(new), _) => New::Against(new),
                };
                engine::find_indexed(index, new, &options, &progress, sink)
            }
            None => engine::find(
                &self.input,
                self.against.as_deref(),
                &options,
                &progress,
                sink,
            ),
        };
        let summary = if let Some(folder) = &self.out {
            let format = self.format.into();
            let graphs = self.graphs();
            self.check_overwriting(folder, Folder::files(format, &graphs))?;
            stop::writing(folder, Folder::files(format, &graphs));
            let mut sink = Folder::create(folder, format)?.with_graphs(&graphs, &options.temp);
            if options.looks_for_works() {
                sink = sink.with_editions()?;
            }
            let summary = run(&mut sink)?;
            let times = progress.finish();
            sink.finish(
                &self.run_json(&options, &summary),
                &self.timing_json(&options, &times),
                summary.report.as_ref(),
            )?;
            summary
        } else if self.json {
            let mut sink = JsonPairs::new(BufWriter::new(io::stdout().lock()));
            let summary = run(&mut sink)?;
            sink.finish()?;
            summary
        } else {
            run(&mut ())?
        };
        progress.finish();
        if !self.quiet {
            let mut text = Vec::new();
            self.summarise(&summary, &mut text)?;
            if self.json {
                io::stderr().write_all(&text)?;
            } else {
                io::stdout().write_all(&text)?;
            }
            self.warn(&summary)?;
            if summary.documents == 0 && summary.taken.skipped.is_empty() {
                match &self.index {
                    Some(index) => writeln!(
                        io::stderr(),
                        "cento: no documents in the index {}\nhint: add some with `cento index add`",
                        index.display()
                    )?,
                    None => no_documents(self.inputs())?,
                }
            }
        }
        let matched = self.fail_on_match && summary.pairs > 0;
        Ok(if matched {
            ExitCode::from(1)
        } else {
            ExitCode::SUCCESS
        })
    }

    /// Everything that is read.
    fn inputs(&self) -> impl Iterator<Item = &String> {
        let sides = self.against.iter().chain(&self.new);
        self.input.iter().chain(sides.flatten())
    }

    /// The graphs that were asked for, each once.
    fn graphs(&self) -> Vec<GraphFormat> {
        let mut graphs = self.graph.clone();
        graphs.sort_unstable();
        graphs.dedup();
        graphs.into_iter().map(GraphFormat::from).collect()
    }

    /// Refuses to write results over the input.
    fn check_overwriting(&self, folder: &Path, files: impl Iterator<Item = String>) -> Result<()> {
        let Ok(folder) = folder.canonicalize() else {
            return Ok(());
        };
        let written: Vec<PathBuf> = files.map(|name| folder.join(name)).collect();
        for input in self.inputs() {
            if Path::new(input)
                .canonicalize()
                .is_ok_and(|input| written.contains(&input))
            {
                bail!(
                    "results would be written over {input}, which is to be read\n\
                     hint: name another folder with --out"
                );
            }
        }
        Ok(())
    }

    /// Everything that shapes the result, and what came out; the same for any machine.
    fn run_json(&self, options: &FindOptions, summary: &Summary) -> Value {
        let method = options.scheme.build();
        json!({
            "schema_version": SCHEMA_VERSION,
            "cento": env!("CARGO_PKG_VERSION"),
            "command": "find",
            "preset": self.method.preset_name(),
            "scheme": summary.scheme,
            "tokenizer": cento::token::TOKENIZER,
            "hash": cento::hash::HASH,
            "parameters": {
                "max_df": match self.method.is_by_order() {
                    true => options.max_df,
                    false => Some(options.max_df.unwrap_or(method.max_df)),
                },
                "min_hits": options.min_hits,
                "multiset": options.counting == Counting::Multiset,
                "order": self.method.is_by_order().then(|| json!({
                    "by": options.order.by,
                    "words": options.order.words,
                    "threshold": options.order.threshold(),
                    "confirmed": options.order.confirmed,
                })),
                "sentences": self.method.is_by_sentences().then_some(options.sentence),
                "levels": options.thresholds,
                "max_copies": options.max_copies,
                "passages": options.align,
                "offsets": options.offsets,
                "labels": options.labels,
                "ignore": options.ignore,
                "against": self.against.is_some() || self.new.is_some() && !self.among_new,
                "among_new": self.among_new,
                "latest": self.latest,
                "pairs_only": self.pairs_only,
                "fields": {
                    "id": options.fields.id,
                    "text": options.fields.text,
                    "date": options.fields.date,
                    "series": options.fields.series,
                    "title": options.fields.title,
                    "html": options.fields.html,
                },
                "content": options.content.name(),
                "keep_frames": options.keep_frames,
                "without": summary.without,
            },
            "summary": summary,
        })
    }

    /// What may differ from run to run.
    fn timing_json(&self, options: &FindOptions, times: &[(&'static str, f64)]) -> Value {
        let stages: Map<String, Value> = times
            .iter()
            .map(|(stage, seconds)| ((*stage).to_owned(), json!(seconds)))
            .collect();
        json!({
            "threads": options.threads,
            "memory": options.memory,
            "input": self.input,
            "against": self.against,
            "index": self.index,
            "new": self.new,
            "seconds": stages,
        })
    }

    /// The run in a few lines, and what stands out.
    fn summarise(&self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        write!(
            out,
            "{}, {}, {}; {}",
            counted(summary.documents, "document"),
            bytes(summary.text_bytes),
            counted(summary.tokens, "token"),
            summary
                .scheme
                .as_ref()
                .unwrap_or(&self.method.scheme())
                .brief(),
        )?;
        if let Some(frames) = summary.frames.filter(|frames| frames.frames > 0) {
            write!(
                out,
                "\n{}, {} of the text",
                inputs::about_frames(&frames),
                percent(frames.bytes as f64 / (frames.bytes + summary.text_bytes).max(1) as f64),
            )?;
        }
        let sentences = summary.sentences.as_ref();
        if let Some(sentences) = sentences.filter(|found| found.sentences > 0) {
            write!(out, "\n{}", about_sentences(sentences))?;
        }
        writeln!(
            out,
            "\n{}; {} ({}) related to another",
            counted(summary.pairs, "pair"),
            counted(summary.related_documents, "document"),
            percent(summary.related_documents as f64 / summary.documents.max(1) as f64),
        )?;
        if summary.passages > 0 {
            let labels: Vec<String> = summary
                .labels
                .iter()
                .map(|(label, counts)| format!("{} {label}", count(counts.passages)))
                .collect();
            writeln!(
                out,
                "{} in {}{}",
                counted(summary.passages, "passage"),
                counted(summary.clusters, "reprint group"),
                if labels.is_empty() {
                    String::new()
                } else {
                    format!("; {}", labels.join(", "))
                },
            )?;
        }
        if summary.patterns.iter().any(|pattern| pattern.left_out > 0) {
            let left_out = summary
                .patterns
                .iter()
                .filter(|pattern| pattern.left_out > 0);
            let left_out: Vec<String> = left_out
                .map(|pattern| {
                    format!(
                        "{} of {}",
                        counted(pattern.left_out, "pair"),
                        pattern.pattern
                    )
                })
                .collect();
            let names = summary.without.join(",");
            writeln!(out, "left out (--without {names}): {}", left_out.join(", "))?;
        }
        if let (Some(slides), Some(lineages)) = (summary.slides, summary.lineages) {
            writeln!(
                out,
                "{} of slides, {} of the template only; {} in several decks",
                counted(slides.pairs, "pair"),
                count(slides.template),
                counted(lineages, "slide"),
            )?;
        }
        if let (Some(portions), Some(works)) = (summary.portions, summary.works) {
            writeln!(
                out,
                "{}, {}",
                counted(works, "work"),
                counted(portions, "portion")
            )?;
        }
        if summary.pairs > 0 {
            writeln!(
                out,
                "\n{:<5}  {:<27} {:>10} {:>10} {:>8} {:>9}",
                "class", "levels", "pairs", "documents", "share", "siblings"
            )?;
            for class in summary.classes.iter().filter(|class| class.pairs > 0) {
                writeln!(
                    out,
                    "{:<5}  {:<27} {:>10} {:>10} {:>8} {:>9.1}",
                    class.class,
                    class.meaning,
                    count(class.pairs),
                    count(class.documents),
                    percent(class.share),
                    class.siblings,
                )?;
            }
        }
        if summary
            .patterns
            .iter()
            .any(|pattern| pattern.pattern != REUSE)
        {
            patterns(summary, out)?;
        }
        if self.out.is_none() && !self.json && !summary.top.is_empty() {
            writeln!(out, "\nMost in common")?;
            for pair in &summary.top {
                let row = &pair.row;
                writeln!(
                    out,
                    "{:<4} {} ({})  {} ({}){}",
                    row.class.name(),
                    one_line(&row.a_id, 60),
                    percent(row.a_in_b),
                    one_line(&row.b_id, 60),
                    percent(row.b_in_a),
                    match row.labels.names() {
                        names if names.is_empty() => String::new(),
                        names => format!("  [{}]", names.join(", ")),
                    },
                )?;
                if let Some(excerpt) = &pair.excerpt {
                    writeln!(out, "     \"{}\"", one_line(excerpt, 90))?;
                }
            }
        }
        let groups = summary.frequent.stop_keys;
        if groups > 0 && summary.sentences.is_some() {
            writeln!(
                out,
                "\n{} of sentences with the same rare words, or all the same, {} more than --max-df allows: the others of \
                 each are compared with its first 16 only",
                counted(groups, "group"),
                if groups == 1 { "has" } else { "have" },
            )?;
        } else if groups > 0 {
            writeln!(
                out,
                "\n{} ({} of all occurrences) set aside as too common",
                counted(summary.frequent.stop_keys, "stop fingerprint"),
                percent(
                    summary.frequent.stop_occurrences as f64
                        / summary.frequent.occurrences.max(1) as f64
                ),
            )?;
        }
        if let Some(folder) = &self.out {
            writeln!(out, "\nresults are in {}", folder.display())?;
            if summary.report.is_some() && summary.pairs > 0 {
                writeln!(
                    out,
                    "to read them, open {}",
                    folder.join("report.html").display()
                )?;
            }
        }
        Ok(())
    }
}

impl Find {
    /// Says on stderr what a user may not expect.
    fn warn(&self, summary: &Summary) -> io::Result<()> {
        inputs::warn(&summary.taken)?;
        let mut err = io::stderr();
        if let Some(decks) = summary
            .decks
            .filter(|decks| *decks > 1 && self.method.is_general())
        {
            writeln!(
                err,
                "cento: {} among other documents, compared as texts in general are\n\
                 hint: with --preset slides single pictures and short slides are found, too",
                counted(decks, "deck")
            )?;
        }
        let few = |found: &SentenceSummary| found.sentences > 1 && found.sentences < FEW_SENTENCES;
        if summary.pairs == 0
            && self.method.weighs_words()
            && summary.sentences.as_ref().is_some_and(few)
        {
            writeln!(
                err,
                "cento: no two sentences share enough of their words\n\
                 hint: among few sentences most words weigh little; --min-weight 0 takes them as they are"
            )?;
        }
        if let Some(first) = &summary.first_renamed {
            writeln!(
                err,
                "cento: renamed {} whose id was given before, the first to {first}",
                counted(summary.renamed, "document")
            )?;
        }
        if summary.copies_without_rows > 0 {
            writeln!(
                err,
                "cento: {} past the first {} of their document have no rows but `duplicate_of`; see --max-copies",
                match summary.copies_without_rows {
                    1 => "1 copy".to_owned(),
                    more => format!("{} copies", count(more)),
                },
                self.max_copies,
            )?;
        }
        Ok(())
    }
}

/// Sentences of which it is worth saying that words weigh little.
const FEW_SENTENCES: u64 = 1000;

/// The pattern of pairs that are no noise.
const REUSE: &str = "reuse";

/// Which share of the pairs of each class is what.
fn patterns(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let of_class = |class: &str| {
        let patterns = summary.patterns.iter();
        patterns
            .map(|pattern| pattern.classes.get(class).copied().unwrap_or(0))
            .sum::<u64>()
    };
    let classes = summary.classes.iter().map(|class| class.class);
    let classes: Vec<(&str, u64)> = classes
        .map(|class| (class, of_class(class)))
        .filter(|(_, pairs)| *pairs > 0)
        .collect();
    write!(out, "\n{:<9}", "pattern")?;
    for (class, _) in &classes {
        write!(out, " {class:>7}")?;
    }
    writeln!(out, " {:>7}", "all")?;
    for pattern in &summary.patterns {
        write!(out, "{:<9}", pattern.pattern)?;
        for (class, all) in &classes {
            let pairs = pattern.classes.get(class).copied().unwrap_or(0);
            write!(out, " {:>7}", percent(pairs as f64 / *all as f64))?;
        }
        writeln!(out, " {:>7}", percent(pattern.share))?;
    }
    Ok(())
}

/// How many sentences there are; and, of signatures, how much of what they should find they do.
fn about_sentences(summary: &SentenceSummary) -> String {
    let mut text = format!(
        "{} of {:.1} words",
        counted(summary.sentences, "sentence"),
        summary.words
    );
    if let Some(recall) = &summary.signatures {
        let _ = write!(
            text,
            "; within {}, {} of those that share {} of their words should be found",
            counted(recall.distance.into(), "bit"),
            percent(recall.predicted),
            percent(recall.threshold),
        );
        let sample = counted(recall.sampled.into(), "different sentence");
        let _ = match recall.matches {
            0 => write!(text, "; a sample of {sample} matches no other"),
            _ => write!(
                text,
                "; of {} that a sample of {sample} has with others, {} are",
                match recall.matches {
                    1 => "1 match".to_owned(),
                    matches => format!("{} matches", count(matches)),
                },
                percent(recall.found as f64 / recall.matches as f64),
            ),
        };
        let _ = match recall.same {
            0 => Ok(()),
            same => write!(
                text,
                "; {} between sentences of the same words, which signatures always find",
                match same {
                    1 => "1 match is".to_owned(),
                    same => format!("{} matches are", count(same)),
                },
            ),
        };
    }
    text
}
