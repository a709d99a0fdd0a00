//! HoDoKu, step by step: its whole path, level and score, and the first result of each technique in the
//! positions of its library.

use crate::common::{is_taken, shared};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fs::read_to_string;
use sudoscope::budget::Budget;
use sudoscope::grid::{Candidate, Cell, Cells, Digit, Given, Grid, Puzzle, parse_puzzle};
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Outcome, Scale, Solver, hodoku_techniques};
use sudoscope::testing::OneSolution;
use sudoscope::testing::hodoku::{Board, Explainer, HODOKU, Step, Technique};

/// Puzzle that singles solve.
const EASY: &str = "...456..9..6.......891..45.2.........7..9.....35......397...5.......4.72.....5361";
/// Puzzle that needs forcing nets.
const HARD: &str = "1...5......7..9.....82....42....7..83.5.6..12..15..36..1.....7.7..64.8..8.2.....5";

/// HoDoKu's short names, in the order of the table.
const SHORT: &str = "fh n1 h1 l2 l3 lc1 lc2 n2 n3 h2 h3 n4 h4 bf2 bf3 bf4 rp bug1 sk 2sk tf er w xy xyz \
    u1 u2 u3 u4 u5 u6 hr ar1 ar2 fbf2 sbf2 fbf3 sbf3 fbf4 sbf4 sdc sc1 sc2 mc1 mc2 x xyc \
    cnl dnl aic gcnl gdnl gaic axz axy ach ff2 mf2 ff3 mf3 fff2 fmf2 fff3 fmf3 fcc fcv \
    fnc fnv bf gu";

fn short(technique: Technique) -> &'static str {
    SHORT.split_whitespace().nth(technique as usize).unwrap()
}

fn technique(short: &str) -> Technique {
    let short = match short {
        "sc" => "sc1",
        "mc" => "mc1",
        "nl" => "aic",
        "gnl" => "gaic",
        short => short,
    };
    let at = SHORT.split_whitespace().position(|it| it == short);
    HODOKU[at.unwrap_or_else(|| panic!("there is no technique {short}"))].0
}

fn as_written(one: Candidate) -> [usize; 2] {
    [one.cell.index(), one.digit.number().into()]
}

/// Lists the candidates that a step removes from the board, in the step's order.
fn removed(board: &Board, step: &Step) -> Vec<[usize; 2]> {
    let mut gone: Vec<[usize; 2]> = Vec::new();
    for one in &step.eliminations {
        let pair = as_written(*one);
        if board.allows(one.cell, one.digit) && !gone.contains(&pair) {
            gone.push(pair);
        }
    }
    gone
}

/// Writes a step in the format of the files.
fn written(board: &Board, asked: Technique, step: &Step) -> Value {
    let row = step.technique.row();
    let mut told = json!({ "t": short(step.technique), "name": row.called, "score": asked.row().score });
    match step.placement {
        Some(value) => told["set"] = json!([as_written(value)]),
        None => told["del"] = json!(removed(board, step)),
    }
    // Our chain of almost locked sets may be another one that removes the same candidates.
    if let (Some(shown), false) = (step.told(board), step.technique == Technique::AlsChain) {
        told["shown"] = json!(shown);
    }
    told
}

/// Lists the steps of a puzzle until it is solved or the explainer gives up.
fn steps_of(puzzle: &Puzzle) -> Vec<Value> {
    let (mut board, mut explainer) = (Board::new(puzzle), Explainer::default());
    let one = OneSolution::supposed(&Given::from(puzzle));
    let mut steps = Vec::new();
    while !board.open().is_empty() {
        match explainer.next(&mut board, Some(&one), &mut Budget(u64::MAX)).unwrap() {
            Some((asked, step)) => {
                steps.push(written(&board, asked, &step));
                board.apply(&step);
            }
            None => {
                steps.push(json!({ "t": "gu", "name": "Give Up", "score": 20000 }));
                break;
            }
        }
    }
    steps
}

