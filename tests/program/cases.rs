//! Cases from other people's reports and files (`../shared/data/cases.jsonl`): each form is read as its
//! author meant it, and so are similar forms. Parts that a case abbreviates with `…` are generated here.

use crate::binary::{directory, piped, rows, stderr, stdout, sudoscope, text_of};
use crate::common::shared;
use std::collections::BTreeMap;
use sudoscope::brute::unique_solution;
use sudoscope::choice::{Asked, Choice};
use sudoscope::grid::{Candidates, Cell, Digit, Grid, Puzzle, notation};
use sudoscope::input::read_puzzle;
use sudoscope::scale::{Scale, Solver};

/// Returns the inputs of all cases of a file, if it is available.
pub fn inputs(file: &str) -> Option<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(shared(file)?).unwrap();
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

/// Returns the puzzles that `rate` reads from `text`, with their statuses.
pub fn rated(text: &str) -> Vec<(String, String)> {
    let output = piped(&["rate", "-l", "BRT", "-"], text.as_bytes());
    rows(&output).iter().map(|row| (row[1].to_string(), row[2].to_string())).collect()
}

/// Asserts that exactly this puzzle is read from a file.
fn assert_rated(text: &str, puzzle: &str) {
    let found = rated(text);
    assert_eq!(found.len(), 1, "{text}\n{found:?}");
    assert_eq!(found[0].0, puzzle, "{text}");
}

pub const PUZZLE: &str = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";

pub fn rows_of(puzzle: &str) -> Vec<&str> {
    (0..9).map(|row| &puzzle[9 * row..9 * row + 9]).collect()
}

#[test]
fn placed_values_and_deleted_candidates() {
    let Some(inputs) = inputs("cases.jsonl") else { return };
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
    // Elsewhere, text after 81 cells is a count, a solution or a note.
    for tail in [":214", ":26:", ":", ":puzzle 7", ":214 x", " 214 425"] {
        assert_eq!(read(&format!("{PUZZLE}{tail}")), read(PUZZLE), "{tail}");
    }
}

/// In all cases of HoDoKu's library for avoidable rectangles, placed values are not taken for givens.
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
        let gone: Vec<String> = gone
            .iter()
            .map(|c| format!("{}{}{}", c.digit.number(), c.cell.row() + 1, c.cell.column() + 1))
            .collect();
        for candidate in line.split(':').nth(5).unwrap().split_whitespace() {
            assert!(gone.iter().any(|gone| gone == candidate), "{line}: {gone:?}");
        }
        cases += 1;
    }
    assert_eq!(cases, 25);
    let Some(inputs) = inputs("cases.jsonl") else { return };
    let path = stdout(&piped(&["explain", "-l", "x=brt,ar1,ar2", "-"], inputs["c11"].as_bytes()));
    assert!(path.contains("r5c7<>2"), "{path}");
    let json = piped(&["explain", "-l", "x=brt,ar1,ar2", "--format", "json", "-"], inputs["c11"].as_bytes());
    let verified = piped(&["verify", "-"], &json.stdout);
    assert!(verified.status.success(), "{}", stderr(&verified));
}

#[test]
fn frames_of_all_kinds() {
    let Some(inputs) = inputs("cases.jsonl") else { return };
    // The frame has the 4 of row 2 in column 7; the case expects it in column 4.
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
}

fn dots(puzzle: &str) -> String {
    puzzle.replace('0', ".")
}

