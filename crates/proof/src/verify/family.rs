//! Requirements for all chains: the space and the shortest length of their family, and that no candidate is
//! omitted.

use super::state::{State, are_same, kind};
use super::{Checked, ensure};
use crate::evidence::Link;
use crate::evidence::families::{Family, Space};
use crate::grid::{Candidate, notation::Variable};

/// Checks that the chain is in one space of its family, and not shorter than the family allows.
pub(super) fn is_in_family(family: &Family, links: &[Link], size: usize) -> Checked<()> {
    let shortest = family.info.sizes.as_ref().map_or(1, |sizes| *sizes.start());
    ensure(size >= shortest.into(), "the rule has no chains as short as this")?;
    let kinds: Vec<usize> = links.iter().flat_map(|l| &l.variables).map(|v| kind(*v)).collect();
    let holds_all = |space: &Space| match *space {
        Space::All => true,
        Space::Typed(one) | Space::Flat(one) => kinds.iter().all(|&kind| kind == one),
    };
    ensure(family.spaces.iter().any(holds_all), "the variables are not of one space of the rule")
}

/// Checks that `named` are the candidates of the variables, each once.
pub(super) fn are_all_named(
    state: &State, variables: &[Variable], named: impl Iterator<Item = Candidate>,
) -> Checked<()> {
    let all = variables.iter().flat_map(|&v| state.candidates(v));
    ensure(are_same(named, all), "what is listed are not the candidates of the variable, each once")
}
