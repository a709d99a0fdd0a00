//! Arguments of report, merge, diff, compare, study and worth, and the options of reports.

use super::lines::{Threads, When, column};
use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::path::PathBuf;
use sudoscope::input::MAX_NUMBER;
use sudoscope::report::{FORMATS, Format, NOT_BUILT_IN, View, find_format};
use sudoscope::run::RunHeader;
use sudoscope::stats::Weights;

/// Options for the format of tables.
#[derive(clap::Args)]
pub struct FormatOptions {
    /// Formats of the tables.
    #[arg(long, value_delimiter = ',', default_value = "csv", value_parser = format_names())]
    pub format: Vec<String>,
}

/// Options for making reports from the rows of a run.
#[derive(clap::Args)]
pub struct ReportOptions {
    #[command(flatten)]
    pub formats: FormatOptions,
    #[command(flatten)]
    pub means: MeanOptions,
}

/// Options for computing shares and means.
#[derive(clap::Args)]
pub struct MeanOptions {
    /// Weight of a puzzle in percentages and means; controlled-bias corrects the bias of that generator.
    #[arg(long, default_value = "equal", value_parser = Weights::NAMES.map(|named| named.0))]
    pub weights: String,
    /// Value of rating 0 (solved by singles) in means and correlations; Berthier's books have 0.9.
    #[arg(long, value_name = "NUMBER", default_value_t = 0.0)]
    pub brt_as: f64,
}

/// Options for further columns of the table of puzzles.
#[derive(clap::Args)]
pub struct PuzzleTableOptions {
    /// Add the solution to the table of puzzles: 81 digits.
    #[arg(long)]
    pub solution: bool,
    /// Add columns to the table of puzzles: the number of steps of the path, in all, beyond singles and of
    /// each rule.
    #[arg(long)]
    pub wide: bool,
}

/// Fails if the weights of the view are only for runs of the plain board, and this is another.
pub fn check_weights(header: &RunHeader, view: View) -> Result<()> {
    let weighted = format!("--weights {}", view.weights.name());
    if view.weights == Weights::Equal { Ok(()) } else { Ok(header.plain_only(&weighted)?) }
}

/// Returns the names of the formats of tables.
fn format_names() -> PossibleValuesParser {
    PossibleValuesParser::new(format_values())
}

pub(super) fn format_values() -> impl Iterator<Item = PossibleValue> {
    let built_in = FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.about));
    let others = NOT_BUILT_IN.iter().map(|name| PossibleValue::new(*name).hide(true));
    built_in.chain(others)
}

impl FormatOptions {
    /// Returns the formats asked for, each once.
    pub fn formats(&self) -> Result<Vec<&'static Format>> {
        for name in &self.format {
            find_format(name).map_err(anyhow::Error::msg)?;
        }
        let asked_for = |format: &&Format| self.format.iter().any(|name| name == format.name);
        Ok(FORMATS.iter().filter(asked_for).collect())
    }
}

impl MeanOptions {
    /// Returns the choices for computing numbers.
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
    /// Directory of a finished scan, with run.records; the reports are written there too.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Write the reports here instead.
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
Except for times, the result is byte for byte that of one scan of all the input. Shards must be all shards
of one scan, in any order. Other scans must have the same ladders and settings; they are joined in the order
given. The exit code is that of the scan: 1 if lines were rejected."
)]
pub struct MergeArgs {
    /// Directories of finished scans: all shards of one scan, or scans without shards.
    #[arg(required = true, value_name = "DIR")]
    pub directories: Vec<PathBuf>,
    /// Directory for the joined scan [default: reports/NAME of the first file].
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
    /// Directory with a finished scan, a CSV file with a header or a file with one rating a line; :COLUMN
    /// names the ladder or column.
    #[arg(value_name = "A[:COLUMN]")]
    pub a: String,
    /// Second source, of the same kinds [default: each two ladders of A].
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
  sudoscope compare -l H a.txt b.txt --up-to x-wing --needs w-wing
                                                        also: solved with nothing harder than an X-Wing
  sudoscope compare reports/easy new.txt --format csv   a scan, and a file rated by the same ladders")]
pub struct CompareArgs {
    /// Directory with a finished scan, or a file of puzzles.
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// Second directory or file.
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// Ladders, or other scales: for scans, the names of their ladders [default: all that both have]; for two
    /// files, the ladders that rate them [default: W].
    #[arg(short, long = "ladder", visible_alias = "scale", value_name = "LADDER")]
    pub ladders: Vec<String>,
    /// Compare also the shares for which nothing harder is needed: the rules before this one in the ladder,
    /// and this one, solve them.
    #[arg(long, value_name = "RULE")]
    pub up_to: Option<String>,
    /// Compare also the shares that the ladder, up to the rule of --up-to, does not solve without this rule;
    /// may be repeated.
    #[arg(long, value_name = "RULE")]
    pub needs: Vec<String>,
    #[command(flatten)]
    pub means: MeanOptions,
    /// Format of the output.
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    pub format: CompareFormat,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Column of a table, by name or place from 1, or member of objects, that holds the puzzle in a file
    /// [default: found from content].
    #[arg(long, value_name = "COLUMN", value_parser = column)]
    pub column: Option<String>,
    /// Sheet of a spreadsheet [default: the only one with cells].
    #[arg(long, value_name = "NAME")]
    pub sheet: Option<String>,
    #[command(flatten)]
    pub threads: Threads,
    /// Show progress on standard error; auto: if it is a terminal.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    pub progress: When,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// Readable tables.
    Text,
    /// One row for each mean, rating, technique and number of clues.
    Csv,
    /// One JSON object.
    Json,
    /// One JSON object a line.
    Jsonl,
    /// A Parquet file; needs -o FILE.
    Parquet,
    /// An Arrow file; needs -o FILE.
    Arrow,
    /// A spreadsheet; needs -o FILE.
    Xlsx,
}

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope study -o study reports/a reports/b          the others are compared with the first
  sudoscope study -o study easy=scans/1 easy=scans/2 hard=scans/3 --reference hard
                                                        two scans of one collection, by other ladders",
    after_help = "\
Scans of one collection have the same puzzles and different ladders; scans of different collections may have
the same ladders. The results of `sudoscope worth` on a scan are shown, too."
)]
pub struct StudyArgs {
    /// Directories of finished scans; NAME is the collection of its puzzles [default: the name of the
    /// directory].
    #[arg(required = true, value_name = "[NAME=]DIR")]
    pub scans: Vec<String>,
    /// Folder for the tables, study.md and index.html; it is created if it is missing.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Collection that others are compared with, and the only one whose puzzles are shown [default: the
    /// first].
    #[arg(long, value_name = "NAME")]
    pub reference: Option<String>,
    /// Collections of the controlled-bias generator, whose percentages and means are corrected for its bias.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub unbiased: Vec<String>,
    /// Text file whose lines are put at the top of study.md and at the bottom of the page.
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
    /// Directory of a finished scan; the tables are written there.
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
    /// Maximum work units for each puzzle and rule alone.
    #[arg(long, value_name = "WORK", default_value_t = 10_000, conflicts_with = "needed")]
    pub alone_budget: u64,
    #[command(flatten)]
    pub reports: ReportOptions,
}

/// Reads a share in percent.
fn percent(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=100.0).contains(share));
    share.ok_or_else(|| "a share is a number from 0 to 100".to_string())
}
