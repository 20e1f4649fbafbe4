//! See `src/library/tokens.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cento_fuzz::run("tokens", data));
