//! Boards other than the plain one: solutions and ratings of collections that another program has rated.

use crate::common::{is_taken, random_10k, shared, thorough};
use rayon::prelude::*;
use std::fs::read_to_string;
use sudoscope::board_climb::{BoardClimber, BoardScale};
use sudoscope::boards::Board;
use sudoscope::budget::Budget;
use sudoscope::evidence::Outcome;
use sudoscope::grid::{Candidate, Candidates, Cells, Grid, Progress};

/// Files of puzzles, one a kind of board.
const KINDS: &str = "4x4 6x6 8x8 antiking antiknight asterisk cd dg girandola jigsaw latin nc plain \
    torus-antiking torus-antiknight windoku windoku9 x+windoku x";

/// Row of a file: board, puzzle, solution, W and B, which are `none` or empty if there is no rating.
pub struct Row {
    pub board: Board,
    pub clues: [Cells; 9],
    pub fields: Vec<String>,
}

impl Row {
    fn start(&self) -> Grid {
        self.board.start(&self.clues)
    }

    fn ends_in(&self, grid: &Grid) -> bool {
        self.board.write(&grid.planes) == self.fields[2]
    }
}

/// Rates a state by a climber of its own.
fn rate(scale: BoardScale, board: &Board, start: &Grid, budget: u64) -> (Outcome<u32>, Grid) {
    BoardClimber::default().rate(scale, board, start, None, budget)
}

/// Returns the rows of all kinds, one in `share` in a run that is not thorough.
pub fn rows(share: usize) -> Vec<Row> {
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

/// ER, EP and ED are those of the file. Each path ends in the solution, so no step has removed a digit of it.
#[test]
fn ser_on_boards() {
    let tenths = |text: &String| text.replace('.', "").parse::<u32>().ok();
    let rate = |climber: &mut BoardClimber, row: &Row| {
        let is_easy = row.fields[3].parse().is_ok_and(|whips: u32| whips <= 4);
        if climber.refuses(BoardScale::Se, &row.board).is_some() || row.fields[8].is_empty() && !is_easy {
            return 0;
        }
        for (scale, expected) in BoardScale::Se.columns().into_iter().zip(&row.fields[8..]) {
            let (outcome, end) = climber.rate(scale, &row.board, &row.start(), None, u64::MAX);
            let expected = tenths(expected).or(outcome.rating());
            assert_eq!(outcome.rating(), expected, "{} {} {}", scale.name(), row.board, row.fields[1]);
            assert!(row.ends_in(&end), "{} {}", row.board, row.fields[1]);
        }
        usize::from(!row.fields[8].is_empty())
    };
    let rows = rows(3);
    let compared: usize = rows.par_iter().map_init(BoardClimber::default, rate).sum();
    assert!(rows.is_empty() || compared >= 100, "{compared} of {} are compared", rows.len());
}

/// Ratings by whips and braids are those of the file, and each path ends in the solution.
#[test]
fn ratings_on_boards() {
    // Long chains take minutes by these searches.
    let most = if thorough() { 8 } else { 5 };
    rows(15).par_iter().for_each(|row| {
        for (scale, expected) in [(BoardScale::Whips, &row.fields[3]), (BoardScale::Braids, &row.fields[4])] {
            let Some(expected) = expected.parse().ok().filter(|rating| *rating <= most) else { continue };
            let (outcome, end) = rate(scale, &row.board, &row.start(), 100_000_000);
            assert_eq!(
                outcome,
                Outcome::Solved(expected),
                "{} {} {}",
                scale.name(),
                row.board,
                row.fields[1]
            );
            assert!(row.ends_in(&end));
        }
    });
}

/// Published ratings of Latin and pandiagonal squares by subsets and whips (CSP-Rules' examples). Runs by
/// subsets alone are not compared: they have fish between other lines, too.
#[test]
fn published_ratings_on_boards() {
    let Some(path) = shared("boards/published.csv") else { return };
    let text = read_to_string(path).unwrap();
    let mut compared = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [_, kind, size, _, puzzle, name, by, longest, subsets, ..] = fields[..] else { panic!("{line}") };
        if puzzle.len() > 81 || by != "W+S" {
            continue;
        }
        let name_of = if kind == "latin" { "latin".to_string() } else { format!("latin{size}+pandiag") };
        let board: Board = name_of.parse().unwrap();
        let sizes = [["pairs", "x-wing"], ["triplets", "swordfish"], ["quads", "jellyfish"]];
        let is_of = |name: &str| sizes.iter().position(|names| names.iter().any(|one| name.contains(one)));
        let largest = subsets.split(' ').filter_map(is_of).max().unwrap() as u32 + 2;
        let clues = board.read(puzzle.as_bytes()).unwrap();
        let (outcome, _) = rate(BoardScale::SubsetsWhips, &board, &board.start(&clues), 1_000_000_000);
        assert_eq!(outcome, Outcome::Solved(largest.max(longest.parse().unwrap())), "{name} {puzzle}");
        compared += 1;
    }
    assert_eq!(compared, 10);
}

