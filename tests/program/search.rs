//! `search`: the built binary against the list of neighbours, and against its own definition.

use crate::binary::{HARD, W5, code, directory, ends, prints, refused, sudoscope, text_of};
use crate::common::{random_10k, shared};
use std::collections::BTreeSet;
use std::fs::{read, read_to_string, write};
use std::path::{Path, PathBuf};
use sudoscope::canon::Canon;
use sudoscope::grid::{notation, parse_puzzle};

/// Returns a column of a table.
fn column(table: &str, name: &str) -> Vec<String> {
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let at = table.headers().unwrap().iter().position(|title| title == name).unwrap();
    table.records().map(|row| row.unwrap()[at].to_string()).collect()
}

fn form(line: &str) -> String {
    notation::clues(&Canon::default().of(&parse_puzzle(line.as_bytes()).unwrap()).clues)
}

/// Writes a list of two seeds.
fn seeds(folder: &Path) -> PathBuf {
    let path = folder.join("seeds.txt");
    write(&path, format!("{HARD}\n{W5}\n")).unwrap();
    path
}

#[test]
fn one_change_finds_the_listed_puzzles() {
    let Some((table, list)) = shared("near/closures.csv").zip(shared("near/minimal-1.txt")) else { return };
    let folder = directory("search-listed");
    let table = read_to_string(table).unwrap();
    let seeds: Vec<&str> = table.lines().take(26).skip(1).map(|row| &row[..81]).collect();
    let near = folder.join("seeds.txt");
    write(&near, seeds.join("\n")).unwrap();
    let search = |more: &[&str]| prints(&[&["search", "-l", "BRT", "--near", text_of(&near)], more].concat());
    let found = search(&["-j", "2"]);
    let forms: BTreeSet<String> = column(&found, "minlex").into_iter().collect();
    let seeds: BTreeSet<String> = seeds.into_iter().map(form).collect();
    let listed: BTreeSet<String> = read_to_string(list).unwrap().lines().map(form).collect();
    assert!(forms == &listed - &seeds, "{} {}", forms.len(), listed.len());
    let puzzles = column(&found, "puzzle");
    assert!(puzzles.len() == forms.len() && puzzles.iter().all(|puzzle| forms.contains(&form(puzzle))));
    assert!(found == search(&["-j", "1"]));
}

/// Changes lead from the seed to the puzzle; redundant clues are those of `check`; a wider search finds the
/// puzzles of a narrower one.
#[test]
fn rows_say_what_changed() {
    let folder = directory("search-rows");
    let near = seeds(&folder);
    let search = |more: &[&str]| prints(&[&["search", "-l", "S", "--near", text_of(&near)], more].concat());
    let minimal = search(&[]);
    let all = search(&["--redundant", "--changes", "-1+1"]);
    for ((puzzle, seed), changes) in
        column(&all, "puzzle").iter().zip(column(&all, "seed")).zip(column(&all, "changes"))
    {
        let mut cells: Vec<char> = seed.chars().collect();
        for change in changes.split(' ') {
            let [sign, _, row, _, column, _, digit] = change.chars().collect::<Vec<_>>()[..] else {
                panic!("{change}")
            };
            let at = 9 * row.to_digit(10).unwrap() + column.to_digit(10).unwrap() - 10;
            cells[at as usize] = if sign == '-' { '.' } else { digit };
        }
        assert_eq!(cells.into_iter().collect::<String>(), *puzzle);
    }
    let found = folder.join("all.csv");
    write(&found, &all).unwrap();
    let checked = prints(&["check", "--column", "puzzle", text_of(&found)]);
    assert_eq!(column(&checked, "redundant clues"), column(&all, "redundant clues"));
    let minimal: BTreeSet<String> = column(&minimal, "minlex").into_iter().collect();
    let with = column(&all, "minlex").into_iter().zip(column(&all, "redundant clues"));
    assert!(with.filter(|row| row.1.is_empty()).map(|row| row.0).collect::<BTreeSet<_>>() == minimal);
    assert!(!minimal.is_empty());
    let rated = prints(&["rate", "-l", "S", "--column", "puzzle", text_of(&found)]);
    assert_eq!(column(&rated, "S"), column(&all, "S"));
}

