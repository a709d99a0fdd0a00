//! Ways to spoil the steps of closures. Each way, if it applies, certainly makes the step wrong.

use super::spoil::{SpoilProof, SpoilStep, candidates_of, is_in, linked, put};
use crate::common::model::{Model, candidate, label};
use sudoscope::evidence::{
    Conflict, End, Evidence, Hall, Implication, Implied, Knot, Lemma, Literal, Move, Round, Template,
    Templates, Trace,
};
use sudoscope::grid::notation::Variable;
use sudoscope::grid::{Candidate, Cell};
use sudoscope::grid::{Digit, House};
use sudoscope::testing::Label;

// ---------------------------------------------------------------- parts of steps

fn not(literal: Literal) -> Literal {
    Literal { holds: !literal.holds, ..literal }
}

/// Returns the first trace of a step and the literal it starts from.
fn trace(round: &mut Round, step: usize) -> Option<(&mut Trace, Literal)> {
    let step = &mut round.steps[step];
    match &mut step.because {
        Evidence::Trial { trace } => {
            let candidate = *step.eliminates.first()?;
            Some((trace, Literal { candidate, holds: true }))
        }
        Evidence::Knots(knots) => {
            let Knot { candidate, trace, .. } = knots.first_mut()?;
            Some((trace, Literal { candidate: *candidate, holds: false }))
        }
        Evidence::Implications { start, steps } => {
            let mut from = Literal { candidate: *start, holds: true };
            for Implication { by, to, .. } in steps {
                match by {
                    Implied::Stream(trace) => return Some((trace, from)),
                    Implied::Backwards(trace) => return Some((trace, not(*to))),
                    _ => from = *to,
                }
            }
            None
        }
        _ => None,
    }
}

fn make(model: &mut Model, one: &Move) {
    match one {
        Move::Single(_, value) => model.assert(label(*value)),
        Move::Locked(_, targets) | Move::Subset(_, targets) => {
            targets.iter().for_each(|&target| model.set(label(target), false));
        }
        Move::Refuted(target, _) => model.set(label(*target), false),
    }
}

/// Returns the traces of refuted candidates in a step of nested trials.
fn refutations(round: &mut Round, step: usize) -> Vec<&mut Trace> {
    let Evidence::Trials { trace } = &mut round.steps[step].because else { return Vec::new() };
    let refuted = trace.moves.iter_mut().filter_map(|one| match one {
        Move::Refuted(_, trace) => Some(trace),
        _ => None,
    });
    refuted.collect()
}

/// Spoils the first move of a trace to which this applies, given the state there and the moves that follow.
fn in_trace(
    (round, step, model): (&mut Round, usize, &Model), mut spoil: impl FnMut(&mut [Move], &Model) -> bool,
) -> bool {
    let Some((trace, from)) = trace(round, step) else { return false };
    let mut model = model.clone();
    match from.holds {
        true => model.assert(label(from.candidate)),
        false => model.set(label(from.candidate), false),
    }
    for k in 0..trace.moves.len() {
        if spoil(&mut trace.moves[k..], &model) {
            return true;
        }
        make(&mut model, &trace.moves[k]);
    }
    false
}

/// Spoils the first implication to which `spoil` applies, given the literal before the implication.
fn implication(
    (round, step): (&mut Round, usize), mut spoil: impl FnMut(&mut Implication, Literal) -> bool,
) -> bool {
    let Evidence::Implications { start, steps } = &mut round.steps[step].because else {
        return false;
    };
    let mut from = Literal { candidate: *start, holds: true };
    steps.iter_mut().any(|one| {
        let before = std::mem::replace(&mut from, one.to);
        spoil(one, before)
    })
}

fn sets(round: &mut Round, step: usize) -> Option<(&mut House, &mut Vec<Hall>)> {
    match &mut round.steps[step].because {
        Evidence::AllDifferent { house, sets } => Some((house, sets)),
        _ => None,
    }
}

/// Spoils the first set of a house.
fn set(round: &mut Round, step: usize, spoil: impl FnOnce(&mut Hall) -> bool) -> bool {
    sets(round, step).is_some_and(|(_, sets)| spoil(&mut sets[0]))
}

