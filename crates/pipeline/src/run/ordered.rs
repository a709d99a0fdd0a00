//! Lines through a pool of threads, and what became of them in input order, whatever is done to a line.
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

/// How long to wait for one thing before looking at the others.
const PATIENCE: Duration = Duration::from_millis(20);

/// Which lines are read, and by how many threads they are worked on.
#[derive(Clone)]
pub struct Lines {
    /// The inputs.
    pub inputs: Vec<Input>,
    /// How lines are read.
    pub reading: Reading,
    /// Threads.
    pub jobs: usize,
    /// Files that are read beside the inputs: nothing is written over them.
    pub besides: Vec<PathBuf>,
}

impl Lines {
    /// The files that are read.
    pub fn files(&self) -> Protected {
        let besides = self.besides.iter().map(PathBuf::as_path);
        let mut files = Protected::of(self.inputs.iter().filter_map(Input::path).chain(besides));
        if self.inputs.contains(&Input::Stdin) {
            files.add_stdin();
        }
        files
    }
}

/// What is done to each line. A row must depend on its line only.
pub trait Work: Sync {
    /// Scratch of one thread: taken for a batch, put back after it.
    type Scratch: Send;
    /// What becomes of a line.
    type Row: Send;

    /// Scratch for one more thread of a crew.
    fn scratch(&self, crew: &Arc<dyn Crew>) -> Self::Scratch;

    /// The row of one line.
    fn row(&self, scratch: &mut Self::Scratch, line: Line) -> Self::Row;

    /// The rows of the lines of a batch, for workers that do many at once.
    fn rows<'a>(&self, scratch: &mut Self::Scratch, lines: impl Iterator<Item = Line<'a>>) -> Vec<Self::Row> {
        lines.map(|line| self.row(scratch, line)).collect()
    }
}

/// A line to be worked on.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// Where it stands.
    pub at: LineAt,
    /// Its text.
    pub text: &'a [u8],
    /// Where things stand in it.
    pub places: &'a Places,
}

impl<'a> Line<'a> {
    /// A text that stands in no input, as the line of this number. As of a line of an input only the
    /// beginning is looked at; white space at its end is left out.
    pub fn alone(line: u64, text: &'a [u8]) -> Line<'a> {
        let text = text.trim_ascii_end();
        let text = text.get(..MAX_LINE).unwrap_or(text);
        Line { at: LineAt { file: 0, line }, text, places: &ANYWHERE }
    }
}

/// The rows of one batch.
pub struct Done<R> {
    /// In the order of the lines. Lines that are done have none; they come first.
    pub rows: Vec<R>,
    /// The text of each line, in the same order.
    pub texts: Batch,
    /// Input bytes it stands for.
    pub bytes: u64,
}

/// Takes the rows of each batch, in input order.
pub(crate) trait Sink<R> {
    /// Those of the next one.
    fn take(&mut self, done: Done<R>) -> io::Result<()>;

    /// Between batches, and every now and then while none comes.
    fn look(&mut self) -> io::Result<()>;
}

/// A sink that does not look.
pub(super) struct Calls<F>(pub F);

impl<R, F: FnMut(Done<R>) -> io::Result<()>> Sink<R> for Calls<F> {
    fn take(&mut self, done: Done<R>) -> io::Result<()> {
        (self.0)(done)
    }

