//! The implications between the candidates of a state, as ordered lists built once.

use super::literal::{Cause, Literal};
use crate::grid::{PEERS, SQUARES};
use crate::ser::board::{Board, NEIGHBOURS, ones, position_in};

/// Which implications a pass may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pass {
    /// A true candidate excludes the others of its cell.
    pub cells: bool,
    /// What one of the two candidates of a cell is not, the other is.
    pub pairs: bool,
    /// One of the two places of a digit in a house is true.
    pub places: bool,
}

/// One digit.
pub const X: Pass = Pass { cells: false, pairs: false, places: true };
/// Cells of two candidates.
pub const Y: Pass = Pass { cells: true, pairs: true, places: false };
/// All implications.
pub const XY: Pass = Pass { cells: true, pairs: true, places: true };

/// From a true candidate by a false one to a true one.
#[derive(Clone, Copy)]
pub struct Step {
    /// The candidate that becomes false.
    pub through: u16,
    /// The one that becomes true.
    pub to: u16,
    /// Why that one does.
    pub cause: Cause,
}

/// No candidate.
pub const NONE: u16 = u16::MAX;

/// The candidates of a state, numbered from 0 by cell and digit, and what implies what.
pub struct Links {
    /// Cell and digit of each candidate.
    pub at: Vec<(u8, u8)>,
    /// The number of a candidate.
    id: [u16; 729],
    /// What is true if a candidate is false: at most a cell and three houses.
    strong: Vec<([(u16, Cause); 4], u8)>,
    steps_from: Vec<u32>,
    steps: Vec<Step>,
}

impl Default for Links {
    fn default() -> Links {
        let (at, strong, steps_from, steps) = Default::default();
        Links { at, id: [NONE; 729], strong, steps_from, steps }
    }
}

impl Links {
    /// Builds the lists of a state.
    pub fn build(&mut self, board: &Board, pass: Pass) {
        self.at.clear();
        for cell in board.open() {
            for digit in ones(board.candidates(cell)) {
                self.id[9 * cell + digit] = self.at.len() as u16;
                self.at.push((cell as u8, digit as u8));
            }
        }
        self.strong.clear();
        for at in 0..self.at.len() {
            let (cell, digit) = self.at(at);
            let strong = self.followers_of_off(board, cell, digit, pass);
            self.strong.push(strong);
        }
        self.steps_from.clear();
        self.steps.clear();
        for at in 0..self.at.len() {
            self.steps_from.push(self.steps.len() as u32);
            let (cell, digit) = self.at(at);
            if pass.cells {
                for other in ones(board.candidates(cell) & !(1 << digit)) {
                    self.add_steps(at, self.id[9 * cell + other]);
                }
            }
            let plane = board.plane(digit);
            for &other in NEIGHBOURS[cell].iter().filter(|&&other| plane.contains(other as usize)) {
                self.add_steps(at, self.id[9 * other as usize + digit]);
            }
        }
        self.steps_from.push(self.steps.len() as u32);
    }

    fn add_steps(&mut self, from: usize, through: u16) {
        let (all, len) = &self.strong[through as usize];
        for &(to, cause) in &all[..*len as usize] {
            if to as usize != from {
                self.steps.push(Step { through, to, cause });
            }
        }
    }

    fn followers_of_off(
        &self,
        board: &Board,
        cell: usize,
        digit: usize,
        pass: Pass,
    ) -> ([(u16, Cause); 4], u8) {
        let (mut all, mut len) = ([(NONE, Cause::Assumption); 4], 0);
        let rest = board.candidates(cell) & !(1 << digit);
        if pass.pairs && rest.count_ones() == 1 {
            all[0] = (self.id[9 * cell + rest.trailing_zeros() as usize], Cause::Cell);
            len = 1;
        }
        for cause in Cause::HOUSES.into_iter().filter(|_| pass.places) {
            let house = cause.house(cell).unwrap();
            let rest = board.places(house, digit) & !(1 << position_in(cell, house));
            if rest.count_ones() == 1 {
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

    /// Number of candidates.
    #[inline]
    pub fn len(&self) -> usize {
        self.at.len()
    }

    /// Cell and digit of a candidate.
    #[inline]
    pub fn at(&self, id: usize) -> (usize, usize) {
        let (cell, digit) = self.at[id];
        (cell as usize, digit as usize)
    }

    /// The literal of a candidate.
    #[inline]
    pub fn literal(&self, id: u16, is_on: bool) -> Literal {
        let (cell, digit) = self.at(id as usize);
        Literal::new(cell, digit, is_on)
    }

    /// What is true if the candidate is false.
    #[inline]
    pub fn strong(&self, id: u16) -> &[(u16, Cause)] {
        let (all, len) = &self.strong[id as usize];
        &all[..*len as usize]
    }

    /// Where it leads that the candidate is true, in order.
    #[inline]
    pub fn steps(&self, id: u16) -> &[Step] {
        &self.steps
            [self.steps_from[id as usize] as usize..self.steps_from[id as usize + 1] as usize]
    }

    /// Why the second candidate is false if the first is true; `None` if it need not be.
    #[inline]
    pub fn weak(&self, a: u16, b: u16, pass: Pass) -> Option<Cause> {
        let ((a, digit), (b, other)) = (self.at(a as usize), self.at(b as usize));
        if a == b {
            return (pass.cells && digit != other).then_some(Cause::Cell);
        }
        (digit == other && PEERS[a].contains(b)).then(|| Cause::of_peers(a, b))
    }
}
