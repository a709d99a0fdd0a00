//! Contents of a line and their positions: its puzzle, numbers beside it in a column of a table or as
//! NAME=VALUE in the text after it, and columns that are kept verbatim.

use super::fields::{fields, plain};
use super::kind::{PUZZLE_NAMES, is_object};
use super::object::{JsonObject, with_object};
use std::{borrow::Cow, io};

/// Positions of the contents in the lines of one input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// Column of the puzzle, from 1, if a column is given.
    pub(super) column: Option<usize>,
    /// Column, from 1, that looks like the puzzle's by its name in the header.
    pub(super) likely: Option<usize>,
    /// Places of the numbers of [`Reading::against`](super::Reading::against), and which of several numbers
    /// each is.
    pub(super) numbers: Vec<(Place, usize)>,
    /// Places of the columns of [`Reading::keep`](super::Reading::keep).
    pub(super) kept: Vec<Place>,
    /// A column requested by name, if no header was seen.
    pub(super) nameless: Option<String>,
    /// Whether single digits of pencilmarks are candidates.
    pub(super) sukaku: bool,
    /// Whether the header has a column `board`, by itself.
    pub(super) has_board: bool,
    /// Whether a header was seen.
    pub(super) has_header: bool,
    /// Names in the header.
    pub(super) header: Vec<String>,
    /// Names of all these columns, as members of objects.
    pub(super) names: Names,
}

/// Names of columns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Names {
    pub column: Option<String>,
    pub against: Vec<String>,
    pub keep: Vec<String>,
}

/// Name of the column that names the board.
pub(crate) const BOARD: &str = "board";
/// Longest text that may name a board: a layout of 81 letters, and parts.
const LONGEST_BOARD: usize = 200;

/// Whether a text may be the name of a board, and is not a puzzle: letters, after a number in `6x6`.
pub(super) fn may_name_board(text: &str) -> bool {
    let is_of_names = |byte: u8| byte.is_ascii_alphanumeric() || b"+-:".contains(&byte);
    text.len() <= LONGEST_BOARD
        && text
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(is_of_names)
}

/// Usual names of the column that tells its user which puzzle a line has.
const IDENTITIES: [&str; 8] = ["id", "name", "title", "puzzle id", "puzzle_id", "nr", "no", "number"];

/// Places without any given column: the puzzle is wherever it is found.
pub static ANYWHERE: Places = Places {
    column: None,
    likely: None,
    numbers: Vec::new(),
    kept: Vec::new(),
    nameless: None,
    sukaku: false,
    has_board: false,
    has_header: false,
    header: Vec::new(),
    names: Names { column: None, against: Vec::new(), keep: Vec::new() },
};

impl Places {
    /// Returns the name of a board in the column or the member `board` of a line, known or not; `None` if
    /// there is none: such a column may also have the puzzle.
    pub(super) fn board(&self, line: &[u8]) -> Option<String> {
        let text = match is_object(line) {
            true => Places::members(line, &[BOARD.to_string()]).next()?,
            false => {
                let at = self.header.iter().position(|name| name.eq_ignore_ascii_case(BOARD))?;
                Some(shown(fields(line).nth(at).map(|(_, field)| field)))
            }
        };
        text.filter(|text| may_name_board(text))
    }

    /// Returns the names in the header of a table; none without a header.
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// Makes places with the puzzle in this column, from 1.
    pub fn in_column(column: usize) -> Places {
        let names = Names { column: Some(column.to_string()), ..Names::default() };
        Places { column: Some(column), names, ..Places::default() }
    }

    /// Returns the name of the puzzle's member in objects, if a name is given.
    pub(super) fn name(&self) -> Option<&str> {
        self.names.column.as_deref()
    }

    /// Returns the numbers beside the puzzle; NaN for each that a line lacks.
    #[inline]
    pub fn numbers(&self, line: &[u8]) -> Box<[f64]> {
        match self.numbers.is_empty() {
            true => Box::default(),
            false => self.some_numbers(line),
        }
    }

