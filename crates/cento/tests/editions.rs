//! Books compared by the order of their unique words, against slow and obvious implementations.

mod common;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use cento::align::AlignOptions;
use cento::engine::{check, find};
use cento::explain;
use cento::find::{Counted, FindOptions, OrderOptions, Score};
use cento::index::{AddOptions, Making, Writer, add};
use cento::read::Document;
use cento::report::{DocumentRow, Folder, Format, PairRow, PassageRow, PortionRow, Sink, WorkRow};
use cento::watch::Unwatched;

use common::Random;

/// A book: its words in order.
type Book = Vec<String>;

/// A word by its frequency: some come often, many hardly ever.
fn word(random: &mut Random, vocabulary: usize) -> String {
    let uniform = (random.below(1 << 20) + 1) as f64 / (1 << 20) as f64;
    let rank = (vocabulary as f64).powf(uniform) as usize;
    // Letters only: words with digits are none.
    let letter = |at: u32| char::from(b'a' + (rank / 26usize.pow(at) % 26) as u8);
    format!("{}{}{}{}", letter(3), letter(2), letter(1), letter(0))
}

fn book(random: &mut Random, words: usize, vocabulary: usize) -> Book {
    (0..words).map(|_| word(random, vocabulary)).collect()
}

/// A part of `book` in the place of as much of `other`, with some words misread.
fn edition(random: &mut Random, source: &Book, other: &Book, share: usize, misread: usize) -> Book {
    let taken = source.len() * share / 100;
    let (from, to) = (
        random.below(source.len() - taken + 1),
        random.below(other.len() - taken.min(other.len()) + 1),
    );
    let mut book = other.clone();
    book.splice(
        to..(to + taken).min(other.len()),
        source[from..from + taken].iter().cloned(),
    );
    for word in &mut book {
        if random.below(100) < misread {
            word.insert(random.below(word.len()), 'x');
        }
    }
    book
}

/// The words that stand once, with their places.
fn unique(book: &Book) -> Vec<&str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in book {
        *counts.entry(word).or_default() += 1;
    }
    let words = book.iter().map(String::as_str);
    words.filter(|word| counts[word] == 1).collect()
}

/// The textbook's dynamic programme, over the words that both have: no other can be common.
fn longest_common(x: &[&str], y: &[&str]) -> u32 {
    let (in_x, in_y): (BTreeSet<_>, BTreeSet<_>) = (x.iter().collect(), y.iter().collect());
    let x: Vec<&&str> = x.iter().filter(|word| in_y.contains(word)).collect();
    let y: Vec<&&str> = y.iter().filter(|word| in_x.contains(word)).collect();
    let mut row = vec![0; y.len() + 1];
    for a in &x {
        let mut diagonal = 0;
        for (j, b) in y.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if a == b {
                diagonal + 1
            } else {
                row[j + 1].max(row[j])
            };
            diagonal = above;
        }
    }
    row[y.len()]
}

/// Every pair with its score at least the threshold, by comparing all with all.
fn brute_force(books: &[Book], options: &OrderOptions) -> BTreeMap<(usize, usize), u32> {
    let uniques: Vec<Vec<&str>> = books.iter().map(unique).collect();
    let vocabularies: Vec<BTreeSet<&str>> = books
        .iter()
        .map(|book| book.iter().map(String::as_str).collect())
        .collect();
    let mut found = BTreeMap::new();
    for b in 0..books.len() {
        for a in 0..b {
            let lcs = longest_common(&uniques[a], &uniques[b]);
            let known = |own: usize, other: usize| match options.words {
                Counted::All => uniques[own].len() as u32,
                Counted::Both => {
                    let words = uniques[own].iter();
                    let stands = |word: &&&str| vocabularies[other].contains(**word);
                    words.filter(stands).count() as u32
                }
            };
            let score = options.by.of(lcs, known(a, b), known(b, a));
            let plain = Score::Its.of(lcs, uniques[a].len() as u32, uniques[b].len() as u32);
            let least = match options.by {
                Score::Its => options.threshold().min(0.5),
                Score::Cs => 0.5,
            };
            let is_enough = options.words == Counted::All || plain >= least;
            // Two at least, as for any method.
            let common = uniques[a].iter().filter(|word| uniques[b].contains(word));
            let same = !books[a].is_empty() && books[a] == books[b];
            if (score >= options.threshold() && is_enough && common.count() >= 2) || same {
                found.insert((a, b), lcs);
            }
        }
    }
    found
}

