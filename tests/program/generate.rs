//! The generators, through the library and the built binary.

use crate::binary::{
    code, command, directory, ends, refused, signal, start, stderr, stdout, wait_until, within,
};
use std::collections::BTreeSet;
use std::fs::{read, read_to_string, write};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use sudoscope::brute;
use sudoscope::canon::PatternSymmetry;
use sudoscope::generate::{Clues, ListLimits, ListProgress, Method, Recipe, THIN, make};
use sudoscope::grid::{Grid, Puzzle, parse_puzzle};
use sudoscope::scale::{Effort, Outcome, Scale, Solver};
use sudoscope::threads;

const METHODS: [&str; 3] = ["top-down", "bottom-up", "controlled-bias"];

fn generate(args: &str) -> Command {
    let mut command = command(&["generate"]);
    command.args(args.split_whitespace());
    command
}

/// Returns the list that these arguments make.
fn list(args: &str) -> String {
    stdout(&ends(0, generate(args).output().unwrap()))
}

fn clue_count(line: &str) -> usize {
    line.bytes().filter(|&byte| byte != b'.').count()
}

fn has_one_solution(line: &[u8]) -> bool {
    brute::unique_solution(&Grid::from_clues(&parse_puzzle(line).unwrap())).is_some()
}

fn is_minimal(line: &str) -> bool {
    (0..81).filter(|&cell| line.as_bytes()[cell] != b'.').all(|cell| {
        let mut fewer = line.as_bytes().to_vec();
        fewer[cell] = b'.';
        !has_one_solution(&fewer)
    })
}

#[test]
fn puzzles_have_one_solution_and_are_minimal() {
    for (method, count) in METHODS.into_iter().zip([60, 60, 10]) {
        let list = list(&format!("--method {method} --seed 7 --count {count}"));
        assert_eq!(list.lines().count(), count);
        for line in list.lines() {
            assert!(has_one_solution(line.as_bytes()) && is_minimal(line), "{method}: {line}");
        }
    }
}

#[test]
fn lists_do_not_depend_on_the_number_of_threads() {
    for (method, more) in METHODS.into_iter().zip(["--count 300 --rating 3-", "--count 200", "--count 8"]) {
        let of = |jobs| list(&format!("--method {method} --seed 3 {more} -j {jobs}"));
        assert_eq!(of(1), of(3), "{method}");
    }
}

/// The first puzzles of seed 0 are reproduced, and their clues are distributed roughly as published (PBCS
/// §6.3).
#[test]
fn controlled_bias_is_reproducible_and_distributed_as_published() {
    let expected = include_str!("../data/controlled-bias.txt");
    let count = expected.lines().count();
    let list = list(&format!("--method controlled-bias --seed 0 --count {count}"));
    assert!(list == expected);
    assert_eq!(count, 100);
    let clues = || list.lines().map(clue_count);
    // Published: mean 25.667, deviation 1.117; 12.4 %, 30.6 %, 33.8 % and 21.7 % with 24 and fewer, 25, 26,
    // 27 and more.
    let mean = clues().sum::<usize>() as f64 / count as f64;
    assert!((mean - 25.667).abs() < 3.5 * 1.117 / (count as f64).sqrt(), "{mean}");
    let chi_square: f64 = [(0..25, 0.138_56), (25..26, 0.306_16), (26..27, 0.337_87), (27..82, 0.217_41)]
        .into_iter()
        .map(|(range, share)| {
            let (found, due) = (clues().filter(|n| range.contains(n)).count() as f64, share * count as f64);
            (found - due).powi(2) / due
        })
        .sum();
    // One sample in a thousand exceeds this.
    assert!(chi_square < 16.27, "{chi_square}");
}

/// Without thinning the list has the same puzzles and others between them, mostly of a grid that it has.
#[test]
fn thinned_puzzles_are_some_of_all() {
    let [some, all] = [("4", "40"), ("1", "200")].map(|(thin, count)| {
        list(&format!("--method controlled-bias --seed 0 --thin {thin} --count {count}"))
    });
    assert_eq!(some, list("--method controlled-bias --seed 0 --count 40"));
    let mut rest = all.lines();
    let found = some.lines().take_while(|line| rest.any(|other| other == *line)).count();
    assert!((20..=40).contains(&found), "{found}");
    let thin_of_others = generate("--thin 2").output().unwrap();
    assert!(stderr(&thin_of_others).contains("--thin needs --method controlled-bias"));
}

