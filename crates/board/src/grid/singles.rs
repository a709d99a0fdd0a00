//! Singles played directly on the board, without the rules.

use super::{Cells, Grid, alone_in_some_house};
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
            let values = |_, plane: Cells| (plane & naked, plane);
            let round = place(grid, naked, values);
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
            let values = |digit: Digit, plane| (values[digit], plane - (all - values[digit]));
            let round = place(grid, all, values);
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

/// Decides the cells `all`. For each digit, `values` returns the cells that get it, and the plane that
/// remains before their peers are removed. Does [`Grid::place_all`] and [`Grid::once_twice`] in one pass.
#[inline(always)]
fn place(grid: &mut Grid, all: Cells, values: impl Fn(Digit, Cells) -> (Cells, Cells)) -> Placed {
    let mut round = Placed { placements: 0, changed: 0, once: Cells::EMPTY, twice: Cells::EMPTY };
    grid.placed |= all;
    for digit in Digit::all() {
        let plane = grid.planes[digit];
        let (placed, mut kept) = values(digit, plane);
        for cell in placed {
            kept -= cell.peers();
            round.placements += 1;
        }
        round.changed |= u16::from(kept != plane) << digit.index();
        grid.planes[digit] = kept;
        round.twice |= round.once & kept;
        round.once |= kept;
    }
    round
}
