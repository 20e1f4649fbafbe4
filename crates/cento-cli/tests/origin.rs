//! `cento origin` as a process: stopped, killed and gone on with, following what grows, in the memory it was
//! given, and with whatever may be wrong with its inputs and its state.
//!
//! `CENTO_CRASHES` says how often it is killed.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use cento::hash::mix;
use serde_json::{Value, json};

/// The smallest of the tables that are used here: what is in it is soon gone, which must be the same each time.
const SMALL: [&str; 3] = ["--memory", "64K", "--quiet"];

fn origin(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cento"));
    command.arg("origin").args(arguments);
    command
}

/// With a small table, and without a summary.
fn small(arguments: &[&str]) -> Command {
    let mut command = origin(arguments);
    command.args(SMALL);
    command
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

/// What is printed by a run that must succeed.
fn printed(command: &mut Command) -> String {
    let (code, stdout, stderr) = run(command);
    assert_eq!(code, Some(0), "{command:?}: {stderr}");
    stdout
}

/// What is said by a run that must fail, and may print no row.
fn refused(command: &mut Command) -> String {
    let (code, stdout, stderr) = run(command);
    assert_eq!(
        (code, stdout.as_str()),
        (Some(2), ""),
        "{command:?}: {stderr}"
    );
    assert!(stderr.starts_with("cento: "), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    stderr
}

fn rows(printed: &str) -> Vec<Value> {
    let rows = printed.lines().map(serde_json::from_str);
    rows.collect::<Result<_, _>>().unwrap()
}

fn ids(printed: &str) -> Vec<String> {
    let rows = rows(printed).into_iter();
    rows.map(|row| row["id"].as_str().unwrap().to_owned())
        .collect()
}

/// A folder for one test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Writes a file, and gives its name.
    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), content).unwrap();
        self.name(name)
    }

    fn append(&self, name: &str, content: &str) {
        let mut file = File::options().append(true).open(self.path(name)).unwrap();
        file.write_all(content.as_bytes()).unwrap();
    }

    /// Removes a state.
    fn forget(&self, state: &str) {
        for ending in ["", ".names", ".partial"] {
            let _ = fs::remove_file(self.path(&format!("{state}{ending}")));
        }
    }

    /// Copies a state.
    fn copy(&self, from: &str, to: &str) {
        for ending in ["", ".names"] {
            let [from, to] = [from, to].map(|name| self.path(&format!("{name}{ending}")));
            fs::copy(from, to).unwrap();
        }
    }
}

/// One row of input.
fn row(id: &str, text: &str) -> String {
    format!("{}\n", json!({"id": id, "text": text}))
}

/// Words that no other document has, but by accident.
fn words(document: u64, count: u64, different: u64) -> Vec<String> {
    let word = |at| mix(mix(document) ^ at) % different;
    (0..count).map(|at| format!("w{}", word(at))).collect()
}

/// The words of a document of which, but for every third one, the middle is that of an earlier one.
fn copying(document: u64, count: u64, different: u64) -> Vec<String> {
    let mut own = words(document, count, different);
    if !document.is_multiple_of(3) {
        let back = 1 + mix(document ^ 0xabc) % 40;
        let from = words(document.saturating_sub(back), count, different);
        let (begin, end) = (count as usize / 5, count as usize * 4 / 5);
        own.splice(begin..end, from[begin..end].iter().cloned());
    }
    own
}

/// Documents as rows: copied from each other, with long and unusual ids, and with rows among them that cannot
/// be read.
fn stream(documents: Range<u64>) -> String {
    let mut rows = String::new();
    for document in documents {
        if document % 41 == 7 {
            rows += "{\"id\":\"broken\n";
        }
        let id = match document % 13 {
            0 => format!("{document} \"é🙂\"{}", "ö".repeat(200)),
            _ => format!("d{document}"),
        };
        let count = 3 + mix(document ^ 0x77) % 300;
        rows += &row(&id, &copying(document, count, 50_000).join(" "));
    }
    rows
}

fn signal(child: &Child, signal: &str) {
    let status = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

/// Waits until something is so.
fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(30), "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The exit code of a process that is about to end.
fn ended(child: &mut Child) -> Option<i32> {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if begin.elapsed() > Duration::from_secs(30) {
            child.kill().unwrap();
            panic!("it does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

// Stopped and gone on with.

/// A stream, with what a run gives that nobody disturbs.
struct Killed {
    folder: Folder,
    /// What is read, and how.
    arguments: Vec<String>,
    /// Rows of a run that nobody disturbed.
    whole: String,
    /// How long a run takes that saves its state as often as those that are killed.
    takes: Duration,
}

impl Killed {
    /// Of two files.
    fn new() -> Self {
        let folder = Folder::new();
        let arguments = vec![
            folder.write("one.jsonl", stream(0..1200)),
            folder.write("two.jsonl", stream(1200..2500)),
        ];
        Self::of(folder, arguments)
    }

    fn of(folder: Folder, arguments: Vec<String>) -> Self {
        let mut killed = Self {
            folder,
            arguments,
            whole: String::new(),
            takes: Duration::ZERO,
        };
        killed.whole = printed(&mut killed.bare());
        let begin = Instant::now();
        printed(&mut killed.command());
        killed.takes = begin.elapsed();
        killed.folder.forget("state");
        killed
    }

    fn bare(&self) -> Command {
        let mut command = origin(&["--memory", "256K", "--min-tokens", "20", "--quiet"]);
        command.args(&self.arguments);
        command
    }

    fn command(&self) -> Command {
        let mut command = self.bare();
        let state = self.folder.path("state");
        command.arg("--state").arg(state);
        command.args(["--save-every", "64K"]);
        command
    }

    /// When the state was saved last.
    fn saved(&self) -> Option<SystemTime> {
        let state = fs::metadata(self.folder.path("state")).ok()?;
        state.modified().ok()
    }

    /// Lets a run go for some time, a part of what a whole one takes, and kills it; gives whether it ran to its
    /// end before that.
    fn kill(&self, command: &mut Command, number: u64, part: u32) -> bool {
        let longest = (self.takes / part).as_micros() as u64;
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_micros(mix(number) % longest));
        let status = child.try_wait().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        if let Some(status) = status {
            assert_eq!(status.code(), Some(0));
        }
        status.is_some()
    }
}

fn crashes() -> u64 {
    let crashes = std::env::var("CENTO_CRASHES").ok();
    crashes
        .and_then(|crashes| crashes.parse().ok())
        .unwrap_or(200)
}

/// Kills runs so often, each going on from the one before, and looks at the file they write.
fn kill_often(test: &Killed, crashes: u64) {
    let out = test.folder.path("out.jsonl");
    let mut command = test.command();
    command.arg("--out").arg(&out).stdout(Stdio::null());
    let (mut kills, mut in_the_middle, mut rounds, mut tries) = (0, 0, 0, 0);
    while kills < crashes {
        rounds += 1;
        // Each round goes on until a run ends by itself, or there were enough.
        let mut is_done = false;
        while !is_done && kills < crashes {
            tries += 1;
            assert!(tries < crashes * 20, "hardly ever killed");
            let before = test.saved();
            is_done = test.kill(&mut command, tries, 2);
            kills += u64::from(!is_done);
            // What stands there is never wrong, though more may be to come.
            let written = fs::read_to_string(&out).unwrap_or_default();
            assert!(test.whole.starts_with(&written), "try {tries}");
            let is_whole = written.len() == test.whole.len();
            in_the_middle += u64::from(!is_done && !is_whole && test.saved() != before);
        }
        printed(&mut command);
        let written = fs::read_to_string(&out).unwrap();
        assert!(written == test.whole, "round {rounds}");
        // And once more, with nothing to do.
        printed(&mut command);
        let written = fs::read_to_string(&out).unwrap();
        assert!(written == test.whole, "round {rounds}");
        test.folder.forget("state");
    }
    // Kills that come before a run has saved anything, or when there is nothing left to do, show little.
    assert!(
        in_the_middle > crashes / 10,
        "{in_the_middle} of {kills} in the middle, {rounds} rounds"
    );
}

#[test]
fn a_killed_run_goes_on_and_its_file_is_that_of_one_run() {
    kill_often(&Killed::new(), crashes());
}

#[test]
fn a_killed_run_by_date_goes_on() {
    let folder = Folder::new();
    let rows: String = (0..2000)
        .map(|at| {
            let year = 1500 + mix(at ^ 0x31) % 500;
            let text = copying(at, 150, 50_000).join(" ");
            format!(
                "{}\n",
                json!({"id": at.to_string(), "text": text, "date": year.to_string()})
            )
        })
        .collect();
    let arguments = vec![folder.write("in.jsonl", rows), "--by-date".to_owned()];
    kill_often(&Killed::of(folder, arguments), crashes().div_ceil(8));
}

#[test]
fn a_killed_run_over_a_folder_of_texts_goes_on() {
    let folder = Folder::new();
    fs::create_dir(folder.path("texts")).unwrap();
    for at in 0..1500 {
        let text = copying(at, 200, 50_000).join(" ");
        folder.write(&format!("texts/{at:04}.txt"), text);
    }
    let arguments = vec![folder.name("texts")];
    kill_often(&Killed::of(folder, arguments), crashes().div_ceil(8));
}

#[test]
fn a_run_after_a_kill_prints_what_the_state_does_not_know() {
    let test = Killed::new();
    let first = test.folder.path("first");
    let (mut in_the_middle, mut kills) = (0, 0);
    for number in 0..crashes().div_ceil(5) {
        let mut command = test.command();
        command.stdout(File::create(&first).unwrap());
        if test.kill(&mut command, number ^ 0x1234, 1) {
            test.folder.forget("state");
            continue;
        }
        kills += 1;
        let had_state = test.folder.path("state").exists();
        let before = fs::read_to_string(&first).unwrap();
        assert!(test.whole.starts_with(&before));
        let after = printed(&mut test.command());
        assert!(test.whole.ends_with(&after), "kill {number}");
        let known = &test.whole[..test.whole.len() - after.len()];
        assert!(known.is_empty() || known.ends_with('\n'), "whole rows");
        // Rows may come again, and none is lost.
        assert!(before.len() + after.len() >= test.whole.len());
        in_the_middle += u64::from(had_state && after.len() < test.whole.len());
        test.folder.forget("state");
    }
    assert!(in_the_middle > kills / 3, "{in_the_middle} of {kills}");
}

#[test]
fn ctrl_c_saves_what_was_done_and_the_rest_follows() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..6000));
    let (state, out) = (folder.name("state"), folder.path("out"));
    let whole = printed(&mut small(&[&input]));
    // Nothing is saved but at the end, and when it is stopped.
    let arguments = [&input, "--state", &state, "--save-every", "1G"];
    let mut in_the_middle = 0;
    for (number, to_file) in [(0, false), (1, true), (2, false), (3, true), (4, false)] {
        let mut command = small(&arguments);
        let before = folder.path("before");
        let _ = fs::remove_file(&out);
        match to_file {
            true => command.arg("--out").arg(&out).stdout(Stdio::null()),
            false => command.stdout(File::create(&before).unwrap()),
        };
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let written = if to_file { &out } else { &before };
        let least = whole.len() as u64 * number / 8;
        wait_for("rows appear", || {
            fs::metadata(written).is_ok_and(|file| file.len() > least)
        });
        signal(&child, "-INT");
        let code = ended(&mut child);
        let before = fs::read_to_string(written).unwrap();
        assert!(whole.starts_with(&before));
        if code == Some(0) {
            assert!(before == whole);
        } else {
            assert_eq!(code, Some(130));
            assert!(before.ends_with('\n'), "a whole row, at {number}");
            assert!(folder.path("state").exists(), "at {number}");
            in_the_middle += u64::from(before.len() < whole.len());
        }
        if to_file {
            printed(command.stdout(Stdio::null()));
            assert!(fs::read_to_string(&out).unwrap() == whole);
        } else {
            let after = printed(&mut small(&arguments));
            assert!(before + &after == whole, "no row twice, none lost");
        }
        assert_eq!(printed(&mut small(&arguments)), "");
        folder.forget("state");
    }
    assert!(in_the_middle >= 2, "{in_the_middle}");
}

