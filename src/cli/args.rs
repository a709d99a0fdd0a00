//! What can be typed, and what it means. Parsing does nothing but parse.

use anyhow::{Context, Result, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgAction, Parser, Subcommand, ValueEnum};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use sudoscope::check::CHECK_BUDGET;
use sudoscope::input::{Input, Reading};
use sudoscope::ladder::{Ladder, LadderError};
use sudoscope::pipeline::{Lines, Plan, Unfinished};
use sudoscope::report::{FORMATS, Format, View};
use sudoscope::solve::{DEFAULT_BUDGET, Effort};
use sudoscope::stats::Weights;

const EXAMPLES: &str = "\
Examples:
  sudoscope scan puzzles.txt                    rate every puzzle, write reports/puzzles/
  sudoscope scan -l W,B,S+W puzzles.txt         by three ladders at once
  sudoscope scan --resume puzzles.txt           go on after Ctrl-C or a crash
  sudoscope rate -l W --format plain p.txt      one rating a line
  zcat big.gz | sudoscope rate -                from standard input
  sudoscope explain PUZZLE                      the resolution path of one puzzle (81 characters)
  sudoscope rate -l 'easy=brt,lc,naked:2-3+hidden:2,whip:2-8' p.txt
                                                by a ladder of your own
  sudoscope generate --count 100 --level 5-8    random puzzles, here of medium W
  sudoscope rules whip                          what a rule proves, and where it is defined";

const EXIT_CODES: &str = "\
Exit codes:
  0    everything was analysed (also when the reader of our output goes away)
  1    finished, but some lines were rejected: not a puzzle, no solution, or several solutions; or a list that is made
       stayed short
  2    error: bad arguments, an unreadable input, an output that cannot be written
  130  interrupted; what was finished is kept";

/// Rates sudoku puzzles with human-style resolution rules, and measures what each rule is worth.
#[derive(Parser)]
#[command(version, before_help = EXAMPLES, after_help = EXIT_CODES)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Rate every puzzle of some files and write the reports.
    Scan(ScanArgs),
    /// Tell what each rule of a finished scan is worth: without it, alone, in pairs, in small sets.
    Worth(WorthArgs),
    /// Print the rating of every puzzle.
    Rate(RateArgs),
    /// Make the reports of a finished scan again, with other weights or in other formats.
    Report(ReportArgs),
    /// Compare two runs, two ladders or two files of ratings: which puzzles changed, and by how much.
    Diff(DiffArgs),
    /// Print the resolution path of one puzzle, step by step.
    Explain(ExplainArgs),
    /// List the rules, or tell about one.
    Rules(NameArgs),
    /// List the ladders, or tell about one.
    Ladders(NameArgs),
    /// Print the canonical form of every puzzle.
    Minlex(MinlexArgs),
    /// Tell for every puzzle whether it is valid and minimal, and its symmetries.
    Check(CheckArgs),
    /// Leave out puzzles that repeat earlier ones.
    Dedupe(DedupeArgs),
    /// Make random puzzles.
    Generate(GenerateArgs),
}

/// What scan and rate have in common.
#[derive(clap::Args)]
pub struct Common {
    /// Ladders by name (W,B,…), or one of your own as NAME=DEFINITION; may be repeated.
    #[arg(short, long = "ladder", value_name = "LADDER", default_value = "W")]
    pub ladders: Vec<String>,
    /// Search steps allowed for each puzzle and ladder.
    #[arg(long, value_name = "STEPS", default_value_t = DEFAULT_BUDGET)]
    pub budget: u64,
    /// In which order what rules prove is applied.
    #[arg(long, value_enum, default_value_t = Policy::Together)]
    pub policy: Policy,
    /// Do not check that puzzles have exactly one solution.
    #[arg(long)]
    pub no_validate: bool,
    #[command(flatten)]
    pub lines: LineArgs,
}

