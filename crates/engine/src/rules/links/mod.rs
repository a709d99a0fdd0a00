//! Alternating strong and weak links: players' skyscrapers, kites, wings and chains.
//!
//! ```text
//!   a = b - c = d      a or b is true, b and c are not both, c or d is true: so a or d is true,
//!                      and candidates linked to both are false
//! ```
//!
//! A *node* is a candidate, or several candidates of one digit or of one cell: true if one candidate is true,
//! false if all candidates are false.

pub(super) mod colours;
pub(crate) mod deadly;
pub(super) mod medusa;
pub(super) mod named;
mod net;
pub(super) mod one_digit;
pub(super) mod ring;
pub(super) mod search;
pub(super) mod wings;

use crate::board_tables::{BoardTables, FullHouse};
use crate::evidence::{Evidence, Strong};
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House, in_pairs, notation::Variable};
use crate::rule::Findings;
use crate::rules::uniqueness::external_rectangle::within;
use crate::state::State;

/// Node: one candidate, or several of a digit or of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LinkNode {
    pub digit: Digit,
    /// Other digits of the only cell.
    more: u16,
    pub cells: Cells,
    /// Cells that see all cells of the node.
    pub seen: Cells,
}

impl LinkNode {
    pub fn new(digit: Digit, cells: Cells) -> LinkNode {
        let seen = cells.fold(Cells::ALL, |seen, cell| seen & cell.peers());
        LinkNode { digit, more: 0, cells, seen }
    }

    /// Makes the node of some candidates; `None` if they are neither of one digit nor of one cell.
    pub fn of_all(all: &Candidates) -> Option<LinkNode> {
        let first = all.iter().next()?;
        let digits = all.iter().fold(0, |mask, one| mask | one.digit.bit());
        let cells: Cells = all.iter().map(|one| one.cell).collect();
        let node = LinkNode { more: digits & !first.digit.bit(), ..LinkNode::new(first.digit, cells) };
        (node.more == 0 || cells.len() == 1).then_some(node)
    }

    pub fn of(digit: Digit, cell: Cell) -> LinkNode {
        Sight::PLAIN.node(digit, cell)
    }

    /// Returns the cell of a node of one candidate.
    pub fn cell(&self) -> Option<Cell> {
        self.place().filter(|_| self.more == 0)
    }

    /// Returns the only cell of a node.
    fn place(&self) -> Option<Cell> {
        self.cells.first().filter(|_| self.cells.bits().is_power_of_two())
    }

    fn digits(&self) -> u16 {
        self.digit.bit() | self.more
    }

    /// Returns the first candidate of the node: digit and cell.
    fn first(&self) -> (Digit, Option<Cell>) {
        (self.digit, self.cells.first())
    }

    pub fn candidates(&self) -> Vec<Candidate> {
        let of = |cell| Digit::in_mask(self.digits()).map(move |digit| Candidate::new(digit, cell));
        self.cells.flat_map(of).collect()
    }

    /// Whether each candidate of one node is linked to each candidate of the other node.
    pub fn is_linked(&self, other: &LinkNode) -> bool {
        match self.digits() & other.digits() {
            0 => self.cells == other.cells && self.place().is_some(),
            _ => self.more | other.more == 0 && other.cells.is_subset(self.seen),
        }
    }

    /// Returns the candidates linked to all candidates of both nodes.
    pub fn targets(&self, other: &LinkNode, grid: &Grid) -> Candidates {
        let mut targets = Candidates::EMPTY;
        for digit in Digit::all() {
            let cells = self.excluded(digit) & other.excluded(digit);
            if !cells.is_empty() {
                targets.0[digit] = grid.open_plane(digit) & cells;
            }
        }
        targets
    }

    /// Returns the cells in which the digit is linked to all candidates of the node.
    fn excluded(&self, digit: Digit) -> Cells {
        match self.digits() & digit.bit() {
            0 => self.place().map_or(Cells::EMPTY, Cells::of),
            _ if self.more == 0 => self.seen,
            _ => Cells::EMPTY,
        }
    }
}

/// Sight of the places of a digit: on the plain board, or on another.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a>(Option<&'a BoardTables>);

