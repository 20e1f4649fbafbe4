//! Sorting postings by key, faster than by comparing.
//!
//! Keys are hashes, so their leading bits spread postings evenly: one pass puts them into buckets of
//! a dozen, each of which is then sorted in the first level of the cache. The pass keeps the
//! order of postings, so that a key with a million of them, which fills a bucket, is in order
//! already.

use super::posting::Posting;

/// Postings that a bucket is to have on average.
const BUCKET: usize = 12;
/// Most bits that choose a bucket: one line of the cache for each must fit the second level.
const MAX_BITS: u32 = 13;

/// Sorts the `postings` of a partition into `sorted`.
pub(crate) fn sort(postings: &[Posting], sorted: &mut Vec<Posting>) {
    sorted.clear();
    sorted.extend_from_slice(postings);
    let bits = (postings.len() / BUCKET).max(1).ilog2().min(MAX_BITS);
    if bits < 2 {
        sorted.sort_unstable();
        return;
    }
    let bucket = |posting: &Posting| (posting.key() >> (64 - bits)) as usize;
    let mut ends = vec![0u32; 1 << bits];
    for posting in postings {
        ends[bucket(posting)] += 1;
    }
    let mut begin = 0;
    for end in &mut ends {
        begin += std::mem::replace(end, begin);
    }
    // Now each is where its bucket begins; filling moves it to where it ends.
    for posting in postings {
        let end = &mut ends[bucket(posting)];
        sorted[*end as usize] = *posting;
        *end += 1;
    }
    let mut begin = 0;
    for &end in &ends {
        sorted[begin as usize..end as usize].sort_unstable();
        begin = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::Fingerprint;
    use crate::hash::mix;
    use crate::span::TokenSpan;

    #[test]
    fn buckets_change_nothing_about_the_order() {
        for (count, distinct) in [(0, 1), (5, 5), (1000, 1), (5000, 40), (70_000, 60_000)] {
            let postings: Vec<Posting> = (0..count)
                .map(|i| {
                    let key = mix(mix(i) % distinct);
                    let begin = i as u32 % 7;
                    let span = TokenSpan {
                        begin,
                        end: begin + 5,
                    };
                    Posting::new(i as u32 / 7, &Fingerprint { key, span })
                })
                .collect();
            let mut expected = postings.clone();
            expected.sort_unstable();
            let mut sorted = Vec::new();
            sort(&postings, &mut sorted);
            assert!(sorted == expected, "{count} postings of {distinct} keys");
        }
    }
}