/// Gives what is printed for a file, then for more of it, then for another one beside it; and for all at once.
fn in_pieces(parts: [String; 3]) -> (String, String) {
    let folder = Folder::new();
    let [first, second, third] = parts;
    let input = folder.write("in.jsonl", &first);
    let state = folder.name("state");
    let go_on = |inputs: &[&str]| {
        let mut command = small(inputs);
        printed(command.args(["--state", &state]))
    };
    let mut pieces = go_on(&[&input]);
    folder.append("in.jsonl", &second);
    pieces += &go_on(&[&input]);
    assert_eq!(go_on(&[&input]), "", "there is nothing new");
    let other = folder.write("other.jsonl", &third);
    pieces += &go_on(&[&input, &other]);
    assert_eq!(go_on(&[&input, &other]), "");
    folder.append("other.jsonl", &row("last", "one two three"));
    pieces += &go_on(&[&input, &other]);
    let last = row("last", "one two three");
    let whole = folder.write("whole.jsonl", [first, second, third, last].concat());
    (pieces, printed(&mut small(&[&whole])))
}

#[test]
fn a_file_that_has_grown_and_a_new_one_are_read_on() {
    let plain = |documents: Range<u64>| -> String {
        let rows = documents.map(|at| row(&format!("d{at}"), &copying(at, 100, 9000).join(" ")));
        rows.collect()
    };
    let (pieces, whole) = in_pieces([plain(0..100), plain(100..180), plain(180..230)]);
    assert_eq!(pieces, whole);
}

/// The same where there are rows that cannot be read.
#[test]
fn a_new_file_is_read_beside_one_with_broken_rows() {
    let (pieces, whole) = in_pieces([stream(0..100), stream(100..180), stream(180..230)]);
    assert_eq!(pieces, whole);
}

/// A folder of texts in which there is one more each day.
#[test]
fn a_folder_in_which_a_later_file_appears_is_read_on() {
    let folder = Folder::new();
    let (texts, state) = (folder.path("texts"), folder.name("state"));
    fs::create_dir(&texts).unwrap();
    let mut pieces = String::new();
    for day in 1..6 {
        let text = copying(day, 200, 50_000).join(" ");
        fs::write(texts.join(format!("day-{day}.txt")), text).unwrap();
        let new = printed(&mut small(&[texts.to_str().unwrap(), "--state", &state]));
        assert_eq!(new.lines().count(), 1);
        pieces += &new;
    }
    assert_eq!(pieces, printed(&mut small(&[texts.to_str().unwrap()])));
}

/// A state must not change what is printed; not even of an input that is given twice.
#[test]
fn an_input_given_twice_is_read_twice_with_a_state_too() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..10));
    let state = folder.name("state");
    let without = printed(&mut small(&[&input, &input]));
    assert_eq!(without.lines().count(), 20);
    let with = printed(&mut small(&[&input, &input, "--state", &state]));
    assert_eq!(with, without);
}

/// Who writes the file may be in the middle of a row.
#[test]
fn a_row_that_was_half_there_is_taken_later_or_said() {
    let folder = Folder::new();
    let state = folder.name("state");
    let (first, second) = (
        row("first", "one two three"),
        row("second", "four five six"),
    );
    let (half, rest) = second.split_at(12);
    let input = folder.write("in.jsonl", first + half);
    let mut command = small(&[&input, "--state", &state]);
    assert_eq!(ids(&printed(&mut command)), ["first"]);
    folder.append("in.jsonl", rest);
    match run(&mut command) {
        (Some(0), stdout, _) => assert_eq!(ids(&stdout), ["second"]),
        (code, stdout, stderr) => {
            assert_eq!((code, stdout.as_str()), (Some(2), ""));
            assert!(stderr.contains("hint: "), "{stderr}");
        }
    }
}

// Following.

/// A run whose rows are seen as they come.
struct Following {
    child: Child,
    lines: Receiver<String>,
}

