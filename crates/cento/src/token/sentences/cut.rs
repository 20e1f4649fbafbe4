//! What is too long for a sentence, in pieces.

use super::{LONGEST, Reader};
use crate::span::TokenSpan;

/// Puts down the sentence that ends before token `end`, in pieces if it is too long. It is cut where a
/// line ends, or else at a semicolon, or else at a comma, the last in reach; or else before the least
/// token in reach, so that copies of a text without marks are cut alike wherever they begin.
pub(super) fn cut(reader: &Reader<'_>, end: usize, sentences: &mut Vec<TokenSpan>) {
    let mut put = |begin: usize, end: usize| {
        sentences.push(TokenSpan {
            begin: begin as u32,
            end: end as u32,
        });
    };
    let mut begin = reader.begin;
    while end - begin > LONGEST {
        let reach = begin + LONGEST / 2..begin + LONGEST + 1;
        let strength = |at: usize| {
            let gap = reader.spans[at - 1].end as usize..reader.spans[at].begin as usize;
            let marks = reader.text[gap].chars().map(|c| match c {
                '\n' | '\r' => 3,
                ';' | ':' | '\u{ff1b}' | '\u{61b}' => 2,
                ',' | '\u{ff0c}' | '\u{3001}' | '\u{60c}' => 1,
                _ => 0,
            });
            marks.max().unwrap_or(0)
        };
        let best = reach
            .clone()
            .max_by_key(|&at| strength(at))
            .filter(|&at| strength(at) > 0);
        let least = || reach.clone().min_by_key(|&at| reader.hashes[at]);
        let at = best.or_else(least).unwrap_or(begin + LONGEST);
        put(begin, at);
        begin = at;
    }
    put(begin, end);
}
