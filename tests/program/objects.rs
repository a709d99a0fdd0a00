//! Lines that are JSON objects, and rows of Parquet files, give the same puzzles as a table, and keep all
//! promises of the other inputs.

#[cfg(feature = "parquet")]
use crate::binary::code;
use crate::binary::{
    EASY, W5, directory, ends, piped, refused, rows, stderr, stdout, sudoscope, text_of, within,
};
use crate::common::random_10k;
use crate::recount::table;
use serde_json::{Value, json};
use std::fs::{read, read_to_string, remove_file, rename, write};
#[cfg(feature = "parquet")]
use std::path::{Path, PathBuf};

/// Returns puzzles with a name and a number, as objects and as a table.
fn both(count: usize) -> (String, String) {
    let (mut objects, mut table) = (String::new(), "n,puzzle,name\n".to_string());
    for (k, puzzle) in random_10k()[..count].iter().enumerate() {
        let name = format!("no. {k}, \"é\"");
        objects += &format!("{}\n", json!({"n": k, "puzzle": puzzle, "name": name, "more": [k]}));
        table += &format!("{k},{puzzle},\"{}\"\n", name.replace('"', "\"\""));
    }
    (objects, table)
}

/// Returns all columns of rows except the first, the line.
fn without_lines(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.records().map(|row| row.unwrap());
    rows.map(|row| row.iter().skip(1).map(str::to_string).collect()).collect()
}

#[test]
fn objects_are_read_as_rows_of_a_table() {
    let directory = directory("objects");
    let (objects, table) = both(60);
    write(directory.join("in.jsonl"), &objects).unwrap();
    write(directory.join("in.csv"), &table).unwrap();
    for args in [
        &["rate", "-l", "BRT,S"][..],
        &["rate", "--keep", "name,n", "-j", "3"],
        &["rate", "--column", "puzzle", "--skip", "7", "--take", "20"],
        &["check"],
        &["minlex", "--column", "Puzzle"],
    ] {
        let run = |file: &str| ends(0, within(&directory, &[args, &[file]].concat()));
        let found = run("in.jsonl");
        assert_eq!(without_lines(&stdout(&found)), without_lines(&stdout(&run("in.csv"))));
        let from_pipe = piped(&[args, &["-"]].concat(), objects.as_bytes());
        assert_eq!(stdout(&from_pipe), stdout(&found), "{args:?}");
    }
    // Lines are printed unchanged; the second of two equal puzzles is left out.
    let twice = format!("{objects}{}", objects.lines().next().unwrap());
    assert_eq!(stdout(&piped(&["dedupe", "-"], twice.as_bytes())), objects);
    // Other members of an object are kept as they are.
    let first = piped(&["rate", "--format", "jsonl", "--keep", "more", "-"], objects.as_bytes());
    let first: Value = serde_json::from_str(stdout(&first).lines().next().unwrap()).unwrap();
    assert_eq!(first["more"], json!("[0]"));
}

#[test]
fn an_object_that_has_no_puzzle_is_a_row_with_its_reason() {
    let text = format!(
        "{{\"quiz\":\"{EASY}\",\"id\":1}}\n{{\"quiz\":null}}\n{W5}\n{{\"quiz\"\n\
         {{\"id\":5}}\n{{\"quiz\":\"..x\"}}\n"
    );
    let reasons = |args: &[&str]| -> Vec<String> {
        let output = ends(1, piped(args, text.as_bytes()));
        rows(&output).iter().map(|row| row[2].to_string()).collect()
    };
    let [null, cut, none, bad] = [
        "invalid: column 9: no text where the puzzle should be",
        "invalid: column 7: no whole object of JSON",
        "invalid: column 9: the line has no such column",
        "invalid: column 12: 'x' is neither a digit nor a blank (. 0 * _ -)",
    ];
    assert_eq!(
        reasons(&["rate", "-"]),
        [
            "ok",
            "invalid: column 1: no member of the object is a puzzle",
            "ok",
            cut,
            "invalid: column 1: no member of the object is a puzzle",
            bad
        ]
    );
    // A line that is not an object has no member `quiz`.
    let stray = "invalid: column 82: the line has no such column";
    let named = ["rate", "--column", "quiz", "--keep", "id", "-"];
    let output = ends(1, piped(&named, text.as_bytes()));
    let found: Vec<String> = rows(&output).iter().map(|row| row[2].to_string()).collect();
    assert_eq!(found, ["ok", null, stray, cut, none, bad]);
    assert!(stderr(&output).contains("-:2:9: no text where"), "{}", stderr(&output));
    // Lines that are not objects have no names at all.
    let refusal = "there is no header in which a column is called 'quiz'";
    refused(&piped(&named, format!("{W5}\n{text}").as_bytes()), refusal);
    refused(&piped(&named, b"12\n34\n"), refusal);
}

