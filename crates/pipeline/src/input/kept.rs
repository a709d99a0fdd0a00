//! Columns that are kept, and the kinds of their values.

use super::all_columns::all_columns;
use super::packed::column_kinds;
use super::source::Input;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::File;
use std::io;

/// A column of a table that is kept with the puzzle: `NAME`, or with a type `NAME:int`, `NAME:float`,
/// `NAME:text`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct KeptColumn {
    /// Name in the header, or position from 1.
    pub name: String,
    /// Kind of the values.
    pub kind: KeptKind,
}

/// Kind of the values of a kept column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KeptKind {
    /// Texts, verbatim.
    #[default]
    Text,
    /// Whole numbers; other values count as missing.
    Int,
    /// Numbers; other values count as missing.
    Float,
    /// Texts of a column that the input may lack.
    Optional,
}

/// Suffixes of names that give the kind.
const KINDS: [(&str, KeptKind); 3] =
    [(":text", KeptKind::Text), (":int", KeptKind::Int), (":float", KeptKind::Float)];

/// Word for all columns except that of the puzzle.
const ALL: &str = "all";

impl KeptColumn {
    /// Reads the columns of arguments, `all` for all columns of the first input except that of the puzzle,
    /// which may have been named. Fails if a column is named twice, or if there is no header to read.
    pub fn list(texts: &[String], inputs: &[Input], puzzle: Option<&str>) -> io::Result<Vec<KeptColumn>> {
        let mut list: Vec<KeptColumn> = Vec::new();
        for text in texts.iter().filter(|text| *text != ALL) {
            let column = KeptColumn::of(text, inputs);
            if list.iter().any(|known| known.name == column.name) {
                return Err(io::Error::other(format!("--keep names '{}' twice", column.name)));
            }
            list.push(column);
        }
        let Some(place) = texts.iter().position(|text| text == ALL) else { return Ok(list) };
        let Some(input) = inputs.first() else { return Ok(list) };
        let mut all = all_columns(input, puzzle)?;
        all.retain(|name| list.iter().all(|known| known.name != *name));
        let all = all.into_iter().map(|name| KeptColumn::of(&name, inputs));
        let place = place.min(list.len());
        list.splice(place..place, all);
        Ok(list)
    }

    /// Reads the column of an argument. Without a type it has the type in the inputs, if they are all files
    /// of typed columns and agree.
    pub fn of(text: &str, inputs: &[Input]) -> KeptColumn {
        let mut column = KeptColumn::from(text.to_string());
        if column.name == text {
            // Faults of a file are reported when it is read.
            let kind = |input: &Input| {
                let path = input.path().filter(|path| path.is_file())?;
                let columns = column_kinds(File::open(path).ok()?).ok()?;
                columns.into_iter().find(|it| it.0 == column.name).map(|it| it.1)
            };
            let mut kinds = inputs.iter().map(kind);
            let first = kinds.next().flatten();
            column.kind = first.filter(|&first| kinds.all(|kind| kind == Some(first))).unwrap_or_default();
        }
        column
    }
}

impl From<String> for KeptColumn {
    fn from(text: String) -> KeptColumn {
        let typed = KINDS.iter().find_map(|(word, kind)| Some((text.strip_suffix(word)?, *kind)));
        let (name, kind) = typed.filter(|(name, _)| !name.is_empty()).unwrap_or((&text, KeptKind::Text));
        KeptColumn { name: name.to_string(), kind }
    }
}

impl From<KeptColumn> for String {
    fn from(column: KeptColumn) -> String {
        column.to_string()
    }
}

impl fmt::Display for KeptColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KeptColumn { name, kind } = self;
        let word = KINDS.iter().find(|(_, known)| known == kind).map_or("", |row| row.0);
        // A name may itself end like a type.
        let is_said = *kind != KeptKind::Text || KINDS.iter().any(|(word, _)| name.ends_with(word));
        write!(f, "{name}{}", if is_said { word } else { "" })
    }
}
