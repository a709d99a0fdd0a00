//! Arguments of dedupe and clean.

use super::lines::{BOARD_HELP, LineArgs};
use clap::ValueEnum;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope dedupe a.txt b.txt -o all.txt       keeps the first of all isomorphs
  sudoscope dedupe --by exact a.txt > b.txt     the same clues in the same cells only
  sudoscope dedupe a.txt -o b.txt --duplicates dropped.csv
  sudoscope dedupe --board x a.txt > b.txt      of another board, by its symmetries",
    after_help = "\
Kept lines are written in the order of the input and whole, with whatever follows the puzzle. Comments and
blank lines are left out; the header of the first file that has one is kept if no puzzle comes before it.
Lines that are not puzzles, or whose clues contradict each other, are left out and counted, and the exit
code is then 1."
)]
pub struct DedupeArgs {
    /// List the repeats in this CSV file: line, the line that it repeats, text.
    #[arg(long, value_name = "FILE")]
    pub duplicates: Option<PathBuf>,
    #[command(flatten)]
    pub sift: SiftArgs,
}

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope clean bank.csv -o clean.csv         dropped rows: clean-dropped.csv
  sudoscope clean a.csv b.csv -o all.csv --dropped why.csv
  sudoscope clean --by exact bank.txt > clean.txt",
    after_help = "\
Keeps each puzzle with exactly one solution that repeats no earlier one. Kept rows are whole, in the order of
the input, with all their columns, under the header of the first file that has one. The file of dropped rows
has the columns line, reason, repeats, text: the reason is repeat, no-solution, multiple-solutions, budget
(unknown after the work allowed) or invalid; repeats is the line of the puzzle that is kept; text is the row.
Standard error has the totals. The exit code is 1 only if no row is kept."
)]
pub struct CleanArgs {
    /// Write the dropped rows to this CSV file [default: NAME-dropped.csv beside the file of -o].
    #[arg(long, value_name = "FILE")]
    pub dropped: Option<PathBuf>,
    #[command(flatten)]
    pub sift: SiftArgs,
}

/// Common arguments of the commands that keep some lines, as they are.
#[derive(clap::Args)]
pub struct SiftArgs {
    /// Files of puzzles, one a line; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Force the files to disk: after a power cut, no file that has its name is incomplete.
    #[arg(long, requires = "output")]
    pub sync: bool,
    /// Puzzles that count as the same [default: isomorph; exact on a board
    /// whose symmetries are too many].
    #[arg(long, value_enum)]
    pub by: Option<SameBy>,
    #[arg(long, value_name = "BOARD", help = BOARD_HELP)]
    pub board: Option<String>,
    /// Memory for sorting (K, M or G); the excess goes through temporary files.
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = size)]
    pub memory: u64,
    /// Directory for temporary files [default: that of the output, or the system's].
    #[arg(long, value_name = "DIR")]
    pub temp: Option<PathBuf>,
    #[command(flatten)]
    pub lines: LineArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SameBy {
    /// Equal clues in equal cells.
    Exact,
    /// Equal minlex: isomorphic puzzles.
    Isomorph,
}

/// Minimum memory of dedupe.
const LEAST_MEMORY: u64 = 1 << 16;

/// Reads a number of bytes such as 64K, 512M or 2G.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 10),
        Some((at, 'm' | 'M')) => (&text[..at], 20),
        Some((at, 'g' | 'G')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << unit));
    match bytes {
        Some(bytes) if bytes >= LEAST_MEMORY => Ok(bytes),
        Some(_) => Err("at least 64K".to_string()),
        None => Err("a number of bytes, with K, M or G after it".to_string()),
    }
}
