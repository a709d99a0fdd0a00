//! Malformed lines and files: nothing panics, every reject is located, and no later line is lost.

use crate::binary::{W5 as GOOD, code, directory, ends, piped, rows, stderr, text_of};
use crate::escape::unescape;
use crate::recount::table;
use std::process::Output;

/// Line that is not a puzzle, or barely a puzzle.
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
        Case { name: next(), status: next(), column: next().parse().unwrap(), line: unescape(&next()) }
    };
    lines.map(case).collect()
}

fn fed(args: &[&str], input: &[u8]) -> Output {
    let output = piped(args, input);
    assert!(!stderr(&output).contains("panicked"), "{output:?}");
    output
}

/// Each bad line between two good puzzles is located, and both puzzles are rated.
#[test]
fn every_bad_line_is_located_and_the_next_is_rated() {
    let cases = cases();
    assert!(cases.len() >= 40);
    for Case { name, status, column, line } in &cases {
        let input = [GOOD.as_bytes(), b"\n", line, b"\n", GOOD.as_bytes(), b"\n"].concat();
        let output = fed(&["rate", "-"], &input);
        let rows = rows(&output);
        let good = |row: &csv::StringRecord, line: &str| {
            assert_eq!(row.iter().collect::<Vec<_>>(), [line, GOOD, "ok", "24", "5"], "{name}");
        };
        good(&rows[0], "1");
        good(rows.last().unwrap(), "3");
        let stderr = stderr(&output);
        if status == "skipped" {
            assert_eq!((rows.len(), code(&output)), (2, Some(0)), "{name}");
            continue;
        }
        assert_eq!(rows.len(), 3, "{name}");
        assert_eq!(&rows[1][0], "2", "{name}");
        let expected = match column {
            0 => status.clone(),
            column => format!("{status}: column {column}: "),
        };
        assert!(rows[1][2].starts_with(&expected), "{name}: {:?}", &rows[1][2]);
        assert_eq!(code(&output), Some(i32::from(status != "ok")), "{name}");
        match (status.as_str(), column) {
            ("ok", _) => assert_eq!(stderr, "", "{name}"),
            (_, 0) => assert!(stderr.starts_with("-:2: "), "{name}: {stderr}"),
            (_, column) => assert!(stderr.starts_with(&format!("-:2:{column}: ")), "{name}: {stderr}"),
        }
    }
}

/// A scan of all cases names each by line and column in rejects.csv.
#[test]
fn a_scan_of_bad_lines_names_each() {
    let cases = cases();
    let directory = directory("bad-scan");
    let between = |case: &Case| [&case.line[..], b"\n", GOOD.as_bytes(), b"\n"].concat();
    let input: Vec<u8> = cases.iter().flat_map(between).collect();
    ends(1, fed(&["scan", "-", "-o", text_of(&directory)], &input));
    let table = |report: &str| table(&directory, report).1;
    let rated = cases.iter().filter(|case| case.status == "ok").count() + cases.len();
    let is_ok = |row: &&Vec<String>| row[2] == "ok";
    assert_eq!(table("puzzles").iter().filter(is_ok).count(), rated);
    let rejects = table("rejects");
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
        rejects.iter().map(|row| (row[1].clone(), row[2].clone(), row[3].clone())).collect();
    assert_eq!(told, expected);
    assert!(rejects.iter().all(|row| !row[4].is_empty()));
}

/// Odd files are read with the expected exit codes and numbers of ratings.
#[test]
fn odd_files_are_read() {
    let (folder, good) = (directory("odd-files"), GOOD.as_bytes());
    let binary: Vec<u8> = (0..20_000u32).map(|k| (k.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let long_line = [&vec![b'x'; 3_000_000][..], b"\n", good, b"\n"].concat();
    let long_tail = [good, &vec![b' '; 3_000_000][..], b"\n", good].concat();
    let cases: Vec<(&str, Vec<u8>, i32, usize)> = vec![
        ("empty", vec![], 1, 0),
        ("a byte order mark", b"\xef\xbb\xbf".to_vec(), 1, 0),
        ("line ends", b"\n\r\n\n".to_vec(), 1, 0),
        ("comments", b"# a\n#b".to_vec(), 1, 0),
        ("a header", b"puzzle,W\n".to_vec(), 1, 0),
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
        let path = folder.join("odd-file.txt");
        std::fs::write(&path, &bytes).unwrap();
        for output in [fed(&["rate", "-"], &bytes), fed(&["rate", text_of(&path)], b"")] {
            let rows = rows(&ends(code, output));
            assert_eq!(rows.iter().filter(|row| &row[2] == "ok").count(), rated, "{name}");
        }
    }
}
