//! Command line: arguments → a plan, checked before any work → the run → an exit code.

mod args;
mod ask;
mod catalogue;
mod choice;
mod claims;
mod compare;
mod dedupe;
mod diff;
mod exit;
mod explain;
mod explain_lines;
mod explain_on_board;
mod export;
mod generate;
mod install;
mod interrupt;
mod merge;
mod minutes;
mod plan;
mod print;
mod progress;
mod relations;
mod renamed;
mod report;
mod rerun_command;
mod rows;
mod scan;
mod search;
mod select;
mod shell;
mod study;
mod summary;
mod verify;
mod worth;

use anyhow::anyhow;
use args::{Args, Command};
use clap::Parser;
use exit::{is_broken_pipe, notice, shown};
use std::io::Write;
use std::process::ExitCode;
use sudoscope::{signals, standard, threads};

/// Message if there are no arguments.
const FIRST_STEPS: &str = "\
sudoscope rates sudoku puzzles. Three ways to begin:

  sudoscope scan puzzles.txt       rate every puzzle of a file; reports appear in reports/puzzles/
  sudoscope rate puzzles.txt       print the rating of every puzzle
  sudoscope explain PUZZLE         print every step of one puzzle (81 characters)

All commands: sudoscope --help";

/// Exit code of an error.
const ERROR: u8 = 2;

/// Runs the command line.
pub fn main() -> ExitCode {
    signals::ignore_file_size();
    threads::on_own_stack(run)
}

fn run() -> ExitCode {
    if std::env::args_os().len() <= 1 {
        notice(FIRST_STEPS);
        return ExitCode::from(ERROR);
    }
    let args = match Args::try_parse_from(wild::args_os()) {
        Ok(args) => args,
        Err(error) => return told(&error),
    };
    let result = match args.command {
        Command::Scan(args) => scan::run(args),
        Command::Worth(args) => worth::run(args),
        Command::Rate(args) => ask::rate(args),
        Command::Report(args) => report::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Select(args) => select::run(args),
        Command::Plan(args) => plan::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Study(args) => study::run(args),
        Command::Export(args) => export::run(&args),
        Command::Explain(args) => explain::run(args),
        Command::Trace(args) => ask::trace(args),
        Command::Verify(args) => verify::run(args),
        Command::Rules(args) => catalogue::rules(args),
        Command::Ladders(args) => catalogue::ladders(args),
        Command::Minutes(args) => minutes::run(&args),
        Command::Print(args) => print::run(args),
        Command::Minlex(args) => ask::minlex(args),
        Command::Solve(args) => ask::solve(args),
        Command::Check(args) => ask::check(args),
        Command::Clean(args) => dedupe::clean(args),
        Command::Dedupe(args) => dedupe::dedupe(args),
        Command::Generate(args) => generate::run(args),
        Command::Search(args) => search::run(args),
        Command::Completions { shell } => install::completions(shell),
        Command::Man { directory } => install::man(&directory),
    };
    match result {
        Ok(end) => end.into(),
        Err(error) => failed(&error),
    }
}

fn failed(error: &anyhow::Error) -> ExitCode {
    // `sudoscope … | head` is not an error.
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    notice(format_args!("sudoscope: {error:#}"));
    ExitCode::from(ERROR)
}

/// Prints the help that was asked for, or the error in the arguments.
fn told(error: &clap::Error) -> ExitCode {
    if let Some(advice) = renamed::advice(error) {
        return failed(&anyhow!(advice));
    }
    let text = error.render().to_string();
    let printed = match shown(&text) == text {
        true if error.use_stderr() => error.print(),
        true => standard::output().and_then(|mut out| error.print().and_then(|()| out.flush())),
        // Typed text must not control the terminal.
        false => {
            notice(text.trim_end());
            Ok(())
        }
    };
    match printed {
        Ok(()) => ExitCode::from(if error.use_stderr() { ERROR } else { 0 }),
        Err(error) => failed(&error.into()),
    }
}
