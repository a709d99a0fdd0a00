//! Fish: the places of a digit in some lines are in as many crossing lines.

use super::board::{Board, DigitPart, ones};
use super::hint::{Fish, Flow, Hint, Why};
use super::houses::Houses;
use super::memory::PartMemory;
use super::sets::{closed, few};
use crate::evidence::Technique;
use crate::grid::Digit;

/// Finds the first fish of the given size that removes something. Fish with columns as base are tried first;
/// the order is then by base lines, then by digit.
pub fn fish<G: Houses>(
    board: &Board<G>, size: usize, memory: &mut [PartMemory<DigitPart, 9>; 2],
) -> Flow<G::House> {
    let (houses, lines) = (&board.houses, board.houses.size());
    for (base_is_rows, memory) in [false, true].into_iter().zip(memory) {
        let mut found: Vec<Fish> = Vec::new();
        for digit in Digit::all().filter(|&digit| board.filled(digit) + 2 * size <= lines) {
            let before = found.len();
            if memory.is_known(digit, board.digit(digit)) {
                continue;
            }
            let places: [u16; 9] = std::array::from_fn(|k| match k < lines {
                true => board.places(houses.line(base_is_rows, k), digit),
                false => 0,
            });
            let _ = closed::<G::House, 9>(size, few(size, &places), &places, &mut |base, cover| {
                if ones(cover).any(|line| board.places(houses.line(!base_is_rows, line), digit) & !base != 0)
                {
                    found.push(Fish { digit, base_is_rows, base, cover });
                }
                Flow::Continue(())
            });
            if found.len() == before {
                memory.keep(digit, board.digit(digit));
            }
        }
        if let Some(fish) = found.into_iter().min_by_key(|fish| fish.base) {
            let digit = fish.digit;
            let gone = ones(fish.cover).flat_map(|line| {
                let house = houses.line(!base_is_rows, line);
                let targets = board.places(house, digit) & !fish.base;
                ones(targets).map(move |at| (houses.square(house, at), digit.bit()))
            });
            let technique = [Technique::XWing, Technique::Swordfish, Technique::Jellyfish][size - 2];
            return Flow::Break(Hint::remove(technique, gone.collect(), Why::Fish(fish)));
        }
    }
    Flow::Continue(())
}
