//! Files in every supported form: the puzzle found on each line, and the messages about bad ones.

use crate::binary::{self, code, directory, piped, stderr, stdout, sudoscope, text_of};
use crate::common::{random_10k, shared};
use sudoscope::brute::unique_solution;
use sudoscope::grid::{Candidate, Candidates, Cell, Digit, Grid, notation};
use sudoscope::input::read_puzzle;

/// Returns the rows of `rate -l BRT` (line, puzzle, status), which must be the same from a pipe and a file,
/// on any number of threads.
fn rows(name: &str, input: &str) -> Vec<(u64, String, String)> {
    let file = directory(&format!("formats-{name}")).join("in.whatever");
    std::fs::write(&file, input).unwrap();
    let file = text_of(&file);
    let outputs = [
        piped(&["rate", "-l", "BRT", "-"], input.as_bytes()),
        sudoscope(&["rate", "-l", "BRT", file]),
        sudoscope(&["rate", "-l", "BRT", "-j", "3", file]),
    ];
    assert!(outputs.iter().all(|output| stdout(output) == stdout(&outputs[0])), "{name}");
    assert!(!stderr(&outputs[0]).contains("panicked"), "{name}");
    let field = |row: &csv::StringRecord| (row[0].parse().unwrap(), row[1].into(), row[2].into());
    binary::rows(&outputs[0]).iter().map(field).collect()
}

/// Asserts that exactly the puzzles in `expected` are found, on the lines named there, without complaint.
fn assert_found(name: &str, input: &str, expected: &[(u64, &str)]) {
    let found = rows(name, input);
    let places: Vec<(u64, &str)> = found.iter().map(|row| (row.0, row.1.as_str())).collect();
    assert_eq!(places, expected, "{name}");
    assert!(found.iter().all(|row| ["ok", "unsolved", "solved"].contains(&&*row.2)), "{name}: {found:?}");
}

fn solution(puzzle: &str) -> String {
    let clues = read_puzzle(puzzle.as_bytes()).unwrap().puzzle;
    notation::puzzle(&unique_solution(&clues.grid()).unwrap())
}

/// Returns the nine rows of a puzzle.
fn lines_of(puzzle: &str) -> Vec<&str> {
    (0..9).map(|row| &puzzle[9 * row..9 * row + 9]).collect()
}

#[test]
fn sdm_has_a_puzzle_a_line() {
    let all = random_10k();
    let text = format!("{}\r\n{}\r\n", all[0].replace('.', "0"), all[1].replace('.', "0"));
    assert_found("sdm", &text, &[(1, &all[0]), (2, &all[1])]);
}

#[test]
fn sdk_has_nine_rows_and_a_head() {
    let all = random_10k();
    let head = "#ASomeone\n#DA puzzle, 25 clues\n#CNone\n#B01-02-2006\n#SHere\n#LEasy\n";
    let grid = lines_of(&all[0]).join("\n");
    assert_found("sdk", &format!("{head}{grid}\n"), &[(7, &all[0])]);
    assert_found("sdk-bare", &grid, &[(1, &all[0])]);
    assert_found("sdk-crlf", &format!("{head}{grid}\n").replace('\n', "\r\n"), &[(7, &all[0])]);
    assert_found("sdk-blanks", &format!("\u{feff}{}", grid.replace('.', "-")), &[(1, &all[0])]);
    // Sections: a state with placed values is not the puzzle.
    let state = lines_of(&solution(&all[0])).join("\n");
    let text = format!("[Puzzle]\n{grid}\n[State]\n{state}\n[PencilMarks]\n1,,2\n,,3\n");
    assert_found("sdk-sections", &text, &[(2, &all[0])]);
    let text = format!("[Author]\nSomeone 2006\n[puzzle]\r\n{grid}\n[Solution]\n{state}\n");
    assert_found("sdk-author", &text, &[(4, &all[0])]);
    // A puzzle on a single line counts in any section.
    let text = format!("[Event]\n{}\n", all[1]);
    assert_found("sdk-event", &text, &[(2, &all[1])]);
}

