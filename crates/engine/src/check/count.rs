//! Counts solutions without producing each of them.
//!
//! After deductions the open cells fall into *parts*: cells of two parts never share a candidate digit in one
//! house. So the contents of the parts are independent, and their counts are multiplied. (A house has as many
//! digits left as open cells. If no two of its cells are equal, no digit is missing.)
//!
//! Different guesses often leave the same part behind, or parts that differ only by the names of the digits.
//! So a table of fixed size keeps the count of each part under the candidates of the part's cells. A newer
//! part replaces an older one.

use crate::brute::{ALL_STALE, Few, deduce, guess, with_digit};
use crate::budget::{Budget, Within};
use crate::grid::{Cell, Cells, Digit, Grid, bits};

/// Fewest cells of a part that is kept: counting smaller parts again takes no longer.
const SMALLEST_KEPT: usize = 8;

/// Places of the table: ten megabytes.
const PLACES: usize = 1 << 16;

/// Counts the solutions, up to `limit`. Each guess costs one step of the budget.
pub(super) fn count_by_parts(grid: &Grid, limit: u64, budget: &mut Budget) -> Within<u64> {
    let mut counter = Counter { parts: vec![[0; 9]; PLACES], counts: vec![0; PLACES], budget };
    counter.of_grid(*grid, ALL_STALE, limit)
}

struct Counter<'a> {
    /// Parts by their planes in ascending order, so that the names of digits make no difference.
    parts: Vec<[u128; 9]>,
    counts: Vec<u64>,
    budget: &'a mut Budget,
}

impl Counter<'_> {
    /// Counts the ways to fill the open cells, up to `limit`. `stale` is the mask of digits that lost cells.
    fn of_grid(&mut self, mut grid: Grid, stale: u16, limit: u64) -> Within<u64> {
        if !deduce(&mut grid, stale) {
            return Ok(0);
        }
        let mut open = !grid.placed;
        let mut count = 1u64;
        while let (Some(first), 1..) = (open.first(), count) {
            let part = if open.len() < SMALLEST_KEPT { open } else { part_of(&grid, first.index()) };
            open -= part;
            // Once the limit is reached, only test whether the other parts can be filled at all.
            let wanted = if count < limit { limit } else { 1 };
            // Mark the cells of other parts as placed, because the solver considers open cells only.
            count = count.saturating_mul(self.of_part(&Grid { placed: !part, ..grid }, wanted)?);
        }
        Ok(count.min(limit))
    }

    /// Counts the ways to fill a grid whose open cells are one part, up to `limit`.
    fn of_part(&mut self, grid: &Grid, limit: u64) -> Within<u64> {
        let part = !grid.placed;
        if part.len() < SMALLEST_KEPT
            && let Some(few) = Few::of(grid)
        {
            return few.count(limit, self.budget);
        }
        let mut planes = grid.planes.map(|plane| (plane & part).bits());
        planes.sort_unstable();
        let place = place_of(&planes);
        if self.parts[place] == planes {
            return Ok(self.counts[place].min(limit));
        }
        self.budget.spend()?;
        let cell = guess(grid);
        let mut count = 0;
        for digit in bits(grid.digits_of(cell)) {
            count += self.of_grid(with_digit(grid, cell, Digit::new(digit)), 1 << digit, limit - count)?;
            if count == limit {
                return Ok(count);
            }
        }
        (self.parts[place], self.counts[place]) = (planes, count);
        Ok(count)
    }
}

/// Returns the part of an open cell.
fn part_of(grid: &Grid, first: usize) -> Cells {
    let (mut part, mut new) = (Cells::of(Cell::new(first)), Cells::of(Cell::new(first)));
    while !new.is_empty() {
        let mut reached = Cells::EMPTY;
        for plane in grid.planes {
            (plane & new).for_each(|cell| reached |= cell.peers() & plane);
        }
        new = reached - part;
        part |= new;
    }
    part
}

/// Returns the place of a part in the table.
fn place_of(planes: &[u128; 9]) -> usize {
    let words = planes.iter().flat_map(|&plane| Cells(plane).words());
    let mix = |hash: u64, word: u64| (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (words.fold(0, mix) >> 32) as usize % PLACES
}
