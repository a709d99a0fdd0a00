//! Numbers of the reports, all recounted from `puzzles.csv` ([`recount`]); the reports' formats, snapshots
//! and docs; and published means of two collections.

use crate::binary::{self, refused, stderr, stdout, within};
use crate::common::{Dice, random_10k, shared};
use crate::recount::{Cell, Collection, Line, Rows, about_run, about_table, mean, table};
use std::collections::BTreeMap;
use std::fs::{read, read_dir, read_to_string, write};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;
use sudoscope::grid::{self, Candidates, Puzzle, parse_puzzle};
use sudoscope::report::{Context, FORMATS, NOT_BUILT_IN, REPORTS, Report, View, WORTH};
use sudoscope::run::{Row, RunFile, RunHeader};
use sudoscope::scale::{Effort, Outcome, Scale, Solver};
use xxhash_rust::xxh3::xxh3_64;

/// Runs the program in a directory; it must end with this exit code.
fn ends(code: i32, directory: &Path, args: &[&str]) -> Output {
    binary::ends(code, within(directory, args))
}

/// Makes an empty directory for one test.
fn directory(name: &str) -> PathBuf {
    binary::directory(&format!("report/{name}"))
}

/// Reads the files of a directory by name, except files with times and files that are not reports.
fn timeless(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
    names
        .map(|name| name.into_string().unwrap())
        .filter(|name| !name.starts_with("timing.") && !name.starts_with("run."))
        .filter(|name| name != "report.html" && name != "in.csv")
        .map(|name| (name.clone(), read(directory.join(name)).unwrap()))
        .collect()
}

/// A page has no number where none is defined: BRT gives every puzzle the same rating, so it correlates with
/// nothing.
#[test]
fn a_page_has_no_numbers_that_are_none() {
    let directory = directory("none");
    write(directory.join("in.csv"), random_10k()[..20].join("\n")).unwrap();
    ends(0, &directory, &["scan", "-l", "BRT,H", "in.csv", "-o", "out"]);
    let page = read_to_string(directory.join("out/report.html")).unwrap();
    assert!(
        page.contains("BRT") && !page.contains(">NaN") && !page.contains("± NaN") && !page.contains(">inf")
    );
}

// ---- a corpus of 2,000 puzzles, scanned twice ----

const NO_SOLUTION: &str = "55...............................................................................";
const SEVERAL: &str = "1................................................................................";

/// Returns the first 2,000 puzzles of the embedded collection with other numbers: `x` correlates with the
/// number of clues, has one decimal and is sometimes missing; `clues` has the name of a column of the
/// reports; `flat` is constant. Some lines are not puzzles.
fn corpus() -> String {
    let mut dice = Dice(2026);
    let mut lines = vec!["puzzle,x,clues,flat".to_string()];
    for (k, puzzle) in random_10k().into_iter().take(2000).enumerate() {
        let clues = puzzle.bytes().filter(|&cell| cell != b'.').count() as i32;
        let x = match dice.below(12) {
            0 => String::new(),
            1 => "high".to_string(),
            _ => format!("{}", f64::from(60 * (clues - 24) + dice.below(90) as i32 - 45) / 10.0),
        };
        lines.push(format!("{puzzle},{x},{},0.1", dice.below(5)));
        let short = &puzzle[..70];
        match k {
            7 => lines.push(format!("{short},1.5,1,0.1")),
            900 => lines.push(format!("{NO_SOLUTION},99,9,0.1")),
            901 => lines.push(format!("{SEVERAL},-99,9,0.1")),
            1500 => lines.push(format!("{short}x{},,,", &puzzle[71..])),
            1999 => lines.push("{},,".to_string()),
            _ => {}
        }
    }
    lines.join("\n") + "\n"
}

/// Scan in all formats, with every puzzle counted alike.
static EQUAL: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = directory("equal");
    write(directory.join("in.csv"), corpus()).unwrap();
    let formats = if cfg!(feature = "parquet") { "csv,json,parquet" } else { "csv,json" };
    let against = ["--against", "x,clues,flat", "--format", formats];
    let args = ["scan", "-l", "W,S", "-o", ".", "in.csv"];
    let output = ends(1, &directory, &[&args[..], &against].concat());
    assert!(stdout(&output).contains("2005 puzzles"), "{output:?}");
    directory
});

/// Steps allowed, too few for some puzzles.
const BUDGET: u64 = 2000;

/// Weighted scan, with a budget too small for some puzzles.
static WEIGHTED: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = directory("weighted");
    write(directory.join("in.csv"), corpus()).unwrap();
    let budget = BUDGET.to_string();
    let args = ["scan", "-l", "S,S+W,BRT", "--budget", &budget, "--against", "x,flat", "-o", ".", "in.csv"];
    ends(1, &directory, &args);
    ends(0, &directory, &["report", "--weights", "controlled-bias", "--brt-as", "0.9", "."]);
    directory
});

/// Checks every cell of a table.
fn holds(directory: &Path, name: &str, expected: &Rows) {
    let (columns, rows) = table(directory, name);
    for (k, (row, expected)) in rows.iter().zip(expected).enumerate() {
        assert_eq!(row.len(), expected.len(), "{name} row {k}");
        assert!(!row.iter().any(|cell| cell.starts_with("-0") && cell.parse() == Ok(0.0)), "{row:?}");
        for (at, (cell, expected)) in row.iter().zip(expected).enumerate() {
            let place = || format!("{name}, row {k} {row:?}, column {}", columns[at]);
            assert!(expected.is(cell), "{}: {cell:?} where {expected:?} is right", place());
        }
    }
    assert_eq!(rows.len(), expected.len(), "{name}: rows");
}

