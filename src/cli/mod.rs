//! The command line: arguments → a plan, checked before any work → the run → an exit code.

mod args;
mod catalogue;
mod check;
mod dedupe;
mod diff;
mod explain;
mod generate;
mod install;
mod interrupt;
mod merge;
mod minlex;
mod net;
mod progress;
mod rate;
mod report;
mod rows;
mod scan;
mod summary;
mod verify;
mod worth;

use anyhow::{Context as _, Result};
use args::{Args, Command};
use clap::Parser;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use sudoscope::run::PipelineError;

/// How a command ended, other than by an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exit {
    /// Everything was analysed.
    Complete,
    /// Finished, but some lines were rejected, or a list stayed short.
    Rejects,
    /// Stopped by Ctrl-C or SIGTERM.
    Interrupted,
}

impl Exit {
    /// How a command ends that finished with so many rejected lines.
    fn of_rejects(rejects: u64) -> Exit {
        if rejects > 0 { Exit::Rejects } else { Exit::Complete }
    }

    /// How a command ended whose first part ended so.
    fn after(self, first: Exit) -> Exit {
        if self == Exit::Interrupted { self } else { first }
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

/// Exit code of an error.
const ERROR: u8 = 2;

/// Runs the command line.
pub fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::Scan(args) => scan::run(args),
        Command::Worth(args) => worth::run(args),
        Command::Rate(args) => rate::run(args),
        Command::Report(args) => report::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Rules(args) => catalogue::rules(args),
        Command::Ladders(args) => catalogue::ladders(args),
        Command::Minlex(args) => minlex::run(args),
        Command::Check(args) => check::run(args),
        Command::Dedupe(args) => dedupe::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Completions { shell } => install::completions(shell),
        Command::Man { directory } => install::man(&directory),
    };
    match result {
        Ok(end) => end.into(),
        // `sudoscope … | head` is no error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            notice(format_args!("sudoscope: {error:#}"));
            ExitCode::from(ERROR)
        }
    }
}

/// The end of a command that answers line by line. If it was interrupted, the place where it can go on is printed.
fn end_of(interrupted: bool, stopped: impl FnOnce() -> String, rejects: u64) -> Exit {
    if interrupted {
        notice(format_args!("sudoscope: {}", stopped()));
        return Exit::Interrupted;
    }
    Exit::of_rejects(rejects)
}

/// Prints a line on standard error, if anyone is there to read it (`eprintln!` panics if not).
fn notice(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Prints on standard output what a command says after its work; a reader that has gone away is no error.
fn say(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error)
            .context("the work is done, but the result cannot be printed on standard output"),
        _ => Ok(()),
    }
}

/// Whether the reader of our output has gone away.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        // A transparent error hides the one inside from the chain.
        let inner = match cause.downcast_ref() {
            Some(PipelineError::Output(error)) => Some(error),
            _ => cause.downcast_ref::<std::io::Error>(),
        };
        inner.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}
