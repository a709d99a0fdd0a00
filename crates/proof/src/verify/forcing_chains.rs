//! Forcing chains: trees of implications, which may contain patterns.

use super::position::Position;
use super::proved::Proved;
use super::state::are_same;
use super::{Checked, Claim, ensure};
use crate::evidence::{By, Clause, ForcingChains, Implies, Literal, Together};
use crate::grid::Candidate;

/// Checks chains. In SER their rating follows from the technique and the number of literals.
pub(super) fn forcing_chains(claim: &Claim, of: &ForcingChains) -> Checked<()> {
    ensure(is_of_rule(claim.state, (claim.clause, claim.number), of), "the rule has no such pattern")?;
    let longest = of.chains.iter().map(Vec::len).max().unwrap_or(0);
    claim.is_rated(longest.saturating_sub(1), more(claim.state, of))?;
    proved(claim.state, of)?.covers(claim)
}

/// Checks chains, and returns what they prove together.
pub(crate) fn proved<S: Position>(
    state: &S, ForcingChains { show, chains }: &ForcingChains<S::Variable, S::Pattern>,
) -> Checked<Proved> {
    if matches!(show, Together::Cycle) {
        let [chain] = &chains[..] else { return Err("a cycle is one chain".into()) };
        return cycle(state, chain);
    }
    let mut ends = Vec::new();
    for (k, chain) in chains.iter().enumerate() {
        let end = implied(state, chain);
        ends.push(end.map_err(|reason| format!("chain {}: {reason}", k + 1))?);
    }
    let literal = match (*show, &ends[..]) {
        (Together::Opposite, &[(from, to)]) => {
            ensure(from == !to, "the chain does not lead to the opposite of its beginning")?;
            to
        }
        (Together::Both, &[(a, to), (b, other)]) => {
            ensure(a == !b, "the chains do not begin with opposites")?;
            ensure(to == other, "the chains do not end with the same")?;
            to
        }
        (Together::Contradiction, &[(from, a), (other, b)]) => {
            ensure(from == other, "the chains do not begin with the same")?;
            ensure(a == !b, "the chains do not end with opposites")?;
            !from
        }
        (Together::All(variable), &[(_, to), ..]) => {
            let ends_there = ends.iter().all(|&(_, end)| end == to);
            ensure(ends_there, "the chains do not end with the same")?;
            ensure(!state.has_value(variable)?, "the variable has a value")?;
            ensure(ends.iter().all(|(from, _)| from.holds), "a chain does not begin with a candidate")?;
            let starts = ends.iter().map(|(from, _)| from.candidate);
            let all = are_same(starts, state.candidates_of(variable)?);
            ensure(all, "there is not one chain from each of the candidates")?;
            to
        }
        (Together::Empties(variable), &[(from, _), ..]) => {
            let same = ends.iter().all(|&(start, _)| start == from);
            ensure(same, "the chains do not begin with the same")?;
            ensure(!state.has_value(variable)?, "the variable has a value")?;
            ensure(ends.iter().all(|(_, end)| !end.holds), "a chain does not end with a negation")?;
            let gone = ends.iter().map(|(_, end)| end.candidate);
            let all = are_same(gone, state.candidates_of(variable)?);
            ensure(all, "there is not one chain to each of the candidates")?;
            !from
        }
        _ => return Err("there are not as many chains as that takes".into()),
    };
    Ok(match literal {
        Literal { candidate, holds: true } => Proved::Value(candidate),
        Literal { candidate, holds: false } => Proved::Gone(vec![candidate]),
    })
}

/// Checks all implications of a chain, and returns its beginning and its end.
pub(super) fn implied<S: Position>(
    state: &S, chain: &[Implies<S::Variable, S::Pattern>],
) -> Checked<(Literal, Literal)> {
    let Some(end) = chain.first() else { return Err("it is empty".into()) };
    in_order(chain)?;
    let mut assumed = None;
    for (at, node) in chain.iter().enumerate() {
        if matches!(node.by, By::Assumed) {
            ensure(assumed.is_none() && node.from.is_empty(), "it has several beginnings")?;
            assumed = Some(node.literal);
        } else {
            follows(state, chain, node).map_err(|reason| format!("literal {}: {reason}", at + 1))?;
        }
    }
    Ok((assumed.ok_or("it has no beginning")?, end.literal))
}

