//! Cases from reports and files of others (`../shared/data/cases.jsonl`): each form is read as its author
//! meant it, and so are others of its kind. What a case leaves out with `…` is made here.

use crate::binary::{piped, rows, stderr, stdout, sudoscope};
use crate::common::shared;
use std::collections::BTreeMap;
use sudoscope::brute::unique_solution;
use sudoscope::grid::{Candidates, Grid, Puzzle, notation, read_puzzle};
use sudoscope::scale::{Scale, Solver};

/// The inputs of all cases.
fn inputs() -> Option<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(shared("cases.jsonl")?).unwrap();
    let case = |line| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| value[name].as_str().unwrap().to_string();
        (text("id"), text("input"))
    };
    Some(text.lines().map(case).collect())
}

fn read(text: &str) -> Puzzle {
    read_puzzle(text.as_bytes()).unwrap_or_else(|error| panic!("{}: {text}", error.with_column())).puzzle
}

fn solution(puzzle: &Puzzle) -> Option<String> {
    unique_solution(&puzzle.grid()).map(|grid| notation::puzzle(&grid))
}

/// What `rate` reads of a file: the puzzles, and the status of each.
fn rated(text: &str) -> Vec<(String, String)> {
    let output = piped(&["rate", "-l", "BRT", "-"], text.as_bytes());
    rows(&output).iter().map(|row| (row[1].to_string(), row[2].to_string())).collect()
}

/// One puzzle is read of a file, and this is it.
fn assert_rated(text: &str, puzzle: &str) {
    let found = rated(text);
    assert_eq!(found.len(), 1, "{text}\n{found:?}");
    assert_eq!(found[0].0, puzzle, "{text}");
}

const PUZZLE: &str = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";

fn rows_of(puzzle: &str) -> Vec<&str> {
    (0..9).map(|row| &puzzle[9 * row..9 * row + 9]).collect()
}

#[test]
fn placed_values_and_deleted_candidates() {
    let Some(inputs) = inputs() else { return };
    for (id, expected) in [
        ("c03", "716983254942715836385246197198462573524137689637859412479528361253691748861374925"),
        ("c05", "671384952348529617529176384862947531435618729197253846284795163713862495956431278"),
        ("c07", "689547123127936485435128697316792548572814936948653271891275364754369812263481759"),
        ("c09", "184652379623719854975438612539164287867925431241387596752841963398276145416593728"),
    ] {
        let state = read(&inputs[id]);
        assert_eq!(solution(&state).as_deref(), Some(expected), "{id}");
        assert_eq!(state, read(&format!(":0000:x:{}::", inputs[id])), "{id}");
        assert_eq!(state, read(&state.to_string()), "{id}");
        let (cells, list) = inputs[id].split_once(':').unwrap();
        assert_eq!(state.clue_count(), cells.replace('.', "").len() - 2 * cells.matches('+').count(), "{id}");
        assert_eq!(state.grid(), read(&format!("{}:{list}", cells.replace('+', ""))).grid(), "{id}");
        assert_rated(&inputs[id], &state.to_string());
        assert_rated(&format!("\u{feff}  {}\r\n", inputs[id]), &state.to_string());
    }
    // What follows 81 cells elsewhere is a count, a solution or a note.
    for tail in [":214", ":26:", ":", ":puzzle 7", ":214 x", " 214 425"] {
        assert_eq!(read(&format!("{PUZZLE}{tail}")), read(PUZZLE), "{tail}");
    }
}

/// All cases of HoDoKu's library for avoidable rectangles.
#[test]
fn what_was_placed_is_not_given() {
    let Some(library) = shared("reglib.txt") else { return };
    let ladder = Scale::define("x", "brt,ar1,ar2").unwrap();
    let mut cases = 0;
    let library = std::fs::read_to_string(library).unwrap();
    for line in library.lines().filter(|line| line.starts_with(":0607") || line.starts_with(":0608")) {
        let mut gone = Candidates::EMPTY;
        Solver::new().observe(&read(line), &ladder, u64::MAX, &mut |applied| {
            if applied.item.rule.info().name.starts_with("ar") {
                gone.extend(&applied.found.eliminated);
            }
        });
        let gone: Vec<String> =
            gone.iter().map(|c| format!("{}{}{}", c.digit + 1, c.cell / 9 + 1, c.cell % 9 + 1)).collect();
        for candidate in line.split(':').nth(5).unwrap().split_whitespace() {
            assert!(gone.iter().any(|gone| gone == candidate), "{line}: {gone:?}");
        }
        cases += 1;
    }
    assert_eq!(cases, 25);
    let Some(inputs) = inputs() else { return };
    let path = stdout(&piped(&["explain", "-l", "x=brt,ar1,ar2", "-"], inputs["c11"].as_bytes()));
    assert!(path.contains("r5c7≠2"), "{path}");
    let json = piped(&["explain", "-l", "x=brt,ar1,ar2", "--format", "json", "-"], inputs["c11"].as_bytes());
    let verified = piped(&["verify", "-"], &json.stdout);
    assert!(verified.status.success(), "{}", stderr(&verified));
}

