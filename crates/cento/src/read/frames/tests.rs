//! What is cut out of pages, against what a slow and obvious way would cut out.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proptest::prelude::*;

use super::*;
use crate::read::{Document, Other, Reason, Site, Skipped};
use crate::watch::Unwatched;

/// Gives chunks.
struct List(VecDeque<Chunk>);

impl Source for List {
    fn next_chunk(&mut self) -> Result<Option<Chunk>> {
        Ok(self.0.pop_front())
    }
}

fn means(memory: usize, threads: usize) -> Means<'static> {
    Means {
        memory,
        threads,
        watch: &Unwatched,
        total: 0,
    }
}

/// What comes out of items that come in so many at a time.
fn framed(items: &[Item], at_once: usize, means: Means<'_>) -> (Vec<Item>, Frames) {
    let chunks = items.chunks(at_once).map(|items| {
        let is_page = |item: &Item| matches!(item, Item::Document(one) if one.site.is_some());
        Chunk::of_all(99, items.to_vec())
            .with_pages(items.iter().any(is_page))
            .with_bytes_read(1)
    });
    let mut source = List(chunks.collect());
    let options = Some(FrameOptions::default());
    let mut framed = Framed::new(&mut source, options, means, std::env::temp_dir());
    let (mut out, mut read) = (Vec::new(), 0);
    while let Some(chunk) = framed.next_chunk().unwrap() {
        read += chunk.bytes_read();
        chunk.parse(&mut |item| out.push(item));
    }
    assert_eq!(read, items.len().div_ceil(at_once) as u64);
    (out, framed.finish())
}

fn page(site: &str, id: usize, blocks: &[&str]) -> Item {
    Item::Document(Document {
        id: id.to_string(),
        title: Some(format!("title {id}")),
        text: blocks.join("\n\n"),
        site: Some(Box::new(Site {
            name: site.to_owned(),
            ..Site::default()
        })),
        ..Document::default()
    })
}

fn texts(items: &[Item]) -> Vec<&str> {
    items
        .iter()
        .map(|item| match item {
            Item::Document(document) => document.text.as_str(),
            Item::Skipped(skipped) => &skipped.detail,
        })
        .collect()
}

