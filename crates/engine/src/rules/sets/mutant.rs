//! Mutant fish: rows, columns and blocks as base and as cover, any of them.
//!
//! ```text
//!   target     a place of the digit in a covering set, in no base set; it sees all fins
//!   fins       places of the base sets in no covering set, and those in two base sets
//! ```
//!
//! If the target held the digit, the `n` base sets would have only places that it does not see, each in one
//! of them and in one of the other `n - 1` covering sets. A fish that clears a place of its own base is
//! another of one set less without that place, so none is looked for. A step is a fish for one target.

use super::fish::{Houses, fins, with_fins};
use super::franken::{BaseHouses, is_coverable};
use crate::budget::{Budget, Within};
use crate::evidence::Evidence;
use crate::grid::{Candidates, Cells, HOUSES, PEERS, houses_of, members};
use crate::rule::Findings;
use crate::state::State;

const ROWS: Houses = 0x1ff;
const COLUMNS: Houses = 0x1ff << 9;

pub(in super::super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let mut budget = state.budget;
    let grid = state.grid();
    for digit in 0..9 {
        let plane = grid.open_plane(digit);
        for target in plane {
            let search = MutantSearch::new(plane, target, size.into());
            let fish = search.grow(BaseHouses::default(), 0, &mut budget)?;
            if let Some((base, cover)) = fish {
                found.eliminate(&Candidates::of_digit(digit, Cells::of(target)), || {
                    let cover = with_that_of_target(plane, target, base, cover);
                    Evidence::Franken(with_fins(digit, plane, (base, cover)))
                });
            }
        }
    }
    state.budget = budget;
    Ok(())
}

/// What is looked for: fish of a digit that clear a place.
struct MutantSearch {
    plane: Cells,
    target: usize,
    far: Cells,
    size: usize,
    /// The houses that have places which the target does not see.
    houses: Vec<usize>,
}

impl MutantSearch {
    fn new(plane: Cells, target: usize, size: usize) -> MutantSearch {
        let far = plane - PEERS[target] - Cells::of(target);
        let houses = (0..27).filter(|&house| HOUSES[house].intersects(far)).collect();
        MutantSearch { plane, target, far, size, houses }
    }

    /// Adds base sets from this one on, and covers what the target does not see.
    fn grow(&self, base: BaseHouses, from: usize, budget: &mut Budget) -> Within<Option<(Houses, Houses)>> {
        budget.spend()?;
        if base.houses.count_ones() as usize == self.size {
            let sees_some = base.all.intersects(PEERS[self.target]);
            let cover = if sees_some { self.cover(base, base.far, 0) } else { None };
            return Ok(cover.map(|cover| (base.houses, cover)));
        }
        for (k, &house) in self.houses.iter().enumerate().skip(from) {
            let with = base.with(house, self.plane, self.target, self.far);
            if let Some(with) = with
                && is_coverable(with.far, self.size - 1, &houses_of)
                && let Some(fish) = self.grow(with, k + 1, budget)?
            {
                return Ok(Some(fish));
            }
        }
        Ok(None)
    }

    /// One set less than base sets, each needed, that makes no Franken fish with them.
    fn cover(&self, base: BaseHouses, left: Cells, cover: Houses) -> Option<Houses> {
        let Some(first) = left.first() else {
            let is_full = cover.count_ones() as usize + 1 == self.size;
            return (is_full && is_mutant(base.houses, cover) && are_needed(base.far, cover))
                .then_some(cover);
        };
        if cover.count_ones() as usize + 1 == self.size {
            return None;
        }
        let next = houses_of(first).into_iter().filter(|house| base.houses >> house & 1 == 0);
        next.into_iter().find_map(|house| self.cover(base, left - HOUSES[house], cover | 1 << house))
    }
}

/// Whether each set has one of the cells by itself.
fn are_needed(cells: Cells, cover: Houses) -> bool {
    let without = |house: usize| {
        let others = cover & !(1 << house);
        members(others).fold(cells, |left, other| left - HOUSES[other])
    };
    members(cover).all(|house| !without(house).is_empty())
}

/// Whether base and cover have lines that a Franken fish does not: neither rows against columns, nor columns
/// against rows.
fn is_mutant(base: Houses, cover: Houses) -> bool {
    let is_franken = |one: Houses, other: Houses| base & other == 0 && cover & one == 0;
    !is_franken(ROWS, COLUMNS) && !is_franken(COLUMNS, ROWS)
}

/// The cover, with that set of the target which leaves the fewest fins.
fn with_that_of_target(plane: Cells, target: usize, base: Houses, cover: Houses) -> Houses {
    let near = members(base).fold(Cells::EMPTY, |all, house| all | HOUSES[house]) & plane & PEERS[target];
    let with = |house: usize| cover | 1 << house;
    let meets = houses_of(target).into_iter().filter(|&house| near.intersects(HOUSES[house]));
    let best = meets.min_by_key(|&house| fins(plane, (base, with(house))).len());
    best.map_or(cover, with)
}
