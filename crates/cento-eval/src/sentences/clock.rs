//! The time that the thread at hand has worked.

use std::time::{Duration, Instant};

/// A stretch of work on one thread.
pub(super) struct Clock {
    worked: Option<u64>,
    began: Instant,
}

impl Clock {
    /// Begins now.
    pub(super) fn start() -> Self {
        Self {
            worked: worked(),
            began: Instant::now(),
        }
    }

    /// Seconds since: those in which the thread worked, so that others on the machine matter less; where the system
    /// does not tell these, those that passed.
    pub(super) fn seconds(&self) -> f64 {
        let spent = (self.worked.zip(worked()))
            .map(|(from, to)| Duration::from_nanos(to.saturating_sub(from)));
        spent.unwrap_or_else(|| self.began.elapsed()).as_secs_f64()
    }
}

/// Nanoseconds that the thread has worked, on Linux.
fn worked() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
