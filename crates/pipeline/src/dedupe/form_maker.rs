//! Forms of puzzles: puzzles that count as the same have the same form.

use super::Same;
use sudoscope_engine::boards::Board;
use sudoscope_engine::canon::{BoardCanon, NoForm};
use sudoscope_engine::grid::Cells;

/// Maker of forms.
#[derive(Clone)]
pub enum FormMaker {
    /// Puzzles with the same clues have the same form.
    Clues,
    /// Isomorphic puzzles have the same form.
    Isomorph(Box<BoardCanon>),
}

/// Maker for isomorphic puzzles of the plain board.
impl Default for FormMaker {
    fn default() -> FormMaker {
        FormMaker::Isomorph(Box::default())
    }
}

impl FormMaker {
    /// Makes forms of puzzles of a board; `None` is the plain one. Fails if the board has no canonical forms.
    pub fn new(same: Same, board: Option<&Board>) -> Result<FormMaker, NoForm> {
        Ok(match (same, board) {
            (Same::Exact, _) => FormMaker::Clues,
            (Same::Isomorph, None) => FormMaker::default(),
            (Same::Isomorph, Some(board)) => FormMaker::Isomorph(Box::new(BoardCanon::of_board(board)?)),
        })
    }

    /// Returns the form of a puzzle.
    pub fn of(&mut self, clues: &[Cells; 9]) -> [Cells; 9] {
        match self {
            FormMaker::Clues => *clues,
            FormMaker::Isomorph(canon) => canon.clues_of(clues),
        }
    }
}