/// Checks all tables that can be recounted from `puzzles`, given the candidates that rules removed and
/// placed.
fn all_hold(directory: &Path, collection: &Collection, done: &[Vec<[u64; 2]>]) {
    let tables = [
        ("ratings", collection.ratings()),
        ("clues", collection.clues()),
        ("means", collection.means()),
        ("techniques", collection.techniques()),
        ("rules", collection.rules(done)),
        ("usage", collection.usage()),
        ("sets", collection.sets()),
        ("hardest", collection.hardest()),
        ("examples", collection.examples()),
        ("map", collection.map()),
        ("correlation", collection.correlation()),
        ("cross", collection.cross()),
        ("disagreements", collection.disagreements()),
        ("rejects", collection.rejects()),
    ];
    for (name, expected) in &tables {
        assert!(!expected.is_empty(), "{name}");
        holds(directory, name, expected);
    }
    let known = |report: &&Report| tables.iter().any(|table| table.0 == report.name());
    let others = REPORTS.iter().filter(|report| !known(report));
    assert_eq!(others.map(|report| report.name()).collect::<Vec<_>>(), ["puzzles", "timing"]);
}

/// Counts the candidates that each item of each ladder removed and placed, from the printed steps of every
/// path; a candidate proved by several patterns counts once.
fn told(collection: &Collection) -> Vec<Vec<[u64; 2]>> {
    let mut solver = Solver::new();
    let mut done = Vec::new();
    for ladder in &collection.ladders {
        let mut items = vec![[0, 0]; ladder.items.len()];
        for puzzle in collection.rated() {
            let clues = parse_puzzle(puzzle.puzzle.as_bytes()).unwrap();
            solver.observe(&clues, ladder, u64::MAX, &mut |applied| {
                let name = applied.item.name();
                let at = ladder.items.iter().position(|item| item.name() == name).unwrap();
                let (mut removed, mut placed) = (Candidates::EMPTY, Candidates::EMPTY);
                for step in applied.found.steps.iter().flatten() {
                    step.eliminates.iter().for_each(|&candidate| removed.insert(candidate));
                    step.asserts.iter().for_each(|&candidate| placed.insert(candidate));
                }
                items[at][0] += removed.len() as u64;
                items[at][1] += placed.len() as u64;
            });
        }
        done.push(items);
    }
    done
}

/// Returns the same counts from the solver's own tallies, within a budget.
fn tallied(collection: &Collection, budget: u64) -> Vec<Vec<[u64; 2]>> {
    let mut solver = Solver::new();
    let blank = |ladder: &Scale| vec![[0, 0]; ladder.items.len()];
    let mut done: Vec<Vec<[u64; 2]>> = collection.ladders.iter().map(blank).collect();
    for puzzle in collection.rated() {
        let clues = parse_puzzle(puzzle.puzzle.as_bytes()).unwrap();
        let effort = Effort { budget, validate: true };
        let (_, climbs) = solver.rate(&clues, &collection.ladders, effort);
        for (done, climb) in done.iter_mut().zip(climbs) {
            for (done, tally) in done.iter_mut().zip(climb.tallies) {
                done[0] += u64::from(tally.eliminations);
                done[1] += u64::from(tally.placements);
            }
        }
    }
    done
}

#[test]
fn every_number_is_the_one_counted_from_the_puzzles() {
    let collection = Collection::of(&EQUAL, false, 0.0);
    assert_eq!((collection.puzzles.len(), collection.rated().len()), (2005, 2000));
    assert_eq!(collection.read, ["x", "clues (input)", "flat"]);
    let unsolved =
        |at: usize| collection.rated().iter().filter(|puzzle| puzzle.ratings[at] == "unsolved").count();
    assert!(unsolved(0) == 0 && unsolved(1) > 100);
    let done = told(&collection);
    // Singles are found in another order there, so only the tallies decide which are naked.
    let tallied = tallied(&collection, u64::MAX);
    for (told, tallied) in done.iter().zip(&tallied) {
        assert_eq!(told[3..], tallied[3..]);
        assert_eq!(told[1][1] + told[2][1], tallied[1][1] + tallied[2][1]);
    }
    all_hold(&EQUAL, &collection, &tallied);
    // W solves all puzzles, so every empty cell was filled.
    let empty: u64 = collection.rated().iter().map(|puzzle| 81 - puzzle.clues as u64).sum();
    assert_eq!(done[0].iter().map(|done| done[1]).sum::<u64>(), empty);
}

#[test]
fn every_weighted_number_is_the_one_counted_from_the_puzzles() {
    let collection = Collection::of(&WEIGHTED, true, 0.9);
    assert_eq!(collection.read, ["x", "flat"]);
    for cell in ["unsolved", "budget"] {
        let at = usize::from(cell == "budget");
        let rated = collection.rated();
        assert!(rated.iter().filter(|puzzle| puzzle.ratings[at] == cell).count() >= 10, "{cell}");
    }
    all_hold(&WEIGHTED, &collection, &tallied(&collection, BUDGET));
}

/// `puzzles` has every line of the input in its place, with its clues and numbers; a rating is the rung of
/// the highest rule used.
#[test]
fn puzzles_are_the_lines_of_the_input() {
    let collection = Collection::of(&EQUAL, false, 0.0);
    let input = corpus();
    let lines: Vec<&str> = input.lines().skip(1).collect();
    assert_eq!(lines.len(), collection.puzzles.len());
    for (k, (line, puzzle)) in lines.iter().zip(&collection.puzzles).enumerate() {
        let fields: Vec<&str> = line.split(',').chain(["", "", ""]).collect();
        assert_eq!(puzzle.line, (k + 2).to_string());
        for (at, number) in puzzle.read.iter().enumerate() {
            assert_eq!(*number, fields[1 + at].parse().ok(), "{line}");
        }
        let unsolved = puzzle.ratings.iter().any(|rating| rating == "unsolved");
        match puzzle.status.as_str() {
            "ok" => assert!(!unsolved),
            "unsolved" => assert!(unsolved),
            status if status.starts_with("invalid: ") => {
                assert!(puzzle.puzzle.is_empty() && puzzle.clues == 0);
                continue;
            }
            "no-solution" => assert_eq!(fields[0], NO_SOLUTION),
            status => assert_eq!((status, fields[0]), ("multiple-solutions", SEVERAL)),
        }
        assert_eq!(puzzle.puzzle, fields[0]);
        assert_eq!(puzzle.clues, fields[0].bytes().filter(u8::is_ascii_digit).count());
        for ((ladder, rating), rules) in collection.ladders.iter().zip(&puzzle.ratings).zip(&puzzle.rules) {
            let used = ladder.items.iter().filter(|item| rules.contains_key(&item.name()));
            let highest = used.map(|item| item.place).max();
            assert!(rating.parse::<u32>().map_or(true, |rating| Some(rating) == highest));
        }
    }
}

