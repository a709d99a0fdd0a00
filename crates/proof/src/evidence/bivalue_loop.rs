//! Loops of cells with the same two digits: unique loops, unique rectangles and bivalue oddagons.

use super::{Hall, hall, list};
use crate::grid::{Digit, notation::Variable};
use serde::{Deserialize, Serialize};

/// Cells that could hold two digits alternately, except for the extra candidates of some.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BivalueLoop {
    /// The cells, in order.
    pub cells: Vec<Variable>,
    /// The two digits.
    pub digits: Vec<Digit>,
    /// Cells and digits that form a subset with two cells of the loop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subset: Option<Hall>,
}

impl BivalueLoop {
    /// Formats as `n1 n2 r1c1 r1c4 … - c1{r4 r7}{n2 n8}`.
    pub(super) fn text(&self) -> String {
        let (digits, cells) = (list(&self.digits, " "), list(&self.cells, " "));
        format!("{digits} {cells}{}", hall::completion(&self.subset))
    }
}
