//! A module uses only what stands above it: data flows one way.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules, each below everything it may use.
const ORDER: &[&str] = &[
    // What all stages need.
    "span",
    "error",
    "hash",
    "rising",
    "offsets",
    "object",
    "codec",
    "watch",
    "prefetch",
    "parallel",
    "spill",
    // The stages, as data flows.
    "read",
    "token",
    "fingerprint",
    "origin",
    "align",
    "prepare",
    "index",
    "find",
    "group",
    "report",
    "engine",
    "explain",
    "mile",
];

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(path);
        }
    }
    into.sort();
}

/// The modules a line of code names from the root of the crate.
fn named(code: &str) -> Vec<String> {
    let mut named = Vec::new();
    for (_, rest) in code
        .match_indices("crate::")
        .map(|(at, found)| (at, &code[at + found.len()..]))
    {
        let list = match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default(),
            None => rest,
        };
        let parts = if rest.starts_with('{') {
            list.split(',').collect()
        } else {
            vec![list]
        };
        for part in parts {
            let name: String = part
                .trim()
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            named.push(match name.as_str() {
                "Error" | "Result" => "error".to_owned(),
                _ => name,
            });
        }
    }
    named
}

fn place(module: &str) -> Option<usize> {
    ORDER.iter().position(|known| *known == module)
}

#[test]
fn a_module_uses_only_what_stands_above_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > ORDER.len(), "the sources are where they were");
    let mut violations = Vec::new();
    for file in files {
        let relative = file
            .strip_prefix(&root)
            .expect("inside")
            .to_string_lossy()
            .into_owned();
        if relative == "lib.rs" {
            continue;
        }
        let module = relative.split(['/', '.']).next().expect("a name");
        let Some(own) = place(module) else {
            violations.push(format!("{relative}: `{module}` has no place in the order"));
            continue;
        };
        let text = fs::read_to_string(&file).expect("a source file");
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for name in named(code) {
                if place(&name).is_none_or(|place| place > own) {
                    violations.push(format!(
                        "{relative}:{}: `{module}` uses `{name}`",
                        number + 1
                    ));
                }
            }
        }
    }
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}

#[test]
fn names_are_found_however_they_are_spelt() {
    assert_eq!(named("use crate::find::{Class, Level};"), ["find"]);
    assert_eq!(
        named("pub(crate) use crate::{read, token::Tokens, Error};"),
        ["read", "token", "error"]
    );
    assert_eq!(
        named("crate::codec::put(&mut crate::span::x)"),
        ["codec", "span"]
    );
    assert!(named("use super::Document;").is_empty());
}
