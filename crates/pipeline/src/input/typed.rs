//! What is read of files with typed columns.

use super::reading::Reading;

/// What is read of typed columns.
pub(crate) enum Typed<'a> {
    All,
    /// What these ask for.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "no such columns are read"))]
    Of(&'a Reading),
}
