//! Selects columns in files with typed columns.

use super::reading::Reading;

/// Columns to be read of a file with typed columns.
pub(crate) enum Typed<'a> {
    All,
    /// The columns that these options require.
    Of(&'a Reading),
}
