//! Colouring, nets, templates, trial and error: by walks from
//! each candidate, by lists of patterns, by theories.

use super::{Proved, Said};
use crate::model::{self, Label, Model, Variable, all_variables, are_pair, linked, variables};
use crate::patterns::{self, entries, net, overlay};
use std::collections::BTreeSet;
use sudoscope_engine::grid::{Candidates, Cells, Grid, HOUSES, PEERS};

/// `claimed` is what the rule proves false: where the twin says that it is too much, no other candidate is
/// looked at. Long lists of patterns are tried only if `patient`.
pub fn said(rule: &str, grid: &Grid, claimed: &Candidates, patient: bool) -> Said {
    let model = Model::of(grid);
    let false_ones = |eliminated| Said::Exactly(Proved::false_ones(eliminated));
    let at_most = |theory| Said::AtMost(refuted(&model, theory, claimed));
    let tried = |theory| match grid.candidates().len() {
        // Subsets are slow to look for.
        ..=60 => false_ones(refuted(&model, theory, &grid.candidates())),
        61..=250 if theory < 2 => false_ones(refuted(&model, theory, &grid.candidates())),
        _ => at_most(theory),
    };
    let is_short = patient || number_of_patterns(&model) <= MOST_PATTERNS;
    match rule {
        "x-cycle" | "x-cycle-er" | "x-cycle-hinge" | "x-cycle-general" => {
            false_ones(cycles(grid, rule, &|_, _| false))
        }
        "y-cycle" => {
            let edges: BTreeSet<(Label, Label)> = model
                .candidates()
                .into_iter()
                .flat_map(|a| or_edges(&model, a).into_iter().map(move |b| (a, b)))
                .collect();
            let known = |a, b| edges.contains(&(a, b)) || edges.contains(&(b, a));
            false_ones(cycles(grid, "x-cycle-hinge", &known))
        }
        "y-knot" => Said::Exactly(knots(&model)),
        "br-net" | "br-net-hinge" => false_ones(walks(grid, &model, rule == "br-net-hinge")),
        "pom1" | "pom2" | "pom3" if is_short => patterns(&model, rule),
        "pb1" | "pb2" | "pb3" if is_short && (patient || model.candidates().len() <= 130) => {
            with_net(&model, rule)
        }
        "forcing-whip" => Said::AtMost(forced(&model, 2)),
        "forcing3-whip" => Said::AtMost(forced(&model, 3)),
        "trial" => tried(0),
        "trial-w1" => tried(1),
        "trial-s2" => tried(2),
        "trial-s3" => tried(3),
        "trial-s4" => tried(4),
        _ if rule.starts_with("s2-") => at_most(2),
        _ if rule.starts_with("s3-") => at_most(3),
        _ if rule.starts_with("s4-") => at_most(4),
        // For implication streams the negations of candidates are played, too: more follows than by trial and
        // error.
        _ => Said::Nothing,
    }
}

fn candidates(labels: impl IntoIterator<Item = Label>) -> Candidates {
    labels.into_iter().map(model::candidate).collect()
}

/// Whether not both cells can hold the digit, for the reason of a hinge of the rule's kind.
pub fn hinged(plane: Cells, rule: &str, a: usize, b: usize) -> bool {
    let free = a != b && !PEERS[a].contains(b);
    // Two cells outside a house see all its places, both seeing something of it.
    let hinge = |house: Cells, seen_a: Cells, seen_b: Cells| {
        let places = house & plane;
        let outside = !house.contains(a) && !house.contains(b);
        let see = seen_a.intersects(house) && seen_b.intersects(house);
        outside && see && !places.is_empty() && places.is_subset(seen_a | seen_b)
    };
    let lines = |cell: usize| [HOUSES[cell / 9], HOUSES[9 + cell % 9]];
    free && match rule {
        // A row and a column.
        "x-cycle-er" => HOUSES[18..].iter().any(|&block| {
            let ([row_a, column_a], [row_b, column_b]) = (lines(a), lines(b));
            hinge(block, row_a, column_b) || hinge(block, column_a, row_b)
        }),
        // Any two lines.
        "x-cycle-hinge" => HOUSES[18..].iter().any(|&block| {
            let pairs = lines(a).map(|one| lines(b).map(|other| (one, other)));
            pairs.concat().into_iter().any(|(one, other)| hinge(block, one, other))
        }),
        "x-cycle-general" => HOUSES.iter().any(|&house| hinge(house, PEERS[a], PEERS[b])),
        _ => false,
    }
}

