//! Users' expectations of tables and terminals: columns by name, columns carried through, hints if something
//! is missing.

use crate::binary::{
    EASY, RANDOM_10K, W5, code, directory, ends, piped, prints, refused, rows, stderr, stdout, sudoscope,
    system, within,
};
use crate::recount::table;
use std::fs::write;

/// Returns a table with puzzles, their solutions and other columns; it has quotes, separators and a short
/// line.
fn bank() -> String {
    let solved = "2".repeat(81);
    format!(
        "id,Source,solution,quiz,\"grade\"\n\
         7,\"Smith, J.\",{solved},{EASY},1\n\
         a-8,\"say \"\"no\"\"\",{solved},{W5},\n\
         9\n"
    )
}

#[test]
fn columns_have_names() {
    let directory = directory("columns-by-name");
    write(directory.join("bank.csv"), bank()).unwrap();
    write(directory.join("bank.tsv"), format!("quiz\tid\n{W5}\t1\n")).unwrap();
    let rate = |column: &str| {
        let args = ["rate", "--column", column, "--format", "plain", "bank.csv", "bank.tsv"];
        within(&directory, &args)
    };
    // A name is searched in the header of each file; a place is the same in all files.
    for name in ["quiz", "QUIZ"] {
        assert_eq!(stdout(&ends(1, rate(name))), "0\n5\ninvalid\n5\n");
    }
    assert_eq!(stdout(&ends(1, rate("4"))), "0\n5\ninvalid\ninvalid\n");
    let told = "bank.csv: no column is called 'quizz'; there are id, Source, solution, quiz, grade";
    refused(&rate("quizz"), told);
    for (column, why) in [("0", "counted from 1"), ("", "a name or a place")] {
        refused(&rate(column), why);
    }
    for command in ["check", "minlex"] {
        let args = [command, "--column", "quiz", "bank.csv"];
        assert_eq!(rows(&within(&directory, &args)).len(), 3);
    }
    let without = format!("{EASY},1\n");
    let output = piped(&["rate", "--column", "quiz"], without.as_bytes());
    refused(&output, "-: there is no header in which a column is called 'quiz'; a column's place");
    assert_eq!(code(&piped(&["rate", "--column", "1"], without.as_bytes())), Some(0));
}

#[test]
fn columns_are_carried_through() {
    let directory = directory("columns-kept");
    write(directory.join("bank.csv"), bank()).unwrap();
    let rate = ["rate", "--column", "quiz", "--keep", "id,source,1", "bank.csv"];
    let output = ends(1, within(&directory, &rate));
    assert!(stdout(&output).starts_with("line,puzzle,status,clues,W,id,source,1\n"));
    let kept = |at: usize| rows(&output)[at].iter().skip(5).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(kept(0), ["7", "Smith, J.", "7"]);
    assert_eq!(kept(1), ["a-8", "say \"no\"", "a-8"]);
    assert_eq!(kept(2), ["9", "", "9"]);

    let json = within(&directory, &[&rate[..], &["--format", "jsonl"]].concat());
    let lines: Vec<serde_json::Value> =
        stdout(&json).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[1]["source"], "say \"no\"");

    // A scan has the kept columns in `puzzles`, and so do its reports when they are made again.
    let long = "é".repeat(6000);
    write(directory.join("long.csv"), format!("quiz,id,W\n{EASY},{long},7\n{W5},short,8\n")).unwrap();
    let scan = ["scan", "--keep", "id,W", "-o", "out", "long.csv"];
    ends(0, within(&directory, &scan));
    let of_scan = || {
        let (columns, rows) = table(&directory.join("out"), "puzzles");
        assert_eq!(columns[4..], ["W", "W rules", "id", "W (kept)"]);
        rows.into_iter().map(|row| row[6..].to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(of_scan(), [[long.as_str(), "7"], ["short", "8"]]);
    let before = std::fs::read(directory.join("out/puzzles.csv")).unwrap();
    ends(0, within(&directory, &["report", "out"]));
    assert_eq!(std::fs::read(directory.join("out/puzzles.csv")).unwrap(), before);
    refused(&within(&directory, &["rate", "--keep", "id,id", "long.csv"]), "--keep names 'id' twice");
    refused(&within(&directory, &["rate", "--keep", "no", "long.csv"]), "there are quiz, id, W");
}

/// A command that waits for input from a terminal says what it waits for.
#[test]
fn a_terminal_is_told_what_is_waited_for() {
    let Some(binary) = system("script", &["--version"]).map(|_| env!("CARGO_BIN_EXE_sudoscope")) else {
        eprintln!("skipped: there is no script(1), which makes a terminal");
        return;
    };
    // No command here reads a line, because no one types one.
    let run = |command: &str| {
        let output = system("script", &["-qec", &format!("{binary} {command}"), "/dev/null"]);
        output.map(|output| stdout(&output)).unwrap_or_default()
    };
    for command in ["rate --take 0", "check --take 0", "minlex --take 0 -"] {
        let told = run(command);
        assert!(told.contains("reading puzzles from the terminal, one a line"), "{told}");
    }
    assert!(!run(&format!("rate --take 1 {RANDOM_10K}")).contains("terminal"));
}

#[test]
fn who_asks_for_nothing_sees_how_to_begin() {
    let output = ends(2, sudoscope(&[]));
    let text = stderr(&output);
    let examples = text.lines().filter(|line| line.starts_with("  sudoscope "));
    let commands: Vec<&str> = examples.filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(commands, ["scan", "rate", "explain"]);
    assert!(stdout(&output).is_empty() && text.contains("sudoscope --help"));
}

/// The named ladder solves the puzzle, and no earlier one in the list does.
#[test]
fn what_solves_an_unsolved_puzzle_is_named() {
    let output = ends(0, sudoscope(&["explain", "-l", "S", W5]));
    assert!(stdout(&output).contains("PUZZLE NOT SOLVED"));
    assert_eq!(stderr(&output), "sudoscope: S does not solve the puzzle, W does: explain -l W\n");
    assert!(prints(&["explain", "-l", "W", W5]).contains("PUZZLE SOLVED"));
    // No ladder is tried if none can solve the puzzle.
    let two = W5.replacen('1', ".", 1);
    let output = ends(0, sudoscope(&["explain", "--no-validate", "-l", "W", &two]));
    let told = "sudoscope: W does not solve the puzzle: it has more than one solution\n";
    assert_eq!(stderr(&output), told);
    let plain = ["rate", "--format", "jsonl", "-l", "BRT,LC,S,BC", "-"];
    let rated = stdout(&piped(&plain, W5.as_bytes()));
    assert_eq!(rated.matches("\"unsolved\"").count(), 1 + 4, "{rated}");
    let silent = sudoscope(&["explain", "-l", "BRT", EASY]);
    assert!(stderr(&silent).is_empty(), "{silent:?}");
    // On another board those ladders are tried that it has.
    let jigsaw = ".....98....2....3.3.....4.....8......1......996...7..3.....46.8...9...5..........";
    let board = "jigsaw:AAAAAAAABACCCCCBBBDECEECBBBDEEECCBFFDDDEEEBFFDGGGGGGGFDHGGHHFFFDHHHHIIIFDHHIIIIII";
    let output = ends(0, sudoscope(&["explain", "--board", board, "-l", "S", jigsaw]));
    assert!(stdout(&output).contains("PUZZLE NOT SOLVED"));
    assert_eq!(stderr(&output), "sudoscope: S does not solve the puzzle, W does: explain -l W\n");
}
