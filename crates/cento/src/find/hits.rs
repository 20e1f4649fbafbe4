//! What documents share, by the later document of each pair.
//!
//! Grouping finds, for a key, all documents that have it. For each of them but the first, one record
//! is written: where the key stands in this document, and which earlier documents have it where.
//! Records are kept by the *later* document, so that none can be asked about more often than its own
//! keys times the cap: a page that a hundred thousand others copy is the earlier side of each pair.
//!
//! Layout, all numbers in base 128: length of what follows; the later document, counted from the
//! partition's first; its places; whether the key is a stop fingerprint, which links; how many
//! earlier documents; their numbers, each as the difference to the one before; their places, in
//! the same order. Places: how many spans; how many occurrences, where that differs; the
//! spans, each as the distance from the end of the one before and its length.

use crate::codec::{Reader, put, size};
use crate::span::TokenSpan;

/// Spans kept of one key in one document. Past this they add nothing to what a reader sees, and a
/// line that stands a million times in one document would cost a million for each that shares it.
pub(crate) const MAX_PLACES: usize = 1 << 16;

/// Where one key stands in one document: how often, and the spans, overlapping ones joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) occurrences: u32,
    pub(crate) spans: Vec<TokenSpan>,
}

impl Places {
    pub(crate) fn clear(&mut self) {
        self.occurrences = 0;
        self.spans.clear();
    }

    /// Adds a span with so many occurrences; they come in order of position.
    pub(crate) fn add(&mut self, span: TokenSpan, occurrences: u32) {
        // No document has so many, but for one of a forged index.
        self.occurrences = self.occurrences.saturating_add(occurrences);
        let room = self.spans.len() < MAX_PLACES;
        match self.spans.last_mut() {
            Some(last) if span.begin <= last.end => last.end = last.end.max(span.end),
            _ if room => self.spans.push(span),
            _ => {}
        }
    }

    /// Adds a span that stands for itself, whether it overlaps the one before or not.
    pub(crate) fn add_apart(&mut self, span: TokenSpan) {
        self.occurrences = self.occurrences.saturating_add(1);
        if self.spans.len() < MAX_PLACES {
            self.spans.push(span);
        }
    }

    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        let counted = self.occurrences as usize != self.spans.len();
        put(out, (self.spans.len() as u64) << 1 | u64::from(counted));
        if counted {
            put(out, u64::from(self.occurrences));
        }
        let mut from = 0;
        for span in &self.spans {
            // One that stands apart may begin before the end of the last.
            put(out, u64::from(span.begin.wrapping_sub(from)));
            put(out, u64::from(span.len()));
            from = span.end;
        }
    }

    fn decode(&mut self, reader: &mut Reader<'_>) {
        self.clear();
        let header = reader.number();
        let spans = header >> 1;
        self.occurrences = if header & 1 == 1 {
            reader.number()
        } else {
            spans
        } as u32;
        let mut from = 0u32;
        for _ in 0..spans {
            let begin = from.wrapping_add(reader.number() as u32);
            from = begin.wrapping_add(reader.number() as u32);
            self.spans.push(TokenSpan { begin, end: from });
        }
    }
}

/// Appends one record. `earlier` is the encoded numbers of `count` documents, `places` their
/// encoded places; `own` those of the later document itself.
pub(crate) fn encode_record(
    later: u32,
    link: Link,
    own: &[u8],
    count: usize,
    earlier: &[u8],
    places: &[u8],
    out: &mut Vec<u8>,
) {
    let header = (count as u64) << 1 | u64::from(link == Link::Stop);
    let parts = own.len() + earlier.len() + places.len();
    put(out, (size(u64::from(later)) + size(header) + parts) as u64);
    put(out, u64::from(later));
    out.extend_from_slice(own);
    put(out, header);
    out.extend_from_slice(earlier);
    out.extend_from_slice(places);
}

/// What kind of key two documents are joined by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// One that is evidence between any two documents that have it.
    Key,
    /// A stop fingerprint: evidence only between its first document and each other.
    Stop,
}

/// The records of a partition, one after another, each with the number of its later document.
pub(crate) fn records(bytes: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    let mut reader = Reader::new(bytes);
    std::iter::from_fn(move || {
        if reader.is_empty() {
            return None;
        }
        let mut record = Reader::new(reader.bytes());
        let later = record.number() as u32;
        Some((later, record.rest()))
    })
}

/// A record behind its first number, taken apart.
pub(crate) struct Record<'a> {
    pub(crate) link: Link,
    count: usize,
    own: Reader<'a>,
    rest: Reader<'a>,
}

impl<'a> Record<'a> {
    pub(crate) fn parse(bytes: &'a [u8]) -> Self {
        let own = Reader::new(bytes);
        let mut rest = own;
        // Steps over the places without keeping them.
        let header = rest.number();
        if header & 1 == 1 {
            rest.number();
        }
        for _ in 0..header >> 1 {
            rest.number();
            rest.number();
        }
        let header = rest.number();
        let link = if header & 1 == 1 {
            Link::Stop
        } else {
            Link::Key
        };
        Self {
            link,
            count: (header >> 1) as usize,
            own,
            rest,
        }
    }

    /// How many earlier documents there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// How many spans the later document has.
    pub(crate) fn own_spans(&self) -> usize {
        (Reader::number(&mut { self.own }) >> 1) as usize
    }

    /// The earlier documents, in order.
    pub(crate) fn earlier(&self) -> impl Iterator<Item = u32> + use<'a> {
        let mut reader = self.rest;
        let mut doc = 0;
        (0..self.count).map(move |_| {
            doc += reader.number() as u32;
            doc
        })
    }

    /// The places in the later document.
    pub(crate) fn own(&self, places: &mut Places) {
        places.decode(&mut { self.own });
    }

    /// Calls `each` with every earlier document that `wanted` accepts and the places in it.
    pub(crate) fn each_earlier(
        &self,
        places: &mut Places,
        wanted: impl Fn(u32) -> bool,
        mut each: impl FnMut(u32, &Places),
    ) {
        let mut reader = self.rest;
        for _ in 0..self.count {
            reader.number();
        }
        for doc in self.earlier() {
            places.decode(&mut reader);
            if wanted(doc) {
                each(doc, places);
            }
        }
    }
}
