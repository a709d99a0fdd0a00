//! Threads. All are started here: the system may refuse any of them, which is an ordinary error.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::io::{Error, Result};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use sudoscope_engine::crew::Crew;

/// Stack size of a thread in bytes. The sizes that the shell gives the first thread (`ulimit -s`) and
/// RUST_MIN_STACK the others may be too small.
const STACK: usize = 1 << 22;

/// Runs a whole program on a thread with a large enough stack, or on this one if the system refuses another.
pub fn on_own_stack<T: Send + 'static>(work: fn() -> T) -> T {
    match Builder::new().name("main".to_string()).stack_size(STACK).spawn(work) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => work(),
    }
}

/// Starts a thread that is never joined. Its death shows only as a closed channel, which receivers must not
/// mistake for the end.
pub(crate) fn start(work: impl FnOnce() + Send + 'static) -> Result<()> {
    Builder::new().stack_size(STACK).spawn(work).map(drop).map_err(refused)
}

/// Starts a thread of this scope, which joins it.
pub(crate) fn start_in<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>, work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(refused)
}

/// Starts a pool of `threads` threads.
pub fn pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build().map_err(refused)
}

/// Threads of a pool, which help one another if there are fewer pieces of work than threads.
pub(crate) struct Helpers {
    threads: usize,
    /// Pieces of work that have begun or wait for a thread.
    pieces: AtomicUsize,
}

impl Helpers {
    pub fn new(threads: usize) -> Helpers {
        Helpers { threads, pieces: AtomicUsize::new(0) }
    }

    pub fn begun(&self) {
        self.pieces.fetch_add(1, Ordering::Relaxed);
    }

    pub fn done(&self) {
        self.pieces.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns a crew without helpers.
pub fn alone() -> Arc<dyn Crew> {
    Arc::new(Helpers::new(0))
}

impl Crew for Helpers {
    fn idle(&self) -> usize {
        self.threads.saturating_sub(self.pieces.load(Ordering::Relaxed))
    }

    fn share(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let each = |_| {
            let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
            numbers.take_while(|&k| k < count).for_each(work);
        };
        (0..self.threads.min(count)).into_par_iter().with_max_len(1).for_each(each);
    }
}

fn refused(error: impl std::fmt::Display) -> Error {
    Error::other(format!("cannot start a thread: {error}"))
}