/// Checks that the literals can be ordered so that each literal stands after the literals from which it
/// follows.
fn in_order<V, P>(chain: &[Implies<V, P>]) -> Checked<()> {
    let mut missing: Vec<usize> = chain.iter().map(|node| node.from.len()).collect();
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); chain.len()];
    for (at, node) in chain.iter().enumerate() {
        for &from in &node.from {
            let list = after.get_mut(usize::from(from)).ok_or("a literal follows from none")?;
            list.push(at);
        }
    }
    let mut ready: Vec<usize> = (0..chain.len()).filter(|&at| missing[at] == 0).collect();
    let mut done = 0;
    while let Some(at) = ready.pop() {
        done += 1;
        for &next in &after[at] {
            missing[next] -= 1;
            if missing[next] == 0 {
                ready.push(next);
            }
        }
    }
    ensure(done == chain.len(), "its literals follow from one another in a circle")
}

/// Checks that the literal of `node` follows from the literals that the node names.
fn follows<S: Position>(
    state: &S, chain: &[Implies<S::Variable, S::Pattern>], node: &Implies<S::Variable, S::Pattern>,
) -> Checked<()> {
    let Literal { candidate, holds } = node.literal;
    ensure(state.holds(candidate), "it is of no candidate")?;
    let from: Vec<Literal> = node.from.iter().map(|&k| chain[usize::from(k)].literal).collect();
    let false_ones = || from.iter().all(|literal| !literal.holds);
    match &node.by {
        By::Assumed => Err("it is assumed".into()),
        By::Link => {
            let [Literal { candidate: other, holds: true }] = from[..] else {
                return Err("a link is from one candidate".into());
            };
            ensure(!holds && state.excludes(candidate, other), "the two are not linked")
        }
        By::Only(variable) => {
            ensure(holds && state.belongs(candidate, *variable), "the variable is not its own")?;
            ensure(!state.has_value(*variable)?, "the variable has a value")?;
            ensure(false_ones(), "it follows from something that is true")?;
            let is_gone = |other: &Candidate| {
                *other == candidate || from.iter().any(|literal| literal.candidate == *other)
            };
            let all = state.candidates_of(*variable)?.iter().all(is_gone);
            ensure(all, "another candidate of the variable is left")
        }
        By::Pattern(pattern) => {
            ensure(!holds && false_ones(), "patterns remove where others are removed")?;
            let mut without = state.clone();
            from.iter().for_each(|literal| without.remove(literal.candidate));
            let removes = without.proved(pattern)?.removes(state, candidate);
            ensure(removes, "the pattern does not remove it")
        }
    }
}

/// Checks a loop of links, alternately "not both" and "one of both". Whichever way round it holds, a
/// candidate is false if it is linked to one that is true and to one that is false along the loop.
fn cycle<S: Position>(state: &S, chain: &[Implies<S::Variable, S::Pattern>]) -> Checked<Proved> {
    ensure(chain.len() >= 4, "the cycle is too short")?;
    for (at, node) in chain.iter().enumerate() {
        let before = (at + 1) % chain.len();
        ensure(node.from == [before as u16], "the cycle does not follow from literal to literal")?;
        ensure(node.literal.holds == (at % 2 == 0), "its literals do not hold by turns")?;
        ensure(!matches!(node.by, By::Pattern(_)), "a cycle is of links")?;
        follows(state, chain, node).map_err(|reason| format!("literal {}: {reason}", at + 1))?;
    }
    let of = |holds: bool| {
        let literals = chain.iter().map(|node| node.literal);
        literals.filter(move |literal| literal.holds == holds).map(|literal| literal.candidate)
    };
    let is_seen = |&label: &Candidate| {
        of(true).any(|on| state.excludes(on, label)) && of(false).any(|off| state.excludes(off, label))
    };
    Ok(Proved::Gone(state.every_candidate().into_iter().filter(is_seen).collect()))
}

