//! Trial and error, T&E(T): a candidate that a theory T refutes is false (docs/theory.md, "T&E").
//!
//! Each theory is the oracle of a family of braids (docs/theory.md, "Theorems"), and finds much faster
//! whether there is a braid; chains also give a reason and its length.

pub(super) mod deep_trial;
pub(super) mod implied;
pub(super) mod kraken;
pub(super) mod nishio;
pub(super) mod probe;

use super::{FISH, HIDDEN, LOCKED, NAKED, on_boards, trace::TracedGrid};
use crate::budget::{Budget, Within};
use crate::evidence::{Evidence, Literal, Move, Trace};
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid, Progress, exhaust};
use crate::play::{self, Player as _, SizedRule, play};
use crate::rule::Wanted;
use crate::rule::{Findings, Info, Rule, info};
use crate::state::State;
use probe::Probe;

/// T&E with one theory.
pub struct Trial {
    info: &'static Info,
    /// Rules played after an assertion, besides singles. A trial among them makes trial and error one deeper:
    /// T&E(T, k) is T&E of T and T&E(T, k - 1).
    theory: &'static [SizedRule],
}

/// Largest theory; every other theory is a prefix of it.
static THEORY: [SizedRule; 10] = [
    (&LOCKED, 0),
    (&NAKED, 2),
    (&HIDDEN, 2),
    (&FISH, 2),
    (&NAKED, 3),
    (&HIDDEN, 3),
    (&FISH, 3),
    (&NAKED, 4),
    (&HIDDEN, 4),
    (&FISH, 4),
];

const fn trial(rule: &str, theory: &'static [SizedRule]) -> Trial {
    Trial { info: info(rule), theory }
}

/// Rules contained in trial and error, which proves all conclusions of whips.
static CONTAINED: [&dyn Rule; 1] = [&LOCKED];

/// T&E(BRT).
pub static BRT: Trial = trial("trial", &[]);
/// T&E(W1).
pub static W1: Trial = trial("trial-w1", THEORY.split_at(1).0);
/// T&E(S2).
pub static S2: Trial = trial("trial-s2", THEORY.split_at(4).0);
/// T&E(S3).
pub static S3: Trial = trial("trial-s3", THEORY.split_at(7).0);
/// T&E(S4).
pub static S4: Trial = trial("trial-s4", &THEORY);

impl Rule for Trial {
    fn info(&'static self) -> &'static Info {
        self.info
    }

    fn is_monotone(&self, _: u8, _: &[SizedRule]) -> bool {
        true
    }

    fn contains(&self, _: u8) -> &'static [&'static dyn Rule] {
        &CONTAINED
    }

    fn is_of_boards(&self) -> bool {
        self.theory.is_empty()
    }

    fn find(&self, state: &mut State, _: u8, found: &mut Findings) -> Within {
        if state.board().is_some() {
            return on_boards::trial(state, found);
        }
        let mut copy = (!self.theory.is_empty()).then(State::new);
        if found.may_run_ahead() {
            found.eliminate_unrecorded(&self.closure(state, &mut copy)?);
            return Ok(());
        }
        let mut probe = Probe::new(state);
        let (mates, open) = (probe.mates.all(), state.grid().candidates());
        // More follows when a candidate with a mate fails.
        let mut order = mates.iter().chain(open.iter());
        while let Some(fails) = self.failing(&mut order, &mut probe, state, &mut copy)? {
            probe.fail(fails);
        }
        let grid = *state.grid();
        found.eliminate_each(&probe.failed, |candidate| {
            let trace = self.trace(&grid, candidate).expect("the theory refutes the candidate");
            Evidence::Trial { trace }
        });
        Ok(())
    }
}

/// Player after an assertion: the placement of a candidate known to fail is a contradiction.
struct Tried<'a> {
    failed: &'a Candidates,
}

impl play::Player for Tried<'_> {
    fn singles(&mut self, state: &mut State) -> Within<Progress> {
        state.budget.spend()?;
        let progress = exhaust(state.grid_mut()).0;
        let grid = state.grid();
        let fails = Digit::all().any(|d| (grid.plane(d) & grid.placed()).intersects(self.failed.0[d]));
        let open = progress == Progress::Open;
        Ok(if open && fails { Progress::Contradiction } else { progress })
    }
}

