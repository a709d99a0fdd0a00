//! Rectangles with strong links (New Sudoku Players' Forum, "Unique Rectangles" by links; hidden avoidable
//! rectangles of Sudoku Studio): one of the two digits in a corner, with its consequences along the sides,
//! would fill the rectangle crosswise. So that digit is not in that corner (docs/theory.md, "Uniqueness").
//!
//! ```text
//!   a? · · │ b · ·      a corner holds its digit if this is its value; if it has no other candidates than
//!   ║      │ ║          both, and a corner beside it is known; or if the digit has only these two places
//!   b  · · │ a · ·      in a house, and the corner beside does not hold it: it is known, or sees the digit
//! ```

use super::unique::{AllRectangles, RectanglePlace, all_rectangles};
use crate::budget::Within;
use crate::evidence::{Evidence, Rectangle};
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, House, notation::Variable};
use crate::one_solution::OneSolution;
use crate::rule::Findings;
use crate::state::State;

/// Finds eliminations by unique rectangles, or by avoidable rectangles, which have some decided corners.
pub(in super::super) fn find(
    is_avoidable: bool, one: &OneSolution, state: &mut State, found: &mut Findings,
) -> Within {
    let (grid, AllRectangles(all)) = all_rectangles(one, state);
    for place @ RectanglePlace { corners, pair: (a, b) } in
        if is_avoidable { &all.avoidable } else { &all.unique }
    {
        for start in 0..4 {
            for (digit, other) in [(*a, *b), (*b, *a)] {
                let walk = Walk { grid, corners: *corners, digits: [digit, other] };
                let is_open = grid.open_plane(digit).contains(corners[start]);
                let links = walk.fills(start).filter(|links| is_open && !links.is_empty());
                if let Some(confined) = links {
                    let targets = Candidates::of_digit(digit, Cells::of(corners[start]));
                    found.eliminate(&targets, || because(grid, place, confined.clone()));
                }
            }
        }
    }
    Ok(())
}

/// Crosswise filling of a rectangle: `digits` are that of the start and the opposite corner, and that of the
/// other two.
struct Walk<'a> {
    grid: &'a Grid,
    corners: [Cell; 4],
    digits: [Digit; 2],
}

impl Walk<'_> {
    fn digit(&self, start: usize, corner: usize) -> Digit {
        self.digits[(corner + 4 - start) % 2]
    }

    /// Returns the links by which the digit of the start fills the rectangle; links are used only if nothing
    /// else helps.
    fn fills(&self, start: usize) -> Option<Vec<Variable>> {
        let (mut known, mut links) = ([false; 4], Vec::new());
        known[start] = true;
        loop {
            let next = self.next(start, &known, false).or_else(|| self.next(start, &known, true));
            match next {
                Some((corner, link)) => {
                    known[corner] = true;
                    links.extend(link);
                }
                None => return (known == [true; 4]).then_some(links),
            }
        }
    }

    /// Finds a corner that follows from others.
    fn next(&self, start: usize, known: &[bool; 4], by_links: bool) -> Option<(usize, Option<Variable>)> {
        (0..4).filter(|&corner| !known[corner]).find_map(|corner| {
            let digit = self.digit(start, corner);
            let beside = [(corner + 1) % 4, (corner + 3) % 4];
            if by_links {
                // The other place is known to hold the other digit, or sees a corner known to hold this one.
                let is_free = |near: &usize| !known[*near] && !known[(corner + 2) % 4];
                let near = beside.into_iter().filter(|near| !is_free(near));
                return near
                    .flat_map(|near| self.link(digit, [corner, near]))
                    .next()
                    .map(|l| (corner, Some(l)));
            }
            let held = self.grid.digits_of(self.corners[corner]);
            let pair = self.digits.iter().fold(0, |all, digit| all | digit.bit());
            let is_bare = held & !pair == 0 && beside.into_iter().any(|near| known[near]);
            let follows = held & digit.bit() != 0 && is_bare || held == digit.bit();
            follows.then_some((corner, None))
        })
    }

    /// Finds a house in which the digit has these two places only.
    fn link(&self, digit: Digit, two: [usize; 2]) -> Option<Variable> {
        let cells: Cells = two.into_iter().map(|corner| self.corners[corner]).collect();
        let is_pair = |house: &House| house.cells() & self.grid.open_plane(digit) == cells;
        let house = self.corners[two[0]].houses().into_iter().find(is_pair)?;
        Some(Variable::In(house, digit))
    }
}

fn because(grid: &Grid, place: &RectanglePlace, confined: Vec<Variable>) -> Evidence {
    let RectanglePlace { corners, pair: (a, b) } = *place;
    let all: Cells = corners.into_iter().collect();
    let has_values = all.intersects(grid.placed());
    let in_floor = |&cell: &Cell| match has_values {
        true => grid.placed().contains(cell),
        false => grid.digits_of(cell) & !(a.bit() | b.bit()) == 0,
    };
    let (floor, roof): (Vec<Cell>, Vec<Cell>) = all.partition(in_floor);
    let variables = |cells: Vec<Cell>| cells.into_iter().map(Variable::Cell).collect();
    Evidence::Rectangle(Rectangle {
        digits: [a, b],
        floor: variables(floor),
        roof: variables(roof),
        confined,
        subset: None,
        wings: Vec::new(),
    })
}