/// Times cannot be recounted, but their number, their order and the slowest lines are right.
#[test]
fn times_are_of_the_puzzles_rated() {
    for (directory, weighted) in [(&*EQUAL, false), (&*WEIGHTED, true)] {
        let collection = Collection::of(directory, weighted, 0.0);
        let (columns, rows) = table(directory, "timing");
        assert_eq!(columns[2..4], ["puzzles", "mean us"]);
        for (at, ladder) in collection.ladders.iter().enumerate() {
            let mut counts: BTreeMap<(bool, u8), u64> = BTreeMap::new();
            let end = |rating: &str| rating.parse().map_or((true, 0), |rung: u8| (false, rung));
            for puzzle in collection.rated() {
                *counts.entry(end(&puzzle.ratings[at])).or_default() += 1;
            }
            let of_ladder: Vec<_> = rows.iter().filter(|row| row[0] == ladder.name).collect();
            let told = of_ladder.iter().map(|row| (end(&row[1]), row[2].parse().unwrap()));
            assert!(told.eq(counts), "{}", ladder.name);
            for row in of_ladder {
                let times: Vec<f64> = row[3..10].iter().map(|time| time.parse().unwrap()).collect();
                assert!(times[1..].is_sorted() && times[1] > 0.0, "{row:?}");
                // Two significant digits of each time are kept.
                assert!(times[0] > 0.0 && times[0] <= 1.01 * times[6], "{row:?}");
                let slowest = collection.puzzles.iter().find(|puzzle| puzzle.line == row[10]);
                assert_eq!(end(&slowest.unwrap().ratings[at]), end(&row[1]));
            }
        }
    }
}

// ---- formats ----

#[test]
fn json_has_the_values_of_csv() {
    for report in REPORTS {
        let name = report.name();
        let (columns, rows) = table(&EQUAL, name);
        let text = read_to_string(EQUAL.join(format!("{name}.json"))).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["report"], name);
        let about: Vec<&str> =
            json["about"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        assert_eq!(about, about_table(&EQUAL, name));
        let objects = json["rows"].as_array().unwrap();
        assert_eq!(objects.len(), rows.len(), "{name}");
        // One row a line, after a line for each of the other members, with the columns in order.
        assert_eq!(text.lines().count(), 3 + rows.len() + 1, "{name}");
        for ((object, row), line) in objects.iter().zip(&rows).zip(text.lines().skip(3)) {
            let object = object.as_object().unwrap();
            assert_eq!(object.len(), columns.len(), "{name}");
            let mut at = 0;
            for (column, cell) in columns.iter().zip(row) {
                at += line[at..].find(&format!("\"{column}\":")).expect("the columns in order");
                let same = match &object[column] {
                    serde_json::Value::Null => cell.is_empty(),
                    serde_json::Value::String(text) => text == cell,
                    // The rules used.
                    serde_json::Value::Array(uses) => {
                        let texts: Vec<String> = uses.iter().map(use_in_json).collect();
                        texts.join(" ") == *cell
                    }
                    number => number.as_f64() == cell.parse().ok(),
                };
                assert!(same, "{name}: {column} of {row:?} is {}", object[column]);
            }
        }
    }
}

/// Writes a rule used in the format of CSV.
fn use_in_json(it: &serde_json::Value) -> String {
    let size = it["size"].as_u64().map_or(String::new(), |size| format!("[{size}]"));
    assert!(it["rating"].is_u64() && it["eliminations"].is_u64(), "{it}");
    format!("{}{size}*{}", it["rule"].as_str().unwrap(), it["steps"])
}

