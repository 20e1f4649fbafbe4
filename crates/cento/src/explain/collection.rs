//! Documents of a collection, and how common what they have is there.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::view::View;
use crate::error::{Error, Result};
use crate::fingerprint::Scheme;
use crate::prepare::{Gallery, fitted};
use crate::read::{Document, Input, Item, ReadOptions, Source};

/// Finds two documents of a collection by id; each is named as it was asked for.
pub fn look_up(paths: &[String], options: &ReadOptions, ids: [&str; 2]) -> Result<[Document; 2]> {
    let mut found = [None, None];
    // A name such as `id#3` is that of the third document of an id that is given three times.
    let numbered = ids.map(|id| {
        id.rsplit_once('#')
            .and_then(|(id, n)| Some((id, n.parse().ok()?)))
    });
    let mut seen = [0u32; 2];
    each_document(paths, options, |document| {
        for (which, found) in found.iter_mut().enumerate() {
            let renamed = numbered[which].is_some_and(|(id, number): (&str, u32)| {
                seen[which] += u32::from(document.id == id);
                document.id == id && seen[which] == number && number > 1
            });
            if document.id == ids[which] && found.is_none() || renamed {
                *found = Some(Document {
                    id: ids[which].to_owned(),
                    ..document.clone()
                });
            }
        }
    })?;
    match found {
        [Some(a), Some(b)] => Ok([a, b]),
        [None, _] => Err(missing(paths, options, ids[0])?),
        [_, None] => Err(missing(paths, options, ids[1])?),
    }
}

/// How alike two ids must be for one to be meant for the other, from 0 to 1.
const ALIKE: f64 = 0.7;

/// Says that there is no such document, and which one may be meant.
fn missing(paths: &[String], options: &ReadOptions, id: &str) -> Result<Error> {
    let mut best = (ALIKE, String::new());
    each_document(paths, options, |document| {
        // The end of a path is what people remember of it.
        let likeness = if !id.is_empty() && document.id.ends_with(id) {
            1.0
        } else {
            strsim::normalized_damerau_levenshtein(id, &document.id)
        };
        if likeness > best.0 {
            best = (likeness, document.id.clone());
        }
    })?;
    let hint = match best.1.as_str() {
        "" => String::new(),
        likely => format!("\nhint: did you mean `{likely}`?"),
    };
    Ok(Error::Usage(format!(
        "no document `{id}` in {}{hint}",
        paths.join(", ")
    )))
}

/// How common a fingerprint is in a collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frequency {
    /// Documents of different content that have it.
    pub documents: u32,
    /// The digest of the first one's tokens.
    pub(super) first: u128,
}

/// The scheme with what it leaves to be found out, told from a collection as a run over it does.
pub fn fitted_to(paths: &[String], options: &ReadOptions, scheme: &Scheme) -> Result<Scheme> {
    let mut input = Input::open(paths, options)?;
    Ok(fitted(scheme, &mut input)?.0)
}

/// In how many documents of different content each fingerprint of `a` or `b` stands.
pub fn frequencies(
    paths: &[String],
    options: &ReadOptions,
    scheme: &Scheme,
    documents: [&Document; 2],
) -> Result<HashMap<u64, Frequency>> {
    let method = scheme.build();
    let mut counts: HashMap<u64, Frequency> = documents
        .iter()
        .flat_map(|document| View::of(document, &method).sketch)
        .map(|fingerprint| (fingerprint.key, Frequency::default()))
        .collect();
    let mut seen = HashSet::new();
    each_document(paths, options, |document| {
        let view = View::of(document, &method);
        let keys: BTreeSet<u64> = view
            .counts()
            .into_keys()
            .filter(|key| counts.contains_key(key))
            .collect();
        let content = view.content;
        if !keys.is_empty() && seen.insert(content) {
            for key in keys {
                let frequency = counts.entry(key).or_default();
                if frequency.documents == 0 {
                    frequency.first = content;
                }
                frequency.documents += 1;
            }
        }
    })?;
    Ok(counts)
}

/// Goes through them as a run does: pictures that look the same are one.
fn each_document(
    paths: &[String],
    options: &ReadOptions,
    mut each: impl FnMut(&Document),
) -> Result<()> {
    let mut input = Input::open(paths, options)?;
    let mut gallery = Gallery::in_memory();
    while let Some(chunk) = input.next_chunk()? {
        let mut documents = Vec::new();
        chunk.parse(&mut |item| {
            if let Item::Document(document) = item {
                documents.push(document);
            }
        });
        for mut document in documents {
            gallery.hang(&mut document)?;
            each(&document);
        }
    }
    Ok(())
}
