//! The path of a puzzle of a board, as a proof.

use super::{BoardScratch, Boards, only_solution};
use crate::input::LineError;
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::board_climb::BoardScale;
use sudoscope_engine::board_proof::BoardProof;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::scale::Status;

/// Work that explains puzzles of boards.
pub struct BoardExplain {
    /// Boards of the lines.
    pub boards: Boards,
    /// The scale.
    pub scale: BoardScale,
    /// Maximum work units for each puzzle.
    pub budget: u64,
    /// Whether puzzles without exactly one solution are refused.
    pub validate: bool,
}

impl Work for BoardExplain {
    type Scratch = BoardScratch;
    /// The path, or the status of a puzzle without one.
    type Row = Result<Result<BoardProof, Status>, LineError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> BoardScratch {
        BoardScratch::default()
    }

    fn row(&self, scratch: &mut BoardScratch, line: Line) -> Self::Row {
        let BoardScratch { known, climber } = scratch;
        let puzzle = self.boards.read(known, line)?;
        if self.validate
            && let Err(status) = only_solution(&puzzle, self.budget)
        {
            return Ok(Err(status));
        }
        Ok(Ok(climber.prove(self.scale, &puzzle.board, &puzzle.clues, self.budget)))
    }
}