#[test]
fn only_what_is_asked_for_is_kept() {
    let few = list("--seed 0 --clues 22-23 --minimal --count 20");
    assert!(few.lines().all(|line| (22..=23).contains(&clue_count(line)) && is_minimal(line)));
    for method in ["top-down", "bottom-up"] {
        let many = list(&format!("--seed 0 --method {method} --clues 30-35 --count 40"));
        let counts: Vec<usize> = many.lines().map(clue_count).collect();
        assert!((30..=35).all(|n| counts.contains(&n)), "{counts:?}");
        assert!(counts.iter().all(|n| (30..=35).contains(n)), "{counts:?}");
        assert!(many.lines().all(|line| has_one_solution(line.as_bytes())));
    }
    assert!(
        list("--seed 0 --method controlled-bias --clues 27- --count 3")
            .lines()
            .all(|line| clue_count(line) >= 27)
    );
    let ladder = [Scale::named("B").unwrap()];
    let hard = list("--seed 0 --ladder B --rating 5-6 --count 12");
    assert_eq!(hard.lines().count(), 12);
    let mut solver = Solver::new();
    for line in hard.lines() {
        let (_, climbs) = solver.rate(&parse_puzzle(line.as_bytes()).unwrap(), &ladder, Effort::default());
        assert!(matches!(climbs[0].outcome.column(0), Outcome::Solved(5..=6)), "{line}");
    }
}

/// The kept puzzles are part of the list without a filter, in its order.
#[test]
fn filters_choose_from_the_list() {
    let all = list("--seed 0 --count 400");
    let chosen = list("--seed 0 --rating 4 --tries 400 --count 20");
    let mut rest = all.lines();
    assert!(chosen.lines().all(|line| rest.any(|other| other == line)));
}

#[test]
fn a_list_that_stays_short_says_so() {
    let output = generate("--count 5 --tries 60 --rating 30-").output().unwrap();
    assert_eq!((code(&output), output.stdout.len()), (Some(1), 0));
    assert!(stderr(&output).contains("0 puzzles of 60 tries"), "{}", stderr(&output));
}

/// Requests that are too rare are named after some thousand tries (case c94).
#[test]
fn what_is_rare_is_named() {
    let output = generate("--seed 0 --clues 20- --rating 30- --uses whip:2 --tries 5000").output().unwrap();
    assert_eq!((code(&output), output.stdout.len()), (Some(1), 0));
    let said = stderr(&output);
    let (_, met) =
        said.split_once("no puzzle in 5000 tries; of 1000 puzzles ").unwrap_or_else(|| panic!("{said}"));
    assert!(
        met.contains(" have --clues 20-, 0 have --rating 30-, ") && !met.contains(" 0 have --uses"),
        "{met}"
    );
    assert!(met.contains("; it ends after 5000 tries (--tries)"), "{met}");
}

/// Players' techniques are graded by H if no ladder is named, because W has none of them.
#[test]
fn techniques_of_players_are_graded_by_h() {
    for (args, name) in
        [("--uses x-wing", Some("H")), ("--hardest xy-wing", Some("H")), ("--uses whip:2", None)]
    {
        let output = generate(&format!("--seed 0 --count 1 {args}")).output().unwrap();
        let said = stderr(&output);
        assert_eq!(said.contains("puzzles are rated by"), name.is_some(), "{said}");
        assert!(
            name.is_none_or(|name| said.contains(&format!("rated by {name}; --ladder takes another"))),
            "{said}"
        );
    }
}

