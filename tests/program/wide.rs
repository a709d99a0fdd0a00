//! Tests of wide rows, whose numbers must equal the numbers counted from the steps of proofs, and of kept
//! columns with types.

use crate::binary::{RANDOM_10K, directory, ends, piped, refused, stdout, within};
use crate::common::random_10k;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs::{read_to_string, write};

const SINGLES: [&str; 6] = [
    "full-house",
    "last-digit",
    "naked-single",
    "hidden-single",
    "hidden-single-in-block",
    "hidden-single-in-line",
];

/// Reads the rows of a table by their columns.
fn table(text: &str) -> Vec<BTreeMap<String, String>> {
    csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(text.as_bytes())
        .deserialize()
        .map(Result::unwrap)
        .collect()
}

#[test]
fn numbers_are_those_of_proofs() {
    let home = directory("wide-proofs");
    write(home.join("in.txt"), random_10k()[..60].join("\n") + "\nno puzzle\n").unwrap();
    let csv = |args: &[&str]| table(&stdout(&ends(1, within(&home, args))));
    for ladder in ["W", "S+W", "SER", "SFin"] {
        let wide = csv(&["rate", "--wide", "-l", ladder, "in.txt"]);
        let args = ["explain", "-l", ladder, "--format", "jsonl", "in.txt"];
        let proofs = stdout(&ends(1, within(&home, &args)));
        assert_eq!(proofs.lines().count(), 60);
        for (row, proof) in wide.iter().zip(proofs.lines()) {
            let proof: Value = serde_json::from_str(proof).unwrap();
            let mut own = Vec::new();
            for round in proof["rounds"].as_array().unwrap() {
                let steps = round["steps"].as_array().unwrap().len();
                own.extend(vec![round["rule"].as_str().unwrap(); steps]);
            }
            let count = |name: &str| row[&format!("{ladder} {name}")].parse::<usize>().unwrap();
            assert_eq!(count("steps"), own.len());
            let is_single = |rule: &&&str| SINGLES.contains(rule) || rule.starts_with("hidden-single-");
            assert_eq!(count("beyond singles"), own.len() - own.iter().filter(is_single).count());
            for rule in &own {
                assert_eq!(count(rule), own.iter().filter(|it| it == &rule).count(), "{ladder} {rule}");
            }
            let begin = format!("{ladder} ");
            let total: usize = row
                .iter()
                .filter(|(name, _)| name.starts_with(&begin))
                .map(|it| it.1.parse::<usize>().unwrap())
                .sum();
            assert_eq!(total, 2 * own.len() + count("beyond singles"), "the rules are all of the steps");
        }
        // The line has no path, so no number is known.
        assert!(
            wide[60].iter().all(|(name, cell)| !name.starts_with(&format!("{ladder} ")) || cell.is_empty())
        );
        // All other columns are as without `--wide`.
        for (row, narrow) in wide.iter().zip(csv(&["rate", "-l", ladder, "in.txt"])) {
            assert!(narrow.iter().all(|(name, cell)| &row[name] == cell));
        }
    }
}

/// The table of a scan has the same numbers.
#[test]
fn scans_have_the_same_numbers() {
    let home = directory("wide-formats");
    let run = |args: &[&str]| stdout(&ends(0, within(&home, args)));
    let rate = ["rate", "--wide", "-l", "W,S", "--take", "50", RANDOM_10K];
    let csv = table(&run(&rate));
    run(&["scan", "--wide", "-l", "W,S", "--take", "50", "-o", "wide", RANDOM_10K]);
    run(&["scan", "-l", "W,S", "--take", "50", "-o", "plain", RANDOM_10K]);
    run(&["report", "--wide", "plain"]);
    let of = |place: &str| read_to_string(home.join(place).join("puzzles.csv")).unwrap();
    assert_eq!(of("wide"), of("plain"));
    run(&["merge", "--wide", "-o", "merged", "plain"]);
    assert_eq!(of("merged"), of("wide"));
    for (scanned, row) in table(&of("wide")).iter().zip(&csv) {
        assert!(row.iter().all(|(name, cell)| &scanned[name] == cell));
    }
    let plain = within(&home, &["rate", "--wide", "--format", "plain", RANDOM_10K]);
    refused(&plain, "--wide cannot be used with --format plain");
}

