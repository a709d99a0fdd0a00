//! Files as they are written: locked against other processes, named when they are complete.

mod lock;
mod output;

pub(crate) use lock::open_locked;
pub use output::Output;
