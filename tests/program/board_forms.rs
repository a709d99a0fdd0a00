//! Symmetries of boards in `minlex`, `dedupe`, `clean`, `check` and `study`, driven as a user would.

use crate::binary::{directory, ends, piped, refused, rows, stderr, stdout, sudoscope, text_of, within};
use crate::boards::{NEXT, X};
use crate::common::random_10k;
use std::collections::BTreeMap;
use std::fs::{read_to_string, write};
use std::path::Path;
use sudoscope::boards::Board;
use sudoscope::canon::Symmetries;

const FOUR: &str = "....1....2.3..4.";
const JIGSAW: &str = "jigsaw:AABBACBBACDDCCDD";

/// Applies a printed symmetry as the help describes it.
fn applied(text: &str, puzzle: &str) -> String {
    let size = (puzzle.len() as f64).sqrt() as usize;
    let numbers = |text: &str| text[1..].bytes().map(|byte| usize::from(byte - b'1')).collect::<Vec<_>>();
    let (transposed, text) = text.strip_prefix("T ").map_or((false, text), |rest| (true, rest));
    let parts: Vec<&str> = text.split(' ').collect();
    let sources: Vec<[usize; 2]> = match parts[..] {
        [cells, _] => {
            cells[1..].split(',').map(|at| numbers(&format!("m{at}"))).map(|at| [at[0], at[1]]).collect()
        }
        [rows, columns, _] => {
            let (rows, columns) = (numbers(rows), numbers(columns));
            let pairs = rows.iter().flat_map(|row| columns.iter().map(move |column| [*row, *column]));
            pairs.map(|[row, column]| if transposed { [column, row] } else { [row, column] }).collect()
        }
        _ => panic!("{text}"),
    };
    let digits = numbers(parts[parts.len() - 1]);
    let named = |byte: u8| match byte {
        b'.' => '.',
        digit => char::from(b'1' + digits[usize::from(digit - b'1')] as u8),
    };
    sources.iter().map(|[row, column]| named(puzzle.as_bytes()[size * row + column])).collect()
}

/// Turns a puzzle a quarter, with these names of digits.
fn turned(puzzle: &str, names: &str) -> String {
    let size = (puzzle.len() as f64).sqrt() as usize;
    let named = |byte: u8| match byte {
        b'.' => '.',
        digit => char::from(names.as_bytes()[usize::from(digit - b'1')]),
    };
    let source = |at: usize| size * (size - 1 - at % size) + at / size;
    (0..puzzle.len()).map(|at| named(puzzle.as_bytes()[source(at)])).collect()
}

fn forms(more: &[&str], list: &str) -> Vec<BTreeMap<String, String>> {
    let output = piped(&[&["minlex"], more].concat(), list.as_bytes());
    let head: Vec<String> = stdout(&output).lines().next().unwrap().split(',').map(String::from).collect();
    let row = |row: &csv::StringRecord| head.iter().cloned().zip(row.iter().map(String::from)).collect();
    rows(&output).iter().map(row).collect()
}

/// Isomorphs have one form, and the printed symmetries map them onto it, also the solutions.
#[test]
fn printed_symmetries_lead_to_the_form() {
    let table =
        |board: &str, puzzle: &str, names| format!("{board},{puzzle}\n{board},{}\n", turned(puzzle, names));
    let list = ["board,puzzle\n".to_string()]
        .into_iter()
        .chain([table("x", X, "314859267")])
        .chain([table("nc", NEXT, "987654321"), table("4x4", FOUR, "3124")])
        .collect::<String>();
    for options in [&["--board", "column"][..], &["--board", "column", "--solution"]] {
        let found = forms(options, &list);
        assert_eq!(found.len(), 6);
        for pair in found.chunks(2) {
            assert_eq!(pair[0]["minlex"], pair[1]["minlex"], "{pair:?}");
            for row in pair {
                assert_eq!(applied(&row["transformation"], &row["puzzle"]), row["minlex"], "{row:?}");
                assert_eq!(row["automorphisms"], "1", "{row:?}");
            }
            assert_eq!(pair[0].get("solution"), pair[1].get("solution"));
        }
    }
    // The solution of the form by its solution is the least, and the puzzle goes with it.
    let found =
        forms(&["--board", "4x4", "--by", "solution"], &format!("{FOUR}\n{}\n", turned(FOUR, "3124")));
    let [one, other] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        (&one["carried puzzle"], &one["solution minlex"]),
        (&other["carried puzzle"], &other["solution minlex"])
    );
    assert!(one["solution minlex"].starts_with("1234"));
    assert_eq!(applied(&one["transformation"], &one["puzzle"]), one["carried puzzle"]);
}

