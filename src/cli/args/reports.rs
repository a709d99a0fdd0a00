//! What report, diff and worth take, and the options of reports.

use super::lines::{Threads, When, column};
use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::path::PathBuf;
use sudoscope::input::MAX_NUMBER;
use sudoscope::report::{FORMATS, Format, NOT_BUILT_IN, View, find_format};
use sudoscope::stats::Weights;

/// How tables are written.
#[derive(clap::Args)]
pub struct FormatOptions {
    /// Formats of the tables.
    #[arg(long, value_delimiter = ',', default_value = "csv", value_parser = format_names())]
    pub format: Vec<String>,
}

/// How reports are made of the rows of a run.
#[derive(clap::Args)]
pub struct ReportOptions {
    #[command(flatten)]
    pub formats: FormatOptions,
    #[command(flatten)]
    pub means: MeanOptions,
}

/// How shares and means are made.
#[derive(clap::Args)]
pub struct MeanOptions {
    /// The weight of a puzzle in percentages and means; controlled-bias: correct the bias of that generator.
    #[arg(long, default_value = "equal", value_parser = Weights::NAMES.map(|named| named.0))]
    pub weights: String,
    /// What rating 0 (solved by singles) counts in means and correlations; Berthier's books have 0.9.
    #[arg(long, value_name = "NUMBER", default_value_t = 0.0)]
    pub brt_as: f64,
}

/// What the table of puzzles has beside what it always has.
#[derive(clap::Args)]
pub struct PuzzleTableOptions {
    /// The table of puzzles has the solution, too: 81 digits.
    #[arg(long)]
    pub solution: bool,
    /// The table of puzzles has how many steps the path has, too, how many of them beyond singles, and how
    /// many of each rule, in a column each.
    #[arg(long)]
    pub wide: bool,
}

/// Names of formats of tables.
pub(super) fn format_names() -> PossibleValuesParser {
    let built_in = FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.about));
    let others = NOT_BUILT_IN.iter().map(|name| PossibleValue::new(*name).hide(true));
    PossibleValuesParser::new(built_in.chain(others))
}

impl FormatOptions {
    /// The formats asked for, each once.
    pub fn formats(&self) -> Result<Vec<&'static Format>> {
        for name in &self.format {
            find_format(name).map_err(anyhow::Error::msg)?;
        }
        let asked_for = |format: &&Format| self.format.iter().any(|name| name == format.name);
        Ok(FORMATS.iter().filter(asked_for).collect())
    }
}

