//! Whether two documents are a pair, as the runs have it that look for pairs.

use crate::engine::{compare, compare_in, find};
use crate::error::Result;
use crate::find::sentence::Faces;
use crate::find::{Census, Class, FindOptions};
use crate::fingerprint::Scheme;
use crate::prepare::Gallery;
use crate::read::Document;
use crate::report::{PairRow, Sink};
use crate::watch::Unwatched;

/// Two documents, by themselves or in a collection.
pub(super) struct Seeking<'a> {
    /// `a` and `b`.
    documents: [&'a Document; 2],
    options: FindOptions,
    collection: Option<(&'a [String], Census)>,
}

/// A pair: how much each has of the other, and the class.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) shares: [f64; 2],
    pub(super) class: Class,
}

/// Memory for two documents: what does not fit goes to a file.
const ENOUGH: usize = 1 << 28;

/// The pair of two documents, if they are one.
#[derive(Default)]
struct Sought<'a> {
    /// Which these are, where there are others.
    ids: Option<[&'a str; 2]>,
    found: Option<Found>,
}

impl Sink for Sought<'_> {
    fn pair(&mut self, row: &PairRow) -> Result<()> {
        let ids = [row.a_id.as_str(), row.b_id.as_str()];
        let shares = match self.ids {
            Some([a, b]) if ids == [b, a] => [row.b_in_a, row.a_in_b],
            Some(sought) if ids != sought => return Ok(()),
            _ => [row.a_in_b, row.b_in_a],
        };
        let class = row.class;
        self.found = Some(Found { shares, class });
        Ok(())
    }
}

impl<'a> Seeking<'a> {
    pub(super) fn new(
        a: &'a Document,
        b: &'a Document,
        options: &FindOptions,
        collection: Option<&'a [String]>,
    ) -> Result<Self> {
        let options = FindOptions {
            align: None,
            report: false,
            ..options.clone()
        };
        let read = |input| Ok((input, Census::read(input, &options, &Unwatched)?));
        Ok(Self {
            documents: [a, b],
            collection: collection.map(read).transpose()?,
            options,
        })
    }

    fn census(&self) -> Option<&Census> {
        self.collection.as_ref().map(|(_, census)| census)
    }

    fn of_two(&self) -> FindOptions {
        FindOptions {
            memory: self.options.memory.min(ENOUGH),
            ..self.options.clone()
        }
    }

    /// Their sentences, and the scheme with what was found out.
    pub(super) fn faces(&self) -> Result<(Scheme, Faces)> {
        let [a, b] = self.documents.map(Document::clone);
        Faces::between(a, b, &self.of_two(), self.census())
    }

    /// Both with their pictures as a run has them, which takes what they are compared with first.
    pub(super) fn hung(&self) -> Result<[Document; 2]> {
        let ([mut a, mut b], mut gallery) =
            (self.documents.map(Document::clone), Gallery::in_memory());
        let in_order = match self.collection {
            None => [&mut b, &mut a],
            Some(_) => [&mut a, &mut b],
        };
        for document in in_order {
            gallery.hang(document)?;
        }
        Ok([a, b])
    }

    /// Their pair, as a run of the two has it.
    pub(super) fn among_two(&self) -> Result<Option<Found>> {
        let ([a, b], options) = (self.documents.map(Document::clone), self.of_two());
        let mut sought = Sought::default();
        match self.census() {
            None => compare(a, b, &options, &Unwatched, &mut sought)?,
            Some(census) => compare_in(census, a, b, &options, &Unwatched, &mut sought)?,
        };
        Ok(sought.found)
    }

    /// Their pair, as a run over the whole collection has it, if they are of one.
    pub(super) fn among_all(&self) -> Result<Option<Found>> {
        let Some((input, _)) = &self.collection else {
            return self.among_two();
        };
        let mut sought = Sought {
            ids: Some(self.documents.map(|document| document.id.as_str())),
            found: None,
        };
        find(input, None, &self.options, &Unwatched, &mut sought)?;
        Ok(sought.found)
    }
}
