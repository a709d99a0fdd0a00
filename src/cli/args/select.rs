//! Arguments of select.

use super::generate::{ChoiceArgs, symmetry_names};
use super::lines::Threads;
use clap::ValueEnum;
use std::path::PathBuf;
use sudoscope::select::SortBy;

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope scan -l H bank.txt
  sudoscope select reports/bank --rating Hard --hardest x-wing -o x-wings.txt
  sudoscope select reports/bank --uses w-wing --without xy-chain --format csv
  sudoscope select reports/bank --rating easy --count 50 --shuffle 1 --exclude printed.txt
  sudoscope select reports/bank --rating hard --sort score --reverse --count 10
  sudoscope select reports/bank --per-rating 100 -o graded.sdm      also .sdk, .csv, .jsonl, .arrow")]
pub struct SelectArgs {
    /// Directory of a finished scan, with run.records.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Ladder by which puzzles are chosen, by its name in the scan [default: the scan's first ladder].
    #[arg(short, long, visible_alias = "scale", value_name = "LADDER")]
    pub ladder: Option<String>,
    #[command(flatten)]
    pub choice: ChoiceArgs,
    /// Keep only puzzles with this many clues.
    #[arg(long, value_name = "N|A-B|A-")]
    pub clues: Option<String>,
    /// Keep only puzzles whose pattern of clues has this symmetry.
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetry_names())]
    pub symmetry: String,
    /// Keep only minimal puzzles: no clue can be removed.
    #[arg(long)]
    pub minimal: bool,
    /// Leave out the puzzles of this file: the same clues in the same cells; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub exclude: Vec<PathBuf>,
    /// Keep at most this many puzzles of each rating: the first ones.
    #[arg(long, value_name = "N")]
    pub per_rating: Option<u64>,
    /// Keep at most this many puzzles in all: the first ones.
    #[arg(long, value_name = "N")]
    pub count: Option<u64>,
    /// Shuffle the puzzles, so that the first ones are a random sample. The same seed gives the same order.
    #[arg(long, value_name = "SEED")]
    pub shuffle: Option<u64>,
    /// Sort the puzzles, the least first; the first ones are kept. With --shuffle and --count or --per-rating
    /// a random sample is sorted.
    #[arg(long, value_enum, value_name = "BY")]
    pub sort: Option<SortArg>,
    /// Sort the greatest first.
    #[arg(long, requires = "sort")]
    pub reverse: bool,
    /// Print the solution, too: 81 digits. For csv, jsonl, parquet and arrow.
    #[arg(long)]
    pub solution: bool,
    /// Columns that the scan kept to print with each puzzle, or all: tables have only these then, and lines
    /// get them after the puzzle, under a header [default: all in tables, none in lines].
    #[arg(long, value_name = "COLUMN|all", value_delimiter = ',')]
    pub keep: Vec<String>,
    /// Format of the output [default: the extension of the output file, .sdm, .sdk, .csv, .jsonl, .parquet or
    /// .arrow; otherwise lines].
    #[arg(long, value_enum)]
    pub format: Option<SelectFormat>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope scan -l H -l minutes -l SER --keep id bank.csv
  sudoscope export reports/bank --format app-json -o bank.json",
    after_help = "\
The steps are those of the first ladder, and each is a hint in three stages. Level and score, minutes and SE
are there if the scan has H, minutes and SER. The schema is docs/app-json.schema.json."
)]
pub struct ExportArgs {
    /// Directory of a finished scan, with run.records.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Format of the export: app-json, or with the version of its schema app-json@1.
    #[arg(long, default_value = "app-json")]
    pub format: String,
    /// Ladder whose steps are the hints, by its name in the scan [default: the scan's first ladder].
    #[arg(short, long, visible_alias = "scale", value_name = "LADDER")]
    pub ladder: Option<String>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
}

/// Order of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SortArg {
    /// Column `score` of the ladder, such as H has.
    Score,
    /// Rating by the ladder.
    Rating,
    /// Minutes of an average player, in a scan with the ladder minutes.
    Minutes,
}

impl From<SortArg> for SortBy {
    fn from(argument: SortArg) -> SortBy {
        match argument {
            SortArg::Score => SortBy::Score,
            SortArg::Rating => SortBy::Rating,
            SortArg::Minutes => SortBy::Minutes,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SelectFormat {
    /// Puzzles only, one a line.
    Lines,
    /// Puzzles only, one a line, with 0 for a blank.
    Sdm,
    /// Nine rows a puzzle, after its line and rating.
    Sdk,
    /// line,puzzle,status,clues and the ratings, as rate prints them.
    Csv,
    /// The table `puzzles` of the scan: one JSON object a line, with the rules used as lists.
    Jsonl,
    /// A Parquet file.
    Parquet,
    /// An Arrow file.
    Arrow,
    /// A spreadsheet.
    Xlsx,
}

impl SelectArgs {
    /// Returns the format that was asked for, or that the file's extension says.
    pub fn format(&self) -> SelectFormat {
        let extension = || self.output.as_ref()?.extension()?.to_str();
        let by_name = || SelectFormat::from_str(extension()?, true).ok();
        self.format.or_else(by_name).unwrap_or(SelectFormat::Lines)
    }
}