#[derive(Debug, Default, PartialEq)]
struct Rows {
    pairs: Vec<PairRow>,
    passages: usize,
    portions: Vec<(String, String, u64, u64, u64, u64, f64)>,
    works: Vec<WorkRow>,
    documents: Vec<DocumentRow>,
}

impl Sink for Rows {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.pairs.push(row.clone());
        Ok(())
    }

    fn passage(&mut self, _: &PassageRow<'_>) -> cento::Result<()> {
        self.passages += 1;
        Ok(())
    }

    fn portion(&mut self, row: &PortionRow<'_>) -> cento::Result<()> {
        let (a, b) = (row.a_span, row.b_span);
        let ids = (row.a_id.to_owned(), row.b_id.to_owned());
        self.portions
            .push((ids.0, ids.1, a.0, a.1, b.0, b.1, row.aligned));
        Ok(())
    }

    fn work(&mut self, row: &WorkRow) -> cento::Result<()> {
        self.works.push(row.clone());
        Ok(())
    }

    fn document(&mut self, row: &DocumentRow) -> cento::Result<()> {
        self.documents.push(row.clone());
        Ok(())
    }
}

fn options() -> FindOptions {
    let scheme = "unique:length=1".parse().expect("a scheme");
    FindOptions {
        max_copies: 1000,
        ..FindOptions::new(scheme, 1 << 28, std::env::temp_dir())
    }
}

fn run(books: &[Book], options: &FindOptions) -> Rows {
    let file = tempfile::Builder::new().suffix(".jsonl").tempfile();
    let file = file.expect("a file");
    let mut lines = String::new();
    for (at, book) in books.iter().enumerate() {
        let text = book.join(" ");
        writeln!(lines, "{{\"id\":\"{at}\",\"text\":\"{text}\"}}").expect("memory");
    }
    std::fs::write(file.path(), lines).expect("a file");
    let path = [file.path().to_string_lossy().into_owned()];
    let mut rows = Rows::default();
    find(&path, None, options, &Unwatched, &mut rows).expect("a run");
    rows
}

/// What the run found, as the slow implementation has it.
fn found(rows: &Rows) -> BTreeMap<(usize, usize), u32> {
    let number = |id: &str| id.parse().expect("a number");
    let pairs = rows.pairs.iter().map(|row| {
        let scores = row
            .scores
            .and_then(cento::report::Scores::order)
            .expect("scores");
        ((number(&row.a_id), number(&row.b_id)), scores.lcs)
    });
    pairs.collect()
}

#[test]
fn no_pair_above_the_threshold_is_lost_and_none_is_made_up() {
    let mut pairs = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let vocabulary = [200, 2000, 20_000][random.below(3)];
        let mut books: Vec<Book> = Vec::new();
        for _ in 0..14 {
            let words = [0, 1, 30, 300, 900][random.below(5)];
            let mut new = book(&mut random, words, vocabulary);
            if let Some(source) = books.get(random.below(books.len().max(1))).cloned()
                && !source.is_empty()
                && new.len() >= source.len()
            {
                let share = [20, 50, 80, 100][random.below(4)];
                let misread = [0, 5, 20][random.below(3)];
                new = edition(&mut random, &source, &new, share, misread);
            }
            books.push(new);
        }
        for variant in 0..4 {
            let order = OrderOptions {
                by: [Score::Its, Score::Cs][variant % 2],
                words: [Counted::All, Counted::Both][variant / 2],
                threshold: [None, Some(0.4), Some(0.9)][(seed as usize + variant) % 3],
                confirmed: 0.0,
            };
            let options = FindOptions { order, ..options() };
            let rows = run(&books, &options);
            let expected = brute_force(&books, &order);
            assert!(found(&rows) == expected, "seed {seed}, {order:?}");
            pairs += expected.len();
        }
    }
    assert!(pairs > 500, "{pairs}");
}

