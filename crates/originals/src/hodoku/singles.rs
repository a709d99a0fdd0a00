//! Full houses, naked and hidden singles: the oldest in the queues.

use super::board::Board;
use super::step::{Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Digit, House};

/// Finds the oldest naked single that is the last empty cell of a house. The single stays in its queue.
pub fn full_house(board: &Board) -> Option<Step> {
    board.naked.iter().filter(|&(cell, _)| board.open().contains(cell)).find_map(|(cell, digit)| {
        let is_last = |&house: &House| {
            let others = Digit::all().filter(|&its| its != digit);
            others.map(|its| board.counts(house)[its]).all(|count| count == 0)
        };
        let house = cell.houses().into_iter().find(is_last)?;
        Some(Step::place(Technique::FullHouse, cell, digit, Why::Single(Some(house))))
    })
}

/// Takes the oldest naked single from its queue.
pub fn naked_single(board: &mut Board) -> Option<Step> {
    loop {
        let (cell, digit) = board.naked.take()?;
        if board.open().contains(cell) {
            return Some(Step::place(Technique::NakedSingle, cell, digit, Why::Single(None)));
        }
    }
}

/// Takes the oldest hidden single from its queue; `None` if the oldest entry in an empty cell is no longer a
/// single.
pub fn hidden_single(board: &mut Board) -> Option<Step> {
    loop {
        let (cell, digit) = board.hidden.take()?;
        if board.open().contains(cell) {
            let house = cell.houses().into_iter().find(|&house| board.count(house, digit) == 1)?;
            return Some(Step::place(Technique::HiddenSingle, cell, digit, Why::Single(Some(house))));
        }
    }
}
