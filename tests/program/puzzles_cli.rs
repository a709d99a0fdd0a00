//! The built binary's commands on puzzles themselves (minlex, check and dedupe), driven as a user would.

use crate::binary::{
    W5, code, directory, ends, entries, piped, refused, rows, stderr, stdout, sudoscope, text_of, within,
};
use crate::common::{Dice, Symmetry, random_10k, shared};
use crate::escape::unescape;
use std::collections::HashMap;
use std::fs::{read, read_to_string, write};
use sudoscope::brute;
use sudoscope::grid::{Cell, Grid, notation, parse_puzzle};
use sudoscope::input::read_puzzle;

const W5_MINLEX: &str = "........1.....2....34.1..56.......78..1.4..6.56.3...9...2.6.....1.5..3.27....8...";
const SPARE: &str = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";

/// Returns lines of puzzles mixed with isomorphs, and the puzzle of each line.
fn mixed(puzzles: usize, lines: usize) -> (Vec<String>, Vec<usize>) {
    let sources = random_10k();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let kinds: Vec<usize> = (0..lines).map(|_| dice.below(puzzles)).collect();
    let line = |(at, &kind): (usize, &usize)| {
        let image = Symmetry::random(&mut dice).apply(&sources[kind]);
        // Blanks are written in every way; tails belong to the user.
        let blank = ["0", "*", "_", "-", "."][at % 5];
        format!("{},line {at}{}", image.replace('.', blank), "x".repeat(at % 50))
    };
    (kinds.iter().enumerate().map(line).collect(), kinds)
}

// ---- minlex ----

#[test]
fn minlex_prints_forms() {
    let image = Symmetry::random(&mut Dice(5)).apply(W5);
    let input = format!("# two isomorphs\n{W5}\n{image} a tail\n{}\n1234\n", ".".repeat(81));
    let output = piped(&["minlex"], input.as_bytes());
    let text = stdout(&output);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let head = ["line", "puzzle", "status", "minlex", "transformation", "automorphisms"];
    assert_eq!(rows[0], head);
    assert_eq!(rows[1][..4], ["2", W5, "ok", W5_MINLEX]);
    assert_eq!(rows[2][..4], ["3", &image, "ok", W5_MINLEX]);
    assert_eq!(rows[3][5], "3359232");
    assert_eq!(rows[4][..3], ["5", "1234", "invalid: column 5: 4 cells where a puzzle has 81"]);
    assert_eq!(rows[4][3..], ["", "", ""]);
    assert_eq!(code(&output), Some(1));
    assert_eq!(stderr(&output), "-:5:5: 4 cells where a puzzle has 81\n");
    for row in &rows[1..3] {
        let symmetry: sudoscope::canon::Symmetry = row[4].parse().unwrap();
        let clues = parse_puzzle(row[1].as_bytes()).unwrap();
        assert_eq!(notation::clues(&symmetry.apply(&clues)), W5_MINLEX);
    }
    let output = piped(&["minlex", "--format", "plain"], input.as_bytes());
    let expected = format!("{W5_MINLEX}\n{W5_MINLEX}\n{}\ninvalid\n", ".".repeat(81));
    assert_eq!((code(&output), stdout(&output)), (Some(1), expected));
}

#[test]
fn minlex_by_solution() {
    let image = Symmetry::random(&mut Dice(6)).apply(W5);
    let input = format!("{W5}\n{image}\n{}\n55{}\n", ".".repeat(81), ".".repeat(79));
    let output = piped(&["minlex", "--by", "solution"], input.as_bytes());
    let text = stdout(&output);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][3..5], ["solution minlex", "carried puzzle"]);
    assert_eq!(rows[1][3..5], rows[2][3..5]);
    assert!(rows[1][3].starts_with("12345678945"), "{}", rows[1][3]);
    let agree = |(full, cell): (char, char)| cell == '.' || cell == full;
    assert!(rows[1][3].chars().zip(rows[1][4].chars()).all(agree));
    assert_eq!((rows[3][2], rows[3][3]), ("multiple-solutions", ""));
    assert_eq!((rows[4][2], rows[4][3]), ("no-solution", ""));
    assert_eq!(code(&output), Some(1));
}

