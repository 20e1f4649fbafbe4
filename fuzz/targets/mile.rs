//! See `src/library/mile.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cento_fuzz::run("mile", data));
