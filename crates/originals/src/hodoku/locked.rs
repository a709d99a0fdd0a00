//! Locked candidates: pointing and claiming.

use super::board::{Board, of_digit};
use super::memory::ByDigit;
use super::step::{Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{HOUSES, houses_of};
use std::ops::Range;

/// Of each digit the first house whose places are locked.
pub type Memory = ByDigit<Option<usize>>;

/// The places of a digit in a block are in one line.
pub fn pointing(board: &Board, memory: &mut Memory) -> Option<Step> {
    first(board, 18..27, Technique::Pointing, |[row, column, _]| [row, column], memory)
}

/// The places of a digit in a line are in one block.
pub fn claiming(board: &Board, memory: &mut Memory) -> Option<Step> {
    first(board, 0..18, Technique::Claiming, |[.., block]| [block, block], memory)
}

/// The first base house and digit with two or three places that are all in one of the covers.
fn first(
    board: &Board, bases: Range<usize>, technique: Technique, covers: fn([usize; 3]) -> [usize; 2],
    memory: &mut Memory,
) -> Option<Step> {
    let cover = |base: usize, digit: usize| {
        let (places, count) = (board.places(base, digit), board.count(base, digit));
        let covers = covers(houses_of(places.first().filter(|_| matches!(count, 2 | 3))?));
        let is_cover = |&cover: &usize| places.is_subset(HOUSES[cover]) && board.count(cover, digit) > count;
        covers.into_iter().find(is_cover)
    };
    let base = |digit| bases.clone().find(|&base| cover(base, digit).is_some());
    let of_digits = (0..9).filter_map(|digit| Some(((*memory.get(digit, || base(digit)))?, digit)));
    let (base, digit) = of_digits.min()?;
    let cover = cover(base, digit)?;
    let why = || Why::Locked { digit: digit as u8, base: base as u8, cover: cover as u8 };
    Step::remove(technique, of_digit(digit, board.places(cover, digit) - board.places(base, digit)), why)
}
