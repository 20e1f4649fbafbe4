//! The distinct chunks of a collection, and what becomes of them.

use std::collections::HashSet;
use std::path::Path;

use anyhow::Result;
use cento::fingerprint::{Coefficient, HashBreak, Signal};
use cento::hash::run_hash;

use super::layout::Layout;
use super::{LENGTHS, MOST};
use crate::collection;
use crate::page::percent;
use crate::random::Random;

/// The distinct chunks of a collection with their coefficients, one after the other.
pub(crate) struct Chunks {
    tokens: Vec<u64>,
    coefficients: Vec<Coefficient>,
    /// Where each chunk begins in both.
    begins: Vec<(usize, usize)>,
    breaks: HashBreak,
}

/// Chunks before and after the replacement of a word, by length class.
pub(crate) struct Trials {
    by_class: Vec<Vec<Trial>>,
    /// The share of each class among the chunks.
    shares: Vec<f64>,
}

struct Trial {
    length: usize,
    before: (Vec<Coefficient>, u64),
    after: (Vec<Coefficient>, u64),
}

/// Which of [`LENGTHS`] a chunk of `length` tokens belongs to.
fn class(length: usize) -> Option<usize> {
    LENGTHS
        .iter()
        .position(|(least, most)| (*least..=*most).contains(&length))
}

fn coefficients(signal: &mut Signal, chunk: &[u64]) -> Vec<Coefficient> {
    signal.set(chunk);
    (0..chunk.len().min(MOST))
        .map(|k| signal.coefficient(k))
        .collect()
}

impl Chunks {
    /// Cuts a collection into chunks.
    pub(crate) fn read(path: &Path, breaks: HashBreak) -> Result<Self> {
        let mut chunks = Self {
            tokens: Vec::new(),
            coefficients: Vec::new(),
            begins: Vec::new(),
            breaks,
        };
        let mut seen = HashSet::new();
        let mut signal = Signal::default();
        for document in collection::tokens(path)? {
            breaks.chunks(&document.hashes, |_, chunk| {
                if class(chunk.len()).is_some() && seen.insert(run_hash(chunk)) {
                    chunks
                        .begins
                        .push((chunks.tokens.len(), chunks.coefficients.len()));
                    chunks.tokens.extend(chunk);
                    chunks.coefficients.extend(coefficients(&mut signal, chunk));
                }
            });
        }
        Ok(chunks)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.begins.len()
    }

    /// The share of each length class.
    pub(crate) fn shares(&self) -> Vec<f64> {
        let mut counts = vec![0.0; LENGTHS.len()];
        for at in 0..self.len() {
            if let Some(class) = class(self.chunk(at).len()) {
                counts[class] += 1.0 / self.len() as f64;
            }
        }
        counts
    }

    fn end(&self, at: usize) -> (usize, usize) {
        let ends = (self.tokens.len(), self.coefficients.len());
        self.begins.get(at + 1).copied().unwrap_or(ends)
    }

    fn chunk(&self, at: usize) -> &[u64] {
        &self.tokens[self.begins[at].0..self.end(at).0]
    }

    fn fingerprint(&self, at: usize, layout: &Layout) -> u64 {
        let coefficients = &self.coefficients[self.begins[at].1..self.end(at).1];
        let chunk = self.chunk(at);
        layout.fingerprint(coefficients, chunk.len(), run_hash(chunk))
    }

    /// Replaces a random word in up to `most` random chunks of each class. The new word is drawn
    /// from the chunks by frequency among those that break, or do not, as the old one does.
    pub(crate) fn trials(&self, seed: u64, most: usize) -> Trials {
        let mut random = Random::new(seed);
        let mut order: Vec<usize> = (0..self.len()).collect();
        random.shuffle(&mut order);
        let mut by_class: Vec<Vec<Trial>> = LENGTHS.iter().map(|_| Vec::new()).collect();
        let mut signal = Signal::default();
        for at in order {
            let chunk = self.chunk(at);
            let Some(class) = class(chunk.len()) else {
                continue;
            };
            if by_class[class].len() == most {
                continue;
            }
            let place = random.below(chunk.len());
            let old = chunk[place];
            let new = loop {
                let new = random.pick(&self.tokens);
                if new != old && self.breaks.breaks(new) == self.breaks.breaks(old) {
                    break new;
                }
            };
            let mut changed = chunk.to_vec();
            changed[place] = new;
            by_class[class].push(Trial {
                length: chunk.len(),
                before: (coefficients(&mut signal, chunk), run_hash(chunk)),
                after: (coefficients(&mut signal, &changed), run_hash(&changed)),
            });
        }
        Trials {
            by_class,
            shares: self.shares(),
        }
    }

