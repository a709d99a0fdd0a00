//! Numbers of the entries of a list, a type for each list: constructor, number, and use as an index.

/// Defines the numbers of the entries of a list, kept in a small word.
macro_rules! number {
    ($(#[$doc:meta])* $name:ident($word:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub struct $name($word);

        impl $name {
            /// Returns the number of the entry at this place of the list, which is below the word's maximum.
            #[inline(always)]
            pub const fn new(index: usize) -> $name {
                debug_assert!(index < <$word>::MAX as usize);
                $name(index as $word)
            }

            /// Returns the place of the entry in the list.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl<T> std::ops::Index<$name> for [T] {
            type Output = T;
            #[inline(always)]
            fn index(&self, at: $name) -> &T {
                &self[at.index()]
            }
        }

        impl<T> std::ops::IndexMut<$name> for [T] {
            #[inline(always)]
            fn index_mut(&mut self, at: $name) -> &mut T {
                &mut self[at.index()]
            }
        }

        impl<T> std::ops::Index<$name> for Vec<T> {
            type Output = T;
            #[inline(always)]
            fn index(&self, at: $name) -> &T {
                &self[at.index()]
            }
        }

        impl<T> std::ops::IndexMut<$name> for Vec<T> {
            #[inline(always)]
            fn index_mut(&mut self, at: $name) -> &mut T {
                &mut self[at.index()]
            }
        }
    };
}

pub(crate) use number;
