//! Whole pages: bytes in, documents out.

use std::time::Instant;

use proptest::prelude::*;

use super::*;

fn read(html: &str, content: Content) -> Document {
    document(html, content).expect("a page")
}

fn all(html: &str) -> String {
    read(html, Content::All).text
}

/// A page with a menu, an article, comments and a foot.
fn article() -> String {
    let menu: String = ["Home", "News", "Sport", "Weather", "Contact"]
        .iter()
        .map(|name| format!("<li><a href='/{name}'>{name}</a></li>"))
        .collect();
    let sentence = "The river rose by another foot during the night, and the keeper of the bridge, \
                    who had seen worse, moved his books to the upper floor.";
    let related: String = (0..6)
        .map(|at| format!("<li><a href='/{at}'>Another story of the river, number {at}</a></li>"))
        .collect();
    format!(
        "<!doctype html><html><head><title>The river | Gazette</title>\
         <meta property='og:title' content='The river &amp; the bridge'>\
         <meta property='article:published_time' content='2021-03-04T05:06:07+0100'>\
         <link rel='Canonical' href='https://example.org/river?a=1&amp;b=2'>\
         <style>p {{ color: red }}</style></head><body>\
         <nav class='main-menu'><ul>{menu}</ul></nav>\
         <div id=content><h1>The river</h1><p>{sentence}</p><p>{sentence} He was <em>right</em>.</p>\
         <script>var x = '<p>no text</p>';</script><p>{sentence}</p></div>\
         <div class=related-posts><h3>Read more</h3><ul>{related}</ul></div>\
         <div id=footer><p>© 2021 Gazette. All rights reserved. <a href=/terms>Terms</a></p></div>"
    )
}

#[test]
fn paragraphs_items_and_rows_stand_apart() {
    for (html, expected) in [
        ("<p>one\n two<p>three", "one two\n\nthree"),
        ("a<b>b</b>c <i>d</i>", "abc d"),
        ("<div>a<div>b</div>c</div>", "a\n\nb\n\nc"),
        ("a<br>b<br><br>c<br/>\n<br/>d", "a\nb\n\nc\n\nd"),
        (
            "<ul><li>a<li>b<ul><li>c</ul>d</ul>e",
            "a\n\nb\n\nc\n\nd\n\ne",
        ),
        (
            "<table><tr><th>a<th>b<tr><td>c<td><td>d</table>e",
            "a\tb\nc\td\n\ne",
        ),
        (
            "x<table><tr><td><p>a<p>b<td>c</table><table><tr><td>d</table>",
            "x\n\na\n\nb\n\nc\n\nd",
        ),
        ("<pre>a\n  b\n\nc</pre>d", "a\n  b\n\nc\n\nd"),
        ("a&nbsp;&nbsp;b &lt;p&gt;", "a b <p>"),
        ("<dl><dt>a<dd>b<dt>c</dl>", "a\n\nb\n\nc"),
        ("<p>a</div></p></table>b", "a\n\nb"),
        ("<td>a</td><li>b", "a\n\nb"),
        ("<select><option>a<option>b</select>c", "c"),
        ("<svg><title>x</title><text>y</text></svg>a", "a"),
        (
            "<textarea><p>x</textarea>a<style>y</style><noscript>b</noscript>",
            "a\n\nb",
        ),
        ("<my-box>a</my-box>b", "a\n\nb"),
        ("<template><svg></template>a</svg></template>b", "b"),
        ("", ""),
    ] {
        assert_eq!(all(html), expected, "{html}");
    }
}

#[test]
fn an_end_tag_in_a_table_closes_nothing_around_it() {
    // The last block stands in the outer box still.
    let page =
        Page::read("<div class=nav><table><tr><td>a</div></td></table>b</div>c").expect("a page");
    let inside: Vec<u32> = page.blocks.iter().map(|block| block.inside).collect();
    assert_eq!(inside, [4, 1, 0]);
}

#[test]
fn boxes_hold_the_blocks_between_their_tags() {
    let page = Page::read("<div>a<p>b<p>c</div>d<div></div>").expect("a page");
    let blocks: Vec<_> = page.boxes.iter().map(|one| one.blocks.clone()).collect();
    assert_eq!(blocks, [0..4, 0..3, 1..2, 2..3, 4..4]);
}

#[test]
fn bytes_of_links_are_counted() {
    for (html, linked) in [
        ("<p>ab <a href=x>cde</a> f", 3),
        ("<p><a name=x>cde</a> f", 0),
        ("<p><a href=x>cde<p>fg</a>h", 3),
        ("<div><a href=x>a b</div>", 3),
    ] {
        let page = Page::read(html).expect("a page");
        assert_eq!(page.blocks[0].linked, linked, "{html}");
    }
    // A link that is never closed ends with the box that it stands in.
    let page = Page::read("<div><a href=x>a</div><p>b").expect("a page");
    assert_eq!(page.blocks[1].linked, 0);
}

