//! Every byte of an index, checked.

use std::path::Path;

use super::disk::{Disk, Folder};
use super::manifest::Manifest;
use super::segment::Segment;
use super::snapshot::Snapshot;
use crate::error::{Error, Result};

/// Checks every byte of the index in a folder, and that what it says fits together; everything that is
/// wrong. An error is what keeps it from being checked at all.
pub fn verify(path: &Path) -> Result<Vec<Error>> {
    if !path.is_dir() || !Manifest::exists(&Folder::new(path))? {
        return Err(Error::NoIndex {
            path: path.to_path_buf(),
        });
    }
    verify_on(std::sync::Arc::new(Folder::new(path)))
}

/// The same on a disk.
pub fn verify_on(disk: std::sync::Arc<dyn Disk>) -> Result<Vec<Error>> {
    let manifest = match Manifest::read(disk.as_ref()) {
        Ok(manifest) => manifest,
        Err(error @ Error::Damaged { .. }) => return Ok(vec![error]),
        Err(error) => return Err(error),
    };
    let mut wrong = Vec::new();
    for entry in &manifest.segments {
        match Segment::open(disk.as_ref(), entry) {
            Ok(segment) => wrong.extend(segment.file.verify()),
            Err(error) => wrong.push(error),
        }
    }
    if wrong.is_empty() {
        let fits = Snapshot::of(disk, manifest, &[]).and_then(|snapshot| fits(&snapshot));
        wrong.extend(fits.err());
    }
    Ok(wrong)
}

/// Every document can be read, is found by its id, and has the words it says.
fn fits(snapshot: &Snapshot) -> Result<()> {
    for doc in snapshot.documents()? {
        let (id, row) = snapshot.name(doc)?;
        let damaged = |what: &str| snapshot.damaged(doc, format!("document {id}: {what}"));
        if snapshot.by_id(&id)?.map(|(found, _)| found) != Some(doc) {
            return Err(damaged("it is not found by its id"));
        }
        let mut words = 0;
        snapshot.words(doc, |_, _| words += 1)?;
        if words != row.tokens || words != snapshot.size_of(doc)?.tokens {
            return Err(damaged("it has not as many words as it says"));
        }
        snapshot.text(doc)?;
    }
    Ok(())
}
