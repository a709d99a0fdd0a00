//! Unique and avoidable rectangles; other cells that could be filled in two ways.

use super::{Clause, Digit, Hall, explained::set_text, hall::members, list};
use crate::grid::notation::{self, Variable, house_name};
use crate::grid::{Candidate, Cells};
use serde::{Deserialize, Serialize};

/// Four cells that cannot hold two digits crosswise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rectangle {
    /// The two digits.
    pub digits: [Digit; 2],
    /// The cells that hold no other digits, or of an avoidable rectangle the two.
    pub floor: Vec<Variable>,
    /// The others.
    pub roof: Vec<Variable>,
    /// Variables of one of the digits that have no candidates but two of the rectangle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub confined: Vec<Variable>,
    /// Cells that with the roof, as one cell with its extra digits, are a naked subset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subset: Option<Hall>,
    /// Cells with two digits, one of them that of the targets, for each other digit of the roof.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wings: Vec<Variable>,
}

impl Rectangle {
    /// All four cells.
    pub fn cells(&self) -> Cells {
        self.floor.iter().chain(&self.roof).fold(Cells::EMPTY, |all, cell| all | cell.cells())
    }

    /// The two places of a variable to which its digit is confined.
    #[doc(hidden)]
    pub fn ends(&self, confined: Variable) -> [Candidate; 2] {
        let digit = confined.house().map_or(0, |(_, digit)| digit);
        let places = self.cells() & confined.cells();
        [places.min(), places.max()].map(|cell| Candidate::new(digit, cell.unwrap_or_default()))
    }

    /// `unique-rectangle-1: n2 n8 r2c5 r5c4 r5c5 r2c4`: the floor, then the roof; and what else there is.
    pub(super) fn text(&self, (clause, number): (Clause, usize)) -> String {
        let name = match clause {
            Clause::HiddenRectangle => "hidden-unique-rectangle".to_string(),
            Clause::AvoidableRectangle => format!("avoidable-rectangle-{number}"),
            Clause::LinkedRectangle => "ur-strong-link".to_string(),
            Clause::LinkedAvoidable => "hidden-avoidable-rectangle".to_string(),
            Clause::WingedRectangle => "ur-wing".to_string(),
            _ => format!("unique-rectangle-{number}"),
        };
        let digits = list(self.digits.map(|Digit(digit)| format!("n{}", digit + 1)), " ");
        let corners = list(self.floor.iter().chain(&self.roof), " ");
        let mut text = format!("{name}: {digits} {corners}");
        for &variable in &self.confined {
            let [left, right] = self.ends(variable);
            text += &format!(" - {}", notation::link(variable, left, Some(right)));
        }
        if let Some(hall) = &self.subset
            && let Some((house, _)) = hall.house()
        {
            let (cells, digits) = (members(house, &hall.variables), members(house, &hall.transversals));
            text += &format!(" - {}{{{cells}}}{{{digits}}}", house_name(house));
        }
        if !self.wings.is_empty() {
            text += &format!(" - {}", list(&self.wings, " "));
        }
        text
    }
}

/// Cells that hold some digits only, so that these could be exchanged, if none of the guardians is true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deadly {
    /// The cells.
    pub cells: Vec<Variable>,
    /// The digits.
    pub digits: Vec<Digit>,
    /// Digits in houses that they have in two of the cells, but for guardians.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<Variable>,
    /// Candidates of which one is true.
    pub guardians: Vec<Candidate>,
    /// Cells that with those of the guardians, as one cell with their digits, are a naked subset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subset: Option<Hall>,
}

impl Deadly {
    /// `n1 n2 n3 r1c1 r1c4 … but for n4r1c1 n5r2c4 - c1{r4 r7}{n2 n8}`, `n1 n2 r1c1 … by r1n1 r1n2 but for
    /// …`.
    pub(super) fn text(&self) -> String {
        let digits = list(self.digits.iter().map(|Digit(digit)| format!("n{}", digit + 1)), " ");
        let (cells, guardians) = (list(&self.cells, " "), list(&self.guardians, " "));
        let by = if self.within.is_empty() { "" } else { " by " };
        let within = list(&self.within, " ");
        format!("{digits} {cells}{by}{within} but for {guardians}{}", set_text(&self.subset))
    }
}