/// What is hard: short books of stories in another order, many editions of one, few words that all books have.
#[test]
fn no_pair_is_lost_of_families_small_vocabularies_and_orders() {
    let mut random = Random::new(7);
    let stories: Vec<Book> = (0..30).map(|_| book(&mut random, 250, 20_000)).collect();
    let mut books: Vec<Book> = Vec::new();
    for three in stories.chunks(3) {
        books.push(three.concat());
        books.push([&three[2][..], &three[1][..], &three[0][..]].concat());
    }
    let source = book(&mut random, 300, 20_000);
    for _ in 0..120 {
        let other = book(&mut random, 300, 20_000);
        books.push(edition(&mut random, &source, &other, 100, 5));
    }
    for _ in 0..60 {
        let new = book(&mut random, 300, 300);
        let other = book(&mut random, 300, 300);
        books.push(edition(&mut random, &new, &other, 70, 0));
        books.push(new);
    }
    for words in [Counted::All, Counted::Both] {
        let order = OrderOptions {
            words,
            confirmed: 0.0,
            ..OrderOptions::default()
        };
        let expected = brute_force(&books, &order);
        assert!(expected.len() > 7000, "{}", expected.len());
        let rows = run(&books, &FindOptions { order, ..options() });
        assert!(found(&rows) == expected, "{words:?}");
    }
}

/// Enough books that each asks for others by some of its words only.
#[test]
fn asking_by_some_words_loses_no_copy() {
    let mut random = Random::new(5);
    let mut books: Vec<Book> = Vec::new();
    let mut truth = BTreeSet::new();
    for at in 0..1100 {
        let mut new = book(&mut random, 1200, 60_000);
        if at % 4 == 3 {
            let source = random.below(books.len());
            let share = 40 + random.below(61);
            new = edition(&mut random, &books[source], &new, share, 5);
            truth.insert((source, at));
        }
        books.push(new);
    }
    // A family: more than there are of any other, each with misread words of its own.
    let source = books[0].clone();
    for at in 1100..1160 {
        let other = book(&mut random, 1200, 60_000);
        books.push(edition(&mut random, &source, &other, 100, 10));
        truth.insert((0, at));
        truth.extend((1100..at).map(|earlier| (earlier, at)));
    }
    let options = FindOptions {
        threads: 2,
        ..options()
    };
    let found = found(&run(&books, &options));
    let lost: Vec<_> = truth
        .iter()
        .filter(|pair| !found.contains_key(pair))
        .collect();
    assert!(
        lost.is_empty(),
        "{} of {}: {lost:?}",
        lost.len(),
        truth.len()
    );
    // Copies of copies, and copies of one book, are found too; nothing else is.
    let mut families: Vec<usize> = (0..books.len()).collect();
    for &(source, copy) in &truth {
        let (old, new) = (families[copy], families[source]);
        let of_both = families.iter_mut().filter(|family| **family == old);
        of_both.for_each(|family| *family = new);
    }
    for &(a, b) in found.keys() {
        assert_eq!(families[a], families[b], "{a} and {b}");
    }
}

fn aligned() -> FindOptions {
    FindOptions {
        align: Some(AlignOptions {
            min_tokens: 20,
            max_gap: 60,
            min_identity: 0.4,
        }),
        ..options()
    }
}

/// The words of a span of a book's text.
fn words_of(book: &Book, begin: u64, end: u64) -> usize {
    let text = book.join(" ");
    text[begin as usize..end as usize].split(' ').count()
}

#[test]
fn stories_in_another_order_are_mapped() {
    let mut random = Random::new(8);
    let stories: Vec<Book> = (0..4).map(|_| book(&mut random, 3000, 30_000)).collect();
    let order = |order: [usize; 4]| order.map(|at| stories[at].clone()).concat();
    let books = vec![order([0, 1, 2, 3]), order([2, 3, 0, 1])];
    let rows = run(&books, &aligned());
    assert_eq!(rows.pairs.len(), 1);
    // The first two stand together in both, and so do the last two.
    let mapped: Vec<_> = rows.portions.iter().collect();
    assert_eq!(mapped.len(), 2, "{mapped:?}");
    for portion in mapped {
        let (_, _, a_begin, a_end, b_begin, b_end, share) = portion;
        assert!((words_of(&books[0], *a_begin, *a_end) as i64 - 6000).abs() < 40);
        assert!((words_of(&books[1], *b_begin, *b_end) as i64 - 6000).abs() < 40);
        assert!(*share > 0.99);
    }
    assert!(rows.portions[0].2 < rows.portions[1].2 && rows.portions[0].4 > rows.portions[1].4);
}

