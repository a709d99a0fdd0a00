//! Proofs on boards: the checker, which reads the board by itself, accepts each step; changed proofs are
//! refused, or what they say is true. Each clause refuses something.

use crate::boards::{Row, rate, rows, scale};
use crate::clauses::{clauses, is_by, proof_source, without_numbers};
use crate::common::{Dice, thorough};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use sudoscope::board_climb::BoardClimber;
use sudoscope::board_proof::{BoardEvidence, BoardLink, BoardProof, LinkReason, verify_on_board};
use sudoscope::boards::Board;
use sudoscope::evidence::{Outcome, Right};
use sudoscope::grid::Candidate;

/// Most work of a proof.
const BUDGET: u64 = 100_000_000;

/// Paths end in the solution with the rating of the file, and each step is verified, from the JSON.
#[test]
fn steps_on_boards_are_verified() {
    let most = if thorough() { 12 } else { 6 };
    let rows = rows(if thorough() { 7 } else { 21 });
    let verified = rows.par_iter().map(|row| {
        let scales = [("W", &row.fields[3]), ("B", &row.fields[4])];
        let is_near = |rating: &str| rating.parse().is_ok_and(|rating: u32| rating <= most);
        let mut steps = 0;
        for (ladder, expected) in scales.into_iter().filter(|(_, rating)| is_near(rating)) {
            let proof = BoardClimber::default().prove(&scale(ladder), &row.board, &row.clues, BUDGET);
            let about = format!("{ladder} {} {}", row.board, row.fields[1]);
            assert_eq!(proof.outcome, Outcome::Solved(expected.parse().unwrap()), "{about}");
            assert_eq!(proof.end, row.fields[2], "{about}");
            let text = serde_json::to_string(&proof).unwrap();
            let read: BoardProof = serde_json::from_str(&text).unwrap();
            assert!(read == proof, "{about}");
            let verdict = verify_on_board(&read).unwrap_or_else(|wrong| panic!("{about}: {wrong}"));
            steps += verdict.steps;
        }
        for ladder in ["BRT", "LC", "S"] {
            let proof = BoardClimber::default().prove(&scale(ladder), &row.board, &row.clues, BUDGET);
            let start = row.board.start(&row.clues);
            assert_eq!(proof.outcome, rate(ladder, &row.board, &start, BUDGET).0);
            let verdict = verify_on_board(&proof);
            steps += verdict.unwrap_or_else(|wrong| panic!("{} {}: {wrong}", row.board, row.fields[1])).steps;
        }
        steps
    });
    println!("{} steps", verified.sum::<u64>());
}

/// Paths by B have the ratings, with braids that are no whips.
#[test]
fn braids_on_boards_are_no_longer_than_they_need() {
    for (board, puzzle, whips, braids) in [
        ("x", ".....3...1...4.6..9.......2..8.3.........5...2...9.4....2.6........5.76...9......", 8, 7),
        (
            "windoku",
            "....19.6...4....3..........4..2.15.8..........8...........7.....3.........1.8.72.",
            5,
            4,
        ),
        ("plain", ".....8.5....2.346..6..9.8.3.3675.........2..6..9....7.4..5.......3..9..4.8....1..", 8, 7),
    ] {
        let board: Arc<Board> = Arc::new(board.parse().unwrap());
        let clues = board.read(puzzle.as_bytes()).unwrap();
        for (ladder, rating) in [("W", whips), ("B", braids)] {
            let proof = BoardClimber::default().prove(&scale(ladder), &board, &clues, BUDGET);
            assert_eq!(proof.outcome, Outcome::Solved(rating), "{ladder} {board} {puzzle}");
            verify_on_board(&proof).unwrap_or_else(|wrong| panic!("{ladder} {board} {puzzle}: {wrong}"));
            // The checker reads no member that it does not know.
            let mut more = serde_json::to_value(&proof).unwrap();
            more["rounds"][0]["steps"][0]["relates"] = json!([["n1r1c1"]]);
            assert!(serde_json::from_value::<BoardProof>(more).is_err());
            let is_braid = |link: &BoardLink, at: usize| link.from != at;
            let chains = proof.rounds.iter().filter(|round| round.rule == "braid").flat_map(|it| &it.steps);
            let has_braids = chains.filter_map(|step| match &step.because {
                BoardEvidence::Chain { links } => Some(links),
                _ => None,
            });
            let mut links = has_braids.flat_map(|links| links.iter().zip(0..));
            assert_eq!(links.any(|(link, at)| is_braid(link, at)), ladder == "B", "{board} {puzzle}");
        }
    }
}

