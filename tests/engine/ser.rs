//! SER, step by step: each hint of the classic program is what our rules find first in the state where it found it. The
//! reference hint is applied, so one difference does not hide the next.

use crate::common::shared;
use serde_json::Value;
use std::fs::read_to_string;
use sudoscope::grid::parse_puzzle;
use sudoscope::ser::board::Board;
use sudoscope::ser::hint::Hint;
use sudoscope::ser::{first_aligned_triplet, first_before_chains};

/// A hint of `steps.jsonl`.
#[derive(Debug, PartialEq)]
struct Reference {
    technique: String,
    difficulty: f64,
    chain: Option<(u64, u64)>,
    eliminations: Vec<String>,
    placement: Option<String>,
}

impl Reference {
    fn read(step: &Value) -> Reference {
        let text = |at: usize| step[at].as_str().unwrap_or_default();
        let difficulty = step[1].as_f64().unwrap();
        Reference {
            technique: our_name(text(0), difficulty),
            difficulty,
            chain: step[2].as_u64().zip(step[3].as_u64()),
            eliminations: text(4).split_whitespace().map(str::to_string).collect(),
            placement: step[5].as_str().map(str::to_string),
        }
    }

    fn of(hint: &Hint) -> Reference {
        let name = |cell: u8, digit: u8| format!("{}{}{}", cell / 9 + 1, cell % 9 + 1, digit + 1);
        let all = hint.eliminations.iter().flat_map(|&(cell, digits)| {
            (0..9).filter(move |d| digits >> d & 1 != 0).map(move |d| name(cell, d))
        });
        let mut eliminations: Vec<String> = all.collect();
        eliminations.sort();
        let chain = (hint.complexity > 0).then_some((hint.complexity.into(), hint.sort_key.into()));
        Reference {
            technique: hint.technique.name().to_string(),
            difficulty: hint.difficulty,
            chain,
            eliminations,
            placement: hint.placement.map(|(cell, digit)| name(cell, digit)),
        }
    }

    fn apply(&self, board: &mut Board) {
        let read = |name: &str| {
            let [row, column, digit] = name.as_bytes() else { panic!("{name}") };
            let cell = 9 * (row - b'1') as usize + (column - b'1') as usize;
            (cell, (digit - b'1') as usize)
        };
        for (cell, digit) in self.eliminations.iter().map(|name| read(name)) {
            board.eliminate(cell, 1 << digit);
        }
        if let Some((cell, digit)) = self.placement.as_deref().map(read) {
            board.place(cell, digit);
        }
    }
}

/// The name by which we report what the classic program calls so.
fn our_name(theirs: &str, difficulty: f64) -> String {
    let (name, nested) = theirs.split_once(" (").unwrap_or((theirs, ""));
    let name = name.to_lowercase().replace(' ', "-").replace("unique-loop-8", "unique-loop");
    let name = match name.as_str() {
        "hidden-single" if difficulty == 1.0 => "hidden-single-last-cell",
        "hidden-single" if difficulty == 1.2 => "hidden-single-in-block",
        "hidden-single" => "hidden-single-in-line",
        name => name,
    };
    let nested = match nested {
        "" => "",
        "+)" => "-plus",
        "+ Forcing Chains)" => "-plus-chains",
        other => panic!("{other}"),
    };
    format!("{name}{nested}")
}

#[test]
fn every_hint_that_is_no_chain_is_that_of_the_classic_program() {
    let Some(path) = shared("ser/steps.jsonl") else { return };
    let text = read_to_string(&path).unwrap();
    let (mut compared, mut chains) = (0, 0);
    for line in text.lines() {
        let puzzle: Value = serde_json::from_str(line).unwrap();
        let clues = parse_puzzle(puzzle["puzzle"].as_str().unwrap().as_bytes()).unwrap();
        let mut board = Board::new(&clues.into());
        for (at, step) in puzzle["steps"].as_array().unwrap().iter().enumerate() {
            let theirs = Reference::read(step);
            let place = format!("{}, step {}", puzzle["id"], at + 1);
            let before = first_before_chains(&board);
            let ours = match theirs.technique.as_str() {
                "aligned-triplet-exclusion" => {
                    assert!(before.is_none(), "{place}: {before:?}");
                    first_aligned_triplet(&board)
                }
                _ => before,
            };
            let ours = ours.as_ref().map(Reference::of);
            if theirs.chain.is_some() {
                chains += 1;
                assert_eq!(ours, None, "{place}: {theirs:?}");
            } else {
                compared += 1;
                assert_eq!(ours.as_ref(), Some(&theirs), "{place}");
            }
            theirs.apply(&mut board);
        }
    }
    assert_eq!(compared + chains, 13_319);
}
