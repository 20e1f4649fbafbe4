//! When documents are from, and which of two had a text first.

use std::collections::HashMap;

use crate::prepare::Row;
use crate::read::Time;

/// Which of two documents is the earlier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// `a` had it first.
    AToB,
    /// `b` had it first.
    BToA,
    /// Undated, or not told apart by their dates.
    #[default]
    Unknown,
}

impl Direction {
    /// Which of two times is the earlier, and by how many days. Times that overlap, as a day and its month
    /// do, tell nothing.
    pub(crate) fn between(a: Option<Time>, b: Option<Time>) -> (Self, Option<u64>) {
        match (a, b) {
            (Some(a), Some(b)) if a.end <= b.begin => {
                (Self::AToB, Some(a.days_to(b).unsigned_abs()))
            }
            (Some(a), Some(b)) if b.end <= a.begin => {
                (Self::BToA, Some(b.days_to(a).unsigned_abs()))
            }
            _ => (Self::Unknown, None),
        }
    }

    /// As it is written in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::AToB => "a_to_b",
            Self::BToA => "b_to_a",
            Self::Unknown => "unknown",
        }
    }
}

/// The time and the series of every document.
#[derive(Debug, Default)]
pub(crate) struct Almanac {
    times: Vec<Option<Time>>,
    /// The number of each document's series.
    series: Vec<Option<u32>>,
    /// How many documents each series has, and its name.
    sizes: Vec<u32>,
    names: Vec<String>,
    /// The number of each series, by name.
    numbers: HashMap<String, u32>,
}

impl Almanac {
    /// Adds the next document.
    pub(crate) fn add(&mut self, row: &Row) {
        self.times.push(row.date.as_deref().and_then(Time::parse));
        let series = row.series.as_deref().map(|name| {
            let number = self.numbers.get(name).copied().unwrap_or_else(|| {
                let number = self.names.len() as u32;
                self.numbers.insert(name.to_owned(), number);
                self.names.push(name.to_owned());
                self.sizes.push(0);
                number
            });
            self.sizes[number as usize] += 1;
            number
        });
        self.series.push(series);
    }

    /// Of documents with these dates.
    #[cfg(test)]
    pub(super) fn of_dates(dates: &[Option<&str>]) -> Self {
        Self {
            times: dates
                .iter()
                .map(|date| date.and_then(Time::parse))
                .collect(),
            ..Self::default()
        }
    }

    /// The time of a document.
    pub(crate) fn time(&self, doc: u32) -> Option<Time> {
        self.times[doc as usize]
    }

    /// The number of a document's series.
    pub(crate) fn series(&self, doc: u32) -> Option<u32> {
        self.series[doc as usize]
    }

    /// How many series there are.
    pub(crate) fn series_count(&self) -> usize {
        self.sizes.len()
    }

    /// The name of a series.
    pub(crate) fn series_name(&self, series: u32) -> &str {
        &self.names[series as usize]
    }

    /// How many documents a series has.
    pub(crate) fn size(&self, series: u32) -> u32 {
        self.sizes[series as usize]
    }

    /// Which of two documents is the earlier, and by how many days.
    pub(crate) fn direction(&self, a: u32, b: u32) -> (Direction, Option<u64>) {
        Direction::between(self.time(a), self.time(b))
    }
}