#[test]
fn ss_has_a_frame() {
    let all = random_10k();
    let framed = |puzzle: &str| -> String {
        let mut text = "*-----------*\n".to_string();
        for (row, cells) in lines_of(puzzle).iter().enumerate() {
            text += &format!("|{}|{}|{}|\n", &cells[..3], &cells[3..6], &cells[6..]);
            text += if row == 2 || row == 5 { "|---+---+---|\n" } else { "" };
        }
        text + "*-----------*\n"
    };
    assert_found("ss", &framed(&all[0]), &[(2, &all[0])]);
    let several = format!("{}\n{}", framed(&all[0]), framed(&all[1]));
    assert_found("ss-several", &several, &[(2, &all[0]), (16, &all[1])]);
}

#[test]
fn grids_have_headings_or_none() {
    let all = random_10k();
    let grid = |at: usize| lines_of(&all[at]).join("\n").replace('.', "0");
    let text = format!("Grid 01\n{}\nGrid 02\n{}\nGrid 03\n{}\n", grid(0), grid(1), grid(2));
    assert_found("headings", &text, &[(2, &all[0]), (12, &all[1]), (22, &all[2])]);
    let text = format!("{}\n\n{}\n{}", grid(0), grid(1), grid(2));
    assert_found("no-headings", &text, &[(1, &all[0]), (11, &all[1]), (20, &all[2])]);
    // A puzzle on its own line between grids.
    let text = format!("{}\n{} # x\n{}", grid(0), all[1], grid(2));
    assert_found("mixed", &text, &[(1, &all[0]), (10, &all[1]), (11, &all[2])]);
}

#[test]
fn pencilmarks_are_read_as_they_are_printed() {
    let all = random_10k();
    let mut grid = Grid::from(&read_puzzle(all[0].as_bytes()).unwrap().puzzle.clues());
    let first = grid.candidates().iter().find(|&c| !solved(&all[0]).allows(c)).unwrap();
    grid.eliminate(&Candidates::from_iter([first]));
    let text = notation::pencilmarks(&grid);
    let Candidate { digit, cell } = first;
    let state = format!(":0000:x:{}:{}{}{}::", all[0], digit.number(), cell.row() + 1, cell.column() + 1);
    assert_found("pencilmarks", &format!("{text}\n{text}"), &[(2, &state), (16, &state)]);
}

fn solved(puzzle: &str) -> Grid {
    unique_solution(&read_puzzle(puzzle.as_bytes()).unwrap().puzzle.grid()).unwrap()
}

#[test]
fn tables_of_puzzles_and_solutions() {
    let all = random_10k();
    let (a, b) = (&all[0], &all[1]);
    let (solved_a, solved_b) = (solution(a), solution(b));
    // `P` means the puzzle, `S` its solution.
    for (at, (head, row)) in [
        ("quizzes,solutions", "P,S"),
        ("solution,puzzle", "S,P"),
        ("id,puzzle,solution,clues,difficulty", "1,P,S,24,2.4"),
        ("source,question,answer,rating", "puzzles1_17,P,S,5"),
        ("clues,solution,puzzle", "17,S,P"),
        ("\"id\",\"puzzle\",\"solution\"", "\"1\",\"P\",\"S\""),
        ("", "1; P ;S"),
        ("", "S;P"),
        ("", "1\tP\tS"),
        ("", "3f0a P 1.2"),
        ("", "S S P"),
    ]
    .into_iter()
    .enumerate()
    {
        let zero = |puzzle: &str| if at % 2 == 0 { puzzle.replace('.', "0") } else { puzzle.into() };
        let [first, second] = [(a, &solved_a), (b, &solved_b)]
            .map(|(puzzle, solved)| row.replace('P', &zero(puzzle)).replace('S', solved));
        let text = format!("{head}\n{first}\n{second}\n");
        assert_found(&format!("table-{at}"), &text, &[(2, a), (3, b)]);
    }
    // The first of several full grids counts, and so does a sukaku.
    let one_of = |digit: char| "123456789".replace(|other| other != digit, ".");
    let sukaku: String = solved_a.chars().map(one_of).collect();
    let text = format!("7,{solved_a},{solved_b}\n8,{sukaku}\n");
    assert_found("table-full", &text, &[(1, &solved_a), (2, &sukaku)]);
    // --column overrides this choice.
    let text = format!("id,puzzle,solution\n1,{a},{solved_a}\n");
    let output = piped(&["rate", "-l", "BRT", "--column", "3", "-"], text.as_bytes());
    assert!(stdout(&output).contains(&format!("2,{solved_a},solved,81,0")));
}

