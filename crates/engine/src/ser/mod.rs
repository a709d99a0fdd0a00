//! SER: the rating of the classic Sudoku Explainer (`serate` 1.2.1.2), by rules of our own that find its hints in its
//! order.
//!
//! ```text
//!   board.rs      the state                       basic.rs  locking.rs  sets.rs  fish.rs  wings.rs
//!   hint.rs       Hint: one step                  loops.rs  bug.rs  aligned.rs  chains/
//!   technique.rs  the table of techniques         one family each: the hints of a rule in its order
//!   because.rs    hints → evidence                endgame.rs  whether the rest can be harder
//! ```
//!
//! A rule hands out its hints one by one; who wants the first breaks off. Some rules sort all they have, the others are as
//! they find. So the first hint need not be the easiest, not even of its rule. What is rated is decided by the first
//! one: [`Explainer::next`].

pub mod aligned;
pub mod basic;
mod because;
pub mod board;
pub mod bug;
pub mod chains;
pub mod endgame;
pub mod fish;
pub mod hint;
pub mod locking;
pub mod loops;
pub mod sets;
pub mod technique;
pub mod wings;

use crate::budget::{Budget, OutOfBudget};
use board::Board;
use chains::{ChainRule, Chains};
use hint::{Flow, Hint};

/// Finds the next step of a state. It keeps the memory of the chains.
#[derive(Default)]
pub struct Explainer {
    chains: Chains,
}

impl Explainer {
    /// Takes up the only solution of the puzzle (digits from 0), or that it is not known. It saves work, and changes nothing.
    pub fn know(&mut self, solution: Option<[u8; 81]>) {
        self.chains.know(solution);
    }

    /// The first hint of the first rule that has one: the step that is applied. `None` if no rule has one.
    pub fn next(
        &mut self,
        board: &Board,
        budget: &mut Budget,
    ) -> Result<Option<Hint>, OutOfBudget> {
        budget.spend()?;
        if let Some(hint) = first_before_chains(board) {
            return Ok(Some(hint));
        }
        if let Some(hint) = self.chains.first(board, ChainRule::Forcing, budget)? {
            return Ok(Some(hint));
        }
        if let Some(hint) = first_aligned_triplet(board) {
            return Ok(Some(hint));
        }
        let dynamic = (0..=5).map(ChainRule::Dynamic);
        for rule in [ChainRule::Nishio, ChainRule::Multiple].into_iter().chain(dynamic) {
            if let Some(hint) = self.chains.first(board, rule, budget)? {
                return Ok(Some(hint));
            }
        }
        Ok(None)
    }
}

/// The first hint of the rules that come before the chains.
pub fn first_before_chains(board: &Board) -> Option<Hint> {
    first(|emit| before_chains(board, emit))
}

/// The first aligned triplet, which comes after the forcing chains and before all others.
pub fn first_aligned_triplet(board: &Board) -> Option<Hint> {
    first(|mut emit| aligned::aligned(board, 3, &mut emit))
}

/// The first hint that is handed out.
fn first(rule: impl FnOnce(&mut dyn FnMut(Hint) -> Flow) -> Flow) -> Option<Hint> {
    let mut first = None;
    let _ = rule(&mut |hint| {
        first = Some(hint);
        Flow::Break(())
    });
    first
}

/// The hints of the rules before the chains, rule by rule.
fn before_chains(board: &Board, mut emit: &mut dyn FnMut(Hint) -> Flow) -> Flow {
    let emit = &mut emit;
    basic::hidden_single(board, emit)?;
    locking::direct_locking(board, emit)?;
    sets::direct_hidden(board, 2, emit)?;
    basic::naked_single(board, emit)?;
    sets::direct_hidden(board, 3, emit)?;
    locking::locking(board, emit)?;
    sets::naked(board, 2, emit)?;
    fish::fish(board, 2, emit)?;
    sets::hidden(board, 2, emit)?;
    sets::naked(board, 3, emit)?;
    fish::fish(board, 3, emit)?;
    sets::hidden(board, 3, emit)?;
    wings::wings(board, 2, emit)?;
    wings::wings(board, 3, emit)?;
    loops::loops(board, emit)?;
    sets::naked(board, 4, emit)?;
    fish::fish(board, 4, emit)?;
    sets::hidden(board, 4, emit)?;
    bug::bug(board, emit)?;
    aligned::aligned(board, 2, emit)
}
