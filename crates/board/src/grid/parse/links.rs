//! Links with a puzzle in them: from sites that write cells, or a packed string, into an address; from
//! f-puzzles and SudokuPad, which pack a whole object. An error reports a link whose puzzle only the site
//! has, or rules that are not rules of classic sudoku.

use super::{ALONE, FORMS, Found, LineErrorKind, Reading, error, lz};
use crate::grid::{Candidates, Cell, Cells, Puzzle};
use serde_json::{Map, Value};

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

/// Prefixes of packed objects in SudokuPad.
const PACKED: [&str; 4] = ["fpuzzles", "fpuz", "scl", "ctc"];

/// Members that do not change the rules.
const HARMLESS: [&str; 22] = [
    "id",
    "size",
    "title",
    "author",
    "ruleset",
    "rules",
    "grid",
    "cells",
    "cellSize",
    "regions",
    "cages",
    "solution",
    "metadata",
    "settings",
    "highlightConflicts",
    "successMessage",
    "disabledlogic",
    "truecandidatesoptions",
    "videos",
    "duration",
    "msgcorrect",
    "src",
];

/// Describes an unreadable link, such as `an f-puzzles link with killer cages`.
pub(super) fn describe(site: u8, rule: u8) -> String {
    let site = SITES.get(usize::from(site)).map_or("a", |site| site.1);
    match RULES.get(usize::from(rule)) {
        Some((_, rule)) => format!("{site} link with {rule}"),
        None => format!("{site} link without a puzzle in it: only the site has it"),
    }
}

pub(super) fn read(text: &[u8]) -> Reading {
    let start = text.windows(3).position(|three| three == b"://").unwrap_or(0);
    let is_packed = text.len() > 60 && PACKED.iter().any(|prefix| text.starts_with(prefix.as_bytes()));
    let link = text.get(start..)?;
    let length = link.iter().position(|byte| byte.is_ascii_whitespace() || b"\"'<>".contains(byte));
    let link = link.get(..length.unwrap_or(link.len()))?;
    let is_at = |site: &(&str, &str)| {
        link.windows(site.0.len()).any(|part| part.eq_ignore_ascii_case(site.0.as_bytes()))
    };
    let site = if is_packed { Some(1) } else { SITES.iter().position(is_at) };
    (site.is_some() || link.starts_with(b"://")).then_some(())?;
    let end = start + link.len();
    let (here, mut wrong) = (|kind| error(kind, start), None);
    // Values of parameters; packed objects, which may contain slashes; and the text after the last slash.
    let parts = link.split(|byte| b"?&#".contains(byte)).flat_map(|part| {
        let behind = |at: usize| part.get(at + 1..);
        let value = part.iter().position(|&byte| byte == b'=').and_then(behind);
        let mut paths = (0..part.len()).filter(|&at| part.get(at) == Some(&b'/')).filter_map(behind);
        let packed = paths.find(|rest| PACKED.iter().any(|prefix| rest.starts_with(prefix.as_bytes())));
        let last = part.rsplit(|&byte| byte == b'/').next();
        [value, packed, last].into_iter().flatten().chain(is_packed.then_some(part))
    });
    for piece in parts.filter(|piece| piece.len() >= 40) {
        let piece = decoded(piece);
        if let Some(site) = site {
            match unpacked(&piece).map(|value| puzzle_of(&value)) {
                Some(Ok(puzzle)) => return Some(Ok(Found { puzzle, end })),
                Some(Err(rule)) => wrong = Some(here(LineErrorKind::Link(site as u8, rule))),
                None => {}
            }
        }
        // A plus may represent a space.
        let spaced: Vec<u8> = piece.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
        // Only forms that need no surrounding text.
        let forms = || FORMS.iter().take(ALONE);
        for text in [piece, spaced] {
            if let Some(found) = forms().find_map(|form| (form.read)(&text).and_then(Result::ok)) {
                return Some(Ok(Found { end, ..found }));
            }
        }
    }
    let unread = |site| here(LineErrorKind::Link(site as u8, u8::MAX));
    wrong.or(site.map(unread)).map(Err)
}