/// What all commands that read puzzles line by line have in common.
#[derive(clap::Args)]
pub struct LineArgs {
    /// Threads [default: all].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Pass over the first N puzzles.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub skip: u64,
    /// Read at most N puzzles.
    #[arg(long, value_name = "N")]
    pub take: Option<u64>,
    /// The puzzle is in the N-th comma-separated column [default: it begins the line].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub column: Option<u16>,
    /// Show progress on standard error; auto: if it is a terminal.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    pub progress: When,
    /// Read files instead of mapping them (for files that may be truncated meanwhile).
    #[arg(long)]
    pub no_mmap: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope scan datasets/random-10k.txt        reports appear in reports/random-10k/
  sudoscope scan -l S+W -o out a.txt b.txt      several files, one set of reports
  sudoscope scan --resume datasets/random-10k.txt")]
pub struct ScanArgs {
    /// Files of puzzles, one a line; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where the reports go [default: reports/NAME of the first file].
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Go on with the unfinished run in the output directory.
    #[arg(long, conflicts_with = "restart")]
    pub resume: bool,
    /// Drop the unfinished run in the output directory.
    #[arg(long, action = ArgAction::SetTrue)]
    pub restart: bool,
    /// Numbers in the input to hold the ratings against: the name of a CSV column or its place, or NAME for text
    /// like NAME=8.3 after the puzzle.
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub against: Vec<String>,
    /// Tell what each rule is worth, as `sudoscope worth` does afterwards.
    #[arg(long)]
    pub worth: bool,
    #[command(flatten)]
    pub worth_options: WorthOptions,
    #[command(flatten)]
    pub reports: ReportOptions,
    #[command(flatten)]
    pub common: Common,
}

impl ScanArgs {
    /// Whether it is asked what rules are worth.
    pub fn tells_worth(&self) -> bool {
        self.worth || self.worth_options.minimal_set.is_some()
    }
}

/// How reports are made of the rows of a run.
#[derive(clap::Args)]
pub struct ReportOptions {
    /// Formats of the tables.
    #[arg(long, value_delimiter = ',', default_value = "csv", value_parser = format_names())]
    pub format: Vec<String>,
    /// What a puzzle counts in percentages and means; controlled-bias: the correction factors for collections made
    /// by that generator.
    #[arg(long, default_value = "equal", value_parser = Weights::NAMES.map(|named| named.0))]
    pub weights: String,
    /// What rating 0 (solved by singles) counts in means and correlations; Berthier's books have 0.9.
    #[arg(long, value_name = "NUMBER", default_value_t = 0.0)]
    pub brt_as: f64,
}

fn format_names() -> PossibleValuesParser {
    PossibleValuesParser::new(
        FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.about)),
    )
}

