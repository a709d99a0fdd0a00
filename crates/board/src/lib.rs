//! The board of sudoscope: candidates, cells and houses, states and puzzles, singles, the brute-force solver.
//! Its front page is that of `sudoscope-engine`, which shows all of this crate again.

pub mod boards;
pub mod brute;
pub mod budget;
pub mod crew;
pub mod grid;
#[doc(hidden)]
pub mod nearest;
pub mod one_solution;
#[doc(hidden)]
pub mod wide;