/// Whether no variable has only this candidate and one other.
fn has_no_mate(model: &Model, one: Candidate) -> bool {
    Variable::of(one).iter().all(|&variable| candidates_of(model, variable).len() != 2)
}

fn all(model: &Model) -> impl Iterator<Item = Candidate> {
    model.candidates().into_iter().map(candidate)
}

/// Returns the pattern of a lemma.
fn pattern(lemma: &mut Lemma) -> &mut Template {
    match lemma {
        Lemma::Meets { pattern, .. } | Lemma::Unpaired { pattern, .. } | Lemma::Fails { pattern, .. } => {
            pattern
        }
        Lemma::Apart { patterns, .. } => &mut patterns[0],
    }
}

/// Returns the live patterns of a digit.
fn live(model: &Model, digit: Digit) -> Vec<Label> {
    let is_there = |cell| model.has((cell, digit)) || model.value[cell] == Some(digit);
    let places: Vec<bool> = Cell::all().map(is_there).collect();
    Label::all().filter(|label| label.cells().all(|cell| places[cell.index()])).collect()
}

fn cells(template: &Template) -> sudoscope::grid::Cells {
    Label::new(template.label).unwrap().cells()
}

/// Returns the first lemma, if the step is the first.
fn first(round: &mut Round, step: usize) -> Option<&mut Lemma> {
    round.lemmas.first_mut().filter(|_| step == 0)
}

// ---------------------------------------------------------------- the kinds

