//! Made-up documents, and runs over them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use cento::align::{AlignOptions, Counts};
use cento::engine;
use cento::find::FindOptions;
use cento::group::{Direction, Labels};
use cento::offsets::OffsetUnit;
use cento::report::{ClusterRow, DocumentRow, PairRow, PassageRow, Sink, SkippedRow};
use cento::span::TokenSpan;
use cento::watch::Unwatched;

use crate::checked;
use crate::common::Random;

const CONSONANTS: &[u8] = b"bcdfghjklmnprstvz";
const VOWELS: &[u8] = b"aeiou";

/// A language of its own: invented words, few of them frequent and most of them rare.
pub(crate) struct Language {
    pub(crate) random: Random,
    words: Vec<String>,
    known: BTreeSet<String>,
}

impl Language {
    pub(crate) fn new(seed: u64) -> Self {
        let mut language = Self {
            random: Random::new(seed),
            words: Vec::new(),
            known: BTreeSet::new(),
        };
        // The first ones, which are the most frequent, are the shortest.
        language.words = (0..8000)
            .map(|rank: usize| language.word(1 + (rank + 1).ilog(20) as usize))
            .collect();
        language
    }

    /// A word there was not before, of at least so many syllables.
    fn word(&mut self, syllables: usize) -> String {
        for tries in 0.. {
            let mut word = String::new();
            for _ in 0..syllables + tries / 20 {
                for letters in [CONSONANTS, VOWELS] {
                    word.push(letters[self.random.below(letters.len())] as char);
                }
            }
            if self.known.insert(word.clone()) {
                return word;
            }
        }
        unreachable!("words grow longer until there is a new one")
    }

    /// Words that nothing else has.
    pub(crate) fn fresh(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.word(5)).collect()
    }

    /// Words as frequent as in running text.
    pub(crate) fn prose(&mut self, count: usize) -> Vec<String> {
        (0..count)
            .map(|_| {
                let uniform = self.random.below(1 << 20) as f64 / f64::from(1 << 20);
                let rank = (self.words.len() as f64).powf(uniform) - 1.0;
                self.words[rank as usize].clone()
            })
            .collect()
    }

    /// The words with punctuation, capitals and lines, none of which is part of them.
    pub(crate) fn printed(&mut self, words: &[String]) -> String {
        let mut text = String::new();
        let mut sentence = true;
        for word in words {
            if sentence {
                text.push_str(&word[..1].to_uppercase());
                text.push_str(&word[1..]);
            } else {
                text.push_str(word);
            }
            let after = self.random.below(30);
            sentence = after < 2;
            text.push_str(match after {
                0 => ". ",
                1 => "!\n",
                2 => ", ",
                3 => "\n",
                4 => " \u{2014} ",
                _ => " ",
            });
        }
        text
    }

    /// Words put in, left out and replaced: so many of a hundred.
    pub(crate) fn edited(&mut self, words: &[String], percent: usize) -> Vec<String> {
        let mut edited = Vec::new();
        for word in words {
            match self.random.below(300) {
                n if n >= 3 * percent => edited.push(word.clone()),
                n if n % 3 == 0 => {}
                n if n % 3 == 1 => edited.extend(self.prose(1)),
                _ => {
                    edited.push(word.clone());
                    edited.extend(self.prose(1));
                }
            }
        }
        edited
    }

    /// Letters misread in so many of a hundred words.
    pub(crate) fn misread(&mut self, words: &[String], percent: usize) -> Vec<String> {
        words
            .iter()
            .map(|word| {
                if self.random.below(100) >= percent {
                    return word.clone();
                }
                let mut letters = word.clone().into_bytes();
                let at = self.random.below(letters.len());
                letters[at] = match letters[at] {
                    b'e' => b'c',
                    b'c' => b'e',
                    b'l' | b'i' => b'1',
                    b'u' => b'n',
                    b'n' => b'u',
                    b'o' => b'0',
                    b'a' => b'o',
                    b'h' => b'b',
                    _ => b'x',
                };
                String::from_utf8(letters).expect("ASCII")
            })
            .collect()
    }

    /// The same words in another order.
    pub(crate) fn shuffled(&mut self, words: &[String]) -> Vec<String> {
        let mut words = words.to_vec();
        for i in (1..words.len()).rev() {
            words.swap(i, self.random.below(i + 1));
        }
        words
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Doc {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) date: Option<String>,
    pub(crate) series: Option<String>,
}

/// A document of these pieces, one after the other.
pub(crate) fn doc(id: impl ToString, pieces: &[&[String]]) -> Doc {
    Doc {
        id: id.to_string(),
        text: pieces.concat().join(" "),
        ..Doc::default()
    }
}

impl Doc {
    pub(crate) fn dated(mut self, date: &str) -> Self {
        self.date = Some(date.to_owned());
        self
    }

    pub(crate) fn of(mut self, series: &str) -> Self {
        self.series = Some(series.to_owned());
        self
    }
}

