//! The tables of results: one definition of each row, whatever the format.

use std::borrow::Cow;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Count,
    /// A number.
    Share,
    /// A list of texts.
    Texts,
    /// A JSON object; in formats without objects, its text.
    Object,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name, a contract.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
}

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    /// No value.
    Null,
    /// Text.
    Text(Cow<'a, str>),
    /// A whole number.
    Count(u64),
    /// A number.
    Share(f64),
    /// A list of texts.
    Texts(Vec<&'static str>),
    /// The text of a JSON object.
    Object(Cow<'a, str>),
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&'a Option<String>> for Cell<'a> {
    fn from(text: &'a Option<String>) -> Self {
        text.as_deref().map_or(Self::Null, Self::from)
    }
}

impl From<u32> for Cell<'_> {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<f64> for Cell<'_> {
    fn from(share: f64) -> Self {
        Self::Share(share)
    }
}

/// A row of a table.
pub trait Row {
    /// The table's name, which is its file's.
    const TABLE: &'static str;
    /// Its columns, in order.
    const COLUMNS: &'static [Column];

    /// The row's values, one for each column.
    fn cells(&self) -> Vec<Cell<'_>>;
}

/// Shorthand for the lists of columns.
pub(super) const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind }
}
