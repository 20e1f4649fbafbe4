//! Works: books that hold the same text.
//!
//! Two books of which each holds half of the other at least are editions of one work. That alone would chain: an
//! edition with an appendix leads to the appendix, and that to a book about something else. So a work is what stands
//! around one book, the one with the most editions: those that have the same part of it, and the books that are
//! editions of half of these.
//! A book that holds half of a work's editions, among other things, is a member too, at its places there: an
//! anthology belongs to every work it contains. Two books that share a part, and neither holds half of the other,
//! have that part as a work of its own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::cluster::Member;
use super::extent::Extent;

/// What two books share, with where it stands in each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kinship {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) a_extent: Extent,
    pub(crate) b_extent: Extent,
    /// Whether half of each is in the other.
    pub(crate) half_of_a: bool,
    pub(crate) half_of_b: bool,
}

/// A neighbour: what half of it is shared, and where this one has it.
#[derive(Clone, Copy)]
struct Link<'a> {
    to: u32,
    /// Whether half of this one is in the other, and half of the other in this.
    own: bool,
    others: bool,
    extent: &'a Extent,
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
            extent: &kin.a_extent,
        });
        links.entry(kin.b).or_default().push(Link {
            to: kin.a,
            own: kin.half_of_b,
            others: kin.half_of_a,
            extent: &kin.b_extent,
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
            .map(|link| link.extent)
            .max_by_key(|extent| extent.len());
        core.extend(
            own.filter(|link| place.is_some_and(|place| place.is_same(link.extent)))
                .map(|link| link.to),
        );
        // Where each of them has the text.
        let mut places: BTreeMap<u32, &Extent> = BTreeMap::new();
        places.extend(place.map(|place| (middle, place)));
        for doc in &core {
            let to_middle = links[doc].iter().find(|link| link.to == middle);
            places.extend(to_middle.map(|link| (*doc, link.extent)));
        }
        // Editions of the editions, where they are of half of them, by the same text.
        let mut held: BTreeMap<u32, usize> = BTreeMap::new();
        for doc in &core {
            let has_it = |link: &&Link| {
                let place = places.get(doc);
                place.is_some_and(|place| place.is_same(link.extent))
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
            let mut members: Vec<Member> = Vec::new();
            let mut holders: BTreeMap<u32, usize> = BTreeMap::new();
            for doc in core {
                let has_it = |link: &&Link| {
                    let place = places.get(doc);
                    place.is_none_or(|place| place.is_same(link.extent))
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
                let extent = Extent::of(shared.flat_map(|link| link.extent.spans())).closed();
                members.extend(extent.spans().map(|span| Member { doc: *doc, span }));
            }
            members.sort_unstable();
            members
        })
        .collect();
    found.retain(|members| books(members) > 1);
    found.sort_by_key(|members| (Reverse(books(members)), members.first().copied()));
    found
}

/// How many books have a work whose places are `members`, in order.
pub(crate) fn books(members: &[Member]) -> usize {
    members.chunk_by(|x, y| x.doc == y.doc).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::TokenSpan;

    fn extent(spans: &[(u32, u32)]) -> Extent {
        Extent::of(spans.iter().map(|&(begin, end)| TokenSpan { begin, end }))
    }

    /// Books by letter; spans are not looked at here.
    fn kin(a: char, b: char, halves: [bool; 2]) -> Kinship {
        // An edition has all of another; a book that holds more has each at its place.
        let place = |of: char, is_half: bool| match is_half {
            true => extent(&[(0, 10)]),
            false => extent(&[(of as u32 * 10, of as u32 * 10 + 10)]),
        };
        Kinship {
            a: a as u32,
            b: b as u32,
            a_extent: place(b, halves[0]),
            b_extent: place(a, halves[1]),
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
        let half = |first, second| Kinship {
            a_extent: extent(&[(10, 20)]),
            b_extent: extent(&[(0, 10)]),
            ..kin(first, second, BOTH)
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

    #[test]
    fn a_book_around_another_is_no_edition_of_it() {
        // x is half of a, all of c, and the other half of a.
        let found = works(&[
            Kinship {
                b_extent: extent(&[(0, 5000), (15_000, 20_000)]),
                ..kin('a', 'x', BOTH)
            },
            Kinship {
                b_extent: extent(&[(5000, 15_000)]),
                ..kin('c', 'x', BOTH)
            },
        ]);
        let places = |work: &Vec<Member>| -> Vec<(char, u32, u32)> {
            let letter = |member: &Member| char::from_u32(member.doc).unwrap_or_default();
            let place = |member: &Member| (letter(member), member.span.begin, member.span.end);
            work.iter().map(place).collect()
        };
        let found: Vec<_> = found.iter().map(places).collect();
        let of_a = vec![('a', 0, 10), ('x', 0, 5000), ('x', 15_000, 20_000)];
        let of_c = vec![('c', 0, 10), ('x', 5000, 15_000)];
        assert_eq!(found, [of_a, of_c]);
    }
}
