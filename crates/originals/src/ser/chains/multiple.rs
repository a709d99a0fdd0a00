//! Rule 24 by distances: as links do not change, the number of a literal in a chain is its distance from the
//! assumption. So the shortest hint from the candidates of a cell, or from the places of a digit in a house,
//! is the least entry of a sum of rows.

use super::layers::{Layers, with_layers};
use super::links::{Id, LinkPass, Links};
use super::{Pending, literal::Cause};
use crate::budget::{Budget, OutOfBudget};
use crate::grid::mask::Mask;
use crate::ser::board::{Board, digits_in, ones, position_in};
use crate::ser::hint::HintKind;

/// No chain, or none of less than 255 literals.
const FAR: u8 = u8::MAX;

/// Distances between all literals of a state.
#[derive(Default)]
pub struct Multiple {
    links: Links,
    layers: Layers,
    /// For each candidate, the number of literals of the chain from it to each candidate as true, and to each
    /// as false.
    rows: Vec<u8>,
    sum: Vec<u8>,
    pending: Pending,
}

impl Multiple {
    /// Returns the source of the first hint of the list. `None` if it is not known: some assumption leads to
    /// a contradiction, or no sum is small.
    pub fn first(&mut self, board: &Board, budget: &mut Budget) -> Result<Option<HintKind>, OutOfBudget> {
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
        for cell in board.open() {
            let digits = board.candidates(cell);
            if digits.count_ones() < 3 {
                continue;
            }
            for digit in digits_in(digits) {
                for cause in Cause::HOUSES {
                    let house = cause.house(cell).unwrap();
                    let places = board.places(house, digit);
                    let first = places.lowest();
                    if places.count_ones() >= 2 && first == position_in(cell, house) {
                        let starts = ones(places).map(|place| self.links.id(house.square(place), digit));
                        let least = least(&self.rows, &mut self.sum, self.links.count(), starts);
                        if (least, 6) < (best.0, best.1) {
                            let kind = HintKind::Region { house, digit };
                            best = (least, 6, Some(kind));
                        }
                    }
                }
            }
            let starts = digits_in(digits).map(|digit| self.links.id(cell, digit));
            let least = least(&self.rows, &mut self.sum, self.links.count(), starts);
            if (least, 5) < (best.0, best.1) {
                best = (least, 5, Some(HintKind::Cell(cell)));
            }
        }
        Ok(best.2)
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
