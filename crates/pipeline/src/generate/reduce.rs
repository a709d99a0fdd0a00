//! Removes clues in random order as long as the solution stays unique.
//!
//! One pass is enough for minimality: a clue that could not be removed earlier cannot be removed later, when
//! there are fewer.

use super::Random;
use super::unavoidable::{Known, small_sets};
use sudoscope_engine::brute;
use sudoscope_engine::grid::{Candidate, Candidates, Cells, Grid, HOUSES, PEERS, houses_of};

/// What is left of `clues`, which decide this solution: no more of them can be removed, or there are `stop`
/// clues, or hardly more. Those of an orbit are removed together.
pub(super) fn reduce(
    random: &mut Random, solution: &[Cells; 9], mut clues: Cells, stop: usize, orbits: &[Cells; 81],
) -> [Cells; 9] {
    let known = Known::of(&small_sets(solution));
    let order: [usize; 81] = random.order();
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

/// Whether the clues in `rest` leave `cell` undecided. Mostly an unavoidable set without clue shows that they
/// do, or a single that they do not; then the brute-force solver is spared.
fn is_needed(solution: &[Cells; 9], known: &Known, rest: Cells, cell: usize) -> bool {
    let Some(digit) = solution.iter().position(|plane| plane.contains(cell)) else { return true };
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

/// Whether the clues by themselves leave only this digit in the cell, or only this cell for it in a house.
fn is_single(solution: &[Cells; 9], clues: Cells, cell: usize, digit: usize) -> bool {
    let seen = PEERS[cell] & clues;
    if (0..9).all(|other| other == digit || solution[other].intersects(seen)) {
        return true;
    }
    let places = (solution[digit] & clues).fold(!clues, |places, clue| places - PEERS[clue]);
    houses_of(cell).iter().any(|&house| HOUSES[house] & places == Cells::of(cell))
}

#[cfg(test)]
mod tests {
    use super::super::top_down::full_grid;
    use super::*;

    /// The fast answers against the brute-force solver alone.
    #[test]
    fn is_needed_equals_its_naive_twin() {
        let mut random = Random::of(5, 0);
        let mut kinds = [[0; 2]; 3];
        for _ in 0..20 {
            let grid = full_grid(&mut random);
            let solution: [Cells; 9] = std::array::from_fn(|digit| grid.plane(digit));
            let known = Known::of(&small_sets(&solution));
            for count in [20, 24, 28, 32, 40, 60] {
                let order: [usize; 81] = random.order();
                let rest = Cells::from_iter(order[..count].iter().copied());
                for &cell in &order[count..count + 8] {
                    let digit = solution.iter().position(|plane| plane.contains(cell)).unwrap();
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
