//! Which documents have a content: mostly the one it came with.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use super::{ContentRef, DocRef, Snapshot};
use crate::error::Result;
use crate::index::segment::NONE;
use crate::span::TokenSpan;

/// Contents that are not simply those of the document they came with.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// By digest, the documents of contents that have more than one, or have lost the one they came with.
    documents: HashMap<u128, Vec<DocRef>>,
    /// For each segment, the contents among them whose first document is not the one they came with.
    displaced: Vec<Displaced>,
}

/// Contents that do not stand in the order of their documents.
#[derive(Clone, Debug)]
struct Displaced {
    contents: HashSet<u32>,
    /// The least place of their documents.
    first: u64,
}

impl Snapshot {
    /// The live documents with a content, the first first.
    pub(crate) fn documents_of(&self, content: ContentRef) -> Result<Cow<'_, [DocRef]>> {
        let segment = self.segment(content.segment);
        let record = segment.content(content.content)?;
        if let Some(group) = self.groups()?.documents.get(&record.digest.get()) {
            return Ok(Cow::Borrowed(group));
        }
        let doc = record.owner.get();
        let place = segment.document(doc)?.place.get();
        Ok(Cow::Owned(vec![DocRef {
            place,
            segment: content.segment,
            doc,
        }]))
    }

    /// The live documents with this digest, the first first.
    pub(in crate::index) fn documents_with(&self, digest: u128) -> Result<Cow<'_, [DocRef]>> {
        match self.by_digest(digest)? {
            Some((content, _)) => self.documents_of(content),
            None => Ok(Cow::Borrowed(&[])),
        }
    }

    fn groups(&self) -> Result<&Groups> {
        if let Some(groups) = self.groups.get() {
            return Ok(groups);
        }
        let mut groups = HashMap::<u128, Vec<DocRef>>::new();
        let none = Displaced {
            contents: HashSet::new(),
            first: u64::MAX,
        };
        let mut displaced = vec![none; self.segments.len()];
        for (at, segment) in self.segments.iter().enumerate() {
            for doc in segment.copies.iter(&segment.file) {
                let doc = doc?.get();
                if !segment.dead.has_document(doc) {
                    let record = segment.document(doc)?;
                    groups.entry(record.digest.get()).or_default().push(DocRef {
                        place: record.place.get(),
                        segment: at as u32,
                        doc,
                    });
                }
            }
        }
        // The documents they came with belong to them, where they are still there.
        #[expect(clippy::iter_over_hash_type, reason = "each group by itself")]
        for (&digest, group) in &mut groups {
            let mut owner = None;
            let content = self.by_digest(digest)?;
            if let Some((content, record)) = content {
                let (segment, doc) = (self.segment(content.segment), record.owner.get());
                if doc != NONE && !segment.dead.has_document(doc) {
                    owner = Some(DocRef {
                        place: segment.document(doc)?.place.get(),
                        segment: content.segment,
                        doc,
                    });
                }
            }
            group.extend(owner);
            group.sort_unstable();
            if let Some((content, _)) = content
                && group.first().copied() != owner
            {
                let displaced = &mut displaced[content.segment as usize];
                displaced.contents.insert(content.content);
                let place = group.first().map_or(u64::MAX, |doc| doc.place);
                displaced.first = displaced.first.min(place);
            }
        }
        Ok(self.groups.get_or_init(|| Groups {
            documents: groups,
            displaced,
        }))
    }

    /// Of the contents that have a key, but for one, that of the first document: that document, and where
    /// the key stands.
    pub(crate) fn first_with_key(
        &self,
        key: u64,
        except: Option<ContentRef>,
    ) -> Result<Option<(DocRef, ContentRef, Vec<TokenSpan>)>> {
        let groups = self.groups()?;
        let mut first: Option<(DocRef, ContentRef, Vec<TokenSpan>)> = None;
        for (at, segment) in self.segments.iter().enumerate() {
            // Where contents stand as their documents do, the first is that of the first; but for those
            // that are known to stand elsewhere.
            let displaced = &groups.displaced[at];
            let (mut last, mut is_first, mut is_passed) = (None, false, false);
            segment.find(key, |place| {
                let content = ContentRef {
                    segment: at as u32,
                    content: place.content,
                };
                if Some(content) == except {
                    return Ok(ControlFlow::Continue(()));
                }
                if last.replace(content) != Some(content) {
                    let before = first.as_ref().map_or(DocRef::END, |(doc, ..)| *doc);
                    is_first = false;
                    if segment.entry.in_order && !displaced.contents.contains(&place.content) {
                        if is_passed {
                            return Ok(if displaced.first < before.place {
                                ControlFlow::Continue(())
                            } else {
                                ControlFlow::Break(())
                            });
                        }
                        is_passed = true;
                    }
                    let doc = self.documents_of(content)?.first().copied();
                    if let Some(doc) = doc.filter(|doc| *doc < before) {
                        first = Some((doc, content, Vec::new()));
                        is_first = true;
                    }
                }
                if let Some((.., spans)) = first.as_mut().filter(|_| is_first) {
                    spans.push(place.span);
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
        Ok(first)
    }
}