/// Whether trial and error with singles solves a puzzle.
fn is_solved_by_trials(board: &Board, grid: &mut Grid) -> bool {
    loop {
        if board.exhaust(grid) == Progress::Solved {
            return true;
        }
        let refuted = |label: &Candidate| {
            let mut with = *grid;
            board.place(&mut with, *label);
            board.exhaust(&mut with) == Progress::Contradiction
        };
        let refuted: Candidates = grid.candidates().iter().filter(refuted).collect();
        if refuted.is_empty() {
            return false;
        }
        grid.eliminate(&refuted);
    }
}

/// Braids solve what trial and error with singles solves, if the budget suffices, and nothing else. (Some
/// puzzles of jigsaws that the files call beyond trial and error are not: they count by what is found here.)
#[test]
fn braids_are_trial_and_error_on_boards() {
    let (rows, mut beyond) = (rows(9), 0);
    for row in rows.iter().filter(|row| thorough() || row.fields[4] == "none" || row.fields[4] == "2") {
        let solves = is_solved_by_trials(&row.board, &mut row.start());
        let (outcome, _) = rate(BoardScale::Braids, &row.board, &row.start(), 1_000_000);
        let expected = if solves { outcome.rating().is_some() } else { outcome == Outcome::Unsolved };
        assert!(expected || outcome == Outcome::Budget, "{} {}", row.board, row.fields[1]);
        beyond += usize::from(!solves && outcome == Outcome::Unsolved);
    }
    assert!(beyond > 0 || rows.is_empty());
}

/// On the plain board each scale of boards has the ratings of the ladder of its name.
#[test]
fn plain_boards_have_the_ratings_of_their_own_engine() {
    use sudoscope::scale::{Effort, Scale, Solver};
    let board: Board = "plain".parse().unwrap();
    let count = if thorough() { 10_000 } else { 300 };
    random_10k().par_iter().take(count).for_each(|line| {
        let clues = board.read(line.as_bytes()).unwrap();
        for scale in BoardScale::ALL {
            let ladder = [Scale::named(scale.name()).unwrap()];
            let (_, climbs) = Solver::new().rate(&clues, &ladder, Effort::default());
            let (outcome, _) = rate(scale, &board, &board.start(&clues), 1_000_000);
            assert_eq!(outcome, climbs[0].outcome.column(0), "{} {line}", scale.name());
        }
    });
}

/// A board with more than 512 variables, and a state without singles and chains.
#[test]
fn an_empty_board_of_many_houses_is_unsolved() {
    let board: Board = "x+windoku9+dg+girandola+asterisk+cd".parse().unwrap();
    assert!(board.variables().len() > 512);
    let (outcome, _) = rate(BoardScale::Whips, &board, &board.start(&[Cells::EMPTY; 9]), 1_000_000);
    assert_eq!(outcome, Outcome::Unsolved);
}
