//! Locked candidates: pointing and claiming.

use super::board::{Board, of_digit};
use super::memory::ByDigit;
use super::step::{Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Digit, House};

/// First house with locked places, for each digit.
pub type Memory = ByDigit<Option<House>>;

/// Finds the first digit and block whose places are all in one line.
pub fn pointing(board: &Board, memory: &mut Memory) -> Option<Step> {
    first(board, House::blocks(), Technique::Pointing, |[row, column, _]| [row, column], memory)
}

/// Finds the first digit and line whose places are all in one block.
pub fn claiming(board: &Board, memory: &mut Memory) -> Option<Step> {
    first(board, House::lines(), Technique::Claiming, |[.., block]| [block, block], memory)
}

/// Finds the first base house and digit with two or three places that are all in one of the covers.
fn first(
    board: &Board, bases: impl Iterator<Item = House> + Clone, technique: Technique,
    covers: fn([House; 3]) -> [House; 2], memory: &mut Memory,
) -> Option<Step> {
    let cover = |base: House, digit: Digit| {
        let (places, count) = (board.places(base, digit), board.count(base, digit));
        let covers = covers(places.first().filter(|_| matches!(count, 2 | 3))?.houses());
        let is_cover = |&cover: &House| places.is_subset(cover.cells()) && board.count(cover, digit) > count;
        covers.into_iter().find(is_cover)
    };
    let base = |digit| bases.clone().find(|&base| cover(base, digit).is_some());
    let of_digits = Digit::all().filter_map(|digit| Some(((*memory.get(digit, || base(digit)))?, digit)));
    let (base, digit) = of_digits.min()?;
    let cover = cover(base, digit)?;
    let why = || Why::Locked { digit, base, cover };
    Step::remove(technique, of_digit(digit, board.places(cover, digit) - board.places(base, digit)), why)
}
