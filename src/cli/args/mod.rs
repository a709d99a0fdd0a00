//! What can be typed, and what it means. Parsing does nothing but parse.

// What is read here comes from outside: no panic (tests/program/source.rs has the list of such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod generate;
mod lines;
mod names;
mod print;
mod puzzles;
mod reports;
mod select;

pub use generate::*;
pub use lines::*;
pub use names::*;
pub use print::*;
pub use puzzles::*;
pub use reports::*;
pub use select::*;

use anyhow::{Result, bail};
use clap::{ArgAction, Parser, Subcommand, ValueEnum};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use sudoscope::report::{FORMATS, NOT_BUILT_IN};
use sudoscope::scale::DEFAULT_BUDGET;

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
  sudoscope generate --count 100 --rating 5-8    random puzzles, here of medium W
  sudoscope rules whip                          what a rule proves, and where it is defined";

const EXIT_CODES: &str = "\
Exit codes:
  0    everything was analysed (also when the reader of our output goes away)
  1    finished, but some lines were rejected: not a puzzle, no solution, or several; or a list that is made
       stayed short; or a proof is wrong
  2    error: bad arguments, an unreadable input, an output that cannot be written
  130  interrupted; what was finished is kept";

/// `0.1.0 (1a2b3c4d5e)`: with the commit it was built from, where that is known (build.rs).
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("SUDOSCOPE_BUILT_FROM"));

/// Rates sudoku puzzles with human-style resolution rules, and measures what each rule is worth.
#[derive(Parser)]
#[command(version = VERSION, before_help = EXAMPLES, after_help = EXIT_CODES)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Rate every puzzle of some files and write the reports.
    Scan(ScanArgs),
    /// Measure what each rule of a finished scan is worth: without it, alone, in pairs, in small sets.
    Worth(WorthArgs),
    /// Print the rating of every puzzle.
    Rate(RateArgs),
    /// Join the shards of a scan, or scans of different files, to one scan with its reports.
    Merge(MergeArgs),
    /// Make the reports of a finished scan again, with other weights or in other formats.
    Report(ReportArgs),
    /// Choose puzzles of a finished scan by rating, technique, clues.
    Select(SelectArgs),
    /// Compare two runs, two ladders or two files of ratings: which puzzles changed, and by how much.
    Diff(DiffArgs),
    /// Compare two banks of different puzzles: shares by rating, technique and clues.
    Compare(CompareArgs),
    /// Put finished scans of several collections side by side: tables, a text and a page.
    Study(StudyArgs),
    /// Print the resolution path of one puzzle, step by step.
    Explain(ExplainArgs),
    /// Write the steps of many paths as a table, a row a step.
    Trace(TraceArgs),
    /// Check proofs, as `explain --format json` writes them, step by step.
    Verify(VerifyArgs),
    /// List the rules, or describe one.
    Rules(RuleArgs),
    /// List the ladders and other scales, or describe one.
    Ladders(LadderArgs),
    /// Draw puzzles: a picture of one, or a sheet for the printer with the solutions behind.
    Print(PrintArgs),
    /// Print the canonical form of every puzzle.
    Minlex(MinlexArgs),
    /// Check every puzzle: is it valid, is it minimal, which symmetries has it.
    Check(CheckArgs),
    /// Leave out puzzles that repeat earlier ones.
    Dedupe(DedupeArgs),
    /// Make random puzzles.
    Generate(GenerateArgs),
    /// Print what a shell needs to complete our arguments.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write man pages into a directory: sudoscope.1, and one for each command.
    Man {
        /// The directory; it is made if it is missing.
        directory: PathBuf,
    },
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
    /// Where the reports go [default: reports/NAME of the first file]; those of a shard to shard-I-of-N in
    /// it.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Resume the unfinished run in the output directory.
    #[arg(long, conflicts_with = "restart")]
    pub resume: bool,
    /// Drop the unfinished run in the output directory.
    #[arg(long, action = ArgAction::SetTrue)]
    pub restart: bool,
    /// For jobs that may be started again: go on with an unfinished run if there is one, begin if there is
    /// none. If the run is finished, only write tables in formats that are missing.
    #[arg(long, conflicts_with_all = ["resume", "restart"])]
    pub requeue: bool,
    /// Force records, about once a second, and reports to the disk: a power cut then loses a second of work
    /// at most.
    #[arg(long)]
    pub sync: bool,
    /// Numbers in the input to compare the ratings with: the name of a CSV column or its place, or NAME for
    /// text like NAME=8.3 after the puzzle.
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub against: Vec<String>,
    /// Climb by every scale again and check every step (see `sudoscope verify`). A wrong step stops the scan.
    #[arg(long)]
    pub verify: bool,
    /// The table of puzzles has the solution, too: 81 digits.
    #[arg(long, conflicts_with = "no_validate")]
    pub solution: bool,
    /// The table of puzzles has how many steps the path has, too, how many of them beyond singles, and how
    /// many of each rule, in a column each.
    #[arg(long)]
    pub wide: bool,
    #[command(flatten)]
    pub formats: FormatOptions,
    #[command(flatten)]
    pub common: Common,
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
    #[command(flatten)]
    pub output: OutputArgs,
    /// How to print a rating [default: what the name of the file says; or csv].
    #[arg(long, value_enum)]
    format: Option<RateFormat>,
    /// Print the solution, too: 81 digits.
    #[arg(long, conflicts_with = "no_validate")]
    pub solution: bool,
    /// Print how many steps the path has, too, how many of them beyond singles, and how many of each rule, in
    /// a column each.
    #[arg(long)]
    pub wide: bool,
    #[command(flatten)]
    pub common: Common,
}

