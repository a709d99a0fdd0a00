//! Worth of the rules of a ladder, from the records of a finished run and further climbs of its puzzles.
//!
//! The units are the ladder's items, each a rule at one size; the items of `brt` always take part.

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
