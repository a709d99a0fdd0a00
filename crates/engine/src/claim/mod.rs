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
mod own;
mod patterns;
mod reasons;
mod sets;
mod singles;
mod text;
mod trace;
mod uniqueness;
mod why;
mod wings;

pub use answer::{Answer, Part, Proved, Unread};
pub use conclusion::Conclusions;
pub use judge::Ground;
pub use why::{Claim, Reason, Why, why};

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
            Answer::Holds(proved) if !proved.grounds.is_empty() => Answer::Holds(proved),
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
    let arrow = tokens.iter().rposition(is_arrow);
    let (mut pattern, after) = tokens.split_at(arrow.unwrap_or(tokens.len()));
    while let [before @ .., Token { sign: Some(Sign::Comma), .. }] = pattern {
        pattern = before;
    }
    let mut rest = Cursor::of(after, end);
    rest.next();
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
        return patterns::grounds(judge, &named, &mut cursor, claimed);
    }
    skip_name(&mut cursor);
    let chains = chain::chains(&mut cursor)?;
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
    if is_word && cursor.rest().iter().take(colon).all(is_name) {
        for _ in 0..=colon {
            cursor.next();
        }
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
        false => proves.eliminates.contains(one) || proves.asserts.iter().any(|value| value.is_linked(one)),
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
