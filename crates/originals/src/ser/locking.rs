//! Locked candidates: pointing (from a block) and claiming (from a line), and both where they leave a hidden
//! single.

use super::board::{BLOCK, Board, COLUMN, DigitPart, ROW, house_of, ones};
use super::hint::{Flow, Hint, Locked, Why};
use super::memory::PartMemory;
use crate::evidence::Technique;
use crate::grid::SQUARES;

/// Two houses that share cells: positions of these in the first, and in the second.
pub(super) type SharedSquares = (usize, u16, usize, u16);

/// Block and column, block and row, column and block, row and block: in a pass, the first house by its
/// number, then the second.
pub(super) static CROSSINGS: [SharedSquares; 108] = {
    let (mut all, mut len) = ([(0, 0, 0, 0); 108], 0);
    let (passes, mut pass) = ([(BLOCK, COLUMN), (BLOCK, ROW), (COLUMN, BLOCK), (ROW, BLOCK)], 0);
    while pass < 4 {
        let (from, to) = passes[pass];
        let mut k = 0;
        while k < 81 {
            let (first, second) = (from + k / 9, to + k % 9);
            let here = shared(first, second, to);
            if here != 0 {
                all[len] = (first, here, second, shared(second, first, from));
                len += 1;
            }
            k += 1;
        }
        pass += 1;
    }
    all
};

/// `SHARED[house][other]`: the positions of a house that are in another.
static SHARED: [[u16; 27]; 27] = {
    let (mut all, mut k) = ([[0; 27]; 27], 0);
    while k < 27 * 27 {
        all[k / 27][k % 27] = shared(k / 27, k % 27, k % 27 / 9 * 9);
        k += 1;
    }
    all
};

/// As above for one of a given type.
const fn shared(house: usize, other: usize, kind: usize) -> u16 {
    let (mut mask, mut at) = (0, 0);
    while at < 9 {
        if house_of(SQUARES[house][at] as usize, kind) == other {
            mask |= 1 << at;
        }
        at += 1;
    }
    mask
}

/// The digits that are not as they were when nothing was found, and of which something can be.
fn changed(board: &Board, memory: &mut PartMemory<DigitPart, 9>) -> u16 {
    let is_changed = |&digit: &usize| {
        let part = board.digit(digit);
        if memory.is_known(digit, part) {
            return false;
        }
        let is_barren = crate::grid::locked(part.0).0.is_empty();
        if is_barren {
            memory.keep(digit, part);
        }
        !is_barren
    };
    (0..9).filter(is_changed).fold(0, |mask, digit| mask | 1 << digit)
}

/// Those of the digits whose places in a house, two or more, are all among these positions.
#[inline]
fn locked(board: &Board, house: usize, positions: u16, digits: u16) -> impl Iterator<Item = usize> + '_ {
    ones(digits).filter(move |&digit| {
        let places = board.places(house, digit);
        places & !positions == 0 && places & places.wrapping_sub(1) != 0
    })
}

/// Locked candidates that remove something.
pub fn locking(board: &Board, memory: &mut PartMemory<DigitPart, 9>) -> Flow {
    let changed = changed(board, memory);
    for &(base, here, cover, there) in &CROSSINGS {
        for digit in locked(board, base, here, changed) {
            let targets = board.places(cover, digit) & !there;
            if targets != 0 {
                let gone = ones(targets).map(|at| (SQUARES[cover][at], 1 << digit)).collect();
                let technique = if base >= BLOCK { Technique::Pointing } else { Technique::Claiming };
                let why = Why::Locked(claim(digit, base, cover));
                return Flow::Break(Hint::remove(technique, gone, why));
            }
        }
    }
    ones(changed).for_each(|digit| memory.keep(digit, board.digit(digit)));
    Flow::Continue(())
}

/// Locked candidates that leave a digit one place in a third house. Nothing else is removed.
pub fn direct_locking(board: &Board, memory: &mut PartMemory<DigitPart, 9>) -> Flow {
    let changed = changed(board, memory);
    for &(base, here, cover, _) in &CROSSINGS {
        for digit in locked(board, base, here, changed) {
            let kind = base / 9 * 9;
            for third in kind..kind + 9 {
                let in_cover = SHARED[third][cover];
                let places = board.places(third, digit);
                let left = places & !in_cover;
                let is_other = third != base && in_cover != 0 && places & places.wrapping_sub(1) != 0;
                if is_other && left.is_power_of_two() {
                    let cell = SQUARES[third][left.trailing_zeros() as usize] as usize;
                    let technique = match kind {
                        BLOCK => Technique::DirectPointing,
                        _ => Technique::DirectClaiming,
                    };
                    let why = Why::DirectLocked(claim(digit, base, cover), third as u8);
                    return Flow::Break(Hint::place(technique, cell, digit, why));
                }
            }
        }
    }
    ones(changed).for_each(|digit| memory.keep(digit, board.digit(digit)));
    Flow::Continue(())
}

fn claim(digit: usize, base: usize, cover: usize) -> Locked {
    Locked { digit: digit as u8, base: base as u8, cover: cover as u8 }
}
