//! Two programs reproduced: Sudoku Explainer and HoDoKu, each with its own order of steps. `sudoscope-engine`
//! makes scales of them.

#[doc(hidden)]
pub mod hodoku;
mod number;
#[doc(hidden)]
pub mod ser;

use sudoscope_board::{boards, brute, budget, grid, one_solution, wide};
use sudoscope_proof::{board_proof, evidence};
