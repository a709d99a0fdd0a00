//! Solutions beside puzzles: every command and format that prints solutions gives the same as the brute-force
//! solver.

use crate::binary::{directory, ends, piped, refused, rows, stdout, sudoscope, text_of, within};
use crate::common::random_10k;
use std::fs::{read, read_to_string, write};
use std::sync::LazyLock;
use sudoscope::brute::unique_solution;
use sudoscope::grid::notation;
use sudoscope::input::read_puzzle;

fn solved(puzzle: &str) -> Option<String> {
    unique_solution(&read_puzzle(puzzle.as_bytes()).unwrap().puzzle.grid())
        .map(|grid| notation::puzzle(&grid))
}

/// Puzzles, followed by three lines without a unique solution: a puzzle with several solutions, a puzzle with
/// none, and a line that is not a puzzle.
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let puzzles = random_10k().into_iter().take(300);
    let (two, none) = ("1".to_string() + &".".repeat(80), "11".to_string() + &".".repeat(79));
    puzzles.chain([two, none, "x".to_string()]).collect()
});
static SOLUTIONS: LazyLock<Vec<String>> =
    LazyLock::new(|| LINES[..300].iter().map(|puzzle| solved(puzzle).unwrap()).collect());

/// Whether a column of 303 texts holds the solutions.
fn are_solutions(column: &[String]) -> bool {
    column.len() == 303 && column[..300] == SOLUTIONS[..] && column[300..].iter().all(String::is_empty)
}

/// Returns the column `solution` of a CSV table.
fn of_csv(text: &str) -> Vec<String> {
    let mut table = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    let at = table.headers().unwrap().iter().position(|name| name == "solution").expect("a column");
    table.records().map(|row| row.unwrap()[at].to_string()).collect()
}

/// Returns the member `solution` of objects, one a line, with null as an empty text.
fn of_objects(text: &str) -> Vec<String> {
    let object = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    text.lines().map(|line| object(line)["solution"].as_str().unwrap_or_default().to_string()).collect()
}

#[test]
fn rate_and_check_print_solutions() {
    let text = LINES.join("\n");
    for args in [&["rate", "-l", "BRT"][..], &["rate", "-l", "W,SER"], &["check"]] {
        let args = [args, &["--solution", "-"]].concat();
        assert!(are_solutions(&of_csv(&stdout(&piped(&args, text.as_bytes())))), "{args:?}");
        let args = [&args[..], &["--format", "jsonl"]].concat();
        assert!(are_solutions(&of_objects(&stdout(&piped(&args, text.as_bytes())))), "{args:?}");
    }
    for args in [
        &["rate", "--solution", "--no-validate"][..],
        &["rate", "-l", "W", "--solution", "--format", "plain"],
        &["scan", "--solution", "--no-validate"],
    ] {
        assert_eq!(piped(&[args, &["-"]].concat(), text.as_bytes()).status.code(), Some(2), "{args:?}");
    }
}

/// Tables of scans have solutions, however the scan was made and whichever command writes the tables; the run
/// file has none, but records that the tables have them.
#[test]
fn tables_of_scans_have_solutions() {
    let home = directory("solutions-scan");
    write(home.join("in.txt"), LINES.join("\n")).unwrap();
    let run = |code, args: &[&str]| ends(code, within(&home, args));
    let table = |place: &str| read_to_string(home.join(place).join("puzzles.csv")).unwrap();
    run(1, &["scan", "-l", "BRT", "-o", "plain", "in.txt"]);
    run(1, &["scan", "-l", "BRT", "-o", "solved", "--solution", "--format", "csv,json", "in.txt"]);
    assert!(!table("plain").contains(",solution,") && are_solutions(&of_csv(&table("solved"))));
    let json =
        serde_json::from_str::<serde_json::Value>(&read_to_string(home.join("solved/puzzles.json")).unwrap());
    assert_eq!(json.unwrap()["rows"][299]["solution"], SOLUTIONS[299].as_str());
    let bytes = |place: &str| read(home.join(place).join("run.records")).unwrap().len();
    assert_eq!(bytes("solved"), bytes("plain") + "\"solution\":true,".len());
    // Added to a run that has none.
    run(0, &["report", "--solution", "plain"]);
    assert_eq!(table("plain"), table("solved"));
    run(0, &["report", "-o", "again", "solved"]);
    assert_eq!(table("again"), table("solved"));
    // In shards.
    for shard in ["1/2", "2/2"] {
        let output =
            within(&home, &["scan", "-l", "BRT", "-o", "parts", "--solution", "--shard", shard, "in.txt"]);
        assert!(output.status.code() <= Some(1));
    }
    run(1, &["merge", "-o", "joined", "parts/shard-1-of-2", "parts/shard-2-of-2"]);
    assert_eq!(table("joined"), table("solved"));
    // Added to shards that have none.
    for shard in ["1/2", "2/2"] {
        let output = within(&home, &["scan", "-l", "BRT", "-o", "bare", "--shard", shard, "in.txt"]);
        assert!(output.status.code() <= Some(1));
    }
    run(1, &["merge", "--solution", "-o", "filled", "bare/shard-1-of-2", "bare/shard-2-of-2"]);
    assert_eq!(table("filled"), table("solved"));
    let refusal = within(&home, &["merge", "-o", "mixed", "plain", "solved"]);
    refused(&refusal, "--solution");
}

