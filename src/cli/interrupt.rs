//! Ctrl-C and SIGTERM: the first asks the run to stop, the second ends the process.

use super::exit::notice;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on, signals set the flag that is returned.
pub fn watch() -> &'static AtomicBool {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        notice(format_args!(
            "\nsudoscope: finishing the puzzles in flight (once more to stop at once)"
        ));
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        notice(format_args!("sudoscope: Ctrl-C will stop at once: {error}"));
    }
    &INTERRUPTED
}
