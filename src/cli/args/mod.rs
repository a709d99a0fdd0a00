//! Command-line arguments and their meaning. This module only parses.

// This module reads untrusted text, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod dedupe;
mod generate;
mod lines;
mod minutes;
mod names;
mod plan;
mod print;
mod puzzles;
mod reports;
mod search;
mod select;

pub use dedupe::*;
pub use generate::*;
pub use lines::*;
pub use minutes::*;
pub use names::*;
pub use plan::*;
pub use print::*;
pub use puzzles::*;
pub use reports::*;
pub use search::*;
pub use select::*;

use anyhow::{Result, bail};
use clap::{ArgAction, Parser, Subcommand, ValueEnum};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use sudoscope::scale::DEFAULT_BUDGET;

const EXAMPLES: &str = "\
Examples:
  sudoscope scan puzzles.txt                    rate every puzzle, write reports/puzzles/
  sudoscope scan -l W,B,S+W puzzles.txt         by three ladders at once
  sudoscope scan --resume puzzles.txt           continue after Ctrl-C or a crash
  sudoscope rate -l W --format plain p.txt      one rating a line
  zcat big.gz | sudoscope rate -                from standard input
  sudoscope explain PUZZLE                      the resolution path of one puzzle (81 characters)
  sudoscope rate -l 'easy=brt,lc,naked:2-3+hidden:2,whip:2-8' p.txt
                                                by a ladder of your own
  sudoscope generate --count 100 --rating 5-8    random puzzles, here of medium W
  sudoscope rules whip                          what a rule proves, and where it is defined";

const EXIT_CODES: &str = "\
Exit codes:
  0    everything was analysed (also if the reader closes our output early)
  1    finished, but some lines were rejected: not a puzzle, no solution, or several; or fewer puzzles than
       asked for were made; or a proof is wrong
  2    error: bad arguments, an unreadable input, an output that cannot be written
  130  interrupted; finished work is kept";

/// Version `0.1.0 (1a2b3c4d5e)`: with the commit it was built from, if that is known (build.rs).
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
    /// Join the shards of a scan, or scans of different files, into one scan with its reports.
    Merge(MergeArgs),
    /// Make the reports of a finished scan again, with other weights or in other formats.
    Report(ReportArgs),
    /// Choose puzzles of a finished scan by rating, technique, clues.
    Select(SelectArgs),
    /// Plan which puzzles of a finished scan appear on which day: one file a day.
    Plan(PlanArgs),
    /// Compare two runs, two ladders or two files of ratings: which puzzles changed, and by how much.
    Diff(DiffArgs),
    /// Compare two banks of different puzzles: shares by rating, technique and clues.
    Compare(CompareArgs),
    /// Put finished scans of several collections side by side: tables, a text and a page.
    Study(StudyArgs),
    /// Print the resolution path of one puzzle, step by step.
    Explain(ExplainArgs),
    /// Export a finished scan for an app: puzzles with solutions, ratings, techniques and hints.
    Export(ExportArgs),
    /// Write the steps of many paths as a table, one row per step.
    Trace(TraceArgs),
    /// Check proofs, as `explain --format json` writes them, step by step.
    Verify(VerifyArgs),
    /// List the rules, or describe one.
    Rules(RuleArgs),
    /// List the ladders and other scales, or describe one.
    Ladders(LadderArgs),
    /// Fit the scale `minutes` to the times of your own players.
    Minutes(MinutesArgs),
    /// Draw puzzles: a picture of one, or a sheet to print with the solutions at the end.
    Print(PrintArgs),
    /// Print the canonical form of every puzzle.
    Minlex(MinlexArgs),
    /// Print the solution of every puzzle.
    Solve(SolveArgs),
    /// Check every puzzle: whether it is valid and minimal, and which symmetries it has.
    Check(CheckArgs),
    /// Keep the puzzles with one solution, each once, and say why others are dropped.
    Clean(CleanArgs),
    /// Leave out puzzles that repeat earlier ones.
    Dedupe(DedupeArgs),
    /// Make random puzzles.
    Generate(GenerateArgs),
    /// Find new puzzles some clues away from known ones, rated and chosen by any scale.
    Search(SearchArgs),
    /// Print the script that lets a shell complete our arguments.
    Completions {
        /// Shell to print it for.
        shell: clap_complete::Shell,
    },
    /// Write man pages into a directory: sudoscope.1, and one for each command.
    Man {
        /// Directory to write to; it is created if it is missing.
        directory: PathBuf,
    },
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope scan datasets/random-10k.txt        reports appear in reports/random-10k/
  sudoscope scan -l S+W -o out a.txt b.txt      several files, one set of reports
  sudoscope scan --resume datasets/random-10k.txt
  sudoscope scan --board windoku -l W,B p.txt   puzzles of another board")]
