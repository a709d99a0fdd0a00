//! `sudoscope minutes`, and a scale of one's own players in the commands.

use crate::binary::{EASY, W5, directory, ends, prints, refused, stdout, sudoscope, text_of, within};
use std::fs::{read_to_string, write};

const TIMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/times.csv");
const MODEL: &str = include_str!("../../crates/engine/src/scale/minutes/model.tsv");

#[test]
fn a_model_of_ones_own_is_fitted_and_used() {
    let place = directory("minutes");
    let run = |args: &[&str]| stdout(&ends(0, within(&place, args)));
    let said = run(&["minutes", "--fit", TIMES, "-o", "own.minutes", "--rows", "rows.csv"]);
    assert!(said.starts_with("746 timed puzzles\n") && said.contains("(Spearman)   0.6"), "{said}");
    assert_eq!(read_to_string(place.join("own.minutes")).unwrap(), MODEL);
    assert_eq!(run(&["minutes", "--fit", TIMES]), MODEL);
    assert_eq!(read_to_string(place.join("rows.csv")).unwrap().lines().count(), 747);

    write(place.join("p.txt"), format!("{EASY}\n{W5}\n")).unwrap();
    let by = |ladder: &str| run(&["rate", "-l", ladder, "p.txt"]);
    let (named, own) = (by("minutes"), by("minutes@own.minutes"));
    assert!(named.starts_with("line,puzzle,status,clues,minutes,minutes low,minutes high,minutes basis\n"));
    assert!(named.contains(",timed\n") && named.contains(",extrapolated\n"), "{named}");
    assert_eq!(own.replace("own", "minutes"), named);
    assert_eq!(by("@own.minutes"), own);
    let told = run(&["explain", "-l", "minutes", EASY]);
    assert!(told.contains("\nAn average player needs about "), "{told}");

    let rows: Vec<(String, f64)> = read_to_string(TIMES)
        .unwrap()
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            (fields[0].to_string(), fields[2].parse().unwrap())
        })
        .collect();
    let fit_times = |seconds: &dyn Fn(usize) -> f64, name: &str| {
        let lines = rows.iter().enumerate().map(|(k, (puzzle, _))| format!("{puzzle},{}\n", seconds(k)));
        write(place.join("changed.csv"), format!("puzzle,seconds\n{}", lines.collect::<String>())).unwrap();
        run(&["minutes", "--fit", "changed.csv", "-o", name])
    };
    // Players who need twice the time.
    let said = fit_times(&|k| 2.0 * rows[k].1, "slow.minutes");
    assert!(!said.contains("do not use it") && !said.contains("below a minute"), "{said}");
    let said = fit_times(&|k| rows[(k + 373) % rows.len()].1, "shifted.minutes");
    assert!(said.contains("explains little or nothing of these times: do not use it"), "{said}");
    let said = fit_times(&|k| rows[k].1 / 60.0, "in-minutes.minutes");
    assert!(said.contains("Half of the times are below a minute"), "{said}");
    let first =
        |table: String| -> f64 { table.lines().nth(1).unwrap().split(',').nth(4).unwrap().parse().unwrap() };
    let ratio = first(by("minutes@slow.minutes")) / first(named.clone());
    assert!((1.8..2.2).contains(&ratio), "{ratio}");

    // A scan keeps the coefficients, not the file.
    run(&["scan", "-l", "minutes@own.minutes", "-o", "scan", "p.txt"]);
    std::fs::remove_file(place.join("own.minutes")).unwrap();
    let taken = run(&["select", "scan", "-l", "own", "--rating", "0-100"]);
    assert_eq!(taken.lines().count(), 2, "{taken}");
}

#[test]
fn wrong_tables_are_refused_with_their_row() {
    let place = directory("minutes-wrong");
    let (table, model) = (place.join("times.csv"), place.join("x.minutes"));
    let fit = |text: &str| {
        write(&table, text).unwrap();
        sudoscope(&["minutes", "--fit", text_of(&table), "-o", text_of(&model)])
    };
    let many = |row: &str| (0..60).map(|_| format!("{row}\n")).collect::<String>();
    let heads = "puzzle,seconds\n";
    for (text, why) in [
        (format!("puzzle,time\n{EASY},60\n"), "there is no column 'seconds'"),
        (format!("puzzle,seconds,seconds\n{EASY},60,61\n"), "two columns are named 'seconds'"),
        (format!("{heads}{EASY},2e9\n"), "row 1: seconds is a number from 1 to 1000000000, not '2e9'"),
        (
            format!("{heads}{EASY},60\n{EASY},-1\n"),
            "row 2: seconds is a number from 1 to 1000000000, not '-1'",
        ),
        (format!("{heads}{EASY},0\n"), "row 1: seconds is a number from 1 to 1000000000, not '0'"),
        (format!("{heads}{EASY},60\n{EASY},\n"), "row 2 has no seconds"),
        (format!("{heads}{EASY},nan\n"), "row 1: seconds is a number from 1 to 1000000000, not 'nan'"),
        (format!("{heads}nothing,60\n"), "row 1 has no puzzle: 'nothing'"),
        (format!("{heads}{},60\n", ".".repeat(81)), "row 1: the puzzle has not exactly one solution"),
        (
            format!("puzzle,seconds,players\n{EASY},60,0\n"),
            "row 1: players is a number from 1 to 1000000000, not '0'",
        ),
        (format!("{heads}{EASY},60\n"), "1 timed puzzles are too few: a fit needs 50"),
        (format!("{heads}{}", many(&format!("{EASY},60"))), "all times are the same"),
        (format!("{heads}{EASY},61\n{}", many(&format!("{EASY},60"))), "all puzzles have the same features"),
    ] {
        refused(&fit(&text), why);
        assert!(!model.exists());
    }
    let own = text_of(&table);
    refused(&sudoscope(&["minutes", "--fit", own, "-o", own]), "times.csv");
    write(&model, MODEL.replace("search", "serach")).unwrap();
    let ladder = format!("minutes@{}", text_of(&model));
    refused(&sudoscope(&["rate", "-l", &ladder, own]), "'serach' is no feature of minutes");
    write(&model, "brt,lc\n").unwrap();
    refused(&sudoscope(&["rate", "-l", &ladder, own]), "it is no model of `sudoscope minutes`");
    let _ = prints(&["ladders", "minutes"]);
}
