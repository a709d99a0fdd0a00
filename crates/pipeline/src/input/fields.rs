//! The fields of a line of a table.

/// Possible separators of fields. A line has the one that comes first outside quotes, so that no line depends
/// on another.
const SEPARATORS: [u8; 3] = *b",;\t";

/// Returns the fields of a line, each with its position. Quotes are part of a field; separators inside them
/// do not count.
pub(super) fn fields(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut is_quoted = false;
    let mut outside = move |byte: u8| {
        is_quoted ^= byte == b'"';
        !is_quoted
    };
    let separator = line.iter().copied().find(|&it| outside(it) && SEPARATORS.contains(&it));
    let mut rest = Some((0, line));
    std::iter::from_fn(move || {
        let (start, line) = rest?;
        let mut is_quoted = false;
        let end = line.iter().position(|&byte| {
            is_quoted ^= byte == b'"';
            !is_quoted && Some(byte) == separator
        });
        let (field, after) = end.map_or((line, None), |end| {
            let (field, after) = line.split_at(end);
            (field, after.get(1..).map(|after| (start + end + 1, after)))
        });
        rest = after;
        Some((start, field))
    })
}

/// Removes the spaces and quotes around a field.
pub(super) fn plain(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    let unquoted = field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\""));
    unquoted.unwrap_or(field)
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