#[test]
fn lines_of_a_bank_have_a_hash_first() {
    let all = random_10k();
    let text = format!("0000183b305c {}  1.2\n00002d66c3a9 {}  7.6\n", all[0].replace('.', "0"), all[1]);
    assert_found("bank", &text, &[(1, &all[0]), (2, &all[1])]);
}

#[test]
fn mistakes_are_told_where_they_are() {
    let all = random_10k();
    let rows_of = lines_of(&all[0]);
    let grid = |change: &dyn Fn(&mut Vec<String>)| {
        let mut rows: Vec<String> = rows_of.iter().map(|row| row.to_string()).collect();
        change(&mut rows);
        rows.join("\n")
    };
    let good = grid(&|_| {});
    let cases = [
        (
            grid(&|rows| rows[4] = ".2.x.....".into()),
            "invalid: column 4: row 5 of the grid: 'x' is neither a digit nor a blank (. 0 * _ -)",
        ),
        (
            grid(&|rows| rows[8].truncate(7)),
            "invalid: column 8: row 9 of the grid: 7 cells where a row has 9",
        ),
        (grid(&|rows| rows[1] += "|7"), "invalid: column 11: row 2 of the grid: 10 cells where a row has 9"),
        (
            grid(&|rows| rows[2] = "1 2 3 4 5 6 7 8 91".into()),
            "invalid: column 1: row 1 of the grid: not a list of candidates",
        ),
    ];
    for (at, (bad, status)) in cases.iter().enumerate() {
        let found = rows(&format!("bad-grid-{at}"), &format!("{good}\n{bad}\n\n{good}"));
        let told: Vec<(u64, &str)> = found.iter().map(|row| (row.0, row.2.as_str())).collect();
        assert_eq!((told.len(), told[1]), (3, (10, *status)), "{found:?}");
        assert_eq!((&found[0].1, &found[2].1, told[2].0), (&all[0], &all[0], 20), "{found:?}");
    }
    // A grid breaks off at a heading, at a puzzle on a single line, and at the end.
    let part = rows_of[..5].join("\n");
    let text = format!("{part}\nGrid 02\n{part}\n{}\n{good}\n{part}", all[1]);
    let found = rows("broken-off", &text);
    let told: Vec<(u64, &str)> = found.iter().map(|row| (row.0, row.2.as_str())).collect();
    let short = "invalid: column 1: a grid of 5 rows, not 9";
    assert_eq!([told[0], told[1], told[4]], [(1, short), (7, short), (22, short)]);
    assert_eq!((told.len(), &found[2].1, &found[3].1), (5, &all[1], &all[0]));
}

/// `--skip` and `--take` count puzzles, however many lines each has.
#[test]
fn grids_are_counted_as_puzzles() {
    let all = random_10k();
    let text: String = all[..30].iter().map(|p| lines_of(p).join("\n") + "\n\n").collect();
    let output = piped(&["rate", "-l", "W", "--format", "plain", "-"], text.as_bytes());
    let ratings: Vec<String> = stdout(&output).lines().map(str::to_string).collect();
    let one_line = piped(&["rate", "-l", "W", "--format", "plain", "-"], all[..30].join("\n").as_bytes());
    assert_eq!(stdout(&one_line), stdout(&output));
    let args = ["rate", "-l", "W", "--skip", "7", "--take", "11", "-"];
    let rows = binary::rows(&piped(&args, text.as_bytes()));
    assert_eq!((rows.len(), &rows[0][0], &rows[10][1]), (11, "71", &*all[17]));
    assert!(rows.iter().zip(&ratings[7..]).all(|(row, rating)| &row[4] == rating));
}

/// Dedupe writes each grid as one line, and copies all other lines whole.
#[test]
fn dedupe_keeps_grids_as_lines() {
    let all = random_10k();
    let grid = |at: usize| lines_of(&all[at]).join("\n");
    let text = format!(
        "# grids\n{}\n\n{}\n{} tail\n{}\n{}\n{}",
        grid(0),
        grid(1),
        all[2],
        grid(0),
        grid(3),
        grid(2)
    );
    let duplicates = directory("formats-dedupe").join("dropped.csv");
    let output = piped(&["dedupe", "-", "--duplicates", text_of(&duplicates)], text.as_bytes());
    let kept = format!("{}\n{}\n{} tail\n{}\n", all[0], all[1], all[2], all[3]);
    assert_eq!((stdout(&output), code(&output)), (kept, Some(0)), "{}", stderr(&output));
    let listed = std::fs::read_to_string(duplicates).unwrap();
    assert_eq!(listed, format!("line,repeats,text\n22,2,{}\n40,21,{}\n", all[0], all[2]));
}