impl Following {
    fn new(command: &mut Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = child.stdout.take().unwrap();
        let (send, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                if send.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self { child, lines }
    }

    /// The id of the row that must come soon.
    fn next(&self) -> String {
        let line = self.lines.recv_timeout(Duration::from_secs(5));
        let row: Value = serde_json::from_str(&line.expect("a row comes soon")).unwrap();
        row["id"].as_str().unwrap().to_owned()
    }

    /// No row comes.
    fn nothing(&self) {
        let line = self.lines.recv_timeout(Duration::from_millis(600));
        assert_eq!(line, Err(RecvTimeoutError::Timeout));
    }

    /// Ends it with Ctrl-C; there must be no more rows.
    fn stop(mut self) {
        signal(&self.child, "-INT");
        assert_eq!(ended(&mut self.child), Some(130));
        let left: Vec<String> = self.lines.iter().collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        // One that has ended is not there any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_growing_file_is_followed_and_gone_on_with() {
    let folder = Folder::new();
    let state = folder.name("state");
    let texts: Vec<String> = (0..9).map(|i| copying(i, 60, 9000).join(" ")).collect();
    let row = |number: usize| row(&format!("d{number}"), &texts[number]);
    let input = folder.write("in.jsonl", row(0) + &row(1));
    let mut command = origin(&[&input, "--follow", "--memory", "64K", "--state", &state]);
    let following = Following::new(&mut command);
    assert_eq!(following.next(), "d0");
    assert_eq!(following.next(), "d1");
    following.nothing();
    folder.append("in.jsonl", &row(2));
    assert_eq!(following.next(), "d2");
    folder.append("in.jsonl", &(row(3) + &row(4)));
    assert_eq!(following.next(), "d3");
    assert_eq!(following.next(), "d4");
    // Half a row is none.
    let next = row(5);
    let (half, rest) = next.split_at(next.len() / 2);
    folder.append("in.jsonl", half);
    following.nothing();
    folder.append("in.jsonl", rest);
    assert_eq!(following.next(), "d5");
    // Not even one that has all but the end of its line.
    let next = row(6);
    let (half, rest) = next.split_at(next.len() - 1);
    folder.append("in.jsonl", half);
    following.nothing();
    following.stop();
    assert!(folder.path("state").exists());
    // Meanwhile others write.
    folder.append("in.jsonl", &format!("{rest}{}", row(7)));
    let following = Following::new(&mut command);
    assert_eq!(following.next(), "d6");
    assert_eq!(following.next(), "d7");
    following.nothing();
    following.stop();
    // It need not be followed to go on with it.
    folder.append("in.jsonl", &row(8));
    let last = printed(&mut small(&[&input, "--state", &state]));
    let whole = printed(&mut small(&[&input]));
    assert!(whole.ends_with(&last) && ids(&last) == ["d8"], "{last}");
}

/// Where nobody writes for a while, what came before has been saved, whatever happens then.
#[test]
fn what_is_followed_is_saved_while_nothing_comes() {
    let folder = Folder::new();
    let state = folder.name("state");
    let input = folder.write("in.jsonl", stream(0..20));
    let mut command = small(&[&input, "--state", &state]);
    let mut following = Following::new(command.arg("--follow"));
    for _ in 0..20 {
        following.next();
    }
    wait_for("it is saved", || folder.path("state").exists());
    following.child.kill().unwrap();
    following.child.wait().unwrap();
    assert_eq!(printed(&mut small(&[&input, "--state", &state])), "");
}

/// A row of a table may have several lines.
#[test]
fn a_growing_table_is_followed() {
    let folder = Folder::new();
    let input = folder.write("in.csv", "id,text\none,\"first line\n");
    let following = Following::new(&mut small(&[&input, "--follow"]));
    following.nothing();
    folder.append("in.csv", "second line\"\n");
    assert_eq!(following.next(), "one");
    folder.append("in.csv", "two,three\n");
    assert_eq!(following.next(), "two");
    following.stop();
}

/// Put back as it was, as the hint says, it is gone on with.
#[test]
fn a_followed_file_that_was_emptied_is_gone_on_with_once_it_is_back() {
    let folder = Folder::new();
    let state = folder.name("state");
    let content = stream(0..3);
    let input = folder.write("in.jsonl", &content);
    let mut command = small(&[&input, "--state", &state, "--follow"]);
    let mut following = Following::new(&mut command);
    for _ in 0..3 {
        following.next();
    }
    folder.write("in.jsonl", "");
    ended(&mut following.child);
    let mut command = small(&[&input, "--state", &state]);
    let error = refused(&mut command);
    assert!(error.contains("put them back as they were"), "{error}");
    folder.write("in.jsonl", content + &stream(3..4));
    assert_eq!(ids(&printed(&mut command)), ["d3"]);
}

#[test]
fn standard_input_is_followed_to_its_end() {
    let mut command = small(&["-", "--follow"]);
    let mut following = Following::new(command.stdin(Stdio::piped()));
    let mut stdin = following.child.stdin.take().unwrap();
    stdin
        .write_all(row("one", "one two three").as_bytes())
        .unwrap();
    assert_eq!(following.next(), "one");
    following.nothing();
    let (half, rest) = ("{\"id\":\"two\",\"te", "xt\":\"four five six\"}\n");
    stdin.write_all(half.as_bytes()).unwrap();
    following.nothing();
    stdin.write_all(rest.as_bytes()).unwrap();
    assert_eq!(following.next(), "two");
    following.nothing();
    drop(stdin);
    assert_eq!(ended(&mut following.child), Some(0));
}

#[test]
fn standard_input_is_followed_until_ctrl_c() {
    let folder = Folder::new();
    let state = folder.name("state");
    let song = "she had never seen the sea but she knew every song that was ever sung of it";
    let mut command = small(&["-", "--follow", "--state", &state]);
    let mut following = Following::new(command.stdin(Stdio::piped()));
    let mut stdin = following.child.stdin.take().unwrap();
    stdin.write_all(row("song", song).as_bytes()).unwrap();
    assert_eq!(following.next(), "song");
    following.nothing();
    following.stop();
    drop(stdin);
    // What came is known to the next run.
    let input = folder.write("in.jsonl", row("letter", &format!("As they say, {song}.")));
    let rows = rows(&printed(&mut small(&[&input, "--state", &state])));
    assert_eq!(rows[0]["dominant_origin"], "song");
}

/// Without --follow too, rows come as soon as what they are about.
#[test]
fn rows_do_not_wait_for_the_next_document() {
    let mut command = small(&["-"]);
    let mut following = Following::new(command.stdin(Stdio::piped()));
    let mut stdin = following.child.stdin.take().unwrap();
    for id in ["one", "two", "three"] {
        stdin
            .write_all(row(id, "one two three").as_bytes())
            .unwrap();
        assert_eq!(following.next(), id);
    }
    drop(stdin);
    assert_eq!(ended(&mut following.child), Some(0));
}

#[test]
fn one_file_is_followed_and_no_folder() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..2));
    let error = refused(&mut small(&[&input, &input, "--follow"]));
    assert!(error.contains("hint: "), "{error}");
    fs::create_dir(folder.path("texts")).unwrap();
    let error = refused(&mut small(&[&folder.name("texts"), "--follow"]));
    assert!(error.contains("cannot follow"), "{error}");
    let (code, _, error) = run(&mut small(&[&input, "--follow", "--by-date"]));
    assert_eq!(code, Some(2));
    assert!(error.contains("'--follow' cannot be used with '--by-date'"));
}

// Memory.

/// The most memory a process took, in bytes.
#[cfg(target_os = "linux")]
fn peak(command: &mut Command) -> u64 {
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        peak = peak.max(kib.unwrap_or(0) << 10);
        thread::sleep(Duration::from_millis(2));
    }
    assert_eq!(child.wait().unwrap().code(), Some(0));
    peak
}

/// Goes through some 40 MB of documents, and says how much memory that took where it was more than promised.
#[cfg(target_os = "linux")]
fn too_much(
    document: impl Fn(u64) -> Vec<String>,
    mebibytes: &[u64],
    options: &[&[&str]],
) -> Vec<String> {
    let folder = Folder::new();
    let mut file = BufWriter::new(File::create(folder.path("in.jsonl")).unwrap());
    let (mut bytes, mut number) = (0, 0);
    while bytes < 40_000_000 {
        let row = row(&format!("d{number}"), &document(number).join(" "));
        file.write_all(row.as_bytes()).unwrap();
        bytes += row.len();
        number += 1;
    }
    file.into_inner().unwrap();
    let (input, state) = (folder.name("in.jsonl"), folder.name("state"));
    let mut too_much = Vec::new();
    for mebibytes in mebibytes {
        let memory = format!("{mebibytes}M");
        for options in options {
            let mut command = origin(&[&input, "--memory", &memory, "--quiet", "--strict"]);
            command.args(*options);
            if options.contains(&"--save-every") {
                command.args(["--state", &state]);
            }
            let peak = peak(&mut command);
            // More threads take more memory, up to four of them.
            let at = options.iter().position(|option| *option == "--threads");
            let threads = at.map_or(1, |at| options[at + 1].parse::<u64>().unwrap());
            if peak > (mebibytes + 60 + 80 * (threads.min(4) - 1)) << 20 {
                let peak = peak >> 20;
                too_much.push(format!("{memory} {options:?}: {peak} MiB"));
            }
            // There were more shingles than the smaller tables have room for.
            assert!(*mebibytes > 16 || peak >> 20 >= *mebibytes, "{command:?}");
            folder.forget("state");
        }
    }
    too_much
}

/// Documents as long as an article, with many different words.
#[cfg(target_os = "linux")]
fn article(document: u64) -> Vec<String> {
    copying(document, 300, 3_000_000)
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_that_of_the_table_and_little_more() {
    let options: [&[&str]; 3] = [&[], &["--save-every", "4M"], &["--threads", "2"]];
    let too_much = too_much(article, &[1, 16, 64], &options);
    assert!(too_much.is_empty(), "{too_much:?}");
}

/// There are as many threads as there are cores unless something else is asked for.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_the_same_on_many_threads() {
    let options: [&[&str]; 2] = [&["--threads", "4"], &["--threads", "8"]];
    let too_much = too_much(article, &[1, 16], &options);
    assert!(too_much.is_empty(), "{too_much:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_the_same_by_date() {
    let too_much = too_much(article, &[1], &[&["--by-date", "--threads", "2"]]);
    assert!(too_much.is_empty(), "{too_much:?}");
}

/// Texts that are just not skipped.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_the_same_for_the_longest_texts() {
    let long = |document| words(document, 240_000, 3_000_000);
    let too_much = too_much(long, &[1], &[&["--threads", "1"], &["--threads", "2"]]);
    assert!(too_much.is_empty(), "{too_much:?}");
}

