//! Loops of cells with the same two digits: unique loops, unique rectangles and bivalue oddagons.

use super::{Hall, Notation, eureka, hall, list};
use crate::grid::{Digit, notation::Variable};
use serde::{Deserialize, Serialize};

/// Cells that could hold two digits alternately, except for the extra candidates of some.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BivalueLoop<V = Variable> {
    /// The cells, in order.
    pub cells: Vec<Variable>,
    /// The two digits.
    pub digits: Vec<Digit>,
    /// Cells and digits that form a subset with two cells of the loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subset: Option<Hall<V>>,
}

impl<V> BivalueLoop<V> {
    /// Formats as `n1 n2 r1c1 r1c4 …`, without the subset.
    pub(crate) fn around(&self) -> String {
        format!("{} {}", list(&self.digits, " "), list(&self.cells, " "))
    }
}

impl BivalueLoop {
    /// Formats as `n1 n2 r1c1 r1c4 … - c1{r4 r7}{n2 n8}`.
    pub(super) fn text(&self) -> String {
        self.around() + &hall::completion(&self.subset, Notation::Nrc)
    }

    /// Formats as `1/2 in r1c1,r1c4,r5c4,r5c1`, the cells in the order of the loop.
    pub(super) fn for_players(&self) -> String {
        let BivalueLoop { cells, digits, subset } = self;
        let digits = list(digits.iter().map(|digit| digit.number()), "/");
        format!("{digits} in {}{}", list(cells, ","), eureka::completion(subset))
    }
}
