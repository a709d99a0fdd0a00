//! HoDoKu's steps one after the other, by finders of our own that return the same steps (docs/hodoku.md).
//!
//! ```text
//!   board.rs    the state and its queues     singles.rs  locked.rs  subsets.rs  fish.rs  one_digit.rs
//!   step.rs     Step, with its reasons       wings.rs  unique.rs  chains.rs  sue_de_coq.rs  colours.rs
//!   because.rs  steps → evidence             als.rs  loops.rs  forcing.rs      one family each
//!   implied.rs  proofs of forcing chains     links.rs, tables.rs, nets.rs      consequences of a literal
//!   memory.rs   results of earlier states    settings.rs  options that a user may change
//!   told.rs     steps → HoDoKu's own lines   (the table of techniques: evidence/hodoku.rs)
//! ```

pub mod als;
mod because;
pub mod board;
pub mod chains;
pub mod colours;
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

use crate::brute::unique_solution;
use crate::budget::{Budget, Within};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::Digit;
use board::Board;
use fish::Kind;
use memory::Memory;
use settings::{Reach, Settings};
use std::sync::Arc;
use step::{Step, Why};

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

/// Finds the first step of a technique.
fn ask(
    board: &mut Board, call: Call, reach: &Reach, memory: &mut Memory, budget: &mut Budget,
) -> Within<Option<Step>> {
    use Technique::*;
    budget.spend()?;
    let is_single = matches!(call, FullHouse | NakedSingle | HiddenSingle);
    if !is_single {
        memory.see(board);
    }
    let state = &mut memory.state;
    let basic = |technique, size, fins| Kind { size, technique, fins, is_franken: false };
    let franken = |technique, size, fins| Kind { size, technique, fins, is_franken: true };
    Ok(match call {
        FullHouse => singles::full_house(board),
        NakedSingle => singles::naked_single(board),
        HiddenSingle => singles::hidden_single(board),
        LockedPair => subsets::naked(board, 2, call, true, &mut memory.subsets),
        LockedTriple => subsets::naked(board, 3, call, true, &mut memory.subsets),
        Pointing => locked::pointing(board, &mut memory.pointing),
        Claiming => locked::claiming(board, &mut memory.claiming),
        NakedPair => subsets::naked(board, 2, call, false, &mut memory.subsets),
        NakedTriple => subsets::naked(board, 3, call, false, &mut memory.subsets),
        NakedQuad => subsets::naked(board, 4, call, false, &mut memory.subsets),
        HiddenPair => subsets::hidden(board, 2, call, &mut memory.subsets),
        HiddenTriple => subsets::hidden(board, 3, call, &mut memory.subsets),
        HiddenQuad => subsets::hidden(board, 4, call, &mut memory.subsets),
        XWing => fish::fish(board, basic(call, 2, None), reach, &mut memory.fish),
        Swordfish => fish::fish(board, basic(call, 3, None), reach, &mut memory.fish),
        Jellyfish => fish::fish(board, basic(call, 4, None), reach, &mut memory.fish),
        FinnedXWing => fish::fish(board, basic(call, 2, Some(false)), reach, &mut memory.fish),
        SashimiXWing => fish::fish(board, basic(call, 2, Some(true)), reach, &mut memory.fish),
        FinnedSwordfish => fish::fish(board, basic(call, 3, Some(false)), reach, &mut memory.fish),
        SashimiSwordfish => fish::fish(board, basic(call, 3, Some(true)), reach, &mut memory.fish),
        FinnedJellyfish => fish::fish(board, basic(call, 4, Some(false)), reach, &mut memory.fish),
        SashimiJellyfish => fish::fish(board, basic(call, 4, Some(true)), reach, &mut memory.fish),
        FrankenXWing => fish::fish(board, franken(call, 2, None), reach, &mut memory.fish),
        FrankenSwordfish => fish::fish(board, franken(call, 3, None), reach, &mut memory.fish),
        FinnedFrankenXWing => fish::fish(board, franken(call, 2, Some(false)), reach, &mut memory.fish),
        FinnedFrankenSwordfish => fish::fish(board, franken(call, 3, Some(false)), reach, &mut memory.fish),
        RemotePair => chains::remote_pair(board, reach.links, budget)?,
        Bug => unique::bug(board),
        Skyscraper => one_digit::skyscraper(board, &mut memory.skyscrapers),
        Kite => one_digit::kite(board, &mut memory.kites),
        TurbotFish => chains::turbot_fish(board, &mut memory.turbot_fish, budget)?,
        EmptyRectangle => one_digit::empty_rectangle(board, reach.places, &mut memory.empty_rectangles),
        WWing => wings::w_wing(board),
        XyWing => wings::xy_wing(board),
        XyzWing => wings::xyz_wing(board),
        Uniqueness1 | Uniqueness2 | Uniqueness3 | Uniqueness4 | Uniqueness5 | Uniqueness6
        | HiddenRectangle => {
            let steps = state.rectangles.get_or_insert_with(|| unique::rectangles(board));
            steps.iter().find(|step| step.technique == call).cloned()
        }
        Avoidable1 | Avoidable2 => {
            let steps = state.avoidable.get_or_insert_with(|| unique::avoidable(board));
            steps.iter().find(|step| step.technique == call).cloned()
        }
        SueDeCoq => sue_de_coq::sue_de_coq(board, &mut memory.sue_de_coq),
        ColoursTrap | ColoursWrap => colours::simple(board, &mut memory.simple_colours),
        MultiColours1 | MultiColours2 => colours::multi(board, &mut memory.multi_colours),
        XChain => chains::x_chain(board, reach.links, &mut memory.x_chains, budget)?,
        XyChain => chains::xy_chain(board, reach.links, budget)?,
        ContinuousLoop | DiscontinuousLoop | Aic => {
            let links = state.links[0].get_or_insert_with(|| links::Links::of(board, false));
            loops::nice_loop(board, links, budget)?
        }
        GroupedContinuousLoop | GroupedDiscontinuousLoop | GroupedAic => {
            let links = state.links[1].get_or_insert_with(|| links::Links::of(board, true));
            loops::nice_loop(board, links, budget)?
        }
        AlsXz => als::xz(state.sets(board, budget)?),
        AlsXyWing => als::xy_wing(state.sets(board, budget)?, budget)?,
        AlsChain => als::chain(state.sets(board, budget)?, budget)?,
        ForcingChainContradiction | ForcingChainVerity => {
            let links = state.links[1].get_or_insert_with(|| links::Links::of(board, true));
            forcing::forcing(board, &mut links::Source::of(links), budget)?
        }
        ForcingNetContradiction | ForcingNetVerity => {
            let tables = tables::Tables::of_nets(board, reach.rounds);
            forcing::forcing(board, &mut tables::Source::of(&tables), budget)?
        }
        BruteForce => guess(board),
        MutantXWing | MutantSwordfish | FinnedMutantXWing | FinnedMutantSwordfish | GiveUp => None,
    })
}

