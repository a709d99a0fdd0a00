//! Unique rectangles with a wing (UR-XY-wing, UR-XYZ-wing, UR-WXYZ-wing): one of the other candidates of the
//! corners is true, so together they act as a pivot. For each of their digits except *z*, a cell with that
//! digit and *z* sees all corners with that digit. So *z* is in one of the cells of the wing, or in a corner
//! (docs/theory.md, "Uniqueness").
//!
//! ```text
//!   ab  · · │ ab  · ·      x or y is true in a corner, so one of the cells xz and yz holds z
//!   abx · · │ aby · ·
//!   xz  · · │ yz  · ·
//! ```

use super::super::links::wings::bivalue;
use super::unique::{AllRectangles, RectanglePlace, all_rectangles};
use crate::budget::Within;
use crate::evidence::{Evidence, Rectangle};
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, notation::Variable};
use crate::one_solution::OneSolution;
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(one: &OneSolution, state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, AllRectangles(all)) = all_rectangles(one, state);
    let cells = bivalue(grid);
    for place @ &RectanglePlace { corners, pair: (a, b) } in &all.unique {
        let all: Cells = corners.into_iter().collect();
        let extras = all.fold(0, |extras, cell| extras | grid.digits_of(cell)) & !(a.bit() | b.bit());
        if !(2..=4).contains(&extras.count_ones()) {
            continue;
        }
        let holders = |digit: Digit| all & grid.open_plane(digit);
        let seen = |cells: Cells| cells.fold(Cells::ALL, |seen, cell| seen & cell.peers());
        for z in Digit::all() {
            let others: Vec<Digit> = Digit::in_mask(extras & !z.bit()).collect();
            // For each other digit, the bivalue cells with it and z that see all corners with it.
            let choices = others.iter().map(|&digit| {
                let wings = cells & grid.open_plane(digit) & grid.open_plane(z) & seen(holders(digit));
                wings - all
            });
            let choices: Vec<Cells> = choices.collect();
            let own = if extras & z.bit() != 0 { seen(holders(z)) } else { Cells::ALL };
            let targets = grid.open_plane(z) & own;
            if choices.iter().all(|some| !some.is_empty()) && !targets.is_empty() {
                let mut wings = Vec::new();
                each(&choices, &mut wings, targets, &mut |targets, wings| {
                    let gone = Candidates::of_digit(z, targets);
                    found.eliminate(&gone, || because(grid, place, wings));
                });
            }
        }
    }
    Ok(())
}

/// Chooses one cell of each of the choices, all seen by some target.
fn each(choices: &[Cells], wings: &mut Vec<Cell>, targets: Cells, found: &mut dyn FnMut(Cells, &[Cell])) {
    let Some((first, rest)) = choices.split_first() else { return found(targets, wings) };
    for wing in *first {
        let left = targets & wing.peers();
        if !left.is_empty() {
            wings.push(wing);
            each(rest, wings, left, found);
            wings.pop();
        }
    }
}

fn because(grid: &Grid, place: &RectanglePlace, wings: &[Cell]) -> Evidence {
    let RectanglePlace { corners, pair: (a, b) } = *place;
    let all: Cells = corners.into_iter().collect();
    let is_bare = |&cell: &Cell| grid.digits_of(cell) & !(a.bit() | b.bit()) == 0;
    let (floor, roof): (Vec<Cell>, Vec<Cell>) = all.partition(is_bare);
    let variables = |cells: &[Cell]| cells.iter().copied().map(Variable::Cell).collect();
    Evidence::Rectangle(Rectangle {
        digits: [a, b],
        floor: variables(&floor),
        roof: variables(&roof),
        confined: Vec::new(),
        subset: None,
        wings: variables(wings),
    })
}
