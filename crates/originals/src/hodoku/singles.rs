//! Full houses, naked and hidden singles: the oldest in the queues.

use super::board::Board;
use super::step::{Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::houses_of;

/// The oldest naked single that is the last empty cell of a house. It stays in its queue.
pub fn full_house(board: &Board) -> Option<Step> {
    board.naked.iter().filter(|&(cell, _)| board.open().contains(cell)).find_map(|(cell, digit)| {
        let is_last = |&house: &usize| {
            let others = board.counts(house).iter().enumerate().filter(|(its, _)| *its != digit);
            others.map(|(_, count)| count).all(|&count| count == 0)
        };
        let house = houses_of(cell).into_iter().find(is_last)?;
        Some(Step::place(Technique::FullHouse, cell, digit, Why::Single(Some(house as u8))))
    })
}

/// The oldest naked single.
pub fn naked_single(board: &mut Board) -> Option<Step> {
    loop {
        let (cell, digit) = board.naked.take()?;
        if board.open().contains(cell) {
            return Some(Step::place(Technique::NakedSingle, cell, digit, Why::Single(None)));
        }
    }
}

/// The oldest hidden single; none if the oldest entry is no single any more, which is taken out.
pub fn hidden_single(board: &mut Board) -> Option<Step> {
    loop {
        let (cell, digit) = board.hidden.take()?;
        if board.open().contains(cell) {
            let house = houses_of(cell).into_iter().find(|&house| board.count(house, digit) == 1)?;
            return Some(Step::place(Technique::HiddenSingle, cell, digit, Why::Single(Some(house as u8))));
        }
    }
}