/// With `--board plain` the forms are those without the option.
#[test]
fn forms_of_the_plain_board() {
    let list = random_10k()[..30].join("\n") + "\n55" + &".".repeat(79) + "\n";
    let (plain, mut on_board) = (forms(&[], &list), forms(&["--board", "plain"], &list));
    on_board.iter_mut().for_each(|row| assert_eq!(row.remove("board").as_deref(), Some("plain")));
    assert_eq!(plain, on_board);
    let one =
        |more: &[&str]| stdout(&piped(&[&["minlex", "--format", "plain"], more].concat(), list.as_bytes()));
    assert_eq!(one(&[]), one(&["--board", "plain"]));
}

/// A board with too many symmetries is refused by name, also on a line.
#[test]
fn boards_without_forms() {
    let latin: Board = "latin".parse().unwrap();
    let count = Symmetries::of(&latin).unwrap().count();
    let why = format!("the board has {count} symmetries, and canonical forms are made for up to 2000000");
    let empty = ".".repeat(81);
    refused(
        &sudoscope(&["minlex", "--board", "latin", &empty]),
        &format!("--board latin: there is no minlex: {why}"),
    );
    let table = format!("board,puzzle\nlatin,{empty}\nx,{X}\n");
    let output = ends(1, piped(&["minlex", "--board", "column"], table.as_bytes()));
    assert!(stdout(&output).contains(&format!("no minlex: {why}")), "{}", stdout(&output));
    let list = directory("board-forms-none").join("list.txt");
    write(&list, format!("1{0}\n2{0}\n1{0}\n", ".".repeat(80))).unwrap();
    let exact = ends(0, sudoscope(&["dedupe", "--board", "latin", text_of(&list)]));
    assert!(
        stderr(&exact).contains(&format!("board latin: puzzles are the same if their clues are, as {why}"))
    );
    assert_eq!(stdout(&exact).lines().count(), 2);
    refused(
        &sudoscope(&["dedupe", "--board", "latin", "--by", "isomorph", text_of(&list)]),
        "--by isomorph cannot be used with --board latin: the board has",
    );
    // Columns of `check` that need the symmetries are empty.
    let checked = stdout(&sudoscope(&["check", "--board", "latin", &empty]));
    assert!(checked.ends_with(",full,\n"), "{checked}");
}

/// A jigsaw has its own symmetries; an empty puzzle has them all.
#[test]
fn automorphisms_on_boards() {
    let empty = ".".repeat(16);
    for board in ["4x4", "4x4+x", JIGSAW, "4x4+nc", "latin4"] {
        let count = Symmetries::of(&board.parse::<Board>().unwrap()).unwrap().count().to_string();
        assert_eq!(forms(&["--board", board], &format!("{empty}\n"))[0]["automorphisms"], count, "{board}");
        let checked = stdout(&sudoscope(&["check", "--board", board, &empty]));
        assert!(checked.contains(&format!(",full,{count}\n")), "{checked}");
    }
    // The clue in the corner has the diagonal of the square, and half of the symmetries with a main diagonal.
    let corner = format!("1{}", ".".repeat(15));
    let checked = stdout(&sudoscope(&["check", "--board", "4x4+nc", &corner]));
    assert!(checked.contains(",diagonal,2\n"), "{checked}");
}

