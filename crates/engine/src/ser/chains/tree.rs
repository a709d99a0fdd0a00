//! What a chain hint rests on: its implications, literal by literal.

use super::literal::{Cause, Literal};
use crate::ser::hint::Hint;
use std::sync::Arc;

/// The kind of a chain hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintKind {
    /// A loop, either way round. The first target is the loop, from the literal that closes it; the second is
    /// the same loop the other way round.
    Cycle,
    /// An assumption leads to its opposite: one target.
    Forcing,
    /// A candidate and its opposite lead to the same literal: two targets.
    Double,
    /// An assumption leads to a literal and to its opposite: two targets.
    Contradiction,
    /// Each candidate of this cell leads to the same literal: a target each.
    Cell(u8),
    /// Each place of this digit in this house leads to the same literal: a target each.
    Region {
        /// The house, as in [`crate::grid::HOUSES`].
        house: u8,
        /// The digit, from 0.
        digit: u8,
    },
}

/// A literal, and from what it follows.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeNode {
    pub literal: Literal,
    /// Why it follows from its parents.
    pub cause: Cause,
    /// The pattern or the chain hint in the state that its parents lead to, if that is its reason.
    pub nested: Option<Arc<Hint>>,
    /// Where its parents end; they begin where those of the node before it end.
    parents_end: u32,
}

/// A literal with all from which it follows, breadth first: each literal once, the target first. In a loop
/// the first is the parent of the last.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chain {
    nodes: Vec<TreeNode>,
    parents: Vec<u16>,
}

impl Chain {
    /// Adds a node; its parents are positions in the list.
    pub fn push(
        &mut self, literal: Literal, cause: Cause, parents: impl IntoIterator<Item = u16>,
        nested: Option<Arc<Hint>>,
    ) {
        self.parents.extend(parents);
        let parents_end = self.parents.len() as u32;
        self.nodes.push(TreeNode { literal, cause, nested, parents_end });
    }

    /// The nodes in order.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// The positions of a node's parents.
    pub fn parents(&self, at: usize) -> &[u16] {
        let end = |at: usize| self.nodes[at].parents_end as usize;
        let first = at.checked_sub(1).map_or(0, end);
        &self.parents[first..end(at)]
    }
}

/// All chains of a hint.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    /// What they prove together.
    pub kind: HintKind,
    pub targets: Vec<Chain>,
}
