//! `study`: the tables equal the scans' tables, numbers between collections are recounted, and scans that do
//! not belong together are refused.

use crate::binary::{directory, ends, refused, stdout, within};
use crate::common::random_10k;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, read, read_to_string};
use std::path::PathBuf;
use std::sync::LazyLock;

type Rows = Vec<BTreeMap<String, String>>;

fn rows(file: PathBuf) -> Rows {
    csv::Reader::from_path(file).unwrap().deserialize().map(Result::unwrap).collect()
}

/// Scans of two collections; the last puzzles of `a` are the first of `b`, transposed.
static SCANNED: LazyLock<PathBuf> = LazyLock::new(|| {
    let work = directory("study");
    let puzzles = random_10k();
    let turned = |line: &str| -> String {
        let cells = line.as_bytes();
        (0..81).map(|at| char::from(cells[9 * (at % 9) + at / 9])).collect()
    };
    let b: Vec<String> = puzzles[290..300].iter().map(|line| turned(line)).collect();
    fs::write(work.join("a.txt"), puzzles[..300].join("\n") + "\nno puzzle\n").unwrap();
    fs::write(work.join("b.txt"), b.join("\n") + "\n" + &puzzles[300..480].join("\n")).unwrap();
    for (file, scales, scan, code) in
        [("a", "H,W", "a", 1), ("b", "H,W", "b", 0), ("a", "S,SER", "a-more", 1), ("b", "S", "b-more", 0)]
    {
        ends(code, within(&work, &["scan", &format!("{file}.txt"), "-l", scales, "-o", scan]));
    }
    ends(0, within(&work, &["worth", "a", "--minimal-set", "-l", "H"]));
    work
});

const SCANS: [&str; 4] = ["a=a", "b=b", "a=a-more", "b=b-more"];

/// Numbers that came with the puzzles have a chapter, with the correlations of the scan, the best first.
#[test]
fn ratings_agree_with_numbers_of_the_input() {
    let work = directory("study-agreement");
    let times = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/times.csv");
    let scan = ["scan", "-l", "W,SER,minutes", "--take", "200", "--against", "seconds", "-o", "run", times];
    ends(0, within(&work, &scan));
    ends(0, within(&work, &["study", "-o", "s", "timed=run"]));
    let text = read_to_string(work.join("s/study.md")).unwrap();
    let chapter = text.split("## How ratings agree with numbers given with the puzzles").nth(1).unwrap();
    let chapter = chapter.split("\n## ").next().unwrap();
    let of_scan = rows(work.join("run/correlation.csv"));
    let mut found: Vec<f64> = Vec::new();
    for line in chapter.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let of_run = of_scan.iter().find(|row| row["a"] == fields[1] && row["b"] == "seconds").unwrap();
        let spearman: f64 = of_run["spearman"].parse().unwrap();
        assert!((fields[3].parse::<f64>().unwrap() - spearman).abs() < 0.0006, "{line}");
        assert_eq!(fields[2], of_run["puzzles"]);
        found.push(spearman.abs());
    }
    assert!(found.len() >= 5 && found.is_sorted_by(|a, b| a >= b), "{found:?}");
    assert!(chapter.contains("In timed seconds goes together best with minutes"), "{chapter}");
}

