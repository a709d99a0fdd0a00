//! Trial and error more than one assertion deep, T&E(BRT, n), and with braids at the deepest level, T&E(B_p,
//! n): docs/theory.md, "T&E".
//!
//! The necessary depth is the coarsest class of hard puzzles; among puzzles of one depth, the next is the
//! least p of T&E(B_p, depth - 1) (BxB, BxBB). Each rule here plays trial and error to its end in one
//! application: the final state does not depend on the order of the trials, and to find the refutations of
//! one round would take far longer. ([`crate::sheet`] plays.)

use super::super::{find_rule, trace::TracedGrid};
use crate::budget::{Budget, OutOfBudget, Within, units};
use crate::evidence::{End, Evidence, Literal, Move, Right, Trace};
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid, Progress, exhaust};
use crate::play::{self, SizedRule, play};
use crate::rule::Wanted;
use crate::rule::{Findings, Info, Rule, info};
use crate::sheet::{Closed, Played, SheetTrial, Theory};
use crate::state::{AfterBraids, State, TrialMemory};

/// Trial and error, played to its end.
pub struct DeepTrial {
    info: &'static Info,
    /// Number of nested assertions before braids of the rule's size are played. `None` if the rule's size is
    /// the number of assertions and only singles are played.
    before_braids: Option<u8>,
}

const fn deep_trial(rule: &str, before_braids: Option<u8>) -> DeepTrial {
    DeepTrial { info: info(rule), before_braids }
}

/// T&E(BRT, n).
pub static DEEP: DeepTrial = deep_trial("deep-trial", None);
/// T&E(B_n). (14 is the highest BxB known.)
pub static BRAIDS: DeepTrial = deep_trial("braid-trial", Some(1));
/// T&E(B_n, 2).
pub static DEEP_BRAIDS: DeepTrial = deep_trial("deep-braid-trial", Some(2));

/// Braids of up to some number of variables, and the grids that they left of candidates before.
struct Braids {
    theory: Vec<SizedRule>,
    copies: AfterBraids,
}

impl Braids {
    fn up_to(size: u8, copies: AfterBraids) -> Braids {
        let rule = |name| find_rule(name).expect("a rule of the table");
        let (whip, braid) = (rule("whip"), rule("braid"));
        // Braids of one or two variables are whips.
        let theory = (1..=size).map(|n| (if n < 3 { whip } else { braid }, n)).collect();
        Braids { theory, copies }
    }
}

impl Theory for Braids {
    fn play(
        &self, grid: &Grid, candidate: Candidate, alone: bool, below: &mut State, budget: &mut Budget,
    ) -> Within<Played> {
        // Goes on from the grid that braids left before, without candidates eliminated since.
        let known = self.copies.get(&candidate).filter(|_| alone).copied();
        let (mut copy, mut closed_by) = known.unwrap_or((*grid, 0));
        copy.place_all(&Candidates::of_digit(candidate.digit, Cells::of(candidate.cell)).0);
        let before = copy;
        for digit in Digit::all() {
            copy.planes[digit] &= grid.planes[digit];
        }
        closed_by *= u8::from(copy == before);
        let end = exhaust(&mut copy).0;
        if end != Progress::Open {
            return Ok(played(end, copy));
        }
        // Cost of the beginning: the graph of the state, and a lane for each of its candidates.
        let size = units(copy.candidates().len());
        budget.take(size.pow(3) >> 16)?;
        below.reset(&copy, None, *budget);
        let end = play_on(&self.theory, closed_by.into(), below, &mut Findings::default());
        *budget = below.budget;
        Ok(played(end?, *below.grid()))
    }

    fn keep(&mut self, candidate: Candidate, left: Grid) {
        self.copies.insert(candidate, (left, self.theory.len() as u8));
    }
}

fn played(end: Progress, left: Grid) -> Played {
    match end {
        Progress::Contradiction => Played::Refuted,
        Progress::Open => Played::Open(left),
        Progress::Solved => Played::Solved,
    }
}

/// Plays the items of the theory, of which the first `nothing_by` prove nothing in this state.
fn play_on(
    theory: &[SizedRule], nothing_by: usize, state: &mut State, found: &mut Findings,
) -> Result<Progress, OutOfBudget> {
    let Some(_) = play::first(&theory[nothing_by.min(theory.len())..], state, found)? else {
        return Ok(Progress::Open);
    };
    if found.contradiction {
        return Ok(Progress::Contradiction);
    }
    play::apply(found, state.grid_mut());
    match exhaust(state.grid_mut()).0 {
        Progress::Open => play(theory, state, found, &mut Quiet),
        end => Ok(end),
    }
}

