//! `Bits`: fixed-width set of small numbers, the row of every bit matrix.

use crate::grid::mask::Mask;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Sub};

/// Set of numbers below `64 · W`; number `i` is bit `i % 64` of word `i / 64`. `|`, `&` and `-` are the set
/// operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Bits<W> = Bits([0; W]);
    /// The set of all numbers below `64 · W`.
    pub const FULL: Bits<W> = Bits([u64::MAX; W]);

    /// Returns the set of this number only.
    #[inline]
    pub fn of(i: usize) -> Bits<W> {
        let mut set = Bits::EMPTY;
        set.insert(i);
        set
    }

    /// Returns the set of all numbers below `end`.
    #[inline]
    pub fn below(end: usize) -> Bits<W> {
        Bits(std::array::from_fn(|word| match end.saturating_sub(64 * word) {
            0 => 0,
            some @ 1..64 => u64::MAX >> (64 - some),
            _ => u64::MAX,
        }))
    }

    /// Adds a number.
    #[inline]
    pub fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// Removes a number.
    #[inline]
    pub fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }

    /// Whether the number is in the set.
    #[inline]
    pub fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the sets share a number.
    #[inline]
    pub fn intersects(&self, other: &Bits<W>) -> bool {
        !(*self & *other).is_empty()
    }

    /// Returns the number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.size()).sum()
    }

    /// Returns the smallest number, if any.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].lowest())
    }

    /// Returns the smallest number from `at` on, or if there is none, the smallest of all.
    #[inline]
    pub fn next(&self, at: usize) -> Option<usize> {
        let from = at / 64;
        let word = self.0[from] & (u64::MAX << (at % 64));
        if word != 0 {
            return Some(from * 64 + word.lowest());
        }
        let (word, bits) = self
            .0
            .iter()
            .enumerate()
            .skip(from + 1)
            .chain(self.0.iter().enumerate().take(from + 1))
            .find(|it| *it.1 != 0)?;
        Some(word * 64 + bits.lowest())
    }

    /// Returns the numbers below `64 · U` as a set of that width.
    #[inline]
    pub fn resized<const U: usize>(&self) -> Bits<U> {
        Bits(std::array::from_fn(|i| if i < W { self.0[i] } else { 0 }))
    }

    /// Iterates over the numbers in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let (mut left, mut word) = (*self, 0);
        std::iter::from_fn(move || {
            while word < W {
                let bits = left.0[word];
                if bits != 0 {
                    left.0[word] = bits & (bits - 1);
                    return Some(word * 64 + bits.lowest());
                }
                word += 1;
            }
            None
        })
    }

    /// Iterates over the words, each as its numbers: two nested loops keep a word in a register, which
    /// [`Bits::iter`] does not achieve.
    #[inline(always)]
    pub fn by_words(self) -> impl Iterator<Item = impl Iterator<Item = usize>> {
        self.0.into_iter().enumerate().map(|(word, mut left)| {
            std::iter::from_fn(move || {
                let bits = left;
                left = bits & bits.wrapping_sub(1);
                (bits != 0).then(|| word * 64 + bits.lowest())
            })
        })
    }
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Bits::EMPTY
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Bits<W> {
        let mut set = Bits::EMPTY;
        numbers.into_iter().for_each(|i| set.insert(i));
        set
    }
}

macro_rules! set_operators {
    ($($operator:ident $method:ident |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl<const W: usize> $operator for Bits<W> {
            type Output = Bits<W>;
            #[inline(always)]
            fn $method(self, other: Bits<W>) -> Bits<W> {
                let mut words = [0; W];
                for i in 0..W {
                    let ($a, $b) = (self.0[i], other.0[i]);
                    words[i] = $result;
                }
                Bits(words)
            }
        }
    )*};
}
set_operators! {
    BitOr bitor |a, b| a | b;
    BitAnd bitand |a, b| a & b;
    BitXor bitxor |a, b| a ^ b;
    Sub sub |a, b| a & !b;
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bits<W>) {
        *self = *self | other;
    }
}
