//! Posts that quote others.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};
use cento::find::SentenceOptions;
use cento::read::{Document, Fields};
use cento::token::{Language, detect};
use serde::Deserialize;

use super::finding::{Question, Written, numbers};
use super::first::First;
use super::scan::enough;
use super::sets::{Sets, Vocabulary};
use crate::collection;
use crate::page::{Table, percent};

/// What a row of quotes has besides the post that quotes.
#[derive(Deserialize)]
struct Quoted {
    parent: String,
}

/// Posts in order of time, and who quotes whom by number.
pub(super) struct Posts {
    documents: Vec<Document>,
    quotes: Vec<(u32, u32)>,
    language: Language,
}

impl Posts {
    /// Reads both, the second plain or gzipped as the first.
    pub(super) fn read(posts: &Path, quotes: &Path) -> Result<Self> {
        let documents = collection::documents(posts)?;
        let numbers = numbers(&documents);
        let number = |id: &String| {
            let number = numbers.get(id.as_str()).copied();
            number.with_context(|| format!("no post {id}"))
        };
        let mut pairs = Vec::new();
        // Rows have no id, and of their two names one is read as the text.
        let fields = Fields {
            id: Fields::LINE.to_owned(),
            text: "child".to_owned(),
            ..Fields::default()
        };
        for row in collection::with_fields(quotes, fields)? {
            let quoted: Quoted = serde_json::from_str(&row.meta)
                .with_context(|| format!("{} has no field `parent`", row.id))?;
            pairs.push((number(&row.text)?, number(&quoted.parent)?));
        }
        let mut sample = String::new();
        for document in documents.iter().take(100) {
            sample.push_str(&document.text);
            sample.push('\n');
        }
        Ok(Self {
            language: detect(&sample),
            documents,
            quotes: pairs,
        })
    }

    /// Their sentences.
    pub(super) fn sets(&self) -> Sets {
        let mut vocabulary = Vocabulary::new(self.language);
        vocabulary.sets(self.documents.iter().map(|post| post.text.as_str()))
    }
}

/// Whether two documents have sentences that match, either way.
fn share_a_sentence(sets: &Sets, a: u32, b: u32) -> bool {
    let options = SentenceOptions::default();
    let words = |document: u32| {
        sets.sentences_of(document as usize)
            .map(|at| sets.words(at))
    };
    words(a).any(|x| {
        words(b).any(|y| {
            let shared = x
                .iter()
                .filter(|word| y.binary_search(word).is_ok())
                .count();
            let enough = enough(x.len().min(y.len()), options.threshold, options.least);
            shared as u32 >= enough
        })
    })
}

/// How many parents come first, of pairs and of children.
fn counted(firsts: &[First], quotes: &[(u32, u32)]) -> [usize; 2] {
    let is_first =
        |&&(child, parent): &&(u32, u32)| firsts[child as usize].document() == Some(parent);
    let right = quotes.iter().filter(is_first);
    let children: HashSet<u32> = right.clone().map(|&(child, _)| child).collect();
    [right.count(), children.len()]
}

/// For each document the first of those that quotes lead to from it, there and back.
fn threads(documents: usize, quotes: &[(u32, u32)]) -> Vec<u32> {
    let mut first: Vec<u32> = (0..documents as u32).collect();
    loop {
        let before = first.clone();
        for &(child, parent) in quotes {
            let [child, parent] = [child, parent].map(|at| at as usize);
            let least = first[child].min(first[parent]);
            (first[child], first[parent]) = (least, least);
        }
        if first == before {
            return first;
        }
    }
}

