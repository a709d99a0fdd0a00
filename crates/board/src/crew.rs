//! Idle threads that may help with one puzzle.

/// Threads that help when they are idle. Results, and their cost in budget units, are the same with and
/// without them.
pub trait Crew: Send + Sync {
    /// Returns the number of threads that are idle now.
    fn idle(&self) -> usize;

    /// Runs `work(k)` for every `k < count` on idle threads and this one, which takes the numbers in order.
    /// Returns when all are done.
    fn share(&self, count: usize, work: &(dyn Fn(usize) + Sync));
}
