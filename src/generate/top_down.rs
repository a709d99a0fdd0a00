//! The classical top-down generator: a random full grid, from which clues are removed in random order as
//! long as the solution stays unique.
//!
//! One pass is enough for minimality: a clue that could not be removed earlier cannot be removed later,
//! when there are fewer. Such lists are biased towards few clues (nrc-rules §D.1, §D.5).

use super::Random;
use crate::brute;
use crate::grid::{Candidate, Candidates, Cells, Grid};
use crate::rules::singles::{Progress, exhaust};

/// A random minimal puzzle: the cells of each clue digit.
pub fn top_down(random: &mut Random) -> [Cells; 9] {
    let solution = full_grid(random);
    let mut clues: [Cells; 9] = std::array::from_fn(|digit| solution.plane(digit));
    let mut order: Vec<usize> = (0..81).collect();
    random.shuffle(&mut order);
    for cell in order {
        let Some(digit) = clues.iter().position(|cells| cells.contains(cell)) else { continue };
        clues[digit].remove(cell);
        // Another solution would have another digit in this cell.
        let mut grid = Grid::from_clues(&clues);
        grid.eliminate(&Candidates::from_iter([Candidate::new(digit, cell)]));
        if brute::solutions(&grid, 1).0 > 0 {
            clues[digit].insert(cell);
        }
    }
    clues
}

/// A random full grid: cells in random order get a random digit of those left to them, singles being played
/// after each; a dead end starts again from the empty grid. Every grid can come out; they are not
/// all equally likely.
fn full_grid(random: &mut Random) -> Grid {
    loop {
        if let Some(grid) = try_full_grid(random) {
            return grid;
        }
    }
}

fn try_full_grid(random: &mut Random) -> Option<Grid> {
    let mut grid = Grid::default();
    let mut order: Vec<usize> = (0..81).collect();
    random.shuffle(&mut order);
    for cell in order {
        match exhaust(&mut grid).0 {
            Progress::Solved => return Some(grid),
            Progress::Contradiction => return None,
            Progress::Open if grid.placed().contains(cell) => {}
            Progress::Open => {
                let digits: Vec<usize> =
                    (0..9).filter(|&digit| grid.plane(digit).contains(cell)).collect();
                let digit = digits[random.below(digits.len() as u64) as usize];
                let mut values = [Cells::EMPTY; 9];
                values[digit] = Cells::of(cell);
                grid.place_all(&values);
            }
        }
    }
    (exhaust(&mut grid).0 == Progress::Solved).then_some(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_minimal_and_have_one_solution() {
        for index in 0..40 {
            let clues = top_down(&mut Random::of(7, index));
            assert!(brute::unique_solution(&Grid::from_clues(&clues)).is_some());
            for digit in 0..9 {
                for cell in clues[digit] {
                    let mut fewer = clues;
                    fewer[digit].remove(cell);
                    assert_eq!(brute::solutions(&Grid::from_clues(&fewer), 2).0, 2);
                }
            }
        }
    }

    #[test]
    fn a_seed_gives_other_puzzles_than_another() {
        let puzzle = |seed, index| top_down(&mut Random::of(seed, index));
        assert_eq!(puzzle(0, 1), puzzle(0, 1));
        assert_ne!(puzzle(0, 1), puzzle(0, 2));
        assert_ne!(puzzle(0, 1), puzzle(1, 1));
    }
}
