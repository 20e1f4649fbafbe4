//! When documents are from, and which of two had a text first.

use crate::error::Result;
use crate::find::store::Store;
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
}

impl Almanac {
    pub(crate) fn new(store: &Store) -> Result<Self> {
        let mut almanac = Self::default();
        let mut numbers = std::collections::HashMap::new();
        for doc in 0..store.len() as u32 {
            let row = store.row(doc)?;
            almanac
                .times
                .push(row.date.as_deref().and_then(Time::parse));
            let series = row.series.map(|series| {
                let next = numbers.len() as u32;
                let number = *numbers.entry(series.clone()).or_insert(next);
                if number == next {
                    almanac.names.push(series);
                }
                number
            });
            if let Some(series) = series {
                almanac.sizes.resize(numbers.len(), 0);
                almanac.sizes[series as usize] += 1;
            }
            almanac.series.push(series);
        }
        Ok(almanac)
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
