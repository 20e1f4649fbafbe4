//! What is lost by longer units, and what by storing fewer of them.

use std::fmt::Write;

use anyhow::Result;
use cento::fingerprint::Mile;

use super::folds::Mean;
use super::pairs::{Maker, Plan};
use super::table::{FEW_EDITS, Measured};
use super::way::{Counting, Way};
use crate::page::Table;
use crate::threads;

/// Bits of a token and tokens of a unit, 20 bits together.
const UNITS: [(u32, u32); 2] = [(5, 4), (4, 5)];

const OVERLEAPS: [u32; 6] = [1, 2, 3, 4, 5, 6];

/// Sets of pairs, each measured once.
const SETS: u64 = if cfg!(test) { 1 } else { 10 };

/// Adds the part to the page.
pub(super) fn report(maker: &Maker<'_>, plan: Plan, body: &mut String) -> Result<()> {
    let _ = write!(
        body,
        "### By the overleap\n\nMean F1 over {SETS} sets of pairs (seeds 1 to {SETS}, one run each), and its standard deviation. \
         Bytes are of stored units; where all are stored, of the bits of tokens.\n\n"
    );
    let shares = [plan.edits, FEW_EDITS];
    let headings = ["unit", "o", "bytes"].map(str::to_owned).into_iter();
    let edited = shares.map(|edits| format!("{:.0} % edited", 100.0 * edits));
    let mut table = Table::new(headings.chain(edited));
    let miles: Vec<Mile> = UNITS
        .into_iter()
        .flat_map(|(bits, length)| {
            OVERLEAPS.map(|overleap| Mile {
                bits,
                length,
                overleap,
            })
        })
        .collect();
    // By share of edits, and by way.
    let mut means = [(); 2].map(|()| vec![Vec::new(); miles.len()]);
    let mut bytes = vec![0.0; miles.len()];
    for (edits, means) in shares.into_iter().zip(&mut means) {
        for seed in 1..=SETS {
            let pairs = maker.pairs(Plan {
                edits,
                seed,
                ..plan
            });
            let all = threads::map(miles.len(), |at| {
                Measured::new(Way::Mile(miles[at]), &pairs, Counting::Set, 1)
            });
            for (at, own) in all.into_iter().enumerate() {
                let own = own?;
                means[at].extend(own.means());
                bytes[at] = own.bytes;
            }
        }
    }
    for (at, mile) in miles.iter().enumerate() {
        let first = [
            format!("b={}, m={}", mile.bits, mile.length),
            mile.overleap.to_string(),
            format!("{:.0}", bytes[at]),
        ];
        let f1 = means.iter().map(|means| {
            let mean = Mean::of(&means[at]);
            format!("{:.3} ({:.3})", mean.mean, mean.deviation)
        });
        table.row(first.into_iter().chain(f1));
    }
    let _ = writeln!(body, "{table}");
    Ok(())
}
