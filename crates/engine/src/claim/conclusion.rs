//! Conclusions of a step: reads those that a player wrote, and prints those that were proved.

use super::Unread;
use super::text::{self, Cursor, Sign};
use crate::grid::{Candidate, Candidates, Cells, Digit};
use std::fmt::{Display, Formatter};

/// Candidates that a step removes, and values that it places.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Conclusions {
    /// False candidates.
    pub eliminates: Candidates,
    /// Values.
    pub asserts: Candidates,
}

impl Conclusions {
    /// Whether there is no conclusion.
    pub fn is_empty(&self) -> bool {
        self.eliminates.is_empty() && self.asserts.is_empty()
    }

    /// Returns the conclusions that the others lack.
    pub fn without(&self, others: &Conclusions) -> Conclusions {
        Conclusions {
            eliminates: self.eliminates.without(&others.eliminates),
            asserts: self.asserts.without(&others.asserts),
        }
    }

    /// Returns the conclusions for which the function holds; it is told whether a conclusion is a value.
    pub(super) fn filter(&self, holds: impl Fn(Candidate, bool) -> bool) -> Conclusions {
        let left = |all: &Candidates, is_value| all.iter().filter(|&one| holds(one, is_value)).collect();
        Conclusions { eliminates: left(&self.eliminates, false), asserts: left(&self.asserts, true) }
    }

    /// Returns each conclusion as text, in order of cell: values first.
    pub fn texts(&self) -> Vec<String> {
        let written = |all: &Candidates, sign: &str| -> Vec<String> {
            let mut all: Vec<Candidate> = all.iter().collect();
            all.sort_by_key(|one| (one.cell, one.digit));
            all.iter().map(|one| format!("{}{sign}{}", one.cell, one.digit.number())).collect()
        };
        [written(&self.asserts, "="), written(&self.eliminates, "≠")].concat()
    }
}

impl Display for Conclusions {
    /// Formats as `r1c2=3, r4c5≠6`; or `nothing`.
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.is_empty() {
            true => f.write_str("nothing"),
            false => f.write_str(&self.texts().join(", ")),
        }
    }
}

/// Words after the conclusions that say nothing about the step.
const REMARKS: &[&str] =
    &["stte", "ste", "lclste", "btte", "singles", "basics", "solved", "end", "to", "the"];

/// Reads conclusions to the end: `r1c5<>7, r2c34≠58`, `-7r1c5`, `r1c5\7`, `r4c3=7`, `7r4c3`.
pub(super) fn conclusions(cursor: &mut Cursor) -> Result<Conclusions, Unread> {
    let mut all = Conclusions::default();
    loop {
        while matches!(cursor.sign(), Some(Sign::Comma | Sign::And)) || cursor.eat_word(&["and"]) {
            cursor.eat(Sign::Comma);
            cursor.eat(Sign::And);
        }
        if cursor.is_at_end() {
            return Ok(all);
        }
        if cursor.eat_word(REMARKS) || (!all.is_empty() && is_full_stop(cursor)) {
            continue;
        }
        conclusion(cursor, &mut all)?;
    }
}

/// Reads a full stop or exclamation mark.
fn is_full_stop(cursor: &mut Cursor) -> bool {
    let is_one = cursor.peek().is_some_and(|token| [".", "!"].contains(&token.text.as_str()));
    is_one && cursor.next().is_some()
}

