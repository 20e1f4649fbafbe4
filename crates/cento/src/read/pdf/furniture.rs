//! Running heads and feet, and page numbers: what stands on page after page and is no text of the author.
//!
//! The uppermost and lowest lines of pages are compared, digits apart. What stands in the same place on three pages, with
//! more space to the text than there is between lines, is a running head; and a number that rises by one from page to page is what is printed on it.

use std::collections::BTreeMap;

use super::pages::{Line, Page};

/// What was found, page by page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Furniture {
    /// For each page, the numbers of lines that are none of its text, sorted.
    lines: Vec<Vec<usize>>,
    /// For each page, the number that is printed on it, or nothing.
    pub(super) labels: Vec<String>,
}

/// A number: on which page, in which line, and how it is written.
type Printed<'p> = (usize, usize, &'p str);

/// Lines from the top or bottom that are looked at.
const DEEP: usize = 3;
/// Pages on which a line makes a running head.
const OFTEN: usize = 3;
/// How far the same line may lie up or down, of the height of the page.
const NEAR: i64 = 50;
/// Longer lines are text.
const LONGEST: usize = 120;

impl Furniture {
    pub(super) fn find(pages: &[Page]) -> Self {
        let mut lines = vec![Vec::new(); pages.len()];
        let spacing = spacing(pages);
        for edge in [Edge::Top, Edge::Bottom] {
            let edges: Vec<Vec<usize>> = pages.iter().map(|page| edge.lines(page)).collect();
            let recurring = Recurring::of(pages, &edges);
            for ((page, edge), found) in pages.iter().zip(&edges).zip(&mut lines) {
                // From the edge inwards: text may look like a head that stands above it, but not the other way round.
                let is_head = |&&at: &&usize| recurring.has(page, &page.lines[at]);
                let outer = outermost(page, edge).iter();
                let heads = outer.take_while(is_head).count();
                found.extend(&edge[..apart(page, edge, heads, spacing)]);
            }
        }
        let mut furniture = Self {
            lines,
            labels: vec![String::new(); pages.len()],
        };
        furniture.number(pages);
        for found in &mut furniture.lines {
            found.sort_unstable();
            found.dedup();
        }
        furniture
    }

    /// Whether a line of a page is none of its text.
    pub(super) fn has(&self, page: usize, line: usize) -> bool {
        let lines = self.lines.get(page);
        lines.is_some_and(|lines| lines.binary_search(&line).is_ok())
    }

