//! Sukakus: puzzles of candidates instead of clues.

use crate::binary::{code, directory, ends, piped, rows, stderr, stdout, sudoscope, text_of};
use crate::common::{Dice, Symmetry, alone, named_ladders, random_10k, step_cost, thorough};
use rayon::prelude::*;
use sudoscope::brute::{solutions, unique_solution};
use sudoscope::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, Puzzle};
use sudoscope::input::read_puzzle;
use sudoscope::rule::Info;
use sudoscope::rules::{BRT, RULES};
use sudoscope::scale::{Aspect, Climb, Effort, Outcome, Scale, Solver, Status};

const BUDGET: u64 = 50_000;

fn puzzle(line: &str) -> Puzzle {
    read_puzzle(line.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}")).puzzle
}

/// Returns the puzzle as two sukakus: with its candidates, and with all nine digits in each cell without a
/// clue.
fn sukakus(puzzle: &Puzzle) -> [Puzzle; 2] {
    let clues = puzzle.clues();
    let all = clues.iter().fold(Cells::ALL, |blank, &cells| blank - cells);
    let written = Candidates(clues.map(|cells| cells | all));
    [Puzzle::sukaku_of(&puzzle.grid()), Puzzle::Sukaku(written)]
}

/// Returns random candidates that include the solution, reduced one by one until there is no second solution.
fn random_sukaku(dice: &mut Dice, solution: &Grid) -> Puzzle {
    let own = |candidate: Candidate| solution.allows(candidate);
    let all = Cell::all().flat_map(|cell| Digit::all().map(move |digit| Candidate::new(digit, cell)));
    let mut candidates: Candidates = all.filter(|&c| own(c) || dice.below(100) < 45).collect();
    loop {
        let puzzle = Puzzle::Sukaku(candidates);
        // At least one of the first two solutions found is not the intended solution.
        let others = [1, 2].map(|limit| solutions(&puzzle.grid(), limit).1);
        let other = others.into_iter().flatten().find(|other| other != solution);
        let Some(other) = other else { return puzzle };
        let wrong: Vec<Candidate> = candidates.iter().filter(|&c| other.allows(c) && !own(c)).collect();
        let wrong = wrong[dice.below(wrong.len())];
        candidates.0[wrong.digit].remove(wrong.cell);
    }
}

fn random_sukakus(count: usize) -> Vec<(Puzzle, Grid)> {
    let lines = random_10k();
    let one = |(k, line): (usize, &String)| {
        let solution = unique_solution(&puzzle(line).grid()).unwrap();
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ (k as u64 + 1) << 20);
        (random_sukaku(&mut dice, &solution), solution)
    };
    lines[..count].par_iter().enumerate().map(one).collect()
}

/// Returns all named ladders, and ladders of rules that are in none of them.
fn ladders() -> Vec<Scale> {
    let named = named_ladders().map(|ladder| Scale::named(ladder.name).unwrap());
    let own = ["brt,lc,unique,subset:2-4", "brt,lc,alldiff,naked:2-8+hidden:2-8+fish:2-8"];
    let own = own.map(|text| Scale::define("own", text).unwrap());
    named.chain(own).collect()
}

/// Returns the climbs by `ladders`; each ladder rates by itself, with the same budget.
fn rate(solver: &mut Solver, puzzle: &Puzzle, ladders: &[Scale]) -> Vec<(Status, Climb)> {
    let rate = |ladder: &Scale| {
        let (status, mut climbs) = solver.rate(puzzle, std::slice::from_ref(ladder), effort(ladder));
        (status, climbs.remove(0))
    };
    ladders.iter().map(rate).collect()
}

fn effort(ladder: &Scale) -> Effort {
    Effort { budget: BUDGET * step_cost(&ladder.definition), validate: true }
}