/// Reads conclusions about the same cells or the same digits.
fn conclusion(cursor: &mut Cursor, all: &mut Conclusions) -> Result<(), Unread> {
    let is_removed = cursor.eat(Sign::Minus) || cursor.eat_word(&["not", "remove", "eliminate"]);
    if is_removed || is_called_false(cursor) {
        let (digits, cells) = digits_then_cells(cursor)?;
        cursor.eat_word(&["false"]);
        all.eliminates.extend(&candidates(&digits, cells));
        return Ok(());
    }
    let column = cursor.column();
    if let Some((digits, cells)) = statement(cursor) {
        all.asserts.extend(&candidates(&digits, cells));
        return Ok(());
    }
    let is_bracket = cursor.eat(Sign::Open);
    let Some(cells) = cursor.cells() else { return cursor.expected("a conclusion such as r1c2<>3") };
    if is_bracket && !cursor.eat(Sign::Close) {
        return cursor.expected(")");
    }
    let is_value = cursor.eat(Sign::Equal);
    let is_without =
        !is_value && cursor.peek().is_some_and(|token| token.text == "\\") && cursor.eat(Sign::Slash);
    let is_not =
        is_value || is_without || cursor.eat(Sign::Differs) || cursor.eat(Sign::Minus) || is_not(cursor);
    if !is_not {
        return cursor.expected("<> or =");
    }
    let Some(digits) = digits(cursor) else { return cursor.expected("a digit") };
    match (is_value, cells.len(), &digits[..]) {
        (false, ..) => all.eliminates.extend(&candidates(&digits, cells)),
        (true, 1, [_]) => all.asserts.extend(&candidates(&digits, cells)),
        _ => return Err(Unread { column, why: "a value is one digit in one cell".to_string() }),
    }
    Ok(())
}

/// Reads a node as a statement, `9r2c4` or `(9)r2c4`: the cell has the digit.
fn statement(cursor: &mut Cursor) -> Option<(Vec<Digit>, Cells)> {
    let mut ahead = *cursor;
    let (digits, cells) = digits_then_cells(&mut ahead).ok()?;
    let is_alone = ahead.is_at_end() || matches!(ahead.sign(), Some(Sign::Comma | Sign::And));
    let is_one = is_alone && digits.len() == 1 && cells.len() == 1;
    is_one.then(|| *cursor = ahead).map(|()| (digits, cells))
}

/// Whether digits and cells are followed by the word `false`.
fn is_called_false(cursor: &Cursor) -> bool {
    let mut ahead = *cursor;
    digits_then_cells(&mut ahead).is_ok() && ahead.eat_word(&["false"])
}

/// Reads `not`, `is not`, `cannot be`.
fn is_not(cursor: &mut Cursor) -> bool {
    let mut ahead = *cursor;
    ahead.eat_word(&["is", "can", "are"]);
    let is_not = ahead.eat_word(&["not", "cannot"]);
    if is_not {
        ahead.eat_word(&["be"]);
        *cursor = ahead;
    }
    is_not
}

/// Reads digits after a sign, possibly in brackets; a comma goes on with digits unless cells follow them.
fn digits(cursor: &mut Cursor) -> Option<Vec<Digit>> {
    let is_bracket = cursor.eat(Sign::Open);
    let mut all = cursor.read(text::digits)?;
    loop {
        let mut ahead = *cursor;
        let is_joined = ahead.eat(Sign::Comma) || ahead.eat(Sign::Slash) || ahead.eat(Sign::And);
        let more = ahead.read(text::digits).filter(|_| is_joined);
        let is_list = ahead.word().and_then(text::cells).is_none();
        match more {
            Some(more) if is_list => all.extend(more),
            _ => break,
        }
        *cursor = ahead;
    }
    (!is_bracket || cursor.eat(Sign::Close)).then_some(all)
}

/// Reads `7r1c5`, `7 r1c5,r2c3`, `(7)r1c5`.
fn digits_then_cells(cursor: &mut Cursor) -> Result<(Vec<Digit>, Cells), Unread> {
    if let Some((digits, mut cells)) = cursor.read(text::digits_and_cells) {
        while let (Some(Sign::Comma), Some(more)) =
            (cursor.sign(), cursor.second().and_then(|token| text::cells(token.word()?)))
        {
            cells |= more;
            cursor.next();
            cursor.next();
        }
        return Ok((digits, cells));
    }
    let Some(digits) = digits(cursor) else { return cursor.expected("a digit") };
    cursor.eat_word(&["from", "in", "at"]);
    match cursor.cells() {
        Some(cells) => Ok((digits, cells)),
        None => cursor.expected("a cell such as r1c2"),
    }
}

/// Returns all candidates of the digits in the cells.
pub(super) fn candidates(digits: &[Digit], cells: Cells) -> Candidates {
    let of_digit = |&digit: &Digit| cells.map(move |cell| Candidate::new(digit, cell));
    digits.iter().flat_map(of_digit).collect()
}