/// Whether a rule of this clause and number shows such chains.
pub(crate) fn is_of_rule<S: Position>(
    _: &S, (clause, number): (Clause, usize),
    ForcingChains { show, chains }: &ForcingChains<S::Variable, S::Pattern>,
) -> bool {
    let nodes = || chains.iter().flatten();
    let one_digit = || {
        let mut digits = nodes().map(|node| node.literal.candidate.digit);
        digits.next().is_some_and(|first| digits.all(|digit| digit == first))
    };
    let all_links = || nodes().all(|node| node.from.len() <= 1);
    let no_patterns = || nodes().all(|node| !matches!(node.by, By::Pattern(_)));
    let is_cell = |variable: &S::Variable| S::as_cell(*variable).is_some();
    let by_cells = || nodes().all(|node| !matches!(&node.by, By::Only(variable) if !is_cell(variable)));
    let of_cell = matches!(show, Together::All(variable) if is_cell(variable));
    let of_region = matches!(show, Together::All(variable) if !is_cell(variable));
    let is_cycle = matches!(show, Together::Cycle);
    let is_static = all_links() && no_patterns();
    let is_net = number > 0 || no_patterns();
    match clause {
        Clause::Cycle => is_cycle && is_static,
        Clause::CycleOfDigit => is_cycle && is_static && one_digit(),
        Clause::CycleOfCells => is_cycle && is_static && by_cells(),
        Clause::Opposite => matches!(show, Together::Opposite) && is_static,
        Clause::OppositeOfDigit => matches!(show, Together::Opposite) && is_static && one_digit(),
        Clause::Nishio => matches!(show, Together::Contradiction) && no_patterns() && one_digit(),
        Clause::DigitForcing => matches!(show, Together::Both) && is_static,
        Clause::CellForcing => of_cell && is_static,
        Clause::UnitForcing => of_region && is_static,
        Clause::ContradictionChain => {
            matches!(show, Together::Contradiction | Together::Empties(_)) && is_static
        }
        Clause::ForcingChains => !is_cycle,
        Clause::ContradictionNet => matches!(show, Together::Contradiction) && is_net,
        Clause::DoubleNet => matches!(show, Together::Both) && is_net,
        Clause::CellNet => of_cell && is_net,
        Clause::UnitNet => of_region && is_net,
        _ => false,
    }
}

/// Returns the tenths for a length: one for each of 6, 8, 10, 14, 18, 26, 34, 50 and so on that it exceeds.
fn length(complexity: u32) -> u32 {
    let (mut ceiling, mut tenths) = (4, 0);
    while complexity.saturating_sub(2) > ceiling {
        tenths += 1;
        ceiling = if tenths % 2 == 1 { ceiling * 3 / 2 } else { ceiling * 4 / 3 };
    }
    tenths
}

/// Returns the tenths that SER adds for the length of chains.
pub(crate) fn more<S: Position>(_: &S, of: &ForcingChains<S::Variable, S::Pattern>) -> u32 {
    length(complexity::<S>(of))
}

/// Counts the literals of all chains, including the literals of each different nested pattern of chains.
fn complexity<S: Position>(of: &ForcingChains<S::Variable, S::Pattern>) -> u32 {
    let mut known: Vec<Vec<Vec<Literal>>> = Vec::new();
    let mut all = of.chains.iter().map(Vec::len).sum::<usize>() as u32;
    for node in of.chains.iter().flatten() {
        if let By::Pattern(pattern) = &node.by
            && let Some(nested) = S::as_chains(pattern)
        {
            let of_chain = |chain: &Vec<_>| chain.iter().map(literal).collect();
            let one = nested.chains.iter().map(of_chain).collect();
            if !known.contains(&one) {
                all = all.saturating_add(complexity::<S>(nested));
                known.push(one);
            }
        }
    }
    all
}

fn literal<V, P>(node: &Implies<V, P>) -> Literal {
    node.literal
}
