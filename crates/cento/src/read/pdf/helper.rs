//! The executable that takes PDF files apart, and its limits.
//!
//! One process for each file: it ends with the file, whatever that did to it. It limits its own memory and processor time before it reads
//! a byte; here, how long it may take on the clock and how much it may write.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::read::archive::Archive;
use crate::read::file::{FileRef, Refused};
use crate::read::{ReadOptions, Reason};

/// What it is called, and how it is called.
const NAME: &str = "cento-pdf";
const VERB: &str = "pdf-pages";
/// What its output begins with.
pub(super) const GREETING: &str = "cento-pdf\t1\n";
/// Bytes of output that are read: lines are longer than the text on them.
const MAX_OUTPUT: u64 = 64 << 20;
/// Bytes of its last words.
const MAX_WORDS: u64 = 1 << 12;
/// A machine may have other things to do: the clock may run this many times as long as the processor.
const PATIENCE: u64 = 4;

/// The signal of a process that used up its time.
const SIGXCPU: i32 = 24;

/// What the helper says of a file.
pub(super) fn run(file: &FileRef) -> Result<String, Refused> {
    let limits = &file.options.pdf;
    let helper = find(limits.helper.as_deref());
    let child = Command::new(&helper)
        .arg(VERB)
        .arg(limits.memory.to_string())
        .arg(limits.seconds.to_string())
        // The command's allocator would set aside as much as the limit before anything is read.
        .env("MIMALLOC_ARENA_RESERVE", "65536KiB")
        .stdin(input(file)?)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let child = child.map_err(|error| missing(&helper, &error.to_string()))?;
    let ended = wait(
        child,
        Duration::from_secs(limits.seconds.saturating_mul(PATIENCE)),
    );
    let ended = ended.map_err(|error| Refused::new(Reason::Unreadable, error.to_string()))?;
    if ended.is_late {
        return Err(late(&file.options));
    }
    if ended.output.len() as u64 > MAX_OUTPUT {
        let cause = "more text than is read";
        return Err(Refused::new(Reason::TooLarge, cause));
    }
    match ended.status.success() {
        // Another version of it, or something else of that name.
        true if !ended.output.starts_with(GREETING.as_bytes()) => {
            Err(missing(&helper, "it does not answer as it should"))
        }
        true => Ok(String::from_utf8_lossy(&ended.output).into_owned()),
        false => Err(died(&ended, &helper, &file.options)),
    }
}

/// The helper that was asked for, the one beside this executable, or the one that the system knows.
fn find(asked: Option<&Path>) -> PathBuf {
    if let Some(asked) = asked {
        return asked.to_owned();
    }
    let own = std::env::current_exe().unwrap_or_default();
    let folder = own.parent().unwrap_or(Path::new(""));
    // The command is its own helper.
    let names = [OsStr::new(NAME), OsStr::new("cento")];
    let beside = names.iter().map(|name| folder.join(name));
    let mut found = beside.filter(|path| path.is_file());
    found.next().unwrap_or_else(|| NAME.into())
}

/// The bytes of the file as they are on disk, or unpacked.
fn input(file: &FileRef) -> Result<Stdio, Refused> {
    if file.archive == Archive::Plain {
        if file.size.is_some_and(|size| size > file.options.max_bytes) {
            return Err(file.too_large());
        }
        let opened = File::open(&file.path).map_err(|error| file.broken(&error))?;
        return Ok(opened.into());
    }
    let bytes = file.bytes()?;
    let unpacked = || -> io::Result<File> {
        let mut unpacked = match &file.options.temp {
            Some(folder) => tempfile::tempfile_in(folder)?,
            None => tempfile::tempfile()?,
        };
        unpacked.write_all(&bytes)?;
        unpacked.rewind()?;
        Ok(unpacked)
    };
    let unpacked = unpacked().map_err(|error| file.broken(&error))?;
    Ok(unpacked.into())
}

/// How a process ended.
struct Ended {
    status: ExitStatus,
    output: Vec<u8>,
    words: Vec<u8>,
    is_late: bool,
}

/// Waits until the process ends, or ends it; either way there is none left behind.
fn wait(mut child: Child, patience: Duration) -> io::Result<Ended> {
    let (sender, receiver) = mpsc::channel();
    let stdout = child.stdout.take();
    let reader = thread::spawn(move || {
        let mut output = Vec::new();
        if let Some(stdout) = stdout {
            // What can't be read ends it as what is not there does: the status tells.
            let _ = stdout.take(MAX_OUTPUT + 1).read_to_end(&mut output);
        }
        let _ = sender.send(output);
    });
    let output = receiver.recv_timeout(patience);
    let is_late = output == Err(RecvTimeoutError::Timeout);
    let output = output.unwrap_or_default();
    if is_late || output.len() as u64 > MAX_OUTPUT {
        // It may have ended by itself meanwhile.
        let _ = child.kill();
    }
    let mut words = Vec::new();
    if let Some(stderr) = child.stderr.take() {
        let _ = stderr.take(MAX_WORDS).read_to_end(&mut words);
    }
    let status = child.wait()?;
    let _ = reader.join();
    Ok(Ended {
        status,
        output,
        words,
        is_late,
    })
}

fn missing(helper: &Path, cause: &str) -> Refused {
    let helper = helper.display();
    let cause = format!(
        "PDF files are read by an executable `{NAME}` or `cento`, looked for beside this one and on the PATH: {helper}: {cause}"
    );
    Refused::new(Reason::NoHelper, cause)
}

fn late(options: &ReadOptions) -> Refused {
    let seconds = options.pdf.seconds;
    Refused::new(
        Reason::Timeout,
        format!("it takes longer than {seconds} seconds"),
    )
}

/// Why a file ended its reader.
fn died(ended: &Ended, helper: &Path, options: &ReadOptions) -> Refused {
    let words = String::from_utf8_lossy(&ended.words);
    let megabytes = options.pdf.memory >> 20;
    match (ended.status.signal(), ended.status.code()) {
        (Some(SIGXCPU), _) => late(options),
        // An abort, or an input that does not fit.
        _ if words.contains("memory allocation") || words.contains("out of memory") => {
            Refused::new(
                Reason::Hostile,
                format!("it needs more than {megabytes} MB of memory"),
            )
        }
        (Some(_), _) if words.contains("overflowed its stack") => {
            Refused::new(Reason::Hostile, "it goes too deep")
        }
        (Some(signal), _) => Refused::new(
            Reason::BrokenPdf,
            format!("it ended its reader, by signal {signal}"),
        ),
        (None, Some(3)) => Refused::new(Reason::Unreadable, words.trim()),
        // How the runtime ends a program that panics.
        (None, Some(101)) => Refused::new(Reason::BrokenPdf, "it ended its reader"),
        _ => {
            let words = words.lines().next().unwrap_or("it does not run");
            missing(helper, words)
        }
    }
}
