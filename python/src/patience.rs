//! Ctrl-C while work goes on.

use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// Looks now and then whether Ctrl-C was pressed.
pub(crate) struct InterruptPoll(Instant);

impl InterruptPoll {
    /// From now on.
    pub(crate) fn new() -> InterruptPoll {
        InterruptPoll(Instant::now())
    }

    /// Looks, if it has not for a while.
    pub(crate) fn check(&mut self) -> PyResult<()> {
        if self.0.elapsed() < Duration::from_millis(50) {
            return Ok(());
        }
        let checked = Python::attach(|py| py.check_signals());
        self.0 = Instant::now();
        checked
    }
}