/// Writes a rule used in a row of Parquet in the format of CSV.
#[cfg(feature = "parquet")]
fn use_in_parquet(it: &parquet::record::Field) -> String {
    use parquet::record::Field::{Group, Int, Long, Null, Str};

    let Group(it) = it else { panic!("{it}") };
    let members: Vec<_> = it.get_column_iter().map(|(_, member)| member).collect();
    match members[..] {
        [Str(_), Str(rule), Long(size), Int(_), Long(steps), Long(_)] => format!("{rule}[{size}]*{steps}"),
        [Str(_), Str(rule), Null, Int(_), Long(steps), Long(_)] => format!("{rule}*{steps}"),
        _ => panic!("{it}"),
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_values_of_csv() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    for report in REPORTS {
        let name = report.name();
        let (columns, rows) = table(&EQUAL, name);
        let file = std::fs::File::open(EQUAL.join(format!("{name}.parquet"))).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let metadata = reader.metadata().file_metadata();
        let about = metadata.key_value_metadata().unwrap().iter().find(|kv| kv.key == "sudoscope");
        let lines = about_table(&EQUAL, name).join("\n");
        assert_eq!(about.unwrap().value.as_deref(), Some(lines.as_str()), "{name}");
        assert_eq!(metadata.num_rows() as usize, rows.len(), "{name}");
        for (record, row) in reader.get_row_iter(None).unwrap().zip(&rows) {
            let record = record.unwrap();
            assert!(record.get_column_iter().map(|(column, _)| column).eq(&columns), "{name}");
            for ((column, field), cell) in record.get_column_iter().zip(row) {
                let same = match field {
                    // A rating is a number or nothing.
                    Field::Null => ["", "unsolved", "budget"].contains(&cell.as_str()),
                    Field::Str(text) => text == cell,
                    Field::Int(rating) => rating.to_string() == *cell,
                    Field::Long(count) => count.to_string() == *cell,
                    // Compares with as many decimals as CSV prints.
                    Field::Double(number) => match cell.split_once('.') {
                        Some((_, decimals)) => {
                            let printed = format!("{number:.*}", decimals.len());
                            printed == *cell
                                || printed == format!("-{cell}") && cell.parse() == Ok(0.0)
                                || number.to_string() == *cell
                        }
                        None => number.to_string() == *cell,
                    },
                    Field::ListInternal(uses) => {
                        let texts: Vec<String> = uses.elements().iter().map(use_in_parquet).collect();
                        texts.join(" ") == *cell
                    }
                    _ => false,
                };
                assert!(same, "{name}: {column} of {row:?} is {field:?}");
            }
        }
    }
}

/// Two files give the same tables as one collection, except that each line is named with its file.
#[test]
fn two_files_count_as_one() {
    let directory = directory("two");
    let puzzles = &random_10k()[..400];
    let lines: Vec<String> = (0..).zip(puzzles).map(|(k, puzzle)| format!("{puzzle} x={}", k % 7)).collect();
    let text = |lines: &[String]| lines.join("\n") + "\n";
    write(directory.join("in.txt"), text(&lines)).unwrap();
    write(directory.join("a.txt"), text(&lines[..150])).unwrap();
    write(directory.join("b.txt"), text(&lines[150..])).unwrap();
    let scan = |files: &[&str], to: &str| {
        let args = ["scan", "-l", "S,BRT", "--against", "x", "-o", to];
        ends(0, &directory, &[&args[..], files].concat());
    };
    scan(&["in.txt"], "one");
    scan(&["a.txt", "b.txt"], "both");
    let named = |line: &str| match line.parse::<usize>() {
        Ok(line) if line <= 150 => format!("a.txt:{line}"),
        Ok(line) => format!("b.txt:{}", line - 150),
        Err(_) => line.to_string(),
    };
    for report in REPORTS.iter().filter(|report| report.name() != "timing") {
        let (columns, mut one) = table(&directory.join("one"), report.name());
        let (_, both) = table(&directory.join("both"), report.name());
        if let Some(at) = columns.iter().position(|it| it == "line" || it == "first") {
            one.iter_mut().for_each(|row| row[at] = named(&row[at]));
        }
        assert_eq!(one, both, "{}", report.name());
    }
}

// ---- sudoscope report ----

/// Scans a small part of the corpus, in a separate directory.
fn small_scan(name: &str) -> PathBuf {
    let directory = directory(name);
    write(directory.join("in.csv"), corpus()).unwrap();
    let args = ["scan", "-l", "BRT,LC", "--take", "60", "--against", "x", "-o", ".", "in.csv"];
    ends(1, &directory, &args);
    directory
}

#[test]
fn reports_are_made_again_to_the_byte() {
    let directory = small_scan("again");
    let (before, times) = (timeless(&directory), read(directory.join("timing.csv")).unwrap());
    // All tables except that of times, and the description of the run.
    assert_eq!(before.len(), REPORTS.len() - 1 + 1);
    before.keys().for_each(|name| std::fs::remove_file(directory.join(name)).unwrap());
    ends(0, &directory, &["report", "."]);
    assert!(timeless(&directory) == before);
    // Times belong to the session that took them: they stay unchanged, and are in no other file.
    assert!(read(directory.join("timing.csv")).unwrap() == times);
    let page = read(directory.join("report.html")).unwrap();
    ends(0, &directory, &["report", "."]);
    assert!(read(directory.join("report.html")).unwrap() == page);
    let other = self::directory("again-other");
    ends(0, &directory, &["report", ".", "-o", other.to_str().unwrap(), "--format", "json"]);
    assert!(!other.join("timing.json").exists() && !other.join("ratings.csv").exists());
    assert_eq!(timeless(&other).len(), REPORTS.len() - 1 + 1);

    // Another view changes the counting, not the findings, and can be undone.
    let weighted = ["report", "--weights", "controlled-bias", "--brt-as", "0.9", "."];
    ends(0, &directory, &weighted);
    let after = timeless(&directory);
    let data = |files: &BTreeMap<String, Vec<u8>>, name: &str| -> Vec<String> {
        let text = String::from_utf8(files[name].clone()).unwrap();
        text.lines().map(str::to_string).collect()
    };
    for name in ["puzzles.csv", "rejects.csv", "hardest.csv"] {
        assert_eq!(data(&before, name), data(&after, name));
    }
    assert_ne!(data(&before, "means.csv"), data(&after, "means.csv"));
    let told = "weights: controlled-bias; rating 0 counts 0.9 in means";
    assert!(about_run(&directory).contains(&told.to_string()));
    ends(0, &directory, &["report", "."]);
    assert!(timeless(&directory) == before);
}

/// Requeuing a finished run writes the missing tables and rates nothing.
#[test]
fn a_requeued_scan_writes_what_is_missing() {
    let directory = small_scan("requeue");
    let kept = || {
        let stamp = |name: &str| directory.join(name).metadata().unwrap().modified().unwrap();
        ["run.records", "timing.csv", "report.html", "ratings.csv"].map(stamp)
    };
    let before = kept();
    let scan = ["scan", "-l", "BRT,LC", "--take", "60", "--against", "x", "-o", ".", "--requeue"];
    ends(1, &directory, &[&scan[..], &["--format", "csv,json", "in.csv"]].concat());
    assert_eq!(kept(), before);
    let other = self::directory("requeue-other");
    ends(0, &directory, &["report", ".", "-o", other.to_str().unwrap(), "--format", "json"]);
    let tables = REPORTS.iter().map(|report| format!("{}.json", report.name()));
    for name in tables.filter(|name| name != "timing.json") {
        assert!(read(directory.join(&name)).unwrap() == read(other.join(&name)).unwrap(), "{name}");
    }
    assert!(!directory.join("timing.json").exists());
    // The next time nothing is left to do.
    let output = ends(1, &directory, &[&scan[..], &["in.csv"]].concat());
    assert!(!stdout(&output).contains("reports:"));
    assert_eq!(kept(), before);
}

#[test]
fn what_is_no_finished_run_is_refused() {
    let whole = small_scan("refused");
    let (run, before) = (whole.join("run.records"), timeless(&whole));
    let bytes = read(&run).unwrap();
    let refused = |expected: &str| {
        let output = ends(2, &whole, &["report", "."]);
        assert!(output.stdout.is_empty() && stderr(&output).contains(expected), "{output:?}");
        // Nothing is changed, and nothing left behind.
        assert!(timeless(&whole) == before);
    };
    let head = bytes.iter().enumerate().filter(|byte| *byte.1 == b'\n').nth(1).unwrap().0 + 1;
    let mut one_wrong_bit = bytes.clone();
    one_wrong_bit[bytes.len() - 17] ^= 1;
    // The units of run files try every byte.
    let damaged = [
        ("torn", bytes[..bytes.len() - 17].to_vec()),
        ("one wrong bit", one_wrong_bit),
        ("no header", bytes[head..].to_vec()),
        ("another version", [b"sudoscope run 8\n", &bytes[16..]].concat()),
        ("nothing", Vec::new()),
    ];
    for (name, bytes) in damaged {
        eprintln!("{name}");
        write(&run, bytes).unwrap();
        refused("./run.records is not a run file of this version, or is damaged: scan again");
    }
    std::fs::remove_file(&run).unwrap();
    refused(". holds no finished scan; scan --resume resumes");
    // An unfinished run is not taken for a finished one.
    write(whole.join("run.partial"), &bytes).unwrap();
    refused(". holds no finished scan; scan --resume resumes");
    let output = ends(2, &whole, &["report", "nowhere"]);
    assert_eq!(stderr(&output).lines().count(), 1);
    ends(2, &whole, &["report", "--weights", "heavy", "."]);
    ends(2, &whole, &["report", "--brt-as", "NaN", "."]);
    ends(2, &whole, &["report", "--format", "xls", "."]);
    for name in NOT_BUILT_IN {
        let output = ends(2, &whole, &["report", "--format", name, "."]);
        assert!(stderr(&output).contains(&format!("this build writes no {name}: ")), "{output:?}");
        assert!(stderr(&output).ends_with("what is built with `--features parquet`\n"), "{output:?}");
    }
}

/// Numbers as large as a line can hold give reports of ordinary size. (Fuzzing found that the ticks of a plot
/// filled the memory.)
#[test]
fn numbers_may_be_large() {
    let directory = directory("large-numbers");
    let numbers = ["1e300", "-1.7e308", "1.7e308", "1e17", "1e-300", "9007199254740993"];
    for used in [&numbers[..1], &numbers[3..4], &numbers[..]] {
        let lines = random_10k().into_iter().zip(used.iter().cycle()).take(30);
        let text: String = lines.map(|(line, number)| format!("{line},{number}\n")).collect();
        write(directory.join("in.csv"), format!("puzzle,grade\n{text}")).unwrap();
        ends(0, &directory, &["scan", "-l", "S", "--against", "grade", "-o", "out", "--restart", "in.csv"]);
        assert!(std::fs::metadata(directory.join("out/report.html")).unwrap().len() < 1 << 20);
    }
}

#[test]
fn mistakes_of_against_are_told() {
    let directory = directory("against");
    write(directory.join("in.csv"), corpus()).unwrap();
    let scan = |column: &str| {
        let args = ["scan", "-l", "BRT", "--take", "9", "-o", "out", "in.csv", "--against", column];
        within(&directory, &args)
    };
    refused(&scan("SER"), "no column is called 'SER'; there are puzzle, x, clues, flat");
    // A refused command does not block the corrected one. A column may also be given by its place or in
    // capitals.
    for column in ["x", "2", "X"] {
        binary::ends(1, scan(column));
        let (columns, rows) = table(&directory.join("out"), "puzzles");
        assert_eq!(columns.last().unwrap(), column);
        assert!(rows.iter().filter(|row| !row.last().unwrap().is_empty()).count() > 4);
    }
    refused(&scan("x,x"), "two numbers are called 'x'");
    // Without a header, columns have no names: a number follows its word, or is in a column given by its
    // place.
    let lines = random_10k()[..9].to_vec();
    write(directory.join("in.csv"), lines.join("\n")).unwrap();
    let no_header = "in.csv: there is no header in which a column is called 'SER', and no SER= beside the \
        first puzzle; a column's place will do, as in 2";
    refused(&scan("SER"), no_header);
    refused(&scan("2"), "the first puzzle has no column 2 beside it, and there is no header");
    let grid = lines[0].as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n");
    write(directory.join("in.csv"), grid.collect::<String>()).unwrap();
    refused(&scan("SER"), no_header);
    for (first, column) in [("SER=7.1", "SER"), (",7.1", "2"), (", none", "2")] {
        let lines = format!("# no puzzle\n{} {first}\n{}\n", lines[0], lines[1]);
        write(directory.join("in.csv"), lines).unwrap();
        binary::ends(0, scan(column));
    }
}

/// Without the check of uniqueness a ladder may prove that there is no solution; such a puzzle counts
/// nowhere.
#[test]
fn a_puzzle_proved_to_have_no_solution_is_a_reject() {
    let directory = directory("unchecked");
    let puzzles = random_10k();
    let (easy, wrong) = (&puzzles[1], wrong_clue(&puzzles));
    write(directory.join("in.txt"), format!("{easy}\n{NO_SOLUTION}\n{wrong}\n")).unwrap();
    let args = ["scan", "-l", "BRT,W", "--no-validate", "--format", "csv,json", "-o", ".", "in.txt"];
    ends(1, &directory, &args);
    let (_, rows) = table(&directory, "puzzles");
    assert_eq!(rows.iter().map(|row| &row[2]).collect::<Vec<_>>(), ["ok", "no-solution", "no-solution"]);
    // BRT does not detect the contradiction, W does.
    assert_eq!(rows[2][4..6], ["unsolved", ""]);
    let rejects = table(&directory, "rejects").1;
    assert_eq!(rejects.iter().map(|row| row[1].as_str()).collect::<Vec<_>>(), ["2", "3"]);
    let (_, clues) = table(&directory, "clues");
    assert!(clues.iter().map(|row| row[1].parse::<u64>().unwrap()).eq([1]));
    for row in table(&directory, "ratings").1.iter().filter(|row| row[1] == "all") {
        assert!(row[2] != "unsolved" && !row[8].is_empty(), "{row:?}");
    }
    let (_, hardest) = table(&directory, "hardest");
    assert!(hardest.iter().all(|row| row[2] == "1") && hardest.len() == 2);
    let json = read_to_string(directory.join("puzzles.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["rows"][2]["BRT"], &json["rows"][2]["W"]),
        (&"unsolved".into(), &serde_json::Value::Null)
    );
}

/// Returns a puzzle with an added clue that whips refute and singles do not.
fn wrong_clue(puzzles: &[String]) -> String {
    let (brt, whips) = (Scale::named("BRT").unwrap(), Scale::named("W").unwrap());
    let effort = Effort { validate: false, ..Effort::default() };
    let mut solver = Solver::new();
    let mut refuted = |text: &[u8]| {
        let started = solver.start(&parse_puzzle(text).unwrap(), effort);
        let mut end = |ladder| solver.climb(ladder, effort.budget).outcome;
        started.is_ok() && end(&brt) == Outcome::Unsolved && end(&whips) == Outcome::NoSolution
    };
    for puzzle in puzzles {
        for (cell, digit) in (0..81).flat_map(|cell| (b'1'..=b'9').map(move |digit| (cell, digit))) {
            let mut text = puzzle.clone().into_bytes();
            if std::mem::replace(&mut text[cell], digit) == b'.' && refuted(&text) {
                return String::from_utf8(text).unwrap();
            }
        }
    }
    panic!("no such puzzle");
}

// ---- snapshots ----

/// Tables of a tiny collection equal those kept in `tests/data/report`. `RENEW=1 cargo test --release --test
/// program report` rewrites them: do so, and read the difference, when a table is meant to change.
#[test]
fn tables_are_those_that_are_kept() {
    let (kept, directory) = (kept_tables(), directory("kept"));
    std::fs::copy(kept.join("in.txt"), directory.join("in.txt")).unwrap();
    let args = ["scan", "-l", "W,S", "--against", "grade", "-o", ".", "in.txt"];
    ends(1, &directory, &args);
    let tables = REPORTS.iter().filter(|report| report.name() != "timing");
    let tables = tables.map(|report| format!("{}.csv", report.name()));
    for name in tables.chain(["about.json".to_string()]) {
        let made = read_to_string(directory.join(&name)).unwrap();
        // Versions change.
        let made = made.replacen(concat!('"', env!("CARGO_PKG_VERSION"), '"'), "\"VERSION\"", 1);
        if std::env::var_os("RENEW").is_some() {
            write(kept.join(&name), &made).unwrap();
        }
        let kept = read_to_string(kept.join(&name)).unwrap_or_default();
        assert!(made == kept, "{name} is another one; see the comment of this test\n{made}");
    }
}

fn kept_tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/report")
}

// ---- docs/reports.md ----

/// The section of every report lists all its columns, in order. Columns named after a scale or a number of
/// the input are listed as `SCALE` and `NUMBER`.
#[test]
fn every_column_is_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reports.md");
    let docs = read_to_string(path).unwrap();
    let ladder = Scale::define("SCALE", "brt").unwrap();
    let header = RunHeader {
        version: String::new(),
        scales: vec![ladder.description()],
        inputs: Vec::new(),
        shard: None,
        budget: 0,
        validate: true,
        skip: 0,
        take: None,
        column: None,
        sheet: None,
        against: vec!["NUMBER".to_string()],
        keep: vec!["KEPT".to_string().into()],
        solution: true,
        sukaku: false,
        wide: false,
        board: None,
    };
    let ladders = [ladder];
    let context = Context::finished(&header, &ladders, View::default());
    let reports = REPORTS.iter().chain(WORTH);
    let of_scans = reports.map(|report| (report.name(), report.columns(&context)));
    let tables: BTreeMap<&str, Vec<String>> = of_scans.chain(sudoscope::study::tables()).collect();
    let mut sections = 0;
    for section in docs.split("\n### ").skip(1) {
        let section = section.split("\n## ").next().unwrap();
        let name = section.split('`').nth(1).unwrap();
        let expected = tables.get(name).unwrap_or_else(|| panic!("there is no table {name}"));
        let first = |line: &str| line.strip_prefix("| `")?.split_once('`').map(|cell| cell.0.to_string());
        let documented: Vec<String> = section.lines().filter_map(first).collect();
        assert_eq!(documented, *expected, "{name}");
        sections += 1;
    }
    assert_eq!(sections, tables.len());
    for format in FORMATS {
        assert!(docs.contains(&format!("| `{}` |", format.name)), "{}", format.name);
    }
}

