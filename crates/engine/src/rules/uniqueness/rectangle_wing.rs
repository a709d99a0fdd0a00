//! Unique rectangles with a wing (UR-XY-wing, UR-XYZ-wing, UR-WXYZ-wing): one of the other candidates of the
//! corners is true. They are like those of a pivot: for each of their digits but one, *z*, there is a cell
//! with this digit and *z* that sees all corners with it. So *z* is in one of these cells, or in a corner
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
use crate::evidence::{Digit, Evidence, Rectangle};
use crate::grid::{Candidates, Cells, Grid, PEERS, bits, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(state: &mut State, _: u8, found: &mut Findings) -> Within {
    let (grid, AllRectangles(all)) = all_rectangles(state);
    let cells = bivalue(grid);
    for place @ &(corners, (a, b)) in &all.unique {
        let all: Cells = corners.into_iter().collect();
        let extras = all.fold(0, |extras, cell| extras | grid.digits_of(cell)) & !(1 << a | 1 << b);
        if !(2..=4).contains(&extras.count_ones()) {
            continue;
        }
        let holders = |digit: usize| all & grid.open_plane(digit);
        let seen = |cells: Cells| cells.fold(Cells::ALL, |seen, cell| seen & PEERS[cell]);
        for z in 0..9 {
            let others: Vec<usize> = bits(extras & !(1 << z)).collect();
            // For each other digit the cells with it and z.
            let choices = others.iter().map(|&digit| {
                let wings = cells & grid.open_plane(digit) & grid.open_plane(z) & seen(holders(digit));
                wings - all
            });
            let choices: Vec<Cells> = choices.collect();
            let own = if extras >> z & 1 != 0 { seen(holders(z)) } else { Cells::ALL };
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

/// One cell of each of the choices, all seen by some target.
fn each(choices: &[Cells], wings: &mut Vec<usize>, targets: Cells, found: &mut dyn FnMut(Cells, &[usize])) {
    let Some((first, rest)) = choices.split_first() else { return found(targets, wings) };
    for wing in *first {
        let left = targets & PEERS[wing];
        if !left.is_empty() {
            wings.push(wing);
            each(rest, wings, left, found);
            wings.pop();
        }
    }
}

fn because(grid: &Grid, &(corners, (a, b)): &RectanglePlace, wings: &[usize]) -> Evidence {
    let all: Cells = corners.into_iter().collect();
    let is_bare = |&cell: &usize| grid.digits_of(cell) & !(1 << a | 1 << b) == 0;
    let (floor, roof): (Vec<usize>, Vec<usize>) = all.partition(is_bare);
    let variables = |cells: &[usize]| cells.iter().map(|&cell| Variable::Cell(cell as u8)).collect();
    Evidence::Rectangle(Rectangle {
        digits: [a, b].map(|digit| Digit(digit as u8)),
        floor: variables(&floor),
        roof: variables(&roof),
        confined: Vec::new(),
        subset: None,
        wings: variables(wings),
    })
}
