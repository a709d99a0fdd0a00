//! The path of a puzzle of a board.

use super::{BoardRate, BoardScratch, Boards};
use crate::explain::ExplainError;
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::check::Mistakes;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::path::BoardPath;
use sudoscope_engine::scale::{Scale, Status};

/// Work that explains puzzles of boards.
pub struct BoardExplain {
    /// Boards of the lines.
    pub boards: Boards,
    /// The scale.
    pub scale: Scale,
    /// Maximum work units for each puzzle.
    pub budget: u64,
    /// Whether puzzles without exactly one solution are refused.
    pub validate: bool,
}

impl BoardExplain {
    /// Returns the only one of these scales, for boards. Fails if there are others, or if boards, or the one
    /// board, do not have it; `asked_by` says what asked for boards.
    pub fn scale(scales: &[Scale], boards: &Boards, asked_by: &str) -> Result<Scale, String> {
        match &BoardRate::scales(scales, boards, asked_by)?[..] {
            [scale] => Ok(scale.clone()),
            _ => Err(ExplainError::Ladders.to_string()),
        }
    }
}

impl Work for BoardExplain {
    type Scratch = BoardScratch;
    type Row = Result<BoardPath, ExplainError>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> BoardScratch {
        BoardScratch::default()
    }

    fn row(&self, scratch: &mut BoardScratch, line: Line) -> Self::Row {
        let BoardScratch { known, climber } = scratch;
        let puzzle = self.boards.read(known, line).map_err(ExplainError::NotAPuzzle)?;
        let counted = if self.validate { puzzle.only_solution(self.budget).map(drop) } else { Ok(()) };
        counted.map_err(|status| match status {
            Status::NoSolution => ExplainError::NoSolution(Mistakes::default()),
            Status::MultipleSolutions => ExplainError::MultipleSolutions,
            _ => ExplainError::Budget,
        })?;
        if let Some(reason) = climber.refuses(&self.scale, &puzzle.board) {
            return Err(ExplainError::NoScale(reason));
        }
        let proof = climber.prove(&self.scale, &puzzle.board, &puzzle.clues, self.budget);
        Ok(BoardPath::of(puzzle.board, puzzle.clues, proof))
    }
}
