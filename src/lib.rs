//! sudoscope rates very large collections of 9×9 sudoku puzzles with human-style resolution rules, and
//! measures which rules solve which puzzles.
//!
//! ```
//! use sudoscope::{grid::parse_puzzle, scale::{Effort, Outcome, Scale, Solver}};
//!
//! let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
//! let scales = [Scale::named("W").unwrap()];
//! let clues = parse_puzzle(line.as_bytes()).unwrap();
//! let (_, climbs) = Solver::new().rate(&clues, &scales, Effort::default());
//! assert_eq!(climbs[0].outcome, Outcome::Solved(5.into()));
//! ```
//!
//! More examples are on the front page of [`sudoscope_engine`]: explain and verify, write a rule, make a
//! scale. [`scan`] has one that rates a collection.
//!
//! This crate re-exports the two that do the work: the engine, which knows no files, and the pipeline. With
//! the feature `cli`, which library users leave out, it also contains the command line.

// The command line names the library as every other user does.
#[cfg(feature = "cli")]
extern crate self as sudoscope;

#[cfg(feature = "cli")]
mod cli;

#[cfg(feature = "cli")]
pub use cli::main;

pub use sudoscope_engine::*;
pub use sudoscope_pipeline::*;
