//! What a scheme leaves to be found out, from the first documents: the same for a run and for an index.

use crate::error::Result;
use crate::fingerprint::Scheme;
use crate::read::{Peeked, Source, put_sample};

/// Bytes of text by which the language and the length of sentences are found out.
pub(crate) const SAMPLE: usize = 1 << 16;

/// The scheme with what the first documents of a source tell, and the source, which gives these again. Nothing is
/// looked at where nothing is asked for.
pub(crate) fn fitted<'a>(
    scheme: &Scheme,
    source: &'a mut dyn Source,
) -> Result<(Scheme, Peeked<'a>)> {
    let is_asked = scheme.asks_for_a_sample();
    let (peeked, sample) = Peeked::new(source, if is_asked { SAMPLE } else { 0 })?;
    let scheme = match is_asked {
        true => scheme.fitted_to(&sample),
        false => scheme.clone(),
    };
    Ok((scheme, peeked))
}

/// The scheme with what some texts tell.
pub(crate) fn fitted_to_texts(scheme: &Scheme, texts: &[&str]) -> Scheme {
    if !scheme.asks_for_a_sample() {
        return scheme.clone();
    }
    let mut sample = String::new();
    for text in texts {
        put_sample(text, SAMPLE, &mut sample);
    }
    scheme.fitted_to(&sample)
}
