//! Links of a chain, as its proof lists them.

use crate::evidence::{Link, Origin, Right};
use crate::graph::{Bits, Graph, ObjectKind};
use crate::grid::Candidate;
use std::ops::Range;

/// Returns the link of variable number `v`. Each candidate that it ignores is listed with the first previous
/// link that excludes it, or else with the target.
pub fn link<const C: usize, const V: usize>(
    graph: &Graph<C, V>, v: usize, left: usize, right: Option<ObjectKind>, from: Origin,
    previous: Range<usize>, excludes: impl Fn(usize, usize) -> bool,
) -> Link {
    let (held, right) = match right {
        Some(ObjectKind::Candidate(c)) => (Bits::of(c), Right::Candidate(graph.labels[c])),
        Some(ObjectKind::Segment(number)) => {
            let members = graph.group(number);
            (members, Right::Group(members.iter().map(|c| graph.labels[c]).collect()))
        }
        // Subsets have several variables.
        Some(ObjectKind::Subset(_)) | None => (Bits::EMPTY, Right::Nothing),
    };
    let others = graph.cands[v] - held - Bits::of(left);
    Link {
        variables: vec![graph.variable(v)],
        left: graph.labels[left],
        from,
        right,
        ignored: ignored(graph, others, previous, excludes),
    }
}

/// Returns the candidates `others`, which a link ignores. Each has the first of the `previous` links (counted
/// from 0) that excludes the candidate, or else the target; candidates that have the target are last.
pub fn ignored<const C: usize, const V: usize>(
    graph: &Graph<C, V>, others: Bits<C>, previous: Range<usize>, excludes: impl Fn(usize, usize) -> bool,
) -> Vec<(Candidate, Origin)> {
    let by = |c: usize| {
        let first = previous.clone().find(|&link| excludes(link, c));
        first.map_or(0, |link| link + 1)
    };
    let ignored = others.iter().map(|c| (graph.labels[c], by(c)));
    let (mut by_links, by_target): (Vec<_>, Vec<_>) = ignored.partition(|(_, by)| *by > 0);
    by_links.extend(by_target);
    by_links
}
