//! How many pairs have so many words in common that their order must be looked at.

use std::fmt::Write;

use cento::find::{OrderOptions, Score};

use super::book::Book;
use super::kin::Kin;
use super::shelf::{Shelf, Text};
use crate::page::{Table, percent};
use crate::threads;

/// Bounds: a name, the score and what it must be able to reach. The last is the engine's where words of both count.
const BOUNDS: [(&str, Score, f64); 3] = [
    ("its, 0.72", Score::Its, 0.72),
    ("cs, 0.12", Score::Cs, 0.12),
    (
        "its, 0.5 (cento's default)",
        Score::Its,
        OrderOptions::LEAST_ITS,
    ),
];

/// Adds the part to the page.
pub(super) fn report(books: &[Book], body: &mut String) {
    let whole = |book: &Book| Text::whole(&book.work, book.text.clone());
    let shelf = Shelf {
        texts: books.iter().map(whole).collect(),
    };
    let (pairs, profiles) = (shelf.pairs(), shelf.profiles());
    let kins = threads::map(pairs.len(), |at| {
        Kin::of(&profiles[pairs[at].0], &profiles[pairs[at].1])
    });
    let different = pairs.iter().filter(|pair| !pair.2).count();
    let _ = write!(
        body,
        "## The bound\n\nFrom a threshold follows how many unique words two books must have in common; with fewer, their order \
         need not be looked at. The share that has as many, of all {} pairs of the first file and of the {different} of \
         different works. The paper says less than 1 % for its 100 K books, next to all of which are different works.\n\n",
        pairs.len()
    );
    let mut table = Table::new(["", "all pairs, %", "different works, %"]);
    for (name, by, threshold) in BOUNDS {
        let passes = |kin: &Kin| kin.bound(by) >= threshold;
        let all = kins.iter().filter(|kin| passes(kin)).count();
        let wrong = kins
            .iter()
            .zip(&pairs)
            .filter(|(kin, pair)| !pair.2 && passes(kin));
        table.row([
            name.to_owned(),
            percent(all as f64, pairs.len() as f64),
            percent(wrong.count() as f64, different as f64),
        ]);
    }
    let _ = writeln!(body, "{table}");
}
