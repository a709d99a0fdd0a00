//! Limits on the work for a puzzle, counted in work units.

/// Units that a step costs in a search for chains whose last candidate is linked to the target, which
/// examines partial chains one by one, not 256 side by side. With this cost, the default budget lasts some
/// seconds there, too.
pub const LINKED_STEP: u64 = 8;

/// Units that a step costs in a search for the partial whips of forcing whips.
pub const FORCING_STEP: u64 = 4;

/// Returns a count of things as work units.
#[doc(hidden)]
#[inline]
#[must_use]
pub const fn units(count: usize) -> u64 {
    count as u64
}

/// Error: the work allowed on this puzzle is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfBudget;

/// Result of work within a budget.
pub type Within<T = ()> = Result<T, OutOfBudget>;

/// Work units still allowed. A unit is the examination of one partial chain, which takes well under a
/// microsecond. Counting work instead of time makes the answer the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Budget(pub u64);

impl Budget {
    /// Takes one unit.
    #[inline]
    pub fn spend(&mut self) -> Within {
        self.take(1)
    }

    /// Takes this many units.
    #[inline]
    pub fn take(&mut self, units: u64) -> Within {
        self.0 = self.0.checked_sub(units).ok_or(OutOfBudget)?;
        Ok(())
    }
}