#[test]
fn bad_arguments_are_refused() {
    for (args, part) in [
        ("--clues 12", "--clues: '12' is not N, A-B or A- with numbers from 17 to 81"),
        ("--rating 5-3", "'5-3' is none of the ratings by W"),
        ("--ladder W", "--rating"),
        ("--ladder W,B --rating 5", "exactly one"),
        ("--ladder NONE --rating 5", "NONE"),
        ("--rating 99", "'99' is none of the ratings by W: these are from 0 to 36"),
        (
            "--clues 22-23 --symmetry rotational-90",
            "the symmetry rotational-90 needs another number of clues: 21",
        ),
        ("--clues 41- --minimal", "no minimal puzzle with more than 40 clues is known"),
        ("--clues 50 --method controlled-bias", "no minimal puzzle with more than 40"),
        (
            &format!("--pattern {}{}", "x".repeat(16), ".".repeat(65)),
            "at least 17 clues, and the pattern 16 cells",
        ),
        (&format!("--pattern {}{}", "x".repeat(63), ".".repeat(18)), "rows 8 and 9 have no clue"),
        (&format!("--pattern {}", "..xxxxxxx".repeat(9)), "columns 1 and 2 have no clue"),
        (
            "-l H --rating easy --hardest x-wing",
            "--hardest: by H a path with x-wing has the rating Hard or more",
        ),
        (
            "-l H --rating medium --uses x-wing",
            "--uses: by H a path with x-wing has the rating Hard or more: ask for the rating Hard-, or for none",
        ),
        ("-l S --rating 1 --hardest x-wing", "--hardest: by S a path with x-wing has the rating"),
        ("-l W --uses whip:2 --without whip", "whip:2 has to be used, and the path does without it"),
        ("-l SER --rating 2.4", "'2.4' is none of the ratings by SER"),
        ("--resume", "-o FILE"),
        ("--resume -o never-begun.txt", "there is no never-begun.txt.partial to resume"),
    ] {
        refused(&generate(args).output().unwrap(), part);
    }
}

#[test]
fn a_stopped_list_goes_on_where_it_stopped() {
    let at = directory("list");
    let file = at.join("list.txt");
    let (partial, resume) = (at.join("list.txt.partial"), at.join("list.txt.resume"));
    let recipe = "--seed 5 --rating 2-4 --clues 22-26";
    let to_file = |more: &str| {
        let mut command = generate(&format!("{recipe} {more}"));
        command.arg("-o").arg(&file);
        command
    };
    let mut child = start(&mut to_file("--count 100000000"));
    wait_until(&mut child, || partial.metadata().is_ok_and(|meta| meta.len() > 2_000));
    let second = to_file("--resume --count 9").output().unwrap();
    refused(&second, "another process is writing it");
    signal(&child, "INT");
    let output = ends(130, child.wait_with_output().unwrap());
    assert!(stderr(&output).contains("--resume"), "{}", stderr(&output));
    assert!(!file.exists() && partial.exists() && resume.exists());

    // The list is neither silently dropped nor mixed with another.
    let count = read_to_string(&partial).unwrap().lines().count() + 50;
    for (more, part) in [
        ("".to_string(), "--restart"),
        ("--resume --minimal".to_string(), "--minimal"),
        ("--resume --method bottom-up".to_string(), "--method"),
        ("--resume --count 2".to_string(), "raise --count"),
    ] {
        refused(&to_file(&more).output().unwrap(), part);
    }

    // A line that the checkpoint does not mention, as after a crash.
    let mut torn = read(&partial).unwrap();
    torn.extend_from_slice(b"1..2..\n");
    write(&partial, torn).unwrap();
    ends(0, to_file(&format!("--resume --count {count}")).output().unwrap());
    assert!(!partial.exists() && !resume.exists());
    assert!(read_to_string(&file).unwrap() == list(&format!("{recipe} --count {count}")));
    assert_eq!(std::fs::read_dir(&at).unwrap().count(), 1);
}

/// Clues have the places of the turned puzzle; no orbit of clues can be removed, and with --minimal no clue.
#[test]
fn clues_stand_as_the_symmetry_says() {
    type Turn = fn(usize, usize) -> (usize, usize);
    let turns: [(&str, Turn); 4] = [
        ("rotational-180", |row, column| (8 - row, 8 - column)),
        ("rotational-90", |row, column| (column, 8 - row)),
        ("left-right", |row, column| (row, 8 - column)),
        ("diagonal", |row, column| (column, row)),
    ];
    for (name, turn) in turns {
        let is_clue = |line: &str, cell: usize| line.as_bytes()[cell] != b'.';
        let turned = |cell: usize| {
            let (row, column) = turn(cell / 9, cell % 9);
            9 * row + column
        };
        for line in list(&format!("--seed 0 --symmetry {name} --count 10")).lines() {
            assert!(has_one_solution(line.as_bytes()));
            assert!((0..81).all(|cell| is_clue(line, cell) == is_clue(line, turned(cell))), "{line}");
            for cell in (0..81).filter(|&cell| is_clue(line, cell)) {
                let (mut fewer, mut at) = (line.as_bytes().to_vec(), cell);
                while fewer[at] != b'.' {
                    fewer[at] = b'.';
                    at = turned(at);
                }
                assert!(!has_one_solution(&fewer), "{line} {cell}");
            }
        }
    }
    let minimal = list("--seed 0 --symmetry rotational-180 --minimal --count 3");
    assert!(minimal.lines().count() == 3 && minimal.lines().all(is_minimal));
    let stopped = list("--seed 0 --symmetry rotational-90 --clues 28-36 --count 10");
    assert!(stopped.lines().all(|line| (28..=36).contains(&clue_count(line))));
}

