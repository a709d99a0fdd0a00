//! The formats of tables: one file a format, one row of [`FORMATS`] each.

mod csv;
mod json;
mod memory;
#[cfg(feature = "parquet")]
mod parquet;

pub use memory::{Keeper, Kept};

use super::table::Format;

/// Every format.
pub static FORMATS: &[Format] = &[
    csv::FORMAT,
    json::FORMAT,
    #[cfg(feature = "parquet")]
    parquet::FORMAT,
];

/// The format with this name.
pub fn find_format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
