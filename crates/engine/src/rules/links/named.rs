//! Chains of three strong links named by the kinds of their links (New Sudoku Players' Forum): a cell with
//! two digits, or a house with two places of a digit. (XY- and W-wings have rules of their own.)
//!
//! ```text
//!   M-wing   cell, house, house, of two digits     (x=y) - y=(y-x)=x
//!   S-wing   house, cell, house                    x=x - (x=y) - y=y
//!   L-wing   three houses                          x=(x-y)=(y-z)=z
//!   H-wing   cell, cell, house                     (x=y) - (y=z) - z=z
//!            or cell, house, house, of one digit   (x=y) - y=y - y=y
//! ```

use super::{LinkNode, Sight, StrongReason, conclude};
use crate::budget::Within;
use crate::grid::Digit;
use crate::rule::Findings;
use crate::state::State;

/// Name of a wing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum NamedWing {
    M,
    S,
    L,
    H,
}

/// Strong link: its reason, and its nodes.
type OneLink = (StrongReason, LinkNode, LinkNode);

pub(in crate::rules) fn find(wing: NamedWing, state: &mut State, found: &mut Findings) -> Within {
    let mut budget = state.budget;
    let (grid, sight) = (state.grid(), Sight::of(state));
    let houses = Digit::all().flat_map(|digit| sight.in_houses(grid, digit));
    let all: Vec<OneLink> = houses
        .chain(sight.in_cells(grid))
        .flat_map(|(by, from, to)| [(by, from, to), (by, to, from)])
        .collect();
    for middle @ (_, from, to) in &all {
        budget.spend()?;
        let before: Vec<&OneLink> = all.iter().filter(|one| one.2.is_linked(from)).collect();
        for after in all.iter().filter(|one| one.1.is_linked(to)) {
            for &before in &before {
                let links = [*before, *middle, *after];
                if wing.is_of(&links) && are_different(&links) {
                    conclude(grid, found, &links);
                }
            }
        }
    }
    state.budget = budget;
    Ok(())
}

impl NamedWing {
    /// Whether the links make this wing; true for only one of the two directions of a chain.
    fn is_of(self, links: &[OneLink; 3]) -> bool {
        let [is_cell, middle_is_cell, last_is_cell] =
            [0, 1, 2].map(|k| matches!(links[k].0, StrongReason::Set(_)));
        let in_order = links[0].1.first() < links[2].2.first();
        let one_digit = links[1].1.digit == links[2].1.digit;
        match (self, is_cell, middle_is_cell, last_is_cell) {
            (NamedWing::M, true, false, false) => !one_digit,
            (NamedWing::H, true, false, false) => one_digit,
            (NamedWing::H, true, true, false) => true,
            (NamedWing::S, false, true, false) | (NamedWing::L, false, false, false) => in_order,
            _ => false,
        }
    }
}

/// Whether no node is in two of the links.
fn are_different(links: &[OneLink; 3]) -> bool {
    let nodes: [LinkNode; 6] =
        std::array::from_fn(|k| if k % 2 == 0 { links[k / 2].1 } else { links[k / 2].2 });
    nodes.iter().enumerate().all(|(k, node)| !nodes[..k].contains(node))
}
