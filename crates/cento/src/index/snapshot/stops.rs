//! Stop fingerprints: keys that stand in too many contents.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError};

use super::Snapshot;
use crate::error::Result;
use crate::index::merge::Merged;
use crate::index::postings::{FREQUENT, Frequent};
use crate::index::segment::Segment;

/// Postings of small segments that are counted in memory.
const MOST_COUNTED: u64 = 1 << 22;

impl Snapshot {
    /// In how many live contents a key stands.
    pub(crate) fn frequency(&self, key: u64) -> Result<u32> {
        let (mut count, mut last) = (0, None);
        self.find(key, |content, _| {
            count += u32::from(last.replace(content) != Some(content));
            Ok(())
        })?;
        Ok(count)
    }

    /// The keys that stand in more than `cap` contents.
    pub(crate) fn stops(&self, cap: u32) -> Result<Arc<HashSet<u64>>> {
        let lock = || self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stops) = lock().get(&cap) {
            return Ok(stops.clone());
        }
        // A key that is not in a segment's list is in a few of its contents at most. Of the largest segments
        // as many are taken by their lists as can't make up a stop fingerprint without being in any.
        let few = |segment: &Segment| (FREQUENT - 1).min(segment.entry.contents);
        let mut segments: Vec<&Segment> = self.segments.iter().map(Arc::as_ref).collect();
        segments.sort_by_key(|segment| std::cmp::Reverse(segment.entry.postings));
        let by_list = segments.len().min((cap / (FREQUENT - 1)) as usize);
        let (by_list, by_posting) = segments.split_at(by_list);
        let mut stops = HashSet::new();
        if by_posting
            .iter()
            .map(|segment| segment.entry.postings)
            .fold(0, u64::saturating_add)
            > MOST_COUNTED
        {
            self.count_all(cap, &mut stops)?;
        } else {
            let counted: Vec<Vec<Frequent>> = by_posting
                .iter()
                .map(|segment| segment.frequencies())
                .collect::<Result<_>>()?;
            let mut lists: Vec<(&[Frequent], u32)> =
                counted.iter().map(|list| (&list[..], 0)).collect();
            for segment in by_list {
                let list = segment.frequent.all(&segment.file)?;
                let (least, most) = (few(segment), segment.entry.contents);
                if list
                    .iter()
                    .any(|one| !(least..=most).contains(&one.contents.get()))
                {
                    return Err(segment
                        .file
                        .damaged("a frequent key is in no such number of documents"));
                }
                lists.push((list, least));
            }
            let unlisted: u32 = lists.iter().map(|(_, few)| few).sum();
            let is_exact = unlisted == 0
                || self.segments.len() == 1 && self.segments[0].dead.contents.is_empty();
            let next = |lists: &[(&[Frequent], u32)]| {
                let heads = lists.iter().filter_map(|(list, _)| list.first());
                heads.map(|head| head.key.get()).min()
            };
            while let Some(key) = next(&lists) {
                let mut most = unlisted;
                for (list, few) in &mut lists {
                    if let Some((head, rest)) = list.split_first()
                        && head.key.get() == key
                    {
                        most += head.contents.get() - *few;
                        *list = rest;
                    }
                }
                if most > cap && (is_exact || self.frequency(key)? > cap) {
                    stops.insert(key);
                }
            }
        }
        let stops = Arc::new(stops);
        lock().insert(cap, stops.clone());
        Ok(stops)
    }

    /// The same for any number of segments of any size, in time that goes with all of them.
    fn count_all(&self, cap: u32, stops: &mut HashSet<u64>) -> Result<()> {
        let mut last = None;
        let (mut key, mut count) = (None, 0);
        for place in Merged::new(&self.segments) {
            let (segment, place) = place?;
            if self.segments[segment].dead.has_content(place.content) {
                continue;
            }
            if key.replace(place.key) != Some(place.key) {
                (last, count) = (None, 0);
            }
            let content = (segment, place.content);
            count += u32::from(last.replace(content) != Some(content));
            if count > cap {
                stops.insert(place.key);
            }
        }
        Ok(())
    }
}
