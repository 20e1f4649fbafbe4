//! The mark of a note right behind the end of a sentence, to which it belongs: `so.[2] And`, `so.1 And`, `so.² And`.

use super::{End, Gap, Reader};
use crate::token::abbreviation::Role;

/// Digits of the number of a note, at most.
const LONGEST: usize = 3;

impl Reader<'_> {
    /// Whether token `at` is the mark of a note to what the gap before it ends.
    pub(super) fn is_noted(&self, at: usize, gap: Gap) -> bool {
        let between = self.before(at);
        // A space stands before `.5`.
        if !matches!(gap.end, End::Stop | End::Mark) || between.contains(char::is_whitespace) {
            return false;
        }
        if between.ends_with('[') {
            return self.is_number(at);
        }
        let mark = self.word(at);
        let is_raised = mark.chars().all(is_raised);
        is_raised || (self.is_number(at) && mark.len() <= LONGEST && self.is_note(at))
    }

    /// Whether what stands behind token `at - 1`, the mark of a note, leaves it at that.
    pub(super) fn ends_note(&self, at: usize) -> bool {
        let between = self.before(at);
        match self.before(at - 1).ends_with('[') {
            true => between.starts_with(']'),
            false => between.starts_with(char::is_whitespace),
        }
    }

    /// Whether a plain number is one, and neither of an abbreviation, `Abs.1 Satz`, nor behind a point, `2.1 Das`:
    /// it follows a whole word, and a capital follows it.
    fn is_note(&self, at: usize) -> bool {
        let last = at - 1;
        let begins = |c: char| c.is_whitespace();
        self.is_small_word(last)
            && (self.role(last) == Role::default() || self.role(last) == Role::OPENS)
            && self.behind(at).is_some_and(begins)
            && self.spans.get(at + 1).is_some()
            && self.first(at + 1).is_uppercase()
    }
}

/// Whether it is a digit that stands above the line.
fn is_raised(c: char) -> bool {
    matches!(
        c,
        '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}' | '\u{2074}'..='\u{2079}'
    )
}