#[test]
fn frames_of_all_kinds() {
    let Some(inputs) = inputs() else { return };
    // The frame has the 4 of row 2 in column 7; what the case expects has it in column 4.
    assert_rated(
        &inputs["c13"],
        &dots("020016005000000400306000207600075040000000000080230006207000604005000000100590070"),
    );
    assert_rated(
        &inputs["c42"],
        "5...8..49...5...3..673....115..........2.8..........187....415..3...2...49..5...3",
    );
    let nudoku = "92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1..";
    let line = |row: &str| row.chars().map(|c| format!(" {c} │").replace('.', " ")).collect::<String>();
    let between = format!("\n   ├{}┤\n", ["───"; 9].join("┼"));
    let body = rows_of(nudoku)
        .into_iter()
        .map(|row| format!("   │{}", line(row)))
        .collect::<Vec<_>>()
        .join(&between);
    let text = format!("   ┌{}┐\n{body}\n   └{}┘\n", ["───"; 9].join("┬"), ["───"; 9].join("┴"));
    assert!(text.starts_with(inputs["c15"].split('…').next().unwrap()), "{text}");
    for text in [text.clone(), text.replace('\n', "\r\n"), text.replace("   ", "\t"), text.replace('│', "║")]
    {
        assert_rated(&text, nudoku);
    }
    for blank in [" ", ".", "0", "·", "□", "-", "_"] {
        for bar in ["|", "┃", "!", "║"] {
            let row = |row: &str| format!("{bar}{}{bar}{}{bar}{}{bar}", &row[..3], &row[3..6], &row[6..]);
            let spread = |row: &str| {
                let blocks = [&row[..3], &row[3..6], &row[6..]]
                    .map(|block| block.chars().map(|c| format!(" {c}")).collect::<String>() + " ");
                format!("{bar}{}{bar}", blocks.join(bar))
            };
            for text in [
                rows_of(PUZZLE).into_iter().map(row).collect::<Vec<_>>(),
                rows_of(PUZZLE).into_iter().map(spread).collect(),
            ] {
                let edge = format!("+{}+", "-".repeat(text[0].chars().count() - 2));
                let text = format!("{edge}\n{}\n{edge}\n", text.join("\n")).replace('.', blank);
                if bar != "!" || blank != " " {
                    assert_rated(&text, PUZZLE);
                }
            }
        }
    }
}

fn dots(puzzle: &str) -> String {
    puzzle.replace('0', ".")
}

/// Pencilmarks in a frame; what a cell shows is up to `cell`.
fn pencilmarks(grid: &Grid, cell: impl Fn(usize, String) -> String) -> String {
    let list = |at: usize| {
        (1..=9).filter(|d| grid.digits_of(at) >> (d - 1) & 1 != 0).map(|d: u32| d.to_string()).collect()
    };
    let row = |row: usize| {
        let cells: Vec<String> =
            (9 * row..9 * row + 9).map(|at| format!("{:<9}", cell(at, list(at)))).collect();
        format!("| {} |", cells.chunks(3).map(|block| block.join(" ")).collect::<Vec<_>>().join(" | "))
    };
    let edge = format!(".{}.\n", "-".repeat(90));
    format!("{edge}{}\n{edge}", (0..9).map(row).collect::<Vec<_>>().join("\n"))
}