    /// Finds the numbers that rise with the pages, in lines that recur or that are nothing but a number.
    fn number(&mut self, pages: &[Page]) {
        // By how much a number exceeds that of its page, and how it is written: on which pages, in which line.
        let mut series: BTreeMap<(i64, bool), Vec<Printed<'_>>> = BTreeMap::new();
        for (at, page) in pages.iter().enumerate() {
            let edges = [Edge::Top, Edge::Bottom].map(|edge| edge.lines(page));
            let firsts = edges.iter().filter_map(|lines| lines.first());
            let alone = firsts.filter(|&&line| shape(&page.lines[line].text) == "#");
            let mut lines: Vec<usize> = self.lines[at].iter().chain(alone).copied().collect();
            lines.sort_unstable();
            lines.dedup();
            for line in lines {
                for (number, is_roman, word) in numbers(&page.lines[line].text) {
                    let found = series.entry((number - at as i64, is_roman)).or_default();
                    found.push((at, line, word));
                }
            }
        }
        let least = if pages.len() <= 2 { pages.len() } else { OFTEN };
        let mut series: Vec<_> = series
            .into_iter()
            .filter(|(_, found)| found.len() >= least)
            .collect();
        // The longest first; of two, the one that began earlier.
        series.sort_by_key(|(key, found)| (std::cmp::Reverse(found.len()), *key));
        for (_, found) in series {
            for (page, line, word) in found {
                if self.labels[page].is_empty() {
                    self.labels[page] = word.to_owned();
                    if shape(&pages[page].lines[line].text) == "#" {
                        self.lines[page].push(line);
                    }
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Top,
    Bottom,
}

impl Edge {
    /// The lines from it inwards.
    fn lines(self, page: &Page) -> Vec<usize> {
        let mut lines: Vec<usize> = (0..page.lines.len())
            .filter(|&at| page.lines[at].turn == 0)
            .collect();
        let baseline = |at: usize| match self {
            Self::Top => page.lines[at].baseline,
            Self::Bottom => -page.lines[at].baseline,
        };
        lines.sort_by_key(|&at| baseline(at));
        lines
    }
}

/// The first lines of an edge, so many deep. A page number may stand beside a title, on one line.
fn outermost<'e>(page: &Page, edge: &'e [usize]) -> &'e [usize] {
    let mut depth = 0;
    let mut last = None;
    let inside = edge.iter().position(|&at| {
        let line = &page.lines[at];
        if last.is_none_or(|last: i64| (line.baseline - last).abs() > line.size / 2) {
            depth += 1;
        }
        last = Some(line.baseline);
        depth > DEEP
    });
    &edge[..inside.unwrap_or(edge.len()).min(4 * DEEP)]
}

/// How many of the first lines of an edge stand apart from what follows them: pages of a form are alike line by line.
fn apart(page: &Page, edge: &[usize], heads: usize, spacing: i64) -> usize {
    let is_apart = |&count: &usize| {
        let (Some(last), Some(next)) = (count.checked_sub(1), edge.get(count)) else {
            return true;
        };
        let (last, next) = (&page.lines[edge[last]], &page.lines[*next]);
        let distance = (next.baseline - last.baseline).abs();
        distance > (spacing * 5 / 4).min(last.size * 2)
    };
    (0..=heads).rev().find(is_apart).unwrap_or(0)
}

/// The distance between most lines.
fn spacing(pages: &[Page]) -> i64 {
    let mut distances: Vec<i64> = Vec::new();
    for page in pages {
        let lines = page.lines.windows(2);
        let down = lines.map(|two| two[1].baseline - two[0].baseline);
        distances.extend(down.filter(|distance| *distance > 0));
    }
    distances.sort_unstable();
    distances.get(distances.len() * 2 / 5).copied().unwrap_or(0)
}

/// What stands near one edge, by what it looks like and how far down: on how many pages.
struct Recurring(BTreeMap<String, Vec<i64>>);

impl Recurring {
    fn of(pages: &[Page], edges: &[Vec<usize>]) -> Self {
        let mut places: BTreeMap<String, Vec<i64>> = BTreeMap::new();
        for (page, edge) in pages.iter().zip(edges) {
            for line in outermost(page, edge).iter().map(|&at| &page.lines[at]) {
                if line.text.len() <= LONGEST {
                    let places = places.entry(shape(&line.text)).or_default();
                    places.push(height(page, line));
                }
            }
        }
        places.retain(|_, places| places.len() >= OFTEN);
        for places in places.values_mut() {
            places.sort_unstable();
        }
        Self(places)
    }

    fn has(&self, page: &Page, line: &Line) -> bool {
        if line.text.len() > LONGEST {
            return false;
        }
        let Some(places) = self.0.get(&shape(&line.text)) else {
            return false;
        };
        let own = height(page, line);
        let from = places.partition_point(|&place| place < own - NEAR);
        let behind = places.partition_point(|&place| place <= own + NEAR);
        behind - from >= OFTEN
    }
}

/// How far down the page, in thousandths.
fn height(page: &Page, line: &Line) -> i64 {
    line.baseline * 1000 / page.size[1].max(1)
}

/// A line with its numbers all the same, and without case, space and what decorates numbers.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        match bare {
            "" => {}
            bare if number(bare).is_some() => shape.push('#'),
            bare => {
                // `A-12` and `§3`, too.
                let mut is_digit = false;
                for c in bare.chars().flat_map(char::to_lowercase) {
                    if !c.is_ascii_digit() {
                        shape.push(c);
                    } else if !is_digit {
                        shape.push('#');
                    }
                    is_digit = c.is_ascii_digit();
                }
            }
        }
    }
    shape
}

/// The numbers in a line, whether they are Roman, and as they stand.
fn numbers(text: &str) -> impl Iterator<Item = (i64, bool, &str)> {
    text.split_whitespace().filter_map(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let (number, is_roman) = number(bare)?;
        Some((number, is_roman, bare))
    })
}

/// A number below ten thousand, in digits, or Roman and all in one case.
fn number(word: &str) -> Option<(i64, bool)> {
    if word.len() <= 4 && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return word.parse().ok().map(|number| (number, false));
    }
    let is_one_case = word.bytes().all(|byte| byte.is_ascii_lowercase())
        || word.bytes().all(|byte| byte.is_ascii_uppercase());
    if word.is_empty() || word.len() > 12 || !is_one_case {
        return None;
    }
    let mut number = 0;
    let mut last = 1000;
    for byte in word.bytes() {
        let digit = match byte.to_ascii_lowercase() {
            b'i' => 1,
            b'v' => 5,
            b'x' => 10,
            b'l' => 50,
            b'c' => 100,
            b'd' => 500,
            b'm' => 1000,
            _ => return None,
        };
        number += digit;
        if digit > last {
            number -= 2 * last;
        }
        last = digit;
    }
    (number > 0).then_some((number, true))
}
