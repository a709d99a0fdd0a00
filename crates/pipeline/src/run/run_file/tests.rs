//! Run files give back their rows, and any wrong byte is noticed.

use super::*;
use crate::input::{Identity, LineAt, LineError, LineErrorKind};
use proptest::prelude::*;
use smallvec::{SmallVec, smallvec};
use sudoscope_engine::grid::{Cell, Cells, ParseErrorKind, Puzzle};
use sudoscope_engine::scale::{Climb, Outcome, Rating, Status, Tally, no_tallies};

fn scales() -> Vec<Scale> {
    ["BRT", "W"].map(|name| Scale::named(name).unwrap()).into()
}

fn header(keep: usize) -> RunHeader {
    let input = Identity { name: "in".to_string(), content: None, part: None };
    RunHeader {
        version: "0".to_string(),
        scales: scales().iter().map(Scale::description).collect(),
        inputs: vec![input; 3],
        shard: None,
        budget: 1,
        validate: true,
        skip: 0,
        take: None,
        column: None,
        sheet: None,
        sukaku: false,
        against: vec!["x".to_string()],
        keep: (0..keep).map(|k| k.to_string().into()).collect(),
        solution: false,
        wide: false,
        board: None,
    }
}

fn open(directory: &Path, keep: usize, unfinished: Unfinished) -> Result<RunFile, RunError> {
    RunFile::open(directory, &header(keep), &scales(), unfinished)
}

/// Returns the bytes of a complete file of these rows, written in parts of the given sizes, which are
/// repeated.
fn complete(rows: &[Row], keep: usize, sizes: &[usize]) -> (tempfile::TempDir, Vec<u8>) {
    let directory = tempfile::tempdir().unwrap();
    let mut run = open(directory.path(), keep, Unfinished::Keep).unwrap();
    let mut left = rows;
    for &size in sizes.iter().cycle() {
        let (now, rest) = left.split_at(size.min(left.len()));
        run.append(now).unwrap();
        if rest.is_empty() {
            break;
        }
        run.flush().unwrap();
        left = rest;
    }
    run.finish().unwrap();
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    let bytes = std::fs::read(directory.path().join(COMPLETE)).unwrap();
    (directory, bytes)
}

/// Reads the rows of a complete file.
fn read_all(directory: &Path) -> Result<Vec<Row>, RunError> {
    let rows: Vec<Row> = RunFile::read(directory)?.2.rows()?.collect::<Result<_, _>>()?;
    Ok(rows)
}

prop_compose! {
    fn puzzle()(
        cells in proptest::collection::vec(0_usize..30, 81),
        is_sukaku in any::<bool>(),
    ) -> Puzzle {
        let mut clues = [Cells::EMPTY; 9];
        let places = cells.iter().enumerate().filter(|place| *place.1 < 9);
        places.for_each(|(cell, &digit)| clues[digit].insert(Cell::new(cell)));
        let clues = Puzzle::Clues(clues);
        if is_sukaku { Puzzle::sukaku_of(&clues.grid()) } else { clues }
    }
}

prop_compose! {
    fn climb(scale: usize)(
        outcome in 0_usize..4,
        value in 0_u32..2,
        used in proptest::collection::vec(
            (0_usize..scales()[scale].items.len(), any::<[u32; 3]>()), 0..5),
    ) -> Climb {
        let solved = Outcome::Solved(Rating::from(value.min(scale as u32)));
        let outcome = [solved, Outcome::Unsolved, Outcome::Budget, Outcome::NoSolution][outcome];
        let mut tallies = no_tallies(scales()[scale].items.len());
        for (item, [steps, eliminations, placements]) in used {
            tallies[item] = Tally { steps, eliminations, placements };
        }
        Climb { outcome, tallies }
    }
}

