//! Which documents of two files of prints have runs of words in common.
//!
//! The stored units of one file are sorted; each unit of the other is looked up. Two hits in line make a pair, which is then
//! measured both ways. Nothing is compared pair by pair that shares no such units.

use serde::Serialize;

use super::PrintFile;
use crate::error::Result;
use crate::find::{Class, Counting, Thresholds};
use crate::fingerprint::{Contained, Contains, Mile, Run};

/// How prints are compared.
#[derive(Clone, Copy, Debug)]
pub struct Comparing {
    /// Tokens of a unit: the least that match.
    pub length: u32,
    /// Every so many-th unit is stored.
    pub overleap: u32,
    /// Whether units are used up.
    pub counting: Counting,
    /// When which share is how much.
    pub thresholds: Thresholds,
}

/// Two documents that have words in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SharedRow {
    /// The one in the first file.
    pub a_id: String,
    /// The other.
    pub b_id: String,
    /// How much of each the other has.
    pub a_in_b: f64,
    /// The other way round.
    pub b_in_a: f64,
    /// How much that is.
    pub a_level: &'static str,
    /// The other way round.
    pub b_level: &'static str,
    /// Both.
    pub class: &'static str,
    /// Words of each.
    pub a_tokens: u32,
    /// The other's.
    pub b_tokens: u32,
    /// Where words in common stand, from 0, counted in words.
    pub runs: Vec<RunRow>,
}

/// The same words in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RunRow {
    /// The first word.
    pub a_begin: u32,
    /// Behind the last.
    pub a_end: u32,
    /// The first word in the other.
    pub b_begin: u32,
    /// Behind the last.
    pub b_end: u32,
}

/// A stored unit: its value, its document, its place.
type Stored = (u64, u32, u32);

/// Hits of one unit in one document that are looked at: one word repeated has as many as words.
const MOST_PLACES: u32 = 64;

impl Comparing {
    /// Gives every pair of a document of `a` with one of `b`, or, without `b`, of two of `a`, in order.
    pub fn run(
        &self,
        a: &PrintFile,
        b: Option<&PrintFile>,
        mut each: impl FnMut(SharedRow) -> Result<()>,
    ) -> Result<()> {
        if let Some(b) = b {
            a.must_compare_with(b)?;
        }
        let mile = Mile {
            bits: a.bits(),
            length: self.length,
            overleap: self.overleap,
        };
        mile.validate()?;
        let others = b.unwrap_or(a);
        let stored = stored(mile, others);
        for (number, entry) in (0..).zip(&a.entries) {
            let mut hits = Vec::new();
            for (place, unit) in (0i64..).zip(mile.units(entry.print.values())) {
                each_place(&stored, unit, |doc, at| {
                    // Within one file, each pair once.
                    if b.is_some() || doc > number {
                        hits.push((doc, place - i64::from(at)));
                    }
                });
            }
            hits.sort_unstable();
            let mut found: Vec<u32> = hits
                .windows(2)
                .filter(|two| two[0] == two[1])
                .map(|two| two[0].0)
                .collect();
            found.dedup();
            if found.is_empty() {
                continue;
            }
            let own = Contains::new(mile, &entry.print);
            for other in found.into_iter().map(|doc| &others.entries[doc as usize]) {
                let contains = Contains::new(mile, &other.print);
                let runs = contains.runs(&entry.print);
                let [x, y] = [
                    self.share(&contains, &entry.print),
                    self.share(&own, &other.print),
                ]
                .map(Contained::share);
                let [x_level, y_level] = [x, y].map(|share| self.thresholds.level(share));
                each(SharedRow {
                    a_id: entry.id.clone(),
                    b_id: other.id.clone(),
                    a_in_b: x,
                    b_in_a: y,
                    a_level: x_level.name(),
                    b_level: y_level.name(),
                    class: Class::of(x_level, y_level).name(),
                    a_tokens: entry.print.tokens(),
                    b_tokens: other.print.tokens(),
                    runs: runs.iter().map(row).collect(),
                })?;
            }
        }
        Ok(())
    }

