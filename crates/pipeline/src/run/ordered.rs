//! Lines through a pool of threads, and what became of them in input order, whatever is done to a line.

use super::error::PipelineError;
use super::pace::Pace;
use crate::files::Protected;
use crate::input::{
    ANYWHERE, Batch, Batches, Cut, Empty, Extent, Input, LineAt, MAX_LINE, Next, Places, Reading, Skipped,
};
use crate::threads::{self, Helpers};
use crossbeam::channel;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{collections::VecDeque, io, panic::AssertUnwindSafe, path::PathBuf};
use sudoscope_engine::crew::Crew;

/// How long to wait for a slow stream before looking at something else.
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
    mut sink: impl FnMut(Done<W::Row>) -> io::Result<()>,
) -> Result<Finished<W::Scratch>, PipelineError> {
    let pool = threads::pool(lines.jobs).map_err(PipelineError::Threads)?;
    let mut batches = Batches::new(lines.inputs.clone(), lines.reading.clone());
    let idle = Mutex::new(Vec::new());
    let mates = Arc::new(Helpers::new(lines.jobs));
    let crew: Arc<dyn Crew> = mates.clone();
    let interrupted = pool.in_place_scope(|scope| -> Result<bool, PipelineError> {
        let (send, receive) = channel::unbounded();
        let mut waiting = VecDeque::new();
        let (mut first, mut next) = (0usize, 0usize);
        let mut pace = Pace::new(lines.jobs);
        let mut at_end = false;
        let mut failed = None;
        loop {
            let mut later = false;
            while !at_end && pace.may_begin() && !interrupt.load(Ordering::Relaxed) {
                let cut = match batches.next_cut(pace.lines) {
                    Ok(Next::Ready(cut)) => cut,
                    Ok(Next::Later) => {
                        later = true;
                        break;
                    }
                    end => {
                        at_end = true;
                        failed = end.err();
                        break;
                    }
                };
                pace.begun(cut.len());
                let (send, idle, number) = (send.clone(), &idle, next);
                let (mates, crew) = (&*mates, &crew);
                mates.begun();
                scope.spawn(move |_| {
                    let begin = Instant::now();
                    // A panic must reach the thread that waits for this batch.
                    let result = std::panic::catch_unwind(AssertUnwindSafe(|| {
                        work_through(work, last, cut, (idle, crew))
                    }));
                    mates.done();
                    let _ = send.send((number, result, begin.elapsed()));
                });
                waiting.push_back(None);
                next += 1;
            }
            if first == next {
                if let Some(error) = failed {
                    return Err(error.into());
                }
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
            pace.done(done.as_ref().map_or(0, |done| done.texts.len()), time);
            waiting[number - first] = Some(done);
            while let Some(Some(_)) = waiting.front() {
                if let Some(Some(done)) = waiting.pop_front() {
                    let done = done.map_err(|(file, error)| batches.failure(file, error))?;
                    pace.handed_over(done.texts.len());
                    batches.took(&done.texts);
                    sink(done)?;
                }
                first += 1;
            }
        }
    })?;
    let scratches = idle.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let header = batches.header.map(|(file, line)| LineAt { file, line });
    let (skipped, extents) = (batches.skipped, batches.extents());
    Ok(Finished { skipped, header, scratches, empty: batches.empty, extents, interrupted })
}

/// The rows of one batch, with idle scratch or new one; or which input is not what it was, and why.
fn work_through<W: Work>(
    work: &W, last: Option<LineAt>, cut: Cut, (idle, crew): (&Mutex<Vec<W::Scratch>>, &Arc<dyn Crew>),
) -> Result<Done<W::Row>, (u16, io::Error)> {
    let file = cut.file;
    let batch = cut.batch().map_err(|error| (file, error))?;
    let lock = || idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let taken = lock().pop();
    let mut scratch = taken.unwrap_or_else(|| work.scratch(crew));
    let lines = batch.lines().map(|(line, text)| {
        let at = LineAt { file, line };
        Line { at, text, places: &batch.places }
    });
    let rows = work.rows(&mut scratch, lines.filter(|line| Some(line.at) > last));
    lock().push(scratch);
    Ok(Done { rows, bytes: batch.bytes, texts: batch })
}
