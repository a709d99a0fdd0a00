//! Claims of players: whether a step that a player wrote holds in a state.
//!
//! ```text
//!   text ── text.rs ──> words, signs ── chain.rs ──> nodes, links ── reasons.rs ──> evidence ── verify
//! ```
//!
//! The text is only read here. Whether the step holds is decided by the checker of proofs
//! ([`crate::verify`]), which sees the evidence that the text stands for, and nothing of this module.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod answer;
mod bag;
mod chain;
mod conclusion;
mod judge;
mod nodes;
mod nrc;
mod on_board;
mod own;
mod patterns;
mod reasons;
mod sets;
mod singles;
mod spelling;
mod text;
mod trace;
mod uniqueness;
mod whips;
mod why;
mod wings;

pub use answer::{Answer, Part, Proved, Unread};
pub use conclusion::Conclusions;
pub use judge::Ground;
pub use on_board::BoardReason;
pub use why::{Claim, Reason, Why, Worded, why};

use crate::grid::{Candidate, Grid, Puzzle};
use judge::Judge;
use patterns::Named;
use reasons::Failed;
use text::{Cursor, Sign, Token};

/// Says whether a step that a player wrote holds in the state of a puzzle, and proves its claims.
///
/// ```
/// use sudoscope_engine::{claim::check_step, grid::Puzzle};
///
/// let line = b"1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3...";
/// let puzzle = Puzzle::parse(line).unwrap();
/// let answer = check_step(&puzzle, "(5)r1c2=(5)r1c8 => r1c3<>5");
/// assert!(!answer.is_valid());
/// ```
pub fn check_step(puzzle: &Puzzle, text: &str) -> Answer {
    match Judge::new(puzzle) {
        Ok(judge) => match answer(&judge, text) {
            answer if answer.is_valid() => answer,
            other => own_text(&judge, puzzle, text).unwrap_or(other),
        },
        Err(wrong) => Answer::NotValid { part: None, why: wrong.to_string() },
    }
}

/// Says what a text proves that is our own of a step in the state; `None` if it is none.
fn own_text(judge: &Judge, puzzle: &Puzzle, text: &str) -> Option<Answer> {
    let arrow = ["==>", "=>"].iter().find_map(|arrow| Some((text.rfind(arrow)?, arrow.len())));
    let (pattern, after) = match arrow {
        Some((at, length)) => (text.get(..at)?, text.get(at + length..)?),
        None => (text, ""),
    };
    let grounds = own::grounds(judge, puzzle, pattern);
    let tokens = text::tokens(after);
    let claimed = conclusion::conclusions(&mut Cursor::of(&tokens, 1)).ok()?;
    (!grounds.is_empty()).then(|| judged(&judge.grid, claimed, grounds))
}

/// Words before conclusions.
const ARROWS: &[&str] = &["so", "thus", "hence", "therefore", "implies"];

fn answer(judge: &Judge, text: &str) -> Answer {
    let tokens = text::tokens(text);
    let end = text.chars().count() + 1;
    let is_arrow = |token: &Token| {
        token.sign == Some(Sign::Implies) || token.word().is_some_and(|word| ARROWS.contains(&word))
    };
    let arrow = tokens.iter().rposition(is_arrow).or_else(|| conclusions_at(&tokens));
    let (mut pattern, after) = tokens.split_at(arrow.unwrap_or(tokens.len()));
    while let [before @ .., Token { sign: Some(Sign::Comma), .. }] = pattern {
        pattern = before;
    }
    let mut rest = Cursor::of(after, end);
    if !pattern.is_empty() || after.first().is_some_and(is_arrow) {
        rest.next();
    }
    let claimed = match conclusion::conclusions(&mut rest) {
        Ok(claimed) => claimed,
        Err(unread) => return Answer::NotUnderstood(unread),
    };
    let end = after.first().map_or(end, |token| token.column);
    match grounds(judge, pattern, end, &claimed) {
        Ok(Ok(grounds)) => judged(&judge.grid, claimed, grounds),
        Ok(Err(Failure { part, why })) => {
            let part = part.map(|(link, (from, to))| {
                let part: String = text.chars().skip(from - 1).take(to - from).collect();
                Part { link, text: part.trim_end().to_string(), column: from }
            });
            Answer::NotValid { part, why }
        }
        Err(unread) => Answer::NotUnderstood(unread),
    }
}

/// Finds the conclusions of a text without an arrow: after a comma; or the whole text, if it places values.
fn conclusions_at(tokens: &[Token]) -> Option<usize> {
    let read = |from: usize| {
        let rest = tokens.get(from..).unwrap_or_default();
        conclusion::conclusions(&mut Cursor::of(rest, 1)).ok().filter(|read| !read.is_empty())
    };
    if read(0).is_some() {
        return Some(0);
    }
    let differs = tokens.iter().position(|token| token.sign == Some(Sign::Differs))?;
    let is_comma = |at: &usize| tokens.get(*at).is_some_and(|token| token.sign == Some(Sign::Comma));
    (0..differs).filter(is_comma).find(|at| read(at + 1).is_some())
}

