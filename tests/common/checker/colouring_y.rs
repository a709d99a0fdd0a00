//! Y-cycles and y-knots, from the definitions of gsf: singles, from a digit taken away.

use super::colouring::{cell, cycle};
use super::{Checked, Conclusions, Label, Model, Rc, Variable, ensure, linked, variable};
use std::collections::BTreeSet;

/// The singles of a state placed all at once, and again, until there are none or a contradiction shows; and where it
/// shows: in a variable without candidates, in a cell that is single for two digits, or in two cells that are.
pub fn rounds(mut model: Model) -> (Model, BTreeSet<Variable>) {
    loop {
        let open = || Variable::all().filter(|&variable| !model.is_solved(variable));
        let empty = open().filter(|&v| model.candidates_of(v).is_empty());
        let mut shows: BTreeSet<Variable> = empty.collect();
        let singles = open().filter_map(|v| match model.candidates_of(v)[..] {
            [only] => Some(only),
            _ => None,
        });
        let singles: BTreeSet<Label> = singles.collect();
        let twice = |&(cell, digit): &Label| singles.iter().any(|s| s.0 == cell && s.1 != digit);
        shows.extend(singles.iter().filter(|single| twice(single)).map(|single| Rc(single.0)));
        let values = values(&model);
        let clash = |label: &&Label| values.iter().any(|&other| linked(**label, other));
        shows.extend(values.iter().filter(clash).map(|label| Rc(label.0)));
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
    Variable::of(premise).iter().find(|variable| two(variable))?;
    let mut model = model.clone();
    model.set(premise, false);
    Some(model)
}

/// The labels of the premise's digit, in cells that do not see its cell, that are asserted when it is taken away.
pub fn or_edges(model: &Model, premise: Label) -> Vec<Label> {
    let Some(start) = without(model, premise) else { return Vec::new() };
    let end = values(&rounds(start).0);
    let alone = |label: &&Label| end.iter().all(|&other| !linked(**label, other));
    let is_end = |label: &&Label| model.has(**label) && label.1 == premise.1;
    let far = |label: &&Label| !linked(**label, premise);
    end.iter().filter(alone).filter(is_end).filter(far).copied().collect()
}

/// `y-cycle 9 [31]-[71][92][97]=[33]- => [31]-[97]=[33]-`: a 2-edge is proved from one of its ends.
pub fn y_cycle(model: &Model, body: &str, concluded: &Conclusions) -> Checked<()> {
    let proves = |a, b| or_edges(model, a).contains(&b);
    cycle(model, body, concluded, &|digit, a, b| {
        let (a, b) = ((a, digit), (b, digit));
        ensure(proves(a, b) || proves(b, a), "singles prove a 2-edge")
    })
}

/// `y-knot 4 [41]#[45]`, `y-knot 7 [14]#c4n5`.
pub fn y_knot(model: &Model, body: &str, concluded: &Conclusions) -> Checked<()> {
    let (knot, place) = body.split_once('#').ok_or("a y-knot shows somewhere")?;
    let (digit, token) = knot.split_once(' ').ok_or("no digit")?;
    let digit: usize = digit.parse().map_err(|_| "the digit is a number")?;
    let in_brackets = |token: &str| {
        let inside = token.strip_prefix('[').and_then(|token| token.strip_suffix(']'));
        cell(inside.ok_or(format!("'{token}' is not a cell"))?)
    };
    let premise = (in_brackets(token)?, digit.wrapping_sub(1));
    let place = match place.starts_with('[') {
        true => Rc(in_brackets(place)?),
        false => variable(place)?,
    };
    ensure(digit <= 9 && model.has(premise), "the premise is a candidate")?;
    let start = without(model, premise).ok_or("the premise has a mate")?;
    let (_, shows) = rounds(start);
    ensure(shows.contains(&place), "the contradiction shows there")?;
    ensure(concluded.eliminated.is_empty(), "a y-knot eliminates")?;
    ensure(concluded.asserted == [premise].into(), "the premise is asserted")
}