struct Quiet;

impl play::Player for Quiet {}

impl Rule for DeepTrial {
    fn info(&'static self) -> &'static Info {
        self.info
    }

    fn is_confluent(&self, _: u8) -> bool {
        true
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let (grid, solution) = (*state.grid(), state.solution().copied());
        let crew = state.crew.clone();
        let TrialMemory { mut copies, mut known, mut below } = std::mem::take(&mut state.trials);
        let (depth, mut braids) = match self.before_braids {
            None => (size, None),
            Some(depth) => (depth, Some(Braids::up_to(size, std::mem::take(&mut copies)))),
        };
        // Trying locked candidates costs less than the test whether braids may refute a candidate.
        let is_known = braids.is_some() && depth == 1 && size > 1;
        let trial = SheetTrial {
            depth,
            theory: braids.as_mut().map(|braids| braids as &mut dyn Theory),
            known: is_known.then_some(&mut known),
            solution: solution.as_ref(),
            crew: crew.as_deref(),
            below: &mut below,
        };
        let closed = trial.close(&grid, &mut state.budget);
        let copies = braids.map_or(copies, |braids| braids.copies);
        state.trials = TrialMemory { copies, known, below };
        let closed = closed?;
        let because = || Evidence::Trials { trace: self.trace(&grid, size, &closed) };
        if closed.progress == Progress::Contradiction {
            found.contradict(because);
        } else {
            found.eliminate(&closed.refuted, because);
        }
        Ok(())
    }
}

impl DeepTrial {
    /// Describes how the candidates are refuted.
    fn trace(&self, grid: &Grid, size: u8, closed: &Closed) -> Trace {
        let mut player = TracedGrid::at(grid);
        let (depth, braids) = self.before_braids.map_or((size, 0), |depth| (depth, size));
        let end = describe(&mut player, depth, braids, closed);
        player.trace(end.unwrap_or(End::Holds), None)
    }
}

/// Refutes the candidates of a trial of this depth in their order, until there is a contradiction.
fn describe(player: &mut TracedGrid, depth: u8, braids: u8, closed: &Closed) -> Option<End> {
    for &candidate in &closed.order {
        if let Some(end) = player.play(None) {
            return Some(end);
        }
        let is_open = player.grid().candidates().contains(candidate);
        if is_open {
            let trace = refutation(player.grid(), candidate, depth, braids);
            player.apply(Move::Refuted(candidate, trace), &[candidate]);
        }
    }
    player.play(None)
}

/// Describes how asserting a candidate fails; the candidate must be refutable.
fn refutation(grid: &Grid, candidate: Candidate, depth: u8, braids: u8) -> Trace {
    let mut player = TracedGrid::assume(grid, Literal { candidate, holds: true });
    let unlimited = &mut Budget(u64::MAX);
    let end = player.play(None).or_else(|| {
        if depth > 1 {
            let mut theory = Braids::up_to(braids, AfterBraids::new());
            let theory = (braids > 0).then_some(&mut theory as &mut dyn Theory);
            let below = &mut Vec::new();
            let trial =
                SheetTrial { depth: depth - 1, theory, known: None, solution: None, crew: None, below };
            let closed = trial.close(player.grid(), unlimited).ok()?;
            describe(&mut player, depth - 1, braids, &closed)
        } else {
            refute_by_braids(&mut player, braids)
        }
    });
    player.trace(end.expect("the candidate is refuted"), None)
}

/// Plays braids of up to some number of variables, one at a time, until there is a contradiction.
fn refute_by_braids(player: &mut TracedGrid, up_to: u8) -> Option<End> {
    let theory = Braids::up_to(up_to, AfterBraids::new()).theory;
    let (mut state, mut found) = (State::new(), Findings::traced().taking(Wanted::First));
    loop {
        if let Some(end) = player.play(None) {
            return Some(end);
        }
        state.reset(player.grid(), None, Budget(u64::MAX));
        play::first(&theory, &mut state, &mut found).ok()?;
        let step = found.steps.iter().flatten().next()?;
        let Evidence::Chain { links } = &step.because else { return None };
        let (last, before) = links.split_last()?;
        let moves = before.iter().map(|link| match link.right {
            Right::Candidate(right) => Some(Move::Single(*link.variables.first()?, right)),
            _ => None,
        });
        let moves = moves.collect::<Option<Vec<_>>>()?;
        let trace = Trace { moves, end: End::Empty(*last.variables.first()?) };
        for &target in &step.eliminates.clone() {
            player.apply(Move::Refuted(target, trace.clone()), &[target]);
        }
    }
}
