//! Ladders as they are typed.

use anyhow::{Result, anyhow};
use sudoscope::scale::{Effort, Policy};
use sudoscope::settings::{Settings, Terms};

/// What things are called on the command line.
pub const TERMS: Terms = Terms {
    unchecked: "--no-validate",
    scales: "`sudoscope ladders` lists them, and NAME=DEFINITION makes one of your own",
    rules: "`sudoscope rules` lists them",
};

/// The settings of `-l` arguments: `NAME[,NAME…]` or `NAME=DEFINITION` each.
pub fn settings(ladders: &[impl AsRef<str>], policy: Policy, effort: Effort) -> Result<Settings> {
    Settings::new(ladders, policy, effort).map_err(|error| anyhow!(error.in_terms(&TERMS)))
}
