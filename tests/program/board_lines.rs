//! Lines, links and files that name their boards.

use crate::binary::{code, directory, piped, refused, stderr, stdout, sudoscope, text_of};
use crate::boards::{FOUR, JIGSAW, LAYOUT, PLAIN, SIX, X, X_SOLVED, answered};
use std::fs::write;

/// A column says the board of each line, in a table and in objects.
#[test]
fn boards_of_lines() {
    let table =
        format!("board,puzzle\n6x6,{SIX}\njigsaw:{LAYOUT},{JIGSAW}\nX,{X}\nwindokuu,{X}\n4x4,{SIX}\n");
    let output = piped(&["rate", "--board", "column", "-l", "W"], table.as_bytes());
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], format!("2,{SIX},ok,6x6,10,0"));
    assert_eq!(lines[2], format!("3,{JIGSAW},ok,jigsaw:{LAYOUT},18,3"));
    assert_eq!(lines[3], format!("4,{X},ok,x,18,9"));
    assert!(
        lines[4].contains("the board of the line: no such board; did you mean 'windoku'?"),
        "{}",
        lines[4]
    );
    assert!(
        lines[5].contains("column 21: 36 cells where the board has 16; boards of 36: 6x6, latin6"),
        "{text}"
    );
    assert_eq!(code(&output), Some(1));
    // All columns are kept, the first of a short table being the board.
    let file = directory("board-kept").join("table.csv");
    write(&file, format!("board,puzzle,id\njigsaw:{LAYOUT},{JIGSAW},7\n")).unwrap();
    let kept = stdout(&sudoscope(&["solve", "--board", "column", "--keep", "all", text_of(&file)]));
    assert!(kept.starts_with("line,puzzle,") && kept.lines().next().unwrap().ends_with(",id"), "{kept}");
    assert!(kept.ends_with(",7\n"), "{kept}");
    // Digits placed while solving count as clues.
    let placed = X.replacen(".6", ".+6", 1);
    let rated = |puzzle: &str| answered(&["rate", "--board", "x", "-l", "W"], puzzle);
    assert_eq!(rated(&placed).lines().nth(1), rated(X).lines().nth(1));
    let object = format!("{{\"board\":\"4x4\",\"puzzle\":\"{FOUR}\"}}\n");
    let solved = answered(&["solve", "--board", "column", "--format", "plain"], &object);
    assert_eq!(solved, "2431132442133142\n");
}

/// A 4x4 puzzle of f-puzzles.
pub const LINK: &str = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT2AF9ljSTiBdZQkANwEMAbAVzngEZU\
    0I6YA7BABcMbCuPLVCFeszYIATN14DhomBNCNW7AMzK+g+CLFSy52ToQp0KoyY2TKRIA=";
const ISS: &str = ".Shape~6x6.NoBoxes.Jigsaw~000111000111222333222333444555444555";
const SOLO: &str = "2x3:c3f2_1a2a5a3_5a6a4a2_6f1c";

/// Writes a puzzle as SumoCue does.
fn sumo_cue(version: &str) -> String {
    let entry = |(cell, region): (u8, u8)| format!("={}J{}", char::from(cell.max(b'0')), region - b'A');
    version.to_string() + &JIGSAW.bytes().zip(LAYOUT.bytes()).map(entry).collect::<String>()
}

