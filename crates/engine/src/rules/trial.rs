//! Trial and error, T&E(T): a candidate that a theory T refutes is false (nrc-rules §B.19).
//!
//! Each theory is the oracle of a family of braids (§C.1): a candidate has a braid exactly when `trial` refutes
//! it, a g-braid when `trial-w1` does, an S_p-braid when `trial-sp` does. So what is solved by one is
//! solved by the other, and trial and error is much the faster way to know; chains also say why, and how
//! long a reason takes.

use super::pattern::{End, Literal, Pattern, Trace};
use super::probe::Probe;
use super::singles::{Progress, exhaust};
use super::trace::Player;
use super::{Example, Findings, Info, Rule, fish, locked, subset};
use crate::budget::{Budget, OutOfBudget};
use crate::graph::State;
use crate::grid::{Candidate, Candidates, Cells, Grid};

/// T&E with one theory.
pub struct Trial {
    info: Info,
    /// The largest pattern of the theory: 0 singles, 1 locked candidates, p subsets of p.
    level: u8,
}

const fn trial(name: &'static str, level: u8, proves: &'static str, example: Example) -> Trial {
    Trial {
        info: Info { name, proves, source: "nrc-rules §B.19, §C.1", sizes: None, example },
        level,
    }
}

/// `trial`: T&E(BRT).
pub static BRT: Trial = trial(
    "trial",
    0,
    "a candidate is false if asserting it and playing singles ends in a contradiction",
    Example {
        ladder: "TE1",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "trial: r1c2=1 fails ==> r1c2≠1",
    },
);
/// `trial-w1`: T&E(W1).
pub static W1: Trial = trial(
    "trial-w1",
    1,
    "as trial, with singles and locked candidates",
    Example {
        ladder: "brt,trial-w1",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "trial-w1: r1c2=1 fails ==> r1c2≠1",
    },
);
/// `trial-s2`: T&E(S2).
pub static S2: Trial = trial(
    "trial-s2",
    2,
    "as trial, with singles, locked candidates, and naked, hidden and super-hidden pairs",
    Example {
        ladder: "brt,trial-s2",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "trial-s2: r1c2=1 fails ==> r1c2≠1",
    },
);
/// `trial-s3`: T&E(S3).
pub static S3: Trial = trial(
    "trial-s3",
    3,
    "as trial, with subsets of two or three",
    Example {
        ladder: "brt,trial-s3",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "trial-s3: r1c2=1 fails ==> r1c2≠1",
    },
);
/// `trial-s4`: T&E(S4).
pub static S4: Trial = trial(
    "trial-s4",
    4,
    "as trial, with subsets of two to four",
    Example {
        ladder: "brt,trial-s4",
        puzzle: "......7.....25..6....768.4..9..4...2..6.....4.748...1..8...56...5.67.1....9.....3",
        step: "trial-s4: r1c2=1 fails ==> r1c2≠1",
    },
);

impl Rule for Trial {
    fn info(&'static self) -> &'static Info {
        &self.info
    }

    fn find(&self, state: &mut State, _: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let mut probe = Probe::new(state);
        let mut copy = (self.level > 0).then(State::new);
        let mates = probe.mates.all();
        // More follows when a candidate with a mate fails.
        for candidate in mates.iter().chain(state.grid().candidates().iter()) {
            if probe.knows(candidate) {
                continue;
            }
            let Some(copy) = &mut copy else {
                state.budget.spend()?;
                probe.play(candidate);
                continue;
            };
            copy.reset(state.grid(), None, state.budget);
            let passes = self.passes(copy, candidate, &probe.failed);
            state.budget = copy.budget;
            if passes? { probe.pass(copy.grid()) } else { probe.fail(candidate) }
        }
        let rule = self.info.name;
        let grid = *state.grid();
        found.eliminate_each(&probe.failed, |candidate| {
            let trace = self.trace(&grid, candidate);
            Pattern::Trial { rule, candidate, trace }
        });
        Ok(())
    }
}

impl Trial {
    /// Whether asserting the candidate in `copy` and applying the theory ends without contradiction, with no
    /// candidate asserted that is known to fail.
    fn passes(
        &self,
        copy: &mut State,
        candidate: Candidate,
        failed: &Candidates,
    ) -> Result<bool, OutOfBudget> {
        let mut values = [Cells::EMPTY; 9];
        values[candidate.digit as usize] = Cells::of(candidate.cell as usize);
        copy.grid_mut().place_all(&values);
        let mut found = Findings::default();
        loop {
            copy.budget.spend()?;
            match exhaust(copy.grid_mut()).0 {
                Progress::Contradiction => return Ok(false),
                Progress::Solved => return Ok(true),
                Progress::Open => {}
            }
            let grid = copy.grid();
            if (0..9).any(|d| (grid.plane(d) & grid.placed()).intersects(failed.0[d])) {
                return Ok(false);
            }
            self.simplest(copy, &mut found)?;
            if !found.any() {
                return Ok(true);
            }
            copy.grid_mut().eliminate(&found.eliminated);
        }
    }

