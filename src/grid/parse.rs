//! One line of text → the clues of a puzzle, or the reason and the place of the mistake.

use super::Cells;

/// Why a line is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineErrorKind {
    /// The line ends before the 81st cell; the number is how many cells it has.
    TooShort(u8),
    /// A byte that is neither a digit nor a blank (`.` `0` `*` `_` `-`).
    BadCell(u8),
    /// The 82nd character is a cell too: not the 81-cell layout.
    TooLong,
    /// A carriage return after the cells and more text after it: lines that end in CR alone.
    CarriageReturn,
    /// The line has no such comma-separated column (`--column`).
    NoColumn,
}

/// A line that is not a puzzle: the reason, and the column (in bytes, from 1) where it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineError {
    /// What is wrong.
    pub kind: LineErrorKind,
    /// Where, in bytes from 1.
    pub column: u32,
}

impl std::fmt::Display for LineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind {
            LineErrorKind::TooShort(cells) => write!(f, "{cells} cells where a puzzle has 81"),
            LineErrorKind::BadCell(byte) if byte.is_ascii_graphic() => {
                write!(f, "'{}' is neither a digit nor a blank (. 0 * _ -)", byte as char)
            }
            LineErrorKind::BadCell(b' ') => write!(f, "a space among the 81 cells"),
            LineErrorKind::BadCell(byte) => {
                write!(f, "byte 0x{byte:02x} is neither a digit nor a blank (. 0 * _ -)")
            }
            LineErrorKind::TooLong => write!(f, "more than 81 cells"),
            LineErrorKind::CarriageReturn => {
                write!(f, "a lone carriage return: lines must end in LF or CRLF")
            }
            LineErrorKind::NoColumn => write!(f, "the line has no such column"),
        }
    }
}

impl std::error::Error for LineError {}

/// What a byte means as a cell: 1…9, 0 for a blank, [`BAD`] for anything else.
const CELL: [u8; 256] = {
    let mut table = [BAD; 256];
    let mut digit = 0;
    while digit <= 9 {
        table[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    let blanks = b".*_-";
    let mut k = 0;
    while k < blanks.len() {
        table[blanks[k] as usize] = 0;
        k += 1;
    }
    table
};
const BAD: u8 = 15;

/// Reads the 81 cells at the start of `line` (no line end in it). Whatever follows the 81st cell is
/// the owner's business, unless it is one more cell. Returns the cells of each clue digit.
///
/// ```
/// let line = format!("{} # a note", "1".to_string() + &".".repeat(80));
/// let clues = sudoscope::grid::parse_puzzle(line.as_bytes()).unwrap();
/// assert!(clues[0].contains(0));
/// ```
pub fn parse_puzzle(line: &[u8]) -> Result<[Cells; 9], LineError> {
    let Some(text) = line.first_chunk::<81>() else {
        let bad = line.iter().position(|&byte| CELL[byte as usize] == BAD);
        let kind = match bad {
            Some(cell) => LineErrorKind::BadCell(line[cell]),
            None => LineErrorKind::TooShort(line.len() as u8),
        };
        return Err(error(kind, bad.unwrap_or(line.len())));
    };
    // The bands side by side: most cells are blanks, and each waits for the one before.
    let mut bands = [[0u32; 16]; 3];
    for k in 0..27 {
        for (band, cells) in bands.iter_mut().enumerate() {
            cells[(CELL[text[27 * band + k] as usize] & 15) as usize] |= 1 << k;
        }
    }
    let of = |value: usize| Cells::of_bands(bands.each_ref().map(|cells| cells[value]));
    if let Some(cell) = of(BAD as usize).first() {
        return Err(error(LineErrorKind::BadCell(text[cell]), cell));
    }
    if line.get(81).is_some_and(|&byte| CELL[byte as usize] != BAD) {
        return Err(error(LineErrorKind::TooLong, 81));
    }
    if line.get(81) == Some(&b'\r') && line[81..].iter().any(|byte| !byte.is_ascii_whitespace()) {
        return Err(error(LineErrorKind::CarriageReturn, 81));
    }
    Ok(std::array::from_fn(|digit| of(digit + 1)))
}

/// An error at the byte with index `at`.
fn error(kind: LineErrorKind, at: usize) -> LineError {
    LineError { kind, column: at as u32 + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_at(line: &str) -> (LineErrorKind, u32) {
        let error = parse_puzzle(line.as_bytes()).unwrap_err();
        (error.kind, error.column)
    }

    #[test]
    fn every_blank_is_read() {
        let line: String = (0..81).map(|cell| [".", "0", "*", "_", "-", "7"][cell % 6]).collect();
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        assert_eq!(clues[6], (0..81).filter(|cell| cell % 6 == 5).collect());
        assert!(clues.iter().enumerate().all(|(digit, cells)| digit == 6 || cells.is_empty()));
    }

    #[test]
    fn mistakes_are_located() {
        let blank = ".".repeat(81);
        assert_eq!(kind_at(&blank[..80]), (LineErrorKind::TooShort(80), 81));
        assert_eq!(kind_at(""), (LineErrorKind::TooShort(0), 1));
        assert_eq!(
            kind_at(&format!("{}x{}", &blank[..5], blank)),
            (LineErrorKind::BadCell(b'x'), 6)
        );
        // The first of several, wherever they are.
        for (first, second) in [(3, 80), (30, 4), (60, 59), (79, 53)] {
            let mut line = blank.clone().into_bytes();
            (line[first], line[second]) = (b'x', b'x');
            let line = String::from_utf8(line).unwrap();
            let expected = (LineErrorKind::BadCell(b'x'), first.min(second) as u32 + 1);
            assert_eq!(kind_at(&line), expected);
            assert_eq!(kind_at(&line[..80]).1, expected.1);
        }
        assert_eq!(kind_at(&format!("{blank}.")), (LineErrorKind::TooLong, 82));
        assert!(parse_puzzle(format!("{blank} 3 # tail").as_bytes()).is_ok());
        assert!(parse_puzzle(format!("{blank},5,5").as_bytes()).is_ok());
    }
}
