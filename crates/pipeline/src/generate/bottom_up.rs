//! Bottom-up generator (PBCS 6.2): places random clues in random cells, each consistent with the clues before
//! it, until there is one solution; then removes clues in random order as long as the solution stays unique.

use super::{Random, reduce::reduce};
use sudoscope_engine::brute;
use sudoscope_engine::grid::{Cell, Cells, Digit, Grid};

/// Makes a random puzzle: the cells of each clue digit. It is minimal, or has `stop` clues.
pub(super) fn bottom_up(random: &mut Random, stop: usize) -> [Cells; 9] {
    let (solution, clues) = decided(random);
    reduce(random, &solution, clues, stop, &std::array::from_fn(|cell| Cells::of(Cell::new(cell))))
}

/// Places random clues until there is one solution; returns that solution and the cells of the clues.
fn decided(random: &mut Random) -> ([Cells; 9], Cells) {
    let order = random.order::<{ Cell::COUNT }>().map(Cell::new);
    let (mut grid, mut clues) = (Grid::default(), Cells::EMPTY);
    // Up to two solutions that contain all clues.
    let mut solutions = brute::two_solutions(&grid);
    for cell in order {
        let digits = random.order::<{ Digit::COUNT }>().map(Digit::new);
        clues.insert(cell);
        for digit in digits.into_iter().filter(|&digit| grid.plane(digit).contains(cell)) {
            let mut with = grid;
            let mut values = [Cells::EMPTY; 9];
            values[digit] = Cells::of(cell);
            with.place_all(&values);
            let mut known = solutions.clone();
            known.retain(|solution| solution.plane(digit).contains(cell));
            if known.len() < 2 {
                known = brute::two_solutions(&with);
            }
            if known.is_empty() {
                continue;
            }
            (grid, solutions) = (with, known);
            break;
        }
        if let [solution] = &solutions[..] {
            return (solution.planes, clues);
        }
    }
    unreachable!("a full grid has one solution")
}
