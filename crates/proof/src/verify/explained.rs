//! Steps of SER (docs/ser.md): the conclusions of a pattern or a tree of chains in a state, whether the rule
//! is of that kind, and whether its rating follows from the rule and the length.
//!
//! A pattern inside a chain is checked by the same clauses, in the state without the candidates from whose
//! removal it is said to follow.

use super::patterns::Proved;
use super::state::{BN, CN, RN, kind};
use super::{Checked, Claim, ensure, tree, unique};
use crate::evidence::{Clause, Hall, SerPattern, TechniqueRow, technique};
use crate::grid::notation::Variable;

/// Checks a pattern of SER, or of one of the players' rules that show such patterns.
pub(super) fn explained(claim: &Claim, of: &SerPattern) -> Checked<()> {
    match claim.clause {
        Clause::Loop | Clause::Oddagon | Clause::BugPlus => unique::deadly(claim, of),
        _ => technique_step(claim, of),
    }
}

/// Checks that a step is valid, that its rule is of the pattern's kind, and that its rating is that of the
/// rule and the length.
fn technique_step(claim: &Claim, of: &SerPattern) -> Checked<()> {
    // Players' rules have some of these names, too, for other patterns.
    let row = technique(claim.rule);
    let shows = row.map_or((claim.clause, claim.number), |row| (row.clause, row.number));
    ensure(is_shown(shows, of), "the rule has no such pattern")?;
    rated(claim, row, of)?;
    match tree::proved(claim.state, of)? {
        Proved::Value(value) => ensure(claim.value()? == value, "it proves another value"),
        Proved::Gone(gone) => {
            let all = claim.targets()?.iter().all(|target| gone.contains(target));
            ensure(all, "a target does not follow")
        }
    }
}

/// Whether the rule shows this pattern.
fn is_shown((clause, number): (Clause, usize), of: &SerPattern) -> bool {
    use Clause::*;
    match (clause, of) {
        (Pointing | DirectPointing, SerPattern::Locked { base, single, .. }) => {
            kind(*base) == BN && single.is_some() == (clause == DirectPointing)
        }
        (Claiming | DirectClaiming, SerPattern::Locked { base, single, .. }) => {
            [RN, CN].contains(&kind(*base)) && single.is_some() == (clause == DirectClaiming)
        }
        (SerNaked | SerHidden | DirectHidden | SerFish, SerPattern::Subset { set, single }) => {
            let Hall { variables, transversals } = set;
            let cells = |side: &[Variable]| {
                side.iter().filter(|variable| matches!(variable, Variable::Cell(_))).count()
            };
            let expected = match clause {
                SerNaked => (number, 0),
                SerFish => (0, 0),
                _ => (0, number),
            };
            let is_kind = (cells(variables), cells(transversals)) == expected;
            is_kind && variables.len() == number && single.is_some() == (clause == DirectHidden)
        }
        (SerWing, SerPattern::Wing(_)) | (SerBug, SerPattern::BugPattern { .. }) => true,
        (SerAligned, SerPattern::Aligned { cells, .. }) => cells.len() == number,
        (SerRectangle, SerPattern::Loop { cells, .. }) => cells.len() == 4,
        (SerLoop, SerPattern::Loop { cells, .. }) => cells.len() > 4 && cells.len() % 2 == 0,
        (_, SerPattern::Chains { show, chains }) => tree::is_of((clause, number), *show, chains),
        _ => false,
    }
}

/// Checks that the rating of the round is that of the rule at this length.
fn rated(claim: &Claim, row: Option<&TechniqueRow>, of: &SerPattern) -> Checked<()> {
    let is_hidden =
        |set: &Hall| set.transversals.iter().any(|variable| matches!(variable, Variable::Cell(_)));
    // The size of the subset, without the cell that the pattern itself counts as.
    let set_of = |subset: Option<&Hall>| {
        let cells = match subset {
            Some(set) if is_hidden(set) => set.variables.len().checked_sub(2),
            Some(set) => set.transversals.len().checked_sub(1),
            None => Some(0),
        };
        cells.map(|cells| cells as u32).ok_or("the subset is too small")
    };
    let rating = match of {
        SerPattern::Loop { cells, subset, .. } => {
            let base = match cells.len() {
                4 => 45,
                6 => 46,
                8 => 47,
                _ => 50,
            };
            base + set_of(subset.as_ref())?
        }
        SerPattern::BugPattern { subset: Some(set), .. } => 57 + set_of(Some(set))?,
        SerPattern::Chains { chains, .. } => match row {
            Some(row) => (row.base * 10.0).round() as u32 + tree::length(tree::complexity(chains)),
            // Players' rules have the length as their size.
            None => {
                let longest = chains.iter().map(Vec::len).max();
                return claim.has_size(longest.unwrap_or(0).saturating_sub(1));
            }
        },
        SerPattern::Locked { .. } => {
            return ensure(claim.size.is_none(), "the rule has no sizes");
        }
        // The scale has only one rating for each of the other patterns.
        _ => return Ok(()),
    };
    ensure(claim.rating == rating, "the rating does not follow from the rule and its length")
}