fn lines(name: &str) -> Option<Vec<Value>> {
    let text = read_to_string(shared(name)?).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Each step of each path equals HoDoKu's: technique, placement, eliminations in order, score, and printed
/// line.
#[test]
fn paths_are_those_of_hodoku() {
    for name in ["steps", "hard-steps", "rare-steps", "edge-steps"] {
        let Some(all) = lines(&format!("hodoku/{name}.jsonl")) else { return };
        all.par_iter().for_each(|line| {
            let text = line["puzzle"].as_str().unwrap();
            let ours = steps_of(&Puzzle::Clues(parse_puzzle(text.as_bytes()).unwrap()));
            let theirs = line["steps"].as_array().unwrap().iter().enumerate().map(|(at, step)| {
                let mut step = step.clone();
                if ours.get(at).is_none_or(|own| own.get("shown").is_none()) {
                    step.as_object_mut().unwrap().remove("shown");
                }
                step
            });
            let theirs: Vec<Value> = theirs.collect();
            let at = ours.iter().zip(&theirs).position(|(one, other)| one != other);
            let at = at.unwrap_or(ours.len().min(theirs.len()));
            assert_eq!(ours.get(at), theirs.get(at), "{name}: step {at} of {text}");
        });
    }
}

/// Each of 51 techniques finds the same first step as HoDoKu's in each of 1,112 states.
#[test]
fn calls_are_those_of_hodoku() {
    let Some(all) = lines("hodoku/calls.jsonl") else { return };
    let text = read_to_string(shared("hodoku/order.csv").unwrap()).unwrap();
    let left_out = ["fh", "n1", "h1", "fc", "fn", "bf"];
    let is_on = |fields: &Vec<&str>| fields[6] == "1" && !left_out.contains(&fields[2]);
    let rows = text.lines().skip(1).map(|line| line.split(',').collect()).filter(is_on);
    let asked: Vec<&str> = rows.map(|fields| fields[2]).collect();
    assert_eq!(asked.len(), 51, "{asked:?}");
    all.par_iter().for_each(|position| {
        let (board, one) = (board_of(position), OneSolution::supposed(&Given::from(Grid::default())));
        for &name in &asked {
            let mut own = board;
            let (call, mut budget) = (technique(name), Budget(u64::MAX));
            let found = Explainer::default().ask(&mut own, call, Some(&one), &mut budget).unwrap();
            let found = found.map(|step| json!([short(step.technique), removed(&board, &step)]));
            assert_eq!(found.as_ref(), position["calls"].get(name), "{name} in {}", position["values"]);
        }
    });
}

fn board_of(position: &Value) -> Board {
    let text = |key: &str| position[key].as_str().unwrap().as_bytes().to_vec();
    let (values, given) = (text("values"), text("givens"));
    let mask = |cell: Cell| position["masks"][cell.index()].as_u64().unwrap();
    let planes = |has: &dyn Fn(Cell, Digit) -> bool| -> [Cells; 9] {
        std::array::from_fn(|digit| Cell::all().filter(|&cell| has(cell, Digit::new(digit))).collect())
    };
    let placed = planes(&|cell, digit| values[cell.index()] == b'0' + digit.number());
    let left = planes(&|cell, digit| {
        values[cell.index()] == b'0' + digit.number() || mask(cell) >> digit.index() & 1 != 0
    });
    let given = Cell::all().filter(|&cell| given[cell.index()] == b'1').collect();
    Board::of(&placed, given, &left)
}

/// Level and score by the scale equal HoDoKu's for 5,300 puzzles (one in four by default).
#[test]
fn levels_and_scores_are_those_of_hodoku() {
    let Some(path) = shared("hodoku/hodoku.csv") else { return };
    let text = read_to_string(path).unwrap();
    let scale = Scale::named("HoDoKu").unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    lines.par_iter().enumerate().filter(|(at, _)| is_taken(*at, 4)).for_each(|(_, line)| {
        let fields: Vec<&str> = line.splitn(6, ',').collect();
        let clues = parse_puzzle(fields[2].as_bytes()).unwrap();
        let (_, climbs) = Solver::new().rate(&clues, std::slice::from_ref(&scale), Effort::default());
        let Outcome::Solved(rating) = climbs[0].outcome else { panic!("{line}: {:?}", climbs[0].outcome) };
        let ours = scale.columns.iter().zip(rating.0).map(|(column, value)| column.unit.text(value));
        assert_eq!(ours.collect::<Vec<_>>(), fields[3..5], "{line}");
        // Techniques, with the number of steps of each.
        let used = scale.items.iter().zip(&climbs[0].tallies).filter(|(_, tally)| tally.steps > 0);
        let mut ours: Vec<String> =
            used.map(|(item, tally)| format!("{}*{}", item.players_name(), tally.steps)).collect();
        let mut theirs: Vec<&str> = fields[5].trim_matches('"').split("; ").collect();
        ours.sort();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{line}");
    });
}

/// Other settings change the scores of as many puzzles of each level, and the levels of as many puzzles, as
/// in the program used for the comparison (its first 1,000 paths, with one rule changed).
#[test]
fn settings_change_what_they_change_in_hodoku() {
    let Some(all) = lines("hodoku/steps.jsonl") else { return };
    for (stage, scores, levels) in [
        ("order=hidden-single+naked-single", [205, 200, 227, 180, 188], 74),
        ("chain-links:8", [0, 0, 3, 71, 113], 20),
        ("empty-rectangle-places:2", [0; 5], 0),
    ] {
        let scale = Scale::define("own", &format!("HoDoKu,{stage}")).unwrap();
        let changed = all[..1000].par_iter().map(|line| {
            let clues = parse_puzzle(line["puzzle"].as_str().unwrap().as_bytes()).unwrap();
            let (_, climbs) = Solver::new().rate(&clues, std::slice::from_ref(&scale), Effort::default());
            let Outcome::Solved(rating) = climbs[0].outcome else { panic!("{line}") };
            let level = scale.levels().iter().position(|level| line["level"] == level.name).unwrap();
            (level, line["score"] != rating.0[1], level != rating.0[0] as usize)
        });
        let changed: Vec<(usize, bool, bool)> = changed.collect();
        let of_level = |at: usize| changed.iter().filter(|(level, score, _)| *level == at && *score).count();
        assert_eq!(std::array::from_fn(of_level), scores, "{stage}");
        assert_eq!(changed.iter().filter(|(.., level)| *level).count(), levels, "{stage}");
    }
}

/// Points and levels change no step; a technique that is off occurs in no path, and one that is on has the
/// points it is given.
#[test]
fn settings_decide_points_and_what_is_asked() {
    let rate = |definition: &str, text: &str| {
        let scale = Scale::define("own", definition).unwrap();
        let clues = parse_puzzle(text.as_bytes()).unwrap();
        let (_, mut climbs) = Solver::new().rate(&clues, std::slice::from_ref(&scale), Effort::default());
        let climb = climbs.remove(0);
        let used = scale.items.iter().zip(&climb.tallies).filter(|(_, tally)| tally.steps > 0);
        let used: Vec<(String, u32, u32)> =
            used.map(|(item, tally)| (item.players_name(), item.rating.0[1], tally.steps)).collect();
        (climb.outcome.rating().unwrap().0, used)
    };
    let ([level, score, ..], own) = rate("HoDoKu", HARD);
    assert_eq!(score, own.iter().map(|(_, points, steps)| points * steps).sum::<u32>());
    let ([same, other, ..], points) = rate("HoDoKu,1000=hidden-single", HARD);
    let singles = own.iter().find(|it| it.0 == "Hidden Single").unwrap().2;
    assert_eq!((other, same), (score + 986 * singles, 4));
    assert!(own.iter().zip(&points).all(|(a, b)| (&a.0, a.2) == (&b.0, b.2)));
    assert_eq!(level, 4);
    for (stages, level) in [("", 0), ("Easy<=10", 1), ("Easy<=10,Medium<=10", 2), ("Unfair=naked-single", 3)]
    {
        assert_eq!(rate(format!("HoDoKu,{stages}").trim_end_matches(','), EASY).0[0], level);
    }
    // Only singles and guesses; then only giving up.
    let all: Vec<&str> = hodoku_techniques().map(|(name, ..)| name).skip(3).collect();
    let (_, used) = rate(&format!("HoDoKu,off={}", all[..all.len() - 1].join("+")), HARD);
    let names: Vec<&str> = used.iter().map(|it| &*it.0).collect();
    assert!(names.contains(&"Brute Force"), "{names:?}");
    assert!(
        names.iter().all(|name| name.ends_with("Single") || ["Full House", "Brute Force"].contains(name))
    );
    let ([level, score, ..], used) = rate(&format!("HoDoKu,off={}", all.join("+")), HARD);
    assert!(level == 4 && score >= 20_000 && used.last().unwrap().0 == "Give Up", "{used:?}");
}

/// A technique that is off may still be found, under its own name, by another that is on.
#[test]
fn what_is_found_has_an_item() {
    let Some(all) = lines("hodoku/steps.jsonl") else { return };
    let lines_only = "x-wing+swordfish+finned-x-wing+sashimi-x-wing+finned-swordfish+sashimi-swordfish";
    let scale = Scale::define("own", &format!("HoDoKu,off=nice-loop+{lines_only}")).unwrap();
    let outcomes = all[1000..1200].par_iter().map(|line| {
        let clues = parse_puzzle(line["puzzle"].as_str().unwrap().as_bytes()).unwrap();
        Solver::new().rate(&clues, std::slice::from_ref(&scale), Effort::default()).1.remove(0)
    });
    let climbs: Vec<_> = outcomes.collect();
    assert!(climbs.iter().all(|climb| matches!(climb.outcome, Outcome::Solved(_))));
    for name in ["AIC", "X-Wing", "Finned X-Wing"] {
        let at: Vec<usize> =
            (0..scale.items.len()).filter(|&at| scale.items[at].players_name() == name).collect();
        assert_eq!(at.len(), 1, "{name}");
        let is_found = climbs.iter().any(|climb| climb.tallies[at[0]].steps > 0);
        assert!(is_found || name != "AIC");
    }
}

/// Puzzles of fewer than ten clues are not solved, and a cell without candidates does not crash the program.
#[test]
fn few_clues_are_not_solved() {
    let scale = Scale::named("HoDoKu").unwrap();
    let effort = Effort { budget: DEFAULT_BUDGET, validate: false };
    let outcome = |text: &str| {
        let clues = parse_puzzle(text.as_bytes()).unwrap();
        Solver::new().rate(&clues, std::slice::from_ref(&scale), effort).1[0].outcome
    };
    let nine = format!("123456789{}", ".".repeat(72));
    assert_eq!(outcome(&nine), Outcome::Unsolved);
    let ten = format!("123456789{}4{}", ".".repeat(18), ".".repeat(53));
    let Outcome::Solved(rating) = outcome(&ten) else { panic!("ten clues") };
    assert_eq!(rating.0[0], 4, "it gives up, which is Extreme");
    assert!(rating.0[1] >= 20_000);
}
