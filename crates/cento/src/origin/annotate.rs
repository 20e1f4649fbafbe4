//! Documents as a page: what was copied links to where it stood first, what is new is marked.

use std::fmt::Write;

use super::origins::{Dominant, Origins};
use super::row::OriginRow;
use super::stream::Observed;

/// A page, which is written document by document. It has no end that must be written: more can always follow.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The number of the first document on it.
    pub since: u64,
    /// The ids of the documents on it; without any, those of all.
    pub only: &'a [String],
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
<p><span class=\"text\"><span class=\"gone\">Copied</span></span> text links to the document that had it first, whose name \
stands before it; <span class=\"text\"><mark>new</mark></span> text had not been seen before.</p>
</header>
";

impl Page<'_> {
    /// What stands before the first document.
    pub fn head() -> &'static str {
        HEAD
    }

    /// Whether a document is on the page.
    fn has(&self, number: u64, id: &str) -> bool {
        number >= self.since && (self.only.is_empty() || self.only.iter().any(|only| only == id))
    }

    /// One document, of which the places count bytes.
    pub fn document(&self, observed: &Observed<'_>) -> String {
        let Observed {
            document,
            origins,
            row,
        } = observed;
        let mut out = format!("<article id=\"d{}\">\n<h2>", origins.document);
        escape(&row.id, &mut out);
        let _ = write!(
            out,
            "</h2>\n<p class=\"about\">{} words, {} of them new. ",
            row.tokens, row.fresh_tokens
        );
        match origins.dominant {
            Dominant::Other(number) => {
                let id = row.dominant_origin.as_deref().unwrap_or_default();
                out.push_str("Most of it comes from ");
                self.link(number, id, id, &mut out);
                let _ = write!(out, " ({:.0} %).", 100.0 * row.dominant_share);
            }
            Dominant::Own => out.push_str("Most of it is its own."),
            Dominant::None => out.push_str("No document has much more of it than others."),
        }
        out.push_str("</p>\n<div class=\"text\">");
        self.text(&document.text, origins, row, &mut out);
        out.push_str("</div>\n</article>\n");
        out
    }

    fn text(&self, text: &str, origins: &Origins, row: &OriginRow, out: &mut String) {
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
        for (block, of) in row.blocks.iter().zip(&origins.blocks) {
            until(&mut at, block.begin, out);
            // Neighbouring blocks may have words in common: they are the first one's.
            if block.end <= at {
                continue;
            }
            out.push_str("<span class=\"from\">");
            escape(&block.origin, out);
            out.push_str("</span>");
            self.link(of.origin, &block.origin, part(at, block.end), out);
            at = block.end;
        }
        until(&mut at, text.len() as u64, out);
    }

    /// Text that leads to a document, if that is on the page.
    fn link(&self, number: u64, id: &str, text: &str, out: &mut String) {
        let is_there = self.has(number, id);
        match is_there {
            true => {
                let _ = write!(out, "<a href=\"#d{number}\" title=\"from ");
            }
            false => out.push_str("<span class=\"gone\" title=\"from "),
        }
        escape(id, out);
        out.push_str("\">");
        escape(text, out);
        out.push_str(if is_there { "</a>" } else { "</span>" });
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
