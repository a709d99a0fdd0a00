//! Work on lines, with results in order, on one thread or several.

use crate::errors::refused;
use crate::lines::Lines;
use crate::patience::InterruptPoll;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use sudoscope::input::Next;
use sudoscope::run::{Flow, Line, ScratchPool, Work, in_pool};
use sudoscope::threads;

/// Minimum number of lines per thread; one thread is the calling one.
const FEW: usize = 16;

/// Returns the number of threads that an argument means: 0 is as many as this process may use.
pub fn threads_of(jobs: usize) -> PyResult<usize> {
    match jobs {
        0 => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        1..=1024 => Ok(jobs),
        _ => Err(refused(format!("{jobs} threads are too many: at most 1024; 0 is one for each processor"))),
    }
}

/// Number of a line from 0, and its text, unless it is null.
type Numbered<'a> = (usize, Option<&'a [u8]>);

fn line_of<'a>(line: &Numbered<'a>) -> Line<'a> {
    let (at, text) = *line;
    Line::alone(at as u64 + 1, text.unwrap_or_default())
}

/// Flow from the strings of an argument to `each`, which takes their rows. Ctrl-C, or an error, stops the
/// work.
struct StringFlow<'a, 'l, R> {
    left: &'a mut dyn Iterator<Item = Numbered<'l>>,
    each: &'a mut dyn FnMut(&R, bool) -> PyResult<()>,
    patience: InterruptPoll,
    stop: &'a AtomicBool,
}

impl<'l, R: Send> Flow for StringFlow<'_, 'l, R> {
    type Piece = Vec<Numbered<'l>>;
    type Done = Vec<(R, bool)>;
    type Error = PyErr;

    fn next(&mut self, lines: usize) -> PyResult<Next<Self::Piece>> {
        let piece: Vec<_> = (&mut *self.left).take(lines).collect();
        Ok(if piece.is_empty() { Next::End } else { Next::Ready(piece) })
    }

    fn len(piece: &Self::Piece) -> usize {
        piece.len()
    }

    fn take(&mut self, rows: Self::Done) -> PyResult<()> {
        let shown = rows.iter().try_for_each(|(row, is_null)| (self.each)(row, *is_null));
        shown.inspect_err(|_| self.stop.store(true, Ordering::Relaxed))
    }

    fn look(&mut self) -> PyResult<()> {
        self.patience.check().inspect_err(|_| self.stop.store(true, Ordering::Relaxed))
    }
}

/// Passes the row of each line, in order, to `each`, with whether the line is null. Returns the scratch of
/// all threads. Ends when Ctrl-C is pressed.
pub fn in_order<W: Work>(
    lines: &Lines, jobs: usize, work: &W, mut each: impl FnMut(&W::Row, bool) -> PyResult<()>,
) -> PyResult<Vec<W::Scratch>> {
    let jobs = threads_of(jobs)?.min(lines.len().div_ceil(FEW));
    let mut left = lines.iter().enumerate();
    let mut patience = InterruptPoll::new();
    if jobs <= 1 {
        let mut scratch = work.scratch(&threads::alone());
        for line in left {
            each(&work.row(&mut scratch, line_of(&line)), line.1.is_none())?;
            patience.check()?;
        }
        return Ok(vec![scratch]);
    }
    let pool = threads::pool(jobs).map_err(|error| PyOSError::new_err(error.to_string()))?;
    let (scratches, stop) = (ScratchPool::new(work), AtomicBool::new(false));
    let mut flow = StringFlow { left: &mut left, each: &mut each, patience, stop: &stop };
    in_pool(&pool, &mut flow, |piece, crew| {
        let going_on = piece.iter().take_while(|_| !stop.load(Ordering::Relaxed));
        let rows = scratches.rows(crew, going_on.map(line_of)).into_iter().zip(&piece);
        rows.map(|(row, (_, text))| (row, text.is_none())).collect()
    })?;
    Ok(scratches.all())
}
