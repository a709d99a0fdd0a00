//! Two strong links of a digit with a weak one between: skyscrapers, two-string kites, turbot fish, empty
//! rectangles.
//!
//! ```text
//!   skyscraper          kite               empty rectangle
//!   a · · · b ·         · · · c · ·        1 1 · │ b     the block has the digit in one row and one
//!   │ · · · · t         · · · b = a        · 1 · │ ║     column only; b and q are the only places of
//!   c · · · · d         · · · d · t        · t · │ q     another line: it is not where q and the
//!                                          ──────┘       block's column cross
//! ```

use super::{ConjugatePair, LinkNode, StrongReason, conclude, pairs};
use crate::budget::Within;
use crate::grid::{Cells, Grid, HOUSES, block_of, column_of, row_of};
use crate::rule::Findings;
use crate::rules::barren::{OneDigitRule, each_digit};
use crate::state::State;

/// Which patterns of two strong links.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum OneDigitPattern {
    /// In two rows, or two columns, joined in a line that crosses both.
    Skyscraper,
    /// In a row and a column, joined in a block.
    Kite,
    /// One in a block.
    Turbot,
}

/// Two houses with two places each.
pub(in crate::rules) fn two_links(
    pattern: OneDigitPattern, state: &mut State, found: &mut Findings,
) -> Within {
    each_digit(OneDigitRule::TwoLinks(pattern), state, |state, digit| {
        let (grid, mut any) = (state.grid(), false);
        let all = pairs(grid.open_plane(digit));
        for (k, one) in all.iter().enumerate() {
            for other in &all[k + 1..] {
                if OneDigitPattern::of(one, other) == pattern {
                    any |= joined(pattern, grid, digit, [one, other], found);
                }
            }
        }
        any
    });
    Ok(())
}

impl OneDigitPattern {
    /// By the kinds of houses.
    fn of(one: &ConjugatePair, other: &ConjugatePair) -> OneDigitPattern {
        match (one.house / 9, other.house / 9) {
            (2, _) | (_, 2) => OneDigitPattern::Turbot,
            (a, b) if a == b => OneDigitPattern::Skyscraper,
            _ => OneDigitPattern::Kite,
        }
    }

    fn joins(self, kind: usize, b: usize, c: usize) -> bool {
        match (self, kind) {
            (OneDigitPattern::Skyscraper, 0) => column_of(b) == column_of(c),
            (OneDigitPattern::Skyscraper, _) => row_of(b) == row_of(c),
            (OneDigitPattern::Kite, _) => block_of(b) == block_of(c),
            (OneDigitPattern::Turbot, _) => row_of(b) == row_of(c) || column_of(b) == column_of(c),
        }
    }
}

fn joined(
    pattern: OneDigitPattern, grid: &Grid, digit: usize, [one, other]: [&ConjugatePair; 2],
    found: &mut Findings,
) -> bool {
    let (kind, mut any) = (one.house / 9, false);
    for [a, b] in one.both_ways() {
        for [c, d] in other.both_ways() {
            let apart = !one.places.contains(&c) && !one.places.contains(&d);
            // Joined at both ends it is an X-wing.
            let is_fish = pattern == OneDigitPattern::Skyscraper && pattern.joins(kind, a, d);
            if apart && pattern.joins(kind, b, c) && !is_fish {
                let [a, b, c, d] = [a, b, c, d].map(|cell| LinkNode::of(digit, cell));
                any |= conclude(
                    grid,
                    found,
                    &[(StrongReason::House(one.house), a, b), (StrongReason::House(other.house), c, d)],
                );
            }
        }
    }
    any
}

/// A block with three places or more, all in one row and one column, and a line with two places, one of them
/// in this row or column.
pub(in crate::rules) fn empty_rectangles(state: &mut State, _: u8, found: &mut Findings) -> Within {
    each_digit(OneDigitRule::EmptyRectangles, state, |state, digit| {
        let (grid, mut any) = (state.grid(), false);
        let plane = grid.open_plane(digit);
        let mut lines = None;
        for block in 18..27 {
            let places = plane & HOUSES[block];
            if places.len() < 3 {
                continue;
            }
            for (along, across) in arms(block, places) {
                let lines = lines.get_or_insert_with(|| pairs(plane));
                for pair in lines.iter().filter(|pair| pair.house < 18) {
                    for [p, q] in pair.both_ways() {
                        let enters = HOUSES[along].contains(p) && !HOUSES[block].contains(p);
                        if enters && !HOUSES[block].contains(q) {
                            let arms = [along, across].map(|line| places & HOUSES[line]);
                            any |= rectangle(grid, digit, (block, arms), (pair.house, p, q), found);
                        }
                    }
                }
            }
        }
        any
    });
    Ok(())
}

/// A row and a column that have all the places, neither of them alone; both ways round.
fn arms(block: usize, places: Cells) -> impl Iterator<Item = (usize, usize)> {
    let lines = (0..9).map(move |k| (block / 3 * 3 - 18 + k / 3, 9 + block % 3 * 3 + k % 3));
    let cross = lines.filter(move |&(row, column)| {
        let [row, column] = [row, column].map(|line| places & HOUSES[line]);
        row | column == places && !row.is_subset(column) && !column.is_subset(row)
    });
    cross.flat_map(|(row, column)| [(row, column), (column, row)])
}

/// The line enters where one arm points; gone is what its other end and the other arm see.
fn rectangle(
    grid: &Grid, digit: usize, (block, [along, across]): (usize, [Cells; 2]),
    (house, p, q): (usize, usize, usize), found: &mut Findings,
) -> bool {
    let [along, across] = [along, across].map(|cells| LinkNode::new(digit, cells));
    let [p, q] = [p, q].map(|cell| LinkNode::of(digit, cell));
    conclude(grid, found, &[(StrongReason::House(block), across, along), (StrongReason::House(house), p, q)])
}
