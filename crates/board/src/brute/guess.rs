//! The cell in which the search guesses, and the digit.

use crate::grid::{Cell, Cells, Digit, Grid};

/// Returns the least digit that is left in a cell.
#[doc(hidden)]
pub fn first_digit(grid: &Grid, cell: Cell) -> Digit {
    Digit::all().find(|&digit| grid.planes[digit].contains(cell)).unwrap_or_default()
}

/// Returns a cell with the fewest digits left. Among cells with two digits, takes the one that sees the most
/// others of them: a fifth to a quarter faster than the first such cell.
#[doc(hidden)]
pub fn guess(grid: &Grid) -> Cell {
    Fewest::of(grid).guess()
}

/// Most cells with two digits that are weighed: where there are more, nearly any guess leads to the end.
const WEIGHED: usize = 16;

/// Returns a cell with the fewest digits left; among cells with two digits, if they are few, the one whose
/// guess removes most. Each candidate that it removes counts one, and three more in a cell with two digits,
/// which it decides. The hardest puzzles take over a third fewer guesses than by [`guess`].
pub(super) fn guess_of_most(grid: &Grid) -> Cell {
    let fewest = Fewest::of(grid);
    if fewest.pairs.len() > WEIGHED {
        return fewest.guess();
    }
    let mut removed = [0; 81];
    for &plane in &grid.planes {
        let pairs = plane & fewest.pairs;
        pairs.for_each(|cell| removed[cell] += weight(plane & cell.peers(), pairs & cell.peers()));
    }
    fewest.pairs.max_by_key(|&cell| removed[cell]).unwrap_or_else(|| fewest.first())
}

/// Returns the number of cells in `near`, of which the `pairs` count four times. Both lie around one cell.
#[inline(always)]
fn weight(near: Cells, pairs: Cells) -> u8 {
    // No byte of the sum exceeds 16 + 3·16, and no weight 20 + 3·20.
    let all = near.by_eight() + 3 * pairs.by_eight();
    (all.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

/// Open cells by the number of digits left.
struct Fewest {
    pairs: Cells,
    triples: Cells,
    open: Cells,
}

impl Fewest {
    #[inline(always)]
    fn of(grid: &Grid) -> Fewest {
        let mut at_least = [Cells::EMPTY; 4];
        for &plane in &grid.planes {
            at_least[3] |= at_least[2] & plane;
            at_least[2] |= at_least[1] & plane;
            at_least[1] |= at_least[0] & plane;
            at_least[0] |= plane;
        }
        let open = !grid.placed;
        Fewest { pairs: open - at_least[2], triples: open - at_least[3], open }
    }

    fn guess(&self) -> Cell {
        let near = |&cell: &Cell| (cell.peers() & self.pairs).len();
        self.pairs.max_by_key(near).unwrap_or_else(|| self.first())
    }

    fn first(&self) -> Cell {
        self.triples.first().or(self.open.first()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute::{ALL_STALE, deduce};
    use crate::grid::parse_puzzle;

    /// A guess weighs what its naive sum weighs, whatever the state.
    #[test]
    fn guesses_remove_most() {
        let mut differ = 0;
        for line in include_str!("../../../../datasets/random-10k.txt").lines().take(500) {
            let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
            deduce(&mut grid, ALL_STALE);
            let digits = |cell| grid.planes.iter().filter(|plane| plane.contains(cell)).count();
            let pairs: Cells = Cell::all().filter(|&cell| digits(cell) == 2).collect();
            let removed = |cell: Cell| -> usize {
                let own = grid.planes.iter().filter(|plane| plane.contains(cell));
                own.flat_map(|&plane| plane & cell.peers()).map(|c| if digits(c) == 2 { 4 } else { 1 }).sum()
            };
            let (best, plain) = (guess_of_most(&grid), guess(&grid));
            let is_most = pairs.into_iter().all(|cell| removed(cell) <= removed(best));
            assert!(is_most || pairs.len() > WEIGHED && best == plain, "{line}");
            differ += usize::from(best != plain);
        }
        assert!(differ > 50, "{differ}");
    }
}