    fn some_numbers(&self, line: &[u8]) -> Box<[f64]> {
        if !is_object(line) {
            return self.numbers.iter().map(|(place, part)| place.number(line, *part)).collect();
        }
        let names = self.names.against.iter().map(|name| parted(name));
        let (names, parts): (Vec<_>, Vec<_>) = names.map(|(name, part)| (name.to_string(), part)).unzip();
        let texts = Places::members(line, &names).zip(parts);
        texts.map(|(text, part)| text.map_or(f64::NAN, |text| number(&text, part))).collect()
    }

    /// Returns the texts of members of the object on a line.
    fn members(line: &[u8], names: &[String]) -> impl Iterator<Item = Option<String>> {
        let text = |object: &JsonObject, name| object.text(name).map(Cow::into_owned);
        let texts = with_object(line, |object| names.iter().map(|name| text(object, name)).collect());
        texts.unwrap_or_else(|_| vec![None; names.len()]).into_iter()
    }

    /// Returns the texts of the kept columns, without the quotes around them; empty for a column that a line
    /// lacks.
    #[inline]
    pub fn kept(&self, line: &[u8]) -> Box<[String]> {
        match self.kept.is_empty() {
            true => Box::default(),
            false => self.some_kept(line),
        }
    }

    fn some_kept(&self, line: &[u8]) -> Box<[String]> {
        if is_object(line) {
            return Places::members(line, &self.names.keep).map(Option::unwrap_or_default).collect();
        }
        self.kept.iter().map(|place| shown(place.text(line))).collect()
    }

    /// Returns the name and the text of the column that identifies the puzzle of a line: `id 17`. A column
    /// called `id`, `name`, `title` or the like does so, or else a kept one after the first `read`; `None` if
    /// there is neither, or nothing in it.
    pub fn identity(&self, line: &[u8], read: usize) -> Option<String> {
        let is_one = |name: &str| IDENTITIES.iter().any(|known| name.eq_ignore_ascii_case(known));
        let text = match is_object(line) {
            true => {
                let names: Vec<String> = IDENTITIES.iter().map(|name| name.to_string()).collect();
                let mut texts = names.iter().zip(Places::members(line, &names));
                texts.find_map(|(name, text)| Some(format!("{name} {}", text?)))
            }
            false => {
                let column = self.header.iter().position(|name| is_one(name));
                column.and_then(|at| {
                    let field = fields(line).nth(at).map(|(_, field)| field);
                    Some(format!("{} {}", self.header.get(at)?, shown(field)))
                })
            }
        };
        let kept = || {
            let name = self.names.keep.get(read)?;
            self.kept(line).get(read).map(|text| format!("{name} {text}"))
        };
        text.or_else(kept).filter(|text| !text.ends_with(' '))
    }

    /// Checks the first line that shows the form of the lines: fails if a column was requested by name and
    /// there was no header to find it in. An object has its own names; a line among objects that is not one
    /// lacks the column.
    pub(super) fn check(&self, line: &[u8]) -> io::Result<()> {
        match &self.nameless {
            None => Ok(()),
            Some(_) if is_object(line) => Ok(()),
            Some(name) => Err(io::Error::other(format!(
                "there is no header in which a column is called '{name}'; a column's place will do, as in 2"
            ))),
        }
    }

    /// Fails if one of the numbers is missing from the line of the first puzzle, and there was no header to
    /// name it.
    pub(super) fn check_numbers(&self, line: &[u8]) -> io::Result<()> {
        if self.has_header || is_object(line) {
            return Ok(());
        }
        let numbers = self.numbers.iter().map(|(place, _)| place).zip(&self.names.against);
        // A column of a table may end before the first line does.
        let words =
            self.kept.iter().zip(&self.names.keep).filter(|(place, _)| matches!(place, Place::Word(_)));
        match numbers.chain(words).find(|(place, _)| place.text(line).is_none()) {
            None => Ok(()),
            Some((Place::Column(_), name)) => Err(io::Error::other(format!(
                "the first puzzle has no column {name} beside it, and there is no header"
            ))),
            Some((Place::Word(word), name)) => Err(io::Error::other(format!(
                "there is no header in which a column is called '{name}', and no {word} beside the first \
                 puzzle; a column's place will do, as in 2"
            ))),
        }
    }
}

