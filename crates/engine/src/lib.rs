//! The engine of sudoscope: it rates sudoku puzzles with human-style resolution rules, proves every step, and checks
//! proofs. It knows no file, thread, clock or flag.
//!
//! ```
//! use sudoscope_engine::{grid::parse_puzzle, scale::{Effort, Outcome, Scale, Solver}};
//!
//! let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
//! let scales = [Scale::named("W").unwrap()];
//! let clues = parse_puzzle(line.as_bytes()).unwrap();
//! let (_, climbs) = Solver::new().rate(&clues, &scales, Effort::default());
//! assert_eq!(climbs[0].outcome, Outcome::Solved(5.into()));
//! ```

pub mod brute;
pub mod budget;
pub mod canon;
pub mod check;
pub mod crew;
pub mod draw;
pub mod evidence;
pub mod graph;
pub mod grid;
pub mod net;
pub mod path;
pub mod play;
pub mod proof;
pub mod rule;
pub mod rules;
pub mod scale;
pub mod ser;
pub mod sheet;
pub mod state;
pub mod templates;
pub mod verify;
mod wide;
