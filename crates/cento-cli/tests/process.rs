//! How the command behaves as a process: pipes, signals, full disks, damaged files.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn cento() -> Command {
    Command::new(env!("CARGO_BIN_EXE_cento"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    (status.code(), text(&stdout), text(&stderr))
}

/// `count` documents of which every other repeats the one before with a few words more.
fn collection(path: &Path, count: usize) {
    let mut file = std::io::BufWriter::new(fs::File::create(path).unwrap());
    for i in 0..count {
        let words: Vec<String> = (0..60)
            .map(|word| format!("w{}", i / 2 * 61 + word))
            .collect();
        writeln!(
            file,
            r#"{{"id":"d{i}","text":"{} end {i}"}}"#,
            words.join(" ")
        )
        .unwrap();
    }
}

/// A reader that stops early, as `head` does, ends the command without a word.
#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.jsonl");
    collection(&path, 20_000);
    let mut child = cento()
        .arg("find")
        .arg(&path)
        .args(["--json", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.jsonl");
    collection(&path, 100);
    let full = || {
        Stdio::from(
            fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .unwrap(),
        )
    };
    let (code, _, stderr) = run(cento()
        .arg("find")
        .arg(&path)
        .args(["--json", "-q"])
        .stdout(full()));
    assert_eq!(
        stderr,
        "cento: cannot write standard output: No space left on device (os error 28)\n"
    );
    assert_eq!(code, Some(2));
    let (code, _, stderr) = run(cento()
        .arg("convert")
        .arg(&path)
        .args(["--out", "-"])
        .stdout(full()));
    assert_eq!(
        stderr,
        "cento: cannot write standard output: No space left on device (os error 28)\n"
    );
    assert_eq!(code, Some(2));
}

#[test]
fn a_folder_that_cannot_be_made_is_said_before_reading() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.jsonl");
    collection(&path, 2);
    let (code, stdout, stderr) = run(cento()
        .arg("find")
        .arg(&path)
        .arg("--out")
        .arg(path.join("x")));
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    let expected = format!(
        "cento: cannot create {}: Not a directory (os error 20)\n",
        path.join("x").display()
    );
    assert_eq!(stderr, expected);
}

#[test]
fn a_missing_folder_for_temporary_files_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.jsonl");
    collection(&path, 2);
    let (code, _, stderr) = run(cento()
        .arg("find")
        .arg(&path)
        .args(["--temp", "no/such/folder"]));
    assert_eq!(
        stderr,
        "cento: cannot use no/such/folder for temporary files: no such folder\n"
    );
    assert_eq!(code, Some(2));
}

