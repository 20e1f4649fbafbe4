//! `cento explain`: what is done to a text, and why two texts do or do not match.

mod sentences;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use cento::explain::{self, Explained, PairExplained, Piece, SentencesCompared};
use cento::find::FindOptions;
use cento::fingerprint::Comparison;
use cento::read::Document;
use clap::Args;

use crate::args::{ReadArgs, stdin_once};
use crate::documents;
use crate::method::MethodArgs;
use crate::style::{counted, one_line, percent};

/// Show what is done to a text, or why two documents do or do not match
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cento explain 'to be or not to be' --scheme kgram:k=3
  cento explain one.txt two.txt
  cento explain harbour/2024-03-04-ferry-contract post/2024-03-06-who-pays --in demo/collection.jsonl")]
pub(crate) struct Explain {
    /// A file (`-` is standard input) or a text of several words; with --in, an id
    #[arg(value_name = "A", required_unless_present = "text")]
    a: Option<String>,
    /// The other document
    #[arg(value_name = "B", requires = "a")]
    b: Option<String>,
    /// A text given here
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["a", "b", "collection"])]
    text: Option<String>,
    /// The collection that A and B are ids in: its stop fingerprints count too, and words weigh what they do there
    #[arg(long = "in", value_name = "IN", num_args = 1.., requires = "b")]
    collection: Option<Vec<String>>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    method: MethodArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Explain {
    pub(crate) fn run(mut self) -> Result<ExitCode> {
        let named: Vec<String> = self.a.iter().chain(&self.b).cloned().collect();
        self.method = self
            .method
            .for_inputs(self.collection.as_deref().unwrap_or(&named), None);
        self.method.checked(None)?;
        self.options().validate()?;
        let mut out = Vec::new();
        match (&self.text, &self.a, &self.b) {
            (Some(text), ..) => {
                let document = Document {
                    text: text.clone(),
                    ..Document::default()
                };
                self.one(&document, &mut out)?;
            }
            (None, Some(a), None) => self.one(&self.document(a)?, &mut out)?,
            (None, Some(a), Some(b)) => {
                if self.method.is_by_sentences() {
                    let explained = self.sentence_pairs(a, b)?;
                    self.give(
                        |out| serde_json::to_writer(out, &explained),
                        |out| sentences::print_pair(&explained, out),
                        &mut out,
                    )?;
                } else {
                    let explained = self.pair(a, b)?;
                    self.give(
                        |out| serde_json::to_writer(out, &explained),
                        |out| print_pair(&explained, out),
                        &mut out,
                    )?;
                }
            }
            (None, None, _) => bail!("nothing to explain: name a file or give --text"),
        }
        io::stdout().write_all(&out)?;
        Ok(ExitCode::SUCCESS)
    }

    fn one(&self, document: &Document, out: &mut Vec<u8>) -> Result<()> {
        let scheme = self.method.scheme();
        if self.method.is_by_sentences() {
            let explained = explain::sentences(document, &scheme)?;
            return self.give(
                |out| serde_json::to_writer(out, &explained),
                |out| sentences::print_one(&explained, out),
                out,
            );
        }
        let explained = explain::one(document, &scheme);
        self.give(
            |out| serde_json::to_writer(out, &explained),
            |out| print_one(&explained, out),
            out,
        )
    }

    /// As JSON or for people.
    fn give(
        &self,
        json: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>,
        print: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        if self.json {
            json(out)?;
            out.push(b'\n');
            return Ok(());
        }
        Ok(print(out)?)
    }

    fn options(&self) -> FindOptions {
        self.method.within(usize::MAX, std::env::temp_dir())
    }

    fn pair(&self, a: &str, b: &str) -> Result<PairExplained> {
        let options = self.options();
        let Some(collection) = &self.collection else {
            stdin_once([a, b])?;
            let (a, b) = (self.document(a)?, self.document(b)?);
            return Ok(explain::pair(&a, &b, &options, None)?);
        };
        let read = self.read.options();
        let [a, b] = documents::look_up(collection, &read, [a, b])?;
        let options = FindOptions {
            scheme: explain::fitted_to(collection, &read, &options.scheme)?,
            ..options
        };
        let frequencies = explain::frequencies(collection, &read, &options.scheme, [&a, &b])?;
        Ok(explain::pair(&a, &b, &options, Some(&frequencies))?)
    }

    fn sentence_pairs(&self, a: &str, b: &str) -> Result<SentencesCompared> {
        let Some(collection) = &self.collection else {
            stdin_once([a, b])?;
            let (a, b) = (self.document(a)?, self.document(b)?);
            return Ok(explain::sentence_pairs(&a, &b, &self.options(), None)?);
        };
        let [a, b] = documents::look_up(collection, &self.read.options(), [a, b])?;
        let options = FindOptions {
            fields: self.read.fields(),
            content: self.read.content(),
            ..self.method.within(MEMORY, std::env::temp_dir())
        };
        Ok(explain::sentence_pairs(&a, &b, &options, Some(collection))?)
    }

    /// The document of a file, or a text.
    fn document(&self, argument: &str) -> Result<Document> {
        // No path that is missing is likely to have a blank in it; a text has.
        if argument.contains(char::is_whitespace) && !Path::new(argument).exists() {
            let text = argument.to_owned();
            return Ok(Document {
                text,
                ..Document::default()
            });
        }
        documents::only(argument, &self.read.options())
    }
}

