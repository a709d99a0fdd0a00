//! Gurth's symmetrical placement: rows, columns and digits can be exchanged so that the puzzle stays as it
//! is. The only solution then stays as it is, too (docs/theory.md, "Uniqueness").
//!
//! ```text
//!   · · 4 │ · · ·      rotated by 180 degrees, 4 comes where 7 was, and 7 where 4 was: so candidates of
//!   · ×   │   ⊗ ·      opposite cells correspond, and the cell in the middle holds a digit that is its own
//!   · · · │ 7 · ·      image
//! ```

use crate::budget::Within;
use crate::canon::{Canon, Symmetry};
use crate::evidence::{Evidence, Symmetric};
use crate::grid::{Candidate, Candidates, Digit, Grid, House};
use crate::one_solution::OneSolution;
use crate::rule::Findings;
use crate::state::State;

pub(in super::super) fn find(one: &OneSolution, state: &mut State, _: u8, found: &mut Findings) -> Within {
    let first = one.first();
    let clues = first.planes.map(|plane| plane & first.placed());
    if clues.iter().all(|plane| plane.is_empty()) {
        // A sukaku has no clues.
        return Ok(());
    }
    let grid = state.grid();
    let mut known: Vec<Candidates> = Vec::new();
    for symmetry in Canon::default().automorphisms(&clues) {
        if symmetry.apply(&first.planes) != first.planes {
            continue;
        }
        let map = Symmetric::from(&symmetry);
        let targets: Candidates = grid.candidates().iter().filter(|&one| is_false(grid, &map, one)).collect();
        // A symmetry and its inverse prove the same.
        if !known.contains(&targets) {
            found.eliminate(&targets, || Evidence::Symmetry(map));
            known.push(targets);
        }
    }
    Ok(())
}

/// Whether an image of a candidate is false, or is another digit of the same cell.
fn is_false(grid: &Grid, map: &Symmetric, one: Candidate) -> bool {
    let mut image = image(map, one);
    while image != one {
        if !grid.allows(image) || image.cell == one.cell {
            return true;
        }
        image = self::image(map, image);
    }
    false
}

fn image(map: &Symmetric, Candidate { digit, cell }: Candidate) -> Candidate {
    let lines = map.rows[cell.row()].cells() & map.columns[cell.column()].cells();
    Candidate::new(map.digits[digit.index()], lines.first().unwrap_or(cell))
}

impl From<&Symmetry> for Symmetric {
    fn from(symmetry: &Symmetry) -> Symmetric {
        let line = |is_column: bool, number: u8| match is_column {
            false => House::row(number.into()),
            true => House::column(number.into()),
        };
        let (rows, columns, digits) = symmetry.images();
        let is_transposed = symmetry.is_transposed();
        Symmetric {
            rows: rows.map(|row| line(is_transposed, row)).to_vec(),
            columns: columns.map(|column| line(!is_transposed, column)).to_vec(),
            digits: digits.map(|digit| Digit::new(digit.into())).to_vec(),
        }
    }
}
