//! What a user may not expect of an input.

use std::io::{self, Write};

use cento::read::{FramesSummary, Taken, extensions};

use crate::style::{count, counted};

/// Says on stderr what was not taken as it stands.
pub(crate) fn warn(taken: &Taken) -> io::Result<()> {
    let mut err = io::stderr();
    for (reason, number) in &taken.skipped {
        writeln!(
            err,
            "cento: skipped {} ({reason}), the first {}",
            counted(*number, "input"),
            taken.first_skipped[reason]
        )?;
    }
    if taken.replaced_sequences > 0 {
        writeln!(
            err,
            "cento: replaced {} of invalid UTF-8 in {}",
            counted(taken.replaced_sequences, "sequence"),
            counted(taken.repaired_documents, "document")
        )?;
    }
    if taken.hidden_characters > 0 {
        writeln!(
            err,
            "cento: looked through {} in the words of {}",
            counted(taken.hidden_characters, "hidden character"),
            counted(taken.hidden_documents, "document")
        )?;
    }
    if taken.bad_dates > 0 {
        writeln!(
            err,
            "cento: {} with a date that is neither RFC 3339 nor YYYY[-MM[-DD]], taken as undated",
            counted(taken.bad_dates, "document")
        )?;
    }
    if taken.ignored_files > 0 {
        writeln!(
            err,
            "cento: passed over {} of a kind it does not read",
            counted(taken.ignored_files, "file")
        )?;
    }
    Ok(())
}

/// What was left out of web pages.
pub(crate) fn about_frames(frames: &FramesSummary) -> String {
    format!(
        "{} that pages of {} repeat left out of {} (see --keep-frames)",
        counted(frames.frames, "block"),
        match frames.sites {
            1 => "a site".to_owned(),
            sites => format!("{} sites", count(sites)),
        },
        counted(frames.documents, "page"),
    )
}

/// Says on stderr what was left out of web pages, if anything.
pub(crate) fn frames(frames: &FramesSummary) -> io::Result<()> {
    match frames.frames {
        0 => Ok(()),
        _ => writeln!(io::stderr(), "cento: {}", about_frames(frames)),
    }
}

/// Says on stderr that there was nothing to read.
pub(crate) fn no_documents<'a>(places: impl IntoIterator<Item = &'a String>) -> io::Result<()> {
    let places: Vec<&str> = places.into_iter().map(String::as_str).collect();
    writeln!(
        io::stderr(),
        "cento: no documents in {}\nhint: it reads {}",
        places.join(", "),
        extensions(),
    )
}