/// Words of one letter.
#[cfg(target_os = "linux")]
fn letters_of(document: u64, count: u64) -> Vec<String> {
    let letter = |at| char::from(b'a' + (mix(mix(document) ^ at) % 26) as u8);
    (0..count).map(|at| letter(at).to_string()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_the_same_for_the_shortest_words() {
    let long = |document| letters_of(document, 400_000);
    let too_much = too_much(long, &[1], &[&["--threads", "1"], &["--threads", "2"]]);
    assert!(too_much.is_empty(), "{too_much:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_the_same_for_the_shortest_documents() {
    for words in [1, 12] {
        let short = |document| letters_of(document, words);
        let too_much = too_much(short, &[1], &[&["--threads", "1"], &["--threads", "8"]]);
        assert!(too_much.is_empty(), "{words} {too_much:?}");
    }
}

/// What cannot be read is counted, not kept; and long ids are not kept either.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_the_same_for_broken_rows_and_long_ids() {
    let folder = Folder::new();
    let broken = folder.write("broken.jsonl", "{\"id\":\n".repeat(2_000_000));
    let peak_of = |input: &str, option: &str| {
        peak(&mut origin(&[
            input,
            "--memory",
            "1M",
            "--quiet",
            "--max-text",
            "1M",
            option,
        ])) >> 20
    };
    let mib = peak_of(&broken, "--by-date");
    assert!(mib <= 61, "{mib}");
    let text = words(7, 20, 1000).join(" ");
    let mut rows = String::new();
    for number in 0..300 {
        let own = words(number, 20, 1_000_000).join(" ");
        let before = words(number.saturating_sub(1), 20, 1_000_000).join(" ");
        let id = format!("{number}-{}", "x".repeat(300_000));
        rows += &row(&id, &format!("{text} {own} {before}"));
    }
    let long = folder.write("long.jsonl", rows);
    let mib = peak_of(&long, "--threads=1");
    assert!(mib <= 61, "{mib}");
}

// A state that cannot be gone on from.

/// A state of a stream that has grown since, and the rows that are to come.
fn saved(folder: &Folder) -> (String, String, String) {
    let input = folder.write("in.jsonl", stream(0..60));
    let state = folder.name("state");
    printed(&mut small(&[&input, "--state", &state]));
    folder.append("in.jsonl", &stream(60..90));
    folder.copy("state", "copy");
    let copy = folder.name("copy");
    let rest = printed(&mut small(&[&input, "--state", &copy]));
    let names = rest.lines().filter(|row| row.contains("\"origin\""));
    assert!(names.count() > 5, "origins are said");
    (input, state, rest)
}

#[test]
fn a_state_made_otherwise_is_refused_and_says_how() {
    let folder = Folder::new();
    let (input, state, rest) = saved(&folder);
    let base = [&input, "--state", &state, "--quiet"];
    for (arguments, made, asked) in [
        (vec!["--memory", "128K"], "memory 64K", "memory 128K"),
        (
            vec!["--memory", "64K", "--eviction", "lru"],
            "eviction lucky",
            "eviction lru",
        ),
        (
            vec!["--memory", "64K", "--scheme", "kgram:k=5"],
            "scheme hailstorm:k=8,trim=true",
            "scheme kgram:k=5",
        ),
        (
            vec!["--memory", "64K", "--estimation", "none"],
            "estimation bridging",
            "estimation none",
        ),
        (
            vec!["--memory", "64K", "--bridge", "7"],
            "bridge 30",
            "bridge 7",
        ),
        (
            vec!["--memory", "64K", "--min-tokens", "7"],
            "min-tokens 0",
            "min-tokens 7",
        ),
    ] {
        let error = refused(origin(&base).args(&arguments));
        for part in [&state, made, asked, "hint: "] {
            assert!(error.contains(part), "{arguments:?}: {error}");
        }
    }
    // None of this did any harm.
    assert_eq!(printed(origin(&base).args(["--memory", "64K"])), rest);
}

/// A state is no index.
#[test]
fn a_state_made_otherwise_is_called_a_state() {
    let folder = Folder::new();
    let (input, state, _) = saved(&folder);
    let error = refused(&mut origin(&[&input, "--state", &state, "--memory", "1M"]));
    assert!(!error.contains("index"), "{error}");
}

#[test]
fn a_damaged_state_is_refused() {
    let folder = Folder::new();
    let (input, state, rest) = saved(&folder);
    let bytes = fs::read(&state).unwrap();
    let names = fs::read(folder.path("state.names")).unwrap();
    let damaged = folder.name("damaged");
    let mut command = small(&[&input, "--state", &damaged]);
    let mut check = |content: &[u8], what: &str| {
        folder.write("damaged", content);
        folder.write("damaged.names", &names);
        let (code, stdout, stderr) = run(&mut command);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{what}: {stderr}");
        assert!(
            stderr.starts_with("cento: ") && !stderr.contains("panicked"),
            "{what}: {stderr}"
        );
        // A state that cannot be used is not touched, nor what belongs to it.
        assert!(fs::read(&damaged).unwrap() == content, "{what}");
        assert!(fs::read(folder.path("damaged.names")).unwrap() == names);
    };
    // The head in every few bytes, and all of it anywhere.
    let anywhere = (0..150).map(|number| mix(number) as usize % bytes.len());
    let end = bytes.len() - 8..bytes.len();
    for at in (0..600).step_by(3).chain(anywhere).chain(end) {
        let bit = mix(at as u64) % 8;
        let mut content = bytes.clone();
        content[at] ^= 1 << bit;
        check(&content, &format!("bit {bit} of byte {at}"));
    }
    let anywhere = (0..40).map(|number| mix(number ^ 0x99) as usize % bytes.len());
    let few = [0, 1, 20, 21, 22, 100, bytes.len() - 8, bytes.len() - 1];
    for length in anywhere.chain(few) {
        check(&bytes[..length], &format!("{length} bytes"));
    }
    // What was not damaged is gone on from.
    assert_eq!(printed(&mut small(&[&input, "--state", &state])), rest);
}

#[test]
fn a_state_without_its_names_is_refused() {
    let folder = Folder::new();
    let (input, state, rest) = saved(&folder);
    let names = fs::read(folder.path("state.names")).unwrap();
    let content = fs::read(&state).unwrap();
    let mut command = small(&[&input, "--state", &state]);
    for length in [0, 1, names.len() / 3, names.len() - 1] {
        folder.write("state.names", &names[..length]);
        let error = refused(&mut command);
        assert!(error.contains("state.names"), "{error}");
        assert!(error.contains("hint: "), "{error}");
    }
    fs::remove_file(folder.path("state.names")).unwrap();
    let error = refused(&mut command);
    assert!(error.contains("state.names"), "{error}");
    assert!(!folder.path("state.names").exists());
    assert!(fs::read(&state).unwrap() == content);
    // Put back, it is used again; and what is too much in it does not count.
    folder.write("state.names", [&names[..], b"too much"].concat());
    assert_eq!(printed(&mut command), rest);
}

/// A file that has that name by chance is not the state's.
#[test]
fn a_file_that_is_not_the_states_is_left_alone() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..5));
    let names = folder.write("people.names", "Ada\nGrace\n");
    let error = refused(&mut small(&[&input, "--state", &folder.name("people")]));
    assert!(
        error.contains("people.names") && error.contains("another file"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(names).unwrap(), "Ada\nGrace\n");
}

/// A followed file that no longer has what the state knows is not waited for.
#[test]
fn a_followed_file_that_is_another_is_refused() {
    let folder = Folder::new();
    let state = folder.name("state");
    let input = folder.write("in.jsonl", stream(0..10));
    printed(&mut small(&[&input, "--state", &state]));
    folder.write("in.jsonl", stream(20..23));
    let error = refused(&mut small(&[&input, "--state", &state, "--follow"]));
    assert!(error.contains("no longer begins"), "{error}");
}

/// Killed before there was anything to write, or before the first save with another file, it goes on.
#[test]
fn a_file_of_results_that_the_state_knows_as_empty_is_gone_on_with() {
    let folder = Folder::new();
    let (state, out, other) = (
        folder.name("state"),
        folder.name("out"),
        folder.name("other"),
    );
    let input = folder.write("in.jsonl", stream(0..10));
    let only = ["--only", "d15"];
    let mut command = small(&[&input, "--state", &state, "--out", &out]);
    printed(command.args(only));
    let known = fs::read(&state).unwrap();
    let names = fs::read(folder.path("state.names")).unwrap();
    folder.append("in.jsonl", &stream(10..20));
    printed(&mut command);
    let whole = fs::read(&out).unwrap();
    assert!(!whole.is_empty());
    // As if the last save had not been made.
    folder.write("state", &known);
    folder.write("state.names", &names);
    printed(&mut command);
    assert!(fs::read(&out).unwrap() == whole);
    // Another file is known from the beginning.
    folder.append("in.jsonl", &stream(20..2000));
    let mut command = small(&[&input, "--state", &state, "--out", &other]);
    let mut child = command.args(["--only", "d1999"]).spawn().unwrap();
    thread::sleep(Duration::from_millis(30));
    child.kill().unwrap();
    child.wait().unwrap();
    printed(&mut command);
    assert_eq!(ids(&fs::read_to_string(&other).unwrap()), ["d1999"]);
}