/// A run file of this version has the documented layout.
#[test]
fn the_run_file_is_documented() {
    let (header, ladders, run) = RunFile::read(&EQUAL).unwrap();
    let bytes = read(EQUAL.join("run.records")).unwrap();
    let mut at = bytes.split(|byte| *byte == b'\n').take(2).map(|line| line.len() + 1).sum::<usize>();
    let end = bytes.len() - 16;
    assert_eq!(bytes[end..end + 8], run.records.to_le_bytes());
    assert_eq!(bytes[end + 8..], xxh3_64(&bytes[..end + 8]).to_le_bytes());
    assert_eq!(header.against.len(), 3);
    let mut rows = run.rows().unwrap();
    let mut left = run.records;
    while at < end {
        let head = &bytes[at..at + 20];
        let number = |from: usize, to: usize| {
            head[from..to].iter().rev().fold(0, |all, &byte| all << 8 | usize::from(byte))
        };
        let (facts, packed, puzzles) = (number(4, 8), number(8, 12), number(12, 16));
        let body = &bytes[at + 20..at + 20 + packed + puzzles];
        let sum = xxh3_64(&[&head[..16], body].concat());
        assert_eq!(head[16..], sum.to_le_bytes()[..4]);
        let mut inflated = Vec::new();
        flate2::read::DeflateDecoder::new(&body[..packed]).read_to_end(&mut inflated).unwrap();
        assert_eq!(inflated.len(), facts);
        let of_block: Vec<Row> = rows.by_ref().take(number(0, 2)).map(|row| row.unwrap()).collect();
        left -= of_block.len() as u64;
        assert_eq!(number(2, 4), usize::from(of_block.len() == 1024));
        assert!(of_block.len() == 1024 || left == 0);
        // Puzzles: the first digit is the least significant.
        let mut written: Vec<u8> = Vec::new();
        for row in &of_block {
            assert!([0, ladders.len()].contains(&row.climbs.len()));
            let Puzzle::Clues(clues) = row.puzzle else { panic!("these are clues") };
            let bits = clues.iter().fold(0_u128, |bits, cells| bits | cells.bits());
            written.extend(&bits.to_le_bytes()[..11]);
            let of_cell = |cell| clues.iter().position(|cells| cells.contains(cell));
            let digits: Vec<usize> = grid::Cell::all().filter_map(of_cell).collect();
            for digits in digits.chunks(20) {
                let number = digits.iter().rev().fold(0, |all, &digit| 9 * all + digit as u64);
                let width = (1..=8).find(|&k| 256_f64.powi(k) >= 9_f64.powi(digits.len() as i32));
                written.extend(&number.to_le_bytes()[..width.unwrap() as usize]);
            }
        }
        assert!(body[packed..] == written);
        // The numbers of the last row are the last facts.
        let numbers = of_block.last().unwrap().against.iter();
        let numbers: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        assert!(inflated.ends_with(&numbers));
        at += 20 + packed + puzzles;
    }
    assert_eq!((at, left), (end, 0));
}

