//! Counts solutions without making each of them.
//!
//! After deductions the open cells fall into *parts*: cells of two parts never hold the same digit in one
//! house. So what one part holds says nothing of another, and their counts are multiplied. (A house has as
//! many digits left as open cells. Where no two of its cells are equal, no digit is missing.)
//!
//! Different guesses often leave the same part behind, or one that differs by the names of the digits. So the
//! counts of parts are kept, by the candidates of their cells, in a table of fixed size. A newer part takes
//! the place of an older one.

use crate::brute::{ALL_STALE, Few, deduce, guess, with_digit};
use crate::budget::{Budget, Within};
use crate::grid::{Cells, Grid, PEERS, bits};

/// Parts of fewer cells are not kept: to count them again takes no longer.
const SMALLEST_KEPT: usize = 8;

/// Places of the table: ten megabytes.
const PLACES: usize = 1 << 16;

/// The number of solutions, up to `limit`. A step of the budget is a guess.
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
    /// In how many ways the open cells can be filled, up to `limit`. `stale` are the digits that lost cells.
    fn of_grid(&mut self, mut grid: Grid, stale: u16, limit: u64) -> Within<u64> {
        if !deduce(&mut grid, stale) {
            return Ok(0);
        }
        let mut open = !grid.placed;
        let mut count = 1u64;
        while let (Some(first), 1..) = (open.first(), count) {
            let part = if open.len() < SMALLEST_KEPT { open } else { part_of(&grid, first) };
            open -= part;
            // Once there are enough, it is only asked whether the other parts can be filled at all.
            let wanted = if count < limit { limit } else { 1 };
            // To the solver the cells of other parts are placed: it looks at open ones only.
            count = count.saturating_mul(self.of_part(&Grid { placed: !part, ..grid }, wanted)?);
        }
        Ok(count.min(limit))
    }

    /// As above of a grid that is one part.
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
            count += self.of_grid(with_digit(grid, cell, digit), 1 << digit, limit - count)?;
            if count == limit {
                return Ok(count);
            }
        }
        (self.parts[place], self.counts[place]) = (planes, count);
        Ok(count)
    }
}

/// The part of an open cell.
fn part_of(grid: &Grid, first: usize) -> Cells {
    let (mut part, mut new) = (Cells::of(first), Cells::of(first));
    while !new.is_empty() {
        let mut reached = Cells::EMPTY;
        for plane in grid.planes {
            (plane & new).for_each(|cell| reached |= PEERS[cell] & plane);
        }
        new = reached - part;
        part |= new;
    }
    part
}

/// The place of a part in the table.
fn place_of(planes: &[u128; 9]) -> usize {
    let words = planes.iter().flat_map(|plane| [*plane as u64, (plane >> 64) as u64]);
    let mix = |hash: u64, word: u64| (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (words.fold(0, mix) >> 32) as usize % PLACES
}