#[test]
fn a_page_is_read_without_its_frame() {
    let page = article();
    let readable = read(&page, Content::Readable);
    assert!(readable.text.contains("another foot during the night"));
    assert!(readable.text.contains("He was right."));
    for frame in ["Weather", "Another story", "All rights", "no text", "color"] {
        assert!(!readable.text.contains(frame), "{frame}");
    }
    let everything = read(&page, Content::All).text;
    for shown in ["Weather", "Another story", "All rights", "upper floor"] {
        assert!(everything.contains(shown), "{shown}");
    }
    let flattest = read(&page, Content::Slope).text;
    assert!(flattest.starts_with("The river rose"), "{flattest}");
    assert!(!flattest.contains("Weather"));
    assert!(everything.contains(&flattest));
}

#[test]
fn a_page_tells_its_title_date_and_address() {
    let document = read(&article(), Content::Readable);
    assert_eq!(document.title.as_deref(), Some("The river & the bridge"));
    assert_eq!(document.date.as_deref(), Some("2021-03-04T05:06:07+01:00"));
    assert_eq!(
        document.meta,
        r#"{"url":"https://example.org/river?a=1&b=2"}"#
    );
}

#[test]
fn the_best_of_several_dates_and_titles_is_taken() {
    let about = |html: &str| Page::read(html).expect("a page").metadata.finish();
    let date = |html: &str| about(html).date;
    let meta = |name: &str, value: &str| format!("<meta name='{name}' content='{value}'>");
    let published = meta("article:published_time", "2020-01-02T03:04:05Z");
    let modified = meta("article:modified_time", "2021");
    for html in [
        format!("{published}{modified}"),
        format!("{modified}{published}"),
    ] {
        assert_eq!(date(&html).as_deref(), Some("2020-01-02T03:04:05Z"));
    }
    assert_eq!(date(&meta("date", "soon")), None);
    assert_eq!(date(&meta("date", "2020-02-30")), None);
    assert_eq!(
        date(&meta("date", "2020-02-03T14:15:16+0100")).as_deref(),
        Some("2020-02-03T14:15:16+01:00")
    );
    // What stands where a zone would is cut at letters only.
    assert_eq!(date(&meta("date", "2020-02-0-0\u{451}1")), None);
    assert_eq!(
        date(&meta("DC.Date", "2020-02-03 14:15")).as_deref(),
        Some("2020-02-03")
    );
    let data = r#"<script type="application/ld+json">{"datePublished" : "2019-05-06T07:08:09+00:00"}</script>"#;
    assert_eq!(
        date(&format!("{published}{data}")).as_deref(),
        Some("2019-05-06T07:08:09+00:00")
    );
    assert_eq!(date(&data.replace("ld+json", "json")), None);
    assert_eq!(
        date("<time datetime=2018-01-01></time><time datetime=2017-01-01>").as_deref(),
        Some("2018-01-01")
    );
    assert_eq!(
        about("<title> a\n b </title>").title.as_deref(),
        Some("a b")
    );
    assert_eq!(about("<title></title>").title, None);
    assert_eq!(
        about("<link rel=canonical href=/x><meta property=og:url content=http://a.b/>")
            .url
            .as_deref(),
        Some("http://a.b/")
    );
}

#[test]
fn a_page_without_a_frame_is_read_to_its_end() {
    let html = "<h1>The river has left its bed</h1><p>It has rained for a week, and nobody watched the \
                river. On Sunday, in the small hours, it came over the dam.</p><p>\"Well,\" said Anna.</p>\
                <p>They counted the boats twice, since nobody would have believed them, and wrote it down.</p>\
                <p>It was evening.</p>";
    assert_eq!(read(html, Content::Readable).text, all(html));
}

#[test]
fn few_words_are_read_too() {
    assert_eq!(read("<p>just this", Content::Readable).text, "just this");
    let empty = read("", Content::Readable);
    assert_eq!((empty.text.as_str(), empty.title), ("", None));
}

