//! `diff`: published tables of differences, and the built binary.

use crate::binary::{directory, ends, refused, stderr, stdout, within};
use crate::common::{random_10k, shared};
use std::fs;
use sudoscope::diff::{Change, RatingColumn, RatingSource, compare};
use sudoscope::stats::Number;

/// Published pairs of ratings of cbg-000, with the number of puzzles that differ and that differ by more than
/// one. From comparisons.txt of CSP-Rules, with 65 corrected to 66 and 62 to 64, as in its own lists.
const PUBLISHED: [(&str, &str, u64, Option<u64>); 14] = [
    ("W", "gW", 48, Some(5)),
    ("W", "B", 66, Some(4)),
    ("gW", "gB", 48, Some(2)),
    ("B", "gB", 32, Some(2)),
    ("W", "gB", 95, Some(8)),
    ("W", "FW", 8, Some(1)),
    ("FW", "F3W", 30, Some(2)),
    ("W", "F3W", 38, Some(3)),
    ("B", "F3W", 52, None),
    ("W", "S+W", 18, Some(2)),
    ("gW", "S+gW", 16, Some(1)),
    ("S+W", "S+gW", 47, Some(4)),
    ("W", "S+gW", 64, Some(6)),
    ("W", "TyW", 5950, Some(2248)),
];

#[test]
fn published_ratings_differ_as_published() {
    let Some(path) = shared("cbg-000.csv") else { return };
    let table = RatingSource::open(&path).unwrap();
    let of = |column| RatingColumn { source: &table, column };
    for (a, b, differ, by_more) in PUBLISHED {
        let found = compare(of(a), of(b), 20, |_| Ok(())).unwrap();
        assert_eq!((found.puzzles, found.changed()), (21_375, differ), "{a} to {b}");
        let more = |change: &Change| matches!(change, Change::By(Number(by)) if by.abs() > 1.0);
        let more: u64 = found.changes.iter().filter(|(change, _)| more(change)).map(|change| change.1).sum();
        assert_eq!(by_more.unwrap_or(more), more, "{a} to {b} by more than one");
    }
    let found = compare(of("W"), of("FW"), 20, |_| Ok(())).unwrap();
    let lines: Vec<&str> = found.largest.iter().map(|changed| changed.line.as_str()).collect();
    // #16630 falls by two, the others by one.
    assert_eq!(lines, ["16630", "8346", "8422", "8981", "9595", "10188", "13514", "16579"]);
}

