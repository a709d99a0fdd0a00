//! Singles played directly on the board, without the rules.

use super::{Cells, DigitBits, Grid, alone_in_some_house};
use crate::grid::Digit;

/// Outcome of a run of singles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Progress {
    /// Every cell is decided.
    Solved,
    /// No single is left, but some cells are undecided.
    #[default]
    Open,
    /// There is no solution.
    Contradiction,
}

/// Plays singles until there are none left. Returns how the run ended, and the numbers of naked and hidden
/// singles placed.
#[inline]
pub fn exhaust(grid: &mut Grid) -> (Progress, [u32; 2]) {
    let (progress, [_, naked, hidden]) = play::<false>(grid);
    (progress, [naked, hidden])
}

/// Plays singles as [`exhaust`] does, but the last cells of houses before other naked singles. Returns the
/// numbers of full houses, naked and hidden singles.
#[doc(hidden)]
pub fn exhaust_full_houses_first(grid: &mut Grid) -> (Progress, [u32; 3]) {
    play::<true>(grid)
}

#[inline]
fn play<const FULL_HOUSES: bool>(grid: &mut Grid) -> (Progress, [u32; 3]) {
    let mut placements = [0, 0, 0];
    // Digits whose plane has changed since the last search for their hidden singles.
    let mut stale = 0x1ff;
    let (mut once, mut twice) = grid.once_twice();
    loop {
        if once != Cells::ALL {
            return (Progress::Contradiction, placements);
        }
        let mut naked = !twice - grid.placed;
        let mut by = 1;
        if FULL_HOUSES {
            let last = alone_in_some_house(!grid.placed).0 & naked;
            if !last.is_empty() {
                (naked, by) = (last, 0);
            }
        }
        let round = if !naked.is_empty() {
            // A naked single is in no other plane.
            let round = place(grid, naked, &DigitBits::of(&grid.planes), 0);
            placements[by] += round.placements;
            round
        } else if grid.placed == Cells::ALL {
            return (Progress::Solved, placements);
        } else {
            let Some((values, all)) = due_singles(grid, stale) else {
                return (Progress::Contradiction, placements);
            };
            if all.is_empty() {
                return (Progress::Open, placements);
            }
            stale = 0;
            let changed = leave(grid, all, &values);
            let round = place(grid, all, &DigitBits::of(&values), changed);
            placements[2] += round.placements;
            round
        };
        stale |= round.changed;
        (once, twice) = (round.once, round.twice);
    }
}

/// Finds the hidden singles of the `stale` digits, and the union of their cells; returns `None` on a
/// contradiction: a digit without a place in a house, or two hidden singles in one cell.
#[inline]
fn due_singles(grid: &Grid, stale: u16) -> Option<([Cells; 9], Cells)> {
    let (mut values, mut all) = ([Cells::EMPTY; 9], Cells::EMPTY);
    for digit in Digit::all() {
        let plane = grid.planes[digit];
        // A digit with nine decided cells has no single left. (A digit with fewer, and no undecided cell, is
        // missing in some house; this is found below.)
        if stale >> digit.index() & 1 == 0 || plane.is_subset(grid.placed) && plane.len() == 9 {
            continue;
        }
        let (alone, full) = alone_in_some_house(plane);
        values[digit] = alone - grid.placed;
        if !full || values[digit].intersects(all) {
            return None;
        }
        all |= values[digit];
    }
    Some((values, all))
}

struct Placed {
    placements: u32,
    /// Digits whose plane has changed.
    changed: u16,
    /// Cells with at least one and with at least two digits left.
    once: Cells,
    twice: Cells,
}

/// Leaves no other digit in the cells of hidden singles. Returns the digits whose plane has changed.
#[inline(always)]
fn leave(grid: &mut Grid, all: Cells, values: &[Cells; 9]) -> u16 {
    let mut changed = 0;
    for digit in Digit::all() {
        let others = grid.planes[digit] & (all - values[digit]);
        changed |= u16::from(!others.is_empty()) << digit.index();
        grid.planes[digit] -= others;
    }
    changed
}

/// Decides the cells `all`, which have these digits and no others. Does [`Grid::place_all`] and
/// [`Grid::once_twice`] in one pass. `changed` are digits whose plane has changed before. (Digit by digit,
/// each with its cells, takes 1.3 times as long: no processor can predict which digits have cells.)
#[inline(always)]
fn place(grid: &mut Grid, all: Cells, digits: &DigitBits, changed: u16) -> Placed {
    let mut round = Placed { placements: 0, changed, once: Cells::EMPTY, twice: Cells::EMPTY };
    grid.placed |= all;
    for cell in all {
        let digit = digits.digit(cell);
        let kept = grid.planes[digit] - cell.peers();
        round.changed |= u16::from(kept != grid.planes[digit]) << digit.index();
        grid.planes[digit] = kept;
        round.placements += 1;
    }
    for &plane in &grid.planes {
        round.twice |= round.once & plane;
        round.once |= plane;
    }
    round
}
