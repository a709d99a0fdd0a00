//! Puzzles counted by two numbers and by their number of clues, in bounded memory.

use super::{ByClues, Number};
use std::collections::BTreeMap;

/// Maximum number of separate classes; beyond it, values are rounded.
const MOST: usize = 100_000;

/// Significant digits of the first rounding.
const FIRST: usize = 3;

pub trait Class: Default {
    fn join(&mut self, other: Self);
}

impl Class for u64 {
    fn join(&mut self, other: u64) {
        *self += other;
    }
}

/// Classes keyed by a pair of values (or one value and 0) and a number of clues, mostly with a count of
/// puzzles. Ratings have a few hundred classes. A number with too many different values is rounded to three
/// significant digits, or to two if necessary. All its values are rounded, so that the order of the puzzles
/// does not matter.
///
/// ```text
///   (a, b, clues) ─▶ class
/// ```
#[derive(Clone, Default)]
pub struct Classes<V> {
    classes: BTreeMap<(Number, Number, usize), V>,
    /// Significant digits that are kept, if not all.
    digits: Option<usize>,
}

impl<V: Class> Classes<V> {
    pub fn add(&mut self, a: f64, b: f64, clues: usize, what: V) {
        self.change(a, b, clues, |class| class.join(what));
    }

    pub fn change(&mut self, a: f64, b: f64, clues: usize, change: impl FnOnce(&mut V)) {
        let key = self.key(a, b, clues);
        change(self.classes.entry(key).or_default());
        while self.classes.len() > MOST && self.digits != Some(1) {
            self.digits = Some(self.digits.map_or(FIRST, |digits| digits - 1));
            for ((Number(a), Number(b), clues), class) in std::mem::take(&mut self.classes) {
                let key = self.key(a, b, clues);
                self.classes.entry(key).or_default().join(class);
            }
        }
    }

    /// Returns the classes in order.
    pub fn iter(&self) -> impl Iterator<Item = (f64, f64, usize, &V)> {
        self.classes.iter().map(|(&(a, b, clues), class)| (a.0, b.0, clues, class))
    }

    fn key(&self, a: f64, b: f64, clues: usize) -> (Number, Number, usize) {
        (Number(self.rounded(a)), Number(self.rounded(b)), clues)
    }

    /// Rounds a value step by step, as values added before the first rounding are.
    fn rounded(&self, x: f64) -> f64 {
        let steps = self.digits.map_or(1..1, |digits| digits..FIRST + 1);
        steps.rev().fold(x, |x, digits| {
            let rounded = format!("{x:.*e}", digits - 1).parse().ok();
            // The largest float would become infinite.
            rounded.filter(|rounded: &f64| rounded.is_finite()).unwrap_or(x)
        })
    }
}

impl Classes<u64> {
    /// Classifies the puzzles by their number of clues.
    pub fn of_clues(puzzles: &ByClues) -> Classes<u64> {
        let mut numbers = Classes::default();
        puzzles.present().for_each(|(n, puzzles)| numbers.add(n as f64, 0.0, n, puzzles));
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "150,000 values are hours there")]
    fn many_values_are_rounded_whatever_their_order() {
        let values: Vec<f64> = (0..150_000).map(|k| 1.0 + f64::from(k) / 1000.0).collect();
        let (mut up, mut down) = (Classes::default(), Classes::default());
        values.iter().for_each(|&x| up.add(3.0, x, 25, 1u64));
        values.iter().rev().for_each(|&x| down.add(3.0, x, 25, 1u64));
        assert!(up.iter().eq(down.iter()));
        assert_eq!(up.iter().map(|class| class.3).sum::<u64>(), 150_000);
        assert!(up.iter().count() < 2000);
        assert!(up.iter().all(|(a, b, _, _)| a == 3.0 && (1.0..=151.0).contains(&b)));
    }

    #[test]
    fn values_are_rounded_to_decimal_digits() {
        let classes = Classes::<u64> { digits: Some(3), ..Classes::default() };
        let numbers = [8.3349, -0.0012345, 1234.0, 9.996, 0.0, f64::MAX];
        let rounded = [8.33, -0.00123, 1230.0, 10.0, 0.0, f64::MAX];
        assert_eq!(numbers.map(|x| classes.rounded(x)), rounded);
        let classes = Classes::<u64> { digits: Some(2), ..Classes::default() };
        assert_eq!([8.3451, -0.25].map(|x| classes.rounded(x)), [8.3, -0.25]);
    }
}
