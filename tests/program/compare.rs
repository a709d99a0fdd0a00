//! `compare`: the tables of two scans side by side, with and without weights.

use crate::binary::{directory, ends, refused, stderr, stdout, within};
use crate::common::random_10k;
use std::collections::BTreeMap;
use std::fs::{self, read_to_string};
use std::path::Path;

/// Counts the puzzles of each value in the tables `ratings`, `techniques` and `clues` of a scan, and all
/// puzzles.
fn counted(scan: &Path) -> (BTreeMap<(String, String, String), f64>, f64) {
    let table = |name: &str| -> Vec<csv::StringRecord> {
        let reader = csv::Reader::from_path(scan.join(name)).unwrap();
        reader.into_records().map(Result::unwrap).collect()
    };
    let mut counts = BTreeMap::new();
    let mut add = |scale: &str, of: &str, value: &str, puzzles: &str| {
        let puzzles: f64 = puzzles.parse().unwrap();
        if puzzles > 0.0 {
            counts.insert((scale.to_string(), of.to_string(), value.to_string()), puzzles);
        }
    };
    for row in table("ratings.csv").iter().filter(|row| &row[1] == "all") {
        add(&row[0], "rating", &row[2], &row[3]);
    }
    for row in table("techniques.csv") {
        add(&row[0], "technique", &row[2], &row[4]);
    }
    for row in table("clues.csv") {
        add("", "clues", &row[0], &row[1]);
    }
    let all = counts.iter().filter(|(key, _)| key.1 == "clues").map(|(_, puzzles)| puzzles).sum();
    (counts, all)
}