// ---- published numbers ----

/// Finds the row of a table that has all of `cells`.
fn row_with(directory: &Path, name: &str, cells: &[(&str, &str)]) -> BTreeMap<String, String> {
    let (columns, rows) = table(directory, name);
    let rows = rows.into_iter().map(|row| columns.iter().cloned().zip(row).collect::<BTreeMap<_, _>>());
    let mut found = rows.filter(|row| cells.iter().all(|(column, cell)| row[*column] == *cell));
    found.next().unwrap_or_else(|| panic!("{name} has no row {cells:?}"))
}

/// Reads a number of a row with its standard error.
fn estimate(row: &BTreeMap<String, String>, column: &str) -> (f64, f64) {
    (row[column].parse().unwrap(), row[&format!("{column} se")].parse().unwrap())
}

fn mean_of(directory: &Path, number: &str, clues: &str) -> (f64, f64) {
    estimate(&row_with(directory, "means", &[("number", number), ("clues", clues)]), "mean")
}

/// Checks that the estimate is within this many standard errors of the published number, which was rounded by
/// up to `rounded`.
fn near(what: &str, (value, error): (f64, f64), errors: f64, published: f64, rounded: f64) {
    eprintln!("{what}: {value} ± {error}, published {published}");
    assert!(error > 0.0, "{what}");
    assert!(
        (value - published).abs() <= errors * error + rounded,
        "{what}: {value} ± {error}, not {published}"
    );
}

