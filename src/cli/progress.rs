//! Progress on standard error: a bar on a terminal, a line every 30 seconds in a log. One tick a batch.

use super::args::When;
use super::exit::notice;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use sudoscope::input::{Input, InputError};

/// Time between lines in a log.
const LOG_EVERY: Duration = Duration::from_secs(30);

/// Unit in which the length of a run is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ProgressUnit {
    /// Bytes of input, for puzzles read.
    Bytes,
    /// Puzzles kept, for puzzles tried.
    Kept,
    /// Puzzles processed, in one or several passes over them.
    Looked,
}

/// Progress of a run.
pub struct Progress {
    shown: Shown,
    unit: ProgressUnit,
    total: Option<u64>,
    done: u64,
    puzzles: u64,
    /// More to say.
    remark: String,
    begin: Instant,
    logged: Instant,
}

/// Returns the total length of these inputs, unless one is a stream.
pub fn total_bytes(inputs: &[Input]) -> Result<Option<u64>, InputError> {
    let lengths: Vec<Option<u64>> = inputs.iter().map(Input::length).collect::<Result<_, _>>()?;
    Ok(lengths.into_iter().sum())
}

enum Shown {
    Nothing,
    Bar(ProgressBar),
    Log,
}

impl Progress {
    /// Starts progress through `total` bytes, if the number is known.
    pub fn new(when: When, total: Option<u64>) -> Progress {
        Progress::of(when, total, ProgressUnit::Bytes)
    }

    /// Starts progress towards this many puzzles kept.
    pub fn towards(when: When, puzzles: u64) -> Progress {
        Progress::of(when, Some(puzzles), ProgressUnit::Kept)
    }

    /// Starts progress through this many puzzles, in one pass or several; each pass starts again from zero.
    pub fn through(when: When, puzzles: Option<u64>) -> Progress {
        Progress::of(when, puzzles, ProgressUnit::Looked)
    }

    fn of(when: When, total: Option<u64>, unit: ProgressUnit) -> Progress {
        let shown = match (when, std::io::stderr().is_terminal()) {
            (When::Never, _) | (When::Auto, false) => Shown::Nothing,
            (_, true) => Shown::Bar(bar(total, unit)),
            (When::Always, false) => Shown::Log,
        };
        let now = Instant::now();
        Progress { shown, unit, total, done: 0, puzzles: 0, remark: String::new(), begin: now, logged: now }
    }

    /// Says more from the next tick on.
    pub fn remark(&mut self, remark: String) {
        self.remark = remark;
    }

    /// Counts a finished batch.
    pub fn tick(&mut self, done: u64, puzzles: u64) {
        if self.unit == ProgressUnit::Looked && Some(self.done) == self.total {
            (self.done, self.puzzles, self.begin) = (0, 0, Instant::now());
            if let Shown::Bar(bar) = &self.shown {
                bar.reset();
            }
        }
        self.done += done;
        self.puzzles += puzzles;
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => {
                bar.set_position(self.done);
                let (what, rate) = (self.what(), self.rate());
                bar.set_message(format!("{} {what}, {rate:.0}/s{}", self.puzzles, self.remark));
            }
            Shown::Log if self.logged.elapsed() >= LOG_EVERY => {
                self.logged = Instant::now();
                self.log();
            }
            Shown::Log => {}
        }
    }

    /// Returns puzzles per second so far.
    fn rate(&self) -> f64 {
        self.puzzles as f64 / self.begin.elapsed().as_secs_f64().max(1e-9)
    }

    /// Removes the bar, or writes the last line.
    pub fn finish(&self) {
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => bar.finish_and_clear(),
            Shown::Log => self.log(),
        }
    }

    fn log(&self) {
        let share = |total: u64| format!(" ({:.1} %)", 100.0 * self.done as f64 / total.max(1) as f64);
        let share = self.total.map_or(String::new(), share);
        let what = self.what();
        let done = match self.unit {
            ProgressUnit::Bytes => format!(", {} bytes", self.done),
            ProgressUnit::Kept => format!(", {} kept", self.done),
            ProgressUnit::Looked => String::new(),
        };
        let left = match self.left() {
            Some(left) if left > 0 => format!(", {left} s left"),
            _ => String::new(),
        };
        notice(format_args!(
            "sudoscope: {} {what}{done}{share}, {:.0} {what}/s{left}{}",
            self.puzzles,
            self.rate(),
            self.remark
        ));
    }

    /// Estimates the seconds left at the current pace.
    fn left(&self) -> Option<u64> {
        let left = self.total?.checked_sub(self.done)? as f64;
        let pace = self.done as f64 / self.begin.elapsed().as_secs_f64();
        (pace > 0.0).then(|| (left / pace).ceil() as u64)
    }

    fn what(&self) -> &'static str {
        match self.unit {
            ProgressUnit::Bytes | ProgressUnit::Looked => "puzzles",
            ProgressUnit::Kept => "tries",
        }
    }
}

fn bar(total: Option<u64>, unit: ProgressUnit) -> ProgressBar {
    let template = match total {
        Some(_) if unit == ProgressUnit::Kept => "{wide_bar} {pos} of {len} kept  {msg}  {eta} left",
        Some(_) if unit == ProgressUnit::Looked => "{wide_bar} {percent:>3} % of {len}  {msg}  {eta} left",
        Some(_) => "{wide_bar} {percent:>3} % of {total_bytes}  {msg}  {eta} left",
        None if unit == ProgressUnit::Looked => "{spinner} {pos} tries  {msg}  {elapsed}",
        None => "{spinner} {bytes}  {msg}  {elapsed}",
    };
    let style = ProgressStyle::with_template(template);
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(5));
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
