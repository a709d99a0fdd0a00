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

/// Returns the sentence about the patterns of a digit, the ways to place it in all houses.
pub(super) fn sentence(templates: &Templates) -> String {
    let (candidate, is_true, counted) = match templates {
        Templates::None(digit) => return format!("No way to place all {}s is left.", digit.number()),
        Templates::Disputed(cell) => return format!("Every way to place either of two digits takes {cell}."),
        Templates::NoneThrough { candidate, counted } => (candidate, false, counted),
        Templates::AllThrough { candidate, counted } => (candidate, true, counted),
    };
    let (digit, cell) = (candidate.digit.number(), candidate.cell);
    let (number, which) = match counted {
        Counted::Live(live) => (format!("{live} "), ""),
        Counted::Left { .. } => (String::new(), " that are left"),
        Counted::Out { .. } => (String::new(), " that agree with the other digits"),
    };
    let ways = format!("of the {number}ways to place all {digit}s{which}");
    if is_true { format!("All {ways} take {cell}.") } else { format!("None {ways} takes {cell}.") }
}
