//! Translations, verse by verse.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cento::read::Document;
use cento::token::{Language, detect};
use serde::Deserialize;

use super::sets::{Sets, Vocabulary};
use crate::collection;

/// A translation's verses, in order.
pub(super) struct Translation {
    pub(super) path: PathBuf,
    pub(super) name: String,
    pub(super) documents: Vec<Document>,
    /// The name of each verse, the same in all translations.
    pub(super) verses: Vec<String>,
}

/// The field that names a verse.
#[derive(Deserialize)]
struct Named {
    verse: String,
}

/// Bytes by which the language is found out.
const SAMPLE: usize = 1 << 16;

impl Translation {
    /// Reads a file with a field `verse`.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let documents = collection::documents(path)?;
        let verse = |document: &Document| {
            let named: Named = serde_json::from_str(&document.meta)
                .with_context(|| format!("{} has no field `verse`", document.id))?;
            Ok(named.verse)
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(Self {
            path: path.to_owned(),
            name: name.split('.').next().unwrap_or_default().to_owned(),
            verses: documents.iter().map(verse).collect::<Result<_>>()?,
            documents,
        })
    }

    /// The language it is in.
    pub(super) fn language(&self) -> Language {
        let mut sample = String::new();
        for document in &self.documents {
            if sample.len() >= SAMPLE {
                break;
            }
            sample.push_str(&document.text);
            sample.push('\n');
        }
        detect(&sample)
    }

    /// For each verse its number in another translation.
    pub(super) fn numbers_in(&self, other: &Self) -> Vec<Option<u32>> {
        let numbers: HashMap<&String, u32> = other.verses.iter().zip(0..).collect();
        let number = |verse| numbers.get(verse).copied();
        self.verses.iter().map(number).collect()
    }

    /// Its sentences.
    pub(super) fn sets(&self) -> Sets {
        Vocabulary::new(self.language()).sets(self.texts())
    }

    /// Its texts.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.documents.iter().map(|document| document.text.as_str())
    }
}
