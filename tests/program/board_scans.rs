//! `scan --board`: one board a run. The same ratings as `rate --board`, the same bytes for any number of
//! threads, joined from shards, continued after a kill; options of the plain board are refused by name.
#![cfg(unix)]

use crate::binary::{
    code, command, directory, ends, entries, finished, page_of, prints, refused, signal, start, stderr,
    stdout, sudoscope, text_of, wait_until,
};
use crate::faults::{has_records, same_results};
use std::collections::BTreeSet;
use std::fs::{read_to_string, write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Writes puzzles made on a board, one without a solution, one with many, and a line that is none.
fn puzzles(place: &Path, board: &str, count: &str) -> PathBuf {
    let made = prints(&["generate", "--board", board, "--seed", "5", "--count", count]);
    let cells = made.lines().next().unwrap().len();
    let (none, many) = (format!("11{}", ".".repeat(cells - 2)), ".".repeat(cells));
    let list = made.lines().chain([none.as_str(), &many, "no puzzle"]);
    let path = place.join(format!("{board}.txt"));
    write(&path, list.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    path
}

/// Returns arguments for ladders: SE only if the board has no links.
fn ladders(board: &str) -> [&str; 4] {
    ["-l", if board == "nc" { "BRT,W,H" } else { "BRT,W,SER,SE,H" }, "--budget", "100000"]
}

fn scan_with(file: &Path, board: &str, out: &Path, more: &[&str]) -> Command {
    let args = ["scan", text_of(file), "--board", board, "-o", text_of(out)];
    command(&[&args, &ladders(board)[..], more].concat())
}

fn scan(file: &Path, board: &str, out: &Path, more: &[&str]) -> Output {
    ends(1, scan_with(file, board, out, more).output().unwrap())
}

/// Returns the first columns of a table of puzzles without the status, which only a scan takes from the
/// ratings.
fn without_status(table: &str, columns: usize) -> Vec<String> {
    let rows = table.lines().map(|line| line.split(',').take(columns).collect::<Vec<_>>());
    let is_puzzle = |row: &Vec<&str>| !row[2].starts_with("invalid");
    rows.filter(is_puzzle).map(|row| [&row[..2], &row[3..]].concat().join(",")).collect()
}

/// Each row of a scan is that of `rate`; any number of threads and any shards give the same files.
#[test]
fn scans_have_the_ratings_of_rate() {
    let place = directory("board-scans");
    for (board, count) in [("6x6", "24"), ("x+windoku", "5"), ("nc", "2"), ("latin5", "9")] {
        let file = puzzles(&place, board, count);
        let [one, three, joined] = ["1", "3", "joined"].map(|it| place.join(format!("{board}-{it}")));
        let said = stdout(&scan(&file, board, &one, &["-j", "1", "--solution"]));
        assert!(said.contains(&format!("\n\nboard {board}\n\nBRT = ")), "{said}");
        scan(&file, board, &three, &["-j", "3", "--solution"]);
        same_results(&one, &three);
        let rate = ["rate", text_of(&file), "--board", board, "--solution"];
        let rated = stdout(&sudoscope(&[&rate, &ladders(board)[..]].concat()));
        let table = read_to_string(one.join("puzzles.csv")).unwrap();
        // A scan also lists the rules.
        let columns = rated.lines().next().unwrap().split(',').count();
        assert_eq!(without_status(&table, columns), without_status(&rated, columns));
        assert!(table.starts_with("line,puzzle,status,board,clues,solution,BRT,W"), "{table}");
        for shard in ["1/3", "2/3", "3/3"] {
            let output =
                scan_with(&file, board, &joined, &["--solution", "--shard", shard]).output().unwrap();
            assert!(matches!(code(&output), Some(0 | 1)));
        }
        let shards = [1, 2, 3].map(|k| joined.join(format!("shard-{k}-of-3")));
        let shards: Vec<&str> = shards.iter().map(|path| text_of(path)).collect();
        ends(1, sudoscope(&[&["merge", "-o", text_of(&joined)], &shards[..]].concat()));
        for shard in &shards {
            std::fs::remove_dir_all(shard).unwrap();
        }
        same_results(&one, &joined);
    }
}

/// Reports name the board, and those on steps are left out; other commands read the cells of the board.
#[test]
fn reports_and_choices_of_a_board() {
    let place = directory("board-reports");
    let (file, run) = (puzzles(&place, "6x6", "40"), place.join("run"));
    scan(&file, "6x6", &run, &[]);
    let page = page_of(&run);
    assert!(page.contains("<p>Board 6x6: 40 puzzles") && page.contains("<li>board 6x6</li>"));
    assert!(page.contains("Which rules") && !page.contains("Path as text"));
    let written = entries(&run);
    for (table, is_written) in
        [("ratings", true), ("hardest", true), ("map", true), ("rules", true), ("examples", true)]
    {
        assert_eq!(written.contains(&format!("{table}.csv")), is_written, "{table}");
    }
    let again = place.join("again");
    ends(0, sudoscope(&["report", text_of(&run), "-o", text_of(&again), "--solution", "--format", "jsonl"]));
    let first = read_to_string(again.join("puzzles.jsonl")).unwrap();
    assert!(first.contains("\"board\":\"6x6\",\"clues\":") && first.contains("\"solution\":\""), "{first}");
    let chosen = prints(&["select", text_of(&run), "-l", "W", "--rating", "0", "--sort", "rating"]);
    let list = read_to_string(&file).unwrap();
    assert!(chosen.lines().count() > 20 && chosen.lines().all(|puzzle| list.contains(puzzle)), "{chosen}");
    let table = prints(&["select", text_of(&run), "--count", "1", "--format", "csv"]);
    assert!(
        table.contains(",6x6,")
            && table.starts_with("line,puzzle,status,board,clues,BRT,W,SER,SE,SE EP,SE ED,H,H score"),
        "{table}"
    );
    assert!(prints(&["diff", text_of(&run)]).starts_with("BRT to W: "));
    // The steps of each puzzle add up to those of all.
    let used = prints(&["select", text_of(&run), "-l", "W", "--uses", "whip", "--format", "jsonl"]);
    let steps = |line: &str| -> u64 {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let all = row["W rules"].as_array().unwrap().iter().filter(|rule| rule["rule"] == "whip");
        all.map(|rule| rule["steps"].as_u64().unwrap()).sum()
    };
    let rules = read_to_string(run.join("rules.csv")).unwrap();
    let all = rules.lines().map(|line| line.split(',').collect::<Vec<&str>>());
    let whips = all.filter(|row| row[0] == "W" && row[2] == "whip");
    let all: u64 = whips.map(|row| row[5].parse::<u64>().unwrap()).sum();
    assert!(all > 0 && all == used.lines().map(steps).sum::<u64>(), "{used}{rules}");
    for (args, what) in [
        ("worth RUN --weights controlled-bias", "--weights controlled-bias"),
        ("study RUN --unbiased run -o PLACE/study", "--unbiased"),
        ("plan RUN --days mon=0:2 --symmetric -o PLACE/plan", "a condition on symmetry"),
        ("compare RUN RUN --needs whip", "a condition on rules"),
        ("compare RUN RUN --weights controlled-bias", "--weights controlled-bias"),
        ("compare RUN PLACE/6x6.txt", "compare with a file"),
        ("report RUN --weights controlled-bias", "--weights controlled-bias"),
        ("select RUN --symmetry rotational-180", "--symmetry"),
        ("select RUN --format sdk", "--format sdk"),
    ] {
        let args = args.replace("RUN", text_of(&run)).replace("PLACE", text_of(&place));
        let output = sudoscope(&args.split(' ').collect::<Vec<_>>());
        refused(
            &output,
            &format!("{what} cannot be used with a scan of the board 6x6: it is for the plain board"),
        );
    }
}

/// Scans on boards are compared, chosen from, planned with and exported; without symmetries.
#[test]
fn scans_of_boards_are_used() {
    let place = directory("board-uses");
    let (file, run) = (puzzles(&place, "6x6", "60"), place.join("run"));
    let spare = place.join("spare.txt");
    let first = read_to_string(&file).unwrap().lines().next().unwrap().to_string();
    let solution = prints(&["solve", "--board", "6x6", "--format", "plain", &first]);
    // A clue more: no longer minimal.
    let blank = first.find('.').unwrap();
    let more = format!("{}{}{}", &first[..blank], &solution[blank..=blank], &first[blank + 1..]);
    write(&spare, read_to_string(&file).unwrap() + &more + "\n").unwrap();
    scan(&spare, "6x6", &run, &[]);
    let [run_name, file_name] = [&run, &file].map(|path| text_of(path));
    let all = prints(&["select", run_name]);
    let minimal = prints(&["select", run_name, "--minimal"]);
    assert_eq!(all.replace(&format!("{more}\n"), ""), minimal);
    let others = stdout(&ends(1, sudoscope(&["select", run_name, "--exclude", file_name])));
    assert_eq!(others, format!("{more}\n"));
    // A plan repeats no puzzle, and none of the earlier plan.
    let plans = ["one", "two"].map(|name| place.join(name));
    let plan = |at: usize, more: &[&str]| {
        let args = ["plan", run_name, "--days", "mon=0:3 tue=0-1:4", "-o", text_of(&plans[at])];
        ends(0, sudoscope(&[&args, more].concat()));
        read_to_string(plans[at].join("used.txt")).unwrap()
    };
    let used = plan(0, &[]);
    assert!(used.lines().count() == 7 && used.lines().all(|puzzle| all.contains(puzzle)), "{used}");
    let both = plan(1, &["--exclude", text_of(&plans[0].join("used.txt"))]);
    assert_eq!(both.lines().collect::<std::collections::BTreeSet<_>>().len(), 14);
    let monday = read_to_string(plans[0].join("week-1-1-mon.csv")).unwrap();
    assert!(
        monday.contains(&format!("\n\"Week 1, Monday\",{},,", used.lines().next().unwrap()))
            && monday.contains(",Naked Single,6x6,"),
        "{monday}"
    );
    // The next command of a publisher knows the board.
    let sheet = place.join("monday.html");
    prints(&["print", text_of(&plans[0].join("week-1-1-mon.csv")), "-o", text_of(&sheet)]);
    assert!(read_to_string(sheet).unwrap().contains("6x6"));
    // Banks on two boards; two scans of the same clues.
    let (eight, latin) = (place.join("eight"), place.join("latin"));
    scan(&puzzles(&place, "8x8", "20"), "8x8", &eight, &[]);
    let compared = prints(&["compare", run_name, text_of(&eight), "-l", "W"]);
    assert!(compared.contains("(board 6x6), 61 rated") && compared.contains("(board 8x8), 20 rated"));
    assert!(compared.contains("W rating") && compared.contains("W technique"), "{compared}");
    scan(&spare, "latin6", &latin, &[]);
    let changed = prints(&["diff", &format!("{run_name}:W"), &format!("{}:W", text_of(&latin))]);
    assert!(changed.starts_with("board 6x6 to board latin6\nW to W: "), "{changed}");
    refused(&sudoscope(&["diff", run_name, text_of(&eight)]), "");
    // Steps are those of `explain`, and lead to the solution.
    let data = ["W", "SE"].map(|ladder| {
        let data = stdout(&ends(1, sudoscope(&["export", run_name, "-l", ladder])));
        let data: serde_json::Value = serde_json::from_str(&data).unwrap();
        assert_eq!((&data["board"], data["puzzles"].as_array().unwrap().len()), (&"6x6".into(), 61));
        data["puzzles"].as_array().unwrap().clone()
    });
    for puzzle in data.iter().flatten() {
        let mut cells: Vec<u8> = puzzle["puzzle"].as_str().unwrap().bytes().collect();
        for step in puzzle["steps"].as_array().unwrap() {
            assert!(step["hints"][0].as_str().unwrap().starts_with("Look at "));
            for value in step["placements"].as_array().unwrap().iter().filter_map(|value| value.as_u64()) {
                let [digit, row, column] = [value / 100, value / 10 % 10, value % 10].map(|it| it as usize);
                cells[6 * (row - 1) + column - 1] = b'0' + digit as u8;
            }
        }
        assert_eq!(String::from_utf8(cells).unwrap(), puzzle["solution"], "{puzzle}");
        assert!(puzzle["ratings"].get("SE ED").is_some() && puzzle["status"] == "ok", "{puzzle}");
    }
}

/// A line whose column or member `board` names another board is a reject, on every board.
#[test]
fn lines_of_other_boards_are_rejects() {
    let place = directory("board-column");
    let six = "..1....462...5..1......4..4..5.2....";
    let plain = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    let [table, objects, out] = ["table.csv", "objects.jsonl", "out"].map(|name| place.join(name));
    write(&table, format!("puzzle,board\n{six},6X6\n{six},latin6\n{six},\n{six},6x7\n")).unwrap();
    let object = |board: &str| format!("{{\"board\":\"{board}\",\"puzzle\":\"{six}\"}}\n");
    write(&objects, ["6x6", "latin6", "", "6x7"].map(object).concat()).unwrap();
    for file in [&table, &objects] {
        ends(1, sudoscope(&["scan", "--board", "6x6", "-l", "W", text_of(file), "-o", text_of(&out)]));
        let rejects = read_to_string(out.join("rejects.csv")).unwrap();
        assert!(rejects.contains("the puzzle names the board 'latin6', and not '6x6'"), "{rejects}");
        assert!(rejects.contains("the board of the line: no such board; did you mean '6x6'?"), "{rejects}");
        assert_eq!(read_to_string(out.join("puzzles.csv")).unwrap().matches(",ok,6x6,").count(), 2);
        let scan = sudoscope(&["scan", text_of(file), "-o", text_of(&place.join("none"))]);
        refused(&scan, "the first puzzle of an input names its board");
    }
    // Plain lines before do not hide the column.
    write(&table, format!("puzzle,board\n{plain},plain\n{plain},x\n")).unwrap();
    ends(1, sudoscope(&["scan", "-l", "W", text_of(&table), "-o", text_of(&out)]));
    let rejects = read_to_string(out.join("rejects.csv")).unwrap();
    assert!(rejects.contains("a puzzle of the board 'x': --board reads it"), "{rejects}");
    // A column of this name may have the puzzles.
    write(&table, format!("board,id\n{plain},1\n")).unwrap();
    ends(0, sudoscope(&["scan", "-l", "W", text_of(&table), "-o", text_of(&out)]));
}

/// A run that is killed is continued, on its own board only; runs of two boards are not joined.
#[test]
fn a_scan_on_a_board_goes_on() {
    let place = directory("board-killed");
    let list = puzzles(&place, "8x8", "30");
    let many = place.join("many.txt");
    write(&many, read_to_string(&list).unwrap().repeat(50)).unwrap();
    let [whole, parts, other] = ["whole", "parts", "other"].map(|name| place.join(name));
    scan(&many, "8x8", &whole, &[]);
    let mut child = start(&mut scan_with(&many, "8x8", &parts, &["-j", "1"]));
    wait_until(&mut child, || has_records(&parts));
    signal(&child, "KILL");
    finished(child);
    let resumed = |board| scan_with(&many, board, &parts, &["--resume"]).output().unwrap();
    refused(&resumed("latin8"), "is of another run: its board (8x8 and latin8) differs");
    refused(&resumed("plain"), "is of another run: its board (8x8 and plain) differs");
    ends(1, resumed("8x8"));
    same_results(&whole, &parts);
    scan(&list, "latin8", &other, &[]);
    let merged = sudoscope(&["merge", text_of(&whole), text_of(&other), "-o", text_of(&place.join("both"))]);
    refused(&merged, "its board (8x8 and latin8) differs");
}

/// A scan is of one board; options and ladders of the plain board are refused, lines of another are rejects.
#[test]
fn scans_are_of_one_board() {
    let place = directory("board-mixed");
    let solo = "2x3:c3f2_1a2a5a3_5a6a4a2_6f1c";
    let [named, mixed, out] = ["named.txt", "mixed.txt", "out"].map(|name| place.join(name));
    let plain = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    write(&named, format!("{solo}\n")).unwrap();
    write(&mixed, format!("{plain}\n{solo}\n")).unwrap();
    for (args, expected) in [
        ("NAMED", "the first puzzle of an input names its board: a scan is of one board that --board names"),
        (
            "NAMED --board column",
            "--board column cannot be used here: the command is of one board that --board names",
        ),
        ("NAMED --board windokuu", "--board windokuu: no such board; did you mean 'windoku'?"),
        ("NAMED --board 6x6 -l X", "X cannot be used with --board: sk-loop is a rule of the plain board"),
        ("NAMED --board 6x6 --verify", "--verify cannot be used with --board: it is for the plain board"),
        ("NAMED --board 6x6 --policy best", "--policy cannot be used with --board"),
        ("NAMED --board 6x6 --sukaku", "--sukaku cannot be used with --board"),
    ] {
        let args = format!("scan {args} -o {}", text_of(&out)).replace("NAMED", text_of(&named));
        refused(&sudoscope(&args.split(' ').collect::<Vec<_>>()), expected);
    }
    let rejects = |board: &[&str]| {
        let args = ["scan", text_of(&mixed), "-o", text_of(&out)];
        let output = ends(1, sudoscope(&[&args, board].concat()));
        assert!(stdout(&output).starts_with("2 puzzles in "));
        read_to_string(out.join("rejects.csv")).unwrap()
    };
    let reason = "a puzzle of the board '6x6': --board reads it (rate, check, solve, minlex: --board column)";
    assert!(rejects(&[]).contains(reason) && rejects(&["--board", "plain"]).contains(reason));
    assert!(rejects(&["--board", "x"]).contains("the puzzle names the board '6x6', and not 'x'"));
    // A line that names the board of the run is read; a full grid is a reject.
    let full = "231546546231453612612354364125125463";
    write(&named, format!("{solo}\n{full}\n")).unwrap();
    ends(1, sudoscope(&["scan", text_of(&named), "--board", "6x6", "-o", text_of(&out)]));
    let table = read_to_string(out.join("puzzles.csv")).unwrap();
    assert!(
        table.contains("\n1,...3......21.2.5.35.6.4.26......1...,ok,6x6,12,0,naked-single*24\n"),
        "{table}"
    );
    assert!(table.contains(&format!("\n2,{full},solved,6x6,36,0,\n")), "{table}");
}

/// Repeats are isomorphs on the board, or equal clues; clues that its links exclude are rejects.
#[test]
fn repeats_on_a_board() {
    let (first, other) = (format!("1{}", ".".repeat(80)), format!("2{}", ".".repeat(80)));
    let corners = format!("1{}1", ".".repeat(79));
    let list = directory("board-repeats").join("list.txt");
    write(&list, [&first, &other, &corners, &first].map(|line| format!("{line}\n")).concat()).unwrap();
    let isomorphs = ends(1, sudoscope(&["dedupe", "--board", "x", text_of(&list)]));
    assert_eq!(stdout(&isomorphs), format!("{first}\n"));
    let output = ends(1, sudoscope(&["dedupe", "--board", "x", "--by", "exact", text_of(&list)]));
    assert_eq!(stdout(&output), format!("{first}\n{other}\n"));
    let said = stderr(&output);
    assert!(
        said.ends_with("2 kept, 1 dropped, 1 rejected\n")
            && said.contains("list.txt:3: the puzzle has no solution"),
        "{said}"
    );
    // On the plain board the corners see no other.
    let plain = ends(0, sudoscope(&["dedupe", "--board", "plain", "--by", "exact", text_of(&list)]));
    assert_eq!(stdout(&plain), format!("{first}\n{other}\n{corners}\n"));
    refused(
        &sudoscope(&["clean", "--board", "column", text_of(&list)]),
        "--board column cannot be used here: the command is of one board",
    );
}

/// The worth of rules on a board is counted again by ladders without them, and by them alone.
#[test]
fn rules_of_boards_are_worth_what_other_ladders_tell() {
    let place = directory("board-worth");
    let [list, run] = ["list.txt", "run"].map(|name| place.join(name));
    prints(&["generate", "--board", "x", "--count", "30", "--seed", "3", "-o", text_of(&list)]);
    const RULES: [&str; 6] = ["lc", "naked:2", "whip:2", "whip:3", "whip:4", "whip:5"];
    let definition = |rules: &[&str]| format!("own=brt,{}", rules.join(","));
    let own = definition(&RULES);
    let scan = ["scan", "--board", "x", "-l", &own, "-o", text_of(&run)];
    prints(&[&scan[..], &[text_of(&list)]].concat());
    prints(&["worth", "--alone-budget", "100000000", text_of(&run)]);
    let solved = |rules: &[&str]| -> Vec<bool> {
        let rated =
            prints(&["rate", "--board", "x", "--format", "plain", "-l", &definition(rules), text_of(&list)]);
        rated.lines().map(|rating| rating != "unsolved").collect()
    };
    let whole = solved(&RULES);
    let table = read_to_string(run.join("worth.csv")).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|column| *column == name).unwrap();
    let [without, alone] = ["unsolved without", "alone"].map(column);
    assert!(rows[1..].iter().all(|row| row[0] == "own") && rows.len() == 1 + 3 + RULES.len(), "{table}");
    let (mut needed, mut needed_rule) = (0, "");
    for (row, rule) in rows[4..].iter().zip(RULES) {
        let others: Vec<&str> = RULES.into_iter().filter(|other| *other != rule).collect();
        let pairs = whole.iter().zip(solved(&others)).filter(|(with, without)| **with && !without).count();
        assert_eq!(row[without], pairs.to_string(), "{rule}: {table}");
        assert_eq!(
            row[alone],
            solved(&[rule]).iter().filter(|solved| **solved).count().to_string(),
            "{rule}"
        );
        if pairs > 0 {
            let chosen = prints(&["select", text_of(&run), "--needs", rule]);
            assert_eq!(chosen.lines().count(), pairs, "{rule}");
            needed_rule = rule;
        }
        needed += pairs;
    }
    assert!(needed > 0, "{table}");
    // Puzzles that need a rule are also made, and planned with.
    let all = definition(&RULES[..2]);
    let make = ["generate", "--board", "x", "--count", "3", "--seed", "1", "-l", &all, "--needs", "lc"];
    let made = place.join("made.txt");
    prints(&[&make[..], &["-o", text_of(&made)]].concat());
    let rated = |rules: &[&str]| {
        let ladder = definition(rules);
        prints(&["rate", "--board", "x", "--format", "plain", "-l", &ladder, text_of(&made)])
    };
    assert!(!rated(&RULES[..2]).contains("unsolved"));
    assert_eq!(rated(&RULES[1..2]), "unsolved\n".repeat(3));
    let days = ["--days", "mon=0-:1", "--weeks", "1", "--needs", needed_rule];
    prints(&[&["plan", text_of(&run), "-o", text_of(&place.join("plan"))][..], &days].concat());
}

/// A path of SER on a board ends where its next step is left out, and is solved by one technique if it uses
/// no other.
#[test]
fn techniques_of_ser_on_boards_are_worth_what_paths_tell() {
    let place = directory("board-worth-ser");
    let [list, run] = ["list.txt", "run"].map(|name| place.join(name));
    prints(&["generate", "--board", "8x8", "--count", "30", "--seed", "3", "-o", text_of(&list)]);
    prints(&["scan", "--board", "8x8", "-l", "SER", "-o", text_of(&run), text_of(&list)]);
    prints(&["worth", text_of(&run)]);
    // Techniques of the paths; those of several difficulties with the difficulty.
    let path = |line: &str| -> BTreeSet<(String, Option<String>)> {
        let path: serde_json::Value = serde_json::from_str(line).unwrap();
        let item = |round: &serde_json::Value| {
            let rating = round["size"].as_u64().map(|_| round["rating"].to_string());
            (round["rule"].as_str().unwrap().to_string(), rating)
        };
        path["rounds"].as_array().unwrap().iter().map(item).collect()
    };
    let explained = ["explain", "--board", "8x8", "-l", "SER", "--format", "jsonl", text_of(&list)];
    let paths: Vec<_> = prints(&explained).lines().map(path).collect();
    let table = read_to_string(run.join("worth.csv")).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|column| *column == name).unwrap();
    let [rating, rule, used, without, alone] =
        ["rating", "rule", "used", "unsolved without", "alone"].map(column);
    let mut techniques = 0;
    for row in &rows[1..] {
        let is_of = |item: &(String, Option<String>)| {
            item.0 == row[rule] && item.1.as_ref().is_none_or(|own| own == row[rating])
        };
        let users: Vec<_> = paths.iter().filter(|path| path.iter().any(is_of)).collect();
        assert_eq!(row[used], users.len().to_string(), "{row:?}");
        if !users.is_empty() {
            let only = users.iter().filter(|path| path.len() == 1).count();
            assert_eq!((row[without], row[alone]), (row[used], &*only.to_string()), "{row:?}");
            techniques += 1;
        }
    }
    assert!(paths.len() == 30 && techniques > 12, "{table}");
    // Rules that are needed are found without the rest.
    let needed = read_to_string(run.join("techniques.csv")).unwrap();
    std::fs::remove_file(run.join("run.worth")).unwrap();
    prints(&["worth", "--needed", "-l", "SER", text_of(&run)]);
    assert_eq!(read_to_string(run.join("techniques.csv")).unwrap(), needed);
}