#[test]
fn pencilmarks_with_marks() {
    let Some(inputs) = inputs() else { return };
    // As in any list: single digits are values.
    let framed = &inputs["c17"];
    let state = read(framed);
    let lists: Vec<&str> =
        framed.split(|c: char| !c.is_ascii_digit()).filter(|list| !list.is_empty()).collect();
    for (cell, list) in lists.iter().enumerate() {
        let digits = list.bytes().fold(0, |digits, byte| digits | 1 << (byte - b'1'));
        assert_eq!(state.grid().digits_of(cell), digits);
        assert_eq!(state.grid().placed().contains(cell), list.len() == 1);
    }
    assert_rated(framed, &state.to_string());
    let path = stdout(&piped(&["explain", "-l", "H", "-"], framed.as_bytes()));
    assert!(path.matches("naked-single").count() < lists.len() - state.clue_count(), "{path}");

    let puzzle = read(PUZZLE);
    let grid = puzzle.grid();
    let is_given = |at: usize| grid.placed().contains(at);
    let plain = pencilmarks(&grid, |_, list| list);
    assert_rated(&plain, PUZZLE);
    for mark in ["#*", "*", "-", "!", "@", "u", "+"] {
        let first = pencilmarks(&grid, |at, list| {
            if list.len() > 1 && at % 3 == 0 { mark[..1].to_string() + &list } else { list }
        });
        let last =
            pencilmarks(&grid, |at, list| if list.len() > 1 && at % 4 == 0 { list + mark } else { list });
        [first, last].iter().for_each(|text| assert_rated(text, PUZZLE));
    }
    let mut later = grid;
    later.place_all(&std::array::from_fn(|digit| {
        later.plane(digit) & HERE.into_iter().filter(|at| is_solved(*at, digit)).collect()
    }));
    for (open, close) in [("(", ")"), ("<", ">"), ("[", "]")] {
        let text =
            pencilmarks(&later, |at, list| if is_given(at) { format!("{open}{list}{close}") } else { list });
        let state = read(&text);
        assert_eq!((state.clues(), state.grid()), (puzzle.clues(), later), "{text}");
    }
    let text = pencilmarks(&later, |at, list| {
        if !is_given(at) && later.placed().contains(at) { format!("*{list}*") } else { list }
    });
    assert_eq!((read(&text).clues(), read(&text).grid()), (puzzle.clues(), later), "{text}");
    // A cell without candidates.
    let text = pencilmarks(&grid, |at, list| if at == 80 - 3 { "_".into() } else { list });
    assert_eq!(rated(&text)[0].1, "no-solution", "{text}");
    // c19: the FAQ's grid has no frame.
    let bare: Vec<String> = (0..9)
        .map(|row| {
            (9 * row..9 * row + 9)
                .map(|at| {
                    let list: String = (1..=9)
                        .filter(|d| grid.digits_of(at) >> (d - 1) & 1 != 0)
                        .map(|d: u32| d.to_string())
                        .collect();
                    if is_given(at) { format!("({list})") } else { list }
                })
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_rated(&bare.join("\n"), PUZZLE);
}

/// Cells that are placed later.
const HERE: [usize; 2] = [0, 1];

fn is_solved(cell: usize, digit: usize) -> bool {
    solution(&read(PUZZLE)).unwrap().as_bytes()[cell] == b'1' + digit as u8
}

#[test]
fn strings_links_and_cells_apart() {
    let Some(inputs) = inputs() else { return };
    let clues = "139005648720090010400001792001600907003008001070002030084000179002007000007009254";
    assert_rated(&inputs["c29"], &dots(clues));
    let packed = read(&inputs["c31"]);
    let expected = "672145398145983672389762451263574819958621743714398526597236184426817935831459267";
    assert_eq!((packed.clue_count(), solution(&packed).as_deref()), (16, Some(expected)));
    assert_rated(&inputs["c31"], &packed.to_string());
    assert_rated(&format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", inputs["c31"]), &packed.to_string());
    let cells: String = inputs["c32"]
        .lines()
        .flat_map(|line| line.split(','))
        .map(|cell| if cell.is_empty() { "." } else { cell })
        .collect();
    for separator in [",", ";", "\t"] {
        for end in ["\n", "\r\n"] {
            assert_rated(&inputs["c32"].replace(',', separator).replace('\n', end), &cells);
        }
    }
    let rows = rows_of(PUZZLE);
    assert!(inputs["c34"].starts_with("_234__8__+6____7___+"));
    for between in ["+", "/", "\\n", "\\r\\n", " ", "|", ";", ",", "\t"] {
        for blank in [".", "_", "0", "x", "?"] {
            assert_rated(&rows.join(between).replace('.', blank), PUZZLE);
        }
    }
    let one_by_one: Vec<String> = PUZZLE.chars().map(String::from).collect();
    for between in [",", ", ", ";", " ", "\t"] {
        assert_rated(&one_by_one.join(between), PUZZLE);
    }
    let array = |rows: Vec<String>| format!("[{}]", rows.join(", "));
    let quoted = array(rows.iter().map(|row| format!("\"{row}\"")).collect());
    let board =
        array(rows.iter().map(|row| array(row.chars().map(|c| format!("\"{c}\"")).collect())).collect());
    let numbers = board.replace('.', "0").replace('"', "");
    for text in [&quoted, &board, &numbers, &numbers.replace('0', "null"), &board.replace('.', "")] {
        assert_eq!(read(text), read(PUZZLE), "{text}");
    }
}

#[test]
fn blanks_and_what_stands_before() {
    let Some(inputs) = inputs() else { return };
    let expected = &inputs["c39"].trim_start();
    for before in ["    ", "\t", "> ", ">> ", "  > ", "1. ", "\u{feff}", "\u{a0}"] {
        assert_rated(&format!("{before}{expected}\n"), expected);
    }
    for (open, close) in
        [("'", "'"), ("**", "**"), ("`", "`"), ("<td>", "</td>"), ("data=\"", "\" />"), ("(", ")")]
    {
        assert_rated(&format!("{open}{PUZZLE}{close}\n"), PUZZLE);
    }
    for blank in ["x", "X", "?", "o", "·", "•", "□", "０", "．", "٠"] {
        assert_rated(&PUZZLE.replace('.', blank), PUZZLE);
    }
    for zero in ['０', '٠', '۰', '०', '𝟎', '０'] {
        let other = |c: char| c.to_digit(10).map_or(c, |d| char::from_u32(zero as u32 + d).unwrap());
        assert_rated(&PUZZLE.chars().map(other).collect::<String>(), PUZZLE);
        assert_rated(&rows_of(PUZZLE).join("\n").chars().map(other).collect::<String>(), PUZZLE);
    }
    // Two kinds of blanks may be a slip.
    assert!(rated(&PUZZLE.replacen('.', "x", 1))[0].1.starts_with("invalid"));
}

/// What is not read says what it looks like.
#[test]
fn other_grids_are_named() {
    let cells = |side: usize| -> String { (0..side * side).map(|k| b".1.2..34"[k % 8] as char).collect() };
    for side in [4, 6, 8, 16] {
        let text = cells(side);
        let rows: Vec<&str> = (0..side).map(|row| &text[side * row..side * (row + 1)]).collect();
        for text in [text.clone(), rows.join("/")] {
            let error = read_puzzle(text.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), format!("a {side} x {side} grid"), "{text}");
        }
    }
}

/// A link is no header, though it may be the first line and name a sudoku.
#[test]
fn a_link_without_a_puzzle_is_a_reject() {
    let found = rated("https://sudokupad.app/abc123\n");
    assert_eq!(found.len(), 1);
    assert!(
        found[0].1.ends_with("a SudokuPad link without a puzzle in it: only the site has it"),
        "{found:?}"
    );
}

/// What was right stays right.
#[test]
fn what_was_read_is_read() {
    let Some(inputs) = inputs() else { return };
    let checked = |puzzle: &str, limit: &str, column: usize| {
        let output = piped(&["check", "--limit", limit, "-"], puzzle.as_bytes());
        rows(&output)[0][column].to_string()
    };
    assert_eq!(checked(&inputs["c75"], "2", 8), "1");
    let two = "........2.2..5.8.1......3..7.4.9........8541.....37...18....9....7..9...2...4..58";
    assert_eq!(checked(two, "1000", 4), "26");
    // The case says r6c4, but its block has a 5.
    assert_eq!(checked(&(two[..47].to_string() + "5" + &two[48..]), "1000", 4), "1");
    assert_eq!(checked(&inputs["c80"], "1000", 4), "6");
    assert_eq!(
        checked(
            "1.....58.8....1..6.6..2.......59........7.....93..2....1....8.4...9.7.5.6..2..71.",
            "100",
            4
        ),
        "2"
    );
    let rated = piped(&["rate", "-l", "SE", "-"], inputs["c83"].as_bytes());
    assert_eq!(rows(&rated)[0].iter().skip(4).collect::<Vec<_>>(), ["5.4", "5.4", "3.6"]);
    let path =
        |id: &str, ladder: &str| stdout(&piped(&["explain", "-l", ladder, "-"], inputs[id].as_bytes()));
    assert!(path("c70", "x=brt,pom1").contains("r5c9≠6"));
    let rectangle = path("c82", "x=brt,ur6");
    assert!(rectangle.contains("r7c1≠1") && rectangle.contains("r8c8≠1"), "{rectangle}");
    assert!(path("c73", "x=brt,lc,unique-loop:6-14").contains("r2c2≠1"));
    assert!(!path("c77", "U=brt,lc,subset:2-3,ar1,ar2").contains("avoidable"));
    for (id, wrong) in [("c71", "r1c7≠3"), ("c72", "r5c6≠8")] {
        assert!(!path(id, "H").contains(wrong), "{id}");
    }
}

/// A puzzle may stand where a file is named.
#[test]
fn a_puzzle_is_an_argument() {
    for command in ["rate", "check", "minlex"] {
        let typed = sudoscope(&[command, PUZZLE]);
        assert_eq!(stdout(&typed), stdout(&piped(&[command, "-"], PUZZLE.as_bytes())), "{command}");
        assert_eq!((typed.status.code(), stderr(&typed)), (Some(0), String::new()));
    }
    let kept = sudoscope(&["dedupe", PUZZLE, "--by", "exact"]);
    assert_eq!(stdout(&kept), format!("{PUZZLE}\n"));
    assert_eq!(sudoscope(&["rate", &PUZZLE[1..]]).status.code(), Some(2));
}
