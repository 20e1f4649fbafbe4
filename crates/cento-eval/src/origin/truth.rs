//! A collection with the true origins of everything in it.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result};
use cento::fingerprint::{Fingerprint, Scheme, Sketch};
use cento::origin::{Dominant, OriginOptions, Tracker};
use cento::read::Fields;
use cento::span::TokenSpan;
use cento::token::Tokens;
use serde::Deserialize;

use crate::collection;

/// Documents in order of time, and what a run that keeps every shingle says of them.
pub(super) struct Collection {
    /// What it is, in words.
    pub(super) name: String,
    pub(super) documents: Vec<Tokens>,
    /// Places of children among the documents, and of the parents they quote.
    pub(super) quotations: Vec<(usize, usize)>,
}

/// The truth for shingles of one length.
pub(super) struct Truth {
    pub(super) k: usize,
    pub(super) documents: Vec<TrueOrigins>,
    /// How many different shingles there are.
    pub(super) distinct: usize,
    /// Places of the documents that are asked about.
    pub(super) queries: Vec<usize>,
}

/// What is true of a document.
pub(super) struct TrueOrigins {
    pub(super) dominant: Dominant,
    /// The origin of the shingle that begins at each token.
    pub(super) labels: Vec<u64>,
    pub(super) fresh: Vec<TokenSpan>,
    /// Tokens of each copied block.
    pub(super) blocks: Vec<u32>,
}

/// What else a label of a quotation has.
#[derive(Deserialize)]
struct Label {
    found_in_parent: u32,
}

/// Lines of a quotation that must have been found in its parent for it to count.
const FOUND: u32 = 3;

impl Collection {
    /// Reads documents, and the labelled quotations among them.
    pub(super) fn read(name: String, path: &Path, quotations: Option<&Path>) -> Result<Self> {
        let all = collection::documents(path)?;
        let mut pairs = Vec::new();
        if let Some(path) = quotations {
            let places: HashMap<&str, usize> = (all.iter().enumerate())
                .map(|(at, document)| (document.id.as_str(), at))
                .collect();
            let place = |id: &str| {
                let place = places.get(id).copied();
                place.with_context(|| format!("a quotation names {id}, which is not there"))
            };
            let fields = Fields {
                id: "child".to_owned(),
                text: "parent".to_owned(),
                ..Fields::default()
            };
            for row in collection::with_fields(path, fields)? {
                let label: Label = serde_json::from_str(&row.meta)
                    .with_context(|| format!("no label of a quotation in {}", path.display()))?;
                if label.found_in_parent >= FOUND {
                    pairs.push((place(&row.id)?, place(&row.text)?));
                }
            }
        }
        Ok(Self {
            name,
            documents: collection::tokenised(&all),
            quotations: pairs,
        })
    }

    /// The same documents without short ones and labels.
    pub(super) fn without_short(&self, min_tokens: usize) -> Self {
        let long = self
            .documents
            .iter()
            .filter(|tokens| tokens.len() >= min_tokens);
        Self {
            name: self.name.clone(),
            documents: long.cloned().collect(),
            quotations: Vec::new(),
        }
    }

    /// What a scheme selects of each document.
    pub(super) fn sketches(&self, scheme: &Scheme) -> Vec<Vec<Fingerprint>> {
        let method = scheme.build();
        let mut sketch = Sketch::default();
        let one = |tokens: &Tokens| {
            sketch.clear();
            method.fingerprinter.fingerprint(tokens, &mut sketch);
            sketch.fingerprints.clone()
        };
        self.documents.iter().map(one).collect()
    }
}

impl Truth {
    /// Keeps every shingle of `k` tokens.
    pub(super) fn new(collection: &Collection, k: usize) -> Result<Self> {
        let options = OriginOptions {
            scheme: format!("kgram:k={k}").parse()?,
            ..OriginOptions::exact()
        };
        let mut tracker = Tracker::new(&options)?;
        let sketches = collection.sketches(&options.scheme);
        let mut documents = Vec::new();
        for (number, (tokens, selected)) in (0..).zip(collection.documents.iter().zip(&sketches)) {
            let size = (tokens.len() as u32, selected.len() as u32);
            let origins = tracker.observe(number, size, selected);
            documents.push(TrueOrigins {
                dominant: origins.dominant,
                labels: origins.labels.clone(),
                fresh: origins.fresh.clone(),
                blocks: origins
                    .blocks
                    .iter()
                    .map(|block| block.span.len())
                    .collect(),
            });
        }
        // The last fifth of those that have a dominant origin.
        let with_origin: Vec<usize> = (0..documents.len())
            .filter(|&at| documents[at].dominant != Dominant::None)
            .collect();
        let queries = with_origin[with_origin.len() - with_origin.len().div_ceil(5)..].to_vec();
        Ok(Self {
            k,
            documents,
            distinct: tracker.distinct().unwrap_or(0),
            queries,
        })
    }

    /// Bytes of a table that has room for a share of the different shingles, at 14 bytes each.
    pub(super) fn table(&self, percent: f64) -> usize {
        ((self.distinct as f64 * percent / 100.0 * 14.0) as usize).max(OriginOptions::MIN_MEMORY)
    }
}
