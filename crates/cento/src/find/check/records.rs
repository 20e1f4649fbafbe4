//! The records of the join that a text takes part in.

use std::collections::BTreeMap;

use super::lookup::Shared;
use super::{Places, Who};
use crate::codec::put;
use crate::error::Result;
use crate::find::hits::encode_record;
use crate::spill::{Partitions, Temp};

/// Bytes of records that are added at once.
const PIECE: usize = 1 << 16;

/// Writes the records of one key after the other.
pub(super) struct Records<'a> {
    firsts: &'a BTreeMap<Who, u32>,
    query: u32,
    all: Partitions<u8>,
    out: Vec<u8>,
    own: Vec<u8>,
    earlier: Vec<u8>,
    places: Vec<u8>,
}

impl<'a> Records<'a> {
    /// `firsts` has the number of each content that takes part. Up to `bytes` are held in memory.
    pub(super) fn new(firsts: &'a BTreeMap<Who, u32>, bytes: usize, temp: &Temp) -> Self {
        Self {
            firsts,
            query: firsts[&Who::Query],
            all: Partitions::new(1, bytes, temp),
            out: Vec::new(),
            own: Vec::new(),
            earlier: Vec::new(),
            places: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, key: &Shared) -> Result<()> {
        let numbers = key.others.iter().filter_map(|(content, places)| {
            let number = self.firsts.get(&Who::Found(*content))?;
            Some((*number, places))
        });
        let mut linked: Vec<(u32, &Places)> = numbers.collect();
        linked.sort_unstable_by_key(|(number, _)| *number);
        let query = self.query;
        let (before, after) =
            linked.split_at(linked.partition_point(|(number, _)| *number < query));
        let Self {
            out,
            own,
            earlier,
            places,
            ..
        } = self;
        own.clear();
        key.own.encode(own);
        if !before.is_empty() {
            earlier.clear();
            places.clear();
            let mut last = 0;
            for (number, of) in before {
                put(earlier, u64::from(number - last));
                last = *number;
                of.encode(places);
            }
            encode_record(query, key.link, own, before.len(), earlier, places, out);
        }
        for (number, of) in after {
            earlier.clear();
            put(earlier, query.into());
            places.clear();
            of.encode(places);
            encode_record(*number, key.link, places, 1, earlier, own, out);
        }
        if self.out.len() >= PIECE {
            self.all.add(0, std::mem::take(&mut self.out))?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Partitions<u8>> {
        self.all.add(0, self.out)?;
        Ok(self.all)
    }
}
