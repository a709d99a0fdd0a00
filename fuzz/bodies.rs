//! What the fuzz targets run: each takes any bytes and must not panic, and checks what it gets back.
#![allow(dead_code)] // a target uses one of them

use sudoscope::grid::{self, notation};
use sudoscope::ladder::Ladder;
use sudoscope::pipeline::clues_of;
use sudoscope::proof;
use sudoscope::record::Layout;
use sudoscope::verify::format::{Outcome, Proof};

/// A line, in any column: what is read prints as the line said, and a mistake lies in the line.
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

/// The first byte chooses a column, the rest is a line.
pub fn parse_puzzle(bytes: &[u8]) {
    let Some((&column, line)) = bytes.split_first() else { return };
    parse_puzzle_line(line);
    if let Err(error) = clues_of(line, Some(1 + column as usize % 5)) {
        assert!(error.column as usize <= line.len() + 1 && !error.to_string().is_empty());
    }
}

/// A ladder definition: what is accepted starts with brt, stands in order, and says the same again.
pub fn ladder(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Ladder::define("fuzz", text) {
        Ok(ladder) => {
            assert!(ladder.items.len() >= 3 && ladder.items.is_sorted_by_key(|item| item.rung));
            let again = Ladder::define("fuzz", &ladder.definition).expect("it was accepted before");
            assert_eq!(again.items.len(), ladder.items.len());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A proof, or any text: what is accepted as solved ends with a solution of its puzzle.
pub fn verify(bytes: &[u8]) {
    let Ok(proof) = serde_json::from_slice::<Proof>(bytes) else { return };
    let Ok(verdict) = proof::verify(&proof) else { return };
    if verdict.outcome == Outcome::Solved {
        let end = grid::parse_puzzle(proof.end.as_bytes()).expect("81 digits");
        for house in grid::HOUSES {
            assert!(end.iter().all(|cells| (*cells & house).len() == 1), "{}", proof.end);
        }
        if let Ok(clues) = grid::parse_puzzle(proof.puzzle.as_bytes()) {
            assert!(clues.iter().zip(&end).all(|(clues, cells)| clues.is_subset(*cells)));
        }
    }
}

/// Bytes as a record: refused, or encoded again to a record that means the same.
pub fn record(bytes: &[u8]) {
    let ladders = ["BRT", "S"].map(|name| Ladder::named(name).expect("it is in the table"));
    let layout = Layout::new(&ladders, 1);
    if let Some(row) = layout.decode(bytes) {
        let mut again = Vec::new();
        layout.encode(&row, &mut again);
        assert_eq!(layout.decode(&again), Some(row));
    }
}