impl ReportOptions {
    /// The formats asked for.
    pub fn formats(&self) -> Vec<&'static Format> {
        FORMATS.iter().filter(|format| self.format.iter().any(|name| name == format.name)).collect()
    }

    /// How numbers are made.
    pub fn view(&self) -> Result<View> {
        if !self.brt_as.is_finite() {
            bail!("--brt-as must be a number");
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
    /// Where a finished scan's run.records is; the reports go there too.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Write them here instead.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
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
    /// A directory with a finished scan, a CSV file with a header or a file with one rating a line; :COLUMN names the
    /// ladder or column.
    #[arg(value_name = "A[:COLUMN]")]
    pub a: String,
    /// The same; without it, each two ladders of A.
    #[arg(value_name = "B[:COLUMN]")]
    pub b: Option<String>,
    /// List every puzzle that changed in this CSV file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope worth reports/random-10k            for every ladder of a finished scan
  sudoscope worth -l S+W --minimal-set out      and small sets of rules that solve 90, 95, 99 and 99.9 %")]
pub struct WorthArgs {
    /// The directory of a finished scan; the tables are written there.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Ladders of the scan by name [default: all].
    #[arg(short, long = "ladder", value_name = "LADDER", value_delimiter = ',')]
    pub ladders: Vec<String>,
    /// Threads [default: all].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Show progress on standard error; auto: if it is a terminal.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    pub progress: When,
    #[command(flatten)]
    pub options: WorthOptions,
    #[command(flatten)]
    pub reports: ReportOptions,
}

/// What worth and scan have in common.
#[derive(clap::Args)]
pub struct WorthOptions {
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
    /// Search steps allowed for each puzzle and rule alone.
    #[arg(long, value_name = "STEPS", default_value_t = 10_000)]
    pub alone_budget: u64,
}

/// A share in percent.
fn percent(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=100.0).contains(share));
    share.ok_or_else(|| "a share is a number from 0 to 100".to_string())
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope rate puzzles.txt > ratings.csv      line,puzzle,status,clues,W
  sudoscope rate -l W --format plain p.txt      one rating a line, as published rating files
  sudoscope rate --format jsonl -l W,B p.txt    one JSON object a line")]
pub struct RateArgs {
    /// Files of puzzles, one a line; - (the default) is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    pub files: Vec<PathBuf>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How to print a rating.
    #[arg(long, value_enum, default_value_t = RateFormat::Csv)]
    pub format: RateFormat,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RateFormat {
    /// line,puzzle,status,clues and a column for each ladder.
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// One rating a line; exactly one ladder.
    Plain,
}

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope minlex puzzles.txt                  line,puzzle,status,minlex,transformation,automorphisms
  sudoscope minlex --format plain p.txt         one canonical puzzle a line
  sudoscope minlex --solution p.txt             by the minlex of the solution grid",
    after_help = "\
Two puzzles are isomorphic if one is made of the other by permuting rows within bands, bands, columns within stacks
and stacks, by exchanging rows with columns, and by renaming digits. The minlex of a puzzle is the least text of
81 characters of all its isomorphs, a blank (.) before every digit. It is not the minlex of its solution grid: that one
begins with 123456789; --solution gives it, and the puzzle carried along. Lines without a solution or with
several have a minlex too, but none by --solution.

The transformation `T r312645978 c123456789 d918273645` means: exchange rows with columns (if there is a T); then take
row 3 first, then rows 1, 2, 6 and so on; take the columns in the order after c; then 1 becomes 9, 2 becomes 1.

Automorphisms are the rearrangements of the cells that, with some renaming of the digits, leave the puzzle as it is."
)]
pub struct MinlexArgs {
    /// Files of puzzles, one a line; - (the default) is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    pub files: Vec<PathBuf>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How to print a form.
    #[arg(long, value_enum, default_value_t = FormFormat::Csv)]
    pub format: FormFormat,
    /// Bring the solution grid to its minlex, and carry the puzzle along.
    #[arg(long)]
    pub solution: bool,
    #[command(flatten)]
    pub lines: LineArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormFormat {
    /// One row a puzzle.
    Csv,
    /// One canonical puzzle a line.
    Plain,
}

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope check puzzles.txt                   line,puzzle,status,clues,solutions,minimal,…
  sudoscope check --format jsonl p.txt          one JSON object a line
  sudoscope check --limit 1000 p.txt            count up to 1000 solutions",
    after_help = "\
Columns: solutions is `>N` if there are more than the limit. A puzzle with one solution is minimal if every clue is
needed for that; the clues each of which can be left out alone are redundant. Symmetry is that of the pattern of
clues in the square: none, rotational-180, rotational-90, left-right, up-down, bi-orthogonal (both), diagonal,
anti-diagonal, bi-diagonal (both), full-dihedral (all). Automorphisms are those of the puzzle (see minlex --help).

Status is budget where the steps did not suffice. The exit code is 1 unless every line is a puzzle with one solution."
)]
pub struct CheckArgs {
    /// Files of puzzles, one a line; - (the default) is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    pub files: Vec<PathBuf>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How to print what was found.
    #[arg(long, value_enum, default_value_t = CheckFormat::Csv)]
    pub format: CheckFormat,
    /// Count up to so many solutions.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub limit: u64,
    /// Steps (guesses) allowed for each puzzle.
    #[arg(long, value_name = "STEPS", default_value_t = CHECK_BUDGET)]
    pub budget: u64,
    #[command(flatten)]
    pub lines: LineArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// One row a puzzle.
    Csv,
    /// One JSON object a line.
    Jsonl,
}

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope dedupe a.txt b.txt -o all.txt       keeps the first of all isomorphs
  sudoscope dedupe --by exact a.txt > b.txt     the same clues in the same cells only
  sudoscope dedupe a.txt -o b.txt --duplicates dropped.csv",
    after_help = "\
Kept lines come in the order of the input and whole, with whatever follows the puzzle. Comments and blank lines are
left out; the header of the first file that has one is kept. Lines that are not puzzles are left out and counted, and
the exit code is then 1."
)]
pub struct DedupeArgs {
    /// Files of puzzles, one a line; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Which puzzles are the same.
    #[arg(long, value_enum, default_value_t = Same::Isomorph)]
    pub by: Same,
    /// List the lines that are dropped here, as CSV: line, the line that it repeats, text.
    #[arg(long, value_name = "FILE")]
    pub duplicates: Option<PathBuf>,
    /// Memory for sorting (K, M or G); what does not fit goes through temporary files.
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = size)]
    pub memory: u64,
    /// Where temporary files go [default: beside the output, or the system's directory].
    #[arg(long, value_name = "DIR")]
    pub temp: Option<PathBuf>,
    #[command(flatten)]
    pub lines: LineArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Same {
    /// The same clues in the same cells.
    Exact,
    /// The same minlex: isomorphic puzzles.
    Isomorph,
}

/// Memory that dedupe can work with at least.
const LEAST_MEMORY: u64 = 1 << 16;

