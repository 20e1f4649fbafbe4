//! See `src/library/archive.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cento_fuzz::run("archive", data));