    /// What the simplest patterns of the theory that prove anything do prove.
    fn simplest(&self, copy: &mut State, found: &mut Findings) -> Result<(), OutOfBudget> {
        found.clear();
        for size in 1..=self.level {
            if size == 1 {
                locked::find_locked(copy.grid(), found);
            } else {
                for rule in [&subset::Naked as &dyn Rule, &subset::Hidden, &fish::Fish] {
                    rule.find(copy, size, found)?;
                }
            }
            if found.any() {
                break;
            }
        }
        Ok(())
    }

    /// How a candidate that fails does so: the theory applied one single, one pattern at a time.
    fn trace(&self, grid: &Grid, candidate: Candidate) -> Trace {
        let mut player = Player::assume(grid, Literal { candidate, holds: true });
        let (mut copy, mut found) = (State::new(), Findings::traced());
        loop {
            let end = player.play(None);
            copy.reset(player.grid(), None, Budget(u64::MAX));
            let first = match self.simplest(&mut copy, &mut found) {
                Ok(()) if end == End::Open => found.steps.iter().flatten().next().cloned(),
                _ => None,
            };
            match first {
                Some(step) => player.apply(step),
                None => return player.trace(end),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute;
    use crate::grid::parse_puzzle;

    /// The naive twin: every candidate is played to the end, by itself.
    fn naive(rule: &Trial, grid: &Grid) -> Candidates {
        let mut copy = State::new();
        let fails = |candidate: &Candidate| {
            copy.reset(grid, None, Budget(u64::MAX));
            !rule.passes(&mut copy, *candidate, &Candidates::EMPTY).unwrap()
        };
        grid.candidates().iter().filter(fails).collect()
    }

    /// States of the embedded collection after singles, with clues and then candidates taken away, so that some
    /// have several solutions and some have none; with and without the solution, traced and untraced.
    #[test]
    fn early_stops_change_nothing() {
        let text = include_str!("../../../../datasets/random-10k.txt");
        let (mut kinds, mut failed) = ([0; 3], [0; 5]);
        for (k, line) in text.lines().take(500).enumerate() {
            let mut line = line.as_bytes().to_vec();
            let is_out = |at: usize| (k + 31 * at) % 97 < k % 7;
            (0..81).filter(|&at| is_out(at)).for_each(|at| line[at] = b'.');
            let mut grid = Grid::from_clues(&parse_puzzle(&line).unwrap());
            exhaust(&mut grid);
            let spoilt = |c: &Candidate| (k + 7 * c.cell as usize + c.digit as usize) % 61 < k % 4;
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
                for (solution, mut found) in [
                    (solution, Findings::default()),
                    (None, Findings::default()),
                    (None, Findings::traced()),
                ] {
                    let known = solution.filter(|_| count == 1);
                    state.reset(&grid, known, Budget(u64::MAX));
                    rule.find(&mut state, 0, &mut found).unwrap();
                    assert_eq!(found.eliminated, expected, "{} in {k}", rule.info.name);
                    assert_eq!(found.firings as usize, expected.len());
                    assert!(found.steps.is_none_or(|steps| steps.len() == expected.len()));
                }
            }
        }
        assert!(kinds.iter().all(|&states| states > 20), "{kinds:?}");
        assert!(failed.iter().all(|&candidates| candidates > 500), "{failed:?}");
    }
}
