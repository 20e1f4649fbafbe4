//! Files of MiLe prints: what is read is written as it was, and compared with itself.

use std::path::Path;

use cento::find::{Counting, Thresholds};
use cento::mile::{Comparing, PrintFile};
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

thread_local! {
    static FOLDER: TempDir = tempfile::tempdir().expect("a folder");
}

pub(super) fn run(data: &[u8]) {
    let Some((&kind, rest)) = data.split_first() else {
        return;
    };
    let bytes = match kind % 2 {
        0 => rest.to_vec(),
        // Behind a head that is right, and with the checksum that it should have.
        _ => {
            let mut bytes = [b"cento MiLe\n\x01", rest].concat();
            bytes.extend(xxh3_64(&bytes).to_le_bytes());
            bytes
        }
    };
    let Ok(file) = PrintFile::parse(Path::new("a.mile"), &bytes) else {
        return;
    };
    FOLDER.with(|folder| {
        let path = folder.path().join("b.mile");
        file.downgrade(file.bits(), &path).expect("as many bits");
        let again = PrintFile::read(&path).expect("what was written");
        assert_eq!(again.entries, file.entries);
        again.must_compare_with(&file).expect("the same kind");
    });
    let comparing = Comparing {
        length: 4,
        overleap: 2,
        counting: Counting::Set,
        thresholds: Thresholds::default(),
    };
    let compared = comparing.run(&file, None, |row| {
        for run in &row.runs {
            assert!(run.a_begin < run.a_end && run.a_end <= row.a_tokens);
            assert!(run.b_begin < run.b_end && run.b_end <= row.b_tokens);
        }
        assert!((0.0..=1.0).contains(&row.a_in_b) && (0.0..=1.0).contains(&row.b_in_a));
        Ok(())
    });
    // A unit of few bits is refused.
    let _ = compared;
}