/// Rows of two kinds do not go into one file.
#[test]
fn results_go_on_as_they_began() {
    let folder = Folder::new();
    let (state, out) = (folder.name("state"), folder.name("out"));
    let input = folder.write("in.jsonl", stream(0..10));
    let base = [&input, "--state", &state, "--out", &out];
    printed(&mut small(&base));
    for other in [["--offsets", "byte"], ["--only", "d1"]] {
        let error = refused(small(&base).args(other));
        assert!(error.contains("name another file"), "{error}");
    }
    let error = refused(small(&base).args(["--max-text", "3M"]));
    assert!(
        error.contains("max-text 2M") && error.contains("max-text 3M"),
        "{error}"
    );
    // Another name of the input is the input.
    fs::hard_link(&input, folder.path("linked")).unwrap();
    refused(&mut small(&[&input, "--out", &folder.name("linked")]));
    assert_eq!(fs::read_to_string(&input).unwrap(), stream(0..10));
}

/// Names of origins come from there: they must be right, or it must be said that they are not.
#[test]
fn damaged_names_never_give_other_rows() {
    let folder = Folder::new();
    let (input, state, rest) = saved(&folder);
    let names = fs::read(folder.path("state.names")).unwrap();
    let content = fs::read(&state).unwrap();
    let mut command = small(&[&input, "--state", &state]);
    let (mut panics, mut others) = (Vec::new(), Vec::new());
    for number in 0..300 {
        let at = mix(number) as usize % names.len();
        let mut damaged = names.clone();
        match number % 4 {
            // The beginning of a number that is too long.
            0 => damaged[at..]
                .iter_mut()
                .take(12)
                .for_each(|byte| *byte = 0xff),
            _ => damaged[at] ^= 1 << (mix(number ^ 0x44) % 8),
        }
        folder.write("state", &content);
        folder.write("state.names", damaged);
        let (code, stdout, stderr) = run(&mut command);
        match code {
            Some(0) if stdout == rest => {}
            Some(0) => others.push(at),
            Some(2) if rest.starts_with(&stdout) && !stderr.contains("panicked") => {}
            Some(2) => others.push(at),
            _ => panics.push((at, stderr)),
        }
    }
    assert!(panics.is_empty(), "{panics:?}");
    assert!(others.is_empty(), "other rows: {others:?}");
}

#[test]
fn a_state_in_use_is_refused() {
    let folder = Folder::new();
    let state = folder.name("state");
    let input = folder.write("in.jsonl", stream(0..3));
    let mut command = small(&[&input, "--state", &state, "--follow"]);
    let following = Following::new(&mut command);
    for _ in 0..3 {
        following.next();
    }
    wait_for("it is saved", || folder.path("state").exists());
    let error = refused(&mut small(&[&input, "--state", &state]));
    assert!(
        error.contains(&state) && error.contains("another process"),
        "{error}"
    );
    // Who was there first goes on undisturbed.
    folder.append("in.jsonl", &stream(3..4));
    assert_eq!(following.next(), "d3");
    following.stop();
    assert_eq!(printed(&mut small(&[&input, "--state", &state])), "");
}

#[test]
fn an_input_that_has_changed_is_refused() {
    let folder = Folder::new();
    let (input, state, rest) = saved(&folder);
    let (content, before) = (
        fs::read_to_string(&input).unwrap(),
        fs::read(&state).unwrap(),
    );
    let lines: Vec<&str> = content.lines().collect();
    let mut swapped = lines.clone();
    swapped.swap(3, 4);
    let mut command = small(&[&input, "--state", &state]);
    for (what, changed) in [
        ("shorter", lines[..30].join("\n")),
        ("empty", String::new()),
        ("without its first row", lines[1..].join("\n")),
        ("with another before", row("new", "new") + &content),
        ("in another order", swapped.join("\n")),
        ("another", stream(1000..1090)),
    ] {
        folder.write("in.jsonl", changed);
        let error = refused(&mut command);
        assert!(error.contains("in.jsonl"), "{what}: {error}");
        assert!(error.contains("hint: "), "{what}: {error}");
        assert!(fs::read(&state).unwrap() == before, "{what}");
    }
    folder.write("in.jsonl", content);
    assert_eq!(printed(&mut command), rest);
}

#[test]
fn an_input_whose_texts_have_changed_is_refused() {
    let folder = Folder::new();
    let (input, state, _) = saved(&folder);
    let content = fs::read_to_string(&input).unwrap();
    let (first, rest) = content.split_once('\n').unwrap();
    let id = serde_json::from_str::<Value>(first).unwrap()["id"].clone();
    let first = row(id.as_str().unwrap(), "quite another text");
    folder.write("in.jsonl", first + rest);
    let error = refused(&mut small(&[&input, "--state", &state]));
    assert!(error.contains("hint: "), "{error}");
}

/// The file of results is cut to what the state knows of: one that is not that long is another.
#[test]
fn results_that_are_shorter_than_the_state_knows_are_refused() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..20));
    let (state, out) = (folder.name("state"), folder.name("out"));
    let mut command = small(&[&input, "--state", &state, "--out", &out]);
    printed(&mut command);
    let whole = fs::read(&out).unwrap();
    folder.write("out", &whole[..whole.len() / 2]);
    let error = refused(&mut command);
    assert!(error.contains(&out) && error.contains("hint: "), "{error}");
    fs::remove_file(&out).unwrap();
    let error = refused(&mut command);
    assert!(error.contains(&out), "{error}");
    folder.write("out", &whole);
    printed(&mut command);
    assert!(fs::read(&out).unwrap() == whole);
}

/// A command that reads and writes the same file must not lose what is in it.
#[test]
fn an_input_is_not_overwritten() {
    let folder = Folder::new();
    let content = stream(0..5);
    let input = folder.write("in.jsonl", &content);
    let (code, _, stderr) = run(&mut small(&[&input, "--out", &input]));
    assert!(
        fs::read_to_string(&input).unwrap() == content,
        "it is gone; {code:?}: {stderr}"
    );
    refused(&mut small(&[&input, "--state", &input]));
    assert!(fs::read_to_string(&input).unwrap() == content);
}

/// What was written before is worth more than nothing.
#[test]
fn a_run_that_cannot_begin_leaves_its_file_as_it_was() {
    let folder = Folder::new();
    let out = folder.write("out", "from another day");
    refused(&mut small(&[&folder.name("none.jsonl"), "--out", &out]));
    assert_eq!(fs::read_to_string(&out).unwrap(), "from another day");
}

/// Results of a run that continues one with other results: refused, or all of one kind.
#[test]
fn rows_and_pages_do_not_go_into_one_file() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..5));
    let (state, out) = (folder.name("state"), folder.name("out"));
    let mut command = small(&[&input, "--state", &state, "--out", &out]);
    printed(&mut command);
    folder.append("in.jsonl", &stream(5..7));
    refused(command.args(["--annotate", "html"]));
}

#[cfg(unix)]
#[test]
fn results_may_go_to_what_is_no_plain_file() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..5));
    printed(&mut small(&[&input, "--out", "/dev/null"]));
    let rows = printed(&mut small(&[&input]));
    let mut command = small(&[&input, "--out", "/dev/stdout"]);
    assert_eq!(printed(&mut command), rows);
}

#[test]
fn results_do_not_go_into_the_state() {
    let folder = Folder::new();
    let (input, state) = (folder.write("in.jsonl", stream(0..5)), folder.name("state"));
    let names = folder.name("state.names");
    for out in [&state, &names] {
        refused(&mut small(&[&input, "--state", &state, "--out", out]));
    }
}

// What is said of documents.

#[test]
fn threads_and_saving_change_nothing() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..2000));
    let other = folder.write("other.jsonl", stream(2000..2300));
    let whole = printed(&mut small(&[&input, &other]));
    assert!(whole.lines().count() == 2300);
    for threads in ["1", "2", "4"] {
        let command = || small(&[&input, &other, "--threads", threads]);
        assert!(printed(&mut command()) == whole, "{threads} threads");
        for save_every in ["16K", "100K", "1M", "1G"] {
            let state = folder.name("state");
            let saving = ["--state", &state, "--save-every", save_every];
            let with_state = printed(command().args(saving));
            assert!(
                with_state == whole,
                "{threads} threads, saved every {save_every}"
            );
            folder.forget("state");
        }
    }
    let out = folder.name("out");
    assert_eq!(printed(&mut small(&[&input, &other, "--out", &out])), "");
    assert!(fs::read_to_string(out).unwrap() == whole);
}

