//! Ways to find a sentence among many, and what each takes.

use std::collections::HashSet;

use anyhow::Result;
use cento::find::SentenceOptions;
use cento::fingerprint::Signing;

use super::scan::{Scan, enough};
use super::sets::{Sets, Vocabulary};
use super::standing::{Signatures, Tables};
use super::times::Scanned;
use crate::clock::seconds_of;

/// A way to find sentences: what it found, and what that took.
pub(super) struct Way {
    pub(super) name: String,
    /// The share of the scan's pairs, and of the sources.
    pub(super) recall: [f64; 2],
    /// For each sentence asked for.
    pub(super) seconds: f64,
    pub(super) split: Option<Split>,
}

/// What is known where candidates are found first and then compared.
#[derive(Clone, Copy)]
pub(super) struct Split {
    /// For each sentence asked for.
    pub(super) candidates: f64,
    /// Of the seconds, those in which words were compared.
    pub(super) comparing: f64,
}

/// Sentences that are asked for, and what a scan found.
pub(super) struct Asked<'a> {
    pub(super) own: &'a Sets,
    pub(super) reference: &'a Sets,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) scanned: &'a Scanned,
    /// The document that each is from.
    pub(super) sources: &'a [Option<u32>],
}

/// Signatures and the distances that are measured, up to where most that share half of the words are found.
pub(super) const NEAR: [(Signing, &[u32]); 2] = [
    (
        Signing {
            bits: 64,
            hashes: 2,
        },
        &[3, 5, 7, 9, 11, 13, 15, 17, 20],
    ),
    (
        Signing {
            bits: 128,
            hashes: 2,
        },
        &[6, 9, 12, 15, 18, 21, 24],
    ),
];

/// Chunks that signatures are cut into. The more there are, the fewer values are near, and the more sentences stand at
/// each.
const CHUNKS: [u32; 4] = [2, 3, 4, 6];

/// To look up a value takes at least as long as to go through so many signatures: it is not tried where that is more.
const SIGNATURES_A_LOOK: u64 = 16;

/// Sentences by which the best number of chunks is found out.
const TRIED: usize = 10;

impl Asked<'_> {
    /// Every distance of signatures that stand in tables: each with as many chunks as take least, or all gone through where
    /// that takes less.
    pub(super) fn near(&self) -> Result<Vec<Way>> {
        let mut ways = Vec::new();
        for (signing, distances) in NEAR {
            let own = self.vocabulary.signatures(self.own, signing);
            let signatures = self.vocabulary.signatures(self.reference, signing);
            let signatures = Signatures::new(&signatures, signing.bits);
            let tables = CHUNKS.map(|chunks| (chunks, Tables::new(&signatures, chunks)));
            for &distance in distances {
                let is_tried = |tables: &Tables<'_>| {
                    let looks = tables.looks(distance).saturating_mul(SIGNATURES_A_LOOK);
                    looks <= self.reference.len() as u64
                };
                let tried = tables.iter().filter(|(_, tables)| is_tried(tables));
                let mut best = (f64::MAX, None);
                for tables in tried.map(Some).chain([None]) {
                    let own = &own[..own.len().min(TRIED)];
                    let generate = generate(&signatures, tables, distance);
                    let mut lists = Vec::new();
                    let seconds = seconds_of(|| fill(&mut lists, own, &generate))?;
                    if seconds < best.0 {
                        best = (seconds, tables);
                    }
                }
                let how = match best.1 {
                    Some((chunks, _)) => format!("{chunks} tables"),
                    None => "all gone through".to_owned(),
                };
                let name = format!("{} bits, d = {distance}, {how}", signing.bits);
                let generate = generate(&signatures, best.1, distance);
                ways.push(self.split(name, &own, generate)?);
            }
        }
        Ok(ways)
    }

    /// Candidates first, then their words.
    fn split(
        &self,
        name: String,
        own: &[u128],
        generate: impl Fn(u128, &mut Vec<u32>),
    ) -> Result<Way> {
        let mut lists = Vec::new();
        let generating = seconds_of(|| fill(&mut lists, own, &generate))?;
        let options = SentenceOptions::default();
        let weights = self.vocabulary.weights();
        let mut scan = Scan::new(self.reference, self.vocabulary, &weights);
        let mut found = HashSet::new();
        let comparing = seconds_of(|| {
            for (sentence, list) in lists.iter().enumerate() {
                let words = self.own.words(sentence);
                let enough = enough(words.len(), options.threshold, options.least);
                let document = self.own.document_of(sentence);
                let candidates = list.iter().map(|&candidate| candidate as usize);
                scan.among(candidates, words, enough, |shared| {
                    found.insert((document, self.reference.document_of(shared.reference)));
                });
            }
            Ok(())
        })?;
        let asked = self.own.len().max(1) as f64;
        let candidates = lists.iter().map(Vec::len).sum::<usize>() as f64;
        Ok(Way {
            name,
            recall: self.scanned.recall(&found, self.sources),
            seconds: (generating + comparing) / asked,
            split: Some(Split {
                candidates: candidates / asked,
                comparing: comparing / asked,
            }),
        })
    }
}

/// Finds candidates in tables, or among all.
fn generate<'a>(
    signatures: &'a Signatures,
    tables: Option<&'a (u32, Tables<'a>)>,
    distance: u32,
) -> impl Fn(u128, &mut Vec<u32>) + 'a {
    move |query, out| match tables {
        Some((_, tables)) => tables.look_up(query, distance, out),
        None => signatures.scan(query, distance, out),
    }
}

/// Makes the candidates of each signature anew.
fn fill(
    lists: &mut Vec<Vec<u32>>,
    own: &[u128],
    generate: impl Fn(u128, &mut Vec<u32>),
) -> Result<()> {
    lists.resize(own.len(), Vec::new());
    for (&query, list) in own.iter().zip(lists) {
        list.clear();
        generate(query, list);
    }
    Ok(())
}