/// Returns the column, from 0, given by its position from 1 or its name in the header; `None` if a header is
/// needed but missing. Fails if the header has no such column.
pub(super) fn column(name: &str, header: Option<&[u8]>) -> io::Result<Option<usize>> {
    if let Ok(column @ 1..) = name.parse::<usize>() {
        return Ok(Some(column - 1));
    }
    let Some(header) = header else { return Ok(None) };
    let columns: Vec<_> = fields(header).map(|(_, column)| String::from_utf8_lossy(plain(column))).collect();
    let names: Vec<&str> = columns.iter().map(|column| &**column).collect();
    place_of(name, &names).map(Some)
}

/// Returns the text of a field without quotes; an empty one if the line has no such field.
fn shown(field: Option<&[u8]>) -> String {
    let field = field.unwrap_or_default().trim_ascii();
    let text = String::from_utf8_lossy(plain(field));
    match field.starts_with(b"\"") {
        true => text.replace("\"\"", "\""),
        false => text.into_owned(),
    }
}

/// Maximum number of names that a message lists.
const LISTED: usize = 20;

/// Returns the position of the name, from 0; case is ignored unless a name is identical. Fails if no name
/// fits, or several do.
pub(super) fn place_of(name: &str, names: &[&str]) -> io::Result<usize> {
    let places = |is: &dyn Fn(&str) -> bool| -> Vec<usize> {
        names.iter().enumerate().filter(|(_, own)| is(own)).map(|(at, _)| at).collect()
    };
    let mut found = places(&|own| own == name);
    if found.is_empty() {
        found = places(&|own| own.eq_ignore_ascii_case(name));
    }
    match found[..] {
        [at] => Ok(at),
        [first, second, ..] => Err(io::Error::other(format!(
            "columns {} and {} are both called '{name}': name them apart",
            first + 1,
            second + 1
        ))),
        [] => {
            let listed = names.get(..LISTED).unwrap_or(names).join(", ");
            let more = match names.len().saturating_sub(LISTED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            Err(io::Error::other(format!("no column is called '{name}'; there are {listed}{more}")))
        }
    }
}

/// Returns the names in a header.
pub(super) fn names_in(header: &[u8]) -> Vec<String> {
    fields(header).map(|(_, name)| String::from_utf8_lossy(plain(name)).into_owned()).collect()
}

/// Returns the column, from 1, with a usual name for puzzles or, failing that, a name that contains one.
/// Fails if two columns have the same name.
pub(super) fn likely_column(header: &[u8]) -> io::Result<Option<usize>> {
    let columns: Vec<_> = fields(header).map(|(_, name)| String::from_utf8_lossy(plain(name))).collect();
    let names: Vec<String> = columns.iter().map(|name| name.to_ascii_lowercase()).collect();
    let of = |is: &dyn Fn(&str, &str) -> bool| {
        PUZZLE_NAMES.iter().find_map(|known| names.iter().position(|name| is(name, known)))
    };
    let exact =
        of(&|name, known| name.strip_prefix(known).is_some_and(|end| ["", "s", "es", "zes"].contains(&end)));
    let found = exact.or_else(|| of(&|name, known| name.contains(known)));
    let Some(name) = found.and_then(|at| columns.get(at)) else { return Ok(None) };
    let columns: Vec<&str> = columns.iter().map(|column| &**column).collect();
    place_of(name, &columns).map(|at| Some(at + 1))
}

/// Place of a number in the lines of one input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Column, from 0.
    Column(usize),
    /// The text after this word and `=`.
    Word(String),
}

impl Place {
    /// Finds the place of the number `name`: a column, by its position from 1 or by its name in the header;
    /// without a header, a word in the text. Fails if the header has no such column.
    pub(super) fn find(name: &str, header: Option<&[u8]>) -> io::Result<Place> {
        let found = column(name, header)?;
        Ok(found.map_or_else(|| Place::Word(format!("{name}=")), Place::Column))
    }

