//! Who else may work on one puzzle.

/// Threads that may have nothing to do. What is found, and what it counts of the budget, is the same with and
/// without them.
pub trait Crew: Send + Sync {
    /// How many have nothing to do now.
    fn idle(&self) -> usize;

    /// Does the work of each number below `count`, in idle threads and in this one, where the numbers come in
    /// order. Comes back when all is done.
    fn share(&self, count: usize, work: &(dyn Fn(usize) + Sync));
}
