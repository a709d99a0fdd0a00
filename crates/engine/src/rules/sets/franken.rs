//! Franken fish: rows and blocks as base, columns and blocks as cover, or columns and blocks, rows and
//! blocks.
//!
//! ```text
//!   b(c), k(c)   how many base and covering sets have the place c; n of each
//!   fins         places with b > k, and those with b = 2
//!   target       b = 0, k > 0, sees all fins
//! ```
//!
//! If the target held the digit, no fin would, so b ≤ k for all that do, and less for the target: but the n
//! base sets have n of them in all, and the covering sets no more.

use super::fish::{Houses, fins, with_fins};
use crate::budget::Within;
use crate::evidence::Evidence;
use crate::grid::{Candidates, Cells, HOUSES, PEERS, houses_of};
use crate::rule::Findings;
use crate::state::State;
use std::collections::BTreeMap;

const BLOCKS: Houses = 0x1ff << 18;

pub(in super::super) fn find(finned: bool, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, FrankenMemory(known), _) = state.keep();
    for (digit, (plane, all)) in known.entry(size).or_default().iter_mut().enumerate() {
        let now = grid.open_plane(digit);
        if *plane != now {
            (*plane, *all) = (now, of_plane(now, size));
        }
        for fish in all.iter().filter(|fish| fish.has_fins == finned) {
            let because = || Evidence::Franken(with_fins(digit, now, fish.sets));
            found.eliminate(&Candidates::of_digit(digit, fish.targets), because);
        }
    }
    Ok(())
}

/// The fish of each size that was asked for, with fins and without, of each digit: they depend on its places
/// only, those beside them.
#[derive(Default)]
struct FrankenMemory(BTreeMap<u8, [(Cells, Vec<FrankenFish>); 9]>);

struct FrankenFish {
    /// Base and cover.
    sets: (Houses, Houses),
    has_fins: bool,
    targets: Cells,
}

fn of_plane(plane: Cells, size: u8) -> Vec<FrankenFish> {
    let mut all = Vec::new();
    for side in [0, 1] {
        let mut search = FrankenSearch { plane, side, size: size.into(), fish: BTreeMap::new() };
        for target in plane {
            let far = plane - PEERS[target] - Cells::of(target);
            search.grow(target, far, BaseHouses::default(), 0);
        }
        all.extend(search.fish.into_iter().map(|(sets, targets)| {
            let has_fins = !fins(plane, sets).is_empty();
            FrankenFish { sets, has_fins, targets }
        }));
    }
    all
}

/// Base sets, and their places: those that the target does not see, and all.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct BaseHouses {
    pub houses: Houses,
    pub far: Cells,
    pub all: Cells,
}

impl BaseHouses {
    /// With another base set, if it has places, and none where the target is. A place twice in the base is a
    /// fin, which the target sees. `far` is what it does not see.
    pub fn with(self, house: usize, plane: Cells, target: usize, far: Cells) -> Option<BaseHouses> {
        let own = HOUSES[house] & plane;
        let is_clear = !own.is_empty() && !own.contains(target) && !own.intersects(self.far);
        is_clear.then(|| BaseHouses {
            houses: self.houses | 1 << house,
            far: self.far | own & far,
            all: self.all | own,
        })
    }
}

/// Whether this many of the sets that `covers` names for a cell hold all these cells.
pub(in super::super) fn is_coverable<const N: usize>(
    cells: Cells, sets: usize, covers: &impl Fn(usize) -> [usize; N],
) -> bool {
    match cells.first() {
        None => true,
        Some(_) if sets == 0 => false,
        Some(first) => {
            covers(first).into_iter().any(|house| is_coverable(cells - HOUSES[house], sets - 1, covers))
        }
    }
}

/// The fish of a digit, one way round: base and cover, and what they clear.
struct FrankenSearch {
    plane: Cells,
    side: usize,
    size: usize,
    fish: BTreeMap<(Houses, Houses), Cells>,
}

impl FrankenSearch {
    /// Adds base sets from this number on; what the target does not see must have a cover of one set less,
    /// because the covering set of the target has nothing of it.
    fn grow(&mut self, target: usize, far: Cells, base: BaseHouses, from: usize) {
        if base.houses.count_ones() as usize == self.size {
            return self.cover(target, base);
        }
        for k in from..18 {
            let house = if k < 9 { 9 * self.side + k } else { 9 + k };
            let with = base.with(house, self.plane, target, far);
            let covers = |cell| self.covers(cell);
            if let Some(with) = with.filter(|it| is_coverable(it.far, self.size - 1, &covers)) {
                self.grow(target, far, with, k + 1);
            }
        }
    }

    /// The two covering sets of a cell.
    fn covers(&self, cell: usize) -> [usize; 2] {
        let houses = houses_of(cell);
        [houses[1 - self.side], houses[2]]
    }

    /// Covers with a set that has the target.
    fn cover(&mut self, target: usize, base: BaseHouses) {
        for house in self.covers(target) {
            self.extend(target, base, base.far, 0, house);
        }
    }

    /// Takes a house into the cover, if it may be, and goes on to the first place that needs one.
    fn extend(&mut self, target: usize, base: BaseHouses, left: Cells, cover: Houses, house: usize) {
        let is_new = (cover | base.houses) >> house & 1 == 0;
        if !is_new || !HOUSES[house].intersects(base.all) {
            return;
        }
        let (cover, left) = (cover | 1 << house, left - HOUSES[house]);
        match left.first() {
            _ if cover.count_ones() as usize == self.size => {
                let is_fish = left.is_empty() && (base.houses | cover) & BLOCKS != 0;
                if is_fish {
                    let targets = self.fish.entry((base.houses, cover)).or_default();
                    targets.insert(target);
                }
            }
            Some(first) => {
                self.covers(first).into_iter().for_each(|next| {
                    self.extend(target, base, left, cover, next);
                });
            }
            // Any other.
            None => (0..18).for_each(|k| {
                let next = if k < 9 { 9 * (1 - self.side) + k } else { 9 + k };
                self.extend(target, base, left, cover, next);
            }),
        }
    }
}
