//! `Mask`: words whose bits are a set of small numbers. This is the one place where the counts of bits, which
//! Rust gives as `u32`, become sizes and indices.

/// Set of small numbers, a bit for each.
pub trait Mask: Copy {
    /// Returns how many numbers are in the set.
    fn size(self) -> usize;

    /// Returns the lowest number in the set; the width of the word if the set is empty.
    fn lowest(self) -> usize;

    /// Returns the highest number in the set, which is not empty.
    fn highest(self) -> usize;
}

macro_rules! mask {
    ($($word:ty)*) => {$(
        impl Mask for $word {
            #[inline(always)]
            fn size(self) -> usize {
                self.count_ones() as usize
            }

            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn highest(self) -> usize {
                (<$word>::BITS - 1 - self.leading_zeros()) as usize
            }
        }
    )*};
}

mask!(u8 u16 u32 u64 u128 usize);