/// Adds the part to the page.
pub(super) fn report(posts: &Posts, sets: &Sets, body: &mut String) -> Result<()> {
    let Posts {
        documents,
        quotes,
        language,
    } = posts;
    let scheme = format!("words:lang={language}");
    let numbers = numbers(documents);
    let written = Written::new(documents.iter())?;
    let found = Question::on_one_thread(&scheme).find((written.path(), &numbers), None)?;
    let related: HashSet<(u32, u32)> = (found.pairs.iter())
        .flat_map(|pair| [(pair.a, pair.b), (pair.b, pair.a)])
        .collect();
    let pairs = quotes.iter().filter(|quote| related.contains(quote));
    let children = |quotes: &mut dyn Iterator<Item = &(u32, u32)>| {
        let children: HashSet<u32> = quotes.map(|&(child, _)| child).collect();
        children.len()
    };
    let possible = quotes
        .iter()
        .filter(|&&(child, parent)| share_a_sentence(sets, child, parent));
    // By the best sentence, and by all words of the child that the other has in such sentences.
    let mut by_best = vec![First::default(); documents.len()];
    let mut by_words = by_best.clone();
    let mut by_words_before = by_best.clone();
    for pair in &found.pairs {
        for (own, other, matched) in [(pair.a, pair.b, 0), (pair.b, pair.a, 1)] {
            let matched = f64::from(pair.matched[matched]);
            by_best[own as usize].offer(pair.weighted, other);
            by_words[own as usize].offer(matched, other);
            if other < own {
                by_words_before[own as usize].offer(matched, other);
            }
        }
    }
    let threads = threads(documents.len(), quotes);
    let in_thread = |firsts: &[First]| {
        let is_in = |&&(child, _): &&(u32, u32)| {
            let first = firsts[child as usize].document();
            first.is_some_and(|first| threads[first as usize] == threads[child as usize])
        };
        let right = quotes.iter().filter(is_in);
        [right.clone().count(), children(&mut right.clone())]
    };
    let [best, words, before] =
        [&by_best, &by_words, &by_words_before].map(|firsts| counted(firsts, quotes));
    let all = [quotes.len(), children(&mut quotes.iter())];
    let rows = [
        (
            "a sentence in common, by comparing all of theirs",
            [possible.clone().count(), children(&mut possible.clone())],
        ),
        (
            "found by the preset",
            [pairs.clone().count(), children(&mut pairs.clone())],
        ),
        ("the parent first, by the best sentence", best),
        ("the same, a post of the thread", in_thread(&by_best)),
        ("the parent first, by words in such sentences", words),
        ("the same, a post of the thread", in_thread(&by_words)),
        ("the parent first of earlier posts, by words", before),
        (
            "the same, a post of the thread",
            in_thread(&by_words_before),
        ),
    ];
    let _ = write!(
        body,
        "## Quotations\n\n{} pairs of posts, of which the child quotes lines of the parent, among {} posts; {} \
         children, some of which quote several. The preset finds {} pairs of posts that have sentences in common, \
         quotations or not. The parent comes first where no other post, earlier or later, has more of the child; of \
         equals the earliest counts. A thread is all posts that quotes lead to, there and back.\n\n",
        all[0],
        documents.len(),
        all[1],
        found.pairs.len()
    );
    let mut table = Table::new(["", "pairs", "%", "children", "%"]);
    for (name, [pairs, children]) in rows {
        table.row([
            name.to_owned(),
            pairs.to_string(),
            percent(pairs as f64, all[0] as f64),
            children.to_string(),
            percent(children as f64, all[1] as f64),
        ]);
    }
    let _ = writeln!(body, "{table}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_in_common_by_hand() {
        let mut vocabulary = Vocabulary::new(Language::Other);
        let texts = ["a b c d e\n\nx y", "c b a", "x y z", "p q"];
        let sets = vocabulary.sets(texts.into_iter());
        assert!(share_a_sentence(&sets, 0, 1) && share_a_sentence(&sets, 1, 0));
        // Two words are too few.
        assert!(!share_a_sentence(&sets, 0, 2) && !share_a_sentence(&sets, 0, 3));
    }

    #[test]
    fn threads_are_followed_there_and_back() {
        let quotes = [(4, 3), (2, 1), (3, 2), (5, 1)];
        assert_eq!(threads(7, &quotes), [0, 1, 1, 1, 1, 1, 6]);
    }

    #[test]
    fn parents_are_counted_by_pair_and_by_child() {
        let mut first = First::default();
        first.offer(1.0, 7);
        let quotes = [(0, 7), (0, 8), (1, 7)];
        assert_eq!(counted(&[first, first], &quotes), [2, 2]);
        assert_eq!(counted(&[first, First::default()], &quotes), [1, 1]);
    }
}
