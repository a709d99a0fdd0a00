//! How commands end, and what they print beside their output.

use anyhow::{Context as _, Result};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use sudoscope::run::PipelineError;
use sudoscope::standard;

/// How a command ended, other than by an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Everything was analysed.
    Complete,
    /// Finished, but some lines were rejected, or a list stayed short.
    Rejects,
    /// Stopped by Ctrl-C or SIGTERM.
    Interrupted,
}

impl Exit {
    /// How a command ends that finished with this many rejected lines.
    pub fn of_rejects(rejects: u64) -> Exit {
        if rejects > 0 { Exit::Rejects } else { Exit::Complete }
    }
}

impl From<Exit> for ExitCode {
    fn from(end: Exit) -> ExitCode {
        ExitCode::from(match end {
            Exit::Complete => 0,
            Exit::Rejects => 1,
            Exit::Interrupted => 130,
        })
    }
}

/// Characters of a message at most.
const MESSAGE: usize = 8000;

/// Prints a message on standard error, if anyone is there to read it (`eprintln!` panics if not).
pub fn notice(message: impl std::fmt::Display) {
    let message = message.to_string();
    let (message, more) = match message.char_indices().nth(MESSAGE) {
        Some((end, _)) => (&message[..end], " …"),
        None => (&*message, ""),
    };
    let _ = writeln!(std::io::stderr(), "{}{more}", shown(message));
}

/// A text that repeats what stands in files or arguments, as a terminal may have it: what would steer it, or
/// turn the line around, is escaped.
pub fn shown(text: &str) -> String {
    let steers = |c: char| {
        c.is_control() && !"\n\t".contains(c)
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(steers) {
        return text.to_string();
    }
    let of = |c: char| if steers(c) { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(of).collect()
}

/// Prints on standard output what a command says after its work; a reader that has gone away is no error.
pub fn say(text: &str) -> Result<()> {
    let print = || {
        let mut out = standard::output()?;
        out.write_all(shown(text).as_bytes())?;
        out.flush()
    };
    match print() {
        Err(error) if !is_gone(&error) => {
            Err(error).context("the work is done, but the result cannot be printed on standard output")
        }
        _ => Ok(()),
    }
}

/// Whether the reader of our output has gone away.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        // A transparent error hides the one inside from the chain.
        let inner = match cause.downcast_ref() {
            Some(PipelineError::Output(error)) => Some(error),
            _ => cause.downcast_ref::<std::io::Error>(),
        };
        inner.is_some_and(is_gone)
    })
}

/// Whether this is the answer to a write that nobody will read.
fn is_gone(error: &std::io::Error) -> bool {
    /// ERROR_PIPE_NOT_CONNECTED, which the standard library does not know.
    const NOT_CONNECTED: i32 = 233;
    error.kind() == ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(NOT_CONNECTED)
}
