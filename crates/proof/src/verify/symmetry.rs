//! Gurth's symmetrical placement (docs/theory.md, "Uniqueness").
//!
//! A map of cells and digits that takes houses to houses, and the puzzle to itself, takes solutions to
//! solutions. So the only solution is its own image: if the image of a candidate is false, so is the
//! candidate.

use super::state::{State, all_labels, different};
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, Symmetric};
use crate::grid::{Candidate, Cell, House, HouseKind};

/// Map of the cells and digits, checked to take houses to houses: rows and columns are taken to lines, bands
/// and stacks to bands or stacks, and so blocks to blocks.
struct Map<'a> {
    of: &'a Symmetric,
    is_transposed: bool,
}

/// Checks that the images are those of nine lines of a kind: all different, and lines of one band or stack go
/// to lines of one.
fn are_lines(images: &[House], kind: HouseKind) -> Checked<()> {
    ensure(images.len() == 9 && different(images), "there are not nine different images")?;
    ensure(images.iter().all(|image| image.kind() == kind), "the images are not all rows or all columns")?;
    let is_band = |three: &[House]| three.iter().all(|line| line.number() / 3 == three[0].number() / 3);
    ensure(images.chunks(3).all(is_band), "the map divides a band or a stack")
}

impl<'a> Map<'a> {
    fn new(of: &'a Symmetric) -> Checked<Map<'a>> {
        let is_transposed = of.rows.first().is_some_and(|image| image.kind() == HouseKind::Column);
        let [rows, columns] = match is_transposed {
            false => [HouseKind::Row, HouseKind::Column],
            true => [HouseKind::Column, HouseKind::Row],
        };
        are_lines(&of.rows, rows)?;
        are_lines(&of.columns, columns)?;
        ensure(of.digits.len() == 9 && different(&of.digits), "the digits have not nine different images")?;
        Ok(Map { of, is_transposed })
    }

    fn cell(&self, cell: Cell) -> Cell {
        let row = self.of.rows[cell.row()].number();
        let column = self.of.columns[cell.column()].number();
        if self.is_transposed { Cell::at(column, row) } else { Cell::at(row, column) }
    }

    fn image(&self, Candidate { digit, cell }: Candidate) -> Candidate {
        Candidate { digit: self.of.digits[digit.index()], cell: self.cell(cell) }
    }
}

/// Whether a label is a clue, or was a candidate before any step.
fn was_given(state: &State, label: Candidate) -> bool {
    state.had(label) || state.is_clue(label)
}

/// Checks that the map leaves the puzzle as it is, and that each target has a false image, or an image in its
/// own cell with another digit.
pub(super) fn symmetry(claim: &Claim, of: &Symmetric) -> Checked<()> {
    claim.is_of(&[Clause::Symmetry])?;
    let state = claim.state;
    let map = Map::new(of)?;
    let has_clues = all_labels().any(|label| state.is_clue(label));
    ensure(has_clues, "the puzzle has no clues")?;
    let is_kept = |label: Candidate| {
        let image = map.image(label);
        state.is_clue(label) == state.is_clue(image) && was_given(state, label) == was_given(state, image)
    };
    ensure(all_labels().all(is_kept), "the map changes the puzzle")?;
    claim.removes(|&target| {
        let mut image = map.image(target);
        while image != target {
            if !state.is_alive(image) || image.cell == target.cell {
                return true;
            }
            image = map.image(image);
        }
        false
    })
}
