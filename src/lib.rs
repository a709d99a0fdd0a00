//! sudoscope rates very large collections of 9×9 sudoku puzzles with human-style resolution rules, and
//! measures which rules solve which puzzles.
//!
//! ```
//! use sudoscope::{grid::parse_puzzle, ladder::Ladder, solve::{Effort, Outcome, Solver}};
//!
//! let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
//! let ladders = [Ladder::named("W").unwrap()];
//! let clues = parse_puzzle(line.as_bytes()).unwrap();
//! let (_, climbs) = Solver::new().rate(&clues, &ladders, Effort::default());
//! assert_eq!(climbs[0].outcome, Outcome::Solved(5));
//! ```
//!
//! A module uses only what stands to its left:
//! `grid → graph → net → rules → ladder → solve → record → input → pipeline → worth → report → cli` (`templates` beside
//! `graph`; `canon`, `check`, `draw` and `stats` beside `solve`; `path` beside `record`; `dedupe`, `diff` and `generate`
//! beside `report`).

pub mod brute;
pub mod canon;
pub mod check;
mod claim;
pub mod dedupe;
pub mod diff;
pub mod draw;
pub mod generate;
pub mod graph;
pub mod grid;
pub mod input;
pub mod ladder;
pub mod net;
pub mod order;
pub mod path;
pub mod pipeline;
pub mod proof;
pub mod record;
pub mod report;
pub mod rules;
pub mod solve;
pub mod stats;
pub mod templates;
pub mod verify;
pub mod worth;
