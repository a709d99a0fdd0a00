//! Digits that a row and a column have in few cells outside the block where they cross.

use super::{Digit, list};
use crate::grid::notation::Variable;
use serde::{Deserialize, Serialize};

/// Digits, each in one of three cells: where a row and a column cross, one of the row and one of the column,
/// outside whose block these have no other places for them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Firework {
    /// Where the row and the column cross.
    pub corner: Variable,
    /// The cell of the row, and that of the column.
    pub wings: [Variable; 2],
    /// The digits.
    pub digits: Vec<Digit>,
}

/// `r1c1{r1c5 r6c1}{n1 n2} and r6c5{r6c1 r1c5}{n3 n4}`.
pub(super) fn text(fireworks: &[Firework]) -> String {
    let one = |Firework { corner, wings, digits }: &Firework| {
        let digits = list(digits.iter().map(|digit| format!("n{digit}")), " ");
        format!("{corner}{{{}}}{{{digits}}}", list(wings, " "))
    };
    list(fireworks.iter().map(one), " and ")
}