/// The cells of each digit that walks 1 2 1 … 2 1 lead back to; `also` knows further 2-edges.
fn cycles(grid: &Grid, rule: &str, also: &dyn Fn(Label, Label) -> bool) -> Candidates {
    let mut all = Candidates::EMPTY;
    for digit in 0..9 {
        let plane = grid.open_plane(digit);
        let near = |a: usize, is_near: &dyn Fn(usize) -> bool| -> Cells {
            plane.filter(|&b| b != a && is_near(b)).collect()
        };
        let is_pair = |a: usize, b: usize| {
            let both = Cells::of(a) | Cells::of(b);
            HOUSES.iter().any(|&house| house & plane == both) || also((a, digit), (b, digit))
        };
        let not_both: Vec<Cells> =
            (0..81).map(|a| near(a, &|b| PEERS[a].contains(b) || hinged(plane, rule, a, b))).collect();
        let either: Vec<Cells> = (0..81).map(|a| near(a, &|b| is_pair(a, b))).collect();
        let is_false = |&target: &usize| {
            // Cells false, then true, then false, … if the target is true.
            let (mut out, mut front) = (not_both[target], not_both[target]);
            while !front.is_empty() {
                let on = front.fold(Cells::EMPTY, |all, cell| all | either[cell]);
                front = on.fold(Cells::EMPTY, |all, cell| all | not_both[cell]) - out;
                out |= front;
            }
            out.contains(target)
        };
        all.extend(&candidates(plane.filter(is_false).map(|cell| (cell, digit))));
    }
    all
}

/// The singles of a state placed all at once, and again, until there are none or a contradiction shows; and
/// where it shows: in a variable without candidates, in a cell that is single for two digits, or in two cells
/// that are.
pub fn rounds(mut model: Model) -> (Model, BTreeSet<Variable>) {
    loop {
        let open = || all_variables().filter(|&variable| !model.is_solved(variable));
        let empty = open().filter(|&v| model.candidates_of(v).is_empty());
        let mut shows: BTreeSet<Variable> = empty.collect();
        let singles = open().filter_map(|v| match model.candidates_of(v)[..] {
            [only] => Some(only),
            _ => None,
        });
        let singles: BTreeSet<Label> = singles.collect();
        let twice = |&(cell, digit): &Label| singles.iter().any(|s| s.0 == cell && s.1 != digit);
        shows.extend(
            singles.iter().filter(|single| twice(single)).map(|single| Variable::Cell(single.0 as u8)),
        );
        let values = values(&model);
        let clash = |label: &&Label| values.iter().any(|&other| linked(**label, other));
        shows.extend(values.iter().filter(clash).map(|label| Variable::Cell(label.0 as u8)));
        if !shows.is_empty() || singles.is_empty() {
            return (model, shows);
        }
        singles.into_iter().for_each(|label| model.assert(label));
    }
}

/// What is asserted.
fn values(model: &Model) -> Vec<Label> {
    let value = |(cell, value): (usize, &Option<usize>)| Some((cell, (*value)?));
    model.value.iter().enumerate().filter_map(value).collect()
}

/// The state with the candidate taken away from a variable with two: nothing if there is no such variable.
pub fn without(model: &Model, premise: Label) -> Option<Model> {
    let two = |&variable: &Variable| model.candidates_of(variable).len() == 2;
    variables(premise).iter().find(|variable| two(variable))?;
    let mut model = model.clone();
    model.set(premise, false);
    Some(model)
}

/// The labels of the premise's digit, in cells that do not see its cell, that are asserted when it is taken
/// away.
pub fn or_edges(model: &Model, premise: Label) -> Vec<Label> {
    let Some(start) = without(model, premise) else { return Vec::new() };
    let end = values(&rounds(start).0);
    let alone = |label: &&Label| end.iter().all(|&other| !linked(**label, other));
    let is_end = |label: &&Label| model.has(**label) && label.1 == premise.1;
    let far = |label: &&Label| !linked(**label, premise);
    end.iter().filter(alone).filter(is_end).filter(far).copied().collect()
}

/// Premises that singles refute when they are taken away; where both of a pair are, there is no solution.
fn knots(model: &Model) -> Proved {
    let fails = |&label: &Label| without(model, label).is_some_and(|mut model| !model.close(0));
    let knots: Vec<Label> = model.candidates().into_iter().filter(fails).collect();
    let has_mate = |&a: &Label| knots.iter().any(|&b| are_pair(model, a, b));
    let contradiction = knots.iter().any(has_mate);
    Proved { asserted: candidates(knots), contradiction, ..Proved::default() }
}

