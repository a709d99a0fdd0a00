//! Results of searches on a board, kept from step to step. The result of a search in a part of the board,
//! even if the search found nothing, holds as long as the part is unchanged.

use super::step::Step;
use crate::budget::Within;
use crate::grid::Digit;

/// Results for each of some parts of a board.
pub struct Parts<T, const N: usize> {
    known: u64,
    found: [T; N],
}

impl<T: Default, const N: usize> Default for Parts<T, N> {
    fn default() -> Parts<T, N> {
        Parts { known: 0, found: std::array::from_fn(|_| T::default()) }
    }
}

impl<T, const N: usize> Parts<T, N> {
    /// Returns the result for a part, which `find` provides if it is not known.
    #[inline]
    pub fn get(&mut self, part: impl Into<usize>, find: impl FnOnce() -> T) -> &T {
        let part = part.into();
        if self.known >> part & 1 == 0 {
            self.found[part] = find();
            self.known |= 1 << part;
        }
        &self.found[part]
    }

    /// Returns the result for a part, which `find` provides, within the budget, if it is not known.
    pub fn try_get(&mut self, part: impl Into<usize>, find: impl FnOnce() -> Within<T>) -> Within<&T> {
        let part = part.into();
        if self.known >> part & 1 == 0 {
            self.found[part] = find()?;
            self.known |= 1 << part;
        }
        Ok(&self.found[part])
    }

    /// Returns the results for all parts, which must be known.
    pub fn all(&self) -> &[T; N] {
        &self.found
    }

    /// Forgets the results for these parts, which have changed.
    pub fn forget(&mut self, parts: u64) {
        self.known &= !parts;
    }
}

/// Results for each digit.
pub type ByDigit<T> = Parts<T, 9>;
/// Results for each house.
pub type ByHouse<T> = Parts<T, 27>;
/// Result of a search: a step, or none.
pub type Known = Option<Box<Step>>;

impl ByDigit<Known> {
    /// Returns the step of the first digit for which a step is found.
    pub fn first(&mut self, find: impl Fn(Digit) -> Option<Step>) -> Option<Step> {
        Digit::all().find_map(|digit| self.get(digit, || find(digit).map(Box::new)).as_deref().cloned())
    }
}
