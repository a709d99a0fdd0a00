//! Wings of three cells: XY-Wing and XYZ-Wing.

use super::list;
use super::players::{Told, names};
use crate::grid::notation::Variable;
use serde::{Deserialize, Serialize};

/// A cell of two or three candidates, and two bivalue cells that it sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wing {
    /// The cell that sees the others.
    pub pivot: Variable,
    /// The bivalue cells.
    pub wings: [Variable; 2],
}

impl Wing {
    /// Formats the cells, the pivot first: `r1c1 r1c5 r3c2`.
    pub(crate) fn text(&self) -> String {
        format!("{} {}", self.pivot, list(self.wings, " "))
    }

    /// Formats the cells, the pivot first if the digits are unknown: `1/2/3 in r1c15,r3c2`.
    pub(super) fn for_players(&self, told: Told) -> String {
        let Wing { pivot, wings: [a, b] } = self;
        let cells = [*pivot, *a, *b];
        match told.digits(&cells, "/") {
            Some(digits) => format!("{digits} in {}", names(&cells)),
            None => list(cells, ","),
        }
    }
}
