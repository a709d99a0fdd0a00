//! Conclusions of patterns that are part of others: of chains, and of patterns that leave a single. Such a
//! pattern is checked by its own clause, in the state without the candidates from whose removal it is said to
//! follow.

use super::state::{State, all_labels, different, linked};
use super::{Checked, Claim, ensure, forcing_chains, hall, locked};
use crate::evidence::Evidence;
use crate::grid::{Candidate, Cell, Digit, notation::Variable};

/// Conclusion of a pattern or of chains.
pub(super) enum Proved {
    /// A true candidate.
    Value(Candidate),
    /// False candidates.
    Gone(Vec<Candidate>),
}

impl Proved {
    /// Checks that the claim concludes no more.
    pub(super) fn covers(&self, claim: &Claim) -> Checked<()> {
        match self {
            Proved::Value(value) => ensure(claim.value()? == *value, "it proves another value"),
            Proved::Gone(gone) => claim.removes(|target| gone.contains(target)),
        }
    }

    /// Whether the candidate is proved false.
    pub(super) fn removes(&self, target: Candidate) -> bool {
        match self {
            Proved::Value(value) => linked(*value, target),
            Proved::Gone(gone) => gone.contains(&target),
        }
    }
}

/// Checks a pattern that is part of another, and returns its conclusion.
pub(super) fn proved(state: &State, of: &Evidence) -> Checked<Proved> {
    match of {
        Evidence::Locked(of) => locked::proved(state, of),
        Evidence::Subset(hall) => hall::proved(state, hall),
        Evidence::ForcingChains(of) => forcing_chains::proved(state, of),
        _ => Err("no such pattern is part of another".into()),
    }
}

/// Iterates over all candidates of the state.
pub(super) fn candidates(state: &State) -> impl Iterator<Item = Candidate> + '_ {
    all_labels().filter(|&label| state.has(label))
}

/// Returns the cells of the variables, which must be different open cells.
pub(super) fn open_cells(state: &State, variables: &[Variable]) -> Checked<Vec<Cell>> {
    ensure(different(variables), "a cell comes twice")?;
    let cell = |variable: &Variable| match variable {
        Variable::Cell(cell) if !state.is_solved(*variable) => Ok(*cell),
        _ => Err("something is no cell without value".into()),
    };
    variables.iter().map(cell).collect()
}

/// Returns the digits that a cell may hold.
pub(super) fn digits(state: &State, cell: Cell) -> Vec<Digit> {
    state.candidates(Variable::Cell(cell)).into_iter().map(|label| label.digit).collect()
}
