//! Rows of work in the order of the lines, by one thread or several.

use crate::errors::refused;
use crate::lines::Lines;
use crate::patience::InterruptPoll;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use sudoscope::run::Line;
use sudoscope::threads;

/// Lines that a thread takes at a time.
const BLOCK: usize = 16;
/// Blocks for each thread that may be done before those in front of them.
const AHEAD: usize = 256;
/// How long a thread waits that is too far ahead, and how long is waited before Ctrl-C is looked for.
const MOMENT: Duration = Duration::from_millis(1);
const A_WHILE: Duration = Duration::from_millis(50);

/// The number of threads that an argument means: 0 is as many as this process may use.
pub fn threads_of(jobs: usize) -> PyResult<usize> {
    match jobs {
        0 => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        1..=1024 => Ok(jobs),
        _ => Err(refused(format!("{jobs} threads are too many: at most 1024; 0 is one for each processor"))),
    }
}

/// Work on lines, each by itself.
pub trait Work: Sync {
    /// What a thread keeps from line to line.
    type Scratch;
    /// What a line comes to.
    type Row: Send;

    fn scratch(&self) -> Self::Scratch;
    /// The row of a line; the other is what becomes of scratch that is not needed any more.
    fn row(&self, scratch: &mut Self::Scratch, line: Line) -> Self::Row;
    fn done(&self, _: Self::Scratch) {}
}

/// Shows the row of each line, with whether the line is null, in order. Ends when Ctrl-C is pressed.
pub fn in_order<W: Work>(
    lines: &Lines, jobs: usize, work: &W, mut each: impl FnMut(&W::Row, bool) -> PyResult<()>,
) -> PyResult<()> {
    let row = |scratch: &mut W::Scratch, at: usize, text: Option<&[u8]>| {
        work.row(scratch, Line::alone(at as u64 + 1, text.unwrap_or_default()))
    };
    let mut patience = InterruptPoll::new();
    let jobs = threads_of(jobs)?.min(lines.len().div_ceil(BLOCK));
    if jobs <= 1 {
        let mut scratch = work.scratch();
        for (at, text) in lines.iter().enumerate() {
            each(&row(&mut scratch, at, text), text.is_none())?;
            patience.check()?;
        }
        work.done(scratch);
        return Ok(());
    }

    let pool = threads::pool(jobs).map_err(|error| PyOSError::new_err(error.to_string()))?;
    let left = Mutex::new(lines.iter().enumerate());
    let (shown, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (send, receive) = sync_channel(4 * jobs);
    pool.in_place_scope(|scope| {
        let (left, shown, stop, row) = (&left, &shown, &stop, &row);
        for _ in 0..jobs {
            let send = send.clone();
            scope.spawn(move |_| {
                let mut scratch = work.scratch();
                loop {
                    let mut lines = left.lock().unwrap_or_else(PoisonError::into_inner);
                    let block: Vec<_> = lines.by_ref().take(BLOCK).collect();
                    drop(lines);
                    let Some(&(first, _)) = block.first() else { break };
                    while first > shown.load(Ordering::Relaxed) + AHEAD * BLOCK * jobs
                        && !stop.load(Ordering::Relaxed)
                    {
                        std::thread::sleep(MOMENT);
                    }
                    let mut rows = Vec::with_capacity(block.len());
                    for (at, text) in block {
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                        rows.push((row(&mut scratch, at, text), text.is_none()));
                    }
                    if send.send((first, rows)).is_err() {
                        return;
                    }
                }
                work.done(scratch);
            });
        }
        drop(send);
        let receive = receive;
        let mut show_all = || {
            let mut early = BTreeMap::new();
            let mut next = 0;
            loop {
                match receive.recv_timeout(A_WHILE) {
                    Ok((first, rows)) => drop(early.insert(first, rows)),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
                while let Some(rows) = early.remove(&next) {
                    next += rows.len();
                    rows.iter().try_for_each(|(row, is_null)| each(row, *is_null))?;
                    shown.store(next, Ordering::Relaxed);
                }
                patience.check()?;
            }
        };
        let shown = show_all();
        stop.store(true, Ordering::Relaxed);
        shown
    })
}
