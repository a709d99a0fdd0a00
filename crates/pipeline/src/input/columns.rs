//! Numbers that a line holds beside its puzzle: in a column of a CSV file, or as NAME=VALUE in the text after it.

use std::io;

/// Where a number stands in the lines of one input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In this comma-separated column, from 0.
    Column(usize),
    /// After this word and `=`.
    Word(String),
}

impl Place {
    /// Where the number with this name stands: a column by its place, from 1, or by its name in the header; without
    /// a header a word in the text. Fails if the header has no such column.
    pub(super) fn find(name: &str, header: Option<&[u8]>) -> io::Result<Place> {
        if let Ok(column @ 1..) = name.parse::<usize>() {
            return Ok(Place::Column(column - 1));
        }
        let Some(header) = header else { return Ok(Place::Word(format!("{name}="))) };
        let header = String::from_utf8_lossy(header);
        let columns = || header.split(',').map(|column| column.trim().trim_matches('"'));
        columns()
            .position(|column| column == name)
            .or_else(|| columns().position(|column| column.eq_ignore_ascii_case(name)))
            .map(Place::Column)
            .ok_or_else(|| {
                let columns: Vec<&str> = columns().collect();
                io::Error::other(format!(
                    "no column is called '{name}'; there are {}",
                    columns.join(", ")
                ))
            })
    }

    /// The number in a line; NaN if there is none. Of several with `/` between, as in `9.8/1.5/1.5`, the first.
    pub fn number(&self, line: &[u8]) -> f64 {
        let field = match self {
            Place::Column(column) => line.split(|&byte| byte == b',').nth(*column),
            Place::Word(word) => memchr::memmem::find(line, word.as_bytes()).map(|at| {
                let rest = line.get(at + word.len()..).unwrap_or_default();
                let end = rest.iter().position(|byte| b" \t,;".contains(byte));
                rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
            }),
        };
        let text = field.and_then(|field| std::str::from_utf8(field).ok()).unwrap_or_default();
        let text = text.split('/').next().unwrap_or_default().trim().trim_matches('"');
        text.parse().ok().filter(|number: &f64| number.is_finite()).unwrap_or(f64::NAN)
    }
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
            (Place::Column(1), "x,inf", None),
            (Place::find("ED", None).unwrap(), "x ED=9.8/1.5/1.5 #3", Some(9.8)),
            (Place::find("ED", None).unwrap(), "x;ED=9.8;B=0", Some(9.8)),
            (Place::find("ED", None).unwrap(), "x 9.8", None),
        ];
        for (place, line, number) in cases {
            let found = place.number(line.as_bytes());
            assert_eq!(Some(found).filter(|found| !found.is_nan()), number, "{line}");
        }
    }
}
