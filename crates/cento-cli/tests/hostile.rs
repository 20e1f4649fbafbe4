//! Files that are made to harm who reads them: the command says what they are, soon and in little memory.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../cento/tests/common/mod.rs"]
mod common;
#[path = "../../cento/tests/common/deck.rs"]
#[allow(dead_code, reason = "not all of it is for harm")]
mod deck;
#[path = "../../cento/tests/common/hostile.rs"]
mod hostile;
#[path = "../../cento/tests/common/zip.rs"]
mod zip;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Seconds of all processors that a file may take: two where the command is built to be fast, and so many more where it is not.
const SECONDS: f64 = if cfg!(debug_assertions) { 8.0 } else { 2.0 };
/// The most memory, in bytes.
const MEMORY: u64 = 200 << 20;

/// What a run took.
struct Taken {
    seconds: f64,
    peak: u64,
}

/// Looks for reuse in a folder; the reason for which each file was skipped, or `read`.
fn find(folder: &Path, results: &Path) -> (BTreeMap<String, String>, Taken) {
    let child = Command::new(env!("CARGO_BIN_EXE_cento"))
        .args([
            "find",
            "--quiet",
            "--preset",
            "slides",
            "--threads",
            "2",
            "--out",
        ])
        .args([results, folder])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let of_process = format!("/proc/{}", child.id());
    let (mut taken, mut is_done) = (
        Taken {
            seconds: 0.0,
            peak: 0,
        },
        false,
    );
    while !is_done {
        let status = fs::read_to_string(format!("{of_process}/status")).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        taken.peak = taken.peak.max(kib.unwrap_or(0) << 10);
        // One that has ended is still there until it is waited for: with all the time it took.
        let times = fs::read_to_string(format!("{of_process}/stat")).unwrap();
        let fields: Vec<&str> = times
            .rsplit(')')
            .next()
            .unwrap()
            .split_whitespace()
            .collect();
        let ticks: f64 = fields[11..13]
            .iter()
            .map(|field| field.parse::<f64>().unwrap())
            .sum();
        taken.seconds = ticks / 100.0;
        is_done = fields[0] == "Z";
        thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    let rows = |name: &str| fs::read_to_string(results.join(name)).unwrap_or_default();
    let field = |row: &str, name: &str| {
        let row: serde_json::Value = serde_json::from_str(row).unwrap();
        row[name].as_str().unwrap().to_owned()
    };
    let read = rows("documents.jsonl");
    let read = read
        .lines()
        .map(|row| (field(row, "id"), "read".to_owned()));
    let skipped = rows("skipped.jsonl");
    let skipped = skipped
        .lines()
        .map(|row| (field(row, "id"), field(row, "reason")));
    (read.chain(skipped).collect(), taken)
}

#[test]
fn each_file_is_told_for_what_it_is_soon_and_in_little_memory() {
    let files = hostile::all();
    assert!(files.len() >= 90, "{} files", files.len());
    let refused = files.iter().filter(|(_, _, outcome, _)| *outcome != "read");
    assert!(refused.count() >= 60);
    let mut wrong = Vec::new();
    for (what, bytes, expected, _) in files {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        fs::write(folder.path().join("in/x.pptx"), bytes).unwrap();
        let (outcomes, taken) = find(&folder.path().join("in"), &folder.path().join("out"));
        let outcome = outcomes.get("x.pptx").map_or("nothing", String::as_str);
        let is_wrong = outcome != expected || taken.seconds > SECONDS || taken.peak > MEMORY;
        if is_wrong {
            let mib = taken.peak >> 20;
            wrong.push(format!("{what}: {outcome}, {} s, {mib} MB", taken.seconds));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_folder_of_them_takes_no_more_memory_than_two() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    let mut expected = BTreeMap::new();
    for (number, (_, bytes, outcome, _)) in hostile::all().into_iter().enumerate() {
        let name = format!("{number:02}.pptx");
        fs::write(folder.path().join("in").join(&name), bytes).unwrap();
        expected.insert(name, outcome.to_owned());
    }
    let (outcomes, taken) = find(&folder.path().join("in"), &folder.path().join("out"));
    assert_eq!(outcomes, expected);
    let most = SECONDS * expected.len() as f64 / 4.0;
    assert!(taken.seconds < most, "{} s", taken.seconds);
    assert!(taken.peak <= 2 * MEMORY, "{} MB", taken.peak >> 20);
}
