//! Marks of techniques of SER on other boards, whose houses have names.

use super::locked;
use super::marks::{Marks, Shade};
use super::on_board::{cells, house_in_words, single_said};
use crate::board_proof::{BoardEvidence, BoardStep, BoardVariable, HouseName};
use crate::boards;
use crate::evidence::{Direct, Hall, Locked};
use crate::grid::{Candidates, Cells};

impl Marks {
    /// Marks the places of the digit in the first house.
    pub(super) fn locked_on_board(
        &mut self, board: &boards::Board, of: &Locked<BoardVariable, HouseName>, candidates: &Candidates,
    ) {
        let BoardVariable::In(house, digit) = of.base else { return };
        let cover = BoardVariable::In(of.cover, digit);
        self.locked_places([of.base, cover].map(|places| cells(board, places)), Some(digit), candidates);
        self.say(0, locked::said([house, of.cover].map(house_in_words), digit));
    }

    /// Marks the pattern, and the house in which a variable has one place left.
    pub(super) fn direct_on_board(
        &mut self, board: &boards::Board, of: &Direct<BoardVariable, BoardEvidence>, step: &BoardStep,
        candidates: &Candidates,
    ) {
        self.pattern_on_board(&of.pattern, step, board, candidates);
        self.words.empty = "one place is left here";
        self.shade(cells(board, of.single), Shade::Empty);
        self.say(0, single_said(of.single, step).replace("only", "then only"));
    }

    /// Marks the cells of a subset that completes another pattern.
    pub(super) fn completed_on_board(&mut self, board: &boards::Board, set: Option<&Hall<BoardVariable>>) {
        let Some(Hall { variables, transversals }) = set else { return };
        self.words.house = "the house of the subset";
        for &one in variables.iter().chain(transversals) {
            match one {
                BoardVariable::Cell(cell) => self.shade(Cells::of(cell), Shade::Cells),
                BoardVariable::In(..) => self.shade(cells(board, one), Shade::House),
            }
        }
        self.shades.dedup();
    }
}
