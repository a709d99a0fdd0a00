//! SER: the rating of the classic Sudoku Explainer (`serate` 1.2.1.2), by rules of our own that find its hints in its
//! order.
//!
//! ```text
//!   board.rs      the state                       basic.rs  locking.rs  sets.rs  fish.rs  wings.rs
//!   hint.rs       Hint: one step                  loops.rs  bug.rs  aligned.rs
//!   technique.rs  the table of techniques         one family each: the hints of a rule in its order
//!   chains/       the chain rules
//! ```
//!
//! A rule hands out its hints one by one; who wants the first breaks off. Some rules sort all they have, the others are as
//! they find.

pub mod aligned;
pub mod basic;
pub mod board;
pub mod bug;
pub mod chains;
pub mod fish;
pub mod hint;
pub mod locking;
pub mod loops;
pub mod sets;
pub mod technique;
pub mod wings;

use board::Board;
use hint::{Flow, Hint};

/// The first hint of the rules that are no chains, up to the aligned pairs.
pub fn first_before_chains(board: &Board) -> Option<Hint> {
    let mut first = None;
    let _ = before_chains(board, &mut |hint| {
        first = Some(hint);
        Flow::Break(())
    });
    first
}

/// The hints of the rules that come before the first chain, rule by rule.
fn before_chains(board: &Board, emit: &mut impl FnMut(Hint) -> Flow) -> Flow {
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

/// The first aligned triplet, which comes after the chains of rule 21.
pub fn first_aligned_triplet(board: &Board) -> Option<Hint> {
    let mut first = None;
    let _ = aligned::aligned(board, 3, &mut |hint| {
        first = Some(hint);
        Flow::Break(())
    });
    first
}
