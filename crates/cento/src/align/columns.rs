//! An alignment, column by column.

/// One column of an alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The same word on both sides.
    Match,
    /// Another word.
    Substitution,
    /// A word that only `b` has.
    Insertion,
    /// A word that only `a` has.
    Deletion,
}

/// The columns of an alignment, equal ones counted together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    runs: Vec<(Column, u32)>,
}

impl Columns {
    pub(super) fn clear(&mut self) {
        self.runs.clear();
    }

    pub(super) fn push(&mut self, column: Column, count: u32) {
        match self.runs.last_mut() {
            Some((last, n)) if *last == column => *n += count,
            _ if count > 0 => self.runs.push((column, count)),
            _ => {}
        }
    }

    pub(super) fn reverse(&mut self) {
        self.runs.reverse();
    }

    /// How many columns are of this kind.
    pub fn count(&self, column: Column) -> u32 {
        let same = self.runs.iter().filter(|(kind, _)| *kind == column);
        same.map(|(_, n)| n).sum()
    }

    /// How many columns there are.
    pub fn len(&self) -> u32 {
        self.runs.iter().map(|(_, n)| n).sum()
    }

    /// True for an alignment of nothing.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The columns from left to right: kind and how many in a row.
    pub fn runs(&self) -> &[(Column, u32)] {
        &self.runs
    }
}
