//! The brute-force solver: counts solutions, so that grids with none or several are recognised.
//!
//! The search is depth-first: deduce, then guess. The deductions are singles and locked candidates, found
//! digit by digit. In a band, a digit is in three mini-rows, one in each row and in each block; in a stack,
//! it is in three mini-columns, one in each column and in each block:
//!
//! ```text
//!           block 0   1   2                      column 0   1   2
//!   row 0         x   .   .               band 0        .   x   .
//!   row 1         .   .   x   a band      band 1        x   .   .   a stack
//!   row 2         .   x   .               band 2        .   .   x
//!                 a mini-row                            a mini-column
//! ```
//!
//! Either way, the digit takes three places of a 3×3 square, like three rooks that do not attack each other.
//! There are six such triples, so a table over the 512 sets of possible places gives the places that belong
//! to a possible triple (`settle`). Three lookups for the bands and three for the stacks replace the search
//! for locked candidates and hidden singles in all 27 houses. Only digits that lost a cell are examined
//! again.

mod few;
mod guess;

#[doc(hidden)]
pub use few::Few;
use guess::guess_of_most;
pub use guess::{first_digit, guess};

use crate::budget::{Budget, Within};
use crate::grid::mask::Mask;
use crate::grid::{Cell, Cells, Digit, DigitBits, Grid, fold_minirows};

/// Mask of all digits as stale: none has been thinned yet.
#[doc(hidden)]
pub const ALL_STALE: u16 = 0x1ff;

/// Returns the number of solutions of `grid`, counted up to `limit`, and one solution: the last solution
/// found if `limit` is 1 or 2.
pub fn solutions(grid: &Grid, limit: usize) -> (usize, Option<Grid>) {
    solutions_within(grid, limit, &mut Budget(u64::MAX)).unwrap_or_default()
}

/// Counts solutions as [`solutions`] does, with a bound on the work: each guess costs one step.
pub fn solutions_within(grid: &Grid, limit: usize, budget: &mut Budget) -> Within<(usize, Option<Grid>)> {
    count(grid, ALL_STALE, limit, budget)
}

/// Counts solutions of a grid in which singles and locked candidates prove nothing more: begins with a guess.
#[doc(hidden)]
pub fn solutions_after_locked(
    grid: &Grid, limit: usize, budget: &mut Budget,
) -> Within<(usize, Option<Grid>)> {
    count(grid, 0, limit, budget)
}

fn count(grid: &Grid, stale: u16, limit: usize, budget: &mut Budget) -> Within<(usize, Option<Grid>)> {
    let mut found = (0, None);
    if limit > 2 {
        let mut solvable = None;
        found.0 = tally(*grid, stale, limit as u64, budget, &mut solvable)? as usize;
        if let Some(grid) = solvable {
            found.1 = solutions_after_locked(&grid, 1, budget)?.1;
        }
    } else if limit > 0 {
        let choose = |grid: &Grid| {
            let cell = guess_of_most(grid);
            (cell, first_digit(grid, cell))
        };
        search(*grid, stale, budget, &choose, &mut |solution| {
            found = (found.0 + 1, Some(*solution));
            found.0 < limit
        })?;
    }
    Ok(found)
}

/// Counts solutions up to `limit` without producing any; sets `solvable` to a state that leads to one.
fn tally(
    mut grid: Grid, mut stale: u16, limit: u64, budget: &mut Budget, solvable: &mut Option<Grid>,
) -> Within<u64> {
    let mut found = 0;
    while found < limit && deduce(&mut grid, stale) {
        if let Some(few) = Few::of(&grid) {
            let count = few.count(limit - found, budget)?;
            if count > 0 {
                *solvable = Some(grid);
            }
            return Ok(found + count);
        }
        budget.spend()?;
        let cell = guess(&grid);
        let digit = first_digit(&grid, cell);
        stale = 1 << digit.index();
        found += tally(with_digit(&grid, cell, digit), stale, limit - found, budget, solvable)?;
        grid.planes[digit].remove(cell);
    }
    Ok(found)
}

