//! Super-hidden subsets (X-wing, swordfish, jellyfish…) and their finned forms (docs/theory.md, "Hall sets").
//!
//! For one digit the rows are members and the columns values, or the other way round: a fish is a Hall set of
//! lines.

use super::hall;
use crate::budget::Within;
use crate::evidence::{Evidence, FinnedFish, Hall};
use crate::grid::halls::{ALL_DIGITS, FIRST_DIGIT, SIZE};
use crate::grid::{Candidate, Candidates, Cells, Grid, HOUSES, bits, members, notation::Variable};
use crate::rule::Findings;
use crate::state::State;
use std::ops::Range;

/// Sets of houses, by their numbers.
pub(in super::super) type Houses = u64;

/// The cells of these base lines of a side of the digit's matrix, and of these covering lines: rows and
/// columns, or columns and rows.
pub(in super::super) fn cells(side: usize, base: u16, cover: u16) -> (Cells, Cells) {
    let union = |lines: u16, side: usize| {
        bits(lines).fold(Cells::EMPTY, |cells, line| cells | HOUSES[9 * side + line])
    };
    (union(base, side), union(cover, 1 - side))
}

/// These lines of a digit.
pub(in super::super) fn fish(digit: usize, side: usize, base: u16, cover: u16) -> Hall {
    let houses = |lines: u16, side: usize| Vec::from_iter(bits(lines).map(|line| 9 * side + line));
    Hall::fish(digit, &houses(base, side), &houses(cover, 1 - side))
}

/// As sets of houses.
pub(in super::super) fn houses(side: usize, base: u16, cover: u16) -> (Houses, Houses) {
    (Houses::from(base) << (9 * side), Houses::from(cover) << (9 * (1 - side)))
}

/// Places of the digit in base sets and in no covering one, and those in two base sets.
pub(in super::super) fn fins(plane: Cells, (base, cover): (Houses, Houses)) -> Cells {
    let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
    for house in members(base) {
        twice |= once & HOUSES[house] & plane;
        once |= HOUSES[house] & plane;
    }
    members(cover).fold(once, |left, house| left - HOUSES[house]) | twice
}

/// A fish with fins: the digit's places are `plane`.
pub(in super::super) fn with_fins(digit: usize, plane: Cells, (base, cover): (Houses, Houses)) -> FinnedFish {
    let sets = |houses| members(houses).map(|house| Variable::of_house(house, digit)).collect();
    let fins = fins(plane, (base, cover)).map(|cell| Candidate::new(digit, cell)).collect();
    FinnedFish { variables: sets(base), transversals: sets(cover), fins }
}

pub(in super::super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, halls) = state.halls();
    let possible = [0, 1].map(|side| halls.possible(ALL_DIGITS, side, size as usize));
    for digit in 0..9 {
        for side in [0, 1] {
            let matrix = FIRST_DIGIT + digit;
            if possible[side] >> matrix & 1 == 0 {
                continue;
            }
            hall::each(&halls.lines(matrix, side), size as usize, |base, cover| {
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

/// Fish with one line that has extra places, all in one block.
pub(in super::super) fn find_finned(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, halls) = state.halls();
    let mut sets = Vec::new();
    for digit in 0..9 {
        for side in [0, 1] {
            let places = halls.lines(FIRST_DIGIT + digit, side);
            // n-1 lines within n covering lines: the finned line completes them.
            sets.clear();
            nearly(&places, size.into(), 0..9, [0, 0], &mut sets);
            for finned in (0..9).filter(|&line| places[line] != 0) {
                for &[lines, cover] in sets.iter().filter(|[lines, _]| lines >> finned & 1 == 0) {
                    let fins = places[finned] & !cover;
                    let base = lines | 1 << finned;
                    let targets = finned_targets(grid, digit, side, (base, cover), finned, fins);
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

/// Lists every set of `n - 1` lines with two or more places each, `n` between them, with these: those that
/// are known, and others `from` below them. In order of the sets as numbers.
fn nearly(
    places: &[u16; 9], n: usize, from: Range<usize>, [lines, cover]: [u16; 2], sets: &mut Vec<[u16; 2]>,
) {
    let size = |set: u16| usize::from(SIZE[set as usize]);
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

/// The cells that a finned fish clears: in the block of all the fins, in a covering line, in no base line.
/// None if there are no fins or they lie in several blocks.
fn finned_targets(
    grid: &Grid, digit: usize, side: usize, (base, cover): (u16, u16), finned: usize, fins: u16,
) -> Cells {
    let third = fins.trailing_zeros() as usize / 3;
    if fins == 0 || fins & !(0b111 << (3 * third)) != 0 {
        return Cells::EMPTY;
    }
    let block = match side {
        0 => finned / 3 * 3 + third,
        _ => third * 3 + finned / 3,
    };
    let others = grid.open_plane(digit) & (HOUSES[18 + block] - HOUSES[9 * side + finned]);
    if others.is_empty() {
        return Cells::EMPTY;
    }
    let (base_cells, cover_cells) = cells(side, base, cover);
    others & (cover_cells - base_cells)
}
