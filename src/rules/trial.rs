//! Trial and error, T&E(T): a candidate that a theory T refutes is false (nrc-rules §B.19).
//!
//! Each theory is the oracle of a family of braids (§C.1): a candidate has a braid exactly when `trial` refutes
//! it, a g-braid when `trial-w1` does, an S_p-braid when `trial-sp` does. So what is solved by one is
//! solved by the other, and trial and error is much the faster way to know; chains also say why, and how
//! long a reason takes.

use super::singles::{Progress, exhaust};
use super::{Example, Findings, Info, Rule, fish, locked, of_digit, subset};
use crate::graph::{OutOfBudget, State};
use crate::grid::notation::cell_name;
use crate::grid::{Candidate, Candidates, Cells};

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
        let mut copy = State::new();
        let truths = state.solution().map_or(Candidates::EMPTY, |solution| {
            Candidates(std::array::from_fn(|digit| solution.plane(digit)))
        });
        let grid = *state.grid();
        for candidate in grid.candidates().iter().filter(|&c| !truths.contains(c)) {
            copy.reset(&grid, None, state.budget);
            let result = refutes(&mut copy, candidate, self.level);
            state.budget = copy.budget;
            if result? {
                let (cell, digit) = (candidate.cell as usize, candidate.digit as usize);
                found.eliminate(&of_digit(digit, Cells::of(cell)), || {
                    format!("{}: {}={} fails", self.info.name, cell_name(cell), digit + 1)
                });
            }
        }
        Ok(())
    }
}

/// Whether asserting the candidate in `copy` and applying patterns up to `level` ends in a contradiction.
fn refutes(copy: &mut State, candidate: Candidate, level: u8) -> Result<bool, OutOfBudget> {
    let mut values = [Cells::EMPTY; 9];
    values[candidate.digit as usize] = Cells::of(candidate.cell as usize);
    copy.grid_mut().place_all(&values);
    let mut found = Findings::default();
    loop {
        copy.budget.spend()?;
        match exhaust(copy.grid_mut()).0 {
            Progress::Contradiction => return Ok(true),
            Progress::Solved => return Ok(false),
            Progress::Open => {}
        }
        found.clear();
        for size in 1..=level {
            if size == 1 {
                locked::find_locked(copy.grid(), &mut found);
            } else {
                for rule in [&subset::Naked as &dyn Rule, &subset::Hidden, &fish::Fish] {
                    rule.find(copy, size, &mut found)?;
                }
            }
            if found.any() {
                break;
            }
        }
        if !found.any() {
            return Ok(false);
        }
        copy.grid_mut().eliminate(&found.eliminated);
    }
}
