//! The implications between the candidates of a state.

use super::literal::{Cause, Literal};
use crate::grid::{Cells, HOUSES, PEERS, SQUARES};
use crate::ser::board::{BLOCK_ROW_COLUMN, Board, NEIGHBOURS, ones};

/// The peers of a cell by the first house that it shares with them: block, row, column.
pub static GROUPS: [[Cells; 3]; 81] = {
    let mut all = [[Cells::EMPTY; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut k = 0;
        while k < 20 {
            let group = if k < 8 { 0 } else { 1 + (k >= 14) as usize };
            let bits = all[cell][group].bits() | 1 << NEIGHBOURS[cell][k];
            all[cell][group] = Cells(bits);
            k += 1;
        }
        cell += 1;
    }
    all
};

/// Which candidates and implications count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkPass {
    /// Those of one digit: one of its two places in a house is true.
    X(usize),
    /// Those of cells of two candidates: what one is not, the other is.
    Y,
    XY,
}

impl LinkPass {
    /// Whether a true candidate excludes the others of its cell, and what one of the two candidates of a cell
    /// is not, the other is.
    fn has_cells(self) -> bool {
        !matches!(self, LinkPass::X(_))
    }

    /// Whether one of the two places of a digit in a house is true.
    fn has_places(self) -> bool {
        self != LinkPass::Y
    }

    /// Whether there are chains that refute or prove what they begin with; if not, there are only cycles.
    pub fn has_chains(self) -> bool {
        self != LinkPass::Y
    }
}

/// From a true candidate by a false one to a true one.
#[derive(Clone, Copy)]
pub struct Hop {
    /// The candidate that becomes false.
    pub through: u16,
    /// The one that becomes true.
    pub to: u16,
    /// Why that one does.
    pub cause: Cause,
}

/// The place of a list that was not asked for.
const NOT_ASKED: (u32, u32) = (u32::MAX, 0);

/// No candidate.
pub const NONE: u16 = u16::MAX;

/// The candidates of a pass, numbered from 0 by cell and digit, and what implies what.
pub struct Links {
    pass: LinkPass,
    /// Cell and digit of each candidate.
    at: Vec<(u8, u8)>,
    /// The number of a candidate.
    id: [u16; 729],
    /// The cells of the candidates of each digit.
    planes: [Cells; 9],
    /// What is true if a candidate is false: at most a cell and three houses.
    strong: Vec<([(u16, Cause); 4], u8)>,
    /// The candidates from whose want something follows, by digit and by cell.
    useful: [Cells; 9],
    useful_digits: [u16; 81],
    /// Where it leads that a candidate is true, one list after the other, and where that of each is: of those
    /// that were asked for.
    hops: Vec<Hop>,
    hops_of: Vec<(u32, u32)>,
}

impl Default for Links {
    fn default() -> Links {
        let (at, planes, strong, useful) = Default::default();
        let (id, useful_digits) = ([NONE; 729], [0; 81]);
        let (hops, hops_of) = Default::default();
        Links { pass: LinkPass::XY, at, id, planes, strong, useful, useful_digits, hops, hops_of }
    }
}

impl Links {
    /// Takes up a state.
    pub fn build(&mut self, board: &Board, pass: LinkPass) {
        self.pass = pass;
        self.at.clear();
        self.strong.clear();
        self.useful = [Cells::EMPTY; 9];
        self.useful_digits = [0; 81];
        let pairs = if pass.has_cells() { board.cells_with_few()[1] } else { Cells::EMPTY };
        let (cells, digits) = match pass {
            LinkPass::X(digit) => (board.plane(digit), 1 << digit),
            LinkPass::Y => (pairs, 0x1FF),
            LinkPass::XY => (board.open(), 0x1FF),
        };
        for cell in cells {
            for digit in ones(board.candidates(cell) & digits) {
                self.id[9 * cell + digit] = self.at.len() as u16;
                self.at.push((cell as u8, digit as u8));
            }
        }
        for digit in 0..9 {
            self.planes[digit] =
                if digits >> digit & 1 != 0 { board.plane(digit) & cells } else { Cells::EMPTY };
        }
        self.strong.resize(self.at.len(), ([(NONE, Cause::Assumption); 4], 0));
        for cell in pairs {
            let first = board.candidates(cell).trailing_zeros() as usize;
            let second = 15 - board.candidates(cell).leading_zeros() as usize;
            self.add_strong([(cell, first), (cell, second)], Cause::Cell);
        }
        let kinds = BLOCK_ROW_COLUMN.into_iter().zip(Cause::HOUSES);
        for (kind, cause) in kinds.filter(|_| pass.has_places()) {
            for house in kind..kind + 9 {
                for digit in ones(digits) {
                    let places = board.places(house, digit);
                    let rest = places & places.wrapping_sub(1);
                    if rest.is_power_of_two() {
                        let ends = [places, rest].map(|at| SQUARES[house][at.trailing_zeros() as usize]);
                        self.add_strong(ends.map(|cell| (cell as usize, digit)), cause);
                    }
                }
            }
        }
        self.hops.clear();
        self.hops_of.clear();
        self.hops_of.resize(self.at.len(), NOT_ASKED);
    }

