//! The keys of a text, looked up in an index.

use std::collections::HashSet;

use super::{Checker, Link, Places};
use crate::error::Result;
use crate::fingerprint::{Comparison, Fingerprint, Sketch};
use crate::index::{ContentRef, DocRef, key56};
use crate::prepare::fingerprint_objects;
use crate::read::Layout;
use crate::span::TokenSpan;
use crate::token::Tokens;

/// A key of the text: where it stands there, and in which contents where.
pub(super) struct Shared {
    pub(super) key: u64,
    pub(super) own: Places,
    pub(super) link: Link,
    /// Whether the index has it.
    pub(super) is_known: bool,
    pub(super) others: Vec<(ContentRef, Places)>,
}

impl Shared {
    /// About how much memory it takes.
    pub(super) fn weight(&self) -> usize {
        let spans = |places: &Places| size_of::<TokenSpan>() * places.spans.len() + 16;
        let others = self
            .others
            .iter()
            .map(|(_, places)| size_of::<(ContentRef, Places)>() + spans(places));
        size_of::<Self>() + spans(&self.own) + others.sum::<usize>()
    }
}

/// A text whose keys are looked up, and where it stands in the order of documents.
pub(super) struct Asking<'a> {
    /// In the order of their keys.
    pub(super) fingerprints: &'a [Fingerprint],
    /// The content that has its very words.
    pub(super) content: Option<ContentRef>,
    pub(super) place: DocRef,
}

impl Checker<'_> {
    /// The fingerprints of a document in the order of their keys.
    pub(super) fn fingerprints(
        &self,
        text: &str,
        layout: Option<&Layout>,
        tokens: &mut Tokens,
    ) -> (Vec<Fingerprint>, bool) {
        let mut sketch = Sketch::default();
        sketch.fold(self.method.shingle);
        self.method
            .fingerprint(&self.split, text, tokens, &mut sketch);
        if let Some(layout) = layout {
            fingerprint_objects(layout, text, tokens, &[], self.method, &mut sketch);
        }
        let mut fingerprints = sketch.fingerprints;
        fingerprints.sort_by_key(|fingerprint| key56(fingerprint.key));
        (fingerprints, sketch.is_word_list)
    }

    /// The keys of fingerprints in that order, with their places, and whether any of these would be stored.
    pub(super) fn keys<'f>(
        &self,
        fingerprints: &'f [Fingerprint],
    ) -> impl Iterator<Item = (u64, Places, bool)> + use<'f, '_> {
        let groups = fingerprints.chunk_by(|x, y| key56(x.key) == key56(y.key));
        groups.map(|group| {
            let mut places = Places::default();
            for fingerprint in group {
                self.add(&mut places, fingerprint.span);
            }
            let overleap = self.method.overleap;
            let is_stored = group.iter().any(|one| one.is_stored(overleap));
            (key56(group[0].key), places, is_stored)
        })
    }

    /// Adds a place as a run has it.
    fn add(&self, places: &mut Places, span: TokenSpan) {
        match self.method.comparison {
            Comparison::Runs(_) => places.add_apart(span),
            _ => places.add(span, self.occurrences(span)),
        }
    }

    /// How many shingles a span stands for.
    fn occurrences(&self, span: TokenSpan) -> u32 {
        let shingle = self.method.shingle;
        shingle.map_or(1, |k| span.len().saturating_sub(k) + 1)
    }

    /// Looks up every key of a text, in order; its own content is left out.
    pub(super) fn look_up(
        &self,
        asking: &Asking<'_>,
        stops: &HashSet<u64>,
        mut each: impl FnMut(Shared) -> Result<()>,
    ) -> Result<()> {
        let Asking { content, place, .. } = *asking;
        let with_places = |group: &[(ContentRef, TokenSpan)]| {
            let (content, mut places) = (group[0].0, Places::default());
            let end = group.iter().map(|(_, span)| span.end).max();
            self.snapshot.reaches(content, end.unwrap_or(0))?;
            for &(_, span) in group {
                self.add(&mut places, span);
            }
            Ok((content, places))
        };
        let mut found: Vec<(ContentRef, TokenSpan)> = Vec::new();
        for (key, own, is_stored) in self.keys(asking.fingerprints) {
            found.clear();
            // Each document is linked to the first by a stop fingerprint, and the text may be that.
            let mut is_stop = stops.contains(&key);
            let first = match is_stop {
                true => self.snapshot.first_with_key(key, content)?,
                false => None,
            };
            let first = first.filter(|(doc, ..)| *doc < place);
            let is_known = first.is_some() || {
                self.snapshot.find(key, |content, place| {
                    found.push((content, place.span));
                    Ok(())
                })?;
                !found.is_empty()
            };
            let groups = || found.chunk_by(|x, y| x.0 == y.0);
            let documents = groups().count() as u32 + u32::from(content.is_none() && is_stored);
            let mut others: Vec<(ContentRef, Places)> = match first {
                Some((_, content, spans)) => {
                    let spans = spans.into_iter().map(|span| (content, span));
                    vec![with_places(&spans.collect::<Vec<_>>())?]
                }
                None => groups()
                    .filter(|group| Some(group[0].0) != content)
                    .map(with_places)
                    .collect::<Result<_>>()?,
            };
            if !is_stop && documents > self.max_df {
                // A stop fingerprint only because the text has it too; then it is not the first.
                is_stop = true;
                let mut firsts = Vec::new();
                for (at, (content, _)) in others.iter().enumerate() {
                    let doc = self.snapshot.documents_of(*content)?.first().copied();
                    firsts.push((doc, at));
                }
                let first = firsts.into_iter().min().map_or(0, |(_, at)| at);
                others = others.into_iter().skip(first).take(1).collect();
            }
            each(Shared {
                key,
                own,
                link: if is_stop { Link::Stop } else { Link::Key },
                is_known,
                others,
            })?;
        }
        Ok(())
    }
}