#[test]
fn an_anthology_belongs_to_the_works_it_holds() {
    let mut random = Random::new(9);
    let stories: Vec<Book> = (0..2).map(|_| book(&mut random, 4000, 30_000)).collect();
    let mut again = stories[0].clone();
    again[7] = "changed".to_owned();
    let anthology = [stories.concat(), book(&mut random, 3000, 30_000)].concat();
    let alone = book(&mut random, 4000, 30_000);
    let books = vec![
        stories[0].clone(),
        again,
        stories[1].clone(),
        anthology,
        alone,
    ];
    let rows = run(&books, &aligned());
    let works: Vec<Vec<&str>> = rows
        .works
        .iter()
        .map(|work| {
            work.members
                .iter()
                .map(|member| member.id.as_str())
                .collect()
        })
        .collect();
    assert_eq!(works, [vec!["0", "1", "3"], vec!["2", "3"]]);
    // At its place in each.
    let place = |work: usize| {
        let members = &rows.works[work].members;
        let member = members.iter().find(|member| member.id == "3").unwrap();
        words_of(&books[3], 0, member.begin.max(1)) - 1
    };
    assert!(place(0) < 40, "{}", place(0));
    assert!((3960..4040).contains(&place(1)), "{}", place(1));
}

/// The works with where each stands in its books, to a hundred words.
fn works(rows: &Rows, books: &[Book]) -> Vec<Vec<(String, usize, usize)>> {
    let places = rows.works.iter().map(|work| {
        let places = work.members.iter().map(|member| {
            let book = &books[member.id.parse::<usize>().expect("a number")];
            let at = |offset| match offset {
                0 => 0,
                _ => (words_of(book, 0, offset) + 50) / 100,
            };
            (member.id.clone(), at(member.begin), at(member.end))
        });
        places.collect()
    });
    places.collect()
}

/// A story whose halves stand around another is at two places, and the other at one.
#[test]
fn a_story_in_pieces_stands_at_each_of_them_and_not_between() {
    let mut random = Random::new(14);
    let [a, c] = [(); 2].map(|()| book(&mut random, 4000, 30_000));
    let filler: Book = book(&mut random, 4000, 30_000);
    let around = [&a[..2000], &filler[..2000], &c, &filler[2000..], &a[2000..]].concat();
    let books = [a.clone(), a[..3990].to_vec(), c.clone(), around];
    let rows = run(&books, &aligned());
    let at = |book: &str, begin, end| (book.to_owned(), begin, end);
    let of_a = vec![
        at("0", 0, 40),
        at("1", 0, 40),
        at("3", 0, 20),
        at("3", 100, 120),
    ];
    let of_c = vec![at("2", 0, 40), at("3", 40, 80)];
    assert_eq!(works(&rows, &books), [of_a, of_c]);
    // Books are counted, not places.
    let sizes: Vec<u64> = rows.works.iter().map(|work| work.size).collect();
    assert_eq!(sizes, [3, 2]);

    // So it is where each of the two is half of the book around them.
    let books = [[&a[..2000], &c, &a[2000..]].concat(), a, c];
    let rows = run(&books, &aligned());
    let of_a = vec![at("0", 0, 20), at("0", 60, 80), at("1", 0, 40)];
    let of_c = vec![at("0", 20, 60), at("2", 0, 40)];
    let mut found = works(&rows, &books);
    found.sort();
    assert_eq!(found, [of_a, of_c]);
}

/// Where most words are misread, few of them are inside passages, and these stand far apart.
#[test]
fn two_badly_read_copies_are_one_work() {
    let mut random = Random::new(15);
    let text = book(&mut random, 24_000, 40_000);
    let mut misread = |text: &[String]| -> Book {
        let noisy = text.iter().enumerate().map(|(at, word)| {
            // Some pages are read well, most badly, and now and then there are some of which nothing can be read.
            let of_ten = match at % 6000 {
                0..2000 => 1,
                2000..4000 => 10,
                _ => 6,
            };
            let mut word = word.clone();
            if random.below(10) < of_ten {
                let letter = char::from(b'a' + random.below(26) as u8);
                word.insert(random.below(word.len()), letter);
            }
            word
        });
        noisy.collect()
    };
    // Whole copies, and a book that has a part.
    let copies = [misread(&text), misread(&text)];
    let part = misread(&text[..9000]);
    let other = book(&mut random, 18_000, 40_000);
    let [first, second] = copies;
    let books = [first, second, [part, other].concat()];
    let rows = run(&books, &aligned());
    assert!(rows.pairs.iter().any(|pair| 2 * pair.a_matched < 24_000));
    let found = works(&rows, &books);
    let ids: Vec<Vec<&str>> = found
        .iter()
        .map(|work| work.iter().map(|place| &place.0[..]).collect())
        .collect();
    assert_eq!(ids, [vec!["0", "1", "2"], vec!["0", "1"]]);
}

