//! What the rules of a ladder are worth, from the records of a finished run and further climbs of its
//! puzzles.
//!
//! The units are the ladder's items, a rule at a size each; those of `brt` are always there.

mod items;
mod minimal;
mod needs;
mod pass;
mod scale;
mod stored;
mod survey;
mod used;

pub use needs::ScaleNeeds;
pub use pass::{Pass, PassError};
pub(crate) use scale::SmallSet;
pub use scale::{Questions, ScaleWorth};
pub(crate) use stored::FILE;
pub use stored::{StoredWorth, store, stored};
pub(crate) use used::UsedSets;