/// The candidates from which a walk leads to their negation: weak links from true ones, strong ones from
/// false ones.
fn walks(grid: &Grid, model: &Model, with_hinges: bool) -> Candidates {
    let all = model.candidates();
    let is_hinge = |a: Label, b: Label| {
        let plane = grid.open_plane(a.1);
        let sees = |house: &&Cells| {
            let places = **house & plane;
            let outside = !house.contains(a.0) && !house.contains(b.0);
            outside && !places.is_empty() && places.is_subset(PEERS[a.0] | PEERS[b.0])
        };
        with_hinges && a.1 == b.1 && HOUSES.iter().any(|house| sees(&house))
    };
    let list = |is_next: &dyn Fn(Label, Label) -> bool| -> Vec<Vec<usize>> {
        let next = |&a: &Label| (0..all.len()).filter(|&k| is_next(a, all[k])).collect();
        all.iter().map(next).collect()
    };
    let (weak, strong) = (list(&|a, b| linked(a, b) || is_hinge(a, b)), list(&|a, b| are_pair(model, a, b)));
    let fails = |&start: &usize| {
        let mut seen = vec![[false; 2]; all.len()];
        let mut stack = vec![(start, true)];
        while let Some((at, holds)) = stack.pop() {
            if !std::mem::replace(&mut seen[at][usize::from(holds)], true) {
                let next = if holds { &weak[at] } else { &strong[at] };
                stack.extend(next.iter().map(|&k| (k, !holds)));
            }
        }
        seen[start][0]
    };
    candidates((0..all.len()).filter(fails).map(|k| all[k]))
}

/// Patterns of all digits, at most; beyond that the lists of pairs are long.
const MOST_PATTERNS: usize = 150;

fn number_of_patterns(model: &Model) -> usize {
    // A digit that may stand anywhere has 46,656: counted no further than needed.
    let places = |d: usize| (0..81).filter(|&cell| model.candidate[cell][d]).count();
    match (0..9).all(|digit| places(digit) <= 36) {
        true => (0..9).map(|digit| patterns::patterns(model, digit).len()).sum(),
        false => usize::MAX,
    }
}

fn patterns(model: &Model, rule: &str) -> Said {
    let open: BTreeSet<usize> = model.candidates().into_iter().map(|label| label.1).collect();
    let all = match rule {
        "pom1" => entries(model),
        _ => overlay(model, rule == "pom3"),
    };
    let left = |digit: usize| all.iter().filter(move |e| e.digit == digit && e.death.is_none());
    if open.iter().any(|&digit| left(digit).next().is_none()) {
        return Said::Exactly(Proved { contradiction: true, ..Proved::default() });
    }
    let is_false = |label: &Label| left(label.1).all(|entry| !entry.pattern.contains(&label.0));
    let is_true = |label: &Label| left(label.1).all(|entry| entry.pattern.contains(&label.0));
    let labels = model.candidates();
    Said::Exactly(Proved {
        eliminated: candidates(labels.iter().copied().filter(is_false)),
        asserted: candidates(labels.iter().copied().filter(is_true)),
        contradiction: false,
    })
}

fn with_net(model: &Model, rule: &str) -> Said {
    let end = net(model, rule);
    let open: BTreeSet<usize> = model.candidates().into_iter().map(|label| label.1).collect();
    let is_left = |digit: &usize| end.patterns.iter().any(|pattern| pattern.0 == *digit);
    Said::Exactly(Proved {
        eliminated: candidates(end.failed),
        contradiction: !open.iter().all(is_left),
        ..Proved::default()
    })
}

/// Those of the candidates with which a theory comes to a contradiction.
fn refuted(model: &Model, theory: u32, among: &Candidates) -> Candidates {
    let fails = |&label: &Label| {
        let mut copy = model.clone();
        copy.assert(label);
        !copy.close(theory)
    };
    let asked = |&label: &Label| among.contains(model::candidate(label));
    candidates(model.candidates().into_iter().filter(asked).filter(fails))
}

/// What singles make false of each of the candidates of some variable with this many.
fn forced(model: &Model, branches: usize) -> Candidates {
    let mut all = BTreeSet::new();
    for variable in all_variables().filter(|&v| model.candidates_of(v).len() == branches) {
        let mut common: BTreeSet<Label> = model.candidates().into_iter().collect();
        for label in model.candidates_of(variable) {
            let mut copy = model.clone();
            copy.assert(label);
            if copy.close(0) {
                common.retain(|&(cell, digit)| !copy.has((cell, digit)) && copy.value[cell] != Some(digit));
            }
        }
        all.extend(common);
    }
    candidates(all)
}