/// Conditions of a closure with few puzzles.
const CLOSED: [&str; 5] = ["search", "-l", "H", "--score", "1300-1302"];

/// A closure has all neighbours of its puzzles that meet the condition, and no others; it is the same for any
/// number of threads, and in rounds.
#[test]
fn closures_are_closed() {
    let folder = directory("search-closed");
    let [near, closed, other, both] =
        ["seeds.txt", "closed.csv", "other.csv", "both.txt"].map(|name| folder.join(name));
    write(&near, random_10k()[..12].join("\n") + "\n").unwrap();
    let search = |more: &[&str]| {
        ends(0, sudoscope(&[&CLOSED, &["--near", text_of(&near)][..], more].concat()));
    };
    search(&["--until-closed", "-j", "1", "-o", text_of(&closed)]);
    let table = read_to_string(&closed).unwrap();
    let rounds: Vec<u64> = column(&table, "round").iter().map(|round| round.parse().unwrap()).collect();
    assert!(rounds.is_sorted() && *rounds.last().unwrap() > 2, "{rounds:?}");
    for (rounds, threads) in [("100", "2"), ("5", "3")] {
        search(&["--rounds", rounds, "-j", threads, "-o", text_of(&other)]);
        assert!(read(&other).unwrap() == read(&closed).unwrap());
    }
    write(&both, read_to_string(&near).unwrap() + &column(&table, "puzzle").join("\n")).unwrap();
    let again = prints(&[&CLOSED[..], &["--near", text_of(&both)]].concat());
    assert!(column(&again, "puzzle").is_empty());
    let without = ["search", "-l", "BRT", "--near", text_of(&near), "--exclude", text_of(&both)];
    let new = column(&prints(&without), "minlex");
    let known: BTreeSet<String> = column(&table, "minlex").into_iter().collect();
    assert!(!new.is_empty() && new.iter().all(|form| !known.contains(form)));
}

#[test]
fn the_best_are_the_first_of_all_by_rating() {
    let folder = directory("search-best");
    let near = seeds(&folder);
    let search =
        |more: &[&str]| prints(&[&["search", "-l", "S,LC", "--near", text_of(&near)], more].concat());
    let (all, best) = (search(&[]), search(&["--keep-best", "5"]));
    let rows = |table: &str| {
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        reader.records().map(|row| row.unwrap()).collect::<Vec<_>>()
    };
    let titles = all.lines().next().unwrap().split(',').position(|title| title == "S").unwrap();
    let mut expected = rows(&all);
    expected.retain(|row| row[titles].parse::<u64>().is_ok());
    expected.sort_by_key(|row| std::cmp::Reverse(row[titles].parse::<u64>().unwrap()));
    expected.truncate(5);
    assert_eq!(rows(&best), expected);
    assert_eq!(rows(&search(&["--count", "3"])), rows(&all)[..3]);
    let excel = folder.join("best.xlsx");
    let args = ["search", "--near", text_of(&near), "--keep-best", "2", "-o", text_of(&excel)];
    assert_eq!(code(&sudoscope(&args)), Some(0));
    assert_eq!(column(&prints(&["rate", text_of(&excel), "--column", "puzzle"]), "puzzle").len(), 2);
}

#[test]
fn what_cannot_be_searched_is_refused_or_named() {
    let folder = directory("search-refused");
    let near = seeds(&folder);
    for (more, expected) in [
        (&["--changes", "5"][..], "write 2, or -2+1"),
        (&["--changes", "-2"], "write 2, or -2+1"),
        (&["--changes", "0"], "write 2, or -2+1"),
        (&["--rating", "900"], "is none of the ratings by W"),
        (&["-o", text_of(&near)], "is read by this command"),
        (&["--keep-best", "3", "-o", "x.csv", "--resume"], "cannot be resumed"),
        (&["--format", "xlsx"], "-o FILE"),
    ] {
        refused(&sudoscope(&[&["search", "--near", text_of(&near)], more].concat()), expected);
    }
    write(&near, format!("{HARD}\nnonsense\n{}\n", ".".repeat(81))).unwrap();
    let output = ends(1, sudoscope(&["search", "-l", "BRT", "--near", text_of(&near)]));
    assert!(!column(std::str::from_utf8(&output.stdout).unwrap(), "puzzle").is_empty());
}