/// Means of the first slice of the controlled-bias collection equal the means published with CSP-Rules, and
/// estimate the means of all 5,926,343 puzzles of the collection.
#[test]
fn means_of_the_controlled_bias_collection() {
    let Some(input) = shared("cbg-000.csv") else { return };
    let plain = directory("cbg-000");
    let args = ["scan", "-l", "W", "--against", "SER,W,clues", "-o", ".", input.to_str().unwrap()];
    ends(0, &plain, &args);
    let viewed = |name: &str, args: &[&str]| {
        let other = directory(name);
        let both = ["report", plain.to_str().unwrap(), "-o", other.to_str().unwrap()];
        ends(0, &other, &[&both[..], args].concat());
        other
    };
    let real = viewed("cbg-real", &["--weights", "controlled-bias", "--brt-as", "0.9"]);
    let biased = viewed("cbg-biased", &["--brt-as", "0.9"]);

    // The same numbers for the same puzzles, except that W is one lower for puzzle 8422.
    let told = |number: &str| mean_of(&plain, number, "all").0;
    assert!((told("W (input)") - 1.908164).abs() < 6e-6);
    assert!((told("W") - (1.908164 - 1.0 / 21375.0)).abs() < 6e-6);
    assert!((told("SER") - 4.310325).abs() < 6e-6);
    assert!((told("clues") - 25.661848).abs() < 6e-6);
    assert!((told("clues (input)") - told("clues")).abs() < 1e-9);
    let (_, cross) = table(&plain, "cross");
    let differ = |row: &&Vec<String>| row[..2] == ["W", "W (input)"] && row[2] != row[3];
    let differing: Vec<_> = cross.iter().filter(differ).map(|row| row[4].as_str()).collect();
    assert_eq!(differing, ["1"]);

    // Correlation of the published columns W and SER, with the W of puzzle 8422 lowered by one.
    let text = read_to_string(&input).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let columns = lines.next().unwrap();
    let at = |name: &str| columns.iter().position(|column| *column == name).unwrap();
    let (w, ser) = (at("W"), at("SER"));
    let number = |cell: &str| cell.parse::<f64>().unwrap();
    let mut pairs: Vec<_> = lines.map(|row| (number(row[w]), number(row[ser]), 1.0)).collect();
    pairs[8422 - 1].0 -= 1.0;
    let published = Line::of(&pairs);
    let row = row_with(&plain, "correlation", &[("a", "W"), ("b", "SER")]);
    let read = |column: &str| row[column].parse::<f64>().unwrap();
    assert!((read("pearson") - published.pearson).abs() < 6e-7, "{}", published.pearson);
    assert!((read("slope") - published.slope).abs() < 6e-7, "{}", published.slope);
    assert!((read("intercept") - published.intercept).abs() < 6e-7, "{}", published.intercept);
    // Correlation in the whole collection, and with rating 0 counted as 0.9.
    near("corr(W, SER)", (read("pearson"), read("pearson se")), 2.0, 0.912061, 0.0);
    let row = row_with(&biased, "correlation", &[("a", "W"), ("b", "SER")]);
    near("corr(W, SER) with 0.9", estimate(&row, "pearson"), 2.0, 0.89699, 0.0);

    // Means of the whole collection, and of all minimal puzzles.
    for (what, directory, number, published) in [
        ("clues, collection", &plain, "clues", 25.66674),
        ("clues, real", &real, "clues", 26.57798),
        ("W, collection", &plain, "W", 1.901769),
        ("W, collection, 0.9", &biased, "W", 2.21753),
        ("W, real, 0.9", &real, "W", 2.44909),
        ("SER, collection", &plain, "SER", 4.293237),
        ("SER, real", &real, "SER", 4.728556),
    ] {
        near(what, mean_of(directory, number, "all"), 2.0, published, 0.0);
    }
    let by_clues = [1.64, 1.73, 1.86, 2.04, 2.27, 2.55, 2.85, 3.16, 3.47];
    for (clues, published) in (22..).zip(by_clues) {
        let what = format!("W with {clues} clues");
        near(&what, mean_of(&biased, "W", &clues.to_string()), 3.0, published, 0.005);
    }
    // Shares of the levels of W, as found and as estimated for all minimal puzzles, in %.
    let levels = [
        (35.08, 29.17),
        (9.823, 8.439),
        (13.05, 12.61),
        (20.03, 22.26),
        (17.37, 21.39),
        (3.562, 4.673),
        (0.7865, 1.072),
        (0.2137, 0.29),
        (0.05627, 0.07275),
        (0.01542, 0.02027),
        (0.004472, 0.005535),
        (0.001249, 0.001506),
        (0.0003544, 0.0003673),
    ];
    for (rung, (found, weighted)) in levels.into_iter().enumerate() {
        for (directory, published) in [(&plain, found), (&real, weighted)] {
            let cells = [("scale", "W"), ("clues", "all"), ("rating", &rung.to_string())];
            let share = estimate(&row_with(directory, "ratings", &cells), "%");
            near(&format!("level {rung}, %"), share, 4.0, published, 0.005);
        }
    }
}

