//! Files that are made to harm who reads them, and helpers that do not help: each is one file skipped, within its time.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use super::maker::{Pdf, bomb, packed, show};
use super::*;

/// Tight limits, so that it does not take long.
fn tight() -> ReadOptions {
    let mut options = options();
    options.pdf.memory = 400 << 20;
    options.pdf.seconds = 1;
    options
}

fn good() -> Pdf {
    let mut pdf = Pdf::new();
    pdf.page(&show("T", 10, 72, 700, "some words"));
    pdf
}

/// What must be refused, and what may be read without harm.
fn files() -> Vec<(&'static str, Vec<u8>, &'static [&'static str])> {
    let mut files: Vec<(&'static str, Vec<u8>, &'static [&'static str])> = Vec::new();
    let any: &[&str] = &["read", "broken_pdf", "no_text", "hostile"];

    let nested = "[".repeat(10_000) + &"]".repeat(10_000);
    let mut pdf = good();
    pdf.catalog = format!("/Nested {nested} /PageLabels {nested}");
    files.push(("nested-catalog", pdf.bytes(), any));
    let mut pdf = good();
    pdf.page(&format!("{nested} TJ"));
    files.push(("nested-content", pdf.bytes(), any));
    let mut pdf = good();
    let deep = "<< /A ".repeat(10_000) + &">>".repeat(10_000);
    pdf.trailer = format!("/Info {deep}");
    files.push(("nested-trailer", pdf.bytes(), any));
    let open = "[".repeat(1_000_000);
    files.push((
        "only-brackets",
        format!("%PDF-1.7\n1 0 obj\n{open}").into_bytes(),
        any,
    ));

    // Loops of references.
    let mut pdf = good();
    pdf.objects[1] = b"<< /Type /Pages /Count 1 /Kids [2 0 R 2 0 R] /Parent 2 0 R >>".to_vec();
    files.push(("pages-loop", pdf.bytes(), any));
    let mut pdf = good();
    pdf.objects[0] = b"1 0 R".to_vec();
    files.push(("catalog-loop", pdf.bytes(), any));
    let mut pdf = good();
    let own = pdf.objects.len() + 1;
    pdf.add(format!("<< /Length {own} 0 R /Filter {own} 0 R >>\nstream\nx\nendstream").as_bytes());
    pdf.page_of(own, "");
    files.push(("length-loop", pdf.bytes(), any));
    let mut pdf = good();
    let own = pdf.objects.len() + 1;
    let form = format!(
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X {own} 0 R >> >>"
    );
    pdf.stream(&form, b"/X Do /X Do");
    let content = pdf.stream("", b"/X Do");
    pdf.page_of(
        content,
        &format!("/Resources << /XObject << /X {own} 0 R >> >>"),
    );
    files.push((
        "form-loop",
        pdf.bytes(),
        &["read", "timeout", "hostile", "broken_pdf"],
    ));
    let mut pdf = good();
    let own = pdf.objects.len() + 1;
    pdf.add(format!("<< /Kids [{own} 0 R {own} 0 R] /Nums [0 {own} 0 R] >>").as_bytes());
    pdf.catalog = format!("/PageLabels {own} 0 R");
    files.push(("labels-loop", pdf.bytes(), &["read"]));
    let mut pdf = good();
    pdf.trailer = "/Prev 9".into();
    files.push(("trailer-loop", pdf.bytes(), any));

    // Two of the next in each of thirty.
    let mut pdf = good();
    let first = pdf.objects.len() + 1;
    for at in 0..30 {
        let next = first + at + 1;
        let form = format!(
            "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X {next} 0 R >> >>"
        );
        pdf.stream(&form, b"/X Do /X Do");
    }
    let last = "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources 3 0 R";
    pdf.stream(last, show("T", 10, 1, 1, "again").as_bytes());
    let content = pdf.stream("", b"/X Do");
    pdf.page_of(
        content,
        &format!("/Resources << /XObject << /X {first} 0 R >> >>"),
    );
    files.push(("doubling", pdf.bytes(), &["timeout", "hostile"]));

    // A gigabyte in a few kilobytes, as a page and as a map of letters.
    let packed_twice = bomb(1024);
    assert!(packed_twice.len() < 1 << 18, "{}", packed_twice.len());
    let filters = "/Filter [/FlateDecode /FlateDecode]";
    let mut pdf = good();
    let content = pdf.stream(filters, &packed_twice);
    pdf.page_of(content, "");
    files.push(("flate-bomb", pdf.bytes(), &["hostile", "timeout"]));
    let mut pdf = good();
    let stream = format!("/Type /ObjStm /N 10 /First 10 {filters}");
    let inside = pdf.stream(&stream, &packed_twice);
    pdf.catalog = format!("/Extends {inside} 0 R");
    files.push(("object-bomb", pdf.bytes(), &["read", "hostile", "timeout"]));

    // More text than is read: a million times the same line, in a stream that is packed well.
    let mut pdf = Pdf::new();
    let line = show("T", 10, 72, 700, "far too much text on this page");
    let content = pdf.stream(filters, &packed(&packed(line.repeat(1_000_000).as_bytes())));
    pdf.page_of(content, "");
    files.push((
        "much-text",
        pdf.bytes(),
        &["too_large", "hostile", "timeout"],
    ));

    let mut pdf = good();
    pdf.trailer = "/ID [(a) (a)] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -1 /O (0123456789012345678901234567890) \
                   /U (0123456789012345678901234567890) >>"
        .into();
    files.push(("encrypted", pdf.bytes(), &["encrypted"]));
    let whole = good().bytes();
    files.push((
        "cut",
        whole[..whole.len() / 3].to_vec(),
        &["broken_pdf", "read", "no_text"],
    ));
    files.push(("text", b"not a PDF file at all".to_vec(), &["broken_pdf"]));
    files.push(("empty", Vec::new(), &["broken_pdf"]));
    files
}

#[test]
fn hostile_files_are_skipped_and_the_run_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = files();
    for (name, bytes, _) in &files {
        fs::write(folder.path().join(format!("{name}.pdf")), bytes).expect("written");
    }
    fs::write(folder.path().join("zz.txt"), "what comes behind them").expect("written");
    let start = Instant::now();
    let items = read_all(folder.path(), &tight());
    let time = start.elapsed();
    assert_eq!(items.len(), files.len() + 1);
    for item in &items {
        let (id, outcome, detail) = match item {
            Item::Document(document) => (&document.id, "read", ""),
            Item::Skipped(skipped) => (&skipped.id, skipped.reason.code(), skipped.detail.as_str()),
        };
        let name = id.trim_end_matches(".pdf");
        match files.iter().find(|(file, ..)| *file == name) {
            Some((_, _, expected)) => {
                assert!(expected.contains(&outcome), "{name}: {outcome} {detail}")
            }
            None => assert_eq!((name, outcome), ("zz.txt", "read")),
        }
    }
    // Each has four seconds on the clock at most, and few need them.
    assert!(
        time < Duration::from_secs(4 * files.len() as u64),
        "{time:?}"
    );
}

/// Nothing reads what it would say, and it would go on for as long as it may.
#[cfg(target_os = "linux")]
#[test]
fn a_helper_ends_with_who_started_it() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("endless.pdf");
    let (_, bytes, _) = files()
        .into_iter()
        .find(|(name, ..)| *name == "doubling")
        .expect("one of them");
    fs::write(&path, bytes).expect("written");
    let mut starter = Command::new("sh")
        .args([
            "-c",
            "\"$0\" pdf-pages 1073741824 60 < \"$1\" & echo $!; wait",
        ])
        .arg(env!("CARGO_BIN_EXE_cento-pdf"))
        .arg(&path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut line = String::new();
    let said = starter.stdout.take().expect("piped");
    BufReader::new(said).read_line(&mut line).expect("a number");
    // Gone, or dead and not yet asked for.
    let is_alive = || {
        let state = fs::read_to_string(format!("/proc/{}/stat", line.trim()));
        state.is_ok_and(|state| !state.contains(") Z "))
    };
    std::thread::sleep(Duration::from_millis(500));
    assert!(is_alive());
    starter.kill().expect("ended");
    starter.wait().expect("waited for");
    let start = Instant::now();
    while is_alive() {
        assert!(start.elapsed() < Duration::from_secs(10), "still there");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A helper that does this.
fn script(folder: &Path, name: &str, body: &str) -> std::path::PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("allowed");
    path
}

#[test]
fn a_helper_that_does_not_help_is_told_from_a_bad_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = good().bytes();
    for (name, body, reason, cause) in [
        ("hangs", "exec sleep 60", "timeout", "longer than 1 second"),
        ("other", "echo hello", "no_helper", "does not answer"),
        (
            "usage",
            "echo what do you want >&2; exit 2",
            "no_helper",
            "what do you want",
        ),
        ("panics", "exit 101", "broken_pdf", "ended its reader"),
        ("killed", "kill -SEGV $$", "broken_pdf", "signal 11"),
        (
            "memory",
            "echo 'memory allocation of 9 bytes failed' >&2; kill -ABRT $$",
            "hostile",
            "400 MB",
        ),
        (
            "stack",
            "echo 'thread main has overflowed its stack' >&2; kill -ABRT $$",
            "hostile",
            "too deep",
        ),
        (
            "early",
            "printf 'cento-pdf\\t1\\npage\\t1\\t1\\t\\n'",
            "broken_pdf",
            "ended early",
        ),
        (
            "endless",
            "printf 'cento-pdf\\t1\\n'; exec yes",
            "too_large",
            "more text",
        ),
    ] {
        let mut options = tight();
        options.pdf.helper = Some(script(folder.path(), name, body));
        let start = Instant::now();
        let (found, detail) = outcome(&bytes, &options);
        assert_eq!(found, reason, "{name}: {detail}");
        assert!(detail.contains(cause), "{name}: {detail}");
        assert!(start.elapsed() < Duration::from_secs(20), "{name}");
    }
    let mut options = tight();
    options.pdf.helper = Some(folder.path().join("nowhere"));
    let (found, detail) = outcome(&bytes, &options);
    assert_eq!(found, "no_helper");
    assert!(
        detail.contains("nowhere") && detail.contains("cento-pdf"),
        "{detail}"
    );
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_files_do_not_panic(
        flips in proptest::collection::vec((proptest::prelude::any::<proptest::sample::Index>(), proptest::prelude::any::<u8>()), 1..8),
    ) {
        let mut bytes = good().bytes();
        for (at, byte) in flips {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let mut out = Vec::new();
        cento_pdf::write(bytes, &mut out).expect("in memory");
        proptest::prop_assert!(out.starts_with(b"cento-pdf\t1\n"));
    }
}
