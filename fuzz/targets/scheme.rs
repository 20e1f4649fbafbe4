//! Any spelling of a scheme is read back as itself or refused; any scheme takes any tokens.

#![no_main]

use cento::fingerprint::{Scheme, Sketch};
use cento::token::Tokens;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: (&str, Vec<u64>)| {
    let Ok(scheme) = data.0.parse::<Scheme>() else { return };
    assert_eq!(scheme.to_string().parse::<Scheme>().ok().as_ref(), Some(&scheme));
    let mut tokens = Tokens { hashes: data.1, ..Tokens::default() };
    tokens.spans.resize(tokens.hashes.len(), Default::default());
    let mut sketch = Sketch::default();
    scheme.build().fingerprinter.fingerprint(&tokens, &mut sketch);
    let starts: Vec<u32> = sketch.fingerprints.iter().map(|print| print.span.begin).collect();
    assert!(starts.is_sorted());
    assert!(sketch.fingerprints.iter().all(|print| print.span.end as usize <= tokens.len()));
});
