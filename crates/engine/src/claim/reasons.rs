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

use super::chain::{Chain, Kind, NamedDeadly, Node, What};
use super::judge::{Ground, Judge};
use super::nodes::{self, Basis, candidates, is_excluded, places};
use super::trace::Play;
use crate::evidence::{End, Evidence, Step, Strong, Trace};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cell, Digit};

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
    let deadly = bases.iter().position(|basis| matches!(basis, Some(Basis::Deadly(_))));
    let is_grave = |basis: &Option<Basis>| matches!(basis, Some(Basis::Deadly(link)) if link.by.is_empty());
    let (aic, ring) = match (deadly, bases.iter().any(is_grave)) {
        (None, _) => ("als-aic", "als-nice-loop"),
        (_, true) => ("bug-aic", "bug-nice-loop"),
        _ => ("ur-aic", "ur-nice-loop"),
    };
    let (pairs, is_ring) = pairs(chain, bases);
    let (mut all, mut refused) = (Vec::new(), None);
    if pairs.len() > 1 && pairs.iter().all(|pair| !matches!(pair.basis, Basis::Moves)) {
        for evidence in plain(judge, &pairs, is_ring) {
            let rule = if matches!(evidence, Evidence::Rings(_)) { ring } else { aic };
            match judge.proved(rule, Some(pairs.len()), &evidence) {
                Ok(ground) => all.push(ground),
                Err(why) => refused = Some(why),
            }
        }
    }
    match (deadly, refused) {
        (None, _) if all.is_empty() => Ok(refuted(judge, &pairs, is_ring)),
        (Some(at), Some(why)) if all.is_empty() && !why.starts_with("a target") => {
            Err(failed(chain, at, why.to_string()))
        }
        _ => Ok(all),
    }
}

/// Says that the link with this number, counted from 0, does not hold.
fn failed(chain: &Chain, at: usize, why: String) -> Failed {
    let nodes = &chain.nodes;
    let both = nodes.get(at).zip(nodes.get(at + 1).or(nodes.first()));
    Failed { number: at + 1, columns: both.map_or((1, 1), |(one, other)| columns(one, other)), why }
}

/// Checks each link from left to right, and that strong and weak links alternate; returns the bases of the
/// strong links, including the one that closes a loop.
fn links(judge: &Judge, chain: &Chain) -> Result<Vec<Option<Basis>>, Failed> {
    let Chain { nodes, links, closing, deadly } = chain;
    let mut bases = Vec::new();
    let mut before = None;
    let first = links.first().copied();
    for (k, node) in nodes.iter().enumerate() {
        let Some(kind) = links.get(k).copied().or(if k + 1 == nodes.len() { *closing } else { None }) else {
            break;
        };
        let Some(next) = nodes.get(k + 1).or(nodes.first()) else { break };
        let failed = |why: String| failed(chain, k, why);
        if before == Some(kind) {
            return Err(failed(format!("a {0} link after a {0} one", name(kind))));
        }
        match kind {
            Kind::Weak => nodes::weak(&judge.grid, &node.what, &next.what).map_err(failed).map(|()| None),
            Kind::Strong => strong(judge, [&node.what, &next.what], k, deadly).map_err(failed).map(Some),
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

/// Checks the strong link with this number: by a deadly pattern if its text names one there; else by one only
/// if nothing simpler links the nodes.
fn strong(judge: &Judge, nodes: [&What; 2], at: usize, named: &[NamedDeadly]) -> Result<Basis, String> {
    let [one, other] = nodes;
    let fits = |link: &Strong, NamedDeadly { is_grave, digits, corners, .. }: &NamedDeadly| {
        let are_own = digits.iter().all(|digit| link.digits.contains(digit)) && digits.len() != 1;
        let own = |cell: Cell| link.by.contains(&Variable::Cell(cell));
        let are_corners = corners.is_empty() || corners.len() == 4 && corners.into_iter().all(own);
        *is_grave == link.by.is_empty() && are_own && are_corners
    };
    let deadly = |named: Vec<&NamedDeadly>| {
        let mut all = judge.deadly_links();
        all.retain(|link| named.is_empty() || named.iter().any(|named| fits(link, named)));
        nodes::deadly(&judge.grid, one, other, &all)
    };
    let (here, others): (Vec<&NamedDeadly>, Vec<_>) = named.iter().partition(|one| one.link == Some(at));
    if !here.is_empty() {
        return deadly(here).ok_or_else(|| "there is no such pattern with these guardians".to_string());
    }
    let before = others.into_iter().filter(|one| one.link.is_none()).collect();
    nodes::strong(&judge.grid, one, other).or_else(|why| deadly(before).ok_or(why))
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
    // A side of a deadly pattern is all its guardians.
    let side = |pair: &Pair, node: &What, digit: Digit| -> Vec<Candidate> {
        match (&pair.basis, node) {
            (Basis::Deadly(_), _) => candidates(&judge.grid, node).iter().collect(),
            (_, What::Digits { cells, .. }) => places(&judge.grid, digit, *cells).iter().collect(),
            _ => Vec::new(),
        }
    };
    let mut links = Vec::new();
    let mut from = begin;
    for (k, pair) in pairs.iter().enumerate() {
        let next = pairs.get(k + 1);
        let joint = match next {
            None => Some((end, end)),
            Some(next) => digits(pair.to).iter().find_map(|&to| {
                let own = side(pair, pair.to, to);
                let is_joined = |digit: &&Digit| {
                    let other = side(next, next.from, **digit);
                    own.iter().all(|one| other.iter().all(|two| one.is_linked(*two)))
                };
                digits(next.from).iter().find(is_joined).map(|&from| (to, from))
            }),
        };
        let (to, after) = joint?;
        links.push(match &pair.basis {
            Basis::Moves => return None,
            Basis::Deadly(link) => link.clone(),
            Basis::Variables(by) => Strong {
                by: by.clone(),
                digits: Vec::new(),
                from: side(pair, pair.from, from),
                to: side(pair, pair.to, to),
            },
        });
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
