//! Kraken fish: a fish with fins, and chains.
//!
//! ```text
//!   the base lines have one place each: all of them in covering lines, one in each; or one is a fin
//!   type 1    each fin leads to the negation of a place that the fish clears
//!   type 2    each fin does, and each place of the base in one of the covering lines, to whatever it is
//! ```
//!
//! The size is the number of base lines. There are three fins at most; of type 1 one that does not see what
//! is cleared. Each conclusion is proved once.

use super::super::sets::fish::{cells, fish};
use super::implied::{self, ImpliedReach};
use crate::budget::Within;
use crate::evidence::{Evidence, Hall, Kraken, Literal};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cells, Grid, HOUSES, PEERS, bits, halls::SIZE, members};
use crate::rule::Findings;
use crate::state::State;

const FINS: usize = 3;

pub(in super::super) fn find(is_first: bool, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, reach) = implied::reach(state);
    let mut known = vec![0; reach.words()];
    for digit in 0..9 {
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

/// The places of a digit in each row, or column.
fn lines(plane: Cells, side: usize) -> [u16; 9] {
    std::array::from_fn(|line| {
        let own = plane & HOUSES[9 * side + line];
        own.fold(0, |all, cell| all | 1 << (if side == 0 { cell % 9 } else { cell / 9 }))
    })
}

/// A fish of a digit.
struct KrakenSearch<'a> {
    grid: &'a Grid,
    reach: &'a ImpliedReach,
    digit: usize,
    side: usize,
    base: u16,
    cover: u16,
    fins: Cells,
}

impl KrakenSearch<'_> {
    /// The number of the literal that a place holds the digit; or that it does not.
    fn literal(&self, cell: usize, holds: bool) -> usize {
        self.reach.number(Candidate::new(self.digit, cell), holds).unwrap_or(0)
    }

    /// What all of these lead to, and nothing known before.
    fn together(&self, starts: Cells, known: &[u64]) -> Vec<u64> {
        let mut all: Vec<u64> = known.iter().map(|word| !word).collect();
        for start in starts {
            let row = self.reach.row(self.literal(start, true));
            all.iter_mut().zip(row).for_each(|(all, own)| *all &= own);
        }
        all
    }

    /// What the fish clears, but for what sees all fins.
    fn cleared(&self, known: &mut [u64], found: &mut Findings) {
        let (base_cells, cover_cells) = cells(self.side, self.base, self.cover);
        let targets = (self.grid.open_plane(self.digit) & cover_cells) - base_cells;
        let targets: Vec<usize> = targets.filter(|&target| !self.fins.is_subset(PEERS[target])).collect();
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

    /// What follows from each place in a covering line, and from the fins; but for what the fish clears in
    /// this line.
    fn by_covers(&self, known: &mut [u64], found: &mut Findings) {
        let (base_cells, _) = cells(self.side, self.base, 0);
        let plane = self.grid.open_plane(self.digit);
        for line in bits(self.cover) {
            let house = 9 * (1 - self.side) + line;
            let starts = plane & base_cells & HOUSES[house] | self.fins;
            let all = self.together(starts, known);
            for (at, &word) in all.iter().enumerate() {
                for conclusion in members(word).map(|bit| 64 * at + bit) {
                    let Literal { candidate, holds } = self.reach.literal(conclusion);
                    let (digit, cell) = (usize::from(candidate.digit), usize::from(candidate.cell));
                    let is_cleared =
                        digit == self.digit && !base_cells.contains(cell) && HOUSES[house].contains(cell);
                    if !holds && is_cleared {
                        continue;
                    }
                    known[at] |= 1 << (conclusion % 64);
                    let because =
                        || self.because(Some(Variable::of_house(house, self.digit)), starts, conclusion);
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
