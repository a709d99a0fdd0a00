//! `Hint`: one step of the rating with its reason. The reason of a chain is its implications, literal by
//! literal, which may rest on other hints.

use super::board::Board;
use super::chains::literal::{Cause, Literal};
use super::houses::Houses;
use crate::evidence::Technique;
use crate::grid::{Cell, Digit, House};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Result of a rule, which stops at its first hint.
pub type Flow<H = House> = ControlFlow<Hint<H>>;

/// Conclusion of a rule, with the numbers by which it is rated and sorted.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint<H = House> {
    /// The technique.
    pub technique: Technique,
    /// The difficulty, added up in the classic program's order so that rounding, and thus comparison, is the
    /// same; printed in tenths.
    pub difficulty: f64,
    /// Number of literals in a chain; 0 for other hints.
    pub complexity: u32,
    /// Tie-breaker of chains with equal difficulty and complexity; 0 for other hints.
    pub sort_key: u8,
    /// Removed candidates: cells in the order of the rule, with a bit for each digit.
    pub eliminations: Vec<(Cell, u16)>,
    /// Placed value: cell and digit.
    pub placement: Option<(Cell, Digit)>,
    /// The reason.
    pub why: Why<H>,
}

/// Reason of a hint.
#[derive(Clone, PartialEq, Debug)]
pub enum Why<H = House> {
    /// The digit has one place in this house.
    HiddenSingle(H),
    /// The cell has one candidate.
    NakedSingle,
    /// The places of a digit in one house are in another.
    Locked(Locked<H>),
    /// Locked candidates that leave one place in this house.
    DirectLocked(Locked<H>, H),
    /// The digits have only these positions in the house.
    HiddenSet(HouseSet<H>),
    /// A hidden set that leaves one place in its house to the digit that is placed.
    DirectHiddenSet(HouseSet<H>),
    /// The positions of the house have only these digits.
    NakedSet(HouseSet<H>),
    /// The places of a digit in some lines are in as many crossing lines.
    Fish(Fish),
    /// A pivot, and two cells that it sees.
    Wing([Cell; 3]),
    /// A unique rectangle or loop.
    Loop(Loop<H>),
    /// A bivalue universal grave with extra candidates.
    Bug(Bug<H>),
    /// Implications and their common conclusion.
    Chain(Box<Tree<H>>),
    /// Cells and their common excluders.
    Aligned(Vec<Cell>, Vec<Cell>),
}

/// All places of the digit in the house `base` are in the house `cover`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Locked<H = House> {
    pub digit: Digit,
    /// The house in which the digit is locked.
    pub base: H,
    /// The house from which the digit is removed.
    pub cover: H,
}

/// As many digits as positions of a house.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HouseSet<H = House> {
    pub house: H,
    pub digits: u16,
    pub positions: u16,
}

/// All places of the digit in the lines `base` are in the lines `cover`: masks over rows and columns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fish {
    pub digit: Digit,
    /// Whether the base lines are rows.
    pub base_is_rows: bool,
    /// The base lines.
    pub base: u16,
    /// The crossing lines.
    pub cover: u16,
}

/// A loop of cells that share two digits; some have extra candidates.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop<H = House> {
    /// The cells in order.
    pub cells: Vec<Cell>,
    /// The two digits.
    pub digits: u16,
    /// Subset of type 3: whether it is hidden, and the set with all its digits. The set's positions leave out
    /// the first two cells with extras.
    pub subset: Option<(bool, HouseSet<H>)>,
}

/// A bivalue universal grave with extra candidates.
#[derive(Clone, PartialEq, Debug)]
pub struct Bug<H = House> {
    /// Cells with extra candidates, and these candidates.
    pub extras: Vec<(Cell, u16)>,
    /// Subset of type 3.
    pub subset: Option<HouseSet<H>>,
    /// Locked digit of type 4.
    pub locked: Option<Digit>,
}

