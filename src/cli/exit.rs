//! How commands end, and what they print beside their output.

use anyhow::{Context as _, Result};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use sudoscope::run::PipelineError;

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

/// Prints a line on standard error, if anyone is there to read it (`eprintln!` panics if not).
pub fn notice(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Prints on standard output what a command says after its work; a reader that has gone away is no error.
pub fn say(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
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
        inner.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}