/// The same words in the same order, but nothing around them is the same: a retelling.
#[test]
fn only_the_same_text_is_an_edition() {
    let mut random = Random::new(10);
    // In an order of their own.
    let rare = (0..600).map(|at| format!("zz{}q", letters(at * 217 % 600)));
    let rare: Vec<String> = rare.collect();
    let telling = |random: &mut Random| -> Book {
        let told = rare.iter().flat_map(|rare| {
            let mut words: Vec<String> = (0..12).map(|_| word(random, 300)).collect();
            words.push(rare.clone());
            words
        });
        told.collect()
    };
    let books = vec![telling(&mut random), telling(&mut random)];
    assert_eq!(run(&books, &options()).pairs, []);
    let order = OrderOptions {
        confirmed: 0.0,
        ..OrderOptions::default()
    };
    let retold = run(&books, &FindOptions { order, ..options() });
    assert_eq!(retold.pairs.len(), 1);
    let scores = retold.pairs[0].scores.unwrap().order().unwrap();
    assert!(scores.its > 0.72 && scores.confirmed == 0.0, "{scores:?}");
}

/// A word of letters for a number.
fn letters(number: usize) -> String {
    let letter = |at: u32| char::from(b'a' + (number / 26usize.pow(at) % 26) as u8);
    [letter(2), letter(1), letter(0)].iter().collect()
}

/// Dictionaries have many words in common, in the order of the alphabet.
#[test]
fn word_lists_are_labelled_and_not_matched_for_their_order() {
    let some = |seed: u64, of_hundred: usize| -> Book {
        let mut random = Random::new(seed);
        let words = (0..5000).filter(|_| random.below(100) < of_hundred);
        words.map(letters).collect()
    };
    let list = |seed: u64| some(seed, 67);
    // However much they have in common.
    let nearly = [some(5, 98), some(6, 98)];
    assert_eq!(run(&nearly, &options()).pairs, []);
    // That is the reason given, not the text around the words, which is the same.
    let [a, b] = nearly.map(|book| Document {
        text: book.join(" "),
        ..Document::default()
    });
    for confirmed in [0.0, 0.9] {
        let order = OrderOptions {
            confirmed,
            ..OrderOptions::default()
        };
        let options = FindOptions { order, ..options() };
        let verdict = explain::pair(&a, &b, &options, None)
            .expect("explained")
            .verdict;
        assert!(verdict.contains("order of the alphabet"), "{verdict}");
        assert!(!verdict.contains("--confirmed"), "{verdict}");
    }
    let mut random = Random::new(1);
    let books = vec![list(1), list(2), list(1), book(&mut random, 4000, 30_000)];
    let uniques = [unique(&books[0]), unique(&books[1])];
    let lcs = longest_common(&uniques[0], &uniques[1]);
    let its = Score::Its.of(lcs, uniques[0].len() as u32, uniques[1].len() as u32);
    assert!(its > 0.9, "by their order alone they would be one: {its}");
    let rows = run(&books, &options());
    let pairs: Vec<_> = rows
        .pairs
        .iter()
        .map(|row| (&row.a_id[..], &row.b_id[..]))
        .collect();
    assert_eq!(pairs, [("0", "2")]);
    let labels: Vec<_> = rows
        .documents
        .iter()
        .map(|row| row.labels.clone())
        .collect();
    let list = vec!["word-list"];
    assert_eq!(labels, [list.clone(), list.clone(), list, vec![]]);
}

