//! What looking up a sentence takes by size and recall (the paper's figures 8, 9, 10 and 12).

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;

use super::growth::decades;
use super::sizes::{Size, Whole};
use super::ways::NEAR;
use crate::page::Table;
use crate::plot::{Axis, Line, Plot};

/// What of all that is to be found signatures must find.
const LEVELS: [f64; 3] = [0.7, 0.9, 0.99];

/// What recall is counted of, in the order of [`Way::recall`](super::ways::Way::recall).
const OF: [&str; 2] = ["pairs", "sources"];

/// A time in milliseconds.
fn milliseconds(seconds: f64) -> String {
    format!("{:.4}", 1e3 * seconds)
}

/// How many times one goes into another.
fn times(longer: f64, shorter: f64) -> String {
    format!("{:.2}", longer / shorter.max(f64::MIN_POSITIVE))
}

/// Adds the part to the page.
pub(super) fn report(
    paths: &[PathBuf],
    first: &[usize],
    body: &mut String,
    plots: &mut Vec<(String, Plot)>,
) -> Result<()> {
    let mut sizes = Vec::new();
    for path in paths {
        sizes.extend(Whole::read(path)?.measure(first)?);
    }
    body.push_str(
        "## Sizes (their figures 8, 9, 10 and 12)\n\nSentences drawn from each collection, in another order and with \
         a quarter of their words replaced by some that stand nowhere, where half are left. Each is looked for, \
         threshold 0.5, on one thread, in CPU milliseconds a sentence. Recall is of all pairs of a sentence and a \
         document that the scan finds, and of the document that the sentence is from. Words are looked up in an \
         index, as `cento check --sentences` does it, but for all that they share whatever it weighs \
         (`--min-weight 0`): these are the scan's pairs. Signatures are looked up in an index that is made with `qsign` \
         for the distance, and, so that they are not charged with reading one, in tables of the study, which are in \
         memory before the clock runs; there each distance is looked up in as many tables as take least, or all signatures are gone through where \
         that takes less. The time to compare words is measured apart from that to find candidates there. That of an \
         index has in it what that of tables has not: to read and split the sentence, and to give up to ten documents. The places of a word are fetched once for all sentences that ask for it. Many at once is `find` \
         of all sentences in the collection without reading and splitting, which puts the whole collection in order \
         for them.\n\n",
    );
    for (of, name) in OF.iter().enumerate().rev() {
        let _ = writeln!(
            body,
            "The signatures that take least, of those that find so much of the {name}. That of the scan is 1, that of \
             words stands below. Last, how often their time goes into that of the scan, and of words in an index. \
             The paper: under a second at 5.2 million sentences, and 10 to 100 times ahead of the inverted index up to \
             a recall of .9.\n\n{}",
            levels(&sizes, of)
        );
    }
    let _ = writeln!(
        body,
        "In an index: bytes a sentence, of which the texts are the same in all; the values that are looked up for a \
         sentence, and the sentences that stand there, each of which is compared (all of them where none are looked \
         up); times with up to ten documents given out and with none; and recall, last of the pairs that are within \
         the distance.\n\n{}",
        in_an_index(&sizes)
    );
    let _ = writeln!(body, "Each way:\n\n{}", each_way(&sizes));
    plot(&sizes, body, plots);
    Ok(())
}

fn levels(sizes: &[Size], of: usize) -> Table {
    let mut table = Table::new([
        "",
        "sentences",
        "recall",
        "signatures",
        "theirs",
        "ms",
        "of which comparing words",
        "scan, ms",
        "words, ms",
        "scan, times",
        "words, times",
    ]);
    for size in sizes {
        for level in LEVELS {
            let [scan, words] = [&size.scan, &size.words.way].map(|way| way.seconds);
            let mut cells = vec![
                size.collection.clone(),
                size.sentences.to_string(),
                level.to_string(),
            ];
            let cheapest = size.cheapest(level, of);
            cells.extend(match cheapest {
                Some(way) => [
                    way.name.clone(),
                    format!("{:.3}", way.recall[of]),
                    milliseconds(way.seconds),
                    way.split
                        .map_or(String::new(), |split| milliseconds(split.comparing)),
                ],
                None => {
                    let most = NEAR.map(|(signing, distances)| {
                        let most = distances.iter().max().copied().unwrap_or(0);
                        format!("{most} of {}", signing.bits)
                    });
                    let none = format!("none up to d = {}", most.join(" and "));
                    [none, String::new(), String::new(), String::new()]
                }
            });
            cells.extend([scan, words].map(milliseconds));
            let quotient =
                |longer: f64| cheapest.map_or(String::new(), |way| times(longer, way.seconds));
            cells.extend([scan, words].map(quotient));
            table.row(cells);
        }
    }
    table
}

