//! All finders, and what they remember: `Finders` asks the finder of a technique.

use super::board::Board;
use super::fish::Kind;
use super::links::{self, Links};
use super::memory::{ByDigit, Known};
use super::settings::Reach;
use super::step::{Step, Why};
use super::{als, chains, colours, fish, forcing, locked, loops, one_digit, singles};
use super::{subsets, sue_de_coq, tables, unique, wings};
use crate::brute::unique_solution;
use crate::budget::{Budget, Within};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Cells, Digit, House};
use crate::one_solution::OneSolution;

/// All finders: what each remembers while one puzzle is solved.
#[derive(Default)]
pub struct Finders {
    /// Candidates and values of the board as it was last seen.
    planes: [Cells; 9],
    placed: [Cells; 9],
    pointing: locked::Memory,
    claiming: locked::Memory,
    fish: fish::Memory,
    skyscrapers: [ByDigit<Known>; 2],
    kites: ByDigit<Known>,
    empty_rectangles: ByDigit<Known>,
    simple_colours: ByDigit<Known>,
    multi_colours: ByDigit<Known>,
    turbot_fish: chains::Memory,
    x_chains: chains::Memory,
    subsets: subsets::Memory,
    sue_de_coq: sue_de_coq::Memory,
    state: State,
}

/// Results of searches in a state as a whole.
#[derive(Default)]
struct State {
    rectangles: Option<Vec<Step>>,
    avoidable: Option<Vec<Step>>,
    sets: Option<als::Sets>,
    /// Links without groups, and with groups.
    links: [Option<Links>; 2],
}

impl Finders {
    /// Finds the first step of a technique. Without `one`, a technique that assumes one solution finds none.
    pub fn ask(
        &mut self, board: &mut Board, call: Technique, one: Option<&OneSolution>, reach: &Reach,
        budget: &mut Budget,
    ) -> Within<Option<Step>> {
        use Technique::*;
        budget.spend()?;
        let is_single = matches!(call, FullHouse | NakedSingle | HiddenSingle);
        if !is_single {
            self.see(board);
        }
        let state = &mut self.state;
        Ok(match call {
            FullHouse => singles::full_house(board),
            NakedSingle => singles::naked_single(board),
            HiddenSingle => singles::hidden_single(board),
            LockedPair => subsets::naked(board, 2, call, true, &mut self.subsets),
            LockedTriple => subsets::naked(board, 3, call, true, &mut self.subsets),
            Pointing => locked::pointing(board, &mut self.pointing),
            Claiming => locked::claiming(board, &mut self.claiming),
            NakedPair => subsets::naked(board, 2, call, false, &mut self.subsets),
            NakedTriple => subsets::naked(board, 3, call, false, &mut self.subsets),
            NakedQuad => subsets::naked(board, 4, call, false, &mut self.subsets),
            HiddenPair => subsets::hidden(board, 2, call, &mut self.subsets),
            HiddenTriple => subsets::hidden(board, 3, call, &mut self.subsets),
            HiddenQuad => subsets::hidden(board, 4, call, &mut self.subsets),
            RemotePair => chains::remote_pair(board, reach.links, budget)?,
            Bug => one.and_then(|one| unique::bug(one, board)),
            Skyscraper => one_digit::skyscraper(board, &mut self.skyscrapers),
            Kite => one_digit::kite(board, &mut self.kites),
            TurbotFish => chains::turbot_fish(board, &mut self.turbot_fish, budget)?,
            EmptyRectangle => one_digit::empty_rectangle(board, reach.places, &mut self.empty_rectangles),
            WWing => wings::w_wing(board),
            XyWing => wings::xy_wing(board),
            XyzWing => wings::xyz_wing(board),
            Uniqueness1 | Uniqueness2 | Uniqueness3 | Uniqueness4 | Uniqueness5 | Uniqueness6
            | HiddenRectangle => {
                let all = || one.map_or(Vec::new(), |one| unique::rectangles(one, board));
                let steps = state.rectangles.get_or_insert_with(all);
                steps.iter().find(|step| step.technique == call).cloned()
            }
            Avoidable1 | Avoidable2 => {
                let all = || one.map_or(Vec::new(), |one| unique::avoidable(one, board));
                let steps = state.avoidable.get_or_insert_with(all);
                steps.iter().find(|step| step.technique == call).cloned()
            }
            SueDeCoq => sue_de_coq::sue_de_coq(board, &mut self.sue_de_coq),
            ColoursTrap | ColoursWrap => colours::simple(board, &mut self.simple_colours),
            MultiColours1 | MultiColours2 => colours::multi(board, &mut self.multi_colours),
            XChain => chains::x_chain(board, reach.links, &mut self.x_chains, budget)?,
            XyChain => chains::xy_chain(board, reach.links, budget)?,
            ContinuousLoop | DiscontinuousLoop | Aic => {
                loops::nice_loop(board, state.links(board, false), budget)?
            }
            GroupedContinuousLoop | GroupedDiscontinuousLoop | GroupedAic => {
                loops::nice_loop(board, state.links(board, true), budget)?
            }
            AlsXz => als::xz(state.sets(board, budget)?),
            AlsXyWing => als::xy_wing(state.sets(board, budget)?, budget)?,
            AlsChain => als::chain(state.sets(board, budget)?, budget)?,
            ForcingChainContradiction | ForcingChainVerity => {
                forcing::forcing(board, &mut links::Source::of(state.links(board, true)), budget)?
            }
            ForcingNetContradiction | ForcingNetVerity => {
                let tables = tables::Tables::of_nets(board, reach.rounds);
                forcing::forcing(board, &mut tables::Source::of(&tables), budget)?
            }
            BruteForce => guess(board),
            // All others are fish, or not searched for.
            _ => Kind::of(call).and_then(|kind| fish::fish(board, kind, reach, &mut self.fish)),
        })
    }

