//! Files as they are written: locked against other processes, named when complete, never over a foreign file.

mod identity;
mod journal;
mod lock;
mod output;
mod protected;
mod resumable;
mod sync;

pub use identity::is_special;
pub(crate) use identity::{begins_like, is_pipe, open_regular, regular, resolved};
pub use journal::NamedSettings;
pub(crate) use journal::recorded;
pub(crate) use lock::{busy, is_locked, open_locked};
pub use output::Output;
pub use protected::Protected;
pub(crate) use resumable::Resumable;
pub use resumable::ResumeError;
pub use sync::make_folder;
pub(crate) use sync::{remove, rename, sync_folder};

/// What follows the name of a file that is not yet complete.
const PARTIAL: &str = ".partial";

/// What follows the name of a file, in the name of the journal of its unfinished state.
const JOURNAL: &str = ".resume";

/// What to do with an unfinished file that is found where one is to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// Refuse.
    Keep,
    /// Resume it.
    Resume,
    /// Drop it.
    Restart,
}
