//! Bivalue universal graves, unique, hidden and avoidable rectangles.
//!
//! ```text
//!   a  e     a has two candidates c1 < c2; e shares a's block and a line; x and y are
//!   x  y     in the lines across, x with a and y with e
//! ```

use super::board::{Board, of_digit, seen_by_all, shared_houses};
use super::step::{Step, Why};
use super::subsets::in_cells;
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::mask::Mask;
use crate::grid::{Candidate, Cell, Cells, Digit, House, HouseKind};
use crate::one_solution::OneSolution;

/// Finds a bivalue universal grave: one cell has three candidates, all others two; the digit that this cell
/// must hold has three places in each of its houses.
pub fn bug(_: &OneSolution, board: &Board) -> Option<Step> {
    if board.open().into_iter().any(|cell| board.mask(cell).count_ones() > 3) {
        return None;
    }
    let mut threes = board.with(3);
    let (Some(cell), None) = (threes.next(), threes.next()) else { return None };
    let mut triple = None;
    let mut houses = [None; 3];
    for house in House::all() {
        for digit in Digit::all() {
            match board.count(house, digit) {
                0..=2 => {}
                3 if triple.is_none_or(|other| other == digit) && houses[house.kind().index()].is_none() => {
                    (triple, houses[house.kind().index()]) = (Some(digit), Some(house));
                }
                _ => return None,
            }
        }
    }
    let digit = triple?;
    if houses != cell.houses().map(Some) || !board.allows(cell, digit) {
        return None;
    }
    Step::remove(Technique::Bug, board.in_cell(cell, !digit.bit()), || Why::Bug(cell))
}

/// Rectangles already examined: HoDoKu numbers them so that some share a number.
#[derive(Default)]
struct Seen(Vec<usize>);

impl Seen {
    /// Whether the rectangle of `cells` counts as new. At most 400 rectangles are kept.
    fn is_new(&mut self, mut cells: [Cell; 4]) -> bool {
        cells.sort_unstable();
        let [p, q, r, s] = cells.map(Cell::index);
        let key = 1000 * p + 100 * q + 10 * r + s;
        let is_new = !self.0.contains(&key);
        if is_new && self.0.len() < 400 {
            self.0.push(key);
        }
        is_new
    }
}

/// Returns the rectangles with corner `a`, in order. The second corner is in the same block and line as `a`,
/// and the other two corners are across from these two.
fn corners(a: Cell, seconds: Cells) -> impl Iterator<Item = [Cell; 4]> {
    let [row, column, block] = a.houses();
    let seconds = seconds & block.cells() & ((row.cells() | column.cells()) - Cells::of(a));
    seconds.flat_map(move |e| {
        let in_row = e.row() == a.row();
        let cells = move |at: usize| match in_row {
            true => (Cell::at(at, a.column()), Cell::at(at, e.column())),
            false => (Cell::at(a.row(), at), Cell::at(e.row(), at)),
        };
        (0..9).map(cells).filter(move |&(x, _)| x.block() != a.block()).map(move |(x, y)| [a, e, x, y])
    })
}

