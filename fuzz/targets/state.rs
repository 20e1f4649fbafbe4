//! Any bytes in place of a state and its names are refused or gone on from; none of them end the process.

#![no_main]

use std::fs;

use cento::Result;
use cento::offsets::OffsetUnit;
use cento::origin::{Observed, OriginOptions, OriginSink, Run, RunOptions, Written};
use cento::read::ReadOptions;
use cento::watch::Unwatched;
use libfuzzer_sys::fuzz_target;

struct Nowhere;

impl OriginSink for Nowhere {
    fn document(&mut self, observed: &Observed<'_>) -> Result<()> {
        assert!(observed.row.fresh_tokens <= observed.row.tokens);
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }

    fn has_time(&mut self) -> bool {
        true
    }

    fn saved(&mut self) {}

    fn sync(&mut self) -> Result<Option<Written>> {
        Ok(None)
    }
}

const ROWS: &str = r#"{"id":"a","text":"one two three four five six seven eight nine ten"}
{"id":"b","text":"nought one two three four five six seven eight nine ten"}
"#;

/// Puts bytes over those of a file.
fn damage(whole: &mut Vec<u8>, at: u32, bytes: &[u8], length: u32) {
    whole.truncate(length as usize % (whole.len() + 1));
    let at = at as usize % (whole.len() + 1);
    let end = (at + bytes.len()).min(whole.len());
    whole[at..end].copy_from_slice(&bytes[..end - at]);
    // Half of them have the right checksum, so that what is behind it is met too.
    if length % 2 == 0 && whole.len() > 8 {
        let body = whole.len() - 8;
        let digest = cento::hash::token_hash(&whole[..body]).to_le_bytes();
        whole[body..].copy_from_slice(&digest);
    }
}

fuzz_target!(|data: (u32, &[u8], u32, u32, &[u8])| {
    let (at, bytes, length, names_at, names_bytes) = data;
    let folder = tempfile::tempdir().unwrap();
    let (input, state) = (folder.path().join("in.jsonl"), folder.path().join("state"));
    let names = folder.path().join("state.names");
    fs::write(&input, ROWS).unwrap();
    let run = || {
        let options = RunOptions {
            origin: OriginOptions::within(OriginOptions::MIN_MEMORY),
            read: ReadOptions::default(),
            min_tokens: 0,
            by_date: false,
            state: Some(state.clone()),
            save_every: 1,
            threads: 1,
            temp: folder.path().to_path_buf(),
            unit: OffsetUnit::Char,
            strict: false,
        };
        let inputs = [input.display().to_string()];
        Run::open(options, &inputs).and_then(|mut run| run.go(&Unwatched, &mut Nowhere))
    };
    run().unwrap();
    let mut whole = fs::read(&state).unwrap();
    damage(&mut whole, at, bytes, length);
    fs::write(&state, whole).unwrap();
    let mut whole = fs::read(&names).unwrap();
    let all = whole.len() as u32;
    damage(&mut whole, names_at, names_bytes, all | 1);
    fs::write(&names, whole).unwrap();
    fs::write(&input, ROWS.repeat(2)).unwrap();
    let _ = run();
});