#[test]
fn damaged_letters_do_not_hide_a_copy() {
    let mut random = Random::new(12);
    let book = book(&mut random, 20_000, 40_000);
    let mut noisy = String::new();
    for c in book.join(" ").chars() {
        match random.below(100) {
            0..5 => noisy.push(char::from(b'a' + random.below(26) as u8)),
            5..7 => {}
            7..10 => {
                noisy.push(c);
                noisy.push(char::from(b'a' + random.below(26) as u8));
            }
            _ => noisy.push(c),
        }
    }
    let noisy: Book = noisy.split_whitespace().map(str::to_owned).collect();
    let books = [book, noisy];
    let rows = run(&books, &aligned());
    let [pair] = &rows.pairs[..] else {
        panic!("{} pairs", rows.pairs.len());
    };
    let scores = pair.scores.unwrap().order().unwrap();
    // Misread words count against a copy only where all words count.
    assert!(scores.its_both > scores.its + 0.1, "{scores:?}");
    // What is told of it is the same there.
    let order = OrderOptions {
        words: Counted::All,
        threshold: Some(0.5),
        ..OrderOptions::default()
    };
    let all = run(&books, &FindOptions { order, ..options() });
    assert_eq!(all.pairs[0].scores.unwrap().order(), Some(scores));
    assert!(scores.confirmed > 0.9, "{scores:?}");
    // Nearly all of both is mapped.
    assert_eq!(rows.portions.len(), 1);
    assert!(rows.portions[0].6 > 0.9, "{:?}", rows.portions[0]);
    assert!(rows.passages > 0);
}

#[test]
fn results_are_the_same_for_any_threads_and_memory() {
    let mut random = Random::new(3);
    let mut books: Vec<Book> = Vec::new();
    // So many that they ask by some of their words.
    for at in 0..1050 {
        let mut new = book(&mut random, 250, 20_000);
        if at % 3 == 2 {
            let source = books[random.below(books.len())].clone();
            let share = 50 + random.below(51);
            new = edition(&mut random, &source, &new, share, 3);
        }
        if at % 100 == 99 {
            new = books[random.below(books.len())].clone();
        }
        books.push(new);
    }
    let expected = run(&books, &aligned());
    assert!(expected.pairs.len() > 300, "{}", expected.pairs.len());
    assert!(expected.works.len() > 100, "{}", expected.works.len());
    for (threads, memory) in [(1, 1 << 18), (2, 1 << 26), (4, 1 << 30)] {
        let options = FindOptions {
            threads,
            memory,
            ..aligned()
        };
        let found = run(&books, &options);
        assert!(found == expected, "{threads} threads, {memory} bytes");
    }
}

/// One side against another: what it has in common with itself counts for nothing.
#[test]
fn one_side_against_another() {
    let mut random = Random::new(4);
    let sources: Vec<Book> = (0..3).map(|_| book(&mut random, 800, 20_000)).collect();
    let copies: Vec<Book> = sources
        .iter()
        .map(|source| {
            let other = book(&mut random, 800, 20_000);
            edition(&mut random, source, &other, 80, 3)
        })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, books: &[Book]| {
        let lines = books.iter().enumerate().map(|(at, book)| {
            let text = book.join(" ");
            format!("{{\"id\":\"{at}\",\"text\":\"{text}\"}}\n")
        });
        let path = folder.path().join(name);
        std::fs::write(&path, lines.collect::<String>()).expect("a file");
        [path.to_string_lossy().into_owned()]
    };
    // Each copy twice among the input.
    let doubled = [
        copies.clone(),
        copies.iter().map(|copy| copy[1..].to_vec()).collect(),
    ]
    .concat();
    let (input, reference) = (path("in.jsonl", &doubled), path("ref.jsonl", &sources));
    let mut rows = Rows::default();
    find(&input, Some(&reference), &options(), &Unwatched, &mut rows).expect("a run");
    let pairs: Vec<_> = rows
        .pairs
        .iter()
        .map(|row| (&row.a_id[..], &row.b_id[..]))
        .collect();
    let expected = [
        ("0", "0"),
        ("1", "1"),
        ("2", "2"),
        ("3", "0"),
        ("4", "1"),
        ("5", "2"),
    ];
    assert_eq!(pairs, expected);
}

/// Tables of editions that another run left behind would show something else than this one.
#[test]
fn tables_of_editions_go_with_a_run_that_has_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |editions: bool| {
        let mut sink = Folder::create(folder.path(), Format::Jsonl).expect("a folder");
        if editions {
            sink = sink.with_editions().expect("tables");
        }
        sink.finish(&"run", &"timing", None).expect("files");
        let has = |name: &str| folder.path().join(name).is_file();
        [
            has("pairs.jsonl"),
            has("portions.jsonl"),
            has("works.jsonl"),
        ]
    };
    assert_eq!(write(true), [true, true, true]);
    assert_eq!(write(false), [true, false, false]);
    assert_eq!(write(true), [true, true, true]);
}

