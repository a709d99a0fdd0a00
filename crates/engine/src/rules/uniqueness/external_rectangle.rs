//! External unique rectangles: two corners of a side hold the two digits if these have no other places in a
//! house of both. So if all corners hold the two digits but for some candidates, in the corners or outside of
//! them in such houses, one of these, the *guardians*, is true (Sudoku Studio, "External
//! Type"; docs/theory.md, "Uniqueness").
//!
//! ```text
//!   ab  · · │ ab  · ·
//!   abx · · │ aby · a      a is in the last cell, or else the row has it in the corners, and b, too
//! ```

use super::unique::{AllRectangles, all_rectangles, one_is_true};
use crate::budget::Within;
use crate::evidence::{Deadly, Digit, Evidence};
use crate::grid::{Candidates, Cells, Grid, HOUSES, houses_of, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, AllRectangles(all)) = all_rectangles(state);
    for &(corners, (a, b)) in &all.unique {
        let digits = [a, b];
        let cells: Cells = corners.into_iter().collect();
        // Two sides that are opposite each other: rows, then columns.
        for k in 0..2 {
            let sides = [[corners[k], corners[k + 1]], [corners[k + 2], corners[(k + 3) % 4]]];
            let [ways, others] = sides.map(|side| ways(grid, side, digits));
            for (house, guardians) in &ways {
                for (other, more) in &others {
                    let mut guardians = *guardians;
                    guardians.extend(more);
                    let houses: Vec<usize> = house.iter().chain(other).copied().collect();
                    if !houses.is_empty() && !guardians.is_empty() {
                        one_is_true(grid, &guardians, found, |subset| {
                            let within =
                                houses.iter().flat_map(|&h| digits.map(|d| Variable::of_house(h, d)));
                            Evidence::Deadly(Deadly {
                                cells: cells.map(|cell| Variable::Cell(cell as u8)).collect(),
                                digits: digits.map(|digit| Digit(digit as u8)).to_vec(),
                                within: within.collect(),
                                guardians: guardians.iter().collect(),
                                subset,
                            })
                        });
                    }
                }
            }
        }
    }
    Ok(())
}

/// What keeps two corners from holding both digits: what they have more; or what a house of both has outside.
fn ways(grid: &Grid, side: [usize; 2], digits: [usize; 2]) -> Vec<(Option<usize>, Candidates)> {
    let cells: Cells = side.into_iter().collect();
    let places = |digit: usize, among: Cells, own: bool| match digits.contains(&digit) == own {
        true => grid.open_plane(digit) & among,
        false => Cells::EMPTY,
    };
    let inside = Candidates(std::array::from_fn(|digit| places(digit, cells, false)));
    let shared = houses_of(side[0]).into_iter().filter(|&house| cells.is_subset(HOUSES[house]));
    let outside = shared.map(|house| {
        let others = HOUSES[house] - cells;
        (Some(house), Candidates(std::array::from_fn(|digit| places(digit, others, true))))
    });
    [(None, inside)].into_iter().chain(outside).collect()
}
