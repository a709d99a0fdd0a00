//! Generators of random puzzles.
//!
//! A list is the outcome of numbered tries. Try `i` of a seed depends on the seed and `i` only, so any number
//! of threads makes the same list; and the generator is PCG-64-MCG, whose stream is fixed by its definition,
//! so any machine does (no floating point is used here).

mod bottom_up;
mod controlled_bias;
mod list;
mod list_file;
mod on_board;
mod recipe;
mod reduce;
mod top_down;
mod unavoidable;
mod uniform;
mod within;

pub use controlled_bias::THIN;
pub(crate) use list::next_round;
pub use list::{ListLimits, ListProgress, make};
pub use list_file::ListFile;
pub use on_board::BoardPuzzles;
pub use recipe::{Clues, Method, Recipe, hopeless_pattern, pattern_of};
pub(crate) use within::within;

use rand_pcg::{Pcg64Mcg, rand_core::Rng};
use sudoscope_engine::grid::Cells;

/// Cells of each clue digit.
pub type Puzzle = [Cells; 9];

/// Random numbers of one try.
pub struct Random(Pcg64Mcg);

impl Random {
    /// Returns the numbers of try `index` of the list with this seed.
    pub fn of(seed: u64, index: u64) -> Random {
        let state = u128::from(mix(seed)) << 64 | u128::from(mix(mix(seed) ^ index));
        Random(Pcg64Mcg::new(state))
    }

    /// Returns a number below `n`, all equally likely (Lemire's method).
    pub fn below(&mut self, n: u64) -> u64 {
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(n);
            if product as u64 >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }

    /// Returns the numbers below `N` in random order.
    pub fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|number| number);
        self.shuffle(&mut order);
        order
    }

    /// Puts the items in random order (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

/// Applies the finaliser of SplitMix64, which turns neighbouring numbers into unrelated ones.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
