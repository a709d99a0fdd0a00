//! What a line holds, and where: its puzzle, numbers beside it in a column of a table or as NAME=VALUE in the
//! text after it, and columns that are kept as they are.

use super::fields::{fields, plain};
use super::kind::{PUZZLE_NAMES, is_object};
use super::object::JsonObject;
use std::io;

/// Where things stand in the lines of one input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// The column of the puzzle, from 1, if it is looked for in one.
    pub(super) column: Option<usize>,
    /// The column, from 1, that by its name in the header should be the puzzle's.
    pub(super) likely: Option<usize>,
    /// The numbers of [`Reading::against`](super::Reading::against).
    pub(super) numbers: Vec<Place>,
    /// The columns of [`Reading::keep`](super::Reading::keep), from 0.
    pub(super) kept: Vec<usize>,
    /// A column that has a name, where no header was seen.
    pub(super) nameless: Option<String>,
    /// Whether a header was seen.
    pub(super) has_header: bool,
    /// What all these are called, as members of objects.
    pub(super) names: Names,
}

/// What columns are called.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Names {
    pub column: Option<String>,
    pub against: Vec<String>,
    pub keep: Vec<String>,
}

/// Everything where it is found.
pub static ANYWHERE: Places = Places {
    column: None,
    likely: None,
    numbers: Vec::new(),
    kept: Vec::new(),
    nameless: None,
    has_header: false,
    names: Names { column: None, against: Vec::new(), keep: Vec::new() },
};

impl Places {
    /// The puzzle in this column, from 1.
    pub fn in_column(column: usize) -> Places {
        let names = Names { column: Some(column.to_string()), ..Names::default() };
        Places { column: Some(column), names, ..Places::default() }
    }

    /// The name of the puzzle's member in objects, if it has one.
    pub(super) fn name(&self) -> Option<&str> {
        self.names.column.as_deref()
    }

    /// The numbers beside the puzzle; NaN where a line has none.
    #[inline]
    pub fn numbers(&self, line: &[u8]) -> Box<[f64]> {
        match self.numbers.is_empty() {
            true => Box::default(),
            false => self.some_numbers(line),
        }
    }

    fn some_numbers(&self, line: &[u8]) -> Box<[f64]> {
        if !is_object(line) {
            return self.numbers.iter().map(|place| place.number(line)).collect();
        }
        let object = JsonObject::of(line).ok();
        let number = |name: &String| {
            let text = object.as_ref().and_then(|object| object.text(name));
            text.map_or(f64::NAN, |text| number(&text))
        };
        self.names.against.iter().map(number).collect()
    }

    /// The texts of the columns that are kept, without the quotes around them; empty where a line has no such
    /// column.
    #[inline]
    pub fn kept(&self, line: &[u8]) -> Box<[String]> {
        match self.kept.is_empty() {
            true => Box::default(),
            false => self.some_kept(line),
        }
    }

    fn some_kept(&self, line: &[u8]) -> Box<[String]> {
        if is_object(line) {
            let object = JsonObject::of(line).ok();
            let text = |name: &String| object.as_ref()?.text(name).map(|text| text.into_owned());
            return self.names.keep.iter().map(|name| text(name).unwrap_or_default()).collect();
        }
        let text = |&column: &usize| {
            let field = fields(line).nth(column).map_or(&b""[..], |(_, field)| field.trim_ascii());
            let text = String::from_utf8_lossy(plain(field));
            match field.starts_with(b"\"") {
                true => text.replace("\"\"", "\""),
                false => text.into_owned(),
            }
        };
        self.kept.iter().map(text).collect()
    }

    /// Fails if a column has a name and there was no header to find it in, for the first line that shows what
    /// lines are: an object has its own names, and a line among objects that is none lacks the column.
    pub(super) fn check(&self, line: &[u8]) -> io::Result<()> {
        match &self.nameless {
            None => Ok(()),
            Some(_) if is_object(line) => Ok(()),
            Some(name) => Err(io::Error::other(format!(
                "there is no header in which a column is called '{name}'; a column's place will do, as in 2"
            ))),
        }
    }

    /// Fails if one of the numbers has no place in the line of the first puzzle, and there was no header that
    /// names it.
    pub(super) fn check_numbers(&self, line: &[u8]) -> io::Result<()> {
        if self.has_header || is_object(line) {
            return Ok(());
        }
        let mut named = self.numbers.iter().zip(&self.names.against);
        match named.find(|(place, _)| place.text(line).is_none()) {
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

/// The column with this name, from 0: its place, from 1, or its name in the header. Nothing if that needs a
/// header. Fails if the header has no such column.
pub(super) fn column(name: &str, header: Option<&[u8]>) -> io::Result<Option<usize>> {
    if let Ok(column @ 1..) = name.parse::<usize>() {
        return Ok(Some(column - 1));
    }
    let Some(header) = header else { return Ok(None) };
    let columns: Vec<_> = fields(header).map(|(_, column)| String::from_utf8_lossy(plain(column))).collect();
    let names: Vec<&str> = columns.iter().map(|column| &**column).collect();
    place_of(name, &names).map(Some)
}

/// Names that a message lists.
const LISTED: usize = 20;

/// The place of the name, from 0; capitals count only where that distinguishes. Fails if none is called so,
/// or several are.
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

/// The column, from 1, whose name is one that people give to puzzles, or if none is, contains one. Fails if
/// two are called like it.
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

/// Where a number stands in the lines of one input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In this column, from 0.
    Column(usize),
    /// After this word and `=`.
    Word(String),
}

impl Place {
    /// Where the number with this name stands: a column by its place, from 1, or by its name in the header;
    /// without a header a word in the text. Fails if the header has no such column.
    pub(super) fn find(name: &str, header: Option<&[u8]>) -> io::Result<Place> {
        let found = column(name, header)?;
        Ok(found.map_or_else(|| Place::Word(format!("{name}=")), Place::Column))
    }

    /// The number in a line; NaN if there is none. Of several with `/` between, as in `9.8/1.5/1.5`, the
    /// first.
    pub fn number(&self, line: &[u8]) -> f64 {
        let text = self.text(line).and_then(|text| std::str::from_utf8(text).ok());
        number(text.unwrap_or_default())
    }

    /// What stands there in a line.
    fn text<'a>(&self, line: &'a [u8]) -> Option<&'a [u8]> {
        match self {
            Place::Column(column) => fields(line).nth(*column).map(|(_, field)| field),
            Place::Word(word) => {
                let mut found = memchr::memmem::find_iter(line, word.as_bytes());
                // Not the end of another word: `gW=7` is no `W`.
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

/// Numbers beside puzzles are no larger: sums of their squares stay numbers.
pub const MAX_NUMBER: f64 = 1e15;

/// The number of a text; NaN if it is none.
fn number(text: &str) -> f64 {
    let text = text.split('/').next().unwrap_or_default().trim().trim_matches('"');
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
            let found = place.number(line.as_bytes());
            assert_eq!(Some(found).filter(|found| !found.is_nan()), number, "{line}");
        }
    }
}
