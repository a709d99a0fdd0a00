//! Mutant fish: any rows, columns and blocks as base and as cover.
//!
//! ```text
//!   target     a place of the digit in a covering set, in no base set; it sees all fins
//!   fins       places of the base sets in no covering set, and those in two base sets
//! ```
//!
//! If the target held the digit, the `n` base sets would have only places that it does not see, each in one
//! base set and in one of the other `n - 1` covering sets. A fish that clears a place of its own base becomes
//! a fish of one set less without that place, so no such fish is searched for. A step is a fish for one
//! target.

use super::fish::{FishSets, Houses, fins, with_fins};
use super::franken::{BaseHouses, is_coverable};
use crate::budget::{Budget, Within};
use crate::evidence::Evidence;
use crate::grid::mask::Mask;
use crate::grid::{Candidates, Cell, Cells, Digit, House};
use crate::rule::Findings;
use crate::state::State;

const ROWS: Houses = 0x1ff;
const COLUMNS: Houses = 0x1ff << 9;

pub(in super::super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let mut budget = state.budget;
    let grid = state.grid();
    for digit in Digit::all() {
        let plane = grid.open_plane(digit);
        for target in plane {
            let search = MutantSearch::new(plane, target, size.into());
            let fish = search.grow(BaseHouses::default(), 0, &mut budget)?;
            if let Some((base, cover)) = fish {
                found.eliminate(&Candidates::of_digit(digit, Cells::of(target)), || {
                    let cover = with_that_of_target(plane, target, base, cover);
                    Evidence::Franken(with_fins(digit, plane, FishSets { base, cover }))
                });
            }
        }
    }
    state.budget = budget;
    Ok(())
}

/// Search for the fish of a digit that clear one place.
struct MutantSearch {
    plane: Cells,
    target: Cell,
    far: Cells,
    size: usize,
    /// Houses with places that the target does not see.
    houses: Vec<House>,
}

impl MutantSearch {
    fn new(plane: Cells, target: Cell, size: usize) -> MutantSearch {
        let far = plane - target.peers() - Cells::of(target);
        let houses = House::all().filter(|&house| house.cells().intersects(far)).collect();
        MutantSearch { plane, target, far, size, houses }
    }

    /// Adds base sets from index `from` on, then covers the places that the target does not see.
    fn grow(&self, base: BaseHouses, from: usize, budget: &mut Budget) -> Within<Option<(Houses, Houses)>> {
        budget.spend()?;
        if base.houses.size() == self.size {
            let sees_some = base.all.intersects(self.target.peers());
            let cover = if sees_some { self.cover(base, base.far, 0) } else { None };
            return Ok(cover.map(|cover| (base.houses, cover)));
        }
        for (k, &house) in self.houses.iter().enumerate().skip(from) {
            let with = base.with(house, self.plane, self.target, self.far);
            if let Some(with) = with
                && is_coverable(with.far, self.size - 1, &Cell::houses)
                && let Some(fish) = self.grow(with, k + 1, budget)?
            {
                return Ok(Some(fish));
            }
        }
        Ok(None)
    }

    /// Finds a cover with one house fewer than the base and no superfluous house. Skips covers that form a
    /// Franken fish with the base.
    fn cover(&self, base: BaseHouses, left: Cells, cover: Houses) -> Option<Houses> {
        let Some(first) = left.first() else {
            let is_full = cover.size() + 1 == self.size;
            return (is_full && is_mutant(base.houses, cover) && are_needed(base.far, cover))
                .then_some(cover);
        };
        if cover.size() + 1 == self.size {
            return None;
        }
        let next = first.houses().into_iter().filter(|house| base.houses >> house.index() & 1 == 0);
        next.into_iter().find_map(|house| self.cover(base, left - house.cells(), cover | 1 << house.index()))
    }
}

/// Whether each covering set has one of the cells by itself.
fn are_needed(cells: Cells, cover: Houses) -> bool {
    let without = |house: House| {
        let others = cover & !(1 << house.index());
        House::in_mask(others).fold(cells, |left, other| left - other.cells())
    };
    House::in_mask(cover).all(|house| !without(house).is_empty())
}

/// Whether the lines of base and cover are neither rows against columns, nor columns against rows, as in a
/// Franken fish.
fn is_mutant(base: Houses, cover: Houses) -> bool {
    let is_franken = |one: Houses, other: Houses| base & other == 0 && cover & one == 0;
    !is_franken(ROWS, COLUMNS) && !is_franken(COLUMNS, ROWS)
}

/// Adds to the cover the house of the target that leaves the fewest fins.
fn with_that_of_target(plane: Cells, target: Cell, base: Houses, cover: Houses) -> Houses {
    let near =
        House::in_mask(base).fold(Cells::EMPTY, |all, house| all | house.cells()) & plane & target.peers();
    let with = |house: House| cover | 1 << house.index();
    let meets = target.houses().into_iter().filter(|&house| near.intersects(house.cells()));
    let best = meets.min_by_key(|&house| fins(plane, FishSets { base, cover: with(house) }).len());
    best.map_or(cover, with)
}