prop_compose! {
    fn row()(
        is_further in prop::bool::weighted(0.02),
        lines in 1_u64..1 << 40,
        status in 0..Status::ALL.len(),
        puzzle in puzzle(),
        error in proptest::option::of(any::<(u8, u32, u8)>()),
        climbs in proptest::option::of((climb(0), climb(1))),
        number in -1e15..1e15_f64,
        kept in "\\PC{0,40}",
    ) -> (bool, u64, Row) {
        let row = Row {
            file: 0,
            line: 0,
            status: Status::ALL[status],
            puzzle,
            error: error.map(|(cells, column, row)| {
                LineError { kind: LineErrorKind::Parse(ParseErrorKind::TooShort(cells)), column, row }
            }),
            climbs: climbs.map_or(SmallVec::new(), |(a, b)| smallvec![a, b]),
            against: [number].into(),
            kept: [kept].into(),
            solution: None,
            left_out: None,
        };
        (is_further, lines, row)
    }
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let number = |rows: Vec<(bool, u64, Row)>| {
        let mut at = LineAt { file: 0, line: 0 };
        let rows = rows.into_iter().map(|(is_further, lines, row)| {
            at = match is_further {
                true => LineAt { file: at.file + 1, line: lines },
                false => LineAt { line: at.line + lines, ..at },
            };
            Row { file: at.file, line: at.line, ..row }
        });
        rows.collect()
    };
    proptest::collection::vec(row(), 1..24).prop_map(number)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(8) })]

    /// All rows come back unchanged, and every wrong byte is noticed.
    #[test]
    fn rows_come_back_and_any_wrong_byte_is_noticed(
        rows in rows(),
        sizes in proptest::collection::vec(1_usize..20, 1..4),
        bit in 0..8,
    ) {
        let (_, whole) = complete(&rows, 1, &[rows.len()]);
        let (directory, bytes) = complete(&rows, 1, &sizes);
        prop_assert!(bytes == whole);
        prop_assert_eq!(&read_all(directory.path()).unwrap(), &rows);
        let head = whole.iter().enumerate().filter(|byte| *byte.1 == b'\n').nth(1).unwrap().0 + 1;
        // A file in parts, as a kill leaves it.
        let parts = tempfile::tempdir().unwrap();
        let mut run = open(parts.path(), 1, Unfinished::Keep).unwrap();
        for some in rows.chunks(sizes[0]) {
            run.append(some).unwrap();
            run.flush().unwrap();
        }
        drop(run);
        let partial = std::fs::read(parts.path().join(UNFINISHED)).unwrap();
        for at in (0..whole.len().max(partial.len())).step_by(13) {
            if let Some(byte) = bytes.get(at) {
                let mut damaged = bytes.clone();
                damaged[at] = byte ^ (1_u8 << bit);
                std::fs::write(directory.path().join(COMPLETE), damaged).unwrap();
                prop_assert!(read_all(directory.path()).is_err(), "{}", at);
                std::fs::write(directory.path().join(COMPLETE), &bytes[..at]).unwrap();
                prop_assert!(read_all(directory.path()).is_err(), "cut off at {}", at);
            }
            for is_cut in [false, true] {
                let mut damaged = partial.clone();
                let Some(byte) = damaged.get_mut(at) else { continue };
                *byte ^= 1_u8 << bit;
                damaged.truncate(if is_cut { at } else { partial.len() });
                std::fs::write(parts.path().join(UNFINISHED), &damaged).unwrap();
                match open(parts.path(), 1, Unfinished::Resume) {
                    // Nothing was written, or the file is not one of our runs.
                    Err(_) => prop_assert!(at < head),
                    Ok(run) => {
                        prop_assert!(at >= head || is_cut && at == 0);
                        let kept: Vec<Row> = run.rows().unwrap().map(|row| row.unwrap()).collect();
                        prop_assert!(rows.starts_with(&kept));
                        // No more than one part is lost.
                        prop_assert!(kept.len().is_multiple_of(sizes[0]));
                        prop_assert!(kept.len() < rows.len() || at >= partial.len());
                    }
                }
            }
        }
    }
}

