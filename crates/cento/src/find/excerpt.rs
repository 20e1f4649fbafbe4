//! A glimpse of what two documents share.

use std::collections::HashSet;

use super::store::Text;
use crate::fingerprint::{Fingerprinter, Sketch};
use crate::span::TokenSpan;

/// The longest stretch of `a` under keys that `b` has too, as it stands in `a`.
pub(crate) fn excerpt(fingerprinter: &dyn Fingerprinter, a: &Text, b: &Text) -> Option<String> {
    let [a_sketch, b_sketch] = [a, b].map(|text| {
        let mut sketch = Sketch::default();
        fingerprinter.fingerprint(&text.tokens, &mut sketch);
        sketch.fingerprints
    });
    let keys: HashSet<u64> = b_sketch.iter().map(|fingerprint| fingerprint.key).collect();
    let mut longest = TokenSpan::default();
    let mut current = TokenSpan::default();
    for fingerprint in a_sketch
        .iter()
        .filter(|fingerprint| keys.contains(&fingerprint.key))
    {
        if fingerprint.span.begin > current.end || current.is_empty() {
            current = fingerprint.span;
        }
        current.end = current.end.max(fingerprint.span.end);
        if current.len() > longest.len() {
            longest = current;
        }
    }
    let text = a.text.get(a.tokens.bytes_of(longest).range())?;
    (!text.is_empty()).then(|| text.to_owned())
}
