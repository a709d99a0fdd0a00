//! What a chain says link by link, in sentences.

use crate::evidence::{Arc, By, House, Implied, Implies, Link, Literal, Right, Strong};
use crate::grid::Candidate;
use crate::grid::notation::{house_name, label};
use std::fmt::Display;

/// `n1r2c3`, or `one of n1r2c3, n1r2c4`.
fn one_of(candidates: &[Candidate]) -> String {
    match candidates {
        [one] => label(*one),
        all => format!("one of {}", list(all)),
    }
}

pub(super) fn list<T: Display>(parts: &[T]) -> String {
    parts.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// All that a variable has is linked to the targets.
pub(super) fn locked(link: &Link) -> String {
    let mut all = vec![link.left];
    all.extend(link.ignored.iter().map(|ignored| ignored.0));
    let of = list(&link.variables);
    format!("{of} has one of {}. Each of them excludes what is removed.", list(&all))
}

/// A link after these candidates, or after the target.
pub(super) fn link(link: &Link, before: &[Candidate], is_first: bool) -> String {
    let (left, of) = (link.left, list(&link.variables));
    let excluded = match is_first {
        true => format!("If {} were true, {left} would be false.", one_of(before)),
        false => format!("{} excludes {left}.", capital(&one_of(before))),
    };
    let others: Vec<Candidate> = link.ignored.iter().map(|ignored| ignored.0).collect();
    let (ruled_out, left_of) = match others.is_empty() {
        true => (String::new(), "only"),
        false => (format!(" {} is ruled out before.", list(&others)), "then only"),
    };
    let ruled_out = if others.len() > 1 { ruled_out.replace(" is ", " are ") } else { ruled_out };
    let rest = match &link.right {
        Right::Nothing => format!("Nothing would be left for {of}: a contradiction."),
        Right::Candidate(right) => format!("For {of} {left_of} {right} is left."),
        Right::Group(members) => format!("For {of} {left_of} {} are left.", list(members)),
        Right::Subset { transversals, .. } => format!("For {of} the subset {} is left.", list(transversals)),
    };
    format!("{excluded}{ruled_out} {rest}")
}

fn capital(text: &str) -> String {
    text.strip_prefix("one").map_or(text.to_string(), |rest| format!("One{rest}"))
}

/// The end of a chain that is linked to the target, or to something before.
pub(super) fn end(right: Candidate, end: Candidate, is_target: bool) -> String {
    match is_target {
        true => format!("{right} excludes {end}, which was taken to be true: a contradiction."),
        false => format!("{right} excludes {end}, which would be true, too: a contradiction."),
    }
}

pub(super) fn branch_end(candidates: &[Candidate]) -> String {
    format!("{} leads to the same conclusion.", capital(&one_of(candidates)))
}

/// An arc of an odd circle.
pub(super) fn arc(arc: &Arc) -> String {
    let Arc { variable, left, right, guardians } = arc;
    match guardians.is_empty() {
        true => format!("{variable} has {left} or {right}."),
        false => {
            let others = list(guardians);
            format!("{variable} has {left} or {right}: {others} would be excluded by the target.")
        }
    }
}

/// A strong link.
pub(super) fn strong(Strong { by, from, to }: &Strong) -> String {
    let of = list(by);
    match by.len() {
        1 => format!("If {} is false, {of} has {}.", all_of(from), one_of(to)),
        _ => format!("If {} is false, the cells {of} have {}.", all_of(from), one_of(to)),
    }
}

fn all_of(candidates: &[Candidate]) -> String {
    match candidates {
        [one] => label(*one),
        all => format!("each of {}", list(all)),
    }
}

fn literal(Literal { candidate, holds }: Literal) -> String {
    format!("{candidate} is {}", if holds { "true" } else { "false" })
}

/// A literal that follows from another.
pub(super) fn implication(from: Literal, by: &Implied, to: Literal) -> String {
    let why = match by {
        Implied::Weak => "the two are linked".to_string(),
        Implied::Strong => "one of the two is true".to_string(),
        Implied::Hinge(House(house)) => {
            format!("{} would have no place for the digit", house_name(usize::from(*house)))
        }
        Implied::Stream(_) => "by singles".to_string(),
        Implied::Backwards(_) => "by singles, read backwards".to_string(),
        Implied::Patterns => "by all patterns of the digit".to_string(),
    };
    format!("If {}, {}: {why}.", literal(from), literal(to))
}

/// A literal of a chain of SER.
pub(super) fn implied(chain: &[Implies], at: usize) -> String {
    let Implies { literal: this, by, from } = &chain[at];
    let this = literal(*this);
    let from = from.iter().filter_map(|&k| chain.get(usize::from(k)));
    let from: Vec<String> = from.map(|before| literal(before.literal)).collect();
    let from = from.join(" and ");
    match by {
        By::Assumed => format!("Assume that {this}."),
        By::Link => format!("As {from}, {this}."),
        By::Only(variable) => format!("As {from}, {variable} has nothing else: {this}."),
        By::Pattern(pattern) => format!("As {from}, {this} by a pattern: {}.", pattern.text()),
    }
}
