//! Counts solutions of grids with few open cells.
//!
//! A long count makes most of its guesses in such grids, where most of the board no longer matters. So the
//! open cells are numbered, and a set of them is 32 bits, two digits to a word:
//!
//! ```text
//!              bit 63              32 31               0
//!   words[0]      cells that may be 2   cells that may be 1
//!     ⋮
//!   words[4]                            cells that may be 9
//! ```
//!
//! The only deduction is naked singles. Without the other deductions there are a quarter more guesses, but
//! each takes a fifth of the time.

use crate::budget::{Budget, Within};
use crate::grid::mask::Mask;
use crate::grid::{Cells, Grid};

/// Most open cells: the bits of half a word.
const MOST: usize = 32;

/// Bits of the first cell, for both digits of a word.
const BOTH: u64 = 1 | 1 << 32;

/// State with few open cells, which are numbered.
#[doc(hidden)]
pub struct Few {
    words: [u64; 5],
    cells: u32,
    peers: [u32; MOST],
}

impl Few {
    /// Numbers the open cells of `grid`; returns `None` if they are too many. Placed cells must already have
    /// excluded their digits from their peers.
    #[doc(hidden)]
    pub fn of(grid: &Grid) -> Option<Few> {
        let open = !grid.placed;
        if open.len() > MOST {
            return None;
        }
        let (mut numbers, mut houses, mut next) = ([0; 81], [0; 27], 0);
        open.for_each(|cell| {
            numbers[cell] = next;
            for house in cell.houses() {
                houses[house] |= 1 << next;
            }
            next += 1;
        });
        let mut peers = [0; MOST];
        open.for_each(|cell| {
            let own: u32 = cell.houses().into_iter().fold(0, |all, house| all | houses[house]);
            peers[numbers[cell]] = own & !(1 << numbers[cell]);
        });
        let number = |cells: Cells| cells.fold(0u64, |set, cell| set | 1 << numbers[cell]);
        let [one, two, three, four, five, six, seven, eight, nine] =
            grid.planes.map(|plane| number(plane & open));
        let words = [one | two << 32, three | four << 32, five | six << 32, seven | eight << 32, nine];
        Some(Few { words, cells: ((1u64 << next) - 1) as u32, peers })
    }

    /// Counts the ways to fill the open cells, up to `limit`. Each guess costs one step of the budget.
    #[doc(hidden)]
    pub fn count(&self, limit: u64, budget: &mut Budget) -> Within<u64> {
        self.fill(self.words, self.cells, limit, budget)
    }

    /// Counts the ways to fill the cells that are still `open`; the others are placed.
    fn fill(&self, mut words: [u64; 5], mut open: u32, limit: u64, budget: &mut Budget) -> Within<u64> {
        let mut found = 0;
        loop {
            loop {
                let (mut once, mut twice) = (0, 0);
                for word in words {
                    twice |= once & word;
                    once |= word;
                }
                twice |= twice >> 32 | once & once >> 32;
                once |= once >> 32;
                if once as u32 != self.cells {
                    return Ok(found);
                }
                let mut naked = open & !(twice as u32);
                if naked == 0 {
                    break;
                }
                open &= !naked;
                while naked != 0 {
                    let cell = naked.lowest() % MOST;
                    naked &= naked - 1;
                    for word in &mut words {
                        *word &= !((*word >> cell & BOTH) * u64::from(self.peers[cell]));
                    }
                }
            }
            if open == 0 {
                return Ok(found + 1);
            }
            budget.spend()?;
            let cell = open.lowest() % MOST;
            let word = (0..4).find(|&word| words[word] & BOTH << cell != 0).unwrap_or(4);
            let here = words[word] & BOTH << cell;
            let guess = here & here.wrapping_neg();
            let mut with = words.map(|word| word & !(BOTH << cell));
            with[word] |= guess;
            with[word] &= !(u64::from(self.peers[cell]) << (guess.trailing_zeros() & 32));
            found += self.fill(with, open & !(1 << cell), limit - found, budget)?;
            if found == limit {
                return Ok(found);
            }
            words[word] &= !guess;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute::{each_solution, first_digit, unique_solution};
    use crate::grid::{Cell, parse_puzzle};

    /// Counts equal the number of solutions visited one by one. The grids are solutions in which scattered
    /// cells, or also all cells of three digits, were opened; most grids also have some candidates removed.
    #[test]
    fn counts_are_numbers_of_solutions() {
        let (mut none, mut several, mut too_many) = (0, 0, 0);
        let lines = include_str!("../../../../datasets/random-10k.txt").lines();
        for (k, line) in lines.take(1000).enumerate() {
            let solution =
                unique_solution(&Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap())).unwrap();
            let mixed = |cell: Cell| (cell.index() + 1) * (2 * k + 83) * 7919 % 1009;
            let of_digits = (k..k + k % 2 * 3).fold(Cells::EMPTY, |all, d| all | solution.planes[d % 9]);
            let most = if k % 2 > 0 { 3 } else { 13 } * (k % 33);
            let open = Cell::all()
                .filter(|&cell| mixed(cell) < most)
                .fold(of_digits, |all, cell| all | Cells::of(cell));
            let mut grid = Grid::from_clues(&solution.planes.map(|plane| plane - open));
            if k % 3 > 0 {
                let digit = k % 7;
                grid.planes[digit] -= open.filter(|&cell| mixed(cell) % 5 == 0).collect();
            }
            let Some(few) = Few::of(&grid) else {
                assert!(open.len() > MOST);
                too_many += 1;
                continue;
            };
            let mut shown = 0;
            let more = &mut |_: &Grid| {
                shown += 1;
                shown < 500
            };
            each_solution(&grid, &mut Budget(u64::MAX), &first_digit, more).unwrap();
            for limit in [1, 2, 7, 500] {
                let count = few.count(limit, &mut Budget(u64::MAX)).unwrap();
                assert_eq!(count, limit.min(shown), "{line} {open:?}");
            }
            none += usize::from(shown == 0);
            several += usize::from((2..500).contains(&shown));
        }
        assert!(none > 50 && several > 200 && too_many > 50, "{none} {several} {too_many}");
    }
}