/// Kind of a chain hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintKind<H = House> {
    /// A loop that holds in both directions. The first target is the loop, from the literal that closes it;
    /// the second is the same loop in the other direction.
    Cycle,
    /// An assumption leads to its opposite: one target.
    Forcing,
    /// A candidate and its opposite lead to the same literal: two targets.
    Double,
    /// An assumption leads to a literal and to its opposite: two targets.
    Contradiction,
    /// Each candidate of this cell leads to the same literal: a target each.
    Cell(Cell),
    /// Each place of this digit in this house leads to the same literal: a target each.
    Region {
        /// The house.
        house: H,
        /// The digit.
        digit: Digit,
    },
}

/// A literal and its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeNode<H = House> {
    /// The literal.
    pub literal: Literal,
    /// The reason why the literal follows from its parents.
    pub cause: Cause,
    /// The pattern or the chain hint, found in the state that the parents lead to, if that is the reason.
    pub nested: Option<Arc<Hint<H>>>,
    /// End of the node's parents in the list; they begin at the end of the previous node's parents.
    parents_end: u32,
}

/// A literal and everything it follows from, breadth first: each literal once, the target first. In a loop
/// the first literal is the parent of the last.
#[derive(Clone, PartialEq, Debug)]
pub struct Chain<H = House> {
    nodes: Vec<TreeNode<H>>,
    parents: Vec<u16>,
}

impl<H> Chain<H> {
    /// Makes a chain without nodes, with room for this many nodes of one parent each.
    pub fn with_capacity(nodes: usize) -> Chain<H> {
        Chain { nodes: Vec::with_capacity(nodes), parents: Vec::with_capacity(nodes) }
    }

    /// Adds a node; its parents are positions in the list.
    pub fn push(
        &mut self, literal: Literal, cause: Cause, parents: impl IntoIterator<Item = u16>,
        nested: Option<Arc<Hint<H>>>,
    ) {
        self.parents.extend(parents);
        let parents_end = self.parents.len() as u32;
        self.nodes.push(TreeNode { literal, cause, nested, parents_end });
    }

    /// Returns the nodes in order.
    pub fn nodes(&self) -> &[TreeNode<H>] {
        &self.nodes
    }

    /// Returns the positions of a node's parents.
    pub fn parents(&self, at: usize) -> &[u16] {
        let end = |at: usize| self.nodes[at].parents_end as usize;
        let first = at.checked_sub(1).map_or(0, end);
        &self.parents[first..end(at)]
    }
}

/// All chains of a hint.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree<H = House> {
    /// The kind of the hint: how the chains prove its conclusion.
    pub kind: HintKind<H>,
    /// One chain for each target.
    pub targets: Vec<Chain<H>>,
}

impl<H> Hint<H> {
    /// Makes a hint that places a digit and is not a chain.
    pub fn place(technique: Technique, cell: Cell, digit: Digit, why: Why<H>) -> Hint<H> {
        let placement = Some((cell, digit));
        Hint { placement, ..Hint::remove(technique, Vec::new(), why) }
    }

    /// Makes a hint that removes candidates and is not a chain.
    pub fn remove(technique: Technique, eliminations: Vec<(Cell, u16)>, why: Why<H>) -> Hint<H> {
        let difficulty = technique.base();
        Hint { technique, difficulty, complexity: 0, sort_key: 0, eliminations, placement: None, why }
    }

    /// Applies the eliminations, then the placement.
    pub fn apply<G: Houses>(&self, board: &mut Board<G>) {
        for &(cell, digits) in &self.eliminations {
            board.eliminate(cell, digits);
        }
        if let Some((cell, digit)) = self.placement {
            board.place(cell, digit);
        }
    }
}

/// Returns the difficulty of this many tenths.
pub fn of_tenths(count: usize) -> f64 {
    count as f64 * 0.1
}

/// Converts a difficulty to tenths, as printed.
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
