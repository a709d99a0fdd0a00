//! Aligned pair and triplet exclusion.

use super::{list, players::names};
use crate::grid::notation::Variable;
use serde::{Deserialize, Serialize};

/// Aligned cells, and cells that their assignments must not empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlignedExclusion {
    /// The aligned cells.
    pub cells: Vec<Variable>,
    /// The other cells, which all aligned cells see.
    pub excluders: Vec<Variable>,
}

impl AlignedExclusion {
    /// Formats as `r1c1 r1c2 seen by r1c5 r2c3`.
    pub(crate) fn text(&self) -> String {
        format!("{} seen by {}", list(&self.cells, " "), list(&self.excluders, " "))
    }

    /// Formats as `r1c12 seen by r1c5,r2c3`.
    pub(super) fn for_players(&self) -> String {
        format!("{} seen by {}", names(&self.cells), names(&self.excluders))
    }
}
