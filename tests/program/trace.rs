//! `trace`: the steps of many paths as a table are those of the proofs; formats have the same values.

use crate::binary::{
    EASY, RANDOM_10K, W5, directory, ends, entries, piped, refused, stderr, stdout, sudoscope, text_of,
    within,
};
use crate::common::random_10k;
use serde_json::{Value, json};
use std::fs::{read, read_to_string, write};
use sudoscope::brute::unique_solution;
use sudoscope::grid::read_puzzle;

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Candidates of a proof, `n7r3c5`, as numbers.
fn numbers(of: &Value) -> Vec<u64> {
    let number = |label: &Value| {
        label.as_str().unwrap().chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap()
    };
    of.as_array().unwrap().iter().map(number).collect()
}

/// By ladders with chains, subsets, templates and trials, by scales with tenths and with sums.
#[test]
fn steps_are_those_of_proofs() {
    let home = directory("trace-proofs");
    write(home.join("in.txt"), random_10k()[..40].join("\n")).unwrap();
    for ladder in ["W", "S+W", "H", "SER", "gB", "POM1"] {
        let args = ["explain", "-l", ladder, "--format", "jsonl", "in.txt"];
        let mut expected = Vec::new();
        for (line, proof) in (1..).zip(objects(&stdout(&ends(0, within(&home, &args))))) {
            let rounds = proof["rounds"].as_array().unwrap().iter();
            let steps =
                rounds.flat_map(|round| round["steps"].as_array().unwrap().iter().map(move |it| (round, it)));
            for (step, (round, it)) in (1..).zip(steps) {
                expected.push(json!({
                    "line": line.to_string(), "puzzle": proof["puzzle"], "step": step, "rule": round["rule"],
                    // Of SER it is the difficulty.
                    "size": round.get("size").filter(|_| ladder != "SER"), "rating": round["rating"],
                    "placements": numbers(&it["asserts"]), "eliminations": numbers(&it["eliminates"]),
                }));
            }
        }
        let args = ["trace", "-l", ladder, "--puzzle", "--format", "jsonl", "in.txt"];
        let found = objects(&stdout(&ends(0, within(&home, &args))));
        assert!(found.len() > 1000 && found == expected, "{ladder}");
        let one = stdout(&ends(0, within(&home, &[&args[..], &["-j", "1"]].concat())));
        assert_eq!(objects(&one), found, "{ladder}");
        let args = args.into_iter().filter(|arg| *arg != "--puzzle").collect::<Vec<_>>();
        let short = objects(&stdout(&ends(0, within(&home, &args))));
        expected.iter_mut().for_each(|row| _ = row.as_object_mut().unwrap().remove("puzzle"));
        assert_eq!(short, expected, "{ladder}");
    }
}

/// What is placed or removed is in the state, at its number; the state is a sukaku with the puzzle's
/// solution.
#[test]
fn states_are_those_before_steps() {
    let lines = [EASY, W5].join("\n");
    let rows = objects(&stdout(&piped(
        &["trace", "--puzzle", "--state", "--format", "jsonl", "-"],
        lines.as_bytes(),
    )));
    assert!(rows.len() > 100);
    for row in rows {
        let state = row["state"].as_str().unwrap().as_bytes();
        let all = ["placements", "eliminations"].map(|name| row[name].as_array().unwrap().clone()).concat();
        assert!(!all.is_empty() && state.len() == 729);
        for number in all.iter().map(|it| it.as_u64().unwrap() as usize) {
            let (digit, r, c) = (number / 100, number / 10 % 10, number % 10);
            assert_eq!(state[81 * (r - 1) + 9 * (c - 1) + digit - 1], b'0' + digit as u8, "{row}");
        }
        let solution = |text: &[u8]| unique_solution(&read_puzzle(text).unwrap().puzzle.grid());
        assert_eq!(solution(state), solution(row["puzzle"].as_str().unwrap().as_bytes()));
    }
}

