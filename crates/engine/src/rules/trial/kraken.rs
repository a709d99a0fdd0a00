//! Kraken fish: a fish with fins, and chains.
//!
//! ```text
//!   each base line holds the digit once: all in covering lines, one in each; or one of them in a fin
//!   type 1    each fin leads to the negation of a place that the fish clears
//!   type 2    each fin, and each base place in one of the covering lines, leads to the same literal
//! ```
//!
//! The size is the number of base lines. There are at most three fins; in type 1 one of them does not see the
//! target. Each conclusion is proved once.

use super::super::sets::fish::{cells, fish, line_of};
use super::implied::{self, ImpliedReach};
use crate::budget::Within;
use crate::evidence::{Evidence, Hall, Kraken, Literal};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, bits, halls::SIZE, members};
use crate::rule::Findings;
use crate::state::State;

const FINS: usize = 3;

pub(in super::super) fn find(is_first: bool, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, reach) = implied::reach(state);
    let mut known = vec![0; reach.words()];
    for digit in Digit::all() {
        let plane = grid.open_plane(digit);
        for side in [0, 1] {
            let all = lines(plane, side);
            let sets = |&mask: &u16| usize::from(SIZE[usize::from(mask)]) == usize::from(size);
            let open = bits(0x1ff).filter(|&line| all[line] != 0).fold(0u16, |all, line| all | 1 << line);
            for base in (0..512u16).filter(sets).filter(|base| base & !open == 0) {
                let places = bits(base).fold(0, |union, line| union | all[line]);
                for cover in (0..512u16).filter(sets).filter(|cover| cover & !places == 0) {
                    let (base_cells, cover_cells) = cells(side, base, cover);
                    let fins = (plane & base_cells) - cover_cells;
                    if fins.len() > FINS || is_first && fins.is_empty() {
                        continue;
                    }
                    let search = KrakenSearch { grid, reach, digit, side, base, cover, fins };
                    match is_first {
                        true => search.cleared(&mut known, found),
                        false => search.by_covers(&mut known, found),
                    }
                }
            }
        }
    }
    Ok(())
}

/// Returns the places of a digit in each row (side 0) or column (side 1).
fn lines(plane: Cells, side: usize) -> [u16; 9] {
    std::array::from_fn(|line| {
        let own = plane & line_of(side, line).cells();
        own.fold(0, |all, cell| all | 1 << (if side == 0 { cell.column() } else { cell.row() }))
    })
}

/// Fish of a digit, and the implications of the state.
struct KrakenSearch<'a> {
    grid: &'a Grid,
    reach: &'a ImpliedReach,
    digit: Digit,
    side: usize,
    base: u16,
    cover: u16,
    fins: Cells,
}

impl KrakenSearch<'_> {
    /// Returns the number of the literal that a place holds the digit, or that it does not.
    fn literal(&self, cell: Cell, holds: bool) -> usize {
        self.reach.number(Candidate::new(self.digit, cell), holds).unwrap_or(0)
    }

    /// Returns the literals that all starts lead to, without those known before.
    fn together(&self, starts: Cells, known: &[u64]) -> Vec<u64> {
        let mut all: Vec<u64> = known.iter().map(|word| !word).collect();
        for start in starts {
            let row = self.reach.row(self.literal(start, true));
            all.iter_mut().zip(row).for_each(|(all, own)| *all &= own);
        }
        all
    }

    /// Eliminates places that the fish clears if all fins lead to their negation, unless all fins see them.
    fn cleared(&self, known: &mut [u64], found: &mut Findings) {
        let (base_cells, cover_cells) = cells(self.side, self.base, self.cover);
        let targets = (self.grid.open_plane(self.digit) & cover_cells) - base_cells;
        let targets: Vec<Cell> = targets.filter(|&target| !self.fins.is_subset(target.peers())).collect();
        if targets.is_empty() {
            return;
        }
        let all = self.together(self.fins, known);
        for target in targets {
            let gone = self.literal(target, false);
            if all[gone / 64] >> (gone % 64) & 1 != 0 {
                known[gone / 64] |= 1 << (gone % 64);
                found.eliminate(&Candidates::of_digit(self.digit, Cells::of(target)), || {
                    self.because(None, self.fins, gone)
                });
            }
        }
    }

    /// Concludes literals that follow from each base place in a covering line and from each fin, except the
    /// places that the fish clears in this line.
    fn by_covers(&self, known: &mut [u64], found: &mut Findings) {
        let (base_cells, _) = cells(self.side, self.base, 0);
        let plane = self.grid.open_plane(self.digit);
        for line in bits(self.cover) {
            let house = line_of(1 - self.side, line);
            let starts = plane & base_cells & house.cells() | self.fins;
            let all = self.together(starts, known);
            for (at, &word) in all.iter().enumerate() {
                for conclusion in members(word).map(|bit| 64 * at + bit) {
                    let Literal { candidate, holds } = self.reach.literal(conclusion);
                    let Candidate { digit, cell } = candidate;
                    let is_cleared =
                        digit == self.digit && !base_cells.contains(cell) && house.cells().contains(cell);
                    if !holds && is_cleared {
                        continue;
                    }
                    known[at] |= 1 << (conclusion % 64);
                    let because = || self.because(Some(Variable::In(house, self.digit)), starts, conclusion);
                    match holds {
                        true => found.assert(candidate, because),
                        false => found.eliminate(&[candidate].into_iter().collect::<Candidates>(), because),
                    }
                }
            }
        }
    }

    fn because(&self, cover: Option<Variable>, starts: Cells, conclusion: usize) -> Evidence {
        let Hall { variables, transversals } = fish(self.digit, self.side, self.base, self.cover);
        let chains = starts.map(|start| self.reach.chain(self.literal(start, true), conclusion)).collect();
        let fins = self.fins.map(|cell| Candidate::new(self.digit, cell)).collect();
        Evidence::Kraken(Kraken { variables, transversals, fins, cover, chains })
    }
}