/// Passes solutions to `visit` until it returns false. Each guess costs one step; `choose` picks the digit to
/// guess first in a cell.
#[doc(hidden)]
pub fn each_solution(
    grid: &Grid, budget: &mut Budget, choose: &impl Fn(&Grid, Cell) -> Digit,
    visit: &mut impl FnMut(&Grid) -> bool,
) -> Within {
    each_solution_after(grid, ALL_STALE, budget, choose, visit)
}

/// Passes solutions as [`each_solution`] does. Only the `stale` digits may have lost cells since singles and
/// locked candidates were played.
#[doc(hidden)]
pub fn each_solution_after(
    grid: &Grid, stale: u16, budget: &mut Budget, choose: &impl Fn(&Grid, Cell) -> Digit,
    visit: &mut impl FnMut(&Grid) -> bool,
) -> Within {
    let choose = |grid: &Grid| {
        let cell = guess(grid);
        (cell, choose(grid, cell))
    };
    search(*grid, stale, budget, &choose, visit).map(|_| ())
}

/// Returns a solution of `grid`, if there is one. Every guess takes the digit of `model` if it is possible,
/// so the solution usually differs from `model` in few cells.
pub fn solution_like(grid: &Grid, model: &Grid) -> Option<Grid> {
    solution_like_within(grid, model, &mut Budget(u64::MAX)).ok()?
}

/// Finds a solution as [`solution_like`] does, with a bound on the work.
#[doc(hidden)]
pub fn solution_like_within(grid: &Grid, model: &Grid, budget: &mut Budget) -> Within<Option<Grid>> {
    let like = |grid: &Grid, cell| {
        let own = |&digit: &Digit| model.planes[digit].contains(cell);
        let own = Digit::all().find(own).filter(|&digit| grid.planes[digit].contains(cell));
        own.unwrap_or_else(|| first_digit(grid, cell))
    };
    let mut found = None;
    each_solution(grid, budget, &like, &mut |solution| {
        found = Some(*solution);
        false
    })?;
    Ok(found)
}

/// Returns two solutions of `grid`, or as many as there are: the first two in the order of [`each_solution`].
#[doc(hidden)]
pub fn two_solutions(grid: &Grid) -> Vec<Grid> {
    let mut found = Vec::new();
    let visited = each_solution(grid, &mut Budget(u64::MAX), &first_digit, &mut |solution| {
        found.push(*solution);
        found.len() < 2
    });
    visited.map_or_else(|_| Vec::new(), |()| found)
}

/// Returns a solution of `grid` other than `model`, which is one of its solutions; `None` if there is no
/// other. It usually differs from `model` in few cells.
#[doc(hidden)]
pub fn other_solution(grid: &Grid, model: &Grid) -> Option<Grid> {
    let (mut grid, mut stale) = (*grid, ALL_STALE);
    while deduce(&mut grid, stale) && grid.placed != Cells::ALL {
        let cell = guess(&grid);
        let own = Digit::all().find(|&digit| model.planes[digit].contains(cell))?;
        let mut without = grid;
        without.planes[own].remove(cell);
        let other = solution_like(&without, model);
        if other.is_some() {
            return other;
        }
        (grid, stale) = (with_digit(&grid, cell, own), 1 << own.index());
    }
    None
}

/// Returns the solution of `grid` if there is exactly one.
pub fn unique_solution(grid: &Grid) -> Option<Grid> {
    match solutions(grid, 2) {
        (1, solution) => solution,
        _ => None,
    }
}