/// With every way to forget, on as many threads.
#[test]
fn every_eviction_goes_on_as_if_it_had_not_stopped() {
    let folder = Folder::new();
    let first = stream(0..400);
    let input = folder.write("in.jsonl", &first);
    for eviction in ["random", "lru", "copy-count", "lucky"] {
        for estimation in ["none", "expansion", "bridging", "both"] {
            folder.write("in.jsonl", &first);
            let options = ["--eviction", eviction, "--estimation", estimation];
            let command = || {
                let mut command = origin(&[&input, "--memory", "16K", "--quiet", "--seed", "7"]);
                command.args(options);
                command
            };
            let state = folder.name("state");
            let mut pieces = printed(command().args(["--state", &state]));
            folder.append("in.jsonl", &stream(400..500));
            pieces += &printed(command().args(["--state", &state]));
            assert!(pieces == printed(&mut command()), "{options:?}");
            folder.forget("state");
        }
    }
}

/// The words of a text that are written as `words` writes them.
fn split(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// Against what anybody would do who has room for everything.
#[test]
fn exact_rows_are_those_of_the_definition() {
    let folder = Folder::new();
    let texts: Vec<String> = (0..300)
        .map(|document| copying(document, 5 + mix(document) % 90, 4000).join(" "))
        .collect();
    let input: String = texts
        .iter()
        .enumerate()
        .map(|(at, text)| row(&format!("d{at}"), text))
        .collect();
    let input = folder.write("in.jsonl", input);
    let rows = rows(&printed(&mut origin(&[&input, "--exact", "--quiet"])));
    assert_eq!(rows.len(), texts.len());
    let mut first: HashMap<Vec<&str>, usize> = HashMap::new();
    let mut copied = 0;
    for (at, (text, row)) in texts.iter().zip(&rows).enumerate() {
        let words = split(text);
        let mut is_old = vec![false; words.len()];
        let mut origins: BTreeMap<usize, usize> = BTreeMap::new();
        for (begin, shingle) in words.windows(8).enumerate() {
            let origin = *first.entry(shingle.to_vec()).or_insert(at);
            *origins.entry(origin).or_default() += 1;
            if origin != at {
                is_old[begin..begin + 8].fill(true);
            }
        }
        let shingles = (words.len() + 1).saturating_sub(8);
        let old = is_old.iter().filter(|old| **old).count();
        assert_eq!(row["id"], format!("d{at}"));
        assert_eq!(row["tokens"], words.len(), "{row}");
        assert_eq!(row["shingles"], shingles, "{row}");
        assert_eq!(row["selected"], shingles, "{row}");
        assert_eq!(row["old_tokens"], old, "{row}");
        assert_eq!(row["fresh_tokens"], words.len() - old, "{row}");
        let slice = |span: &Value| &text[place(span, "begin")..place(span, "end")];
        let fresh = row["fresh"].as_array().unwrap().iter();
        let fresh: usize = fresh.map(|span| split(slice(span)).len()).sum();
        assert_eq!(fresh, words.len() - old, "{row}");
        for block in row["blocks"].as_array().unwrap() {
            let origin: usize = block["origin"].as_str().unwrap()[1..].parse().unwrap();
            assert!(origin < at && texts[origin].contains(slice(block)), "{row}");
            copied += 1;
        }
        let share = |origin: usize| origins[&origin] as f64 / shingles as f64;
        match row["dominant_origin"].as_str() {
            Some(origin) => {
                let origin: usize = origin[1..].parse().unwrap();
                assert_eq!(row["dominant"], "other");
                assert!((row["dominant_share"].as_f64().unwrap() - share(origin)).abs() < 1e-3);
            }
            None => assert_ne!(row["dominant"], "other"),
        }
    }
    assert!(copied > 50, "{copied}");
}

fn place(span: &Value, name: &str) -> usize {
    span[name].as_u64().unwrap() as usize
}

/// Texts with letters of one to four bytes.
fn letters() -> Vec<(&'static str, String)> {
    let song = "die Möwe saß auf der Straße 🙂 und sang von Käse 𝔞𝔩𝔱, 日本 und e\u{301}te\u{301} für alle, \
                die kamen 👩‍👩‍👧 und gingen über Nacht";
    vec![
        ("erste", song.to_owned()),
        (
            "zweite",
            format!("„Ach 👍🏽!“ — {song}… das war’s 🎉 und nicht mehr"),
        ),
        ("dritte", format!("\u{feff}🙂🙂 é {song} {song}")),
    ]
}

#[test]
fn spans_are_the_same_text_in_every_unit() {
    let folder = Folder::new();
    let texts = letters();
    let input: String = texts.iter().map(|(id, text)| row(id, text)).collect();
    let input = folder.write("in.jsonl", input);
    let every = ["--scheme", "kgram:k=8"];
    let in_unit = |unit: &str| {
        let mut command = small(&[&input, "--offsets", unit]);
        rows(&printed(command.args(every)))
    };
    let default = rows(&printed(small(&[&input]).args(every)));
    let (chars, bytes, utf16) = (in_unit("char"), in_unit("byte"), in_unit("utf16"));
    assert_eq!(chars, default);
    assert_ne!(chars, bytes);
    assert_ne!(chars, utf16);
    let mut blocks = 0;
    for (at, (_, text)) in texts.iter().enumerate() {
        let spans = |row: &Value| -> Vec<Value> {
            let lists = [&row["blocks"], &row["fresh"]];
            lists
                .into_iter()
                .flat_map(|list| list.as_array().unwrap().clone())
                .collect()
        };
        let (chars, bytes, utf16) = (spans(&chars[at]), spans(&bytes[at]), spans(&utf16[at]));
        assert!(chars.len() == bytes.len() && chars.len() == utf16.len());
        for ((char, byte), unit) in chars.iter().zip(&bytes).zip(&utf16) {
            let slice = &text[place(byte, "begin")..place(byte, "end")];
            let code_points: Vec<char> = text.chars().collect();
            let by_char = &code_points[place(char, "begin")..place(char, "end")];
            assert_eq!(by_char.iter().collect::<String>(), slice);
            let units: Vec<u16> = text.encode_utf16().collect();
            let by_unit = &units[place(unit, "begin")..place(unit, "end")];
            assert_eq!(String::from_utf16(by_unit).unwrap(), slice);
            if byte.get("origin").is_some() {
                assert!(texts[0].1.contains(slice), "{slice}");
                blocks += 1;
            }
        }
    }
    assert!(blocks >= 2, "{blocks}");
}

#[test]
fn documents_are_taken_by_date() {
    let folder = Folder::new();
    let song = "she had never seen the sea but she knew every song that was ever sung of it";
    let dated = |id: &str, date: Value| {
        let text = format!("{song} {id}");
        format!("{}\n", json!({"id": id, "text": text, "date": date}))
    };
    let input = folder.write(
        "in.jsonl",
        dated("2021", json!("2021"))
            + &row("undated-1", song)
            + &dated("2019-b", json!("2019-05-02"))
            + &dated("1850", json!("1850"))
            + &dated("bad", json!("the other day")),
    );
    let other = folder.write(
        "other.jsonl",
        dated("2019-c", json!("2019-05-02"))
            + &dated("2019-a", json!("2019-05-01T23:00:00Z"))
            + &row("undated-2", song)
            + &dated("2020", json!("2020-02")),
    );
    let command = |arguments: &[&str]| {
        let mut command = origin(&[&input, &other, "--memory", "64K"]);
        command.args(arguments);
        command
    };
    let (code, stdout, stderr) = run(&mut command(&["--by-date"]));
    assert_eq!(code, Some(0), "{stderr}");
    let expected = [
        "1850",
        "2019-a",
        "2019-b",
        "2019-c",
        "2020",
        "2021",
        "undated-1",
        "bad",
        "undated-2",
    ];
    assert_eq!(ids(&stdout), expected);
    assert!(
        stderr.contains("3 documents without a date, taken last"),
        "{stderr}"
    );
    for row in &rows(&stdout)[1..] {
        assert_eq!(row["dominant_origin"], "1850");
    }
    // Otherwise they come as they come.
    let as_given = printed(&mut command(&[]));
    assert_eq!(ids(&as_given)[..3], ["2021", "undated-1", "2019-b"]);
    let threads = printed(&mut command(&["--by-date", "--threads", "1"]));
    assert_eq!(threads, stdout);
}

/// Later documents may be added to what is sorted by date.
#[test]
fn what_is_sorted_by_date_is_gone_on_with() {
    let folder = Folder::new();
    let dated = |documents: Range<u64>| -> String {
        let rows = documents.map(|document| {
            let text = copying(document, 100, 9000).join(" ");
            // In a file of ten they go backwards.
            let day = document / 10 * 10 + (9 - document % 10);
            let date = format!(
                "{}-{:02}-{:02}",
                2000 + day / 336,
                1 + day / 28 % 12,
                1 + day % 28
            );
            format!(
                "{}\n",
                json!({"id": format!("d{document}"), "text": text, "date": date})
            )
        });
        rows.collect()
    };
    let input = folder.write("in.jsonl", dated(0..50));
    let state = folder.name("state");
    let command = |arguments: &[&str]| {
        let mut command = small(&[&input, "--by-date"]);
        command.args(arguments);
        command
    };
    let mut pieces = printed(&mut command(&["--state", &state]));
    folder.append("in.jsonl", &dated(50..90));
    pieces += &printed(&mut command(&["--state", &state]));
    assert_eq!(pieces, printed(&mut command(&[])));
    assert_eq!(ids(&pieces)[..2], ["d9", "d8"]);
    // One that is older than what was taken comes too late.
    folder.append(
        "in.jsonl",
        &format!("{}\n", json!({"id": "old", "text": "x", "date": "1900"})),
    );
    let error = refused(&mut command(&["--state", &state]));
    assert!(error.contains("hint: "), "{error}");
}

/// A row that cannot be read has no date, and is no reason to stop.
#[test]
fn a_broken_row_behind_what_was_sorted_by_date_does_no_harm() {
    let folder = Folder::new();
    let dated = |id: &str| format!("{}\n", json!({"id": id, "text": "one two", "date": id}));
    let input = folder.write("in.jsonl", dated("2001") + &dated("2002"));
    let state = folder.name("state");
    let mut command = small(&[&input, "--by-date", "--state", &state]);
    assert_eq!(ids(&printed(&mut command)), ["2001", "2002"]);
    folder.append("in.jsonl", &format!("{{\"broken\n{}", dated("2003")));
    assert_eq!(ids(&printed(&mut command)), ["2003"]);
}

#[test]
fn short_documents_are_as_if_they_were_not_there() {
    let folder = Folder::new();
    let document = |at: u64| {
        let count = if at.is_multiple_of(4) { 14 } else { 60 };
        (
            row(&format!("d{at}"), &copying(at, count, 5000).join(" ")),
            count,
        )
    };
    let all: String = (0..200).map(|at| document(at).0).collect();
    let long = (0..200).map(document).filter(|(_, count)| *count >= 15);
    let long: String = long.map(|(row, _)| row).collect();
    let all = folder.write("all.jsonl", all);
    let long = folder.write("long.jsonl", long);
    let expected = printed(&mut small(&[&long]));
    assert_eq!(printed(&mut small(&[&all, "--min-tokens", "15"])), expected);
    let said = run(&mut origin(&[
        &all,
        "--min-tokens",
        "15",
        "--memory",
        "64K",
    ]))
    .2;
    assert!(
        said.contains("left out 50 documents of fewer than 15 words"),
        "{said}"
    );
    // Those of just so many words are not shorter.
    let taken = printed(&mut small(&[&all, "--min-tokens", "14"]));
    assert_eq!(taken.lines().count(), 200);
}

#[test]
fn only_says_less_and_takes_in_all() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..100));
    let all = printed(&mut small(&[&input]));
    let some = printed(&mut small(&[&input, "--only", "d77", "--only", "d5"]));
    let rows = all.lines().zip(ids(&all));
    let expected: Vec<&str> = rows
        .filter(|(_, id)| id == "d77" || id == "d5")
        .map(|(row, _)| row)
        .collect();
    assert_eq!(expected.len(), 2);
    assert_eq!(some.lines().collect::<Vec<_>>(), expected);
    assert_eq!(printed(&mut small(&[&input, "--only", "nobody"])), "");
}

