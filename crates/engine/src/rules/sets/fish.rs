//! Super-hidden subsets (X-wing, swordfish, jellyfish…) and their finned forms (docs/theory.md, "Hall sets").
//!
//! For one digit, rows are members and columns values, or vice versa: a fish is a Hall set of lines.

use super::hall;
use crate::budget::Within;
use crate::evidence::{Evidence, FinnedFish, Hall};
use crate::grid::halls::{ALL_DIGITS, FIRST_DIGIT, SIZE};
use crate::grid::mask::Mask;
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid, House, bits, notation::Variable};
use crate::rule::Findings;
use crate::state::State;
use std::ops::Range;

/// Set of houses, a bit for each number.
pub(in super::super) type Houses = u64;

/// Base sets and covering sets of a fish.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct FishSets {
    pub base: Houses,
    pub cover: Houses,
}

/// A line of a side of the digit's matrix: a row, or a column.
pub(in super::super) fn line_of(side: usize, number: usize) -> House {
    House::new(9 * side + number)
}

/// Returns the cells of the base lines and the cells of the covering lines in a digit's matrix: rows and
/// columns on side 0, columns and rows on side 1.
pub(in super::super) fn cells(side: usize, base: u16, cover: u16) -> (Cells, Cells) {
    let union = |lines: u16, side: usize| {
        bits(lines).fold(Cells::EMPTY, |cells, number| cells | line_of(side, number).cells())
    };
    (union(base, side), union(cover, 1 - side))
}

/// Makes the Hall set of a digit's base and covering lines.
pub(in super::super) fn fish(digit: Digit, side: usize, base: u16, cover: u16) -> Hall {
    let houses = |lines: u16, side: usize| Vec::from_iter(bits(lines).map(|number| line_of(side, number)));
    Hall::fish(digit, &houses(base, side), &houses(cover, 1 - side))
}

/// Converts base and covering lines to sets of houses.
pub(in super::super) fn houses(side: usize, base: u16, cover: u16) -> FishSets {
    FishSets { base: Houses::from(base) << (9 * side), cover: Houses::from(cover) << (9 * (1 - side)) }
}

/// Returns the digit's places in base sets and no covering set, and those in two base sets.
pub(in super::super) fn fins(plane: Cells, of: FishSets) -> Cells {
    let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
    for house in House::in_mask(of.base) {
        twice |= once & house.cells() & plane;
        once |= house.cells() & plane;
    }
    House::in_mask(of.cover).fold(once, |left, house| left - house.cells()) | twice
}

/// Makes a fish with fins; `plane` holds the digit's places.
pub(in super::super) fn with_fins(digit: Digit, plane: Cells, of: FishSets) -> FinnedFish {
    let sets = |houses| House::in_mask(houses).map(|house| Variable::In(house, digit)).collect();
    let fins = fins(plane, of).map(|cell| Candidate::new(digit, cell)).collect();
    FinnedFish { variables: sets(of.base), transversals: sets(of.cover), fins }
}

pub(in super::super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, halls) = state.halls();
    let possible = [0, 1].map(|side| halls.possible(ALL_DIGITS, side, usize::from(size)));
    for digit in Digit::all() {
        for side in [0, 1] {
            let matrix = FIRST_DIGIT + digit.index();
            if possible[side] >> matrix & 1 == 0 {
                continue;
            }
            hall::each(&halls.lines(matrix, side), usize::from(size), |base, cover| {
                let (base_cells, cover_cells) = cells(side, base, cover);
                let targets = grid.open_plane(digit) & (cover_cells - base_cells);
                found.eliminate(&Candidates::of_digit(digit, targets), || {
                    Evidence::Subset(fish(digit, side, base, cover))
                });
            });
        }
    }
    Ok(())
}

/// Finds fish with one line that has extra places, all in one block.
pub(in super::super) fn find_finned(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, halls) = state.halls();
    let mut sets = Vec::new();
    for digit in Digit::all() {
        for side in [0, 1] {
            let places = halls.lines(FIRST_DIGIT + digit.index(), side);
            // n-1 lines within n covering lines: the finned line completes them.
            sets.clear();
            nearly(&places, size.into(), 0..9, [0, 0], &mut sets);
            for finned in (0..9).filter(|&line| places[line] != 0) {
                for &[lines, cover] in sets.iter().filter(|[lines, _]| lines >> finned & 1 == 0) {
                    let fins = places[finned] & !cover;
                    let base = lines | 1 << finned;
                    let targets = finned_targets(grid, digit, side, base, cover, finned, fins);
                    if targets.is_empty() {
                        continue;
                    }
                    found.eliminate(&Candidates::of_digit(digit, targets), || {
                        Evidence::Finned(with_fins(digit, grid.open_plane(digit), houses(side, base, cover)))
                    });
                }
            }
        }
    }
    Ok(())
}

/// Lists every set of `n - 1` lines with two or more places each and `n` places in all, together with the
/// places. Each set consists of `lines`, which are known, and other lines in the range `from`, which are
/// below `lines`. Sets are in the order of their numbers.
fn nearly(
    places: &[u16; 9], n: usize, from: Range<usize>, [lines, cover]: [u16; 2], sets: &mut Vec<[u16; 2]>,
) {
    let size = |set: u16| usize::from(SIZE[usize::from(set)]);
    if size(lines) == n - 1 {
        if size(cover) == n {
            sets.push([lines, cover]);
        }
        return;
    }
    for line in from.filter(|&line| size(places[line]) >= 2) {
        let wider = cover | places[line];
        if size(wider) <= n {
            nearly(places, n, 0..line, [lines | 1 << line, wider], sets);
        }
    }
}

/// Returns the cells that a finned fish clears: in the block of all fins, in a covering line, in no base
/// line. Empty if there are no fins or they lie in several blocks.
fn finned_targets(
    grid: &Grid, digit: Digit, side: usize, base: u16, cover: u16, finned: usize, fins: u16,
) -> Cells {
    let third = fins.lowest() / 3;
    if fins == 0 || fins & !(0b111 << (3 * third)) != 0 {
        return Cells::EMPTY;
    }
    let block = match side {
        0 => finned / 3 * 3 + third,
        _ => third * 3 + finned / 3,
    };
    let others = grid.open_plane(digit) & (House::block(block).cells() - line_of(side, finned).cells());
    if others.is_empty() {
        return Cells::EMPTY;
    }
    let (base_cells, cover_cells) = cells(side, base, cover);
    others & (cover_cells - base_cells)
}
