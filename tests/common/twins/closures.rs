//! Colouring, nets, templates, trial and error: by walks from each candidate, by lists of patterns, by
//! theories.

use super::{Proved, Said};
use crate::model::{self, Label, Model, Variable, all_variables, are_pair, linked, variables};
use crate::patterns::{self, entries, net, overlay};
use std::collections::BTreeSet;
use sudoscope_engine::grid::{Candidates, Cell, Cells, Digit, Grid, House, PLAIN};

/// Returns the twin's answer. `claimed` are the candidates that the rule eliminates: if the twin has an upper
/// bound, no other candidates are examined. Long lists of patterns are tried only if `patient`.
pub fn said(rule: &str, grid: &Grid, claimed: &Candidates, patient: bool) -> Said {
    let model = Model::of(grid);
    let false_ones = |eliminated| Said::Exactly(Proved::false_ones(eliminated));
    let at_most = |theory| Said::AtMost(refuted(&model, theory, claimed));
    let tried = |theory| match grid.candidates().len() {
        // Subsets take long to find.
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
        // Implication streams also assume the negations of candidates, so more follows than by trial and
        // error.
        _ => Said::Nothing,
    }
}

fn candidates(labels: impl IntoIterator<Item = Label>) -> Candidates {
    labels.into_iter().map(model::candidate).collect()
}

/// Whether a hinge of the rule's kind shows that the two cells cannot both hold the digit.
pub fn hinged(plane: Cells, rule: &str, a: Cell, b: Cell) -> bool {
    let free = a != b && !a.peers().contains(b);
    // Two cells outside a house see all its places between them, and each sees some of its cells.
    let hinge = |house: Cells, seen_a: Cells, seen_b: Cells| {
        let places = house & plane;
        let outside = !house.contains(a) && !house.contains(b);
        let see = seen_a.intersects(house) && seen_b.intersects(house);
        outside && see && !places.is_empty() && places.is_subset(seen_a | seen_b)
    };
    let lines = |cell: Cell| [House::row(cell.row()).cells(), House::column(cell.column()).cells()];
    free && match rule {
        // The row of one cell and the column of the other.
        "x-cycle-er" => PLAIN.houses[18..].iter().any(|&block| {
            let ([row_a, column_a], [row_b, column_b]) = (lines(a), lines(b));
            hinge(block, row_a, column_b) || hinge(block, column_a, row_b)
        }),
        // For each cell, either its row or its column.
        "x-cycle-hinge" => PLAIN.houses[18..].iter().any(|&block| {
            let pairs = lines(a).map(|one| lines(b).map(|other| (one, other)));
            pairs.concat().into_iter().any(|(one, other)| hinge(block, one, other))
        }),
        "x-cycle-general" => PLAIN.houses.iter().any(|&house| hinge(house, a.peers(), b.peers())),
        _ => false,
    }
}

/// Returns the cells of each digit that walks 1 2 1 … 2 1 lead back to; `also` knows further 2-edges.
fn cycles(grid: &Grid, rule: &str, also: &dyn Fn(Label, Label) -> bool) -> Candidates {
    let mut all = Candidates::EMPTY;
    for digit in Digit::all() {
        let plane = grid.open_plane(digit);
        let near = |a: Cell, is_near: &dyn Fn(Cell) -> bool| -> Cells {
            plane.filter(|&b| b != a && is_near(b)).collect()
        };
        let is_pair = |a: Cell, b: Cell| {
            let both = Cells::of(a) | Cells::of(b);
            PLAIN.houses.iter().any(|&house| house & plane == both) || also((a, digit), (b, digit))
        };
        let not_both: Vec<Cells> =
            Cell::all().map(|a| near(a, &|b| a.peers().contains(b) || hinged(plane, rule, a, b))).collect();
        let either: Vec<Cells> = Cell::all().map(|a| near(a, &|b| is_pair(a, b))).collect();
        let is_false = |&target: &Cell| {
            // Cells that are false, then true, then false, … if the target is true.
            let (mut out, mut front) = (not_both[target.index()], not_both[target.index()]);
            while !front.is_empty() {
                let on = front.fold(Cells::EMPTY, |all, cell| all | either[cell.index()]);
                front = on.fold(Cells::EMPTY, |all, cell| all | not_both[cell.index()]) - out;
                out |= front;
            }
            out.contains(target)
        };
        all.extend(&candidates(plane.filter(is_false).map(|cell| (cell, digit))));
    }
    all
}

