//! HoDoKu's steps one after the other, by finders of our own that return the same steps (docs/hodoku.md).
//!
//! ```text
//!   board.rs    the state and its queues     singles.rs  locked.rs  subsets.rs  fish.rs  one_digit.rs
//!   step.rs     Step, with its reasons       wings.rs  unique.rs  chains.rs  sue_de_coq.rs  colours.rs
//!   because.rs  steps → evidence             als.rs  loops.rs  forcing.rs      one family each
//!   implied.rs  proofs of forcing chains     links.rs, tables.rs, nets.rs      consequences of a literal
//!   finders.rs  all finders, with results of earlier states (memory.rs)
//!   settings.rs options that a user may change
//!   told.rs     steps → HoDoKu's own lines   (the table of techniques: evidence/hodoku.rs)
//! ```

pub mod als;
mod because;
pub mod board;
pub mod chains;
pub mod colours;
mod finders;
pub mod fish;
pub mod forcing;
mod implied;
mod links;
pub mod locked;
pub mod loops;
mod memory;
mod nets;
pub mod one_digit;
pub mod settings;
pub mod singles;
pub mod step;
pub mod subsets;
pub mod sue_de_coq;
pub mod tables;
mod told;
pub mod unique;
pub mod wings;

use crate::budget::{Budget, Within};
use crate::evidence::HodokuTechnique as Technique;
use crate::one_solution::OneSolution;
use board::Board;
use finders::Finders;
use settings::Settings;
use std::sync::Arc;
use step::Step;

/// A technique to ask for. Techniques that are searched for together are asked for by the first of them.
pub type Call = Technique;

/// Techniques in their order.
pub const ORDER: &[Call] = {
    use Technique::*;
    &[
        FullHouse,
        NakedSingle,
        HiddenSingle,
        LockedPair,
        LockedTriple,
        Pointing,
        Claiming,
        NakedPair,
        NakedTriple,
        HiddenPair,
        HiddenTriple,
        NakedQuad,
        HiddenQuad,
        XWing,
        Swordfish,
        Jellyfish,
        RemotePair,
        Bug,
        Skyscraper,
        Kite,
        TurbotFish,
        EmptyRectangle,
        WWing,
        XyWing,
        XyzWing,
        Uniqueness1,
        Uniqueness2,
        Uniqueness3,
        Uniqueness4,
        Uniqueness5,
        Uniqueness6,
        HiddenRectangle,
        Avoidable1,
        Avoidable2,
        FinnedXWing,
        SashimiXWing,
        FinnedSwordfish,
        SashimiSwordfish,
        FinnedJellyfish,
        SashimiJellyfish,
        SueDeCoq,
        ColoursTrap,
        MultiColours1,
        XChain,
        XyChain,
        ContinuousLoop,
        GroupedContinuousLoop,
        AlsXz,
        AlsXyWing,
        AlsChain,
        FrankenXWing,
        FrankenSwordfish,
        FinnedFrankenXWing,
        FinnedFrankenSwordfish,
        ForcingChainContradiction,
        ForcingNetContradiction,
        BruteForce,
    ]
};

/// Finder of one board's steps, one after the other.
pub struct Explainer {
    settings: Arc<Settings>,
    finders: Finders,
}

impl Default for Explainer {
    /// Returns an explainer with HoDoKu's own settings.
    fn default() -> Explainer {
        Explainer::new(Arc::default())
    }
}

impl Explainer {
    /// Returns an explainer with these settings.
    pub fn new(settings: Arc<Settings>) -> Explainer {
        Explainer { settings, finders: Finders::default() }
    }

    /// Finds the first step of a state, and the technique that was asked for it. Returns `None` if no
    /// technique finds a step. Without `one`, techniques that assume one solution are left out.
    pub fn next(
        &mut self, board: &mut Board, one: Option<&OneSolution>, budget: &mut Budget,
    ) -> Within<Option<(Call, Step)>> {
        for at in 0..self.settings.asked.len() {
            let call = self.settings.asked[at].call;
            if let Some(step) = self.ask(board, call, one, budget)? {
                return Ok(Some((call, step)));
            }
        }
        Ok(None)
    }

    /// Finds the first step of one technique.
    pub fn ask(
        &mut self, board: &mut Board, call: Call, one: Option<&OneSolution>, budget: &mut Budget,
    ) -> Within<Option<Step>> {
        self.finders.ask(board, call, one, &self.settings.reach, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Given, Puzzle, parse_puzzle};

    /// Returns the states in which one of `calls` finds the step, in a puzzle with swordfish and loops.
    pub fn states(calls: &[Call]) -> Vec<Board> {
        let puzzle = "12.......4...892....6.2.4.5..95..3..37.........5.32.........9.4...94..3....6.8..2";
        let puzzle = Puzzle::from(parse_puzzle(puzzle.as_bytes()).unwrap());
        let (mut board, one) = (Board::new(&puzzle), OneSolution::of(&Given::from(&puzzle), None).ok());
        let (mut explainer, mut states) = (Explainer::default(), Vec::new());
        while let Some((call, step)) =
            explainer.next(&mut board, one.as_ref(), &mut Budget(u64::MAX)).unwrap()
        {
            if calls.contains(&call) {
                states.push(board);
            }
            board.apply(&step);
        }
        states
    }
}
