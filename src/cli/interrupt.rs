//! Ctrl-C and SIGTERM: the first asks the run to stop, the second ends the process.

use super::exit::notice;
use anyhow::{Context as _, Error, Result};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use sudoscope::files::is_special;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Opens an output and watches for signals. A file is opened after that: otherwise one that is just begun
/// would be left. A pipe is opened before: a signal ends the wait for the reader of a pipe.
pub fn watched<T>(
    output: Option<&PathBuf>, open: impl FnOnce() -> Result<T>,
) -> Result<(T, &'static AtomicBool)> {
    if output.is_some_and(|path| is_special(path)) {
        return Ok((open()?, watch()?));
    }
    let interrupted = watch()?;
    Ok((open()?, interrupted))
}

/// From now on, signals set the flag that is returned. A thread waits for them; without it they would do
/// nothing.
pub fn watch() -> Result<&'static AtomicBool> {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        notice(format_args!("\nsudoscope: finishing the puzzles in flight (once more to stop at once)"));
    };
    ctrlc::set_handler(handler)
        .map_err(|error| match error {
            ctrlc::Error::System(error) => error.into(),
            error => Error::from(error),
        })
        .context("cannot watch for Ctrl-C")?;
    Ok(&INTERRUPTED)
}
