//! Sites whose pages take text from one another, with all that stands around it.
//!
//! Each site has a frame: a menu, a line about it, a notice, the small print, a form to subscribe, the last titles; a line under
//! each text with its day and author, and some words about the author. Advertisements of one network take turns between paragraphs
//! and at the side of all sites. Under a text stand the first words of three others. Some pages are spam: the same few texts, sent to several
//! sites again and again, hardly changed.
//!
//! Some pages take a passage of another, edited or not; some texts are taken over whole by several sites; some paragraphs are quoted
//! by several pages of one site, and by others; some pages have a second address, to be printed. These are the true relations.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::random::Random;
use crate::synth::{Language, Writer};

/// How much there is of everything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) sites: usize,
    /// Pages of each site.
    pub(super) pages: usize,
}

/// A page.
pub(super) struct Page {
    pub(super) url: String,
    pub(super) html: String,
    pub(super) is_spam: bool,
}

/// All pages, and which of them have text in common by intent.
pub(super) struct World {
    pub(super) pages: Vec<Page>,
    /// The first of a pair is the smaller.
    pub(super) borrowed: BTreeSet<(usize, usize)>,
}

/// Of a thousand pages so many take a passage of another.
const BORROWERS: usize = 150;
/// Of a thousand pages so many are texts that several sites took over.
const RELEASES: usize = 25;
/// Of a thousand pages so many stand at a second address, to be printed.
const PRINTED: usize = 15;
/// Of a thousand pages so many quote a statement, which other pages of their site quote too.
const QUOTING: usize = 40;
/// Of a thousand pages so many are spam.
const SPAM: usize = 60;
/// Texts of spam, for each thousand pages.
const SPAM_TEXTS: usize = 3;
/// Advertisements of the network that all sites use.
const ADVERTISEMENTS: usize = 12;
/// Who writes for a site.
const AUTHORS: usize = 6;

/// What a page says, before it is laid out.
#[derive(Default)]
struct Text {
    title: String,
    paragraphs: Vec<String>,
    is_spam: bool,
    is_printed: bool,
}

impl World {
    /// The same seed gives the same world.
    pub(super) fn new(language: &Language, seed: u64, size: Size) -> Self {
        let mut writer = Writer {
            language,
            random: Random::part(seed, 77),
        };
        let count = size.sites * size.pages;
        let of_thousand = |share: usize| (count * share).div_ceil(1000);
        // Pages in random order: the first of them are the special ones.
        let mut order: Vec<usize> = (0..count).collect();
        writer.random.shuffle(&mut order);
        let mut order = order.into_iter();
        let mut texts: Vec<Text> = (0..count).map(|_| Text::default()).collect();
        let mut borrowed = BTreeSet::new();
        spam(
            &mut writer,
            &mut texts,
            size,
            of_thousand(SPAM),
            of_thousand(SPAM_TEXTS),
        );
        let mut free = order
            .by_ref()
            .filter(|&page| !texts[page].is_spam)
            .collect::<Vec<_>>();
        for _ in 0..of_thousand(RELEASES).div_ceil(5) {
            release(&mut writer, &mut texts, &mut free, size, &mut borrowed);
        }
        for _ in 0..of_thousand(QUOTING).div_ceil(6) {
            statement(&mut writer, &mut texts, &mut free, size, &mut borrowed);
        }
        for _ in 0..of_thousand(PRINTED) {
            printed(&mut writer, &mut texts, &mut free, size, &mut borrowed);
        }
        let mut sources: Vec<(usize, Vec<String>)> = Vec::new();
        let borrowers = of_thousand(BORROWERS);
        for at in 0..2 * borrowers {
            let Some(page) = free.pop() else { break };
            let own = writer.prose(250..=700);
            texts[page].title = writer.heading();
            if at < borrowers {
                texts[page].paragraphs = writer.paragraphs(&own);
                sources.push((page, own));
                continue;
            }
            let (source, words) = &sources[at - borrowers];
            let length = writer.from(30..=200);
            let begin = writer.random.below(words.len() - length);
            let passage = &words[begin..begin + length];
            let share = writer.random.pick(&[0.0, 0.0, 0.02, 0.05, 0.1]);
            let passage = writer.edited(passage, share, Writer::next_word);
            let middle = own.len() / 2;
            let all = [&own[..middle], &passage, &own[middle..]].concat();
            texts[page].paragraphs = writer.paragraphs(&all);
            borrowed.insert((page.min(*source), page.max(*source)));
        }
        for page in free {
            let own = writer.prose(120..=900);
            texts[page].title = writer.heading();
            texts[page].paragraphs = writer.paragraphs(&own);
        }
        let network: Vec<String> = (0..ADVERTISEMENTS)
            .map(|_| writer.prose(12..=45).join(" "))
            .collect();
        let sites: Vec<Site> = (0..size.sites).map(|_| Site::new(&mut writer)).collect();
        let pages = (0..count).map(|page| {
            let site = page / size.pages;
            let own = &texts[site * size.pages..(site + 1) * size.pages];
            Page {
                url: format!("https://www.site{site}.example/{}", page % size.pages),
                html: sites[site].page(&mut writer, own, page % size.pages, &network),
                is_spam: texts[page].is_spam,
            }
        });
        Self {
            pages: pages.collect(),
            borrowed,
        }
    }
}

