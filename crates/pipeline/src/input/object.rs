//! A line that is an object of JSON, or written as programs write objects, with its members as columns. A
//! puzzle may be a text, or an array of cells or rows.
//!
//! ```text
//!   {"id": 17, "puzzle": "..34…", "source": {"book": 3}}
//!    id: 17     the puzzle         source: {"book": 3}, verbatim
//! ```
//!
//! The line alone shows whether it is an object, so lines can be cut into shards, and a file may contain
//! other lines too.

use super::forms::{Attempt, Found, LineError, LineErrorKind, SiteObject, read_puzzle, read_words};
use super::kind::{PUZZLE_NAMES, is_object};
use super::{cells, literal};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt};

/// Members of a line, in order.
pub(super) struct JsonObject<'a> {
    /// The line; empty if the object was written in another way, so that its bytes have no places.
    line: &'a [u8],
    /// Length of the line.
    length: usize,
    members: Vec<(Cow<'a, str>, &'a RawValue)>,
}

impl<'a> JsonObject<'a> {
    /// Reads a line; fails if it is not a complete object.
    pub fn of(line: &'a [u8]) -> Result<JsonObject<'a>, LineError> {
        let mut json = serde_json::Deserializer::from_slice(line);
        let members = json.deserialize_map(MembersVisitor).and_then(|members| json.end().map(|()| members));
        let members = members.map_err(|error| {
            let column = error.column().clamp(1, line.len() + 1);
            LineError::at(column - 1, LineErrorKind::NoObject)
        })?;
        Ok(JsonObject { line, length: line.len(), members })
    }

    /// Reads the puzzle from the member `name`; without a name, from the member that is chosen.
    pub fn puzzle(&self, name: Option<&str>) -> Result<Found, LineError> {
        let is_of_cells = |name: &str| ["grid", "cells"].contains(&name);
        if let Some(object) = self.of_site().filter(|_| name.is_none_or(is_of_cells)) {
            return self.found_in(&object);
        }
        match name {
            Some(name) => {
                let no_column = LineError::at(self.length, LineErrorKind::NoColumn);
                self.read(self.member(name)?.ok_or(no_column)?)
            }
            None => self.chosen()?.1,
        }
    }

    /// Returns the object as f-puzzles or SudokuPad writes it; `None` if another program wrote it.
    pub fn of_site(&self) -> Option<SiteObject> {
        SiteObject::of(self.members.iter().map(|(name, value)| (&**name, value.get())))
    }

    fn found_in(&self, object: &SiteObject) -> Result<Found, LineError> {
        let found = object.puzzle().map(|puzzle| Found { puzzle, end: self.length });
        found.map_err(|kind| LineError::at(0, kind))
    }

    /// Returns the names of the members.
    pub fn names(&self) -> Vec<String> {
        self.members.iter().map(|(name, _)| name.clone().into_owned()).collect()
    }

    /// Returns the members that may hold puzzles: all but solutions.
    pub fn values(&self) -> impl Iterator<Item = &'a str> {
        self.members.iter().filter(|(name, _)| !is_solution_name(name)).map(|(_, value)| value.get())
    }

    /// Chooses the member of the puzzle: by its name, then by its blanks, never by its place. A full grid is
    /// chosen if no other member may hold the puzzle. Fails if two members remain.
    fn chosen(&self) -> Result<(&'a RawValue, Result<Found, LineError>), LineError> {
        if let Some(value) = self.member("puzzle")? {
            let found = self.read(value);
            if !found.is_ok_and(|found| found.puzzle.clue_count() == 81) {
                return Ok((value, found));
            }
        }
        let (mut open, mut full, mut wrong) = (Vec::new(), None, None);
        for (name, value) in &self.members {
            let rank = name_rank(name);
            match self.read(value) {
                Ok(found) if found.puzzle.clue_count() < 81 => open.push((rank, name, *value, found)),
                Ok(found) => full = full.or(Some((*value, Ok(found)))),
                Err(error)
                    if rank < PUZZLE_NAMES.len()
                        && error.kind != LineErrorKind::NoText
                        && !value.get().contains('{') =>
                {
                    wrong = wrong.or(Some((*value, Err(error))));
                }
                // Its rules are those of another board, or of none.
                Err(LineError { kind: LineErrorKind::NamesBoard(_) | LineErrorKind::Link(..), .. })
                    if value.get().starts_with('{') =>
                {
                    wrong = wrong.or(Some((*value, self.read(value))));
                }
                // A list or an object of this length may have the cells of a puzzle.
                Err(_) if value.get().len() >= 81 && value.get().starts_with(['[', '{']) => {
                    wrong = wrong.or(Some((*value, Err(LineError::at(0, LineErrorKind::NoPuzzle)))));
                }
                Err(_) => {}
            }
        }
        let best = open.iter().map(|grid| grid.0).min();
        open.retain(|grid| Some(grid.0) == best);
        open.dedup_by_key(|grid| grid.3.puzzle);
        match open[..] {
            [(_, _, value, found)] => Ok((value, Ok(found))),
            [(_, first, _, _), (_, second, value, _), ..] => {
                Err(LineError::at(self.place_of(value), LineErrorKind::two_grids(first, second)))
            }
            [] => wrong.or(full).ok_or(LineError::at(0, LineErrorKind::NoPuzzle)),
        }
    }

