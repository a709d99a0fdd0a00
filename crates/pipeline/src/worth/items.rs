//! Serialises item sets as lists of numbers.

use serde::{Deserialize, Deserializer, Serializer};
use sudoscope_engine::scale::ItemSet;

pub fn serialize<S: Serializer>(items: &ItemSet, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(items.iter())
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<ItemSet, D::Error> {
    // No ladder has more items than fit into 16 bits.
    let items = Vec::<u16>::deserialize(from)?;
    Ok(items.into_iter().map(usize::from).collect())
}
