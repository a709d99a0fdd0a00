//! Questions to lines: every question has every format with the values of its CSV file, kept columns, shards,
//! resuming and progress. A question is one row of a table here.

use crate::binary::{W5, code, directory, ends, piped, refused, rows, stderr, stdout, within};
use crate::common::random_10k;
use serde_json::{Map, Value, json};
use std::fs::{read, read_to_string, write};
use std::path::Path;

/// Every question with all its columns.
const QUESTIONS: [&str; 6] = [
    "rate -l W,SER,H --wide --solution",
    "check --backdoors --mistakes --list 2 --true-candidates --estimate 20 --solution --budget 9000 --answers answer",
    "minlex --solution",
    "minlex --by solution",
    "solve",
    "trace -l S+W --state --puzzle",
];

/// Writes a table with puzzles of every kind of answer, and returns the arguments of a question to it.
fn asked<'a>(folder: &Path, question: &'a str) -> Vec<&'a str> {
    let mut text = "id,puzzle,answer,note\n".to_string();
    let wrong = format!("55{}", ".".repeat(79));
    let puzzles = random_10k();
    let (short, empty) = ("9".repeat(80), ".".repeat(81));
    let cases = [W5, &wrong, "no puzzle", &short, &empty];
    for (id, puzzle) in puzzles[..12].iter().map(String::as_str).chain(cases).enumerate() {
        text += &format!("{id},{puzzle},{},\"say \"\"{id}\"\", twice\"\n", ["", "1"][id % 2]);
    }
    write(folder.join("in.csv"), text).unwrap();
    let more = ["--column", "puzzle", "--keep", "id:int,note", "in.csv"];
    question.split(' ').chain(more).collect()
}

/// Returns the cell of a CSV file for a value of JSON.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(cell).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

fn objects(text: &str) -> Vec<Map<String, Value>> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// JSON has the values of CSV under the same names; only the reason is a member of its own.
#[test]
fn json_has_the_values_of_csv() {
    for (k, question) in QUESTIONS.iter().enumerate() {
        let home = directory(&format!("ask-json-{k}"));
        let args = asked(&home, question);
        let run = |more: &[&str]| ends(1, within(&home, &[&args[..], more].concat()));
        let csv = run(&[]);
        let names: Vec<String> =
            stdout(&csv).lines().next().unwrap().split(',').map(str::to_string).collect();
        run(&["-o", "out.csv"]);
        assert_eq!(read(home.join("out.csv")).unwrap(), csv.stdout, "{question}");
        run(&["-o", "out.jsonl"]);
        run(&["-o", "out.json"]);
        let found = objects(&read_to_string(home.join("out.jsonl")).unwrap());
        let whole: Value = serde_json::from_slice(&read(home.join("out.json")).unwrap()).unwrap();
        assert_eq!(whole["rows"], json!(found), "{question}");
        let rows = rows(&csv);
        assert!(rows.len() == found.len() && rows.len() >= 17, "{question}");
        for (row, object) in rows.iter().zip(&found) {
            for (name, expected) in names.iter().zip(row) {
                let mut own = cell(&object[name]);
                if let ("status", Some(Value::String(reason))) = (&**name, object.get("reason")) {
                    own = format!("{own}: {reason}");
                }
                // A number of JSON may have more digits than it needs.
                let same = |a: &str, b: &str| a.parse::<f64>().is_ok_and(|a| b.parse() == Ok(a));
                assert!(own == expected || same(&own, expected), "{question}, {name}: {own} {expected}");
            }
            let others = object.keys().filter(|&key| !names.contains(key)).collect::<Vec<_>>();
            let expected: &[&str] = if k == 5 { &[] } else { &["reason"] };
            assert_eq!(others, expected, "{question}");
        }
    }
}

