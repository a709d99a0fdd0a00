//! `search`: the built binary against the list of neighbours, and against its own definition.

use crate::binary::{HARD, W5, code, directory, ends, prints, refused, stderr, sudoscope, text_of};
use crate::common::{random_10k, shared};
use std::collections::{BTreeSet, HashMap};
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

/// Shards of a search, one after the other and without what repeats, are the search: of seeds and of ascents.
/// The table is the same for any number of threads.
#[test]
fn shards_together_are_the_whole() {
    let folder = directory("search-shards");
    let near = folder.join("seeds.txt");
    write(&near, random_10k()[..7].join("\n")).unwrap();
    let ascents = ["--seed", "5", "--tries", "7", "--rating", "2-"];
    for from in [&["--near", text_of(&near)][..], &ascents] {
        let search = |more: &[&str], name: &str| {
            let out = folder.join(name);
            let args = [&["search", "-l", "S", "-o", text_of(&out), "--restart"], from, more].concat();
            let output = ends(0, sudoscope(&args));
            (out, stderr(&output))
        };
        let whole = read(search(&["-j", "1"], "whole.csv").0).unwrap();
        assert!(whole == read(search(&["-j", "3"], "other.csv").0).unwrap());
        let shards =
            ["1/3", "2/3", "3/3"].map(|shard| search(&["--shard", shard], &format!("{}.csv", &shard[..1])).0);
        assert!(shards.iter().all(|shard| read(shard).unwrap().len() < whole.len()));
        let joined = prints(&[&["dedupe"], &shards.each_ref().map(|shard| text_of(shard))[..]].concat());
        assert!(joined.as_bytes() == whole);
        let rows = column(&joined, "S");
        let told = search(&["--progress", "always"], "told.csv").1;
        let best = rows.iter().map(|rating| rating.parse::<u64>().unwrap_or(0)).max().unwrap();
        assert!(told.contains(&format!(", {} kept, highest {best}\n", rows.len())), "{told}");
    }
}

/// A search with a highest rating finds the puzzles that a search without it rates so, by scales that end
/// early and by others.
#[test]
fn ruled_out_puzzles_have_another_rating() {
    let near = directory("search-bound").join("seeds.txt");
    write(&near, random_10k()[..6].join("\n")).unwrap();
    for (scale, from, to) in [("W", 2.0, 3.0), ("S", 0.0, 0.0), ("SER", 1.5, 2.0), ("TE", 0.0, 0.0)] {
        let search =
            |more: &[&str]| prints(&[&["search", "-l", scale, "--near", text_of(&near)], more].concat());
        let all = search(&[]);
        let (puzzles, ratings) = (column(&all, "puzzle"), column(&all, scale));
        let is_between =
            |rating: &String| rating.parse().is_ok_and(|rating: f64| from <= rating && rating <= to);
        let rated = puzzles.into_iter().zip(ratings).filter(|rated| is_between(&rated.1));
        let expected: Vec<String> = rated.map(|rated| rated.0).collect();
        assert!(expected.len() > 5, "{scale}: {}", expected.len());
        assert!(column(&search(&["--rating", &format!("{from}-{to}")]), "puzzle") == expected, "{scale}");
    }
}

/// Each ascent begins with a random puzzle and goes on only from puzzles that no earlier one exceeds. Clues
/// stand in the pattern, and in all of it if redundant ones are allowed.
#[test]
fn ascents_go_up_in_their_pattern() {
    let half = "10".repeat(40) + "1";
    let search = |more: &[&str]| prints(&[&["search", "-l", "S"], more].concat());
    for more in [&["--seed", "2"][..], &["--pattern", &half], &["--pattern", &half, "--redundant"]] {
        let table = search(&[more, &["--tries", "4"]].concat());
        let [rounds, puzzles, seeds, ratings] =
            ["round", "puzzle", "seed", "S"].map(|name| column(&table, name));
        let rating: HashMap<&String, u64> =
            puzzles.iter().zip(ratings.iter().map(|it| it.parse().unwrap_or(0))).collect();
        assert_eq!(rounds.iter().collect::<BTreeSet<_>>().len(), 4);
        let (mut round, mut at) = ("", 0);
        for (row, puzzle) in puzzles.iter().enumerate() {
            if rounds[row] != round {
                (round, at) = (&rounds[row], 0);
                assert_eq!((puzzle, &column(&table, "changes")[row][..]), (&seeds[row], ""));
            }
            assert!(rating[&seeds[row]] >= at, "{round}: {puzzle}");
            at = rating[&seeds[row]];
            let is_open = |(at, digit): (usize, char)| digit == '.' || at % 2 == 0;
            assert!(more.len() == 2 && more[0] == "--seed" || puzzle.chars().enumerate().all(is_open));
            assert!(more.len() < 3 || puzzle.chars().filter(|digit| *digit != '.').count() == 41);
        }
        // Singles solve a puzzle with 41 clues.
        assert!(rating.values().max() > Some(&rating[&puzzles[0]]) || more.len() == 3);
        let kept = search(&[more, &["--tries", "4", "--count", "3"]].concat());
        assert_eq!(column(&kept, "puzzle"), puzzles[..3]);
        let more_tries = search(&[more, &["--tries", "5"]].concat());
        assert!(more_tries.starts_with(&table));
    }
}

