//! What a scheme leaves to be found out, from a sample of documents: the same for a run and for an index.

use crate::error::Result;
use crate::fingerprint::Scheme;
use crate::read::{Peeked, Sample, Source};

/// A sample of a source, where a scheme asks for one, and the source, which gives all the same. Nothing is looked at
/// where nothing is asked for.
pub(crate) fn sampled<'a>(
    scheme: &Scheme,
    source: &'a mut dyn Source,
) -> Result<(Option<Sample>, Peeked<'a>)> {
    if !scheme.asks_for_a_sample() {
        return Ok((None, Peeked::not_at_all(source)));
    }
    let (peeked, sample) = Peeked::new(source)?;
    Ok((Some(sample), peeked))
}

/// The scheme with what a sample of a source tells, and the source.
pub(crate) fn fitted<'a>(
    scheme: &Scheme,
    source: &'a mut dyn Source,
) -> Result<(Scheme, Peeked<'a>)> {
    let (sample, source) = sampled(scheme, source)?;
    let told = sample.map(|sample| scheme.fitted_to(&sample));
    Ok((told.unwrap_or_else(|| scheme.clone()), source))
}

/// A sample for a run against a reference, which tells; where it is hardly anything, the input does too.
pub(crate) fn sampled_both<'a>(
    scheme: &Scheme,
    reference: &'a mut dyn Source,
    input: &'a mut dyn Source,
) -> Result<(Option<Sample>, [Peeked<'a>; 2])> {
    if !scheme.asks_for_a_sample() {
        let both = [reference, input].map(Peeked::not_at_all);
        return Ok((None, both));
    }
    let (reference, mut sample) = Peeked::new(reference)?;
    let input = match sample.is_telling() {
        true => Peeked::not_at_all(input),
        false => {
            let (input, its) = Peeked::new(input)?;
            sample.append(its);
            input
        }
    };
    Ok((Some(sample), [reference, input]))
}

/// The scheme with what some texts tell.
pub(crate) fn fitted_to_texts(scheme: &Scheme, texts: &[&str]) -> Scheme {
    if !scheme.asks_for_a_sample() {
        return scheme.clone();
    }
    let mut sample = Sample::default();
    for text in texts {
        sample.put(text, None);
    }
    scheme.fitted_to(&sample)
}
