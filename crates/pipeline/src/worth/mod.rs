//! What the rules of a ladder are worth, from the records of a finished run and further climbs of its puzzles.
//!
//! The units are the ladder's items, a rule at a size each; those of `brt` are always there.

mod minimal;
mod pass;
mod survey;
mod used;

pub use minimal::{Found, Search, Smallest};
pub use pass::{PassError, Puzzle, Run};
pub use sudoscope_engine::item_set::ItemSet;
pub use sudoscope_engine::walk::Ask;
pub use survey::{ItemWorth, Pair, Survey, Without};
pub use used::UsedSets;