/// Every row of every table, in full, for a file with every kind of mistake in it.
#[test]
fn files_hold_every_row_in_full() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("rows.jsonl");
    let shared = "said that the ferry would not sail before the end of April in any weather at all \
                  and that nobody had asked the skipper";
    let rows = [
        format!(r#"{{"id":"one","text":"The harbour {shared}","date":"2024-03-01","page":[1,2]}}"#),
        "{\"id\":\"two\"".to_owned(),
        format!(r#"{{"id":"one","text":"the HARBOUR, {shared}","series":"Post","title":"T"}}"#),
        r#"{"id":"three"}"#.to_owned(),
        format!(r#"{{"id":"four","text":"It was {shared}, they wrote"}}"#),
    ];
    fs::write(&input, rows.join("\n")).unwrap();
    let out = folder.path().join("out");
    let command = |format| {
        let mut command = cento();
        command
            .arg("find")
            .arg(&input)
            .args(["--quiet", "--format", format, "--out"])
            .arg(&out);
        command
    };
    assert_eq!(run(&mut command("jsonl")).0, Some(0));
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let pair = |a: &str, b: &str, containments: &str, rest: &str| {
        format!("{{\"a_id\":\"{a}\",\"b_id\":\"{b}\",{containments},{rest}")
    };
    let pairs = read("pairs.jsonl");
    let lines: Vec<&str> = pairs.lines().collect();
    // The first two are identical but for case and punctuation; the last shares with both alike.
    let alias = pair(
        "one",
        "one#2",
        r#""a_in_b":1.0,"b_in_a":1.0"#,
        r#""a_level":"most","b_level":"most","class":"C1","hits":"#,
    );
    assert!(lines[0].starts_with(&alias), "{pairs}");
    assert!(
        lines[0].ends_with(
            r#","a_matched":26,"b_matched":26,"passages":1,"labels":["alias"],"scores":{}}"#
        ),
        "{pairs}"
    );
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1].replacen("\"one\"", "\"one#2\"", 1), lines[2]);
    assert!(
        lines[1].starts_with("{\"a_id\":\"one\",\"b_id\":\"four\""),
        "{pairs}"
    );
    let passages = read("passages.jsonl");
    let lines: Vec<&str> = passages.lines().collect();
    assert_eq!(lines.len(), 3);
    // The words that are shared, at their own place in each copy.
    let place = |begin: usize, other: usize| {
        let length = shared.chars().count();
        format!(
            r#""a_begin":{begin},"a_end":{},"b_begin":{other},"b_end":{},"offset_unit":"char","a_text":"{shared}","b_text":"{shared}","tokens":24,"matched":24,"#,
            begin + length,
            other + length
        )
    };
    assert!(lines[1].contains(&place(12, 7)), "{passages}");
    assert!(lines[2].contains(&place(13, 7)), "{passages}");
    assert!(lines[1].contains(r#""direction":"unknown","lag_days":null,"cluster_id":"c"#));
    let clusters = read("clusters.jsonl");
    assert!(
        !clusters.is_empty()
            && clusters
                .lines()
                .all(|line| line.starts_with(r#"{"cluster_id":"c"#))
    );
    assert!(read("report.html").contains("nobody had asked the skipper"));
    let documents = read("documents.jsonl");
    let lines: Vec<&str> = documents.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[0].starts_with(r#"{"id":"one","tokens":26,"fingerprints":"#),
        "{documents}"
    );
    assert!(lines[0].ends_with(r#""related":2,"duplicate_of":null,"reused":1.0,"date":"2024-03-01","series":null,"title":null,"meta":{"page":[1,2]},"side":null,"labels":[]}"#), "{documents}");
    assert!(lines[1].ends_with(r#""related":2,"duplicate_of":"one","reused":1.0,"date":null,"series":"Post","title":"T","meta":{},"side":null,"labels":[]}"#), "{documents}");
    let skipped = read("skipped.jsonl");
    let lines: Vec<&str> = skipped.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0]
            .starts_with(r#"{"id":"rows.jsonl:2","reason":"broken_json","detail":"rows.jsonl:2: "#),
        "{skipped}"
    );
    assert!(
        lines[1].starts_with(r#"{"id":"three","reason":"missing_text","detail":"rows.jsonl:4: "#),
        "{skipped}"
    );
    let run_json: serde_json::Value = serde_json::from_str(&read("run.json")).unwrap();
    assert_eq!(run_json["schema_version"], 1);
    assert_eq!(run_json["scheme"], "kgram:k=4");
    assert_eq!(run_json["summary"]["documents"], 3);
    assert_eq!(run_json["summary"]["pairs"], 3);
    assert_eq!(
        run_json["summary"]["skipped"],
        serde_json::json!({"broken_json": 1, "missing_text": 1})
    );
    let timing: serde_json::Value = serde_json::from_str(&read("timing.json")).unwrap();
    assert!(timing["seconds"]["reading"].is_number());

    assert_eq!(run(&mut command("csv")).0, Some(0));
    let csv = read("documents.csv");
    let header =
        "id,tokens,fingerprints,related,duplicate_of,reused,date,series,title,meta,side,labels\n";
    assert!(csv.starts_with(header), "{csv}");
    assert!(
        csv.contains(r#",2,,1.0,2024-03-01,,,"{""page"":[1,2]}","#),
        "{csv}"
    );
    assert!(read("pairs.csv").contains(",alias,{}\n"));

    // What is written as Parquet is read back as the rows it was.
    assert_eq!(run(&mut command("parquet")).0, Some(0));
    let (code, rows, _) = run(cento()
        .args([
            "convert",
            "--id-field",
            "a_id",
            "--text-field",
            "b_id",
            "--out",
            "-",
        ])
        .arg(out.join("pairs.parquet")));
    assert_eq!(code, Some(0));
    assert_eq!(rows.lines().count(), 3);
    assert!(
        rows.starts_with(r#"{"id":"one","a_in_b":1.0,"b_in_a":1.0,"a_level":"most","#),
        "{rows}"
    );
    assert!(rows.contains(r#""labels":["alias"]"#), "{rows}");
}

/// Rows before the damage are read, the damage is told, and other files are not touched by it.
#[test]
fn a_damaged_archive_is_skipped_from_the_damage_on() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain.jsonl");
    collection(&plain, 2000);
    assert!(
        Command::new("gzip")
            .arg("-k")
            .arg(&plain)
            .status()
            .unwrap()
            .success()
    );
    let packed = fs::read(folder.path().join("plain.jsonl.gz")).unwrap();
    fs::remove_file(folder.path().join("plain.jsonl.gz")).unwrap();
    fs::remove_file(&plain).unwrap();
    fs::write(
        folder.path().join("cut.jsonl.gz"),
        &packed[..packed.len() / 2],
    )
    .unwrap();
    fs::write(
        folder.path().join("whole.jsonl"),
        r#"{"id":"whole","text":"one two three"}"#,
    )
    .unwrap();
    let out = folder.path().join("out");
    let (code, stdout, stderr) = run(cento()
        .arg("find")
        .arg(folder.path())
        .arg("--out")
        .arg(&out));
    assert_eq!(code, Some(0), "{stderr}");
    let first = "cento: skipped 1 input (broken_archive), the first cut.jsonl.gz:";
    assert!(stderr.starts_with(first), "{stderr}");
    let documents: usize = stdout
        .split(' ')
        .next()
        .unwrap()
        .replace(',', "")
        .parse()
        .unwrap();
    assert!(
        (500..1500).contains(&documents),
        "about half of 2000: {documents}"
    );
    assert!(
        fs::read_to_string(out.join("documents.jsonl"))
            .unwrap()
            .contains(r#"{"id":"whole""#)
    );
    let skipped = fs::read_to_string(out.join("skipped.jsonl")).unwrap();
    assert!(
        skipped.contains(r#""reason":"broken_archive""#),
        "{skipped}"
    );
    assert!(skipped.contains("cut.jsonl.gz:"), "{skipped}");
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_opened_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("nowhere.txt", folder.path().join("dangling.txt")).unwrap();
    fs::write(folder.path().join("whole.txt"), "one two three").unwrap();
    let (code, stdout, stderr) = run(cento().arg("find").arg(folder.path()));
    assert_eq!(code, Some(0));
    assert!(stdout.starts_with("1 document,"), "{stdout}");
    let first = "cento: skipped 1 input (unreadable), the first dangling.txt: ";
    assert!(stderr.starts_with(first), "{stderr}");
}

/// Ctrl-C in the middle of a run: no half-written file, no folder that was not there before.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let mut child = cento()
        .args(["find", "-", "--out"])
        .arg(&out)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin
        .write_all(b"{\"id\":\"a\",\"text\":\"one two three four five six\"}\n")
        .unwrap();
    // The tables are begun before anything is read.
    while !out.exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    std::thread::sleep(Duration::from_millis(100));
    let _ = stdin.write_all(b"{\"id\":\"b\",\"text\":\"one two three four five six\"}\n");
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(
        (text(&output.stdout), text(&output.stderr)),
        (String::new(), String::new())
    );
    assert!(!out.exists(), "the folder made for the run is gone");
}

/// The same while either command waits for input that never comes.
#[cfg(unix)]
#[test]
fn ctrl_c_while_waiting_for_input_leaves_nothing_behind() {
    for (verb, name) in [
        ("find", "out"),
        ("convert", "out.jsonl"),
        ("convert", "out.parquet"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = cento()
            .args([verb, "-", "--out"])
            .arg(folder.path().join(name))
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Held, or waiting for the child would close it.
        let stdin = child.stdin.take();
        let entries = || fs::read_dir(folder.path()).unwrap().count();
        while entries() == 0 {
            std::thread::sleep(Duration::from_millis(10));
        }
        let pid = child.id().to_string();
        let kill = Command::new("kill").args(["-INT", &pid]).status();
        assert!(kill.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{verb}");
        assert_eq!(entries(), 0, "{verb} to {name}");
        drop(stdin);
    }
}

/// What an earlier run wrote stays whole when a later one fails.
#[test]
fn a_failed_run_leaves_earlier_results_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad, out) = (
        folder.path().join("good.jsonl"),
        folder.path().join("bad.jsonl"),
        folder.path().join("out"),
    );
    collection(&good, 10);
    fs::write(&bad, "{\"id\":1,\"text\":\"x\"}\nnot json\n").unwrap();
    assert_eq!(
        run(cento().arg("find").arg(&good).arg("--out").arg(&out)).0,
        Some(0)
    );
    let names = || {
        let mut names: Vec<_> = fs::read_dir(&out)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        names
    };
    let (before, pairs) = (names(), fs::read(out.join("pairs.jsonl")).unwrap());
    assert_eq!(
        run(cento()
            .arg("find")
            .arg(&bad)
            .arg("--strict")
            .arg("--out")
            .arg(&out))
        .0,
        Some(2)
    );
    assert_eq!(
        (names(), fs::read(out.join("pairs.jsonl")).unwrap()),
        (before, pairs)
    );
}

/// Results are never written over the input, and never read as input.
#[test]
fn results_and_input_keep_apart() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("documents.jsonl");
    collection(&input, 10);
    let before = fs::read(&input).unwrap();
    let find = |what: &Path, out: &Path| run(cento().arg("find").arg(what).arg("--out").arg(out));
    let (code, _, stderr) = find(&input, folder.path());
    assert_eq!(code, Some(2));
    let expected = format!(
        "cento: results would be written over {}, which is to be read\n\
         hint: name another folder with --out\n",
        input.display()
    );
    assert_eq!((stderr, fs::read(&input).unwrap()), (expected, before));
    let out = folder.path().join("results");
    for _ in 0..2 {
        let (code, stdout, stderr) = find(folder.path(), &out);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        assert!(stdout.starts_with("10 documents,"), "{stdout}");
    }
}

/// The tables of the first run are no texts among the decks of the second.
#[test]
fn decks_are_decks_however_often_results_are_written_among_them() {
    let decks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/decks");
    let folder = tempfile::tempdir().unwrap();
    for deck in fs::read_dir(decks).unwrap() {
        let deck = deck.unwrap();
        fs::copy(deck.path(), folder.path().join(deck.file_name())).unwrap();
    }
    let results = folder.path().join("results");
    let slides = || {
        let mut command = cento();
        command.arg("find").arg(folder.path()).arg("--out");
        let (status, _, error) = run(command.arg(&results));
        assert_eq!((status, error.as_str()), (Some(0), ""));
        fs::read_to_string(results.join("slides.jsonl")).unwrap()
    };
    let first = slides();
    assert_eq!(first.lines().count(), 13);
    assert_eq!(slides(), first);
}

/// Names that `find` gives to documents are known to `explain`.
#[test]
fn explain_knows_numbered_ids() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("rows.jsonl");
    let row = |text: &str| format!("{{\"id\":\"a\",\"text\":\"{text}\"}}\n");
    fs::write(
        &input,
        row("one two") + &row("three four five") + &row("six"),
    )
    .unwrap();
    let (code, stdout, _) = run(cento().args(["explain", "a#2", "a#3", "--in"]).arg(&input));
    assert_eq!(code, Some(0));
    assert!(
        stdout.contains("a: 3 tokens") && stdout.contains("b: 1 token,"),
        "{stdout}"
    );
    assert_eq!(
        run(cento().args(["explain", "a#2", "a#4", "--in"]).arg(&input)).0,
        Some(2)
    );
}

#[test]
fn a_document_over_a_tenth_of_the_budget_is_too_large() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.jsonl");
    let long = "word ".repeat(3_000_000);
    fs::write(
        &path,
        format!("{{\"id\":\"l\",\"text\":\"{long}\"}}\n{{\"id\":\"s\",\"text\":\"x\"}}\n"),
    )
    .unwrap();
    let (code, stdout, stderr) = run(cento().arg("find").arg(&path).args(["--memory", "128M"]));
    assert_eq!(code, Some(0));
    assert!(stdout.starts_with("1 document,"), "{stdout}");
    let first = "cento: skipped 1 input (too_large), the first large.jsonl:1: ";
    assert!(stderr.starts_with(first), "{stderr}");

    let dense = "a ".repeat(6_000_000);
    fs::write(&path, format!("{{\"id\":\"d\",\"text\":\"{dense}\"}}\n")).unwrap();
    let (code, _, stderr) = run(cento().arg("find").arg(&path).args(["--memory", "128M"]));
    assert_eq!(code, Some(0));
    let first = "cento: skipped 1 input (too_large), the first d: more words than fit the memory";
    assert!(stderr.starts_with(first), "{stderr}");
}

#[test]
fn completions_and_manual_come_from_the_binary() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, script, _) = run(cento().args(["completions", shell]));
        assert_eq!(code, Some(0));
        assert!(script.contains("against"), "{shell}");
    }
    let (code, page, _) = run(cento().args(["man", "find"]));
    assert_eq!(code, Some(0));
    assert!(page.contains(".TH") && page.contains("max\\-df"));
    assert_eq!(run(cento().args(["man", "nothing"])).0, Some(2));
}

/// A page or graph of an earlier run would show other results than the tables beside it.
#[test]
fn what_an_earlier_run_drew_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.jsonl");
    collection(&input, 20);
    let out = folder.path().join("out");
    let find = |options: &[&str]| {
        let mut command = cento();
        command.arg("find").arg(&input).arg("--out").arg(&out);
        let status = command.args(options).arg("--quiet").status().unwrap();
        assert!(status.success());
    };
    find(&["--graph", "graphml,gexf", "--format", "csv"]);
    let drawn = [
        "report.html",
        "graph.graphml",
        "graph.gexf",
        "pairs.csv",
        "skipped.csv",
    ];
    assert!(drawn.iter().all(|name| out.join(name).is_file()));
    fs::write(out.join("notes.txt"), "mine").unwrap();
    find(&["--pairs-only", "--graph", "gexf"]);
    let left: Vec<&str> = drawn
        .into_iter()
        .filter(|name| out.join(name).exists())
        .collect();
    assert_eq!(left, ["graph.gexf"]);
    assert!(out.join("notes.txt").exists());
    // A folder that holds no run of ours is not tidied.
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("report.html"), "mine").unwrap();
    let mut command = cento();
    command.arg("find").arg(&input).arg("--out").arg(&other);
    let status = command.args(["--pairs-only", "--quiet"]).status().unwrap();
    assert!(status.success());
    assert_eq!(
        fs::read_to_string(other.join("report.html")).unwrap(),
        "mine"
    );
}

/// Texts of many megabytes that agree do not make a page that no browser opens.
#[test]
fn the_page_is_of_bounded_size() {
    let folder = tempfile::tempdir().unwrap();
    let words: Vec<String> = (0..1_200_000).map(|i| format!("word{i}")).collect();
    let text = words.join(" ");
    for (name, end) in [("a.txt", "one"), ("b.txt", "two")] {
        fs::write(folder.path().join(name), format!("{text} {end}")).unwrap();
    }
    let out = folder.path().join("out");
    let mut command = cento();
    command
        .arg("find")
        .arg(folder.path())
        .arg("--out")
        .arg(&out);
    let status = command
        .args(["--quiet", "--memory", "1G"])
        .status()
        .unwrap();
    assert!(status.success());
    let rows = fs::read_to_string(out.join("passages.jsonl")).unwrap();
    assert_eq!(rows.lines().count(), 1);
    let page = fs::metadata(out.join("report.html")).unwrap().len();
    assert!(page < 15 << 20, "{page}");
}

/// A text that was to be left out and can't be read must not count in silence.
#[test]
fn an_ignored_text_that_says_nothing_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.jsonl");
    collection(&input, 4);
    fs::write(folder.path().join("void.txt"), " \n").unwrap();
    fs::write(folder.path().join("broken.jsonl"), "{\"id\": \n").unwrap();
    for (name, said) in [
        ("void.txt", "no words in"),
        ("broken.jsonl", "broken.jsonl:1"),
    ] {
        let mut command = cento();
        command.arg("find").arg(&input).arg("--ignore");
        let output = command.arg(folder.path().join(name)).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        let error = text(&output.stderr);
        assert!(
            error.contains("--ignore") && error.contains(said),
            "{error}"
        );
    }
}

/// Words of texts that are ignored are no evidence; they are no difference either, and identical documents stay
/// identical.
#[test]
fn what_is_ignored_counts_neither_for_nor_against() {
    let folder = tempfile::tempdir().unwrap();
    let words = |stem: &str, count: usize| {
        let words: Vec<String> = (0..count).map(|i| format!("{stem}{i}")).collect();
        words.join(" ")
    };
    let licence = words("licence", 60);
    let one = format!("{} {licence} {}", words("one", 80), words("more", 40));
    let texts = [
        ("one.txt", one.clone()),
        ("copy.txt", one),
        ("other.txt", format!("{licence} {}", words("other", 90))),
        ("licence.txt", licence),
    ];
    for (name, text) in &texts {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let files = |names: &[&str]| -> Vec<std::path::PathBuf> {
        names.iter().map(|name| folder.path().join(name)).collect()
    };
    let pairs = |ignore: &[&str]| -> Vec<serde_json::Value> {
        let mut command = cento();
        command.args(["find", "--json", "--quiet"]);
        command.args(files(&["one.txt", "copy.txt", "other.txt"]));
        command.args(ignore).args(if ignore.is_empty() {
            Vec::new()
        } else {
            files(&["licence.txt"])
        });
        let output = command.output().unwrap();
        let rows = text(&output.stdout);
        rows.lines()
            .map(|row| serde_json::from_str(row).unwrap())
            .collect()
    };
    assert_eq!(pairs(&[]).len(), 3);
    let left = pairs(&["--ignore"]);
    assert_eq!(left.len(), 1);
    assert_eq!(
        (&left[0]["a_in_b"], &left[0]["b_in_a"]),
        (&1.0.into(), &1.0.into())
    );
    assert_eq!(left[0]["labels"], serde_json::json!(["alias"]));
    let mut command = cento();
    command.args(["compare", "--full"]);
    command
        .args(files(&["one.txt", "copy.txt"]))
        .arg("--ignore");
    let output = command.args(files(&["licence.txt"])).output().unwrap();
    let shown = text(&output.stdout);
    assert!(
        shown.contains("licence59") && shown.contains("more39"),
        "{shown}"
    );
    assert!(!shown.contains("[-") && !shown.contains("{+"), "{shown}");
}

/// Texts too short for a passage are the same nevertheless.
#[test]
fn short_texts_that_are_the_same_are_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b, c] = [("a.txt", "one"), ("b.txt", "One!"), ("c.txt", "two")].map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    });
    let compare = |other: &std::path::Path| {
        let mut command = cento();
        command
            .args(["compare", "--fail-on-match"])
            .arg(&a)
            .arg(other);
        let output = command.output().unwrap();
        (output.status.code(), text(&output.stdout))
    };
    let (code, shown) = compare(&b);
    assert_eq!(code, Some(1), "{shown}");
    assert!(shown.contains("the same words throughout"), "{shown}");
    let (code, shown) = compare(&c);
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("no passage in common"), "{shown}");
}