/// Lines and links name their boards, without an option if the first of a file does.
#[test]
fn lines_name_their_boards() {
    let cells: String = JIGSAW.replace('.', "0");
    let lower = LAYOUT.to_ascii_lowercase();
    let digits: String = LAYOUT.bytes().map(|byte| char::from(byte - b'A' + b'1')).collect();
    let constraints: String = (36..)
        .zip(SIX.bytes())
        .filter(|it| it.1 != b'.')
        .map(|(at, digit)| {
            let at: usize = at - 36;
            format!("~R{}C{}_{}", at / 6 + 1, at % 6 + 1, char::from(digit))
        })
        .collect();
    let jigsaw = format!("jigsaw:{LAYOUT}");
    let lines = [
        (format!("{JIGSAW}{LAYOUT}"), JIGSAW, jigsaw.as_str()),
        (format!("{cells}{lower} a title"), JIGSAW, &jigsaw),
        (format!("7,{JIGSAW}{digits}"), JIGSAW, &jigsaw),
        (sumo_cue("SumoCueV1"), JIGSAW, &jigsaw),
        (LINK.to_string(), FOUR, "4x4"),
        (format!("{ISS}.{constraints}"), SIX, "6x6"),
        (SOLO.to_string(), "...3......21.2.5.35.6.4.26......1...", "6x6"),
        (f_puzzles(FOUR, ""), FOUR, "4x4"),
        (
            format!("{{\"id\":7,\"puzzle\":{}}}", f_puzzles(X, ",\"diagonal+\":true,\"diagonal-\":true")),
            X,
            "x",
        ),
        // Other lines are of the plain board.
        (PLAIN.to_string(), PLAIN, "plain"),
    ];
    let list: String = lines.iter().map(|line| format!("{}\n", line.0)).collect();
    let folder = directory("board-lines");
    let file = folder.join("list");
    write(&file, &list).unwrap();
    let asked = answered(&["check", "--board", "column", "--format", "jsonl"], &list);
    let named = stdout(&sudoscope(&["check", "--format", "jsonl", text_of(&file)]));
    assert_eq!(asked, named);
    for (row, (line, puzzle, board)) in asked.lines().zip(&lines) {
        let expected =
            format!("\"puzzle\":\"{puzzle}\",\"status\":\"ok\",\"reason\":null,\"board\":\"{board}\"");
        assert!(row.contains(&expected) && row.contains("\"solutions\":1"), "{line}: {row}");
    }
    assert_eq!(asked.lines().count(), lines.len());
    // A link may be an argument; a layout may be the next column.
    assert_eq!(stdout(&sudoscope(&["solve", "--format", "plain", LINK])), "2431132442133142\n");
    let rated = stdout(&sudoscope(&["rate", &lines[0].0]));
    assert_eq!(rated, format!("line,puzzle,status,board,clues,W\n1,{JIGSAW},ok,{jigsaw},18,3\n"));
    let table = format!("puzzle,layout\n{JIGSAW},{LAYOUT}\n");
    assert!(answered(&["rate", "--board", "column"], &table).ends_with(&format!(",ok,{jigsaw},18,3\n")));
    // Among plain puzzles, such lines are rejects that name the option.
    let output = piped(&["solve", "--format", "plain"], format!("{PLAIN}\n{list}").as_bytes());
    assert_eq!(stdout(&output).lines().filter(|line| *line == "invalid").count(), 9);
    let reason = "-:2:1: a puzzle of the board 'jigsaw:AAAAAAAAB…': --board reads it (rate, check, solve, minlex: --board column)";
    assert!(stderr(&output).contains(reason), "{}", stderr(&output));
}

/// Writes a puzzle as f-puzzles does, with further members.
fn f_puzzles(puzzle: &str, members: &str) -> String {
    let size = (1..).find(|size| size * size == puzzle.len()).unwrap();
    let cell = |digit: &u8| match digit {
        b'.' => "{}".to_string(),
        digit => format!("{{\"value\":{},\"given\":true}}", char::from(*digit)),
    };
    let row = |row: &[u8]| format!("[{}]", row.iter().map(cell).collect::<Vec<_>>().join(","));
    let rows = puzzle.as_bytes().chunks(size).map(row).collect::<Vec<_>>().join(",");
    format!("{{\"size\":{size},\"grid\":[{rows}]{members}}}")
}

