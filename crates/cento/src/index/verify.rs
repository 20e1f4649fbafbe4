//! Every byte of an index, checked.

use std::path::Path;
use std::sync::Arc;

use super::disk::{Disk, Folder, is_missing};
use super::manifest::Manifest;
use super::segment::Segment;
use super::snapshot::Snapshot;
use crate::error::{Error, Result};
use crate::prepare::own_digest;

/// Checks every byte of the index in a folder, and that what it says fits together; everything that is
/// wrong. An error is what keeps it from being checked at all.
pub fn verify(path: &Path) -> Result<Vec<Error>> {
    Manifest::must_be_in(path)?;
    verify_on(Arc::new(Folder::new(path)))
}

/// The same on a disk.
pub fn verify_on(disk: Arc<dyn Disk>) -> Result<Vec<Error>> {
    loop {
        let manifest = match Manifest::read(disk.as_ref()) {
            Ok(manifest) => manifest,
            Err(error @ Error::Damaged { .. }) => return Ok(vec![error]),
            Err(error) => return Err(error),
        };
        let (mut open, mut wrong) = (Vec::new(), Vec::new());
        for entry in &manifest.segments {
            match Segment::open(disk.as_ref(), entry) {
                Ok(segment) => open.push(Arc::new(segment)),
                Err(error) => wrong.push(error),
            }
        }
        // A writer may have removed what this commit names.
        let is_missing = wrong.iter().any(is_missing);
        if is_missing && Manifest::read(disk.as_ref())?.commit != manifest.commit {
            continue;
        }
        for segment in &open {
            wrong.extend(segment.file.verify());
        }
        if wrong.is_empty() {
            let snapshot = Snapshot::of(disk, manifest, &open);
            wrong.extend(snapshot.and_then(|snapshot| fits(&snapshot)).err());
        }
        return Ok(wrong);
    }
}

/// Every document can be read, is found by its id, and has the words it says.
fn fits(snapshot: &Snapshot) -> Result<()> {
    for doc in snapshot.documents()? {
        let (id, row) = snapshot.name(doc)?;
        let damaged = |what: &str| snapshot.damaged(doc.segment, format!("document {id}: {what}"));
        if snapshot.by_id(&id)?.map(|(found, _)| found) != Some(doc) {
            return Err(damaged("it is not found by its id"));
        }
        let mut words = 0;
        snapshot.words(doc, |_, _| words += 1)?;
        let facts = snapshot.facts(doc)?;
        if words != row.tokens || words != facts.tokens {
            return Err(damaged("it has not as many words as it says"));
        }
        let text = snapshot.text(doc)?;
        if facts.own != own_digest(&id, &text) {
            return Err(damaged("its text is another"));
        }
        let segment = &snapshot.segments[doc.segment as usize];
        if row.layout.is_some() && !segment.entry.may_have_layouts {
            return Err(damaged("it has a layout, and none is said to have one"));
        }
    }
    Ok(())
}