#[test]
fn rows_have_what_is_promised() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..300) + &row("none", " "));
    let printed = printed(&mut small(&[&input]));
    let names = [
        "id",
        "tokens",
        "shingles",
        "selected",
        "dominant",
        "dominant_origin",
        "dominant_share",
        "blocks",
        "fresh",
        "fresh_tokens",
        "old_tokens",
    ];
    for (line, row) in printed.lines().zip(rows(&printed)) {
        // In this order, too.
        let places: Vec<usize> = names
            .iter()
            .map(|name| line.find(&format!("\"{name}\":")).unwrap())
            .collect();
        assert!(places.is_sorted(), "{line}");
        assert_eq!(row.as_object().unwrap().len(), names.len());
        let number = |name: &str| row[name].as_u64().unwrap();
        assert_eq!(
            number("tokens"),
            number("fresh_tokens") + number("old_tokens")
        );
        assert!(number("selected") <= number("shingles"));
        let dominant = row["dominant"].as_str().unwrap();
        assert!(["self", "other", "none"].contains(&dominant));
        assert_eq!(dominant == "other", row["dominant_origin"].is_string());
        assert!((0.0..=1.0).contains(&row["dominant_share"].as_f64().unwrap()));
        for list in ["blocks", "fresh"] {
            let spans = row[list].as_array().unwrap();
            assert!(
                spans
                    .iter()
                    .all(|span| place(span, "begin") < place(span, "end"))
            );
            assert!(spans.is_sorted_by_key(|span| place(span, "begin")));
        }
    }
}

// What may be wrong with inputs and arguments.

#[test]
fn an_empty_folder_is_said() {
    let folder = Folder::new();
    fs::create_dir(folder.path("empty")).unwrap();
    let (code, stdout, stderr) = run(&mut origin(&[&folder.name("empty"), "--memory", "64K"]));
    assert_eq!((code, stdout.as_str()), (Some(0), ""));
    assert!(stderr.contains("no documents in"), "{stderr}");
    let state = folder.name("state");
    let with_state = small(&[&folder.name("empty"), "--state", &state]);
    assert_eq!(printed(&mut { with_state }), "");
}

#[test]
fn a_broken_row_is_said_and_does_not_disturb_the_rest() {
    let folder = Folder::new();
    let rows: Vec<String> = (0..60)
        .map(|at| row(&format!("d{at}"), &copying(at, 60, 900).join(" ")))
        .collect();
    let good = folder.write("good.jsonl", rows.concat());
    let broken = rows[..20].concat()
        + "{\"id\":\"x\",\n"
        + &rows[20..40].concat()
        + "[]\n"
        + "{\"id\":\"y\"}\n"
        + &rows[40..].concat();
    let broken = folder.write("broken.jsonl", broken);
    let (code, stdout, stderr) = run(&mut origin(&[&broken, "--memory", "64K"]));
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(stdout, printed(&mut small(&[&good])));
    assert!(stderr.contains("broken.jsonl:21"), "{stderr}");
    let (code, stdout, stderr) = run(&mut small(&[&broken, "--strict"]));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("broken.jsonl:21"), "{stderr}");
    assert_eq!(stdout.lines().count(), 20, "what came before has been said");
}

#[test]
fn mistakes_in_arguments_are_said() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..2));
    let state = folder.name("state");
    let error = refused(&mut small(&["-", "-"]));
    assert!(error.contains("standard input"), "{error}");
    let (code, _, error) = run(&mut origin(&[&input, "--exact", "--state", &state]));
    assert_eq!(code, Some(2));
    assert!(error.contains("--exact") && error.contains("--state"));
    assert!(!folder.path("state").exists() && !folder.path("state.names").exists());
    let error = refused(&mut origin(&[&input, "--memory", "1K"]));
    assert!(error.contains("8 KiB"), "{error}");
    let error = refused(&mut small(&[&folder.name("none.jsonl")]));
    assert!(error.contains("none.jsonl"), "{error}");
    let error = refused(&mut small(&[&input, "--state", &folder.name("none/state")]));
    assert!(error.contains("none/state"), "{error}");
    for wrong in [
        ["--eviction", "x"],
        ["--estimation", "x"],
        ["--annotate", "x"],
        ["--offsets", "x"],
        ["--save-every", "1M"],
    ] {
        let (code, stdout, error) = run(small(&[&input]).args(wrong));
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{wrong:?}");
        assert!(error.contains(wrong[0]), "{error}");
    }
}

/// A table for which there is no memory is a mistake like others.
#[test]
fn a_table_that_is_too_large_is_said() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..2));
    refused(&mut origin(&[&input, "--memory", "1000000G", "--quiet"]));
}

#[test]
fn a_reader_that_has_had_enough_ends_it_quietly() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..3000));
    let mut command = small(&[&input]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

// Pages.

/// A part of a page.
#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Open(String, BTreeMap<String, String>),
    Close(String),
    Text(String),
}

fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain += &rest[..at];
        let end = rest[at..].find(';').expect("the end of an entity") + at;
        plain += match &rest[at..=end] {
            "&amp;" => "&",
            "&lt;" => "<",
            "&gt;" => ">",
            "&quot;" => "\"",
            "&#39;" | "&apos;" => "'",
            other => panic!("{other}"),
        };
        rest = &rest[end + 1..];
    }
    plain + rest
}

