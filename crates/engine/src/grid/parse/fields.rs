//! The column that holds the puzzle, found by what stands in it: a field of nothing but 81 cells, or of the 729
//! marks of a sukaku. Of several the first that has blanks: the others are solutions.

use super::{BAD, Found, LineError, read_field, sukaku, value};

/// The puzzle in a column of the line, or what is wrong with the one that should be it; `None` if there is neither.
pub(super) fn find(line: &[u8]) -> Option<Result<Found, LineError>> {
    let mut full = None;
    for (at, field) in fields(line) {
        if !matches!(field.len(), 81 | sukaku::LENGTH) || cells(field) < field.len() {
            continue;
        }
        let Ok(found) = read_field(field) else { continue };
        let found = Found { end: at + found.end, ..found };
        if found.puzzle.clue_count() < 81 {
            return Some(Ok(found));
        }
        full = full.or(Some(found));
    }
    mistake(line).map(Err).or(full.map(Ok))
}

/// What is wrong with the first field that looks as if it should be the puzzle, where another comes before it. A line
/// that begins with cells and blanks is no table.
fn mistake(line: &[u8]) -> Option<LineError> {
    let mut fields = fields(line);
    let (_, first) = fields.next()?;
    if first.iter().any(|&byte| value(byte) == 0 && byte != b'0') {
        return None;
    }
    let is_like = |field: &[u8]| {
        matches!(field.len(), 70..=90 | 700..=760)
            && field.first().is_some_and(|&byte| value(byte) != BAD)
            && 4 * cells(field) >= 3 * field.len()
    };
    fields
        .filter(|(_, field)| is_like(field))
        .find_map(|(at, field)| read_field(field).err().map(|error| error.moved(at)))
}

/// How many of the bytes are cells.
fn cells(field: &[u8]) -> usize {
    field.iter().filter(|&&byte| value(byte) != BAD).count()
}

/// The fields of a line with the place of each, without the blanks and quotes around them: between commas if there
/// is one, or else tabs, semicolons or spaces. A line with none of them, or that begins with it, has no fields.
fn fields(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let separator = b",\t; ".iter().copied().find(|separator| line.contains(separator));
    let line = match separator {
        Some(separator) if !line.starts_with(&[separator]) => line,
        _ => b"",
    };
    let mut next = 0;
    line.split(move |&byte| Some(byte) == separator).map(move |field| {
        let mut at = next;
        next += field.len() + 1;
        let mut inner = field.trim_ascii_start();
        at += field.len() - inner.len();
        inner = inner.trim_ascii_end();
        match inner.strip_prefix(b"\"").and_then(|inner| inner.strip_suffix(b"\"")) {
            Some(inner) => (at + 1, inner),
            None => (at, inner),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::{LineErrorKind, read_puzzle};
    use crate::grid::Puzzle;

    const PUZZLE: &str =
        "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    const SOLUTION: &str =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642";

    /// Shapes of tables. `P` is the puzzle, `S` a full grid.
    #[test]
    fn the_column_is_found() {
        let own = read_puzzle(PUZZLE.as_bytes()).unwrap().puzzle;
        for line in [
            "P,S",
            "S,P",
            "1,P,S,24,2.2",
            "17,S,P",
            "puzzles0_kaggle,P,S,12",
            "\"1\",\"P\",\"S\"",
            "1; P ;S",
            "1\tP\tS",
            "00002d66c3  P  7.8",
            "3f0a P 1.2",
            "S S P",
            "S;P",
        ] {
            let line = line.replace('P', PUZZLE).replace('S', SOLUTION);
            let found = read_puzzle(line.as_bytes()).unwrap();
            assert_eq!(found.puzzle, own, "{line}");
            assert_eq!(&line[found.end - 81..found.end], PUZZLE, "{line}");
        }
        let full = read_puzzle(format!("7,{SOLUTION},{SOLUTION}").as_bytes()).unwrap();
        assert!(matches!(full.puzzle, Puzzle::Clues(_)) && full.puzzle.clue_count() == 81);
        assert_eq!(full.end, 83);
        let sukaku = "1........".repeat(81);
        let found = read_puzzle(format!("7,{sukaku}").as_bytes()).unwrap();
        assert_eq!((found.puzzle.to_string(), found.end), (sukaku, 731));
    }

    #[test]
    fn a_mistake_in_the_column_is_located() {
        let kind_at = |line: &str| {
            let error = read_puzzle(line.as_bytes()).unwrap_err();
            (error.kind, error.column)
        };
        let (short, bad) = (&PUZZLE[..80], PUZZLE.replace('7', "x"));
        for line in [format!("12,{short},{SOLUTION}"), format!("12,{SOLUTION},{short}")] {
            assert_eq!(kind_at(&line).0, LineErrorKind::TooShort(80), "{line}");
        }
        assert_eq!(kind_at(&format!("{SOLUTION},{short}")), (LineErrorKind::TooShort(80), 163));
        assert_eq!(kind_at(&format!("12,{short},1")), (LineErrorKind::TooShort(80), 84));
        assert_eq!(kind_at(&format!("ab {bad} 1")), (LineErrorKind::BadCell(b'x'), 22));
        assert_eq!(kind_at(&format!("ab,\"{PUZZLE}4\"")), (LineErrorKind::TooLong, 86));
        // No table: the beginning is reported.
        assert_eq!(kind_at(&format!("..,{short}")), (LineErrorKind::BadCell(b','), 3));
        assert_eq!(kind_at(&format!(" {PUZZLE}")), (LineErrorKind::BadCell(b' '), 1));
        assert_eq!(kind_at(&format!("\t{PUZZLE}")), (LineErrorKind::BadCell(b'\t'), 1));
        assert_eq!(kind_at(&format!("\"{PUZZLE}\"")), (LineErrorKind::BadCell(b'"'), 1));
    }
}
