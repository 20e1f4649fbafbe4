//! What an index was to find out, and what its first documents have told.

use std::io::{self, Write};

use cento::fingerprint::Scheme;
use cento::index::Writer;
use cento::token::Language;

/// What a scheme leaves to be found out, for people.
pub(super) fn asked(scheme: &Scheme) -> Option<String> {
    let is_asked = |name: &str| scheme.param(name) == Some("auto");
    let asked: Vec<&str> = [("lang", "its language"), ("l", "l"), ("d", "d")]
        .into_iter()
        .filter(|(name, _)| is_asked(name))
        .map(|(_, what)| what)
        .collect();
    let verb = match asked.len() {
        0 => return None,
        1 => "is",
        _ => "are",
    };
    let (last, others) = asked.split_last()?;
    let asked = match others {
        [] => (*last).to_owned(),
        others => format!("{} and {last}", others.join(", ")),
    };
    Some(format!(
        "{asked} {verb} told from the first documents that are added"
    ))
}

/// Says on stderr what was told since the scheme was `before`, which happens once in the life of an index.
pub(super) fn say(before: &Scheme, writer: &Writer) -> io::Result<()> {
    let now = &writer.snapshot().making().scheme;
    let told = |name: &str| {
        let was_asked = before.param(name) == Some("auto");
        now.param(name).filter(|now| was_asked && *now != "auto")
    };
    let mut err = io::stderr();
    for name in ["l", "d"] {
        if let Some(number) = told(name) {
            writeln!(err, "cento: {name} is {number}, told from these documents")?;
        }
    }
    match told("lang") {
        None => Ok(()),
        Some("none") => writeln!(
            err,
            "cento: these documents are in several languages, or in none that can be told: every word counts, as it is, from now on\n\
             hint: an index made with --lang en leaves out the stop words and endings of English"
        ),
        Some(code) => writeln!(
            err,
            "cento: the language is {}, told from these documents; to have another, make an index with --lang",
            code.parse().map_or_else(|_| code.to_owned(), name)
        ),
    }
}

/// The name of a language, as a sentence has it.
fn name(language: Language) -> String {
    let name = language.name();
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}
