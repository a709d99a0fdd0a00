//! Malformed lines and files: nothing panics, every reject is located, nothing after it is lost.

use crate::escape::unescape;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const GOOD: &str =
    "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";

/// A line that is no puzzle, or hardly one.
struct Case {
    name: String,
    status: String,
    column: usize,
    line: Vec<u8>,
}

fn cases() -> Vec<Case> {
    let text = include_str!("../data/bad-lines.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let case = |line: &str| {
        let mut fields = line.splitn(4, '\t');
        let mut next = || fields.next().unwrap().to_string();
        Case {
            name: next(),
            status: next(),
            column: next().parse().unwrap(),
            line: unescape(&next()),
        }
    };
    lines.map(case).collect()
}

fn sudoscope(args: &[&str], input: Vec<u8>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sudoscope"))
        .args(args)
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
    output
}

fn rows(output: &Output) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(&output.stdout[..]).records().map(|row| row.unwrap()).collect()
}

/// Each case alone between two good puzzles.
#[test]
fn every_bad_line_is_located_and_the_next_is_rated() {
    let cases = cases();
    assert!(cases.len() >= 40);
    for Case { name, status, column, line } in &cases {
        let input = [GOOD.as_bytes(), b"\n", line, b"\n", GOOD.as_bytes(), b"\n"].concat();
        let output = sudoscope(&["rate", "-"], input);
        let rows = rows(&output);
        let good = |row: &csv::StringRecord, line: &str| {
            assert_eq!(row.iter().collect::<Vec<_>>(), [line, GOOD, "ok", "24", "5"], "{name}");
        };
        good(&rows[0], "1");
        good(rows.last().unwrap(), "3");
        let stderr = String::from_utf8_lossy(&output.stderr);
        if status == "skipped" {
            assert_eq!((rows.len(), output.status.code()), (2, Some(0)), "{name}");
            continue;
        }
        assert_eq!(rows.len(), 3, "{name}");
        assert_eq!(&rows[1][0], "2", "{name}");
        let expected = match column {
            0 => status.clone(),
            column => format!("{status}: column {column}: "),
        };
        assert!(rows[1][2].starts_with(&expected), "{name}: {:?}", &rows[1][2]);
        assert_eq!(output.status.code(), Some(i32::from(status != "ok")), "{name}");
        match (status.as_str(), column) {
            ("ok", _) => assert_eq!(stderr, "", "{name}"),
            (_, 0) => assert!(stderr.starts_with("-:2: "), "{name}: {stderr}"),
            (_, column) => {
                assert!(stderr.starts_with(&format!("-:2:{column}: ")), "{name}: {stderr}")
            }
        }
    }
}

/// All cases in one scan: rejects.csv names each by line and column.
#[test]
fn a_scan_of_bad_lines_names_each() {
    let cases = cases();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad-scan");
    let _ = std::fs::remove_dir_all(&directory);
    let input =
        cases.iter().flat_map(|case| [&case.line[..], b"\n", GOOD.as_bytes(), b"\n"].concat());
    let output = sudoscope(&["scan", "-", "-o", directory.to_str().unwrap()], input.collect());
    assert_eq!(output.status.code(), Some(1));
    let table = |report: &str| -> Vec<csv::StringRecord> {
        let reader =
            csv::ReaderBuilder::new().comment(Some(b'#')).from_path(directory.join(report));
        reader.unwrap().records().map(|row| row.unwrap()).collect()
    };
    let rated = cases.iter().filter(|case| case.status == "ok").count() + cases.len();
    let puzzles = table("puzzles.csv");
    assert_eq!(puzzles.iter().filter(|row| &row[2] == "ok").count(), rated);
    let rejects = table("rejects.csv");
    let expected: Vec<(String, String, String)> = cases
        .iter()
        .enumerate()
        .filter(|(_, case)| case.status != "ok" && case.status != "skipped")
        .map(|(k, case)| {
            let column = if case.column == 0 { String::new() } else { case.column.to_string() };
            ((2 * k + 1).to_string(), column, case.status.clone())
        })
        .collect();
    let told: Vec<(String, String, String)> =
        rejects.iter().map(|row| (row[1].into(), row[2].into(), row[3].into())).collect();
    assert_eq!(told, expected);
    assert!(rejects.iter().all(|row| !row[4].is_empty()));
}

/// Whole files: the input, the exit code, the ratings.
#[test]
fn odd_files_are_read() {
    let good = GOOD.as_bytes();
    let binary: Vec<u8> =
        (0..20_000u32).map(|k| (k.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let long_line = [&vec![b'x'; 3_000_000][..], b"\n", good, b"\n"].concat();
    let long_tail = [good, &vec![b' '; 3_000_000][..], b"\n", good].concat();
    let cases: Vec<(&str, Vec<u8>, i32, usize)> = vec![
        ("empty", vec![], 0, 0),
        ("a byte order mark", b"\xef\xbb\xbf".to_vec(), 0, 0),
        ("line ends", b"\n\r\n\n".to_vec(), 0, 0),
        ("comments", b"# a\n#b".to_vec(), 0, 0),
        ("a header", b"puzzle,W\n".to_vec(), 0, 0),
        ("a header and a puzzle", [b"puzzle,W\n", good, b",5"].concat(), 0, 1),
        ("two headers", [b"puzzle,W\npuzzle,W\n", good].concat(), 1, 1),
        ("no line end", good.to_vec(), 0, 1),
        ("old Macintosh line ends", [good, b"\r", good, b"\r"].concat(), 1, 0),
        ("a mark and a puzzle", [b"\xef\xbb\xbf", good].concat(), 0, 1),
        ("binary junk", binary, 1, 0),
        ("a line of three million bytes", long_line, 1, 1),
        ("a tail of three million bytes", long_tail, 0, 2),
    ];
    for (name, bytes, code, rated) in cases {
        let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("odd-file.txt");
        std::fs::write(&path, &bytes).unwrap();
        let path = path.to_str().unwrap();
        for output in [sudoscope(&["rate", "-"], bytes.clone()), sudoscope(&["rate", path], vec![])]
        {
            assert_eq!(output.status.code(), Some(code), "{name}");
            let rows = rows(&output);
            assert_eq!(rows.iter().filter(|row| &row[2] == "ok").count(), rated, "{name}");
        }
    }
}
