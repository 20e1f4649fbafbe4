//! See `src/library/odf.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cento_fuzz::run("odf", data));
