//! How commands end, and messages other than their output.

use anyhow::{Context as _, Result};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use sudoscope::run::PipelineError;
use sudoscope::standard;

/// End of a command, other than an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Everything was analysed.
    Complete,
    /// Finished, but some lines were rejected, a list has too few puzzles, or the answer is no.
    Rejects,
    /// The question was not understood.
    NotUnderstood,
    /// Stopped by Ctrl-C or SIGTERM.
    Interrupted,
}

impl Exit {
    /// Returns the end of a command that finished with this many rejected lines.
    pub fn of_rejects(rejects: u64) -> Exit {
        if rejects > 0 { Exit::Rejects } else { Exit::Complete }
    }
}

impl From<Exit> for ExitCode {
    fn from(end: Exit) -> ExitCode {
        ExitCode::from(match end {
            Exit::Complete => 0,
            Exit::Rejects => 1,
            Exit::NotUnderstood => 2,
            Exit::Interrupted => 130,
        })
    }
}

/// Maximum number of characters of a message.
const MESSAGE: usize = 8000;

/// Prints a message on standard error, if that is open (`eprintln!` panics if not).
pub fn notice(message: impl std::fmt::Display) {
    let message = message.to_string();
    let (message, more) = match message.char_indices().nth(MESSAGE) {
        Some((end, _)) => (&message[..end], " …"),
        None => (&*message, ""),
    };
    let _ = writeln!(std::io::stderr(), "{}{more}", shown(message));
}

/// Makes text from files or arguments safe for a terminal: characters that would control it, or change the
/// direction of the line, are escaped.
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

/// Prints the result of a command on standard output after its work; a closed reader is not an error.
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

/// Whether the reader of our output has closed it.
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

/// Whether a write failed because its reader has closed.
fn is_gone(error: &std::io::Error) -> bool {
    /// ERROR_PIPE_NOT_CONNECTED, which the standard library does not know.
    const NOT_CONNECTED: i32 = 233;
    error.kind() == ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(NOT_CONNECTED)
}
