//! Unique and avoidable rectangles; other cells that could be filled in two ways.

use super::pattern::Pattern;
use super::players::cells_of;
use super::{Clause, Evidence, Hall, Notation, RuleKind, Strong, hall, list};
use crate::grid::notation::{self, Variable};
use crate::grid::{Candidate, Cells, Digit};
use serde::{Deserialize, Serialize};

/// Four cells that cannot hold two digits crosswise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rectangle {
    /// The two digits.
    pub digits: [Digit; 2],
    /// Corners without other digits; in an avoidable rectangle, the corners with values.
    pub floor: Vec<Variable>,
    /// The other corners.
    pub roof: Vec<Variable>,
    /// Variables of one of the digits whose only candidates are two corners.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub confined: Vec<Variable>,
    /// Cells that form a naked subset with the roof, which counts as one cell with its extra digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subset: Option<Hall>,
    /// Bivalue cells, one for each other digit of the roof, all with the digit of the targets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wings: Vec<Variable>,
}

impl Rectangle {
    /// Returns all four cells.
    pub fn cells(&self) -> Cells {
        self.floor.iter().chain(&self.roof).fold(Cells::EMPTY, |all, cell| all | cell.cells())
    }

    /// Returns the two places to which the digit of a variable is confined.
    #[doc(hidden)]
    pub fn ends(&self, confined: Variable) -> [Candidate; 2] {
        let digit = confined.house().map_or(0, |(_, digit)| digit.index());
        let places = self.cells() & confined.cells();
        [places.min(), places.max()].map(|cell| Candidate::new(Digit::new(digit), cell.unwrap_or_default()))
    }

    /// Formats the floor, the roof and any further parts: `unique-rectangle-1: n2 n8 r2c5 r5c4 r5c5 r2c4`.
    pub(super) fn pattern(&self, RuleKind { clause, number, .. }: RuleKind) -> Pattern {
        let name = match clause {
            Clause::HiddenRectangle => "hidden-unique-rectangle".to_string(),
            Clause::AvoidableRectangle => format!("avoidable-rectangle-{number}"),
            Clause::LinkedRectangle => "ur-strong-link".to_string(),
            Clause::LinkedAvoidable => "hidden-avoidable-rectangle".to_string(),
            Clause::WingedRectangle => "ur-wing".to_string(),
            _ => format!("unique-rectangle-{number}"),
        };
        let digits = list(self.digits, " ");
        let corners = list(self.floor.iter().chain(&self.roof), " ");
        let mut text = format!("{digits} {corners}");
        for &variable in &self.confined {
            let [left, right] = self.ends(variable);
            text += &format!(" - {}", notation::link(variable, left, Some(right)));
        }
        text += &hall::completion(&self.subset, Notation::Nrc);
        if !self.wings.is_empty() {
            text += &format!(" - {}", list(&self.wings, " "));
        }
        Pattern::new(name, text)
    }
}

/// Cells with a few digits that could be exchanged if none of the guardians were true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deadly {
    /// The cells.
    pub cells: Vec<Variable>,
    /// The digits.
    pub digits: Vec<Digit>,
    /// Digits in houses. Apart from guardians, each has only two places in its house, both in the cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<Variable>,
    /// Candidates, at least one of which is true.
    pub guardians: Vec<Candidate>,
    /// Cells that form a naked subset with the cells of the guardians, which count as one cell with their
    /// digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subset: Option<Hall>,
}

impl Evidence {
    /// Returns the cells of each pattern whose digits a second solution would exchange; none for graves,
    /// which never have one solution. `None` if another argument assumes one solution.
    pub fn exchanged(&self) -> Option<Vec<Cells>> {
        let of_links = |links: &mut dyn Iterator<Item = &Strong>| -> Vec<Cells> {
            let rectangles = links.filter(|link| !link.digits.is_empty());
            rectangles.map(|link| cells_of(&link.by)).collect()
        };
        Some(match self {
            Evidence::Rectangle(of) => vec![of.cells()],
            Evidence::Deadly(of) => vec![cells_of(&of.cells)],
            Evidence::BivalueLoop(of) => vec![cells_of(&of.cells)],
            Evidence::Links(links) => of_links(&mut links.iter()),
            Evidence::Rings(rings) => of_links(&mut rings.iter().flatten()),
            Evidence::Symmetry(_) => return None,
            _ => Vec::new(),
        })
    }
}

impl Deadly {
    /// Formats as `n1 n2 n3 r1c1 r1c4 … but for n4r1c1 n5r2c4 - c1{r4 r7}{n2 n8}`, `n1 n2 r1c1 … by r1n1 r1n2
    /// but for …`.
    pub(super) fn text(&self, notation: Notation) -> String {
        let digits = list(self.digits.iter().map(|&digit| notation.digit(digit)), " ");
        let guardians = list(self.guardians.iter().map(|&one| notation.candidate(one)), " ");
        let by = if self.within.is_empty() { "" } else { " by " };
        let within = list(self.within.iter().map(|&one| notation.variable(one)), " ");
        let (cells, subset) = (list(&self.cells, " "), hall::completion(&self.subset, notation));
        format!("{digits} {cells}{by}{within} but for {guardians}{subset}")
    }
}