/// The values of CSV are those of lines of JSON; so are those of Parquet and Arrow, as the program itself
/// reads them.
#[test]
fn formats_have_the_same_values() {
    let home = directory("trace-formats");
    let made = |name: &str| {
        ends(
            0,
            within(
                &home,
                &["trace", "-l", "S+W", "--puzzle", "--state", "--take", "30", RANDOM_10K, "-o", name],
            ),
        );
    };
    made("steps.jsonl");
    let rows = objects(&read_to_string(home.join("steps.jsonl")).unwrap());
    made("steps.csv");
    let mut csv = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(home.join("steps.csv")).unwrap();
    let names = csv.headers().unwrap().clone();
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(Value::to_string).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    };
    let own = csv.records().map(|row| row.unwrap().iter().map(str::to_string).collect::<Vec<_>>());
    let own: Vec<Vec<String>> = own.collect();
    let expected: Vec<Vec<String>> =
        rows.iter().map(|row| names.iter().map(|name| text(&row[name])).collect()).collect();
    assert_eq!(own, expected);
    let places = ["--column", "puzzle", "--keep", "line,step,rule,size,rating,state"];
    for name in ["steps.parquet", "steps.arrow"] {
        if !cfg!(feature = "parquet") {
            let output = within(&home, &["trace", RANDOM_10K, "-o", name]);
            refused(&output, "--features parquet");
            continue;
        }
        made(name);
        let args = [&["rate", "-l", "BRT", "--format", "jsonl"], &places[..], &[name]].concat();
        let read = objects(&stdout(&ends(0, within(&home, &args))));
        assert!(read.len() == rows.len());
        for (read, row) in read.iter().zip(&rows) {
            assert_eq!(read["puzzle"], row["puzzle"]);
            for column in ["line", "step", "rule", "size", "rating", "state"] {
                assert_eq!(read["kept"][column], row[column], "{column}");
            }
        }
    }
}

/// Lists of numbers in Parquet, empty ones too.
#[cfg(feature = "parquet")]
#[test]
fn lists_of_parquet_are_those_of_json() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    let home = directory("trace-parquet");
    for name in ["steps.parquet", "steps.jsonl"] {
        ends(0, within(&home, &["trace", "--take", "30", RANDOM_10K, "-o", name]));
    }
    let rows = objects(&read_to_string(home.join("steps.jsonl")).unwrap());
    let file = std::fs::File::open(home.join("steps.parquet")).unwrap();
    let table = SerializedFileReader::new(file).unwrap();
    let own: Vec<_> = table.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(own.len(), rows.len());
    for (own, row) in own.iter().zip(&rows) {
        for (name, field) in own.get_column_iter().filter(|(name, _)| name.ends_with("ions")) {
            let Field::ListInternal(list) = field else { panic!("{name} is a list") };
            let numbers = list.elements().iter().map(|it| match it {
                Field::Long(number) => *number,
                other => panic!("{other}"),
            });
            assert_eq!(json!(numbers.collect::<Vec<_>>()), row[name], "{name}");
        }
    }
}

#[test]
fn lines_without_a_path_have_no_rows() {
    let home = directory("trace-rejects");
    write(home.join("a.txt"), format!("{EASY}\nno puzzle\n{}\n{W5}\n", "1".to_string() + &".".repeat(80)))
        .unwrap();
    write(home.join("b.txt"), EASY).unwrap();
    let output = ends(1, within(&home, &["trace", "--format", "jsonl", "a.txt", "b.txt"]));
    let rows = objects(&stdout(&output));
    let mut lines: Vec<&str> = rows.iter().map(|row| row["line"].as_str().unwrap()).collect();
    lines.dedup();
    assert_eq!(lines, ["a.txt:1", "a.txt:4", "b.txt:1"]);
    assert!(stderr(&output).contains("a.txt:2:1: ") && stderr(&output).contains("a.txt:3: more than one"));
    // A puzzle that is not solved has the steps that there are.
    let output = piped(&["trace", "-l", "S", "--format", "jsonl", "-"], W5.as_bytes());
    assert!(!objects(&stdout(&ends(0, output))).is_empty());
}

#[test]
fn tables_get_their_names_when_they_are_whole() {
    let home = directory("trace-output");
    write(home.join("old.jsonl"), "old").unwrap();
    let failed = within(&home, &["trace", RANDOM_10K, "missing.txt", "-o", "old.jsonl"]);
    refused(&failed, "missing.txt");
    assert_eq!(
        (entries(&home), read(home.join("old.jsonl")).unwrap()),
        (vec!["old.jsonl".to_string()], b"old".into())
    );
    for (args, why) in [
        (&["trace", "-l", "W,S", RANDOM_10K][..], "exactly one"),
        (
            &["trace", "--format", "parquet", RANDOM_10K],
            if cfg!(feature = "parquet") { "-o FILE" } else { "--features" },
        ),
        (&["trace", "--format", "xml", RANDOM_10K], "invalid value 'xml'"),
        (&["trace", "--sync", RANDOM_10K], "--output"),
    ] {
        let output = sudoscope(args);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(why), "{args:?}: {}", stderr(&output));
    }
    let list = home.join("in.txt");
    write(&list, EASY).unwrap();
    refused(&sudoscope(&["trace", text_of(&list), "-o", text_of(&list)]), "in.txt");
}
