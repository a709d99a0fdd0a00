//! More cases from other people's files, links and programs (`../shared/data/cases-4.jsonl`): each is read as
//! its author meant it, and so are similar ones, made here.

use crate::binary::{directory, piped, rows, stderr, sudoscope, text_of};
use crate::cases::{PUZZLE, inputs, rated, rows_of};
use crate::common::shared;
use sudoscope::grid::{Cell, notation};
use sudoscope::input::read_puzzle;

const OTHER: &str = "1.34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
const SOLVED: &str = "123456789457189236689237145214573698376918452598624371731892564842365917965741823";

/// Asserts that exactly these puzzles are read from a file.
fn assert_rated(text: &str, puzzles: &[&str]) {
    let found = rated(text);
    let puzzle =
        |row: &(String, String)| if row.1.starts_with("invalid") { row.1.clone() } else { row.0.clone() };
    assert_eq!(found.iter().map(puzzle).collect::<Vec<_>>(), puzzles, "{text}");
}

/// Returns why the only row of a file is a reject.
fn reject(text: &str) -> String {
    let found = rated(text);
    assert_eq!(found.len(), 1, "{text}\n{found:?}");
    let (_, reason) = found[0].1.split_once("invalid: ").unwrap_or_else(|| panic!("{text}\n{found:?}"));
    reason.to_string()
}

/// Writes the rows of a puzzle as text: `cell` makes the text of each cell.
fn matrix(cell: &dyn Fn(char) -> String, between: &str, row: &dyn Fn(usize, String) -> String) -> String {
    let cells = |line: &str| line.chars().map(cell).collect::<Vec<_>>().join(between);
    rows_of(PUZZLE).into_iter().enumerate().map(|(at, line)| row(at, cells(line))).collect()
}

fn digit_or(blank: &str) -> impl Fn(char) -> String {
    move |c| if c == '.' { blank.to_string() } else { c.to_string() }
}

