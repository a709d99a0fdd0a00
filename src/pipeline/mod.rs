//! From lines to rows: batches on a pool of threads, results in input order.
//!
//! ```text
//!   reader (this thread) ─ batch k ─▶ pool: parse, rate ─ (k, rows) ─▶ this thread: in order, to the sink
//!          ▲                                                               │
//!          └───────────── size and number of batches: pace.rs ─────────────┘
//! ```
//!
//! What comes out does not depend on the number of threads: a row depends on its line only, and rows leave in
//! the order of their lines. Locks, channels and progress are touched once a batch.

mod ordered;
mod pace;
mod run_file;
mod taken_up;
mod timing;

pub use ordered::{Finished, Line, LineAt, Lines, PipelineError, Work, in_order};
pub use run_file::{RunError, RunFile, RunHeader, Unfinished};
pub use timing::{Slowest, TimedEnd, Times, Timing};

use crate::grid::{Cells, Found, LineError, LineErrorKind, Puzzle, read_field, read_puzzle};
use crate::input::{Content, Input, Reading, Skipped};
use crate::ladder::Ladder;
use crate::record::Row;
use crate::solve::{Effort, Solver, Status};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What is to be rated: all that decides the rows, and the number of threads, which does not.
pub struct Plan {
    /// The inputs.
    pub inputs: Vec<Input>,
    /// How lines are read.
    pub reading: Reading,
    /// The ladders.
    pub ladders: Vec<Ladder>,
    /// Budget and checks.
    pub effort: Effort,
    /// Threads.
    pub jobs: usize,
    /// Whether puzzles are timed one by one.
    pub timed: bool,
}

impl Plan {
    /// Which lines are read.
    pub fn lines(&self) -> Lines {
        Lines { inputs: self.inputs.clone(), reading: self.reading.clone(), jobs: self.jobs }
    }
}

/// The rows of one batch; ratings unless told otherwise.
pub type Done<R = Row> = ordered::Done<R>;

/// How a run of ratings ended.
pub struct Ended {
    /// Lines passed over.
    pub skipped: Skipped,
    /// Times per puzzle; none unless the plan asks for them.
    pub timing: Timing,
    /// Length and hash of the streams that were read to their end.
    pub contents: Vec<Option<Content>>,
    /// Stopped by `interrupt` before the end of the input.
    pub interrupted: bool,
}

/// Reads, rates, and hands the rows to `sink` in input order, as [`in_order`] does.
pub fn run(
    plan: &Plan,
    interrupt: &AtomicBool,
    sink: impl FnMut(Done) -> std::io::Result<()>,
) -> Result<Ended, PipelineError> {
    let finished = in_order(&plan.lines(), plan, interrupt, sink)?;
    let mut timing = Timing::new(&plan.ladders);
    finished.scratches.iter().for_each(|rater| timing.merge(&rater.timing));
    let Finished { skipped, contents, interrupted, .. } = finished;
    Ok(Ended { skipped, timing, contents, interrupted })
}

/// What a thread needs to rate puzzles.
pub struct Rater {
    solver: Solver,
    timing: Timing,
}

impl Work for Plan {
    type Scratch = Rater;
    type Row = Row;

    fn scratch(&self) -> Rater {
        Rater { solver: Solver::new(), timing: Timing::new(&self.ladders) }
    }

    fn row(&self, rater: &mut Rater, line: Line) -> Row {
        rate_line(self, rater, line)
    }
}

/// The row of one line.
fn rate_line(plan: &Plan, rater: &mut Rater, Line { at, text, places }: Line) -> Row {
    let mut row = Row {
        file: at.file,
        line: at.line,
        status: Status::Invalid,
        puzzle: Puzzle::default(),
        error: None,
        climbs: Vec::with_capacity(plan.ladders.len()),
        against: places.iter().map(|place| place.number(text)).collect(),
    };
    match puzzle_of(text, plan.reading.column) {
        Err(error) => row.error = Some(error),
        Ok(Found { puzzle, .. }) => {
            row.puzzle = puzzle;
            let mut watch = Stopwatch(plan.timed.then(Instant::now));
            match rater.solver.start(&puzzle, plan.effort) {
                Err(status) => row.status = status,
                Ok(()) => {
                    let start = watch.lap();
                    for (at, ladder) in plan.ladders.iter().enumerate() {
                        let climb = rater.solver.climb(ladder, plan.effort.budget);
                        if let (Some(start), Some(lap)) = (start, watch.lap()) {
                            rater.timing.record(at, climb.outcome, &row, start + lap);
                        }
                        row.climbs.push(climb);
                    }
                    row.status = Status::of(&row.climbs);
                }
            }
        }
    }
    row
}

/// Times laps, if it runs.
struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// Time since the last lap.
    fn lap(&mut self) -> Option<Duration> {
        let last = self.0?;
        let now = Instant::now();
        self.0 = Some(now);
        Some(now - last)
    }
}

/// The puzzle of a line: in the given comma-separated column, or wherever it is found.
pub fn puzzle_of(text: &[u8], column: Option<usize>) -> Result<Found, LineError> {
    if column.is_none() {
        return read_puzzle(text);
    }
    let (offset, field) = puzzle_field(text, column)?;
    let found = read_field(field).map_err(|error| error.moved(offset))?;
    Ok(Found { end: offset + found.end, ..found })
}

/// The clues of a line, for what is defined for puzzles with clues only.
pub fn clues_of(text: &[u8], column: Option<usize>) -> Result<[Cells; 9], LineError> {
    match puzzle_of(text, column)?.puzzle {
        Puzzle::Clues(clues) => Ok(clues),
        Puzzle::Sukaku(_) => Err(LineError { kind: LineErrorKind::Sukaku, column: 1, row: 0 }),
    }
}

/// The part of the line that should be the puzzle, and where it begins.
pub fn puzzle_field(text: &[u8], column: Option<usize>) -> Result<(usize, &[u8]), LineError> {
    let Some(column) = column else { return Ok((0, text)) };
    let mut start = 0;
    let mut fields = text.split(|&byte| byte == b',');
    for _ in 1..column {
        start += fields.next().map_or(0, |field| field.len() + 1);
    }
    let no_column =
        LineError { kind: LineErrorKind::NoColumn, column: text.len() as u32 + 1, row: 0 };
    let field = fields.next().ok_or(no_column)?;
    Ok(match field.strip_prefix(b"\"") {
        Some(quoted) => (start + 1, quoted.strip_suffix(b"\"").unwrap_or(quoted)),
        None => (start, field),
    })
}