/// Passes solutions to `visit` until it returns false; returns false then. `stale` is the mask of digits that
/// lost cells since they were last thinned; `choose` picks the cell and the digit to guess first in it. The
/// recursion is at most 81 guesses deep, since every guess decides a cell; refuted digits add no depth.
fn search(
    mut grid: Grid, mut stale: u16, budget: &mut Budget, choose: &impl Fn(&Grid) -> (Cell, Digit),
    visit: &mut impl FnMut(&Grid) -> bool,
) -> Within<bool> {
    while deduce(&mut grid, stale) {
        if grid.placed == Cells::ALL {
            return Ok(visit(&grid));
        }
        budget.spend()?;
        let (cell, digit) = choose(&grid);
        stale = 1 << digit.index();
        if !search(with_digit(&grid, cell, digit), stale, budget, choose, visit)? {
            return Ok(false);
        }
        grid.planes[digit].remove(cell);
    }
    Ok(true)
}

/// Returns the grid with the digit guessed: the peers of the cell lose it, so that `deduce` finds a single.
#[doc(hidden)]
pub fn with_digit(grid: &Grid, cell: Cell, digit: Digit) -> Grid {
    let mut with = *grid;
    with.planes[digit] -= cell.peers();
    with
}

/// Plays singles and locked candidates of the `stale` digits, and of the digits that lose cells in turn,
/// until there are none left. Returns false if a contradiction shows that there is no solution.
#[doc(hidden)]
pub fn deduce(grid: &mut Grid, mut stale: u16) -> bool {
    while stale != 0 {
        let Some((values, all)) = thin_stale(grid, stale) else { return false };
        grid.placed |= all;
        stale = 0;
        // Two words each: the compiler then processes both at once.
        let (mut once, mut twice, open) = ([0; 2], [0; 2], words_of(!all));
        if all.is_empty() {
            for &plane in &grid.planes {
                let plane = words_of(plane);
                for k in 0..2 {
                    twice[k] |= once[k] & plane[k];
                    once[k] |= plane[k];
                }
            }
        } else {
            for digit in Digit::all() {
                let (plane, mut kept) = (words_of(grid.planes[digit]), [0; 2]);
                for k in 0..2 {
                    kept[k] = plane[k] & (open[k] | values[digit][k]);
                    twice[k] |= once[k] & kept[k];
                    once[k] |= kept[k];
                }
                stale |= u16::from((plane[0] ^ kept[0]) | (plane[1] ^ kept[1]) != 0) << digit.index();
                grid.planes[digit] = of_words(kept);
            }
        }
        // Play all naked singles after every round of hidden ones.
        loop {
            if of_words(once) != Cells::ALL {
                return false;
            }
            let naked = !of_words(twice) - grid.placed;
            if naked.is_empty() {
                break;
            }
            grid.placed |= naked;
            let changed;
            (changed, once, twice) = place_naked(grid, naked);
            stale |= changed;
        }
        // Peers of placed cells have already lost their digits, so a full board needs no further check.
        if grid.placed == Cells::ALL {
            return true;
        }
    }
    true
}

#[inline(always)]
fn words_of(cells: Cells) -> [u64; 2] {
    cells.words()
}

#[inline(always)]
fn of_words([low, high]: [u64; 2]) -> Cells {
    Cells(u128::from(low) | u128::from(high) << 64)
}

/// Thins the planes of the stale digits. Returns the newly decided cells of each digit, and the union of
/// these; `None` if there is no solution.
#[inline]
fn thin_stale(grid: &mut Grid, mut stale: u16) -> Option<([[u64; 2]; 9], Cells)> {
    let (mut values, mut all) = ([[0; 2]; 9], Cells::EMPTY);
    while stale != 0 {
        let digit = stale.lowest();
        stale &= stale - 1;
        let (plane, alone) = thin(grid.planes[digit])?;
        grid.planes[digit] = plane;
        let own = alone - grid.placed;
        if own.intersects(all) {
            return None;
        }
        all |= own;
        values[digit] = words_of(own);
    }
    Some((values, all))
}