#[test]
fn tables_are_those_of_the_scans() {
    let work = &*SCANNED;
    let study = |more: &[&str]| ends(0, within(work, &[&["study"][..], &SCANS, more].concat()));
    let output = study(&["-o", "s", "-j", "1"]);
    assert_eq!(stdout(&output), "study: s/index.html, study.md and tables\n");
    study(&["-o", "weighed", "-j", "2", "--unbiased", "b"]);
    for (collection, scan, weights, into) in [
        ("a", "a", "equal", "s"),
        ("b", "b-more", "equal", "s"),
        ("a", "a-more", "equal", "weighed"),
        ("b", "b", "controlled-bias", "weighed"),
    ] {
        ends(0, within(work, &["report", scan, "-o", "made", "--weights", weights]));
        let mut compared = 0;
        for table in ["ratings", "clues", "means", "techniques", "map", "correlation", "worth", "minimal-set"]
        {
            let made = work.join("made").join(format!("{table}.csv"));
            if !made.exists() {
                continue;
            }
            let of_study: BTreeSet<BTreeMap<String, String>> =
                rows(work.join(into).join(format!("{table}.csv")))
                    .into_iter()
                    .filter(|row| row["collection"] == collection)
                    .map(|mut row| {
                        row.remove("collection");
                        row
                    })
                    .collect();
            let has_groups = table == "ratings" || table == "means";
            for row in rows(made).into_iter().filter(|row| !has_groups || row["clues"] == "all") {
                assert!(of_study.contains(&row), "{table} of {scan}: {row:?}");
                compared += 1;
            }
            fs::remove_file(work.join("made").join(format!("{table}.csv"))).unwrap();
        }
        assert!(compared > 20, "{scan}: {compared}");
    }
    // Output of `compare` for the two.
    let output = ends(0, within(work, &["compare", "a", "b", "--format", "csv"]));
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    let own: BTreeSet<Vec<String>> = csv::Reader::from_path(work.join("s/compare.csv"))
        .unwrap()
        .records()
        .map(|row| row.unwrap().iter().skip(1).map(String::from).collect())
        .collect();
    let mut compared = 0;
    for row in reader.records().map(Result::unwrap) {
        let row: Vec<String> = row.iter().map(String::from).collect();
        assert!(own.contains(&row), "{row:?}");
        compared += 1;
    }
    assert!(compared > 50);
    // Threads make no difference, nor does a text at the head.
    fs::write(work.join("about.txt"), "made on a Sunday\n").unwrap();
    study(&["-o", "again", "-j", "3", "--about", "about.txt"]);
    for entry in fs::read_dir(work.join("s")).unwrap() {
        let name = entry.unwrap().file_name();
        let [one, two] = ["s", "again"].map(|it| read(work.join(it).join(&name)).unwrap());
        let is_text = name == "study.md" || name == "index.html";
        assert_eq!(one == two, !is_text, "{name:?}");
        assert!(!is_text || String::from_utf8(two).unwrap().contains("made on a Sunday"));
    }
}

/// Three figures of the page and the numbers between collections equal those recounted from ratings.
#[test]
fn numbers_between_collections_are_counted_again() {
    let work = &*SCANNED;
    ends(0, within(work, &[&["study"][..], &SCANS, &["-o", "counted"]].concat()));
    let rated = |scan: &str| -> Rows {
        let mut rows = rows(work.join(scan).join("puzzles.csv"));
        rows.retain(|row| !row["status"].starts_with("invalid"));
        rows
    };
    let number = |row: &BTreeMap<String, String>, name: &str| row[name].parse::<f64>().ok();
    let (a, b) = (rated("a"), rated("b"));
    let page = read_to_string(work.join("counted/index.html")).unwrap();
    let text = read_to_string(work.join("counted/study.md")).unwrap();
    // Mean of W.
    let ratings: Vec<f64> = a.iter().filter_map(|row| number(row, "W")).collect();
    let mean = ratings.iter().sum::<f64>() / ratings.len() as f64;
    let spread = ratings.iter().map(|rating| (rating - mean) * (rating - mean)).sum::<f64>();
    let shown = format!("{mean:.3} ± {:.3}", spread.sqrt() / ratings.len() as f64);
    // Share that S solves.
    let more = rated("a-more");
    let share = more.iter().filter(|row| number(row, "S").is_some()).count() as f64 / more.len() as f64;
    let error = (share * (1.0 - share) / more.len() as f64).sqrt();
    let solved = format!("{:.2} ± {:.2}", 100.0 * share, 100.0 * error);
    // Puzzles in both collections, up to symmetry.
    let common = "In common";
    for shown in [&shown, &solved, &format!("{} puzzles of 2 collections", a.len() + b.len())] {
        assert!(page.contains(shown) && text.contains(shown), "{shown}");
    }
    assert!(!page.contains(common) && text.contains("| a | b | 10 |"));
    assert!(page.contains("Most in common have a and b: 10 puzzles"));

    // Puzzles of b that are not harder than the easiest 90 % of a.
    let mut sorted = ratings.clone();
    sorted.sort_by(f64::total_cmp);
    let limit = sorted[(0.9 * sorted.len() as f64).ceil() as usize - 1];
    let easy = b.iter().filter(|row| number(row, "W").is_some_and(|rating| rating <= limit)).count();
    let table = rows(work.join("counted/no-harder.csv"));
    let found = table
        .iter()
        .find(|row| row["collection"] == "b" && row["scale"] == "W" && row["of reference %"] == "90");
    let found = found.unwrap();
    assert_eq!((found["rating"].parse::<f64>().unwrap(), &found["puzzles"]), (limit, &easy.to_string()));

    // Correlation of W with the number of clues.
    let pairs: Vec<(f64, f64)> =
        a.iter().filter_map(|row| Some((number(row, "W")?, number(row, "clues")?))).collect();
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
    let (x, y) = (mean(&|it| it.0), mean(&|it| it.1));
    let cov = mean(&|it| (it.0 - x) * (it.1 - y));
    let pearson = cov / (mean(&|it| (it.0 - x) * (it.0 - x)) * mean(&|it| (it.1 - y) * (it.1 - y))).sqrt();
    let table = rows(work.join("counted/correlation.csv"));
    let found = table.iter().find(|row| row["collection"] == "a" && row["a"] == "W" && row["b"] == "clues");
    let found: f64 = found.unwrap()["pearson"].parse().unwrap();
    assert!((found - pearson).abs() < 1e-6, "{found} {pearson}");

    // Only puzzles of the reference are shown, ten for each two scales.
    let known: BTreeSet<&String> = a.iter().map(|row| &row["puzzle"]).collect();
    let shown = rows(work.join("counted/disagreements.csv"));
    assert!(!shown.is_empty() && shown.iter().all(|row| known.contains(&row["puzzle"])));
    let mut pairs = BTreeMap::new();
    shown.iter().for_each(|row| *pairs.entry((row["a"].clone(), row["b"].clone())).or_insert(0) += 1);
    assert!(pairs.values().all(|&count| count <= 10), "{pairs:?}");
    let first = &shown[0];
    assert!(page.contains(&first["puzzle"]) && page.contains("class=\"walk-data\""));
}

