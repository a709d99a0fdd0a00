//! Almost locked sets that have digits in common.

use super::{Digit, list};
use crate::grid::notation::Variable;
use serde::{Deserialize, Serialize};

/// Almost locked sets, `n` cells with `n + 1` digits each: of two neighbours not both have the common digit
/// between them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlmostLocked {
    /// The cells of each set.
    pub sets: Vec<Vec<Variable>>,
    /// The digit between each set and the next. If there are as many as sets, the last is between the last
    /// and the first.
    pub commons: Vec<Digit>,
}

impl AlmostLocked {
    /// `[r1c2 r1c3] -5- [r4c2 r6c2]`; ` -7-` behind it if the last is linked to the first.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (k, cells) in self.sets.iter().enumerate() {
            text += &format!("[{}]", list(cells, " "));
            if let Some(digit) = self.commons.get(k) {
                let end = if k + 1 == self.sets.len() { "" } else { " " };
                text += &format!(" -{digit}-{end}");
            }
        }
        text
    }
}

/// Cells of a house, *n* with *n* + *k* digits, and for *k* + 1 of these an almost locked set that cannot
/// have the digit if one of the cells does. Of one cell that is each of its digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blossom {
    /// The cells.
    pub stem: Vec<Variable>,
    /// The digits, and the cells of the set for each.
    pub petals: Vec<(Digit, Vec<Variable>)>,
}

impl Blossom {
    /// `r5c5 1 [r5c1 r5c3] 2 [r1c5 r2c5]`; the cells of a stem of several in brackets.
    pub(super) fn text(&self) -> String {
        let petal = |(digit, cells): &(Digit, Vec<Variable>)| format!("{digit} [{}]", list(cells, " "));
        let petals = list(self.petals.iter().map(petal), " ");
        match &self.stem[..] {
            [cell] => format!("{cell} {petals}"),
            cells => format!("[{}] {petals}", list(cells, " ")),
        }
    }
}

/// Two cells, and almost locked sets that would lose two digits if the cells held them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlignedPair {
    /// The two cells.
    pub cells: [Variable; 2],
    /// The cells of each set.
    pub sets: Vec<Vec<Variable>>,
}

impl AlignedPair {
    /// `r1c2 r3c5 [r1c4 r1c5] [r3c2]`.
    pub(super) fn text(&self) -> String {
        let sets = self.sets.iter().map(|set| format!(" [{}]", list(set, " ")));
        format!("{}{}", list(self.cells, " "), list(sets, ""))
    }
}