fn in_an_index(sizes: &[Size]) -> Table {
    let mut table = Table::new([
        "",
        "sentences",
        "way",
        "bytes",
        "texts",
        "words",
        "postings",
        "segments",
        "values",
        "met",
        "ms",
        "nothing given out",
        "recall, pairs",
        "sources",
        "of what is near",
    ]);
    for size in sizes {
        for stored in std::iter::once(&size.words).chain(&size.signatures) {
            let bytes = |bytes: u64| format!("{:.1}", bytes as f64 / size.sentences.max(1) as f64);
            let info = &stored.info;
            let near = stored.distance.and_then(|distance| {
                let name = format!("64 bits, d = {distance},");
                let near = size.near.iter().find(|way| way.name.starts_with(&name))?;
                Some(stored.way.recall[0] / near.recall[0])
            });
            let [pairs, sources] = stored.way.recall.map(|recall| format!("{recall:.3}"));
            table.row([
                size.collection.clone(),
                size.sentences.to_string(),
                stored.way.name.clone(),
                bytes(info.bytes),
                bytes(info.bytes_of_texts),
                bytes(info.bytes_of_words),
                bytes(info.bytes_of_postings),
                info.segments.to_string(),
                format!("{:.1}", stored.values),
                format!("{:.1}", stored.met),
                milliseconds(stored.way.seconds),
                milliseconds(stored.silent),
                pairs,
                sources,
                near.map_or(String::new(), |near| format!("{near:.3}")),
            ]);
        }
    }
    table
}

fn each_way(sizes: &[Size]) -> Table {
    let mut table = Table::new([
        "",
        "documents",
        "sentences",
        "asked for",
        "way",
        "recall, pairs",
        "sources",
        "candidates a sentence",
        "ms",
        "of which comparing words",
        "of the scan's time",
    ]);
    for size in sizes {
        let signatures = size.signatures.iter().map(|stored| &stored.way);
        let ways = [&size.scan, &size.words.way].into_iter().chain(signatures);
        for way in ways.chain(&size.others).chain(&size.near) {
            let [pairs, sources] = way.recall.map(|recall| format!("{recall:.3}"));
            let [candidates, comparing] = match way.split {
                Some(split) => [
                    format!("{:.1}", split.candidates),
                    milliseconds(split.comparing),
                ],
                None => [String::new(), String::new()],
            };
            table.row([
                size.collection.clone(),
                size.documents.to_string(),
                size.sentences.to_string(),
                size.queries.to_string(),
                way.name.clone(),
                pairs,
                sources,
                candidates,
                milliseconds(way.seconds),
                comparing,
                format!(
                    "{:.5}",
                    way.seconds / size.scan.seconds.max(f64::MIN_POSITIVE)
                ),
            ]);
        }
    }
    table
}

