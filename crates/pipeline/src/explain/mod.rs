//! Why a puzzle has its rating: from its text to its resolution path.

mod page;

pub use page::page;

use crate::input::{ANYWHERE, puzzle_of};
use crate::settings::{Settings, Terms};
use sudoscope_engine::brute;
use sudoscope_engine::grid::{LineError, Puzzle};
use sudoscope_engine::path::ResolutionPath;

/// Why there is no path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ExplainError {
    #[error("explain climbs one ladder: name exactly one")]
    Ladders,
    #[error("not a puzzle: {}", .0.with_column())]
    NotAPuzzle(LineError),
    #[error("the puzzle has no solution")]
    NoSolution,
    #[error("the puzzle has more than one solution")]
    MultipleSolutions,
}

impl ExplainError {
    /// The message, in the words of a front end.
    pub fn in_terms(&self, terms: &Terms) -> String {
        let more = match self {
            ExplainError::NoSolution => "shows how far the rules get",
            ExplainError::MultipleSolutions => "goes on all the same",
            _ => return self.to_string(),
        };
        format!("{self} ({} {more})", terms.unchecked)
    }
}

/// The path of the puzzle in this text, by the one ladder of the settings.
pub fn explain(text: &[u8], settings: &Settings) -> Result<ResolutionPath, ExplainError> {
    let found = puzzle_of(text, &ANYWHERE).map_err(ExplainError::NotAPuzzle)?;
    explain_puzzle(&found.puzzle, settings)
}

/// The path of a puzzle, by the one ladder of the settings.
pub fn explain_puzzle(puzzle: &Puzzle, settings: &Settings) -> Result<ResolutionPath, ExplainError> {
    let [ladder] = settings.scales() else { return Err(ExplainError::Ladders) };
    let effort = settings.effort();
    match if effort.validate { brute::solutions(&puzzle.grid(), 2).0 } else { 1 } {
        0 => Err(ExplainError::NoSolution),
        1 => Ok(ResolutionPath::climb(puzzle, ladder, effort.budget)),
        _ => Err(ExplainError::MultipleSolutions),
    }
}