#[test]
fn clues_fill_a_pattern() {
    let pattern = "x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x";
    let puzzles = list(&format!("--seed 0 --pattern {pattern} --count 5"));
    assert_eq!(puzzles.lines().count(), 5);
    for line in puzzles.lines() {
        assert!(has_one_solution(line.as_bytes()));
        let places: String = line.chars().map(|c| if c == '.' { '.' } else { 'x' }).collect();
        assert_eq!(places, pattern);
    }
    refused(&generate("--pattern x.x").output().unwrap(), "81 characters, not 3");
    refused(&generate("--method bottom-up --symmetry full").output().unwrap(), "top-down");
}

/// `--up-to` keeps what the beginning of the ladder solves; `--needs` what the ladder without the rule does
/// not solve. `select` finds the same puzzles in a scan.
#[test]
fn nothing_harder_and_needed_rules() {
    let rungs = ["1=brt", "2=lc", "3=naked:2-3+hidden:2-3", "4=fish:2", "5=fish:3", "6=xy-wing:3"];
    let ladder = |rungs: &[&str]| Scale::parse(&format!("x={}", rungs.join(","))).unwrap().remove(0);
    let without = |at: usize| ladder(&[&rungs[..at], &rungs[at + 1..]].concat());
    let all = list("--seed 0 --count 400");
    let mut solver = Solver::new();
    let mut solves = |line: &str, scale: &Scale| {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let climbs = solver.rate(&clues, std::slice::from_ref(scale), Effort::default()).1;
        climbs[0].outcome.rating().is_some()
    };
    let at = directory("nothing-harder");
    let (puzzles, run) = (at.join("p.txt"), at.join("run"));
    write(&puzzles, &all).unwrap();
    let definition = format!("x={}", rungs.join(","));
    ends(0, command(&["scan", "-l", &definition, "-o"]).arg(&run).arg(&puzzles).output().unwrap());
    for (options, solved_by, unsolved_by) in [
        ("--up-to x-wing", ladder(&rungs[..4]), None),
        ("--up-to xy-wing", ladder(&rungs), None),
        ("--needs x-wing", ladder(&rungs), Some(without(3))),
        ("--needs xy-wing", ladder(&rungs), Some(without(5))),
        (
            "--needs locked-candidates --up-to locked-candidates",
            ladder(&rungs[..2]),
            Some(ladder(&rungs[..1])),
        ),
        ("--needs xy-wing --up-to xy-wing", ladder(&rungs), Some(without(5))),
    ] {
        let mut keeps =
            |line: &str| solves(line, &solved_by) && !unsolved_by.as_ref().is_some_and(|by| solves(line, by));
        let expected: Vec<&str> = all.lines().filter(|line| keeps(line)).collect();
        assert!(!expected.is_empty() && expected.len() < 400, "{options}");
        let mut made = generate("--seed 0 --tries 400 --count 400");
        made.args(["--ladder", &definition]).args(options.split(' '));
        assert_eq!(
            stdout(&ends(1, made.output().unwrap())).lines().collect::<Vec<_>>(),
            expected,
            "{options}"
        );
        let mut chosen = command(&["select"]);
        chosen.arg(&run).args(options.split(' '));
        assert_eq!(
            stdout(&ends(0, chosen.output().unwrap())).lines().collect::<Vec<_>>(),
            expected,
            "{options}"
        );
    }
    for (options, why) in [
        ("-l SER --needs x-wing", "--needs: SER is a program's own order, which has no path without x-wing"),
        ("-l W --needs hidden-single", "--needs: hidden-single is a single, and singles are always played"),
        ("-l W --up-to x-wing", "--up-to: the ladder W has no x-wing"),
    ] {
        refused(&generate(options).output().unwrap(), why);
    }
}

