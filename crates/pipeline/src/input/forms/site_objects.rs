//! Objects of f-puzzles and SudokuPad, which their links contain packed. An error names the rules that are
//! not rules of classic sudoku.

use super::{Square, lz_string, values_of};
use serde_json::{Map, Value};
use sudoscope_engine::grid::{Candidates, Puzzle};

/// Sites whose addresses are known, with the names that errors use for an unreadable link.
const SITES: [(&str, &str); 3] = [
    ("f-puzzles.com", "an f-puzzles"),
    ("sudokupad.app", "a SudokuPad"),
    ("crackingthecryptic.com", "a SudokuPad"),
];

/// Non-classic rules, by their names in f-puzzles and SudokuPad, with the words of the error.
const RULES: [(&str, &str); 32] = [
    ("", "other rules"),
    ("grid", "irregular regions"),
    ("regions", "irregular regions"),
    ("size", "a grid that is not 9 x 9"),
    ("killercage", "killer cages"),
    ("cage", "cages"),
    ("cages", "cages"),
    ("diagonal+", "diagonals"),
    ("diagonal-", "diagonals"),
    ("antiknight", "an anti-knight rule"),
    ("antiking", "an anti-king rule"),
    ("nonconsecutive", "a rule of nonconsecutive neighbours"),
    ("disjointgroups", "disjoint groups"),
    ("extraregion", "extra regions"),
    ("arrow", "arrows"),
    ("arrows", "arrows"),
    ("thermometer", "thermometers"),
    ("palindrome", "palindromes"),
    ("littlekillersum", "little killer sums"),
    ("sandwichsum", "sandwich sums"),
    ("difference", "differences"),
    ("ratio", "ratios"),
    ("xv", "X and V"),
    ("clone", "clones"),
    ("quadruple", "quadruples"),
    ("betweenline", "lines"),
    ("line", "lines"),
    ("lines", "lines"),
    ("odd", "odd cells"),
    ("even", "even cells"),
    ("minimum", "minima"),
    ("maximum", "maxima"),
];

/// Members that do not change the rules.
const HARMLESS: &str = "id size title author ruleset rules grid cells cellSize regions cages \
    solution metadata settings highlightConflicts successMessage disabledlogic truecandidatesoptions \
    videos duration msgcorrect src";

/// Prefixes of packed objects in SudokuPad.
const PREFIXES: [&str; 4] = ["fpuzzles", "fpuz", "scl", "ctc"];

/// Number of the site whose links may be a packed object alone.
pub(super) const SUDOKUPAD: u8 = 1;

/// Describes an unreadable link, such as `an f-puzzles link with killer cages`.
pub(super) fn describe(site: u8, rule: Option<u8>) -> String {
    let site = SITES.get(usize::from(site)).map_or("a", |site| site.1);
    match rule.and_then(|rule| RULES.get(usize::from(rule))) {
        Some((_, rule)) => format!("{site} link with {rule}"),
        None => format!("{site} link without a puzzle in it: only the site has it"),
    }
}

/// Returns the number of the site in a link.
pub(super) fn site_of(link: &[u8]) -> Option<u8> {
    let is_at = |(name, _): &(&str, &str)| {
        link.windows(name.len()).any(|part| part.eq_ignore_ascii_case(name.as_bytes()))
    };
    SITES.iter().position(is_at).map(|site| site as u8)
}

/// Whether a text begins with the prefix of a packed object.
pub(super) fn begins_packed(text: &[u8]) -> bool {
    PREFIXES.iter().any(|prefix| text.starts_with(prefix.as_bytes()))
}

/// Reads the object in a part of an address: its puzzle, or the number of its first non-classic rule.
pub(super) fn read(piece: &[u8]) -> Option<Result<Puzzle, u8>> {
    let prefix = PREFIXES.iter().find(|prefix| piece.starts_with(prefix.as_bytes()));
    let text = lz_string::unpacked(piece.get(prefix.map_or(0, |prefix| prefix.len())..)?)?;
    let object = serde_json::from_str(&text).or_else(|_| serde_json::from_str(&plain_json(&text)));
    match object.ok()? {
        Value::Object(object) => Some(match other_rule(&object) {
            Some(name) => Err(RULES.iter().position(|rule| rule.0 == name).unwrap_or(0) as u8),
            None => Ok(puzzle_of(&object)),
        }),
        _ => None,
    }
}

