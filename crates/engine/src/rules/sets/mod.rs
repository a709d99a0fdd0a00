//! Locked candidates, subsets and fish: Hall sets of candidates, and almost Hall sets.

pub(super) mod alldiff;
pub(super) mod almost_locked;
pub(super) mod bent;
pub(super) mod finned;
pub(super) mod firework;
pub(super) mod fish;
pub(super) mod franken;
pub(super) mod hall;
pub(crate) mod locked;
pub(super) mod locked_set;
pub(super) mod mutant;
pub(super) mod subset;
