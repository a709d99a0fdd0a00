//! Arguments of `sudoscope minutes`.

// This module reads untrusted text, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use std::path::PathBuf;

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope minutes --fit times.csv -o mine.minutes     fit a model to times of your players
  sudoscope rate -l minutes@mine.minutes puzzles.txt    use it")]
pub struct MinutesArgs {
    /// Times of people: a CSV file with the columns puzzle and seconds, and perhaps players (the number of
    /// people whose mean time it is).
    #[arg(long, required = true, value_name = "FILE")]
    pub fit: PathBuf,
    /// Write the model to this file [default: standard output, without the summary].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Also write a table of all puzzles to this file: the time, the time expected by a model that has not
    /// seen the puzzle, and the features.
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
}
