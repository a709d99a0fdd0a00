//! Evidence of a player's chain: each link is checked in the state, then the chain becomes evidence that the
//! checker accepts.
//!
//! ```text
//!   A=B-C=D         not both A and D are false: what both see is false
//!   A=B-C=D-        a loop: what sees both ends of any weak link is false
//!   A-B=C-A         weak links at the ends: only B=C counts
//! ```
//!
//! Chains of candidates, groups and almost locked sets are evidence as they are. If a node is something else,
//! such as two digits of a cell or a fish, each target is refuted by moves along the chain.

use super::chain::{Chain, Kind, Node, What};
use super::judge::{Ground, Judge};
use super::nodes::{self, Basis, candidates, is_excluded, places};
use super::trace::Play;
use crate::evidence::{End, Evidence, Step, Strong, Trace};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Digit};

/// First link of a chain that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failed {
    /// Number of the link, from 1.
    pub number: usize,
    /// Columns of its text.
    pub columns: (usize, usize),
    /// Reason.
    pub why: String,
}

/// Strong link of a chain, and its basis.
struct Pair<'a> {
    from: &'a What,
    to: &'a What,
    basis: Basis,
}

/// Returns all that a chain proves, with evidence, or its first link that does not hold.
pub(super) fn grounds(judge: &Judge, chain: &Chain) -> Result<Vec<Ground>, Failed> {
    let bases = links(judge, chain)?;
    let (pairs, is_ring) = pairs(chain, bases);
    let mut all = Vec::new();
    if pairs.len() > 1 && pairs.iter().all(|pair| matches!(pair.basis, Basis::Variables(_))) {
        for evidence in plain(judge, &pairs, is_ring) {
            let rule = if matches!(evidence, Evidence::Rings(_)) { "als-nice-loop" } else { "als-aic" };
            all.extend(judge.proved(rule, Some(pairs.len()), &evidence));
        }
    }
    if all.is_empty() {
        all = refuted(judge, &pairs, is_ring);
    }
    Ok(all)
}

/// Checks each link from left to right, and that strong and weak links alternate; returns the bases of the
/// strong links, including the one that closes a loop.
fn links(judge: &Judge, chain: &Chain) -> Result<Vec<Option<Basis>>, Failed> {
    let Chain { nodes, links, closing } = chain;
    let mut bases = Vec::new();
    let mut before = None;
    let first = links.first().copied();
    for (k, node) in nodes.iter().enumerate() {
        let Some(kind) = links.get(k).copied().or(if k + 1 == nodes.len() { *closing } else { None }) else {
            break;
        };
        let Some(next) = nodes.get(k + 1).or(nodes.first()) else { break };
        let failed = |why: String| Failed { number: k + 1, columns: columns(node, next), why };
        if before == Some(kind) {
            return Err(failed(format!("a {0} link after a {0} one", name(kind))));
        }
        match kind {
            Kind::Weak => nodes::weak(&judge.grid, &node.what, &next.what).map_err(failed).map(|()| None),
            Kind::Strong => nodes::strong(&judge.grid, &node.what, &next.what).map_err(failed).map(Some),
        }
        .map(|basis| bases.push(basis))?;
        before = Some(kind);
    }
    let is_odd = closing.is_some() && *closing == first;
    match (nodes.last(), nodes.first()) {
        (Some(last), Some(first)) if is_odd => Err(Failed {
            number: nodes.len(),
            columns: (last.columns.0, first.columns.1.max(last.columns.1)),
            why: "strong and weak links do not alternate around the loop".to_string(),
        }),
        _ => Ok(bases),
    }
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Strong => "strong",
        Kind::Weak => "weak",
    }
}

/// Returns the columns of a link: of both nodes, or of one part of the text that has both.
fn columns(one: &Node, other: &Node) -> (usize, usize) {
    match one.columns.0 <= other.columns.0 {
        true => (one.columns.0, other.columns.1),
        // The link that closes a loop.
        false => one.columns,
    }
}

/// Returns the strong links in order, and whether they form a ring. Weak links at the ends are left out.
fn pairs(chain: &Chain, bases: Vec<Option<Basis>>) -> (Vec<Pair<'_>>, bool) {
    let nodes = &chain.nodes;
    let (first, last) = (nodes.first(), nodes.last());
    let is_same = nodes.len() > 2 && first.map(|node| &node.what) == last.map(|node| &node.what);
    let ends = (chain.links.first(), chain.links.last());
    let is_closed = is_same && matches!(ends, (Some(one), Some(other)) if one != other);
    let is_ring = chain.closing.is_some() || is_closed;
    let mut pairs: Vec<Pair> = Vec::new();
    for (k, basis) in bases.into_iter().enumerate() {
        let next = nodes.get(k + 1).or(first);
        if let (Some(basis), Some(from), Some(to)) = (basis, nodes.get(k), next) {
            pairs.push(Pair { from: &from.what, to: &to.what, basis });
        }
    }
    (pairs, is_ring)
}

