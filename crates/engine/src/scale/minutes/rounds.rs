//! Rounds of singles on the board: the places where a player can go on, and playing them.

use super::features::{Kind, Round, Tracker};
use crate::grid::{Cells, Digit, Grid, Progress, alone_in_some_house};
use crate::scale::Tallies;

/// Cells that have a place for a digit which is alone in its block: the left upper corners of the blocks.
const CORNERS: u128 = 0x49 | 0x49 << 27 | 0x49 << 54;
/// The upper cells of the columns of each band.
const TOPS: u128 = 0x1ff | 0x1ff << 27 | 0x1ff << 54;
/// The nine cells of a block, from its corner.
const BLOCK: u128 = 0x1c_0e07;

/// Finds the cells of a plane that are its only cell in their block.
fn alone_in_block(plane: Cells) -> Cells {
    let [a, b, c] = [0, 9, 18].map(|slot| plane.0 >> slot & TOPS);
    let (some, more) = (a | b | c, a & b | c & (a | b));
    let [x, y, z] = [0, 1, 2].map(|slot| some >> slot & CORNERS);
    let twice = more | more >> 1 | more >> 2 | x & y | z & (x | y);
    let once = (x | y | z) & !(twice & CORNERS);
    Cells(plane.0 & once.wrapping_mul(BLOCK))
}

/// Singles of a state, digit by digit.
pub struct Singles {
    blocks: [Cells; 9],
    houses: [Cells; 9],
    all: [Cells; 9],
    /// Digits whose plane has changed since their hidden singles were found.
    stale: u16,
}

impl Singles {
    pub fn new() -> Singles {
        Singles { blocks: [Cells::EMPTY; 9], houses: [Cells::EMPTY; 9], all: [Cells::EMPTY; 9], stale: 0x1ff }
    }

    /// Finds the singles of a state, and counts the cells that they can fill. `None` for a contradiction: a
    /// cell without a digit or with two hidden singles, or a house without a place for a digit.
    pub fn find(&mut self, grid: &Grid) -> Option<Round> {
        let (once, twice) = grid.once_twice();
        if once != Cells::ALL {
            return None;
        }
        let naked = !twice - grid.placed;
        let [mut blocks, mut houses, mut clashes] = [Cells::EMPTY; 3];
        for digit in Digit::all() {
            let plane = grid.planes[digit];
            if self.stale >> digit.index() & 1 != 0 {
                let (alone, full) = alone_in_some_house(plane);
                if !full {
                    return None;
                }
                self.houses[digit] = alone;
                self.blocks[digit] = alone_in_block(plane);
            }
            let alone = self.houses[digit] - grid.placed;
            clashes |= houses & alone;
            houses |= alone;
            blocks |= self.blocks[digit] - grid.placed;
            self.all[digit] = alone | plane & naked;
        }
        self.stale = 0;
        if !clashes.is_empty() {
            return None;
        }
        let empty = !grid.placed;
        let last = alone_in_some_house(empty).0 & naked;
        let (kind, open) = match () {
            _ if !last.is_empty() => (Kind::FullHouse, last),
            _ if !blocks.is_empty() => (Kind::Block, blocks),
            _ if !houses.is_empty() => (Kind::Line, houses),
            _ => (Kind::Naked, naked),
        };
        let [empty, blocks, available] = [empty, blocks, houses | naked].map(Cells::len);
        Some(Round { kind, open, empty, blocks, available })
    }

    /// Plays the singles in `cells`.
    pub fn play(&mut self, cells: Cells, grid: &mut Grid) {
        grid.placed |= cells;
        for digit in Digit::all() {
            let (plane, placed) = (grid.planes[digit], self.all[digit] & cells);
            let mut kept = plane - (cells - placed);
            for cell in placed {
                kept -= cell.peers();
            }
            self.stale |= u16::from(kept != plane) << digit.index();
            grid.planes[digit] = kept;
        }
    }
}

/// Plays singles in rounds, the easiest kind at once, until there are none left; the tallies are those of the
/// scale's items, contradictions first.
pub fn exhaust(grid: &mut Grid, tracker: &mut Tracker, tallies: &mut Tallies) -> Progress {
    let mut singles = Singles::new();
    loop {
        let Some(round) = singles.find(grid) else {
            tallies[0].steps += 1;
            return Progress::Contradiction;
        };
        if round.open.is_empty() {
            return if grid.placed == Cells::ALL { Progress::Solved } else { Progress::Open };
        }
        tracker.single(&round);
        let tally = &mut tallies[round.kind.index()];
        let count = round.open.len() as u32;
        tally.steps += count;
        tally.placements += count;
        singles.play(round.open, grid);
    }
}

/// Plays all singles of each state at once, until there are none left; passes each state to `each`, the last
/// included.
pub fn all_at_once(mut grid: Grid, mut each: impl FnMut(&Round)) {
    let mut singles = Singles::new();
    while let Some(round) = singles.find(&grid) {
        let cells = singles.all.iter().fold(Cells::EMPTY, |all, &cells| all | cells) - grid.placed;
        each(&round);
        if cells.is_empty() {
            return;
        }
        singles.play(cells, &mut grid);
    }
}