impl Sight<'_> {
    pub const PLAIN: Sight<'static> = Sight(None);

    /// Returns the sight in a state.
    pub fn of(state: &State) -> Sight<'_> {
        Sight(state.board().map(|board| &**board))
    }

    /// Returns the cells in which a digit is linked to the same digit in a cell.
    pub fn seen(self, digit: Digit, cell: Cell) -> Cells {
        match self.0 {
            None => cell.peers(),
            Some(BoardTables { board, .. }) => board.linked(Candidate::new(digit, cell)).0[digit],
        }
    }

    /// Returns the cells in which each of the digits is linked to the same digit in a cell.
    fn seen_by_all(self, digits: u16, cell: Cell) -> Cells {
        match self.0 {
            None => cell.peers(),
            Some(_) => Digit::in_mask(digits).fold(Cells::ALL, |all, digit| all & self.seen(digit, cell)),
        }
    }

    /// Returns the cells in which some of the digits is linked to the same digit in a cell.
    fn seen_by_some(self, digits: u16, cell: Cell) -> Cells {
        match self.0 {
            None => cell.peers(),
            Some(_) => Digit::in_mask(digits).fold(Cells::EMPTY, |all, digit| all | self.seen(digit, cell)),
        }
    }

    /// Whether a digit in a cell is linked to the same digit in another, which sees it by some digit.
    fn is_linked(self, digit: Digit, one: Cell, other: Cell) -> bool {
        self.0.is_none() || self.seen(digit, one).contains(other)
    }

    fn node(self, digit: Digit, cell: Cell) -> LinkNode {
        LinkNode { digit, more: 0, cells: Cells::of(cell), seen: self.seen(digit, cell) }
    }

    /// Lists the houses with two places: first rows, then columns, then others. Omits one of the others whose
    /// places are also the two places of an earlier one. On a board that is not plain the number of a house
    /// means nothing.
    fn pairs(self, plane: Cells) -> Vec<ConjugatePair> {
        let Some(BoardTables { houses, .. }) = self.0 else { return pairs(plane) };
        let mut all: Vec<ConjugatePair> = Vec::new();
        for FullHouse { kind, cells } in houses {
            let mut two = *cells & plane;
            let house = House::new(9 * *kind as usize);
            if let (2, Some(a), Some(b)) = (two.len(), two.next(), two.next())
                && all.iter().all(|pair| pair.places != [a, b])
            {
                all.push(ConjugatePair { house, places: [a, b] });
            }
        }
        all
    }
}

/// Reason why one of two nodes is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StrongReason {
    /// House without further places of the digit.
    House(House),
    /// Cells with one digit more than cells; two of the digits are the digits of the nodes.
    Set(Cells),
    /// Unique rectangle: its corners, its digits, and the houses in which these have other places, which are
    /// guardians, too.
    Rectangle { corners: Cells, digits: [Digit; 2], houses: [Option<House>; 2] },
    /// Grave.
    Bug,
}

/// Strong link: its reason and its two nodes.
pub(super) type StrongLink = (StrongReason, LinkNode, LinkNode);

/// Converts a link to its form in the evidence.
fn strong(by: StrongReason, from: &LinkNode, to: &LinkNode) -> Strong {
    let (by, pair) = match by {
        StrongReason::House(house) => (vec![Variable::In(house, from.digit)], Vec::new()),
        StrongReason::Set(cells) => (cells.map(Variable::Cell).collect(), Vec::new()),
        StrongReason::Rectangle { corners, digits, houses } => {
            let houses: Vec<House> = houses.into_iter().flatten().collect();
            (corners.map(Variable::Cell).chain(within(&houses, digits)).collect(), digits.to_vec())
        }
        StrongReason::Bug => Default::default(),
    };
    Strong { by, digits: pair, from: from.candidates(), to: to.candidates() }
}

/// House with two places for a digit.
#[derive(Clone, Copy)]
struct ConjugatePair {
    house: House,
    places: [Cell; 2],
}

impl ConjugatePair {
    /// Returns the ends by which the house is entered and left, in both directions.
    fn both_ways(self) -> [[Cell; 2]; 2] {
        let [a, b] = self.places;
        [[a, b], [b, a]]
    }
}

/// Lists the houses with two places: first rows, then columns, then blocks. Omits a block whose places are
/// also the two places of a line.
fn pairs(plane: Cells) -> Vec<ConjugatePair> {
    let mut all: Vec<ConjugatePair> = Vec::with_capacity(27);
    for (kind, cells) in in_pairs(plane).into_iter().enumerate() {
        let mut left = cells;
        while let Some(first) = left.first() {
            let house = first.houses()[kind];
            left -= house.cells();
            let mut two = plane & house.cells();
            let places = [0, 1].map(|_| two.next().unwrap_or(first));
            if kind < 2 || all.iter().all(|pair| pair.places != places) {
                all.push(ConjugatePair { house, places });
            }
        }
    }
    all
}

/// Makes the evidence of a chain from its links, each given by a reason and two nodes.
fn because(links: &[(StrongReason, LinkNode, LinkNode)]) -> Evidence {
    Evidence::Links(links.iter().map(|(by, from, to)| strong(*by, from, to)).collect())
}

/// Eliminates the candidates linked to both the first and the last node of the chain. Returns whether there
/// are any.
fn conclude(grid: &Grid, found: &mut Findings, links: &[(StrongReason, LinkNode, LinkNode)]) -> bool {
    let ([(_, first, _), ..], [.., (_, _, last)]) = (links, links) else { return false };
    let targets = first.targets(last, grid);
    found.eliminate(&targets, || because(links));
    !targets.is_empty()
}
