//! Ladders as they are typed.

use anyhow::{Result, anyhow};
use std::path::PathBuf;
use sudoscope::scale::{Effort, Policy};
use sudoscope::settings::{Settings, Terms, file_of};

/// Terms of the command line.
pub const TERMS: Terms = Terms {
    unchecked: "--no-validate",
    scales: "`sudoscope ladders` lists them, and NAME=DEFINITION makes one of your own",
    rules: "`sudoscope rules` lists them",
};

/// Returns the files among `-l` arguments.
pub fn ladder_files(ladders: &[impl AsRef<str>]) -> Vec<PathBuf> {
    let files = ladders.iter().filter_map(|ladder| file_of(ladder.as_ref()));
    files.map(PathBuf::from).collect()
}

/// Reads the settings of `-l` arguments: `NAME[,NAME…]`, `NAME=DEFINITION`, `@FILE` or `minutes@FILE` each.
pub fn settings(ladders: &[impl AsRef<str>], policy: Policy, effort: Effort) -> Result<Settings> {
    Settings::new(ladders, policy, effort).map_err(|error| anyhow!(error.in_terms(&TERMS)))
}