impl MeanOptions {
    /// How numbers are made.
    pub fn view(&self) -> Result<View> {
        if !(-MAX_NUMBER..=MAX_NUMBER).contains(&self.brt_as) {
            bail!("--brt-as must be a number from -{MAX_NUMBER:e} to {MAX_NUMBER:e}");
        }
        let weights = Weights::NAMES.iter().find(|named| named.0 == self.weights);
        Ok(View { weights: weights.map_or(Weights::Equal, |named| named.1), brt_as: self.brt_as })
    }
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope report reports/random-10k                       the same reports again
  sudoscope report --weights controlled-bias reports/cbg-000   as estimates for all minimal puzzles")]
pub struct ReportArgs {
    /// The directory of a finished scan, with run.records; the reports go there too.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Write them here instead.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub table: PuzzleTableOptions,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub reports: ReportOptions,
}

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  seq 8 | xargs -P2 -I@ sudoscope scan --shard @/8 puzzles.txt
  sudoscope merge reports/puzzles/shard-*                   all 8, in reports/puzzles
  sudoscope merge -o both reports/a reports/b               scans of two files, as one of both",
    after_help = "\
The result is what one scan of all the input would have written, byte for byte, but for times. Shards must
be all shards of one scan, in any order. Other scans must have the same ladders and settings; they are
joined in the order given. The exit code is that of the scan: 1 if lines were rejected."
)]
pub struct MergeArgs {
    /// Directories of finished scans: of all shards of one, or of scans without shards.
    #[arg(required = true, value_name = "DIR")]
    pub directories: Vec<PathBuf>,
    /// Where the joined scan goes [default: reports/NAME of the first file].
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub table: PuzzleTableOptions,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub reports: ReportOptions,
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope diff reports/puzzles                        each two ladders of a finished scan
  sudoscope diff reports/old reports/new                two scans of the same puzzles
  sudoscope diff reports/puzzles:W published.csv:W      a scan and a column of a table")]
pub struct DiffArgs {
    /// A directory with a finished scan, a CSV file with a header or a file with one rating a line; :COLUMN
    /// names the ladder or column.
    #[arg(value_name = "A[:COLUMN]")]
    pub a: String,
    /// Likewise; without it, each two ladders of A.
    #[arg(value_name = "B[:COLUMN]")]
    pub b: Option<String>,
    /// List every puzzle that changed in this CSV file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope compare reports/easy reports/new            two finished scans
  sudoscope compare -l H easy.txt new.txt               two files, which are rated
  sudoscope compare reports/easy new.txt --format csv   a scan, and a file that is rated as it is")]
pub struct CompareArgs {
    /// A directory with a finished scan, or a file of puzzles.
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// Likewise.
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// Ladders, or other scales: of scans by name [default: all that both have]; of two files, by which they
    /// are rated [default: W].
    #[arg(short, long = "ladder", visible_alias = "scale", value_name = "LADDER")]
    pub ladders: Vec<String>,
    #[command(flatten)]
    pub means: MeanOptions,
    /// How shares and means are printed.
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    pub format: CompareFormat,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Of files: the puzzle is in this column of a table, by its name or place from 1, or in this member of
    /// objects [default: found from content].
    #[arg(long, value_name = "COLUMN", value_parser = column)]
    pub column: Option<String>,
    #[command(flatten)]
    pub threads: Threads,
    /// Show progress on standard error; auto: if it is a terminal.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    pub progress: When,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// Tables to read.
    Text,
    /// One row for each mean, rating, technique and number of clues.
    Csv,
    /// All as one object.
    Json,
    /// One JSON object a line.
    Jsonl,
    /// A Parquet file: with -o FILE.
    Parquet,
    /// An Arrow file: with -o FILE.
    Arrow,
}

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope study -o study reports/a reports/b          the first is the one others are compared with
  sudoscope study -o study easy=scans/1 easy=scans/2 hard=scans/3 --reference hard
                                                        two scans of one collection, by other ladders",
    after_help = "\
Scans of one collection are of the same puzzles, each by other ladders; those of different collections may
have the same ones. What `sudoscope worth` found out about a scan is shown, too."
)]
pub struct StudyArgs {
    /// Directories of finished scans; NAME says whose puzzles it has [default: the directory's own].
    #[arg(required = true, value_name = "[NAME=]DIR")]
    pub scans: Vec<String>,
    /// The folder for the tables, study.md and index.html; it is made if it is missing.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// The collection that others are compared with; only of this one puzzles are shown [default: the first].
    #[arg(long, value_name = "NAME")]
    pub reference: Option<String>,
    /// Collections of the controlled-bias generator: percentages and means are corrected for its bias.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub unbiased: Vec<String>,
    /// A text whose lines stand at the head of study.md and at the foot of the page.
    #[arg(long, value_name = "FILE")]
    pub about: Option<PathBuf>,
    #[command(flatten)]
    pub formats: FormatOptions,
    #[command(flatten)]
    pub threads: Threads,
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope worth reports/random-10k            for every ladder of a finished scan
  sudoscope worth --needed reports/random-10k   only which rules puzzles cannot be solved without
  sudoscope worth -l S+W --minimal-set out      and small sets of rules that solve 90, 95, 99 and 99.9 %")]
pub struct WorthArgs {
    /// The directory of a finished scan; the tables are written there.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Ladders of the scan by name [default: all].
    #[arg(short, long = "ladder", visible_alias = "scale", value_name = "LADDER", value_delimiter = ',')]
    pub ladders: Vec<String>,
    #[command(flatten)]
    pub threads: Threads,
    /// Show progress on standard error; auto: if it is a terminal.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    pub progress: When,
    /// Find out only which rules puzzles cannot be solved without, for the table `techniques`. Each puzzle is
    /// climbed again without each rule that its path uses.
    #[arg(long, conflicts_with = "minimal_set")]
    pub needed: bool,
    /// Find small sets of rules that solve these shares of the puzzles, by climbs.
    #[arg(
        long,
        value_name = "PERCENTS",
        value_delimiter = ',',
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "90,95,99,99.9",
        value_parser = percent
    )]
    pub minimal_set: Option<Vec<f64>>,
    /// Work units allowed for each puzzle and rule alone.
    #[arg(long, value_name = "WORK", default_value_t = 10_000, conflicts_with = "needed")]
    pub alone_budget: u64,
    #[command(flatten)]
    pub reports: ReportOptions,
}

/// A share in percent.
fn percent(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=100.0).contains(share));
    share.ok_or_else(|| "a share is a number from 0 to 100".to_string())
}
