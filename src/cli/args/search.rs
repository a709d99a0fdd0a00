//! Arguments of search.

use super::lines::{ClimbArgs, LineArgs, OutputArgs};
use super::reports::format_values;
use super::{dedupe::size, generate::ChoiceArgs};
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use sudoscope::input::Shard;

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope search --near seeds.txt -l SER --rating 10.5- -o found.csv
  sudoscope search --near seeds.txt --changes 2 -l SER,W --rating 10- --exclude known.txt -o found.csv
  sudoscope search --near seeds.txt -l W --rating 12- --until-closed -o closed.csv
  sudoscope search --near seeds.txt -l SER --keep-best 20 --rounds 5 -o best.csv
  sudoscope search --pattern CELLS -l SER --rating 9- --hours 8 -o pattern.csv
  sudoscope search --near seeds.txt -l SER --rating 10- --page found.html -o found.csv
  sudoscope search --seed 1 --tries 50 -l W --rating 12- -o climbed.csv",
    after_help = "\
With --changes 2 all puzzles are found that have one solution and come from a seed by removing one or two
clues and adding as many. They are found exactly: for each set of removed clues the solutions of the others
are listed. A seed with 22 clues takes some 20 milliseconds by one change, some 3 seconds by two, and far
longer by three.

Each puzzle is found once up to isomorphism (see minlex --help), and is isomorphic to no seed and no excluded
puzzle. The same seeds give the same puzzles in the same order, for any number of threads. With several
ladders the conditions are about the first, and the others rate only the puzzles that meet them.

With --pattern or --seed puzzles are sought by hill climbing. A try begins with a random puzzle. It goes on
from a neighbour with a higher rating by the first ladder, until there is none. All puzzles rated on the way
that meet the conditions are found. Try i of a seed is the same for any number of threads.

Columns: puzzle; minlex, its canonical form; seed, the puzzle from which it comes; round; changes, the clues
that the seed loses and gains; status; clues; ratings. The number of neighbours is printed at the end.

Canonical forms met are held in memory, 150 megabytes for ten million, up to --memory, and then in a file. A
search that was stopped and
goes on with --resume finds what is left, and nothing twice."
)]
pub struct SearchArgs {
    /// Files of seeds: puzzles with one solution; - is standard input. May be repeated.
    #[arg(long, value_name = "FILE", required_unless_present_any = ["pattern", "seed"])]
    pub near: Vec<PathBuf>,
    /// Climb from random puzzles with clues only in these cells: 81 characters, `.` or `0` for no clue. With
    /// --redundant all these cells have clues.
    #[arg(long, value_name = "CELLS", conflicts_with_all = ON_FROM_SEEDS)]
    pub pattern: Option<String>,
    /// Climb from random puzzles, the same for the same number [default with --pattern: 0].
    #[arg(long, value_name = "N", conflicts_with_all = ON_FROM_SEEDS)]
    pub seed: Option<u64>,
    /// Climb this many times [default: 1000; without end if --hours is given].
    #[arg(long, value_name = "N", conflicts_with = "near")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub tries: Option<u64>,
    /// Stop after this many hours.
    #[arg(long, value_name = "HOURS", value_parser = hours)]
    pub hours: Option<Duration>,
    /// Search only the I-th of N parts of the seeds, or of the tries; I counts from 1.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Change up to this many clues: K for K removed and K added; -R+A for R removed and A added.
    #[arg(long, value_name = "K|-R+A", default_value = "1", allow_hyphen_values = true)]
    pub changes: Changes,
    /// Find puzzles with redundant clues, too, and name these clues.
    #[arg(long)]
    pub redundant: bool,
    #[command(flatten)]
    pub climb: ClimbArgs,
    #[command(flatten)]
    pub choice: ChoiceArgs,
    /// Leave out the puzzles of this file, and those isomorphic to them; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub exclude: Vec<PathBuf>,
    /// Search this many rounds: the puzzles found in one are the seeds of the next.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub rounds: u64,
    /// Search until a round finds nothing.
    #[arg(long, conflicts_with = "rounds")]
    pub until_closed: bool,
    /// Keep only the N puzzles with the highest ratings by the first ladder, the highest first; a round goes
    /// on from those among them that are new.
    #[arg(long, value_name = "N", conflicts_with = "count")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub keep_best: Option<u32>,
    /// Stop after this many puzzles.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,
    /// Memory for the forms met (K, M or G); the excess goes to a temporary file.
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = size)]
    pub memory: u64,
    /// Directory for the temporary file [default: that of the output, or the system's].
    #[arg(long, value_name = "DIR")]
    pub temp: Option<PathBuf>,
    /// Write a page, too: what was tried, the ratings of the puzzles found, the best with their paths.
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format of the output [default: the extension of the output file, otherwise csv].
    #[arg(long, value_parser = PossibleValuesParser::new(format_values()))]
    pub format: Option<String>,
    #[command(flatten)]
    pub lines: LineArgs,
}

/// Options of a search from seeds.
const ON_FROM_SEEDS: [&str; 3] = ["near", "rounds", "until_closed"];

/// Reads a number of hours.
fn hours(text: &str) -> Result<Duration, String> {
    let hours = text.parse().ok().filter(|hours: &f64| *hours > 0.0);
    let time = hours.and_then(|hours| Duration::try_from_secs_f64(3600.0 * hours).ok());
    time.ok_or_else(|| "write a number of hours, such as 8 or 0.5".to_string())
}

/// Numbers of clues that are removed and added.
#[derive(Clone, Copy)]
pub struct Changes {
    pub removed: usize,
    pub added: usize,
}

/// Most clues that are removed or added.
const MOST: usize = 4;

impl FromStr for Changes {
    type Err = String;

    fn from_str(text: &str) -> Result<Changes, String> {
        let number = |text: &str| text.parse().ok().filter(|number| *number <= MOST);
        let both = match text.strip_prefix('-') {
            Some(rest) => rest.split_once('+').map(|(removed, added)| (number(removed), number(added))),
            None => Some((number(text), number(text))),
        };
        match both {
            Some((Some(removed), Some(added))) if removed + added > 0 => Ok(Changes { removed, added }),
            _ => Err(format!("write 2, or -2+1 for two clues removed and one added; at most {MOST} of each")),
        }
    }
}
