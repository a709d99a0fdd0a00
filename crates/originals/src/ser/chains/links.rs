//! Implications between the candidates of a state.

use super::literal::{Cause, Literal};
use crate::grid::mask::Mask;
use crate::grid::{Cell, Cells, Digit};
use crate::number::number;
use crate::ser::board::{Board, digits_in, ones};
use crate::ser::houses::{Houses, Plain};

/// Candidates and implications that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkPass {
    /// Candidates of one digit: one of its two places in a house is true.
    X(Digit),
    /// Candidates of cells with two: if one is false, the other is true.
    Y,
    XY,
    /// The candidates of `XY` that are one of two.
    Ends,
}

impl LinkPass {
    /// Whether cells count: a true candidate excludes the others of its cell, and one of two candidates of a
    /// cell is true.
    fn has_cells(self) -> bool {
        !matches!(self, LinkPass::X(_))
    }

    /// Whether houses count: one of two places of a digit in a house is true.
    fn has_places(self) -> bool {
        self != LinkPass::Y
    }

    /// Whether there are chains that refute or prove their start; if not, there are only cycles.
    pub fn has_chains(self) -> bool {
        self != LinkPass::Y
    }
}

/// Step from a true candidate through a false one to another true one.
#[derive(Clone, Copy)]
pub struct Hop {
    /// The candidate that becomes false.
    pub through: Id,
    /// The candidate that becomes true.
    pub to: Id,
    /// The reason why `to` is true.
    pub cause: Cause,
}

/// Place of the list of a candidate's hops.
#[derive(Clone, Copy, PartialEq)]
struct HopRange {
    first: usize,
    end: usize,
}

/// Place of a list that is not made yet.
const NOT_ASKED: HopRange = HopRange { first: usize::MAX, end: 0 };

number! {
    /// Number of a candidate of a pass.
    Id(u16)
}

impl Id {
    /// No candidate.
    pub const NONE: Id = Id(u16::MAX);

    /// Returns the numbers of the candidates of a pass.
    pub fn all(count: usize) -> impl Iterator<Item = Id> + Clone {
        (0..count).map(Id::new)
    }
}

/// Candidates of a pass, numbered from 0 by cell and digit, with their implications.
pub struct Links<G: Houses = Plain> {
    pub houses: G,
    pass: LinkPass,
    /// Cell and digit of each candidate.
    at: Vec<(Cell, Digit)>,
    /// Number of each candidate.
    id: [Id; 729],
    /// Cells of the candidates of each digit.
    planes: [Cells; 9],
    /// Candidates that are true if one is false: at most one in its cell and one in each of its houses.
    strong: Vec<(G::Strong, u8)>,
    /// Candidates that imply something if they are false, by digit and by cell.
    useful: [Cells; 9],
    useful_digits: [u16; 81],
    /// Hops from true candidates, list after list, and the place of each candidate's list. A list is made
    /// when it is first asked for.
    hops: Vec<Hop>,
    hops_of: Vec<HopRange>,
}

/// Returns the candidates of cells with two and of digits with two places in a house.
fn ends<G: Houses>(board: &Board<G>, pairs: Cells) -> [Cells; 9] {
    let mut all = board.planes().map(|plane| plane & pairs);
    for house in board.houses.all() {
        for (digit, &places) in Digit::all().zip(board.all_places(house)) {
            if (places & places.wrapping_sub(1)).is_power_of_two() {
                ones(places).for_each(|at| all[digit].insert(board.houses.square(house, at)));
            }
        }
    }
    all
}

/// Returns the place of a candidate among all candidates.
#[inline]
pub fn slot(cell: Cell, digit: Digit) -> usize {
    9 * cell.index() + digit.index()
}

impl<G: Houses> Default for Links<G> {
    fn default() -> Links<G> {
        let (at, planes, strong, useful) = Default::default();
        let (id, useful_digits) = ([Id::NONE; 729], [0; 81]);
        let (hops, hops_of) = Default::default();
        let houses = G::default();
        Links { houses, pass: LinkPass::XY, at, id, planes, strong, useful, useful_digits, hops, hops_of }
    }
}

impl<G: Houses> Links<G> {
    /// Reads the links of a state.
    pub fn build(&mut self, board: &Board<G>, pass: LinkPass) {
        self.houses.clone_from(&board.houses);
        self.pass = pass;
        self.at.clear();
        self.strong.clear();
        self.planes = [Cells::EMPTY; 9];
        self.useful = [Cells::EMPTY; 9];
        self.useful_digits = [0; 81];
        let pairs = if pass.has_cells() { board.cells_with_few()[1] } else { Cells::EMPTY };
        let (cells, digits) = match pass {
            LinkPass::X(digit) => (board.plane(digit), digit.bit()),
            LinkPass::Y => (pairs, 0x1FF),
            LinkPass::XY | LinkPass::Ends => (board.open(), 0x1FF),
        };
        for digit in digits_in(digits) {
            self.planes[digit] = board.plane(digit) & cells;
        }
        if pass == LinkPass::Ends {
            self.planes = ends(board, pairs);
        }
        for cell in cells {
            let digits = digits_in(board.candidates(cell) & digits);
            for digit in digits.filter(|&digit| self.planes[digit].contains(cell)) {
                self.id[slot(cell, digit)] = Id::new(self.at.len());
                self.at.push((cell, digit));
            }
        }
        self.strong.resize(self.at.len(), (G::no_strong(), 0));
        for cell in pairs {
            let first = Digit::lowest(board.candidates(cell));
            let second = Digit::new(board.candidates(cell).highest());
            self.add_strong([(cell, first), (cell, second)], Cause::Cell);
        }
        for cause in board.houses.causes().filter(|_| pass.has_places()) {
            for house in board.houses.by(cause) {
                for digit in digits_in(digits) {
                    let places = board.places(house, digit);
                    let rest = places & places.wrapping_sub(1);
                    if rest.is_power_of_two() {
                        let ends = [places, rest].map(|at| board.houses.square(house, at.lowest()));
                        self.add_strong(ends.map(|cell| (cell, digit)), cause);
                    }
                }
            }
        }
        self.hops.clear();
        self.hops_of.clear();
        self.hops_of.resize(self.at.len(), NOT_ASKED);
    }

