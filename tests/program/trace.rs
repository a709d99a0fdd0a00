//! `trace`: the steps of many paths in a table are the same as by `explain`; all formats have the same
//! values.

use crate::binary::{
    EASY, RANDOM_10K, W5, directory, ends, entries, piped, refused, stderr, stdout, sudoscope, text_of,
    within,
};
use crate::common::random_10k;
use serde_json::{Value, json};
#[cfg(feature = "parquet")]
use std::fs::read_to_string;
use std::fs::{read, write};
use sudoscope::brute::unique_solution;
use sudoscope::evidence::Outcome;
use sudoscope::grid::{Candidate, Candidates, Puzzle};
use sudoscope::input::read_puzzle;
use sudoscope::path::{PathStep, ResolutionPath};
use sudoscope::scale::{DEFAULT_BUDGET, Scale};

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Encodes candidates as numbers: 735 is n7r3c5.
fn numbers(of: &[Candidate]) -> Vec<u64> {
    let number = |it: &Candidate| {
        let (row, column) = (it.cell.row() as u64, it.cell.column() as u64);
        100 * u64::from(it.digit.number()) + 10 * (row + 1) + column + 1
    };
    of.iter().map(number).collect()
}

/// Steps and their numbers are the same as `explain` lists, by ladders with chains, subsets, templates and
/// trials, and by scales with tenths and with sums. Applied one state after the other, the steps lead to the
/// end of the path.
#[test]
fn steps_are_those_that_explain_lists() {
    let home = directory("trace-paths");
    let lines = &random_10k()[..40];
    write(home.join("in.txt"), lines.join("\n")).unwrap();
    let mut left_out = 0;
    for ladder in ["W", "S+W", "H", "SER", "gB", "POM1", "TE1", "HoDoKu"] {
        let scale = Scale::named(ladder).unwrap();
        let mut expected = Vec::new();
        for (line, text) in (1..).zip(lines) {
            let puzzle = read_puzzle(text.as_bytes()).unwrap().puzzle;
            let path = ResolutionPath::climb(&puzzle, &scale, DEFAULT_BUDGET);
            let mut played = puzzle.grid();
            for steps in path.steps().chunk_by(|a, b| a.grid == b.grid) {
                assert_eq!(played, *steps[0].grid, "{ladder}, line {line}");
                steps.iter().for_each(|it| played.eliminate(&it.step.eliminates.iter().copied().collect()));
                let placed: Candidates =
                    steps.iter().flat_map(|it| it.step.asserts.iter().copied()).collect();
                played.place_all(&placed.0);
            }
            assert_eq!(played, path.end, "{ladder}, line {line}");
            left_out += path.left_out();
            for (number, PathStep { item, step, grid }) in (1..).zip(path.steps()) {
                let rating = Outcome::Solved(scale.unit().json(item.rating.0[0]));
                expected.push(json!({
                    "line": line, "puzzle": puzzle.to_string(), "step": number,
                    "rule": item.rule.info().name, "size": item.length(),
                    "rating": serde_json::to_value(rating).unwrap()["rating"],
                    "placements": numbers(&step.asserts), "eliminations": numbers(&step.eliminates),
                    "state": Puzzle::sukaku_of(grid).to_string(),
                }));
            }
        }
        let args = ["trace", "-l", ladder, "--puzzle", "--state", "--format", "jsonl", "in.txt"];
        let found = objects(&stdout(&ends(0, within(&home, &args))));
        assert!(found.len() > 1000 && found == expected, "{ladder}");
        let one = stdout(&ends(0, within(&home, &[&args[..], &["-j", "1"]].concat())));
        assert_eq!(objects(&one), found, "{ladder}");
        let args = args.into_iter().filter(|arg| !["--puzzle", "--state"].contains(arg)).collect::<Vec<_>>();
        let short = objects(&stdout(&ends(0, within(&home, &args))));
        for name in ["puzzle", "state"] {
            expected.iter_mut().for_each(|row| _ = row.as_object_mut().unwrap().remove(name));
        }
        assert_eq!(short, expected, "{ladder}");
    }
    assert!(left_out > 200, "{left_out}");
}

/// Placed or removed candidates are in the state, at their numbers; the state is a sukaku with the puzzle's
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

/// Lists of numbers in Parquet, including empty lists, equal the lists in JSON.
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
    let line = |row: &Value| format!("{}:{}", row["file"].as_str().unwrap(), row["line"]);
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    lines.dedup();
    assert_eq!(lines, ["a.txt:1", "a.txt:4", "b.txt:1"]);
    assert!(stderr(&output).contains("a.txt:2:1: ") && stderr(&output).contains("a.txt:3: more than one"));
    // An unsolved puzzle has the steps up to where its path stops.
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