/// Reads a page strictly: every tag is closed, every attribute quoted.
fn pieces(page: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = page.strip_prefix("<!doctype html>").expect("a page");
    let mut open: Vec<String> = Vec::new();
    while !rest.is_empty() {
        if open.last().is_some_and(|name| name == "style") {
            rest = &rest[rest.find("</style>").unwrap()..];
        }
        let Some(after) = rest.strip_prefix('<') else {
            let end = rest.find('<').unwrap_or(rest.len());
            assert!(!rest[..end].contains('>'), "{}", &rest[..end]);
            pieces.push(Piece::Text(unescape(&rest[..end])));
            rest = &rest[end..];
            continue;
        };
        let (tag, after) = after.split_once('>').expect("the end of a tag");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            pieces.push(Piece::Close(name.to_owned()));
            continue;
        }
        let (name, mut left) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = BTreeMap::new();
        while !left.is_empty() {
            let (name, value) = left.split_once("=\"").expect("an attribute");
            let (value, after) = value.split_once('"').expect("the end of an attribute");
            let name = name.trim();
            assert!(name.chars().all(|c| c.is_ascii_lowercase()), "{tag}");
            attributes.insert(name.to_owned(), unescape(value));
            left = after;
        }
        let known = [
            "html", "meta", "title", "style", "header", "h1", "h2", "p", "span", "a", "mark",
            "article", "div",
        ];
        assert!(known.contains(&name), "{tag}");
        if !["html", "meta"].contains(&name) {
            open.push(name.to_owned());
        }
        pieces.push(Piece::Open(name.to_owned(), attributes));
    }
    assert!(open.is_empty(), "{open:?}");
    pieces
}

/// A document on a page.
#[derive(Debug, Default)]
struct Article {
    section: String,
    heading: String,
    /// Its text, without the names of origins.
    text: String,
    /// The names of origins that stand before what was copied.
    names: Vec<String>,
    /// Where links in its text lead, and their text.
    links: Vec<(String, String)>,
    /// What is marked as new.
    new: Vec<String>,
}

fn articles(page: &str) -> Vec<Article> {
    let mut articles: Vec<Article> = Vec::new();
    // The names and classes of what is open.
    let mut open: Vec<(String, String)> = Vec::new();
    for piece in pieces(page) {
        match piece {
            Piece::Open(name, attributes) => {
                let attribute = |name| attributes.get(name).cloned().unwrap_or_default();
                if name == "article" {
                    articles.push(Article {
                        section: format!("#{}", attribute("id")),
                        ..Article::default()
                    });
                }
                let is_in_text = open.iter().any(|(name, _)| name == "div");
                if let Some(article) = articles.last_mut().filter(|_| is_in_text) {
                    match (name.as_str(), attribute("class").as_str()) {
                        ("a", _) => article.links.push((attribute("href"), String::new())),
                        ("mark", _) => article.new.push(String::new()),
                        ("span", "from") => article.names.push(String::new()),
                        ("span", "gone") => {}
                        other => panic!("{other:?} in a text"),
                    }
                }
                if !["html", "meta"].contains(&name.as_str()) {
                    open.push((name, attribute("class")));
                }
            }
            Piece::Close(_) => {
                open.pop();
            }
            Piece::Text(text) => {
                let Some(article) = articles.last_mut() else {
                    continue;
                };
                let is_in = |name: &str| open.iter().any(|(open, _)| open == name);
                if is_in("h2") {
                    article.heading += &text;
                }
                if !is_in("div") {
                    continue;
                }
                if open.iter().any(|(_, class)| class == "from") {
                    *article.names.last_mut().unwrap() += &text;
                    continue;
                }
                article.text += &text;
                if is_in("a") {
                    article.links.last_mut().unwrap().1 += &text;
                }
                if is_in("mark") {
                    *article.new.last_mut().unwrap() += &text;
                }
            }
        }
    }
    articles
}

#[test]
fn a_page_links_what_was_copied_to_its_origin() {
    let folder = Folder::new();
    let song = "she had never seen the sea but she knew every song that was ever sung of it";
    let evil = "<script>alert('1 & 2')</script> &amp; \"so it goes\" </div></article>";
    let texts = [
        ("<script>song</script>", format!("{song} {evil}")),
        (
            "a \"b\" & 'c'",
            format!("As they say:\n  {song} 🙂 — é\r\tso <b>there</b> it ends"),
        ),
        (
            "own",
            "Nothing of it was ever seen anywhere before it was written down here".to_owned(),
        ),
        ("both", format!("x {evil} {song} y &lt; z")),
    ];
    let input: String = texts.iter().map(|(id, text)| row(id, text)).collect();
    let input = folder.write("in.jsonl", input);
    let exact = ["--memory", "64K", "--scheme", "kgram:k=8"];
    let page = printed(origin(&[&input, "--annotate", "html", "-q"]).args(exact));
    assert!(!page.contains("<script"), "{page}");
    let found = articles(&page);
    let rows = rows(&printed(origin(&[&input, "-q"]).args(exact)));
    assert_eq!(found.len(), texts.len());
    for ((article, (id, text)), row) in found.iter().zip(&texts).zip(&rows) {
        assert_eq!(article.heading, *id);
        assert_eq!(article.text, *text);
        assert_eq!(article.links.len(), article.names.len());
        let blocks = row["blocks"].as_array().unwrap();
        let origins: Vec<&str> = blocks
            .iter()
            .map(|block| block["origin"].as_str().unwrap())
            .collect();
        assert_eq!(article.names, origins);
        let code_points: Vec<char> = text.chars().collect();
        let slice = |span: &Value| -> String {
            let span = &code_points[place(span, "begin")..place(span, "end")];
            span.iter().collect()
        };
        let new: Vec<String> = row["fresh"].as_array().unwrap().iter().map(slice).collect();
        assert_eq!(article.new, new);
        for ((href, linked), block) in article.links.iter().zip(blocks) {
            let origin = found.iter().find(|other| other.section == *href).unwrap();
            assert_eq!(origin.heading, block["origin"].as_str().unwrap());
            assert!(slice(block).ends_with(linked), "{linked}");
        }
    }
    let sections: BTreeSet<&str> = found.iter().map(|article| &article.section[..]).collect();
    assert_eq!(sections.len(), found.len());
    assert!(found[0].links.is_empty() && found[2].links.is_empty());
    assert_eq!(
        found[1].links,
        [(found[0].section.clone(), song.to_owned())]
    );
    assert!(!found[3].links.is_empty());
    // Of one alone, there is no section to link to, but everything else.
    let page =
        printed(origin(&[&input, "--annotate", "html", "-q", "--only", texts[1].0]).args(exact));
    let found = articles(&page);
    assert_eq!((found.len(), &found[0].text), (1, &texts[1].1));
    assert_eq!(found[0].names, [texts[0].0]);
    assert!(found[0].links.is_empty());
}

#[test]
fn a_page_of_many_documents_gives_their_texts_back() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..300));
    let page = printed(&mut small(&[&input, "--annotate", "html"]));
    let found = articles(&page);
    let content = fs::read_to_string(&input).unwrap();
    let rows = content
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let texts: Vec<Value> = rows.collect();
    assert_eq!(found.len(), texts.len());
    for (article, row) in found.iter().zip(&texts) {
        assert_eq!(article.heading, row["id"].as_str().unwrap());
        assert_eq!(article.text, row["text"].as_str().unwrap());
    }
    assert!(found.iter().any(|article| !article.links.is_empty()));
}

/// Ids need not be different: a link leads to the document that had the text, not to another of its id.
#[test]
fn a_page_tells_documents_of_the_same_id_apart() {
    let folder = Folder::new();
    let song = "she had never seen the sea but she knew every song that was ever sung of it";
    let other = "Nothing of it was ever seen anywhere before it was written down here";
    let input = folder.write(
        "in.jsonl",
        row("same", song) + &row("same", other) + &row("copy", &format!("He said: {song}")),
    );
    let page = printed(&mut small(&[&input, "--annotate", "html"]));
    let found = articles(&page);
    assert_eq!(found[2].links.len(), 1);
    assert_eq!(found[2].links[0].0, found[0].section);
}

#[test]
fn a_page_that_was_interrupted_is_that_of_one_run() {
    let folder = Folder::new();
    let input = folder.write("in.jsonl", stream(0..50));
    let (state, out) = (folder.name("state"), folder.name("page.html"));
    let mut command = small(&[
        &input,
        "--annotate",
        "html",
        "--state",
        &state,
        "--out",
        &out,
    ]);
    printed(&mut command);
    folder.append("in.jsonl", &stream(50..80));
    printed(&mut command);
    let page = fs::read_to_string(&out).unwrap();
    let whole = printed(&mut small(&[&input, "--annotate", "html"]));
    let sections = |page: &str| -> Vec<String> {
        articles(page)
            .into_iter()
            .map(|article| article.section)
            .collect()
    };
    assert_eq!(sections(&page), sections(&whole));
    assert!(page == whole);
}
