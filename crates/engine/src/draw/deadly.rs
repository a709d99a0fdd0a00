//! Marks for cells that could be filled in two ways.

use super::marks::{Marks, Role, Shade, union};
use super::sentences::{names, one_is_true};
use crate::evidence::{Deadly, Hall};
use crate::grid::{Candidate, Candidates, Cells, Digit};

impl Marks {
    /// Marks cells that could be filled in two ways.
    pub(super) fn deadly(&mut self, deadly: &Deadly, candidates: &Candidates) {
        let Deadly { cells, digits, within, guardians, subset } = deadly;
        self.words.house = "no other places here";
        within.iter().for_each(|variable| self.shade(variable.cells(), Shade::House));
        self.words.member = "could be exchanged";
        self.ring(union(cells), digits, guardians.iter().copied(), candidates);
        self.completed_by(subset.as_ref());
    }

    /// Marks digits of cells, and candidates at least one of which is true.
    pub(super) fn ring(
        &mut self, cells: Cells, digits: &[Digit], extras: impl Iterator<Item = Candidate>,
        candidates: &Candidates,
    ) {
        self.words.extra = "one of these is true";
        self.shade(cells, Shade::Cells);
        for &digit in digits {
            self.members(cells, Some(digit), candidates);
        }
        self.add_all(Role::Extra, extras);
    }

    /// Marks the cells of a subset.
    pub(super) fn completed_by(&mut self, subset: Option<&Hall>) {
        let Some((house, is_hidden)) = subset.and_then(Hall::house) else { return };
        self.words.house = "the house of the subset";
        self.shade(house.cells(), Shade::House);
        let cells = subset.map(|set| if is_hidden { &set.transversals } else { &set.variables });
        self.shade(cells.map_or(Cells::EMPTY, |cells| union(cells)), Shade::Cells);
    }
}

pub(super) fn sentence(Deadly { cells, guardians, .. }: &Deadly) -> String {
    format!(
        "{}: otherwise the digits of {} could be exchanged, and there were a second solution.",
        one_is_true(guardians),
        names(cells)
    )
}