    /// Adds the strong link between two candidates: at least one of them is true.
    fn add_strong(&mut self, ends: [(Cell, Digit); 2], cause: Cause) {
        for [(cell, digit), (other, value)] in [ends, [ends[1], ends[0]]] {
            let (from, to) = (self.id(cell, digit), self.id(other, value));
            let (all, len) = &mut self.strong[from];
            let all = all.as_mut();
            if !all[..usize::from(*len)].iter().any(|&(known, _)| known == to) {
                all[usize::from(*len)] = (to, cause);
                *len += 1;
            }
            self.useful[digit].insert(cell);
            self.useful_digits[cell] |= digit.bit();
        }
    }

    pub fn pass(&self) -> LinkPass {
        self.pass
    }

    /// Returns the number of candidates.
    #[inline]
    pub fn count(&self) -> usize {
        self.at.len()
    }

    /// Returns cell and digit of a candidate.
    #[inline]
    pub fn at(&self, id: Id) -> (Cell, Digit) {
        self.at[id]
    }

    /// Whether the candidate belongs to the pass.
    #[inline]
    pub fn has(&self, cell: Cell, digit: Digit) -> bool {
        self.planes[digit].contains(cell)
    }

    /// Returns the number of a candidate of the pass.
    #[inline]
    pub fn id(&self, cell: Cell, digit: Digit) -> Id {
        self.id[slot(cell, digit)]
    }

    /// Returns the literal of a candidate.
    #[inline]
    pub fn literal(&self, id: Id, is_on: bool) -> Literal {
        let (cell, digit) = self.at(id);
        Literal::new(cell, digit, is_on)
    }

    /// Returns the candidates that are true if this one is false.
    #[inline]
    pub fn strong(&self, id: Id) -> &[(Id, Cause)] {
        let (all, len) = &self.strong[id];
        &all.as_ref()[..usize::from(*len)]
    }

    /// Visits the sets of candidates that exclude each other: the candidates of each cell, and of each digit
    /// in a house.
    pub fn each_group(&self, mut each: impl FnMut(&[Id])) {
        let (mut group, mut first) = ([Id::NONE; 9], 0);
        while first < self.at.len() {
            // Candidates of a cell have consecutive numbers.
            let mates = self.at[first..].iter().take_while(|at| at.0 == self.at[first].0).count();
            (0..mates).for_each(|k| group[k] = Id::new(first + k));
            each(&group[..mates]);
            first += mates;
        }
        for (digit, &plane) in Digit::all().zip(&self.planes).filter(|(_, plane)| !plane.is_empty()) {
            for house in self.houses.all() {
                let len = (plane & self.houses.cells_of(house)).fold(0, |len, cell| {
                    group[len] = self.id(cell, digit);
                    len + 1
                });
                each(&group[..len]);
            }
        }
    }

    /// Returns the hops from a candidate that is true, in the order of the search.
    #[inline]
    pub fn hops(&mut self, id: Id) -> &[Hop] {
        if self.hops_of[id] == NOT_ASKED {
            self.list_hops(id);
        }
        let HopRange { first, end } = self.hops_of[id];
        &self.hops[first..end]
    }

    fn list_hops(&mut self, id: Id) {
        let first = self.hops.len();
        let (cell, digit) = self.at(id);
        let mut add = |through: Id| {
            let (all, len) = &self.strong[through];
            let steps = all.as_ref()[..usize::from(*len)].iter().filter(|&&(to, _)| to != id);
            self.hops.extend(steps.map(|&(to, cause)| Hop { through, to, cause }));
        };
        for other in digits_in(self.useful_digits[cell] & !digit.bit()) {
            add(self.id[slot(cell, other)]);
        }
        for (_, group) in self.houses.groups(cell) {
            for other in self.useful[digit] & group {
                add(self.id[slot(other, digit)]);
            }
        }
        self.hops_of[id] = HopRange { first, end: self.hops.len() };
    }

    /// Returns why the second candidate is false if the first is true; `None` if it need not be.
    #[inline]
    pub fn weak(&self, a: Id, b: Id) -> Option<Cause> {
        let ((a, digit), (b, other)) = (self.at(a), self.at(b));
        if a == b {
            return (digit != other).then_some(Cause::Cell);
        }
        (digit == other && self.houses.peers(a).contains(b)).then(|| self.houses.between(a, b))
    }
}
