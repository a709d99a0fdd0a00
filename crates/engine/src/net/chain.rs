//! Proof that a literal fails: a shortest path through the clauses from it to its negation.

use super::{Clauses, Literal};
use std::collections::VecDeque;

/// Returns the literals of a shortest chain of implications from `start` to its negation, both included, or
/// `None` if there is none. Each implication is one clause.
pub fn shortest<const W: usize>(clauses: &Clauses<W>, start: Literal) -> Option<Vec<Literal>> {
    let at = |literal: Literal| 2 * literal.variable + usize::from(literal.holds);
    let mut before: Vec<Option<Literal>> = vec![None; 2 * clauses.size()];
    let mut queue = VecDeque::from([start]);
    while let Some(literal) = queue.pop_front() {
        let [truths, lies] = clauses.next(literal);
        for next in truths.iter().map(Literal::yes).chain(lies.iter().map(Literal::no)) {
            if next == start || before[at(next)].is_some() {
                continue;
            }
            before[at(next)] = Some(literal);
            if next == !start {
                let mut chain = vec![next];
                while let Some(literal) = before[at(chain[chain.len() - 1])] {
                    chain.push(literal);
                }
                chain.reverse();
                return Some(chain);
            }
            queue.push_back(next);
        }
    }
    None
}