impl Trial {
    /// Finds the first candidate in `order` that fails and is not yet known to.
    fn failing(
        &self, order: &mut impl Iterator<Item = Candidate>, probe: &mut Probe, state: &mut State,
        copy: &mut Option<State>,
    ) -> Within<Option<Candidate>> {
        for candidate in order {
            if probe.knows(candidate) {
                continue;
            }
            let Some(copy) = copy else {
                state.budget.spend()?;
                if probe.end(candidate).is_none() {
                    return Ok(Some(candidate));
                }
                continue;
            };
            copy.reset(probe.grid(), None, state.budget);
            let passes = self.passes(copy, candidate, &probe.failed);
            state.budget = copy.budget;
            if !passes? {
                return Ok(Some(candidate));
            }
            probe.pass(copy.grid());
        }
        Ok(None)
    }

    /// Returns the candidates that are false once no more candidates fail. Each failing candidate is removed
    /// at once and the singles that follow are played, because one of the first few removals solves most
    /// puzzles.
    fn closure(&self, state: &mut State, copy: &mut Option<State>) -> Within<Candidates> {
        let first = *state.grid();
        // Candidates that passed before the last failure are tried last.
        let (mut last, mut passed) = (first, Candidates::EMPTY);
        loop {
            let mut probe = Probe::of(last, state.solution());
            let (mates, open) = (probe.mates.all(), last.candidates());
            let early = mates.iter().chain(open.iter()).filter(|one| !passed.contains(*one));
            let mut order = early.chain(open.iter());
            let Some(fails) = self.failing(&mut order, &mut probe, state, copy)? else { break };
            passed.extend(&probe.passed);
            last.eliminate(&[fails].into_iter().collect());
            if exhaust(&mut last).0 != Progress::Open {
                break;
            }
        }
        Ok(Candidates(std::array::from_fn(|digit| first.planes[digit] - last.planes[digit])))
    }

    /// Whether asserting the candidate in `copy` and playing the theory ends without contradiction and
    /// without placing a candidate known to fail.
    fn passes(&self, copy: &mut State, candidate: Candidate, failed: &Candidates) -> Within<bool> {
        copy.grid_mut().place_all(&Candidates::of_digit(candidate.digit, Cells::of(candidate.cell)).0);
        let mut tried = Tried { failed };
        let end = match tried.singles(copy)? {
            Progress::Open => play(self.theory, copy, &mut Findings::default(), &mut tried)?,
            end => end,
        };
        Ok(end != Progress::Contradiction)
    }