/// Ladders, inputs and numbers that no scan writes are refused, even with correct checksums.
#[test]
fn what_no_scan_writes_is_refused() {
    let row = |number: f64| Row {
        file: 0,
        line: 1,
        status: Status::Invalid,
        puzzle: Puzzle::default(),
        error: None,
        climbs: SmallVec::new(),
        against: [number].into(),
        kept: [].into(),
        solution: None,
        left_out: None,
    };
    for (number, is_right) in [(1.5, true), (f64::NAN, true), (1e300, false), (f64::INFINITY, false)] {
        let (directory, _) = complete(&[row(number)], 0, &[1]);
        assert_eq!(read_all(directory.path()).is_ok(), is_right, "{number}");
    }
    let written = |change: fn(&mut RunHeader)| {
        let (directory, bytes) = complete(&[row(1.5)], 0, &[1]);
        let mut changed = header(0);
        change(&mut changed);
        let body = &bytes[header(0).head().unwrap().len()..bytes.len() - 8];
        let mut whole = [&changed.head().unwrap(), body].concat();
        whole.extend(xxhash_rust::xxh3::xxh3_64(&whole).to_le_bytes());
        std::fs::write(directory.path().join(COMPLETE), whole).unwrap();
        read_all(directory.path()).is_ok()
    };
    assert!(written(|header| header.budget = 2));
    assert!(!written(|header| header.scales.clear()));
    assert!(!written(|header| header.inputs.clear()));
    assert!(!written(|header| header.inputs = vec![header.inputs[0].clone(); 65_536]));
}

/// Returns a row of a line that is not a puzzle.
fn small(k: u64, kept: &[String]) -> Row {
    Row {
        file: 0,
        line: k,
        status: Status::Invalid,
        puzzle: Puzzle::default(),
        error: None,
        climbs: SmallVec::new(),
        against: [k as f64].into(),
        kept: kept.into(),
        solution: None,
        left_out: None,
    }
}

/// A complete file is the same however it was written and wherever it was cut and resumed: several full
/// blocks, some filled by kept columns.
#[test]
fn a_complete_file_does_not_tell_how_it_was_written() {
    let row = |k: u64| small(k, &["x".repeat(if (1500..1600).contains(&k) { 20_000 } else { 3 })]);
    let rows: Vec<Row> = (1..4000).map(row).collect();
    let (directory, whole) = complete(&rows, 1, &[rows.len()]);
    assert!(read_all(directory.path()).unwrap() == rows);
    for sizes in [&[1024_usize][..], &[1, 2000], &[700], &[1023, 1, 1], &[4, 3000, 50]] {
        assert!(complete(&rows, 1, sizes).1 == whole, "{sizes:?}");
    }
    for cut in (0..whole.len()).step_by(whole.len() / 40) {
        let parts = tempfile::tempdir().unwrap();
        std::fs::write(parts.path().join(UNFINISHED), &whole[..cut]).unwrap();
        let Ok(mut run) = open(parts.path(), 1, Unfinished::Resume) else { continue };
        let from = run.records as usize;
        // No whole block is lost.
        let body = cut.saturating_sub(run.head.len());
        assert!(from >= 1024 || body < 1024 * 30, "{from} rows of {body} bytes");
        assert!(run.length as usize + 40_000 > cut, "{cut}");
        run.append(&rows[from..(from + 10).min(rows.len())]).unwrap();
        run.flush().unwrap();
        run.append(&rows[(from + 10).min(rows.len())..]).unwrap();
        run.finish().unwrap();
        assert!(std::fs::read(parts.path().join(COMPLETE)).unwrap() == whole, "{cut}");
    }
}

/// An unfinished file left beside the complete file leads to the same complete file again. A kill can leave
/// it there between naming the complete file and removing the file in parts, or just before a file without
/// parts is named.
#[test]
fn what_is_left_beside_a_complete_file_comes_to_the_same_file() {
    let rows: Vec<Row> = (1..3000).map(|k| small(k, &[])).collect();
    let (directory, whole) = complete(&rows, 0, &[rows.len()]);
    let parts = tempfile::tempdir().unwrap();
    let mut run = open(parts.path(), 0, Unfinished::Keep).unwrap();
    for some in rows.chunks(700) {
        run.append(some).unwrap();
        run.flush().unwrap();
    }
    drop(run);
    let in_parts = std::fs::read(parts.path().join(UNFINISHED)).unwrap();
    assert!(in_parts.len() > whole.len());
    for left in [&in_parts, &whole] {
        let unfinished = directory.path().join(UNFINISHED);
        std::fs::write(&unfinished, left).unwrap();
        let refused = open(directory.path(), 0, Unfinished::Keep).err();
        assert!(matches!(refused, Some(RunError::Unfinished(_))), "{refused:?}");
        let run = open(directory.path(), 0, Unfinished::Resume).unwrap();
        assert_eq!(run.records, rows.len() as u64);
        run.finish().unwrap();
        assert!(std::fs::read(directory.path().join(COMPLETE)).unwrap() == whole && !unfinished.exists());
    }
}
