//! Conclusions of SER patterns, and trees of implications, which may contain patterns.

use super::patterns::{self, Proved};
use super::state::{State, are_same, is_in, linked};
use super::{Checked, ensure};
use crate::evidence::{By, Clause, Implies, Literal, SerPattern, Together};
use crate::grid::{Candidate, notation::Variable};

/// Checks a pattern in a state, and returns its conclusion.
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
        SerPattern::Chains { show, chains } => together(state, *show, chains),
    }
}

/// Checks chains, and returns what they prove together.
fn together(state: &State, show: Together, chains: &[Vec<Implies>]) -> Checked<Proved> {
    if show == Together::Cycle {
        let [chain] = chains else { return Err("a cycle is one chain".into()) };
        return cycle(state, chain);
    }
    let mut ends = Vec::new();
    for (k, chain) in chains.iter().enumerate() {
        let end = implied(state, chain);
        ends.push(end.map_err(|reason| format!("chain {}: {reason}", k + 1))?);
    }
    let literal = match (show, &ends[..]) {
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
            ensure(!state.is_solved(variable), "the variable has a value")?;
            let mut starts: Vec<Candidate> = Vec::new();
            for &(Literal { candidate, holds }, _) in &ends {
                ensure(holds, "a chain does not begin with a candidate")?;
                starts.push(candidate);
            }
            starts.sort_unstable();
            let mut candidates = state.candidates(variable);
            candidates.sort_unstable();
            ensure(starts == candidates, "there is not one chain from each of the candidates")?;
            to
        }
        (Together::Empties(variable), &[(from, _), ..]) => {
            let same = ends.iter().all(|&(start, _)| start == from);
            ensure(same, "the chains do not begin with the same")?;
            ensure(!state.is_solved(variable), "the variable has a value")?;
            ensure(ends.iter().all(|(_, end)| !end.holds), "a chain does not end with a negation")?;
            let gone = ends.iter().map(|(_, end)| end.candidate);
            let all = are_same(gone, state.candidates(variable));
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
pub(super) fn implied(state: &State, chain: &[Implies]) -> Checked<(Literal, Literal)> {
    let Some(end) = chain.first() else { return Err("it is empty".into()) };
    in_order(chain)?;
    let mut assumed = None;
    for (at, node) in chain.iter().enumerate() {
        if node.by == By::Assumed {
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
fn in_order(chain: &[Implies]) -> Checked<()> {
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
fn follows(state: &State, chain: &[Implies], node: &Implies) -> Checked<()> {
    let Literal { candidate, holds } = node.literal;
    ensure(state.has(candidate), "it is of no candidate")?;
    let from: Vec<Literal> = node.from.iter().map(|&k| chain[usize::from(k)].literal).collect();
    let false_ones = || from.iter().all(|literal| !literal.holds);
    match &node.by {
        By::Assumed => Err("it is assumed".into()),
        By::Link => {
            let [Literal { candidate: other, holds: true }] = from[..] else {
                return Err("a link is from one candidate".into());
            };
            ensure(!holds && linked(candidate, other), "the two are not linked")
        }
        By::Only(variable) => {
            ensure(holds && is_in(candidate, *variable), "the variable is not its own")?;
            ensure(!state.is_solved(*variable), "the variable has a value")?;
            ensure(false_ones(), "it follows from something that is true")?;
            let is_gone = |other: &Candidate| {
                *other == candidate || from.iter().any(|literal| literal.candidate == *other)
            };
            let all = state.candidates(*variable).iter().all(is_gone);
            ensure(all, "another candidate of the variable is left")
        }
        By::Pattern(pattern) => {
            ensure(!holds && false_ones(), "patterns remove where others are removed")?;
            let mut without = state.clone();
            from.iter().for_each(|literal| without.eliminate(literal.candidate));
            let removes = proved(&without, pattern)?.removes(candidate);
            ensure(removes, "the pattern does not remove it")
        }
    }
}

/// Checks a loop of links, alternately "not both" and "one of both". Whichever way round it holds, a
/// candidate is false if it is linked to one that is true and to one that is false along the loop.
fn cycle(state: &State, chain: &[Implies]) -> Checked<Proved> {
    ensure(chain.len() >= 4, "the cycle is too short")?;
    for (at, node) in chain.iter().enumerate() {
        let before = (at + 1) % chain.len();
        ensure(node.from == [before as u16], "the cycle does not follow from literal to literal")?;
        ensure(node.literal.holds == (at % 2 == 0), "its literals do not hold by turns")?;
        let is_link = matches!(node.by, By::Link | By::Only(_));
        ensure(is_link, "a cycle is of links")?;
        follows(state, chain, node).map_err(|reason| format!("literal {}: {reason}", at + 1))?;
    }
    let of = |holds: bool| {
        let literals = chain.iter().map(|node| node.literal);
        literals.filter(move |literal| literal.holds == holds).map(|literal| literal.candidate)
    };
    let is_seen =
        |&label: &Candidate| of(true).any(|on| linked(on, label)) && of(false).any(|off| linked(off, label));
    Ok(Proved::Gone(patterns::candidates(state).filter(is_seen).collect()))
}

/// Whether the chains, showing `show`, are of the rule.
pub(super) fn is_of((clause, nested): (Clause, usize), show: Together, chains: &[Vec<Implies>]) -> bool {
    let nodes = || chains.iter().flatten();
    let one_digit = || {
        let mut digits = nodes().map(|node| node.literal.candidate.digit);
        digits.next().is_some_and(|first| digits.all(|digit| digit == first))
    };
    let all_links = || nodes().all(|node| node.from.len() <= 1);
    let no_patterns = || nodes().all(|node| !matches!(node.by, By::Pattern(_)));
    let by_cells = || {
        nodes().all(|node| !matches!(node.by, By::Only(variable) if !matches!(variable, Variable::Cell(_))))
    };
    let of_cell = matches!(show, Together::All(Variable::Cell(_)));
    let of_region = matches!(show, Together::All(variable) if !matches!(variable, Variable::Cell(_)));
    let is_static = all_links() && no_patterns();
    let is_net = nested > 0 || no_patterns();
    match clause {
        Clause::Cycle => show == Together::Cycle && is_static,
        Clause::CycleOfDigit => show == Together::Cycle && is_static && one_digit(),
        Clause::CycleOfCells => show == Together::Cycle && is_static && by_cells(),
        Clause::Opposite => show == Together::Opposite && is_static,
        Clause::OppositeOfDigit => show == Together::Opposite && is_static && one_digit(),
        Clause::Nishio => show == Together::Contradiction && no_patterns() && one_digit(),
        Clause::DigitForcing => show == Together::Both && is_static,
        Clause::CellForcing => of_cell && is_static,
        Clause::UnitForcing => of_region && is_static,
        Clause::ContradictionChain => {
            matches!(show, Together::Contradiction | Together::Empties(_)) && is_static
        }
        Clause::Implied => show != Together::Cycle,
        Clause::ContradictionNet => show == Together::Contradiction && is_net,
        Clause::DoubleNet => show == Together::Both && is_net,
        Clause::CellNet => of_cell && is_net,
        Clause::UnitNet => of_region && is_net,
        _ => false,
    }
}

/// Returns the tenths for a length: one for each of 6, 8, 10, 14, 18, 26, 34, 50 and so on that it exceeds.
pub(super) fn length(complexity: u32) -> u32 {
    let (mut ceiling, mut tenths) = (4, 0);
    while complexity.saturating_sub(2) > ceiling {
        tenths += 1;
        ceiling = if tenths % 2 == 1 { ceiling * 3 / 2 } else { ceiling * 4 / 3 };
    }
    tenths
}

/// Counts the literals of all chains, including the literals of each different nested pattern of chains.
pub(super) fn complexity(chains: &[Vec<Implies>]) -> u32 {
    let own: usize = chains.iter().map(Vec::len).sum();
    let mut nested: Vec<Vec<Vec<Literal>>> = Vec::new();
    let mut all = own as u32;
    for node in chains.iter().flatten() {
        if let By::Pattern(pattern) = &node.by
            && let SerPattern::Chains { chains, .. } = &**pattern
        {
            let literals = |chain: &Vec<Implies>| chain.iter().map(|node| node.literal).collect();
            let one = chains.iter().map(literals).collect();
            if !nested.contains(&one) {
                all = all.saturating_add(complexity(chains));
                nested.push(one);
            }
        }
    }
    all
}