    fn read(&self, value: &RawValue) -> Result<Found, LineError> {
        let begin = self.place_of(value);
        let found = match value.get().as_bytes().first() {
            Some(b'[') => read_board(value.get())
                .unwrap_or(Err(LineError::at(0, LineErrorKind::NoBoard)))
                .map_err(|error| error.moved(begin)),
            Some(b'{') => {
                let object = JsonObject::of(value.get().as_bytes())?;
                let no_text = LineError::at(0, LineErrorKind::NoText);
                let found = object.of_site().ok_or(no_text).and_then(|it| object.found_in(&it));
                found.map_err(|error| error.moved(begin))
            }
            _ => {
                let text = text(value).ok_or(LineError::at(begin, LineErrorKind::NoText))?;
                read_puzzle(text.trim_ascii_end()).map_err(|error| match &text {
                    Cow::Borrowed(_) => error.moved(begin + 1),
                    // Bytes of an escaped text have no positions in the line.
                    Cow::Owned(_) => LineError { column: begin as u32 + 1, ..error },
                })
            }
        };
        let here = |error| if self.line.is_empty() { LineError { column: 1, ..error } } else { error };
        found.map(|found| Found { end: self.length, ..found }).map_err(here)
    }

    /// Returns the value of the member `name`: a text without quotes and escapes, `None` for null, anything
    /// else verbatim.
    pub fn text(&self, name: &str) -> Option<Cow<'a, str>> {
        let value = self.member(name).ok()??;
        match value.get() {
            "null" => None,
            json => Some(text(value).map_or(Cow::Borrowed(json), |text| match text {
                Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
                Cow::Owned(bytes) => String::from_utf8_lossy(&bytes).into_owned().into(),
            })),
        }
    }

    /// Returns the text of the puzzle, for messages.
    pub fn shown(&self, name: Option<&str>) -> Option<Cow<'a, [u8]>> {
        let value = match name {
            Some(name) => self.member(name).ok()??,
            None => self.chosen().ok()?.0,
        };
        text(value).or(Some(value.get().as_bytes().into()))
    }

    /// Fails if one of `names` fits two members.
    pub fn distinguishes<'n>(&self, names: impl Iterator<Item = &'n String>) -> Result<(), LineError> {
        names.map(|name| self.member(name)).try_for_each(|member| member.map(drop))
    }

    /// Returns the member `name`; case is ignored unless a member has the exact name. Fails if the name fits
    /// two members.
    fn member(&self, name: &str) -> Result<Option<&'a RawValue>, LineError> {
        let only = |same: &dyn Fn(&str) -> bool| {
            let mut found = self.members.iter().filter(|(own, _)| same(own)).map(|(_, value)| *value);
            let first = found.next();
            found.next().map_or(Ok(first), |second| {
                Err(LineError::at(self.place_of(second), LineErrorKind::TwoMembers))
            })
        };
        match only(&|own| own == name)? {
            None => only(&|own| own.eq_ignore_ascii_case(name)),
            found => Ok(found),
        }
    }

    /// Returns the position in the line where a value begins.
    fn place_of(&self, value: &RawValue) -> usize {
        let begin = (value.get().as_ptr() as usize).saturating_sub(self.line.as_ptr() as usize);
        begin.min(self.line.len())
    }
}

/// Reads a board: an array of cells or of rows.
pub(super) fn read_board(json: &str) -> Attempt {
    let of_cells = || cells::board(json).map(|puzzle| Ok(Found { puzzle, end: json.len() }));
    match read_words(json.as_bytes()) {
        Some(Ok(found)) => Some(Ok(found)),
        error => of_cells().or(error),
    }
}

/// Reads a text that is a board of cells.
pub(super) fn read_cells(text: &[u8]) -> Attempt {
    let json = str::from_utf8(text).ok().filter(|text| text.trim_ascii_start().starts_with('['))?;
    cells::board(json).map(|puzzle| Ok(Found { puzzle, end: text.len() }))
}

/// Returns the place of a name among those of puzzles; the last for any other name, or behind it.
fn name_rank(name: &str) -> usize {
    let lower = name.to_ascii_lowercase();
    let rank = PUZZLE_NAMES.iter().position(|known| lower.contains(known)).unwrap_or(PUZZLE_NAMES.len());
    if is_solution_name(name) { PUZZLE_NAMES.len() + 1 } else { rank }
}

/// Whether a name is one of solutions.
fn is_solution_name(name: &str) -> bool {
    const NAMES: [&str; 5] = ["solution", "answer", "solved", "complete", "result"];
    let lower = name.to_ascii_lowercase();
    NAMES.iter().any(|known| lower.contains(known)) && !lower.contains("unsolved")
}