/// Isomorphs are repeats, unless `--by exact` is asked for; a repeat that the board excludes is none.
#[test]
fn isomorphs_are_repeats() {
    let work = directory("board-isomorphs");
    let names = "987654321";
    let lines = [X.to_string(), turned(X, names), X.to_string(), turned(&turned(X, names), names)];
    write(work.join("list.txt"), lines.join("\n") + "\n").unwrap();
    let kept = |args: &[&str]| stdout(&ends(0, within(&work, args)));
    assert_eq!(kept(&["dedupe", "--board", "x", "list.txt"]), format!("{X}\n"));
    assert_eq!(kept(&["clean", "--board", "x", "--by", "isomorph", "list.txt"]), format!("{X}\n"));
    let exact = kept(&["dedupe", "--board", "x", "--by", "exact", "list.txt"]);
    assert_eq!(exact, format!("{}\n{}\n{}\n", lines[0], lines[1], lines[3]));
    // The first two rows are exchanged: an isomorph on the plain board only.
    let moved = [&X[9..18], &X[..9], &X[18..]].concat();
    write(work.join("moved.txt"), format!("{X}\n{moved}\n")).unwrap();
    assert_eq!(kept(&["dedupe", "--board", "x", "moved.txt"]).lines().count(), 2);
    assert_eq!(kept(&["dedupe", "moved.txt"]).lines().count(), 1);
}

/// A study of scans on one board counts isomorphs by its symmetries; scans of two boards are refused.
#[test]
fn studies_on_boards() {
    let work = directory("board-study");
    let made = stdout(&sudoscope(&["generate", "--board", "windoku", "--count", "12", "--seed", "3"]));
    let puzzles: Vec<&str> = made.lines().collect();
    let half_turned = |puzzle: &str| turned(&turned(puzzle, "987654321"), "213456789");
    let repeated = half_turned(puzzles[0]);
    write(work.join("a.txt"), format!("{}\n{repeated}\n", puzzles[..8].join("\n"))).unwrap();
    let b: Vec<String> = puzzles[6..].iter().map(|puzzle| half_turned(puzzle)).collect();
    write(work.join("b.txt"), b.join("\n") + "\n").unwrap();
    write(work.join("plain.txt"), format!("{}\n", random_10k()[0])).unwrap();
    let scan = |board: &str, name: &str| {
        let file = format!("{name}.txt");
        ends(0, within(&work, &["scan", "--board", board, "-l", "W,SER", &file, "-o", name]));
    };
    scan("windoku", "a");
    scan("windoku", "b");
    scan("plain", "plain");
    ends(0, within(&work, &["study", "a", "b", "-o", "s"]));
    let table = |name: &str| -> Vec<BTreeMap<String, String>> {
        csv::Reader::from_path(work.join("s").join(name)).unwrap().deserialize().map(Result::unwrap).collect()
    };
    let collections = table("collections.csv");
    let numbers = |row: &BTreeMap<String, String>| (row["puzzles"].clone(), row["different"].clone());
    assert_eq!(numbers(&collections[0]), ("9".into(), "8".into()));
    assert_eq!(numbers(&collections[1]), ("6".into(), "6".into()));
    let isomorphs = table("isomorphs.csv");
    assert_eq!((isomorphs.len(), isomorphs[0]["puzzles"].as_str()), (1, "2"));
    let text = read_to_string(work.join("s/study.md")).unwrap();
    for said in [
        "1 repeat another one up to the symmetries of the board windoku",
        "sudoscope scan --board windoku -l W,SER --budget",
        "sudoscope minlex --board windoku FILE",
        "Where ratings disagree most",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!read_to_string(work.join("s/index.html")).unwrap().contains("path by"));
    let refuses = |args: &[&str], why| refused(&within(&work, &[&["study"], args].concat()), why);
    refuses(&["a", "plain", "-o", "t"], "a study is of one board, and a is of windoku, plain of plain");
    refuses(
        &["a", "b", "--unbiased", "b", "-o", "t"],
        "--unbiased cannot be used with a scan of the board windoku",
    );
    assert!(!Path::new(&work.join("t")).exists());
}