/// Returns the steps of all rectangles, in the order in which they are found. Candidates that patterns have
/// removed count as there; candidates that a sukaku does not have do not.
pub fn rectangles(one: &OneSolution, board: &Board) -> Vec<Step> {
    let (mut steps, mut seen) = (Vec::new(), Seen::default());
    let allowed: [Cells; 9] = std::array::from_fn(|digit| {
        let digit = Digit::new(digit);
        board.allowed(digit) & one.first().plane(digit)
    });
    for a in board.with(2) {
        let mut digits = Digit::in_mask(board.mask(a));
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
    cells: [Cell; 4],
    digits: [Digit; 2],
    pair: u16,
    /// Corners with only the two digits; `add` has the corners with other digits too.
    two: Cells,
    add: Cells,
}

impl Rectangle<'_> {
    fn new(board: &Board, cells: [Cell; 4], digits: [Digit; 2]) -> Rectangle<'_> {
        let pair = digits[0].bit() | digits[1].bit();
        let all: Cells = cells.into_iter().collect();
        let two = all.filter(|&cell| board.mask(cell) & !pair == 0).collect();
        Rectangle { board, cells, digits, pair, two, add: all - two }
    }

    fn why(&self, subset: Option<(House, Cells, u16)>) -> Why {
        Why::Rectangle { cells: self.cells, digits: self.pair, subset }
    }

    fn steps(&self, steps: &mut Vec<Step>) {
        let Rectangle { board, add, two, pair, .. } = *self;
        let remove = |technique, gone: Vec<Candidate>| Step::remove(technique, gone, || self.why(None));
        let add_first = add.first().unwrap_or_default();
        if two.len() == 3 {
            steps.extend(remove(Technique::Uniqueness1, board.in_cell(add_first, pair).collect()));
        }
        if !matches!(two.len(), 1 | 2) {
            return;
        }
        let extras = add.fold(0, |all, cell| all | board.mask(cell) & !pair);
        let add_last = add.last().unwrap_or_default();
        let is_diagonal = add_first.row() != add_last.row() && add_first.column() != add_last.column();
        if extras.count_ones() == 1 {
            let digit = Digit::lowest(extras);
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
                let cross =
                    |cell: Cell| cell.houses()[..2].iter().fold(Cells::EMPTY, |all, &h| all | h.cells());
                cross(add_first) | cross(add_last)
            } else {
                seen_by_all(add)
            };
            let rest = open - add - two;
            let [c1, c2] = self.digits;
            let free = |digit: Digit| !board.plane(digit).intersects(rest);
            let locked = if free(c1) {
                Some((c1, c2))
            } else if free(c2) {
                Some((c2, c1))
            } else {
                None
            };
            // Type 6 removes the digit that is locked; type 4 the other one.
            let technique = if is_diagonal { Technique::Uniqueness6 } else { Technique::Uniqueness4 };
            if let Some((locked, other)) = locked {
                let digit = if is_diagonal { locked } else { other };
                steps.extend(remove(technique, of_digit(digit, board.plane(digit) & add).collect()));
            }
        }
        if two.len() == 1 || is_diagonal {
            for corner in two {
                self.hidden(corner, steps);
            }
        }
    }

    /// Adds steps of type 3: the other digits of two corners form a subset with other cells of a house.
    fn subsets(&self, house: House, two_more: [Cell; 2], steps: &mut Vec<Step>) {
        let rectangle = self.add | self.two;
        let free = |&cell: &Cell| self.board.mask(cell) & self.pair == 0;
        let cells: Vec<Cell> = ((house.cells() & self.board.open()) - rectangle).filter(free).collect();
        let extras = two_more.iter().fold(0, |all, &cell| all | self.board.mask(cell) & !self.pair);
        self.extend(house, &cells, Cells::EMPTY, extras, steps);
    }

    fn extend(&self, house: House, cells: &[Cell], chosen: Cells, digits: u16, steps: &mut Vec<Step>) {
        for (at, &cell) in cells.iter().enumerate() {
            let (chosen, digits) = (chosen | Cells::of(cell), digits | self.board.mask(cell));
            let all = chosen | self.add;
            let in_line = |cell: Cell| cell.houses()[..2].iter().any(|&line| all.is_subset(line.cells()));
            let is_skipped = house.kind() == HouseKind::Block && in_line(cell);
            if digits.size() == chosen.len() + 1 && !is_skipped {
                let rest = (house.cells() & self.board.open()) - all;
                let mut gone: Vec<Candidate> = in_cells(self.board, rest, digits).collect();
                let block = cell.houses()[2].cells();
                if !gone.is_empty() && house.kind() != HouseKind::Block && all.is_subset(block) {
                    gone.extend(in_cells(self.board, (block & self.board.open()) - all, digits));
                }
                let why = || self.why(Some((house, chosen, digits)));
                steps.extend(Step::remove(Technique::Uniqueness3, gone, why));
            }
            self.extend(house, &cells[at + 1..], chosen, digits, steps);
        }
    }

    /// Adds hidden rectangles: the corner diagonal to one with no other digits, if one of the two digits has
    /// no place in its row and column outside of the rectangle.
    fn hidden(&self, corner: Cell, steps: &mut Vec<Step>) {
        let is_opposite = |cell: &Cell| cell.row() != corner.row() && cell.column() != corner.column();
        let Some(opposite) = self.cells.into_iter().find(is_opposite) else { return };
        let [row, column, _] = opposite.houses();
        let rest = (row.cells() | column.cells()) - self.add - self.two;
        let [c1, c2] = self.digits;
        for (locked, gone) in [(c1, c2), (c2, c1)] {
            if !self.board.plane(locked).intersects(rest) {
                let gone = of_digit(gone, self.board.plane(gone) & Cells::of(opposite));
                steps.extend(Step::remove(Technique::HiddenRectangle, gone, || self.why(None)));
            }
        }
    }
}

/// Returns the steps of rectangles of values that are not clues, in the order in which they are found.
pub fn avoidable(one: &OneSolution, board: &Board) -> Vec<Step> {
    let (mut steps, mut seen) = (Vec::new(), Seen::default());
    let solved = board.solved();
    let value = |cell: Cell| board.value(cell).filter(|_| solved.contains(cell));
    for a in solved {
        for cells @ [_, e, x, y] in corners(a, solved) {
            let (Some(c1), Some(c2)) = (value(a), value(e)) else { continue };
            let has_two =
                |cell: Cell, digit: Digit| board.allows(cell, digit) && board.mask(cell).count_ones() == 2;
            let is_x = value(x) == Some(c2);
            let is_y = value(y) == Some(c1);
            let is_one = is_x && has_two(y, c1) || is_y && has_two(x, c2);
            let is_two = has_two(x, c2) && has_two(y, c1);
            let had_both =
                |&cell: &Cell| [c1, c2].iter().all(|&digit| one.first().plane(digit).contains(cell));
            if !(is_one || is_two) || !cells.iter().all(had_both) || !seen.is_new(cells) {
                continue;
            }
            let digits = c1.bit() | c2.bit();
            let why = || Why::Rectangle { cells, digits, subset: None };
            if is_one {
                let gone = if is_x { Candidate::new(c1, y) } else { Candidate::new(c2, x) };
                steps.extend(Step::remove(Technique::Avoidable1, [gone], why));
                continue;
            }
            let other = Digit::lowest(board.mask(x) & !c2.bit());
            if board.allows(y, other) {
                let gone = board.plane(other) & x.peers() & y.peers();
                steps.extend(Step::remove(Technique::Avoidable2, of_digit(other, gone), why));
            }
        }
    }
    steps
}
