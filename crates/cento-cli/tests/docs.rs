//! Every example in the README and the docs is run, and prints what is shown.
//!
//! In a fenced block marked `console`, lines that begin with `$ ` are given to a shell in the root
//! of the repository, and what follows is what they print. A line `...` stands for any lines.
//! `UPDATE_DOCS=1 cargo test -p cento-cli --test docs` rewrites them; read the difference.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn pages(root: &Path) -> Vec<PathBuf> {
    let mut pages = vec![root.join("README.md")];
    for folder in ["docs/concepts", "docs/reference"] {
        let entries = fs::read_dir(root.join(folder)).unwrap();
        pages.extend(entries.map(|entry| entry.unwrap().path()));
    }
    pages.sort();
    pages
}

/// What a command prints, both streams together.
fn output(root: &Path, command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_cento")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(
        std::iter::once(folder.to_path_buf()).chain(std::env::split_paths(&path)),
    );
    let run = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(root)
        .env("PATH", path.unwrap())
        .output()
        .unwrap();
    String::from_utf8(run.stdout).unwrap()
}

/// Whether `shown` is `printed`, a line `...` standing for any lines.
fn agrees(shown: &[&str], printed: &[&str]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, None) => true,
        (Some((&"...", shown)), _) => {
            (0..=printed.len()).any(|from| agrees(shown, &printed[from..]))
        }
        (Some((x, shown)), Some((y, printed))) => x == y && agrees(shown, printed),
        _ => false,
    }
}

/// The page with what its commands print now, and what differs.
fn rerun(root: &Path, page: &str) -> (String, String) {
    let (mut new, mut wrong) = (String::new(), String::new());
    let mut lines = page.lines().peekable();
    let mut in_console = false;
    while let Some(line) = lines.next() {
        writeln!(new, "{line}").unwrap();
        if let Some(fence) = line.strip_prefix("```") {
            in_console = fence == "console";
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| in_console) else {
            continue;
        };
        let mut shown = Vec::new();
        while let Some(line) = lines.next_if(|l| !l.starts_with("$ ") && !l.starts_with("```")) {
            shown.push(line);
        }
        // An empty line between two commands is for the eye.
        let spaced = shown.last().is_some_and(|line| line.is_empty());
        if spaced {
            shown.pop();
        }
        let printed = output(root, command);
        let mut printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        while printed.last().is_some_and(|line| line.is_empty()) {
            printed.pop();
        }
        if agrees(&shown, &printed) {
            printed = shown;
        } else {
            writeln!(wrong, "$ {command}\n{}\n", printed.join("\n")).unwrap();
        }
        printed
            .iter()
            .for_each(|line| writeln!(new, "{line}").unwrap());
        if spaced {
            new.push('\n');
        }
    }
    (new, wrong)
}

#[test]
fn every_example_prints_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    let (mut commands, mut wrong) = (0, String::new());
    for path in pages(&root) {
        let page = fs::read_to_string(&path).unwrap();
        commands += page.matches("\n$ ").count();
        let (new, differs) = rerun(&root, &page);
        if update {
            fs::write(&path, new).unwrap();
        } else if !differs.is_empty() {
            writeln!(wrong, "{}\n{differs}", path.display()).unwrap();
        }
    }
    assert!(
        wrong.is_empty(),
        "these print something else now:\n\n{wrong}"
    );
    assert!(commands > 20, "the pages have examples: {commands}");
}

/// Paths named in the pages exist.
#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = pages(&root);
    pages
        .extend(["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|page| root.join(page)));
    let mut missing = Vec::new();
    for path in pages {
        let page = fs::read_to_string(&path).unwrap();
        for link in page
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split([')', '#']).next())
        {
            let is_file = !link.is_empty() && !link.contains("://");
            if is_file && !path.parent().unwrap().join(link).exists() {
                missing.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "no such file: {missing:#?}");
}
