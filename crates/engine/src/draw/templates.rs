//! Marks for conclusions from the patterns of a digit.

use super::marks::{Marks, Role, Shade};
use crate::evidence::{Counted, Templates};
use crate::grid::{Candidate, Candidates, Cells, Digit};
use crate::templates::Label;

impl Marks {
    /// Marks the places of the digit, and those of the first pattern named.
    pub(super) fn templates(&mut self, templates: &Templates, candidates: &Candidates) {
        self.words.member = "places of the digit";
        let (digit, counted) = match templates {
            Templates::None(digit) => (*digit, None),
            Templates::Disputed(cell) => {
                self.words.empty = "in every pattern of two digits";
                return self.shade(cell.cells(), Shade::Empty);
            }
            Templates::NoneThrough { candidate, counted } | Templates::AllThrough { candidate, counted } => {
                (candidate.digit, Some(counted))
            }
        };
        let first = match counted {
            Some(Counted::Out { first, .. }) => first.first(),
            _ => None,
        };
        let first = first.and_then(|gone| Label::new(gone.pattern.label));
        let first = first.map_or(Cells::EMPTY, Label::cells);
        self.words.extra = "the first pattern named";
        let digit = digit.index();
        let (places, label) = (candidates.0[digit], |cell| Candidate::new(Digit::new(digit), cell));
        self.add_all(Role::Member, (places - first).map(label));
        self.add_all(Role::Extra, (places & first).map(label));
    }
}