#[test]
fn cases_are_read() {
    let Some(inputs) = inputs("cases-4.jsonl") else { return };
    const WIKIPEDIA: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const TWO_CLUES: &str =
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    for (id, puzzles) in [
        ("d04", &[".2.....9.5..6.2..37.14.96.2..41.72..17.....69..25.81..6.59.38.72..8.6..1.1.....4."][..]),
        ("d06", &["8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."]),
        ("d08", &[WIKIPEDIA]),
        ("d10", &[WIKIPEDIA]),
        ("d12", &["..3.7..4...6..23.1.89.........1.7.8.517.....6...4.....271..9..5.95..........2...."]),
        ("d14", &[WIKIPEDIA]),
        ("d15", &[TWO_CLUES]),
        ("d17", &[WIKIPEDIA]),
        ("d19", &[TWO_CLUES]),
        ("d20", &[WIKIPEDIA]),
        ("d21", &["..........684.1.7.....85.3..268.9.4...7...9...5.1.632..4.61.....3.2.769.........."]),
        ("d22", &[WIKIPEDIA]),
        ("d24", &[WIKIPEDIA]),
        ("d25", &["25..3.9.1.1...4...4.7...2.8..52.........981...4...3......36..72.7......39.3...6.4"]),
        ("d28", &[WIKIPEDIA]),
        ("d29", &[WIKIPEDIA]),
        ("d30", &[WIKIPEDIA]),
        (
            "d37",
            &[WIKIPEDIA, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."],
        ),
        ("d51", &["158.....27..78254..2..371.....51..8.38..4.26.5.64.87.....3....62.7..14.3.6.1.9..5"]),
    ] {
        assert_rated(&inputs[id], puzzles);
    }
    let state = read_puzzle(inputs["d01"].as_bytes()).unwrap().puzzle;
    let line = ":0000:x:2.7....8.51842..7..6..875.2.2.6187.58.67.2..17.1..32681.586..27674231859.82.7....:514 914 \
                317 319 934 338 955 458 962 498::";
    assert_eq!(state.grid(), read_puzzle(line.as_bytes()).unwrap().puzzle.grid());
    // A spreadsheet made numbers of the puzzles.
    let found = rated(&inputs["d34"]);
    assert!(
        found[0].1.contains("its first zeros are lost: ") && found[1].1.contains("and rounded it: "),
        "{found:?}"
    );
    // The title of the list names the columns.
    let listed = piped(&["rate", "-l", "BRT", "--keep", "ER,EP,Poster", "-"], inputs["d32"].as_bytes());
    assert_eq!((listed.status.code(), stderr(&listed)), (Some(0), String::new()));
    let kept: Vec<String> =
        rows(&listed).iter().map(|row| row.iter().skip(5).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!((kept.len(), &*kept[3], &*kept[4]), (10, "10.3 10.3 tarek", "11 1.2 tarek"));
}

/// A full grid is never taken where something else may be the puzzle; alone it is solved.
#[test]
fn a_solution_is_no_puzzle() {
    let cells = |puzzle: &str| {
        let row = |row: &str| {
            format!("[{}]", row.replace('.', "0").chars().map(String::from).collect::<Vec<_>>().join(","))
        };
        format!("[{}]", rows_of(puzzle).into_iter().map(row).collect::<Vec<_>>().join(","))
    };
    let (open, full) = (cells(PUZZLE), cells(SOLVED));
    for text in [
        format!("{{\"solution\":{full},\"puzzle\":{open}}}"),
        format!("{{\"a\":\"{SOLVED}\",\"b\":\"{PUZZLE}\"}}"),
        format!("{{\"puzzle\":\"{SOLVED}\",\"b\":\"{PUZZLE}\"}}"),
        format!("{{\"start\":{open},\"answer\":{full},\"grid_id\":7}}"),
        format!("[{{\"answer\":{full},\"state\":{{\"cells\":{open}}}}}]"),
        format!("{{\"board\":\"{PUZZLE}\",\"current\":\"{OTHER}\"}}"),
        format!("id,sudoku,q\n1,{SOLVED},{PUZZLE}\n"),
        format!("1,{SOLVED},{PUZZLE}\n"),
        format!("{SOLVED},{PUZZLE}\n"),
    ] {
        assert_rated(&text, &[PUZZLE]);
    }
    let unreadable = open.replace("0", "\"grey\"");
    for text in [
        format!("{{\"puzzleState\":{unreadable},\"puzzleSolution\":{full}}}"),
        format!("[{{\"game\":{{\"x\":{unreadable}}},\"solution\":{full}}}]"),
    ] {
        assert!(rated(&text).iter().all(|row| row.1.starts_with("invalid: ")), "{text}\n{:?}", rated(&text));
    }
    for (text, names) in [
        (
            format!("{{\"left\":\"{PUZZLE}\",\"right\":\"{OTHER}\"}}"),
            "both 'left' and 'right' may be the puzzle",
        ),
        (format!("7,{PUZZLE},x,{OTHER}"), "both '2' and '4' may be the puzzle"),
    ] {
        assert!(reject(&text).ends_with(&format!("{names}: --column names one")), "{}", reject(&text));
    }
    for text in
        [SOLVED.to_string(), format!("{{\"solution\":{full}}}"), full.clone(), rows_of(SOLVED).join("\n")]
    {
        let output = piped(&["rate", "-l", "SE,HoDoKu,W", "-"], text.as_bytes());
        let row: Vec<String> = rows(&output)[0].iter().skip(1).map(str::to_string).collect();
        assert_eq!(row, [SOLVED, "solved", "81", "0.0", "0.0", "0.0", "Easy", "0", "0"], "{text}");
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("solved: each cell has a digit"), "{}", stderr(&output));
    }
    let out = directory("solved").join("run");
    let text = format!("{SOLVED}\n{PUZZLE}\n");
    let scanned = piped(&["scan", "-l", "BRT,W", "-", "-o", text_of(&out)], text.as_bytes());
    assert_eq!(scanned.status.code(), Some(1), "{}", stderr(&scanned));
    let file = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
    assert!(file("rejects.csv").contains(",1,,solved,the puzzle is solved: each cell has a digit\n"));
    assert_eq!(rows(&piped(&["check", "-"], SOLVED.as_bytes()))[0][2], *"ok");
}

/// Matrices are read as programs print and write them.
#[test]
fn matrices() {
    let zero = digit_or("0");
    let line = |_: usize, cells: String| format!(" [{cells}]\n");
    for (before, cell, between, row, behind) in [
        ("[", &zero as &dyn Fn(char) -> String, " ", &line as &dyn Fn(usize, String) -> String, "]"),
        ("The grid:\n[", &digit_or("nan"), " ", &line, "]\nsolved: False"),
        ("array([", &zero, ", ", &|_, cells| format!("       [{cells}],\n"), "], dtype=int32)"),
        ("", &|c| if c == '.' { "0.".into() } else { format!("{c}.") }, " ", &line, ""),
        ("tensor([", &|c| if c == '.' { "nan".into() } else { format!("{c}.0000") }, ", ", &line, "])"),
        ("puzzle(easy, [", &digit_or("_"), ",", &|_, cells| format!("  [{cells}],\n"), "]).\n"),
        ("A = [", &zero, " ", &|_, cells| format!("{cells};\n"), "];\ndisp(A)"),
        ("A = [\n", &digit_or("NaN"), ",", &|_, cells| format!("  {cells}; ...\n"), "]\n"),
        ("9x9 Matrix{Int64}:\n", &zero, "  ", &|_, cells| format!(" {cells}\n"), ""),
        ("start = [|", &digit_or("_"), ", ", &|_, cells| format!("{cells} |\n"), "|];\n"),
        (
            "      [,1] [,2] [,3] [,4] [,5] [,6] [,7] [,8] [,9]\n",
            &digit_or("NA"),
            "   ",
            &|at, cells| format!(" [{},]   {cells}\n", at + 1),
            "",
        ),
        (
            "     0    1    2    3    4    5    6    7    8\n",
            &|c| if c == '.' { "NaN".into() } else { format!("{c}.0") },
            "  ",
            &|at, cells| format!("{at}  {cells}\n"),
            "",
        ),
        (
            ",0,1,2,3,4,5,6,7,8\n",
            &|c| if c == '.' { String::new() } else { format!("{c}.0") },
            ",",
            &|at, cells| format!("{at},{cells}\n"),
            "",
        ),
        (
            "0,1,2,3,4,5,6,7,8\n",
            &|c| if c == '.' { String::new() } else { format!("{c}.0") },
            ",",
            &|_, cells| format!("{cells}\n"),
            "",
        ),
        (
            "\\begin{tabular}{|c|c|c|}\n\\hline\n",
            &digit_or(""),
            " & ",
            &|_, cells| format!("{cells} \\\\ \\hline\n"),
            "\\end{tabular}",
        ),
        (
            "$$\\begin{bmatrix}\n",
            &digit_or(" "),
            "&",
            &|_, cells| format!("{cells}\\\\\n"),
            "\\end{bmatrix}$$",
        ),
        ("\\begin{sudoku}\n", &digit_or(" "), "|", &|_, cells| format!("|{cells}|.\n"), "\\end{sudoku}\n"),
        ("val grid = arrayOf(\n", &zero, ", ", &|_, cells| format!("    intArrayOf({cells}),\n"), ")\n"),
        ("int grid[9][9] = { ", &zero, ", ", &|_, cells| format!("    {{ {cells} }},\n"), "};\n"),
        ("board = [\n", &digit_or("None"), ", ", &|_, cells| format!("    [{cells}],  # row\n"), "]\n"),
        ("local board = {\n", &digit_or("nil"), ", ", &|_, cells| format!("  {{{cells}}},\n"), "}\n"),
        ("grid = [\n", &digit_or("nil"), ", ", &|_, cells| format!("  [{cells}],\n"), "]\n"),
        (
            "let b = [\n",
            &|c| if c == '.' { "Nothing".into() } else { format!("Just {c}") },
            ", ",
            &|_, cells| format!("  [{cells}],\n"),
            "  ]\n",
        ),
        (
            "const b = [\n",
            &|c| if c == '.' { "''".into() } else { format!("'{c}'") },
            ", ",
            &|_, cells| format!("  [{cells}], // row\n"),
            "];\n",
        ),
        ("(define board '(\n", &digit_or("_"), " ", &|_, cells| format!("  ({cells})\n"), "))\n"),
        (
            "\u{1b}[2J",
            &|c| format!("\u{1b}[1;34m{c}\u{1b}[0m"),
            " ",
            &|_, cells| format!("{cells}\n"),
            "\u{1b}[0m\n",
        ),
        ("", &|c| format!("\u{1b}[31m{c}\u{1b}[0m"), "", &|_, cells| format!("| {cells} |\n"), ""),
        ("data = np.array([", &digit_or("np.nan"), ", ", &line, "])\n"),
    ] {
        let text = format!("{before}{}{behind}", matrix(cell, between, row));
        assert_rated(&text, &[PUZZLE]);
        assert_rated(&text.replace('\n', "\r\n"), &[PUZZLE]);
        assert_rated(&format!("Two of them\n{text}\n\nand again:\n\n{text}\n"), &[PUZZLE, PUZZLE]);
    }
    // On one line, with text before and behind.
    let list = |open: &str, close: &str, blank: &str| {
        let row = |at: usize, cells: String| format!("{}{open}{cells}{close}", if at > 0 { "," } else { "" });
        matrix(&digit_or(blank), ",", &row)
    };
    for text in [
        format!("board = np.array([{}])", list("[", "]", "0")),
        format!("solve(tensor([{}]), 1) # x", list("[", "]", "None")),
        format!("problem(1, [{}]).", list("[", "]", "_")),
        format!("int g[9][9]={{{}}};", list("{", "}", "0")),
        format!("p=[|{}|];", list("", "|", "_").replace("|,", "|")),
        format!("A=[{}]", matrix(&zero, " ", &|_, cells| format!("{cells};"))),
        format!("print(arrayOf({}))", list("intArrayOf(", ")", "0")),
        format!(
            "x = [{}] # 81",
            PUZZLE.replace('.', "0").chars().map(String::from).collect::<Vec<_>>().join(", ")
        ),
        format!(
            "[[{}]]",
            matrix(&zero, " ", &|at, cells| format!("{}{cells}", if at > 0 { "] [" } else { "" }))
        ),
        format!("{} -> {}", list("[", "]", "0"), rows_of(SOLVED).join("/")),
    ] {
        assert_rated(&text, &[PUZZLE]);
    }
    // Ten cells are not nine with a name.
    let ten = matrix(&zero, ",", &|_, cells| format!("1,{cells}\n"));
    assert!(!rated(&ten).iter().any(|row| row.1 == "ok"), "{:?}", rated(&ten));
}

/// Boards of cells are read whatever their members are called.
#[test]
fn boards_of_cells() {
    let cell = |at: usize, digit: &str, given: &str, blank: &str| {
        let c = &PUZZLE[at..=at];
        format!("{{\"{digit}\":{},\"{given}\":{}}}", if c == "." { blank } else { c }, c != ".")
    };
    let board = |all: Vec<String>| {
        let row = |row: usize| format!("[{}]", all[9 * row..9 * row + 9].join(","));
        format!("[{}]", (0..9).map(row).collect::<Vec<_>>().join(","))
    };
    for (digit, given, blank) in [
        ("value", "given", "null"),
        ("val", "fixed", "0"),
        ("v", "isGiven", "\"\""),
        ("number", "readOnly", "null"),
    ] {
        let all: Vec<String> = (0..81).map(|at| cell(at, digit, given, blank)).collect();
        for text in [
            board(all.clone()),
            format!("[{}]", all.join(",")),
            format!("{{\"board\":{}}}", board(all.clone())),
            format!("{{\"game\":{{\"level\":3,\"cells\":[{}]}}}}", all.join(",")),
            format!("{{\n \"grid\": {}\n}}", board(all.clone()).replace(",[", ",\n[")),
            format!("const state = {{ cells: {} }};", board(all.clone()).replace('"', "'")),
        ] {
            assert_rated(&text, &[PUZZLE]);
        }
    }
    // Lists of cells that name their places; what was placed is not given.
    for first in [0, 1] {
        for place in [
            "{\"row\":R,\"col\":C,\"value\":V}",
            "{\"r\":R,\"c\":C,\"v\":\"V\"}",
            "{\"position\":[R,C],\"value\":V,\"fixed\":true,\"earmarks\":[]}",
            "{\"position\":{\"row\":R,\"column\":C},\"digit\":V}",
            "{\"y\":R,\"x\":C,\"num\":V}",
        ] {
            let clue = |at: usize| {
                let number = |k: usize| (k + first).to_string();
                place
                    .replace('R', &number(at / 9))
                    .replace('C', &number(at % 9))
                    .replace('V', &PUZZLE[at..=at])
            };
            let clues = (0..81).filter(|&at| &PUZZLE[at..=at] != ".").map(clue).collect::<Vec<_>>().join(",");
            assert_rated(&format!("[{clues}]"), &[PUZZLE]);
            assert_rated(&format!("{{\"clues\":[{clues}],\"n\":1}}\n"), &[PUZZLE]);
        }
    }
    let played: Vec<String> = (0..81)
        .map(|at| {
            let given = &PUZZLE[at..=at] != ".";
            format!("{{\"value\":{},\"given\":{given}}}", &SOLVED[at..=at])
        })
        .collect();
    assert_eq!(
        read_puzzle(PUZZLE.as_bytes()).unwrap().puzzle.clue_count(),
        rated(&board(played))[0].0.replace('.', "").len()
    );
    // Complete marks are candidates.
    let puzzle = read_puzzle(PUZZLE.as_bytes()).unwrap().puzzle;
    let grid = puzzle.grid();
    let marked = |at: usize| {
        let digits = (1..=9).filter(|digit| grid.digits_of(Cell::new(at)) >> (digit - 1) & 1 != 0);
        match &PUZZLE[at..=at] {
            "." => format!(
                "{{\"value\":0,\"notes\":[{}]}}",
                digits.map(|d: u32| d.to_string()).collect::<Vec<_>>().join(",")
            ),
            clue => format!("{{\"value\":{clue},\"given\":true,\"notes\":[]}}"),
        }
    };
    assert_rated(&board((0..81).map(marked).collect()), &[PUZZLE]);
    let letters = |text: &str| -> String {
        text.chars().map(|c| c.to_digit(10).map_or('_', |digit| char::from(b'a' + digit as u8))).collect()
    };
    let ksudoku = format!(
        "<!DOCTYPE ksudoku>\n<ksudoku>\n <game>\n  <puzzle>\n   <values>{}</values>\n   <solution>{}</solution>\n  \
         </puzzle>\n </game>\n</ksudoku>\n",
        letters(PUZZLE),
        letters(SOLVED)
    );
    assert_rated(&ksudoku, &[PUZZLE]);
}

/// Objects as programs write them are read, alone and in other text; their members are columns.
#[test]
fn objects_in_other_text() {
    for text in [
        format!("const PUZZLES = [\n  {{ id: 1, puzzle: '{PUZZLE}', solution: \"{SOLVED}\" }},\n];\n"),
        format!("export default {{\n  // easy\n  easy: [`{PUZZLE}`,],\n}};\n"),
        format!("{{ puzzle: \"{PUZZLE}\", solution: \"{SOLVED}\" }},\n"),
        format!("{{\n  puzzle: '{PUZZLE}', /* don't */\n  'level': .5,\n}}\n"),
        format!(
            "ipuz({{\"kind\":[\"http://ipuz.org/sudoku#1\"],\"title\":\"it's\",\"puzzle\":[{}]}})",
            matrix(&digit_or("0"), ",", &|at, cells| {
                format!("{}[{cells}]", if at > 0 { "," } else { "" })
            })
        ),
        format!(
            "<!DOCTYPE html>\n<html><head><style>body {{ margin: 0 }}</style>\n<script>window.game = {{\"easy\":{{\"puzzle\":\
            \"{PUZZLE}\",\"solution\":\"{SOLVED}\"}}}};</script></head></html>\n"
        ),
        format!("<script>var p = {{q: '{PUZZLE}'}}</script>"),
        format!("puzzles = [\n    {{'puzzle': '{PUZZLE}', 'hints': None, 'hard': True}},\n]\n"),
        format!(
            "import x from 'y';\n\nmodule.exports = [\n  {{\n    puzzle: \"{PUZZLE}\",\n    solution: \"{SOLVED}\",\n  }},\n]\n"
        ),
        format!("PUZZLES = [\n  {{ puzzle: \"{PUZZLE}\" }},\n  {{ :puzzle => \"{PUZZLE}\" }}\n]\n").replacen(
            &format!(",\n  {{ :puzzle => \"{PUZZLE}\" }}"),
            "",
            1,
        ),
    ] {
        assert_rated(&text, &[PUZZLE]);
    }
    let text: String = (1..=3000).map(|k| format!("  {{ id: {k}, puzzle: '{PUZZLE}' }},\n")).collect();
    for text in [format!("let all = [\n{text}]\n"), text] {
        let output = piped(&["rate", "-l", "BRT", "--keep", "id", "-"], text.as_bytes());
        let kept: Vec<usize> = rows(&output).iter().map(|row| row[5].parse().unwrap()).collect();
        assert!(kept.iter().copied().eq(1..=3000), "{}", stderr(&output));
    }
    // Text without a puzzle is counted.
    for (text, lines) in [
        ("<a>\n<b x=\"1\"/>\n</a>\n", 3),
        ("function f() {\n  return { a: 1 };\n}\n", 3),
        ("<?xml version=\"1.0\"?>\n<a/>", 2),
    ] {
        let output = piped(&["rate", "-"], text.as_bytes());
        let said = stderr(&output);
        assert!(output.status.code() == Some(1), "{text}: {said}");
        assert!(
            !rows(&output).is_empty() || said.contains(&format!("no puzzle is in it; {lines} lines skipped")),
            "{text}: {said}"
        );
    }
    // Nothing is slow, whatever the brackets are.
    for part in ["{", "[", "{a:", "{'", "({[", "[{,", "/*", "{}", "\u{1b}[", "a=[1,", "`"] {
        let text = part.repeat(400_000 / part.len());
        let started = std::time::Instant::now();
        piped(&["rate", "-l", "BRT", "-"], text.as_bytes());
        piped(&["rate", "-l", "BRT", "-"], format!("x = {text}\n").as_bytes());
        assert!(started.elapsed().as_secs() < 30, "{part}");
    }
}

/// Links and notations of other programs are read, and other rules are named.
#[test]
fn links_and_notations() {
    let clues = |form: &dyn Fn(usize, char) -> String| -> String {
        PUZZLE.char_indices().filter(|(_, c)| *c != '.').map(|(at, c)| form(at, c)).collect()
    };
    let cells = clues(&|at, c| format!("~R{}C{}_{c}", at / 9 + 1, at % 9 + 1));
    let encoded = format!(".{cells}").replace('~', "%7E");
    for text in [
        format!(".{cells}"),
        format!(".Shape~9x9.{cells}"),
        format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.{cells}"),
        format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={encoded}&mode=x"),
        "3x3:b3_4f5c9_1_2a7c2e1a5a7b8_6c9c7g3_4b2m9a9c6_1a7_5".to_string(),
        "Solo:3x3dta:b3_4f5c9_1_2a7c2e1a5a7b8_6c9c7g3_4b2m9a9c6_1a7_5".to_string(),
    ] {
        assert_rated(&text, &[PUZZLE]);
    }
    for (text, reason) in [
        (format!(".{cells}.Cage~12~R1C1~R1C2"), "an Interactive Sudoku Solver puzzle with cages"),
        (
            format!(".{cells}.AntiKnight"),
            "a puzzle of the board 'antiknight': --board reads it (rate, check, solve, minlex: --board column)",
        ),
        (format!(".{cells}.Whatever~3"), "an Interactive Sudoku Solver puzzle with other rules"),
        ("3x3xdt:b3_4f5".to_string(), "a Solo puzzle with diagonals"),
        ("9j:b3_4f5,ab".to_string(), "a Solo puzzle with irregular regions"),
        ("3x3kdu:zzz".to_string(), "a Solo puzzle with killer cages"),
        ("2x3:a1b2".to_string(), "a Solo puzzle with a grid that is not 9 x 9"),
        ("3x3dt#123456789".to_string(), "a Solo link without a puzzle in it: only the site has it"),
        (
            penpa(
                &clues(&|at, c| format!("\"{}\":[\"{c}\",1,\"1\"],", (at / 9 + 2) * 13 + at % 9 + 2)),
                "zT:[[28,29]],",
            ),
            "a penpa-edit puzzle with thermometers",
        ),
    ] {
        assert!(reject(&text).ends_with(reason), "{text}: {}", reject(&text));
    }
    let digits = clues(&|at, c| format!("\"{}\":[\"{c}\",1,\"1\"],", (at / 9 + 2) * 13 + at % 9 + 2));
    for text in
        [penpa(&digits, ""), penpa(&digits, "").replace("solve", "edit"), penpa(&digits, "zT:[],zL:{},")]
    {
        assert_rated(&text, &[PUZZLE]);
    }
    // The string of sudokuwiki, made of a state.
    let puzzle = read_puzzle(PUZZLE.as_bytes()).unwrap().puzzle;
    let grid = puzzle.grid();
    let pair = |at: usize| {
        let number = match PUZZLE[at..=at].parse::<u32>() {
            Ok(clue) => clue,
            _ => 18 + u32::from(grid.digits_of(Cell::new(at))),
        };
        [number / 36, number % 36]
            .map(|digit| char::from_digit(digit, 36).unwrap())
            .iter()
            .collect::<String>()
    };
    let string: String = (0..81).map(pair).collect();
    for text in [format!("S9B{string}"), format!("https://www.sudokuwiki.org/sudoku.htm?bd=S9B{string}&x=1")]
    {
        assert_rated(&text, &[PUZZLE]);
    }
    assert_eq!(notation::puzzle(&grid), PUZZLE);
}

/// Makes a link of penpa-edit with these digits and this on the board.
fn penpa(digits: &str, drawn: &str) -> String {
    use flate2::{Compression, write::DeflateEncoder};
    const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text = format!(
        "sudoku,9,9,38,0,1,1,380,380\n[0,0,0,0]\n[\"1\",\"2\",\"1\"]\n{{{drawn}zN:{{{}}}}}\n",
        digits.trim_end_matches(',')
    );
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    std::io::Write::write_all(&mut encoder, text.as_bytes()).unwrap();
    let packed = encoder.finish().unwrap();
    let of_three = |three: &[u8]| {
        let number =
            (0..3).fold(0_usize, |number, at| number << 8 | usize::from(*three.get(at).unwrap_or(&0)));
        (0..=three.len()).map(|at| char::from(CHARACTERS[number >> (18 - 6 * at) & 63])).collect::<String>()
    };
    let coded: String = packed.chunks(3).map(of_three).collect();
    format!(
        "https://swaroopg92.github.io/penpa-edit/#m=solve&p={coded}{}",
        "=".repeat((4 - coded.len() % 4) % 4)
    )
}

#[test]
fn tables_and_encodings() {
    let kept = |text: &[u8], names: &str| {
        let output = piped(&["rate", "-l", "BRT", "--keep", names, "-"], text);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
        rows(&output).iter().map(|row| format!("{} {}", &row[1], &row[5])).collect::<Vec<_>>()
    };
    let titled = format!("A list\n#!sudoku -c1,Puzzle,Label,ER\n{PUZZLE},x,7.1\n{OTHER},y,8\n");
    assert_eq!(kept(titled.as_bytes(), "er"), [format!("{PUZZLE} 7.1"), format!("{OTHER} 8")]);
    for text in [
        format!("sep=;\r\nid;puzzle;level\r\n17;{PUZZLE};7,2\r\n"),
        format!("SEP=,\nid,puzzle\n17,{PUZZLE}\n"),
        format!("# x\n[[puzzle]]\nid = 17\ngrid = \"\"\"\n{}\"\"\"\n", rows_of(PUZZLE).join("\n")),
        format!("title = \"x\"\n\n[level.easy] # one\nid = '17'\npuzzle = '{PUZZLE}'\n"),
    ] {
        assert_eq!(kept(text.as_bytes(), "id"), [format!("{PUZZLE} 17")], "{text}");
    }
    let table = format!("id;puzzle;level\r\n17;{PUZZLE};3\r\n");
    for units in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = table.encode_utf16().flat_map(units).collect();
        assert_eq!(kept(&bytes, "id"), [format!("{PUZZLE} 17")]);
    }
}

