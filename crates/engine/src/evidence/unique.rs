//! Unique and avoidable rectangles.

use super::{Clause, Digit, Hall, hall::members, list};
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
}

impl Rectangle {
    /// All four cells.
    pub fn cells(&self) -> Cells {
        self.floor.iter().chain(&self.roof).fold(Cells::EMPTY, |all, cell| all | cell.cells())
    }

    /// The two places of a variable to which its digit is confined.
    pub(crate) fn ends(&self, confined: Variable) -> [Candidate; 2] {
        let digit = confined.house().map_or(0, |(_, digit)| digit);
        let places = self.cells() & confined.cells();
        [places.min(), places.max()].map(|cell| Candidate::new(digit, cell.unwrap_or_default()))
    }

    /// `unique-rectangle-1: n2 n8 r2c5 r5c4 r5c5 r2c4`: the floor, then the roof; and what else there is.
    pub(super) fn text(&self, (clause, number): (Clause, usize)) -> String {
        let name = match clause {
            Clause::HiddenRectangle => "hidden-unique-rectangle".to_string(),
            Clause::AvoidableRectangle => format!("avoidable-rectangle-{number}"),
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
        text
    }
}
