//! What generate takes.

use super::lines::{OutputArgs, When};
use clap::ValueEnum;

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
    #[arg(long, value_enum, default_value_t = MethodName::TopDown)]
    pub method: MethodName,
    /// Seed: the same seed gives the same list, on any machine and for any number of threads.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// How many puzzles are kept.
    #[arg(long, default_value_t = 1)]
    pub count: u64,
    /// Keep only puzzles with so many clues. Removing clues then stops at one of these numbers, chosen at random for each
    /// puzzle, unless --minimal is given.
    #[arg(long, value_name = "N|A-B|A-")]
    pub clues: Option<String>,
    /// Only minimal puzzles: no clue can be removed. Needed with --clues only; controlled-bias makes no others.
    #[arg(long)]
    pub minimal: bool,
    /// The ladder of --level [default: W].
    #[arg(long, value_name = "LADDER")]
    pub ladder: Option<String>,
    /// Keep only puzzles with one of these ratings.
    #[arg(long, value_name = "N|A-B|A-")]
    pub level: Option<String>,
    /// Stop after so many tries, even with fewer puzzles. (A try of controlled-bias is a full grid: about one in a hundred
    /// gives a puzzle.) [default: where --level or --clues choose, 100,000 for each puzzle, at least a million]
    #[arg(long, value_name = "N")]
    pub tries: Option<u64>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Threads [default: all].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Show progress on standard error; auto: if it is a terminal.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    pub progress: When,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// A random full grid, clues removed in random order while the solution stays unique.
    TopDown,
    /// Random clues until the solution is unique, then redundant ones removed in random order.
    BottomUp,
    /// Berthier's: a minimal puzzle with n + 1 clues is (n + 1)/(81 - n) times as likely as one with n. So statistics can be
    /// corrected.
    ControlledBias,
}
