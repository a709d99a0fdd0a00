//! Bivalue universal graves, unique, hidden and avoidable rectangles.
//!
//! ```text
//!   a  e     a has two candidates c1 < c2; e shares a's block and a line; x and y stand
//!   x  y     in the lines across, x with a and y with e
//! ```

use super::board::{Board, of_digit, seen_by_all, shared_houses};
use super::step::{Step, Why};
use super::subsets::in_cells;
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Candidate, Cells, HOUSES, bits, block_of, column_of, houses_of, row_of};

/// One cell has three candidates, all others two; the digit that it must hold has three places in its houses.
pub fn bug(board: &Board) -> Option<Step> {
    if board.open().into_iter().any(|cell| board.mask(cell).count_ones() > 3) {
        return None;
    }
    let mut threes = board.with(3);
    let (Some(cell), None) = (threes.next(), threes.next()) else { return None };
    let mut triple = None;
    let mut houses = [None; 3];
    for house in 0..27 {
        for digit in 0..9 {
            match board.count(house, digit) {
                0..=2 => {}
                3 if triple.is_none_or(|other| other == digit) && houses[house / 9].is_none() => {
                    (triple, houses[house / 9]) = (Some(digit), Some(house));
                }
                _ => return None,
            }
        }
    }
    let digit = triple?;
    if houses != houses_of(cell).map(Some) || !board.allows(cell, digit) {
        return None;
    }
    Step::remove(Technique::Bug, board.in_cell(cell, !(1 << digit)), || Why::Bug(cell as u8))
}

/// The rectangles that have been looked at: HoDoKu numbers them so that some have one number.
#[derive(Default)]
struct Seen(Vec<usize>);

impl Seen {
    /// Whether these cells are new. No more than 400 are kept.
    fn is_new(&mut self, mut cells: [usize; 4]) -> bool {
        cells.sort_unstable();
        let [p, q, r, s] = cells;
        let key = 1000 * p + 100 * q + 10 * r + s;
        let is_new = !self.0.contains(&key);
        if is_new && self.0.len() < 400 {
            self.0.push(key);
        }
        is_new
    }
}

/// The cells in the block and a line of `a`, and the two cells across from each, in order.
fn corners(a: usize, seconds: Cells) -> impl Iterator<Item = [usize; 4]> {
    let [row, column, block] = houses_of(a);
    let seconds = seconds & HOUSES[block] & ((HOUSES[row] | HOUSES[column]) - Cells::of(a));
    seconds.flat_map(move |e| {
        let in_row = row_of(e) == row_of(a);
        let cells = move |at: usize| match in_row {
            true => (9 * at + column_of(a), 9 * at + column_of(e)),
            false => (9 * row_of(a) + at, 9 * row_of(e) + at),
        };
        (0..9).map(cells).filter(move |&(x, _)| block_of(x) != block_of(a)).map(move |(x, y)| [a, e, x, y])
    })
}

/// The steps of all rectangles, in the order in which they are found.
pub fn rectangles(board: &Board) -> Vec<Step> {
    let (mut steps, mut seen) = (Vec::new(), Seen::default());
    let allowed: [Cells; 9] = std::array::from_fn(|digit| board.allowed(digit));
    for a in board.with(2) {
        let mut digits = bits(board.mask(a));
        let (Some(c1), Some(c2)) = (digits.next(), digits.next()) else { continue };
        let both = allowed[c1] & allowed[c2];
        for cells @ [_, _, x, y] in corners(a, both) {
            if allowed[c1].contains(x) && both.contains(y) && seen.is_new(cells) {
                Rectangle::new(board, cells, [c1, c2]).steps(&mut steps);
            }
        }
    }
    steps
}

struct Rectangle<'a> {
    board: &'a Board,
    cells: [usize; 4],
    digits: [usize; 2],
    pair: u16,
    /// The corners with nothing else, and the others, ascending.
    two: Cells,
    add: Cells,
}