/// Scans of objects give the same tables with numbers beside the puzzle and kept members, after a crash, and
/// joined from shards. A stray line among objects is only a reject.
#[test]
fn scans_of_objects_keep_what_scans_promise() {
    let place = directory("objects-scan");
    let (objects, _) = both(90);
    let mut lines: Vec<&str> = objects.lines().collect();
    for (at, stray) in [(50, "not an object"), (31, W5), (0, "garbage")] {
        lines.insert(at, stray);
    }
    write(place.join("in.jsonl"), lines.join("\n")).unwrap();
    let scan = |out: &str, more: &[&str]| {
        let args =
            ["scan", "-l", "BRT,S", "--column", "puzzle", "--keep", "name", "--against", "n", "-o", out];
        within(&place, &[&args[..], more, &["in.jsonl"]].concat())
    };
    ends(1, scan("whole", &[]));
    let (columns, found) = table(&place.join("whole"), "puzzles");
    let at = |name: &str| columns.iter().position(|column| column == name).unwrap();
    assert_eq!(found[8][at("name")], "no. 7, \"é\"");
    let strays: Vec<&str> =
        found.iter().filter(|row| row[at("name")].is_empty()).map(|row| &*row[0]).collect();
    assert_eq!((found.len(), strays), (93, vec!["1", "33", "53"]));
    assert!(read_to_string(place.join("whole/correlation.csv")).unwrap().contains(",n,"));

    // Half of the records remain, as after a crash.
    let records = read(place.join("whole/run.records")).unwrap();
    let tables = read(place.join("whole/puzzles.csv")).unwrap();
    remove_file(place.join("whole/run.records")).unwrap();
    write(place.join("whole/run.partial"), &records[..records.len() / 2]).unwrap();
    ends(1, scan("whole", &["--resume"]));
    assert!(read(place.join("whole/run.records")).unwrap() == records);
    assert!(read(place.join("whole/puzzles.csv")).unwrap() == tables);

    for k in 1..=4 {
        let with = scan("parts", &["--shard", &format!("{k}/4")]).status.code();
        assert!(matches!(with, Some(0 | 1)), "{k}: {with:?}");
    }
    let parts: Vec<String> = (1..=4).map(|k| format!("parts/shard-{k}-of-4")).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    ends(1, within(&place, &[&["merge", "-o", "joined"], &parts[..]].concat()));
    let table_of = |out: &str| table(&place.join(out), "puzzles");
    assert_eq!(table_of("joined"), table_of("whole"));

    // A changed line among those rated makes it another input.
    rename(place.join("whole/run.records"), place.join("whole/run.partial")).unwrap();
    let text = read_to_string(place.join("in.jsonl")).unwrap();
    write(place.join("in.jsonl"), text.replacen("no. 7,", "no. 8,", 1)).unwrap();
    refused(&scan("whole", &["--resume"]), "its input differs");
}

/// One proof a line is printed for all puzzles of a file, and the checker accepts it; lines without a puzzle
/// are named.
#[test]
fn paths_are_printed_one_a_line() {
    let place = directory("objects-paths");
    let (objects, _) = both(30);
    let file = place.join("in.jsonl");
    write(&file, format!("{objects}{{\"puzzle\":7}}\n")).unwrap();
    let output = ends(1, sudoscope(&["explain", "--format", "jsonl", "-j", "2", text_of(&file)]));
    assert!(stderr(&output).contains("in.jsonl:31: not a puzzle: column 11: no text"));
    let lines: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 30);
    for (k, (line, puzzle)) in lines.iter().zip(random_10k()).enumerate().step_by(7) {
        let alone = stdout(&ends(0, sudoscope(&["explain", "--format", "json", &puzzle])));
        assert_eq!(*line, serde_json::from_str::<Value>(&alone).unwrap());
        let of_line = format!("{}:{}", text_of(&file), k + 1);
        let again = ends(0, sudoscope(&["explain", "--format", "jsonl", &of_line]));
        assert_eq!(serde_json::from_str::<Value>(&stdout(&again)).unwrap(), *line);
    }
    let checked = piped(&["verify", "-"], stdout(&output).as_bytes());
    assert!(stdout(&ends(0, checked)).ends_with("30 proofs verified, 0 wrong\n"));
    refused(
        &sudoscope(&["explain", "--format", "jsonl", &format!("{}:99", text_of(&file))]),
        "in.jsonl has no puzzle on line 99",
    );
    // A named member.
    write(&file, format!("{{\"q\":\"{W5}\",\"puzzle\":\"{EASY}\"}}\n")).unwrap();
    let named = ends(0, sudoscope(&["explain", "--column", "q", text_of(&file)]));
    assert!(stdout(&named).contains(&W5[..27]) || stdout(&named).contains(W5), "{named:?}");
}

#[test]
fn what_this_build_does_not_read_is_said() {
    if cfg!(feature = "parquet") {
        return;
    }
    for (start, name) in [(&b"PAR1\x15\x04\x15\x00\x15\x00"[..], "Parquet"), (b"ARROW1\0\0\0\0", "Arrow")] {
        let output = piped(&["rate", "-"], start);
        refused(&output, &format!("this is {name}, which this build does not read"));
        assert!(stderr(&output).contains("write it as CSV or as JSON lines"));
    }
}