/// Each text is sent to six sites, and to each of them several times.
fn spam(writer: &mut Writer<'_>, texts: &mut [Text], size: Size, pages: usize, kinds: usize) {
    let kinds: Vec<Vec<String>> = (0..kinds).map(|_| writer.prose(60..=150)).collect();
    for at in 0..pages {
        let kind = at % kinds.len();
        let site = (kind + writer.random.below(6)) % size.sites;
        let page = site * size.pages + writer.random.below(size.pages);
        let own = writer.prose(4..=12);
        let words = writer.edited(&kinds[kind], 0.02, Writer::next_word);
        texts[page] = Text {
            title: writer.heading(),
            paragraphs: vec![own.join(" "), words.join(" ")],
            is_spam: true,
            ..Text::default()
        };
    }
}

/// A text that some sites take over, each with a line of its own.
fn release(
    writer: &mut Writer<'_>,
    texts: &mut [Text],
    free: &mut Vec<usize>,
    size: Size,
    borrowed: &mut BTreeSet<(usize, usize)>,
) {
    let words = writer.prose(150..=400);
    let paragraphs = writer.paragraphs(&words);
    let mut pages = Vec::new();
    let mut sites = BTreeSet::new();
    for _ in 0..writer.from(3..=7).min(size.sites) {
        // One page of each site.
        let at = free
            .iter()
            .rposition(|page| sites.insert(page / size.pages));
        let Some(page) = at.map(|at| free.remove(at)) else {
            break;
        };
        let own = writer.prose(8..=30).join(" ");
        let text = &mut texts[page];
        text.title = writer.heading();
        text.paragraphs = [std::slice::from_ref(&own), &paragraphs].concat();
        pages.push(page);
    }
    relate(&pages, borrowed);
}

/// All of these pages have a text in common.
fn relate(pages: &[usize], borrowed: &mut BTreeSet<(usize, usize)>) {
    for (at, &x) in pages.iter().enumerate() {
        borrowed.extend(pages[at + 1..].iter().map(|&y| (x.min(y), x.max(y))));
    }
}

