//! Work on lines in a pool of threads, with results in input order, whatever the work is.
//!
//! ```text
//!   Batches ─▶ InputFlow ─┐                        ┌─▶ take: in order ─▶ sink
//!   strings of Arrow ─────┴▶ in_pool: next ─▶ work ┘                     (python/src/jobs.rs)
//! ```

use super::error::PipelineError;
use super::pace::Pace;
use crate::files::Protected;
use crate::input::{
    ANYWHERE, Batch, Batches, Cut, Empty, Extent, Input, LineAt, MAX_LINE, Next, Places, Reading, Skipped,
};
use crate::threads::{self, Helpers};
use crossbeam::channel;
use rayon::ThreadPool;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{collections::VecDeque, io, panic::AssertUnwindSafe, path::PathBuf};
use sudoscope_engine::crew::Crew;

/// Longest wait for one event before the others are checked.
const PATIENCE: Duration = Duration::from_millis(20);

/// Lines to read, and the number of threads that work on them.
#[derive(Clone)]
pub struct Lines {
    /// Inputs of the lines.
    pub inputs: Vec<Input>,
    /// How lines are read.
    pub reading: Reading,
    /// Number of threads.
    pub jobs: usize,
    /// Other files that are read, which must not be overwritten.
    pub besides: Vec<PathBuf>,
}

impl Lines {
    /// Returns the files that are read.
    pub fn files(&self) -> Protected {
        let besides = self.besides.iter().map(PathBuf::as_path);
        let mut files = Protected::of(self.inputs.iter().filter_map(Input::path).chain(besides));
        if self.inputs.contains(&Input::Stdin) {
            files.add_stdin();
        }
        files
    }
}

/// Work on each line. A row must depend on its line only.
pub trait Work: Sync {
    /// Scratch of one thread, taken for a batch and returned after it.
    type Scratch: Send;
    /// Result of a line.
    type Row: Send;

    /// Creates scratch for one more thread of a crew.
    fn scratch(&self, crew: &Arc<dyn Crew>) -> Self::Scratch;

    /// Computes the row of one line.
    fn row(&self, scratch: &mut Self::Scratch, line: Line) -> Self::Row;

    /// Computes the rows of the lines of a batch; overridden by work that is faster on many lines at once.
    fn rows<'a>(&self, scratch: &mut Self::Scratch, lines: impl Iterator<Item = Line<'a>>) -> Vec<Self::Row> {
        lines.map(|line| self.row(scratch, line)).collect()
    }

    /// Checks the rows of a batch before they are passed on, batch after batch; an error ends the run.
    fn check(&self, _rows: &[Self::Row]) -> Result<(), PipelineError> {
        Ok(())
    }
}

/// Line to work on.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// Place of the line.
    pub at: LineAt,
    /// Text of the line.
    pub text: &'a [u8],
    /// Places of the puzzle and other fields in the text.
    pub places: &'a Places,
}

impl<'a> Line<'a> {
    /// Wraps a text that is in no input as the line with this number. As with a line of an input, only its
    /// first 64 KiB count; white space at its end is dropped.
    pub fn alone(line: u64, text: &'a [u8]) -> Line<'a> {
        let text = text.trim_ascii_end();
        let text = text.get(..MAX_LINE).unwrap_or(text);
        Line { at: LineAt { file: 0, line }, text, places: &ANYWHERE }
    }
}

/// Rows of one batch.
pub struct Done<R> {
    /// Rows in the order of the lines. Lines done earlier have none; they come first.
    pub rows: Vec<R>,
    /// Text of each line, in the same order.
    pub texts: Batch,
    /// Input bytes of the batch.
    pub bytes: u64,
}

/// Receiver of the rows of each batch, in input order; any closure that takes a batch is one.
pub trait Sink<R> {
    /// Takes the next batch.
    fn take(&mut self, done: Done<R>) -> io::Result<()>;