    /// Returns the number in a line; NaN if there is none. Several can be separated by `/`, as in
    /// `9.8/1.5/1.5`; `part` chooses one, from 0.
    pub fn number(&self, line: &[u8], part: usize) -> f64 {
        let text = self.text(line).and_then(|text| std::str::from_utf8(text).ok());
        number(text.unwrap_or_default(), part)
    }

    /// Returns the text at this place of a line.
    fn text<'a>(&self, line: &'a [u8]) -> Option<&'a [u8]> {
        match self {
            Place::Column(column) => fields(line).nth(*column).map(|(_, field)| field),
            Place::Word(word) => {
                let mut found = memchr::memmem::find_iter(line, word.as_bytes());
                // The end of another word does not count: `gW=7` is no `W`.
                let is_whole = |&at: &usize| {
                    let before = at.checked_sub(1).and_then(|at| line.get(at));
                    before.is_none_or(|byte| !byte.is_ascii_alphanumeric() && !b"+-_.".contains(byte))
                };
                found.find(is_whole).map(|at| {
                    let rest = line.get(at + word.len()..).unwrap_or_default();
                    let end = rest.iter().position(|byte| b" \t,;".contains(byte));
                    rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
                })
            }
        }
    }
}

/// Splits the name of one of several numbers, `ED/2`, into the name of all and its place among them, from 0.
pub(crate) fn parted(name: &str) -> (&str, usize) {
    match name.rsplit_once('/') {
        Some((all, "2")) => (all, 1),
        Some((all, "3")) => (all, 2),
        _ => (name, 0),
    }
}

/// Maximum of numbers beside puzzles: sums of their squares stay finite.
pub const MAX_NUMBER: f64 = 1e15;

/// Parses a number; NaN if the text is none.
fn number(text: &str, part: usize) -> f64 {
    let text = text.trim().trim_matches('"').split('/').nth(part).unwrap_or_default().trim();
    text.parse().ok().filter(|number: &f64| number.abs() <= MAX_NUMBER).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_name_place_or_word() {
        let header = Some(&b"puzzle,W,\"SER\""[..]);
        assert_eq!(Place::find("SER", header).unwrap(), Place::Column(2));
        assert_eq!(Place::find("ser", header).unwrap(), Place::Column(2));
        assert_eq!(Place::find("2", header).unwrap(), Place::Column(1));
        assert_eq!(Place::find("2", None).unwrap(), Place::Column(1));
        let error = Place::find("ED", header).unwrap_err().to_string();
        assert_eq!(error, "no column is called 'ED'; there are puzzle, W, SER");

        let cases = [
            (Place::Column(2), "x,5,8.3", Some(8.3)),
            (Place::Column(2), "x,5, \"8.3\" ", Some(8.3)),
            (Place::Column(2), "x,5", None),
            (Place::Column(1), "x,high", None),
            (Place::Column(1), "\"a,b\",8.3,c", Some(8.3)),
            (Place::Column(2), "x;5,1;8.3", Some(8.3)),
            (Place::Column(1), "x\t8.3", Some(8.3)),
            (Place::Column(1), "x,inf", None),
            (Place::find("ED", None).unwrap(), "x ED=9.8/1.5/1.5 #3", Some(9.8)),
            (Place::find("ED", None).unwrap(), "x;ED=9.8;B=0", Some(9.8)),
            (Place::find("ED", None).unwrap(), "x 9.8", None),
            (Place::find("W", None).unwrap(), "x gW=7 W=5", Some(5.0)),
            (Place::find("W", None).unwrap(), "x old_W=7 S+W=4", None),
            (Place::find("S+W", None).unwrap(), "x,S+W=4", Some(4.0)),
        ];
        for (place, line, number) in cases {
            let found = place.number(line.as_bytes(), 0);
            assert_eq!(Some(found).filter(|found| !found.is_nan()), number, "{line}");
        }
        let ed = Place::find("ED", None).unwrap();
        let parts = ["ED", "ED/2", "ED/3"].map(|name| ed.number(b"x ED=9.8/1.5/1.2", parted(name).1));
        assert_eq!(parts, [9.8, 1.5, 1.2]);
        assert!(ed.number(b"x ED=9.8", 2).is_nan());
    }
}