    /// Forgets the results that rest on changed parts of the board.
    fn see(&mut self, board: &Board) {
        if self.planes == *board.planes() && self.placed == *board.placed() {
            return;
        }
        let has_changed = |&digit: &Digit| {
            self.planes[digit] != board.planes()[digit] || self.placed[digit] != board.placed()[digit]
        };
        let digits = Digit::all().filter(has_changed).fold(0, |all, digit| all | 1 << digit.index());
        let cells = Digit::all().fold(Cells::EMPTY, |all, digit| {
            all | self.planes[digit] ^ board.planes()[digit] | self.placed[digit] ^ board.placed()[digit]
        });
        let houses = House::all().filter(|&house| house.cells().intersects(cells));
        let houses = houses.fold(0, |all, house| all | 1 << house.index());
        (self.planes, self.placed) = (*board.planes(), *board.placed());
        self.state = State::default();
        self.fish.forget(digits);
        self.pointing.forget(digits);
        self.claiming.forget(digits);
        self.skyscrapers.iter_mut().for_each(|of_lines| of_lines.forget(digits));
        self.kites.forget(digits);
        self.empty_rectangles.forget(digits);
        self.simple_colours.forget(digits);
        self.multi_colours.forget(digits);
        self.turbot_fish.forget(digits);
        self.x_chains.forget(digits);
        self.subsets.forget(houses);
        self.sue_de_coq.forget(sue_de_coq::pairs_of(houses));
    }
}

impl State {
    /// Returns the almost locked sets.
    fn sets(&mut self, board: &Board, budget: &mut Budget) -> Within<&als::Sets> {
        let sets = match self.sets.take() {
            Some(sets) => sets,
            None => als::Sets::of(board, budget)?,
        };
        Ok(self.sets.insert(sets))
    }

    /// Returns the links of candidates, and of groups if wanted.
    fn links(&mut self, board: &Board, has_groups: bool) -> &Links {
        self.links[usize::from(has_groups)].get_or_insert_with(|| Links::of(board, has_groups))
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
