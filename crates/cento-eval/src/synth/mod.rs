//! Collections of any size with known reuse.
//!
//! Every document is written from its own number, and copies come from a window of earlier
//! documents that copy nothing: memory is bounded, and a smaller collection of the same seed is the
//! beginning of a larger one.

mod books;
mod copies;
mod damage;
mod document;
mod language;
mod prose;
mod sentences;
mod shapes;
mod size;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde::Serialize;

use books::Books;
use copies::Copies;
pub(crate) use damage::misread_one;
pub(crate) use language::Language;
pub(crate) use prose::Writer;
pub(crate) use size::size;

/// Options of `cento-eval synth`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Size of the collection: 250M, 4G
    #[arg(long, value_parser = size)]
    bytes: u64,
    /// The same seed gives the same collection
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The collection, as JSONL
    #[arg(long)]
    out: PathBuf,
    /// What was copied from where to where, as JSONL
    #[arg(long)]
    truth: Option<PathBuf>,
    /// Share of documents that copy
    #[arg(long, default_value_t = 0.2)]
    share: f64,
    /// Of those that copy, the share that are copies as a whole
    #[arg(long, default_value_t = 0.1)]
    whole: f64,
    /// Earlier documents a copy may come from
    #[arg(long, default_value_t = 1000)]
    window: usize,
    /// What the documents are like
    #[arg(long, value_enum, default_value_t = Shape::Natural)]
    shape: Shape,
}

/// What a collection is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shape {
    /// Ordinary documents, some of which copy from others
    Natural,
    /// One page again and again
    Copies,
    /// One page again and again, with one word changed in each
    NearCopies,
    /// A single document
    OneDocument,
    /// Documents of one word repeated
    OneWord,
    /// A single document of one word repeated
    OneWordDocument,
    /// Ordinary documents, all with the same last paragraph
    Footer,
    /// Books of 60,000 words, some of which copy three tenths to all of another, misread
    Books,
    /// Sentences of weighty words, some of them reworded from others
    Sentences,
}

/// A document as it is written.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Document<'a> {
    id: String,
    series: String,
    date: String,
    text: &'a str,
}

/// A copied passage; spans are half-open, in code points.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Copied {
    src: String,
    src_begin: usize,
    src_end: usize,
    dst: String,
    dst_begin: usize,
    dst_end: usize,
    words: usize,
    kind: String,
}

/// Writes lines until there are enough bytes.
struct Output {
    file: BufWriter<Box<dyn Write>>,
    line: Vec<u8>,
    written: u64,
}

impl Output {
    fn new(file: Box<dyn Write>) -> Self {
        let file = BufWriter::with_capacity(1 << 20, file);
        let line = Vec::new();
        Self {
            file,
            line,
            written: 0,
        }
    }

    fn line(&mut self, row: &impl Serialize) -> Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, row)?;
        self.line.push(b'\n');
        self.file.write_all(&self.line)?;
        self.written += self.line.len() as u64;
        Ok(())
    }
}

fn create(path: &PathBuf) -> Result<Box<dyn Write>> {
    let file = File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
    Ok(Box::new(file))
}

/// Writes the collection and its truth.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let truth: Box<dyn Write> = match &arguments.truth {
        Some(path) => create(path)?,
        None => Box::new(std::io::sink()),
    };
    let (mut out, mut truth) = (Output::new(create(&arguments.out)?), Output::new(truth));
    let language = Language::new(arguments.seed);
    write(arguments, &language, &mut out, &mut truth)?;
    out.file.flush().context("cannot write the collection")?;
    truth.file.flush().context("cannot write the truth")
}

fn write(
    arguments: &Arguments,
    language: &Language,
    out: &mut Output,
    truth: &mut Output,
) -> Result<()> {
    match arguments.shape {
        Shape::Natural | Shape::Footer => {
            let mut copies = Copies::new(language, arguments);
            while out.written < arguments.bytes {
                copies.next(|document| out.line(document), |copied| truth.line(copied))?;
            }
            Ok(())
        }
        Shape::Books => {
            let mut books = Books::new(language, arguments);
            while out.written < arguments.bytes {
                books.next(|document| out.line(document), |copied| truth.line(copied))?;
            }
            Ok(())
        }
        Shape::Sentences => sentences::sentences(arguments, language, out, truth),
        Shape::Copies | Shape::NearCopies => shapes::pages(arguments, language, out),
        Shape::OneWord => shapes::one_word(arguments, language, out),
        Shape::OneDocument | Shape::OneWordDocument => {
            shapes::one_document(arguments, language, out)
        }
    }
}

#[cfg(test)]
mod tests;
