//! Files being written: locked against other processes, named when complete, never replacing a foreign file.

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

/// Suffix of the name of a file that is not yet complete.
const PARTIAL: &str = ".partial";

/// Suffix for the name of an unfinished file's journal.
const JOURNAL: &str = ".resume";

/// Treatment of an unfinished file that already exists where a new file is to be begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// Refuse to write.
    Keep,
    /// Resume the file.
    Resume,
    /// Drop the file, and begin again.
    Restart,
}
