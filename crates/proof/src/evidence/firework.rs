//! Digits with few places in a row and a column outside the block where the lines cross.

use super::{Notation, list};
use crate::grid::Digit;
use crate::grid::notation::Variable;
use serde::{Deserialize, Serialize};

/// Digits confined to three cells: the crossing of a row and a column, one cell of the row and one of the
/// column. Outside the block of the crossing, the lines have no other places for the digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Firework {
    /// The crossing of the row and the column.
    pub corner: Variable,
    /// The cell of the row and the cell of the column.
    pub wings: [Variable; 2],
    /// The digits.
    pub digits: Vec<Digit>,
}

/// Formats as `r1c1{r1c5 r6c1}{n1 n2} and r6c5{r6c1 r1c5}{n3 n4}`.
pub(super) fn text(fireworks: &[Firework], notation: Notation) -> String {
    let one = |Firework { corner, wings, digits }: &Firework| {
        let digits = list(digits.iter().map(|&digit| notation.digit(digit)), " ");
        format!("{corner}{{{}}}{{{digits}}}", list(wings, " "))
    };
    list(fireworks.iter().map(one), " and ")
}
