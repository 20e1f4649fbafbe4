//! Counts for the figures of the overview, taken while all rows go by.

use std::collections::BTreeMap;

use super::model::{Containment, PassageTokens, Period, SeriesMatrix, Timeline};
use crate::find::pairs::Located;
use crate::group::{Almanac, Direction};

/// Containments are counted in twentieths.
const BINS: usize = 20;

/// Where the bins of passage lengths begin.
const LENGTHS: [u32; 12] = [0, 15, 20, 30, 50, 80, 120, 200, 350, 600, 1000, 2000];

/// Series in the matrix.
const SERIES: usize = 30;

/// Periods on the time line.
const PERIODS: usize = 240;

const DAY: i64 = 86_400;

/// The figures of a run.
#[derive(Debug)]
pub(super) struct Figures {
    containment: [u64; BINS],
    lengths: [u64; LENGTHS.len()],
    /// The series shown, the largest first, and the place of each among them.
    series: Vec<u32>,
    places: BTreeMap<u32, usize>,
    cells: BTreeMap<(usize, usize), (u64, u64)>,
    /// Whether a document has what an earlier one has, and how many such passages.
    reusing: Vec<u32>,
}

impl Figures {
    pub(super) fn new(almanac: &Almanac, documents: usize) -> Self {
        let mut series: Vec<u32> = (0..almanac.series_count() as u32).collect();
        series.sort_by_key(|&series| (u32::MAX - almanac.size(series), series));
        series.truncate(SERIES);
        let places = series.iter().enumerate().map(|(i, &series)| (series, i));
        Self {
            containment: [0; BINS],
            lengths: [0; LENGTHS.len()],
            places: places.collect(),
            series,
            cells: BTreeMap::new(),
            reusing: vec![0; documents],
        }
    }

    /// Counts a pair, by the larger of its containments.
    pub(super) fn pair(&mut self, a: u32, b: u32, containment: f64, almanac: &Almanac) {
        let bin = (containment * BINS as f64) as usize;
        self.containment[bin.min(BINS - 1)] += 1;
        if let Some(cell) = self.cell(a, b, almanac) {
            cell.0 += 1;
        }
    }

    fn cell(&mut self, a: u32, b: u32, almanac: &Almanac) -> Option<&mut (u64, u64)> {
        let place = |doc: u32| self.places.get(&almanac.series(doc)?).copied();
        let (x, y) = (place(a)?, place(b)?);
        Some(self.cells.entry((x.min(y), x.max(y))).or_default())
    }

    pub(super) fn passage(&mut self, passage: &Located, almanac: &Almanac) {
        let tokens = passage.counts.columns();
        let bin = LENGTHS.partition_point(|&from| from <= tokens) - 1;
        self.lengths[bin] += 1;
        if let Some(cell) = self.cell(passage.a, passage.b, almanac) {
            cell.1 += 1;
        }
        match almanac.direction(passage.a, passage.b).0 {
            Direction::AToB => self.reusing[passage.b as usize] += 1,
            Direction::BToA => self.reusing[passage.a as usize] += 1,
            Direction::Unknown => {}
        }
    }

    pub(super) fn containment(&self) -> Containment {
        Containment {
            edges: (0..=BINS).map(|i| i as f64 / BINS as f64).collect(),
            pairs: self.containment.to_vec(),
        }
    }

    /// Without the empty bins at either end.
    pub(super) fn passage_tokens(&self) -> PassageTokens {
        let used = |count: &u64| *count > 0;
        let Some(first) = self.lengths.iter().position(used) else {
            return PassageTokens {
                edges: vec![Some(0), None],
                passages: vec![0],
            };
        };
        let last = self.lengths.iter().rposition(used).unwrap_or(first);
        PassageTokens {
            edges: (first..=last + 1)
                .map(|i| LENGTHS.get(i).copied())
                .collect(),
            passages: self.lengths[first..=last].to_vec(),
        }
    }

    pub(super) fn series(&self, almanac: &Almanac) -> SeriesMatrix {
        if self.series.len() < 2 {
            return SeriesMatrix::default();
        }
        SeriesMatrix {
            names: self
                .series
                .iter()
                .map(|&series| almanac.series_name(series).to_owned())
                .collect(),
            cells: self
                .cells
                .iter()
                .map(|(&(x, y), &(pairs, passages))| (x, y, pairs, passages))
                .collect(),
            left_out: almanac.series_count() - self.series.len(),
        }
    }

    /// Documents and reuse by year, month or day, whichever fits.
    pub(super) fn time(&self, almanac: &Almanac) -> Option<Timeline> {
        let dated =
            || (0..self.reusing.len() as u32).filter_map(|doc| Some((doc, almanac.time(doc)?)));
        let first = dated().map(|(_, time)| time.begin).min()?;
        let last = dated().map(|(_, time)| time.begin).max()?;
        // A document that is dated to the year cannot be put on a day.
        let widest = dated().map(|(_, time)| time.end - time.begin).max()?;
        let days = (last - first) / DAY;
        let unit = if days <= PERIODS as i64 && widest <= DAY {
            "day"
        } else if days <= 30 * PERIODS as i64 && widest <= 31 * DAY {
            "month"
        } else {
            "year"
        };
        let length = match unit {
            "day" => 10,
            "month" => 7,
            _ => 4,
        };
        let mut periods: BTreeMap<String, Period> = BTreeMap::new();
        for (doc, time) in dated() {
            let mut from = time.day();
            from.truncate(length);
            let reused = self.reusing[doc as usize];
            let period = periods.entry(from).or_default();
            period.documents += 1;
            period.reusing += u64::from(reused > 0);
            period.passages += u64::from(reused);
        }
        let rows = periods.into_iter();
        Some(Timeline {
            unit,
            rows: rows
                .map(|(from, period)| Period { from, ..period })
                .collect(),
        })
    }
}
