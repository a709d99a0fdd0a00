//! Boards other than the plain one: solutions and ratings of collections that another program has rated.

use crate::common::{Dice, is_taken, random_10k, shared, thorough};
use rayon::prelude::*;
use std::fs::read_to_string;
use std::sync::Arc;
use sudoscope::board_climb::BoardClimber;
use sudoscope::boards::{Board, BoardHouse};
use sudoscope::budget::Budget;
use sudoscope::evidence::Outcome;
use sudoscope::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, Progress};
use sudoscope::scale::Scale;

/// Files of puzzles, one a kind of board.
const KINDS: &str = "4x4 6x6 8x8 antiking antiknight asterisk cd dg girandola jigsaw latin nc plain \
    torus-antiking torus-antiknight windoku windoku9 x+windoku x";

/// Row of a file: board, puzzle, solution, W and B, which are `none` or empty if there is no rating.
pub struct Row {
    pub board: Arc<Board>,
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

/// Returns a scale of boards: a named one, or a definition.
pub fn scale(text: &str) -> Scale {
    let scale = if text.contains(',') { Scale::define("x", text) } else { Scale::named(text) };
    scale.unwrap().on_boards().unwrap()
}

/// Rates a state by a climber of its own.
pub fn rate(ladder: &str, board: &Arc<Board>, start: &Grid, budget: u64) -> (Outcome<u32>, Grid) {
    let climber = BoardClimber::default().only_outcomes(true);
    let (climb, end) = { climber }.climb(&scale(ladder), board, start, None, budget);
    (climb.outcome.column(0), end)
}

/// Returns the rows of all kinds, one in `share` in a run that is not thorough.
pub fn rows(share: usize) -> Vec<Row> {
    let texts = KINDS.split(' ').filter_map(|kind| shared(&format!("boards/{kind}.csv")));
    let texts: Vec<String> = texts.map(|path| read_to_string(path).unwrap()).collect();
    let lines = texts.iter().flat_map(|text| text.lines().skip(1).enumerate());
    let taken = lines.filter(|(at, _)| is_taken(*at, share)).map(|(_, line)| line);
    let row = |line: &str| {
        let fields: Vec<String> = line.split(',').map(String::from).collect();
        let board: Arc<Board> = Arc::new(fields[0].parse().unwrap());
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
        let scale = scale("SE");
        if climber.refuses(&scale, &row.board).is_some() || row.fields[8].is_empty() && !is_easy {
            return 0;
        }
        let (climb, end) = climber.climb(&scale, &row.board, &row.start(), None, u64::MAX);
        for (at, expected) in (0..3).zip(&row.fields[8..]) {
            let rating = climb.outcome.column(at).rating();
            assert_eq!(rating, tenths(expected).or(rating), "{} {}", row.board, row.fields[1]);
        }
        assert!(row.ends_in(&end), "{} {}", row.board, row.fields[1]);
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
        for (scale, expected) in [("W", &row.fields[3]), ("B", &row.fields[4])] {
            let Some(expected) = expected.parse().ok().filter(|rating| *rating <= most) else { continue };
            let (outcome, end) = rate(scale, &row.board, &row.start(), 100_000_000);
            assert_eq!(outcome, Outcome::Solved(expected), "{scale} {} {}", row.board, row.fields[1]);
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
        let board: Arc<Board> = Arc::new(name_of.parse().unwrap());
        let sizes = [["pairs", "x-wing"], ["triplets", "swordfish"], ["quads", "jellyfish"]];
        let is_of = |name: &str| sizes.iter().position(|names| names.iter().any(|one| name.contains(one)));
        let largest = subsets.split(' ').filter_map(is_of).max().unwrap() as u32 + 2;
        let clues = board.read(puzzle.as_bytes()).unwrap();
        let (outcome, _) = rate("S+W", &board, &board.start(&clues), 1_000_000_000);
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
        let (outcome, _) = rate("B", &row.board, &row.start(), 1_000_000);
        let expected = if solves { outcome.rating().is_some() } else { outcome == Outcome::Unsolved };
        assert!(expected || outcome == Outcome::Budget, "{} {}", row.board, row.fields[1]);
        beyond += usize::from(!solves && outcome == Outcome::Unsolved);
    }
    assert!(beyond > 0 || rows.is_empty());
}

/// Ladders of every board, each with the share of puzzles that it is tried on.
const LADDERS: &str = "
    1  BRT
    1  LC
    1  S
    1  W
    1  S+W
    1  B
    3  SE
    1  TE1
    1  BC
    1  Z
    2  tW
    3  TyW
    3  FW
    9  F3W
    3  brt,lc,subset:2-3,whip:2-5,braid:3-6
    3  brt,typed-bivalue-chain:2-8
    3  brt,typed-z-chain:2-6
    3  brt,typed-t-whip:2-6
    3  brt,typed-braid:3-5
    3  brt,nrc:2-9+nrcz:2-9
    9  brt,nrczt:2-7+nrczt-lr-lasso:2-5+nrczt-rl-lasso:2-5
    3  brt,whip-loops:1-5
    9  brt,oddagon:3-7
    3  brt,xy-wing:3+xyz-wing:3,xy:3-9
    1  brt,pointing,claiming,skyscraper,two-string-kite,turbot-fish
    3  brt,simple-colours,multi-colours,w-wing,remote-pair
    3  brt,m-wing,s-wing,l-wing,h-wing
    3  brt,x-chain:2-8,xy-chain:3-8
    3  brt,nice-loop:2-5,aic:2-5
    3  hidden-single-in-block,hidden-single-in-line,last-digit,naked-single,lc,naked:2
    1  4=full-house,4=naked-single,14=hidden-single,60=naked:2,70=hidden:2,300=trial";

/// Returns the ladders for the puzzle with this number.
fn ladders(at: usize) -> impl Iterator<Item = &'static str> {
    let rows = LADDERS.trim().lines().map(|line| line.trim().split_once("  ").unwrap());
    let is_tried = move |share: &str| thorough() || at.is_multiple_of(share.parse().unwrap());
    rows.filter(move |(share, _)| is_tried(share)).map(|(_, ladder)| ladder)
}

/// On the plain board each ladder has the same ratings by boards and by itself, and the same steps.
#[test]
fn plain_boards_have_the_ratings_of_their_own_engine() {
    use sudoscope::scale::{Effort, Solver};
    let board: Arc<Board> = Arc::new("plain".parse().unwrap());
    let count = if thorough() { 10_000 } else { 120 };
    random_10k().par_iter().take(count).enumerate().for_each(|(at, line)| {
        let clues = board.read(line.as_bytes()).unwrap();
        for ladder in ladders(at) {
            let scale = scale(ladder);
            let (_, climbs) = Solver::new().rate(&clues, std::slice::from_ref(&scale), Effort::default());
            let (climb, _) =
                BoardClimber::default().climb(&scale, &board, &board.start(&clues), None, 100_000_000);
            assert_eq!(climb, climbs[0], "{ladder} {line}");
        }
    });
}

/// Each path ends in the solution, or before it, by every ladder; trial and error solves what braids solve;
/// a ladder with more rules rates no higher.
#[test]
fn ladders_on_boards_are_sound() {
    let rows = rows(if thorough() { 6 } else { 31 });
    let rated = rows.par_iter().enumerate().map(|(at, row)| {
        let start = row.start();
        let solution = row.board.solutions(&start, 1, &mut Budget(10_000_000)).unwrap().1.unwrap();
        let end = |ladder| {
            let (outcome, end) = rate(ladder, &row.board, &start, 300_000);
            let is_kept = solution.planes.iter().zip(&end.planes).all(|(own, left)| own.is_subset(*left));
            assert!(is_kept, "{ladder} {} {}", row.board, row.fields[1]);
            outcome
        };
        let used =
            ladders(at).filter(|ladder| *ladder != "SE").filter(|ladder| end(ladder).rating().is_some());
        let solved = used.count() + usize::from(end("H").rating().is_some());
        let [bc, z, tw, w, b, te] = ["BC", "Z", "tW", "W", "B", "TE1"].map(end);
        let le = |a: Outcome<u32>, b: Outcome<u32>| match (a.rating(), b) {
            (Some(a), Outcome::Solved(b)) => a <= b,
            (None, Outcome::Solved(_)) => a == Outcome::Budget,
            _ => true,
        };
        assert!(le(z, bc) && le(tw, bc) && le(b, w), "{} {}", row.board, row.fields[1]);
        assert!(b == Outcome::Budget || b.rating().is_some() == te.rating().is_some());
        solved
    });
    let solved: usize = rated.sum();
    println!("{solved} paths to a solution");
    assert!(rows.is_empty() || solved > 3 * rows.len());
}

/// A board with more than 512 variables, and a state without singles and chains.
#[test]
fn an_empty_board_of_many_houses_is_unsolved() {
    let board: Arc<Board> = Arc::new("x+windoku9+dg+girandola+asterisk+cd".parse().unwrap());
    assert!(board.variables().len() > 512);
    let (outcome, _) = rate("W", &board, &board.start(&[Cells::EMPTY; 9]), 1_000_000);
    assert_eq!(outcome, Outcome::Unsolved);
}

/// Cells and digits with other names.
struct Renaming {
    cells: [usize; 81],
    digits: [usize; 9],
}

impl Renaming {
    /// Renames the cells by one of the eight turns and reflections.
    fn turn(size: usize, turn: usize, digits: [usize; 9]) -> Renaming {
        let mirrored =
            |at: usize, is_wanted: usize| if is_wanted > 0 && at < size { size - 1 - at } else { at };
        let cells = std::array::from_fn(|cell| {
            let (row, column) = if turn & 1 > 0 { (cell % 9, cell / 9) } else { (cell / 9, cell % 9) };
            9 * mirrored(row, turn & 2) + mirrored(column, turn & 4)
        });
        Renaming { cells, digits }
    }

