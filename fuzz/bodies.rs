//! What the fuzz targets run: each takes any bytes and must not panic, and checks what it gets back.
#![allow(dead_code)] // a target uses one of them

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use sudoscope::grid::{self, Found, Grid, LineError, Puzzle, notation, read_puzzle};
use sudoscope::input::{Batches, Input, InputError, Next, Reading, Skipped};
use sudoscope::ladder::{BRT_ITEMS, Ladder, LadderError};
use sudoscope::pipeline::{
    Line, LineAt, Lines, RunError, RunFile, RunHeader, Unfinished, Work, clues_of, in_order,
    puzzle_of,
};
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
        let puzzle = clues.into();
        let row = Row { file: 0, line, status, puzzle, error: None, climbs, against: vec![8.3] };
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
    // Where there was nothing, the run begins.
    assert!(file.is_empty() || file.starts_with(&kept));
    assert!(kept.len() as u64 >= run.records * run.width());
}

/// Any text as a puzzle in any form: what is read is read again from how it prints, and a mistake lies in the text.
fn read(text: &[u8]) -> Option<Puzzle> {
    match read_puzzle(text) {
        Ok(Found { puzzle, end }) => {
            assert!(end <= text.len());
            let printed = puzzle.to_string();
            let again = read_puzzle(printed.as_bytes()).expect("it was printed");
            assert_eq!((again.puzzle, again.end), (puzzle, printed.len()));
            assert!(puzzle.clue_count() <= 81);
            Some(puzzle)
        }
        Err(error) => {
            assert!(error.column >= 1 && error.column as usize <= text.len() + 1, "{error:?}");
            assert!(error.row <= 9 && !error.to_string().is_empty());
            None
        }
    }
}

/// 729 characters, in which bytes that are neither digit nor blank change what stands in the template.
pub fn sukaku(bytes: &[u8]) {
    let mut text: Vec<u8> = b"123456789".repeat(81);
    for (mark, &byte) in text.iter_mut().zip(bytes) {
        *mark = if byte % 3 == 0 { b'.' } else { *mark };
    }
    if let [.., at, byte] = *bytes {
        let place = bytes.len() * 7 + usize::from(at);
        text[place % 729] = byte;
    }
    let naive = |k: usize| text[k] == b'1' + (k % 9) as u8;
    let is_blank = |k: usize| b".0*_-".contains(&text[k]);
    let is_sound = (0..729).all(|k| naive(k) || is_blank(k));
    match read(&text) {
        Some(Puzzle::Sukaku(candidates)) => {
            assert!(is_sound);
            for k in 0..729 {
                let candidate = grid::Candidate::new(k % 9, k / 9);
                assert_eq!(candidates.contains(candidate), naive(k), "{k}");
            }
        }
        // The byte may part the text into fields of 81 cells and others.
        Some(Puzzle::Clues(_)) => assert!(!is_sound),
        None => assert!(!is_sound),
    }
    read(bytes);
}

/// A line of HoDoKu's library: the givens are those of the line without its signs, and only candidates that it lists
/// are gone beside what the givens exclude.
pub fn hodoku(bytes: &[u8]) {
    read(bytes);
    let line = [b":0000:1:", bytes].concat();
    let puzzle = read(&line);
    let is_library = bytes.contains(&b':') && !bytes.contains(&b'\n');
    let Some(puzzle) = puzzle.filter(|_| is_library) else { return };
    let mut fields = bytes.split(|&byte| byte == b':');
    let givens: Vec<u8> =
        fields.next().unwrap_or_default().iter().copied().filter(|&byte| byte != b'+').collect();
    let given = Grid::from_clues(&grid::parse_puzzle(&givens).expect("the givens were read"));
    let listed = String::from_utf8_lossy(fields.next().unwrap_or_default()).into_owned();
    let is_listed = |digit: usize, cell: usize| {
        let word = format!("{}{}{}", digit + 1, cell / 9 + 1, cell % 9 + 1);
        listed.split_ascii_whitespace().any(|listed| listed == word)
    };
    let start = puzzle.grid();
    for (digit, cell) in (0..9).flat_map(|digit| (0..81).map(move |cell| (digit, cell))) {
        let candidate = grid::Candidate::new(digit, cell);
        let left = given.allows(candidate) && !is_listed(digit, cell);
        assert_eq!(start.allows(candidate), left, "{candidate:?}");
    }
}

/// Lines of a grid, also between the lines of a good one: nine rows are read as their cells say.
pub fn rows(bytes: &[u8]) {
    read(bytes);
    let good = "..34.....\n|.5.|..9|12.|\n---+---+---\n7 . . | . 2 . | . . .\n";
    read(&[good.as_bytes(), bytes].concat());
    let cells: Vec<u8> = bytes.iter().map(|byte| b".123456789"[usize::from(byte % 10)]).collect();
    if cells.len() >= 81 {
        let framed: Vec<Vec<u8>> = cells[..81].chunks(9).map(|row| row.to_vec()).collect();
        let found = read(&framed.join(&b"|\n|"[..]));
        let clues = grid::parse_puzzle(&cells[..81]).expect("they are cells");
        assert_eq!(found, Some(Puzzle::Clues(clues)));
    }
}

