//! Which words of sentences count: the arguments of every verb that compares them.

use std::fs::File;
use std::io::{ErrorKind, Read};

use cento::fingerprint::Scheme;
use cento::token::{Language, StopWords};
use clap::Args;

use crate::idle::For;

/// Which words of sentences count.
#[derive(Debug, Args)]
pub(crate) struct WordArgs {
    /// Under `words` and `qsign`, the language, whose stop words and endings are left out: en, french, none...; auto tells
    /// it from the first documents, and an index keeps what its first have told [default: auto]
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    lang: Option<String>,
    /// Under `words` and `qsign`, whether stop words are left out: yes, none, or a file of words to take instead of the
    /// language's, with white space between them and comments behind `#` [default: yes]
    #[arg(long, value_name = "yes|none|FILE", value_parser = stop_words)]
    stop_words: Option<String>,
    /// Under `words` and `qsign`, whether endings are left out
    #[arg(long, value_name = "yes|none", value_parser = ["yes", "none"])]
    stem: Option<String>,
}

impl WordArgs {
    /// What is given, with its name as an argument and as a parameter of a scheme.
    fn given(&self) -> impl Iterator<Item = (&'static str, &'static str, &str)> {
        let all = [
            ("--lang", "lang", &self.lang),
            ("--stop-words", "stop", &self.stop_words),
            ("--stem", "stem", &self.stem),
        ];
        all.into_iter()
            .filter_map(|(argument, name, value)| Some((argument, name, value.as_deref()?)))
    }

    /// The arguments that are given.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&'static str, For)> {
        self.given()
            .map(|(argument, ..)| (argument, For::Sentences))
    }

    /// The scheme with what is given, where it compares sentences.
    pub(crate) fn of(&self, scheme: Scheme) -> Scheme {
        if scheme.param("lang").is_none() {
            return scheme;
        }
        self.given().fold(scheme, |scheme, (_, name, value)| {
            scheme.with(name, value).unwrap_or(scheme)
        })
    }
}

fn language(text: &str) -> Result<String, String> {
    match text {
        "auto" => Ok(text.to_owned()),
        _ => (text.parse::<Language>())
            .map(|language| language.to_string())
            .map_err(|error| error.to_string()),
    }
}

/// Bytes of a list, at most: it becomes part of the scheme, which is stored with an index and all results.
const LONGEST: u64 = 256 << 10;

/// Stop words, as a scheme has them.
fn stop_words(text: &str) -> Result<String, String> {
    if matches!(text, "yes" | "none") {
        return Ok(text.to_owned());
    }
    let mut bytes = Vec::new();
    let read = File::open(text).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes));
    if let Err(cause) = read {
        return Err(match cause.kind() {
            ErrorKind::NotFound => {
                "there is no such file\nhint: yes, none or a file of words".to_owned()
            }
            ErrorKind::IsADirectory => "it is a folder, not a file of words".to_owned(),
            _ => format!("cannot read it: {cause}"),
        });
    }
    if bytes.len() as u64 > LONGEST {
        let most = LONGEST >> 10;
        return Err(format!(
            "it has more than {most} KiB\nhint: a few hundred words are enough for any language"
        ));
    }
    let list = std::str::from_utf8(&bytes)
        .map_err(|error| format!("it is not UTF-8, at byte {}", error.valid_up_to()))?;
    StopWords::list(list)
        .map(|list| list.to_string())
        .map_err(|error| error.to_string())
}
