//! Formats of tables: one file each, one entry of [`FORMATS`] each.

#[cfg(feature = "parquet")]
mod arrow;
mod csv;
mod json;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "spreadsheets")]
mod xlsx;

use super::table::Format;
#[cfg(feature = "parquet")]
pub use arrow::{ArrowColumn, data_type};
pub(super) use csv::csv_value;
pub use csv::{csv_field, csv_row, csv_row_of};

/// All formats of this build.
pub static FORMATS: &[Format] = &[
    csv::FORMAT,
    json::FORMAT,
    jsonl::FORMAT,
    #[cfg(feature = "parquet")]
    parquet::FORMAT,
    #[cfg(feature = "parquet")]
    arrow::FORMAT,
    #[cfg(feature = "spreadsheets")]
    xlsx::FORMAT,
];

/// Names of formats that other builds have.
pub const NOT_BUILT_IN: &[&str] = match (cfg!(feature = "parquet"), cfg!(feature = "spreadsheets")) {
    (true, true) => &[],
    (true, false) => &["xlsx"],
    (false, true) => &["parquet", "arrow"],
    (false, false) => &["parquet", "arrow", "xlsx"],
};

/// Finds the format `name`, or explains how to get or choose a format.
pub fn find_format(name: &str) -> Result<&'static Format, String> {
    let known = || FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(" or ");
    FORMATS.iter().find(|format| format.name == name).ok_or_else(|| {
        if NOT_BUILT_IN.contains(&name) {
            let feature = if name == "xlsx" { "spreadsheets" } else { "parquet" };
            return format!(
                "this build writes no {name}: the release archives and the Python wheel do, and what is \
                 built with `--features {feature}`"
            );
        }
        format!("there is no format '{name}': {}", known())
    })
}
