//! The classical top-down generator: a random full grid, from which clues are removed in random order as
//! long as the solution stays unique.
//!
//! Such lists are biased towards few clues (docs/theory.md, "Controlled bias").

use super::Random;
use super::reduce::reduce;
use sudoscope_engine::grid::{Cells, Grid};
use sudoscope_engine::grid::{Progress, exhaust};

/// A random puzzle: the cells of each clue digit. It is minimal, or has `stop` clues.
pub(super) fn top_down(random: &mut Random, stop: usize) -> [Cells; 9] {
    let solution = full_grid(random);
    reduce(random, &std::array::from_fn(|digit| solution.plane(digit)), Cells::ALL, stop)
}

/// A random full grid: cells in random order get a random digit of those left to them, singles being played
/// after each; a dead end starts again from the empty grid. Every grid can come out; they are not
/// all equally likely.
pub(super) fn full_grid(random: &mut Random) -> Grid {
    loop {
        if let Some(grid) = try_full_grid(random) {
            return grid;
        }
    }
}

fn try_full_grid(random: &mut Random) -> Option<Grid> {
    let mut grid = Grid::default();
    let order: [usize; 81] = random.order();
    for cell in order {
        match exhaust(&mut grid).0 {
            Progress::Solved => return Some(grid),
            Progress::Contradiction => return None,
            Progress::Open if grid.placed().contains(cell) => {}
            Progress::Open => {
                let digits = grid.digits_of(cell);
                let nth = random.below(u64::from(digits.count_ones()));
                let left = (0..nth).fold(digits, |left, _| left & (left - 1));
                let digit = left.trailing_zeros() as usize;
                let mut values = [Cells::EMPTY; 9];
                values[digit] = Cells::of(cell);
                grid.place_all(&values);
            }
        }
    }
    (exhaust(&mut grid).0 == Progress::Solved).then_some(grid)
}
