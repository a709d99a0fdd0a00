//! How much work a puzzle may cost, counted in work units.

/// What a step counts of a search for chains whose last candidate is linked to the target: partial chains are
/// looked at one by one there, and not 256 side by side. It is so much that the default budget is some
/// seconds by it, too.
pub const LINKED_STEP: u64 = 8;

/// What a step counts of a search for the partial whips of forcing whips.
pub const FORCING_STEP: u64 = 4;

/// The work allowed on this puzzle is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfBudget;

/// What comes of work within a budget.
pub type Within<T = ()> = Result<T, OutOfBudget>;

/// The work units still allowed. A unit is one partial chain looked at; it takes well under a microsecond.
/// Counting work, not time, makes the answer the same on every machine.
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