/// Reason why a step does not hold.
struct Failure {
    /// Number of the link that does not hold, and its columns.
    part: Option<(usize, (usize, usize))>,
    why: String,
}

/// Reads the pattern of a step and returns all that it proves.
fn grounds(
    judge: &Judge, pattern: &[Token], end: usize, claimed: &Conclusions,
) -> Result<Result<Vec<Ground>, Failure>, Unread> {
    if pattern.is_empty() && !claimed.is_empty() {
        if claimed.asserts.is_empty() {
            return Err(Unread { column: 1, why: "a step before the conclusions is missing".to_string() });
        }
        return patterns::single(judge, end, claimed);
    }
    let pattern = &spelling::named_first(pattern, end);
    let mut cursor = Cursor::of(pattern, end);
    let named = patterns::name(&mut cursor);
    let may_be_chain = named.as_ref().is_none_or(Named::may_be_chain);
    let mut links = cursor;
    nrc::skip_name(&mut links);
    if may_be_chain && nrc::is_next(&links) {
        return nrc::grounds(judge, &mut links, &claimed.eliminates);
    }
    if let Some(named) = named
        && !(may_be_chain && cursor.is_chain())
    {
        let mut own = Cursor::of(pattern, end);
        skip_name(&mut own);
        let is_deadly = named.is_deadly() && cursor.is_chain();
        let mut ahead = own;
        if !is_deadly || chain::chains(&mut ahead).is_err() {
            return patterns::grounds(judge, &named, &mut cursor, claimed);
        }
        cursor = own;
    }
    skip_name(&mut cursor);
    let column = cursor.column();
    let chains = chain::chains(&mut cursor)?;
    if let [chain::Chain { nodes, links, .. }] = &chains[..]
        && let ([node], []) = (&nodes[..], &links[..])
    {
        return patterns::lone(judge, &node.what, column, claimed);
    }
    let mut all = Vec::new();
    for chain in &chains {
        match reasons::grounds(judge, chain) {
            Ok(grounds) => all.extend(grounds),
            Err(Failed { number, columns, why }) => {
                return Ok(Err(Failure { part: Some((number, columns)), why }));
            }
        }
    }
    Ok(Ok(all))
}

/// Skips the name of a chain before a colon: `Grouped AIC:`.
fn skip_name(cursor: &mut Cursor) {
    let colon = cursor.rest().iter().position(|token| token.sign == Some(Sign::Colon));
    let is_name = |token: &Token| match token.sign {
        None => text::cells(&token.text).is_none(),
        Some(sign) => matches!(sign, Sign::Minus | Sign::Open | Sign::Close),
    };
    let is_word = cursor.word().is_some_and(|word| word.starts_with(char::is_alphabetic));
    let Some(colon) = colon else { return };
    if !is_word || !cursor.rest().iter().take(colon).all(is_name) {
        return;
    }
    // The digit of `X-Chain 7:` belongs to the chain.
    let is_digit = |at: usize| {
        let word = |at: usize| cursor.rest().get(at).and_then(Token::word);
        let is_type = at.checked_sub(1).and_then(word).is_some_and(|word| ["type", "step"].contains(&word));
        !is_type && word(at).and_then(text::digits).is_some_and(|digits| digits.len() == 1)
    };
    let length = if colon > 0 && is_digit(colon - 1) { colon - 1 } else { colon + 1 };
    for _ in 0..length {
        cursor.next();
    }
}

/// Compares the claims with the conclusions proved.
fn judged(grid: &Grid, claimed: Conclusions, grounds: Vec<Ground>) -> Answer {
    let proves = judge::conclusions(&grounds);
    let is_known = |one: Candidate, is_value: bool| match is_value {
        true => grid.placed().contains(one.cell) && grid.allows(one),
        false => !grid.allows(one),
    };
    let is_proved = |one: Candidate, is_value: bool| match is_value {
        true => proves.asserts.contains(one) || judge::follows(grid, &proves, one),
        // Values that are proved, or that are singles once the eliminations are made, exclude others.
        false => {
            let all = grid.candidates();
            let mut values = all.iter().filter(|value| value.is_linked(one));
            proves.eliminates.contains(one)
                || values.any(|value| proves.asserts.contains(value) || judge::follows(grid, &proves, value))
        }
    };
    let known = claimed.filter(is_known);
    let proved = claimed.without(&known).filter(is_proved);
    let unproved = claimed.without(&known).without(&proved);
    let beyond = proves.without(&claimed);
    let answer = |unproved, known| Proved { claimed: proved, unproved, known, beyond, grounds };
    Answer::Holds(Box::new(match proved.is_empty() {
        // Claims that are so already are not proved by the step.
        true => answer(claimed, Conclusions::default()),
        false => answer(unproved, known),
    }))
}
