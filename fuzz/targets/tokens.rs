//! Any text: spans lie in it, in order, on character boundaries.

#![no_main]

use cento::token::{Tokenizer, Tokens, Words};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut tokens = Tokens::default();
    Words::default().tokenize(text, &mut tokens);
    assert_eq!(tokens.hashes.len(), tokens.spans.len());
    let mut from = 0;
    for span in &tokens.spans {
        assert!(span.begin >= from && span.begin < span.end);
        assert!(text.get(span.range()).is_some());
        from = span.end;
    }
});