    fn look(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How a run ended.
pub struct Finished<S> {
    /// Lines passed over.
    pub skipped: Skipped,
    /// The first line that was passed over as the header of a table.
    pub header: Option<LineAt>,
    /// The scratch of every thread.
    pub(crate) scratches: Vec<S>,
    /// The inputs without puzzles.
    pub empty: Vec<Empty>,
    /// What was read of each input, if it was hashed ([`Reading::hashed`]).
    pub(crate) extents: Vec<Extent>,
    /// Stopped by `interrupt` before the end of the input.
    pub interrupted: bool,
}

/// Reads, works, and hands the rows to `sink` in input order. When `interrupt` is set, or an input fails, the
/// batches in flight are finished and handed over, and no more are begun.
pub fn in_order<W: Work>(
    lines: &Lines, work: &W, interrupt: &AtomicBool, sink: impl FnMut(Done<W::Row>) -> io::Result<()>,
) -> Result<Finished<W::Scratch>, PipelineError> {
    in_order_after(None, lines, work, interrupt, sink)
}

/// As above where the lines up to this one are done: they are handed over without rows.
pub fn in_order_after<W: Work>(
    last: Option<LineAt>, lines: &Lines, work: &W, interrupt: &AtomicBool,
    sink: impl FnMut(Done<W::Row>) -> io::Result<()>,
) -> Result<Finished<W::Scratch>, PipelineError> {
    in_order_into(last, lines, work, interrupt, &mut Calls(sink))
}

/// As above for somebody who also looks every now and then.
pub(crate) fn in_order_into<W: Work>(
    last: Option<LineAt>, lines: &Lines, work: &W, interrupt: &AtomicBool, sink: &mut dyn Sink<W::Row>,
) -> Result<Finished<W::Scratch>, PipelineError> {
    let pool = threads::pool(lines.jobs).map_err(PipelineError::Threads)?;
    let batches = Batches::new(lines.inputs.clone(), lines.reading.clone());
    let mut flow = InputFlow { batches, interrupt, interrupted: false, sink };
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
    Ok(Finished { skipped, header, scratches: scratches.all(), empty: batches.empty, extents, interrupted })
}

/// Batches of the inputs.
struct InputFlow<'a, R> {
    batches: Batches,
    interrupt: &'a AtomicBool,
    interrupted: bool,
    sink: &'a mut dyn Sink<R>,
}

impl<R: Send> Flow for InputFlow<'_, R> {
    type Piece = Cut;
    type Done = Result<Done<R>, (u16, io::Error)>;
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

    /// An input that is not what it was is an error.
    fn take(&mut self, done: Self::Done) -> Result<(), PipelineError> {
        let done = done.map_err(|(file, error)| self.batches.failure(file, error))?;
        self.batches.took(&done.texts);
        Ok(self.sink.take(done)?)
    }

    fn look(&mut self) -> Result<(), PipelineError> {
        Ok(self.sink.look()?)
    }

    fn wait(&mut self) {
        self.batches.wait(PATIENCE);
    }
}

/// What the threads of a pool work with.
pub struct ScratchPool<'a, W: Work> {
    work: &'a W,
    idle: Mutex<Vec<W::Scratch>>,
}

impl<'a, W: Work> ScratchPool<'a, W> {
    /// For this work.
    pub fn new(work: &'a W) -> ScratchPool<'a, W> {
        ScratchPool { work, idle: Mutex::new(Vec::new()) }
    }

    /// The rows of some lines, with idle scratch or new one.
    pub fn rows<'l>(&self, crew: &Arc<dyn Crew>, lines: impl Iterator<Item = Line<'l>>) -> Vec<W::Row> {
        let lock = || self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let taken = lock().pop();
        let mut scratch = taken.unwrap_or_else(|| self.work.scratch(crew));
        let rows = self.work.rows(&mut scratch, lines);
        lock().push(scratch);
        rows
    }

    /// All scratch.
    pub fn all(self) -> Vec<W::Scratch> {
        self.idle.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Where pieces of work come from, and where what they come to goes, in their order.
pub trait Flow {
    /// Some lines.
    type Piece: Send;
    /// What they come to.
    type Done: Send;
    /// Why it broke off.
    type Error;

    /// The next piece, of about this many lines. An error ends the flow once what is under way is handed
    /// over.
    fn next(&mut self, lines: usize) -> Result<Next<Self::Piece>, Self::Error>;

    /// How many lines a piece has.
    fn len(piece: &Self::Piece) -> usize;

    /// Takes what the next piece came to.
    fn take(&mut self, done: Self::Done) -> Result<(), Self::Error>;

    /// Nothing is under way, and the next piece is not there yet.
    fn wait(&mut self) {}

    /// Called between pieces, and every now and then while none is done; an error breaks off at once.
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