/// `--rating`, `--hardest` and `--uses` keep the puzzles that climbs of the whole list select.
#[test]
fn paths_choose_from_the_list() {
    let definition = "x=Easy 4=brt,Medium 50=lc,Medium 60=naked:2-3+hidden:2-3,Hard 140=fish:2-3,Hard \
        160=xy-wing:3,Unfair 300=whip:2-36";
    let scale = &Scale::parse(definition).unwrap()[0];
    let all = list("--seed 0 --count 300");
    let mut solver = Solver::new();
    let mut of = |line: &str| {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let climb = solver.rate(&clues, std::slice::from_ref(scale), Effort::default()).1.remove(0);
        let fired = climb.tallies.iter().zip(&scale.items).filter(|(tally, _)| tally.steps > 0);
        let names: Vec<String> = fired.map(|(_, item)| item.name()).collect();
        (scale.unit().text(climb.outcome.rating().unwrap().0[0]), names)
    };
    let paths: Vec<(&str, (String, Vec<String>))> = all.lines().map(|line| (line, of(line))).collect();
    type Keeps = fn(&(String, Vec<String>)) -> bool;
    let cases: [(&str, Keeps); 5] = [
        ("--rating Hard", |(level, _)| level == "Hard"),
        ("--rating Medium-Hard", |(level, _)| ["Medium", "Hard"].contains(&level.as_str())),
        ("--hardest Y-Wing", |(_, names)| names.last().unwrap() == "xy-wing[3]"),
        ("--hardest naked", |(_, names)| names.last().unwrap().starts_with("naked[")),
        ("--uses x-wing --uses lc", |(_, names)| {
            ["fish[2]", "lc"].iter().all(|name| names.iter().any(|it| it == name))
        }),
    ];
    for (options, keeps) in cases {
        let mut command = generate("--seed 0 --tries 300 --count 300");
        command.args(["--ladder", definition]).args(options.split(' '));
        let kept = stdout(&ends(1, command.output().unwrap()));
        let expected: Vec<&str> =
            paths.iter().filter(|(_, path)| keeps(path)).map(|(line, _)| *line).collect();
        assert!(!expected.is_empty(), "{options}");
        assert_eq!(kept.lines().collect::<Vec<_>>(), expected, "{options}");
    }
    refused(&generate("--ladder W --hardest x-wing").output().unwrap(), "the ladder W has no x-wing");
    refused(&generate("--ladder S --uses nonsense").output().unwrap(), "no rule 'nonsense'");
    refused(
        &generate("--ladder SER --rating 7.15").output().unwrap(),
        "'7.15' is none of the ratings by SER",
    );
}

/// Without a seed one is drawn and printed, and a resumed list keeps its own.
#[test]
fn a_seed_is_drawn_and_printed() {
    let drawn = ends(0, generate("--count 3").output().unwrap());
    let (_, seed) =
        stderr(&drawn).rsplit_once("--seed ").map(|(a, b)| (a.to_string(), b.trim().to_string())).unwrap();
    assert_eq!(list(&format!("--seed {seed} --count 3")), stdout(&drawn));
    let file = directory("seed").join("list.txt");
    let to_file = |more: &str| {
        let mut command = generate(more);
        command.arg("-o").arg(&file);
        command
    };
    let mut child = start(&mut to_file("--count 100000000"));
    let partial = file.with_extension("txt.partial");
    wait_until(&mut child, || partial.metadata().is_ok_and(|meta| meta.len() > 2_000));
    signal(&child, "INT");
    let output = ends(130, child.wait_with_output().unwrap());
    let text = stderr(&output);
    let seed: String =
        text.split("--seed ").nth(1).unwrap().chars().take_while(char::is_ascii_digit).collect();
    let count = read_to_string(&partial).unwrap().lines().count() + 10;
    ends(0, to_file(&format!("--resume --count {count}")).output().unwrap());
    assert!(read_to_string(&file).unwrap() == list(&format!("--seed {seed} --count {count}")));
}

