//! Chains of binary relationship nets (docs/theory.md, "Binary relationship nets"): each printed link proved again.

use super::{Checked, Label, Model, Variable, ensure, house, label, linked};
use std::collections::BTreeSet;

/// A candidate, and whether it is taken as true.
type Literal = (Label, bool);

/// `n5r1c2 - n5r1c7 = n6r1c7 … n5r1c2`: from a candidate to its negation.
pub fn br_net(model: &Model, name: &str, body: &str, targets: &BTreeSet<Label>) -> Checked<()> {
    let joints: &[&str] = match name {
        "br-net" => &["-", "="],
        "br-net-hinge" => &["-", "=", "hinge"],
        "br-net-streams" => &["-", "=", "~>", "<~"],
        _ => return Err(format!("there is no {name}")),
    };
    let tokens: Vec<&str> = body.split(' ').collect();
    let start = (label(tokens[0])?, true);
    ensure(tokens.len() % 2 == 1 && tokens.len() > 1, "candidates with links between them")?;
    let mut literal: Literal = start;
    for pair in tokens[1..].chunks(2) {
        let [joint, to] = pair[..] else { unreachable!() };
        let kind = if joint.starts_with('-') && joint.len() > 1 { "hinge" } else { joint };
        ensure(joints.contains(&kind), format!("{name} has no link '{joint}'"))?;
        let next = match (to.strip_prefix('¬'), kind) {
            (Some(to), "~>" | "<~") => (label(to)?, false),
            (None, "~>" | "<~") => (label(to)?, true),
            _ => (label(to)?, !literal.1),
        };
        ensure(model.has(next.0), format!("{to} is a candidate"))?;
        match kind {
            "-" => weak(literal, next)?,
            "=" => strong(model, literal, next)?,
            "hinge" => hinge(model, joint, literal, next)?,
            "~>" => stream(model, literal, next)?,
            _ => stream(model, (next.0, !next.1), (literal.0, !literal.1))?,
        }
        literal = next;
    }
    ensure(literal == (start.0, false), "the chain ends at the negation of its first candidate")?;
    ensure(targets.len() == 1 && targets.contains(&start.0), "the first candidate is eliminated")
}

/// Not both.
fn weak(from: Literal, to: Literal) -> Checked<()> {
    ensure(from.1 && linked(from.0, to.0), "a weak link leads from a true candidate to one linked")
}

/// Not neither: the two candidates of a variable.
fn strong(model: &Model, from: Literal, to: Literal) -> Checked<()> {
    let both = BTreeSet::from([from.0, to.0]);
    let is_pair =
        |v: &Variable| model.candidates_of(*v).into_iter().collect::<BTreeSet<_>>() == both;
    let pair = Variable::of(from.0).iter().any(is_pair);
    ensure(
        !from.1 && pair,
        "a strong link leads from a false candidate to the other of its variable",
    )
}

/// Not both, or the digit has no place in the house.
fn hinge(model: &Model, joint: &str, from: Literal, to: Literal) -> Checked<()> {
    let name: Vec<char> = joint.trim_matches('-').chars().collect();
    let &[letter @ ('r' | 'c' | 'b'), number @ '1'..='9'] = &name[..] else {
        return Err(format!("'{joint}' names no house"));
    };
    let cells = house(letter, number as usize - '1' as usize);
    let ((a, digit), (b, other)) = (from.0, to.0);
    ensure(from.1 && digit == other, "a hinge leads from a true candidate to one of its digit")?;
    ensure(!cells.contains(&a) && !cells.contains(&b), "the ends are outside the house")?;
    ensure(!linked(from.0, to.0), "the ends are not linked")?;
    let held: Vec<Label> =
        cells.iter().map(|&cell| (cell, digit)).filter(|&place| model.has(place)).collect();
    ensure(!held.is_empty(), "the digit is to be placed in the house")?;
    let seen = |place: &Label| linked(*place, from.0) || linked(*place, to.0);
    ensure(held.iter().all(seen), "each place is linked to an end")
}

/// Singles from a literal decide another, or contradict it.
fn stream(model: &Model, from: Literal, to: Literal) -> Checked<()> {
    let mut copy = model.clone();
    if from.1 {
        copy.assert(from.0)
    } else {
        copy.set(from.0, false)
    };
    if !copy.close(0) {
        return ensure(to == (from.0, !from.1), "what is contradictory is false, no more");
    }
    let (cell, digit) = to.0;
    let is_true = copy.value[cell] == Some(digit);
    let is_false = !is_true && !copy.has(to.0);
    ensure(if to.1 { is_true } else { is_false }, "singles decide it so")
}
