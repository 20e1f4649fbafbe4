//! Any spelling of a scheme is read back as itself or refused; any scheme takes any tokens.

use cento::fingerprint::{Scheme, Sketch};
use cento::token::Tokens;

/// The spelling ends with the line; each byte behind it is a word.
pub(super) fn run(data: &[u8]) {
    let mut parts = data.splitn(2, |&byte| byte == b'\n');
    let (spelling, words) = (
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
    );
    let Ok(Ok(scheme)) = str::from_utf8(spelling).map(str::parse::<Scheme>) else {
        return;
    };
    assert_eq!(
        scheme.to_string().parse::<Scheme>().ok().as_ref(),
        Some(&scheme)
    );
    let mut tokens = Tokens {
        hashes: words
            .iter()
            .map(|&word| cento::hash::token_hash(&[word]))
            .collect(),
        ..Tokens::default()
    };
    tokens.spans.resize(tokens.hashes.len(), Default::default());
    let mut sketch = Sketch::default();
    scheme
        .build()
        .fingerprinter
        .fingerprint(&tokens, &mut sketch);
    assert!(
        sketch
            .fingerprints
            .is_sorted_by_key(|print| print.span.begin)
    );
    assert!(
        sketch
            .fingerprints
            .iter()
            .all(|print| print.span.end as usize <= tokens.len())
    );
}