/// Single marks are candidates on request, and clues that are no marks stay clues.
#[test]
fn a_grid_of_marks_is_a_sukaku_on_request() {
    let grid = read_puzzle(PUZZLE.as_bytes()).unwrap().puzzle.grid();
    let marks = notation::pencilmarks(&grid);
    let read = |text: &str, options: &[&str]| {
        let output = piped(&[&["rate", "-l", "BRT"], options, &["-"]].concat(), text.as_bytes());
        (rows(&output)[0][1].to_string(), rows(&output)[0][3].to_string())
    };
    assert_eq!(read(&marks, &[]).0, PUZZLE);
    let (sukaku, clues) = read(&marks, &["--sukaku"]);
    assert_eq!(
        (sukaku, clues),
        (
            notation::sukaku(&sudoscope::grid::Candidates(std::array::from_fn(|digit| {
                grid.plane(sudoscope::grid::Digit::new(digit))
            }))),
            "0".to_string()
        )
    );
    assert_eq!(read(PUZZLE, &["--sukaku"]).0, PUZZLE);
    let explained = piped(&["explain", "--sukaku", "-l", "BRT", "-"], marks.as_bytes());
    assert!(explained.status.success(), "{}", stderr(&explained));
}

/// Without the techniques that assume one solution, ratings are those published without uniqueness.
#[test]
fn ratings_without_uniqueness() {
    let Some(table) = shared("cbg-000.csv") else { return };
    let table = std::fs::read_to_string(table).unwrap();
    let some: String = table.lines().step_by(701).map(|line| format!("{line}\n")).collect();
    let output = piped(&["rate", "-l", "SER-nonunique", "--keep", "FPGXnoU", "-"], some.as_bytes());
    let found = rows(&output);
    assert!(found.len() > 25 && found.iter().all(|row| row[4] == row[5]), "{found:?}");
}

/// A path that stays open has the rating of its steps.
#[test]
fn open_paths_are_rated() {
    let Some(inputs) = inputs("cases-4.jsonl") else { return };
    let rate = |options: &[&str], text: &str| {
        let output = piped(&[&["rate", "--no-validate"], options, &["-"]].concat(), text.as_bytes());
        rows(&output)[0].iter().skip(2).map(str::to_string).collect::<Vec<_>>().join(" ")
    };
    let open = &inputs["d47"];
    assert_eq!(rate(&["-l", "SE"], open), "ok 45 20.0 2.0 2.0");
    assert_eq!(rate(&["-l", "SE", "--open-paths"], open), "unsolved 45 7.2 2.0 2.0");
    assert_eq!(rate(&["-l", "SE-nonunique", "--open-paths"], open), "unsolved 45 7.2 2.0 2.0");
    assert_eq!(rate(&["-l", "BRT", "--open-paths"], PUZZLE), "unsolved 24 0");
    let alone = rate(&["-l", "W"], PUZZLE);
    assert_eq!(rate(&["-l", "W", "--open-paths"], PUZZLE), alone, "a solved puzzle keeps its rating");
    assert!(!sudoscope(&["rate", "--open-paths", "-l", "nothing"]).status.success());
}
