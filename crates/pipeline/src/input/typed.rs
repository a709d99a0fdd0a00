//! What is read of files with typed columns.

use super::reading::Reading;

/// What is read of typed columns.
pub(crate) enum Typed<'a> {
    All,
    /// What these ask for.
    Of(&'a Reading),
}