#[test]
fn rows_are_the_same_for_any_number_of_threads_and_any_way_of_reading() {
    let directory = directory("puzzles-threads");
    let path = directory.join("in.txt");
    let (mut lines, _) = mixed(200, 1200);
    lines.insert(300, "no puzzle".into());
    write(&path, lines.join("\n")).unwrap();
    let path = text_of(&path);
    let commands: [&[&str]; 4] =
        [&["minlex"], &["minlex", "--by", "solution"], &["check"], &["dedupe", "--by", "isomorph"]];
    for command in commands {
        let args = [command, &[path, "--skip", "10", "--take", "1000"]].concat();
        let one = sudoscope(&[&args[..], &["-j", "1"]].concat());
        assert_eq!(code(&one), Some(1), "{command:?}");
        for more in [&["-j", "2"][..], &["-j", "7"]] {
            let other = sudoscope(&[&args[..], more].concat());
            assert!(other.stdout == one.stdout, "{command:?} {more:?}");
        }
        let stdin = [command, &["-", "--skip", "10", "--take", "1000"]].concat();
        let other = piped(&stdin, &read(path).unwrap());
        assert!(other.stdout == one.stdout, "{command:?}");
    }
}

/// A bad line is reported with the same line number, message and exit status as in rate.
#[test]
fn bad_lines_are_answered_as_rate_does() {
    let lines = include_str!("../data/bad-lines.txt").lines().filter(|line| !line.starts_with('#'));
    let bytes = |line: &str| unescape(line.splitn(4, '\t').last().unwrap());
    let input: Vec<u8> = lines.flat_map(|line| [bytes(line), b"\n".to_vec()].concat()).collect();
    let told = |args: &[&str]| {
        let output = ends(1, piped(args, &input));
        let invalid = |row: &&csv::StringRecord| row[2].starts_with("invalid");
        let fields = |row: &csv::StringRecord| [0, 1, 2].map(|at| row[at].to_string());
        rows(&output).iter().filter(invalid).map(fields).collect::<Vec<_>>()
    };
    let by_rate = told(&["rate", "-l", "BRT", "--no-validate"]);
    assert!(by_rate.len() > 40);
    assert_eq!(told(&["check"]), by_rate);
    // Sukakus are puzzles, but have no minlex.
    let (sukakus, others): (Vec<_>, Vec<_>) =
        told(&["minlex"]).into_iter().partition(|row| row[2].contains("a sukaku has no clues"));
    assert_eq!((sukakus.len(), others), (2, by_rate));
}

// ---- check ----

#[test]
fn check_tells_what_a_puzzle_is() {
    let full = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let (one_less, empty) = (format!(".{}", &full[1..]), ".".repeat(81));
    let cases = [
        (W5, "ok,24,1,yes,,none,1"),
        (&one_less, "ok,80,1,no,"),
        (&empty, "multiple-solutions,0,>2,,,full,3359232"),
        (&format!("55{}", &empty[2..]), "no-solution,2,0,,,"),
        (&W5[..80], "invalid: column 81: 80 cells where a puzzle has 81,,,,,,"),
    ];
    let input: String = cases.iter().map(|case| format!("{}\n", case.0)).collect();
    let output = piped(&["check"], input.as_bytes());
    let text = stdout(&output);
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("line,puzzle,status,clues,solutions,minimal,redundant clues,symmetry,automorphisms")
    );
    for (k, (line, (puzzle, expected))) in lines.zip(&cases).enumerate() {
        let begin = format!("{},{puzzle},{expected}", k + 1);
        assert!(line.starts_with(&begin), "{line}\n{begin}");
    }
    assert_eq!(code(&output), Some(1));

    ends(0, piped(&["check"], W5.as_bytes()));
}

/// Sizes and numbers of backdoors have their own columns; a row without them has empty fields.
#[test]
fn check_counts_backdoors() {
    let full = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let input = format!("{W5}\n.{}\n55{}\n12\n", &full[1..], ".".repeat(79));
    let output = piped(&["check", "--backdoors"], input.as_bytes());
    let rows = rows(&output);
    let fields = |row: usize| (9..13).map(|at| rows[row][at].to_string()).collect::<Vec<_>>();
    let numbers: Vec<u64> = fields(0).iter().map(|field| field.parse().unwrap()).collect();
    assert!(numbers.iter().all(|&number| number > 0), "{numbers:?}");
    assert_eq!(fields(1), ["0", "1", "0", "1"]);
    assert_eq!((fields(2), fields(3)), (vec![String::new(); 4], vec![String::new(); 4]));

    // The puzzle needs many deletions; the budget suffices for pairs.
    let hard = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
    let row = stdout(&piped(&["check", "--backdoors", "--budget", "1000000"], hard.as_bytes()));
    assert!(row.ends_with(",>2,\n"), "{row}");
}

