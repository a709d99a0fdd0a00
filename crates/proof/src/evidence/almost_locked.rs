//! Almost locked sets with digits in common.

use super::players::{Told, names};
use super::{Notation, eureka, list};
use crate::grid::Digit;
use crate::grid::notation::Variable;
use serde::{Deserialize, Serialize};

/// Chain of almost locked sets, `n` cells with `n + 1` digits each: at most one of two neighbours holds the
/// digit common to them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlmostLocked {
    /// The cells of each set.
    pub sets: Vec<Vec<Variable>>,
    /// The digit between each set and the next. If there are as many digits as sets, the last joins the last
    /// set to the first.
    pub commons: Vec<Digit>,
}

impl AlmostLocked {
    /// Formats as `[r1c2 r1c3] -5- [r4c2 r6c2]`; a final ` -7-` links the last set to the first.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (k, cells) in self.sets.iter().enumerate() {
            text += &format!("[{}]", list(cells, " "));
            if let Some(digit) = self.commons.get(k) {
                let end = if k + 1 == self.sets.len() { "" } else { " " };
                text += &format!(" -{}-{end}", digit.number());
            }
        }
        text
    }

    /// Formats the sets as a chain, or else with their digits.
    pub(super) fn for_players(&self, told: Told) -> String {
        eureka::almost_locked(self, told.step).unwrap_or_else(|| self.with_digits(told))
    }

    /// Formats as `A=r1c568 {1568}, B=r6c123567 {1256789}, X=1,6`, or, with more sets, as
    /// `[r1c56] -1- [r6c12] -6- [r2c4]`.
    fn with_digits(&self, told: Told) -> String {
        let AlmostLocked { sets, commons } = self;
        let [a, b] = &sets[..] else {
            let common =
                |k: usize| commons.get(k).map_or(String::new(), |one| format!(" -{}- ", one.number()));
            let set = |(k, set): (usize, &Vec<Variable>)| format!("[{}]{}", names(set), common(k));
            return list(sets.iter().enumerate().map(set), "").trim_end().to_string();
        };
        let set = |cells: &[Variable]| match told.digits(cells, "") {
            Some(digits) => format!("{} {{{digits}}}", names(cells)),
            None => names(cells),
        };
        let mut commons: Vec<u8> = commons.iter().map(|digit| digit.number()).collect();
        commons.sort_unstable();
        format!("A={}, B={}, X={}", set(a), set(b), list(commons, ","))
    }
}

/// Formats bent cells: `{r1c2 r1c5 r2c2} n3`.
pub(super) fn bent(cells: &[Variable], digit: Digit, notation: Notation) -> String {
    format!("{{{}}} {}", list(cells, " "), notation.digit(digit))
}

/// Cells of a house, *n* with *n* + *k* digits, and for *k* + 1 of the digits an almost locked set that
/// cannot hold the digit if one of the cells does. If *n* is 1, these are all digits of the cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blossom {
    /// The cells.
    pub stem: Vec<Variable>,
    /// The digits and the cells of each digit's set.
    pub petals: Vec<(Digit, Vec<Variable>)>,
}

impl Blossom {
    /// Formats as `r5c5 1 [r5c1 r5c3] 2 [r1c5 r2c5]`; brackets enclose a stem of several cells.
    pub(super) fn text(&self) -> String {
        let petal =
            |(digit, cells): &(Digit, Vec<Variable>)| format!("{} [{}]", digit.number(), list(cells, " "));
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
    /// Formats as `r1c2 r3c5 [r1c4 r1c5] [r3c2]`.
    pub(super) fn text(&self) -> String {
        let sets = self.sets.iter().map(|set| format!(" [{}]", list(set, " ")));
        format!("{}{}", list(self.cells, " "), list(sets, ""))
    }
}