pub const CLOSURE_STEPS: &[(&str, SpoilStep)] = &[
    ("the last move of a trace dropped", |round, step, _| {
        trace(round, step).is_some_and(|(trace, _)| trace.moves.pop().is_some())
    }),
    ("two moves of a trace exchanged, of which one needs the other", |round, step, model| {
        in_trace((round, step, model), |moves, model| match moves {
            [_, Move::Single(variable, _), ..] if candidates_of(model, *variable).len() > 1 => {
                moves.swap(0, 1);
                true
            }
            _ => false,
        })
    }),
    ("a single of a trace in another variable", |round, step, model| {
        in_trace((round, step, model), |moves, model| {
            let Move::Single(variable, value) = &mut moves[0] else { return false };
            let is_open = |v: &Variable| candidates_of(model, *v).len() > 1;
            put(variable, Variable::of(*value).into_iter().find(is_open))
        })
    }),
    ("a single of a trace with another value", |round, step, model| {
        in_trace((round, step, model), |moves, model| {
            let Move::Single(variable, value) = &mut moves[0] else { return false };
            put(value, all(model).find(|one| !is_in(*one, *variable)))
        })
    }),
    ("a trace that ends where something is left", |round, step, model| {
        let Some((trace, _)) = trace(round, step) else { return false };
        let solved = Cell::all().find(|&cell| model.value[cell].is_some());
        let end = solved.map(|cell| End::Empty(Variable::Cell(cell)));
        matches!(trace.end, End::Empty(_)) && put(&mut trace.end, end)
    }),
    ("a trial or knot without contradiction", |round, step, _| {
        let because = &round.steps[step].because;
        let needs_one = matches!(because, Evidence::Trial { .. } | Evidence::Knots(_));
        needs_one && put(&mut trace(round, step).unwrap().0.end, Some(End::Holds))
    }),
    ("a refutation without its moves", |round, step, _| {
        let all = refutations(round, step).into_iter();
        all.filter(|trace| !trace.moves.is_empty()).take(1).map(|it| it.moves.clear()).count() > 0
    }),
    ("a trial of trials that are deeper than its size", |round, step, _| {
        let is_deep = |trace: &&mut Trace| {
            trace.moves.iter().any(|one| matches!(one, Move::Refuted(_, it) if !it.moves.is_empty()))
        };
        let deeper = refutations(round, step).iter().any(is_deep);
        deeper && put(&mut round.rule, Some("braid-trial".to_string())) && put(&mut round.size, Some(Some(1)))
    }),
    ("a pattern of a trace that its theory has not", |round, step, _| {
        let has_pattern = |round: &mut Round, k: usize| {
            let moves = trace(round, k).map_or(&[][..], |(trace, _)| &trace.moves);
            moves.iter().any(|one| !matches!(one, Move::Single(..)))
        };
        let is_first = (0..=step).map(|k| has_pattern(round, k)).eq((0..=step).map(|k| k == step));
        is_first && put(&mut round.rule, Some("trial".to_string()))
    }),
    ("a trace with a move that is not of its digit", |round, step, _| {
        let is_other = |round: &mut Round, k: usize| {
            trace(round, k).is_some_and(|(trace, from)| {
                let digit = from.candidate.digit;
                let is_own = |one: &Move| matches!(one, Move::Single(_, value) if value.digit == digit);
                !trace.moves.iter().all(is_own)
            })
        };
        let is_first = (0..=step).map(|k| is_other(round, k)).eq((0..=step).map(|k| k == step));
        is_first && round.rule == "trial" && put(&mut round.rule, Some("nishio".to_string()))
    }),
    ("a locked candidate that is linked to one of the variable only", |round, step, model| {
        in_trace((round, step, model), |moves, model| {
            let Move::Locked(variable, targets) = &mut moves[0] else { return false };
            let held = candidates_of(model, *variable);
            let is_free = |one: &Candidate| held.iter().any(|&other| !linked(*one, other));
            let free = all(model).find(is_free);
            targets.extend(free);
            free.is_some()
        })
    }),
    ("a target in the subset of a trace", |round, step, model| {
        in_trace((round, step, model), |moves, model| {
            let Move::Subset(hall, targets) = &mut moves[0] else { return false };
            targets.extend(candidates_of(model, hall.variables[0]));
            true
        })
    }),
    ("the subset of a trace without one of its variables", |round, step, model| {
        in_trace((round, step, model), |moves, _| {
            let Move::Subset(hall, _) = &mut moves[0] else { return false };
            hall.variables.pop().is_some()
        })
    }),
    ("a weak link of candidates that are not linked", |round, step, model| {
        implication((round, step), |one, from| {
            let free = |other: &Candidate| !linked(*other, from.candidate);
            one.by == Implied::Weak && put(&mut one.to.candidate, all(model).find(free))
        })
    }),
    ("a strong link of a variable with more candidates", |round, step, model| {
        implication((round, step), |one, from| {
            let are_two = |a, b| {
                let shared = Variable::of(a).into_iter().filter(|&v| is_in(b, v));
                shared.map(|v| candidates_of(model, v).len()).any(|count| count == 2)
            };
            let a = from.candidate;
            let mut others = all(model).filter(|&b| linked(a, b) && !are_two(a, b));
            one.by == Implied::Strong && put(&mut one.to.candidate, others.next())
        })
    }),
    ("a weak link called strong", |round, step, _| {
        implication((round, step), |one, _| {
            one.by == Implied::Weak && put(&mut one.by, Some(Implied::Strong))
        })
    }),
    ("a strong link called weak", |round, step, _| {
        implication((round, step), |one, _| {
            one.by == Implied::Strong && put(&mut one.by, Some(Implied::Weak))
        })
    }),
    ("a chain of implications cut off", |round, step, _| {
        let because = &mut round.steps[step].because;
        let Evidence::Implications { steps, .. } = because else { return false };
        steps.pop().is_some()
    }),
    ("a chain of implications from another candidate", |round, step, model| {
        let target = round.steps[step].eliminates.first().copied();
        let Evidence::Implications { start, .. } = &mut round.steps[step].because else {
            return false;
        };
        put(start, all(model).find(|&one| Some(one) != target))
    }),
    ("a hinge in a house of one of its ends", |round, step, _| {
        implication((round, step), |one, from| {
            let Implied::Hinge(house) = &mut one.by else { return false };
            let cell = from.candidate.cell;
            *house = House::block(cell.block());
            true
        })
    }),
    ("a hinge that the rule has not", |round, step, _| {
        let has_hinge = |round: &Round, k: usize| match &round.steps[k].because {
            Evidence::Implications { steps, .. } => {
                steps.iter().any(|one| matches!(one.by, Implied::Hinge(_)))
            }
            _ => false,
        };
        let rule = match round.rule.as_str() {
            rule if rule.starts_with("x-cycle-") => "x-cycle",
            "br-net-hinge" => "br-net",
            _ => return false,
        };
        let is_first = (0..=step).map(|k| has_hinge(round, k)).eq((0..=step).map(|k| k == step));
        is_first && put(&mut round.rule, Some(rule.to_string()))
    }),
    ("a stream of nothing", |round, step, _| {
        implication((round, step), |one, _| {
            let Implied::Stream(trace) = &mut one.by else { return false };
            *trace = Trace { moves: Vec::new(), end: End::Holds };
            one.to.holds
        })
    }),
    ("a stream where the rule has none", |round, step, _| {
        let plays = round.rule == "y-cycle" || round.rule == "br-net-streams";
        !plays
            && implication((round, step), |one, _| {
                let trace = Trace { moves: Vec::new(), end: End::Holds };
                put(&mut one.by, Some(Implied::Stream(trace)))
            })
    }),
    ("patterns that say something of two digits", |round, step, _| {
        implication((round, step), |one, from| {
            from.candidate.digit != one.to.candidate.digit && put(&mut one.by, Some(Implied::Patterns))
        })
    }),
    ("a cycle through another digit", |round, step, model| {
        let is_cycle = round.rule.contains("-cycle");
        is_cycle
            && implication((round, step), |one, _| {
                let Candidate { digit, cell } = one.to.candidate;
                let other = |other: &Candidate| other.cell == cell && other.digit != digit;
                put(&mut one.to.candidate, all(model).find(other))
            })
    }),
    ("a knot of a candidate without mate", |round, step, model| {
        let one = &mut round.steps[step];
        let Evidence::Knots(knots) = &mut one.because else { return false };
        let free = all(model).find(|&other| has_no_mate(model, other));
        one.asserts = free.into_iter().collect();
        put(&mut knots[0].candidate, free)
    }),
    ("a knot that asserts another candidate", |round, step, model| {
        let one = &mut round.steps[step];
        let Evidence::Knots(knots) = &one.because else { return false };
        let knot = knots[0].candidate;
        knots.len() == 1 && put(&mut one.asserts[0], all(model).find(|&other| other != knot))
    }),
    ("a set of a house with a digit too many", |round, step, _| {
        set(round, step, |set| {
            let Variable::In(house, _) = set.transversals[0] else { return false };
            let mut all = Digit::all().map(|digit| Variable::In(house, digit));
            let more = all.find(|digit| !set.transversals.contains(digit));
            set.transversals.extend(more);
            more.is_some()
        })
    }),
    ("a set of a house with a digit too few", |round, step, _| {
        set(round, step, |set| set.transversals.pop().is_some())
    }),
    ("the sets of another house", |round, step, _| {
        sets(round, step).is_some_and(|(house, _)| {
            *house = House::new((house.index() + 9) % House::COUNT);
            true
        })
    }),
    ("a target in the set of the house", |round, step, model| {
        let Some((_, sets)) = sets(round, step) else { return false };
        let [set] = &sets[..] else { return false };
        let inside = candidates_of(model, set.variables[0]);
        let is_full = set.variables.len() == set.transversals.len();
        round.steps[step].eliminates.extend(inside);
        is_full
    }),
    ("patterns that are there are said not to be", |round, step, model| {
        // Closures are complete: a candidate that no step removes has a pattern through it.
        let gone: Vec<Candidate> = round.steps.iter().flat_map(|s| s.eliminates.clone()).collect();
        let one = &mut round.steps[step];
        let Evidence::Templates(Templates::NoneThrough { candidate, .. }) = &mut one.because else {
            return false;
        };
        let mut others = all(model).filter(|other| other.digit == candidate.digit);
        let other = others.find(|other| !gone.contains(other));
        round.rule == "pom1" && other.is_some() && put(candidate, other) && put(&mut one.eliminates[0], other)
    }),
    ("none of the patterns called all", |round, step, _| {
        let one = &mut round.steps[step];
        let Evidence::Templates(templates) = &mut one.because else { return false };
        let Templates::NoneThrough { candidate, counted } = templates.clone() else { return false };
        *templates = Templates::AllThrough { candidate, counted };
        true
    }),
    ("a digit that has patterns is said to have none", |round, step, _| {
        let one = &mut round.steps[step];
        let Evidence::Templates(templates) = &mut one.because else { return false };
        let Templates::NoneThrough { candidate, .. } = *templates else { return false };
        *templates = Templates::None(candidate.digit);
        one.eliminates.clear();
        true
    }),
    ("a lemma of a pattern that is none of the digit", |round, step, model| {
        let Some(lemma) = first(round, step) else { return false };
        let pattern = pattern(lemma);
        let mut cells = cells(pattern);
        let other = Digit::new((pattern.digit.index() + 1) % 9);
        let is_taken = |cell: Cell| model.value[cell].is_some_and(|v| v != other);
        cells.any(is_taken) && put(&mut pattern.digit, Some(other))
    }),
    ("a lemma that names the digit of its own pattern", |round, step, _| {
        let Some(lemma) = first(round, step) else { return false };
        let own = pattern(lemma).digit;
        match lemma {
            Lemma::Meets { digit, .. }
            | Lemma::Unpaired { digit, .. }
            | Lemma::Apart { digit, .. }
            | Lemma::Fails { conflict: Conflict::Digit(digit), .. } => put(digit, Some(own)),
            Lemma::Fails { .. } => false,
        }
    }),
    ("a lemma that names a digit whose patterns it does not meet", |round, step, model| {
        let Some(Lemma::Meets { pattern, digit } | Lemma::Unpaired { pattern, digit }) = first(round, step)
        else {
            return false;
        };
        let cells = cells(pattern);
        let is_other = |digit: &Digit| {
            let is_free = |label: &Label| !label.cells().intersects(cells);
            *digit != pattern.digit && live(model, *digit).iter().any(is_free)
        };
        put(digit, Digit::all().find(is_other))
    }),
    ("a lemma twice", |round, step, _| {
        let is_once = !matches!(round.lemmas.first(), None | Some(Lemma::Apart { .. }));
        if is_once && step == 0 {
            round.lemmas.insert(1, round.lemmas[0].clone());
        }
        is_once && step == 0
    }),
    ("what follows from a pattern without its beginning", |round, step, _| {
        let Some(Lemma::Fails { follows, conflict: Conflict::Both(_), .. }) = first(round, step) else {
            return false;
        };
        if !follows.is_empty() {
            follows.remove(0);
            return true;
        }
        false
    }),
    ("a contradiction in what does not follow", |round, step, model| {
        let Some(Lemma::Fails { follows, conflict: Conflict::Both(both), .. }) = first(round, step) else {
            return false;
        };
        let is_free = |one: &Candidate| follows.iter().all(|next| next.to.candidate != *one);
        put(both, all(model).find(is_free))
    }),
    ("something that follows from what is not known", |round, step, _| {
        let Some(Lemma::Fails { follows, .. }) = first(round, step) else { return false };
        let Some(next) = follows.first_mut() else { return false };
        (next.from, next.to) = (not(next.to), not(next.from));
        true
    }),
    ("a lemma that the rule has not", |round, step, _| {
        let rule = match first(round, step) {
            Some(Lemma::Fails { .. }) => "pom3",
            Some(_) => "pb3",
            None => return false,
        };
        put(&mut round.rule, Some(rule.to_string()))
    }),
];

pub const CLOSURE_PROOFS: &[(&str, SpoilProof)] = &[
    ("the last lemma of a round dropped", |proof, round| proof.rounds[round].lemmas.pop().is_some()),
    ("the lemmas of a round dropped", |proof, round| {
        let lemmas = &mut proof.rounds[round].lemmas;
        !std::mem::take(lemmas).is_empty()
    }),
];
