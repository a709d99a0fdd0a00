//! Statements of chains, link by link, in sentences.

use super::joined;
use super::on_board::house_in_words;
use crate::board_proof::{BoardLink, HouseName, LinkReason};
use crate::evidence::{By, Implied, Implies, Link, Literal, Part, Right, Strong};
use crate::grid::Candidate;
use crate::grid::notation::{Variable, label};
use std::fmt::Display;

/// Names candidates: `n1r2c3`, or `one of n1r2c3, n1r2c4`.
fn one_of(candidates: &[Candidate]) -> String {
    match candidates {
        [one] => label(*one),
        all => format!("one of {}", list(all)),
    }
}

pub(super) fn list<T: Display>(parts: &[T]) -> String {
    parts.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// Link of a chain, on any board, as it is told.
pub(super) struct Told<'a> {
    /// The variables.
    of: String,
    pub left: Candidate,
    /// The ignored candidates.
    pub others: Vec<Candidate>,
    right: &'a Right,
    /// Words after the exclusion of the left-linking candidate, if it is not by a house or a cell.
    why: &'static str,
}

impl<'a> From<&'a Link> for Told<'a> {
    fn from(link: &'a Link) -> Told<'a> {
        let others = link.ignored.iter().map(|ignored| ignored.0).collect();
        Told { of: list(&link.variables), left: link.left, others, right: &link.right, why: "" }
    }
}

impl<'a> From<&'a BoardLink> for Told<'a> {
    fn from(link: &'a BoardLink) -> Told<'a> {
        let others = link.ignored.iter().map(|ignored| ignored.0).collect();
        let why = match link.by {
            LinkReason::Cell | LinkReason::House(_) => "",
            LinkReason::Knight => " (a knight's move)",
            LinkReason::King => " (a king's move)",
            LinkReason::Next => " (consecutive digits)",
        };
        Told { of: list(&link.variables), left: link.left, others, right: &link.right, why }
    }
}

/// Describes a variable whose candidates are all linked to the targets.
pub(super) fn locked(link: &Told) -> String {
    let mut all = vec![link.left];
    all.extend(&link.others);
    format!("{} has one of {}. Each of them excludes what is removed.", link.of, list(&all))
}