#[test]
fn select_prints_solutions() {
    let home = directory("solutions-select");
    write(home.join("in.txt"), LINES.join("\n")).unwrap();
    ends(1, within(&home, &["scan", "-l", "BRT", "in.txt"]));
    let select =
        |args: &[&str]| within(&home, &[&["select", "reports/in", "--rating", "0"][..], args].concat());
    let csv = stdout(&ends(0, select(&["--solution", "--format", "csv"])));
    let puzzles: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
    let expected: Vec<String> = puzzles.iter().map(|puzzle| solved(puzzle).unwrap()).collect();
    assert!(puzzles.len() > 50 && of_csv(&csv) == expected);
    assert_eq!(of_objects(&stdout(&ends(0, select(&["--solution", "--format", "jsonl"])))), expected);
    refused(&select(&["--solution"]), "--format csv");
    for name in ["s.parquet", "s.arrow"] {
        let output = select(&["--solution", "-o", name]);
        if !cfg!(feature = "parquet") {
            refused(&output, "--features parquet");
            continue;
        }
        ends(0, output);
        let kept =
            ["rate", "-l", "BRT", "--format", "jsonl", "--column", "puzzle", "--keep", "solution", name];
        let rows = stdout(&ends(0, within(&home, &kept)));
        let rows = rows.lines().map(|row| serde_json::from_str::<serde_json::Value>(row).unwrap());
        let kept: Vec<String> = rows.map(|row| row["solution"].as_str().unwrap().into()).collect();
        assert_eq!(kept, expected, "{name}");
        refused(&select(&["--format", name.split_once('.').unwrap().1]), "writes a file: -o FILE");
    }
}

/// `minlex` prints the solution of the canonical puzzle, not of the original.
#[test]
fn minlex_prints_solutions_of_forms() {
    let text = LINES[..302].join("\n");
    let output = piped(&["minlex", "--solution", "-"], text.as_bytes());
    let all = rows(&output);
    assert!(all[..300].iter().all(|row| Some(&row[6]) == solved(&row[3]).as_deref()));
    assert_eq!((&all[300][2], &all[300][6]), ("multiple-solutions", ""));
    assert!(!all[300][3].is_empty() && &all[301][2] == "no-solution");
    for args in [["--by", "solution"], ["--format", "plain"]] {
        refused(&piped(&["minlex", "--solution", args[0], args[1]], text.as_bytes()), "--solution cannot");
    }
}

/// Generated lists with solutions are tables that can be read again.
#[test]
fn lists_have_solutions() {
    let home = directory("solutions-list");
    let list = home.join("list.csv");
    let generate = |count: &str, more: &[&str]| {
        let args = ["generate", "--seed", "3", "--solution", "--count", count, "-o", text_of(&list)];
        ends(0, sudoscope(&[&args[..], more].concat()));
        read_to_string(&list).unwrap()
    };
    let text = generate("40", &[]);
    let printed = stdout(&sudoscope(&["generate", "--seed", "3", "--solution", "--count", "40"]));
    assert_eq!(text, printed);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("puzzle,solution"));
    let pairs: Vec<(&str, &str)> = lines.map(|line| line.split_once(',').unwrap()).collect();
    assert!(
        pairs.len() == 40
            && pairs.iter().all(|(puzzle, solution)| solved(puzzle).as_deref() == Some(solution))
    );
    let checked = stdout(&ends(0, sudoscope(&["check", "--answers", "solution", text_of(&list)])));
    assert_eq!(checked.lines().filter(|line| line.ends_with(",right")).count(), 40);
}

#[test]
fn given_solutions_are_compared() {
    let (puzzles, solutions) = (&*LINES, &*SOLUTIONS);
    let wrong = solutions[1].replace(['1', '2'], "1");
    let table = format!(
        "id,puzzle,answer\n1,{},{}\n2,{},{wrong}\n3,{},\n4,{},\"{}\"\n",
        puzzles[0], solutions[0], puzzles[1], puzzles[2], puzzles[3], solutions[3]
    );
    let output = piped(&["check", "--answers", "answer", "-"], table.as_bytes());
    let answers: Vec<String> = rows(&output).iter().map(|row| row[9].to_string()).collect();
    assert_eq!((answers.join(" ").as_str(), output.status.code()), ("right wrong missing right", Some(1)));
    let right: String =
        table.lines().filter(|line| !line.starts_with(['2', '3'])).map(|l| l.to_string() + "\n").collect();
    assert_eq!(piped(&["check", "--answers", "3", "-"], right.as_bytes()).status.code(), Some(0));
}
