//! Binary relationship nets (Sudopedia, *BR Net*): all chains of pairwise links between candidates at once,
//! among them alternating inference chains, nice loops, XY- and X-chains.
//!
//! A candidate is false if the clauses of the net lead from it to its negation. [`crate::net`] closes the
//! net; the rules differ in its clauses. A chain is searched for only if the step is to be printed.

use super::trace::stream;
use crate::budget::{Budget, Within};
use crate::evidence::{self, Evidence, Implication, Implied};
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid};
use crate::grid::{Progress, exhaust};
use crate::net::{Clauses, Hinge, Literal, Net, hinges, plain, shortest, with_net};
use crate::rule::Findings;
use crate::state::State;

/// Sources of clauses besides links between two candidates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ExtraClauses {
    Nothing,
    Hinges,
    /// Implications of each candidate and of each negation by singles.
    Streams,
}

pub(super) fn find(also: ExtraClauses, state: &mut State, found: &mut Findings) -> Within {
    let grid = *state.grid();
    if also != ExtraClauses::Nothing || !found.counts_only() {
        return with_net!(&grid, |net| close(net, also, &grid, &mut state.budget, found));
    }
    state.budget.spend()?;
    found.eliminate_unrecorded(&plain::failed(&grid));
    Ok(())
}

fn one(candidate: Candidate) -> Candidates {
    Candidates::of_digit(candidate.digit, Cells::of(candidate.cell))
}

/// Closes the net and finds a chain for each candidate that fails.
fn close<const W: usize>(
    mut net: Net<W>, also: ExtraClauses, grid: &Grid, budget: &mut Budget, found: &mut Findings,
) -> Within {
    budget.spend()?;
    let mut links = NetClauses { plain: net.clauses.clone(), hinges: Vec::new(), streams: Vec::new() };
    if also == ExtraClauses::Hinges {
        hinges(grid, |hinge| links.hinges.push(hinge));
        for hinge in &links.hinges {
            let [a, b] = hinge.ends.map(|end| net.number(end));
            net.clauses.add(Literal::yes(a), Literal::no(b));
        }
    }
    if also == ExtraClauses::Streams {
        links.streams = streams(grid, &net, budget)?;
        for &(from, to) in &links.streams {
            net.clauses.add(from, to);
        }
    }
    for i in net.clauses.clone().close().false_variables().iter() {
        found.eliminate(&one(net.candidates[i]), || {
            chain(&net, &net.clauses, i, |from, to| links.reason(grid, &net, from, to))
        });
    }
    Ok(())
}

pub(super) fn literal<const W: usize>(net: &Net<W>, literal: Literal) -> evidence::Literal {
    evidence::Literal { candidate: net.candidates[literal.variable], holds: literal.holds }
}

/// Finds a shortest chain of the clauses from candidate `i` of the net to its negation.
pub(super) fn chain<const W: usize>(
    net: &Net<W>, clauses: &Clauses<W>, i: usize, reason: impl Fn(Literal, Literal) -> Implied,
) -> Evidence {
    let chain = shortest(clauses, Literal::yes(i)).unwrap_or_default();
    let step =
        |two: &[Literal]| Implication { by: reason(two[0], two[1]), also: None, to: literal(net, two[1]) };
    let steps = chain.windows(2).map(step).collect();
    Evidence::Implications { start: net.candidates[i], steps }
}

/// Sources of a net's clauses.
struct NetClauses<const W: usize> {
    plain: Clauses<W>,
    hinges: Vec<Hinge>,
    /// Pairs of literals, the first of which leads to the second by singles.
    streams: Vec<(Literal, Literal)>,
}

impl<const W: usize> NetClauses<W> {
    fn reason(&self, grid: &Grid, net: &Net<W>, from: Literal, to: Literal) -> Implied {
        if self.is_plain(from, to) {
            return Implied::link(from.holds);
        }
        let play = |from, to| stream(grid, literal(net, from), literal(net, to));
        let play = |from, to| play(from, to).expect("singles made the clause");
        match self.hinge(net, from, to) {
            Some(hinge) => Implied::Hinge(hinge.house),
            None if self.streams.contains(&(from, to)) => Implied::Stream(play(from, to)),
            None => Implied::Backwards(play(!to, !from)),
        }
    }

    fn is_plain(&self, from: Literal, to: Literal) -> bool {
        let [truths, lies] = self.plain.next(from);
        if to.holds { truths.contains(to.variable) } else { lies.contains(to.variable) }
    }

    fn hinge(&self, net: &Net<W>, from: Literal, to: Literal) -> Option<&Hinge> {
        let [a, b] = [from, to].map(|literal| net.candidates[literal.variable]);
        let joins = |hinge: &&Hinge| hinge.ends == [a, b] || hinge.ends == [b, a];
        self.hinges.iter().find(joins).filter(|_| from.holds && !to.holds)
    }
}

/// Finds implications by singles: from each literal to each literal that is decided when singles stop. A
/// literal that leads to a contradiction gets one implication, to its negation: the other decisions before
/// the contradiction depend on the order.
fn streams<const W: usize>(
    grid: &Grid, net: &Net<W>, budget: &mut Budget,
) -> Within<Vec<(Literal, Literal)>> {
    let mut streams = Vec::new();
    for (i, &candidate) in net.candidates.iter().enumerate() {
        for from in [Literal::yes(i), Literal::no(i)] {
            budget.spend()?;
            let mut end = *grid;
            if from.holds {
                end.place_all(&one(candidate).0);
            } else {
                end.eliminate(&one(candidate));
            }
            if exhaust(&mut end).0 == Progress::Contradiction {
                streams.push((from, !from));
                continue;
            }
            for digit in Digit::all() {
                let (open, plane) = (grid.open_plane(digit), end.plane(digit));
                let truths = net.variables(digit, open & plane & end.placed());
                let lies = net.variables(digit, open - plane);
                let ends = truths.iter().map(Literal::yes).chain(lies.iter().map(Literal::no));
                streams.extend(ends.filter(|to| to.variable != i).map(|to| (from, to)));
            }
        }
    }
    Ok(streams)
}