/// A clue is redundant exactly if the puzzle without it has one solution, as a second check confirms.
#[test]
fn redundant_clues_can_be_left_out() {
    let dice = &mut Dice(3);
    let puzzles: Vec<String> = random_10k()
        .into_iter()
        .take(20)
        .map(|puzzle| {
            // Adds some clues of the solution.
            let clues = parse_puzzle(puzzle.as_bytes()).unwrap();
            let grid = Grid::from_clues(&clues);
            let grid = brute::unique_solution(&grid).unwrap();
            let full = notation::puzzle(&grid);
            let cells = puzzle.chars().zip(full.chars());
            cells.map(|(cell, digit)| if dice.below(20) == 0 { digit } else { cell }).collect()
        })
        .collect();
    let output = piped(&["check"], puzzles.join("\n").as_bytes());
    let mut fewer = Vec::new();
    let mut expected = Vec::new();
    for row in rows(&output) {
        assert_eq!(&row[5], if row[6].is_empty() { "yes" } else { "no" });
        let redundant: Vec<&str> = row[6].split_whitespace().collect();
        for (cell, _) in row[1].char_indices().filter(|(_, digit)| *digit != '.') {
            let mut puzzle = row[1].to_string();
            puzzle.replace_range(cell..cell + 1, ".");
            fewer.push(puzzle);
            let name = format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
            expected.push(if redundant.contains(&name.as_str()) { "1" } else { ">1" }.to_string());
        }
    }
    let output = piped(&["check", "--limit", "1"], fewer.join("\n").as_bytes());
    let counts: Vec<String> = rows(&output).iter().map(|row| row[4].to_string()).collect();
    assert!(counts == expected && expected.contains(&"1".to_string()));
}

/// Solutions are counted up to the limit, within the budget.
#[test]
fn check_counts_solutions() {
    let full = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let open: String = full.chars().map(|c| if "123".contains(c) { '.' } else { c }).collect();
    let solutions = |args: &[&str], puzzle: &str| {
        let output = piped(&[&["check"], args].concat(), puzzle.as_bytes());
        stdout(&output).lines().nth(1).unwrap().split(',').nth(4).unwrap().to_string()
    };
    let clues = parse_puzzle(open.as_bytes()).unwrap();
    let (count, _) = brute::solutions(&Grid::from_clues(&clues), 100_000);
    assert!((3..100_000).contains(&count));
    assert_eq!(solutions(&[], &open), ">2");
    assert_eq!(solutions(&["--limit", "1000000"], &open), count.to_string());
    assert_eq!(solutions(&["--limit", &count.to_string()], &open), count.to_string());
    assert_eq!(solutions(&["--limit", &(count - 1).to_string()], &open), format!(">{}", count - 1));
    let output = ends(1, piped(&["check", "--budget", "3", "--limit", "1000"], ".".repeat(81).as_bytes()));
    assert!(stdout(&output).contains(",budget,0,,,,full,3359232\n"));
}