/// A [`PassageRow`] to keep.
#[derive(Clone, Debug)]
pub(crate) struct Passage {
    pub(crate) number: u64,
    pub(crate) a_id: String,
    pub(crate) b_id: String,
    pub(crate) a_span: (u64, u64),
    pub(crate) b_span: (u64, u64),
    pub(crate) a_text: String,
    pub(crate) b_text: String,
    pub(crate) a_tokens: TokenSpan,
    pub(crate) b_tokens: TokenSpan,
    pub(crate) counts: Counts,
    pub(crate) direction: Direction,
    pub(crate) lag_days: Option<u64>,
    pub(crate) cluster: Option<u64>,
    pub(crate) labels: Labels,
}

/// All rows of a run.
#[derive(Debug, Default)]
pub(crate) struct Results {
    pub(crate) pairs: Vec<PairRow>,
    pub(crate) passages: Vec<Passage>,
    pub(crate) clusters: Vec<ClusterRow>,
    pub(crate) documents: Vec<DocumentRow>,
}

impl Sink for Results {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.pairs.push(row.clone());
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        let pair = self.pairs.last().expect("a passage follows its pair");
        assert_eq!((row.a_id, row.b_id), (&*pair.a_id, &*pair.b_id));
        self.passages.push(Passage {
            number: row.number,
            a_id: row.a_id.to_owned(),
            b_id: row.b_id.to_owned(),
            a_span: row.a_span,
            b_span: row.b_span,
            a_text: row.a_text.to_owned(),
            b_text: row.b_text.to_owned(),
            a_tokens: row.a_tokens,
            b_tokens: row.b_tokens,
            counts: row.counts,
            direction: row.direction,
            lag_days: row.lag_days,
            cluster: row.cluster,
            labels: row.labels,
        });
        Ok(())
    }

    fn cluster(&mut self, row: &ClusterRow) -> cento::Result<()> {
        self.clusters.push(row.clone());
        Ok(())
    }

    fn document(&mut self, row: &DocumentRow) -> cento::Result<()> {
        self.documents.push(row.clone());
        Ok(())
    }

    fn skipped(&mut self, row: &SkippedRow) -> cento::Result<()> {
        panic!("every document can be read: {row:?}")
    }
}

impl Results {
    /// The passages of two documents, in their order.
    pub(crate) fn between(&self, a: impl ToString, b: impl ToString) -> Vec<&Passage> {
        let (a, b) = (a.to_string(), b.to_string());
        self.passages
            .iter()
            .filter(|passage| passage.a_id == a && passage.b_id == b)
            .collect()
    }

    /// The one passage of two documents.
    pub(crate) fn only(&self, a: impl ToString, b: impl ToString) -> &Passage {
        match self.between(a, b)[..] {
            [passage] => passage,
            ref other => panic!("one passage is wanted of {other:#?}"),
        }
    }

    /// The words of the passages of two documents: where they begin and end in each.
    pub(crate) fn spans(&self, a: impl ToString, b: impl ToString) -> Vec<[(u32, u32); 2]> {
        self.between(a, b)
            .iter()
            .map(|passage| {
                [passage.a_tokens, passage.b_tokens].map(|tokens| (tokens.begin, tokens.end))
            })
            .collect()
    }
}

/// What most tests ask for.
pub(crate) fn options() -> FindOptions {
    let scheme = "kgram:k=4".parse().expect("a scheme");
    FindOptions {
        align: Some(AlignOptions::default()),
        threads: 2,
        ..FindOptions::new(scheme, 1 << 30, std::env::temp_dir())
    }
}

/// The same with another idea of a passage.
pub(crate) fn aligned(align: AlignOptions) -> FindOptions {
    FindOptions {
        align: Some(align),
        ..options()
    }
}

/// Units in which offsets are counted.
pub(crate) const UNITS: [OffsetUnit; 3] = [OffsetUnit::Char, OffsetUnit::Byte, OffsetUnit::Utf16];

pub(crate) fn find(docs: &[Doc]) -> Results {
    find_with(docs, None, &options())
}

/// A run, with all that must hold of any results.
pub(crate) fn find_with(
    input: &[Doc],
    reference: Option<&[Doc]>,
    options: &FindOptions,
) -> Results {
    let folder = tempfile::tempdir().expect("temporary folder");
    let write = |name: &str, docs: &[Doc]| {
        let mut lines = String::new();
        for doc in docs {
            let mut line = serde_json::json!({ "id": doc.id, "text": doc.text });
            for (name, value) in [("date", &doc.date), ("series", &doc.series)] {
                if let Some(value) = value {
                    line[name] = value.as_str().into();
                }
            }
            writeln!(lines, "{line}").expect("in memory");
        }
        let path = folder.path().join(name);
        fs::write(&path, lines).expect("temporary file");
        [path.to_str().expect("plain path").to_owned()]
    };
    let reference_path = reference.map(|docs| write("reference.jsonl", docs));
    let mut results = Results::default();
    engine::find(
        &write("input.jsonl", input),
        reference_path.as_ref().map(|path| &path[..]),
        options,
        &Unwatched,
        &mut results,
    )
    .expect("a run");
    checked::check(&results, input, reference, options);
    results
}