impl Rectangle<'_> {
    fn new(board: &Board, cells: [usize; 4], digits: [usize; 2]) -> Rectangle<'_> {
        let pair = 1 << digits[0] | 1 << digits[1];
        let all: Cells = cells.into_iter().collect();
        let two = all.filter(|&cell| board.mask(cell) & !pair == 0).collect();
        Rectangle { board, cells, digits, pair, two, add: all - two }
    }

    fn why(&self, subset: Option<(u8, Cells, u16)>) -> Why {
        Why::Rectangle { cells: self.cells.map(|cell| cell as u8), digits: self.pair, subset }
    }

    fn steps(&self, steps: &mut Vec<Step>) {
        let Rectangle { board, add, two, pair, .. } = *self;
        let remove = |technique, gone: Vec<Candidate>| Step::remove(technique, gone, || self.why(None));
        let add_first = add.first().unwrap_or(0);
        if two.len() == 3 {
            steps.extend(remove(Technique::Uniqueness1, board.in_cell(add_first, pair).collect()));
        }
        if !matches!(two.len(), 1 | 2) {
            return;
        }
        let extras = add.fold(0, |all, cell| all | board.mask(cell) & !pair);
        let add_last = add.last().unwrap_or(0);
        let is_diagonal =
            row_of(add_first) != row_of(add_last) && column_of(add_first) != column_of(add_last);
        if extras.count_ones() == 1 {
            let digit = extras.trailing_zeros() as usize;
            let gone = board.plane(digit) & seen_by_all(add);
            let is_five = add.len() == 3 || is_diagonal;
            let technique = if is_five { Technique::Uniqueness5 } else { Technique::Uniqueness2 };
            steps.extend(remove(technique, of_digit(digit, gone).collect()));
        }
        if two.len() == 2 {
            for house in shared_houses(add_first, add_last) {
                self.subsets(house, [add_first, add_last], steps);
            }
            let open = if is_diagonal {
                let cross = |cell| houses_of(cell)[..2].iter().fold(Cells::EMPTY, |all, &h| all | HOUSES[h]);
                cross(add_first) | cross(add_last)
            } else {
                seen_by_all(add)
            };
            let rest = open - add - two;
            let [c1, c2] = self.digits;
            let free = |digit: usize| !board.plane(digit).intersects(rest);
            let gone = if free(c1) {
                Some(c2)
            } else if free(c2) {
                Some(c1)
            } else {
                None
            };
            // Type 6 removes the digit that is locked; type 4 the other one.
            let technique = if is_diagonal { Technique::Uniqueness6 } else { Technique::Uniqueness4 };
            if let Some(gone) = gone {
                let digit = if is_diagonal { c1 + c2 - gone } else { gone };
                steps.extend(remove(technique, of_digit(digit, board.plane(digit) & add).collect()));
            }
        }
        if two.len() == 1 || is_diagonal {
            for corner in two {
                self.hidden(corner, steps);
            }
        }
    }

    /// Type 3: what two cells have more makes a subset with others of a house.
    fn subsets(&self, house: usize, two_more: [usize; 2], steps: &mut Vec<Step>) {
        let rectangle = self.add | self.two;
        let free = |cell: &usize| self.board.mask(*cell) & self.pair == 0;
        let cells: Vec<usize> = ((HOUSES[house] & self.board.open()) - rectangle).filter(free).collect();
        let extras = two_more.iter().fold(0, |all, &cell| all | self.board.mask(cell) & !self.pair);
        self.extend(house, &cells, Cells::EMPTY, extras, steps);
    }

    fn extend(&self, house: usize, cells: &[usize], chosen: Cells, digits: u16, steps: &mut Vec<Step>) {
        for (at, &cell) in cells.iter().enumerate() {
            let (chosen, digits) = (chosen | Cells::of(cell), digits | self.board.mask(cell));
            let all = chosen | self.add;
            let in_line = |cell: usize| houses_of(cell)[..2].iter().any(|&line| all.is_subset(HOUSES[line]));
            let is_skipped = house >= 18 && in_line(cell);
            if digits.count_ones() as usize == chosen.len() + 1 && !is_skipped {
                let rest = (HOUSES[house] & self.board.open()) - all;
                let mut gone: Vec<Candidate> = in_cells(self.board, rest, digits).collect();
                let block = HOUSES[18 + block_of(cell)];
                if !gone.is_empty() && house < 18 && all.is_subset(block) {
                    gone.extend(in_cells(self.board, (block & self.board.open()) - all, digits));
                }
                let why = || self.why(Some((house as u8, chosen, digits)));
                steps.extend(Step::remove(Technique::Uniqueness3, gone, why));
            }
            self.extend(house, &cells[at + 1..], chosen, digits, steps);
        }
    }

    /// The corner across from one with nothing else, if a digit has in its row and its column no other place.
    fn hidden(&self, corner: usize, steps: &mut Vec<Step>) {
        let is_opposite =
            |cell: &usize| row_of(*cell) != row_of(corner) && column_of(*cell) != column_of(corner);
        let Some(opposite) = self.cells.into_iter().find(is_opposite) else { return };
        let [row, column, _] = houses_of(opposite);
        let rest = (HOUSES[row] | HOUSES[column]) - self.add - self.two;
        let [c1, c2] = self.digits;
        for (locked, gone) in [(c1, c2), (c2, c1)] {
            if !self.board.plane(locked).intersects(rest) {
                let gone = of_digit(gone, self.board.plane(gone) & Cells::of(opposite));
                steps.extend(Step::remove(Technique::HiddenRectangle, gone, || self.why(None)));
            }
        }
    }
}

/// The steps of rectangles of values that are no clues, in the order in which they are found.
pub fn avoidable(board: &Board) -> Vec<Step> {
    let (mut steps, mut seen) = (Vec::new(), Seen::default());
    let solved = board.solved();
    let value = |cell: usize| board.value(cell).filter(|_| solved.contains(cell));
    for a in solved {
        for cells @ [_, e, x, y] in corners(a, solved) {
            let (Some(c1), Some(c2)) = (value(a), value(e)) else { continue };
            let has_two =
                |cell: usize, digit: usize| board.allows(cell, digit) && board.mask(cell).count_ones() == 2;
            let is_x = value(x) == Some(c2);
            let is_y = value(y) == Some(c1);
            let is_one = is_x && has_two(y, c1) || is_y && has_two(x, c2);
            let is_two = has_two(x, c2) && has_two(y, c1);
            if !(is_one || is_two) || !seen.is_new(cells) {
                continue;
            }
            let digits = 1 << c1 | 1 << c2;
            let why = || Why::Rectangle { cells: cells.map(|cell| cell as u8), digits, subset: None };
            if is_one {
                let gone = if is_x { Candidate::new(c1, y) } else { Candidate::new(c2, x) };
                steps.extend(Step::remove(Technique::Avoidable1, [gone], why));
                continue;
            }
            let other = (board.mask(x) & !(1 << c2)).trailing_zeros() as usize;
            if board.allows(y, other) {
                let gone = board.plane(other) & crate::grid::PEERS[x] & crate::grid::PEERS[y];
                steps.extend(Step::remove(Technique::Avoidable2, of_digit(other, gone), why));
            }
        }
    }
    steps
}
