//! Seeds of a search: puzzles with one solution, read from lines.

use super::Clues;
use crate::input::{LineError, clues_of};
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::check::{CHECK_BUDGET, only_solution};
use sudoscope_engine::crew::Crew;
use sudoscope_engine::scale::Status;

/// Work that reads a seed; or returns why the line has none.
pub struct ReadSeed;

impl Work for ReadSeed {
    type Scratch = ();
    type Row = Result<Clues, (Status, Option<LineError>)>;

    fn scratch(&self, _: &Arc<dyn Crew>) {}

    fn row(&self, _: &mut (), line: Line) -> Self::Row {
        let clues = clues_of(line.text, line.places).map_err(|error| (Status::Invalid, Some(error)))?;
        only_solution(&clues, CHECK_BUDGET).map(|_| clues).map_err(|status| (status, None))
    }
}
