//! The path of a puzzle of a board.

use super::{BoardRate, BoardScratch, Boards};
use crate::explain::ExplainError;
use crate::run::{Line, Work};
use std::sync::Arc;
use sudoscope_engine::board_climb::BoardScale;
use sudoscope_engine::check::Mistakes;
use sudoscope_engine::crew::Crew;
use sudoscope_engine::path::BoardPath;
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

impl BoardExplain {
    /// Returns the scale with this name. Fails if boards, or the one board, have none, or if its steps have
    /// no proofs; `asked_by` says what asked for boards.
    pub fn scale(ladder: &str, boards: &Boards, asked_by: &str) -> Result<BoardScale, String> {
        let scales = BoardRate::scales(&[ladder.to_string()], boards, asked_by)?;
        if let Some(scale) = scales.iter().find(|scale| !scale.has_proofs()) {
            return Err(format!("{} has no steps on boards: rate prints its ratings", scale.name()));
        }
        match scales[..] {
            [scale] => Ok(scale),
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
        let proof = climber.prove(self.scale, &puzzle.board, &puzzle.clues, self.budget);
        Ok(BoardPath::of(puzzle.board, puzzle.clues, proof))
    }
}
