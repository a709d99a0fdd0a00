//! Tables that are texts, with tabs between the fields and a line of heads: read at compile time.

/// The rows of a table, after its heads.
pub(crate) const fn table<const COLUMNS: usize, const ROWS: usize>(
    text: &'static str,
) -> [[&'static str; COLUMNS]; ROWS] {
    let mut table = [[""; COLUMNS]; ROWS];
    let (mut at, mut start, mut field) = (0, 0, 0);
    while at < text.len() {
        if matches!(text.as_bytes()[at], b'\t' | b'\n') {
            if field >= COLUMNS {
                table[field / COLUMNS - 1][field % COLUMNS] = text.split_at(at).0.split_at(start).1;
            }
            (start, field) = (at + 1, field + 1);
        }
        at += 1;
    }
    assert!(field == COLUMNS * (ROWS + 1), "some row has too few fields, or too many");
    table
}

/// How many rows it has.
pub(crate) const fn rows(text: &str) -> usize {
    let (mut at, mut lines) = (0, 0);
    while at < text.len() {
        lines += (text.as_bytes()[at] == b'\n') as usize;
        at += 1;
    }
    lines - 1
}