    /// Runs between batches, and regularly while none arrives.
    fn look(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<R, F: FnMut(Done<R>) -> io::Result<()>> Sink<R> for F {
    fn take(&mut self, done: Done<R>) -> io::Result<()> {
        self(done)
    }
}

/// Run over lines: reads them, works on each, and passes the rows on in input order.
pub struct Run<'a, W: Work> {
    /// Lines to read.
    pub lines: &'a Lines,
    /// Work on each line.
    pub work: &'a W,
    /// Last line that is done already: lines up to there are passed on without rows.
    pub last: Option<LineAt>,
    /// Flag that stops the run when it is set.
    pub interrupt: &'a AtomicBool,
}

/// End of a run.
pub struct Ended<T> {
    /// Lines skipped.
    pub skipped: Skipped,
    /// First line that was skipped as the header of a table.
    pub header: Option<LineAt>,
    /// Inputs without puzzles.
    pub empty: Vec<Empty>,
    /// Bytes read of each input, if it was hashed ([`Reading::hashed`]).
    pub(crate) extents: Vec<Extent>,
    /// Whether `interrupt` stopped the run before the end of the input.
    pub interrupted: bool,
    /// Scratch of all threads, or their sum.
    pub work: T,
}

impl<W: Work> Run<'_, W> {
    /// Runs to the end of the input. When `interrupt` is set, or an input fails, the batches in flight are
    /// finished and passed on, and no more are begun.
    pub fn into(self, mut sink: impl Sink<W::Row>) -> Result<Ended<Vec<W::Scratch>>, PipelineError> {
        let Run { lines, work, last, interrupt } = self;
        let pool = threads::pool(lines.jobs).map_err(PipelineError::Threads)?;
        let batches = Batches::new(lines.inputs.clone(), lines.reading.clone());
        let mut flow = InputFlow { batches, work, interrupt, interrupted: false, sink: &mut sink };
        let scratches = ScratchPool::new(work);
        in_pool(&pool, &mut flow, |cut: Cut, crew| {
            let file = cut.file;
            let batch = cut.batch().map_err(|error| (file, error))?;
            let lines = batch.lines().map(|(line, text)| {
                let at = LineAt { file, line };
                Line { at, text, places: &batch.places }
            });
            let rows = scratches.rows(crew, lines.filter(|line| Some(line.at) > last));
            Ok(Done { rows, bytes: batch.bytes, texts: batch })
        })?;
        let InputFlow { batches, interrupted, .. } = flow;
        let header = batches.header.map(|(file, line)| LineAt { file, line });
        let (skipped, extents) = (batches.skipped, batches.extents());
        Ok(Ended { skipped, header, empty: batches.empty, extents, interrupted, work: scratches.all() })
    }
}

/// Batches of the inputs.
struct InputFlow<'a, W: Work> {
    batches: Batches,
    work: &'a W,
    interrupt: &'a AtomicBool,
    interrupted: bool,
    sink: &'a mut dyn Sink<W::Row>,
}

impl<W: Work> Flow for InputFlow<'_, W> {
    type Piece = Cut;
    type Done = Result<Done<W::Row>, (u16, io::Error)>;
    type Error = PipelineError;

    fn next(&mut self, lines: usize) -> Result<Next<Cut>, PipelineError> {
        if self.interrupt.load(Ordering::Relaxed) {
            self.interrupted = true;
            return Ok(Next::End);
        }
        Ok(self.batches.next_cut(lines)?)
    }

    fn len(cut: &Cut) -> usize {
        cut.len()
    }

    /// Passes on a batch; fails if its input has changed, or if the work refuses its rows.
    fn take(&mut self, done: Self::Done) -> Result<(), PipelineError> {
        let done = done.map_err(|(file, error)| self.batches.failure(file, error))?;
        self.batches.took(&done.texts);
        self.work.check(&done.rows)?;
        Ok(self.sink.take(done)?)
    }

    fn look(&mut self) -> Result<(), PipelineError> {
        Ok(self.sink.look()?)
    }

    fn wait(&mut self) {
        self.batches.wait(PATIENCE);
    }
}

