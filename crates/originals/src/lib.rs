//! Two programs reproduced: Sudoku Explainer and HoDoKu, each with its own order of steps. `sudoscope-engine`
//! makes scales of them.

#[doc(hidden)]
pub mod hodoku;
mod number;
#[doc(hidden)]
pub mod ser;

#[cfg(not(target_family = "wasm"))]
use sudoscope_board::boards;
use sudoscope_board::{brute, budget, grid, one_solution, wide};
use sudoscope_proof::evidence;