/// A puzzle and its candidates get the same rating from every ladder, and the same tallies of all rules but
/// singles. The sukaku needs one single for each clue, which a score and an estimate
/// count.
#[test]
fn a_puzzle_and_its_candidates_rate_alike() {
    let ladders = ladders();
    let check = |solver: &mut Solver, (k, line): (usize, &String)| {
        let part = if thorough() { 1 } else { 16 };
        let quick = |name: &str| ["W", "B", "gW", "S", "BRT"].contains(&name);
        let takes = |(at, ladder): &(usize, &Scale)| quick(&ladder.name) || (at + k).is_multiple_of(part);
        let ladders: Vec<Scale> =
            ladders.iter().enumerate().filter(takes).map(|(_, ladder)| ladder.clone()).collect();
        let given = puzzle(line);
        let climbs = rate(solver, &given, &ladders);
        for sukaku in sukakus(&given) {
            let others = rate(solver, &sukaku, &ladders);
            for ((ladder, (status, a)), (other, b)) in ladders.iter().zip(&climbs).zip(&others) {
                assert_eq!(status, other, "{line} by {}", ladder.name);
                if ladder.columns.iter().any(|column| column.aspect == Aspect::Estimate) {
                    // Cells of the clues are cells to fill, and the estimate counts rounds of them.
                    assert!(
                        matches!((a.outcome, b.outcome), (Outcome::Solved(_), Outcome::Solved(_))),
                        "{line}"
                    );
                    continue;
                }
                let has_score = ladder.columns.iter().any(|column| column.aspect == Aspect::Sum);
                if let (true, Outcome::Solved(a), Outcome::Solved(b)) = (has_score, a.outcome, b.outcome) {
                    // Singles of the clues give points, which may raise the level.
                    let points = ladder.items[1].rating.0[1] * given.clue_count() as u32;
                    assert_eq!(a.0[1] + points, b.0[1], "{line} by {}", ladder.name);
                    assert!(a.0[0] <= b.0[0], "{line} by {}", ladder.name);
                } else {
                    assert_eq!(a.outcome, b.outcome, "{line} by {}", ladder.name);
                }
                let rest = BRT..;
                assert_eq!(a.tallies[rest.clone()], b.tallies[rest], "{line} by {}", ladder.name);
                let placed = |climb: &Climb| -> u32 {
                    climb.tallies[..BRT].iter().map(|tally| tally.placements).sum()
                };
                if let Outcome::Solved(_) = a.outcome {
                    assert_eq!(placed(a) + given.clue_count() as u32, placed(b), "{line}");
                }
            }
        }
    };
    random_10k()[..200].par_iter().enumerate().for_each_init(Solver::new, check);
}

/// Every conclusion of any rule in a sukaku agrees with its solution, and the traced climb equals the climb
/// that ratings take.
#[test]
fn every_step_agrees_with_the_solution() {
    let of = |info: &Info| Scale::define(info.name, &alone(info, 4)).unwrap();
    let every: Vec<Scale> = RULES.iter().skip(1).map(|rule| of(rule.info())).collect();
    let quick: Vec<Scale> = ["W", "B", "SFin+W"].map(|name| Scale::named(name).unwrap()).to_vec();
    let check = |solver: &mut Solver, (k, (sukaku, solution)): (usize, &(Puzzle, Grid))| {
        let part = if thorough() { 1 } else { 16 };
        let some = every.iter().enumerate().filter(|(at, _)| (at + k).is_multiple_of(part));
        let ladders: Vec<Scale> = quick.iter().chain(some.map(|(_, ladder)| ladder)).cloned().collect();
        let climbs = rate(solver, sukaku, &ladders);
        let mut rungs = 0;
        for (ladder, (_, rated)) in ladders.iter().zip(climbs) {
            let climb = solver.observe(sukaku, ladder, effort(ladder).budget, &mut |applied| {
                let found = applied.found;
                let tell = || format!("{sukaku}: {} of {}", applied.item.name(), ladder.definition);
                assert!(!found.contradiction, "{}", tell());
                for digit in Digit::all() {
                    let truth = solution.plane(digit);
                    assert!(!found.eliminated.0[digit].intersects(truth), "{}", tell());
                    assert!(found.asserted.0[digit].is_subset(truth), "{}", tell());
                }
            });
            if ![&rated, &climb].iter().any(|climb| climb.outcome == Outcome::Budget) {
                assert_eq!(climb, rated, "{sukaku} by {}", ladder.definition);
            }
            if let Outcome::Solved(rung) = climb.outcome.column(0) {
                rungs = rungs.max(rung);
            }
        }
        rungs
    };
    let sukakus = random_sukakus(48);
    let hardest = sukakus.par_iter().enumerate().map_init(Solver::new, check).max();
    assert!(hardest >= Some(6), "{hardest:?}");
}

#[test]
fn ratings_are_invariant() {
    // Longer chains are left out: where a ladder gets stuck, the search for them is long and in vain.
    let ladders = [
        "brt,whip:1-5",
        "brt,whip:1-2,braid:3-4",
        "brt,whip:1,g-whip:2-3",
        "brt,subset:2-4+fish:2-4+finned-fish:2-4",
        "brt,lc,br-net",
        "brt,pom2",
    ]
    .map(|text| Scale::define("short", text).unwrap());
    let effort = Effort { budget: u64::MAX, validate: true };
    let sukakus = random_sukakus(30);
    sukakus.par_iter().enumerate().for_each_init(Solver::new, |solver, (k, (sukaku, _))| {
        let climbs = solver.rate(sukaku, &ladders, effort);
        let mut dice = Dice(0x2545_f491_4f6c_dd1d ^ (k as u64 + 1) << 20);
        for _ in 0..3 {
            let image = puzzle(&Symmetry::random(&mut dice).apply_sukaku(&sukaku.to_string()));
            assert_ne!(image, *sukaku);
            assert_eq!(solver.rate(&image, &ladders, effort), climbs, "{sukaku}\n{image}");
        }
    });
}