/// A paragraph that some pages of one site quote, and one or two of others.
fn statement(
    writer: &mut Writer<'_>,
    texts: &mut [Text],
    free: &mut Vec<usize>,
    size: Size,
    borrowed: &mut BTreeSet<(usize, usize)>,
) {
    let words = writer.prose(40..=90).join(" ");
    let site = writer.random.below(size.sites);
    let (inside, outside) = (writer.from(3..=6), writer.from(1..=2));
    let mut pages = Vec::new();
    for (count, is_inside) in [(inside, true), (outside, false)] {
        for _ in 0..count {
            let at = free
                .iter()
                .rposition(|page| (page / size.pages == site) == is_inside);
            pages.extend(at.map(|at| free.remove(at)));
        }
    }
    for &page in &pages {
        let own = writer.prose(150..=500);
        let mut paragraphs = writer.paragraphs(&own);
        let at = writer.random.below(paragraphs.len() + 1);
        paragraphs.insert(at, words.clone());
        texts[page] = Text {
            title: writer.heading(),
            paragraphs,
            ..Text::default()
        };
    }
    relate(&pages, borrowed);
}

/// A page, and the same at another address of the site, with less around it.
fn printed(
    writer: &mut Writer<'_>,
    texts: &mut [Text],
    free: &mut Vec<usize>,
    size: Size,
    borrowed: &mut BTreeSet<(usize, usize)>,
) {
    let Some(page) = free.pop() else { return };
    let same = |other: &usize| other / size.pages == page / size.pages;
    let Some(at) = free.iter().rposition(same) else {
        return;
    };
    let other = free.remove(at);
    let own = writer.prose(150..=500);
    let (title, paragraphs) = (writer.heading(), writer.paragraphs(&own));
    for (page, is_printed) in [(page, false), (other, true)] {
        texts[page] = Text {
            title: title.clone(),
            paragraphs: paragraphs.clone(),
            is_printed,
            ..Text::default()
        };
    }
    relate(&[page, other], borrowed);
}

/// What all pages of a site have.
struct Site {
    name: String,
    style: usize,
    menu: Vec<String>,
    about: String,
    notice: String,
    print: String,
    subscribe: String,
    authors: Vec<(String, String)>,
}

/// How sites are built.
const STYLES: usize = 4;

impl Site {
    fn new(writer: &mut Writer<'_>) -> Self {
        Self {
            name: writer.name(),
            style: writer.random.below(STYLES),
            menu: (0..writer.from(6..=20))
                .map(|_| writer.words(1..=3).join(" "))
                .collect(),
            about: writer.prose(25..=60).join(" "),
            notice: writer.prose(25..=60).join(" "),
            print: writer.prose(50..=140).join(" "),
            subscribe: writer.prose(15..=35).join(" "),
            authors: (0..AUTHORS)
                .map(|_| (writer.name(), writer.prose(25..=50).join(" ")))
                .collect(),
        }
    }