/// A finished list can be extended as if it had been made longer at once, wherever its last round ended.
#[test]
fn a_whole_list_goes_on() {
    let pool = threads::pool(2).unwrap();
    for method in [Method::TopDown, Method::BottomUp, Method::ControlledBias] {
        let places = Clues::Symmetric(PatternSymmetry::named("none").unwrap());
        let recipe = Recipe {
            method,
            thin: THIN,
            seed: 5,
            clues: None,
            minimal: false,
            places,
            board: None,
            choice: None,
            solution: false,
        };
        let made = |count: u64, from: ListProgress| {
            let (mut all, never) = (Vec::new(), AtomicBool::new(false));
            let wanted = ListLimits::of(&recipe, count, None);
            let end = make(&pool, &recipe, wanted, from, &never, |puzzles, _| {
                all.extend_from_slice(puzzles);
                Ok(())
            });
            (all, end.unwrap())
        };
        let (whole, _) = made(12, ListProgress::default());
        for first in [1, 3, 7] {
            let (mut some, end) = made(first, ListProgress::default());
            some.extend(made(12, end).0);
            assert!(some == whole, "{method:?}, the first {first}");
        }
    }
}

/// `select` chooses from a scan the puzzles that `generate` keeps of the same list, and its other options
/// work.
#[test]
fn select_chooses_of_a_scan() {
    let at = directory("select");
    let (puzzles, run) = (at.join("p.txt"), at.join("run"));
    let all = list("--seed 0 --count 300");
    write(&puzzles, format!("{all}no puzzle\n")).unwrap();
    let definition =
        "x=Easy 4=brt,Medium 50=lc+naked:2-3,Hard 140=fish:2-3,Hard 160=xy-wing:3,Unfair 300=whip:2-36";
    let mut scan = command(&["scan", "-l", definition, "-l", "W", "-o"]);
    ends(1, scan.arg(&run).arg(&puzzles).output().unwrap());
    let select = |options: &str| {
        let mut command = command(&["select"]);
        command.arg(&run).args(options.split_whitespace());
        command.output().unwrap()
    };
    for options in
        ["--rating Hard", "--hardest xy-wing", "--uses lc --uses naked:2", "--rating Unfair --hardest whip:2"]
    {
        let mut again = generate("--seed 0 --tries 300 --count 300");
        again.args(["--ladder", definition]).args(options.split(' '));
        let kept = stdout(&ends(1, again.output().unwrap()));
        assert!(!kept.is_empty());
        assert_eq!(stdout(&ends(0, select(options))), kept, "{options}");
    }
    let by_w = stdout(&ends(0, select("--ladder W --rating 2-3 --clues 24-25 --count 7")));
    assert!(by_w.lines().count() == 7 && by_w.lines().all(|line| (24..=25).contains(&clue_count(line))));
    let rows = stdout(&ends(0, select("--per-rating 2 --format csv")));
    assert!(rows.starts_with("line,puzzle,status,clues,x,x score,W\n"), "{rows}");
    for level in ["Easy", "Medium", "Hard", "Unfair"] {
        let of_level = |row: &&str| row.split(',').nth(4) == Some(level);
        assert_eq!(rows.lines().filter(of_level).count(), 2, "{level}");
    }
    written(&at, &run, &rows);
    assert_eq!(stdout(&ends(0, select("--minimal"))), all);
    assert_eq!(stdout(&ends(1, select("--symmetry full"))), "");
    assert_eq!(stdout(&ends(1, select("--count 0"))), "");
    refused(&select("--ladder V"), "the scan has no ladder 'V'; it has x, W");
    refused(
        &select("--rating Harder"),
        "'Harder' is none of the ratings by x: these are Easy, Medium, Hard, Unfair",
    );
    // SER's techniques have their own names.
    let of_ser = at.join("ser");
    let mut scan = command(&["scan", "-l", "SER", "--take", "60", "-o"]);
    ends(0, scan.arg(&of_ser).arg(&puzzles).output().unwrap());
    let table = read_to_string(of_ser.join("techniques.csv")).unwrap();
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| line.starts_with("SER,")).map(|line| line.split(',').collect()).collect();
    for row in rows.iter().filter(|row| row[4] != "0") {
        let mut select = command(&["select", "--uses", row[3]]);
        let kept = stdout(&ends(0, select.arg(&of_ser).output().unwrap()));
        let together = rows.iter().filter(|other| other[3] == row[3]).count();
        assert!(together > 1 || kept.lines().count().to_string() == row[4], "{row:?}");
    }
    assert!(rows.iter().filter(|row| row[4] != "0").count() > 8);
    // A sukaku has no clues, so their places have no symmetry.
    let (sukaku, marks) = (at.join("sukaku.txt"), at.join("marks"));
    let clues = parse_puzzle(all.lines().next().unwrap().as_bytes()).unwrap();
    write(&sukaku, Puzzle::sukaku_of(&Grid::from_clues(&clues)).to_string()).unwrap();
    ends(0, command(&["scan", "-o"]).arg(&marks).arg(&sukaku).output().unwrap());
    for (symmetry, kept) in [("none", 1), ("full", 0)] {
        let mut select = command(&["select", "--symmetry", symmetry]);
        assert_eq!(stdout(&select.arg(&marks).output().unwrap()).lines().count(), kept);
    }
    let records = run.join("run.records");
    let mut over = command(&["select"]);
    refused(&over.arg(&run).arg("-o").arg(&records).output().unwrap(), "is read by this command");
}

