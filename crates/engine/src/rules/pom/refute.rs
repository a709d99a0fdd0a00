//! Reasons, for the log, why patterns in a net are impossible: the consequences of a pattern up to a
//! contradiction.

use super::log::Log;
use super::patterns::{DigitPatterns, Patterns, reason};
use crate::evidence::{Conflict, Follows, Lemma};
use crate::graph::Bits;
use crate::grid::{Cells, Digit, Grid};
use crate::net::{Clauses, Literal, Net};
use crate::rules::br_net::literal;
use crate::templates::Label;

/// Logs the reasons for the patterns of `before` that are missing in `after`. Each digit is treated after the
/// digits before it have lost their patterns.
pub(super) fn write_down<const W: usize>(
    log: &mut Log, grid: &Grid, net: &Net<W>, clauses: &Clauses<W>, before: &Patterns<W>, after: &Patterns<W>,
) {
    for (at, lists) in before.digits.iter().zip(&after.digits).enumerate() {
        let others = after.digits[..at].iter().chain(&before.digits[at + 1..]);
        let others: Vec<&DigitPatterns<W>> = others.collect();
        for pattern in lists.0.patterns.iter().filter(|pattern| !lists.1.patterns.contains(pattern)) {
            let digit = lists.0.digit;
            let template = label(grid, net, digit, pattern).template(digit);
            if let Some((derived, conflict)) = refute(net, clauses, lists.0.all, *pattern, &others) {
                let one = |(from, to)| Follows {
                    from: literal(net, from),
                    by: reason(net, from, to),
                    to: literal(net, to),
                };
                let follows = derived.into_iter().map(one).collect();
                log.take_out(template, Lemma::Fails { pattern: template, follows, conflict });
            }
        }
    }
}

/// Returns the label of a pattern that is given by its undecided cells.
fn label<const W: usize>(grid: &Grid, net: &Net<W>, digit: Digit, pattern: &Bits<W>) -> Label {
    let decided: Cells = grid.plane(digit) & grid.placed();
    Label::of(net.candidates_of(pattern).0[digit] | decided)
}

/// Returns the implications that lead from the literals of a pattern to a contradiction, or to literals that
/// no pattern of some other digit agrees with. `all` are the variables of the pattern's digit.
fn refute<const W: usize>(
    net: &Net<W>, clauses: &Clauses<W>, all: Bits<W>, pattern: Bits<W>, others: &[&DigitPatterns<W>],
) -> Option<(Vec<(Literal, Literal)>, Conflict)> {
    let at = |literal: Literal| 2 * literal.variable + usize::from(literal.holds);
    let lies = all - pattern;
    let mut queue: Vec<Literal> =
        pattern.iter().map(Literal::yes).chain(lies.iter().map(Literal::no)).collect();
    let mut known = vec![false; 2 * clauses.size()];
    queue.iter().for_each(|&literal| known[at(literal)] = true);
    let mut before: Vec<Option<Literal>> = vec![None; 2 * clauses.size()];
    let mut wrong = None;
    let mut next = 0;
    while let Some(&literal) = queue.get(next).filter(|_| wrong.is_none()) {
        next += 1;
        let [truths, lies] = clauses.next(literal);
        for to in truths.iter().map(Literal::yes).chain(lies.iter().map(Literal::no)) {
            if wrong.is_none() && !known[at(to)] {
                (known[at(to)], before[at(to)]) = (true, Some(literal));
                queue.push(to);
                wrong = known[at(!to)].then_some(to);
            }
        }
    }
    let (goals, conflict) = match wrong {
        Some(to) => (vec![to, !to], Conflict::Both(net.candidates[to.variable])),
        None => others
            .iter()
            .find_map(|other| Some((disagreement(&queue, other)?, Conflict::Digit(other.digit))))?,
    };
    let mut needed = vec![false; known.len()];
    for goal in goals {
        let mut goal = Some(goal);
        while let Some(literal) = goal {
            needed[at(literal)] = true;
            goal = before[at(literal)];
        }
    }
    let derived = queue.into_iter().filter(|&literal| needed[at(literal)]);
    let derived = derived.filter_map(|literal| Some((before[at(literal)]?, literal)));
    Some((derived.collect(), conflict))
}

/// Chooses literals so that each pattern of a digit contradicts one; returns `None` if some pattern agrees
/// with all.
fn disagreement<const W: usize>(literals: &[Literal], digit: &DigitPatterns<W>) -> Option<Vec<Literal>> {
    let of_digit = literals.iter().filter(|literal| digit.all.contains(literal.variable));
    let of_digit: Vec<Literal> = of_digit.copied().collect();
    let mut chosen: Vec<Literal> = Vec::new();
    for pattern in &digit.patterns {
        let is_against = |literal: &&Literal| pattern.contains(literal.variable) != literal.holds;
        if !chosen.iter().any(|literal| is_against(&literal)) {
            chosen.push(*of_digit.iter().find(is_against)?);
        }
    }
    Some(chosen)
}