/// Calls a function with the object of a line, which may be written as programs write objects.
pub(super) fn with_object<T>(line: &[u8], then: impl FnOnce(&JsonObject) -> T) -> Result<T, LineError> {
    let error = match JsonObject::of(line) {
        Ok(object) => return Ok(then(&object)),
        Err(error) => error,
    };
    let text = str::from_utf8(line).map_err(|_| error)?.trim_ascii();
    let (json, end) = literal::json(text, false).ok_or(error)?;
    let rest = text.get(end..).unwrap_or_default();
    rest.trim_matches([',', ';', ')', ']', ' ']).is_empty().then_some(()).ok_or(error)?;
    let object = JsonObject::of(json.as_bytes()).map_err(|_| error)?;
    Ok(then(&JsonObject { line: b"", length: line.len(), ..object }))
}

/// Returns a text without its quotes; `None` if the value is not a text.
fn text(value: &RawValue) -> Option<Cow<'_, [u8]>> {
    let inside = value.get().strip_prefix('"')?.strip_suffix('"')?;
    match inside.contains('\\') {
        false => Some(inside.as_bytes().into()),
        true => serde_json::from_str::<String>(value.get()).ok().map(|text| text.into_bytes().into()),
    }
}

/// Reads the puzzle of a text that is an object.
pub(super) fn first(text: &[u8]) -> Attempt {
    is_object(text).then(|| with_object(text, |object| object.puzzle(None))?)
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(Name(name)) = map.next_key()? {
            members.push((name, map.next_value()?));
        }
        Ok(members)
    }
}

/// Name of a member, copied only if it contains escapes.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";

    fn puzzle(line: &str, name: Option<&str>) -> Result<String, String> {
        let found = JsonObject::of(line.as_bytes()).and_then(|object| object.puzzle(name));
        found.map(|found| found.puzzle.to_string()).map_err(LineError::with_column)
    }

    #[test]
    fn the_puzzle_is_found_by_name_or_by_what_it_is() {
        let solved = "1".repeat(81);
        let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
        for (line, name) in [
            (format!(r#"{{"puzzle":"{PUZZLE}"}}"#), None),
            (format!(r#" {{ "id" : 7, "Puzzle" : "{PUZZLE}" }} "#), None),
            (format!(r#"{{"answer":"{solved}","quiz":"{PUZZLE}"}}"#), None),
            (format!(r#"{{"puzzle":null,"q":"{PUZZLE}"}}"#), Some("q")),
            (format!(r#"{{"puzzle":"{}"}}"#, rows.join("\\n")), None),
            (format!(r#"{{"p\u0075zzle":"\u002e{}"}}"#, &PUZZLE[1..]), None),
            (format!(r#"{{"2":"{PUZZLE}"}}"#), Some("2")),
        ] {
            assert_eq!(puzzle(&line, name).as_deref(), Ok(PUZZLE), "{line}");
        }
        for (line, name, error) in [
            (r#"{"puzzle":"..x"}"#, None, "column 14: 'x' is neither"),
            (r#"{"puzzle":"\u002e.x"}"#, None, "column 11: 'x' is neither"),
            (r#"{"puzzle":1,"x":2,"puzzle":3}"#, None, "column 28: a second member"),
            (r#"{"x":1,"Puzzle":2,"PUZZLE":3}"#, Some("puzzle"), "column 28: a second member"),
            (r#"{"quiz":"..3"}"#, None, "column 13: 3 cells where"),
            (r#"{"puzzle":null}"#, None, "column 11: no text"),
            (r#"{"puzzle":["1"]}"#, None, "column 11: an array"),
            (r#"{"id":17}"#, None, "column 1: no member"),
            (r#"{"id":17}"#, Some("puzzle"), "column 10: the line has no such column"),
            (r#"{"puzzle":"#, None, "column 10: no whole object"),
            (r#"{"puzzle":"1"} x"#, None, "column 16: no whole object"),
            ("{", None, "column 1: no whole object"),
            (r#"{"a":1,}"#, None, "column 8: no whole object"),
        ] {
            let found = puzzle(line, name).unwrap_err();
            assert!(found.starts_with(error), "{line}: {found}");
        }
        let deep = format!(r#"{{"a":{}"#, "[".repeat(60_000));
        assert!(puzzle(&deep, None).unwrap_err().contains("no whole object"));
    }

    #[test]
    fn other_members_are_texts() {
        let line = br#"{"a":"x\ty","b":8.50,"c":null,"d":{"e": [1]},"A":true}"#;
        let object = JsonObject::of(line).unwrap();
        let text = |name: &str| object.text(name).map(Cow::into_owned);
        for (name, expected) in [
            ("a", Some("x\ty")),
            ("b", Some("8.50")),
            ("c", None),
            ("d", Some(r#"{"e": [1]}"#)),
            ("D", Some(r#"{"e": [1]}"#)),
            ("A", Some("true")),
            ("f", None),
        ] {
            assert_eq!(text(name).as_deref(), expected, "{name}");
        }
    }
}
