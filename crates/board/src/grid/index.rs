//! Numbers that name parts of the board: constructors, texts, and their use as indices of slices.

/// Gives a type `Name(u8)` that numbers things its constructor, its number and the right to index slices.
macro_rules! numbered {
    ($type:ident, $count:literal, $what:literal) => {
        impl $type {
            #[doc = concat!("Number of ", $what, "s of the board.")]
            pub const COUNT: usize = $count;

            #[doc = concat!("Returns the ", $what, " with this number, which is below [`Self::COUNT`].")]
            #[inline]
            #[must_use]
            pub const fn new(index: usize) -> $type {
                debug_assert!(index < $count);
                $type(index as u8)
            }

            #[doc = concat!("Returns all ", $what, "s in order.")]
            #[inline]
            pub fn all() -> impl DoubleEndedIterator<Item = $type> + ExactSizeIterator + Clone {
                (0..$count as u8).map($type)
            }

            #[doc = concat!("Returns the number of the ", $what, ", from 0.")]
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<$type> for usize {
            #[inline]
            fn from(one: $type) -> usize {
                one.index()
            }
        }

        impl<T> std::ops::Index<$type> for [T] {
            type Output = T;
            #[inline(always)]
            fn index(&self, at: $type) -> &T {
                &self[at.index()]
            }
        }

        impl<T> std::ops::IndexMut<$type> for [T] {
            #[inline(always)]
            fn index_mut(&mut self, at: $type) -> &mut T {
                &mut self[at.index()]
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

pub(super) use numbered;