/// Lists, true candidates and estimates have their own columns.
#[test]
fn check_answers_questions() {
    let full = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let open: String = full.chars().map(|c| if "12".contains(c) { '.' } else { c }).collect();
    let input = format!("{open}\n{W5}\n{}\n55{}\n12\n", ".".repeat(81), ".".repeat(79));
    let args =
        ["check", "--list", "9", "--true-candidates", "--estimate", "99", "--count", "--budget", "5000"];
    let rows = rows(&ends(1, piped(&args, input.as_bytes())));
    assert!(rows.iter().all(|row| row.len() == 13));
    let status: Vec<&str> = rows.iter().map(|row| &row[2]).collect();
    assert_eq!(status[..4], ["multiple-solutions", "ok", "budget", "no-solution"]);
    // Exchanging ones and twos affects pairs of blocks of a stack together.
    let count: usize = rows[0][4].parse().unwrap();
    assert!((2..=9).contains(&count));
    let listed: Vec<&str> = rows[0][11].split(' ').collect();
    assert!(listed.len() == count && listed.contains(&full));
    let candidates = read_puzzle(rows[0][12].as_bytes()).unwrap().puzzle.grid();
    for cell in 0..81 {
        let expected = if open.as_bytes()[cell] == b'.' { 0b11 } else { 1 << (full.as_bytes()[cell] - b'1') };
        assert_eq!(candidates.digits_of(Cell::new(cell)), expected);
    }
    assert_eq!((rows[1][11].len(), rows[1][12].matches('.').count()), (81, 729 - 81));
    // Only uncounted solutions are estimated.
    assert!(
        rows[0][9].is_empty() && rows[1][10].is_empty() && rows[3][11].is_empty() && rows[3][12].is_empty()
    );
    let numbers = [9, 10].map(|at: usize| rows[2][at].parse::<f64>().unwrap());
    assert!(numbers[0] > 1e20 && numbers[1] > 1e19, "{numbers:?}");
    assert_eq!(rows[2][11].split(' ').count(), 9);
    assert_eq!(rows[2][12].len(), 729);

    for (args, message) in [
        (&["check", "--count", "--limit", "5"][..], "cannot be used with"),
        (&["check", "--seed", "5"], "--estimate <PROBES>"),
        (&["check", "--estimate", "1"], "1 is not in 2..=1000000"),
        (&["check", "--list", "0"], "0 is not in 1..=10000"),
    ] {
        let output = piped(args, W5.as_bytes());
        assert!(code(&output) == Some(2) && stderr(&output).contains(message), "{}", stderr(&output));
    }
}

#[test]
fn check_names_the_symmetries_of_the_pattern() {
    let pattern = |keeps: &dyn Fn(usize, usize) -> Vec<(usize, usize)>| -> String {
        // Clues in the images of two cells. The two cells alone have no symmetry.
        let mut cells = vec![b'.'; 81];
        for (row, column) in [(0, 1), (2, 5)] {
            for (row, column) in keeps(row, column) {
                cells[9 * row + column] = b'1';
            }
        }
        String::from_utf8(cells).unwrap()
    };
    let quarter = |row: usize, column: usize| {
        vec![(row, column), (column, 8 - row), (8 - row, 8 - column), (8 - column, row)]
    };
    let flip = |cells: Vec<(usize, usize)>| {
        let flipped: Vec<_> = cells.iter().map(|&(row, column)| (column, row)).collect();
        [cells, flipped].concat()
    };
    let cases = [
        ("none", pattern(&|r, c| vec![(r, c)])),
        ("rotational-180", pattern(&|r, c| vec![(r, c), (8 - r, 8 - c)])),
        ("rotational-90", pattern(&|r, c| quarter(r, c))),
        ("left-right", pattern(&|r, c| vec![(r, c), (r, 8 - c)])),
        ("top-bottom", pattern(&|r, c| vec![(r, c), (8 - r, c)])),
        ("both-mirrors", pattern(&|r, c| vec![(r, c), (r, 8 - c), (8 - r, c), (8 - r, 8 - c)])),
        ("diagonal", pattern(&|r, c| vec![(r, c), (c, r)])),
        ("antidiagonal", pattern(&|r, c| vec![(r, c), (8 - c, 8 - r)])),
        ("both-diagonals", pattern(&|r, c| flip(vec![(r, c), (8 - r, 8 - c)]))),
        ("full", pattern(&|r, c| flip(quarter(r, c)))),
    ];
    let input: String = cases.iter().map(|case| format!("{}\n", case.1)).collect();
    let output = piped(&["check", "--budget", "1"], input.as_bytes());
    let names: Vec<String> =
        stdout(&output).lines().skip(1).map(|line| line.split(',').nth(7).unwrap().to_string()).collect();
    assert_eq!(names, cases.map(|case| case.0));
}

// ---- dedupe ----