/// Parquet and Arrow files have the same values, as the program itself reads them. A word in place of a
/// number is missing there.
#[test]
fn typed_files_have_the_values_of_json() {
    for (k, question) in QUESTIONS.iter().enumerate() {
        let home = directory(&format!("ask-typed-{k}"));
        let args = asked(&home, question);
        let run = |code: i32, args: &[&str]| stdout(&ends(code, within(&home, args)));
        let expected = objects(&run(1, &[&args[..], &["--format", "jsonl"]].concat()));
        for format in ["parquet", "arrow"] {
            let name = format!("out.{format}");
            let made = within(&home, &[&args[..], &["-o", &name]].concat());
            if !cfg!(feature = "parquet") {
                refused(&made, "--features parquet");
                continue;
            }
            ends(1, made);
            refused(&within(&home, &[&args[..], &["--format", format]].concat()), "writes a file: -o FILE");
            let is_kept = |name: &&String| {
                let of_list = |row: &Map<String, Value>| row[*name].is_array();
                !["puzzle", "status", "reason"].contains(&name.as_str()) && !expected.iter().any(of_list)
            };
            let names: Vec<String> = expected[0].keys().filter(is_kept).cloned().collect();
            let keep = names.join(",");
            let read = ["rate", "-l", "BRT", "--no-validate", "--format", "jsonl", "--column", "puzzle"];
            let found = within(&home, &[&read[..], &["--keep", &keep, &name]].concat());
            let found = objects(&stdout(&found));
            assert_eq!(found.len(), expected.len(), "{question}");
            for (own, row) in found.iter().zip(&expected) {
                for name in &names {
                    let own = own.get(&format!("{name} (kept)")).unwrap_or_else(|| &own[name]);
                    let word = |text: &str| text.starts_with('>') || ["budget", "unsolved"].contains(&text);
                    let (own, expected) = match &row[name] {
                        Value::String(text) if word(text) => (cell(own), String::new()),
                        Value::Bool(flag) => (cell(own), flag.to_string()),
                        value => (cell(own), cell(value)),
                    };
                    let near = |a: &str, b: &str| {
                        let both = a.parse::<f64>().ok().zip(b.parse::<f64>().ok());
                        both.is_some_and(|(a, b)| (a - b).abs() <= 1e-3 * b.abs())
                    };
                    assert!(own == expected || near(&own, &expected), "{question}, {name}: {own} {expected}");
                }
            }
        }
    }
}

