//! Ctrl-C: the run is asked to stop, and takes its unfinished files with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

static STOPPED: AtomicBool = AtomicBool::new(false);
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

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
            end();
        });
    });
}

/// Names the folder that results are being written to.
pub(crate) fn writing_to(folder: &Path) {
    *FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.to_path_buf());
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
    let folder = FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(folder) = &*folder {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with('.') && name.ends_with(".partial") {
                let _ = fs::remove_file(entry.path());
            }
        }
        // Stays if there is anything in it.
        let _ = fs::remove_dir(folder);
    }
    std::process::exit(130)
}