/// Scratch of the threads of a pool.
pub struct ScratchPool<'a, W: Work> {
    work: &'a W,
    idle: Mutex<Vec<W::Scratch>>,
}

impl<'a, W: Work> ScratchPool<'a, W> {
    /// Creates an empty pool of scratch for this work.
    pub fn new(work: &'a W) -> ScratchPool<'a, W> {
        ScratchPool { work, idle: Mutex::new(Vec::new()) }
    }

    /// Computes the rows of some lines, with idle or new scratch.
    pub fn rows<'l>(&self, crew: &Arc<dyn Crew>, lines: impl Iterator<Item = Line<'l>>) -> Vec<W::Row> {
        let lock = || self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let taken = lock().pop();
        let mut scratch = taken.unwrap_or_else(|| self.work.scratch(crew));
        let rows = self.work.rows(&mut scratch, lines);
        lock().push(scratch);
        rows
    }

    /// Returns all scratch.
    pub fn all(self) -> Vec<W::Scratch> {
        self.idle.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Source of pieces of work, and receiver of their results in the same order.
pub trait Flow {
    /// Group of lines.
    type Piece: Send;
    /// Result of a piece.
    type Done: Send;
    /// Reason to abort.
    type Error;

    /// Returns the next piece, of about `lines` lines. An error ends the flow once the pieces in flight are
    /// handed over.
    fn next(&mut self, lines: usize) -> Result<Next<Self::Piece>, Self::Error>;

    /// Returns the number of lines in a piece.
    fn len(piece: &Self::Piece) -> usize;

    /// Takes the result of the next piece.
    fn take(&mut self, done: Self::Done) -> Result<(), Self::Error>;

    /// Waits: nothing is in flight, and the next piece is not ready.
    fn wait(&mut self) {}

    /// Runs between pieces, and regularly while none is done; an error aborts at once.
    fn look(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Works on the pieces of a flow in a pool of threads, which may help one another.
pub fn in_pool<F: Flow>(
    pool: &ThreadPool, flow: &mut F, work: impl Fn(F::Piece, &Arc<dyn Crew>) -> F::Done + Sync,
) -> Result<(), F::Error> {
    let jobs = pool.current_num_threads();
    let mates = Arc::new(Helpers::new(jobs));
    let crew: Arc<dyn Crew> = mates.clone();
    let (mates, crew, work) = (&*mates, &crew, &work);
    pool.in_place_scope(|scope| {
        let (send, receive) = channel::unbounded();
        let mut waiting = VecDeque::new();
        let (mut first, mut next) = (0usize, 0usize);
        let mut pace = Pace::new(jobs);
        let mut end = None;
        loop {
            flow.look()?;
            while end.is_none() && pace.may_begin() {
                let piece = match flow.next(pace.lines) {
                    Ok(Next::Ready(ready)) => ready,
                    Ok(Next::Later) => break,
                    last => {
                        end = Some(last.map(drop));
                        break;
                    }
                };
                let lines = F::len(&piece);
                pace.begun(lines);
                let (send, number) = (send.clone(), next);
                mates.begun();
                scope.spawn(move |_| {
                    let begin = Instant::now();
                    // A panic must reach the thread that waits for this piece.
                    let done = std::panic::catch_unwind(AssertUnwindSafe(|| work(piece, crew)));
                    mates.done();
                    let _ = send.send((number, done, lines, begin.elapsed()));
                });
                waiting.push_back(None);
                next += 1;
            }
            if first == next {
                match end {
                    Some(end) => return end,
                    None => flow.wait(),
                }
                continue;
            }
            let Ok((number, done, lines, time)) = receive.recv_timeout(PATIENCE) else { continue };
            let done = done.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            pace.done(lines, time);
            waiting[number - first] = Some((done, lines));
            while let Some(Some(_)) = waiting.front() {
                if let Some(Some((done, lines))) = waiting.pop_front() {
                    pace.handed_over(lines);
                    flow.take(done)?;
                }
                first += 1;
            }
        }
    })
}
