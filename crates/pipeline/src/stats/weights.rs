//! Puzzles counted by number of clues, and the weight of a puzzle by its number of clues.

use super::square;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::ops::{AddAssign, Index};

/// Puzzles by number of clues, 0 to 81.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByClues([u64; 82]);

impl ByClues {
    /// No puzzles.
    pub const NONE: ByClues = ByClues([0; 82]);

    /// Counts a puzzle with this many clues.
    pub fn add(&mut self, clues: usize) {
        self.add_all(clues, 1);
    }

    /// Counts `puzzles` puzzles with `clues` clues.
    pub fn add_all(&mut self, clues: usize, puzzles: u64) {
        self.0[clues] += puzzles;
    }

    /// Returns the number of all puzzles.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the numbers of clues that occur, with their puzzles.
    pub fn present(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.0.iter().copied().enumerate().filter(|&(_, puzzles)| puzzles > 0)
    }

    /// Keeps only the puzzles with this many clues; all of them for `None`.
    pub fn with(&self, clues: Option<usize>) -> ByClues {
        let Some(clues) = clues else { return self.clone() };
        let mut part = ByClues::NONE;
        part.0[clues] = self.0[clues];
        part
    }
}

/// Serialises the numbers of clues that occur, with their puzzles.
impl Serialize for ByClues {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.present())
    }
}

impl<'de> Deserialize<'de> for ByClues {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ByClues, D::Error> {
        let mut counts = ByClues::NONE;
        for (clues, puzzles) in Vec::<(usize, u64)>::deserialize(from)? {
            let count = counts.0.get_mut(clues);
            *count.ok_or_else(|| D::Error::custom("there are 81 cells"))? = puzzles;
        }
        Ok(counts)
    }
}

impl Default for ByClues {
    fn default() -> ByClues {
        ByClues::NONE
    }
}

impl Index<usize> for ByClues {
    type Output = u64;

    fn index(&self, clues: usize) -> &u64 {
        &self.0[clues]
    }
}

impl AddAssign<&ByClues> for ByClues {
    fn add_assign(&mut self, other: &ByClues) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine += theirs);
    }
}

/// Weight of a puzzle, by its number of clues.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Weights {
    /// Equal weights.
    #[default]
    Equal,
    /// Correction factors for collections of the controlled-bias generator. In such a collection, minimal
    /// puzzles with n + 1 clues are rarer, relative to minimal puzzles with n clues, by the factor (n + 1) /
    /// (81 − n) than among all minimal puzzles (Berthier, PBCS §6.3). Means weighted by these factors are
    /// unbiased estimates for all minimal puzzles.
    ControlledBias,
}

impl Weights {
    /// Names on the command line.
    pub const NAMES: [(&'static str, Weights); 2] =
        [("equal", Weights::Equal), ("controlled-bias", Weights::ControlledBias)];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        Weights::NAMES.iter().find(|named| named.1 == self).map_or("", |named| named.0)
    }

    /// Returns the total weight of these puzzles.
    pub(crate) fn mass(self, puzzles: &ByClues) -> f64 {
        // An empty sum is −0.
        0.0 + puzzles.present().map(|(clues, puzzles)| self.of(clues) * puzzles as f64).sum::<f64>()
    }

    /// Returns the weight of a puzzle with this many clues; 1 for 26 clues.
    pub fn of(self, clues: usize) -> f64 {
        // cf(26) = 1 and cf(n + 1) = cf(n) · (81 − n) / (n + 1).
        let factor = |n: usize| (81 - n) as f64 / (n + 1) as f64;
        match self {
            Weights::Equal => 1.0,
            Weights::ControlledBias if clues >= 26 => (26..clues).map(factor).product(),
            Weights::ControlledBias => (clues..26).map(factor).product::<f64>().recip(),
        }
    }
}

/// Number estimated from a collection.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub value: f64,
    /// Standard error, if the puzzles of the collection are drawn independently of one another (for a
    /// weighted mean, the error of a ratio: √Σw²(x − mean)² / Σw).
    pub error: f64,
}

/// Estimates the share of `part` in `whole`, which contains it; `None` if `whole` is empty.
pub fn share(part: &ByClues, whole: &ByClues, weights: Weights) -> Option<Estimate> {
    let all = weights.mass(whole);
    if all == 0.0 {
        return None;
    }
    let value = weights.mass(part) / all;
    let spread = |(clues, puzzles): (usize, u64)| {
        let (inside, outside) = (part[clues] as f64, (puzzles - part[clues]) as f64);
        square(weights.of(clues)) * (inside * square(1.0 - value) + outside * square(value))
    };
    Some(Estimate { value, error: whole.present().map(spread).sum::<f64>().sqrt() / all })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correction_factors_are_the_published_ones() {
        // Published with CSP-Rules (PBCS §6.3).
        let published = [
            (19, 0.00134),
            (20, 0.00415),
            (21, 0.0120),
            (22, 0.0329),
            (23, 0.0843),
            (24, 0.204),
            (25, 0.464),
            (26, 1.0),
            (27, 2.037),
            (28, 3.929),
            (29, 7.180),
            (30, 12.445),
            (31, 20.474),
            (32, 31.99),
        ];
        for (clues, factor) in published {
            let ours = Weights::ControlledBias.of(clues);
            assert!((ours / factor - 1.0).abs() < 0.005, "{clues}: {ours} for {factor}");
        }
    }
}
