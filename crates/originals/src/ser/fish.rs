//! Fish: the places of a digit in some lines are in as many lines across.

use super::board::{Board, COLUMN, DigitPart, ROW, ones};
use super::hint::{Fish, Flow, Hint, Why};
use super::memory::PartMemory;
use super::sets::{closed, few};
use crate::evidence::Technique;
use crate::grid::SQUARES;

/// The first fish of this size that removes something: columns first; then by their base lines, then by
/// digit.
pub fn fish(board: &Board, size: usize, memory: &mut [PartMemory<DigitPart, 9>; 2]) -> Flow {
    for ((lines, across), memory) in [(COLUMN, ROW), (ROW, COLUMN)].into_iter().zip(memory) {
        let mut found: Vec<Fish> = Vec::new();
        for digit in (0..9).filter(|&digit| board.filled(digit) + 2 * size <= 9) {
            let before = found.len();
            if memory.is_known(digit, board.digit(digit)) {
                continue;
            }
            let places: [u16; 9] = std::array::from_fn(|k| board.places(lines + k, digit));
            let _ = closed(size, few(size, &places), &places, &mut |base, cover| {
                if ones(cover).any(|line| board.places(across + line, digit) & !base != 0) {
                    let base_is_rows = lines == ROW;
                    found.push(Fish { digit: digit as u8, base_is_rows, base, cover });
                }
                Flow::Continue(())
            });
            if found.len() == before {
                memory.keep(digit, board.digit(digit));
            }
        }
        if let Some(fish) = found.into_iter().min_by_key(|fish| fish.base) {
            let digit = fish.digit as usize;
            let gone = ones(fish.cover).flat_map(|line| {
                let house = across + line;
                let targets = board.places(house, digit) & !fish.base;
                ones(targets).map(move |at| (SQUARES[house][at], 1 << digit))
            });
            let technique = [Technique::XWing, Technique::Swordfish, Technique::Jellyfish][size - 2];
            return Flow::Break(Hint::remove(technique, gone.collect(), Why::Fish(fish)));
        }
    }
    Flow::Continue(())
}