    /// One of the two candidates is true.
    fn add_strong(&mut self, ends: [(usize, usize); 2], cause: Cause) {
        for [(cell, digit), (other, value)] in [ends, [ends[1], ends[0]]] {
            let (from, to) = (self.id[9 * cell + digit], self.id[9 * other + value]);
            let (all, len) = &mut self.strong[from as usize];
            if !all[..*len as usize].iter().any(|&(known, _)| known == to) {
                all[*len as usize] = (to, cause);
                *len += 1;
            }
            self.useful[digit].insert(cell);
            self.useful_digits[cell] |= 1 << digit;
        }
    }

    pub fn pass(&self) -> LinkPass {
        self.pass
    }

    /// Number of candidates.
    #[inline]
    pub fn count(&self) -> usize {
        self.at.len()
    }

    /// Cell and digit of a candidate.
    #[inline]
    pub fn at(&self, id: u16) -> (usize, usize) {
        let (cell, digit) = self.at[id as usize];
        (cell as usize, digit as usize)
    }

    /// The number of a candidate of the pass.
    #[inline]
    pub fn id(&self, cell: usize, digit: usize) -> u16 {
        self.id[9 * cell + digit]
    }

    /// The literal of a candidate.
    #[inline]
    pub fn literal(&self, id: u16, is_on: bool) -> Literal {
        let (cell, digit) = self.at(id);
        Literal::new(cell, digit, is_on)
    }

    /// What is true if the candidate is false.
    #[inline]
    pub fn strong(&self, id: u16) -> &[(u16, Cause)] {
        let (all, len) = &self.strong[id as usize];
        &all[..*len as usize]
    }

    /// The sets of candidates of which one excludes all others: of a cell, of a digit in a house.
    pub fn each_group(&self, mut each: impl FnMut(&[u16])) {
        let (mut group, mut first) = ([NONE; 9], 0);
        while first < self.at.len() {
            // The candidates of a cell have neighbouring numbers.
            let mates = self.at[first..].iter().take_while(|at| at.0 == self.at[first].0).count();
            (0..mates).for_each(|k| group[k] = (first + k) as u16);
            each(&group[..mates]);
            first += mates;
        }
        for (digit, &plane) in self.planes.iter().enumerate().filter(|(_, plane)| !plane.is_empty()) {
            for house in HOUSES {
                let len = (plane & house).fold(0, |len, cell| {
                    group[len] = self.id[9 * cell + digit];
                    len + 1
                });
                each(&group[..len]);
            }
        }
    }

    /// Where it leads that the candidate is true, in the order of the search.
    #[inline]
    pub fn hops(&mut self, id: u16) -> &[Hop] {
        if self.hops_of[id as usize] == NOT_ASKED {
            self.list_hops(id);
        }
        let (first, end) = self.hops_of[id as usize];
        &self.hops[first as usize..end as usize]
    }

    fn list_hops(&mut self, id: u16) {
        let first = self.hops.len() as u32;
        let (cell, digit) = self.at(id);
        let mut add = |through: u16| {
            let (all, len) = &self.strong[through as usize];
            let steps = all[..*len as usize].iter().filter(|&&(to, _)| to != id);
            self.hops.extend(steps.map(|&(to, cause)| Hop { through, to, cause }));
        };
        for other in ones(self.useful_digits[cell] & !(1 << digit)) {
            add(self.id[9 * cell + other]);
        }
        for group in GROUPS[cell] {
            for other in self.useful[digit] & group {
                add(self.id[9 * other + digit]);
            }
        }
        self.hops_of[id as usize] = (first, self.hops.len() as u32);
    }

    /// Why the second candidate is false if the first is true; `None` if it need not be.
    #[inline]
    pub fn weak(&self, a: u16, b: u16) -> Option<Cause> {
        let ((a, digit), (b, other)) = (self.at(a), self.at(b));
        if a == b {
            return (digit != other).then_some(Cause::Cell);
        }
        (digit == other && PEERS[a].contains(b)).then(|| Cause::of_peers(a, b))
    }
}
