//! Comparison of an unfinished run with its inputs before it is continued.

use super::error::RunError;
use super::ordered::{Done, Line, Lines, Run, Work};
use super::run_file::RunFile;
use crate::input::{Input, LineError, puzzle_on};
use std::io::{self, Seek, SeekFrom};
use std::sync::{Arc, atomic::AtomicBool};
use sudoscope_engine::boards::Board;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::Puzzle;

impl RunFile {
    /// Fails unless the records belong to the first lines of these inputs. The hash of an input does not
    /// prove that if a file was changed during the scan and then restored. Streams are not checked, as they
    /// can be read only once.
    pub(crate) fn check_lines(
        &mut self, lines: &Lines, board: Option<&Board>, interrupt: &AtomicBool,
    ) -> Result<(), RunError> {
        if self.records == 0 || !lines.inputs.iter().all(Input::is_file) {
            return Ok(());
        }
        let path = self.path.clone();
        let failed = |error| RunError::Io(path.clone(), error);
        let mut lines = lines.clone();
        lines.reading.take = Some(self.records);
        let mut rows = self.rows()?;
        let mut differs = false;
        let finished = Run { lines: &lines, work: &ReadAgain(board), last: None, interrupt }.into(
            |done: Done<ReadLine>| {
                for ((read, numbers, kept), (line, _)) in done.rows.iter().zip(done.texts.lines()) {
                    let Some(row) = rows.next() else { continue };
                    let row = row.map_err(io::Error::other)?;
                    let written = row.error.map_or(Ok(row.puzzle), Err);
                    differs |= (row.file, row.line, written) != (done.texts.file, line, *read);
                    // Compared bit by bit, so that a missing number (NaN) equals itself.
                    let bits = |numbers: &[f64]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<_>>();
                    differs |= bits(&row.against) != bits(numbers) || row.kept != *kept;
                }
                Ok(())
            },
        );
        let finished = finished.map_err(|error| failed(io::Error::other(error)))?;
        let missing = rows.next().is_some() && !finished.interrupted;
        drop(rows);
        if differs || missing {
            return Err(RunError::Different(path, "input".into()));
        }
        self.file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(())
    }
}

/// Puzzle of a line, with the numbers and columns beside it.
type ReadLine = (Result<Puzzle, LineError>, Box<[f64]>, Box<[String]>);

/// Reader of lines, on a board if it is not the plain one.
struct ReadAgain<'a>(Option<&'a Board>);

impl Work for ReadAgain<'_> {
    type Scratch = ();
    type Row = ReadLine;

    fn scratch(&self, _: &Arc<dyn Crew>) {}

    fn row(&self, _: &mut (), line: Line) -> Self::Row {
        let Line { text, places, .. } = line;
        let numbers = places.numbers(text);
        (puzzle_on(self.0, text, places), numbers, places.kept(text))
    }
}
