//! Singles.

use super::board::Board;
use super::hint::{Flow, Hint, Why};
use super::houses::Houses;
use crate::evidence::Technique;
use crate::grid::Digit;
use crate::grid::mask::Mask;

/// Finds hidden singles, group by group: the last cells of houses, then all others.
pub fn hidden_single<G: Houses>(board: &Board<G>) -> Flow<G::House> {
    for group in board.houses.groups_of_singles() {
        for last in [true, false] {
            for &house in group {
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
                        let cell = board.houses.square(house, places.lowest());
                        let technique = match (last, board.houses.is_block(house)) {
                            (true, _) => Technique::LastCell,
                            (false, true) => Technique::SingleInBlock,
                            (false, false) => Technique::SingleInLine,
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

pub fn naked_single<G: Houses>(board: &Board<G>) -> Flow<G::House> {
    for cell in board.open() {
        let candidates = board.candidates(cell);
        if candidates.is_power_of_two() {
            let digit = Digit::lowest(candidates);
            return Flow::Break(Hint::place(Technique::NakedSingle, cell, digit, Why::NakedSingle));
        }
    }
    Flow::Continue(())
}
