//! Marks for fireworks.

use super::marks::{Marks, Role, Shade, held_in, union};
use crate::evidence::{Evidence, Firework};
use crate::grid::{Candidate, Candidates};

impl Marks {
    /// Marks the cells and their digits.
    pub(super) fn fireworks(&mut self, fireworks: &[Firework], candidates: &Candidates) {
        self.words.cells = "as many cells as digits";
        self.words.house = "few places for them here";
        self.words.member = "the digits";
        for Firework { corner, wings, digits } in fireworks {
            let all = union(&[*corner, wings[0], wings[1]]);
            self.shade(all, Shade::Cells);
            for digit in digits {
                let of = |c: &Candidate| c.digit == *digit;
                self.add_all(Role::Member, held_in(candidates, all).filter(of));
            }
            let cell = corner.cells().first().unwrap_or_default();
            let [row, column, _] = cell.houses();
            self.shade(row.cells() | column.cells(), Shade::House);
        }
    }
}

pub(super) fn sentence(all: &[Firework]) -> String {
    let text = Evidence::Fireworks(all.to_vec()).text();
    format!("These cells are all that the digits have outside of a block in a row and a column: {text}.")
}