#[test]
fn shares_are_those_of_both_scans() {
    let work = directory("compare");
    let puzzles = random_10k();
    fs::write(work.join("a.txt"), puzzles[..300].join("\n") + "\nno puzzle\n").unwrap();
    fs::write(work.join("b.txt"), puzzles[300..500].join("\n")).unwrap();
    for (name, code) in [("a", 1), ("b", 0)] {
        let file = format!("{name}.txt");
        ends(code, within(&work, &["scan", &file, "-l", "H,W", "-o", name]));
    }
    let (a, all_a) = counted(&work.join("a"));
    let (b, all_b) = counted(&work.join("b"));
    assert_eq!((all_a, all_b), (300.0, 200.0));
    let output = ends(0, within(&work, &["compare", "a", "b", "--format", "csv", "-o", "c.csv"]));
    assert_eq!(stdout(&output), "");
    let table = read_to_string(work.join("c.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let mut seen = 0;
    for row in reader.records().map(Result::unwrap).filter(|row| &row[1] != "mean") {
        let key = (row[0].to_string(), row[1].to_string(), row[2].to_string());
        let count = |counts: &BTreeMap<_, f64>| counts.get(&key).copied().unwrap_or(0.0);
        let number = |at: usize| row[at].parse::<f64>().unwrap();
        let near = |at: usize, expected: f64| {
            assert!((number(at) - expected).abs() < 0.0006, "{row:?}: {expected}");
        };
        let share = |puzzles: f64, all: f64| {
            let share = puzzles / all;
            (100.0 * share, 100.0 * (share * (1.0 - share) / all).sqrt())
        };
        assert_eq!((number(3), number(4)), (count(&a), count(&b)), "{row:?}");
        let ((one, se_one), (two, se_two)) = (share(count(&a), all_a), share(count(&b), all_b));
        let difference = (se_one * se_one + se_two * se_two).sqrt();
        for (at, expected) in [one, se_one, two, se_two, two - one, difference].into_iter().enumerate() {
            near(5 + at, expected);
        }
        seen += 1;
    }
    let mut keys: Vec<_> = a.keys().chain(b.keys()).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(seen, keys.len());

    // A scan and a file, rated on the fly, or two files give the same table. The bad line is named.
    for args in [&["a", "b.txt"][..], &["a.txt", "b"], &["a.txt", "b.txt", "-l", "H,W", "-j", "2"]] {
        let code = i32::from(args.contains(&"a.txt"));
        let output = ends(code, within(&work, &[&["compare", "--format", "csv"], args].concat()));
        assert_eq!(stdout(&output), table, "{args:?}");
        assert_eq!(stderr(&output).contains("a.txt:301:"), code == 1);
    }
    // One ladder of both scans, as text and as JSON.
    let output = within(&work, &["compare", "a", "b", "-l", "W", "--format", "jsonl"]);
    let lines = stdout(&ends(0, output));
    let mut lines = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    assert!(lines.all(|row| row["scale"] == "W" || row["scale"] == "" && row["value"].is_string()));
    let text = stdout(&ends(0, within(&work, &["compare", "a", "b", "-l", "H"])));
    assert!(text.starts_with("a: a, 300 rated puzzles of 301 lines\nb: b, 200 rated puzzles of 200 lines\n"));
    for group in ["\nH rating ", "\nEasy ", "\nH technique ", "\nx-wing ", "\nclues "] {
        assert!(text.contains(group), "{group}: {text}");
    }
}

/// Means and shares are the same as in the reports, with each kind of weights.
#[test]
fn means_and_weights_are_those_of_reports() {
    let work = directory("compare-means");
    let puzzles = random_10k();
    for (name, lines) in [("a", 0..250), ("b", 250..400)] {
        fs::write(work.join(format!("{name}.txt")), puzzles[lines].join("\n")).unwrap();
        ends(0, within(&work, &["scan", &format!("{name}.txt"), "-l", "H,W", "-o", name]));
    }
    for options in
        [&[][..], &["--weights", "controlled-bias"], &["--weights", "controlled-bias", "--brt-as", "0.9"]]
    {
        let rows = |name: &str, table: &str| -> Vec<BTreeMap<String, String>> {
            let mut reader = csv::Reader::from_path(work.join(name).join(table)).unwrap();
            reader.deserialize().map(Result::unwrap).collect()
        };
        // Estimate and error of each compared value.
        let reported = |name: &str| {
            ends(0, within(&work, &[&["report", name, "-o", "made"], options].concat()));
            let mut all = BTreeMap::new();
            for row in rows("made", "means.csv").iter().filter(|row| row["clues"] == "all") {
                all.insert(
                    ("mean".to_string(), row["number"].clone()),
                    [&row["mean"], &row["mean se"]].map(|it| it.parse::<f64>().unwrap()),
                );
            }
            for row in
                rows("made", "ratings.csv").iter().filter(|row| row["clues"] == "all" && row["scale"] == "W")
            {
                all.insert(
                    ("rating".to_string(), row["rating"].clone()),
                    [&row["%"], &row["% se"]].map(|it| it.parse::<f64>().unwrap()),
                );
            }
            all
        };
        let sides = [reported("a"), reported("b")];
        let output = within(&work, &[&["compare", "a", "b", "--format", "csv"], options].concat());
        let text = stdout(&ends(0, output));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let mut seen = [0; 2];
        for row in reader.deserialize::<BTreeMap<String, String>>().map(Result::unwrap) {
            let key = (row["of"].clone(), row["value"].clone());
            let is_mean = row["of"] == "mean";
            if !is_mean && (row["of"] != "rating" || row["scale"] != "W") {
                continue;
            }
            for (side, reported) in ["a", "b"].into_iter().zip(&sides) {
                let Some(expected) = reported.get(&key).filter(|it| it[0] > 0.0) else { continue };
                for (column, expected) in [side.to_string(), format!("{side} se")].into_iter().zip(expected) {
                    let found: f64 = row[&column].parse().unwrap();
                    assert!((found - expected).abs() < 0.0006, "{options:?} {row:?}: {expected}");
                }
                seen[usize::from(is_mean)] += 1;
            }
        }
        assert!(seen[0] > 8 && seen[1] == 8, "{seen:?}");
        let text = stdout(&ends(0, within(&work, &[&["compare", "a", "b"], options].concat())));
        assert!(text.contains("\nH mean ") && text.contains("\nclues "), "{text}");
        assert_eq!(text.contains("weights: controlled-bias"), !options.is_empty());
    }
}

#[test]
fn what_differs_is_marked() {
    let work = directory("compare-marked");
    let puzzles = random_10k();
    fs::write(work.join("p.txt"), puzzles[..400].join("\n")).unwrap();
    ends(0, within(&work, &["scan", "p.txt", "-l", "H", "-o", "p"]));
    for (name, rating) in [("easy.txt", "easy"), ("hard.txt", "hard-")] {
        ends(0, within(&work, &["select", "p", "--rating", rating, "-o", name]));
    }
    let output = ends(0, within(&work, &["compare", "-l", "H", "easy.txt", "hard.txt"]));
    let text = stdout(&output);
    let easy = text.lines().find(|line| line.starts_with("Easy ")).unwrap();
    assert!(easy.contains(" 100.000 ") && easy.contains(" -100.000 ") && easy.ends_with('*'), "{easy}");
    let same = stdout(&ends(0, within(&work, &["compare", "p", "p"])));
    assert!(same.lines().filter(|line| line.contains("+0.000")).count() > 9, "{same}");
    assert!(!same.contains(" *\n"), "{same}");

    ends(0, within(&work, &["scan", "p.txt", "-l", "W", "--take", "9", "-o", "w"]));
    ends(0, within(&work, &["scan", "p.txt", "-l", "H=brt", "--take", "9", "-o", "other"]));
    fs::write(work.join("none.txt"), "no puzzle\n").unwrap();
    let easy_puzzles = read_to_string(work.join("easy.txt")).unwrap();
    let cases = [
        (&["compare", "p", "w"][..], "p and w have no ladder in common: the first has H, the second W"),
        (&["compare", "p", "other"], "the ladder H of p is defined in another way than that of other"),
        (&["compare", "p", "p", "-l", "W"], "p has no ladder 'W'; it has H"),
        (&["compare", "p", "easy.txt", "-l", "W"], "p has no ladder 'W'; it has H"),
        (&["compare", "p", "none.txt"], "none.txt has no rated puzzle"),
        (&["compare", "p", "nowhere"], "nowhere"),
        (&["compare", "p", "w", "-j", "2"], "-j and --column are for files of puzzles"),
        (&["compare", "p", "easy.txt", "-o", "easy.txt"], "is read by this command"),
    ];
    for (args, message) in cases {
        refused(&within(&work, args), message);
    }
    assert_eq!(read_to_string(work.join("easy.txt")).unwrap(), easy_puzzles);
}
