//! Trees of implications (SER).

use super::explained::proved;
use super::patterns::Proved;
use super::state::{State, are_same, is_in, linked};
use super::{Checked, ensure};
use crate::evidence::{By, Clause, Implies, Literal, SerPattern, Together};
use crate::grid::Candidate;
use crate::grid::notation::Variable;

/// Chains and what they show together.
pub(super) fn chains(state: &State, show: Together, chains: &[Vec<Implies>]) -> Checked<Proved> {
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

/// All implications of a chain hold: its beginning, and its end.
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

/// Each literal comes after those from which it follows, in some order.
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

/// A literal follows from those that it is said to follow from.
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

/// A loop of links, not both and one of both by turns: what is linked to one that is true and to one that is
/// false along it is false, whichever way round it holds.
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
    let labels = (0..81).flat_map(|cell| (0..9).map(move |digit| Candidate { digit, cell }));
    let is_seen =
        |&label: &Candidate| of(true).any(|on| linked(on, label)) && of(false).any(|off| linked(off, label));
    Ok(Proved::Gone(labels.filter(|&label| state.has(label)).filter(is_seen).collect()))
}

/// What a rule of chains gives at its shortest, in tenths.
pub(super) fn base(rule: &str) -> Option<u32> {
    Some(match rule {
        "generalized-x-wing" | "bidirectional-x-cycle" | "bidirectional-y-cycle" => 65,
        "turbot-fish" | "forcing-x-chain" => 66,
        "bidirectional-cycle" | "forcing-chain" => 70,
        "nishio-forcing-chains" => 75,
        "cell-forcing-chains" | "region-forcing-chains" => 80,
        _ => {
            let (_, nested) = rule.strip_prefix("dynamic-")?.split_once("-forcing-chains")?;
            match nested {
                "" => 85,
                "-plus" => 90,
                "-plus-chains" => 95,
                "-plus-multiple-chains" => 100,
                "-plus-dynamic-chains" => 105,
                "-plus-nested-chains" => 110,
                _ => return None,
            }
        }
    })
}

/// Whether chains that show this are of the rule.
pub(super) fn is_of((clause, rule): (Clause, &str), show: Together, chains: &[Vec<Implies>]) -> bool {
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
    match clause {
        Clause::DigitForcing => return show == Together::Both && is_static,
        Clause::CellForcing => return of_cell && is_static,
        Clause::UnitForcing => return of_region && is_static,
        Clause::ContradictionChain => {
            return matches!(show, Together::Contradiction | Together::Empties(_)) && is_static;
        }
        _ => {}
    }
    match rule {
        "generalized-x-wing" | "bidirectional-x-cycle" => show == Together::Cycle && is_static && one_digit(),
        "bidirectional-y-cycle" => show == Together::Cycle && is_static && by_cells(),
        "bidirectional-cycle" => show == Together::Cycle && is_static,
        "turbot-fish" | "forcing-x-chain" => show == Together::Opposite && is_static && one_digit(),
        "forcing-chain" => show == Together::Opposite && is_static,
        "nishio-forcing-chains" => show == Together::Contradiction && no_patterns() && one_digit(),
        "cell-forcing-chains" => of_cell && is_static,
        "region-forcing-chains" => of_region && is_static,
        _ => {
            let Some(of_kind) = rule.strip_prefix("dynamic-") else { return false };
            let Some((kind, nested)) = of_kind.split_once("-forcing-chains") else { return false };
            let is_kind = match kind {
                "contradiction" => show == Together::Contradiction,
                "double" => show == Together::Both,
                "cell" => of_cell,
                "region" => of_region,
                _ => false,
            };
            is_kind && (!nested.is_empty() || no_patterns())
        }
    }
}

/// Tenths for a length: one each time that it passes 6, 8, 10, 14, 18, 26, 34, 50 and so on.
pub(super) fn length(complexity: u32) -> u32 {
    let (mut ceiling, mut tenths) = (4, 0);
    while complexity.saturating_sub(2) > ceiling {
        tenths += 1;
        ceiling = if tenths % 2 == 1 { ceiling * 3 / 2 } else { ceiling * 4 / 3 };
    }
    tenths
}

/// The literals of all chains, and of each different nested pattern of chains the same again.
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
