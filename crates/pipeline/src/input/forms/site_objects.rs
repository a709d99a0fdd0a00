//! Objects of f-puzzles and SudokuPad, which their links contain packed. An error names the rules that are
//! not rules of classic sudoku.

use super::named::is_of_boards;
use super::{LineErrorKind, Square, lz_string, named, of_squares};
use crate::input::literal;
use serde_json::{Map, Value};
use sudoscope_engine::grid::Puzzle;

/// Sites whose addresses are known, with the names that errors use for an unreadable link.
const SITES: [(&str, &str); 7] = [
    ("f-puzzles.com", "an f-puzzles"),
    ("sudokupad.app", "a SudokuPad"),
    ("crackingthecryptic.com", "a SudokuPad"),
    ("penpa-edit", "a penpa-edit"),
    ("Interactive-Sudoku-Solver", "an Interactive Sudoku Solver"),
    ("chiark.greenend.org.uk/~sgtatham", "a Solo"),
    // No address has this: lines of SumoCue are no links.
    ("sumocue:", "a SumoCue"),
];

/// Non-classic rules, by their names in f-puzzles and SudokuPad, with the words of the error.
const RULES: [(&str, &str); 45] = [
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
    ("zT", "thermometers"),
    ("zC", "cages"),
    ("killercages", "killer cages"),
    ("z3", "arrows"),
    ("zL", "lines"),
    ("zE", "lines"),
    ("zW", "walls"),
    ("zY", "symbols"),
    ("zS", "shaded cells"),
    ("thermo", "thermometers"),
    ("diagonal", "diagonals"),
    ("jigsaw", "irregular regions"),
    ("shape", "a grid that is not 9 x 9"),
];

/// Members that do not change the rules.
const HARMLESS: &str = "id size title author ruleset rules grid cells cellSize regions cages \
    solution metadata settings highlightConflicts successMessage disabledlogic truecandidatesoptions \
    videos duration msgcorrect src";

/// Prefixes of packed objects in SudokuPad.
const PREFIXES: [&str; 4] = ["fpuzzles", "fpuz", "scl", "ctc"];

/// Number of the site whose objects have blocks and flags.
const F_PUZZLES: u8 = 0;
/// Number of the site whose links may be a packed object alone.
pub(super) const SUDOKUPAD: u8 = 1;

/// Numbers of other sites and programs whose rules are named.
pub(super) const PENPA: u8 = 3;
pub(super) const SOLVER: u8 = 4;
pub(super) const SOLO: u8 = 5;
pub(super) const SUMO_CUE: u8 = 6;

/// Returns the number of a rule.
pub(super) fn rule_number(name: &str) -> Option<u8> {
    RULES.iter().position(|rule| rule.0 == name).map(|rule| rule as u8)
}

/// Describes an unreadable link, such as `an f-puzzles puzzle with killer cages`.
pub(super) fn describe(site: u8, rule: Option<u8>) -> String {
    let site = SITES.get(usize::from(site)).map_or("a", |site| site.1);
    match rule.and_then(|rule| RULES.get(usize::from(rule))) {
        Some((_, rule)) => format!("{site} puzzle with {rule}"),
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

/// Reads the puzzle of the object in a part of an address, or the number of its first non-classic rule.
pub(super) fn read(piece: &[u8]) -> Option<Result<Puzzle, u8>> {
    let object = object(piece)?;
    Some(match other_rule(&object) {
        Some(name) => Err(rule_number(name).unwrap_or_default()),
        None => Ok(puzzle_of(&object)),
    })
}

/// Object of a file that is not packed.
pub(in crate::input) struct SiteObject {
    /// Number of the site.
    pub(super) site: u8,
    /// Members that may be rules: numbers and texts are none, except as flags of boards.
    pub(super) members: Map<String, Value>,
}

impl SiteObject {
    /// Makes the object of members, as JSON; `None` if neither site writes such objects.
    pub fn of<'a>(members: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Option<SiteObject> {
        let value = |name: &str| members.clone().find(|(own, _)| *own == name).map(|(_, value)| value);
        let begins_rows = |rows: &str| {
            let inner = rows.trim_start_matches(|c: char| c == '[' || c.is_ascii_whitespace());
            rows.starts_with('[') && inner.starts_with('{')
        };
        let has_rows = |name| value(name).is_some_and(begins_rows);
        let site = match (has_rows("grid"), has_rows("cells")) {
            (true, _) if value("size").is_some() => F_PUZZLES,
            (_, true) if value("regions").is_some() => SUDOKUPAD,
            _ => return None,
        };
        let rules = members.filter(|(name, value)| value.starts_with(['[', '{', 't']) || is_of_boards(name));
        let read = |(name, value): (&str, &str)| Some((name.to_string(), serde_json::from_str(value).ok()?));
        Some(SiteObject { site, members: rules.map(read).collect::<Option<_>>()? })
    }

    /// Returns the puzzle; its board, or the number of a rule, if the rules are not classic.
    pub fn puzzle(&self) -> Result<Puzzle, LineErrorKind> {
        match other_rule(&self.members) {
            None => Ok(puzzle_of(&self.members)),
            Some(rule) => Err(named::mistake_of(self, rule_number(rule).or(Some(0)))),
        }
    }
}

/// Reads the object in a part of an address.
pub(super) fn object(piece: &[u8]) -> Option<Map<String, Value>> {
    let prefix = PREFIXES.iter().find(|prefix| piece.starts_with(prefix.as_bytes()));
    let text = lz_string::unpacked(piece.get(prefix.map_or(0, |prefix| prefix.len())..)?)?;
    let object = serde_json::from_str(&text).ok();
    let short = || serde_json::from_str(&literal::json(&text, true)?.0).ok().map(with_long_names);
    match object.or_else(short)? {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

/// Restores what SudokuPad shortens in its objects: names, true and false.
fn with_long_names(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let long =
                |(name, value): (String, Value)| (long_name(&name).to_string(), with_long_names(value));
            Value::Object(members.into_iter().map(long).collect())
        }
        Value::Array(values) => values.into_iter().map(with_long_names).collect(),
        Value::String(text) if text == "t" || text == "f" => Value::Bool(text == "t"),
        other => other,
    }
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
        "wp" => "wayPoints",
        _ => name,
    }
}

/// Returns the rows of cells of an object.
pub(super) fn rows_of(object: &Map<String, Value>) -> Option<Vec<&Vec<Value>>> {
    let rows = object.get("grid").or(object.get("cells"))?.as_array()?;
    Some(rows.iter().filter_map(Value::as_array).collect())
}

/// Whether a member of this name does not change the rules.
pub(super) fn is_harmless(name: &str) -> bool {
    HARMLESS.split(' ').any(|own| own == name)
}

pub(super) fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Number(number) => number.as_u64() == Some(0),
        _ => false,
    }
}

/// Returns the name of the first non-classic rule of an object, or better of the first that no board has; the
/// empty name if it has no cells.
fn other_rule(object: &Map<String, Value>) -> Option<&str> {
    let is_rule = |(name, value): &(&String, &Value)| !is_harmless(name) && !is_nothing(value);
    let mut rules = object.iter().filter(is_rule).map(|(name, _)| name);
    if let Some(name) = rules.clone().find(|name| !is_of_boards(name)).or_else(|| rules.next()) {
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
    of_squares(&squares)
}

/// Returns the block of a cell written as its row and its column, from 0.
fn block(cell: &Value) -> Option<u64> {
    let [row, column] = &cell.as_array()?[..] else { return None };
    Some(row.as_u64()? / 3 * 3 + column.as_u64()? / 3)
}
