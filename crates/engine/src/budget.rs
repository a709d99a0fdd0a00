//! How much work a puzzle may cost, counted in search steps.

/// The work allowed on this puzzle is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfBudget;

/// A count of search steps still allowed. A step is one partial chain looked at; it takes well under a
/// microsecond. Counting steps, not time, makes the answer the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Budget(pub u64);

impl Budget {
    /// Takes one step.
    #[inline]
    pub fn spend(&mut self) -> Result<(), OutOfBudget> {
        self.take(1)
    }

    /// Takes so many steps.
    #[inline]
    pub fn take(&mut self, steps: u64) -> Result<(), OutOfBudget> {
        self.0 = self.0.checked_sub(steps).ok_or(OutOfBudget)?;
        Ok(())
    }
}