/// Returns an item of a list, if it has any.
fn some<T: Clone>(list: &[T], dice: &mut Dice) -> Option<T> {
    if list.is_empty() { None } else { Some(list[dice.below(list.len())].clone()) }
}

/// Returns the links of all chains of a proof.
fn links(proof: &BoardProof) -> Vec<BoardLink> {
    let steps = proof.rounds.iter().flat_map(|round| &round.steps);
    let links = steps.filter_map(|step| match &step.because {
        BoardEvidence::Chain { links } => Some(links.clone()),
        _ => None,
    });
    links.flatten().collect()
}

fn change_link(links: &mut Vec<BoardLink>, all: &[BoardLink], dice: &mut Dice) {
    let Some(other) = some(all, dice) else { return };
    let (at, count) = (dice.below(links.len()), links.len());
    let link = &mut links[at];
    match dice.below(13) {
        0 => link.left = other.left,
        1 => link.from = dice.below(count + 1),
        2 => link.by = other.by,
        3 => link.by = [LinkReason::Cell, LinkReason::Next, LinkReason::King, LinkReason::Knight][at % 4],
        4 => {
            link.right = [other.right, Right::Nothing, Right::Group(vec![other.left])][dice.below(3)].clone()
        }
        5 => link.variables = other.variables,
        6 if !link.ignored.is_empty() => {
            let ignored = dice.below(link.ignored.len());
            let (label, from, by) = link.ignored[ignored];
            link.ignored[ignored] = (link.left, link.from, link.by);
            (link.left, link.from, link.by) = (label, from, by);
        }
        7 => link.ignored.extend(other.ignored),
        8 => drop(link.ignored.pop()),
        9 => link.ignored.iter_mut().for_each(|ignored| ignored.1 = dice.below(count + 1)),
        10 => drop(links.remove(at)),
        11 => links.insert(at, other),
        _ => links.swap(at, dice.below(count)),
    }
}

/// Changes a proof in one way; `all` are links of several proofs.
fn change(proof: &mut BoardProof, all: &[BoardLink], dice: &mut Dice) {
    let has_chains = |at: &usize| matches!(proof.rounds[*at].steps[0].because, BoardEvidence::Chain { .. });
    let chains: Vec<usize> = (0..proof.rounds.len()).filter(has_chains).collect();
    let at = match some(&chains, dice) {
        Some(at) if dice.below(3) > 0 => at,
        _ => dice.below(proof.rounds.len()),
    };
    let (count, step) = (proof.rounds.len(), dice.below(proof.rounds[at].steps.len()));
    let label =
        some(all, dice).map_or(proof.rounds[0].steps[0].asserts.first().copied(), |link| Some(link.left));
    let round = &mut proof.rounds[at];
    match dice.below(16) {
        0 => proof.outcome = [Outcome::Unsolved, Outcome::NoSolution, Outcome::Solved(7)][dice.below(3)],
        1 => proof.end.replace_range(step..=step, "."),
        2 => drop(proof.rounds.remove(at)),
        3 => proof.rounds.swap(at, dice.below(count)),
        4 => round.rating += 1,
        5 => round.size = [None, Some(1), Some(3)][dice.below(3)],
        6 => {
            round.rule = ["brt", "contradiction", "lc", "whip", "braid", "subset"][dice.below(6)].to_string()
        }
        7 => drop(round.steps.remove(step)),
        8 => round.steps[step].asserts.extend(label),
        9 => round.steps[step].eliminates.extend(label),
        10 => round.steps[step].eliminates = label.into_iter().collect(),
        11 => round.steps[step].eliminates.clear(),
        _ => match &mut round.steps[step].because {
            BoardEvidence::Chain { links } => change_link(links, all, dice),
            BoardEvidence::Subset { variables, transversals } => {
                let changed = if dice.below(2) == 0 { &mut *variables } else { &mut *transversals };
                let at = dice.below(changed.len());
                match dice.below(4) {
                    0 => drop(changed.remove(at)),
                    1 => changed[at] = changed[0],
                    2 => changed[at] = some(all, dice).map_or(changed[at], |link| link.variables[0]),
                    _ => std::mem::swap(variables, transversals),
                }
            }
            BoardEvidence::Single { variable } | BoardEvidence::Contradiction { variable } => {
                *variable = some(all, dice).map_or(*variable, |link| link.variables[0]);
            }
        },
    }
}