    /// For each length class and for all chunks: false collisions in a thousand million pairs.
    pub(crate) fn collisions(&self, layout: &Layout) -> Vec<String> {
        let mut keyed: Vec<(u64, usize)> = (0..self.len())
            .map(|at| (self.fingerprint(at, layout), at))
            .collect();
        keyed.sort_unstable();
        let classes: Vec<Option<usize>> = (0..self.len())
            .map(|at| class(self.chunk(at).len()))
            .collect();
        let rate = |members: &[(u64, usize)]| {
            let pairs = members.len() as f64 * (members.len() as f64 - 1.0) / 2.0;
            let collided: f64 = members
                .chunk_by(|x, y| x.0 == y.0)
                .map(|group| self.different(group))
                .sum();
            if pairs == 0.0 {
                "-".to_owned()
            } else {
                scientific(collided / pairs * 1e9)
            }
        };
        let mut rates = Vec::new();
        for class in 0..LENGTHS.len() {
            let members: Vec<(u64, usize)> = keyed
                .iter()
                .filter(|(_, at)| classes[*at] == Some(class))
                .copied()
                .collect();
            rates.push(rate(&members));
        }
        rates.push(rate(&keyed));
        rates
    }

    /// How many pairs of a group differ in more than one word; of a large group, from a sample.
    fn different(&self, group: &[(u64, usize)]) -> f64 {
        let differ = |x: usize, y: usize| {
            let (x, y) = (self.chunk(x), self.chunk(y));
            x.len() != y.len() || x.iter().zip(y).filter(|(x, y)| x != y).count() > 1
        };
        let count = group.len();
        if count <= 40 {
            let later = |i: usize| group[i + 1..].iter().map(move |y| y.1);
            return (0..count)
                .map(|i| later(i).filter(|&y| differ(group[i].1, y)).count() as f64)
                .sum();
        }
        const SAMPLE: usize = 1000;
        let mut random = Random::new(count as u64);
        let different = (0..SAMPLE)
            .filter(|_| {
                let x = random.below(count);
                let y = (x + 1 + random.below(count - 1)) % count;
                differ(group[x].1, group[y].1)
            })
            .count();
        different as f64 / SAMPLE as f64 * (count as f64 * (count as f64 - 1.0) / 2.0)
    }
}

impl Trials {
    /// How many there are.
    pub(crate) fn total(&self) -> usize {
        self.by_class.iter().map(Vec::len).sum()
    }

    /// For each length class, and for all weighted by their share: the percentage that survives.
    pub(crate) fn survived(&self, layout: &Layout) -> Vec<String> {
        let mut all = 0.0;
        let mut row = Vec::new();
        for (trials, share) in self.by_class.iter().zip(&self.shares) {
            let same = |trial: &&Trial| {
                let fingerprint = |(coefficients, hash): &(Vec<_>, u64)| {
                    layout.fingerprint(coefficients, trial.length, *hash)
                };
                fingerprint(&trial.before) == fingerprint(&trial.after)
            };
            let survived = trials.iter().filter(same).count() as f64;
            all += share * survived / (trials.len() as f64).max(1.0);
            row.push(percent(survived, trials.len() as f64));
        }
        row.push(percent(all, 1.0));
        row
    }
}

/// Three significant digits.
fn scientific(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 0.01 => format!("{value:.2}"),
        value => format!("{value:.0e}"),
    }
}
