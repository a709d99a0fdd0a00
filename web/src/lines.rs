//! Lines of an input in memory, from any of them on.

use std::ops::Range;
use std::sync::Arc;
use sudoscope_pipeline::input::{Batch, Batches, Input, KeptColumn, LineAt, Next, Reading};
use sudoscope_pipeline::run::Line;

/// Number of lines read in a batch.
const BATCH: usize = 1024;

/// Forward-only reader: each worker skips the lines that the others take.
pub struct Lines {
    batches: Batches,
    batch: Option<Batch>,
    /// Number of lines before `batch`.
    before: u64,
}

impl Lines {
    /// Opens the lines of a text or a file, compressed or not, each with some columns beside its puzzle.
    pub fn of(text: &Arc<[u8]>, kept: &[KeptColumn]) -> Lines {
        let reading = Reading { keep: kept.to_vec(), ..Reading::default() };
        let batches = Batches::new(vec![Input::Text(text.clone())], reading);
        Lines { batches, batch: None, before: 0 }
    }

    /// Passes these data lines, counted from 0, to `each`, one batch at a time. Fails if the input is
    /// damaged, or in an unsupported form.
    pub fn each(
        &mut self, wanted: Range<u64>, mut each: impl FnMut(&Batch, &mut dyn Iterator<Item = Line>),
    ) -> Result<(), String> {
        loop {
            if let Some(batch) = &self.batch {
                let end = self.seen();
                let here = |at: u64| at.clamp(self.before, end).wrapping_sub(self.before) as usize;
                let (from, to) = (here(wanted.start), here(wanted.end));
                let line = |(line, text)| {
                    let at = LineAt { file: batch.file, line };
                    Line { at, text, places: &batch.places }
                };
                each(batch, &mut batch.lines().take(to).skip(from).map(line));
                if wanted.end <= end {
                    return Ok(());
                }
            }
            self.before = self.seen();
            self.batch = None;
            match self.batches.next_batch(BATCH).map_err(|error| error.error.to_string())? {
                Next::Ready(batch) => self.batch = Some(batch),
                Next::Later | Next::End => return Ok(()),
            }
        }
    }

    /// Returns the number of lines read.
    pub fn seen(&self) -> u64 {
        self.before + self.batch.as_ref().map_or(0, Batch::len) as u64
    }

    /// Describes the lines skipped so far: `3 lines skipped: comment 3`.
    pub fn skipped(&self) -> String {
        self.batches.skipped.to_string()
    }
}
