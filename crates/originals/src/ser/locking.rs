//! Locked candidates: pointing (from a block) and claiming (from a line), and both if they leave a hidden
//! single.

use super::board::{Board, DigitPart, digits_in, ones};
use super::hint::{Flow, Hint, Locked, Why};
use super::houses::Houses;
use super::memory::PartMemory;
use crate::evidence::Technique;
use crate::grid::mask::Mask;
use crate::grid::{Digit, House, HouseKind};

/// Two houses that share cells, each followed by the positions of the shared cells in the house.
pub type SharedSquares<H = House> = (H, u16, H, u16);

/// Crossing houses in four passes: block and column, block and row, column and block, row and block. A pass
/// is ordered by its first house, then by its second.
pub(super) static CROSSINGS: [SharedSquares; 108] = {
    use HouseKind::{Block, Column, Row};
    let (mut all, mut len) = ([(House::row(0), 0, House::row(0), 0); 108], 0);
    let (passes, mut pass) = ([(Block, Column), (Block, Row), (Column, Block), (Row, Block)], 0);
    while pass < 4 {
        let (from, to) = passes[pass];
        let mut k = 0;
        while k < 81 {
            let (first, second) = (House::of(from, k / 9), House::of(to, k % 9));
            let here = shared(first, second);
            if here != 0 {
                all[len] = (first, here, second, shared(second, first));
                len += 1;
            }
            k += 1;
        }
        pass += 1;
    }
    all
};

/// `SHARED[house][other]`: the positions of a house that are in another.
pub(super) static SHARED: [[u16; 27]; 27] = {
    let (mut all, mut k) = ([[0; 27]; 27], 0);
    while k < 27 * 27 {
        all[k / 27][k % 27] = shared(House::new(k / 27), House::new(k % 27));
        k += 1;
    }
    all
};

/// Returns the positions of a house that are in another house.
const fn shared(house: House, other: House) -> u16 {
    let (mut mask, mut at) = (0, 0);
    while at < 9 {
        if other.cells().contains(house.square(at)) {
            mask |= 1 << at;
        }
        at += 1;
    }
    mask
}

/// Returns the digits that have changed since nothing was found for them, and that are locked somewhere.
fn changed<G: Houses>(board: &Board<G>, memory: &mut PartMemory<DigitPart, 9>) -> u16 {
    let is_changed = |&digit: &Digit| {
        let part = board.digit(digit);
        if memory.is_known(digit, part) {
            return false;
        }
        let is_barren = !board.houses.may_lock(part.0);
        if is_barren {
            memory.keep(digit, part);
        }
        !is_barren
    };
    Digit::all().filter(is_changed).fold(0, |mask, digit| mask | digit.bit())
}

/// Returns the digits whose places in a house, two or more, are all among these positions.
#[inline]
fn locked<G: Houses>(
    board: &Board<G>, house: G::House, positions: u16, digits: u16,
) -> impl Iterator<Item = Digit> + '_ {
    digits_in(digits).filter(move |&digit| {
        let places = board.places(house, digit);
        places & !positions == 0 && places & places.wrapping_sub(1) != 0
    })
}

/// Finds locked candidates that remove something.
pub fn locking<G: Houses>(board: &Board<G>, memory: &mut PartMemory<DigitPart, 9>) -> Flow<G::House> {
    let changed = changed(board, memory);
    for &(base, here, cover, there) in board.houses.crossings() {
        for digit in locked(board, base, here, changed) {
            let targets = board.places(cover, digit) & !there;
            if targets != 0 {
                let gone = ones(targets).map(|at| (board.houses.square(cover, at), digit.bit())).collect();
                let technique = match board.houses.is_block(base) {
                    true => Technique::Pointing,
                    false => Technique::Claiming,
                };
                let why = Why::Locked(Locked { digit, base, cover });
                return Flow::Break(Hint::remove(technique, gone, why));
            }
        }
    }
    digits_in(changed).for_each(|digit| memory.keep(digit, board.digit(digit)));
    Flow::Continue(())
}

/// Finds locked candidates that leave a digit one place in a third house. Nothing else is removed.
pub fn direct_locking<G: Houses>(board: &Board<G>, memory: &mut PartMemory<DigitPart, 9>) -> Flow<G::House> {
    let changed = changed(board, memory);
    for &(base, here, cover, _) in board.houses.crossings() {
        for digit in locked(board, base, here, changed) {
            for third in board.houses.alike(base) {
                let in_cover = board.houses.shared(third, cover);
                let places = board.places(third, digit);
                let left = places & !in_cover;
                let is_other = third != base && in_cover != 0 && places & places.wrapping_sub(1) != 0;
                if is_other && left.is_power_of_two() {
                    let cell = board.houses.square(third, left.lowest());
                    let technique = match board.houses.is_block(base) {
                        true => Technique::DirectPointing,
                        false => Technique::DirectClaiming,
                    };
                    let why = Why::DirectLocked(Locked { digit, base, cover }, third);
                    return Flow::Break(Hint::place(technique, cell, digit, why));
                }
            }
        }
    }
    digits_in(changed).for_each(|digit| memory.keep(digit, board.digit(digit)));
    Flow::Continue(())
}