// ---------------------------------------------------------------- chains as they are

/// Returns the chain as evidence, once for each choice of the digits at its ends.
fn plain(judge: &Judge, pairs: &[Pair], is_ring: bool) -> Vec<Evidence> {
    let (Some(first), Some(last)) = (pairs.first(), pairs.last()) else { return Vec::new() };
    let mut all = Vec::new();
    for &begin in digits(first.from) {
        for &end in digits(last.to) {
            let Some(links) = strong_links(judge, pairs, begin, end) else { continue };
            let are_joined = |a: &[Candidate], b: &[Candidate]| {
                a.iter().all(|one| b.iter().all(|other| one.is_linked(*other)))
            };
            let ends = (links.first(), links.last());
            let is_joined = matches!(ends, (Some(a), Some(b)) if are_joined(&b.to, &a.from));
            if is_joined {
                all.push(Evidence::Rings(vec![links.clone()]));
            }
            if !is_ring {
                all.push(Evidence::Links(links));
            }
        }
    }
    all
}

fn digits(node: &What) -> &[Digit] {
    match node {
        What::Digits { digits, .. } => digits,
        What::Fish { digit, .. } => std::slice::from_ref(digit),
    }
}

/// Makes strong links that begin and end with these digits; between them, digits by which the nodes are
/// linked.
fn strong_links(judge: &Judge, pairs: &[Pair], begin: Digit, end: Digit) -> Option<Vec<Strong>> {
    let side = |node: &What, digit: Digit| -> Vec<Candidate> {
        let What::Digits { cells, .. } = node else { return Vec::new() };
        places(&judge.grid, digit, *cells).iter().collect()
    };
    let mut links = Vec::new();
    let mut from = begin;
    for (k, pair) in pairs.iter().enumerate() {
        let Basis::Variables(by) = &pair.basis else { return None };
        let next = pairs.get(k + 1);
        let joint = match next {
            None => Some((end, end)),
            Some(next) => digits(pair.to).iter().find_map(|&to| {
                let own = side(pair.to, to);
                let is_joined = |digit: &&Digit| {
                    let other = side(next.from, **digit);
                    own.iter().all(|one| other.iter().all(|two| one.is_linked(*two)))
                };
                digits(next.from).iter().find(is_joined).map(|&from| (to, from))
            }),
        };
        let (to, after) = joint?;
        links.push(Strong { by: by.clone(), from: side(pair.from, from), to: side(pair.to, to) });
        from = after;
    }
    Some(links)
}

// ---------------------------------------------------------------- refutations

/// Refutes each candidate that the chain proves false, by moves along the chain.
fn refuted(judge: &Judge, pairs: &[Pair], is_ring: bool) -> Vec<Ground> {
    let count = if is_ring { pairs.len() } else { usize::from(!pairs.is_empty()) };
    let mut all = Vec::new();
    let mut found = Candidates::EMPTY;
    for turn in 0..count {
        let Some((after, before)) = pairs.split_at_checked(turn) else { continue };
        let order: Vec<&Pair> = before.iter().chain(after).collect();
        for target in targets(judge, &order).iter().filter(|&one| !found.contains(one)).collect::<Vec<_>>() {
            let Some(trace) = trace(judge, &order, target) else { continue };
            let gone = [target].into_iter().collect();
            let step = Step::new(&gone, &Candidates::EMPTY, Evidence::Trial { trace });
            if judge.check("trial-s4", None, &step).is_ok() {
                found.insert(target);
                all.push(Ground { rule: "trial-s4", size: None, step });
            }
        }
    }
    all
}

/// Returns the candidates that exclude both ends of a chain.
fn targets(judge: &Judge, pairs: &[&Pair]) -> Candidates {
    let (Some(first), Some(last)) = (pairs.first(), pairs.last()) else { return Candidates::EMPTY };
    let grid = &judge.grid;
    let is_linked = |node: &What, one: Candidate| {
        let own = candidates(grid, node);
        let sees_all = !own.is_empty() && own.iter().all(|other| other.is_linked(one));
        sees_all || is_excluded(grid, node, one)
    };
    let all = grid.candidates();
    all.iter().filter(|&one| is_linked(first.from, one) && is_linked(last.to, one)).collect()
}

/// Makes the moves from the target to a contradiction.
fn trace(judge: &Judge, pairs: &[&Pair], target: Candidate) -> Option<Trace> {
    let mut play = Play::new(judge.grid);
    play.place(target);
    let mut end: Option<Variable> = play.empty();
    for pair in pairs {
        if end.is_some() {
            break;
        }
        if !play.settle(pair.to) {
            return None;
        }
        end = play.empty();
    }
    Some(Trace { moves: play.moves, end: End::Empty(end?) })
}