/// Returns the lines that dedupe should keep, and for each other line the one it repeats.
fn expected(lines: &[String], kinds: &[usize]) -> (String, Vec<(usize, usize)>) {
    let mut first = HashMap::new();
    let (mut kept, mut dropped) = (String::new(), Vec::new());
    for (at, (line, kind)) in lines.iter().zip(kinds).enumerate() {
        match first.get(kind) {
            Some(&earlier) => dropped.push((at + 1, earlier + 1)),
            None => {
                first.insert(kind, at);
                kept += &format!("{line}\n");
            }
        }
    }
    (kept, dropped)
}

#[test]
fn dedupe_keeps_the_first_of_each_class_whatever_the_memory() {
    let directory = directory("dedupe-memory");
    let (lines, kinds) = mixed(4000, 12_000);
    let input = directory.join("in.txt");
    write(&input, lines.join("\n")).unwrap();
    let (kept, dropped) = expected(&lines, &kinds);
    // 64K hold some hundred records, so there are many runs.
    for memory in ["64K", "1M", "512M"] {
        let (out, list) = (directory.join("out.txt"), directory.join("dropped.csv"));
        let (input, out, list) = (text_of(&input), text_of(&out), text_of(&list));
        let args = ["dedupe", input, "-o", out, "--duplicates", list, "--memory", memory];
        let output = sudoscope(&args);
        assert_eq!((code(&output), stdout(&output)), (Some(0), String::new()));
        let counts = format!(
            "sudoscope: {} kept, {} dropped, 0 rejected\n",
            lines.len() - dropped.len(),
            dropped.len()
        );
        assert_eq!(stderr(&output), counts);
        assert!(read_to_string(out).unwrap() == kept, "{memory}");
        let mut rows = csv::Reader::from_path(list).unwrap();
        assert_eq!(rows.headers().unwrap(), vec!["line", "repeats", "text"]);
        for (row, (at, first)) in rows.records().zip(&dropped) {
            let row = row.unwrap();
            assert_eq!(
                (&row[0], &row[1], &row[2]),
                (at.to_string().as_str(), first.to_string().as_str(), lines[at - 1].as_str())
            );
        }
        assert_eq!(read_to_string(list).unwrap().lines().count(), dropped.len() + 1);
        assert_eq!(entries(&directory), ["dropped.csv", "in.txt", "out.txt"]);
    }
    let output = piped(&["dedupe", "-", "--temp", text_of(&directory)], lines.join("\n").as_bytes());
    assert!(stdout(&output) == kept);
    assert_eq!(entries(&directory), ["dropped.csv", "in.txt", "out.txt"]);
    // In place.
    let input = text_of(&input);
    ends(0, sudoscope(&["dedupe", input, "-o", input]));
    assert!(read_to_string(input).unwrap() == kept);
}

#[test]
fn dedupe_keeps_lines_as_they_are() {
    let directory = directory("dedupe-lines");
    let (a, b) = (directory.join("a.csv"), directory.join("b.csv"));
    let other = W5.replace('.', "0");
    let image = Symmetry::random(&mut Dice(9)).apply(W5);
    let long = format!("2,{SPARE},{}", "long ".repeat(100_000));
    write(&a, format!("\u{feff}# note\nid,puzzle,x\r\n1,{W5},a\r\n\n{long}\n3,bad,\n4,{other},b")).unwrap();
    write(&b, format!("\u{feff}id,puzzle,x\n5,{image},c\n6,{},d", ".".repeat(81))).unwrap();
    let files = [text_of(&a), text_of(&b)];
    let run = |more: &[&str]| ends(1, sudoscope(&[&["dedupe", "--column", "2"], &files[..], more].concat()));
    let kept = format!("id,puzzle,x\r\n1,{W5},a\r\n{long}\n");
    let last = format!("6,{},d\n", ".".repeat(81));
    let output = run(&[]);
    assert!(stdout(&output) == format!("{kept}{last}"));
    let told = format!(
        "{}:6:3: id 3: 'b' is neither a digit nor a blank (. 0 * _ -)\nsudoscope: 3 kept, 2 dropped, 1 rejected\n",
        files[0]
    );
    assert_eq!(stderr(&output), told);
    let output = run(&["--by", "exact"]);
    assert!(stdout(&output) == format!("{kept}5,{image},c\n{last}"));
    let list = directory.join("list.csv");
    run(&["--duplicates", text_of(&list)]);
    let expected = format!(
        "line,repeats,text\n{a}:7,{a}:3,\"4,{other},b\"\n{b}:2,{a}:3,\"5,{image},c\"\n",
        a = files[0],
        b = files[1]
    );
    assert_eq!(read_to_string(&list).unwrap(), expected);
}

