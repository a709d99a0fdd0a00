//! Threads. All are started here: the system may refuse any of them, and that is an error like others.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::io::{Error, Result};
use std::thread::Builder;

/// Starts a thread that nobody waits for. If it dies, that shows by what it does not send: whoever receives from it must
/// not take a closed channel for the end.
pub(crate) fn start(work: impl FnOnce() + Send + 'static) -> Result<()> {
    Builder::new().spawn(work).map(drop).map_err(refused)
}

/// A pool of so many threads.
pub fn pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(refused)
}

fn refused(error: impl std::fmt::Display) -> Error {
    Error::other(format!("cannot start a thread: {error}"))
}
