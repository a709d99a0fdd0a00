//! SER: the rating of the classic Sudoku Explainer (`serate` 1.2.1.2), by our own rules, which find the same
//! hints in the same order.
//!
//! ```text
//!   board.rs      the state                       basic.rs  locking.rs  sets.rs  fish.rs  wings.rs
//!   houses.rs     houses: the plain board         tables.rs   houses: other boards
//!   hint.rs       Hint: one step                  loops.rs  bug.rs  aligned.rs  chains/
//!   because.rs    hints → evidence                one family each: the hints of a rule in its order
//!   memory.rs     parts without hints             (the table of techniques: evidence/technique.rs)
//! ```
//!
//! A rule ends with its first hint: some rules sort all their hints, the other rules take the first hint
//! found. So the first hint need not be the easiest, not even of its rule. The first hint decides the rating:
//! [`Explainer::next`].

pub mod aligned;
pub mod basic;
mod because;
pub mod board;
pub mod bug;
pub mod chains;
pub mod fish;
pub mod hint;
pub mod houses;
pub mod locking;
pub mod loops;
pub mod memory;
pub mod sets;
pub mod tables;
pub mod wings;

use crate::budget::{Budget, OutOfBudget};
use crate::grid::{Digit, Grid};
use crate::one_solution::OneSolution;
use board::Board;
use chains::{ChainRule, ChainRules};
use hint::{Flow, Hint};
use houses::{Houses, Plain};
use memory::RuleMemory;

/// Finder of the next step of a state, with the memory of earlier states.
#[derive(Default)]
pub struct Explainer<G: Houses = Plain> {
    memory: RuleMemory<G>,
    chains: ChainRules<G>,
}

impl Explainer {
    /// Returns the step to apply on the plain board: [`Explainer::step`], compiled here.
    pub fn next(
        &mut self, board: &Board, one: Option<&OneSolution>, budget: &mut Budget,
    ) -> Result<Option<Hint>, OutOfBudget> {
        self.step(board, one, budget)
    }
}

impl<G: Houses> Explainer<G> {
    /// Takes up the only solution of the puzzle, or that it is not known. It saves work, and changes nothing.
    pub fn know(&mut self, solution: Option<&Grid>) {
        self.chains.know(solution.map(digits_of));
    }

    /// Returns the step to apply: the first hint of the first rule that finds a hint. `None` if no rule does.
    /// Without `one`, rules that assume one solution are left out.
    pub fn step(
        &mut self, board: &Board<G>, one: Option<&OneSolution>, budget: &mut Budget,
    ) -> Result<Option<Hint<G::House>>, OutOfBudget> {
        budget.spend()?;
        if let Some(hint) = first_before_chains(board, one, &mut self.memory) {
            return Ok(Some(hint));
        }
        if let Some(hint) = self.chains.first(board, ChainRule::Forcing, budget)? {
            return Ok(Some(hint));
        }
        if let Some(hint) = first_aligned_triplet(board, &mut self.memory) {
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

/// Returns the digits of a solution, cell by cell.
fn digits_of(solution: &Grid) -> [Digit; 81] {
    let mut digits = [Digit::default(); 81];
    for digit in Digit::all() {
        solution.plane(digit).for_each(|cell| digits[cell] = digit);
    }
    digits
}

/// Returns the first hint of the rules that precede the chains.
pub fn first_before_chains<G: Houses>(
    board: &Board<G>, one: Option<&OneSolution>, memory: &mut RuleMemory<G>,
) -> Option<Hint<G::House>> {
    before_chains(board, one, memory).break_value()
}

/// Returns the first aligned triplet. The rule is tried after the forcing chains and before all other chains.
pub fn first_aligned_triplet<G: Houses>(
    board: &Board<G>, memory: &mut RuleMemory<G>,
) -> Option<Hint<G::House>> {
    aligned::aligned(board, 3, &mut memory.aligned[1]).break_value()
}

/// Asks the rules in order.
fn before_chains<G: Houses>(
    board: &Board<G>, one: Option<&OneSolution>, memory: &mut RuleMemory<G>,
) -> Flow<G::House> {
    let RuleMemory { direct_locking, direct_hidden, locking, naked, .. } = memory;
    let RuleMemory { hidden, fish, wings, loops, aligned, .. } = memory;
    basic::hidden_single(board)?;
    locking::direct_locking(board, direct_locking)?;
    sets::direct_hidden(board, 2, &mut direct_hidden[0])?;
    basic::naked_single(board)?;
    sets::direct_hidden(board, 3, &mut direct_hidden[1])?;
    locking::locking(board, locking)?;
    G::locked_by_cells(board)?;
    sets::naked(board, 2, &mut naked[0])?;
    fish::fish(board, 2, &mut fish[0])?;
    sets::hidden(board, 2, &mut hidden[0])?;
    sets::naked(board, 3, &mut naked[1])?;
    fish::fish(board, 3, &mut fish[1])?;
    sets::hidden(board, 3, &mut hidden[1])?;
    wings::wings(board, 2, &mut wings[0])?;
    wings::wings(board, 3, &mut wings[1])?;
    one.map_or(Flow::Continue(()), |one| loops::loops(one, board, loops))?;
    sets::naked(board, 4, &mut naked[2])?;
    fish::fish(board, 4, &mut fish[2])?;
    sets::hidden(board, 4, &mut hidden[2])?;
    one.map_or(Flow::Continue(()), |one| bug::bug(one, board))?;
    aligned::aligned(board, 2, &mut aligned[0])
}
