//! Singles played on the board, without asking the rules one by one.

use super::{Cells, Grid, PEERS, alone_in_some_house};

/// How a run of singles ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Progress {
    /// Every cell is decided.
    Solved,
    /// No single is left, some cells are undecided.
    #[default]
    Open,
    /// There is no solution.
    Contradiction,
}

/// Plays singles until there are none left. Returns how it ended and how many naked and how many hidden
/// singles were placed.
#[inline]
pub fn exhaust(grid: &mut Grid) -> (Progress, [u32; 2]) {
    let (progress, [_, naked, hidden]) = play::<false>(grid);
    (progress, [naked, hidden])
}

/// As above, with the last cells of houses before other naked singles; counts full houses, naked and hidden
/// singles.
pub fn exhaust_full_houses_first(grid: &mut Grid) -> (Progress, [u32; 3]) {
    play::<true>(grid)
}

#[inline]
fn play<const FULL_HOUSES: bool>(grid: &mut Grid) -> (Progress, [u32; 3]) {
    let mut placements = [0, 0, 0];
    // Digits whose plane has changed since their hidden singles were last looked for.
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
            let values = |digit: usize, plane| (values[digit], plane - (all - values[digit]));
            let round = place(grid, all, values);
            placements[2] += round.placements;
            round
        };
        stale |= round.changed;
        (once, twice) = (round.once, round.twice);
    }
}

/// The hidden singles of the `stale` digits, and their cells; nothing if a contradiction shows: a digit
/// without place in a house, or two in one cell.
#[inline]
fn due_singles(grid: &Grid, stale: u16) -> Option<([Cells; 9], Cells)> {
    let (mut values, mut all) = ([Cells::EMPTY; 9], Cells::EMPTY);
    for digit in 0..9 {
        let plane = grid.planes[digit];
        // A digit with nine decided cells has no single left. (With fewer and none undecided it has a house
        // without it, which is found below.)
        if stale >> digit & 1 == 0 || plane.is_subset(grid.placed) && plane.len() == 9 {
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

/// Decides the cells `all`. `values` says which of them get a digit, and what is left of its plane before its
/// peers are removed. The same as [`Grid::place_all`] and [`Grid::once_twice`] in one pass.
#[inline(always)]
fn place(grid: &mut Grid, all: Cells, values: impl Fn(usize, Cells) -> (Cells, Cells)) -> Placed {
    let mut round = Placed { placements: 0, changed: 0, once: Cells::EMPTY, twice: Cells::EMPTY };
    grid.placed |= all;
    for digit in 0..9 {
        let plane = grid.planes[digit];
        let (placed, mut kept) = values(digit, plane);
        for cell in placed {
            kept -= PEERS[cell];
            round.placements += 1;
        }
        round.changed |= u16::from(kept != plane) << digit;
        grid.planes[digit] = kept;
        round.twice |= round.once & kept;
        round.once |= kept;
    }
    round
}
