//! `--board` of check, solve, rate, generate and explain, driven as a user would.

use crate::binary::{code, directory, piped, refused, stderr, stdout, sudoscope, text_of};
use crate::board_lines::LINK;
use roxmltree::Document;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::{read_dir, read_to_string, write};
use sudoscope::boards::{BASES, PARTS};
use sudoscope::draw::{Board as Contents, Frame};

pub const SIX: &str = "..1....462...5..1......4..4..5.2....";
const SIX_SOLVED: &str = "231546546231453612612354364125125463";
pub const FOUR: &str = "....1....2.3..4.";
pub const X: &str = ".....63..9..2.......7....2.....4..7..9.....1.1............1.5...26..4........86..";
pub const X_SOLVED: &str =
    "248976351935281746617453829862145973793862415154739268489617532526394187371528694";
const WINDOWS: &str = ".9.5.8..............84.....6......3.7......9..52....4...6....59..............4...";
const KITE: &str = ".......961..8.3.......7.13..75.............6.......48.4.....9...3.........8.4....";
const PAIRS: &str = ".3.....8..95....6......7....2....1....8.1.25.....3...8......5......52......1.....";
pub const NEXT: &str = ".384.2...61.........2...8.....3..............3..........3.4......72..3.......3748";
pub const LAYOUT: &str = "AAAAAAAABACCCCCBBBDECEECBBBDEEECCBFFDDDEEEBFFDGGGGGGGFDHGGHHFFFDHHHHIIIFDHHIIIIII";
pub const PLAIN: &str = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
pub const JIGSAW: &str = ".....98....2....3.3.....4.....8......1......996...7..3.....46.8...9...5..........";

pub fn answered(args: &[&str], input: &str) -> String {
    stdout(&piped(args, input.as_bytes()))
}

/// Puzzles are solved, checked and rated on one board.
#[test]
fn puzzles_are_read_on_a_board() {
    let solved = answered(&["solve", "--board", "6x6", "--format", "plain"], &format!("{SIX}\n"));
    assert_eq!(solved, format!("{SIX_SOLVED}\n"));
    assert_eq!(
        stdout(&sudoscope(&["solve", "--board", "X", X])),
        format!("line,puzzle,status,board,solution\n1,{X},ok,x,{X_SOLVED}\n")
    );
    let checked =
        answered(&["check", "--board", "6x6", "-"], &format!("puzzle\n{SIX}\n{}\n", ".".repeat(36)));
    let [head, first, second] = checked.lines().collect::<Vec<_>>()[..] else { panic!("{checked}") };
    assert_eq!(
        head,
        "line,puzzle,status,board,clues,solutions,minimal,redundant clues,symmetry,automorphisms"
    );
    assert_eq!(first, format!("2,{SIX},ok,6x6,10,1,yes,,none,1"));
    assert_eq!(second, format!("3,{},multiple-solutions,6x6,0,>2,,,full,3456", ".".repeat(36)));
    let spare = SIX_SOLVED.replacen('2', ".", 1);
    let checked =
        answered(&["check", "--board", "6x6", "--solution", "--format", "jsonl"], &format!("{spare}\n"));
    assert!(checked.contains("\"minimal\":false") && checked.contains(SIX_SOLVED), "{checked}");
    let rated = answered(&["rate", "--board", "windoku", "-l", "BRT,LC,W,B"], &format!("{WINDOWS}\n"));
    assert_eq!(
        rated,
        format!(
            "line,puzzle,status,board,clues,BRT,LC,W,B\n1,{WINDOWS},ok,windoku,16,unsolved,unsolved,3,3\n"
        )
    );
}