/// Finder of one board's steps, one after the other.
pub struct Explainer {
    settings: Arc<Settings>,
    memory: Memory,
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
        Explainer { settings, memory: Memory::default() }
    }

    /// Finds the first step of a state, and the technique that was asked for it. Returns `None` if no
    /// technique finds a step.
    pub fn next(&mut self, board: &mut Board, budget: &mut Budget) -> Within<Option<(Call, Step)>> {
        for at in 0..self.settings.asked.len() {
            let call = self.settings.asked[at].call;
            if let Some(step) = self.ask(board, call, budget)? {
                return Ok(Some((call, step)));
            }
        }
        Ok(None)
    }

    /// Finds the first step of one technique.
    pub fn ask(&mut self, board: &mut Board, call: Call, budget: &mut Budget) -> Within<Option<Step>> {
        ask(board, call, &self.settings.reach, &mut self.memory, budget)
    }
}

/// Places the value of the only solution in the middle one of the empty cells.
fn guess(board: &Board) -> Option<Step> {
    let mut open = board.open();
    let cell = open.nth(open.len() / 2)?;
    let solution = unique_solution(&board.grid())?;
    let digit = Digit::all().find(|&digit| solution.plane(digit).contains(cell))?;
    Some(Step::place(Technique::BruteForce, cell, digit, Why::Guess))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Puzzle, parse_puzzle};

    /// Returns the states in which one of `calls` finds the step, in a puzzle with swordfish and loops.
    pub fn states(calls: &[Call]) -> Vec<Board> {
        let puzzle = "12.......4...892....6.2.4.5..95..3..37.........5.32.........9.4...94..3....6.8..2";
        let mut board = Board::new(&Puzzle::from(parse_puzzle(puzzle.as_bytes()).unwrap()));
        let (mut explainer, mut states) = (Explainer::default(), Vec::new());
        while let Some((call, step)) = explainer.next(&mut board, &mut Budget(u64::MAX)).unwrap() {
            if calls.contains(&call) {
                states.push(board);
            }
            board.apply(&step);
        }
        states
    }
}
