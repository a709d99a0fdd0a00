//! What the fuzz targets run: each takes any bytes and must not panic, and checks what it gets back.
#![allow(dead_code)] // a target uses one of them

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use sudoscope::grid::{self, notation};
use sudoscope::ladder::{BRT_ITEMS, Ladder, LadderError};
use sudoscope::pipeline::{RunError, RunFile, RunHeader, Unfinished, clues_of};
use sudoscope::proof;
use sudoscope::record::{Layout, Row};
use sudoscope::report::{Context, View, write_all};
use sudoscope::solve::{Effort, Solver};
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

/// A ladder definition: what is accepted starts with brt, stands in order, and says the same again; written out item
/// by item it is the same ladder. What is refused is told in words.
pub fn ladder(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let items = |ladder: &Ladder| -> Vec<(u8, String)> {
        ladder.items.iter().map(|item| (item.rung, item.name())).collect()
    };
    match Ladder::define("fuzz", text) {
        Ok(ladder) => {
            assert!(
                ladder.items.len() >= BRT_ITEMS && ladder.items.is_sorted_by_key(|item| item.rung)
            );
            let brt =
                ladder.items.iter().take(BRT_ITEMS).all(|item| item.rung == 0 && item.size == 0);
            assert!(brt && ladder.items.iter().skip(BRT_ITEMS).all(|item| item.rung > 0));
            assert!(ladder.rungs().is_sorted() && ladder.rungs().contains(&ladder.top()));
            let again =
                Ladder::recorded("fuzz", &ladder.definition).expect("it was accepted before");
            assert_eq!(items(&again), items(&ladder));
        }
        Err(LadderError::UnknownRule(name)) => assert!(text.contains(&name)),
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
        // As bytes: a number that is missing is NaN, which equals nothing.
        let mut third = Vec::new();
        layout.encode(&layout.decode(&again).expect("it was written so"), &mut third);
        assert_eq!(again, third);
    }
}

/// A whole run file of a few puzzles, its header and its ladders.
pub static RUN: LazyLock<(Vec<u8>, RunHeader, Vec<Ladder>)> = LazyLock::new(|| {
    let ladders: Vec<Ladder> =
        ["BRT", "S", "W"].map(|name| Ladder::named(name).expect("it is named")).into();
    let header = RunHeader {
        version: "0".to_string(),
        ladders: ladders.iter().map(|l| (l.name.clone(), l.definition.clone())).collect(),
        inputs: vec![],
        budget: 1_000_000,
        validate: true,
        skip: 0,
        take: None,
        column: None,
        against: vec!["SER".to_string()],
    };
    let directory = tempfile::tempdir().expect("a directory");
    let mut run =
        RunFile::open(directory.path(), &header, &ladders, Unfinished::Keep).expect("a run");
    let mut solver = Solver::new();
    let lines = include_str!("../datasets/random-10k.txt").lines().take(12);
    for (k, line) in lines.enumerate() {
        let clues = grid::parse_puzzle(line.as_bytes()).expect("a puzzle");
        let (status, climbs) = solver.rate(&clues, &ladders, Effort::default());
        let line = k as u64 + 1;
        let row = Row { file: 0, line, status, clues, error: None, climbs, against: vec![8.3] };
        run.append(&[row]).expect("it is written");
    }
    run.finish().expect("it gets its name");
    let bytes = fs::read(directory.path().join("run.records")).expect("it is there");
    (bytes, header, ladders)
});

/// Any bytes as a run file, or, after a first byte that is not zero, the whole one with changes: of four bytes each,
/// what is done, where, with what. The first byte also says whether reports are made.
pub fn run_file(bytes: &[u8]) {
    let Some((&is_real, rest)) = bytes.split_first() else { return };
    let file = if is_real == 0 { rest.to_vec() } else { damaged(&RUN.0, rest) };
    let directory = tempfile::tempdir().expect("a directory");
    for name in ["run.records", "run.partial"] {
        fs::write(directory.path().join(name), &file).expect("it is written");
    }
    read_run(directory.path(), is_real % 8 == 7);
    resume_run(directory.path(), &file);
}

fn damaged(whole: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut file = whole.to_vec();
    for &[what, low, high, value] in changes.as_chunks().0 {
        let at = usize::from(u16::from_le_bytes([low, high])) % (file.len() + 1);
        match what % 4 {
            0 => file.truncate(at),
            1 => file.splice(at..at, vec![0; 16 * usize::from(value)]).for_each(drop),
            2 => _ = file.drain(at..(at + usize::from(value)).min(file.len())),
            _ => file.get_mut(at).into_iter().for_each(|byte| *byte ^= value | 1),
        }
    }
    file
}

/// A run that is read is reported, whatever its rows say; or it is refused. Reports take time: some are made.
fn read_run(directory: &Path, reported: bool) {
    let Ok((header, ladders, mut run)) = RunFile::read(directory) else { return };
    if !reported {
        let mut rows = run.rows().expect("it can be read");
        assert!(rows.all(|row| matches!(row, Ok(_) | Err(RunError::Damaged(_)))));
        return;
    }
    let context = Context {
        header: &header,
        ladders: &ladders,
        timing: None,
        rows: run.records,
        interrupted: false,
        view: View::default(),
    };
    match write_all(directory, &context, &[], Vec::new(), &mut run, |_| ()) {
        Ok(()) | Err(RunError::Damaged(_)) => {}
        Err(error) => panic!("{error}"),
    }
}

/// A run is gone on with only as far as it is intact: what is kept is the beginning of the file, and all of it means
/// something.
fn resume_run(directory: &Path, file: &[u8]) {
    let (_, header, ladders) = &*RUN;
    let Ok(run) = RunFile::open(directory, header, ladders, Unfinished::Resume) else { return };
    let mut rows = run.rows().expect("it can be read");
    assert!(rows.all(|row| row.is_ok_and(|row| row.line > 0)));
    let kept = fs::read(directory.join("run.partial")).expect("it is there");
    assert!(file.starts_with(&kept) && kept.len() as u64 >= run.records * run.width());
}