/// Decodes the percent signs in a part of an address.
fn decoded(piece: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(piece.len());
    let mut rest = piece;
    while let Some((&byte, after)) = rest.split_first() {
        let hexadecimal = |byte: &u8| char::from(*byte).to_digit(16).map(|digit| digit as u8);
        let pair =
            after.first_chunk().and_then(|[high, low]| Some(16 * hexadecimal(high)? + hexadecimal(low)?));
        let escaped = pair.filter(|_| byte == b'%');
        bytes.push(escaped.unwrap_or(byte));
        rest = after.get(if escaped.is_some() { 2 } else { 0 }..).unwrap_or_default();
    }
    bytes
}

/// Unpacks the object in a part of an address.
fn unpacked(piece: &[u8]) -> Option<Map<String, Value>> {
    let prefix = PACKED.iter().find(|prefix| piece.starts_with(prefix.as_bytes()));
    let text = lz::unpacked(piece.get(prefix.map_or(0, |prefix| prefix.len())..)?)?;
    let object = serde_json::from_str(&text).or_else(|_| serde_json::from_str(&plain_json(&text)));
    match object.ok()? {
        Value::Object(object) => Some(object),
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
                    _ if word.parse::<f64>().is_ok()
                        || word == "true"
                        || word == "false"
                        || word == "null" =>
                    {
                        json += word
                    }
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

/// Returns the puzzle of an object, or the index of its first non-classic rule.
fn puzzle_of(object: &Map<String, Value>) -> Result<Puzzle, u8> {
    let too_much = |name: &str| RULES.iter().position(|rule| rule.0 == name).unwrap_or(0) as u8;
    let is_nothing = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    };
    if let Some((name, _)) =
        object.iter().find(|(name, value)| !HARMLESS.contains(&&***name) && !is_nothing(value))
    {
        return Err(too_much(name));
    }
    // A cage without cells is a title.
    let cages = object.get("cages").and_then(Value::as_array);
    if cages.is_some_and(|cages| {
        cages.iter().any(|cage| cage.get("cells").is_some_and(|cells| !is_nothing(cells)))
    }) {
        return Err(too_much("cages"));
    }
    let rows = object.get("grid").or(object.get("cells")).and_then(Value::as_array).ok_or(0)?;
    let rows: Vec<&Vec<Value>> = rows.iter().filter_map(Value::as_array).collect();
    if rows.len() != 9 || rows.iter().any(|row| row.len() != 9) {
        return Err(too_much("size"));
    }
    let is_block = |region: &Value| {
        let cells: Option<Vec<u64>> = region.as_array().and_then(|cells| cells.iter().map(block).collect());
        cells.is_some_and(|cells| cells.iter().all(|block| cells.first() == Some(block)))
    };
    let regions = object.get("regions").and_then(Value::as_array);
    if regions.is_some_and(|regions| !regions.iter().all(is_block)) {
        return Err(too_much("regions"));
    }
    let (mut values, mut placed) = ([Cells::EMPTY; 9], Cells::EMPTY);
    let is_f_puzzles = object.contains_key("grid");
    for (cell, of_cell) in rows.into_iter().flatten().enumerate() {
        if of_cell
            .get("region")
            .and_then(Value::as_u64)
            .is_some_and(|region| region != (cell / 27 * 3 + cell % 9 / 3) as u64)
        {
            return Err(too_much("grid"));
        }
        let value = of_cell.get("value").or(of_cell.get("v"));
        let digit =
            value.and_then(|value| value.as_u64().or_else(|| value.as_str()?.parse().ok())).unwrap_or(0);
        if let Some(cells) = (digit as usize).checked_sub(1).and_then(|digit| values.get_mut(digit)) {
            cells.insert(Cell::new(cell));
            let is_given = of_cell.get("given").and_then(Value::as_bool).unwrap_or(!is_f_puzzles);
            placed |= if is_given { Cells::EMPTY } else { Cells::of(Cell::new(cell)) };
        }
    }
    Ok(Puzzle::of_values(&values, placed, &Candidates::EMPTY))
}

/// Returns the block of a cell written as its row and its column, from 0.
fn block(cell: &Value) -> Option<u64> {
    let [row, column] = &cell.as_array()?[..] else { return None };
    Some(row.as_u64()? / 3 * 3 + column.as_u64()? / 3)
}

#[cfg(test)]
mod tests {
    use super::super::read_puzzle;
    use super::*;

    const PUZZLE: &str = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";

    /// Makes the object of f-puzzles for the puzzle.
    fn object() -> String {
        let cell =
            |c: char| if c == '.' { "{}".to_string() } else { format!("{{\"value\":{c},\"given\":true}}") };
        let row = |row: usize| PUZZLE[9 * row..9 * row + 9].chars().map(cell).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = (0..9).map(|k| format!("[{}]", row(k))).collect();
        format!("{{\"size\":9,\"title\":\"é\",\"grid\":[{}],\"killercage\":[]}}", rows.join(","))
    }

    #[test]
    fn objects_in_links_are_read() {
        let packed = lz::packed(&object());
        for link in [
            format!("https://www.f-puzzles.com/?load={packed}"),
            format!("https://sudokupad.app/fpuz{packed}&x=1"),
            format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{packed}"),
            format!("fpuz{packed}"),
            format!(
                "https://f-puzzles.com/?load={}",
                packed.replace('+', "%2B").replace('/', "%2f").replace('=', "%3D")
            ),
            format!("<a href=\"https://sudokupad.app/fpuz{}\">x</a>", packed.replace('/', "%2F")),
            format!("https://sudokupad.app/?puzzleid=fpuzzles{}", packed.replace('/', "%2F")),
        ] {
            let found = read_puzzle(link.as_bytes()).unwrap_or_else(|error| panic!("{error}: {link}"));
            assert_eq!(found.puzzle.to_string(), PUZZLE, "{link}");
        }
        let scl =
            object().replace("{\"value\":", "{v:").replace(",\"given\":true", "").replace("\"grid\"", "ce");
        let scl = scl
            .replace("\"size\"", "cs")
            .replace("\"title\"", "t")
            .replace(",\"killercage\":[]", "")
            .replace("{}", "");
        let regions: Vec<String> = (0..9)
            .map(|b| {
                let cells: Vec<String> =
                    (0..9).map(|k| format!("[{},{}]", b / 3 * 3 + k / 3, b % 3 * 3 + k % 3)).collect();
                format!("[{}]", cells.join(","))
            })
            .collect();
        let scl =
            scl.replace("ce:", &format!("re:[{}],settings:{{x:t}},ce:", regions.join(","))).replace('"', "'");
        let link = format!("https://sudokupad.app/scl{}", lz::packed(&scl).replace('/', "%2F"));
        assert_eq!(read_puzzle(link.as_bytes()).unwrap().puzzle.to_string(), PUZZLE, "{scl}");
    }

    #[test]
    fn other_rules_are_named() {
        let cages = object().replace("\"killercage\":[]", "\"killercage\":[{\"cells\":[\"R1C1\"]}]");
        let told = |object: &str| {
            let link = format!("https://www.f-puzzles.com/?load={}", lz::packed(object).replace('/', "%2F"));
            read_puzzle(link.as_bytes()).unwrap_err().to_string()
        };
        assert_eq!(told(&cages), "an f-puzzles link with killer cages");
        assert_eq!(
            told(&object().replace("killercage\":[]", "diagonal+\":true")),
            "an f-puzzles link with diagonals"
        );
        assert_eq!(
            told(&object().replacen("{}", "{\"region\":5}", 1)),
            "an f-puzzles link with irregular regions"
        );
        let error = read_puzzle(b"https://sudokupad.app/abc123").unwrap_err();
        assert_eq!(error.to_string(), "a SudokuPad link without a puzzle in it: only the site has it");
    }
}
