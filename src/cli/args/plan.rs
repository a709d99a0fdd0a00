//! Arguments of plan.

use super::generate::{ChoiceArgs, symmetry_names};
use super::select::SortArg;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope scan -l H --keep id bank.csv
  sudoscope plan reports/bank --days 'mon=easy:6 sat=hard:2+extreme:1' -o plan/
  sudoscope plan reports/bank --weeks 4 --days 'mon=easy:6 tue=easy:4+medium:2 sun=extreme:2' \\
            --symmetric --exclude used.txt --seed 12 -o december/
  sudoscope print --solution december/week-1-1-mon.csv -o monday.html",
    after_help = "\
The folder gets one file a day, week-1-1-mon.csv and so on, and used.txt: the excluded puzzles and those of
the plan, for --exclude of the next plan. A day's puzzles rise. No puzzle stands twice in the plan or is
excluded, up to symmetry (see minlex --help). Of the puzzles that fit, the plan takes those whose hardest
technique it has used least. If a rating lacks puzzles, the message says which and how many; nothing is
written then."
)]
pub struct PlanArgs {
    /// Directory of a finished scan, with run.records.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Folder for the plan; it must not have one yet.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Puzzles of each day of a week: DAY=RATING:COUNT, with + between several ratings. Days are mon, tue,
    /// wed, thu, fri, sat, sun.
    #[arg(long, value_name = "DAYS")]
    pub days: String,
    /// Number of weeks.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=520))]
    pub weeks: u16,
    /// Ladder of the ratings, by its name in the scan [default: the scan's first ladder].
    #[arg(short, long, visible_alias = "scale", value_name = "LADDER")]
    pub ladder: Option<String>,
    #[command(flatten)]
    pub choice: ChoiceArgs,
    /// Keep only puzzles whose pattern of clues is symmetric in some way.
    #[arg(long, conflicts_with = "symmetry")]
    pub symmetric: bool,
    /// Keep only puzzles whose pattern of clues has this symmetry.
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetry_names())]
    pub symmetry: String,
    /// Leave out the puzzles of this file, and those isomorphic to them; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub exclude: Vec<PathBuf>,
    /// Order of a day's puzzles, the least first [default: score, if the ladder has one; otherwise rating].
    #[arg(long, value_enum, value_name = "BY")]
    pub sort: Option<SortArg>,
    /// Seed: the same seed, scan and excluded puzzles give the same plan.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
}
