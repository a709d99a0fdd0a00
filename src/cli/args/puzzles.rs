//! Arguments of minlex, solve and check.

use super::lines::{AskArgs, BoardArgs};
use clap::ValueEnum;
use sudoscope::check::CHECK_BUDGET;
use sudoscope::scale::DEFAULT_BUDGET;

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope minlex puzzles.txt                  line,puzzle,status,minlex,transformation,automorphisms
  sudoscope minlex --format plain p.txt         one canonical puzzle a line
  sudoscope minlex --solution p.txt             and the solution of that canonical puzzle
  sudoscope minlex --by solution p.txt          by the minlex of the solution grid
  sudoscope minlex --board x p.txt              by the symmetries of another board",
    after_help = "\
Two puzzles are isomorphic if one becomes the other by permuting bands, rows within bands, stacks, columns
within stacks, by exchanging rows with columns, and by renaming digits. The minlex of a puzzle is the
lexically least text of 81 characters among its isomorphs; a blank (.) sorts before every digit. It is not the
minlex of its solution grid, which begins with 123456789; --by solution prints that grid and the puzzle
rearranged with it. Puzzles without a solution or with several have a minlex too, but none by --by solution.

The transformation `T r312645978 c123456789 d918273645` means: exchange rows with columns (if there is a
T); then take row 3 first, then rows 1, 2, 6 and so on; take the columns in the order after c; then 1
becomes 9, 2 becomes 1.

Automorphisms are the rearrangements of the cells that, with some renaming of the digits, leave the puzzle
as it is.

With --board the symmetries are those of the board: the rearrangements of its cells that turn houses into
houses and links into links. If rows and columns do not stay together, the transformation is the row and the
column of the source of each cell: `m11,23,32,… d2143`. Boards with more than 2,000,000 symmetries, such as
latin, are refused."
)]
pub struct MinlexArgs {
    /// Object that is brought to its minlex.
    #[arg(long, value_enum, default_value_t = FormOf::Puzzle)]
    pub by: FormOf,
    /// Print the solution of the canonical puzzle, too: 81 digits.
    #[arg(long)]
    pub solution: bool,
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub ask: AskArgs,
}

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope solve puzzles.txt                   line,puzzle,status,solution
  sudoscope solve --format plain p.txt          one solution a line
  sudoscope solve PUZZLE                        of one puzzle (81 characters)
  sudoscope solve --board x+windoku p.txt       of puzzles with diagonals and windows",
    after_help = "\
The solution is empty unless there is exactly one: status is no-solution or multiple-solutions, or budget if
the work allowed did not suffice. The exit code is then 1."
)]
pub struct SolveArgs {
    /// Maximum work units for each puzzle.
    #[arg(long, value_name = "WORK", default_value_t = DEFAULT_BUDGET)]
    pub budget: u64,
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub ask: AskArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormOf {
    /// The puzzle.
    Puzzle,
    /// The solution grid, and the puzzle with it.
    Solution,
}

#[derive(clap::Args)]
#[command(
    before_help = "\
Examples:
  sudoscope check puzzles.txt                   line,puzzle,status,clues,solutions,minimal,…
  sudoscope check --format jsonl p.txt          one JSON object a line
  sudoscope check --limit 1000 p.txt            count up to 1000 solutions
  sudoscope check --count --estimate 10000 p.txt      count all; estimate what cannot be counted
  sudoscope check --board column p.csv          each on the board that the column board names
  sudoscope check --list 3 --true-candidates p.txt    three solutions; candidates of all solutions",
    after_help = "\
Columns: solutions is `>N` if there are more than the limit. A puzzle with one solution is minimal if
every clue is needed for that. A clue is redundant if the puzzle has one solution without it. Symmetry is
that of the pattern of clues in the square: none, rotational-180, rotational-90, left-right, top-bottom,
both-mirrors, diagonal, antidiagonal, both-diagonals, full (all). Automorphisms are those of the puzzle
(see minlex --help); of a board with too many symmetries they are missing.

With --backdoors there are four more columns: the size of the smallest sets of values after which singles
solve the puzzle (0 if they do at once), and the number of such sets; the same for deletions of candidates
(anti-backdoors). Sets of up to four are searched for; >2 means that no set of up to two suffices and the
steps ran out before three.

Solutions are not counted one by one: independent groups of cells are counted separately, and counts are
remembered. How many can be counted depends on the puzzle: 10^9 in a second if many are alike, some 10^7
in ten seconds if they are not. --estimate adds two columns: an estimate if the number is not known, and
its standard error, both empty if no probe ended in a solution.

With --mistakes there is the column `mistakes` for puzzles without a solution: digits that stand twice in a
house, placed digits and removed candidates that the solution of the givens contradicts, or the smallest
sets of digits without which there is a solution.

With --list there is the column `listed`: solutions, 81 digits each. With --true-candidates there is the
column `true candidates`: the candidates that are in some solution, 729 characters, which every command
reads as a sukaku.

Status is budget if the work allowed did not suffice. The exit code is 1 unless every line is a puzzle with
one solution."
)]
pub struct CheckArgs {
    /// Print the solution, too: 81 digits.
    #[arg(long)]
    pub solution: bool,
    /// Compare the solutions with this column: its name in the header or its place from 1. If one is wrong or
    /// missing, the exit code is 1.
    #[arg(long, value_name = "COLUMN")]
    pub answers: Option<String>,
    /// Search for backdoors, too: the fewest values, and the fewest deletions, after which singles solve the
    /// puzzle.
    #[arg(long)]
    pub backdoors: bool,
    /// Name the mistakes of a puzzle without a solution, too.
    #[arg(long)]
    pub mistakes: bool,
    /// Count up to this many solutions.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub limit: u64,
    /// Count all solutions.
    #[arg(long, conflicts_with = "limit")]
    pub count: bool,
    /// Estimate the number of solutions by this many random probes if it is not known.
    #[arg(long, value_name = "PROBES")]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub estimate: Option<u32>,
    /// Seed of the probes: the same seed gives the same estimate, on any machine.
    #[arg(long, requires = "estimate", default_value_t = 0)]
    pub seed: u64,
    /// Print solutions: all, or this many.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub list: Option<u16>,
    /// Print the candidates that are in some solution, too.
    #[arg(long)]
    pub true_candidates: bool,
    /// Maximum steps (guesses) for each puzzle, and as many again for --list, --true-candidates and
    /// --mistakes.
    #[arg(long, value_name = "WORK", default_value_t = CHECK_BUDGET)]
    pub budget: u64,
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub ask: AskArgs,
}