/// Columns of a table: a puzzle among other fields is found wherever it stands.
pub fn fields(bytes: &[u8]) {
    read(bytes);
    let Some((&at, rest)) = bytes.split_first() else { return };
    let puzzle =
        "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    let separator = *b",\t; ".get(usize::from(at % 4)).expect("one of four");
    // Words without separators, and without what may be a puzzle itself.
    let words = rest.split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut words: Vec<&[u8]> = words.filter(|word| word.len() < 60).take(8).collect();
    let place = usize::from(at / 4) % (words.len() + 1);
    words.insert(place, puzzle.as_bytes());
    let line = words.join(&separator);
    let found = read_puzzle(&line).expect("it has a puzzle");
    assert_eq!(found.puzzle.to_string(), puzzle);
    assert_eq!(&line[found.end - 81..found.end], puzzle.as_bytes());
}

/// The lines of an input, how many were passed over, and what broke it off.
#[derive(PartialEq, Debug)]
struct Told {
    lines: Vec<(u64, Vec<u8>)>,
    skipped: Skipped,
    bytes: u64,
    broken: Option<String>,
}

fn told(path: &Path, lines_wanted: usize) -> Told {
    let mut batches = Batches::new(vec![Input::File(path.to_path_buf())], Reading::default());
    let mut told = Told { lines: vec![], skipped: Skipped::default(), bytes: 0, broken: None };
    loop {
        match batches.next_batch(lines_wanted) {
            Ok(Next::Ready(batch)) => {
                told.bytes += batch.bytes;
                told.lines.extend(batch.lines().map(|(number, line)| (number, line.to_vec())));
            }
            Ok(Next::Later) => batches.wait(std::time::Duration::from_secs(1)),
            Ok(Next::End) => break,
            Err(InputError { error, .. }) => {
                told.broken = Some(error.to_string());
                break;
            }
        }
    }
    told.skipped = batches.skipped;
    told
}

/// Rows that depend on their line only.
struct Reads;

impl Work for Reads {
    type Scratch = ();
    type Row = (LineAt, Result<Found, LineError>);

    fn scratch(&self) {}

    fn row(&self, _: &mut (), line: Line) -> Self::Row {
        (line.at, puzzle_of(line.text, None))
    }
}

/// Any bytes as a file: in batches of any size, packed or not, on any number of threads there are the same
/// lines. Of a packed file that ends too early there are the first of them, and it is said.
pub fn reader(bytes: &[u8]) {
    let directory = tempfile::tempdir().expect("a directory for files");
    let file = |name: &str, bytes: &[u8]| {
        let path = directory.path().join(name);
        std::fs::write(&path, bytes).expect("room for a small file");
        path
    };
    let plain = file("plain", bytes);
    let whole = told(&plain, 1000);
    let mut last = 0;
    for (number, line) in &whole.lines {
        assert!(*number > last && !line.is_empty());
        last = *number;
    }
    assert_eq!(told(&plain, 1), whole);
    assert_eq!(told(&plain, 3), whole);

    let rows = |jobs| {
        let inputs = vec![Input::File(plain.clone()), Input::File(plain.clone())];
        let lines = Lines { inputs, reading: Reading::default(), jobs };
        let mut rows = Vec::new();
        let ended = in_order(&lines, &Reads, &AtomicBool::new(false), |done| {
            rows.extend(done.rows);
            Ok(())
        });
        (ended.map_err(|error| error.to_string()).map(|ended| ended.skipped), rows)
    };
    let one = rows(1);
    assert_eq!(rows(3), one);
    if whole.broken.is_some() {
        return; // it begins like an archive
    }
    assert_eq!(one.1.len(), 2 * whole.lines.len());

    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(bytes).expect("into memory");
    let gzip = gzip.finish().expect("into memory");
    let zstd = zstd::encode_all(Cursor::new(bytes), 1).expect("into memory");
    for packed in [gzip, zstd] {
        assert_eq!(told(&file("packed", &packed), 1000), whole);
        let cut = packed.len()
            - 1
            - bytes.first().map_or(0, |&byte| usize::from(byte)) % (packed.len() - 8);
        let part = told(&file("cut", &packed[..cut]), 1000);
        // Without the bytes that tell the packing there is text of some kind.
        if cut >= 10 {
            assert!(part.broken.is_some_and(|broken| broken.contains("data ends too early")));
            assert!(whole.lines.starts_with(&part.lines));
        }
    }
}