/// Pages made to exhaust who reads them, of about so many bytes.
fn hostile(size: usize) -> Vec<(&'static str, String)> {
    let times = |piece: &str| piece.repeat(size / piece.len());
    let attributes: String = (0..size / 12)
        .map(|at| format!(" a{at}=\"{at}\""))
        .collect();
    vec![
        ("nested", times("<div>")),
        ("nested, closed", times("<div>") + &times("</div>")),
        (
            "nested, closed by others",
            times("<div>") + &times("</p></li></section>"),
        ),
        ("nested in turn", times("<div><ul><li><p>x")),
        ("tables", times("<table><tr><td>x")),
        ("tables without cells", times("<table>x")),
        ("attributes", format!("<p{attributes}>x")),
        ("values without end", times("<p a=\"x'")),
        ("quotes", format!("<p {}", times("a='"))),
        (
            "script",
            format!("<script>{}</script>x", times("</ if (a<b) ")),
        ),
        ("script without end", times("<script>")),
        ("comments", times("<!-- a --")),
        ("comments without end", times("<!--")),
        ("markup that is none", times("<![CDATA[")),
        ("ends", times("</")),
        ("less than", times("< <")),
        ("ampersands", times("&")),
        ("references", times("&#x0000000041&am")),
        ("links", times("<a href=x>y")),
        ("breaks", times("<br>x<br>")),
        ("hidden", times("<svg><select>x")),
        (
            "hidden, closed by others",
            times("<svg><select>") + &times("</template>"),
        ),
        ("own elements", times("<x-y>") + &times("</y-x>")),
        ("classes", format!("<div class='{}'>x", times("navMenu-"))),
        ("metadata", times("<meta name=date content=x><title>")),
        ("words", times("word ")),
        ("one word", times("w")),
    ]
}

#[test]
fn hostile_pages_take_time_in_proportion() {
    let time = |html: &str, times: usize| {
        let begin = Instant::now();
        for _ in 0..times {
            let read = document(html, Content::Readable);
            assert!(read.is_ok_and(|read| read.text.len() <= 2 * html.len()));
        }
        begin.elapsed()
    };
    for ((name, small), (_, large)) in hostile(1 << 15).iter().zip(&hostile(1 << 19)) {
        // As much at once as in sixteen parts: what is quadratic takes sixteen times as long, however often it is tried. Others
        // work on the machine, too.
        let is_linear = (0..10).any(|_| time(large, 1) < 4 * time(small, 16));
        assert!(is_linear, "{name}");
    }
}

#[test]
fn a_page_of_too_many_boxes_is_hostile() {
    let html = "<p>".repeat(MOST_BOXES);
    let refused = document(&html, Content::All).expect_err("too many");
    assert_eq!(refused.reason, Reason::Hostile);
    assert_eq!(refused.cause, "more than 1000000 elements");
}

/// Pieces that make pages likely.
fn pages() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..6),
        proptest::sample::select(vec![
            "<p>",
            "</p>",
            "<div class='nav'>",
            "</div>",
            "<table>",
            "<tr>",
            "<td>",
            "</table>",
            "<a href=x>",
            "</a>",
            "<br>",
            "<pre>",
            "</pre>",
            "<svg>",
            "</svg>",
            "<ul><li>",
            "</ul>",
            "<script>",
            "</script>",
            "<title>",
            "<!--",
            "-->",
            "<",
            "&amp;",
            "&#x",
            "é",
            "日本",
            "\u{a0}",
            "some words, and more. ",
            "<meta charset=gbk>",
            "<?xml ",
            "<x-y/>",
            "\"",
            "'",
            "=",
            "\n\n",
        ])
        .prop_map(|text: &str| text.as_bytes().to_vec()),
    ];
    proptest::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_bytes_are_a_page(bytes in pages()) {
        let (html, _) = charset::decode(&bytes, None);
        let page = Page::read(&html).expect("small");
        let mut at = 0;
        for (number, block) in page.blocks.iter().enumerate() {
            // Blocks follow each other, and hold words from end to end.
            prop_assert!(block.begin as usize >= at && block.begin < block.end);
            let words = page.words(block);
            prop_assert_eq!(words.trim_end_matches([' ', '\n', '\t']), words);
            prop_assert!(block.linked as usize <= words.len());
            at = block.end as usize;
            let inside = &page.boxes[block.inside as usize];
            prop_assert!(inside.blocks.contains(&(number as u32)));
        }
        prop_assert_eq!(at, page.text.len());
        for (number, one) in page.boxes.iter().enumerate() {
            let around = &page.boxes[one.parent as usize];
            prop_assert!(number == 0 || (one.parent as usize) < number);
            prop_assert!(around.blocks.start <= one.blocks.start && one.blocks.end <= around.blocks.end);
        }
        let everything = vec![true; page.blocks.len()];
        prop_assert_eq!(&page.text_of(&everything).0, &page.text[..]);
        let flattest = &page.text[page.flattest.clone()];
        prop_assert_eq!(selected(&page, Content::Slope).0, flattest);
        for block in selected(&page, Content::Readable).0.split("\n\n") {
            prop_assert!(page.text.contains(block));
        }
    }
}