/// Writes the table with a bad line as a Parquet file by `rate`.
#[cfg(feature = "parquet")]
fn written(place: &Path, count: usize) -> PathBuf {
    let (_, table) = both(count);
    write(place.join("in.csv"), format!("{table}9,1..2,bad\n")).unwrap();
    let args = ["rate", "-l", "BRT", "--keep", "n,name", "--format", "parquet", "-o", "in.parquet"];
    ends(1, within(place, &[&args[..], &["in.csv"]].concat()));
    place.join("in.parquet")
}

#[test]
#[cfg(feature = "parquet")]
fn rows_of_parquet_files_are_lines() {
    let place = directory("rows-parquet");
    let file = written(&place, 3000);
    let name = text_of(&file);
    let run = |args: &[&str], file: &str, with: i32| {
        without_lines(&stdout(&ends(with, within(&place, &[args, &[file]].concat()))))
    };
    for args in [
        &["rate", "-l", "S", "--keep", "name,n", "--take", "3000"][..],
        &["rate", "-l", "BRT", "--column", "puzzle", "--skip", "2000", "--take", "900", "-j", "3"],
        &["minlex", "--skip", "100", "--take", "20"],
    ] {
        assert_eq!(run(args, name, 0), run(args, "in.csv", 0), "{args:?}");
    }
    let all = ends(1, sudoscope(&["rate", "-l", "BRT", name]));
    let last = rows(&all).pop().unwrap();
    // The table has the bad text, as CSV has; a scan's table has none.
    assert_eq!((&last[0], &last[2]), ("3001", "invalid: column 16: 4 cells where a puzzle has 81"));
    let scanned = place.join("scanned");
    let args = ["scan", "-l", "BRT", "--format", "parquet", "-o", text_of(&scanned), "in.csv"];
    ends(1, within(&place, &args));
    let all = ends(1, sudoscope(&["rate", "-l", "BRT", text_of(&scanned.join("puzzles.parquet"))]));
    let last = rows(&all).pop().unwrap();
    assert!(last[2].ends_with("no text where the puzzle should be"), "{last:?}");
    refused(
        &sudoscope(&["rate", "--column", "quiz", name]),
        "no column is called 'quiz'; there are line, puzzle",
    );
    refused(
        &sudoscope(&["rate", "--shard", "1/2", name]),
        "rows of Parquet and Arrow files cannot be cut into shards",
    );
    refused(&piped(&["rate", "-"], &read(&file).unwrap()), "which is read from a file: name it");

    // Its paths and its scan; the scan resumes after a crash, but not with another file.
    let of_row = format!("{name}:8");
    let path = stdout(&ends(0, sudoscope(&["explain", "--format", "jsonl", &of_row])));
    assert!(path.contains(&random_10k()[7]));
    let out = place.join("out");
    let scan = |more: &[&str]| {
        let args = ["scan", "-l", "BRT", "--keep", "name", "-o", text_of(&out), name];
        sudoscope(&[&args[..], more].concat())
    };
    ends(1, scan(&[]));
    let records = read(out.join("run.records")).unwrap();
    remove_file(out.join("run.records")).unwrap();
    write(out.join("run.partial"), &records[..records.len() / 3]).unwrap();
    ends(1, scan(&["--resume"]));
    assert!(read(out.join("run.records")).unwrap() == records);
    rename(out.join("run.records"), out.join("run.partial")).unwrap();
    written(&place, 2999);
    refused(&scan(&["--resume"]), "its input differs");

    // Duplicates: rows are printed as objects.
    write(place.join("twice.csv"), format!("puzzle\n{EASY}\n{W5}\n{EASY}\n")).unwrap();
    let args = ["rate", "-l", "BRT", "--format", "parquet", "-o", "twice.parquet", "twice.csv"];
    ends(0, within(&place, &args));
    let kept = stdout(&ends(0, within(&place, &["dedupe", "twice.parquet"])));
    let kept: Vec<Value> = kept.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(kept.iter().map(|row| row["puzzle"].clone()).collect::<Vec<_>>(), [EASY, W5]);
    assert_eq!(kept[0]["line"], "2");
}

/// Any wrong byte gives rows or an error that names the file, never a crash.
#[test]
#[cfg(feature = "parquet")]
fn a_damaged_parquet_file_is_an_error() {
    let place = directory("rows-damaged");
    let file = written(&place, 40);
    let whole = read(&file).unwrap();
    let mut told = 0;
    let lengths = (12..whole.len()).step_by(whole.len() / 23);
    let cuts = lengths.map(|length| whole[..length].to_vec());
    let wrong = (4..whole.len()).step_by(whole.len() / 67).map(|at| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        bytes
    });
    for bytes in cuts.chain(wrong) {
        write(&file, bytes).unwrap();
        let output = sudoscope(&["rate", "-l", "BRT", "--format", "plain", text_of(&file)]);
        assert!(matches!(code(&output), Some(0..=2)), "{output:?}");
        if code(&output) == Some(2) {
            assert!(stderr(&output).contains("in.parquet: "), "{}", stderr(&output));
            told += 1;
        }
    }
    assert!(told > 20, "{told}");
}
