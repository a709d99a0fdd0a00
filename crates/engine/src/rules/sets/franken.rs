//! Franken fish: the base is rows and blocks and the cover columns and blocks, or the base columns and blocks
//! and the cover rows and blocks.
//!
//! ```text
//!   b(c), k(c)   how many base and covering sets have the place c; n of each
//!   fins         places with b > k, and those with b = 2
//!   target       b = 0, k > 0, sees all fins
//! ```
//!
//! If the target held the digit, no fin would; so b ≤ k for every cell with the digit, and b < k for the
//! target. But summed over the cells with the digit, b is `n`, once for each base set, and k is at most `n`.

use super::fish::{FishSets, Houses, fins, with_fins};
use crate::budget::Within;
use crate::evidence::Evidence;
use crate::grid::mask::Mask;
use crate::grid::{Candidates, Cell, Cells, Digit, House};
use crate::rule::Findings;
use crate::state::State;
use std::collections::BTreeMap;

const BLOCKS: Houses = 0x1ff << 18;

pub(in super::super) fn find(finned: bool, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, FrankenMemory(known), _) = state.keep();
    for (digit, (plane, all)) in Digit::all().zip(known.entry(size).or_default()) {
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

/// Fish of each requested size for each digit, with and without fins, together with the digit's places when
/// they were found: the fish depend on these places only.
#[derive(Default)]
struct FrankenMemory(BTreeMap<u8, [(Cells, Vec<FrankenFish>); 9]>);

struct FrankenFish {
    /// Base and cover.
    sets: FishSets,
    has_fins: bool,
    targets: Cells,
}

fn of_plane(plane: Cells, size: u8) -> Vec<FrankenFish> {
    let mut all = Vec::new();
    for side in [0, 1] {
        let mut search = FrankenSearch { plane, side, size: size.into(), fish: BTreeMap::new() };
        for target in plane {
            let far = plane - target.peers() - Cells::of(target);
            search.grow(target, far, BaseHouses::default(), 0);
        }
        all.extend(search.fish.into_iter().map(|(sets, targets)| {
            let has_fins = !fins(plane, sets).is_empty();
            FrankenFish { sets, has_fins, targets }
        }));
    }
    all
}

/// Base sets, and their places: `far` has the places that the target does not see, `all` has all places.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct BaseHouses {
    pub houses: Houses,
    pub far: Cells,
    pub all: Cells,
}

impl BaseHouses {
    /// Adds a base set if it has places, but not at the target. A place in two base sets is a fin, so the
    /// target must see it. `far` holds all places that the target does not see.
    pub fn with(self, house: House, plane: Cells, target: Cell, far: Cells) -> Option<BaseHouses> {
        let own = house.cells() & plane;
        let is_clear = !own.is_empty() && !own.contains(target) && !own.intersects(self.far);
        is_clear.then(|| BaseHouses {
            houses: self.houses | 1 << house.index(),
            far: self.far | own & far,
            all: self.all | own,
        })
    }
}

/// Whether some choice of `sets` houses contains all these cells, where `covers` lists the houses of each
/// cell.
pub(in super::super) fn is_coverable<const N: usize>(
    cells: Cells, sets: usize, covers: &impl Fn(Cell) -> [House; N],
) -> bool {
    match cells.first() {
        None => true,
        Some(_) if sets == 0 => false,
        Some(first) => {
            covers(first).into_iter().any(|house| is_coverable(cells - house.cells(), sets - 1, covers))
        }
    }
}

/// The lines of a side, rows or columns, and then the blocks.
fn of_side(side: usize, k: usize) -> House {
    House::new(if k < 9 { 9 * side + k } else { 9 + k })
}

/// Search for the fish of a digit with base lines of one side. `fish` maps base and cover to the cleared
/// cells.
struct FrankenSearch {
    plane: Cells,
    side: usize,
    size: usize,
    fish: BTreeMap<FishSets, Cells>,
}

impl FrankenSearch {
    /// Adds base sets from number `from` on. The places that the target does not see must have a cover of one
    /// set less, because the target's covering set contains none of them.
    fn grow(&mut self, target: Cell, far: Cells, base: BaseHouses, from: usize) {
        if base.houses.size() == self.size {
            return self.cover(target, base);
        }
        for k in from..18 {
            let house = of_side(self.side, k);
            let with = base.with(house, self.plane, target, far);
            let covers = |cell| self.covers(cell);
            if let Some(with) = with.filter(|it| is_coverable(it.far, self.size - 1, &covers)) {
                self.grow(target, far, with, k + 1);
            }
        }
    }

    /// Returns the two possible covering sets of a cell.
    fn covers(&self, cell: Cell) -> [House; 2] {
        let houses = cell.houses();
        [houses[1 - self.side], houses[2]]
    }

    /// Begins the cover with each set that contains the target.
    fn cover(&mut self, target: Cell, base: BaseHouses) {
        for house in self.covers(target) {
            self.extend(target, base, base.far, 0, house);
        }
    }

    /// Adds a house to the cover if allowed, and goes on to the first uncovered place.
    fn extend(&mut self, target: Cell, base: BaseHouses, left: Cells, cover: Houses, house: House) {
        let is_new = (cover | base.houses) >> house.index() & 1 == 0;
        if !is_new || !house.cells().intersects(base.all) {
            return;
        }
        let (cover, left) = (cover | 1 << house.index(), left - house.cells());
        match left.first() {
            _ if cover.size() == self.size => {
                let is_fish = left.is_empty() && (base.houses | cover) & BLOCKS != 0;
                if is_fish {
                    let targets = self.fish.entry(FishSets { base: base.houses, cover }).or_default();
                    targets.insert(target);
                }
            }
            Some(first) => {
                self.covers(first).into_iter().for_each(|next| {
                    self.extend(target, base, left, cover, next);
                });
            }
            // All places are covered: any house may follow.
            None => (0..18).for_each(|k| {
                self.extend(target, base, left, cover, of_side(1 - self.side, k));
            }),
        }
    }
}
