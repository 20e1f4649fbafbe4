//! Works: books that hold the same text.
//!
//! Two books of which each holds half of the other at least are editions of one work. That alone would chain: an
//! edition with an appendix leads to the appendix, and that to a book about something else. So a work is what stands
//! around one book, the one with the most editions: those that have the same part of it, and the books that are
//! editions of half of these.
//! A book that holds half of a work's editions, among other things, is a member too, at its place there: an
//! anthology belongs to every work it contains. Two books that share a part, and neither holds half of the other,
//! have that part as a work of its own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::cluster::Member;
use super::locus::same_place;
use crate::span::TokenSpan;

/// What two books share, with where it stands in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinship {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) a_span: TokenSpan,
    pub(crate) b_span: TokenSpan,
    /// Whether half of each is inside passages.
    pub(crate) half_of_a: bool,
    pub(crate) half_of_b: bool,
}

/// A neighbour: what half of it is shared, and where this one has it.
#[derive(Clone, Copy)]
struct Link {
    to: u32,
    /// Whether half of this one is in the other, and half of the other in this.
    own: bool,
    others: bool,
    span: TokenSpan,
}

/// The works of books that are related by `kinships`: members by place, the largest work first. Pairs of books that only
/// share a part are left to the caller.
pub(crate) fn works(kinships: &[Kinship]) -> Vec<Vec<Member>> {
    let mut links: BTreeMap<u32, Vec<Link>> = BTreeMap::new();
    for kin in kinships {
        links.entry(kin.a).or_default().push(Link {
            to: kin.b,
            own: kin.half_of_a,
            others: kin.half_of_b,
            span: kin.a_span,
        });
        links.entry(kin.b).or_default().push(Link {
            to: kin.a,
            own: kin.half_of_b,
            others: kin.half_of_a,
            span: kin.b_span,
        });
    }
    let editions = |doc: &u32| links[doc].iter().filter(|link| link.own && link.others);
    let mut order: Vec<u32> = links.keys().copied().collect();
    order.sort_by_key(|doc| (Reverse(editions(doc).count()), *doc));
    let mut taken: BTreeSet<u32> = BTreeSet::new();
    let mut works = Vec::new();
    for &middle in &order {
        if !taken.insert(middle) {
            continue;
        }
        let mut core = BTreeSet::from([middle]);
        // Those that have the same part of it: a book of two stories is an edition of neither of two that have one each.
        let own = editions(&middle).filter(|link| !taken.contains(&link.to));
        let place = own
            .clone()
            .map(|link| link.span)
            .max_by_key(|span| span.len());
        core.extend(
            own.filter(|link| place.is_some_and(|place| same_place(place, link.span)))
                .map(|link| link.to),
        );
        // Where each of them has the text.
        let mut places: BTreeMap<u32, TokenSpan> = BTreeMap::new();
        places.extend(place.map(|place| (middle, place)));
        for doc in &core {
            let to_middle = links[doc].iter().find(|link| link.to == middle);
            places.extend(to_middle.map(|link| (*doc, link.span)));
        }
        // Editions of the editions, where they are of half of them, by the same text.
        let mut held: BTreeMap<u32, usize> = BTreeMap::new();
        for doc in &core {
            let has_it = |link: &&Link| {
                let place = places.get(doc);
                place.is_some_and(|place| same_place(*place, link.span))
            };
            for link in editions(doc).filter(has_it) {
                *held.entry(link.to).or_default() += 1;
            }
        }
        let around = held.iter().filter(|(doc, held)| {
            !taken.contains(doc) && !core.contains(doc) && 2 * **held >= core.len()
        });
        let around: Vec<u32> = around.map(|(doc, _)| *doc).collect();
        core.extend(around);
        taken.extend(&core);
        works.push((core, places));
    }
    let mut found: Vec<Vec<Member>> = works
        .iter()
        .map(|(core, places)| {
            let mut members: BTreeMap<u32, TokenSpan> = BTreeMap::new();
            let mut holders: BTreeMap<u32, usize> = BTreeMap::new();
            for doc in core {
                let has_it = |link: &&Link| {
                    let place = places.get(doc);
                    place.is_none_or(|place| same_place(*place, link.span))
                };
                let held = links[doc].iter().filter(|link| link.own).filter(has_it);
                for link in held.filter(|link| !core.contains(&link.to)) {
                    *holders.entry(link.to).or_default() += 1;
                }
            }
            let is_member = |doc: &u32| {
                core.contains(doc) || holders.get(doc).is_some_and(|held| 2 * held >= core.len())
            };
            let docs = core.iter().chain(holders.keys());
            for doc in docs.filter(|doc| is_member(doc)) {
                // Where it has what the editions have; a book alone has it where those that hold it have.
                let shared = links[doc].iter().filter(|link| {
                    let is_own = core.contains(doc);
                    let is_alone = is_own && core.len() == 1;
                    let to_core = core.contains(&link.to) && (is_own || link.others);
                    to_core || is_alone && link.own && is_member(&link.to)
                });
                for link in shared {
                    let span = members.entry(*doc).or_insert(link.span);
                    span.begin = span.begin.min(link.span.begin);
                    span.end = span.end.max(link.span.end);
                }
            }
            let member = |(doc, span)| Member { doc, span };
            members.into_iter().map(member).collect()
        })
        .collect();
    found.retain(|members| members.len() > 1);
    found.sort_by_key(|members| (Reverse(members.len()), members.first().copied()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Books by letter; spans are not looked at here.
    fn kin(a: char, b: char, halves: [bool; 2]) -> Kinship {
        // An edition has all of another; a book that holds more has each at its place.
        let span = |of: char, is_half: bool| match is_half {
            true => TokenSpan { begin: 0, end: 10 },
            false => TokenSpan {
                begin: of as u32 * 10,
                end: of as u32 * 10 + 10,
            },
        };
        Kinship {
            a: a as u32,
            b: b as u32,
            a_span: span(b, halves[0]),
            b_span: span(a, halves[1]),
            half_of_a: halves[0],
            half_of_b: halves[1],
        }
    }

    fn named(kinships: &[Kinship]) -> Vec<String> {
        let name = |members: &Vec<Member>| {
            let letters = members
                .iter()
                .filter_map(|member| char::from_u32(member.doc));
            letters.collect()
        };
        works(kinships).iter().map(name).collect()
    }

    const BOTH: [bool; 2] = [true, true];
    const FIRST: [bool; 2] = [true, false];
    const NONE: [bool; 2] = [false, false];

    #[test]
    fn editions_of_one_another_are_a_work() {
        let found = named(&[
            kin('a', 'b', BOTH),
            kin('b', 'c', BOTH),
            kin('a', 'c', BOTH),
        ]);
        assert_eq!(found, ["abc"]);
        // One pair was missed.
        assert_eq!(named(&[kin('a', 'b', BOTH), kin('b', 'c', BOTH)]), ["abc"]);
        assert!(named(&[]).is_empty());
    }

    #[test]
    fn an_anthology_belongs_to_all_it_holds() {
        // x holds a (in two editions) and c.
        let found = named(&[
            kin('a', 'b', BOTH),
            kin('a', 'x', FIRST),
            kin('b', 'x', FIRST),
            kin('c', 'x', FIRST),
        ]);
        assert_eq!(found, ["abx", "cx"]);
    }

    #[test]
    fn its_place_in_each_work_is_told() {
        let found = works(&[
            kin('a', 'b', BOTH),
            kin('a', 'x', FIRST),
            kin('b', 'x', FIRST),
            kin('c', 'x', FIRST),
        ]);
        let place = |work: usize| {
            let x = found[work].iter().find(|member| member.doc == 'x' as u32);
            x.map(|member| member.span.begin)
        };
        assert_eq!(place(0), Some('a' as u32 * 10));
        assert_eq!(place(1), Some('c' as u32 * 10));
    }

    #[test]
    fn a_chain_of_halves_is_no_work() {
        // Each is an edition of the next, and of no other.
        let chain: Vec<Kinship> = ('a'..'j')
            .map(|letter| kin(letter, char::from(letter as u8 + 1), BOTH))
            .collect();
        let found = named(&chain);
        assert!(found.iter().all(|work| work.len() <= 3), "{found:?}");
        assert_eq!(found[0], "abc");
    }

    #[test]
    fn books_of_two_stories_are_no_editions_for_one() {
        // ab, bc and cd, each with half of the next, at its end and beginning.
        let half = |first, second| {
            let span = |begin| TokenSpan {
                begin,
                end: begin + 10,
            };
            Kinship {
                a_span: span(10),
                b_span: span(0),
                ..kin(first, second, BOTH)
            }
        };
        let found = named(&[half('p', 'q'), half('q', 'r')]);
        assert!(!found.contains(&"pqr".to_owned()), "{found:?}");
        assert!(found.contains(&"pq".to_owned()), "{found:?}");
    }

    #[test]
    fn one_that_only_shares_a_part_is_no_member() {
        assert_eq!(named(&[kin('a', 'b', BOTH), kin('b', 'x', NONE)]), ["ab"]);
        // It holds one edition of three.
        let found = named(&[
            kin('a', 'b', BOTH),
            kin('a', 'c', BOTH),
            kin('b', 'c', BOTH),
            kin('a', 'x', FIRST),
        ]);
        assert_eq!(found, ["abc"]);
    }
}
