//! Classical top-down generator: removes clues from a random full grid in random order, as long as the
//! solution stays unique.
//!
//! Such lists are biased towards few clues (docs/theory.md, "Controlled bias").

use super::{Random, reduce::reduce};
use sudoscope_engine::brute;
use sudoscope_engine::grid::{Cell, Cells, Digit, Grid, Progress, exhaust};

/// Makes a random puzzle: the cells of each clue digit. No orbit of clues can be removed, or only `stop` or
/// slightly more clues are left.
pub(super) fn top_down(random: &mut Random, stop: usize, orbits: &[Cells; 81]) -> [Cells; 9] {
    let solution = full_grid(random);
    reduce(random, &solution.planes, Cells::ALL, stop, orbits)
}

/// Returns the clues of a random full grid in the cells of `pattern`, if the clues decide the grid.
pub(super) fn in_pattern(random: &mut Random, pattern: Cells) -> Option<[Cells; 9]> {
    let solution = full_grid(random);
    let clues = solution.planes.map(|plane| plane & pattern);
    (brute::solutions(&Grid::from_clues(&clues), 2).0 == 1).then_some(clues)
}

/// Makes a random full grid: cells in random order get a random remaining digit, with singles played after
/// each; a dead end starts again from the empty grid. Every grid is possible, but they are not equally
/// likely.
pub(super) fn full_grid(random: &mut Random) -> Grid {
    loop {
        if let Some(grid) = try_full_grid(random) {
            return grid;
        }
    }
}

fn try_full_grid(random: &mut Random) -> Option<Grid> {
    let mut grid = Grid::default();
    let order = random.order::<{ Cell::COUNT }>().map(Cell::new);
    for cell in order {
        match exhaust(&mut grid).0 {
            Progress::Solved => return Some(grid),
            Progress::Contradiction => return None,
            Progress::Open if grid.placed().contains(cell) => {}
            Progress::Open => {
                let digits = grid.digits_of(cell);
                let nth = random.below(u64::from(digits.count_ones()));
                let left = (0..nth).fold(digits, |left, _| left & (left - 1));
                let digit = Digit::lowest(left);
                let mut values = [Cells::EMPTY; 9];
                values[digit] = Cells::of(cell);
                grid.place_all(&values);
            }
        }
    }
    (exhaust(&mut grid).0 == Progress::Solved).then_some(grid)
}
