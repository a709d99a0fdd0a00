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

mod pace;
mod run_file;
mod timing;

pub use run_file::{RunError, RunFile, RunHeader, Unfinished};
pub use timing::{Slowest, TimedEnd, Times, Timing};

use crate::grid::{Cells, LineError, LineErrorKind, parse_puzzle};
use crate::input::{Batch, Batches, Content, Input, InputError, Next, Reading, Skipped};
use crate::ladder::Ladder;
use crate::record::Row;
use crate::solve::{Effort, Solver, Status};
use pace::Pace;
use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long to wait for a slow stream before looking at something else.
const PATIENCE: Duration = Duration::from_millis(20);

/// What is to be done: all that decides the rows, and the number of threads, which does not.
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

/// The rows of one batch.
pub struct Done {
    /// In the order of the lines.
    pub rows: Vec<Row>,
    /// The text of each row's line, in the same order.
    pub texts: Batch,
    /// Input bytes it stands for.
    pub bytes: u64,
}

/// How a run ended.
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

/// Why a run broke off.
#[derive(Debug, thiserror::Error)]
pub enum PipelineError {
    /// An input cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The sink failed.
    #[error(transparent)]
    Output(#[from] std::io::Error),
    /// No threads could be started.
    #[error("cannot start threads: {0}")]
    Threads(String),
}

/// Scratch of one thread: taken for a batch, put back after it.
struct Worker {
    solver: Solver,
    timing: Timing,
}

/// Reads, rates, and hands the rows to `sink` in input order. When `interrupt` is set, the batches in flight
/// are finished and handed over, and no more are begun.
pub fn run(
    plan: &Plan,
    interrupt: &AtomicBool,
    mut sink: impl FnMut(Done) -> std::io::Result<()>,
) -> Result<Ended, PipelineError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.jobs)
        .build()
        .map_err(|error| PipelineError::Threads(error.to_string()))?;
    let mut batches = Batches::new(plan.inputs.clone(), plan.reading.clone());
    let workers = Mutex::new(Vec::new());
    let interrupted = pool.in_place_scope(|scope| -> Result<bool, PipelineError> {
        let (send, receive) = crossbeam_channel::unbounded();
        let mut waiting: VecDeque<Option<Done>> = VecDeque::new();
        let (mut first, mut next) = (0usize, 0usize);
        let mut pace = Pace::new(plan.jobs);
        let mut at_end = false;
        loop {
            let mut later = false;
            while !at_end && pace.may_begin() && !interrupt.load(Ordering::Relaxed) {
                let batch = match batches.next_batch(pace.lines)? {
                    Next::Ready(batch) => batch,
                    Next::Later => {
                        later = true;
                        break;
                    }
                    Next::End => {
                        at_end = true;
                        break;
                    }
                };
                pace.begun(batch.len());
                let (send, workers, number) = (send.clone(), &workers, next);
                scope.spawn(move |_| {
                    let begin = Instant::now();
                    // A panic must reach the thread that waits for this batch.
                    let result = std::panic::catch_unwind(AssertUnwindSafe(|| {
                        rate_batch(plan, batch, workers)
                    }));
                    let _ = send.send((number, result, begin.elapsed()));
                });
                waiting.push_back(None);
                next += 1;
            }
            if first == next {
                if !later {
                    return Ok(!at_end);
                }
                batches.wait(PATIENCE);
                continue;
            }
            // While a stream is slow, look at both ends in turn.
            let patience = if later { PATIENCE } else { Duration::MAX };
            let Ok((number, result, time)) = receive.recv_timeout(patience) else { continue };
            let done = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            pace.done(done.rows.len(), time);
            waiting[number - first] = Some(done);
            while let Some(Some(_)) = waiting.front() {
                if let Some(Some(done)) = waiting.pop_front() {
                    pace.handed_over(done.rows.len());
                    sink(done)?;
                }
                first += 1;
            }
        }
    })?;
    let workers = workers.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut timing = Timing::new(&plan.ladders);
    workers.iter().for_each(|worker: &Worker| timing.merge(&worker.timing));
    let Batches { skipped, contents, .. } = batches;
    Ok(Ended { skipped, timing, contents, interrupted })
}

/// Rates one batch with a worker of the pool's, or a new one.
fn rate_batch(plan: &Plan, batch: Batch, workers: &Mutex<Vec<Worker>>) -> Done {
    let lock = || workers.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let idle = lock().pop();
    let mut worker = idle
        .unwrap_or_else(|| Worker { solver: Solver::new(), timing: Timing::new(&plan.ladders) });
    let rows = batch.lines().map(|(line, text)| Row {
        against: batch.places.iter().map(|place| place.number(text)).collect(),
        ..rate_line(plan, &mut worker, batch.file, line, text)
    });
    let rows = rows.collect();
    lock().push(worker);
    Done { rows, bytes: batch.bytes, texts: batch }
}

/// The row of one line.
fn rate_line(plan: &Plan, worker: &mut Worker, file: u16, line: u64, text: &[u8]) -> Row {
    let mut row = Row {
        file,
        line,
        status: Status::Invalid,
        clues: [Cells::EMPTY; 9],
        error: None,
        climbs: Vec::with_capacity(plan.ladders.len()),
        against: Vec::new(),
    };
    match clues_of(text, plan.reading.column) {
        Err(error) => row.error = Some(error),
        Ok(clues) => {
            row.clues = clues;
            let mut watch = Stopwatch(plan.timed.then(Instant::now));
            match worker.solver.start(&clues, plan.effort) {
                Err(status) => row.status = status,
                Ok(()) => {
                    let start = watch.lap();
                    for (at, ladder) in plan.ladders.iter().enumerate() {
                        let climb = worker.solver.climb(ladder, plan.effort.budget);
                        if let (Some(start), Some(lap)) = (start, watch.lap()) {
                            worker.timing.record(at, climb.outcome, &row, start + lap);
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

/// The clues on a line, in the given comma-separated column or at its beginning.
pub fn clues_of(text: &[u8], column: Option<usize>) -> Result<[Cells; 9], LineError> {
    let (offset, field) = puzzle_field(text, column)?;
    parse_puzzle(field).map_err(|error| LineError { column: error.column + offset as u32, ..error })
}

/// The part of the line that should be the puzzle, and where it begins.
pub fn puzzle_field(text: &[u8], column: Option<usize>) -> Result<(usize, &[u8]), LineError> {
    let Some(column) = column else { return Ok((0, text)) };
    let mut start = 0;
    let mut fields = text.split(|&byte| byte == b',');
    for _ in 1..column {
        start += fields.next().map_or(0, |field| field.len() + 1);
    }
    let no_column = LineError { kind: LineErrorKind::NoColumn, column: text.len() as u32 + 1 };
    let field = fields.next().ok_or(no_column)?;
    Ok(match field.strip_prefix(b"\"") {
        Some(quoted) => (start + 1, quoted.strip_suffix(b"\"").unwrap_or(quoted)),
        None => (start, field),
    })
}
