//! Books, and the work that each is an edition of.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::collection;
use crate::random::Random;

/// A text and what it is a text of.
#[derive(Clone, Debug)]
pub(super) struct Book {
    pub(super) work: String,
    pub(super) text: String,
}

/// The label of a book.
#[derive(Deserialize)]
struct Label {
    work: String,
}

/// A verse's name: book, chapter and number.
#[derive(Deserialize)]
struct Verse {
    verse: String,
}

/// Books with their labels, in order.
pub(super) fn books(path: &Path) -> Result<Vec<Book>> {
    let labelled = |document: cento::read::Document| {
        let label: Label = serde_json::from_str(&document.meta)
            .with_context(|| format!("{} has no field `work`", document.id))?;
        Ok(Book {
            work: label.work,
            text: document.text,
        })
    };
    let documents = collection::documents(path)?;
    documents.into_iter().map(labelled).collect()
}

/// Verses joined into the books whose names they begin with, such as `Gen.1.1`.
pub(super) fn joined_verses(path: &Path) -> Result<Vec<Book>> {
    let mut books: Vec<Book> = Vec::new();
    for document in collection::documents(path)? {
        let Verse { verse } = serde_json::from_str(&document.meta)
            .with_context(|| format!("{} has no field `verse`", document.id))?;
        let work = verse.split('.').next().unwrap_or_default();
        if books.last().is_none_or(|book| book.work != work) {
            books.push(Book {
                work: work.to_owned(),
                text: String::new(),
            });
        }
        if let Some(book) = books.last_mut() {
            book.text.push_str(&document.text);
            book.text.push('\n');
        }
    }
    Ok(books)
}

/// The first book of each work.
pub(super) fn one_of_each(books: &[Book]) -> Vec<&Book> {
    let mut first: Vec<&Book> = Vec::new();
    for book in books {
        if first.iter().all(|other| other.work != book.work) {
            first.push(book);
        }
    }
    first
}

/// Text of at least `bytes`, as far as there is so much, from works other than `own`, and which they are: one that is
/// long enough, else several.
pub(super) fn filler(
    books: &[&Book],
    own: &str,
    bytes: usize,
    random: &mut Random,
) -> (String, Vec<String>) {
    let mut others: Vec<&Book> = books.iter().copied().filter(|b| b.work != own).collect();
    random.shuffle(&mut others);
    if let Some(long) = others.iter().find(|book| book.text.len() >= bytes) {
        return (long.text.clone(), vec![long.work.clone()]);
    }
    let (mut text, mut works) = (String::new(), Vec::new());
    for book in others {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&book.text);
        text.push('\n');
        works.push(book.work.clone());
    }
    (text, works)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(work: &str, bytes: usize) -> Book {
        Book {
            work: work.to_owned(),
            text: work.repeat(bytes),
        }
    }

    #[test]
    fn verses_become_books_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("verses.jsonl");
        let row = |verse: &str| {
            format!("{{\"id\":\"x/{verse}\",\"verse\":\"{verse}\",\"text\":\"t {verse}\"}}\n")
        };
        std::fs::write(&path, ["Gen.1.1", "Gen.1.2", "1Sam.1.1"].map(row).concat()).unwrap();
        let books = joined_verses(&path).unwrap();
        let found: Vec<_> = books
            .iter()
            .map(|b| (b.work.as_str(), b.text.as_str()))
            .collect();
        assert_eq!(
            found,
            [("Gen", "t Gen.1.1\nt Gen.1.2\n"), ("1Sam", "t 1Sam.1.1\n")]
        );
        assert!(super::books(&path).is_err());
    }

    #[test]
    fn filler_is_never_of_the_same_work_and_long_enough() {
        let all = [book("a", 50), book("a", 60), book("b", 20), book("c", 30)];
        let works = one_of_each(&all);
        assert_eq!(works.len(), 3);
        let mut random = Random::new(1);
        for _ in 0..20 {
            let (text, from) = filler(&works, "a", 25, &mut random);
            assert_eq!((text.len(), from), (30, vec!["c".to_owned()]));
            let (text, mut from) = filler(&works, "a", 40, &mut random);
            from.sort();
            assert!(text.len() >= 50 && !text.contains('a'));
            assert_eq!(from, ["b", "c"]);
        }
    }
}
