//! What DCT fingerprints survive and what they confuse, by layout.
//!
//! Survival: a random word of a chunk is replaced by a random word of the collection (drawn by
//! frequency) that leaves the breaks where they are; does the fingerprint stay the same? False
//! collisions: two chunks that differ in more than one word and have the same fingerprint.

mod chunks;
mod layout;

use std::path::PathBuf;

use anyhow::Result;
use cento::fingerprint::{HashBreak, Short};
use clap::Args;

use crate::page::{PageArguments, Table, percent};
use chunks::Chunks;
pub(crate) use layout::{Bits, Layout};

/// Options of `cento-eval dct`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A collection: JSONL, plain or gzipped
    collection: PathBuf,
    /// Chunks end after tokens with hash 0 mod p
    #[arg(long, default_value_t = 3)]
    p: usize,
    /// Seed of the replacements
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    page: PageArguments,
}

/// Lengths of chunks that are counted together.
const LENGTHS: [(usize, usize); 8] = [
    (3, 3),
    (4, 4),
    (5, 5),
    (6, 7),
    (8, 11),
    (12, 19),
    (20, 39),
    (40, usize::MAX),
];

/// No layout keeps more coefficients.
pub(crate) const MOST: usize = 64;

/// Replacements tried for each length.
const TRIALS: usize = 20_000;

/// Layouts that are tried.
fn layouts() -> Vec<Layout> {
    let mut list = Vec::new();
    list.extend([3, 2].map(|bits| Layout::paper(Bits::Fixed(bits))));
    for (width, length) in [(32, 5), (64, 8)] {
        let mut add = |length, dc, bits, room, hashed| {
            list.push(Layout {
                width,
                length,
                dc,
                bits,
                room,
                hashed,
            });
        };
        let room = width - length;
        add(0, true, Bits::First(&[8, 4, 2]), width, 0);
        add(length, true, Bits::First(&[8, 4, 2]), room, 0);
        add(length, false, Bits::First(&[8, 4, 2]), room, 0);
        add(length, false, Bits::First(&[8, 4, 2]), room, 5);
        for bits in [1, 2, 3, 4, 6, 8] {
            add(length, false, Bits::Fixed(bits), room, 0);
        }
        add(length, false, Bits::Fill(2, 28), room, 0);
        let rooms: &[u32] = if width == 32 {
            &[24, 27]
        } else {
            &[30, 36, 40, 48, 56]
        };
        for &room in rooms {
            for least in [2, 3] {
                add(length, false, Bits::Fill(least, 28), room, 5);
            }
        }
        // Ours with one thing changed.
        let ours = Layout::engine(width);
        list.push(Layout { length: 0, ..ours });
        list.push(Layout { dc: true, ..ours });
        list.push(Layout { hashed: 0, ..ours });
    }
    list
}

/// Runs the study.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let breaks = HashBreak {
        p: arguments.p,
        short: Short::Drop,
    };
    let chunks = Chunks::read(&arguments.collection, breaks)?;
    let trials = chunks.trials(arguments.seed, TRIALS);
    let mut survival = Table::new(headings());
    let mut collisions = Table::new(headings());
    let shares = chunks
        .shares()
        .into_iter()
        .chain([1.0])
        .map(|share| percent(share, 1.0));
    survival.row(std::iter::once("*share of chunks*".to_owned()).chain(shares));
    for layout in layouts() {
        let name = layout.name();
        survival.row(std::iter::once(name.clone()).chain(trials.survived(&layout)));
        collisions.row(std::iter::once(name).chain(chunks.collisions(&layout)));
    }
    let body = format!(
        "{} distinct chunks, {} replacements. Columns are lengths of chunks in tokens.\n\n\
         ## Chunks that survive the replacement of one word, per cent\n\n{survival}\n\
         ## False collisions in a thousand million pairs of chunks\n\n{collisions}",
        chunks.len(),
        trials.total()
    );
    let data = [arguments.page.data(0, &arguments.collection)];
    let command = format!(
        "cento-eval dct COLLECTION --p {} --seed {}",
        arguments.p, arguments.seed
    );
    let title = "DCT fingerprints: what they survive and what they confuse";
    arguments.page.write(title, &command, &data, &body)
}

fn headings() -> Vec<String> {
    let mut headings = vec!["layout".to_owned()];
    headings.extend(LENGTHS.iter().map(|&(least, most)| match most {
        usize::MAX => format!("{least}+"),
        _ if least == most => least.to_string(),
        _ => format!("{least}-{most}"),
    }));
    headings.push("all".to_owned());
    headings
}
