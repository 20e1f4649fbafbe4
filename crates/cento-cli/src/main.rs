//! `cento`: finds reused text. One file for each verb.

mod args;
mod check;
mod compare;
mod completions;
mod convert;
mod documents;
mod explain;
mod find;
mod idle;
mod index;
mod inputs;
mod layout;
mod man;
mod method;
mod mile;
mod origin;
mod passage;
mod progress;
mod slides;
mod stop;
mod strips;
mod style;
mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Error;
use clap::{Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Find reused text: which passages of which documents stand in which others.
#[derive(Debug, Parser)]
#[command(
    name = "cento",
    version,
    propagate_version = true,
    arg_required_else_help = true
)]
#[command(max_term_width = 100, after_help = EXAMPLES)]
struct Cento {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "Examples:
  cento find articles/                       what is shared within a folder
  cento find new.jsonl --against old.jsonl   what of the new stands in the old
  cento find corpus.parquet --out results    every pair, as files
  cento compare one.txt two.txt              what two texts share, side by side
  cento index add news articles/             into an index, after `cento index create news`
  cento check draft.txt --index news         what of a text stands in an index
  cento origin posts.jsonl                   who had it first, document by document
  cento explain one.txt two.txt              why two texts match, or do not";

#[derive(Debug, Subcommand)]
enum Verb {
    Find(find::Find),
    Check(check::Check),
    Origin(origin::Origin),
    Index(index::Index),
    Compare(compare::Compare),
    Explain(explain::Explain),
    Mile(mile::Mile),
    Convert(convert::Convert),
    Completions(completions::Completions),
    Man(man::Man),
}

fn main() -> ExitCode {
    // The library starts this executable again for each PDF file: no verb for people.
    if cento_pdf::is_called(&std::env::args_os().collect::<Vec<_>>()) {
        return cento_pdf::main();
    }
    let cento = Cento::parse();
    stop::listen();
    let outcome = match cento.verb {
        Verb::Find(find) => find.run(),
        Verb::Check(check) => check.run(),
        Verb::Origin(origin) => origin.run(),
        Verb::Index(index) => index.run(),
        Verb::Compare(compare) => compare.run(),
        Verb::Explain(explain) => explain.run(),
        Verb::Mile(mile) => mile.run(),
        Verb::Convert(convert) => convert.run(),
        Verb::Completions(completions) => completions.run(),
        Verb::Man(man) => man.run(),
    };
    match outcome {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if matches!(error.downcast_ref(), Some(cento::Error::Stopped)) => {
            // What shells report for a program ended by Ctrl-C.
            ExitCode::from(130)
        }
        Err(error) => {
            // The first line says what failed; what follows, hints among it, stands as it is.
            let _ = writeln!(io::stderr(), "cento: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether whoever reads our output has had enough, as `head` does.
fn is_closed_pipe(error: &Error) -> bool {
    error.chain().any(|cause| {
        let io = cause
            .downcast_ref::<io::Error>()
            .or_else(|| match cause.downcast_ref() {
                Some(cento::Error::Io { cause, .. }) => Some(cause),
                _ => None,
            });
        io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    })
}
