//! Rows of the tables that only runs by order have: portions and works.

use serde_json::Value;

use super::cluster::MemberRow;
use super::table::{Cell, Column, Kind, Row, column};
use crate::offsets::OffsetUnit;

/// A stretch of one document that is a stretch of another.
#[derive(Clone, Debug, PartialEq)]
pub struct PortionRow<'a> {
    /// As in the pair.
    pub a_id: &'a str,
    /// As in the pair.
    pub b_id: &'a str,
    /// Where it begins and ends in `a`.
    pub a_span: (u64, u64),
    /// Where it begins and ends in `b`.
    pub b_span: (u64, u64),
    /// What these count.
    pub unit: OffsetUnit,
    /// The share of the words of both stretches that are inside passages.
    pub aligned: f64,
    /// The same for each 250 words of `a`.
    pub bins: &'a [f64],
}

impl Row for PortionRow<'_> {
    const TABLE: &'static str = "portions";
    const COLUMNS: &'static [Column] = &[
        column("a_id", Kind::Text),
        column("b_id", Kind::Text),
        column("a_begin", Kind::Count),
        column("a_end", Kind::Count),
        column("b_begin", Kind::Count),
        column("b_end", Kind::Count),
        column("aligned", Kind::Share),
        column("offset_unit", Kind::Text),
        column("bins", Kind::Object),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        // Two digits tell as much as a page has words.
        let rounded = |share: &f64| Value::from((share * 100.0).round() / 100.0);
        let bins: Vec<Value> = self.bins.iter().map(rounded).collect();
        vec![
            self.a_id.into(),
            self.b_id.into(),
            Cell::Count(self.a_span.0),
            Cell::Count(self.a_span.1),
            Cell::Count(self.b_span.0),
            Cell::Count(self.b_span.1),
            self.aligned.into(),
            self.unit.name().into(),
            Cell::Object(Value::from(bins).to_string().into()),
        ]
    }
}

/// A text that several books hold, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkRow {
    /// Its number among all, from 1.
    pub number: u64,
    /// How many books hold it.
    pub size: u64,
    /// These books, in their order, once for each place where the text stands in them.
    pub members: Vec<MemberRow>,
}

impl Row for WorkRow {
    const TABLE: &'static str = "works";
    const COLUMNS: &'static [Column] = &[
        column("work_id", Kind::Text),
        column("size", Kind::Count),
        column("members", Kind::Object),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        let members = serde_json::to_string(&self.members).unwrap_or_default();
        vec![
            Cell::Text(format!("w{}", self.number).into()),
            Cell::Count(self.size),
            Cell::Object(members.into()),
        ]
    }
}
