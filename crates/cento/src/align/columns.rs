//! An alignment, column by column.

use std::ops::AddAssign;

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

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

    /// How many columns there are of each kind.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.runs
            .iter()
            .for_each(|&(column, n)| counts.add(column, n));
        counts
    }

    /// The columns from left to right: kind and how many in a row.
    pub fn runs(&self) -> &[(Column, u32)] {
        &self.runs
    }
}

/// How many columns of each kind an alignment has.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(C)]
pub struct Counts {
    /// The same word on both sides.
    pub matched: u32,
    /// Another word.
    pub substituted: u32,
    /// Words that only `b` has.
    pub inserted: u32,
    /// Words that only `a` has.
    pub deleted: u32,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.matched += other.matched;
        self.substituted += other.substituted;
        self.inserted += other.inserted;
        self.deleted += other.deleted;
    }
}

impl Counts {
    pub(super) fn add(&mut self, column: Column, count: u32) {
        *match column {
            Column::Match => &mut self.matched,
            Column::Substitution => &mut self.substituted,
            Column::Insertion => &mut self.inserted,
            Column::Deletion => &mut self.deleted,
        } += count;
    }

    /// All columns.
    pub fn columns(&self) -> u32 {
        self.matched + self.substituted + self.inserted + self.deleted
    }

    /// The share of columns that match.
    pub fn identity(&self) -> f64 {
        f64::from(self.matched) / f64::from(self.columns().max(1))
    }

    /// The same seen from the other side.
    pub(crate) fn flipped(self) -> Self {
        Self {
            inserted: self.deleted,
            deleted: self.inserted,
            ..self
        }
    }
}
