//! The fields of a line of a table. All forms that have fields are split here.

/// Possible separators of fields. A line has the one that comes first outside quotes, so that no line depends
/// on another.
const SEPARATORS: [u8; 3] = *b",;\t";

/// Splits a line; returns each piece with its position.
pub(super) fn pieces(
    line: &[u8], separates: impl FnMut(&u8) -> bool,
) -> impl Iterator<Item = (usize, &[u8])> {
    let mut next = 0;
    line.split(separates).map(move |piece| {
        let at = next;
        next += piece.len() + 1;
        (at, piece)
    })
}

/// Returns the fields of a line, each with its position. Quotes are part of a field; separators inside them
/// do not count.
pub(super) fn fields(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let outside = || {
        let mut is_quoted = false;
        move |byte: u8| {
            is_quoted ^= byte == b'"';
            !is_quoted
        }
    };
    let (mut first, mut next) = (outside(), outside());
    let separator = line.iter().copied().find(|&it| first(it) && SEPARATORS.contains(&it));
    pieces(line, move |&byte| next(byte) && Some(byte) == separator)
}

/// Returns the fields of a line that may be no table, without the blanks and quotes around them, each with
/// its position. Commas separate the fields if there are any, else tabs, semicolons or spaces, also inside
/// quotes. A line without separators is one field if the line is in quotes; otherwise it has no fields. A
/// line that begins with a separator has no fields either.
pub(super) fn loose_fields(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let separator = b",\t; ".iter().copied().find(|separator| line.contains(separator));
    let line = match separator {
        Some(separator) if !line.starts_with(&[separator]) => line,
        None if line.starts_with(b"\"") => line,
        _ => b"",
    };
    pieces(line, move |&byte| Some(byte) == separator).map(|(at, field)| plain_at(at, field))
}

/// Removes the spaces and quotes around a field.
pub(super) fn plain(field: &[u8]) -> &[u8] {
    plain_at(0, field).1
}

/// Removes the spaces and quotes around the field at a position.
fn plain_at(at: usize, field: &[u8]) -> (usize, &[u8]) {
    let spaces = field.len() - field.trim_ascii_start().len();
    let field = field.trim_ascii();
    match field.strip_prefix(b"\"").and_then(|inner| inner.strip_suffix(b"\"")) {
        Some(inner) => (at + spaces + 1, inner),
        None => (at + spaces, field),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_found_and_quotes_kept_whole() {
        let cases: [(&str, &[(usize, &str)]); 6] = [
            ("a,b;c", &[(0, "a"), (2, "b;c")]),
            ("a;b,c;", &[(0, "a"), (2, "b,c"), (6, "")]),
            ("\"a,b\";c", &[(0, "\"a,b\""), (6, "c")]),
            ("1\t..3\t", &[(0, "1"), (2, "..3"), (6, "")]),
            ("a,\"b", &[(0, "a"), (2, "\"b")]),
            ("", &[(0, "")]),
        ];
        for (line, expected) in cases {
            let found = fields(line.as_bytes());
            let found: Vec<(usize, &str)> =
                found.map(|(at, field)| (at, std::str::from_utf8(field).unwrap())).collect();
            assert_eq!(found, expected, "{line}");
        }
        assert_eq!(plain(b" \"x\" "), b"x");
    }
}