/// A number of bytes such as 64K, 512M or 2G.
fn size(text: &str) -> Result<u64, String> {
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

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope explain ..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75
  sudoscope explain -l B --json PUZZLE
  sudoscope explain -l LC+SS --matching PUZZLE  why each subset excludes what it does
  sudoscope explain -l LC --net PUZZLE          the net of links where locked candidates stop
  sudoscope explain --svg -o step.svg PUZZLE    a picture of the hardest step
  sudoscope explain --svg-dir DIR PUZZLE        pictures of all steps
  head -1 puzzles.txt | sudoscope explain -")]
pub struct ExplainArgs {
    /// The 81 cells; - reads the first line of standard input.
    pub puzzle: String,
    /// One ladder, by name or as NAME=DEFINITION.
    #[arg(short, long, value_name = "LADDER", default_value = "W")]
    pub ladder: String,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Under each subset (naked, hidden, alldiff): the matching of its members, and for each candidate it
    /// removes what that would leave for them.
    #[arg(long)]
    pub matching: bool,
    /// At the end: the binary relationship net of the state where the path stops, as far as it says more when
    /// resolved than when written down.
    #[arg(long)]
    pub net: bool,
    /// Draw a step as an SVG picture: the first on the highest rung.
    #[arg(long, conflicts_with_all = ["json", "matching", "net"])]
    pub svg: bool,
    /// Draw this step instead; the steps of the path are counted from 1.
    #[arg(long, value_name = "N", requires = "svg")]
    pub step: Option<usize>,
    /// Draw every step into a file of its own in this folder: step-001.svg and so on.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["svg", "json", "matching", "net", "output"])]
    pub svg_dir: Option<PathBuf>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Search steps allowed.
    #[arg(long, value_name = "STEPS", default_value_t = DEFAULT_BUDGET)]
    pub budget: u64,
    /// Do not check that the puzzle has exactly one solution.
    #[arg(long)]
    pub no_validate: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Policy {
    /// All that a rule proves at once: the rating depends on the puzzle only.
    Together,
    /// Where braids rate lower than whips, one target at a time in several orders: the smallest rating; the
    /// order-free one stands in a column NAME-free.
    Best,
}

#[derive(clap::Args)]
pub struct NameArgs {
    /// The one to tell about.
    pub name: Option<String>,
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope generate --method top-down --seed 0 --count 10000 -o random-10k.txt
  sudoscope generate --method controlled-bias --count 1000 -o cb.txt
  sudoscope generate --resume --method controlled-bias --count 1000 -o cb.txt
  sudoscope generate --count 20 --ladder W --level 5-8
  sudoscope generate --count 20 --clues 30-35")]
pub struct GenerateArgs {
    /// How puzzles are made.
    #[arg(long, value_enum, default_value_t = Method::TopDown)]
    pub method: Method,
    /// Seed: the same seed gives the same list, on any machine and for any number of threads.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// How many puzzles are kept.
    #[arg(long, default_value_t = 1)]
    pub count: u64,
    /// Keep only puzzles with so many clues. Clues are then removed only until there are so many, a number of these at
    /// random for each puzzle, unless --minimal is given.
    #[arg(long, value_name = "N|A-B|A-")]
    pub clues: Option<String>,
    /// Only minimal puzzles: no clue can be removed. Without --clues they are so anyway; controlled-bias makes no others.
    #[arg(long)]
    pub minimal: bool,
    /// The ladder that --level speaks of [default: W].
    #[arg(long, value_name = "LADDER")]
    pub ladder: Option<String>,
    /// Keep only puzzles with such a rating.
    #[arg(long, value_name = "N|A-B|A-")]
    pub level: Option<String>,
    /// Stop after so many tries, even with fewer puzzles. (A try of controlled-bias is a full grid: about one in a hundred
    /// gives a puzzle.) [default: where --level or --clues choose, 100,000 for each puzzle, at least a million]
    #[arg(long, value_name = "N")]
    pub tries: Option<u64>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Go on with the unfinished list that was to become the output file.
    #[arg(long, conflicts_with = "restart")]
    pub resume: bool,
    /// Drop the unfinished list that was to become the output file.
    #[arg(long)]
    pub restart: bool,
    /// Threads [default: all].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Show progress on standard error; auto: if it is a terminal.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    pub progress: When,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// A random full grid, clues removed in random order while the solution stays unique.
    TopDown,
    /// Random clues until the solution is unique, then redundant ones removed in random order.
    BottomUp,
    /// Berthier's: of all minimal puzzles, those with n + 1 clues (n + 1)/(81 - n) times as likely as those with n, so that
    /// statistics can be corrected.
    ControlledBias,
}

impl Common {
    /// The plan for these inputs; `timed` if times per puzzle are wanted.
    pub fn plan(&self, files: &[PathBuf], timed: bool) -> Result<Plan> {
        let mut ladders = ladders(&self.ladders)?;
        if self.policy == Policy::Best {
            ladders = ladders.into_iter().flat_map(Ladder::with_best).collect();
        }
        need_validation(&ladders, self.no_validate)?;
        let Lines { inputs, reading, jobs } = self.lines.of(files)?;
        let effort = Effort { budget: self.budget, validate: !self.no_validate };
        Ok(Plan { inputs, reading, ladders, effort, jobs, timed })
    }
}

impl LineArgs {
    /// The lines of these files.
    pub fn of(&self, files: &[PathBuf]) -> Result<Lines> {
        let inputs: Vec<Input> = files.iter().map(|file| Input::of(file)).collect();
        if inputs.len() > u16::MAX as usize {
            bail!("too many files: at most {}", u16::MAX);
        }
        if inputs.iter().filter(|&input| *input == Input::Stdin).count() > 1 {
            bail!("standard input (-) can be read only once");
        }
        let reading = Reading {
            skip: self.skip,
            take: self.take,
            column: self.column.map(usize::from),
            against: Vec::new(),
            no_mmap: self.no_mmap,
        };
        Ok(Lines { inputs, reading, jobs: jobs(self.jobs) })
    }
}

/// Number of threads: as asked, or all that this process may use.
pub fn jobs(asked: Option<u16>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(all, usize::from)
}

/// What to do with an unfinished run that is found.
pub fn unfinished(resume: bool, restart: bool) -> Unfinished {
    match (resume, restart) {
        (true, _) => Unfinished::Resume,
        (_, true) => Unfinished::Restart,
        _ => Unfinished::Keep,
    }
}

/// The numbers `N`, `A-B`, or `A-` for all from A on, of those from `least` to `most`.
pub fn span(text: &str, least: usize, most: usize) -> Result<RangeInclusive<usize>> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let (from, to) = match text.split_once('-') {
        None => (number(text), number(text)),
        Some((from, "")) => (number(from), Some(most)),
        Some((from, to)) => (number(from), number(to)),
    };
    match (from, to) {
        (Some(from), Some(to)) if least <= from && from <= to && to <= most => Ok(from..=to),
        _ => bail!("'{text}' is not N, A-B or A- with numbers from {least} to {most}"),
    }
}

/// The ladders of `-l` arguments: `NAME[,NAME…]` or `NAME=DEFINITION` each.
pub fn ladders(arguments: &[String]) -> Result<Vec<Ladder>> {
    let mut ladders: Vec<Ladder> = Vec::new();
    for argument in arguments {
        let new: Vec<Ladder> = match argument.split_once('=') {
            Some((name, definition)) => vec![
                Ladder::define(name.trim(), definition)
                    .map_err(|error| explained(error, NearestHint::Rule))
                    .with_context(|| format!("ladder '{argument}'"))?,
            ],
            None => argument
                .split(',')
                .map(|name| {
                    Ladder::named(name.trim()).map_err(|e| explained(e, NearestHint::Ladder))
                })
                .collect::<Result<_>>()?,
        };
        for ladder in new {
            if ladders.iter().any(|other| other.name == ladder.name) {
                bail!("two ladders are called '{}'", ladder.name);
            }
            ladders.push(ladder);
        }
    }
    Ok(ladders)
}

/// Refuses to climb unchecked puzzles by rules that assume that they have only one solution.
pub fn need_validation(ladders: &[Ladder], no_validate: bool) -> Result<()> {
    for ladder in ladders.iter().filter(|_| no_validate) {
        if let Some(rule) = ladder.assumes_unique() {
            bail!(
                "the rule '{rule}' of the ladder '{}' assumes that a puzzle has only one solution: \
                 it cannot be used with --no-validate",
                ladder.name
            );
        }
    }
    Ok(())
}

/// Where the reader is sent for the full list.
#[derive(Clone, Copy)]
enum NearestHint {
    Ladder,
    Rule,
}

/// The error, with the nearest known name where one is unknown.
fn explained(error: LadderError, hint: NearestHint) -> anyhow::Error {
    let Some((name, known)) = error.unknown() else { return error.into() };
    let list = match hint {
        NearestHint::Ladder => {
            "`sudoscope ladders` lists them, and NAME=DEFINITION makes one of your own"
        }
        NearestHint::Rule => "`sudoscope rules` lists them",
    };
    let nearest = nearest(name, known.into_iter());
    anyhow!("{error}; {}{list}", nearest.map_or(String::new(), |n| format!("did you mean '{n}'? ")))
}

/// The known name most like `name`.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    known.min_by_key(|known| strsim::damerau_levenshtein(&name, &known.to_lowercase()))
}
