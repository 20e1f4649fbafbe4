//! `index add`, `compact`, `remove` and `import`, killed at any moment: what was committed is there, what
//! was not is wholly absent, and the next command needs no help.
//!
//! `CENTO_CRASHES` says how often; `make nightly` asks for more than every test run does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cento::hash::mix;

fn cento(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cento"));
    command
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// What a command prints; it must succeed.
fn printed(arguments: &[&str]) -> String {
    let output = cento(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Documents of one version: each has a word that says which.
fn write(path: &Path, ids: std::ops::Range<u64>, version: u64) {
    let mut file = std::io::BufWriter::new(fs::File::create(path).unwrap());
    for id in ids {
        let words: Vec<String> = (0..80)
            .map(|at| format!("w{}", mix(id * 100 + at) % 5000))
            .collect();
        let words = words.join(" ");
        writeln!(
            file,
            r#"{{"id":"d{id}","text":"{words} version{version}","date":"{}"}}"#,
            1900 + id % 100
        )
        .unwrap();
    }
}

/// Everything that is in an index.
fn documents(index: &str, out: &Path) -> BTreeSet<String> {
    printed(&["index", "verify", index]);
    let _ = fs::remove_dir_all(out);
    let out_name = out.to_str().unwrap();
    printed(&["index", "export", index, "--out", out_name, "--quiet"]);
    let parquet = out.join("documents.parquet");
    let lines = printed(&["convert", parquet.to_str().unwrap(), "--out", "-"]);
    lines.lines().map(str::to_owned).collect()
}

#[test]
fn a_killed_writer_leaves_a_whole_commit() {
    let cycles: u64 = std::env::var("CENTO_CRASHES")
        .ok()
        .and_then(|cycles| cycles.parse().ok())
        .unwrap_or(100);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (index, input, copy) = (path("index"), path("in.jsonl"), path("copy"));
    let (export, look) = (path("export"), folder.path().join("look"));
    printed(&["index", "create", &index, "--quiet"]);
    write(Path::new(&input), 0..50, 0);
    printed(&["index", "add", &index, &input, "--quiet"]);
    let mut before = documents(&index, &look);
    let (mut killed, mut half_way) = (0, 0);
    for cycle in 1..=cycles {
        let from = mix(cycle) % 300;
        write(Path::new(&input), from..from + 200, cycle);
        let remove: Vec<String> = (from..from + 30).map(|id| format!("d{id}")).collect();
        let mut arguments: Vec<&str> = match cycle % 4 {
            0 => vec!["index", "compact", &index],
            1 | 2 => vec!["index", "add", &index, &input],
            _ => vec!["index", "import", &copy, &export],
        };
        if cycle % 8 == 4 {
            arguments = vec!["index", "remove", &index];
            arguments.extend(remove.iter().map(String::as_str));
        }
        if arguments[1] == "import" {
            let _ = fs::remove_dir_all(&copy);
            let _ = fs::remove_dir_all(&export);
            printed(&["index", "export", &index, "--out", &export, "--quiet"]);
        }
        // What it would have been, had it ended.
        let twin = path("twin");
        let _ = fs::remove_dir_all(&twin);
        let target = if arguments[1] == "import" {
            &copy
        } else {
            &index
        };
        let mut on_twin = arguments.clone();
        on_twin[2] = &twin;
        if arguments[1] != "import" {
            copy_folder(&index, &twin);
        }
        let began = Instant::now();
        let status = cento(&on_twin).status().unwrap();
        let took = began.elapsed().as_micros() as u64;
        assert!(matches!(status.code(), Some(0 | 2)), "{on_twin:?}");
        let after = documents(&twin, &look);

        let mut child = cento(&arguments).spawn().unwrap();
        // At any moment until shortly after it would have ended, on any machine.
        let moment = mix(cycle ^ 0x55) % (took * 5 / 4 + 1);
        std::thread::sleep(Duration::from_micros(moment));
        let ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        killed += u64::from(!ended);
        if !Path::new(target).join("manifest").exists() {
            // Killed before there was an index at all.
            assert_eq!(arguments[1], "import");
            continue;
        }
        let found = documents(target, &look);
        let is_before = if arguments[1] == "import" {
            found.is_empty()
        } else {
            found == before
        };
        assert!(is_before || found == after, "cycle {cycle}: {arguments:?}");
        half_way += u64::from(is_before && !ended);
        // The same command again ends what was begun.
        let status = cento(&arguments).status().unwrap();
        assert!(matches!(status.code(), Some(0 | 2)), "{arguments:?}");
        assert_eq!(
            documents(target, &look),
            after,
            "cycle {cycle}: {arguments:?}"
        );
        if arguments[1] != "import" {
            before = after;
        }
    }
    // A loop that comes too late each time shows nothing.
    assert!(
        killed > cycles / 4 && half_way > cycles / 10,
        "{killed} killed, {half_way} half way"
    );
}

fn copy_folder(from: &str, to: &str) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), Path::new(to).join(entry.file_name())).unwrap();
    }
}