/// Restores what SudokuPad omits from its objects: the quotes of names, and empty cells.
fn plain_json(text: &str) -> String {
    let text = if text.contains('"') { text.to_string() } else { text.replace('\'', "\"") };
    let mut json = String::with_capacity(text.len() * 2);
    let (mut before, mut rest) = (' ', text.as_str());
    while let Some(next) = rest.chars().next() {
        let mut length = next.len_utf8();
        match next {
            '"' => {
                let mut is_escape = true;
                let ends = |c: char| {
                    let was = std::mem::replace(&mut is_escape, false);
                    is_escape = c == '\\' && !was;
                    c == '"' && !was
                };
                length = rest.find(ends).map_or(rest.len(), |end| end + 1);
                json += rest.get(..length).unwrap_or_default();
            }
            ',' | '}' | ']' if before == ',' || before == '[' => {
                json += "{}";
                json.push(next);
            }
            _ if next.is_ascii_alphanumeric() || next == '#' || next == '-' => {
                length = rest.find([',', '}', ']', ':', '[', '{']).unwrap_or(rest.len());
                let word = rest.get(..length).unwrap_or_default();
                match word {
                    _ if before != ':' && rest.get(length..).is_some_and(|after| after.starts_with(':')) => {
                        json += &format!("\"{}\"", long_name(word));
                    }
                    "t" => json += "true",
                    "f" => json += "false",
                    "true" | "false" | "null" => json += word,
                    _ if word.parse::<f64>().is_ok() => json += word,
                    _ => json += &format!("\"{word}\""),
                }
            }
            _ => json.push(next),
        }
        before = next;
        rest = rest.get(length..).unwrap_or_default();
    }
    json
}

/// Returns the full name of a relevant member, which SudokuPad may have shortened.
fn long_name(name: &str) -> &str {
    match name {
        "ce" => "cells",
        "re" => "regions",
        "ca" => "cages",
        "v" => "value",
        "cs" => "cellSize",
        "vd" => "videos",
        "d" => "duration",
        "t" => "title",
        "a" => "arrows",
        "l" => "lines",
        _ => name,
    }
}

/// Returns the rows of cells of an object.
fn rows_of(object: &Map<String, Value>) -> Option<Vec<&Vec<Value>>> {
    let rows = object.get("grid").or(object.get("cells"))?.as_array()?;
    Some(rows.iter().filter_map(Value::as_array).collect())
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

/// Returns the name of the first non-classic rule of an object; the empty name if it has no cells.
fn other_rule(object: &Map<String, Value>) -> Option<&str> {
    let is_rule =
        |(name, value): &(&String, &Value)| HARMLESS.split(' ').all(|own| own != *name) && !is_nothing(value);
    if let Some((name, _)) = object.iter().find(is_rule) {
        return Some(name);
    }
    let of = |name: &str| object.get(name).and_then(Value::as_array).into_iter().flatten();
    // A cage without cells is a title.
    if of("cages").any(|cage| cage.get("cells").is_some_and(|cells| !is_nothing(cells))) {
        return Some("cages");
    }
    let Some(rows) = rows_of(object) else { return Some("") };
    let is_block = |region: &Value| {
        let cells: Option<Vec<u64>> = region.as_array().and_then(|cells| cells.iter().map(block).collect());
        cells.is_some_and(|cells| cells.iter().all(|block| cells.first() == Some(block)))
    };
    let is_elsewhere = |(cell, of_cell): (usize, &Value)| {
        let region = of_cell.get("region").and_then(Value::as_u64);
        region.is_some_and(|region| region != (cell / 27 * 3 + cell % 9 / 3) as u64)
    };
    if rows.len() != 9 || rows.iter().any(|row| row.len() != 9) {
        Some("size")
    } else if !of("regions").all(is_block) {
        Some("regions")
    } else {
        rows.into_iter().flatten().enumerate().any(is_elsewhere).then_some("grid")
    }
}

/// Returns the puzzle of an object with classic rules.
fn puzzle_of(object: &Map<String, Value>) -> Puzzle {
    let is_f_puzzles = object.contains_key("grid");
    let square = |cell: &Value| {
        let value = cell.get("value").or(cell.get("v"));
        let digit = value.and_then(|value| value.as_u64().or_else(|| value.as_str()?.parse().ok()));
        let is_given = cell.get("given").and_then(Value::as_bool).unwrap_or(!is_f_puzzles);
        (digit.and_then(|digit| u8::try_from(digit).ok()).unwrap_or(0), !is_given)
    };
    let squares: Vec<Square> = rows_of(object).into_iter().flatten().flatten().map(square).collect();
    let (values, placed) = values_of(&squares);
    Puzzle::of_values(&values, placed, &Candidates::EMPTY)
}

/// Returns the block of a cell written as its row and its column, from 0.
fn block(cell: &Value) -> Option<u64> {
    let [row, column] = &cell.as_array()?[..] else { return None };
    Some(row.as_u64()? / 3 * 3 + column.as_u64()? / 3)
}
