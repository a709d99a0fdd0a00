//! The patterns of the closures: all-different, colouring, templates, nets, trial and error.

use super::in_house;
use crate::grid::Candidate;
use crate::grid::notation::Variable;
use crate::rules::pattern::{self, Pattern, Reason, Verdict};
use crate::verify::format::{
    Because, Conflict, Digit, End, Follows, Hall, House, Implication, Implied, Knot, Lemma,
    Literal, Move, Template, Templates, Trace,
};

pub(super) fn all_different(house: usize, sets: &[(u16, u16)]) -> Because {
    let set = |&(squares, digits): &(u16, u16)| {
        let (variables, transversals) = in_house(house, squares, digits);
        Hall { variables, transversals }
    };
    Because::AllDifferent { house: House(house as u8), sets: sets.iter().map(set).collect() }
}

/// A cycle is the chain of implications round it.
pub(super) fn cycle(odd: &pattern::OddCycle) -> Because {
    let pairs = odd.cycle.pairs().zip(&odd.reasons).enumerate();
    let step = |(k, ((a, b), reason)): (usize, ((usize, usize), &Reason))| {
        let ends = [a, b].map(|cell| Candidate::new(odd.digit, cell));
        let to = Literal { candidate: ends[1], holds: k % 2 == 1 };
        Implication { by: implied(reason, k % 2 == 0), to }
    };
    let start = odd.cycle.cells.first().copied().unwrap_or_default();
    Because::Implications {
        start: Candidate::new(odd.digit, start),
        steps: pairs.map(step).collect(),
    }
}

pub(super) fn implications(chain: &pattern::Implications) -> Because {
    let mut held = true;
    let step = |(reason, to): &(Reason, pattern::Literal)| {
        let by = implied(reason, held);
        held = to.holds;
        Implication { by, to: literal(*to) }
    };
    Because::Implications { start: chain.start, steps: chain.steps.iter().map(step).collect() }
}

/// Why a literal implies another; `held` if that is a candidate, not a negation.
fn implied(reason: &Reason, held: bool) -> Implied {
    match reason {
        Reason::Weak => Implied::Weak,
        Reason::Strong => Implied::Strong,
        Reason::Link if held => Implied::Weak,
        Reason::Link => Implied::Strong,
        Reason::Hinge(house) => Implied::Hinge(House(*house as u8)),
        Reason::Stream(trace) => Implied::Stream(self::trace(trace)),
        Reason::Backwards(trace) => Implied::Backwards(self::trace(trace)),
        Reason::Patterns => Implied::Patterns,
    }
}

pub(super) fn knot(knot: &pattern::Knot) -> Knot {
    Knot { candidate: knot.candidate, trace: trace(&knot.trace) }
}

pub(super) fn trace(trace: &pattern::Trace) -> Trace {
    let end = match trace.end {
        pattern::End::Empty(variable) => End::Empty(variable),
        pattern::End::Holds(_) | pattern::End::Open => End::Holds,
    };
    Trace { moves: trace.moves.iter().map(move_of).collect(), end }
}

fn move_of(made: &pattern::Move) -> Move {
    let step = match made {
        pattern::Move::Single(variable, value) => return Move::Single(*variable, *value),
        pattern::Move::Pattern(step) => step,
    };
    let targets = step.eliminated.iter().collect();
    match &step.pattern {
        Pattern::Chain(chain) if chain.links.len() == 1 => {
            Move::Locked(chain.links[0].variables[0], targets)
        }
        Pattern::Hall(hall) => Move::Subset(super::subset(hall), targets),
        Pattern::Fish(fish) => Move::Subset(super::lines(fish), targets),
        // No theory has other patterns.
        _ => Move::Subset(Hall { variables: Vec::new(), transversals: Vec::new() }, targets),
    }
}

pub(super) fn templates(verdict: &Verdict) -> Because {
    Because::Templates(match *verdict {
        Verdict::NoPattern { digit } | Verdict::NothingLeft { digit } => {
            Templates::None(Digit(digit as u8))
        }
        Verdict::Disputed { cell } => Templates::Disputed(Variable::Cell(cell as u8)),
        Verdict::Alone { candidate, is_true: true, .. }
        | Verdict::Impossible { candidate, is_true: true, .. } => Templates::AllThrough(candidate),
        Verdict::Alone { candidate, .. }
        | Verdict::Impossible { candidate, .. }
        | Verdict::TakenOut { candidate, .. } => Templates::NoneThrough(candidate),
    })
}

pub(super) fn lemma(lemma: &pattern::Lemma) -> Lemma {
    let number = |digit: usize| Digit(digit as u8);
    match lemma {
        pattern::Lemma::Meets(pattern, digit) => {
            Lemma::Meets { pattern: template(pattern), digit: number(*digit) }
        }
        pattern::Lemma::Apart(pair, digit) => {
            let patterns = [template(&pair[0]), template(&pair[1])];
            Lemma::Apart { patterns, digit: number(*digit) }
        }
        pattern::Lemma::Unpaired(pattern, digit) => {
            Lemma::Unpaired { pattern: template(pattern), digit: number(*digit) }
        }
        pattern::Lemma::Fails(pattern, derived, conflict) => {
            let one = |(from, reason, to): &(pattern::Literal, Reason, pattern::Literal)| {
                let by = implied(reason, from.holds);
                Follows { from: literal(*from), by, to: literal(*to) }
            };
            let conflict = match *conflict {
                pattern::Conflict::Both(candidate) => Conflict::Both(candidate),
                pattern::Conflict::Digit(digit) => Conflict::Digit(number(digit)),
            };
            let follows = derived.iter().map(one).collect();
            Lemma::Fails { pattern: template(pattern), follows, conflict }
        }
    }
}

fn template(template: &pattern::Template) -> Template {
    Template { digit: template.digit as u8, label: template.label.digits() }
}

fn literal(literal: pattern::Literal) -> Literal {
    Literal { candidate: literal.candidate, holds: literal.holds }
}