#[test]
fn explain_reads_every_form() {
    let all = random_10k();
    let expected = stdout(&sudoscope(&["explain", "-l", "S", &all[0]]));
    let sdk = format!("#Dsomething\n{}", lines_of(&all[0]).join("\n"));
    let bank = format!("0000183b305c {} 1.2", all[0]);
    for text in [&sdk, &bank] {
        assert_eq!(stdout(&piped(&["explain", "-l", "S", "-"], text.as_bytes())), expected);
    }
    assert_eq!(stdout(&sudoscope(&["explain", "-l", "S", &bank])), expected);
}

/// All cases of HoDoKu's own library are read as by a naive reading, and its comments are skipped.
#[test]
fn hodokus_library_is_read() {
    let Some(path) = shared("reglib.txt") else { return };
    let output = sudoscope(&["rate", "-l", "BRT", "--no-validate", path.to_str().unwrap()]);
    assert_eq!(stderr(&output), "");
    let rows = binary::rows(&output);
    assert_eq!(rows.len(), 1112);
    let text = std::fs::read_to_string(path).unwrap();
    let (mut states, mut placed) = (0, 0);
    for row in &rows {
        let line = text.lines().nth(row[0].parse::<usize>().unwrap() - 1).unwrap();
        let fields: Vec<&str> = line.split(':').collect();
        let values = read_puzzle(fields[3].replace('+', "").as_bytes()).unwrap().puzzle;
        let mut grid = values.grid();
        let digits = |word: &str| -> Vec<usize> { word.bytes().map(|byte| (byte - b'1') as usize).collect() };
        for candidate in fields[4].split_whitespace().map(digits) {
            let candidate = Candidate::new(Digit::new(candidate[0]), Cell::at(candidate[1], candidate[2]));
            grid.eliminate(&Candidates::from_iter([candidate]));
        }
        let read = read_puzzle(row[1].as_bytes()).unwrap().puzzle;
        assert_eq!(read.grid(), grid, "{line}");
        assert_eq!(read.clue_count(), values.clue_count() - fields[3].matches('+').count(), "{line}");
        assert_eq!(read == values, grid == values.grid() && !fields[3].contains('+'), "{line}");
        states += usize::from(grid != values.grid());
        placed += usize::from(fields[3].contains('+'));
    }
    assert!(states > 300 && placed > 900, "{states} {placed}");
}

/// Tables may be separated by commas, semicolons and tabs, with a header, numbers and quoted fields.
#[test]
fn tables_have_separators_of_several_kinds() {
    let puzzle = &crate::common::random_10k()[1];
    for separator in [",", ";", "\t"] {
        let line = |fields: [&str; 3]| fields.join(separator) + "\n";
        let quoted = format!("\"a{separator}b\"");
        let table = line(["id", "puzzle", "SER"]) + &line([&quoted, puzzle, "3.4"]);
        for options in [&[][..], &["--column", "2"]] {
            let args = [&["rate", "-l", "BRT"], options, &["-"]].concat();
            let output = piped(&args, table.as_bytes());
            assert_eq!(code(&output), Some(0), "{table}{}", stderr(&output));
            let rows = stdout(&output);
            assert!(rows.ends_with(&format!("2,{puzzle},ok,24,0\n")), "{table}{rows}");
        }
        let at = directory(&format!("separators-{}", separator.as_bytes()[0]));
        let (file, run) = (at.join("t.csv"), at.join("run"));
        std::fs::write(&file, &table).unwrap();
        let args = ["scan", "-l", "BRT", "--against", "SER", "-o", text_of(&run), text_of(&file)];
        let output = sudoscope(&args);
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        let rows = std::fs::read_to_string(run.join("puzzles.csv")).unwrap();
        assert!(rows.lines().last().unwrap().contains("3.4"), "{rows}");
    }
}