/// A search whose hours are over has the ascents made until then, or is kept if it has not made all.
#[test]
fn hours_end_a_search() {
    let folder = directory("search-hours");
    let out = folder.join("out.csv");
    let search = |more: &[&str]| sudoscope(&[&["search", "-l", "S", "--seed", "1"], more].concat());
    let begun = ends(0, search(&["--hours", "0.0002"]));
    let begun = String::from_utf8(begun.stdout).unwrap();
    let last = column(&begun, "round").last().map_or(1, |round| round.parse().unwrap());
    let whole = ends(0, search(&["--tries", &u64::to_string(&last)]));
    assert!(whole.stdout.starts_with(begun.as_bytes()) || begun.lines().count() == 1);
    let stopped = ends(1, search(&["--tries", "1000000", "--hours", "0.0002", "-o", text_of(&out)]));
    assert!(!out.exists() && stderr(&stopped).contains("sudoscope: stopped"), "{}", stderr(&stopped));
    refused(&search(&["--hours", "0"]), "write a number of hours");
    refused(&search(&["--hours", "1", "--shard", "1/2"]), "give --tries");
}

/// The page has the counts, the ratings and the best puzzles of the table, and their paths.
#[test]
fn a_page_shows_what_was_found() {
    let folder = directory("search-page");
    let (near, out, page) = (seeds(&folder), folder.join("found.csv"), folder.join("page.html"));
    let args = ["search", "-l", "S", "--near", text_of(&near), "-o", text_of(&out), "--page", text_of(&page)];
    let told = stderr(&ends(0, sudoscope(&args)));
    let (table, page) = (read_to_string(&out).unwrap(), read_to_string(&page).unwrap());
    let counts: Vec<&str> = told.split(|c: char| !c.is_ascii_digit()).filter(|it| !it.is_empty()).collect();
    assert!(page.contains(&format!(
        "<p>{} neighbours, {} of them new, {} found.</p>",
        counts[0], counts[1], counts[2]
    )));
    let mut ratings: Vec<(u64, String)> = column(&table, "S")
        .iter()
        .zip(column(&table, "puzzle"))
        .filter_map(|(rating, puzzle)| Some((rating.parse().ok()?, puzzle)))
        .collect();
    ratings.sort_by_key(|rated| std::cmp::Reverse(rated.0));
    let shown: Vec<usize> = ratings[..20]
        .iter()
        .map(|rated| page.find(&format!("<code>{}</code> <a", rated.1)).unwrap())
        .collect();
    assert!(shown.is_sorted() && !page.contains(&format!("<code>{}</code> <a", ratings[20].1)));
    assert_eq!(page.matches("class=\"walk-data\"").count(), 20);
    let highest = ratings.iter().filter(|rated| rated.0 == ratings[0].0).count();
    assert!(page.contains(&format!("{}: {highest}", ratings[0].0)));
    refused(&sudoscope(&[&args[..7], &["--page", text_of(&out)]].concat()), "a file of its own");
    refused(&sudoscope(&[&args[..5], &["--page", text_of(&near)]].concat()), "is read by this command");
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
        (&["--seed", "1"], "cannot be used with"),
    ] {
        refused(&sudoscope(&[&["search", "--near", text_of(&near)], more].concat()), expected);
    }
    refused(&sudoscope(&["search", "-l", "S"]), "--near");
    refused(&sudoscope(&["search", "--pattern", &".".repeat(81)]), "at least 17 clues");
    write(&near, format!("{HARD}\nnonsense\n{}\n", ".".repeat(81))).unwrap();
    let output = ends(1, sudoscope(&["search", "-l", "BRT", "--near", text_of(&near)]));
    assert!(!column(std::str::from_utf8(&output.stdout).unwrap(), "puzzle").is_empty());
}