    fn of(&self, label: Candidate) -> Candidate {
        Candidate::new(
            Digit::new(self.digits[label.digit.index()]),
            Cell::new(self.cells[label.cell.index()]),
        )
    }

    fn all(&self, labels: &Candidates) -> Candidates {
        labels.iter().map(|label| self.of(label)).collect()
    }

    /// Whether variables and links of the board stay.
    fn keeps(&self, board: &Board) -> bool {
        board.variables().iter().all(|variable| board.variables().contains(&self.all(variable)))
            && board.labels().all(|label| self.all(board.linked(label)) == *board.linked(self.of(label)))
    }

    /// Returns the board with the new names.
    fn board(&self, board: &Board) -> Arc<Board> {
        let house = |house: &BoardHouse| BoardHouse {
            name: house.name.clone(),
            cells: house.cells.map(|cell| Cell::new(self.cells[cell.index()])).collect(),
        };
        let pairs = board.labels().flat_map(|one| board.linked(one).iter().map(move |other| [one, other]));
        let links: Vec<[Candidate; 2]> = pairs
            .filter(|[one, other]| one.cell != other.cell)
            .map(|pair| pair.map(|label| self.of(label)))
            .collect();
        let houses = board.houses().iter().map(house).collect();
        Arc::new(Board::of("renamed", board.size(), houses, &links).unwrap())
    }
}

/// Returns all numbers below `N`, with some in random order.
fn shuffled<const N: usize>(dice: &mut Dice, some: &[usize]) -> [usize; N] {
    let mut order = std::array::from_fn(|at| at);
    (1..some.len()).for_each(|at| order.swap(some[at], some[dice.below(at + 1)]));
    order
}

/// Returns the ratings of clues by whips and braids, and the number of solutions of fewer clues, up to 20.
fn rated(board: &Arc<Board>, [clues, fewer]: [Candidates; 2]) -> [Option<u32>; 3] {
    let start = board.start(&clues.0);
    let rating = |scale| rate(scale, board, &start, 20_000_000).0.rating();
    let (count, _) = board.solutions(&board.start(&fewer.0), 20, &mut Budget(100_000_000)).unwrap();
    [rating("W"), rating("B"), Some(count as u32)]
}

/// Turns and reflections of a board, other digits, and any other names of cells and digits on a board with
/// the same houses and links change neither ratings by whips and braids nor the number of solutions.
#[test]
fn ratings_on_boards_do_not_depend_on_names() {
    let own = rows(40).into_par_iter().enumerate().map(|(at, Row { board, clues, fields })| {
        if !matches!(fields[3].as_str(), "1" | "2" | "3" | "4") {
            return None;
        }
        let dice = &mut Dice(0x9e37_79b9_7f4a_7c15 ^ (at as u64 + 1) << 20);
        let size = board.size();
        let clues = [Candidates(clues), Candidates(clues).iter().skip(1).collect()];
        let expected = rated(&board, clues);
        let digits = shuffled(dice, &Vec::from_iter(0..size));
        let reversed = std::array::from_fn(|digit| if digit < size { size - 1 - digit } else { digit });
        let turn = |digits| move |turn| Renaming::turn(size, turn, digits);
        let all = (0..8).map(turn(digits)).chain((0..8).map(turn(reversed)));
        let kept: Vec<Renaming> = all.filter(|renaming| renaming.keeps(&board)).collect();
        // Some turns with each kind of digits are enough.
        for renaming in kept.iter().step_by(5) {
            let other = clues.map(|clues| renaming.all(&clues));
            assert_eq!(rated(&board, other), expected, "{board} {}", fields[1]);
        }
        let cells: Vec<usize> = board.cells().map(Cell::index).collect();
        let any = Renaming { cells: shuffled(dice, &cells), digits };
        let other = clues.map(|clues| any.all(&clues));
        assert_eq!(rated(&any.board(&board), other), expected, "{board} {}", fields[1]);
        Some((board.to_string(), kept.len()))
    });
    for (board, kept) in own.collect::<Vec<_>>().into_iter().flatten() {
        let expected = match board.as_str() {
            "6x6" | "8x8" => 8,
            "nc" => 8,
            _ if board.starts_with("jigsaw") => continue,
            _ => 16,
        };
        assert_eq!(kept, expected, "{board}");
    }
}

/// Windows that follow from the four lower B or leave it as it is.
#[test]
fn houses_that_follow_never_raise_braids() {
    let nine: Arc<Board> = Arc::new("windoku9".parse().unwrap());
    let (mut lower, mut compared) = (0, 0);
    for row in rows(8).iter().filter(|row| row.board.text() == "windoku") {
        let Ok(four @ 2..=5) = row.fields[4].parse::<u32>() else { continue };
        let (outcome, _) = rate("B", &nine, &nine.start(&row.clues), 20_000_000);
        let rating = outcome.rating().unwrap();
        assert!(rating <= four, "{}", row.fields[1]);
        (lower, compared) = (lower + u32::from(rating < four), compared + 1);
    }
    assert!(compared == 0 || lower > 0, "{compared}");
}