/// A shuffled choice is a permutation decided by the seed, and a sample is its beginning; puzzles of a file
/// are left out, and a choice that stays short is reported.
#[test]
fn select_takes_samples() {
    let at = directory("select-samples");
    write(at.join("p.txt"), list("--seed 0 --count 400")).unwrap();
    ends(0, within(&at, &["scan", "-l", "H", "p.txt", "-o", "run"]));
    let select = |options: &str| {
        let options = options.split_whitespace();
        within(&at, &["select", "run"].into_iter().chain(options).collect::<Vec<_>>())
    };
    let lines = |options: &str| -> Vec<String> {
        stdout(&ends(0, select(options))).lines().map(String::from).collect()
    };
    let (all, shuffled) = (lines(""), lines("--shuffle 7"));
    let sorted = |lines: &[String]| lines.iter().cloned().collect::<BTreeSet<_>>();
    assert!(shuffled != all && sorted(&shuffled) == sorted(&all) && shuffled.len() == all.len());
    assert_eq!(lines("--shuffle 7 --count 9"), shuffled[..9]);
    assert_ne!(lines("--shuffle 8 --count 9"), shuffled[..9]);
    // The first puzzles of each rating, in the same order.
    let graded = lines("--shuffle 7 --per-rating 2 --format csv");
    let level = |row: &String| row.split(',').nth(4).unwrap().to_string();
    let easy: Vec<&String> = graded.iter().filter(|row| level(row) == "Easy").collect();
    let first = lines("--shuffle 7 --rating easy --count 2 --format csv");
    assert!(easy.len() == 2 && first[1..].iter().eq(easy));

    // Puzzles of a file are left out, whatever its form; its bad lines are named.
    let used: String = shuffled[..9].iter().map(|line| line.replace('.', "0") + "\n").collect();
    write(at.join("used.sdm"), used).unwrap();
    assert_eq!(lines("--shuffle 7 --exclude used.sdm --count 9"), shuffled[9..18]);
    write(at.join("bad.txt"), format!("{}\nno puzzle\n", all[0])).unwrap();
    let output = ends(1, select("--exclude used.sdm --exclude bad.txt"));
    assert_eq!(
        stdout(&output).lines().count(),
        all.len() - 9 - usize::from(!shuffled[..9].contains(&all[0]))
    );
    assert!(stderr(&output).contains("bad.txt:2:"), "{}", stderr(&output));
    // A list of nothing leaves nothing out; other text is named.
    for nothing in ["", "# used so far\n\n", "puzzle\n"] {
        write(at.join("none.txt"), nothing).unwrap();
        assert_eq!(lines("--shuffle 7 --exclude none.txt"), shuffled);
    }
    write(at.join("none.txt"), "none\n").unwrap();
    let output = ends(1, select("--exclude none.txt"));
    assert!(stderr(&output).contains("none.txt:1:1:"), "{}", stderr(&output));
    refused(&select("--exclude nowhere.txt"), "nowhere.txt");
    refused(&select("--exclude used.sdm -o used.sdm"), "is read by this command");

    // Choice by score, and without a rule.
    let rows = lines("--score 300-500 --without pointing --format csv");
    assert_eq!(rows[0], "line,puzzle,status,clues,H,H score");
    let score = |row: &String| row.split(',').nth(5).unwrap().parse::<u32>().unwrap();
    assert!(rows.len() > 1 && rows[1..].iter().all(|row| (300..=500).contains(&score(row))));
    let uses = lines("--score 300-500 --uses pointing");
    assert_eq!(uses.len() + rows.len() - 1, lines("--score 300-500").len());
    // Naming a rule means all its parts.
    let [both, pointing, claiming] =
        ["locked-candidates", "pointing", "claiming"].map(|rule| lines(&format!("--without {rule}")));
    let expected: Vec<String> = pointing.iter().filter(|line| claiming.contains(line)).cloned().collect();
    assert!(both == expected && both.len() < pointing.len());
    assert_eq!(lines("--uses lc").len(), all.len() - both.len());

    // Messages about short choices and mistakes.
    let output = ends(1, select("--rating EASY --count 999"));
    let easy = stdout(&output).lines().count();
    assert!(stderr(&output).contains(&format!("{easy} puzzles of 400")), "{}", stderr(&output));
    assert!(stderr(&output).contains("999 were asked for"), "{}", stderr(&output));
    let output = ends(0, select("--rating easy-hard --per-rating 999"));
    assert!(stderr(&output).contains(&format!("fewer than 999 of Easy: {easy}, Medium: ")));
    refused(&select("--rating hrad"), "these are Easy, Medium, Hard, Unfair, Extreme");
    ends(0, within(&at, &["scan", "-l", "W", "p.txt", "--take", "9", "-o", "w"]));
    refused(&within(&at, &["select", "w", "--score", "5"]), "the ladder W has no score; H has one");
    refused(&within(&at, &["select", "w", "--rating", "40-"]), "these are from 0 to 36");
}