/// Checks what an accepted proof says.
fn assert_true(proof: &BoardProof, row: &Row) {
    let solution = row.board.read(row.fields[2].as_bytes()).unwrap();
    let is_true = |label: &Candidate| solution[label.digit].contains(label.cell);
    for step in proof.rounds.iter().flat_map(|round| &round.steps) {
        let said = step.asserts.iter().all(is_true) && !step.eliminates.iter().any(is_true);
        assert!(said, "{} {}: {}", row.board, row.fields[1], step.text);
    }
    assert!(proof.outcome.rating().is_none() || proof.end == row.fields[2]);
    assert_ne!(proof.outcome, Outcome::NoSolution);
}

/// Changes proofs at random; returns the reasons for which they are refused.
fn changed_proofs() -> BTreeSet<String> {
    let rows = rows(if thorough() { 1 } else { 31 });
    let rows: Vec<&Row> = rows.iter().filter(|row| ["1", "2", "3", "4"].contains(&&*row.fields[3])).collect();
    let scales = ["S", "W", "S+W", "B"];
    let prove = |row: &&Row| {
        scales.map(|ladder| BoardClimber::default().prove(&scale(ladder), &row.board, &row.clues, BUDGET))
    };
    let proofs: Vec<_> = rows.par_iter().map(prove).collect();
    let changed = |(at, (row, proofs)): (usize, (&&Row, &[BoardProof; 4]))| {
        let (mut dice, mut reasons, mut accepted) = (Dice(5 + at as u64), BTreeSet::new(), 0);
        for proof in proofs {
            let all = links(proof);
            for _ in 0..200 {
                let mut other = proof.clone();
                change(&mut other, &all, &mut dice);
                match verify_on_board(&other) {
                    Ok(_) => {
                        assert_true(&other, row);
                        accepted += usize::from(other != *proof);
                    }
                    Err(wrong) => _ = reasons.insert(without_numbers(&wrong.reason)),
                }
            }
        }
        (reasons, accepted)
    };
    let all: Vec<_> = rows.par_iter().zip(&proofs).enumerate().map(changed).collect();
    let accepted: usize = all.iter().map(|(_, accepted)| accepted).sum();
    println!("{} changed proofs, {accepted} accepted", 800 * rows.len());
    assert!(rows.is_empty() || accepted > 20);
    all.into_iter().flat_map(|(reasons, _)| reasons).collect()
}

/// Small proof: two clues of a row are equal.
fn contradiction() -> Value {
    let board: Arc<Board> = Arc::new("4x4".parse().unwrap());
    let clues = board.read(b"11..............").unwrap();
    serde_json::to_value(BoardClimber::default().prove(&scale("LC"), &board, &clues, 0)).unwrap()
}

/// Proofs with one member changed, and why they are refused.
const REFUSED: [(&str, &str, &str); 15] = [
    ("/proof", "2", "it is of version 2, not 3: use the sudoscope that wrote it, *"),
    ("/board", "\"4x4+magic\"", "the board has an unknown part"),
    ("/board", "\"4x4+cd\"", "a part needs a board of 81 cells"),
    ("/board", "\"4x4+d1+x\"", "a house of the board stands twice"),
    ("/board", "\"jigsaw:AAAB\"", "the layout is no square"),
    ("/board", "\"jigsaw:AAAAABBBCCCCDDDD\"", "a region has not as many cells as there are digits"),
    ("/puzzle", "\"11\"", "the puzzle has not as many cells as the board"),
    ("/puzzle", "\"11......5.......\"", "the puzzle has a character that is no digit of the board"),
    ("/scale", "\"H\"", "the scale has no such rule with this rating"),
    ("/outcome", "\"unsolved\"", "no solution is said without proof, or proved and not said"),
    ("/end", "\"\"", "the end is not where the steps lead"),
    ("/rounds/0/steps/0/because/contradiction/variable", "\"r4c4\"", "the variable has a label left"),
    (
        "/rounds/0/steps/0/because/contradiction/variable",
        "\"r9c9\"",
        "there is no such variable on the board",
    ),
    (
        "/rounds/0/steps/0/because/contradiction/variable",
        "\"d1n1\"",
        "there is no such variable on the board",
    ),
    ("/rounds/0/steps/0/eliminates", "[\"n2r4c4\"]", "a contradiction concludes nothing else"),
];

