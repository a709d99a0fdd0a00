//! Strong and weak links by turns: what players call skyscrapers, kites, wings and chains.
//!
//! ```text
//!   a = b - c = d      a or b is true, b and c are not both, c or d is true: so a or d is true,
//!                      and what is linked to both is false
//! ```
//!
//! A *node* is a candidate, or several of a digit of which one is meant. It is false if all of them are.

pub(super) mod colours;
pub(super) mod medusa;
pub(super) mod named;
mod net;
pub(super) mod one_digit;
pub(super) mod ring;
pub(super) mod search;
pub(super) mod wings;

use crate::evidence::{Evidence, Strong};
use crate::grid::{
    Candidate, Candidates, Cells, Grid, HOUSES, PEERS, houses_of, in_pairs, notation::Variable,
};
use crate::rule::Findings;

/// Candidates of a digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LinkNode {
    pub digit: usize,
    pub cells: Cells,
    /// The cells that see all of them.
    pub seen: Cells,
}

impl LinkNode {
    pub fn new(digit: usize, cells: Cells) -> LinkNode {
        let seen = cells.fold(Cells::ALL, |seen, cell| seen & PEERS[cell]);
        LinkNode { digit, cells, seen }
    }

    pub fn of(digit: usize, cell: usize) -> LinkNode {
        LinkNode { digit, cells: Cells::of(cell), seen: PEERS[cell] }
    }

    /// Its cell, if it is one candidate.
    pub fn cell(&self) -> Option<usize> {
        self.cells.first().filter(|_| self.cells.bits().is_power_of_two())
    }

    /// Its first candidate: digit and cell.
    fn first(&self) -> (usize, Option<usize>) {
        (self.digit, self.cells.first())
    }

    pub fn candidates(&self) -> Vec<Candidate> {
        self.cells.map(|cell| Candidate::new(self.digit, cell)).collect()
    }

    /// Whether each candidate of the one is linked to each of the other.
    pub fn is_linked(&self, other: &LinkNode) -> bool {
        match self.digit == other.digit {
            true => other.cells.is_subset(self.seen),
            false => self.cells == other.cells && self.cells.len() == 1,
        }
    }

    /// What is linked to all candidates of this and of the other.
    pub fn targets(&self, other: &LinkNode, grid: &Grid) -> Candidates {
        let mut targets = Candidates::EMPTY;
        if self.digit == other.digit {
            targets.0[self.digit] = grid.open_plane(self.digit) & self.seen & other.seen;
        }
        for (one, other) in [(self, other), (other, self)] {
            // The digit of the one in the cell of the other.
            if one.digit != other.digit && other.cells.len() == 1 {
                targets.0[one.digit] |= grid.open_plane(one.digit) & other.cells & one.seen;
            }
        }
        if self.cells == other.cells && self.cells.len() == 1 {
            let others = (0..9).filter(|&digit| digit != self.digit && digit != other.digit);
            others.for_each(|digit| targets.0[digit] = grid.open_plane(digit) & self.cells);
        }
        targets
    }
}

/// Why one of two nodes is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StrongReason {
    /// A house of their digit has no other places.
    House(usize),
    /// Cells with one digit more than they are, two of them those of the nodes.
    Set(Cells),
}

/// A link as the evidence has it.
fn strong(by: StrongReason, from: &LinkNode, to: &LinkNode) -> Strong {
    let by = match by {
        StrongReason::House(house) => vec![Variable::of_house(house, from.digit)],
        StrongReason::Set(cells) => cells.map(|cell| Variable::Cell(cell as u8)).collect(),
    };
    Strong { by, from: from.candidates(), to: to.candidates() }
}

/// A house with two places for a digit.
#[derive(Clone, Copy)]
struct ConjugatePair {
    house: usize,
    places: [usize; 2],
}

impl ConjugatePair {
    /// By which end it is entered and left, both ways.
    fn both_ways(self) -> [[usize; 2]; 2] {
        let [a, b] = self.places;
        [[a, b], [b, a]]
    }
}

/// The houses with two places: rows, columns, blocks. A block whose places are those of a line is left out.
fn pairs(plane: Cells) -> Vec<ConjugatePair> {
    let mut all: Vec<ConjugatePair> = Vec::with_capacity(27);
    for (kind, cells) in in_pairs(plane).into_iter().enumerate() {
        let mut left = cells;
        while let Some(first) = left.first() {
            let house = houses_of(first)[kind];
            left -= HOUSES[house];
            let mut two = plane & HOUSES[house];
            let places = [0, 1].map(|_| two.next().unwrap_or(first));
            if kind < 2 || all.iter().all(|pair| pair.places != places) {
                all.push(ConjugatePair { house, places });
            }
        }
    }
    all
}

/// A chain of links, each by what and between which nodes.
fn because(links: &[(StrongReason, LinkNode, LinkNode)]) -> Evidence {
    Evidence::Links(links.iter().map(|(by, from, to)| strong(*by, from, to)).collect())
}

/// The ends of the chain are the first and the last node: what is linked to both goes. Whether there is
/// something.
fn conclude(grid: &Grid, found: &mut Findings, links: &[(StrongReason, LinkNode, LinkNode)]) -> bool {
    let ([(_, first, _), ..], [.., (_, _, last)]) = (links, links) else { return false };
    let targets = first.targets(last, grid);
    found.eliminate(&targets, || because(links));
    !targets.is_empty()
}