/// A map has room for 24 ratings; if there are more, neighbours are merged, and their shares added.
#[test]
fn neighbours_are_together_in_a_map_of_many_ratings() {
    let work = &*SCANNED;
    ends(0, within(work, &["study", "a=a-more", "b=b", "-o", "map"]));
    let mut shares = rows(work.join("map/ratings.csv"));
    shares.retain(|row| row["collection"] == "a" && row["scale"] == "SER" && row["clues"] == "all");
    shares.retain(|row| row["puzzles"] != "0");
    assert!(shares.len() > 24, "{}", shares.len());
    let page = read_to_string(work.join("map/index.html")).unwrap();
    let (_, map) =
        page.split_once("aria-label=\"SER: of the puzzles of a collection, % with each rating: a: ").unwrap();
    let columns: Vec<&str> = map.split('"').next().unwrap().split(", ").collect();
    assert!((13..=24).contains(&columns.len()), "{columns:?}");
    let mut left = shares.as_slice();
    for column in columns {
        let (ratings, share) = column.strip_suffix(" %").unwrap().rsplit_once(' ').unwrap();
        let last = ratings.rsplit('–').next().unwrap();
        let (here, rest) = left.split_at(left.iter().position(|row| row["rating"] == last).unwrap() + 1);
        assert!(ratings.starts_with(&here[0]["rating"]), "{ratings}");
        let sum: f64 = here.iter().map(|row| row["%"].parse::<f64>().unwrap()).sum();
        let shown = if sum < 0.5 { "&lt;1".to_string() } else { format!("{sum:.0}") };
        assert_eq!(share, shown, "{ratings}");
        left = rest;
    }
    assert!(left.is_empty());
}

