//! The time that the thread at hand has worked.

use std::time::{Duration, Instant};

use anyhow::Result;

/// A stretch of work on one thread.
pub(crate) struct Clock {
    worked: Option<u64>,
    began: Instant,
}

impl Clock {
    /// Begins now.
    pub(crate) fn start() -> Self {
        Self {
            worked: worked(),
            began: Instant::now(),
        }
    }

    /// Seconds since: those in which the thread worked, so that others on the machine matter less; where the system
    /// does not tell these, those that passed.
    pub(crate) fn seconds(&self) -> f64 {
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

/// Work is done again until it has taken so many seconds: the system counts in steps of some milliseconds. Tests ask for
/// no exact times.
const ENOUGH: f64 = if cfg!(test) { 1e-4 } else { 0.05 };

/// The seconds that some work takes.
pub(crate) fn seconds_of(mut work: impl FnMut() -> Result<()>) -> Result<f64> {
    let clock = Clock::start();
    let mut times = 0;
    loop {
        work()?;
        times += 1;
        let seconds = clock.seconds();
        if seconds >= ENOUGH {
            return Ok(seconds / f64::from(times));
        }
    }
}
