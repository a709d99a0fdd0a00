//! Arguments of generate.

use super::lines::{BOARD_HELP, OutputArgs, Threads, When};
use clap::{ValueEnum, builder::PossibleValuesParser};
use sudoscope::canon::PATTERN_SYMMETRIES;

/// Conditions on the paths of puzzles.
#[derive(clap::Args)]
pub struct ChoiceArgs {
    /// Keep only puzzles with one of these ratings, written as they are printed; levels in upper or lower
    /// case.
    #[arg(long, value_name = "N|A-B|A-")]
    pub rating: Option<String>,
    /// Keep only puzzles with one of these scores; needs a scale with a column `score`, such as H.
    #[arg(long, value_name = "N|A-B|A-")]
    pub score: Option<String>,
    /// Keep only puzzles whose hardest step is of this rule: the step with the highest rating; among equals,
    /// the last in the ladder. With or without sizes: `xy-wing`, `naked:3`, `x-wing`.
    #[arg(long, value_name = "RULE")]
    pub hardest: Option<String>,
    /// Keep only puzzles whose path uses this rule; may be repeated.
    #[arg(long, value_name = "RULE")]
    pub uses: Vec<String>,
    /// Keep only puzzles whose path does not use this rule; may be repeated.
    #[arg(long, value_name = "RULE")]
    pub without: Vec<String>,
    /// Keep only puzzles for which nothing harder is needed: the rules before this one in the ladder, and
    /// this one, solve them.
    #[arg(long, value_name = "RULE")]
    pub up_to: Option<String>,
    /// Keep only puzzles that the ladder does not solve without this rule; may be repeated. A ladder that
    /// ends with trial and error, such as H, solves nearly all: --up-to ends it before.
    #[arg(long, value_name = "RULE")]
    pub needs: Vec<String>,
}

#[derive(clap::Args)]
#[command(before_help = "\
Examples:
  sudoscope generate --method top-down --seed 0 --count 10000 -o random-10k.txt
  sudoscope generate --method controlled-bias --count 1000 -o cb.txt
  sudoscope generate --resume --method controlled-bias --count 1000 -o cb.txt
  sudoscope generate --count 20 -l W --rating 5-8
  sudoscope generate --count 20 --clues 30-35
  sudoscope generate --count 20 --board x+windoku
  sudoscope generate --count 20 --symmetry rotational-180 -l S --hardest x-wing")]
pub struct GenerateArgs {
    /// Method of making puzzles.
    #[arg(long, value_enum, default_value_t = MethodName::TopDown)]
    pub method: MethodName,
    /// Keep one in N of the similar puzzles that controlled-bias finds on one full grid: 1 is the fastest
    /// [default: 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub thin: Option<u64>,
    /// Seed: the same seed gives the same list, on any machine and for any number of threads [default: drawn
    /// at random and printed].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Number of puzzles to keep.
    #[arg(long, default_value_t = 1)]
    pub count: u64,
    /// Keep only puzzles with this many clues. Removing clues then stops at one of the accepted numbers,
    /// chosen at random for each puzzle, unless --minimal is given.
    #[arg(long, value_name = "N|A-B|A-")]
    pub clues: Option<String>,
    /// Make only minimal puzzles, from which no clue can be removed. Needed only with --clues, --symmetry or
    /// --pattern: without these options all puzzles are minimal.
    #[arg(long)]
    pub minimal: bool,
    /// Place clues symmetrically: a cell has a clue if and only if all cells in symmetric positions have
    /// clues. For top-down.
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetry_names())]
    pub symmetry: String,
    /// Place clues in exactly these cells: 81 characters, `.` or `0` for no clue. For top-down. Fewer clues
    /// take longer: about 30 is a good number.
    #[arg(long, value_name = "CELLS", conflicts_with_all = ["symmetry", "clues"])]
    pub pattern: Option<String>,
    /// Ladder, or other scale, of --rating, --score, --hardest, --uses, --without, --up-to and --needs
    /// [default: W; for rules that it lacks H, or the first ladder that has them].
    #[arg(short, long, visible_alias = "scale", value_name = "LADDER")]
    pub ladder: Option<String>,
    #[arg(long, value_name = "BOARD", help = BOARD_HELP)]
    pub board: Option<String>,
    #[command(flatten)]
    pub choice: ChoiceArgs,
    /// Print the solution, too, after the puzzle and a comma, under the header puzzle,solution.
    #[arg(long)]
    pub solution: bool,
    /// Stop after this many tries, even with fewer puzzles. (A try of controlled-bias is a full grid: about
    /// one in a hundred gives a puzzle.) [default: if puzzles are selected, 100,000 for each puzzle; at least
    /// a million with controlled-bias and --pattern]
    #[arg(long, value_name = "N")]
    pub tries: Option<u64>,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub threads: Threads,
    /// Show progress on standard error; auto: if it is a terminal.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    pub progress: When,
}

pub fn symmetry_names() -> PossibleValuesParser {
    PATTERN_SYMMETRIES.iter().map(|symmetry| symmetry.name).collect::<Vec<_>>().into()
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// A random full grid, clues removed in random order while the solution stays unique.
    TopDown,
    /// Random clues until the solution is unique, then redundant ones removed in random order.
    BottomUp,
    /// Berthier's method: a minimal puzzle with n + 1 clues is (n + 1)/(81 - n) times as likely as one with
    /// n. So statistics can be corrected.
    ControlledBias,
}