/// Returns the reason why a proof is refused.
fn refused(proof: Value) -> String {
    let proof: BoardProof = serde_json::from_value(proof).unwrap();
    verify_on_board(&proof).unwrap_err().reason.to_string()
}

/// Link whose right-linking candidate follows from the target n1r1c1, where row 2 has places of 1 in r2c1234.
const FIRST: &str = r#"{"variables": ["r2n1"], "left": "n1r2c1", "from": 0, "by": "b1",
    "right": {"candidate": "n1r2c4"}, "ignored": [["n1r2c2", 0, "b1"], ["n1r2c3", 0, "b1"]]}"#;

/// Whips with the target n1r1c1: row 2 of the puzzle, the links, and why they are refused.
const CHAINS: [(&str, &[&str], &str); 4] = [
    ("....23456", &[FIRST], "only the last variable has nothing left"),
    (
        "...234567",
        &[r#"{"variables": ["r2n1"], "left": "n1r2c1", "from": 0, "by": "b1",
            "right": {"candidate": "n1r2c3"}, "ignored": [["n1r2c2", 0, "b1"]]}"#],
        "the right-linking candidate is excluded",
    ),
    (
        "....23456",
        &[
            FIRST,
            r#"{"variables": ["r2c4"], "left": "n7r2c4", "from": 1, "by": "cell",
            "right": {"candidate": "n1r2c4"}, "ignored": [["n8r2c4", 1, "cell"], ["n9r2c4", 1, "cell"]]}"#,
        ],
        "the right-linking candidate was one before",
    ),
    (
        "....23456",
        &[
            FIRST,
            r#"{"variables": ["r2c1"], "left": "n1r2c1", "from": 1, "by": "r2",
            "right": {"candidate": "n7r2c1"}, "ignored": []}"#,
        ],
        "the left-linking candidate was one before",
    ),
];

/// Returns the proof that has only a whip of these links.
fn whip(row: &str, links: &[&str]) -> Value {
    let chain: Value = serde_json::from_str(&format!("[{}]", links.join(","))).unwrap();
    let because = json!({"chain": {"links": chain}});
    let step = json!({"text": "", "eliminates": ["n1r1c1"], "asserts": [], "because": because});
    let size = links.len();
    json!({
        "proof": 3, "sudoscope": "0", "board": "plain", "scale": "W", "outcome": "unsolved", "end": "",
        "puzzle": format!("{:.<9}{row}{:.<9}{:.<9}{:.<45}", "", "", "8", "9"),
        "rounds": [{"rule": "whip", "size": size, "rating": size, "steps": [step]}],
    })
}

/// Each clause of the checker refuses something.
#[test]
fn changed_proofs_on_boards_say_only_what_is_true() {
    let mut reasons = changed_proofs();
    let base = contradiction();
    for (place, value, clause) in REFUSED {
        let mut proof = base.clone();
        *proof.pointer_mut(place).unwrap() = serde_json::from_str(value).unwrap();
        let reason = refused(proof);
        assert!(is_by(&reason, clause), "{place}: {reason}");
        reasons.insert(without_numbers(&reason));
    }
    let mut after = base.clone();
    let round = after["rounds"][0].clone();
    after["rounds"].as_array_mut().unwrap().push(round);
    reasons.insert(without_numbers(&refused(after)));
    for (row, links, clause) in CHAINS {
        let reason = refused(whip(row, links));
        assert!(is_by(&reason, clause), "{clause}: {reason}");
        reasons.insert(without_numbers(&reason));
    }
    let is_silent = |clause: &String| !reasons.iter().any(|reason| is_by(reason, clause));
    let sources = ["check.rs", "reading.rs"].map(|file| proof_source("board_proof").join(file));
    let silent: Vec<String> = clauses(sources.into_iter()).into_iter().filter(is_silent).collect();
    println!("{} reasons, silent: {silent:#?}", reasons.len());
    assert!(silent.is_empty() || rows(1).is_empty(), "{silent:#?}");
}