    /// The page of a text of the site, among others.
    fn page(
        &self,
        writer: &mut Writer<'_>,
        texts: &[Text],
        number: usize,
        network: &[String],
    ) -> String {
        let text = &texts[number];
        let (author, about) = &self.authors[writer.random.below(AUTHORS)];
        let day = format!("2006-{:02}-{:02}", 1 + number % 12, 1 + number % 28);
        let mut main = format!("<h1>{}</h1>", text.title);
        let _ = write!(main, "<p class=\"meta\">By {author} on {day}</p>");
        let between = writer.random.below(text.paragraphs.len().max(1));
        for (at, paragraph) in text.paragraphs.iter().enumerate() {
            let _ = write!(main, "<p>{paragraph}</p>");
            if at == between && writer.random.chance(0.6) {
                let words = network[writer.random.below(network.len())].as_str();
                let _ = match self.style {
                    0 => write!(main, "<div class=\"ad\"><p>{words}</p></div>"),
                    // Nothing but its words tells that it is one.
                    1 => write!(main, "<p>{words}</p>"),
                    2 => write!(
                        main,
                        "<div class=\"box\"><p><a href=\"/go\">{words}</a></p></div>"
                    ),
                    _ => write!(main, "<aside><p>{words}</p></aside>"),
                };
            }
        }
        let posted = format!(
            "This entry was posted on {day} by {author} and is filed under {}. You can follow any responses to this entry \
             through the feed, or leave a response of your own.",
            self.menu[number % self.menu.len()]
        );
        let _ = write!(main, "<p class=\"posted\">{posted}</p>");
        main += &"<a href=\"/share\"><span><img src=\"share.png\"></span></a>".repeat(12);
        let bio = format!("<div class=\"author\"><h3>{author}</h3><p>{about}</p></div>");
        let menu: String = self
            .menu
            .iter()
            .map(|item| {
                format!("<li class=\"item\"><a href=\"/{item}\"><i></i><span>{item}</span><b></b></a></li>")
            })
            .collect();
        let mut related = String::new();
        for _ in 0..3 {
            let other = &texts[writer.random.below(texts.len())];
            let first = other.paragraphs.first().map_or("", String::as_str);
            let first: Vec<&str> = first.split(' ').take(24).collect();
            let _ = write!(
                related,
                "<li><div><span><img src=\"x.png\"></span></div><a href=\"/x\"><b>{}</b></a><p>{} ...</p><div><i></i><em></em></div></li>",
                other.title,
                first.join(" ")
            );
        }
        let latest: String = texts
            .iter()
            .rev()
            .take(8)
            .map(|text| {
                format!(
                    "<li><span><img src=\"y.png\"></span><a href=\"/y\"><b>{}</b></a><i></i><em></em></li>",
                    text.title
                )
            })
            .collect();
        let side = network[writer.random.below(network.len())].as_str();
        let Self {
            name,
            about: site,
            notice,
            print,
            subscribe,
            ..
        } = self;
        let head = format!(
            "<!doctype html><html><head><title>{} - {name}</title><meta name=\"date\" content=\"{day}\"></head><body>",
            text.title
        );
        let body = match self.style {
            _ if text.is_printed => {
                format!("<p>{name}</p>{main}<p>Copyright 2006 {name}. {print}</p>")
            }
            0 => format!(
                "<div id=\"header\"><h2>{name}</h2><ul class=\"nav\">{menu}</ul></div>\
                 <div id=\"content\">{main}{bio}<div class=\"related\"><h3>Related</h3><ul>{related}</ul></div>\
                 <div class=\"newsletter\"><p>{subscribe}</p><input name=\"mail\"></div></div>\
                 <div id=\"sidebar\"><h3>About</h3><p>{site}</p><h3>Latest</h3><ul>{latest}</ul><div class=\"ad\"><p>{side}</p></div></div>\
                 <div id=\"footer\"><p>{notice}</p><p>Copyright 2006 {name}. {print}</p></div>"
            ),
            1 => format!(
                "<table><tr><td colspan=3><b>{name}</b> {site}</td></tr><tr><td><ul>{menu}</ul></td><td>{main}<hr>{bio}\
                 <p>{subscribe}</p><ul>{related}</ul></td><td><ul>{latest}</ul><p>{side}</p></td></tr>\
                 <tr><td colspan=3><p>{notice}</p><p>Copyright 2006 {name}. {print}</p></td></tr></table>"
            ),
            2 => format!(
                "<div class=\"wrap\"><div class=\"top\"><p>{notice}</p><ul>{menu}</ul></div><div class=\"main\"><div class=\"post\">{main}\
                 <p>{subscribe}</p></div><div class=\"more\"><h4>Read more</h4><ul>{related}</ul></div></div><div class=\"right\">{bio}\
                 <p>{site}</p><p>{side}</p><ul>{latest}</ul></div><div class=\"bottom\"><p>{print}</p></div></div>"
            ),
            _ => format!(
                "<header><h2>{name}</h2><nav><ul>{menu}</ul></nav></header><main><article>{main}</article>{bio}<section>\
                 <h3>Related</h3><ul>{related}</ul></section></main><aside><p>{site}</p><ul>{latest}</ul><p>{side}</p></aside>\
                 <footer><p>{subscribe}</p><p>{notice}</p><p>Copyright 2006 {name}. {print}</p></footer>"
            ),
        };
        format!("{head}{body}</body></html>")
    }
}
