//! What is lost by longer units, and what by storing fewer of them.

use std::fmt::Write;

use anyhow::Result;
use cento::fingerprint::Mile;
use cento::token::Tokens;

use super::claims::FEW_EDITS;
use super::folds::Mean;
use super::pairs::{Maker, Pair, Plan};
use super::table::Measured;
use super::way::{Counting, Prints, Way};
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
         Bytes are of stored units; where all are stored, of the bits of tokens. Then, where nothing is edited, how far the \
         containments are above the shares that were planned, in hundredths, and the standard deviation of that; last where \
         each stored unit is met once.\n\n"
    );
    let shares = [plan.edits, FEW_EDITS];
    let headings = ["unit", "o", "bytes"].map(str::to_owned).into_iter();
    let edited = shares.map(|edits| format!("{:.0} % edited", 100.0 * edits));
    let errors = ["off, nothing edited", "off, units met once"].map(str::to_owned);
    let mut table = Table::new(headings.chain(edited).chain(errors));
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
    let unedited = maker.pairs(Plan { edits: 0.0, ..plan });
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
        let off = [Counting::Set, Counting::Once].map(|counting| off(*mile, &unedited, counting));
        let off: Vec<Mean> = off.into_iter().collect::<Result<_>>()?;
        let off = off
            .iter()
            .map(|mean| format!("{:+.1} ({:.1})", 100.0 * mean.mean, 100.0 * mean.deviation));
        table.row(first.into_iter().chain(f1).chain(off));
    }
    let _ = writeln!(body, "{table}");
    Ok(())
}

/// How far containments are above what was planned.
fn off(mile: Mile, pairs: &[Pair], counting: Counting) -> Result<Mean> {
    let documents: Vec<&Tokens> = pairs.iter().flat_map(|pair| &pair.documents).collect();
    let prints = Prints::new(Way::Mile(mile), documents.into_iter())?;
    let mut errors = Vec::with_capacity(2 * pairs.len());
    for (at, pair) in pairs.iter().enumerate() {
        let [x, y] = pair.shares;
        let found = prints.containments(2 * at, 2 * at + 1, counting);
        errors.extend([found[0] - x.max(y), found[1] - x.min(y)]);
    }
    Ok(Mean::of(&errors))
}
