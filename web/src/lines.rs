//! The lines of an input that is in memory, from any of them on.

use std::ops::Range;
use std::sync::Arc;
use sudoscope_pipeline::input::{Batch, Batches, Input, LineAt, Next, Reading};
use sudoscope_pipeline::run::Line;

/// Lines of a batch that are read at once.
const BATCH: usize = 1024;

/// Reads forwards only: each worker passes over what the others take.
pub struct Lines {
    batches: Batches,
    batch: Option<Batch>,
    /// Lines before this batch.
    before: u64,
}

impl Lines {
    /// Those of a text or a file, packed or not.
    pub fn of(text: &Arc<[u8]>) -> Lines {
        let batches = Batches::new(vec![Input::Text(text.clone())], Reading::default());
        Lines { batches, batch: None, before: 0 }
    }

    /// Shows these lines of data, counted from 0, a batch's at a time. An input that is damaged, or in a form
    /// that is not read, ends with an error.
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

    /// How many were read.
    pub fn seen(&self) -> u64 {
        self.before + self.batch.as_ref().map_or(0, Batch::len) as u64
    }

    /// What was passed over so far: `3 lines skipped: comment 3`.
    pub fn skipped(&self) -> String {
        self.batches.skipped.to_string()
    }
}