/// Places all singles of a state at once, again and again, until there are none or a contradiction shows.
/// Returns where it shows: a variable without candidates, a cell that is single for two digits, or two cells
/// with linked values.
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
        shows.extend(singles.iter().filter(|single| twice(single)).map(|single| Variable::Cell(single.0)));
        let values = values(&model);
        let clash = |label: &&Label| values.iter().any(|&other| linked(**label, other));
        shows.extend(values.iter().filter(clash).map(|label| Variable::Cell(label.0)));
        if !shows.is_empty() || singles.is_empty() {
            return (model, shows);
        }
        singles.into_iter().for_each(|label| model.assert(label));
    }
}

/// Returns the asserted labels.
fn values(model: &Model) -> Vec<Label> {
    Cell::all().filter_map(|cell| Some((cell, model.value[cell]?))).collect()
}

/// Returns the state without the candidate; `None` if no variable of the candidate has exactly two.
pub fn without(model: &Model, premise: Label) -> Option<Model> {
    let two = |&variable: &Variable| model.candidates_of(variable).len() == 2;
    variables(premise).iter().find(|variable| two(variable))?;
    let mut model = model.clone();
    model.set(premise, false);
    Some(model)
}

/// Returns the labels of the premise's digit, in cells that do not see its cell, that are asserted when the
/// premise is removed.
pub fn or_edges(model: &Model, premise: Label) -> Vec<Label> {
    let Some(start) = without(model, premise) else { return Vec::new() };
    let end = values(&rounds(start).0);
    let alone = |label: &&Label| end.iter().all(|&other| !linked(**label, other));
    let is_end = |label: &&Label| model.has(**label) && label.1 == premise.1;
    let far = |label: &&Label| !linked(**label, premise);
    end.iter().filter(alone).filter(is_end).filter(far).copied().collect()
}

/// Finds premises whose removal singles refute; if this holds for both candidates of a pair, there is no
/// solution.
fn knots(model: &Model) -> Proved {
    let fails = |&label: &Label| without(model, label).is_some_and(|mut model| !model.close(0));
    let knots: Vec<Label> = model.candidates().into_iter().filter(fails).collect();
    let has_mate = |&a: &Label| knots.iter().any(|&b| are_pair(model, a, b));
    let contradiction = knots.iter().any(has_mate);
    Proved { asserted: candidates(knots), contradiction, ..Proved::default() }
}

/// Returns the candidates from which a walk leads to their negation: by weak links from true candidates, by
/// strong links from false ones.
fn walks(grid: &Grid, model: &Model, with_hinges: bool) -> Candidates {
    let all = model.candidates();
    let is_hinge = |a: Label, b: Label| {
        let plane = grid.open_plane(a.1);
        let sees = |house: &&Cells| {
            let places = **house & plane;
            let outside = !house.contains(a.0) && !house.contains(b.0);
            outside && !places.is_empty() && places.is_subset(a.0.peers() | b.0.peers())
        };
        with_hinges && a.1 == b.1 && PLAIN.houses.iter().any(|house| sees(&house))
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

/// Most patterns of all digits; beyond that the lists of pairs are long.
const MOST_PATTERNS: usize = 150;

fn number_of_patterns(model: &Model) -> usize {
    // A digit that may be anywhere has 46,656 patterns: digits with many places are not counted.
    let places = |digit: Digit| Cell::all().filter(|&cell| model.candidate[cell][digit]).count();
    match Digit::all().all(|digit| places(digit) <= 36) {
        true => Digit::all().map(|digit| patterns::patterns(model, digit).len()).sum(),
        false => usize::MAX,
    }
}

fn patterns(model: &Model, rule: &str) -> Said {
    let open: BTreeSet<Digit> = model.candidates().into_iter().map(|label| label.1).collect();
    let all = match rule {
        "pom1" => entries(model),
        _ => overlay(model, rule == "pom3"),
    };
    let left = |digit: Digit| all.iter().filter(move |e| e.digit == digit && e.death.is_none());
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
    let open: BTreeSet<Digit> = model.candidates().into_iter().map(|label| label.1).collect();
    let is_left = |digit: &Digit| end.patterns.iter().any(|pattern| pattern.0 == *digit);
    Said::Exactly(Proved {
        eliminated: candidates(end.failed),
        contradiction: !open.iter().all(is_left),
        ..Proved::default()
    })
}

/// Returns the candidates among these with which a theory ends in a contradiction.
fn refuted(model: &Model, theory: u32, among: &Candidates) -> Candidates {
    let fails = |&label: &Label| {
        let mut copy = model.clone();
        copy.assert(label);
        !copy.close(theory)
    };
    let asked = |&label: &Label| among.contains(model::candidate(label));
    candidates(model.candidates().into_iter().filter(asked).filter(fails))
}

/// Returns the candidates that singles make false in every branch of some variable with this many candidates.
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
