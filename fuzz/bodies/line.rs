//! Lines of text, with the puzzle in any column.

use sudoscope::grid::{self, notation};
use sudoscope::input::{Places, clues_of};

/// Takes a line: a puzzle must print the same as in the line, and the place of an error must be in the line.
pub fn parse_puzzle_line(line: &[u8]) {
    match grid::parse_puzzle(line) {
        Ok(clues) => {
            let printed = notation::clues(&clues);
            for (cell, (&byte, printed)) in line.iter().zip(printed.bytes()).enumerate() {
                let expected = if (b'1'..=b'9').contains(&byte) { byte } else { b'.' };
                assert_eq!(printed, expected, "cell {cell}");
            }
        }
        Err(error) => {
            assert!((1..=82).contains(&error.column) && error.column as usize <= line.len() + 1)
        }
    }
}

/// Takes a column, chosen by the first byte, and a line.
pub fn parse_puzzle(bytes: &[u8]) {
    let Some((&column, line)) = bytes.split_first() else { return };
    parse_puzzle_line(line);
    if let Err(error) = clues_of(line, &Places::in_column(1 + column as usize % 5)) {
        assert!(error.column as usize <= line.len() + 1 && !error.to_string().is_empty());
    }
}
