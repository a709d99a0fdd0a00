//! What the rules of a ladder are worth, from the records of a finished run and further climbs of its puzzles.
//!
//! The units are the ladder's items, a rule at a size each; those of `brt` are always there.

mod items;
mod minimal;
mod pass;
mod scale;
mod stored;
mod survey;
mod used;

pub use minimal::{SetSearch, SolvingSet};
pub use pass::{ClimbedPuzzle, Pass, PassError};
pub use scale::{FoundBy, Questions, ScaleWorth, SmallSet};
pub use stored::{store, stored};
pub use survey::{ItemPair, ItemWorth, Survey, Without};
pub use used::UsedSets;
