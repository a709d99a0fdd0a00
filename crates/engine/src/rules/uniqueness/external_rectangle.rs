//! External unique rectangles: two corners of a side hold the two digits if the digits have no other places
//! in a house of both corners. So if only some candidates, in the corners or elsewhere in such houses, keep
//! the corners from holding just the two digits, one of these candidates, the *guardians*, is true (Sudoku
//! Studio, "External Type"; docs/theory.md, "Uniqueness").
//!
//! ```text
//!   ab  · · │ ab  · ·
//!   abx · · │ aby · a      a is in the last cell: otherwise the row has a in the corners, and so b, too
//! ```

use super::unique::{AllRectangles, RectanglePlace, all_rectangles, one_is_true};
use crate::budget::Within;
use crate::evidence::{Deadly, Evidence};
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, House, notation::Variable};
use crate::one_solution::OneSolution;
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(one: &OneSolution, state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, AllRectangles(all)) = all_rectangles(one, state);
    for place @ &RectanglePlace { corners, pair: (a, b) } in &all.unique {
        let cells: Cells = corners.into_iter().collect();
        for (houses, guardians) in guardians(grid, place) {
            if !houses.is_empty() && !guardians.is_empty() {
                one_is_true(grid, &guardians, found, |subset| {
                    Evidence::Deadly(Deadly {
                        cells: cells.map(Variable::Cell).collect(),
                        digits: vec![a, b],
                        within: within(&houses, [a, b]).collect(),
                        guardians: guardians.iter().collect(),
                        subset,
                    })
                });
            }
        }
    }
    Ok(())
}

/// Names both digits in each of the houses.
pub(in super::super) fn within(houses: &[House], digits: [Digit; 2]) -> impl Iterator<Item = Variable> {
    houses.iter().flat_map(move |&house| digits.map(|digit| Variable::In(house, digit)))
}

/// Lists the sets of guardians of a rectangle, each with the houses whose other places are among them.
pub(in super::super) fn guardians(grid: &Grid, place: &RectanglePlace) -> Vec<(Vec<House>, Candidates)> {
    let RectanglePlace { corners, pair: (a, b) } = *place;
    let mut all = Vec::new();
    // Two opposite sides: rows, then columns.
    for k in 0..2 {
        let sides = [[corners[k], corners[k + 1]], [corners[k + 2], corners[(k + 3) % 4]]];
        let [ways, others] = sides.map(|side| ways(grid, side, [a, b]));
        for (house, guardians) in &ways {
            for (other, more) in &others {
                let mut guardians = *guardians;
                guardians.extend(more);
                all.push((house.iter().chain(other).copied().collect(), guardians));
            }
        }
    }
    all
}

/// Lists the candidates that can keep two corners from holding both digits: their other candidates, or the
/// places of both digits elsewhere in a house of both corners.
fn ways(grid: &Grid, side: [Cell; 2], digits: [Digit; 2]) -> Vec<(Option<House>, Candidates)> {
    let cells: Cells = side.into_iter().collect();
    let places = |digit: Digit, among: Cells, own: bool| match digits.contains(&digit) == own {
        true => grid.open_plane(digit) & among,
        false => Cells::EMPTY,
    };
    let inside = Candidates(std::array::from_fn(|digit| places(Digit::new(digit), cells, false)));
    let shared = side[0].houses().into_iter().filter(|&house| cells.is_subset(house.cells()));
    let outside = shared.map(|house| {
        let others = house.cells() - cells;
        (Some(house), Candidates(std::array::from_fn(|digit| places(Digit::new(digit), others, true))))
    });
    [(None, inside)].into_iter().chain(outside).collect()
}
