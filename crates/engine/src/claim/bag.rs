//! Parts of a short form, in order: `4/5 in r2c3,r7c8 connected by 5 in r37c4`.

use super::Unread;
use super::text::{self, Cursor, Sign, Token};
use crate::grid::{Cells, Digit, House};

/// Part of a short form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Digits(Vec<Digit>),
    /// Cells, with their text: in a fish `r2c4` is two lines.
    Cells(Cells, String),
    Houses(Vec<House>),
    /// Digits in houses: `b8n3 b8n9`.
    Places(Vec<(House, Digit)>),
    /// Fins of a fish: `fr4c3`.
    Fins(Cells),
    /// The bar between two colours.
    Bar,
    /// A letter that names a set or a digit: `A=`.
    Letter(char),
}

/// Words that say nothing: the parts after them do.
const WORDS: &[&str] = &[
    "in",
    "by",
    "and",
    "of",
    "on",
    "at",
    "the",
    "with",
    "for",
    "to",
    "cell",
    "cells",
    "digit",
    "digits",
    "connected",
    "linked",
    "candidate",
    "candidates",
    "via",
    "sees",
    "box",
    "pivot",
    "pincers",
    "wings",
    "base",
    "cover",
    "covers",
    "row",
    "column",
    "rows",
    "columns",
    "block",
    "boxes",
    "blocks",
    "link",
    "links",
    "locked",
    "set",
    "als",
    "strong",
    "both",
    "restricted",
    "common",
    "rule",
];

/// Reads all parts to the end.
pub(super) fn items(cursor: &mut Cursor) -> Result<Vec<Item>, Unread> {
    let mut all = Vec::new();
    let mut are_fins = false;
    // Number of items where a bracket opens: houses in brackets are one group.
    let mut opened = None;
    while let Some(token) = cursor.peek() {
        let before = cursor.rest();
        if let Some(cells) = cursor.cells() {
            let own = before.iter().take(before.len() - cursor.rest().len());
            all.push(match are_fins {
                true => Item::Fins(cells),
                false => Item::Cells(cells, own.filter_map(Token::word).collect()),
            });
            continue;
        }
        let Some(word) = token.word() else {
            let is_known = token.sign != Some(Sign::Other) || [".", "*", "!"].contains(&token.text.as_str());
            if !is_known {
                return cursor.expected("a part of a pattern");
            }
            match token.text.as_str() {
                "{" => opened = Some(all.len()),
                "}" => opened = None,
                "|" => all.push(Item::Bar),
                _ => {}
            }
            cursor.next();
            continue;
        };
        if let Some((digits, cells)) = text::digits_and_cells(word) {
            all.push(Item::Digits(digits));
            all.push(Item::Cells(cells, word.to_string()));
        } else if let Some(item) = item(word) {
            let is_group = opened.is_some_and(|opened| opened < all.len());
            match (all.last_mut(), item) {
                (Some(Item::Houses(before)), Item::Houses(more)) if is_group => before.extend(more),
                (_, item) => all.push(item),
            }
        } else if ["fin", "fins"].contains(&word) {
            are_fins = true;
        } else if ["rcc", "rc"].contains(&word) {
            all.push(Item::Letter('x'));
        } else if !WORDS.contains(&word) {
            return cursor.expected("a digit, cell or house");
        }
        cursor.next();
    }
    Ok(joined(all))
}

/// Reads a word other than cells.
fn item(word: &str) -> Option<Item> {
    let fins = word.strip_prefix('e').unwrap_or(word).strip_prefix('f').and_then(text::cells);
    let digits = || text::digits(word.strip_prefix('n').unwrap_or(word)).map(Item::Digits);
    let letter = || {
        let mut letters = word.chars();
        letters.next().filter(|one| word.len() == 1 && "abcdxyz".contains(*one)).map(Item::Letter)
    };
    let places = || {
        let (house, digit) = word.split_once('n')?;
        match (&text::houses(house)?[..], &text::digits(digit)?[..]) {
            (&[house], &[digit]) => Some(Item::Places(vec![(house, digit)])),
            _ => None,
        }
    };
    fins.map(Item::Fins)
        .or_else(digits)
        .or_else(places)
        .or_else(|| text::houses(word).map(Item::Houses))
        .or_else(letter)
}

/// Joins digits that follow one another, and fins.
fn joined(all: Vec<Item>) -> Vec<Item> {
    let mut joined: Vec<Item> = Vec::new();
    for item in all {
        match (joined.last_mut(), item) {
            (Some(Item::Digits(before)), Item::Digits(more)) => before.extend(more),
            (Some(Item::Fins(before)), Item::Fins(more)) => *before |= more,
            (Some(Item::Places(before)), Item::Places(more)) => before.extend(more),
            (_, item) => joined.push(item),
        }
    }
    joined
}

/// Returns all digits, each once.
pub(super) fn digits(items: &[Item]) -> Vec<Digit> {
    let mut all: Vec<Digit> = Vec::new();
    let digits = items.iter().flat_map(|item| match item {
        Item::Digits(digits) => digits.clone(),
        Item::Places(places) => places.iter().map(|place| place.1).collect(),
        _ => Vec::new(),
    });
    for digit in digits {
        if !all.contains(&digit) {
            all.push(digit);
        }
    }
    all
}

/// Returns the groups of cells.
pub(super) fn groups(items: &[Item]) -> Vec<Cells> {
    let cells = |item: &Item| match item {
        Item::Cells(cells, _) => Some(*cells),
        _ => None,
    };
    items.iter().filter_map(cells).collect()
}

/// Returns all cells; of `c1{r4 r7}` the cells where the houses cross.
pub(super) fn cells(items: &[Item]) -> Cells {
    let all = groups(items).into_iter().fold(Cells::EMPTY, |all, cells| all | cells);
    let of = |houses: &[House]| houses.iter().fold(Cells::EMPTY, |all, house| all | house.cells());
    match &houses(items)[..] {
        [one, others] if all.is_empty() => of(one) & of(others),
        _ => all,
    }
}

/// Returns the groups of houses; in a fish, cells such as `r2c4` are houses, too.
pub(super) fn houses(items: &[Item]) -> Vec<Vec<House>> {
    let houses = |item: &Item| match item {
        Item::Houses(houses) => Some(houses.clone()),
        Item::Places(places) => Some(places.iter().map(|place| place.0).collect()),
        Item::Cells(_, text) => text::houses(text.trim_start_matches(|c: char| c.is_ascii_digit())),
        _ => None,
    };
    items.iter().filter_map(houses).collect()
}
