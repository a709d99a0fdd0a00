//! Ratings on boards with random houses and links, against chains by their definitions.

use crate::boards::rate;
use crate::common::{Dice, thorough};
use rayon::prelude::*;
use std::sync::Arc;
use sudoscope::boards::{Board, BoardHouse};
use sudoscope::budget::Budget;
use sudoscope::evidence::Outcome;
use sudoscope::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, Progress};

/// Longest chains of the twin.
const MOST: u32 = 3;

/// Makes rows, columns, up to two more houses and some links, all true in a random solution, and a
/// minimal puzzle of it.
pub fn random(dice: &mut Dice, has_links: bool) -> (Arc<Board>, [Cells; 9]) {
    let size = 5 + dice.below(2);
    let latin: Board = format!("latin{size}").parse().unwrap();
    let mut solution = Grid::default();
    let shuffle = &mut |guesses: &mut [Candidate]| {
        (1..guesses.len()).for_each(|at| guesses.swap(at, dice.below(at + 1)));
    };
    let empty = latin.start(&[Cells::EMPTY; 9]);
    latin
        .each_solution(&empty, &mut Budget(10_000), shuffle, &mut |grid| {
            solution = *grid;
            false
        })
        .unwrap();
    let mut houses = latin.houses().to_vec();
    for number in 0..dice.below(3) {
        // A cell of each digit; without the last of them the house is partial, and makes no variable.
        let digits = Digit::all().take(size - number / 2);
        let cell = |digit: Digit| solution.planes[digit].into_iter().nth(dice.below(size)).unwrap();
        houses.push(BoardHouse { name: format!("h{number}"), cells: digits.map(cell).collect() });
    }
    let labels: Vec<Candidate> = latin.labels().collect();
    let is_true = |label: Candidate| solution.planes[label.digit].contains(label.cell);
    let mut links = Vec::new();
    for _ in 0..if has_links { dice.below(20) } else { 0 } {
        let [a, b] = [0; 2].map(|_| labels[dice.below(labels.len())]);
        links.extend((a.cell != b.cell && !(is_true(a) && is_true(b))).then_some([a, b]));
    }
    let board = Board::of("random", size, houses, &links).unwrap();
    let mut clues = solution.planes.map(|plane| plane & board.cells());
    let mut cells: Vec<Cell> = board.cells().collect();
    (1..cells.len()).for_each(|at| cells.swap(at, dice.below(at + 1)));
    for cell in cells {
        let fewer = clues.map(|plane| plane - Cells::of(cell));
        if board.solutions(&board.start(&fewer), 2, &mut Budget(10_000)).is_ok_and(|(count, _)| count == 1) {
            clues = fewer;
        }
    }
    (Arc::new(board), clues)
}

/// Chain of a target, variable by variable.
struct Twin<'a> {
    board: &'a Board,
    open: Candidates,
    is_braid: bool,
    /// The target and the right-linking candidates.
    objects: Vec<Candidate>,
    lefts: Vec<Candidate>,
    used: Vec<usize>,
}

impl Twin<'_> {
    /// Whether the chain closes with at most `left` more variables.
    fn closes(&mut self, left: u32) -> bool {
        left > 0 && (0..self.board.variables().len()).any(|variable| self.closes_by(variable, left))
    }

    fn closes_by(&mut self, variable: usize, left: u32) -> bool {
        let all = &self.board.variables()[variable];
        if self.used.contains(&variable) || all.contains(self.objects[0]) {
            return false;
        }
        let members: Vec<Candidate> = all.common(&self.open).iter().collect();
        let is_linked = |a: Candidate, b: Candidate| self.board.linked(a).contains(b);
        let is_excluded = |one: Candidate| self.objects.iter().any(|&object| is_linked(object, one));
        let free: Vec<Candidate> = members.iter().copied().filter(|&one| !is_excluded(one)).collect();
        let last = self.objects[self.objects.len() - 1];
        let links = |one: &Candidate| match self.is_braid {
            true => is_excluded(*one),
            false => is_linked(last, *one) && !self.lefts.contains(one),
        };
        let lefts: Vec<Candidate> = members.iter().copied().filter(links).collect();
        let right = match free[..] {
            [] => return !lefts.is_empty(),
            [right] if !self.objects.contains(&right) => right,
            _ => return false,
        };
        lefts.into_iter().any(|one| {
            self.lefts.push(one);
            self.used.push(variable);
            self.objects.push(right);
            let closes = self.closes(left - 1);
            self.objects.pop();
            self.used.pop();
            self.lefts.pop();
            closes
        })
    }
}

/// Returns the rating if no chain is longer than `MOST`.
fn twin(board: &Board, clues: &[Cells; 9], is_braid: bool) -> Option<u32> {
    let (mut grid, mut rating) = (board.start(clues), 0);
    loop {
        match board.exhaust(&mut grid) {
            Progress::Solved => return Some(rating),
            Progress::Contradiction => panic!("{board:?} has a solution"),
            Progress::Open => {}
        }
        let open = grid.candidates();
        let targets = |length: u32| -> Candidates {
            let is_target = |&target: &Candidate| {
                let (objects, lefts, used) = (vec![target], Vec::new(), Vec::new());
                Twin { board, open, is_braid, objects, lefts, used }.closes(length)
            };
            open.iter().filter(is_target).collect()
        };
        let (length, found) =
            (1..=MOST).map(|length| (length, targets(length))).find(|(_, found)| !found.is_empty())?;
        rating = rating.max(length);
        grid.eliminate(&found);
    }
}

/// Whips and braids on random boards have the ratings of chains by definition.
#[test]
fn ratings_on_random_boards_equal_their_twin() {
    let count = if thorough() { 5_000 } else { 150 };
    let rated = (0..count).into_par_iter().map(|at| {
        let (board, clues) = random(&mut Dice(0x9e37_79b9_7f4a_7c15 ^ (at as u64 + 1) << 16), true);
        [("W", false), ("B", true)].map(|(ladder, is_braid)| {
            let expected = twin(&board, &clues, is_braid);
            let found = match rate(ladder, &board, &board.start(&clues), 100_000_000).0 {
                Outcome::Solved(rating) if rating <= MOST => Some(rating),
                _ => None,
            };
            assert_eq!(found, expected, "{ladder} {at}");
            usize::from(expected.is_some_and(|rating| rating > 1))
        })
    });
    let chains: Vec<[usize; 2]> = rated.collect();
    let [whips, braids] = [0, 1].map(|k| chains.iter().map(|own| own[k]).sum::<usize>());
    println!("{whips} by whips, {braids} by braids of {count}");
    assert!(whips.min(braids) * 20 > count, "{whips} {braids}");
}

/// The path by SER on a board of random houses ends in the solution, or no technique solves the puzzle.
#[test]
fn ser_on_random_boards() {
    let count = if thorough() { 5_000 } else { 300 };
    let rated = (0..count).into_par_iter().map(|at| {
        let (board, clues) = random(&mut Dice(0x2545_f491_4f6c_dd1d ^ (at as u64 + 1) << 16), false);
        let start = board.start(&clues);
        let (outcome, end) = rate("SER", &board, &start, u64::MAX);
        let solution = board.solutions(&start, 2, &mut Budget(10_000)).unwrap().1.unwrap();
        assert!(matches!(outcome, Outcome::Solved(200)) || end.planes == solution.planes, "{at}");
        usize::from(outcome.rating().is_some_and(|rating| rating > 23))
    });
    let harder: usize = rated.sum();
    assert!(harder * 10 > count, "{harder} of {count} need more than singles");
}