/// Kept columns may have types: their numbers stay numbers, and cells that are not numbers count as missing.
#[test]
fn kept_columns_have_types() {
    let home = directory("wide-kept");
    let puzzle = &random_10k()[0];
    let cells = [("7", "1.50", "007"), ("-12", "1e3", "x"), ("seven", "", "9"), (" 8", "inf", "")];
    let rows = cells.map(|(a, b, c)| format!("{puzzle},{a},{b},{c}\n"));
    write(home.join("in.csv"), format!("puzzle,n,x,t\n{}", rows.concat())).unwrap();
    let keep = ["--keep", "n:int,x:float,t", "in.csv"];
    let rate =
        |format: &str| stdout(&ends(0, within(&home, &[&["rate", "--format", format], &keep[..]].concat())));
    let csv = table(&rate("csv"));
    let of = |name: &str| csv.iter().map(|row| row[name].clone()).collect::<Vec<_>>().join("|");
    assert_eq!(
        (of("n").as_str(), of("x").as_str(), of("t").as_str()),
        ("7|-12||8", "1.5|1000||", "007|x|9|")
    );
    let kept = |text: String| -> Vec<Value> {
        let rows = text.lines().map(|line| serde_json::from_str(line).unwrap());
        let is_kept = |name: &String| ["n", "x", "t", "n:int"].contains(&name.as_str());
        let kept = |row: Map<String, Value>| row.into_iter().filter(|(name, _)| is_kept(name)).collect();
        rows.map(kept).collect()
    };
    let expected = [
        json!({"n": 7, "x": 1.5, "t": "007"}),
        json!({"n": -12, "x": 1000, "t": "x"}),
        json!({"n": null, "x": null, "t": "9"}),
        json!({"n": 8, "x": null, "t": ""}),
    ];
    assert_eq!(kept(rate("jsonl")), expected);
    // A scan remembers the types, and so do its reports when they are made again.
    ends(
        0,
        within(&home, &[&["scan", "-l", "BRT", "-o", "out", "--format", "csv,json"], &keep[..]].concat()),
    );
    let json: Value = serde_json::from_str(&read_to_string(home.join("out/puzzles.json")).unwrap()).unwrap();
    assert_eq!((&json["rows"][1]["n"], &json["rows"][1]["t"]), (&json!(-12), &json!("x")));
    let before = read_to_string(home.join("out/puzzles.csv")).unwrap();
    ends(0, within(&home, &["report", "out"]));
    assert_eq!(read_to_string(home.join("out/puzzles.csv")).unwrap(), before);
    if cfg!(feature = "parquet") {
        for name in ["out.parquet", "out.arrow"] {
            let format = name.rsplit('.').next().unwrap();
            ends(0, within(&home, &[&["rate", "--format", format, "-o", name], &keep[..]].concat()));
            let args = ["rate", "--format", "jsonl", "--column", "puzzle", "--keep", "n:int,x:float,t", name];
            assert_eq!(kept(stdout(&ends(0, within(&home, &args)))), expected, "{name}");
        }
    }
    // Columns of typed files keep their types.
    if cfg!(feature = "parquet") {
        for name in ["out.parquet", "out.arrow"] {
            let args = ["rate", "--format", "jsonl", "--column", "puzzle", "--keep", "n,x,t", name];
            assert_eq!(kept(stdout(&ends(0, within(&home, &args)))), expected, "{name}");
            let args =
                ["rate", "--format", "jsonl", "--column", "puzzle", "--keep", "n:text", name, "in.csv"];
            let texts = kept(stdout(&ends(0, within(&home, &args))));
            assert_eq!((&texts[0], &texts[4]), (&json!({"n": "7"}), &json!({"n": "7"})));
        }
    }
    // A name may end like a type.
    let text = format!("puzzle,n:int\n{puzzle},a\n");
    let output = piped(&["rate", "--format", "jsonl", "--keep", "n:int:text", "-"], text.as_bytes());
    assert_eq!(kept(stdout(&ends(0, output))), [json!({"n:int": "a"})]);
    let twice = within(&home, &["rate", "--keep", "n,n:int", "in.csv"]);
    refused(&twice, "--keep names 'n' twice");
}
