//! A row of the table of reprint groups.

use serde::Serialize;

use super::table::{Cell, Column, Kind, Row, column};
use crate::group::Labels;

/// A text that stands in several documents, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterRow {
    /// Its number among all, from 1.
    pub number: u64,
    /// How many documents have it.
    pub size: u64,
    /// As given with the first and the last document that is dated.
    pub first_date: Option<String>,
    /// As given with the last document that is dated.
    pub last_date: Option<String>,
    /// The fullest member's text.
    pub text: String,
    /// Oldest first.
    pub members: Vec<MemberRow>,
    /// What kind of reuse it is, where that is known.
    pub labels: Labels,
}

/// A place where the text of a group stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MemberRow {
    /// The document.
    pub id: String,
    /// Where it begins there.
    pub begin: u64,
    /// Where it ends there.
    pub end: u64,
    /// The document's date, as given.
    pub date: Option<String>,
}

impl Row for ClusterRow {
    const TABLE: &'static str = "clusters";
    const COLUMNS: &'static [Column] = &[
        column("cluster_id", Kind::Text),
        column("size", Kind::Count),
        column("spans", Kind::Count),
        column("first_date", Kind::Text),
        column("last_date", Kind::Text),
        column("text", Kind::Text),
        column("members", Kind::Object),
        column("labels", Kind::Texts),
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        let members = serde_json::to_string(&self.members).unwrap_or_default();
        vec![
            Cell::Text(format!("c{}", self.number).into()),
            Cell::Count(self.size),
            Cell::Count(self.members.len() as u64),
            (&self.first_date).into(),
            (&self.last_date).into(),
            self.text.as_str().into(),
            Cell::Object(members.into()),
            Cell::Texts(self.labels.names()),
        ]
    }
}