/// Returns pencilmarks in a frame; `cell` decides the text of each cell.
fn pencilmarks(grid: &Grid, cell: impl Fn(usize, String) -> String) -> String {
    let list = |at: usize| {
        (1..=9)
            .filter(|d| grid.digits_of(Cell::new(at)) >> (d - 1) & 1 != 0)
            .map(|d: u32| d.to_string())
            .collect()
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
    let Some(inputs) = inputs("cases.jsonl") else { return };
    // As in any list, single digits are values.
    let framed = &inputs["c17"];
    let state = read(framed);
    let lists: Vec<&str> =
        framed.split(|c: char| !c.is_ascii_digit()).filter(|list| !list.is_empty()).collect();
    for (cell, list) in lists.iter().enumerate() {
        let digits = list.bytes().fold(0, |digits, byte| digits | 1 << (byte - b'1'));
        assert_eq!(state.grid().digits_of(Cell::new(cell)), digits);
        assert_eq!(state.grid().placed().contains(Cell::new(cell)), list.len() == 1);
    }
    assert_rated(framed, &state.to_string());
    let path = stdout(&piped(&["explain", "-l", "H", "-"], framed.as_bytes()));
    assert!(path.matches("Naked Single").count() < lists.len() - state.clue_count(), "{path}");

    let puzzle = read(PUZZLE);
    let grid = puzzle.grid();
    let is_given = |at: usize| grid.placed().contains(Cell::new(at));
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
        let digit = Digit::new(digit);
        later.plane(digit) & HERE.map(Cell::new).into_iter().filter(|at| is_solved(*at, digit)).collect()
    }));
    for (open, close) in [("(", ")"), ("<", ">"), ("[", "]")] {
        let text =
            pencilmarks(&later, |at, list| if is_given(at) { format!("{open}{list}{close}") } else { list });
        let state = read(&text);
        assert_eq!((state.clues(), state.grid()), (puzzle.clues(), later), "{text}");
    }
    let text = pencilmarks(&later, |at, list| {
        if !is_given(at) && later.placed().contains(Cell::new(at)) { format!("*{list}*") } else { list }
    });
    assert_eq!((read(&text).clues(), read(&text).grid()), (puzzle.clues(), later), "{text}");
    let text = pencilmarks(&later, |at, list| {
        if !is_given(at) && later.placed().contains(Cell::new(at)) { format!("u{list}") } else { list }
    });
    assert_eq!((read(&text).clues(), read(&text).grid()), (puzzle.clues(), later), "{text}");
    // A cell without candidates.
    let text = pencilmarks(&grid, |at, list| if at == 80 - 3 { "_".into() } else { list });
    assert_eq!(rated(&text)[0].1, "no-solution", "{text}");
    // Case c19: the FAQ's grid has no frame.
    let bare: Vec<String> = (0..9)
        .map(|row| {
            (9 * row..9 * row + 9)
                .map(|at| {
                    let list: String = (1..=9)
                        .filter(|d| grid.digits_of(Cell::new(at)) >> (d - 1) & 1 != 0)
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

/// Cells placed later.
const HERE: [usize; 2] = [0, 1];

fn is_solved(cell: Cell, digit: Digit) -> bool {
    solution(&read(PUZZLE)).unwrap().as_bytes()[cell] == b'0' + digit.number()
}

#[test]
fn strings_links_and_cells_apart() {
    let Some(inputs) = inputs("cases.jsonl") else { return };
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
    for separator in [",", ";", "\t", "\",\""] {
        for end in ["\n", "\r\n"] {
            let quote = if separator.len() > 1 { "\"" } else { "" };
            let end = format!("{quote}{end}{quote}");
            let text = quote.to_string() + &inputs["c32"].replace(',', separator).replace('\n', &end);
            assert_rated(text.trim_end_matches('"'), &cells);
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
    let Some(inputs) = inputs("cases.jsonl") else { return };
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
    // Mixing two kinds of blanks may be a slip.
    assert!(rated(&PUZZLE.replacen('.', "x", 1))[0].1.starts_with("invalid"));
}

/// Returns the rows of a puzzle, with line ends.
fn grid_of(puzzle: &str) -> String {
    rows_of(puzzle).join("\n") + "\n"
}

const OTHER: &str = "1.34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";

/// Text around grids does no harm in any command.
#[test]
fn text_around_grids() {
    let Some(inputs) = inputs("cases.jsonl") else { return };
    for (id, puzzle) in [
        ("c01", ".234..8..6....7......53.62...5......84.....36......1...52.96......1....7..8..521."),
        ("c35", ".61....8.3....9.1.5..6.34...5..4.8.2.........9.6.3..7...85.2..1.9.3....8.4....36."),
        ("c37", ".234..8..6....7......53.62...5......84.....36......1...52.96......1....7..8..521."),
    ] {
        assert_rated(&inputs[id], puzzle);
        let checked = piped(&["check", "-"], inputs[id].as_bytes());
        assert_eq!(
            (rows(&checked)[0][1].to_string(), checked.status.code()),
            (puzzle.to_string(), Some(0)),
            "{id}"
        );
        assert_eq!(stdout(&piped(&["dedupe", "-"], inputs[id].as_bytes())), format!("{puzzle}\n"), "{id}");
        assert!(
            stdout(&piped(&["explain", "-l", "BRT", "-"], inputs[id].as_bytes())).contains(puzzle),
            "{id}"
        );
    }
    assert!(inputs["c40"].ends_with("Simple Sudoku\n  Version 4.2n"));
    let framed: String = rows_of(PUZZLE).iter().map(|row| format!(" |{row}|\n")).collect();
    let simple = format!(" *-----------*\n{framed} *-----------*\n Simple Sudoku\n  Version 4.2n\n");
    assert_rated(&simple, PUZZLE);
    let (grid, other) = (grid_of(PUZZLE), grid_of(OTHER));
    for title in [
        "Easy",
        "No. 1",
        "1",
        "17.",
        "#1",
        "% made",
        "[Puzzle 1]",
        "[easy]",
        "[code]",
        "**Puzzle 1**",
        "=== 12 ===",
        "Code: Select all",
        "```",
        "```text",
        "2024-01-02",
        "12.03.2024",
        "Puzzle 12 of 2018, 17 clues:",
        "Hello, I cannot solve this one.\n\nThanks",
        "xx yy",
        "<pre>",
        "Grid 01",
        "Sudoku puzzle of the day",
        "- a",
        "\tEasy\t",
        "Quote from: x on 12:30:00",
        "/* 1 */",
        "puzzle = [",
        "easy, hard",
    ] {
        for between in ["", "\n", "\n\n\n"] {
            let text = format!("{title}\n{between}{grid}{between}{title}\n{other}{title}\n");
            let found = rated(&text);
            let puzzles: Vec<&str> = found.iter().map(|row| row.0.as_str()).collect();
            assert_eq!(puzzles, [PUZZLE, OTHER], "{text}");
        }
    }
    let quoted: String = grid.lines().map(|row| format!("> {row}\n")).collect();
    for text in
        [quoted.clone(), quoted.replace("> ", ">> "), quoted.replace("> ", "  "), quoted.replace("> ", "\t")]
    {
        assert_rated(&text, PUZZLE);
    }
    // Tags and names of rows.
    for (open, close) in
        [("[code]", "[/code]"), ("[quote=\"x\"][code]", "[/code][/quote]"), ("<pre>", "</pre>")]
    {
        let rows = grid.trim_end();
        assert_rated(&format!("{open}{rows}{close}\n"), PUZZLE);
        assert_rated(&format!("{open}{PUZZLE}{close}\n"), PUZZLE);
        assert_rated(&format!("a\n{open}\n{}{close}\n", grid.replace('\n', "<br>\n")), PUZZLE);
    }
    let framed = |name: &dyn Fn(usize) -> String| -> String {
        let row = |(at, row): (usize, &str)| {
            let row: String = row.chars().map(|c| format!(" {c} |")).collect();
            format!("{}|{row}\n", name(at))
        };
        rows_of(PUZZLE).into_iter().enumerate().map(row).collect()
    };
    let edge = format!("  +{}\n", "---+".repeat(9));
    for names in ["ABCDEFGHI", "123456789"] {
        let rows = framed(&|at| names[at..at + 1].to_string() + " ");
        for head in ["", "    1   2   3   4   5   6   7   8   9\n", "    A   B   C   D   E   F   G   H   I\n"]
        {
            assert_rated(&format!("{head}{edge}{rows}{edge}"), PUZZLE);
        }
    }
    let table = framed(&|_| String::new()).replace('.', " ");
    let head: String = (1..=9).map(|k| format!("| {k} ")).collect();
    assert_rated(&format!("{head}|\n|{}\n{table}", "---|".repeat(9)), PUZZLE);
    // Arrays in programs.
    let cells = |row: &str, blank: &str| {
        let cells: Vec<String> =
            row.chars().map(|c| if c == '.' { blank.into() } else { c.into() }).collect();
        cells.join(", ")
    };
    for (head, open, close, end) in [
        ("board = [", "    [", "],", "]"),
        ("int grid[9][9] = {", "\t{", "},", "};"),
        ("grid = [", "  \"", "\",", "]"),
        ("const puzzle = [", "'", "',", "];"),
        ("public static int[][] g = new int[][] {", "{", "},", "};"),
        ("", "(", "),", ""),
    ] {
        let row = |row: &str| match open.ends_with(['"', '\'']) {
            true => format!("{open}{row}{close}\n"),
            false => format!("{open}{}{close}\n", cells(row, "0")),
        };
        let body: String = rows_of(PUZZLE).into_iter().map(row).collect();
        assert_rated(&format!("{head}\n{body}{end}\n"), PUZZLE);
        if let (Some(start), false) = (body.strip_prefix(open.trim_start()), head.is_empty()) {
            assert_rated(&format!("{head}{}{start}{end}\n", open.trim()), PUZZLE);
        }
    }
    // Puzzles of one line and of several, in any order.
    let text = format!("{PUZZLE} a\n{other}{PUZZLE}\n\n+---+---+---+\n{grid}");
    assert_eq!(
        rated(&text).iter().map(|row| row.0.as_str()).collect::<Vec<_>>(),
        [PUZZLE, OTHER, PUZZLE, PUZZLE]
    );
    // A single short line among puzzles is a puzzle that breaks off.
    let found = rated(&format!("{PUZZLE}\n{}\n{PUZZLE}\n---\n{PUZZLE}\n", &PUZZLE[..9]));
    assert!(found.len() == 4 && found[1].1.ends_with("9 cells where a puzzle has 81"), "{found:?}");
    // Grids that are cut off or misspelt are named.
    let short: String = grid.split_inclusive('\n').take(7).collect();
    for text in [format!("Easy\n{short}Hard\n{grid}"), format!("Easy\n{grid}Hard\n{short}")] {
        let found = rated(&text);
        assert!(found.iter().any(|row| row.1.ends_with("a grid of 7 rows, not 9")), "{found:?}");
        assert!(found.len() == 2 && found.iter().any(|row| row.0 == PUZZLE));
    }
    let wrong = grid.replacen("..", ".a", 1);
    for before in ["Easy\n".to_string(), format!("{PUZZLE}\n"), grid.clone()] {
        let found = rated(&format!("{before}{wrong}\n{other}"));
        let last = found.last().unwrap();
        assert!(last.0 == OTHER && found[found.len() - 2].1.starts_with("invalid"), "{found:?}");
        assert!(found.iter().all(|row| [PUZZLE, OTHER].contains(&&*row.0) || row.1.starts_with("invalid")));
    }
    let found = rated(&format!("{grid}{}\n", PUZZLE.replacen('3', "a", 1)));
    assert!(found.len() == 2 && found[1].1.contains("'a' is neither"), "{found:?}");
}

/// Every command reports an input without puzzles, and what it contains.
#[test]
fn nothing_is_read_in_silence() {
    let place = directory("nothing");
    let (empty, comments) = (place.join("empty.txt"), place.join("comments.txt"));
    std::fs::write(&empty, "").unwrap();
    std::fs::write(&comments, "# a\n\n[State]\n% b\n---\npuzzle\n").unwrap();
    let out = place.join("run");
    for command in
        [&["rate"][..], &["check"], &["minlex"], &["dedupe"], &["scan", "-l", "BRT", "-o", text_of(&out)]]
    {
        let output = sudoscope(&[command, &[text_of(&empty), text_of(&comments)]].concat());
        assert_eq!(output.status.code(), Some(1), "{command:?}: {}", stderr(&output));
        let said = stderr(&output);
        assert!(said.contains("empty.txt: no puzzle is in it; 0 lines skipped\n"), "{command:?}: {said}");
        assert!(said.contains("comments.txt: no puzzle is in it; 6 lines skipped: "), "{command:?}: {said}");
    }
    let said = stderr(&sudoscope(&["check", text_of(&comments)]));
    assert!(said.contains("comment 1, blank 1, other section 4"), "{said}");
    let text = format!("Easy\n{}\n[Solution]\n{}# x\n", grid_of(PUZZLE), grid_of(PUZZLE));
    let run = place.join("run2");
    let scanned = stdout(&piped(&["scan", "-l", "BRT", "-", "-o", text_of(&run)], text.as_bytes()));
    assert!(scanned.contains("13 lines skipped: blank 1, text 1, other section 11\n"), "{scanned}");
}

/// If a row of a table is rejected, the error points into the column that is named as the puzzle; the
/// solution column is never read instead.
#[test]
fn the_column_that_was_meant_is_blamed() {
    let solved = solution(&read(PUZZLE)).unwrap();
    let wrong =
        [PUZZLE.replacen('3', "a", 1), PUZZLE[1..].into(), format!("{PUZZLE}."), "..".into(), String::new()];
    for (head, before) in
        [("id,puzzle,solution", "Easy-17,"), ("number,level,Quiz,answer", "7,hard,"), ("a,my_puzzle,s", ",")]
    {
        for wrong in &wrong {
            let found = rated(&format!("{head}\n{before}{PUZZLE},{solved}\n{before}{wrong},{solved}\n"));
            assert_eq!((found.len(), found[0].0.as_str()), (2, PUZZLE), "{head}");
            let column: usize = found[1].1.split(' ').nth(2).unwrap().trim_end_matches(':').parse().unwrap();
            assert!(
                (before.len() + 1..=before.len() + wrong.len() + 1).contains(&column),
                "{head} {wrong}: {found:?}"
            );
            assert!(
                found[1].1.starts_with("invalid: ")
                    && wrong.starts_with(&found[1].0[..found[1].0.len().min(80)])
            );
        }
    }
    // A column of that name may hold something else.
    assert_rated(&format!("puzzle,grid\n17,{PUZZLE}\n"), PUZZLE);
    // Rejects keep the columns that rows keep.
    let out = directory("rejects-keep").join("run");
    let text = format!("id,puzzle,file\n7,{PUZZLE},x\n8,{},y\n", wrong[0]);
    let output =
        piped(&["scan", "-l", "BRT", "--keep", "id,file", "-", "-o", text_of(&out)], text.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let rejects = std::fs::read_to_string(out.join("rejects.csv")).unwrap();
    assert!(rejects.contains("file,line,column,status,reason,id,file (kept)\n"), "{rejects}");
    assert!(rejects.ends_with(",8,y\n"), "{rejects}");
}

/// JSON that does not have one object in each line is read.
#[test]
fn lists_and_objects_of_json() {
    let Some(inputs) = inputs("cases.jsonl") else { return };
    let array = |cell: &dyn Fn(char) -> String, end: &str| {
        let row = |row: &str| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","));
        format!(
            "[{end}{}{end}]",
            rows_of(PUZZLE).into_iter().map(row).collect::<Vec<_>>().join(&format!(",{end}"))
        )
    };
    let number = |c: char| if c == '.' { "0".to_string() } else { c.to_string() };
    let board = array(&number, "\n  ");
    let solved = solution(&read(PUZZLE)).unwrap();
    let full = format!(
        "[{}]",
        rows_of(&solved).iter().map(|row| format!("\"{row}\"")).collect::<Vec<_>>().join(",")
    );
    assert!(inputs["c21"].starts_with("{ \"seed\": ") && inputs["c23"].starts_with("[\n  [0, 6"));
    assert!(inputs["c25"].starts_with("[\n  {\n    \"BaseGrid\""));
    for text in [
        format!("{{ \"seed\": 5,\n \"solution\": {full}, \"puzzle\": {board} }}\n"),
        format!("{{\n\t\"seed\": 5,\n\t\"puzzle\": {},\n\t\"solution\": {full}\n}}\n", array(&number, "")),
        board.clone(),
        board.replace(",\n", "\n,"),
        array(&|c| format!("\"{c}\""), ""),
        array(&|c| if c == '.' { "null".into() } else { c.into() }, "\n"),
        format!("[\n  {{\n    \"BaseGrid\": \"{PUZZLE}\",\n    \"x\": []\n  }}\n]\n"),
        format!("{{\"newboard\":{{\"grids\":[{{\"value\":{},\"solution\":{full}}}]}}}}", array(&number, "")),
        format!("[\"{PUZZLE}\"]"),
        format!("\u{feff}[\r\n\"{PUZZLE}\"\r\n]\r\n"),
        format!("{{\"easy\": [\n\"{PUZZLE}\"], \"hard\": [], \"about\": {{\"n\": 1}}}}"),
        format!("[\"{}\"]", rows_of(PUZZLE).join("\\n")),
    ] {
        assert_rated(&text, PUZZLE);
    }
    // Each of many puzzles is a row, wherever it is nested.
    let object = |k: usize| format!("{{\"n\": {k},\n \"p\": \"{PUZZLE}\", \"s\": \"{solved}\"}}");
    let all: Vec<String> = (0..2000).map(object).collect();
    for text in [
        format!("[{}]", all.join(",")),
        format!("[\n{}\n]\n", all.join("\n,")),
        format!("{{\"about\": {{\"n\": [1, 2]}}, \"levels\": {{\"easy\": [{}]}}}}", all.join(", ")),
        all.join("\n"),
    ] {
        let output = piped(&["rate", "-l", "BRT", "--keep", "n", "-"], text.as_bytes());
        let rows = rows(&output);
        let kept: Vec<usize> = rows.iter().map(|row| row[5].parse().unwrap()).collect();
        assert!(
            kept.iter().copied().eq(0..2000) && rows.iter().all(|row| &row[1] == PUZZLE),
            "{}",
            stderr(&output)
        );
        assert!(rows.iter().enumerate().all(|(k, row)| row[0] == (k + 1).to_string()));
    }
    // Anything that stands in place of a puzzle is a row.
    let short = &PUZZLE[1..];
    let eight = array(&number, "").replacen("[0,0,3,4,0,0,0,0,0],", "", 1);
    for text in [
        format!("[\"{PUZZLE}\", \"{short}\"]"),
        format!("[\"{PUZZLE}\", \"bad\"]"),
        format!("[{}, {eight}]", array(&number, "")),
        format!("[{{\"puzzle\": \"{PUZZLE}\"}}, {{\"puzzle\": \"{short}\"}}]"),
    ] {
        let found = rated(&text);
        assert_eq!((found.len(), found[0].0.as_str()), (2, PUZZLE), "{text}");
        assert!(found[1].1.starts_with("invalid: "), "{text}\n{found:?}");
    }
    for text in ["[1, 2, 3]", "[\n\"x\"\n]", "[[1, 2], [3]]", "{\n\"a\": 1\n}", "[\n{}\n]"] {
        let found = rated(text);
        assert!(found.len() == 1 && found[0].1.starts_with("invalid: "), "{text}\n{found:?}");
    }
    // JSON that breaks off is damaged, but its whole part is read.
    let text = format!("[\n{},\n{}", object(0), &object(1)[..30]);
    let output = piped(&["rate", "-l", "BRT", "-"], text.as_bytes());
    assert_eq!((output.status.code(), &rows(&output)[0][1]), (Some(2), PUZZLE));
    assert!(stderr(&output).contains("damaged JSON data: it ends too early"), "{}", stderr(&output));
    // A JSON line that breaks off is a single reject.
    let lines = format!("{{\"puzzle\": \"{short}\n{{\"puzzle\": \"{PUZZLE}\"}}\n");
    assert_eq!(rated(&lines).iter().map(|row| row.0 == PUZZLE).collect::<Vec<_>>(), [false, true]);
}

/// Puzzles in XML are read from attributes, elements and cells.
#[test]
fn puzzles_in_xml() {
    let zeros = PUZZLE.replace('.', "0");
    let Some(inputs) = inputs("cases.jsonl") else { return };
    assert!(inputs["c27"].starts_with("<opensudoku>\n  <game data=\"020016005"));
    let solved = solution(&read(PUZZLE)).unwrap();
    let cells = |origin: &str, first: usize| -> String {
        let cell = |at: usize| {
            let own = if &PUZZLE[at..at + 1] == "." { "Calculated" } else { origin };
            let (x, y, digit) = (at % 9 + first, at / 9 + first, &solved[at..at + 1]);
            format!("<Cell><x>{x}</x><y>{y}</y><value>{digit}</value><origin>{own}</origin></Cell>\n")
        };
        (0..81).map(cell).collect()
    };
    let attributes: String = PUZZLE
        .char_indices()
        .filter(|(_, c)| *c != '.')
        .map(|(at, c)| format!("<cell col=\"{}\" row=\"{}\" value=\"{c}\"/>", at % 9 + 1, at / 9 + 1))
        .collect();
    for text in [
        format!("<opensudoku>\n  <game data=\"{zeros}\" />\n</opensudoku>"),
        format!(
            "<?xml version=\"1.0\"?><opensudoku version=\"3\"><folder name=\"a &amp; b\"><game note='' data='{zeros}'/></folder></opensudoku>"
        ),
        format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<Sudoku version=\"2\">\n{}</Sudoku>",
            cells("Provided", 0)
        ),
        format!("<Sudoku version=\"1\">\n{}</Sudoku>\n", cells("User", 0)),
        format!("<sudoku><size cols=\"9\" rows=\"9\"/>{attributes}</sudoku>"),
        format!("<list><row><id>7</id><quiz>{PUZZLE}</quiz><answer>{solved}</answer></row></list>"),
        format!("<p:puzzles xmlns:p=\"x\">\n<p:puzzle><![CDATA[{PUZZLE}]]></p:puzzle>\n</p:puzzles>"),
        format!("<!-- x -->\n<puzzle>\n{}</puzzle>", grid_of(PUZZLE)),
    ] {
        assert_rated(&text, PUZZLE);
        let gzip = {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            std::io::Write::write_all(&mut encoder, text.as_bytes()).unwrap();
            encoder.finish().unwrap()
        };
        assert_eq!(rows(&piped(&["rate", "-l", "BRT", "-"], &gzip))[0][1], *PUZZLE);
    }
    let many: String = (0..3000).map(|k| format!("<game data=\"{zeros}\" note=\"{k}\"/>\n")).collect();
    let text = format!("<opensudoku>{many}</opensudoku>");
    let output = piped(&["rate", "-l", "BRT", "--keep", "note", "-"], text.as_bytes());
    assert!(
        rows(&output).iter().map(|row| row[5].parse::<usize>().unwrap()).eq(0..3000),
        "{}",
        stderr(&output)
    );
    let texts = format!("<l>{}</l>", format!("<q>{PUZZLE}</q>").repeat(4));
    assert_eq!(rated(&texts).len(), 4);
    let wrong =
        format!("<opensudoku><game data=\"{zeros}\"/><game puzzle=\"{}\"/></opensudoku>", &zeros[1..]);
    assert!(rated(&wrong)[1].1.starts_with("invalid: "));
    let output = piped(&["rate", "-l", "BRT", "-"], &text.as_bytes()[..text.len() / 2]);
    assert!(
        output.status.code() == Some(2) && stderr(&output).contains("damaged XML data: "),
        "{}",
        stderr(&output)
    );
    let output = piped(&["rate", "-l", "BRT", "-"], b"<opensudoku></opensudoku>");
    assert!(output.status.code() == Some(1) && stderr(&output).contains("no puzzle is in it"));
}

/// A grid of another size is rejected under its name.
#[test]
fn other_grids_are_named() {
    let cells = |side: usize| -> String { (0..side * side).map(|k| b".1.2..34"[k % 8] as char).collect() };
    for side in [4, 6, 8, 16] {
        let text = cells(side);
        let rows: Vec<&str> = (0..side).map(|row| &text[side * row..side * (row + 1)]).collect();
        let found = rated(&format!("{}\n", rows.join("\n")));
        assert!(
            side > 8 || found.len() == 1 && found[0].1.ends_with(&format!("a {side} x {side} grid")),
            "{found:?}"
        );
        for text in [text.clone(), rows.join("/")] {
            let error = read_puzzle(text.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), format!("a {side} x {side} grid"), "{text}");
        }
    }
}

/// A link is not taken for a header, even as the first line with the name of a sudoku.
#[test]
fn a_link_without_a_puzzle_is_a_reject() {
    let found = rated("https://sudokupad.app/abc123\n");
    assert_eq!(found.len(), 1);
    assert!(
        found[0].1.ends_with("a SudokuPad link without a puzzle in it: only the site has it"),
        "{found:?}"
    );
}

/// Results that were right stay right.
#[test]
fn what_was_read_is_read() {
    let Some(inputs) = inputs("cases.jsonl") else { return };
    let checked = |puzzle: &str, limit: &str, column: usize| {
        let output = piped(&["check", "--limit", limit, "-"], puzzle.as_bytes());
        rows(&output)[0][column].to_string()
    };
    assert_eq!(checked(&inputs["c75"], "2", 8), "1");
    let two = "........2.2..5.8.1......3..7.4.9........8541.....37...18....9....7..9...2...4..58";
    assert_eq!(checked(two, "1000", 4), "26");
    // The case says r6c4, but the block has a 5.
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
    assert!(rectangle.contains("r7c1<>1") && rectangle.contains("r8c8<>1"), "{rectangle}");
    assert!(path("c73", "x=brt,lc,unique-loop:6-14").contains("r2c2<>1"));
    assert!(!path("c77", "U=brt,lc,subset:2-3,ar1,ar2").contains("Avoidable"));
    for (id, wrong) in [("c71", "r1c7<>3"), ("c72", "r5c6<>8")] {
        assert!(!path(id, "H").contains(wrong), "{id}");
    }
}

/// A puzzle may replace a file as an argument.
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

/// Returns the steps by a rule on the path of a case.
fn steps_of(input: &str, ladder: &str, rule: &str) -> Vec<String> {
    let path = piped(&["explain", "-l", ladder, "--notation", "nrc", "-"], input.as_bytes());
    let steps = |line: &str| Some(line.strip_prefix(rule)?.trim_start_matches(": ").to_string());
    stdout(&path).lines().filter_map(steps).collect()
}

/// A common name means the technique known by it.
#[test]
fn names_mean_what_they_say() {
    let Some(inputs) = inputs("cases.jsonl") else { return };
    let ring = steps_of(&inputs["c44"], "x=brt,bivalue-oddagon", "bivalue-oddagon");
    assert_eq!(ring, ["n4 n7 r1c1 r1c3 r6c3 r6c7 r7c7 r7c2 r9c1 ==> r6c2≠1"]);
    let sets = "x=brt,lc,naked:2-3+hidden:2-3";
    assert!(steps_of(&inputs["c46"], &format!("{sets},3D Medusa"), "3d-medusa").is_empty());
    let nishio = steps_of(&inputs["c47"], &format!("{sets},nishio"), "nishio");
    assert!(nishio.iter().any(|step| step == "r8c6=4 fails ==> r8c6≠4"), "{nishio:?}");
    for (rule, last) in [("Turbot Fish", " ==> r4c8≠4"), ("XY-Wing", " ==> r2c7≠4, r5c8≠4")] {
        let steps = steps_of(&inputs["c69"], "H", rule);
        assert!(steps.iter().any(|step| step.ends_with(last)), "{steps:?}");
    }
}

/// Names without sizes mean all sizes (case c48).
#[test]
fn names_need_no_size() {
    for (name, sizes) in [
        ("xy-chain", "3-20"),
        ("aic", "2-12"),
        ("nice-loop", "2-12"),
        ("x-chain", "2-10"),
        ("unique-loop", "6-14"),
        ("grouped-aic", "2-12"),
        ("als-chain", "4-8"),
        ("bug-plus", "2-9"),
        ("oddagon", "3-15"),
    ] {
        let ladder = |rule: &str| Scale::define("x", &format!("brt,{rule}")).unwrap();
        let items =
            |scale: Scale| scale.items.iter().map(|item| (item.place, item.name())).collect::<Vec<_>>();
        assert_eq!(items(ladder(name)), items(ladder(&format!("{name}:{sizes}"))), "{name}");
        assert_eq!(
            stdout(&piped(&["rate", "-l", &format!("x=brt,{name}"), "-"], PUZZLE.as_bytes())).lines().count(),
            2
        );
    }
}

/// Techniques are found by their names in public states (cases c54 to c58).
#[test]
fn techniques_are_found() {
    let Some(inputs) = inputs("cases.jsonl") else { return };
    let wings = steps_of(&inputs["c58"], "x=brt,ur-wing", "ur-wing");
    assert!(
        wings.iter().any(|step| step == "n2 n8 r1c1 r3c1 r1c4 r3c4 - r1c6 r7c4 ==> r1c4≠2, r3c4≠2, r9c6≠2")
    );
    let links = steps_of(&inputs["c58"], "x=brt,ur-wing,ur-strong-link", "ur-strong-link");
    assert_eq!(links, ["n3 n6 r7c8 r4c7 r4c8 r7c7 - r4n3{c7 c8} - c7n3{r4 r7} ==> r4c7≠6"]);
    let wings = steps_of(&inputs["c66"], "x=brt,vwxyz-wing", "vwxyz-wing");
    assert!(wings.iter().any(|step| step == "{r7c4 r7c5 r8c1 r8c5 r8c8} n3 ==> r8c6≠3"), "{wings:?}");
    // The issue shows a wrong step, a pattern of 16 cells that would leave two cells.
    let reversed = steps_of(&inputs["c60"], "x=brt,reverse-bug", "reverse-bug");
    assert!(reversed.iter().all(|step| step.ends_with(" ==> r3c3≠9")), "{reversed:?}");
    for name in
        ["M-Wing", "local wing", "hybrid-wing", "split-wing", "hidden avoidable rectangle", "Broken Wing"]
    {
        assert_eq!(sudoscope(&["rules", name]).status.code(), Some(0), "{name}");
    }
}

/// A technique without a rule is named, and nothing unrelated is suggested (cases c49 to c69).
#[test]
fn other_techniques_are_named() {
    let not_there = "gem borescoper find-steps";
    let answer = |name: &str| {
        let output = sudoscope(&["rules", name]);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()), "{name}");
        stderr(&output)
    };
    for name in not_there.split_whitespace() {
        let expected = format!("sudoscope: there is no rule '{name}': this technique is not there\n");
        assert_eq!(answer(name), expected);
    }
    for (name, rule) in
        [("rectangle-elimination", "nishio"), ("ur-xy-wing", "ur-wing"), ("junior-exocet", "exocet")]
    {
        assert_eq!(answer(name), format!("sudoscope: there is no rule '{name}': contained in {rule}\n"));
    }
    for name in ["xxxx", "thing", "a"] {
        assert_eq!(answer(name), format!("sudoscope: there is no rule '{name}'\n"));
    }
}

/// Groups, levels and kinds of techniques are described, too.
#[test]
fn groups_and_levels_are_described() {
    for (name, expected) in [
        ("unique-rectangle", "unique-rectangles stands for ur1 + ur2 + ur3 + ur4 + ur5 + ur6 + hidden-ur\n"),
        ("Avoidable Rectangles", "avoidable-rectangles stands for ar1 + ar2\n"),
        ("uniqueness-test", "uniqueness-tests stands for ur1 + ur2 + ur3 + ur4 + ur5 + ur6\n"),
        ("kraken-fish", "kraken-fish stands for kraken-fish-1 + kraken-fish-2\n"),
        ("medium", "medium is a level of H\n\nrules    "),
        ("HARD", "hard is a level of H\n\nrules    naked[4] "),
        ("nishio", "nishio\n\nproves   "),
        ("dynamic-forcing-chains", "dynamic-region-forcing-chains-plus: a technique of SER from 9.0 on\n"),
    ] {
        let text = stdout(&sudoscope(&["rules", name]));
        assert!(text.contains(expected), "{name}: {text}");
    }
    for kind in ["nishio", "dynamic-forcing-chains", "unique-rectangle"] {
        let choice =
            Choice::of(Scale::named("SER").unwrap(), Asked { hardest: Some(kind), ..Asked::default() });
        let choice = choice.unwrap();
        assert!(choice.hardest.is_some_and(|items| items.iter().count() > 1), "{kind}");
    }
}
