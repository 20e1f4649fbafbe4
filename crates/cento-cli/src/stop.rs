//! Ctrl-C: the run is asked to stop, and takes its unfinished files with it.

use std::sync::atomic::{AtomicBool, Ordering};

static STOPPED: AtomicBool = AtomicBool::new(false);

/// Begins to listen. A second Ctrl-C ends the program at once.
pub(crate) fn listen() {
    // Without a handler the program is simply ended; there is nothing better to do.
    let _ = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Fails once the user has asked to stop.
pub(crate) fn check() -> cento::Result<()> {
    if STOPPED.load(Ordering::Relaxed) {
        Err(cento::Error::Stopped)
    } else {
        Ok(())
    }
}
