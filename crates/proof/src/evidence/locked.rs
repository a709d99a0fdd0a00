//! Locked candidates: a digit whose places in one house are all in another.

use crate::grid::{House, notation::Variable};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// A digit whose places in one house are all in another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Locked<V = Variable, H = House> {
    /// The digit in the first house.
    pub base: V,
    /// The second house.
    pub cover: H,
}

impl<V: Display, H: Display> Locked<V, H> {
    /// Formats as `b5n7 in r4`.
    pub(crate) fn text(&self) -> String {
        format!("{} in {}", self.base, self.cover)
    }
}

impl Locked {
    /// Formats as `7 in b5/r5`.
    pub(super) fn for_players(&self) -> String {
        let Locked { base, cover } = self;
        base.house().map_or(String::new(), |(house, digit)| format!("{} in {house}/{cover}", digit.number()))
    }
}
