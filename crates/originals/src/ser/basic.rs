//! Singles.

use super::board::{BLOCK_COLUMN_ROW, Board};
use super::hint::{Flow, Hint, Why};
use crate::evidence::Technique;
use crate::grid::mask::Mask;
use crate::grid::{Digit, House, HouseKind};

/// Finds hidden singles: the last cells of houses, then all others.
pub fn hidden_single(board: &Board) -> Flow {
    for last in [true, false] {
        for kind in BLOCK_COLUMN_ROW {
            for house in House::of_kind(kind) {
                let empties = board.empties(house);
                if empties == 0 || (empties == 1) != last {
                    continue;
                }
                let all = board.all_places(house);
                // Without a branch, so that several places are tested together.
                let is_single = |places: u16| (places != 0) & (places & places.wrapping_sub(1) == 0);
                if !all.iter().fold(false, |any, &places| any | is_single(places)) {
                    continue;
                }
                for (digit, places) in Digit::all().zip(all) {
                    if places.is_power_of_two() {
                        let cell = house.square(places.lowest());
                        let technique = match (last, kind) {
                            (true, _) => Technique::LastCell,
                            (false, HouseKind::Block) => Technique::SingleInBlock,
                            (false, _) => Technique::SingleInLine,
                        };
                        let why = Why::HiddenSingle(house);
                        return Flow::Break(Hint::place(technique, cell, digit, why));
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

pub fn naked_single(board: &Board) -> Flow {
    for cell in board.open() {
        let candidates = board.candidates(cell);
        if candidates.is_power_of_two() {
            let digit = Digit::lowest(candidates);
            return Flow::Break(Hint::place(Technique::NakedSingle, cell, digit, Why::NakedSingle));
        }
    }
    Flow::Continue(())
}
