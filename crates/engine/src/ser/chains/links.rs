//! The implications between the candidates of a state.

use super::literal::{Cause, Literal};
use crate::grid::{Cells, PEERS, SQUARES};
use crate::ser::board::{Board, NEIGHBOURS, ones, position_in};

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
}

impl Default for Links {
    fn default() -> Links {
        let (at, planes, strong, useful) = Default::default();
        let (id, useful_digits) = ([NONE; 729], [0; 81]);
        Links { pass: LinkPass::XY, at, id, planes, strong, useful, useful_digits }
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
        let (cells, digits) = match pass {
            LinkPass::X(digit) => (board.plane(digit), 1 << digit),
            LinkPass::Y => {
                (board.open().filter(|&cell| board.candidates(cell).count_ones() == 2).collect(), 0x1FF)
            }
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
        for at in 0..self.at.len() {
            let (cell, digit) = self.at(at as u16);
            let strong = self.followers_of_off(board, cell, digit);
            if strong.1 > 0 {
                self.useful[digit].insert(cell);
                self.useful_digits[cell] |= 1 << digit;
            }
            self.strong.push(strong);
        }
    }

    fn followers_of_off(&self, board: &Board, cell: usize, digit: usize) -> ([(u16, Cause); 4], u8) {
        let (mut all, mut len) = ([(NONE, Cause::Assumption); 4], 0);
        let rest = board.candidates(cell) & !(1 << digit);
        if self.pass.has_cells() && rest.is_power_of_two() {
            all[0] = (self.id[9 * cell + rest.trailing_zeros() as usize], Cause::Cell);
            len = 1;
        }
        for cause in Cause::HOUSES.into_iter().filter(|_| self.pass.has_places()) {
            let house = cause.house(cell).unwrap();
            let rest = board.places(house, digit) & !(1 << position_in(cell, house));
            if rest.is_power_of_two() {
                let other = SQUARES[house][rest.trailing_zeros() as usize];
                let to = self.id[9 * other as usize + digit];
                if !all[..len].iter().any(|&(known, _)| known == to) {
                    all[len] = (to, cause);
                    len += 1;
                }
            }
        }
        (all, len as u8)
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

    /// What is false if the candidate is true, in no order.
    #[inline]
    pub fn excluded(&self, id: u16, mut each: impl FnMut(u16)) {
        let (cell, digit) = self.at(id);
        for other in self.planes[digit] & PEERS[cell] {
            each(self.id[9 * other + digit]);
        }
        // The candidates of a cell have neighbouring numbers.
        let is_mate = |other: u16| self.at[other as usize].0 as usize == cell;
        let mut other = id;
        while other > 0 && is_mate(other - 1) {
            other -= 1;
            each(other);
        }
        let mut other = id + 1;
        while (other as usize) < self.at.len() && is_mate(other) {
            each(other);
            other += 1;
        }
    }

    /// Where it leads that the candidate is true, in the order of the search.
    #[inline]
    pub fn steps(&self, id: u16, mut each: impl FnMut(Hop)) {
        let (cell, digit) = self.at(id);
        let mut add = |through: u16| {
            for &(to, cause) in self.strong(through) {
                if to != id {
                    each(Hop { through, to, cause });
                }
            }
        };
        for other in ones(self.useful_digits[cell] & !(1 << digit)) {
            add(self.id[9 * cell + other]);
        }
        for group in GROUPS[cell] {
            for other in self.useful[digit] & group {
                add(self.id[9 * other + digit]);
            }
        }
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
