//! Documents as a page: what was copied links to where it stood first, what is new is marked.

use std::fmt::Write;

use super::row::OriginRow;

/// Writes the page, document by document. It has no end that must be written: more can always follow.
#[derive(Debug, Default)]
pub struct Page {
    /// How many documents were written, by which those with the same id are told apart.
    sections: u64,
}

/// What stands before the first document.
const HEAD: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Origins</title>
<style>
:root { color-scheme: light dark; --copied: #dbe7f6; --new: #fff0b8; --line: #8886; --quiet: #666; }
@media (prefers-color-scheme: dark) { :root { --copied: #263a55; --new: #4d4310; --quiet: #aaa; } }
body { font: 1rem/1.6 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
header, h2, .about, .from { font-family: system-ui, sans-serif; }
h2 { font-size: 1.1rem; margin: 0; }
article { border-top: 1px solid var(--line); padding: 1.5rem 0; }
article:target h2 { text-decoration: underline; }
.about { color: var(--quiet); font-size: .9rem; margin: 0 0 1rem; }
.text { white-space: pre-wrap; }
.text a, .text .gone { background: var(--copied); color: inherit; text-decoration: none; border-bottom: 2px solid #5b8ac6; }
.text a:hover, .text a:focus { outline: 2px solid #5b8ac6; }
.text mark { background: var(--new); color: inherit; }
.from { font-size: .7rem; color: var(--quiet); vertical-align: super; margin-right: .2em; }
</style>
<header>
<h1>Origins</h1>
<p><span class=\"text\"><a href=\"#d1\">Copied</a></span> text links to the document that had it first, whose name \
stands before it; <span class=\"text\"><mark>new</mark></span> text had not been seen before.</p>
</header>
";

impl Page {
    /// A page on which there is nothing yet, or to which more is added.
    pub fn new() -> Self {
        Self::default()
    }

    /// What stands before the first document.
    pub fn head() -> &'static str {
        HEAD
    }

    /// One document. The places in `row` count bytes of `text`. `section` says which section of the page an origin
    /// has, if any. Gives the number of its own, and the section.
    pub fn document(
        &mut self,
        text: &str,
        row: &OriginRow,
        section: impl Fn(&str) -> Option<u64>,
    ) -> (u64, String) {
        self.sections += 1;
        let mut out = format!("<article id=\"d{}\">\n<h2>", self.sections);
        escape(&row.id, &mut out);
        out.push_str("</h2>\n<p class=\"about\">");
        let _ = write!(
            out,
            "{} words, {} of them new. ",
            row.tokens, row.fresh_tokens
        );
        match (row.dominant, &row.dominant_origin) {
            (_, Some(origin)) => {
                out.push_str("Most of it comes from ");
                link(origin, section(origin), &mut out);
                let _ = write!(out, " ({:.0} %).", 100.0 * row.dominant_share);
            }
            ("self", _) => out.push_str("Most of it is its own."),
            _ => out.push_str("No document has much more of it than others."),
        }
        out.push_str("</p>\n<div class=\"text\">");
        self.text(text, row, &section, &mut out);
        out.push_str("</div>\n</article>\n");
        (self.sections, out)
    }

    fn text(
        &self,
        text: &str,
        row: &OriginRow,
        section: &impl Fn(&str) -> Option<u64>,
        out: &mut String,
    ) {
        let part = |begin: u64, end: u64| text.get(begin as usize..end as usize).unwrap_or("");
        let mut fresh = row.fresh.iter().peekable();
        let mut at = 0;
        // What stands before `end`: new where it is said to be, and what is between words.
        let mut until = |at: &mut u64, end: u64, out: &mut String| {
            while *at < end {
                match fresh.peek().copied().copied() {
                    Some(span) if span.end <= *at => {
                        fresh.next();
                    }
                    Some(span) if span.begin < end => {
                        let begin = span.begin.max(*at);
                        escape(part(*at, begin), out);
                        out.push_str("<mark>");
                        escape(part(begin, span.end.min(end)), out);
                        out.push_str("</mark>");
                        *at = span.end.min(end);
                    }
                    _ => {
                        escape(part(*at, end), out);
                        *at = end;
                    }
                }
            }
        };
        for block in &row.blocks {
            until(&mut at, block.begin, out);
            // Neighbouring blocks may have words in common: they are the first one's.
            if block.end <= at {
                continue;
            }
            out.push_str("<span class=\"from\">");
            escape(&block.origin, out);
            out.push_str("</span>");
            match section(&block.origin) {
                Some(number) => {
                    let _ = write!(out, "<a href=\"#d{number}\" title=\"from ");
                }
                None => out.push_str("<span class=\"gone\" title=\"from "),
            }
            escape(&block.origin, out);
            out.push_str("\">");
            escape(part(at, block.end), out);
            out.push_str(match section(&block.origin) {
                Some(_) => "</a>",
                None => "</span>",
            });
            at = block.end;
        }
        until(&mut at, text.len() as u64, out);
    }
}

fn link(id: &str, section: Option<u64>, out: &mut String) {
    match section {
        Some(number) => {
            let _ = write!(out, "<a href=\"#d{number}\">");
            escape(id, out);
            out.push_str("</a>");
        }
        None => escape(id, out),
    }
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}