/// However the stories of a collection are arranged, it is the same collection.
#[test]
fn stories_in_the_opposite_order_are_found_and_mapped() {
    let mut random = Random::new(21);
    for count in [2, 5, 12, 24] {
        let stories: Vec<Book> = (0..count).map(|_| book(&mut random, 900, 30_000)).collect();
        let backwards: Vec<Book> = stories.iter().rev().cloned().collect();
        let other = book(&mut random, 900 * count, 30_000);
        let books = vec![stories.concat(), backwards.concat(), other];
        let options = FindOptions {
            align: Some(AlignOptions::DEFAULT),
            ..options()
        };
        let rows = run(&books, &options);
        assert_eq!(rows.pairs.len(), 1, "{count} stories");
        let pair = &rows.pairs[0];
        let words = books[0].len() as f64;
        assert!(f64::from(pair.a_matched.min(pair.b_matched)) > 0.98 * words);
        let scores = pair.scores.unwrap().order().unwrap();
        assert!(scores.its_both > 0.9, "{count} stories: {scores:?}");
        assert!(
            count < 12 || scores.its < 0.72,
            "{count} stories: {scores:?}"
        );
    }
}

/// A dictionary of so many words, each with an explanation; of the words some are left out.
fn dictionary(seed: u64, words: usize, of_hundred: usize) -> Book {
    let mut kept = Random::new(seed);
    let heads = (0..words).filter(|_| kept.below(100) < of_hundred);
    let mut told = Random::new(3);
    let explained = heads.flat_map(|head| {
        let mut entry = vec![format!("{}zz", letters(head))];
        entry.extend((0..12).map(|_| word(&mut told, 30_000)));
        entry
    });
    explained.collect()
}

#[test]
fn dictionaries_with_explanations_are_lists_and_their_editions_found() {
    let mut one = dictionary(1, 3000, 67);
    let mut books = vec![one.clone(), dictionary(2, 3000, 67)];
    // Another edition: some entries less.
    one.drain(2600..3900);
    books.push(one);
    // The explanations follow one another alike but for those left out: others' words here.
    let mut others = Random::new(9);
    for entry in books[1].chunks_mut(13) {
        entry[1..]
            .iter_mut()
            .for_each(|told| *told = word(&mut others, 30_000));
    }
    let rows = run(&books, &options());
    let labels: Vec<_> = rows.documents.iter().map(|row| row.labels.len()).collect();
    assert_eq!(labels, [1, 1, 1]);
    let pairs: Vec<_> = rows
        .pairs
        .iter()
        .map(|row| (&row.a_id[..], &row.b_id[..]))
        .collect();
    assert_eq!(pairs, [("0", "2")]);
    // All words in common are told of, those in the order of the alphabet too.
    let in_both = BTreeSet::from_iter(unique(&books[0]));
    let in_both = unique(&books[2])
        .iter()
        .filter(|word| in_both.contains(*word))
        .count();
    assert_eq!(rows.pairs[0].hits as usize, in_both);
}

/// A text that is checked is compared as one that is read.
#[test]
fn a_list_is_checked_as_it_is_found() {
    let list = |seed: u64| -> Book {
        let mut random = Random::new(seed);
        (0..5000)
            .filter(|_| random.below(100) < 98)
            .map(letters)
            .collect()
    };
    let document = |id: &str, book: &Book| Document {
        id: id.to_owned(),
        text: book.join(" "),
        ..Document::default()
    };
    let folder = tempfile::tempdir().expect("a folder");
    let making = Making::new("unique:length=1".parse().expect("a scheme"), None);
    let mut writer =
        Writer::create(&folder.path().join("index"), making, "a test").expect("an index");
    let file = folder.path().join("list.txt");
    std::fs::write(&file, list(1).join(" ")).expect("a file");
    let input = [file.to_string_lossy().into_owned()];
    let adding = AddOptions {
        strict: true,
        ..AddOptions::new(1 << 28, std::env::temp_dir())
    };
    add(&mut writer, &input, &adding, &Unwatched).expect("added");
    let snapshot = writer.snapshot().clone();
    let asked = |book: &Book| {
        let mut rows = Rows::default();
        let text = document("asked", book);
        check(&snapshot, &text, 10, &options(), &mut rows).expect("checked");
        rows.pairs.len()
    };
    assert_eq!(asked(&list(2)), 0);
    assert_eq!(asked(&list(1)), 1);
}
