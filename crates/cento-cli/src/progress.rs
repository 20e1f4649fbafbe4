//! Progress on stderr: a bar on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use cento::watch::{Stage, Watch};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::stop;
use crate::style::bytes;

/// Shows where a run is, and how long each part of it took.
pub(crate) struct Progress {
    mode: Mode,
    state: Mutex<State>,
}

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Bar,
    Lines,
    Nothing,
}

struct State {
    stage: Option<Stage>,
    since: Instant,
    said: Instant,
    bar: ProgressBar,
    times: Vec<(&'static str, f64)>,
}

/// How often a line is printed when there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        let mode = match (quiet, io::stderr().is_terminal()) {
            (true, _) => Mode::Nothing,
            (false, true) => Mode::Bar,
            (false, false) => Mode::Lines,
        };
        let now = Instant::now();
        let state = State {
            stage: None,
            since: now,
            said: now,
            bar: ProgressBar::hidden(),
            times: Vec::new(),
        };
        Self {
            mode,
            state: Mutex::new(state),
        }
    }

    /// Ends the display; gives the seconds of each stage.
    pub(crate) fn finish(&self) -> Vec<(&'static str, f64)> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.leave();
        std::mem::take(&mut state.times)
    }
}

impl State {
    fn leave(&mut self) {
        self.bar.finish_and_clear();
        if let Some(stage) = self.stage.take() {
            self.times
                .push((name(stage), self.since.elapsed().as_secs_f64()));
        }
    }

    fn enter(&mut self, stage: Stage, total: u64, mode: Mode) {
        self.leave();
        (self.stage, self.since, self.said) = (Some(stage), Instant::now(), Instant::now());
        if mode == Mode::Bar {
            let style = match (stage, total) {
                (Stage::Read, 0) => "{msg:>10} {spinner} {bytes} {bytes_per_sec}",
                (Stage::Read, _) => {
                    "{msg:>10} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}"
                }
                _ => "{msg:>10} {wide_bar} {percent} % {eta}",
            };
            self.bar = if total == 0 {
                ProgressBar::new_spinner()
            } else {
                ProgressBar::new(total)
            };
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template(style) {
                self.bar.set_style(style);
            }
            self.bar.set_message(name(stage));
        }
    }

    fn line(&self, stage: Stage, done: u64, total: u64) {
        let seconds = self.since.elapsed().as_secs_f64();
        let rate = done as f64 / seconds.max(1e-9);
        let mut line = match stage {
            Stage::Read => format!("cento: {}: {}", name(stage), bytes(done)),
            _ => format!("cento: {}", name(stage)),
        };
        if total > 0 {
            line += &format!(" ({} %)", done * 100 / total.max(1));
        }
        if stage == Stage::Read {
            line += &format!(", {}/s", bytes(rate as u64));
        }
        if total > done && done > 0 {
            line += &format!(", about {:.0} s left", (total - done) as f64 / rate);
        }
        let _ = writeln!(io::stderr(), "{line}");
    }
}

fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Read => "reading",
        Stage::Frames => "frames",
        Stage::Load => "loading",
        Stage::Join => "joining",
        Stage::Compare => "comparing",
        Stage::Write => "writing",
    }
}

impl Watch for Progress {
    fn advance(&self, stage: Stage, done: u64, total: u64) -> cento::Result<()> {
        stop::check()?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.stage != Some(stage) {
            state.enter(stage, total, self.mode);
        }
        match self.mode {
            Mode::Bar => state.bar.set_position(done),
            Mode::Lines if state.said.elapsed() >= LINE_EVERY => {
                state.said = Instant::now();
                state.line(stage, done, total);
            }
            _ => {}
        }
        Ok(())
    }
}