/// Removes the digit of each naked single from its peers. Returns the mask of these digits, the cells with
/// any digit left, and the cells with two or more. (Digit by digit, each with its cells, the solver takes 1.1
/// times as long: no processor can predict which digits have cells.)
#[inline]
fn place_naked(grid: &mut Grid, naked: Cells) -> (u16, [u64; 2], [u64; 2]) {
    let (mut stale, mut once, mut twice) = (0, [0; 2], [0; 2]);
    let digits = DigitBits::of(&grid.planes);
    for cell in naked {
        let digit = digits.digit(cell);
        stale |= digit.bit();
        grid.planes[digit] -= cell.peers();
    }
    for &plane in &grid.planes {
        let plane = words_of(plane);
        for k in 0..2 {
            twice[k] |= once[k] & plane[k];
            once[k] |= plane[k];
        }
    }
    (stale, once, twice)
}

/// Left ends of the nine mini-rows of a band.
const MINIROWS: u32 = 0o111_111_111;
/// First cell of each row of a band: nine columns times this number are repeated in all three rows.
const ROWS: u32 = 0o001_001_001;

/// Removes all locked candidates and hidden singles of one digit from its plane. Returns the cells that stay,
/// and the staying cells that are alone in their block (which now means alone in all three houses); `None` if
/// the digit does not fit.
#[inline]
fn thin(plane: Cells) -> Option<(Cells, Cells)> {
    let mut bands = plane.bands();
    let mut alone = [0; 3];
    loop {
        // The mini-columns of the plane that hold the digit: bit 9·band + column.
        let mut ends = 0;
        for k in 0..3 {
            (bands[k], alone[k]) = thin_band(bands[k]);
            ends |= ((bands[k] | bands[k] >> 9 | bands[k] >> 18) & 0x1ff) << (9 * k);
        }
        let (keep, one) = thin_stacks(ends);
        let spread = |columns: u32, k: usize| (columns >> (9 * k) & 0x1ff) * ROWS;
        if ends & !keep == 0 {
            for k in 0..3 {
                alone[k] &= bands[k] & spread(one, k);
            }
            return (ends != 0).then(|| (Cells::of_bands(bands), Cells::of_bands(alone)));
        }
        for k in 0..3 {
            bands[k] &= spread(keep, k);
        }
    }
}

/// Returns the cells of a band that stay, and its mini-rows that are then alone in their block.
#[inline]
fn thin_band(band: u32) -> (u32, u32) {
    let [keep, one] = BANDS[fold_minirows((band | band >> 1 | band >> 2) & MINIROWS)];
    (band & keep, one)
}

/// Returns the mini-columns that stay, and the mini-columns that are then alone in their block.
#[inline]
fn thin_stacks(ends: u32) -> (u32, u32) {
    [0, 3, 6].into_iter().fold((0, 0), |(keep, one), stack| {
        // Bits 0 1 2 (first band), 9 10 11, 18 19 20 fold to the index 3·band + column: copies 0, 6 and 12
        // places to the left meet at bits 12 to 20, and nowhere else.
        let own = ends >> stack & 0o7_007_007;
        let [k, o] = STACKS[(own.wrapping_mul(0o1_0101) >> 12 & 0x1ff) as usize];
        (keep | k << stack, one | o << stack)
    })
}

/// Places that stay, and places that are then alone in their block, both as cells of the band; for each set
/// of places in a band, where a place is bit 3·block + row.
static BANDS: [[u32; 2]; 512] = table([0, 9, 18, 3, 12, 21, 6, 15, 24], 0b111);
/// Places that stay, and places that are then alone in their block, both as mini-columns of the first stack;
/// for each set of places in a stack, where a place is bit 3·band + column.
static STACKS: [[u32; 2]; 512] = table([0, 1, 2, 9, 10, 11, 18, 19, 20], 0b1);

/// Tabulates [`settle`] for every set of places, with place `k` written as `mark` at bit `at[k]`.
const fn table(at: [u32; 9], mark: u32) -> [[u32; 2]; 512] {
    let mut table = [[0; 2]; 512];
    let mut places = 0;
    while places < 512 {
        let [keep, alone] = settle(places as u32);
        let mut k = 0;
        while k < 9 {
            table[places][0] |= ((keep >> k & 1) * mark) << at[k];
            table[places][1] |= ((alone >> k & 1) * mark) << at[k];
            k += 1;
        }
        places += 1;
    }
    table
}

