//! Boards other than the plain one: solutions and ratings of collections that another program has rated.

use crate::common::{is_taken, shared, thorough};
use rayon::prelude::*;
use std::fs::read_to_string;
use sudoscope::board_climb::BoardScale;
use sudoscope::boards::Board;
use sudoscope::budget::Budget;
use sudoscope::evidence::Outcome;
use sudoscope::grid::{Cells, Grid};

/// Files of puzzles, one a kind of board.
const KINDS: &str = "4x4 6x6 8x8 antiking antiknight asterisk cd dg girandola jigsaw latin nc plain \
    torus-antiking torus-antiknight windoku windoku9 x+windoku x";

/// Row of a file: board, puzzle, solution, W and B, which are `none` or empty if there is no rating.
struct Row {
    board: Board,
    clues: [Cells; 9],
    fields: Vec<String>,
}

impl Row {
    fn start(&self) -> Grid {
        self.board.start(&self.clues)
    }

    fn ends_in(&self, grid: &Grid) -> bool {
        self.board.write(&grid.planes) == self.fields[2]
    }
}

/// Returns the rows of all kinds, one in `share` in a run that is not thorough.
fn rows(share: usize) -> Vec<Row> {
    let texts = KINDS.split(' ').filter_map(|kind| shared(&format!("boards/{kind}.csv")));
    let texts: Vec<String> = texts.map(|path| read_to_string(path).unwrap()).collect();
    let lines = texts.iter().flat_map(|text| text.lines().skip(1).enumerate());
    let taken = lines.filter(|(at, _)| is_taken(*at, share)).map(|(_, line)| line);
    let row = |line: &str| {
        let fields: Vec<String> = line.split(',').map(String::from).collect();
        let board: Board = fields[0].parse().unwrap();
        let clues = board.read(fields[1].as_bytes()).unwrap();
        Row { board, clues, fields }
    };
    taken.map(row).collect()
}

/// Every puzzle has one solution, that of the file.
#[test]
fn solutions_on_boards() {
    rows(5).par_iter().for_each(|row| {
        let solved = row.board.solutions(&row.start(), 2, &mut Budget(10_000_000)).unwrap();
        assert!(solved.0 == 1 && row.ends_in(&solved.1.unwrap()), "{} {}", row.board, row.fields[1]);
    });
}

/// Ratings by whips and braids are those of the file, and each path ends in the solution. Where a puzzle has
/// no rating because trial and error does not solve it, chains do not, either.
#[test]
fn ratings_on_boards() {
    // Long chains take minutes by these searches.
    let most = if thorough() { 8 } else { 6 };
    rows(9).par_iter().for_each(|row| {
        for (scale, expected) in [(BoardScale::Whips, &row.fields[3]), (BoardScale::Braids, &row.fields[4])] {
            let expected = match expected.as_str() {
                "none" => Outcome::Unsolved,
                number => match number.parse() {
                    Ok(rating) if rating <= most => Outcome::Solved(rating),
                    _ => continue,
                },
            };
            let (outcome, end) = scale.rate(&row.board, &row.start(), 100_000_000);
            assert_eq!(outcome, expected, "{} {} {}", scale.name(), row.board, row.fields[1]);
            assert!(outcome == Outcome::Unsolved || row.ends_in(&end));
        }
    });
}

/// On the plain board singles and whips of one variable solve what BRT and LC do, with the same rating.
#[test]
fn plain_boards_have_the_ratings_of_their_own_engine() {
    use sudoscope::scale::{Effort, Scale, Solver};
    let board: Board = "plain".parse().unwrap();
    for line in crate::common::random_10k().iter().take(300) {
        let clues = board.read(line.as_bytes()).unwrap();
        for scale in [BoardScale::Brt, BoardScale::Lc] {
            let ladder = [Scale::named(scale.name()).unwrap()];
            let (_, climbs) = Solver::new().rate(&clues, &ladder, Effort::default());
            let (outcome, _) = scale.rate(&board, &board.start(&clues), 0);
            assert_eq!(outcome, climbs[0].outcome.column(0), "{line}");
        }
    }
}
