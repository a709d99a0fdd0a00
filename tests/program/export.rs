//! `export`, and the JSON of `rate` and `select`: types are the same everywhere, and every export fits the
//! schema in docs/app-json.schema.json.

use crate::binary::{EASY, W5, directory, ends, refused, stderr, stdout, within};
use crate::common::random_10k;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{read, read_to_string, write};
use std::path::Path;

/// Checks a value by the part of JSON Schema that ours uses; every member must be in the schema.
fn fits(schema: &Value, whole: &Value, value: &Value, at: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let part = whole.pointer(name.strip_prefix('#').unwrap()).unwrap();
        return fits(part, whole, value, at);
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    let is = |kind: &Value| match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    assert!(kinds.iter().any(is), "{at}: {value} is none of {kinds:?}");
    if let Some(constant) = schema.get("const") {
        assert_eq!(constant, value, "{at}");
    }
    for item in value.as_array().into_iter().flatten() {
        fits(&schema["items"], whole, item, &format!("{at}[]"));
    }
    let Some(members) = value.as_object() else { return };
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(members.contains_key(name.as_str().unwrap()), "{at}: {name} is missing");
    }
    for (name, member) in members {
        let own = schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
        assert!(own.is_object(), "{at}: {name} is not in the schema");
        fits(own, whole, member, &format!("{at}.{name}"));
    }
}

fn bank(work: &Path) {
    let puzzles = random_10k();
    let rows = puzzles.iter().take(20).zip(1..).map(|(puzzle, k)| format!("B{k:03},{}\n", &puzzle[..81]));
    let bad = format!("bad,{}\nx,hello\nhard,{W5}\n", ".".repeat(81));
    write(work.join("bank.csv"), format!("id,puzzle\n{}{bad}", rows.collect::<String>())).unwrap();
}