/// A layout may be on the line after its cells, an object a whole file; a file of either needs no option.
#[test]
fn boards_of_several_lines() {
    let folder = directory("board-layouts");
    let digits: String = LAYOUT.bytes().map(|byte| char::from(byte - b'A' + b'1')).collect();
    let solved = "....1....2.3..4.";
    let uneven = LAYOUT.replacen('A', "B", 1);
    let list = format!(
        "{JIGSAW}\n{LAYOUT}\n# two\n{JIGSAW}\n{digits}\n{PLAIN}\n{X}\n{X_SOLVED}\n{JIGSAW}\n{uneven}\n"
    );
    let object = f_puzzles(X, ",\"diagonal+\":true,\"diagonal-\":true").replace("],[", "],\n  [");
    let table = format!("id,board,puzzle\n1,4x4,{solved}\n2,,{PLAIN}\n");
    let jigsaw = format!("jigsaw:{LAYOUT}");
    for (name, text, expected) in [
        (
            "list.txt",
            &list,
            &[
                (1, JIGSAW, jigsaw.as_str()),
                (4, JIGSAW, &jigsaw),
                (6, PLAIN, "plain"),
                (7, X, "plain"),
                (8, X_SOLVED, "plain"),
                (9, "", "region A has 10 cells, not 9"),
            ][..],
        ),
        ("object.json", &format!("[{object}]\n"), &[(1, X, "x")]),
        ("table.csv", &table, &[(2, FOUR, "4x4"), (3, PLAIN, "plain")]),
    ] {
        let file = folder.join(name);
        write(&file, text).unwrap();
        let rows = stdout(&sudoscope(&["check", "--format", "csv", text_of(&file)]));
        assert_eq!(rows.lines().count(), expected.len() + 1, "{rows}");
        for (row, (line, puzzle, board)) in rows.lines().skip(1).zip(expected) {
            let found = row.starts_with(&format!("{line},{puzzle}")) && row.contains(board);
            assert!(found, "{line} {puzzle} {board}: {row}");
        }
        refused(
            &sudoscope(&["scan", text_of(&file), "-o", text_of(&folder.join("out"))]),
            "the first puzzle of an input names its board",
        );
    }
    // A shard would cut a layout from its cells.
    let list = folder.join("list.txt");
    refused(
        &sudoscope(&["check", "--board", "column", "--shard", "1/2", text_of(&list)]),
        "puzzles of several lines cannot be cut into shards",
    );
}

/// A line that names a board is not read on another one; a layout must be one.
#[test]
fn mistakes_in_lines_that_name_boards() {
    let jigsaw = format!("{JIGSAW}{LAYOUT}");
    let uneven = format!("{JIGSAW}B{}", &LAYOUT[1..]);
    let killer = sumo_cue("SumoCueV1").replacen("=0", "+0", 1);
    let sum = sumo_cue("SumoCueV1").replacen("=0", "=17", 1);
    let cages = format!("{}.Cage~3~R1C1~R1C2", ISS);
    for (board, line, expected) in [
        ("x", &jigsaw, "the puzzle names the board 'jigsaw:AAAAAAAAB…', and not 'x'"),
        ("column", &uneven, "the board of the line: region A has 10 cells, not 9"),
        ("column", &killer, "a SumoCue puzzle with killer cages"),
        ("column", &sum, "a SumoCue puzzle with killer cages"),
        (
            "column",
            &sumo_cue("SumoCueV1D").replacen("=0J0", "", 1),
            "a SumoCue puzzle with a grid that is not 9 x 9",
        ),
        // A solution is no layout.
        ("column", &format!("{X}{X_SOLVED}"), "162 cells where the board has 81"),
        ("column", &cages, "an Interactive Sudoku Solver puzzle with cages"),
        ("4x4+antiking", &LINK.to_string(), "the puzzle names the board '4x4', and not '4x4+antiking'"),
    ] {
        let output = piped(&["solve", "--board", board], format!("{line}\n").as_bytes());
        assert_eq!(code(&output), Some(1));
        assert!(stderr(&output).contains(expected), "{line}: {}", stderr(&output));
    }
    let table = format!("board,puzzle\n6x6,{LINK}\n4x4,{LINK}\n,{LINK}\n");
    let output = piped(&["solve", "--board", "column", "--format", "plain"], table.as_bytes());
    assert_eq!(stdout(&output), "invalid\n2431132442133142\n2431132442133142\n");
    let expected = "gW cannot be used with puzzles that name a board: g-whip is a rule of the plain board";
    refused(&sudoscope(&["rate", "-l", "gW", LINK]), expected);
}