/// The mean of W in the collection Sudogen0, made top-down, is the one published for a million puzzles of
/// that generator (PBCS §6.3).
#[test]
fn mean_of_the_top_down_collection() {
    let Some(input) = shared("sudogen0.txt") else { return };
    let directory = directory("sudogen0");
    ends(0, &directory, &["scan", "-l", "W", "-o", ".", input.to_str().unwrap()]);
    ends(0, &directory, &["report", "--brt-as", "0.9", "."]);
    near("W, top-down, 0.9", mean_of(&directory, "W", "all"), 2.0, 1.94, 0.005);
    let levels = [41.76, 12.06, 13.84, 16.86, 12.29, 2.42, 0.55, 0.15, 0.047];
    for (rung, published) in levels.into_iter().enumerate() {
        let cells = [("scale", "W"), ("clues", "all"), ("rating", &rung.to_string())];
        near(
            &format!("level {rung}, %"),
            estimate(&row_with(&directory, "ratings", &cells), "%"),
            4.0,
            published,
            0.005,
        );
    }
}

/// The recount itself gives numbers computed by hand.
#[test]
fn the_recount_counts() {
    assert_eq!(mean(&[(1.0, 1.0), (4.0, 2.0)]), (3.0, 8f64.sqrt() / 3.0));
    // Textbook numbers: Sxx = 10, Sxy = 6, Syy = 6.
    let sample = [(1.0, 2.0, 1.0), (2.0, 4.0, 1.0), (3.0, 5.0, 1.0), (4.0, 4.0, 1.0), (5.0, 5.0, 1.0)];
    let Line { pearson, slope, intercept, .. } = Line::of(&sample);
    assert!((pearson - 6.0 / 60f64.sqrt()).abs() < 1e-12);
    assert!((slope - 0.6).abs() < 1e-12 && (intercept - 2.2).abs() < 1e-12);
    for (cell, printed, is) in [
        (Cell::Number(0.125, 2), "0.12", true),
        (Cell::Number(0.125, 2), "0.13", true),
        (Cell::Number(0.125, 2), "0.11", false),
        (Cell::Number(0.125, 2), "0.125", false),
        (Cell::Number(f64::NAN, 2), "", true),
        (Cell::Number(0.0, 2), "", false),
        (Cell::Plain(8.3), "8.3", true),
        (Cell::Text("8".to_string()), "8.0", false),
    ] {
        assert_eq!(cell.is(printed), is, "{cell:?} {printed}");
    }
}