/// All commands that read puzzles line by line take sukakus among puzzles.
#[test]
fn commands_take_sukakus() {
    let lines = random_10k();
    let sukaku = sukakus(&puzzle(&lines[3]))[0].to_string();
    let hard = random_sukakus(1)[0].0.to_string();
    let input = format!("{}\n{sukaku} # a tail\n{}\n7,{hard}\n", lines[3], lines[4]);
    let table = |args: &[&str]| -> Vec<csv::StringRecord> {
        let output = piped(args, input.as_bytes());
        assert_eq!(stderr(&output), "");
        rows(&output)
    };
    let rated = table(&["rate", "-l", "W,B", "-"]);
    assert_eq!(rated.len(), 4);
    assert_eq!((&rated[1][1], &rated[1][3], &rated[3][1]), (&*sukaku, "0", &*hard));
    assert!((4..6).all(|column| rated[0][column] == rated[1][column]), "{rated:?}");
    let checked = table(&["check", "-"]);
    let fields: Vec<&str> = checked[1].iter().skip(2).collect();
    assert_eq!(fields, ["ok", "0", "1", "", "", "", ""]);

    let minlex = ends(1, piped(&["minlex", "-"], input.as_bytes()));
    assert!(stderr(&minlex).contains("-:2:1: a sukaku has no clues, and no minlex"));
    let kept = piped(&["dedupe", "-"], input.as_bytes());
    assert_eq!(stdout(&kept), format!("{}\n{}\n", lines[3], lines[4]));
    assert_eq!(code(&kept), Some(1));

    // A scan writes the same rows, and its records hold the sukakus for other reports, such as `worth`.
    let directory = directory("sukaku-scan");
    let (file, out) = (directory.join("in.txt"), directory.join("out"));
    std::fs::write(&file, &input).unwrap();
    let scan = ["scan", "-l", "W,B", "--verify", text_of(&file), "-o", text_of(&out)];
    ends(0, sudoscope(&scan));
    ends(0, sudoscope(&["worth", text_of(&out)]));
    let reader = csv::Reader::from_path(out.join("puzzles.csv"));
    let scanned: Vec<csv::StringRecord> = reader.unwrap().records().map(|row| row.unwrap()).collect();
    for (scanned, rated) in scanned.iter().zip(&rated) {
        assert_eq!(scanned.iter().take(6).collect::<Vec<_>>(), rated.iter().collect::<Vec<_>>());
    }

    let explained = sudoscope(&["explain", "-l", "W", "--format", "json", &hard]);
    let json: serde_json::Value = serde_json::from_slice(&explained.stdout).unwrap();
    assert_eq!((json["puzzle"].as_str(), json["outcome"].as_str()), (Some(&*hard), Some("solved")));
    ends(0, piped(&["verify", "-"], &explained.stdout));
    assert_eq!(json["rating"].to_string(), rated[3][4]);
    let pictures = directory.join("pictures");
    ends(0, sudoscope(&["explain", &hard, "--format", "svg", "-o", &format!("{}/", text_of(&pictures))]));
}

/// Mistakes in a sukaku are located, and it may have no solution or several.
#[test]
fn bad_sukakus_are_rejected() {
    let sukaku = sukakus(&puzzle(&random_10k()[0]))[1].to_string();
    let change = |at: usize, to: &str| format!("{}{to}{}", &sukaku[..at], &sukaku[at + 1..]);
    let cases = [
        (change(400, "x"), "invalid: column 401: 'x' is neither a digit nor a blank (. 0 * _ -)"),
        (change(9 * 50 + 3, "7"), "invalid: column 454: '7' where a sukaku has 4 or a blank"),
        (sukaku[1..].to_string(), "invalid: column 82: more than 81 cells"),
        (".".repeat(729), "no-solution"),
        ("123456789".repeat(81), "multiple-solutions"),
        ("5........".repeat(81).replace('5', "1"), "no-solution"),
    ];
    let input: String = cases.iter().map(|(line, _)| format!("{line}\n")).collect();
    let output = piped(&["rate", "-"], input.as_bytes());
    let told: Vec<String> = rows(&output).iter().map(|row| row[2].to_string()).collect();
    assert_eq!(told, cases.map(|(_, status)| status));
    assert_eq!(code(&output), Some(1));
}