/// Plots the sizes of the collection that has most sentences.
fn plot(sizes: &[Size], body: &mut String, plots: &mut Vec<(String, Plot)>) {
    let Some(largest) = sizes.iter().max_by_key(|size| size.sentences) else {
        return;
    };
    let own = sizes
        .iter()
        .filter(|size| size.collection == largest.collection);
    let own: Vec<&Size> = own.collect();
    let line = |name: String, way: &dyn Fn(&Size) -> Option<f64>| Line {
        name,
        points: (own.iter())
            .filter_map(|size| Some((size.sentences as f64, 1e3 * way(size)?)))
            .collect(),
    };
    let mut lines = vec![
        line("scan".to_owned(), &|size| Some(size.scan.seconds)),
        line("words".to_owned(), &|size| Some(size.words.way.seconds)),
    ];
    let near = LEVELS.map(|level| {
        let of_sources = OF.len() - 1;
        let seconds = move |size: &Size| Some(size.cheapest(level, of_sources)?.seconds);
        line(format!("signatures, {level}"), &seconds)
    });
    lines.extend(near.into_iter().filter(|line| !line.points.is_empty()));
    let sentences = own.iter().map(|size| size.sentences as f64);
    let (least, most) = sentences.fold((f64::MAX, 0.0), |(least, most): (f64, f64), count| {
        (least.min(count), most.max(count))
    });
    let power = |count: f64| count.max(1.0).log10();
    let (from, to) = (power(least).floor() as i32, power(most).ceil() as i32);
    let plot = Plot {
        title: format!(
            "Time of a sentence by size of {}, recall of sources",
            largest.collection
        ),
        x: Axis {
            label: "sentences".to_owned(),
            marks: (from..=to.max(from + 1))
                .map(|power| 10f64.powi(power))
                .collect(),
            is_logarithmic: true,
        },
        y: Axis {
            label: "milliseconds a sentence".to_owned(),
            marks: decades(&lines),
            is_logarithmic: true,
        },
        lines,
    };
    let name = "sentences-sizes.svg";
    let _ = writeln!(body, "![{}]({name})\n", plot.title);
    plots.push((name.to_owned(), plot));
}

#[cfg(test)]
mod tests {
    use cento::index::Info;

    use super::super::indexed::Stored;
    use super::super::ways::{Split, Way};
    use super::*;

    fn way(name: &str, recall: [f64; 2], seconds: f64) -> Way {
        Way {
            name: name.to_owned(),
            recall,
            seconds,
            split: Some(Split {
                candidates: 2.0,
                comparing: seconds / 4.0,
            }),
        }
    }

    /// In an index of ten sentences.
    fn stored(way: Way, distance: Option<u32>) -> Stored {
        Stored {
            distance,
            silent: way.seconds / 2.0,
            way,
            info: Info {
                bytes: 1000,
                bytes_of_texts: 400,
                bytes_of_words: 300,
                bytes_of_postings: 200,
                segments: 2,
                ..Info::default()
            },
            values: 66.0,
            met: 1.5,
        }
    }

    #[test]
    fn the_cheapest_that_finds_enough_is_set_beside_the_others() {
        let size = Size {
            collection: "c".to_owned(),
            documents: 5,
            sentences: 10,
            queries: 3,
            scan: way("scan", [1.0; 2], 0.008),
            words: stored(way("words", [1.0; 2], 0.001), None),
            signatures: vec![stored(way("kept", [0.15, 0.4], 0.0001), Some(3))],
            near: vec![
                way("64 bits, d = 3, near", [0.3, 0.75], 0.0005),
                way("further", [0.7, 0.9], 0.004),
                way("as far, faster", [0.6, 0.95], 0.002),
            ],
            others: Vec::new(),
        };
        let rows = |of| {
            let table = levels(std::slice::from_ref(&size), of).to_string();
            table.lines().skip(2).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(
            rows(1),
            [
                "| c | 10 | 0.7 | 64 bits, d = 3, near | 0.750 | 0.5000 | 0.1250 | 8.0000 | 1.0000 | 16.00 | 2.00 |",
                "| c | 10 | 0.9 | as far, faster | 0.950 | 2.0000 | 0.5000 | 8.0000 | 1.0000 | 4.00 | 0.50 |",
                "| c | 10 | 0.99 | none up to d = 20 of 64 and 24 of 128 |  |  |  | 8.0000 | 1.0000 |  |  |",
            ]
        );
        let table = in_an_index(std::slice::from_ref(&size)).to_string();
        assert_eq!(
            table.lines().skip(2).collect::<Vec<_>>(),
            [
                "| c | 10 | words | 100.0 | 40.0 | 30.0 | 20.0 | 2 | 66.0 | 1.5 | 1.0000 | 0.5000 | 1.000 | 1.000 |  |",
                "| c | 10 | kept | 100.0 | 40.0 | 30.0 | 20.0 | 2 | 66.0 | 1.5 | 0.1000 | 0.0500 | 0.150 | 0.400 | 0.500 |",
            ]
        );
        assert_eq!(
            rows(0)[0],
            "| c | 10 | 0.7 | further | 0.700 | 4.0000 | 1.0000 | 8.0000 | 1.0000 | 2.00 | 0.25 |"
        );
    }
}