/// All questions of `check` are asked on boards; on the plain board the answers are those without the option.
#[test]
fn questions_about_solutions_on_boards() {
    let two = format!("{}{}", ".".repeat(2), &PLAIN[2..].replace("75", ".."));
    let wrong = format!("55{}", ".".repeat(79));
    let hidden = format!("12345678.........9{}", ".".repeat(63));
    let list = [PLAIN, &two, &wrong, &hidden].map(|line| format!("{line}\n")).concat();
    let options = ["--true-candidates", "--backdoors", "--mistakes", "--list", "1", "--format", "jsonl"];
    let rows = |more: &[&str]| -> Vec<Value> {
        let answers = answered(&[&["check"], &options[..], more].concat(), &list);
        answers.lines().map(|row| serde_json::from_str(row).unwrap()).collect()
    };
    let (plain, on_board) = (rows(&[]), rows(&["--board", "plain"]));
    assert_eq!((plain.len(), on_board.len()), (4, 4));
    for (plain, on_board) in plain.iter().zip(&on_board) {
        for column in [
            "status",
            "solutions",
            "redundant clues",
            "symmetry",
            "automorphisms",
            "true candidates",
            "backdoor size",
            "backdoors",
            "anti-backdoor size",
            "anti-backdoors",
            "mistakes",
        ] {
            assert_eq!(plain[column], on_board[column], "{column}");
        }
        assert_eq!(plain["listed"].as_array().map(Vec::len), on_board["listed"].as_array().map(Vec::len));
    }
    assert!(on_board[1]["solutions"].as_u64() != Some(1));
    let spare = "..3....4......1.";
    let row: Value = serde_json::from_str(&answered(
        &["check", "--board", "4x4", "--list", "9", "--true-candidates", "--format", "jsonl"],
        &format!("{spare}\n"),
    ))
    .unwrap();
    let listed: BTreeSet<&str> =
        row["listed"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    // The candidates are those of all solutions, cell by cell.
    let mut marks = String::new();
    for cell in 0..16 {
        let is_there = |digit: &char| listed.iter().any(|text| text[cell..].starts_with(*digit));
        marks.extend(('1'..='4').map(|digit| if is_there(&digit) { digit } else { '.' }));
    }
    assert_eq!(
        (row["true candidates"].as_str(), row["solutions"].clone()),
        (Some(&*marks), Value::from(">2"))
    );
    assert_eq!(listed.len(), 6);
    // An estimate is near the number of solutions, 288 of an empty board.
    let empty = format!("{}\n", ".".repeat(16));
    let args = ["check", "--board", "4x4", "--estimate", "2000", "--format", "jsonl"];
    let row: Value = serde_json::from_str(&answered(&args, &empty)).unwrap();
    let [found, error] = ["estimate", "standard error"].map(|name| row[name].as_f64().unwrap());
    assert!((found - 288.0).abs() < 4.0 * error && error < 10.0, "{row}");
    // Clues that only the rules of a board exclude, and a given solution.
    for (board, puzzle, expected) in [
        ("x", format!("5{}5{}", ".".repeat(9), ".".repeat(70)), "r1c1 and r2c2 are both 5 (box 1)"),
        ("x", format!("5{}5", ".".repeat(79)), "r1c1 and r9c9 are both 5 (diagonal d1)"),
        ("antiknight", format!("..5{}5{}", ".".repeat(10), ".".repeat(67)), "both 5 (a knight's move)"),
        (
            "nc",
            format!("56{}", ".".repeat(79)),
            "r1c1 and r1c2 are 5 and 6 (consecutive digits side by side)",
        ),
    ] {
        let args = ["check", "--board", board, "--mistakes"];
        let found = stdout(&piped(&args, format!("{puzzle}\n").as_bytes()));
        assert!(found.contains(expected) && found.contains("it has a solution without r1c"), "{found}");
    }
    let table = format!("puzzle,answer\n{FOUR},2431132442133142\n{FOUR},2431132442133124\n");
    let found = stdout(&piped(&["check", "--board", "4x4", "--answers", "answer"], table.as_bytes()));
    assert!(found.contains(",right\n") && found.ends_with(",wrong\n"), "{found}");
}

/// SER is rated on boards of full houses, in one column or in three; elsewhere it is refused, or its cell is
/// empty.
#[test]
fn ser_on_boards() {
    let rate = |more: &[&str], input: &str| answered(&[&["rate", "--board"], more].concat(), input);
    let windows = format!("{WINDOWS}\n");
    assert_eq!(
        rate(&["windoku", "-l", "W,SE"], &windows),
        format!("line,puzzle,status,board,clues,W,SE,SE EP,SE ED\n1,{WINDOWS},ok,windoku,16,3,7.2,1.2,1.2\n")
    );
    assert_eq!(rate(&["windoku", "-l", "SE", "--format", "plain"], &windows), "7.2/1.2/1.2\n");
    assert_eq!(rate(&["x", "-l", "SER", "--format", "plain"], &format!("{X}\n")), "9.1\n");
    let table = format!("board,puzzle\njigsaw:{LAYOUT},{JIGSAW}\nnc,{NEXT}\n");
    let rated = rate(&["column", "-l", "SER,BRT"], &table);
    let lines: Vec<&str> = rated.lines().collect();
    assert!(
        lines[1].ends_with(",18,7.9,unsolved") && lines[2].contains(",ok,nc,") && lines[2].contains(",,")
    );
    for command in ["rate --board antiknight -l W,SER p", "explain --board antiknight -l SER p"] {
        let args: Vec<&str> = command.split(' ').collect();
        refused(&sudoscope(&args), "--board antiknight: SER is not defined on boards with links");
    }
}

/// The path by SER is one hint a round, on nine windows; its proof is verified, and only as it is.
#[test]
fn steps_of_ser_on_boards() {
    let explain = |more: &[&str]| stdout(&sudoscope(&[&["explain", "--board", "windoku"], more].concat()));
    let text = explain(&["-l", "SE", WINDOWS]);
    let first = format!("{WINDOWS}\nboard windoku9, scale SE\nhidden-single-in-block[1.2]: ");
    assert!(text.starts_with(&first) && text.contains(" ==> "), "{text}");
    let last = "rating-type = SE, rating = 7.2, EP = 1.2, ED = 1.2, MOST COMPLEX RULE = forcing-chain[7.2]";
    assert!(text.contains(last), "{text}");
    let words = explain(&["-l", "SE", "--words", WINDOWS]);
    assert!(words.contains("    In box 4 only r4c3 can be 9.\n"), "{words}");
    let by_windows = ".9...7....6........3..21.....2..9..4........1....7..5.8.............37........3..";
    let words = explain(&["-l", "SE", "--words", by_windows]);
    assert!(words.contains("    In window 7 then only r2c1 can be 1.\n"), "{words}");
    let json = explain(&["-l", "SER", "--format", "json", WINDOWS]);
    let verified = stdout(&piped(&["verify", "-"], json.as_bytes()));
    assert!(verified.contains(" steps verified"), "{verified}");
    let wrong = piped(&["verify", "-"], json.replacen("\"rating\": 1.2", "\"rating\": 1.5", 1).as_bytes());
    assert!(
        stdout(&wrong).contains("the rating does not follow") || stderr(&wrong).contains("does not follow")
    );
    let hardest = explain(&["-l", "SER", "--format", "svg", WINDOWS]);
    assert!(hardest.contains("forcing-chain[7.2]") && hardest.contains("</svg>"), "{hardest}");
    assert!(explain(&["-l", "SER", "--format", "html", WINDOWS]).contains("hidden-single-in-block[1.2]"));
    assert!(explain(&["-l", "SER", "--next", WINDOWS]).contains("hidden-single-in-block[1.2]"));
    let why = explain(&["-l", "SER", "--why", "r1c1<>1", WINDOWS]);
    assert!(why.contains("hidden-single-in-block[1.2]: "), "{why}");
}

/// By a ladder with ratings a rule is named with its size. (Techniques of SER have their difficulty there.)
#[test]
fn a_ladder_with_ratings_names_sizes() {
    const LADDER: &str = "my=1.0=brt,2.0=lc,4.5=whip:2-5";
    let puzzle = ".........2......6....4.6...1........9.68..........42....173..4.......8..8..2..3..";
    let text = stdout(&sudoscope(&["explain", "--board", "x", "-l", LADDER, puzzle]));
    assert!(text.contains("rating = 4.5, MOST COMPLEX RULE = whip[2]"), "{text}");
}

/// Messages say what is wrong: the number of cells, the board, options of the plain board.
#[test]
fn mistakes_about_boards() {
    let output = piped(&["solve", "--board", "x"], format!("{SIX}\n").as_bytes());
    assert!(stderr(&output).contains("-:1:37: 36 cells where the board has 81; boards of 36: 6x6, latin6"));
    // A digit stands twice on a diagonal; on the plain board it would not be wrong.
    let twice = format!("1........{}1.......1", ".".repeat(63));
    let output = piped(&["solve", "--board", "x"], format!("{}\n", &twice[..81]).as_bytes());
    assert_eq!((code(&output), stderr(&output)), (Some(1), "-:1: no solution\n".to_string()));
    for (args, expected) in [
        ("solve --board windokuu p", "--board windokuu: no such board; did you mean 'windoku'?"),
        ("solve --board 16x16 p", "--board 16x16: boards with more than 9 digits are not possible"),
        ("rate --board killer p", "--board killer: killer cages are not possible"),
        ("rate --board x -l w p", "there is no ladder 'w'; did you mean 'W'?"),
        (
            "rate --board x -l minutes p",
            "minutes cannot be used with --board: nobody was timed on other boards",
        ),
        (
            "rate --board x -l HoDoKu p",
            "HoDoKu cannot be used with --board: it is a scale of the plain board",
        ),
        (
            "rate --board x -l my=brt,whip:1,ur1 p",
            "my cannot be used with --board: ur1 is a rule of the plain board",
        ),
        (
            "rate --board x+windoku9+dg+girandola+asterisk+cd -l TE1 p",
            "TE1: trial is for boards of at most 512 variables",
        ),
        (
            "rate --board x+windoku9+girandola+asterisk+cd -l TyW p",
            "TyW: typed-whip is for boards of at most 8 types of variables",
        ),
        ("rate --board x --wide p", "--wide cannot be used with --board"),
        ("solve --board x --sukaku p", "--sukaku cannot be used with --board"),
        ("generate --board x --symmetry full", "--symmetry cannot be used with --board"),
        ("generate --board column", "--board column: no such board"),
        ("generate --board 4x4 --clues 17", "the board 4x4 has 16 cells"),
        ("generate --board 4x4+antiking+nc", "no full grid of the board 4x4+antiking+nc was found"),
    ] {
        refused(&sudoscope(&args.split(' ').collect::<Vec<_>>()), expected);
    }
}

/// Paths on boards: texts name the houses, links their reasons, and `verify` reads the proofs.
#[test]
fn paths_on_boards() {
    for (board, ladder, puzzle, expected) in [
        ("windoku", "LC", WINDOWS, "whip[1]: w4n8{r7c7 .} ==> r9c8≠8"),
        ("6x6", "W", SIX, &format!("{SIX_SOLVED}\nPUZZLE SOLVED. rating-type = W, rating = 0")),
        ("x", "B", X, "hidden-single-in-d1 ==> r5c5=6"),
        ("x", "B", X, "braid[3]: d1n4{r1c1 r9c9} - c8n4{r7 r1} - d2n4{r1c9 .} ==> r2c3≠4"),
        ("nc", "W", NEXT, "whip[1]: r1c7{n5 .} ==> r1c8≠6"),
        ("x", "H", KITE, "Two-String Kite: r4n4{c4 c6} - c8n4{r2 r8} ==> r3c3≠4"),
        ("x", "H", KITE, "rating = Extreme, score = 76322, MOST COMPLEX RULE = Trial"),
        ("x", "own=brt,lc,turbot-fish,trial", KITE, "turbot-fish: c7n8{r8 r1} - d1n8{r1c1 r5c5} ==> r8c5≠8"),
    ] {
        let text = stdout(&sudoscope(&["explain", "--board", board, "-l", ladder, puzzle]));
        let name = ladder.split('=').next().unwrap();
        assert!(text.starts_with(&format!("{puzzle}\nboard {board}, scale {name}\n")), "{text}");
        assert!(text.contains(expected), "{board}: {expected}: {text}");
    }
    let by_players = stdout(&sudoscope(&["explain", "--board", "x", "-l", "H", "--format", "jsonl", KITE]));
    let right = stdout(&piped(&["verify", "-"], by_players.as_bytes()));
    assert!(right.contains(&format!("{KITE}: x: H solved Extreme, ")), "{right}");
    let wrong = by_players.replace("\"two-string-kite\"", "\"skyscraper\"");
    let wrong = stderr(&piped(&["verify", "-"], wrong.as_bytes()));
    assert!(wrong.contains("skyscraper: the links are not those of the rule"), "{wrong}");
    let stages = ["explain", "--board", "x", "-l", "H", "--next", "--stage", "2", KITE];
    assert!(
        stdout(&sudoscope(&stages))
            .contains("Pointing: each place of the digit in a house excludes the targets")
    );
    let proof = stdout(&sudoscope(&["explain", "--board", "nc", "--format", "jsonl", NEXT]));
    assert!(proof.contains(r#""left":"n5r1c7","from":0,"by":"r1","#), "{proof}");
    assert!(proof.contains(r#"["n6r1c7",0,"next"]"#) && proof.contains(r#""board":"nc""#), "{proof}");
    let right = stdout(&piped(&["verify", "-"], proof.as_bytes()));
    assert!(right.contains(&format!("{NEXT}: nc: W solved 2, ")), "{right}");
    let wrong = piped(&["verify", "-"], proof.replace("\"next\"", "\"king\"").as_bytes());
    assert!(stderr(&wrong).contains("whip[1]: link 1: the left-linking candidate is not excluded"));
    assert_eq!(code(&wrong), Some(1));
    let unread = piped(&["verify", "-"], proof.replace("\"next\"", "\"knigth\"").as_bytes());
    assert!(stderr(&unread).contains("'knigth' is not cell, a house like d1, knight, king or next"));
}

/// Lines of a file, each on its own board, one line of it, and puzzles without a path.
#[test]
fn paths_of_files_on_boards() {
    let file = directory("board-paths").join("list.csv");
    let two = format!("{}{}", "1".repeat(2), ".".repeat(34));
    write(&file, format!("board,puzzle\n6x6,{SIX}\n4x4,{FOUR}\n6x6,{two}\n6x6,{}\n", ".".repeat(36)))
        .unwrap();
    let output = sudoscope(&["explain", "--board", "column", "--format", "jsonl", text_of(&file)]);
    let lines = stdout(&output);
    assert_eq!((lines.lines().count(), code(&output)), (2, Some(1)));
    let said = stderr(&output);
    assert!(
        said.contains(":4: board 6x6: the puzzle has no solution")
            && said.contains(":5: board 6x6: the puzzle has more")
    );
    let verified = stdout(&piped(&["verify", "-"], lines.as_bytes()));
    assert!(
        verified.contains(": 4x4: W solved 0, 12 steps verified\n2 proofs verified, 0 wrong"),
        "{verified}"
    );
    let third = format!("{}:3", text_of(&file));
    let text = stdout(&sudoscope(&["explain", "--board", "column", &third]));
    assert!(text.starts_with(&format!("{FOUR}\nboard 4x4, scale W\n")), "{text}");
    let unchecked = sudoscope(&["explain", "--board", "6x6", "--no-validate", "--format", "json", &two]);
    let text = stdout(&unchecked);
    assert!(text.contains("\"outcome\": \"no-solution\"") && code(&unchecked) == Some(1), "{text}");
    assert!(stdout(&piped(&["verify", "-"], text.as_bytes())).contains("6x6: W no solution"));
    for (args, expected) in [
        ("explain --board x 123", "not a puzzle: column 4: 3 cells where the board has 81"),
        ("explain --board x --format svg --words p", "--words cannot be used with --format svg"),
        ("explain --board x --step 2 p", "--step chooses the step that --format svg draws"),
        ("print --board x --stars -l W p", "--stars cannot be used with --board"),
        ("print --board x -l X p", "X cannot be used with --board: sk-loop is a rule of the plain board"),
        ("print --board x -l S,W p", "a sheet has the rating of one ladder"),
        ("print --board windokuu p", "did you mean 'windoku'?"),
    ] {
        refused(&sudoscope(&args.split(' ').collect::<Vec<_>>()), expected);
    }
}

/// Puzzles made on a board are minimal there, the same for any number of threads, and go on after a stop.
#[test]
fn puzzles_are_made_on_a_board() {
    for board in ["6x6", "x", "antiknight", "latin7+pandiag", &format!("jigsaw:{LAYOUT}+d1")] {
        let made = |more: &[&str]| {
            let args = ["generate", "--board", board, "--seed", "3", "--solution"];
            stdout(&sudoscope(&[&args, more].concat()))
        };
        let list = made(&["--count", "5", "-j", "2"]);
        assert!(list == made(&["--count", "5", "-j", "1"]) && list.starts_with(&made(&["--count", "2"])));
        assert_eq!(list.lines().count(), 6, "{board}");
        let checked = answered(&["check", "--board", board, "--solution"], &list);
        for (line, row) in list.lines().zip(checked.lines()).skip(1) {
            let [puzzle, solution] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
            assert!(row.contains(&format!(",{puzzle},ok,{board},")), "{row}");
            assert!(row.contains(",1,yes,,") && row.ends_with(&format!(",{solution}")), "{row}");
        }
    }
    let clues = stdout(&sudoscope(&[
        "generate", "--board", "6x6", "--seed", "1", "--count", "4", "--clues", "14-16",
    ]));
    let counts: Vec<usize> =
        clues.lines().map(|line| line.bytes().filter(|byte| *byte != b'.').count()).collect();
    assert!(counts.len() == 4 && counts.iter().all(|count| (14..=16).contains(count)), "{clues}");
    let folder = directory("boards");
    let [list, other] = ["list", "other"].map(|name| folder.join(name));
    let to = |path| ["generate", "--board", "x", "--seed", "1", "--count", "3", "-o", text_of(path)];
    assert_eq!(code(&sudoscope(&to(&list))), Some(0));
    write(&other, "kept").unwrap();
    assert_eq!(code(&sudoscope(&to(&other))), Some(0));
    assert_eq!(read_to_string(&list).unwrap(), read_to_string(&other).unwrap());
}

/// Reads the digits of a drawing of a board with `size` rows by their places: as they stand, and the clues.
fn digits_in(svg: &Document, size: usize) -> [String; 2] {
    let mut cells = [vec![b'.'; size * size], vec![b'.'; size * size]];
    for digit in svg.descendants().filter(|node| node.has_tag_name("text")) {
        let at = |name: &str| digit.attribute(name).unwrap().parse::<f64>().unwrap();
        let cell = size * (((at("y") - 12.6) / 60.0) as usize) + (at("x") / 60.0) as usize;
        cells[0][cell] = digit.text().unwrap().as_bytes()[0];
        if digit.parent().unwrap().attribute("class") == Some("clues") {
            cells[1][cell] = cells[0][cell];
        }
    }
    cells.map(|cells| String::from_utf8(cells).unwrap())
}

/// Pictures show regions by thick lines, diagonals, and shades of further houses.
#[test]
fn boards_are_drawn() {
    let drawn = |board: &str, more: &[&str], puzzle: &str| {
        stdout(&sudoscope(&[&["print", "--board", board], more, &[puzzle]].concat()))
    };
    for (board, more, puzzle, size) in
        [("x", &[][..], X, 9), ("6x6", &["--solution"], SIX, 6), ("4x4", &[], FOUR, 4)]
    {
        let svg = drawn(board, more, puzzle);
        let svg = Document::parse(&svg).unwrap();
        let title = if more.is_empty() { "The puzzle" } else { "The solution" };
        assert_eq!(svg.root_element().attribute("aria-label"), Some(&*format!("{title}, board {board}")));
        let all = if more.is_empty() { puzzle } else { SIX_SOLVED };
        assert_eq!(digits_in(&svg, size), [all, puzzle]);
    }
    let count = |svg: &str, what: &str| svg.matches(what).count();
    let empty = |board: &str| drawn(board, &["--no-validate"], &".".repeat(81));
    for (board, shades, diagonals) in [
        ("x", 0, 2),
        ("d2+windoku", 4, 1),
        ("windoku9", 4, 0),
        ("girandola+cd", 2, 0),
        ("dg", 0, 0),
        ("nc+antiknight", 0, 0),
    ] {
        let svg = empty(board);
        assert_eq!((count(&svg, "fill-opacity"), count(&svg, "0L")), (shades, diagonals), "{board}");
    }
    // A side between two regions is a thick line of its own.
    let layout = LAYOUT.as_bytes();
    let sides = (0..81).map(|cell| {
        let differs = |is_there: bool, other: usize| is_there && layout[cell] != layout[cell - other];
        usize::from(differs(cell % 9 > 0, 1)) + usize::from(differs(cell > 8, 9))
    });
    let jigsaw = empty(&format!("jigsaw:{LAYOUT}"));
    let thick = jigsaw.lines().find(|line| line.contains("class=\"thick\"")).unwrap();
    assert_eq!(count(thick, "h60") + count(thick, "v60"), sides.sum::<usize>());
    assert!(jigsaw.contains("The puzzle, board jigsaw\""));
    assert_eq!(empty("plain"), stdout(&sudoscope(&["print", "--no-validate", &".".repeat(81)])));
}

/// A sheet has puzzles of any board, with ratings, columns, headings and solutions.
#[test]
fn boards_are_printed() {
    let folder = directory("board-sheet");
    let two = format!("12{}", ".".repeat(34));
    let list = format!("board,day,puzzle\n6x6,mon,{SIX}\n4x4,tue,{FOUR}\nx,tue,{X}\n6x6,tue,{two}\n");
    let file = folder.join("list.csv");
    write(&file, list).unwrap();
    let args = ["print", "--board", "column", "--solution", "-l", "W", "--keep", "day", "--heading", "day"];
    let output = sudoscope(&[&args[..], &["--format", "html", text_of(&file)]].concat());
    let html = stdout(&output);
    assert_eq!(code(&output), Some(1));
    assert!(stderr(&output).contains("list.csv:5: day tue: more than one solution"), "{}", stderr(&output));
    let between = |text: &str, from: &str, to: &str| -> Vec<String> {
        let parts = text.split(from).skip(1).filter_map(|part| part.split_once(to));
        parts.map(|(part, _)| part.to_string()).collect()
    };
    let titles = between(&html, "aria-label=\"", "\"");
    let expected = ["Puzzle 1, board 6x6", "Puzzle 2, board 4x4", "Puzzle 3, board x"];
    assert_eq!(titles[..3], expected);
    assert_eq!(titles[3..], expected.map(|title| title.replace("Puzzle", "Solution")));
    assert_eq!(
        between(&html, "<figcaption><b>", "</figcaption>"),
        ["1</b> W 0 · mon", "2</b> W 0 · tue", "3</b> W 9 · tue", "1</b> ", "2</b> ", "3</b> "]
    );
    assert_eq!(between(&html, "<span>list</span> <span>", "</span>")[..2], ["mon", "tue"]);
    let last = format!("<svg{}</svg>", between(&html, "<svg", "</svg>").pop().unwrap());
    assert_eq!(digits_in(&Document::parse(&last).unwrap(), 9), [X_SOLVED, X]);
    // A link is printed on its board; pictures of a file go into a folder.
    assert!(stdout(&sudoscope(&["print", LINK])).contains("The puzzle, board 4x4"));
    let pictures = folder.join("pictures/");
    let to = text_of(&pictures);
    sudoscope(&["print", "--board", "column", "--solution", "-o", to, text_of(&file)]);
    assert_eq!(read_dir(&pictures).unwrap().count(), 6);
}

/// Every step is drawn with its marks, told in sentences, and shown in a page.
#[test]
fn paths_on_boards_are_drawn_and_told() {
    let folder = directory("board-pictures");
    for (at, (board, ladder, puzzle)) in [
        ("x", "B", X),
        ("nc", "W", NEXT),
        ("6x6", "W", SIX),
        ("windoku", "S+W", WINDOWS),
        ("x", "H", KITE),
        ("windoku", "own=brt,lc,remote-pair,simple-colours,nice-loop:2-4,oddagon:3-7,trial", PAIRS),
        ("x", "own=brt,lc,forcing-whip:3-6,trial", X),
    ]
    .into_iter()
    .enumerate()
    {
        let explain = |args: &[&str]| {
            stdout(&sudoscope(&[&["explain", "--board", board, "-l", ladder], args, &[puzzle]].concat()))
        };
        let proof: Value = serde_json::from_str(&explain(&["--format", "json", "--words"])).unwrap();
        let rounds = proof["rounds"].as_array().unwrap();
        let steps: Vec<&Value> = rounds.iter().flat_map(|round| round["steps"].as_array().unwrap()).collect();
        let pictures = folder.join(format!("{at}/"));
        explain(&["--format", "svg", "-o", text_of(&pictures)]);
        assert_eq!(read_dir(&pictures).unwrap().count(), steps.len());
        let (text, page) = (explain(&["--words"]), explain(&["--format", "html"]));
        for (number, step) in (1..).zip(steps) {
            let svg = read_to_string(pictures.join(format!("step-{number:03}.svg"))).unwrap();
            let svg = Document::parse(&svg).unwrap();
            let said = step["text"].as_str().unwrap();
            assert_eq!(svg.root_element().attribute("aria-label"), Some(said));
            let marked = |class: &str| -> BTreeSet<String> {
                let nodes = svg.descendants().filter(|node| node.attribute("class") == Some(class));
                nodes.filter_map(|node| node.attribute("data-label")).map(String::from).collect()
            };
            let named = |list: &Value| -> BTreeSet<String> {
                list.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_string()).collect()
            };
            assert_eq!(marked("cross"), named(&step["eliminates"]), "{said}");
            assert_eq!(marked("placed"), named(&step["asserts"]), "{said}");
            let links = step["because"]["chain"]["links"].as_array();
            for link in links.into_iter().flatten().filter(|_| links.unwrap().len() > 1) {
                assert!(marked("left").contains(link["left"].as_str().unwrap()), "{said}");
            }
            let words: Vec<&str> =
                step["words"].as_array().unwrap().iter().map(|words| words.as_str().unwrap()).collect();
            assert!(!words.is_empty() && words.iter().all(|words| !words.is_empty()), "{said}");
            assert!(text.contains(&format!("{said}\n    {}\n", words.join("\n    "))), "{said}");
            assert!(page.contains(&said.replace('>', "&#62;")), "{said}");
        }
        assert!(page.contains("data-copy=\"81\"") && !page.contains("data-copy=\"library\""));
        assert!(stdout(&piped(&["verify", "-"], proof.to_string().as_bytes())).contains("steps verified"));
    }
    assert!(stdout(&sudoscope(&["explain", LINK])).starts_with(&format!("{FOUR}\nboard 4x4, scale W\n")));
    let words = |args: &[&str]| stdout(&sudoscope(&[&["explain", "--words", "--board"], args].concat()));
    assert!(words(&["x", "-l", "B", X]).contains("    In diagonal d1 only r5c5 can be 6.\n"));
    let list = folder.join("list.csv");
    write(&list, format!("board,puzzle\n6x6,{SIX}\n4x4,{FOUR}\n")).unwrap();
    let page = sudoscope(&["explain", "--board", "column", "--format", "html", text_of(&list)]);
    let html = stdout(&page);
    assert!(html.contains("<h1>list.csv</h1>") && html.contains("<span>line 3, board 4x4</span>"), "{html}");
    let two = sudoscope(&["explain", "--board", "column", "--format", "svg", text_of(&list)]);
    refused(&two, "pictures are drawn of one puzzle: name its line, as FILE:LINE");
}

/// The page of boards has each base, each part with its meaning, and pictures. `RENEW=1` draws them.
#[test]
fn boards_are_documented() {
    let page = read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/boards.md")).unwrap();
    for base in &BASES[..5] {
        assert!(page.contains(&format!("`{}`", base.name)), "{}", base.name);
    }
    for part in &PARTS {
        assert!(page.contains(&format!("| `{}` | {} |", part.name, part.about)), "{}", part.name);
    }
    for name in ["x", "windoku", "girandola", "asterisk", "cd", "jigsaw", "6x6", "8x8"] {
        let board = if name == "jigsaw" { format!("jigsaw:{LAYOUT}") } else { name.to_string() };
        let board = board.parse().unwrap();
        let drawn = Frame::of(&board).grid(&Contents::default(), &format!("The board {name}")).document();
        let file = format!("{}/docs/board-{name}.svg", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("RENEW").is_some() {
            write(&file, &drawn).unwrap();
        }
        assert!(read_to_string(&file).unwrap() == drawn, "{name}: RENEW=1");
        assert!(page.contains(&format!("(board-{name}.svg)")), "{name}");
    }
}