/// Collections without a solved puzzle have a row, as the least solved collections.
#[test]
fn collections_of_which_nothing_is_solved_have_a_row() {
    let work = directory("study-unsolved");
    fs::write(work.join("all.txt"), random_10k()[..60].join("\n")).unwrap();
    ends(0, within(&work, &["scan", "all.txt", "-l", "BRT,W", "-o", "all"]));
    let mut unsolved = rows(work.join("all/puzzles.csv"));
    unsolved.retain(|row| row["BRT"] == "unsolved");
    let unsolved: Vec<&str> = unsolved.iter().map(|row| row["puzzle"].as_str()).collect();
    assert!((5..55).contains(&unsolved.len()));
    fs::write(work.join("unsolved.txt"), unsolved.join("\n")).unwrap();
    ends(0, within(&work, &["scan", "unsolved.txt", "-l", "BRT", "-o", "unsolved"]));
    ends(0, within(&work, &["study", "all", "unsolved", "-o", "s"]));
    let text = read_to_string(work.join("s/study.md")).unwrap();
    let (_, hard) = text.split_once("## How hard").unwrap();
    let solved = 100.0 * (1.0 - unsolved.len() as f64 / 60.0);
    assert!(hard.contains(&format!("is 0.000 ± 0.000, and {solved:.2} ± ")), "{hard}");
    assert!(!text.contains("  "), "{text}");
    assert!(hard.contains("the smallest share is solved of unsolved: 0.00 ± 0.00 %"), "{hard}");
    assert!(hard.contains("| unsolved | 0.00 ± 0.00 | – | – | – | – | – |"), "{hard}");
}

/// Sukakus have no canonical form, so only identical ones are the same.
#[test]
fn sukakus_are_told_apart() {
    let work = directory("study-sukakus");
    // Candidates that the clues leave in each cell.
    let marks = |line: &str| -> String {
        let cells = line.as_bytes();
        let sees = |a: usize, b: usize| {
            let block = |at: usize| (at / 27, at % 9 / 3);
            a != b && (a / 9 == b / 9 || a % 9 == b % 9 || block(a) == block(b))
        };
        let mark = |(cell, digit): (usize, u8)| {
            let own = cells[cell] == digit || cells[cell] == b'.';
            let is_left = own && !(0..81).any(|other| sees(cell, other) && cells[other] == digit);
            char::from(if is_left { digit } else { b'.' })
        };
        (0..81).flat_map(|cell| (b'1'..=b'9').map(move |digit| (cell, digit))).map(mark).collect()
    };
    let puzzles = random_10k();
    let lines: Vec<String> = [0, 1, 2, 1].iter().map(|&at| marks(&puzzles[at])).collect();
    fs::write(work.join("sukakus.txt"), lines.join("\n")).unwrap();
    ends(0, within(&work, &["scan", "sukakus.txt", "-l", "BRT", "-o", "s"]));
    ends(0, within(&work, &["study", "s", "-o", "study"]));
    let collections = rows(work.join("study/collections.csv"));
    assert_eq!((&*collections[0]["puzzles"], &*collections[0]["different"]), ("4", "3"));
}

#[test]
fn what_does_not_go_together_is_refused() {
    let work = &*SCANNED;
    let refuses = |args: &[&str], why| refused(&within(work, &[&["study"], args].concat()), why);
    fs::create_dir(work.join("refused")).unwrap();
    for (args, why) in [
        (&["a=a", "b=b", "--reference", "c"][..], "there is no collection c; there are a, b"),
        (&["a", "b", "--unbiased", "d"], "there is no collection d"),
        (&["x=a", "x=a"], "x is rated twice by H"),
        (&["x=a", "x=b-more"], "the scans of x are of different puzzles"),
        (&["nowhere"], "nowhere holds no finished scan"),
        (&["a", "--about", "none.txt"], "none.txt cannot be read"),
        (&["=a"], "names no collection"),
    ] {
        refuses(&[args, &["-o", "refused"]].concat(), why);
        assert!(fs::read_dir(work.join("refused")).is_ok_and(|mut files| files.next().is_none()), "{args:?}");
    }
    ends(0, within(work, &["scan", "b.txt", "-l", "W=brt,lc", "-o", "other"]));
    refuses(
        &["a", "other", "-o", "refused"],
        "the ladder W of other is defined in another way than that of a",
    );
    // A scan's own tables are not overwritten.
    let before = read(work.join("a/ratings.csv")).unwrap();
    refuses(&["a", "b", "-o", "a"], "a has a scan");
    assert_eq!(read(work.join("a/ratings.csv")).unwrap(), before);
    // Neither is a text that is read.
    fs::write(work.join("refused/study.md"), "mine\n").unwrap();
    refuses(&["a", "b", "-o", "refused", "--about", "refused/study.md"], "is read by this command");
    assert_eq!(read_to_string(work.join("refused/study.md")).unwrap(), "mine\n");
}
