//! Steps of SER (docs/ser.md): what a pattern or a tree of chains proves in a state, whether the rule is of
//! that kind, and whether its rating follows from the rule and the length.
//!
//! A pattern that stands in a chain is checked in the state without the candidates from whose removal it is
//! said to follow, by the same clauses.

use super::patterns::Proved;
use super::state::State;
use super::{Checked, Claim, ensure, patterns, tree};
use crate::evidence::{Clause, Hall, SerPattern};
use crate::grid::notation::Variable;

/// A step holds, its rule is of the pattern's kind, and its rating is that of the rule and the length.
pub(super) fn explained(claim: &Claim, of: &SerPattern) -> Checked<()> {
    ensure(kinds(claim, of), "the rule has no such pattern")?;
    rated(claim, of)?;
    match proved(claim.state, of)? {
        Proved::Value(value) => ensure(claim.value()? == value, "it proves another value"),
        Proved::Gone(gone) => {
            let all = claim.targets()?.iter().all(|target| gone.contains(target));
            ensure(all, "a target does not follow")
        }
    }
}

/// What follows in a state.
pub(super) fn proved(state: &State, of: &SerPattern) -> Checked<Proved> {
    match of {
        SerPattern::Locked { base, cover, single } => patterns::locked(state, *base, *cover, *single),
        SerPattern::Subset { set, single } => patterns::subset(state, set, *single),
        SerPattern::Wing(cells) => patterns::wing(state, cells),
        SerPattern::Loop { cells, digits, subset } => {
            patterns::unique_loop(state, cells, digits, subset.as_ref())
        }
        SerPattern::BugPattern { extras, subset } => patterns::grave(state, extras, subset.as_ref()),
        SerPattern::Aligned { cells, excluders } => patterns::aligned(state, cells, excluders),
        SerPattern::Chains { show, chains } => tree::chains(state, *show, chains),
    }
}

/// Whether the rule is of this kind of pattern.
fn kinds(claim: &Claim, of: &SerPattern) -> bool {
    let set = |size: usize, is_kind: &dyn Fn(&Variable) -> bool| match of {
        SerPattern::Subset { set, .. } => set.variables.len() == size && set.variables.iter().all(is_kind),
        _ => false,
    };
    let is_cell = |variable: &Variable| matches!(variable, Variable::Cell(_));
    let is_hidden = |size: usize| match of {
        SerPattern::Subset { set: all, .. } => {
            set(size, &|variable| !is_cell(variable)) && all.transversals.iter().all(is_cell)
        }
        _ => false,
    };
    let is_fish = |size: usize| match of {
        SerPattern::Subset { set: all, .. } => {
            set(size, &|variable| !is_cell(variable)) && !all.transversals.iter().any(is_cell)
        }
        _ => false,
    };
    let places = match of {
        SerPattern::Locked { single, .. } | SerPattern::Subset { single, .. } => single.is_some(),
        _ => false,
    };
    let locked_in_block = match of {
        SerPattern::Locked { base, .. } => Some(matches!(base, Variable::Block(..))),
        _ => None,
    };
    let rule = claim.rule;
    match claim.clause {
        Clause::Pointing => return locked_in_block == Some(true) && !places,
        Clause::Claiming => return locked_in_block == Some(false) && !places,
        _ => {}
    }
    match rule {
        "direct-pointing" => locked_in_block == Some(true) && places,
        "direct-claiming" => locked_in_block == Some(false) && places,
        "direct-hidden-pair" => is_hidden(2) && places,
        "direct-hidden-triplet" => is_hidden(3) && places,
        "naked-pair" => set(2, &is_cell),
        "naked-triplet" => set(3, &is_cell),
        "naked-quad" => set(4, &is_cell),
        "hidden-pair" => is_hidden(2) && !places,
        "hidden-triplet" => is_hidden(3) && !places,
        "hidden-quad" => is_hidden(4) && !places,
        "x-wing" => is_fish(2),
        "swordfish" => is_fish(3),
        "jellyfish" => is_fish(4),
        "xy-wing" | "xyz-wing" => matches!(of, SerPattern::Wing(_)),
        "aligned-pair-exclusion" | "aligned-triplet-exclusion" => match of {
            SerPattern::Aligned { cells, .. } => {
                cells.len() == if rule == "aligned-pair-exclusion" { 2 } else { 3 }
            }
            _ => false,
        },
        _ if rule.starts_with("unique-rectangle-type-") => {
            matches!(of, SerPattern::Loop { cells, .. } if cells.len() == 4)
        }
        _ if rule.starts_with("unique-loop-type-") => {
            matches!(of, SerPattern::Loop { cells, .. } if cells.len() > 4)
        }
        _ if rule.starts_with("bug-type-") => matches!(of, SerPattern::BugPattern { .. }),
        _ => match of {
            SerPattern::Chains { show, chains } => tree::is_of((claim.clause, rule), *show, chains),
            _ => false,
        },
    }
}

/// Whether the rating of the round is that of the rule at this length.
fn rated(claim: &Claim, of: &SerPattern) -> Checked<()> {
    let is_hidden =
        |set: &Hall| set.transversals.iter().any(|variable| matches!(variable, Variable::Cell(_)));
    // A set of n cells but one that the pattern itself is.
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
        SerPattern::Chains { chains, .. } => match tree::base(claim.rule) {
            Some(base) => base + tree::length(tree::complexity(chains)),
            // Those of players have the length as their size.
            None => {
                let longest = chains.iter().map(Vec::len).max();
                return claim.has_size(longest.unwrap_or(0).saturating_sub(1));
            }
        },
        SerPattern::Locked { .. } => {
            return ensure(claim.size.is_none(), "the rule has no sizes");
        }
        // The scale has these with one rating only.
        _ => return Ok(()),
    };
    ensure(claim.rating == rating, "the rating does not follow from the rule and its length")
}
