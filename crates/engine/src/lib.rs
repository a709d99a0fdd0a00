//! The engine of sudoscope: it rates sudoku puzzles with human-style resolution rules, proves every step, and
//! checks proofs. It uses no files, threads, clocks or flags.
//!
//! | to | modules |
//! |---|---|
//! | read a puzzle | [`grid::Puzzle::parse`]; in all other forms: the crate `sudoscope-pipeline` |
//! | check that it is valid and minimal; make its canonical form | [`check`], [`canon`] |
//! | rate it | [`scale`]: every scale, and the [`scale::Solver`] that climbs it |
//! | explain it | [`path`]: its steps, one by one; [`evidence`]: the reason for a step; [`draw`]: pictures |
//! | check a step that a player wrote | [`claim`] |
//! | prove it, and check a proof | [`proof`], and the checker [`verify`], which is independent of all rules |
//! | write a rule | [`rule`]; [`rules`]: all rules; [`state`]: the input of a rule; [`budget`] |
//! | draw conclusions from pairs of candidates | [`net`] |
//! | count solutions; lend threads | [`brute`], [`crew`] |
//!
//! # Rate a puzzle
//!
//! ```
#![doc = include_str!("../examples/rate.rs")]
//! ```
//!
//! # Explain a puzzle and verify the proof
//!
//! ```
#![doc = include_str!("../examples/verify.rs")]
//! ```
//!
//! # Write a rule
//!
//! ```
#![doc = include_str!("../examples/rule.rs")]
//! ```
//!
//! # Make a scale
//!
//! ```
#![doc = include_str!("../examples/scale.rs")]
//! ```

#[doc(inline)]
pub use sudoscope_board::{boards, brute, budget, crew, grid};
#[doc(inline)]
pub use sudoscope_proof::{board_proof, evidence, verify};

pub mod board_climb;
mod board_tables;
pub mod canon;
pub mod check;
pub mod claim;
pub mod draw;
mod graph;
pub mod net;
pub mod path;
mod play;
pub mod proof;
pub mod rule;
pub mod rules;
pub mod scale;
mod sheet;
pub mod state;
mod templates;
#[doc(hidden)]
pub mod testing;

use sudoscope_board::{one_solution, wide};
use sudoscope_originals::{hodoku, ser};