/// Damage is named, by file and place, and nothing is answered from it.
#[test]
fn a_damaged_index_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let (index, input) = (folder.path().join("index"), folder.path().join("in.jsonl"));
    collection(&input, 40);
    let index_verb = |verb: &str| {
        let mut command = cento();
        command.args(["index", verb]).arg(&index);
        command
    };
    assert_eq!(run(index_verb("create").arg("--quiet")).0, Some(0));
    assert_eq!(run(index_verb("add").arg(&input).arg("--quiet")).0, Some(0));
    let files = fs::read_dir(&index)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let segment = files
        .into_iter()
        .find(|path| path.extension().is_some_and(|e| e == "segment"));
    let segment = segment.unwrap();
    let whole = fs::read(&segment).unwrap();
    let name = segment.display();

    let mut changed = whole.clone();
    changed[5] ^= 1;
    fs::write(&segment, &changed).unwrap();
    let (code, _, error) = run(&mut index_verb("verify"));
    assert_eq!(code, Some(2));
    assert!(
        error.starts_with(&format!(
            "cento: cannot use {name}: bytes 0 to 4096 have changed\n"
        )),
        "{error}"
    );
    let (code, found, error) = run(index_verb("export")
        .arg("--out")
        .arg(folder.path().join("out")));
    assert_eq!((code, found.as_str()), (Some(2), ""));
    assert!(
        error.contains("bytes 0 to 4096 have changed\nhint: "),
        "{error}"
    );

    fs::write(&segment, &whole[..whole.len() - 1]).unwrap();
    let (code, _, error) = run(&mut index_verb("list"));
    assert_eq!(code, Some(2));
    let (is, was) = (whole.len() - 1, whole.len());
    assert!(
        error.starts_with(&format!(
            "cento: cannot use {name}: it has {is} bytes instead of {was}\n"
        )),
        "{error}"
    );

    fs::remove_file(&segment).unwrap();
    let (code, _, error) = run(&mut index_verb("info"));
    assert_eq!(code, Some(2));
    assert!(
        error.starts_with(&format!("cento: cannot open {name}: ")),
        "{error}"
    );

    fs::write(&segment, &whole).unwrap();
    let manifest = index.join("manifest");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(
        &manifest,
        text.replacen("\"commit\": 1", "\"commit\": 2", 1),
    )
    .unwrap();
    let (code, _, error) = run(&mut index_verb("list"));
    assert_eq!(code, Some(2));
    assert!(
        error.contains("manifest: it has changed\nhint: "),
        "{error}"
    );
    fs::write(&manifest, text).unwrap();
    assert_eq!(run(&mut index_verb("verify")).0, Some(0));
}

/// Another process is told who holds the index.
#[test]
fn a_second_writer_is_refused_and_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("index");
    assert_eq!(
        run(cento().args(["index", "create"]).arg(&index).arg("--quiet")).0,
        Some(0)
    );
    // Waits for its input with the index in its hands.
    let mut first = cento()
        .args(["index", "add"])
        .arg(&index)
        .args(["-", "--quiet"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let lock = index.join("lock");
    let is_held = || fs::read_to_string(&lock).is_ok_and(|text| text.contains("index add"));
    while !is_held() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let (code, _, error) = run(cento().args(["index", "compact"]).arg(&index));
    assert_eq!(code, Some(2));
    let expected = format!(
        "cento: cannot write to {}: `cento index add` (process {}) is writing to it\nhint: wait until it is done\n",
        index.display(),
        first.id()
    );
    assert_eq!(error, expected);
    // Readers are not kept out.
    assert_eq!(run(cento().args(["index", "list"]).arg(&index)).0, Some(0));
    drop(first.stdin.take());
    assert!(first.wait().unwrap().success());
    assert_eq!(
        run(cento()
            .args(["index", "compact"])
            .arg(&index)
            .arg("--quiet"))
        .0,
        Some(0)
    );
}
