//! Texts with what is true of every pair of them.

use std::collections::BTreeSet;
use std::io::{BufWriter, Write};

use anyhow::Result;
use cento::engine;
use cento::find::{Counted, FindOptions, OrderOptions, Score};
use cento::report::{PairRow, Sink};
use cento::watch::Unwatched;
use serde_json::json;

use super::book::{Book, filler};
use super::judge::Tally;
use super::kin::{Kin, Profile, SCHEME};
use super::mix::mix;
use crate::random::Random;
use crate::threads;

/// A text and the works it is made of.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) text: String,
    /// The work it is a copy of, then those that lent it filler.
    pub(super) works: Vec<String>,
}

impl Text {
    /// A text of one work.
    pub(super) fn whole(work: &str, text: String) -> Self {
        Self {
            text,
            works: vec![work.to_owned()],
        }
    }

    /// A copy of a book of which `share` stays and the rest is from other works.
    pub(super) fn part(book: &Book, works: &[&Book], share: f64, random: &mut Random) -> Self {
        let replaced = (book.text.len() as f64 * (1.0 - share)).ceil() as usize;
        let (filler, lenders) = filler(works, &book.work, replaced, random);
        Self {
            text: mix(&book.text, &filler, share, random),
            works: [vec![book.work.clone()], lenders].concat(),
        }
    }
}

/// Texts to find the duplicates among.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    pub(super) texts: Vec<Text>,
}

/// How the engine may be told to decide: all words or those of both, not confirmed or confirmed. The last is its default.
pub(super) const VARIANTS: [(&str, Counted, bool); 4] = [
    ("all words", Counted::All, false),
    ("all words, confirmed", Counted::All, true),
    ("words of both", Counted::Both, false),
    ("words of both, confirmed", Counted::Both, true),
];

/// What the rules find on a shelf.
pub(super) struct Outcome {
    /// Pairs whose truth is known.
    pub(super) pairs: Vec<(usize, usize, bool)>,
    /// In the order of the pairs.
    pub(super) kins: Vec<Kin>,
    /// For each of the [`VARIANTS`], whether the engine finds the pair.
    pub(super) engine: Vec<Vec<bool>>,
}

impl Shelf {
    /// Whether two texts are duplicates; none where it is not asked, since the one has filler from a work of the other, or
    /// since both are parts of one work, which may be different parts.
    fn truth(&self, a: usize, b: usize) -> Option<bool> {
        let [a, b] = [a, b].map(|at| &self.texts[at].works);
        if a.iter().all(|work| !b.contains(work)) {
            Some(false)
        } else {
            let is_whole = a.len() == 1 || b.len() == 1;
            (a[0] == b[0] && is_whole).then_some(true)
        }
    }

    /// All pairs whose truth is known.
    pub(super) fn pairs(&self) -> Vec<(usize, usize, bool)> {
        let all = (0..self.texts.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        all.filter_map(|(a, b)| Some((a, b, self.truth(a, b)?)))
            .collect()
    }

    /// The profiles of all texts.
    pub(super) fn profiles(&self) -> Vec<Profile> {
        threads::map(self.texts.len(), |at| Profile::new(&self.texts[at].text))
    }

    /// Applies the paper's rules and the engine's.
    pub(super) fn judge(&self) -> Result<Outcome> {
        let pairs = self.pairs();
        let profiles = self.profiles();
        let kins = threads::map(pairs.len(), |at| {
            let (a, b, _) = pairs[at];
            Kin::of(&profiles[a], &profiles[b])
        });
        let engine = self.find()?;
        let among = |found: &BTreeSet<(usize, usize)>| {
            let is_found = |&(a, b, _): &(usize, usize, bool)| found.contains(&(a, b));
            pairs.iter().map(is_found).collect()
        };
        Ok(Outcome {
            engine: engine.iter().map(among).collect(),
            pairs,
            kins,
        })
    }

    /// What the engine finds, for each of the [`VARIANTS`].
    fn find(&self) -> Result<Vec<BTreeSet<(usize, usize)>>> {
        let mut file = tempfile::Builder::new().suffix(".jsonl").tempfile()?;
        let mut out = BufWriter::new(file.as_file_mut());
        for (at, text) in self.texts.iter().enumerate() {
            writeln!(
                out,
                "{}",
                json!({ "id": at.to_string(), "text": text.text })
            )?;
        }
        out.flush()?;
        drop(out);
        let input = [file.path().to_string_lossy().into_owned()];
        let find = |&(_, words, is_confirmed): &(&str, Counted, bool)| {
            let order = OrderOptions::default();
            let options = FindOptions {
                order: OrderOptions {
                    words,
                    confirmed: if is_confirmed { order.confirmed } else { 0.0 },
                    ..order
                },
                max_copies: usize::MAX,
                threads: std::thread::available_parallelism().map_or(1, usize::from),
                ..FindOptions::new(SCHEME.parse()?, MEMORY, std::env::temp_dir())
            };
            let mut found = Found::default();
            engine::find(&input, None, &options, &Unwatched, &mut found)?;
            Ok(found.0)
        };
        VARIANTS.iter().map(find).collect()
    }
}

/// Memory of a run.
const MEMORY: usize = 1 << 30;

/// Pairs by the places of their texts, the lower first.
#[derive(Default)]
struct Found(BTreeSet<(usize, usize)>);

impl Sink for Found {
    fn pair(&mut self, row: &PairRow) -> cento::error::Result<()> {
        let [a, b] = [&row.a_id, &row.b_id].map(|id| id.parse().expect("ids are numbers"));
        self.0.insert(if a < b { (a, b) } else { (b, a) });
        Ok(())
    }
}

impl Outcome {
    /// How many pairs are duplicates.
    pub(super) fn duplicates(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.2).count()
    }

    /// Whether each pair reaches the paper's threshold.
    fn reaches(&self, by: Score) -> Vec<bool> {
        let reaches = |kin: &Kin| kin.score(by) >= by.threshold();
        self.kins.iter().map(reaches).collect()
    }

    /// What is right of the pairs that one of the [`VARIANTS`] finds.
    pub(super) fn variant(&self, at: usize) -> Tally {
        self.tally(self.engine[at].iter().copied())
    }

    /// The rules that are set beside one another, with the pairs each finds.
    pub(super) fn rules(&self) -> [(&'static str, Vec<bool>); 3] {
        [
            ("cs, as in the paper", self.reaches(Score::Cs)),
            ("its, as in the paper", self.reaches(Score::Its)),
            ("cento's default", self.engine[VARIANTS.len() - 1].clone()),
        ]
    }

    /// Duplicates that the rule of one of the [`VARIANTS`] without confirmation finds where every pair is compared, and the
    /// engine, which looks at those that share enough words, does not.
    pub(super) fn not_compared(&self, at: usize) -> usize {
        let (_, words, _) = VARIANTS[at];
        let pairs = self.pairs.iter().zip(&self.kins).zip(&self.engine[at]);
        let lost = pairs.filter(|((pair, kin), found)| pair.2 && kin.is_found(words) && !**found);
        lost.count()
    }

    /// Of pairs in order, whether they are found.
    pub(super) fn tally(&self, found: impl Iterator<Item = bool>) -> Tally {
        Tally::of(found.zip(self.pairs.iter().map(|pair| pair.2)))
    }
}
