//! Detects Ctrl-C while a computation runs.

use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// Occasional check whether Ctrl-C was pressed.
pub(crate) struct InterruptPoll(Instant);

impl InterruptPoll {
    /// Starts the clock.
    pub(crate) fn new() -> InterruptPoll {
        InterruptPoll(Instant::now())
    }

    /// Checks, unless it did a short time ago.
    pub(crate) fn check(&mut self) -> PyResult<()> {
        if self.0.elapsed() < Duration::from_millis(50) {
            return Ok(());
        }
        let checked = Python::attach(|py| py.check_signals());
        self.0 = Instant::now();
        checked
    }
}
