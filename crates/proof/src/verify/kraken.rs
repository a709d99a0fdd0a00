//! Kraken fish (docs/theory.md, "Players' techniques"): the base lines have a fin, or one place in each
//! covering line; and all of these alternatives lead to the same conclusion.

use super::hall::{are_met, is_excluded, outside, shape};
use super::state::{CN, RN, are_same, is_in, kind, linked};
use super::{Checked, Claim, Reason, ensure, forcing_chains::implied};
use crate::evidence::{Clause, Kraken, Literal};
use crate::grid::Candidate;

/// Checks the chains from the fins, for type 2 also from the base places in a covering line, to one
/// conclusion.
pub(super) fn kraken(claim: &Claim, of: &Kraken) -> Checked<()> {
    let Kraken { variables, transversals, fins, cover, chains } = of;
    let state = claim.state;
    claim.has_size(variables.len())?;
    shape(state, variables, transversals)?;
    let all = [&variables[..], transversals].concat();
    ensure(all.iter().all(|&line| [RN, CN].contains(&kind(line))), "the sets are not lines")?;
    let found = outside(state, variables, transversals);
    ensure(are_same(fins.iter().copied(), found), "the fins are not those of base and cover")?;
    ensure(fins.len() <= 3, "there are more than three fins")?;
    ensure(are_met(state, variables, transversals), "a covering line is not met")?;
    let mut starts = fins.clone();
    if let Some(cover) = cover {
        ensure(transversals.contains(cover), "it is not a covering line")?;
        let places = variables.iter().flat_map(|&line| state.candidates(line));
        starts.extend(places.filter(|&one| is_in(one, *cover)));
    }
    let conclusion = match claim.asserts {
        [] => match claim.targets()? {
            &[candidate] => Literal { candidate, holds: false },
            _ => return Err("it removes more than one candidate".into()),
        },
        _ => Literal { candidate: claim.value()?, holds: true },
    };
    let mut began = Vec::new();
    for (k, chain) in chains.iter().enumerate() {
        let at = |reason: Reason| Reason::from(format!("chain {}: {reason}", k + 1));
        let (from, to) = implied(state, chain).map_err(at)?;
        let holds = from.holds && to == conclusion;
        ensure(holds, "it does not lead from a candidate to the conclusion").map_err(at)?;
        began.push(from.candidate);
    }
    ensure(are_same(began, starts), "there is not one chain from each")?;
    let is_cleared = |target: Candidate| is_excluded(target, variables, transversals);
    claim.shows(&[Clause::Kraken])?;
    match claim.number {
        1 => {
            ensure(cover.is_none() && !fins.is_empty(), "it has no fins, or a covering line")?;
            let Literal { candidate, holds } = conclusion;
            ensure(!holds && is_cleared(candidate), "the fish does not clear the target")?;
            let seen = fins.iter().all(|&fin| linked(fin, candidate));
            ensure(!seen, "the target sees all fins")
        }
        _ => ensure(cover.is_some(), "it has no covering line"),
    }
}
