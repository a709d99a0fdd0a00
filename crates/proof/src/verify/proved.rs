//! Conclusions of patterns that are part of others: of chains, and of patterns that leave a single. Such a
//! pattern is checked by its own clause, in the state without the candidates from whose removal it is said to
//! follow.

use super::position::Position;
use super::state::{State, all_labels};
use super::{Checked, ensure, forcing_chains, hall, locked};
use crate::evidence::Evidence;
use crate::grid::Candidate;

/// Conclusions that a step claims.
pub(crate) trait Conclusions {
    /// Returns the eliminated candidates of a step that asserts nothing.
    fn targets(&self) -> Checked<&[Candidate]>;
    /// Returns the value of a step that asserts one, and nothing else.
    fn value(&self) -> Checked<Candidate>;
}

/// Conclusion of a pattern or of chains.
pub(crate) enum Proved {
    /// A true candidate.
    Value(Candidate),
    /// False candidates.
    Gone(Vec<Candidate>),
}

impl Proved {
    /// Checks that the step claims no more.
    pub(crate) fn covers(&self, claim: &impl Conclusions) -> Checked<()> {
        match self {
            Proved::Value(value) => ensure(claim.value()? == *value, "it proves another value"),
            Proved::Gone(gone) => {
                let follow = claim.targets()?.iter().all(|target| gone.contains(target));
                ensure(follow, "a target does not follow")
            }
        }
    }

    /// Whether the candidate is proved false.
    pub(super) fn removes(&self, state: &impl Position, target: Candidate) -> bool {
        match self {
            Proved::Value(value) => state.excludes(*value, target),
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
