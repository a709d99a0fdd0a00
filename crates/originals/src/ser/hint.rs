//! `Hint`: one step of the rating, and what it rests on: of a chain its implications, literal by literal, and
//! these may rest on hints again.

use super::board::Board;
use super::chains::literal::{Cause, Literal};
use crate::evidence::Technique;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Whether a rule has a hint: it breaks off with its first.
pub type Flow = ControlFlow<Hint>;

/// What a rule proves, with the numbers by which it is rated and sorted.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// Its technique.
    pub technique: Technique,
    /// Its difficulty: the sum as the classic program makes it, which is compared; printed in tenths.
    pub difficulty: f64,
    /// Of a chain, the number of literals that it is long; 0 of others.
    pub complexity: u32,
    /// Of a chain, what decides between equal difficulties and complexities; 0 of others.
    pub sort_key: u8,
    /// What it removes: cells in the order of the rule, a bit for each digit.
    pub eliminations: Vec<(u8, u16)>,
    /// What it places: cell and digit.
    pub placement: Option<(u8, u8)>,
    /// What it rests on.
    pub why: Why,
}

/// What a hint rests on.
#[derive(Clone, PartialEq, Debug)]
pub enum Why {
    /// The digit has one place in this house.
    HiddenSingle(u8),
    /// The cell has one candidate.
    NakedSingle,
    /// The places of a digit in one house are in another.
    Locked(Locked),
    /// As above, and one place is left in this house.
    DirectLocked(Locked, u8),
    /// The digits have only these positions in the house.
    HiddenSet(HouseSet),
    /// As above, and the digit that is placed has one place left there.
    DirectHiddenSet(HouseSet),
    /// The positions of the house have only these digits.
    NakedSet(HouseSet),
    /// The places of a digit in some lines are in as many lines across.
    Fish(Fish),
    /// A pivot, and two cells that it sees.
    Wing([u8; 3]),
    /// A rectangle or loop.
    Loop(Loop),
    /// A bivalue universal grave, but for some cells.
    Bug(Bug),
    /// Implications, and what they prove together.
    Chain(Box<Tree>),
    /// Cells, and the excluders that they have in common.
    Aligned(Vec<u8>, Vec<u8>),
}

/// All places of the digit in the house `base` are in the house `cover`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Locked {
    pub digit: u8,
    /// Where its places are locked.
    pub base: u8,
    /// Where it is removed.
    pub cover: u8,
}

/// As many digits as positions of a house.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HouseSet {
    pub house: u8,
    pub digits: u16,
    pub positions: u16,
}

/// All places of the digit in the lines `base` are in the lines `cover`: masks over rows and columns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fish {
    pub digit: u8,
    /// Whether the base lines are rows.
    pub base_is_rows: bool,
    /// The base lines.
    pub base: u16,
    /// The lines across.
    pub cover: u16,
}

/// A loop of cells with two digits, some with more.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    /// Its cells in order.
    pub cells: Vec<u8>,
    /// Its two digits.
    pub digits: u16,
    /// Of type 3, the subset: hidden or naked, of all its digits, and with its cells other than the first two
    /// with more.
    pub subset: Option<(bool, HouseSet)>,
}

/// A bivalue universal grave, but for some cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Bug {
    /// The cells with more, and the digits that they have more.
    pub extras: Vec<(u8, u16)>,
    /// Of type 3, the subset.
    pub subset: Option<HouseSet>,
    /// Of type 4, the digit that is locked.
    pub locked: Option<u8>,
}

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
    /// The literal.
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
    /// Without nodes; there is room for this many, with a parent each.
    pub fn with_capacity(nodes: usize) -> Chain {
        Chain { nodes: Vec::with_capacity(nodes), parents: Vec::with_capacity(nodes) }
    }

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
    /// One chain for each target.
    pub targets: Vec<Chain>,
}

impl Hint {
    /// A hint that places a digit and is no chain.
    pub fn place(technique: Technique, cell: usize, digit: usize, why: Why) -> Hint {
        let placement = Some((cell as u8, digit as u8));
        Hint { placement, ..Hint::remove(technique, Vec::new(), why) }
    }

    /// A hint that removes candidates and is no chain.
    pub fn remove(technique: Technique, eliminations: Vec<(u8, u16)>, why: Why) -> Hint {
        let difficulty = technique.base();
        Hint { technique, difficulty, complexity: 0, sort_key: 0, eliminations, placement: None, why }
    }

    /// Removes what it removes, then places what it places.
    pub fn apply(&self, board: &mut Board) {
        for &(cell, digits) in &self.eliminations {
            board.eliminate(cell as usize, digits);
        }
        if let Some((cell, digit)) = self.placement {
            board.place(cell as usize, digit as usize);
        }
    }
}

/// The difficulty as it is printed, in tenths.
pub fn tenths(difficulty: f64) -> u32 {
    ((difficulty + 0.05) * 10.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_printed_in_tenths() {
        assert_eq!(tenths(6.6 + 0.1), 67);
        assert_eq!([1.2, 2.0, 6.9, 7.1, 9.5, 20.0].map(tenths), [12, 20, 69, 71, 95, 200]);
    }
}
