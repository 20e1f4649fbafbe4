//! Any bytes in place of a state and its names are refused or gone on from; none of them end the process.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use cento::Result;
use cento::offsets::OffsetUnit;
use cento::origin::{Observed, OriginOptions, OriginSink, Run, RunOptions, Written};
use cento::read::ReadOptions;
use cento::watch::Unwatched;

use super::damage::{Damage, with_checksum};

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

/// The first byte says which of the two files is damaged, and whether its checksum is right then; the others are the damage.
pub(super) fn run(data: &[u8]) {
    static GOOD: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    let Some((&kind, rest)) = data.split_first() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        folder.path().join("state"),
        folder.path().join("state.names"),
    ];
    let good = GOOD.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        go_on(folder.path(), ROWS).expect("a run");
        ["state", "state.names"]
            .map(|name| fs::read(folder.path().join(name)).expect("what was saved"))
    });
    for (number, (path, good)) in files.iter().zip(good).enumerate() {
        let mut bytes = good.clone();
        if number == usize::from(kind) % 2 {
            Damage(rest).apply(&mut bytes);
            if kind & 2 == 0 {
                with_checksum(&mut bytes);
            }
        }
        fs::write(path, bytes).expect("a file");
    }
    // What is refused is refused in words.
    let _ = go_on(folder.path(), &ROWS.repeat(2));
}

/// Goes on from the state in a folder, if there is one.
fn go_on(folder: &Path, rows: &str) -> Result<()> {
    let input = folder.join("in.jsonl");
    fs::write(&input, rows).expect("a file");
    let options = RunOptions {
        origin: OriginOptions::within(OriginOptions::MIN_MEMORY),
        read: ReadOptions::default(),
        min_tokens: 0,
        by_date: false,
        state: Some(folder.join("state")),
        save_every: 1,
        threads: 1,
        temp: folder.to_path_buf(),
        unit: OffsetUnit::Char,
        strict: false,
    };
    let inputs = [input.display().to_string()];
    Run::open(options, &inputs)?.go(&Unwatched, &mut Nowhere)
}
