//! Two sentences, with the words marked that both have, in whatever order. There is nothing to keep in step: each is laid
//! out by itself.

use cento::align::Shared;
use cento::span::ByteSpan;

use super::{Flow, Layout, Mark};

impl Layout {
    /// The lines of one sentence whose words at `shared` the other has too.
    pub(crate) fn sentence(&self, text: &str, shared: &[ByteSpan]) -> Vec<String> {
        let lines = self.lines(flow(text, shared), self.width).into_iter();
        lines.map(|line| line.finish(self.paint)).collect()
    }

    /// The lines of both, `a` on the left, `b` on the right.
    pub(crate) fn sentences(&self, a: &str, b: &str, shared: &Shared) -> Vec<String> {
        let column = self.column();
        let [left, right] = [(a, &shared.a), (b, &shared.b)]
            .map(|(text, shared)| self.lines(flow(text, shared), column));
        let rows = left.len().max(right.len());
        let [mut left, mut right] = [left, right].map(Vec::into_iter);
        let mut next = || [&mut left, &mut right].map(|lines| lines.next().unwrap_or_default());
        (0..rows).map(|_| self.row(next())).collect()
    }
}

/// A text with some words marked.
fn flow(text: &str, shared: &[ByteSpan]) -> Flow {
    let mut flow = Flow::default();
    let mut at = 0;
    let mut push = |range: std::ops::Range<usize>, mark| {
        flow.push(text.get(range).unwrap_or_default(), mark);
    };
    for span in shared.iter().map(|span| span.range()) {
        push(at..span.start, Mark::Same);
        at = span.end;
        push(span, Mark::Shared);
    }
    push(at..text.len(), Mark::Same);
    flow
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::tests::layout;
    use crate::style::Paint;

    /// The first place of each word.
    fn words(text: &str, words: &[&str]) -> Vec<ByteSpan> {
        let place = |word: &&str| {
            let begin = text.find(word).expect("the word is there");
            ByteSpan {
                begin: begin as u32,
                end: (begin + word.len()) as u32,
            }
        };
        words.iter().map(place).collect()
    }

    #[test]
    fn words_side_by_side_are_marked_together() {
        let text = "The old ferry, she sails late";
        let shared = words(text, &["old", "ferry", "late"]);
        assert_eq!(
            layout(80).sentence(text, &shared),
            ["The [=old ferry=], she sails [=late=]"]
        );
        let coloured = Layout {
            paint: Paint::Colour,
            ..layout(80)
        };
        assert_eq!(
            coloured.sentence("a ferry", &words("a ferry", &["ferry"])),
            ["a \u{1b}[36m[=ferry=]\u{1b}[0m"]
        );
    }

    #[test]
    fn each_side_has_its_own_lines() {
        let (a, b) = ("ferry ".repeat(20), "late ferry");
        let shared = Shared {
            b: words(b, &["ferry"]),
            ..Shared::default()
        };
        let rows = layout(101).sentences(&a, b, &shared);
        assert_eq!(rows.len(), 3);
        assert!(rows[0].ends_with(" | late [=ferry=]"), "{rows:?}");
        // A blank column at the end is cut off.
        assert!(
            rows[2].ends_with("ferry") || rows[2].ends_with('|'),
            "{rows:?}"
        );
        assert!(rows.iter().all(|row| row.len() <= 101));
    }

    #[test]
    fn words_without_blanks_are_marked() {
        let text = "我们在北京喜欢面包。";
        let shared = words(text, &["北京", "面包"]);
        assert_eq!(
            layout(80).sentence(text, &shared),
            ["我们在[=北京=]喜欢[=面包=]。"]
        );
    }
}
