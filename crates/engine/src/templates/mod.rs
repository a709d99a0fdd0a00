//! Templates, the *patterns* of the pattern overlay method (Myth Jellies 2006): the 46,656 ways to place one
//! digit nine times, once in each row, column and block.
//!
//! A template is a set of nine [`Cells`](crate::grid::Cells). It is *live* for a digit as long as all its
//! cells may hold the digit.

mod label;
mod live;

pub use label::Label;
pub(crate) use live::BandParts;
pub use live::{Factors, Live};