/// Checks that `select` writes two puzzles of each level in every form (the file's name chooses the form),
/// and that the same puzzles are read back.
fn written(at: &Path, run: &Path, rows: &str) {
    let chosen: Vec<Vec<&str>> = rows.lines().skip(1).map(|row| row.split(',').collect()).collect();
    let select = |name: &str| {
        let file = at.join(name);
        let mut command = command(&["select", "--per-rating", "2"]);
        command.arg(run).arg("-o").arg(&file);
        let output = command.output().unwrap();
        (output, file)
    };
    let text = |name: &str| {
        let (output, file) = select(name);
        ends(0, output);
        read_to_string(file).unwrap()
    };
    assert_eq!(text("chosen.csv"), rows);
    let puzzles: Vec<&str> = chosen.iter().map(|row| row[1]).collect();
    assert_eq!(text("chosen.txt").lines().collect::<Vec<_>>(), puzzles);
    let sdm = text("chosen.sdm");
    assert!(!sdm.contains('.') && sdm.lines().all(|line| line.len() == 81));
    let sdk = text("chosen.sdk");
    let levels = sdk.lines().filter_map(|line| line.strip_prefix("#L"));
    assert!(levels.eq(chosen.iter().map(|row| row[4])));
    for name in ["chosen.sdm", "chosen.sdk"] {
        let again = stdout(&ends(0, command(&["rate"]).arg(at.join(name)).output().unwrap()));
        let again: Vec<&str> = again.lines().skip(1).map(|row| row.split(',').nth(1).unwrap()).collect();
        assert_eq!(again, puzzles, "{name}");
    }
    for (line, row) in text("chosen.jsonl").lines().zip(&chosen) {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&json["puzzle"], &json["x"]), (&row[1].into(), &row[4].into()));
        let uses = json["W rules"].as_array().unwrap();
        let sizes = uses.iter().filter_map(|it| match it["rule"].as_str() {
            Some("lc") => Some(Some(1)),
            Some("whip") => Some(it["size"].as_u64()),
            _ => None,
        });
        assert_eq!(sizes.max().flatten().map_or("0".to_string(), |size| size.to_string()), row[6]);
    }
    let (output, file) = select("chosen.parquet");
    if cfg!(feature = "parquet") {
        ends(0, output);
        assert!(std::fs::read(file).unwrap().starts_with(b"PAR1"));
    } else {
        refused(&output, "this build writes no parquet");
        assert!(!file.exists());
    }
}