/// Memory for what is counted in a collection.
const MEMORY: usize = 1 << 30;

fn print_one(explained: &Explained, out: &mut dyn Write) -> io::Result<()> {
    let kept: std::collections::BTreeSet<u32> =
        explained.selected.iter().map(|piece| piece.token).collect();
    writeln!(
        out,
        "{}; {}, {}, {} kept",
        explained.scheme.brief(),
        counted(explained.tokens.len() as u64, "token"),
        counted(explained.shingles.len() as u64, "shingle"),
        explained.selected.len(),
    )?;
    print_pieces("tokens", &explained.tokens, |_| ' ', out)?;
    if explained.shingles.is_empty() {
        return print_pieces("kept", &explained.selected, |_| '*', out);
    }
    let mark = |piece: &Piece| {
        if kept.contains(&piece.token) {
            '*'
        } else {
            ' '
        }
    };
    print_pieces(
        "shingles, kept ones marked *",
        &explained.shingles,
        mark,
        out,
    )
}

fn print_pieces(
    title: &str,
    pieces: &[Piece],
    mark: impl Fn(&Piece) -> char,
    out: &mut dyn Write,
) -> io::Result<()> {
    if pieces.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}")?;
    for piece in pieces {
        let place = format!("{}..{}", piece.begin, piece.end);
        writeln!(
            out,
            "{} {:<13} {}  {}",
            mark(piece),
            place,
            piece.hash,
            one_line(&piece.text, 70)
        )?;
    }
    Ok(())
}

fn print_pair(explained: &PairExplained, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", explained.verdict)?;
    let e = explained;
    let is_by_order = e.scheme.build().comparison == Comparison::Order;
    for (side, other, tokens, fingerprints, share, matched) in [
        (
            "a",
            "b",
            e.a_tokens,
            e.a_fingerprints,
            e.a_in_b,
            e.a_matched,
        ),
        (
            "b",
            "a",
            e.b_tokens,
            e.b_fingerprints,
            e.b_in_a,
            e.b_matched,
        ),
    ] {
        writeln!(
            out,
            "{side}: {}, {}, {} {} {other}{} ({} covered)",
            counted(tokens as u64, "token"),
            counted(fingerprints, "fingerprint"),
            percent(share),
            if is_by_order {
                "of them in"
            } else {
                "found in"
            },
            if is_by_order {
                " in the same order"
            } else {
                ""
            },
            counted(matched.into(), "token"),
        )?;
    }
    if explained.shared.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\nshared fingerprints, in order of a ({})",
        explained.scheme.brief()
    )?;
    for shared in &explained.shared {
        let documents = match shared.documents {
            Some(documents) if shared.stop => {
                format!("  in {}: dropped", counted(documents.into(), "document"))
            }
            Some(documents) if shared.linked => {
                format!(
                    "  in {}, here first: counts",
                    counted(documents.into(), "document")
                )
            }
            Some(documents) => format!("  in {}", counted(documents.into(), "document")),
            None => String::new(),
        };
        let places = format!(
            "{}..{} / {}..{}",
            shared.a.begin, shared.a.end, shared.b.begin, shared.b.end
        );
        writeln!(
            out,
            "  {places:<25} {}{documents}",
            one_line(&shared.a.text, 60)
        )?;
    }
    Ok(())
}
