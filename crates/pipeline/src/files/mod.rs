//! Files as they are written: locked against other processes, named when they are complete.

mod lock;
mod output;
mod sync;

pub(crate) use lock::open_locked;
pub use output::Output;
pub(crate) use sync::{rename, sync_folder};

/// What to do with an unfinished file that is found where one is to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// Refuse.
    Keep,
    /// Go on with it.
    Resume,
    /// Drop it.
    Restart,
}
