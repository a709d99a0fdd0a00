//! Ctrl-C and SIGTERM: the first asks the run to stop, the second ends the process.

use super::exit::notice;
use anyhow::{Context as _, Error, Result};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use sudoscope::files::is_special;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Opens an output and watches for signals. A file is opened after the watch begins, so that no new file is
/// left behind. A pipe is opened before, so that a signal can end the wait for its reader.
pub fn watched<T>(
    output: Option<&PathBuf>, open: impl FnOnce() -> Result<T>,
) -> Result<(T, &'static AtomicBool)> {
    if output.is_some_and(|path| is_special(path)) {
        return Ok((open()?, watch()?));
    }
    let interrupted = watch()?;
    Ok((open()?, interrupted))
}

/// Makes signals set the returned flag from now on. A separate thread waits for them.
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