/// Words that no other page has.
fn own(id: usize) -> String {
    let word = |at: usize| {
        let letters = [id / 26 % 26, id % 26, at].map(|at| char::from(b'a' + at as u8));
        String::from_iter(letters)
    };
    (0..20).map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_most_pages_of_a_site_have_is_cut_out_of_all() {
    let menu = "Home News Shop";
    let mut items = Vec::new();
    for id in 0..6 {
        let (own, comments) = (own(id), format!("{id} comments"));
        items.push(page("a", id, &[menu, &own, &comments]));
        // Too few pages.
        if id < 4 {
            items.push(page("b", 100 + id, &[menu, &own]));
        }
    }
    let (out, frames) = framed(&items, 3, means(1 << 26, 2));
    let expected: Vec<String> = (0..6)
        .flat_map(|id| {
            let alone = (id < 4).then(|| format!("{menu}\n\n{}", own(id)));
            [own(id)].into_iter().chain(alone)
        })
        .collect();
    assert_eq!(texts(&out), expected);
    let rows: Vec<_> = frames
        .frames
        .iter()
        .map(|frame| {
            (
                frame.site.as_str(),
                frame.pages,
                frame.of,
                frame.text.as_str(),
            )
        })
        .collect();
    assert_eq!(rows, [("a", 6, 6, "0 comments"), ("a", 6, 6, menu)]);
    assert_eq!(frames.documents, 6);
    let bytes = menu.len() + "0 comments".len();
    assert_eq!(frames.bytes, 6 * bytes as u64);
}

#[test]
fn a_sentence_of_the_frame_is_cut_out_of_its_block() {
    let notice = "You can follow all answers to this entry by the feed.";
    let items: Vec<Item> = (0..5)
        .map(|id| {
            page(
                "a",
                id,
                &[&format!("Filed {}. {notice} {}", own(id), own(id + 50))],
            )
        })
        .collect();
    let (out, frames) = framed(&items, 2, means(1 << 26, 1));
    for (id, text) in texts(&out).into_iter().enumerate() {
        assert_eq!(text, format!("Filed {}.  {}", own(id), own(id + 50)));
    }
    assert_eq!(frames.frames.len(), 1);
    assert_eq!(frames.frames[0].text, notice);
}

/// Versions of a page are no site: nothing of them is a frame.
#[test]
fn versions_of_one_page_count_once() {
    let [first, second] = [own(1), own(2)];
    let items: Vec<Item> = (0..8)
        .map(|version| {
            let changed = format!("Changed {version} times");
            let Item::Document(page) = page("a", version, &[&first, &second, &changed]) else {
                unreachable!()
            };
            let title = Some("the same title".to_owned());
            Item::Document(Document { title, ..page })
        })
        .collect();
    let (out, frames) = framed(&items, 3, means(1 << 26, 1));
    assert_eq!(out, items);
    assert_eq!(frames, Frames::default());
}

/// First words of other texts: on every page others, yet none of its own.
#[test]
fn places_with_texts_of_other_pages_are_cut_out() {
    let placed = |id: usize, teaser: &str, is_teaser_kept: bool| {
        let own = own(id);
        let text = match is_teaser_kept {
            true => format!("{own}\n\n{teaser}"),
            false => own.clone(),
        };
        let mut places = vec![(0, 7), (own.len() as u32 + 2, 8)];
        let mut others = Vec::new();
        if !is_teaser_kept {
            places.pop();
            others.push(Other {
                place: 8,
                values: values(teaser).next().unwrap(),
                bytes: teaser.len() as u32,
            });
        }
        Item::Document(Document {
            id: id.to_string(),
            text,
            site: Some(Box::new(Site {
                name: "a".to_owned(),
                places,
                others,
            })),
            ..Document::default()
        })
    };
    let teaser = |id: usize| format!("read more of {}", own(200 + id / 2).split_at(12).0);
    // Some of them stand in what is not kept of a page: they tell all the same.
    let items: Vec<Item> = (0..12)
        .map(|id| placed(id, &teaser(id), id % 3 == 0))
        .collect();
    let (out, frames) = framed(&items, 5, means(1 << 26, 2));
    let expected: Vec<String> = (0..12).map(own).collect();
    assert_eq!(texts(&out), expected);
    assert_eq!(frames.frames.len(), 1);
    assert_eq!(frames.frames[0].kind, FrameKind::Place);
    assert_eq!((frames.frames[0].pages, frames.frames[0].of), (12, 12));

    // What else pages show, and was not kept of them, does not make less of what is.
    let beside = |id: usize| Other {
        place: 9,
        values: values(&format!("also: {}", &own(500 + id / 2)[..14]))
            .next()
            .unwrap(),
        bytes: 20,
    };
    let items: Vec<Item> = (0..12)
        .map(|id| {
            let Item::Document(mut page) = placed(id, &teaser(id), true) else {
                unreachable!()
            };
            page.site
                .iter_mut()
                .for_each(|site| site.others.push(beside(id)));
            Item::Document(page)
        })
        .collect();
    let (out, _) = framed(&items, 5, means(1 << 26, 2));
    assert_eq!(texts(&out), expected);

    // Where it is most of the text, it is what the pages are about.
    let long = |id: usize| format!("{} {}", own(300 + id / 2), own(400 + id / 2));
    let items: Vec<Item> = (0..12).map(|id| placed(id, &long(id), true)).collect();
    let (out, _) = framed(&items, 5, means(1 << 26, 2));
    assert_eq!(out, items);
}

/// Advertisements that are on too few pages of each site to be its frame.
#[test]
fn what_several_sites_show_again_and_again_is_cut_out() {
    let notice = "Buy the finest brushes of the town today, and never be without one.";
    let release = "The mill has burnt down to its walls, and nobody knows how it came to.";
    let sites = ["a", "b", "c", "d"];
    let items = |shows: fn(usize) -> bool, own_words: fn(usize) -> String| -> Vec<Item> {
        let page = |(id, site): (usize, &str)| {
            let (words, at) = (own_words(id), id / sites.len());
            let mut blocks = vec![words.as_str()];
            blocks.extend((at == 7).then_some(release));
            blocks.extend(shows(at).then_some(notice));
            page(site, id, &blocks)
        };
        let pages = (0..40 * sites.len()).map(|id| (id, sites[id % sites.len()]));
        pages.map(page).collect()
    };
    let three_pages: fn(usize) -> bool = |at| at % 16 == 0;
    let (out, frames) = framed(&items(three_pages, own), 7, means(1 << 12, 2));
    for (id, text) in texts(&out).into_iter().enumerate() {
        let is_taken_over = id / sites.len() == 7;
        let more = if is_taken_over {
            format!("\n\n{release}")
        } else {
            String::new()
        };
        assert_eq!(text, own(id) + &more);
    }
    let rows: Vec<_> = frames
        .frames
        .iter()
        .map(|frame| {
            (
                &*frame.site,
                frame.kind.name(),
                frame.pages,
                frame.of,
                &*frame.text,
            )
        })
        .collect();
    assert_eq!(rows, sites.map(|site| (site, "network", 3, 40, notice)));

    // What is quoted among other words stays.
    let quoting = |id: usize| {
        let words = match three_pages(id / sites.len()) {
            true => format!("{}. {notice} And {}.", own(id), own(1000 + id)),
            false => own(id),
        };
        page(sites[id % sites.len()], id, &[words.as_str()])
    };
    let quoted: Vec<Item> = (0..40 * sites.len()).map(quoting).collect();
    let (out, _) = framed(&quoted, 7, means(1 << 26, 2));
    assert_eq!(out, quoted);

    // Two pages of each are too few in all, and pages that have hardly anything else are about it.
    for (shows, own_words) in [
        (
            (|at| at % 32 == 0) as fn(usize) -> bool,
            own as fn(usize) -> String,
        ),
        (three_pages, |id| own(id)[..8].to_owned()),
    ] {
        let items = items(shows, own_words);
        let (out, frames) = framed(&items, 7, means(1 << 26, 2));
        assert_eq!(out, items);
        assert_eq!((frames.documents, frames.bytes), (0, 0));
    }
}

#[test]
fn all_else_comes_through_as_it_is() {
    let text = |id: usize| {
        Item::Document(Document {
            id: format!("text {id}"),
            text: "Home News Shop".to_owned(),
            ..Document::default()
        })
    };
    let skipped = Item::Skipped(Skipped {
        id: "x".to_owned(),
        reason: Reason::BrokenJson,
        detail: "x: broken".to_owned(),
    });
    let mut items: Vec<Item> = (0..7).map(text).collect();
    items.push(skipped);
    items.extend((0..7).map(|id| page("a", id, &["Home News Shop", &own(id)])));
    items.extend((7..14).map(text));
    for at_once in [1, 4, 100] {
        let (out, frames) = framed(&items, at_once, means(1 << 26, 2));
        let ids = |items: &[Item]| -> Vec<String> {
            let id = |item: &Item| match item {
                Item::Document(document) => document.id.clone(),
                Item::Skipped(skipped) => skipped.id.clone(),
            };
            items.iter().map(id).collect()
        };
        assert_eq!(ids(&out), ids(&items));
        assert_eq!(out[..8], items[..8]);
        assert_eq!(out[15..], items[15..]);
        assert_eq!(frames.documents, 7);
    }
}

/// The frames by going through all pages for every block.
fn slowly(pages: &[(usize, Vec<usize>)], share: f64, least: usize) -> BTreeSet<(usize, usize)> {
    let mut frames = BTreeSet::new();
    let sites: BTreeSet<usize> = pages.iter().map(|(site, _)| *site).collect();
    for site in sites {
        let own: Vec<_> = pages.iter().filter(|(of, _)| *of == site).collect();
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (_, blocks) in &own {
            for block in blocks.iter().collect::<BTreeSet<_>>() {
                *counts.entry(*block).or_default() += 1;
            }
        }
        for (block, count) in counts {
            let all = own.len() as f64;
            let is_most = count as f64 >= share * all;
            let is_often = count >= 10 && count as f64 >= 0.05 * all;
            if own.len() >= least && (is_most || is_often) {
                frames.insert((site, block));
            }
        }
    }
    frames
}

proptest! {
    #[test]
    fn frames_are_those_of_a_slow_count(
        pages in prop::collection::vec((0..3usize, prop::collection::vec(0..9usize, 0..6)), 1..60),
        at_once in 1..9usize,
        is_small in any::<bool>(),
    ) {
        // Blocks have letters for names: numbers are all the same.
        let name = |block: &usize| "abcdefghi"[*block..=*block].to_owned();
        let items: Vec<Item> = pages.iter().enumerate().map(|(id, (site, blocks))| {
            let blocks: Vec<String> = blocks.iter().map(name).collect();
            let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
            page(&site.to_string(), id, &blocks)
        }).collect();
        let memory = if is_small { 1 << 10 } else { 1 << 26 };
        let (out, found) = framed(&items, at_once, means(memory, 1 + at_once % 3));
        let options = FrameOptions::default();
        let frames = slowly(&pages, options.share, options.documents as usize);
        let expected: Vec<String> = pages.iter().map(|(site, blocks)| {
            let kept = blocks.iter().filter(|block| !frames.contains(&(*site, **block)));
            kept.map(name).collect::<Vec<_>>().join("\n\n")
        }).collect();
        prop_assert_eq!(texts(&out), expected);
        prop_assert_eq!(found.frames.len(), frames.len());
        let again = framed(&items, at_once + 1, means(1 << 26, 1));
        prop_assert_eq!(again, (out, found));
    }
}