/// Returns the places of a 3×3 square that belong to a possible triple, which has one place in each line and
/// each column of the square; and the possible places that are alone in their line (three neighbouring bits:
/// a block's places).
const fn settle(places: u32) -> [u32; 2] {
    let triples: [u32; 6] = [0o124, 0o142, 0o214, 0o241, 0o412, 0o421];
    let (mut keep, mut alone, mut k) = (0, 0, 0);
    while k < 6 {
        if triples[k] & !places == 0 {
            keep |= triples[k];
        }
        k += 1;
    }
    while k < 9 {
        let line = keep & 0b111 << (3 * (k - 6));
        alone |= if line.count_ones() == 1 { line } else { 0 };
        k += 1;
    }
    [keep, alone]
}

// tests/engine/second_opinion.rs compares the counts with the counts of a SAT solver.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::parse_puzzle;

    /// A solution is found whenever there is one, and it is nearer to the model, the solution of the puzzle
    /// before clues were removed, than a solution found without a model.
    #[test]
    fn solutions_like_a_model() {
        let (mut near, mut far) = (0, 0);
        let lines = include_str!("../../../datasets/random-10k.txt").lines();
        for (k, line) in lines.take(200).enumerate() {
            let clues = parse_puzzle(line.as_bytes()).unwrap();
            let model = unique_solution(&Grid::from_clues(&clues)).unwrap();
            let fewer = clues.map(|cells| cells.filter(|cell| (cell.index() + k) % 3 > 0).collect());
            let mut grid = Grid::from_clues(&fewer);
            grid.planes[k % 9] -= Cells::of(model.planes[k % 9].first().unwrap_or_default());
            let (like, any) = (solution_like(&grid, &model), solutions(&grid, 1).1);
            assert_eq!(like.is_some(), any.is_some());
            let (Some(like), Some(any)) = (like, any) else { continue };
            assert!(like.is_solved() && (0..9).all(|d| like.planes[d].is_subset(grid.planes[d])));
            let differ =
                |other: Grid| (0..9).map(|d| (model.planes[d] - other.planes[d]).len()).sum::<usize>();
            (near, far) = (near + differ(like), far + differ(any));
        }
        assert!(near > 0 && 3 * near < 2 * far, "{near} {far}");
    }

    /// Counts equal the number of solutions visited one by one.
    #[test]
    fn counts_are_numbers_of_solutions() {
        let mut several = 0;
        for (k, line) in include_str!("../../../datasets/random-10k.txt").lines().take(300).enumerate() {
            let clues = parse_puzzle(line.as_bytes()).unwrap();
            let grid = Grid::from_clues(
                &clues.map(|cells| cells.filter(|cell| (cell.index() + k) % 9 > 0).collect()),
            );
            let mut solutions = Vec::new();
            let more = &mut |solution: &Grid| {
                solutions.push(*solution);
                solutions.len() < 500
            };
            each_solution(&grid, &mut Budget(u64::MAX), &first_digit, more).unwrap();
            let (count, one) = super::solutions(&grid, 500);
            assert_eq!(count, solutions.len(), "{line}");
            assert_eq!(one.is_some(), count > 0);
            let possible = |one: Grid| (0..9).all(|d| one.planes[d].is_subset(grid.planes[d]));
            assert!(one.is_none_or(|one| one.is_solved() && possible(one)), "{line}");
            several += usize::from((2..500).contains(&count));
        }
        assert!(several > 50, "{several}");
    }

    #[test]
    fn limits() {
        assert_eq!(solutions(&Grid::default(), 1000).0, 1000);
        assert_eq!(solutions(&Grid::default(), 0), (0, None));
    }
}
