//! Standard input and output. If a process is started without one of them (`>&-`), the standard library opens
//! /dev/null in its place, and output is silently lost. So the streams are checked before that.

use std::io::{Error, Result, Stdin, Stdout, stdin, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard input and standard output were closed at the start.
static WERE_CLOSED: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];

// SAFETY: the function is called before `main`. It reads the state of two numbers, which has no effect, and
// stores it; it needs nothing that is set up later.
#[allow(unsafe_code)]
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = {
    extern "C" fn look() {
        for (was_closed, stream) in WERE_CLOSED.iter().zip(0..) {
            let state = unsafe { libc::fcntl(stream, libc::F_GETFD) };
            was_closed.store(state == -1, Ordering::Relaxed);
        }
    }
    look
};

/// Returns standard input. Fails if the process was started without it.
pub fn input() -> Result<Stdin> {
    open(0, "standard input").map(|()| stdin())
}

/// Returns standard output. Fails if the process was started without it.
pub fn output() -> Result<Stdout> {
    open(1, "standard output").map(|()| stdout())
}

fn open(stream: usize, name: &str) -> Result<()> {
    match WERE_CLOSED.get(stream).is_some_and(|was_closed| was_closed.load(Ordering::Relaxed)) {
        true => Err(Error::other(format!("{name} is closed"))),
        false => Ok(()),
    }
}