impl RateArgs {
    /// As it is said, or as the name of the file says.
    pub fn format(&self) -> RateFormat {
        let extension = || self.output.output.as_ref()?.extension()?.to_str();
        let by_name = || RateFormat::from_str(extension()?, true).ok();
        self.format.or_else(by_name).unwrap_or(RateFormat::Csv)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RateFormat {
    /// line,puzzle,status,clues and a column for each scale.
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// One rating a line; exactly one scale.
    Plain,
    /// The table `puzzles` of a scan, typed, with the rules used as lists: with -o FILE.
    Parquet,
    /// That table as an Arrow file.
    Arrow,
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope explain ..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75
  sudoscope explain -l B --format json PUZZLE   a proof, which `sudoscope verify -` checks
  sudoscope explain -l LC+SS --matching PUZZLE  why each subset excludes what it does
  sudoscope explain -l LC --net PUZZLE          the net of links where locked candidates stop
  sudoscope explain --next PUZZLE               a hint: the next step by H
  sudoscope explain --all --rule x-wing PUZZLE  every X-wing that is there
  sudoscope explain --format svg -o step.svg PUZZLE
                                                a picture of the hardest step
  sudoscope explain --format svg -o DIR/ PUZZLE pictures of all steps
  sudoscope explain --format html -o path.html PUZZLE
                                                a page that steps through the path
  sudoscope explain --format html -o p.html puzzles.txt:3937
                                                the same for a line of a file
  sudoscope explain --format jsonl puzzles.txt > paths.jsonl
                                                the paths of all puzzles, one a line
  head -1 puzzles.txt | sudoscope explain -")]
pub struct ExplainArgs {
    /// The puzzle: 81 cells, or the 729 marks of a sukaku. Or FILE, for the first puzzles of a file;
    /// FILE:LINE, for that of a line; - for the first of standard input.
    pub puzzle: String,
    /// Of a file, at most this many puzzles [default: 20; of standard input 1; with --format jsonl all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub take: Option<u64>,
    /// One ladder, or other scale, by name, as NAME=DEFINITION or as @FILE [default: W; of hints H].
    #[arg(short, long, visible_alias = "scale", value_name = "LADDER")]
    pub ladder: Option<String>,
    /// A hint: only the next step. The puzzle may be a state with its candidates, in any form that is read.
    #[arg(long, conflicts_with_all = ["all", "net"])]
    pub next: bool,
    /// All hints: every step of every rule in the state as it is given; nothing is played.
    #[arg(long, conflicts_with = "net")]
    pub all: bool,
    /// Of all hints only those of this rule (x-wing, naked:3, als-chain); may be repeated. Without -l any
    /// rule will do.
    #[arg(long = "rule", value_name = "RULE", requires = "all")]
    pub rules: Vec<String>,
    /// Of a file: the puzzle is in this column of a table or this member of objects [default: found from
    /// content].
    #[arg(long, value_name = "COLUMN", value_parser = column)]
    pub column: Option<String>,
    /// How to print paths.
    #[arg(long, value_enum, default_value_t = ExplainFormat::Text)]
    pub format: ExplainFormat,
    /// How chains and other patterns are written; names follow the ladder.
    #[arg(long, value_enum, default_value_t = NotationArg::Nrc)]
    pub notation: NotationArg,
    #[command(flatten)]
    pub threads: Threads,
    /// Under each subset (naked, hidden, alldiff): the matching of its members, and for each candidate it
    /// removes what that would leave for them.
    #[arg(long)]
    pub matching: bool,
    /// At the end: the binary relationship net of the state where the path stops. Printed are the relations
    /// that follow from others.
    #[arg(long)]
    pub net: bool,
    /// Draw this step; the steps of the path are counted from 1.
    #[arg(long, value_name = "N")]
    pub step: Option<usize>,
    /// Write to this file instead of standard output. With --format svg a folder, or a name that ends with /,
    /// takes a picture of every step: step-001.svg and so on.
    #[arg(short, long, value_name = "FILE|DIR/")]
    pub output: Option<PathBuf>,
    /// Work units allowed.
    #[arg(long, value_name = "WORK", default_value_t = DEFAULT_BUDGET)]
    pub budget: u64,
    /// Do not check that the puzzle has exactly one solution.
    #[arg(long)]
    pub no_validate: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum NotationArg {
    /// nrc notation: r3n5{c1 c4} - r1c5{n5 n7} ==> r1c1≠7.
    Nrc,
    /// That of players: (5)r3c1=(5)r3c4-(5=7)r1c5 => r1c1<>7. Steps for which they have none stay in nrc.
    Eureka,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// The steps in words.
    Text,
    /// The proof as a JSON object: each step with its justification.
    Json,
    /// The proofs of all puzzles, one a line.
    Jsonl,
    /// A picture of a step: the first with the highest rating, or that of --step.
    Svg,
    /// A page for a browser, one file: the grid with each step drawn in it, the list of steps, keys to go
    /// through them.
    Html,
}

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope trace puzzles.txt -o steps.parquet  line,step,rule,size,rating,placements,eliminations
  sudoscope trace --state -l S p.txt -o s.arrow and the candidates before each step, 729 characters
  sudoscope trace p.txt | head                  CSV, on standard output",
    after_help = "\
Candidates are numbers: 735 is n7r3c5, digit 7 in row 3 and column 5. Steps that are applied at once, all
that a rule proves in a state, have the same state. A puzzle that the ladder does not solve has the steps up
to where it stops. Lines that are no puzzle, and puzzles that have not exactly one solution, have no rows."
)]
pub struct TraceArgs {
    /// Files of puzzles, one a line; - (the default) is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    pub files: Vec<PathBuf>,
    /// Write to this file instead of standard output. It gets its name when it is whole.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Force the file to the disk before it gets its name.
    #[arg(long, requires = "output")]
    pub sync: bool,
    /// The format of the table [default: what the name of the file says; or csv].
    #[arg(long, value_parser = format_names())]
    format: Option<String>,
    /// One ladder, or other scale, by name, as NAME=DEFINITION or as @FILE.
    #[arg(short, long, visible_alias = "scale", value_name = "LADDER", default_value = "W")]
    pub ladder: String,
    /// A column with the puzzle, in each row.
    #[arg(long)]
    pub puzzle: bool,
    /// A column with the state before each step: its candidates, 729 characters, a sukaku.
    #[arg(long)]
    pub state: bool,
    /// Work units allowed for each puzzle.
    #[arg(long, value_name = "WORK", default_value_t = DEFAULT_BUDGET)]
    pub budget: u64,
    /// Do not check that puzzles have exactly one solution.
    #[arg(long)]
    pub no_validate: bool,
    #[command(flatten)]
    pub lines: LineArgs,
}

impl TraceArgs {
    /// As it is said, or as the name of the file says.
    pub fn format(&self) -> &str {
        let extension = || self.output.as_ref()?.extension()?.to_str();
        let is_known = |name: &&str| {
            FORMATS.iter().map(|it| it.name).chain(NOT_BUILT_IN.iter().copied()).any(|it| it == *name)
        };
        self.format.as_deref().or_else(|| extension().filter(is_known)).unwrap_or("csv")
    }
}

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope explain --format json PUZZLE | sudoscope verify -
  sudoscope verify proofs.jsonl                 FILE:LINE: PUZZLE: W solved 3, 57 steps verified
  sudoscope verify -q *.json && echo all right",
    after_help = "\
A file holds any number of proofs, one after the other. Each step is checked by the definition of its
rule, in the state to which the steps before lead. The checker shares only data types with the solver, and
looks for nothing that a step leaves out. It also checks that each rule gives its rating by the scale,
that the end is where the steps lead, and that the rating follows from the rounds. Not checked: that nothing
simpler was possible, and, for rules that assume it, that there is only one solution.

What is wrong is printed on standard error: FILE:LINE of the proof's beginning, round, step, rule and
reason. The exit code is 1 if a proof is wrong, and 2 if a file cannot be read as JSON or holds no proof."
)]
pub struct VerifyArgs {
    /// Files of proofs; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print only what is wrong.
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(clap::Args)]
pub struct LadderArgs {
    /// The one to describe.
    pub name: Option<String>,
    /// What its levels mean: what each may need, and the score that raises a puzzle to the next.
    #[arg(long, requires = "name")]
    pub levels: bool,
}

#[derive(clap::Args)]
pub struct RuleArgs {
    /// The one to describe.
    pub name: Option<String>,
    /// Print docs/rules.md: all ladders and all rules.
    #[arg(long, hide = true, conflicts_with = "name")]
    pub markdown: bool,
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