/// Describes a link after these candidates, or after the target.
pub(super) fn link(link: &Told, before: &[Candidate], is_first: bool) -> String {
    let Told { of, left, others, right, why } = link;
    let excluded = match is_first {
        true => format!("If {} were true, {left}{why} would be false.", one_of(before)),
        false => format!("{} excludes {left}{why}.", capital(&one_of(before))),
    };
    let (ruled_out, left_of) = match others.is_empty() {
        true => (String::new(), "only"),
        false => (format!(" {} is ruled out before.", list(others)), "then only"),
    };
    let ruled_out = if others.len() > 1 { ruled_out.replace(" is ", " are ") } else { ruled_out };
    let rest = match right {
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

/// Describes the end of a chain, linked to the target or to an earlier candidate.
pub(super) fn end(right: Candidate, end: Candidate, is_target: bool) -> String {
    match is_target {
        true => format!("{right} excludes {end}, which was taken to be true: a contradiction."),
        false => format!("{right} excludes {end}, which would be true, too: a contradiction."),
    }
}

pub(super) fn branch_end(candidates: &[Candidate]) -> String {
    format!("{} leads to the same conclusion.", capital(&one_of(candidates)))
}

/// Describes the beginning of a trial.
pub(super) fn assumed(candidate: Candidate) -> String {
    format!("Assume that {candidate} is true.")
}

/// Describes a single of a trial.
pub(super) fn only(variable: &impl Display, value: Candidate) -> String {
    format!("{variable} has nothing else: {value} is true.")
}

/// Describes the end of a trial.
pub(super) fn emptied(variable: &impl Display) -> String {
    format!("Nothing is left for {variable}: a contradiction.")
}

/// Describes an arc of an odd circle.
pub(super) fn arc(variable: &impl Display, [left, right]: [Candidate; 2], guardians: &[Candidate]) -> String {
    match guardians.is_empty() {
        true => format!("{variable} has {left} or {right}."),
        false => {
            let others = list(guardians);
            format!("{variable} has {left} or {right}: {others} would be excluded by the target.")
        }
    }
}

/// Describes a strong link, in players' words: `If r3c4 is not 1, row 3 has 1 in r3c7.`
pub(super) fn strong(link: &Strong) -> String {
    if link.assumes_unique() {
        return deadly(link);
    }
    let Strong { by, from, to, .. } = link;
    let is_not = match &from[..] {
        [one] => format!("{} is not {}", one.cell, digit_of(from)),
        all => format!("none of {} is {}", cells_of(all, "and"), digit_of(from)),
    };
    let is = match &by[..] {
        [Variable::In(house, digit)] => {
            format!("{} has {} in {}", house.in_words(), digit.number(), cells_of(to, "or"))
        }
        _ => format!("{} is {}", cells_of(to, "or"), digit_of(to)),
    };
    format!("If {is_not}, {is}.")
}

/// Describes the link of a rectangle or a grave.
fn deadly(Strong { by, digits, from, to }: &Strong) -> String {
    let is = |one: &Candidate| format!("{} is {}", one.cell, one.digit.number());
    let all = from.iter().chain(to).map(is).collect();
    let cells = by.iter().filter(|one| matches!(one, Variable::Cell(_))).map(ToString::to_string).collect();
    let otherwise = match digits[..] {
        [a, b] => {
            let (cells, a, b) = (joined(cells, "and"), a.number(), b.number());
            format!("otherwise {cells} would hold only {a} and {b}, and they could be exchanged")
        }
        _ => {
            "otherwise every cell would have two candidates, and the puzzle two solutions or none".to_string()
        }
    };
    let said = joined(all, "or");
    format!("{}: {otherwise}.", capital(&said))
}

fn digit_of(candidates: &[Candidate]) -> u8 {
    candidates.first().map_or(0, |one| one.digit.number())
}

/// Names the cells of candidates: `r1c2, r1c3 or r1c4`.
fn cells_of(candidates: &[Candidate], last: &str) -> String {
    match candidates {
        [] => String::new(),
        [one] => one.cell.to_string(),
        [before @ .., end] => {
            let before: Vec<_> = before.iter().map(|one| one.cell).collect();
            format!("{} {last} {}", list(&before), end.cell)
        }
    }
}

fn literal(Literal { candidate, holds }: Literal) -> String {
    format!("{candidate} is {}", if holds { "true" } else { "false" })
}

/// Describes a literal that follows from another.
pub(super) fn implication(from: Literal, by: &Implied, to: Literal) -> String {
    let why = match by {
        Implied::Weak => "the two are linked".to_string(),
        Implied::Strong => "one of the two is true".to_string(),
        Implied::Hinge(house) => format!("{house} would have no place for the digit"),
        Implied::Stream(_) => "by singles".to_string(),
        Implied::Backwards(_) => "by singles, read backwards".to_string(),
        Implied::Patterns => "by all patterns of the digit".to_string(),
    };
    format!("If {}, {}: {why}.", literal(from), literal(to))
}

/// Describes a literal of a chain of SER.
pub(super) fn implied<V: Display, P: Part>(chain: &[Implies<V, P>], at: usize) -> String {
    let Implies { literal: this, by, from } = &chain[at];
    let this = literal(*this);
    let from = from.iter().filter_map(|&k| chain.get(usize::from(k)));
    let from: Vec<String> = from.map(|before| literal(before.literal)).collect();
    let from = from.join(" and ");
    match by {
        By::Assumed => format!("Assume that {this}."),
        By::Link => format!("As {from}, {this}."),
        By::Only(variable) => format!("As {from}, {variable} has nothing else: {this}."),
        By::Pattern(pattern) => format!("As {from}, {this} by a pattern: {}.", pattern.text_for_players()),
    }
}

/// Rewrites a sentence in players' words: `r7c5 is not 4` for `n4r7c5 is false`, `4 in r7c5` for `n4r7c5`,
/// `row 7` for `r7n4`, `4` for `n4`.
pub(super) fn for_players(words: &str) -> String {
    let mut text = String::new();
    let mut rest = words;
    while let Some(c) = rest.chars().next() {
        let is_inside = text.chars().next_back().is_some_and(char::is_alphanumeric);
        if let Some((name, after)) = candidate_at(rest).filter(|_| !is_inside) {
            let (said, after) = said_of(name, after);
            text += &said;
            rest = after;
        } else if let Some((name, after)) = variable_at(rest).filter(|_| !is_inside) {
            text += &name;
            rest = after;
        } else if let Some((digit, after)) = numbers_at(rest, "n").filter(|_| !is_inside) {
            text.extend(digit);
            rest = after;
        } else {
            text.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    text
}

/// Describes the conclusion at the end of a chain.
pub(super) fn conclusion(eliminates: &[Candidate], asserts: &[Candidate]) -> String {
    let cell = |c: &Candidate| c.cell;
    let is = asserts.iter().map(|c| format!("{} is {}", cell(c), c.digit.index() + 1));
    let is_not = eliminates.iter().map(|c| format!("{} is not {}", cell(c), c.digit.index() + 1));
    match is.chain(is_not).collect::<Vec<_>>().join(", ") {
        said if said.is_empty() => "So there is no solution.".to_string(),
        said => format!("So {said}."),
    }
}

/// Parses the numbers at the start of a text with these letters, a digit after each: `n4r7c5`.
fn numbers_at<'a>(text: &'a str, letters: &str) -> Option<(Vec<char>, &'a str)> {
    let mut rest = text;
    let number = |letter: char| {
        rest = rest.strip_prefix(letter)?;
        let number = rest.chars().next().filter(|c| ('1'..='9').contains(c))?;
        rest = &rest[1..];
        Some(number)
    };
    let numbers: Option<Vec<char>> = letters.chars().map(number).collect();
    Some((numbers?, rest)).filter(|(_, rest)| !rest.starts_with(char::is_alphanumeric))
}

/// Parses the digit and the cell of a candidate at the start of a text.
fn candidate_at(text: &str) -> Option<((char, String), &str)> {
    let (numbers, rest) = numbers_at(text, "nrc")?;
    Some(((numbers[0], format!("r{}c{}", numbers[1], numbers[2])), rest))
}

/// Parses the house of a variable at the start of a text.
fn variable_at(text: &str) -> Option<(String, &str)> {
    ["rn", "cn", "bn", "jn", "wn", "gn", "dn", "an", "en", "hn"].into_iter().find_map(|letters| {
        let (numbers, rest) = numbers_at(text, letters)?;
        Some((house_in_words(HouseName::of(&format!("{}{}", &letters[..1], numbers[0]))?), rest))
    })
}

/// Describes a candidate, and returns the text after its description.
fn said_of((digit, cell): (char, String), after: &str) -> (String, &str) {
    let forms = [
        (" is true", "is"),
        (" is false", "is not"),
        (" were true", "were"),
        (" would be false", "would not be"),
        (" would be true", "would be"),
    ];
    let form = forms.into_iter().find_map(|(nrc, said)| Some((after.strip_prefix(nrc)?, said)));
    match form {
        Some((rest, said)) => (format!("{cell} {said} {digit}"), rest),
        None => (format!("{digit} in {cell}"), after),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_read_cells_and_digits() {
        for (words, said) in [
            ("If n4r7c5 is false, r7n4 has n4r7c2.", "If r7c5 is not 4, row 7 has 4 in r7c2."),
            ("If n1r1c1 were true, n2r1c1 would be false.", "If r1c1 were 1, r1c1 would not be 2."),
            ("For r1c2 only n3r1c2 is left.", "For r1c2 only 3 in r1c2 is left."),
            ("One of n1r2c3, n1r2c4 excludes n1r2c5.", "One of 1 in r2c3, 1 in r2c4 excludes 1 in r2c5."),
            ("by a pattern: b4{r5c3 r6c1}{n5 n8}", "by a pattern: b4{r5c3 r6c1}{5 8}"),
            ("b4n5 has n5r4c1 or n5r6c3.", "box 4 has 5 in r4c1 or 5 in r6c3."),
            ("d1n5 has n5r4c4.", "diagonal d1 has 5 in r4c4."),
        ] {
            assert_eq!(for_players(words), said);
        }
    }
}