    fn share(&self, contains: &Contains, print: &crate::fingerprint::Print) -> Contained {
        match self.counting {
            Counting::Set => contains.contains(print),
            Counting::Multiset => contains.contains_once(print),
        }
    }
}

fn row(run: &Run) -> RunRow {
    let (a, b) = (run.a_span(), run.b_span());
    RunRow {
        a_begin: a.begin,
        a_end: a.end,
        b_begin: b.begin,
        b_end: b.end,
    }
}

/// All stored units of a file, in order.
fn stored(mile: Mile, file: &PrintFile) -> Vec<Stored> {
    let mut stored = Vec::new();
    for (doc, entry) in (0..).zip(&file.entries) {
        let units = mile.units(entry.print.values()).zip(0..);
        let every = units.step_by(mile.overleap as usize);
        stored.extend(every.map(|(unit, place)| (unit, doc, place)));
    }
    stored.sort_unstable();
    stored
}

/// Calls `each` with the documents and places of a unit, of each document the first.
fn each_place(stored: &[Stored], unit: u64, mut each: impl FnMut(u32, u32)) {
    let begin = stored.partition_point(|&(value, ..)| value < unit);
    let (mut last, mut count) = (None, 0);
    for &(_, doc, place) in stored[begin..]
        .iter()
        .take_while(|(value, ..)| *value == unit)
    {
        count = if last.replace(doc) == Some(doc) {
            count + 1
        } else {
            0
        };
        if count < MOST_PLACES {
            each(doc, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::mile::{Key, PrintWriter};

    fn file(key: &str, documents: &[(&str, String)]) -> PrintFile {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.mile");
        let key = Key::new(key).expect("a key");
        let mut writer = PrintWriter::create(&path, 4, Some(key)).expect("a file");
        for (id, text) in documents {
            writer.add(id, text).expect("a document");
        }
        writer.finish().expect("the end");
        PrintFile::parse(Path::new("a.mile"), &std::fs::read(path).expect("a file"))
            .expect("prints")
    }

    fn words(name: &str, count: usize) -> String {
        (0..count).map(|at| format!("{name}{at} ")).collect()
    }

    #[test]
    fn what_two_parties_share_is_found_where_it_stands() {
        let shared = words("shared", 40);
        let ours = file(
            "0123456789abcdef",
            &[
                (
                    "ours",
                    format!("{} {shared} {}", words("x", 60), words("y", 20)),
                ),
                ("other", words("z", 100)),
            ],
        );
        let theirs = file(
            "0123456789abcdef",
            &[
                ("no", words("q", 90)),
                ("theirs", format!("{} {shared}", words("p", 10))),
            ],
        );
        for overleap in [1, 4] {
            let comparing = Comparing {
                length: 5,
                overleap,
                counting: Counting::Set,
                thresholds: Thresholds::default(),
            };
            let mut rows = Vec::new();
            let each = |row| {
                rows.push(row);
                Ok(())
            };
            comparing.run(&ours, Some(&theirs), each).expect("rows");
            assert_eq!(rows.len(), 1);
            let row = &rows[0];
            assert_eq!(
                (&*row.a_id, &*row.b_id, row.a_tokens, row.b_tokens),
                ("ours", "theirs", 120, 50)
            );
            let longest = row
                .runs
                .iter()
                .max_by_key(|run| run.a_end - run.a_begin)
                .expect("a run");
            // By chance a word before or behind may seem to match too.
            assert!((58..=60).contains(&longest.a_begin) && (100..=102).contains(&longest.a_end));
            assert_eq!(longest.a_begin - longest.b_begin, 50);
            assert!(
                (0.3..0.45).contains(&row.a_in_b) && row.b_in_a > 0.75,
                "{row:?}"
            );
            assert_eq!(row.class, "C3");
        }
    }
}
