//! Rule 24 by distances: as links do not change, the number of a literal in a chain is its distance from the
//! assumption. So the shortest hint from the candidates of a cell, or from the places of a digit in a house,
//! is the least entry of a sum of rows.

use super::Pending;
use super::layers::{Layers, with_layers};
use super::links::{Id, LinkPass, Links};
use crate::budget::{Budget, OutOfBudget};
use crate::grid::mask::Mask;
use crate::grid::{Cell, Digit};
use crate::ser::board::{Board, digits_in, ones};
use crate::ser::hint::HintKind;
use crate::ser::houses::Houses;

/// No chain, or none of less than 255 literals.
const FAR: u8 = u8::MAX;

/// Distances between all literals of a state.
#[derive(Default)]
pub struct Multiple<G: Houses> {
    links: Links<G>,
    layers: Layers,
    /// For each candidate, the number of literals of the chain from it to each candidate as true, and to each
    /// as false.
    rows: Vec<u8>,
    sum: Vec<u8>,
    pending: Pending,
}

impl<G: Houses> Multiple<G> {
    /// Returns the source of the first hint of the list. `None` if it is not known: some assumption leads to
    /// a contradiction, or no sum is small.
    pub fn first(
        &mut self, board: &Board<G>, budget: &mut Budget,
    ) -> Result<Option<HintKind<G::House>>, OutOfBudget> {
        self.links.build(board, LinkPass::XY);
        self.pending = Pending::default();
        self.pending.spend(budget, 8 * self.links.count())?;
        let (links, rows) = (&self.links, &mut self.rows);
        let count = links.count();
        rows.clear();
        rows.resize(2 * count * count, FAR);
        let is_known = with_layers!(self.layers, count, |layers| layers.distances(links, rows));
        if !is_known {
            return Ok(None);
        }
        let mut best = (FAR, 0, None);
        for source in sources(board) {
            let starts = starts(board, source).map(|(cell, digit)| self.links.id(cell, digit));
            let least = least(&self.rows, &mut self.sum, self.links.count(), starts);
            if (least, sort_key(source)) < (best.0, best.1) {
                best = (least, sort_key(source), Some(source));
            }
        }
        Ok(best.2)
    }
}

/// Returns the sources of rule 24 in order: for each cell with three candidates or more, the regions that
/// begin with it, then the cell.
pub fn sources<G: Houses>(board: &Board<G>) -> impl Iterator<Item = HintKind<G::House>> {
    let cells = board.open().filter(|&cell| board.candidates(cell).count_ones() >= 3);
    cells.flat_map(move |cell| {
        let digits = digits_in(board.candidates(cell));
        let regions = digits.flat_map(move |digit| regions(board, cell, digit));
        regions.chain([HintKind::Cell(cell)])
    })
}

/// Returns the houses in which this cell is the first of several places of the digit.
pub fn regions<G: Houses>(
    board: &Board<G>, cell: Cell, digit: Digit,
) -> impl Iterator<Item = HintKind<G::House>> {
    board.houses.linking(cell).filter_map(move |(_, house, at)| {
        let places = board.places(house, digit);
        let is_first = places.count_ones() >= 2 && places.lowest() == at;
        is_first.then_some(HintKind::Region { house, digit })
    })
}

/// Returns the candidates one of which is true: those of a cell, or the places of a digit in a house.
pub fn starts<G: Houses>(
    board: &Board<G>, source: HintKind<G::House>,
) -> impl Iterator<Item = (Cell, Digit)> {
    let mask = match source {
        HintKind::Cell(cell) => board.candidates(cell),
        HintKind::Region { house, digit } => board.places(house, digit),
        _ => 0,
    };
    ones(mask).map(move |at| match source {
        HintKind::Region { house, digit } => (board.houses.square(house, at), digit),
        HintKind::Cell(cell) => (cell, Digit::new(at)),
        _ => unreachable!("no other hint has sources"),
    })
}

/// Returns the number by which hints from this source are sorted among hints of equal complexity.
pub fn sort_key<H>(source: HintKind<H>) -> u8 {
    match source {
        HintKind::Double => 1,
        HintKind::Cell(_) => 5,
        HintKind::Region { .. } => 6,
        _ => 7,
    }
}

/// Returns the least sum over the rows of these candidates.
fn least(rows: &[u8], sum: &mut Vec<u8>, count: usize, starts: impl Iterator<Item = Id>) -> u8 {
    sum.clear();
    sum.resize(2 * count, 0);
    for start in starts {
        let row = &rows[2 * count * start.index()..][..2 * count];
        sum.iter_mut().zip(row).for_each(|(sum, part)| *sum = sum.saturating_add(*part));
    }
    sum.iter().copied().fold(FAR, u8::min)
}
