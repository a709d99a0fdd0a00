//! Removes clues in random order as long as the solution stays unique.
//!
//! One pass is enough for minimality: a clue that could not be removed earlier cannot be removed later, when
//! there are fewer clues.

use super::Random;
use super::unavoidable::{Known, small_sets};
use sudoscope_engine::brute;
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid};

/// Removes clues from `clues`, which decide this solution, until no more can be removed, or only `stop` or
/// slightly more are left. Clues of an orbit are removed together.
pub(super) fn reduce(
    random: &mut Random, solution: &[Cells; 9], mut clues: Cells, stop: usize, orbits: &[Cells; 81],
) -> [Cells; 9] {
    let known = Known::of(&small_sets(solution));
    let order = random.order::<{ Cell::COUNT }>().map(Cell::new);
    let mut tried = Cells::EMPTY;
    for cell in order {
        let orbit = orbits[cell] & clues;
        if tried.contains(cell) || !orbit.contains(cell) || clues.len() < stop + orbit.len() {
            continue;
        }
        tried |= orbit;
        let mut rest = clues;
        let is_spared = orbit.into_iter().all(|cell| {
            rest -= Cells::of(cell);
            !is_needed(solution, &known, rest, cell)
        });
        if is_spared {
            clues = rest;
        }
    }
    solution.map(|plane| plane & clues)
}

/// Whether the clues in `rest` leave `cell` undecided. In most cases an unavoidable set without a clue proves
/// that they do, or a single that they do not, and the brute-force solver is not needed.
fn is_needed(solution: &[Cells; 9], known: &Known, rest: Cells, cell: Cell) -> bool {
    let Some(digit) = Digit::all().find(|&digit| solution[digit].contains(cell)) else { return true };
    if known.any_without(cell, rest) {
        return true;
    }
    if is_single(solution, rest, cell, digit) {
        return false;
    }
    // Another solution would have another digit in this cell.
    let mut grid = Grid::from_clues(&solution.map(|plane| plane & rest));
    grid.eliminate(&Candidates::from_iter([Candidate::new(digit, cell)]));
    brute::solutions(&grid, 1).0 > 0
}

/// Whether the clues alone leave only this digit for the cell, or only this cell for the digit in a house.
pub(super) fn is_single(solution: &[Cells; 9], clues: Cells, cell: Cell, digit: Digit) -> bool {
    let seen = cell.peers() & clues;
    if Digit::all().all(|other| other == digit || solution[other].intersects(seen)) {
        return true;
    }
    let places = (solution[digit] & clues).fold(!clues, |places, clue| places - clue.peers());
    cell.houses().iter().any(|&house| house.cells() & places == Cells::of(cell))
}

#[cfg(test)]
mod tests {
    use super::super::top_down::full_grid;
    use super::*;

    /// The shortcuts agree with the brute-force solver alone.
    #[test]
    fn is_needed_equals_its_naive_twin() {
        let mut random = Random::of(5, 0);
        let mut kinds = [[0; 2]; 3];
        for _ in 0..20 {
            let grid = full_grid(&mut random);
            let solution = grid.planes;
            let known = Known::of(&small_sets(&solution));
            for count in [20, 24, 28, 32, 40, 60] {
                let order = random.order::<{ Cell::COUNT }>().map(Cell::new);
                let rest = Cells::from_iter(order[..count].iter().copied());
                for &cell in &order[count..count + 8] {
                    let digit = Digit::all().find(|&digit| solution[digit].contains(cell)).unwrap();
                    let mut grid = Grid::from_clues(&solution.map(|plane| plane & rest));
                    grid.eliminate(&Candidates::from_iter([Candidate::new(digit, cell)]));
                    let expected = brute::solutions(&grid, 1).0 > 0;
                    assert_eq!(is_needed(&solution, &known, rest, cell), expected);
                    let by_set = known.any_without(cell, rest);
                    let by_single = is_single(&solution, rest, cell, digit);
                    assert!(!(by_set && by_single));
                    kinds[if by_set { 0 } else { 2 - usize::from(by_single) }][usize::from(expected)] += 1;
                }
            }
        }
        assert_eq!((kinds[0][0], kinds[1][1]), (0, 0));
        assert!(kinds[0][1].min(kinds[1][0]).min(kinds[2][0]).min(kinds[2][1]) > 20, "{kinds:?}");
    }
}
