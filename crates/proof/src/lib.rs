//! Proofs of sudoscope, and their checker. It depends on the board alone, and on nothing that solves:
//! [`evidence`] is what a step rests on, as data; [`verify`] checks each step by the definition of its rule;
//! [`board_proof`] has both for boards other than the plain one.

pub mod board_proof;
pub mod evidence;
pub mod verify;

use sudoscope_board::{grid, one_solution};
