//! Two strong links of a digit with a weak one between: skyscrapers, two-string kites, turbot fish, empty
//! rectangles.
//!
//! ```text
//!   skyscraper          kite               empty rectangle
//!   a · · · b ·         · · · c · ·        1 1 · │ b     the block has the digit in one row and one
//!   │ · · · · t         · · · b = a        · 1 · │ ║     column only; b and q are the only places of
//!   c · · · · d         · · · d · t        · t · │ q     another line: the digit is not in t, where
//!                                          ──────┘       q's row and the block's column cross
//! ```

use super::{ConjugatePair, LinkNode, Sight, StrongReason, conclude, pairs};
use crate::budget::Within;
use crate::grid::{Cell, Cells, Digit, Grid, House, HouseKind};
use crate::rule::Findings;
use crate::rules::barren::{OneDigitRule, each_digit};
use crate::state::State;

/// Pattern of two strong links.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum OneDigitPattern {
    /// Links in two rows, or two columns, joined in a line that crosses both.
    Skyscraper,
    /// Links in a row and a column, joined in a block.
    Kite,
    /// Links with at least one in a block.
    Turbot,
}

/// Finds two houses with two places each.
pub(in crate::rules) fn two_links(
    pattern: OneDigitPattern, state: &mut State, found: &mut Findings,
) -> Within {
    each_digit(OneDigitRule::TwoLinks(pattern), state, |state, digit| {
        let (grid, sight, mut any) = (state.grid(), Sight::of(state), false);
        let all = sight.pairs(grid.open_plane(digit));
        for (k, one) in all.iter().enumerate() {
            for other in &all[k + 1..] {
                if OneDigitPattern::of(one, other) == pattern {
                    any |= joined(pattern, grid, sight, digit, [one, other], found);
                }
            }
        }
        any
    });
    Ok(())
}

impl OneDigitPattern {
    /// Returns the pattern for the kinds of the two houses.
    fn of(one: &ConjugatePair, other: &ConjugatePair) -> OneDigitPattern {
        match (one.house.kind(), other.house.kind()) {
            (HouseKind::Block, _) | (_, HouseKind::Block) => OneDigitPattern::Turbot,
            (a, b) if a == b => OneDigitPattern::Skyscraper,
            _ => OneDigitPattern::Kite,
        }
    }

    /// Whether places of two houses are linked. (The places are in no house of the two together. So no block
    /// joins a turbot fish, and no row or column a kite.)
    fn joins(self, sight: Sight, digit: Digit, kind: HouseKind, [b, c]: [Cell; 2]) -> bool {
        match (self, kind) {
            (OneDigitPattern::Skyscraper, HouseKind::Row) => b.column() == c.column(),
            (OneDigitPattern::Skyscraper, _) => b.row() == c.row(),
            _ => sight.seen(digit, b).contains(c),
        }
    }
}

fn joined(
    pattern: OneDigitPattern, grid: &Grid, sight: Sight, digit: Digit, [one, other]: [&ConjugatePair; 2],
    found: &mut Findings,
) -> bool {
    let (kind, mut any) = (one.house.kind(), false);
    for [a, b] in one.both_ways() {
        for [c, d] in other.both_ways() {
            let apart = !one.places.contains(&c) && !one.places.contains(&d);
            let joins = |ends| pattern.joins(sight, digit, kind, ends);
            // Links joined at both ends are an X-wing.
            let is_fish = pattern == OneDigitPattern::Skyscraper && joins([a, d]);
            if apart && joins([b, c]) && !is_fish {
                let [a, b, c, d] = [a, b, c, d].map(|cell| sight.node(digit, cell));
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

/// Finds a block with three places or more, all of them in the union of a row and a column, and a line with
/// two places, of which one is in that row or column.
pub(in crate::rules) fn empty_rectangles(state: &mut State, _: u8, found: &mut Findings) -> Within {
    each_digit(OneDigitRule::EmptyRectangles, state, |state, digit| {
        let (grid, mut any) = (state.grid(), false);
        let plane = grid.open_plane(digit);
        let mut lines = None;
        for block in (0..9).map(House::block) {
            let places = plane & block.cells();
            if places.len() < 3 {
                continue;
            }
            for (along, across) in arms(block, places) {
                let lines = lines.get_or_insert_with(|| pairs(plane));
                for pair in lines.iter().filter(|pair| pair.house.kind() != HouseKind::Block) {
                    for [p, q] in pair.both_ways() {
                        let enters = along.cells().contains(p) && !block.cells().contains(p);
                        if enters && !block.cells().contains(q) {
                            let arms = [along, across].map(|line| places & line.cells());
                            any |= rectangle(grid, digit, block, arms, pair.house, [p, q], found);
                        }
                    }
                }
            }
        }
        any
    });
    Ok(())
}

/// Finds the rows and columns that together, but not alone, contain all places of the block, in both orders.
fn arms(block: House, places: Cells) -> impl Iterator<Item = (House, House)> {
    let lines = (0..9).map(move |k| {
        let [row, column, _] = block.square(k).houses();
        (row, column)
    });
    let cross = lines.filter(move |&(row, column)| {
        let [row, column] = [row, column].map(|line| places & line.cells());
        row | column == places && !row.is_subset(column) && !column.is_subset(row)
    });
    cross.flat_map(|(row, column)| [(row, column), (column, row)])
}

/// Eliminates the candidates that see both `q`, the far end of the line, and the arm `across`; the line
/// enters at `p`, which sees the arm `along`.
fn rectangle(
    grid: &Grid, digit: Digit, block: House, arms: [Cells; 2], line: House, ends: [Cell; 2],
    found: &mut Findings,
) -> bool {
    let [along, across] = arms.map(|cells| LinkNode::new(digit, cells));
    let [p, q] = ends.map(|cell| LinkNode::of(digit, cell));
    conclude(grid, found, &[(StrongReason::House(block), across, along), (StrongReason::House(line), p, q)])
}