pub struct ScanArgs {
    /// Files of puzzles, one a line; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Directory for the reports [default: reports/NAME of the first file]; a shard writes to the folder
    /// shard-I-of-N in this directory.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Resume the unfinished run in the output directory.
    #[arg(long, conflicts_with = "restart")]
    pub resume: bool,
    /// Discard the unfinished run in the output directory.
    #[arg(long, action = ArgAction::SetTrue)]
    pub restart: bool,
    /// For jobs that may be restarted: resume the unfinished run if there is one, otherwise begin. If the run
    /// is finished, only write tables in missing formats.
    #[arg(long, conflicts_with_all = ["resume", "restart"])]
    pub requeue: bool,
    /// Force records to disk about once a second, and reports too: a power cut then loses at most a second of
    /// work.
    #[arg(long)]
    pub sync: bool,
    /// Numbers in the input to compare the ratings with: a CSV column by name or place, or NAME for text like
    /// NAME=8.3 after the puzzle. With the scale SE, NAME=9.3/1.2/1.2 is three numbers.
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub against: Vec<String>,
    /// Write a ladder whose levels are those of this number, such as your 1 to 5: DIR/NAME.ladder, by the
    /// score of a ladder (-l H).
    #[arg(long, value_name = "COLUMN")]
    pub levels_from: Option<String>,
    /// Climb every scale again and check every step (see `sudoscope verify`). A wrong step stops the scan.
    #[arg(long)]
    pub verify: bool,
    #[arg(long, value_name = "BOARD", help = BOARD_HELP)]
    pub board: Option<String>,
    /// Add the solution to the table of puzzles: 81 digits.
    #[arg(long, conflicts_with = "no_validate")]
    pub solution: bool,
    /// Add columns to the table of puzzles: the number of steps of the path, in all, beyond singles and of
    /// each rule.
    #[arg(long)]
    pub wide: bool,
    #[command(flatten)]
    pub formats: FormatOptions,
    #[command(flatten)]
    pub climb: ClimbArgs,
    #[command(flatten)]
    pub part: PartArgs,
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope rate puzzles.txt > ratings.csv      line,puzzle,status,clues,W
  sudoscope rate -l W --format plain p.txt      one rating a line, as published rating files
  sudoscope rate --format jsonl -l W,B p.txt    one JSON object a line
  sudoscope rate --board windoku -l W,H p.txt   ladders that every board has: docs/boards.md")]
pub struct RateArgs {
    /// Print the solution, too: 81 digits.
    #[arg(long, conflicts_with = "no_validate")]
    pub solution: bool,
    /// Print further columns: the number of steps of the path, in all, beyond singles and of each rule.
    #[arg(long)]
    pub wide: bool,
    /// Print how far the path of an unsolved puzzle went: the highest rating of the steps that were found.
    /// The status stays unsolved.
    #[arg(long)]
    pub open_paths: bool,
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub climb: ClimbArgs,
    #[command(flatten)]
    pub ask: AskArgs,
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope explain ..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75
  sudoscope explain -l B --format json PUZZLE   a proof, which `sudoscope verify -` checks
  sudoscope explain -l LC+SS --matching PUZZLE  why each subset excludes what it does
  sudoscope explain -l LC --net PUZZLE          the net of links in the state where the path stops
  sudoscope explain --next PUZZLE               a hint: the next step by H
  sudoscope explain --all --rule x-wing PUZZLE  every X-wing in the state
  sudoscope explain --fewest PUZZLE             the fewest steps beyond singles that solve the puzzle
  sudoscope explain --check '(1=2)r2c7-(2=1)r3c9 => r2c8<>1' PUZZLE
                                                whether this step holds in the state
  sudoscope explain --one-step PUZZLE           single steps after which singles solve it
  sudoscope explain --why 'r6c8<>2' PUZZLE      the simplest step that proves this
  sudoscope explain --format svg -o step.svg PUZZLE
                                                a picture of the hardest step
  sudoscope explain --format svg -o DIR/ PUZZLE pictures of all steps
  sudoscope explain --format html -o path.html PUZZLE
                                                a page that steps through the path
  sudoscope explain --format html -o p.html puzzles.txt:3937
                                                the same for a line of a file
  sudoscope explain --format jsonl puzzles.txt > paths.jsonl
                                                the paths of all puzzles, one a line
  sudoscope explain --board x -l W PUZZLE       the steps of a puzzle with diagonals
  head -1 puzzles.txt | sudoscope explain -")]
pub struct ExplainArgs {
    /// Puzzle: 81 cells, or the 729 marks of a sukaku. Or FILE for the first puzzles of a file, FILE:LINE for
    /// the puzzle on a line, - for the first puzzles of standard input.
    pub puzzle: String,
    #[command(flatten)]
    pub board: BoardArgs,
    /// At most this many puzzles of a file [default: 20; of standard input 1; with --format jsonl, or with
    /// --board as text or JSON, all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub take: Option<u64>,
    /// One ladder, or other scale, by name, as NAME=DEFINITION or as @FILE [default: H; for --rule, a ladder
    /// of just these rules if H lacks any; with --no-validate or --board W].
    #[arg(short, long, visible_alias = "scale", value_name = "LADDER")]
    pub ladder: Option<String>,
    /// Print a hint: only the next step. The puzzle may be a state with its candidates, in any form that can
    /// be read.
    #[arg(long, conflicts_with_all = ["all", "net"])]
    pub next: bool,
    /// Print the hint in stages up to this one: 1 where to look, 2 also the technique, 3 also the step.
    #[arg(
        long, value_name = "1-3", requires = "next", conflicts_with_all = ["all", "one_step", "check", "why"],
        value_parser = clap::value_parser!(u8).range(1..=3)
    )]
    pub stage: Option<u8>,
    /// Print all hints: the steps of every rule in the given state, grouped by what they prove, the simplest
    /// first; nothing is played. Trial and error and nets must be named (--rule) or be all that the ladder
    /// has; a chain that repeats another is not listed.
    #[arg(long, conflicts_with = "net")]
    pub all: bool,
    /// Print every step, rule by rule: also trials, nets and chains that repeat another.
    #[arg(long, requires = "all", conflicts_with_all = ["simplest", "limit", "why"])]
    pub every: bool,
    /// Print at most this many steps of each group [default: 3 in text; all in other formats].
    #[arg(
        long, value_name = "N", requires = "all", conflicts_with_all = ["simplest", "why"],
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    pub limit: Option<u16>,
    /// Print only the simplest step for each conclusion.
    #[arg(long, requires = "all", conflicts_with_all = ["next", "one_step", "check"])]
    pub simplest: bool,
    /// Print every single step after which singles solve the puzzle, the simplest first.
    #[arg(long, conflicts_with_all = ["next", "all", "net"])]
    pub one_step: bool,
    /// Ladder that is to solve the puzzle after the one step.
    #[arg(long, value_name = "LADDER", requires = "one_step", default_value = "BRT")]
    pub then: String,
    /// Print a path with the fewest steps beyond singles: no shorter one has steps that --all lists, or this
    /// one is the shortest that was found within the work allowed.
    #[arg(long, conflicts_with_all = ["next", "all", "one_step", "check", "why"])]
    pub fewest: bool,
    /// Use only this rule (x-wing, naked:3, als-chain); may be repeated. Without -l any rule is possible.
    #[arg(long = "rule", value_name = "RULE", conflicts_with_all = ["next", "check"])]
    pub rules: Vec<String>,
    /// Say whether this step, as players write it, holds in the given state and proves its claims:
    /// '(5)r3c1=(5)r3c4-(5=7)r1c5 => r1c1<>7'. Exit code 0 if so, 1 if not, 2 if the text is not understood.
    #[arg(
        long, value_name = "STEP", allow_hyphen_values = true,
        conflicts_with_all = ["next", "all", "one_step", "net", "matching", "step", "ladder", "notation"]
    )]
    pub check: Option<String>,
    /// Say why this is so in the given state, as r6c8<>2 or r4c3=7: the simplest step that proves it now, or
    /// else the steps that lead to it. With --all every step that proves it now.
    #[arg(
        long, value_name = "CLAIM",
        conflicts_with_all = ["next", "one_step", "simplest", "check", "net", "matching", "step", "rules"]
    )]
    pub why: Option<String>,
    /// If the claim of --why is false, say the truth.
    #[arg(long, requires = "why", conflicts_with = "check")]
    pub solution: bool,
    /// Column of a table, or member of objects, that holds the puzzle in a file [default: found from
    /// content].
    #[arg(long, value_name = "COLUMN", value_parser = column)]
    pub column: Option<String>,
    /// Sheet of a spreadsheet [default: the only one with cells].
    #[arg(long, value_name = "NAME")]
    pub sheet: Option<String>,
    /// Columns of a FILE to carry through, by name in the header or place from 1, or all: in text a line
    /// above each path, in a page its title, in jsonl the member `kept`.
    #[arg(long, value_name = "COLUMN|all", value_delimiter = ',', value_parser = column)]
    pub keep: Vec<String>,
    /// Take single digits of pencilmarks as candidates and not as clues: the grid is a sukaku.
    #[arg(long)]
    pub sukaku: bool,
    /// Format of the output.
    #[arg(long, value_enum, default_value_t = ExplainFormat::Text)]
    pub format: ExplainFormat,
    /// Notation of patterns; names follow the ladder [default: players' by H, HoDoKu, SER and other ladders
    /// of techniques that players name; nrc by W, B and all others].
    #[arg(long, value_enum)]
    pub notation: Option<NotationArg>,
    #[command(flatten)]
    pub threads: Threads,
    /// Put each step in sentences, below it: what stands where, link by link, and what follows. (JSON of
    /// hints always has them.)
    #[arg(long, conflicts_with = "check")]
    pub words: bool,
    /// Show the matching of the members under each subset (naked, hidden, alldiff), and, for each candidate
    /// it removes, the places that the candidate would leave them.
    #[arg(long)]
    pub matching: bool,
    /// Print the binary relationship net of the state where the path stops, at the end: the relations that
    /// follow from others.
    #[arg(long)]
    pub net: bool,
    /// Draw this step; the steps of the path are counted from 1.
    #[arg(long, value_name = "N")]
    pub step: Option<usize>,
    /// Write to this file instead of standard output. With --format svg a folder, or a name that ends with /,
    /// gets a picture of every step: step-001.svg and so on.
    #[arg(short, long, value_name = "FILE|DIR/")]
    pub output: Option<PathBuf>,
    /// Maximum work units [default: 12500000, and with --fewest 50000000, some seconds].
    #[arg(long, value_name = "WORK")]
    pub budget: Option<u64>,
    /// Do not check that the puzzle has exactly one solution.
    #[arg(long)]
    pub no_validate: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum NotationArg {
    /// nrc notation: r3n5{c1 c4} - r1c5{n5 n7} ==> r1c1≠7.
    Nrc,
    /// Players' notation: (5)r3c1=(5)r3c4-(5=7)r1c5 => r1c1<>7. Whips and other chains from a target stay in
    /// nrc.
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
    /// A picture of a step: the first step with the highest rating, or the step that --step names.
    Svg,
    /// A page for a browser, in one file: the grid with each step drawn in it, the list of steps, and keys to
    /// go through them.
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
Candidates are numbers: 735 is n7r3c5, digit 7 in row 3 and column 5. Steps that are applied together, as a
rule proves them all in one state, have the same state. A puzzle that the ladder does not solve has the steps
before it stops. Lines without a puzzle, and puzzles without exactly one solution, have no rows."
)]
pub struct TraceArgs {
    /// One ladder, or other scale, by name, as NAME=DEFINITION or as @FILE.
    #[arg(short, long, visible_alias = "scale", value_name = "LADDER", default_value = "W")]
    pub ladder: String,
    /// Add a column with the puzzle to each row.
    #[arg(long)]
    pub puzzle: bool,
    /// Add a column with the state before each step: its candidates, 729 characters, a sukaku.
    #[arg(long)]
    pub state: bool,
    /// Maximum work units for each puzzle.
    #[arg(long, value_name = "WORK", default_value_t = DEFAULT_BUDGET)]
    pub budget: u64,
    /// Do not check that puzzles have exactly one solution.
    #[arg(long)]
    pub no_validate: bool,
    #[command(flatten)]
    pub ask: AskArgs,
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
rule, in the state to which the steps before it lead. The checker shares only data types with the solver, and
never fills in what a step leaves out. It also checks that each rule gives its rating by the scale, that
the steps lead to the end state, and that the rating follows from the rounds. It does not check that nothing
simpler was possible, nor, for rules that assume it, that there is only one solution.

Errors are printed on standard error: FILE:LINE of the proof's beginning, round, step, rule and reason.
The exit code is 1 if a proof is wrong, and 2 if a file cannot be read as JSON or holds no proof."
)]
pub struct VerifyArgs {
    /// Files of proofs; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print only errors.
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(clap::Args)]
pub struct LadderArgs {
    /// Name to describe; without one, all are listed.
    pub name: Option<String>,
    /// Explain its levels: what each may need, and the score that raises a puzzle to the next.
    #[arg(long, requires = "name")]
    pub levels: bool,
}

#[derive(clap::Args)]
pub struct RuleArgs {
    /// Name to describe; without one, all are listed.
    pub name: Option<String>,
    /// Print docs/rules.md: all ladders and all rules.
    #[arg(long, hide = true, conflicts_with = "name")]
    pub markdown: bool,
}

/// Reads the range `N`, `A-B`, or `A-` for everything from A on, within the numbers from `least` to `most`.
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