#[test]
fn an_export_fits_its_schema_and_the_scan() {
    let work = directory("export");
    bank(&work);
    let scan = ["scan", "-l", "H", "-l", "minutes", "-l", "SER", "--keep", "id", "--solution", "-o", "out"];
    ends(1, within(&work, &[&scan[..], &["bank.csv"]].concat()));
    let output = ends(1, within(&work, &["export", "out", "--format", "app-json@1", "-o", "bank.json"]));
    assert_eq!(stderr(&output), "sudoscope: 21 puzzles; 2 lines without one solution were left out\n");
    let whole: Value = serde_json::from_slice(&read(work.join("bank.json")).unwrap()).unwrap();
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/app-json.schema.json");
    let schema: Value = serde_json::from_str(&read_to_string(schema).unwrap()).unwrap();
    fits(&schema, &schema, &whole, "export");
    // Ratings, solutions and techniques are those of the scan.
    let rows = stdout(&ends(0, within(&work, &["select", "out", "--format", "jsonl", "--solution"])));
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let puzzles = whole["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), rows.len());
    let techniques: Vec<&Value> =
        whole["techniques"].as_array().unwrap().iter().map(|it| &it["technique"]).collect();
    for (puzzle, row) in puzzles.iter().zip(&rows) {
        assert_eq!((&puzzle["id"], &puzzle["puzzle"]), (&row["id"], &row["puzzle"]));
        for (own, of_scan) in [
            ("level", "H"),
            ("score", "H score"),
            ("minutes", "minutes"),
            ("SE", "SER"),
            ("clues", "clues"),
            ("solution", "solution"),
        ] {
            assert_eq!(puzzle[own], row[of_scan], "{own}");
        }
        // A technique of several sizes is one of the puzzle.
        let used = |all: &Value| -> BTreeMap<String, u64> {
            let mut used = BTreeMap::new();
            for it in all.as_array().unwrap() {
                *used.entry(it["technique"].to_string()).or_default() += it["steps"].as_u64().unwrap();
            }
            used
        };
        assert_eq!(used(&puzzle["techniques"]).len(), puzzle["techniques"].as_array().unwrap().len());
        assert_eq!(used(&puzzle["techniques"]), used(&row["H rules"]));
        // Each step's hints name the technique second and the step last; the steps lead to the solution.
        let mut cells: Vec<char> = puzzle["puzzle"].as_str().unwrap().chars().collect();
        for step in puzzle["steps"].as_array().unwrap() {
            assert!(techniques.contains(&&step["technique"]));
            let hints: Vec<&str> =
                step["hints"].as_array().unwrap().iter().map(|hint| hint.as_str().unwrap()).collect();
            let name = step["technique"].as_str().unwrap();
            assert!(
                hints.len() == 3 && hints[0].starts_with("Look at ") && !hints[0].contains(name),
                "{step}"
            );
            assert!(hints[1].starts_with(&format!("{name}: ")), "{step}");
            assert!(!step["words"].as_array().unwrap().is_empty(), "{step}");
            for number in step["placements"].as_array().unwrap() {
                let number = number.as_u64().unwrap() as usize;
                let (digit, row, column) = (number / 100, number / 10 % 10, number % 10);
                cells[9 * (row - 1) + column - 1] = char::from(b'0' + digit as u8);
            }
        }
        assert_eq!(json!(cells.iter().collect::<String>()), puzzle["solution"], "{}", puzzle["id"]);
    }
    // The program reads its own export.
    let again =
        ends(0, within(&work, &["rate", "-l", "H", "--format", "jsonl", "--keep", "id", "bank.json"]));
    assert_eq!(stdout(&again).lines().count(), 21);
}

#[test]
fn bad_exports_are_refused() {
    let work = directory("export-bad");
    bank(&work);
    ends(1, within(&work, &["scan", "-l", "W", "-o", "out", "bank.csv"]));
    for (args, message) in [
        (
            &["out", "--format", "app-json@0"][..],
            "app-json 0 is an older schema, which this version does not write",
        ),
        (&["out", "--format", "app-json@2"], "app-json 2 is newer than this version"),
        (&["out", "--format", "app-json@x"], "the version of a schema is a number, as in app-json@1"),
        (&["out", "--format", "xml"], "there is no export 'xml'; the format of exports is app-json"),
        (&["out", "-l", "H"], "the scan has no ladder 'H'; it has W"),
        (&["nowhere"], "nowhere"),
        (&["out", "-o", "out/run.records"], "run.records"),
    ] {
        refused(&within(&work, &[&["export"], args].concat()), message);
    }
    // Without such scales there are no such numbers.
    let whole: Value = serde_json::from_slice(&ends(1, within(&work, &["export", "out"])).stdout).unwrap();
    let first = &whole["puzzles"][0];
    assert!(["level", "score", "minutes", "SE"].iter().all(|name| first[*name].is_null()), "{first}");
    assert!(first["ratings"]["W"].is_u64() && first["id"] == "2", "{first}");
}

/// A line is a number in every row, and a technique has its players' name.
#[test]
fn rows_of_json_have_the_same_types_everywhere() {
    let work = directory("export-json");
    let line = "5...8..7..6..7..5..7..5..6...8.2.9..........8.4.7.9..6.5..6..2..2.9..1..5..3..9.".to_string();
    write(work.join("a.txt"), format!("{EASY}\n{line}\n")).unwrap();
    write(work.join("b.txt"), format!("{W5}\n")).unwrap();
    let objects =
        |text: &str| -> Vec<Value> { text.lines().map(|line| serde_json::from_str(line).unwrap()).collect() };
    let rate = |files: &[&str]| {
        let args = ["rate", "-l", "H", "--format", "jsonl"];
        objects(&stdout(&within(&work, &[&args[..], files].concat())))
    };
    let one = rate(&["a.txt"]);
    assert_eq!((&one[1]["line"], one[1].get("file")), (&json!(2), None));
    let two = rate(&["a.txt", "b.txt"]);
    assert_eq!((&two[2]["line"], &two[2]["file"]), (&json!(1), &json!("b.txt")));
    for files in [&["a.txt"][..], &["a.txt", "b.txt"]] {
        within(&work, &[&["scan", "-l", "H", "-o", "out", "--restart"], files].concat());
        let rows = objects(&stdout(&within(&work, &["select", "out", "--format", "jsonl"])));
        assert!(rows.iter().all(|row| row["line"].is_u64() && row.get("tail").is_none()), "{rows:?}");
        assert_eq!(rows.iter().any(|row| row["file"] == "b.txt"), files.len() > 1);
        std::fs::remove_dir_all(work.join("out")).unwrap();
    }
    ends(0, within(&work, &["scan", "-l", "H", "-o", "names", "b.txt"]));
    let row = &objects(&stdout(&within(&work, &["select", "names", "--format", "jsonl"])))[0];
    for it in row["H rules"].as_array().unwrap() {
        let (technique, rule) = (it["technique"].as_str().unwrap(), it["rule"].as_str().unwrap());
        assert!(technique.starts_with(char::is_uppercase), "{technique} {rule}");
    }
    for (technique, size) in [("Naked Pair", 2), ("Naked Triple", 3)] {
        let is_it = |it: &&Value| it["technique"] == technique;
        let it = row["H rules"].as_array().unwrap().iter().find(is_it).expect(technique);
        assert_eq!((&it["rule"], &it["size"]), (&json!("naked"), &json!(size)));
    }
}
