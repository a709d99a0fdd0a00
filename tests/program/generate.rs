//! The generators, by the library and by the built binary.

use crate::binary::{
    code, command, directory, ends, refused, signal, start, stderr, stdout, wait_until,
};
use std::fs::{read, read_to_string, write};
use std::process::Command;
use sudoscope::brute;
use sudoscope::grid::{Grid, parse_puzzle};
use sudoscope::scale::{Effort, Outcome, Scale, Solver};

const METHODS: [&str; 3] = ["top-down", "bottom-up", "controlled-bias"];

fn generate(args: &str) -> Command {
    let mut command = command(&["generate"]);
    command.args(args.split_whitespace());
    command
}

/// The list that these arguments make.
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
    for (method, more) in
        METHODS.into_iter().zip(["--count 300 --level 3-", "--count 200", "--count 8"])
    {
        let of = |jobs| list(&format!("--method {method} --seed 3 {more} -j {jobs}"));
        assert_eq!(of(1), of(3), "{method}");
    }
}

/// The first puzzles of seed 0, and that clues are distributed as published (PBCS §6.3), roughly.
#[test]
fn controlled_bias_is_reproducible_and_distributed_as_published() {
    let expected = include_str!("../data/controlled-bias.txt");
    let count = expected.lines().count();
    let list = list(&format!("--method controlled-bias --seed 0 --count {count}"));
    assert!(list == expected);
    assert_eq!(count, 100);
    let clues = || list.lines().map(clue_count);
    // Published: mean 25.667, deviation 1.117; 12.4 %, 30.6 %, 33.8 % and 21.7 % with 24 and fewer, 25, 26, 27 and more.
    let mean = clues().sum::<usize>() as f64 / count as f64;
    assert!((mean - 25.667).abs() < 3.5 * 1.117 / (count as f64).sqrt(), "{mean}");
    let chi_square: f64 =
        [(0..25, 0.138_56), (25..26, 0.306_16), (26..27, 0.337_87), (27..82, 0.217_41)]
            .into_iter()
            .map(|(range, share)| {
                let (found, due) =
                    (clues().filter(|n| range.contains(n)).count() as f64, share * count as f64);
                (found - due).powi(2) / due
            })
            .sum();
    // One of a thousand samples is above.
    assert!(chi_square < 16.27, "{chi_square}");
}

#[test]
fn only_what_is_asked_for_is_kept() {
    let few = list("--clues 22-23 --minimal --count 20");
    assert!(few.lines().all(|line| (22..=23).contains(&clue_count(line)) && is_minimal(line)));
    for method in ["top-down", "bottom-up"] {
        let many = list(&format!("--method {method} --clues 30-35 --count 40"));
        let counts: Vec<usize> = many.lines().map(clue_count).collect();
        assert!((30..=35).all(|n| counts.contains(&n)), "{counts:?}");
        assert!(counts.iter().all(|n| (30..=35).contains(n)), "{counts:?}");
        assert!(many.lines().all(|line| has_one_solution(line.as_bytes())));
    }
    assert!(
        list("--method controlled-bias --clues 27- --count 3")
            .lines()
            .all(|line| clue_count(line) >= 27)
    );
    let ladder = [Scale::named("B").unwrap()];
    let hard = list("--ladder B --level 5-6 --count 12");
    assert_eq!(hard.lines().count(), 12);
    let mut solver = Solver::new();
    for line in hard.lines() {
        let (_, climbs) =
            solver.rate(&parse_puzzle(line.as_bytes()).unwrap(), &ladder, Effort::default());
        assert!(matches!(climbs[0].outcome.column(0), Outcome::Solved(5..=6)), "{line}");
    }
}

/// What is kept is a part of the list without filter, in its order.
#[test]
fn filters_choose_from_the_list() {
    let all = list("--count 400");
    let chosen = list("--level 4 --tries 400 --count 20");
    let mut rest = all.lines();
    assert!(chosen.lines().all(|line| rest.any(|other| other == line)));
}

#[test]
fn a_list_that_stays_short_says_so() {
    let output = generate("--count 5 --tries 60 --level 30-").output().unwrap();
    assert_eq!((code(&output), output.stdout.len()), (Some(1), 0));
    assert!(stderr(&output).contains("0 puzzles of 60 tries"), "{}", stderr(&output));
}

#[test]
fn bad_arguments_are_refused() {
    for (args, part) in [
        ("--clues 12", "--clues: '12' is not N, A-B or A- with numbers from 17 to 81"),
        ("--level 5-3", "'5-3' is not"),
        ("--ladder W", "--level"),
        ("--ladder W,B --level 5", "exactly one"),
        ("--ladder NONE --level 5", "NONE"),
        ("--level 99", "the ladder W has no rung above 36"),
        ("--resume", "-o FILE"),
        ("--resume -o never-begun.txt", "there is no never-begun.txt.partial to go on with"),
    ] {
        refused(&generate(args).output().unwrap(), part);
    }
}

#[test]
fn a_stopped_list_goes_on_where_it_stopped() {
    let at = directory("list");
    let file = at.join("list.txt");
    let (partial, resume) = (at.join("list.txt.partial"), at.join("list.txt.resume"));
    let recipe = "--seed 5 --level 2-4 --clues 22-26";
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

    // Neither silently dropped nor mixed with another list.
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
