//! Ctrl-C: the run is asked to stop, and takes its unfinished files with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

static STOPPED: AtomicBool = AtomicBool::new(false);
static FINISHING: AtomicBool = AtomicBool::new(false);
static WRITING: Mutex<Option<Writing>> = Mutex::new(None);

/// Files that are being written.
struct Writing {
    folder: PathBuf,
    names: Vec<String>,
    /// Whether the folder was not there before.
    made: bool,
}

/// How long a run has to stop by itself: it may be waiting for input that never comes.
const PATIENCE: Duration = Duration::from_secs(2);

/// Begins to listen. A second Ctrl-C ends the program at once.
pub(crate) fn listen() {
    // Without a handler the program is simply ended; there is nothing better to do.
    let _ = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) {
            end();
        }
        std::thread::spawn(|| {
            std::thread::sleep(PATIENCE);
            if !FINISHING.load(Ordering::Relaxed) {
                end();
            }
        });
    });
}

/// Names the files that are going to be written to a folder.
pub(crate) fn writing(folder: &Path, names: impl IntoIterator<Item = String>) {
    *WRITING.lock().unwrap_or_else(PoisonError::into_inner) = Some(Writing {
        folder: folder.to_path_buf(),
        names: names.into_iter().collect(),
        made: !folder.exists(),
    });
}

/// The run saves what it did, which takes as long as it takes.
pub(crate) fn finish() {
    FINISHING.store(true, Ordering::Relaxed);
}

/// The run goes on after it has saved.
pub(crate) fn go_on() {
    FINISHING.store(false, Ordering::Relaxed);
}

/// Fails once the user has asked to stop.
pub(crate) fn check() -> cento::Result<()> {
    if STOPPED.load(Ordering::Relaxed) {
        Err(cento::Error::Stopped)
    } else {
        Ok(())
    }
}

/// Ends the program from another thread, without the unfinished files of the run.
fn end() -> ! {
    let writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(writing) = &*writing {
        for entry in fs::read_dir(&writing.folder)
            .into_iter()
            .flatten()
            .flatten()
        {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let ours = |file: &String| name.starts_with(&format!(".{file}."));
            if name.ends_with(".partial") && writing.names.iter().any(ours) {
                let _ = fs::remove_file(entry.path());
            }
        }
        if writing.made {
            // Stays if there is anything in it.
            let _ = fs::remove_dir(&writing.folder);
        }
    }
    std::process::exit(130)
}
