//! Franken fish: rows and blocks as base, columns and blocks as cover, or columns and blocks, rows and blocks.
//!
//! ```text
//!   b(c), k(c)   how many base and covering sets have the place c; n of each
//!   fins         places with b > k, and those with b = 2
//!   target       b = 0, k > 0, sees all fins
//! ```
//!
//! If the target held the digit, no fin would, so b ≤ k for all that do, and less for the target: but the n base
//! sets have n of them in all, and the covering sets no more.

use super::{Findings, of_digit};
use crate::budget::Within;
use crate::evidence::Because;
use crate::graph::State;
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cells, Grid, HOUSES, PEERS, houses_of, members};
use std::collections::BTreeMap;

/// Sets of houses, by their numbers.
type Houses = u64;

const BLOCKS: Houses = 0x1ff << 18;

pub(super) fn find(finned: bool, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, known) = state.remember(|_| Known::default());
    let all = known.0.entry(size).or_insert_with(|| all(grid, size));
    for fish in all.iter().filter(|fish| fish.fins.is_empty() != finned) {
        let Fish { digit, base, cover, fins, targets } = *fish;
        found.eliminate(&of_digit(digit, targets), || because(digit, base, cover, fins));
    }
    Ok(())
}

/// The fish of each size that was asked for, with fins and without.
#[derive(Default)]
struct Known(BTreeMap<u8, Vec<Fish>>);

struct Fish {
    digit: usize,
    base: Houses,
    cover: Houses,
    fins: Cells,
    targets: Cells,
}

fn all(grid: &Grid, size: u8) -> Vec<Fish> {
    let mut all = Vec::new();
    for digit in 0..9 {
        let plane = grid.open_plane(digit);
        for side in [0, 1] {
            let mut shoal = Shoal { plane, side, size: size.into(), fish: BTreeMap::new() };
            for target in plane {
                let far = plane - PEERS[target] - Cells::of(target);
                let base = Base { houses: 0, far: Cells::EMPTY, all: Cells::EMPTY };
                shoal.grow(target, far, base, 0);
            }
            all.extend(shoal.fish.into_iter().map(|((base, cover), targets)| {
                let fins = fins(plane, base, cover);
                Fish { digit, base, cover, fins, targets }
            }));
        }
    }
    all
}

fn because(digit: usize, base: Houses, cover: Houses, fins: Cells) -> Because {
    let sets = |houses| members(houses).map(|house| Variable::of_house(house, digit)).collect();
    Because::Finned {
        variables: sets(base),
        transversals: sets(cover),
        fins: fins.map(|cell| Candidate::new(digit, cell)).collect(),
    }
}

/// The places of base sets in no covering one, and those in two base sets.
fn fins(plane: Cells, base: Houses, cover: Houses) -> Cells {
    let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
    for house in members(base) {
        twice |= once & HOUSES[house] & plane;
        once |= HOUSES[house] & plane;
    }
    members(cover).fold(once, |left, house| left - HOUSES[house]) | twice
}

/// Base sets, and their places: those that the target does not see, and all.
#[derive(Clone, Copy)]
struct Base {
    houses: Houses,
    far: Cells,
    all: Cells,
}

/// The fish of a digit, one way round: base and cover, and what they clear.
struct Shoal {
    plane: Cells,
    side: usize,
    size: usize,
    fish: BTreeMap<(Houses, Houses), Cells>,
}

impl Shoal {
    /// Adds base sets from this number on; what the target does not see must have a cover of one set less, because the
    /// covering set of the target has nothing of it.
    fn grow(&mut self, target: usize, far: Cells, base: Base, from: usize) {
        if base.houses.count_ones() as usize == self.size {
            return self.cover(target, base);
        }
        for k in from..18 {
            let house = if k < 9 { 9 * self.side + k } else { 9 + k };
            let own = HOUSES[house] & self.plane;
            // A place twice in the base is a fin, which the target sees.
            let is_clear = !own.is_empty() && !own.contains(target) && !own.intersects(base.far);
            let with = Base {
                houses: base.houses | 1 << house,
                far: base.far | own & far,
                all: base.all | own,
            };
            if is_clear && self.is_coverable(with.far, self.size - 1) {
                self.grow(target, far, with, k + 1);
            }
        }
    }

    /// The two covering sets of a cell.
    fn covers(&self, cell: usize) -> [usize; 2] {
        let houses = houses_of(cell);
        [houses[1 - self.side], houses[2]]
    }

    fn is_coverable(&self, cells: Cells, sets: usize) -> bool {
        match cells.first() {
            None => true,
            Some(_) if sets == 0 => false,
            Some(first) => {
                let covers = self.covers(first).into_iter();
                covers
                    .map(|house| cells - HOUSES[house])
                    .any(|left| self.is_coverable(left, sets - 1))
            }
        }
    }

    /// Covers with a set that has the target.
    fn cover(&mut self, target: usize, base: Base) {
        for house in self.covers(target) {
            self.extend(target, base, base.far, 0, house);
        }
    }

    /// Takes a house into the cover, if it may be, and goes on to the first place that needs one.
    fn extend(&mut self, target: usize, base: Base, left: Cells, cover: Houses, house: usize) {
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
