//! `cento-eval`: the papers' tables, accuracy studies and generators of test data.
//!
//! Each study reads collections, measures, and writes a Markdown page with its data, commit and
//! machine, so that anyone can run it again.

mod check;
mod classes;
mod clock;
mod collection;
mod dct;
mod decks;
mod editions;
mod edits;
mod f1;
mod fingerprints;
mod labels;
mod material;
mod mile;
mod origin;
mod page;
mod plot;
mod random;
mod selection;
mod sentences;
mod synth;
mod threads;
mod tree;
mod web;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Studies of cento, and data to study it with.
#[derive(Parser)]
#[command(name = "cento-eval", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// How long it takes to check a text against an index
    Check(check::Arguments),
    /// Documents by class of reuse, for several schemes
    Classes(classes::Arguments),
    /// What DCT fingerprints survive and confuse, by how they are quantised
    Dct(dct::Arguments),
    /// Write presentations that take slides from one another
    Decks(decks::Arguments),
    /// Editions of books by the order of their unique words, beside the paper's rules and baselines
    Editions(editions::Arguments),
    /// Which fingerprints tell the classes of reuse apart
    Fingerprints(fingerprints::Arguments),
    /// Precision and recall of each label on generated cases
    Labels(labels::Arguments),
    /// A few bits of each word: classes, chance matches, decks and bytes
    Mile(mile::Arguments),
    /// Who had it first: selections, evictions and estimations in tables of fixed size
    Origin(origin::Arguments),
    /// The share of shingles that each selector keeps
    Selection(selection::Arguments),
    /// Sentences that share most of their words, by scan, by rare words and by signatures
    Sentences(sentences::Arguments),
    /// Write a collection of any size with known reuse
    Synth(synth::Arguments),
    /// What is kept of web pages, and what of their frames
    Web(web::Arguments),
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Classes(arguments) => classes::run(&arguments),
        Command::Dct(arguments) => dct::run(&arguments),
        Command::Decks(arguments) => decks::run(&arguments),
        Command::Editions(arguments) => editions::run(&arguments),
        Command::Fingerprints(arguments) => fingerprints::run(&arguments),
        Command::Labels(arguments) => labels::run(&arguments),
        Command::Mile(arguments) => mile::run(&arguments),
        Command::Origin(arguments) => origin::run(&arguments),
        Command::Selection(arguments) => selection::run(&arguments),
        Command::Sentences(arguments) => sentences::run(&arguments),
        Command::Synth(arguments) => synth::run(&arguments),
        Command::Web(arguments) => web::run(&arguments),
    }
}

/// The arguments of a study, for its tests.
#[cfg(test)]
fn test_arguments<A: clap::Args>(arguments: &[&str]) -> A {
    #[derive(Parser)]
    struct Only<A: clap::Args> {
        #[command(flatten)]
        arguments: A,
    }
    Only::parse_from(std::iter::once(&"study").chain(arguments)).arguments
}
