//! Kernels that hold only on the plain board of rows, columns and 3×3 blocks.

#[doc(hidden)]
pub mod halls;
pub(super) mod lines;
#[doc(hidden)]
pub mod short_whips;
