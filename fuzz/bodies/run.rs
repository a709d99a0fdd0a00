//! Run files and their records.

use std::{fs, path::Path, sync::LazyLock};
use sudoscope::files::{Protected, Unfinished};
use sudoscope::grid;
use sudoscope::input::Identity;
use sudoscope::report::{Context, Destination, View, write_all};
use sudoscope::run::{Layout, Merge, MergeError, Row, RunError, RunFile, RunHeader};
use sudoscope::scale::{Effort, Scale, Solver};
use xxhash_rust::xxh3::xxh3_64;

/// Takes bytes as a record: it is refused, or encoded again to a record of the same meaning.
pub fn record(bytes: &[u8]) {
    let ladders = ["BRT", "S"].map(|name| Scale::named(name).expect("it is in the table"));
    let layout = Layout::new(&ladders, 1, 0);
    if let Some(row) = layout.decode(bytes) {
        let mut again = Vec::new();
        layout.encode(&row, &mut again);
        // Compared as bytes, because a missing number is NaN, which equals nothing.
        let mut third = Vec::new();
        layout.encode(&layout.decode(&again).expect("it was written so"), &mut third);
        assert_eq!(again, third);
    }
}

/// Run file of a few puzzles, with its header and its ladders; it lacks the end of a complete run.
pub static RUN: LazyLock<(Vec<u8>, RunHeader, Vec<Scale>)> = LazyLock::new(|| {
    let ladders: Vec<Scale> = ["BRT", "S", "W"].map(|name| Scale::named(name).expect("it is named")).into();
    let header = RunHeader {
        version: "0".to_string(),
        scales: ladders.iter().map(Scale::description).collect(),
        inputs: vec![Identity { name: "in".to_string(), content: None, part: None }],
        shard: None,
        budget: 1_000_000,
        validate: true,
        skip: 0,
        take: None,
        column: None,
        sheet: None,
        against: vec!["SER".to_string()],
        keep: Vec::new(),
        solution: false,
        sukaku: false,
        wide: false,
        board: None,
    };
    let directory = tempfile::tempdir().expect("a directory");
    let mut run = RunFile::open(directory.path(), &header, &ladders, Unfinished::Keep).expect("a run");
    let mut solver = Solver::new();
    let lines = include_str!("../../datasets/random-10k.txt").lines().take(12);
    for (k, line) in lines.enumerate() {
        let clues = grid::parse_puzzle(line.as_bytes()).expect("a puzzle");
        let (status, climbs) = solver.rate(&clues, &ladders, Effort::default());
        let line = k as u64 + 1;
        let puzzle = clues.into();
        let row = Row {
            file: 0,
            line,
            status,
            puzzle,
            error: None,
            climbs: climbs.into(),
            against: [8.3].into(),
            kept: Box::default(),
            solution: None,
            left_out: None,
        };
        run.append(&[row]).expect("it is written");
        run.flush().expect("it is written");
    }
    let bytes = fs::read(directory.path().join("run.partial")).expect("it is there");
    run.finish().expect("it gets its name");
    // Merged from its parts.
    let complete = fs::read(directory.path().join("run.records")).expect("it is there");
    assert!(complete.len() < bytes.len());
    (bytes, header, ladders)
});

/// Adds the end of a complete run.
fn sealed(file: &[u8]) -> Vec<u8> {
    let counted = [file, &12_u64.to_le_bytes()].concat();
    [&counted[..], &xxh3_64(&counted).to_le_bytes()].concat()
}

/// Corrects the checksums of a file's blocks.
fn summed(mut file: Vec<u8>, head: usize) -> Vec<u8> {
    let mut left = file.get_mut(head..).unwrap_or_default();
    while let Some((begin, rest)) = left.split_at_mut_checked(20) {
        let length = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|k| begin[at + k])) as usize;
        let Some((body, rest)) = rest.split_at_mut_checked(length(8).saturating_add(length(12))) else {
            break;
        };
        let hash = xxh3_64(&[&begin[..16], body].concat());
        begin[16..].copy_from_slice(&hash.to_le_bytes()[..4]);
        left = rest;
    }
    file
}

/// Takes any bytes as a run file, or, after a first byte that is not zero, the good one with changes of four
/// bytes each: kind, place (two bytes) and value. The first byte also decides whether reports are made, and
/// whether hash and checksums are right.
pub fn run_file(bytes: &[u8]) {
    let Some((&is_real, rest)) = bytes.split_first() else { return };
    let mut file = if is_real == 0 { rest.to_vec() } else { damaged(&RUN.0, rest) };
    if is_real & 64 != 0 {
        let head = RUN.0.iter().enumerate().filter(|byte| *byte.1 == b'\n').nth(1);
        let head = head.map_or(0, |end| end.0 + 1);
        file = summed(file, head);
    }
    let directory = tempfile::tempdir().expect("a directory");
    let is_sealed = is_real % 32 != 30;
    let mut complete = sealed(&file);
    let flip = complete.len() - 1;
    complete[flip] ^= u8::from(!is_sealed);
    fs::write(directory.path().join("run.records"), complete).expect("it is written");
    fs::write(directory.path().join("run.partial"), &file).expect("it is written");
    read_run(directory.path(), is_sealed, is_real % 32 == 31);
    merge_run(directory.path());
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

/// Reads a run, which must be refused or reported, whatever its rows say. Reports take time, so they are made
/// only if `reported`.
fn read_run(directory: &Path, is_sealed: bool, reported: bool) {
    let Ok((header, ladders, run)) = RunFile::read(directory) else { return };
    let rows = run.rows().expect("it can be read");
    if !reported {
        let damaged = rows.filter(|row| match row {
            Ok(_) => false,
            Err(RunError::Damaged(_)) => true,
            Err(error) => panic!("{error}"),
        });
        assert!(is_sealed || damaged.count() > 0);
        return;
    }
    let context = Context::finished(&header, &ladders, View::default());
    let target = Destination::new(directory, &[], Protected::default());
    match write_all(&target, &context, rows) {
        Ok(_) | Err(RunError::Damaged(_)) => {}
        Err(error) => panic!("{error}"),
    }
}

/// Merges a run with nothing else: the result equals it, or it is refused; a shard lacks the others unless it
/// is the only one.
fn merge_run(directory: &Path) {
    let Ok((_, _, run)) = RunFile::read(directory) else { return };
    let out = tempfile::tempdir().expect("a directory");
    let joined = Merge::of(&[directory.to_path_buf()]).and_then(|merge| merge.write(out.path()));
    match joined {
        Ok(joined) => assert_eq!(joined.records, run.records),
        Err(MergeError::Run(RunError::Damaged(_)))
        | Err(MergeError::Missing { .. } | MergeError::Changed(_) | MergeError::Different(..)) => {}
        Err(error) => panic!("{error}"),
    }
}

/// Resumes a run, of which only the intact part is kept: the beginning of the file, with valid rows only.
fn resume_run(directory: &Path, file: &[u8]) {
    let (_, header, ladders) = &*RUN;
    let Ok(run) = RunFile::open(directory, header, ladders, Unfinished::Resume) else { return };
    let rows = run.rows().expect("it can be read");
    let rows = rows.inspect(|row| assert!(row.as_ref().is_ok_and(|row| row.line > 0)));
    let kept = fs::read(directory.join("run.partial")).expect("it is there");
    // An empty file begins a run.
    assert!(file.is_empty() || file.starts_with(&kept));
    assert!(rows.count() as u64 == run.records);
}