/// A header counts only at the beginning of a file; data frames leave the column of their index unnamed.
#[test]
fn headers_stand_before_puzzles() {
    let work = directory("dedupe-headers");
    let puzzles = random_10k();
    write(work.join("a.txt"), format!("{}\n", puzzles[0])).unwrap();
    write(work.join("b.csv"), format!(",puzzle\n0,{}\n1,{}\n", puzzles[1], puzzles[0])).unwrap();
    let kept = |files: &[&str]| {
        stdout(&ends(0, within(&work, &[&["dedupe"], files].concat())))
            .lines()
            .map(String::from)
            .collect::<Vec<_>>()
    };
    let of_b = format!("0,{}", puzzles[1]);
    assert_eq!(kept(&["a.txt", "b.csv"]), [&*puzzles[0], &of_b]);
    let other = format!("1,{}", puzzles[0]);
    assert_eq!(kept(&["b.csv", "a.txt"]), [",puzzle", &of_b, &other]);
    write(work.join("c.csv"), format!("\"puzzle\"\n\"{}\"\n", puzzles[2])).unwrap();
    for file in ["b.csv", "c.csv"] {
        for column in [&[][..], &["--column", "puzzle"]] {
            ends(0, within(&work, &[&["rate", file], column].concat()));
        }
    }
}

#[test]
fn dedupe_leaves_nothing_half_written() {
    let directory = directory("dedupe-errors");
    let input = directory.join("in.txt");
    write(&input, format!("{W5}\n")).unwrap();
    let (input, out) = (text_of(&input), directory.join("out.txt"));
    let out = text_of(&out);
    let missing = directory.join("missing");
    let beyond = missing.join("list.csv");
    let again = directory.join("..").join(directory.file_name().unwrap()).join("out.txt");
    let cases: &[(&[&str], &str)] = &[
        (&["dedupe", text_of(&missing), "-o", out], "No such file"),
        (&["dedupe", input, text_of(&missing), "-o", out], "No such file"),
        (&["dedupe", "-", "-o", out, "--temp", text_of(&missing)], "temporary files in"),
        (&["dedupe", input, "-o", out, "--memory", "1K"], "at least 64K"),
        (&["dedupe", input, "-o", out, "--memory", "much"], "a number of bytes"),
        (&["dedupe", input, "-o", out, "--memory", "99999999999G"], "a number of bytes"),
        (&["dedupe", input, "-o", out, "--duplicates", text_of(&beyond)], "cannot write"),
        (&["dedupe", input, "-o", out, "--duplicates", out], "the same place"),
        (&["dedupe", input, "-o", out, "--duplicates", text_of(&again)], "the same place"),
        (&["dedupe", input, "--duplicates", "-"], "the same place"),
        (&["dedupe", "-", "-"], "only once"),
        (&["dedupe"], "required"),
        (&["check", "--limit", "0"], "0 is not in 1.."),
        (&["minlex", text_of(&missing)], "No such file"),
        (&["check", text_of(&directory)], "directory"),
    ];
    for (args, expected) in cases {
        let output = sudoscope(args);
        refused(&output, expected);
        assert_eq!(stdout(&output), "", "{args:?}");
        assert_eq!(entries(&directory), ["in.txt"], "{args:?}");
    }
    // An empty input gives an empty output, with a message.
    let output = piped(&["dedupe", "-"], b"");
    assert_eq!((code(&output), stdout(&output)), (Some(1), String::new()));
    assert!(stderr(&output).contains("no puzzle is in it"));
}

/// Dedupe keeps all puzzles of collections known to hold no two isomorphic ones.
#[test]
fn dedupe_keeps_all_of_what_is_different() {
    for (name, puzzles) in [("royle17.txt", 49_158), ("cbg-000.csv", 21_375)] {
        let Some(path) = shared(name) else { return };
        let output = sudoscope(&["dedupe", text_of(&path), "--memory", "2M"]);
        assert!(output.stdout == read(&path).unwrap());
        let told = format!("sudoscope: {puzzles} kept, 0 dropped, 0 rejected\n");
        assert_eq!(stderr(&output), told);
    }
}
