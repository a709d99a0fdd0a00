//! Mutant fish: rows, columns and blocks as base and as cover, any of them.
//!
//! ```text
//!   target     a place of the digit in a covering set, in no base set; it sees all fins
//!   fins       places of the base sets in no covering set, and those in two base sets
//! ```
//!
//! If the target held the digit, the `n` base sets would have only places that it does not see, each in one of them and in one
//! of the other `n - 1` covering sets. A fish that clears a place of its own base is another of one set less without that place,
//! so none is looked for. A step is a fish for one target.

use super::{Findings, of_digit};
use crate::budget::{Budget, Within};
use crate::evidence::Because;
use crate::graph::State;
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cells, HOUSES, PEERS, houses_of, members};

/// Sets of houses, by their numbers.
type Houses = u32;

const ROWS: Houses = 0x1ff;
const COLUMNS: Houses = 0x1ff << 9;

pub(super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let mut budget = state.budget;
    let grid = state.grid();
    for digit in 0..9 {
        let plane = grid.open_plane(digit);
        for target in plane {
            let near = plane & PEERS[target];
            let shoal = Shoal::new(plane, target, size.into());
            let fish = shoal.grow(Base::default(), 0, &mut budget)?;
            if let Some((base, cover)) = fish {
                found.eliminate(&of_digit(digit, Cells::of(target)), || {
                    because(digit, (plane, near), target, base, cover)
                });
            }
        }
    }
    state.budget = budget;
    Ok(())
}

/// Base sets, and their places that the target does not see; all places.
#[derive(Clone, Copy, Default)]
struct Base {
    houses: Houses,
    far: Cells,
    all: Cells,
}

/// What is looked for: fish of a digit that clear a place.
struct Shoal {
    plane: Cells,
    target: usize,
    far: Cells,
    size: usize,
    /// The houses that have places which the target does not see.
    houses: Vec<usize>,
}

impl Shoal {
    fn new(plane: Cells, target: usize, size: usize) -> Shoal {
        let far = plane - PEERS[target] - Cells::of(target);
        let houses = (0..27).filter(|&house| HOUSES[house].intersects(far)).collect();
        Shoal { plane, target, far, size, houses }
    }

    /// Adds base sets from this one on, and covers what the target does not see.
    fn grow(
        &self,
        base: Base,
        from: usize,
        budget: &mut Budget,
    ) -> Within<Option<(Houses, Houses)>> {
        budget.spend()?;
        if base.houses.count_ones() as usize == self.size {
            let sees_some = base.all.intersects(PEERS[self.target]);
            let cover = if sees_some { self.cover(base, base.far, 0) } else { None };
            return Ok(cover.map(|cover| (base.houses, cover)));
        }
        for (k, &house) in self.houses.iter().enumerate().skip(from) {
            let own = HOUSES[house] & self.plane;
            if own.contains(self.target) || own.intersects(base.far) {
                continue;
            }
            let with = Base {
                houses: base.houses | 1 << house,
                far: base.far | own & self.far,
                all: base.all | own,
            };
            if is_coverable(with.far, self.size - 1)
                && let Some(fish) = self.grow(with, k + 1, budget)?
            {
                return Ok(Some(fish));
            }
        }
        Ok(None)
    }

    /// One set less than base sets, each needed, that makes no Franken fish with them.
    fn cover(&self, base: Base, left: Cells, cover: Houses) -> Option<Houses> {
        let Some(first) = left.first() else {
            let is_full = cover.count_ones() as usize + 1 == self.size;
            return (is_full && is_mutant(base.houses, cover) && are_needed(base.far, cover))
                .then_some(cover);
        };
        if cover.count_ones() as usize + 1 == self.size {
            return None;
        }
        let next = houses_of(first).into_iter().filter(|house| base.houses >> house & 1 == 0);
        next.into_iter()
            .find_map(|house| self.cover(base, left - HOUSES[house], cover | 1 << house))
    }
}

/// Whether so many houses have all these cells.
fn is_coverable(cells: Cells, sets: usize) -> bool {
    match cells.first() {
        None => true,
        Some(_) if sets == 0 => false,
        Some(first) => {
            houses_of(first).iter().any(|&house| is_coverable(cells - HOUSES[house], sets - 1))
        }
    }
}

/// Whether each set has one of the cells by itself.
fn are_needed(cells: Cells, cover: Houses) -> bool {
    let without = |house: usize| {
        let others = cover & !(1 << house);
        members(others.into()).fold(cells, |left, other| left - HOUSES[other])
    };
    members(cover.into()).all(|house| !without(house).is_empty())
}

/// Whether base and cover have lines that a Franken fish does not: neither rows against columns, nor columns against rows.
fn is_mutant(base: Houses, cover: Houses) -> bool {
    let is_franken = |one: Houses, other: Houses| base & other == 0 && cover & one == 0;
    !is_franken(ROWS, COLUMNS) && !is_franken(COLUMNS, ROWS)
}

/// The covering set of the target is the one that leaves the fewest fins.
fn because(
    digit: usize,
    (plane, near): (Cells, Cells),
    target: usize,
    base: Houses,
    cover: Houses,
) -> Because {
    let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
    for house in members(base.into()) {
        twice |= once & HOUSES[house] & plane;
        once |= HOUSES[house] & plane;
    }
    let covered = |cover: Houses| {
        members(cover.into()).fold(once, |left, house| left - HOUSES[house]) | twice
    };
    let meets = |house: &usize| (once & near).intersects(HOUSES[*house]);
    let own = houses_of(target).into_iter().filter(meets);
    let best = own.min_by_key(|house| covered(cover | 1 << house).len());
    let cover = best.map_or(cover, |house| cover | 1 << house);
    let sets = |houses: Houses| {
        members(houses.into()).map(|house| Variable::of_house(house, digit)).collect()
    };
    let fins = covered(cover).map(|cell| Candidate::new(digit, cell)).collect();
    Because::Finned { variables: sets(base), transversals: sets(cover), fins }
}
