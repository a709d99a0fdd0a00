//! SER: the rating of Sudoku Explainer.

pub mod board;
pub mod hint;
pub mod technique;
