//! Symmetries of a puzzle: Gurth's symmetrical placement.

use super::{Notation, list};
use crate::grid::{Digit, House};
use serde::{Deserialize, Serialize};

/// Map of the cells and digits that leaves the puzzle as it is. A cell's image lies where the images of its
/// row and its column cross.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Symmetric {
    /// Images of the rows, from the first: all rows, or all columns.
    pub rows: Vec<House>,
    /// Images of the columns, from the first: all columns, or all rows.
    pub columns: Vec<House>,
    /// Images of the digits, from 1.
    pub digits: Vec<Digit>,
}

impl Symmetric {
    /// Formats as `{r9 r8 … r1}{c9 c8 … c1}{n1 n3 … n2}`.
    pub(super) fn text(&self, notation: Notation) -> String {
        format!(
            "{{{}}}{{{}}}{{{}}}",
            list(&self.rows, " "),
            list(&self.columns, " "),
            list(self.digits.iter().map(|&digit| notation.digit(digit)), " ")
        )
    }
}