    /// Describes how a failing candidate fails: applies the theory one single, one pattern at a time.
    fn trace(&self, grid: &Grid, candidate: Candidate) -> Option<Trace> {
        let mut player = TracedGrid::assume(grid, Literal { candidate, holds: true });
        let (mut copy, mut found) = (State::new(), Findings::traced().taking(Wanted::First));
        loop {
            if let Some(end) = player.play(None) {
                return Some(player.trace(end, None));
            }
            copy.reset(player.grid(), None, Budget(u64::MAX));
            play::first(self.theory, &mut copy, &mut found).ok()?;
            let step = found.steps.iter().flatten().next()?;
            let targets = step.eliminates.clone();
            let made = match &step.because {
                Evidence::Chain { links } => Move::Locked(*links.first()?.variables.first()?, targets),
                Evidence::Subset(hall) => Move::Subset(hall.clone(), targets),
                // No theory has other patterns.
                _ => return None,
            };
            player.apply(made, &step.eliminates);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute;
    use crate::grid::{Cell, parse_puzzle};

    /// Naive twin: plays every candidate to the end, by itself.
    fn naive(rule: &Trial, grid: &Grid) -> Candidates {
        let mut copy = State::new();
        let fails = |candidate: &Candidate| {
            copy.reset(grid, None, Budget(u64::MAX));
            !rule.passes(&mut copy, *candidate, &Candidates::EMPTY).unwrap()
        };
        grid.candidates().iter().filter(fails).collect()
    }

    /// Early stops change no result on states of the embedded collection after singles, with clues and then
    /// candidates removed so that some have several solutions and some have none; with and without the
    /// solution, traced and untraced.
    #[test]
    fn early_stops_change_nothing() {
        let text = include_str!("../../../../../datasets/random-10k.txt");
        let (mut kinds, mut failed) = ([0; 3], [0; 5]);
        for (k, line) in text.lines().take(500).enumerate() {
            let mut line = line.as_bytes().to_vec();
            let is_out = |at: usize| (k + 31 * at) % 97 < k % 7;
            (0..81).filter(|&at| is_out(at)).for_each(|at| line[at] = b'.');
            let mut grid = Grid::from_clues(&parse_puzzle(&line).unwrap());
            exhaust(&mut grid);
            let spoilt = |c: &Candidate| (k + 7 * c.cell.index() + c.digit.index()) % 61 < k % 4;
            let spoilt: Candidates = grid.candidates().iter().filter(spoilt).collect();
            grid.eliminate(&spoilt);
            if exhaust(&mut grid).0 != Progress::Open {
                continue;
            }
            let (count, solution) = brute::solutions(&grid, 2);
            kinds[count] += 1;
            for (level, rule) in [&BRT, &W1, &S2, &S3, &S4].into_iter().enumerate() {
                if level > 1 && k % 8 != level {
                    continue;
                }
                let expected = naive(rule, &grid);
                failed[level] += expected.len();
                let mut state = State::new();
                for (solution, mut found) in
                    [(solution, Findings::default()), (None, Findings::default()), (None, Findings::traced())]
                {
                    let known = solution.filter(|_| count == 1);
                    state.reset(&grid, known, Budget(u64::MAX));
                    rule.find(&mut state, 0, &mut found).unwrap();
                    assert_eq!(found.eliminated, expected, "{} in {k}", rule.info.name);
                    assert_eq!(found.patterns as usize, expected.len());
                    assert!(found.steps.is_none_or(|steps| steps.len() == expected.len()));
                }
            }
        }
        assert!(kinds.iter().all(|&states| states > 20), "{kinds:?}");
        assert!(failed.iter().all(|&candidates| candidates > 500), "{failed:?}");
    }
    /// Plays T&E(BRT, 2) by its definition: asserts every candidate, and after singles every candidate again,
    /// until nothing more is eliminated.
    fn naive_twice(grid: &Grid) -> Candidates {
        let fails = |candidate: &Candidate| {
            let mut copy = *grid;
            copy.place_all(&Candidates::of_digit(candidate.digit, Cells::of(candidate.cell)).0);
            loop {
                match exhaust(&mut copy).0 {
                    Progress::Open => {}
                    end => return end == Progress::Contradiction,
                }
                let false_there = naive(&BRT, &copy);
                if false_there.is_empty() {
                    return false;
                }
                copy.eliminate(&false_there);
            }
        };
        grid.candidates().iter().filter(fails).collect()
    }

    /// A trial whose theory contains a trial gives the same result as T&E(BRT, 2). The states are from a
    /// puzzle beyond braids, and in each state one value is assumed.
    #[test]
    fn a_trial_among_the_theory_is_one_deeper() {
        static TWICE: Trial = trial("trial", &[(&BRT, 0)]);
        let hard = parse_puzzle(
            b"1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        )
        .unwrap();
        let start = Grid::from_clues(&hard);
        let (mut deeper, mut all) = (0, 0);
        for k in 0..81 {
            let mut grid = start;
            let cell = Cell::new(k);
            let digit = Digit::lowest(grid.digits_of(cell));
            grid.place_all(&Candidates::of_digit(digit, Cells::of(cell)).0);
            if k % 7 != 3 || exhaust(&mut grid).0 != Progress::Open {
                continue;
            }
            let mut state = State::new();
            state.reset(&grid, None, Budget(u64::MAX));
            let mut found = Findings::default();
            TWICE.find(&mut state, 0, &mut found).unwrap();
            assert_eq!(found.eliminated, naive_twice(&grid), "{k}");
            all += found.eliminated.len();
            deeper += found.eliminated.len() - naive(&BRT, &grid).len();
        }
        assert!(deeper > 100 && all > deeper, "{deeper} {all}");
    }
}