#[test]
fn runs_ladders_and_files_are_compared() {
    let work = directory("diff-all");
    let run = |code: i32, args: &[&str]| stdout(&ends(code, within(&work, args)));
    fs::write(work.join("p.txt"), random_10k()[..300].join("\n") + "\nno puzzle\n").unwrap();
    let scan = |name: &str, ladders: &[&str]| {
        run(1, &[&["scan", "p.txt", "-o", name], ladders].concat());
    };
    scan("one", &["-l", "W,S"]);
    scan("two", &["-l", "B", "-l", "S=brt,lc"]);
    run(1, &["rate", "-l", "W", "p.txt", "-o", "w.csv"]);
    run(1, &["rate", "--format", "plain", "p.txt", "-o", "w.txt"]);

    // Two ladders of a run, unnamed and named.
    let pair = run(0, &["diff", "one"]);
    assert_eq!(pair, run(0, &["diff", "one:W", "one:S"]));
    assert!(pair.starts_with("W to S: "), "{pair}");

    // The ladder common to two runs; without subsets, ratings are lost.
    let text = run(0, &["diff", "one", "two", "-o", "changed.csv"]);
    assert!(text.starts_with("S to S: ") && text.contains("        lost"), "{text}");
    let mut changed = csv::Reader::from_path(work.join("changed.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = changed.records().map(|row| row.unwrap()).collect();
    let listed: u64 = text.split(' ').nth(3).unwrap().parse().unwrap();
    assert!(listed > 0 && rows.len() as u64 == listed);
    assert!(rows.iter().all(|row| &row[6] == "lost" && &row[5] == "unsolved"));

    // With several files a line is named with its file.
    fs::write(work.join("q.txt"), random_10k()[300..400].join("\n")).unwrap();
    run(1, &["scan", "p.txt", "q.txt", "-l", "W,S", "-o", "both"]);
    run(0, &["diff", "both", "-o", "changed.csv"]);
    let mut changed = csv::Reader::from_path(work.join("changed.csv")).unwrap();
    let lines: Vec<String> = changed.records().map(|row| row.unwrap()[2].to_string()).collect();
    assert!(["p.txt:", "q.txt:"].iter().all(|file| lines.iter().any(|line| line.starts_with(file))));

    // Named levels are ratings; the levels of puzzles that need locked candidates change.
    let levels = ["x=Easy=brt,Medium=lc,Hard=whip:2-36", "x=Easy=brt,Hard=lc,Extreme=whip:2-36"];
    let both = levels.map(|levels| {
        let name = levels.len().to_string();
        scan(&name, &["-l", levels]);
        name
    });
    let text = run(0, &["diff", &both[0], &both[1]]);
    let easy = stdout(&ends(0, within(&work, &["select", &both[0], "--rating", "Easy"])));
    let others = 300 - easy.lines().count();
    assert!(others > 100 && text.contains(&format!("{others} of 301 differ")), "{text}");
    assert!(text.contains("another") && text.contains(": Hard to Extreme"), "{text}");

    // Two ladders of several columns are compared column by column, but names are not compared with numbers.
    scan("hh", &["-l", "H,W", "-l", "K=Easy 4=brt,Hard 50=whip:1-36"]);
    let output = ends(0, within(&work, &["diff", "hh"]));
    let text = stdout(&output);
    let compared = text.lines().filter(|line| line.contains(" of 301 differ"));
    let pairs: Vec<&str> = compared.map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(pairs, ["H to K", "H score to K score"]);
    assert!(stderr(&output).contains("'H' and 'W' have no difference"), "{}", stderr(&output));

    // The same ratings in different files.
    for (a, b) in [("one:W", "w.csv"), ("one:W", "w.txt"), ("w.csv", "w.txt"), ("w.csv:W", "one")] {
        let (text, none) = (run(0, &["diff", a, b]), ": 0 of 301 differ (0.000 %)");
        assert!(text.contains(&format!("{none}\n           0        300\n")), "{a} {b}: {text}");
    }
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let work = directory("diff-refused");
    let puzzles = random_10k();
    fs::write(work.join("p.txt"), puzzles[..20].join("\n")).unwrap();
    fs::write(work.join("q.txt"), puzzles[1..21].join("\n")).unwrap();
    fs::write(work.join("short.txt"), "1\n2\n").unwrap();
    for (input, name) in [("p.txt", "p"), ("q.txt", "q")] {
        ends(0, within(&work, &["scan", input, "-l", "W,S", "-o", name]));
    }
    ends(0, within(&work, &["scan", "p.txt", "-l", "H", "-o", "h"]));
    ends(0, within(&work, &["rate", "p.txt", "-l", "H,W", "-o", "h.csv"]));
    let cases = [
        (&["diff", "p:W", "q:W"][..], "row 1: p has another puzzle than q"),
        (&["diff", "p:W", "short.txt"], "short.txt ends after 2 rows, p goes on"),
        (&["diff", "p:X", "q:W"], "p has no column 'X'; there are W, S"),
        (&["diff", "p", "short.txt"], "say which columns to compare"),
        (&["diff", "short.txt"], "name two things to compare"),
        (&["diff", "p", "nowhere"], "nowhere"),
        (&["diff", "p:W", "."], "holds no finished scan"),
        (&["diff", "h"], "'H' and 'H score' are two columns of one scale"),
        (&["diff", "h:H", "h:H score"], "the table `cross` of a scan counts the pairs of their values"),
        (&["diff", "h:H", "h.csv:H score"], "'H' and 'H score' are two columns of one scale"),
        (&["diff", "h:H", "p:W"], "'H' and 'W' have no difference, as one gives names and the other numbers"),
        (&["diff", "h.csv"], "'H' and 'W' have no difference"),
    ];
    for (args, message) in cases {
        refused(&within(&work, args), message);
    }
}