/// Shards have the rows of the whole, each under its own name; options of whole files are refused.
#[test]
fn shards_have_the_rows_of_the_whole() {
    for (k, question) in QUESTIONS.iter().enumerate() {
        let home = directory(&format!("ask-shards-{k}"));
        let args = asked(&home, question);
        let table = |more: &[&str]| {
            let output = within(&home, &[&args[..], more].concat());
            assert!(code(&output).is_some_and(|code| code < 2), "{output:?}");
            let rows = rows(&output).into_iter();
            rows.map(|row| row.iter().map(str::to_string).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        let whole = table(&[]);
        let parts = ["1/2", "2/2"].map(|shard| table(&["--shard", shard])).concat();
        assert_eq!(parts.len(), whole.len(), "{question}");
        for (part, row) in parts.iter().zip(&whole) {
            assert!(part[0].contains("/2:") && part[1..] == row[1..], "{question}: {part:?} {row:?}");
        }
        let told = within(&home, &[&args[..], &["--progress", "always"]].concat());
        assert!(stderr(&told).contains("17 puzzles, "), "{question}: {}", stderr(&told));
        let json = within(&home, &[&args[..], &["-o", "out.json", "--resume"]].concat());
        refused(&json, "--format json cannot be resumed");
        refused(&within(&home, &[&args[..], &["--keep", "id"]].concat()), "--keep names 'id' twice");
        if k == 1 || k == 5 {
            refused(&within(&home, &[&args[..], &["--format", "plain"]].concat()), "one value a line");
        }
    }
}

/// Members of an object have different names.
#[test]
fn a_ladder_is_not_called_as_another_column() {
    let args = ["rate", "-l", "reason=brt", "--format"];
    refused(&piped(&[&args[..], &["jsonl"]].concat(), W5.as_bytes()), "two columns are called 'reason'");
    ends(0, piped(&[&args[..], &["csv"]].concat(), W5.as_bytes()));
}

#[test]
fn solve_prints_solutions() {
    let (good, many) = (&random_10k()[0], ".".repeat(81));
    let none = format!("55{}", ".".repeat(79));
    let input = format!("{good}\n{many}\n{none}\nno puzzle\n");
    let output = ends(1, piped(&["solve"], input.as_bytes()));
    let found = rows(&output);
    assert_eq!(stdout(&output).lines().next(), Some("line,puzzle,status,solution"));
    let agree = |(digit, cell): (char, char)| digit.is_ascii_digit() && (cell == '.' || cell == digit);
    assert!(found[0][3].len() == 81 && found[0][3].chars().zip(good.chars()).all(agree));
    assert_eq!(&found[0][2], "ok");
    for (row, status) in found.iter().skip(1).zip(["multiple-solutions", "no-solution", "invalid: column 1"])
    {
        assert!(row[2].starts_with(status) && row[3].is_empty(), "{row:?}");
    }
    let plain = stdout(&ends(1, piped(&["solve", "--format", "plain"], input.as_bytes())));
    assert_eq!(plain, format!("{}\nmultiple-solutions\nno-solution\ninvalid\n", &found[0][3]));
    ends(0, piped(&["solve"], good.as_bytes()));
    let poor = ends(1, piped(&["solve", "--budget", "0"], many.as_bytes()));
    assert!(stdout(&poor).ends_with(",budget,\n"), "{poor:?}");
    refused(
        &piped(&["solve", "--format", "plain", "--keep", "1"], input.as_bytes()),
        "--keep cannot be used",
    );
}

/// Rows of JSON, standard error and a scan say what was left out of a state whose givens have several
/// solutions.
#[test]
fn techniques_left_out_of_a_state_are_named() {
    let state = ":0000:x:3178...2.6..9.4..3............15......5...8...8.2.3.5...9...6...4....27...6...3.1:\
                 225 276 747 941 948::";
    let (text, folder) = (format!("{W5}\n{state}\n"), directory("left-out"));
    let why = "Uniqueness techniques are left out: the givens have 13 solutions.";
    for args in ["rate -l HoDoKu -", "trace -l HoDoKu -", "rate -l HoDoKu --format jsonl -"] {
        let output = ends(0, piped(&args.split(' ').collect::<Vec<_>>(), text.as_bytes()));
        assert_eq!(stderr(&output), format!("-:2: {why}\n"), "{args}");
        if args.contains("jsonl") {
            let reasons = objects(&stdout(&output)).into_iter().map(|row| row["reason"].clone());
            assert_eq!(reasons.collect::<Vec<_>>(), [Value::Null, why.into()]);
        }
    }
    let both = ends(0, piped(&["rate", "-l", "HoDoKu,SER,W", "--format", "jsonl", "-"], state.as_bytes()));
    assert_eq!(objects(&stdout(&both))[0]["reason"], format!("HoDoKu: {why} SER: {why}"));
    // One solution is no matter to whips, nor to puzzles of clues.
    assert_eq!(stderr(&piped(&["rate", "-l", "W", "-"], state.as_bytes())), "");
    write(folder.join("in.txt"), format!("{text}{state}\n").repeat(20)).unwrap();
    let many = ends(0, within(&folder, &["rate", "-l", "HoDoKu", "in.txt"]));
    let told = stderr(&many);
    assert_eq!(told.matches(why).count(), 20);
    assert!(told.ends_with("… and 20 more puzzles without these techniques; in all 40\n"), "{told}");
    for jobs in ["1", "2"] {
        let args = ["scan", "-l", "HoDoKu", "-j", jobs, "--restart", "-o", "out", "in.txt"];
        let said = stdout(&ends(0, within(&folder, &args)));
        let expected = format!("\npuzzles with techniques left out: 40; line 2: {why}\n");
        assert!(said.contains(&expected), "{said}");
    }
}
