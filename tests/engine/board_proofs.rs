//! Proofs on boards: the checker, which reads the board by itself, accepts each step; changed proofs are
//! refused, or what they say is true. Each clause refuses something.

use crate::board_ser;
use crate::boards::{Row, rate, rows, scale};
use crate::clauses::{clauses, is_by, proof_source, without_numbers};
use crate::common::{Dice, thorough};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use sudoscope::board_climb::{BoardClimber, marks};
use sudoscope::board_proof::{self, BoardEvidence, BoardLink, BoardProof, BoardRound, BoardScale};
use sudoscope::boards::Board;
use sudoscope::budget::Budget;
use sudoscope::evidence::{Outcome, Rating, Unit};
use sudoscope::grid::Candidate;
use sudoscope::proof::verify_on_board;
use sudoscope::scale::Scale;
use sudoscope::verify::Wrong;

/// Most work of a proof.
const BUDGET: u64 = 100_000_000;

fn solved(rating: u32) -> Outcome<Value> {
    Outcome::Solved(rating.into())
}

/// Ladders of players and of chains, with all rules of every board together.
const LADDERS: [&str; 12] = [
    "H",
    "BC",
    "Z",
    "tW",
    "TyW",
    "FW",
    "F3W",
    "TE1",
    "full-house,last-digit,hidden-single-in-block,naked-single,hidden-single-in-line,\
     pointing,claiming,naked:2-4,hidden:2-4,fish:2-4,skyscraper,two-string-kite,turbot-fish,remote-pair,\
     simple-colours,multi-colours,xy-wing:3,xyz-wing:3,w-wing,m-wing,s-wing,l-wing,h-wing,x-chain:2-8,\
     xy-chain:3-8,nice-loop:2-8,aic:2-8,trial",
    "brt,simple-colours,remote-pair,xy:3-4,xyt:3-4,xyz:3-4,xyzt:3-4,trial",
    "brt,lc,oddagon:3-5,typed-bivalue-chain:2-4,typed-z-chain:2-4,typed-t-whip:2-4,typed-whip:2-4,\
     typed-braid:3-4,whip-loops:2-4,trial",
    "brt,lc,nrct:2-4,nrct-lr-lasso:2-4,nrct-rl-lasso:2-4,nrczt-lr-lasso:2-4,nrczt-rl-lasso:2-4,nrcz:2-4,\
     nrczt:2-4,nrcz-first:2-4,nrczt-first:2-4,trial",
];

/// Paths by ladders with a definition have the rating of the climb, and each step is verified.
#[test]
fn steps_of_every_rule_of_boards_are_verified() {
    let rows = rows(if thorough() { 7 } else { 151 });
    let verified = rows.par_iter().map(|row| {
        let mut rules = BTreeMap::<String, u64>::new();
        for ladder in LADDERS {
            let scale = scale(ladder);
            if scale.refused_by(&row.board).is_some() {
                continue;
            }
            let proof = BoardClimber::default().prove(&scale, &row.board, &row.clues, BUDGET);
            let about = format!("{ladder} {} {}", row.board, row.fields[1]);
            let (outcome, end) = rate(ladder, &row.board, &row.board.start(&row.clues), BUDGET);
            assert_eq!(proof.outcome, outcome.map(|rating| scale.unit().json(rating)), "{about}");
            if matches!(proof.outcome, Outcome::Solved(_)) {
                assert_eq!(proof.end, row.fields[2], "{about}");
            } else {
                assert_eq!(proof.end, marks(&row.board, &end), "{about}");
            }
            let text = serde_json::to_string(&proof).unwrap();
            let read: BoardProof = serde_json::from_str(&text).unwrap();
            assert!(read == proof, "{about}");
            verify_on_board(&read).unwrap_or_else(|wrong| panic!("{about}: {wrong}"));
            for round in &proof.rounds {
                *rules.entry(round.rule.clone()).or_default() += round.steps.len() as u64;
            }
        }
        rules
    });
    let mut all = BTreeMap::<String, u64>::new();
    for rules in verified.collect::<Vec<_>>() {
        rules.into_iter().for_each(|(rule, steps)| *all.entry(rule).or_default() += steps);
    }
    println!("{all:#?}");
}

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
            assert_eq!(proof.outcome, solved(expected.parse().unwrap()), "{about}");
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
            assert_eq!(proof.outcome, rate(ladder, &row.board, &start, BUDGET).0.map(Value::from));
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
            assert_eq!(proof.outcome, solved(rating), "{ladder} {board} {puzzle}");
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

/// Lists the places of all members and elements below one.
pub fn places(value: &Value, place: String, all: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            all.extend(members.contains_key("candidate").then(|| place.clone()));
            for (name, value) in
                members.iter().filter(|(name, _)| !["text", "words"].contains(&name.as_str()))
            {
                places(value, format!("{place}/{name}"), all);
            }
        }
        Value::Array(elements) => {
            all.push(place.clone());
            let below = elements.iter().enumerate();
            below.for_each(|(at, value)| places(value, format!("{place}/{at}"), all));
        }
        _ => all.push(place),
    }
}

/// Changes one member or element of a proof in JSON; `names` are candidates, variables and reasons.
fn change(proof: &mut Value, names: &[String], rules: &[String], dice: &mut Dice) {
    let rounds = proof["rounds"].as_array_mut().unwrap();
    let (count, one) = (rounds.len(), dice.below(rounds.len()));
    match dice.below(24) {
        0 => return drop(rounds.remove(one)),
        1 => return rounds.swap(one, dice.below(count)),
        2 if one % 2 == 0 => return proof["rating"] = 7.into(),
        2 => return proof["outcome"] = ["unsolved", "no-solution", "solved"][one % 3].into(),
        3 => return proof["end"] = proof["end"].as_str().unwrap().replacen('1', ".", 1).into(),
        _ => {}
    }
    let mut is_rare = |at: &usize| {
        let rule = proof["rounds"][*at]["rule"].as_str().unwrap();
        !rule.contains("single") && rule != "lc" && (rule != "trial" || dice.below(8) == 0)
    };
    let rounds: Vec<usize> = (0..count).filter(|at| is_rare(at)).collect();
    let at = some(&rounds, dice).unwrap_or(dice.below(count));
    let round = &mut proof["rounds"][at];
    match dice.below(12) {
        0 => return round["rule"] = some(rules, dice).into(),
        1 => return round["size"] = [Value::Null, 2.into(), 3.into(), 4.into()][dice.below(4)].clone(),
        _ => {}
    }
    let steps = round["steps"].as_array().unwrap().len();
    let step = &mut round["steps"][dice.below(steps)];
    let mut all = Vec::new();
    places(step, String::new(), &mut all);
    let place = some(&all, dice).unwrap_or_default();
    let Some(chosen) = step.pointer_mut(&place) else { return };
    match chosen {
        Value::Array(elements) if elements.is_empty() => elements.push(some(names, dice).into()),
        Value::Array(elements) => {
            let (one, other) = (dice.below(elements.len()), dice.below(elements.len()));
            match dice.below(5) {
                0 => elements.swap(one, other),
                1 => drop(elements.remove(one)),
                2 if elements[0].is_string() => elements.push(some(names, dice).into()),
                2 | 3 => elements.insert(one, elements[other].clone()),
                _ => elements.reverse(),
            }
        }
        Value::Number(_) => *chosen = dice.below(4).into(),
        Value::Object(_) => *chosen = "nothing".into(),
        _ => *chosen = some(names, dice).into(),
    }
}

/// Puzzles whose paths by a ladder soon have a rare pattern.
const RARE: [(&str, &str, &str); 12] = [
    (
        "brt,lc,simple-colours",
        "windoku",
        "......7..2.........7......8.4..5.1...8...4............5.....93...7...2..1..3.9...",
    ),
    ("brt,aic:2-6", "x", ".......961..8.3.......7.13..75.............6.......48.4.....9...3.........8.4...."),
    ("brt,lc,remote-pair", "6x6", "..2...34..1....5......461......6...4"),
    (
        "brt,lc,remote-pair",
        "windoku",
        ".3.....8..95....6......7....2....1....8.1.25.....3...8......5......52......1.....",
    ),
    ("brt,aic:2-6", "x", ".14.....8..3..5...2.............96.........5.4...6..92...6..3......8...6..7.3...."),
    (
        "brt,nice-loop:2-6",
        "x",
        ".......961..8.3.......7.13..75.............6.......48.4.....9...3.........8.4....",
    ),
    (
        "brt,lc,forcing-whip:3-6",
        "x",
        "3...9............8....6..7.....12..4...3..7.61....583.9...2...........2..3.1....7",
    ),
    ("brt,lc,forcing-whip:3-6", "6x6", "..2...34..1....5......461......6...4"),
    (
        "brt,lc,nrczt-rl-lasso:2-4",
        "x",
        "....1.........6.....58.9...8.3...2..9.1...7.....9....4...3...5.....62........83.2",
    ),
    (
        "brt,lc,nrct-lr-lasso:2-5",
        "x",
        "8.693...4.....7..........1...5.9....34...5.7..............4......4...1....9..62..",
    ),
    (
        "brt,lc,oddagon:3-7",
        "x",
        "3..4.76......2....6........8.15....6..7..........1...7.....9..4..4.......9.2..8..",
    ),
    (
        "brt,lc,xyz:3-6",
        "windoku9",
        ".9......74.2.......87....96..............1....7..4.....2....3..9.5.......3....6..",
    ),
];

const AIC: usize = 1;
const LASSO: usize = 8;
const ODDAGON: usize = 10;

/// Puzzle with paths by several ladders, and how often each path is changed.
pub type Changed = (Row, Vec<BoardProof>, usize);

fn prove(scale: &Scale, row: &Row) -> BoardProof {
    BoardClimber::default().prove(scale, &row.board, &row.clues, BUDGET)
}

/// Returns the path of a puzzle with a rare pattern.
fn rare(at: usize) -> (Row, BoardProof) {
    let (ladder, board, puzzle) = RARE[at];
    let board: Arc<Board> = Arc::new(board.parse().unwrap());
    let clues = board.read(puzzle.as_bytes()).unwrap();
    let (_, solution) = board.solutions(&board.start(&clues), 2, &mut Budget(BUDGET)).unwrap();
    let solution = board.write(&solution.unwrap().planes);
    let row = Row { fields: vec![board.to_string(), puzzle.to_string(), solution], board, clues };
    let proof = prove(&scale(ladder), &row);
    (row, proof)
}

/// Returns the paths of rows by every ladder of boards, and those with rare patterns.
fn paths_of_every_rule() -> Vec<Changed> {
    let of_row = |row: Row| {
        let scales = LADDERS.iter().chain(&["S", "W", "S+W", "B"]).map(|ladder| scale(ladder));
        let scales = scales.filter(|scale| scale.refused_by(&row.board).is_none());
        let proofs = scales.map(|scale| prove(&scale, &row)).filter(|proof| !proof.rounds.is_empty());
        let proofs = proofs.collect();
        (row, proofs, if thorough() { 150 } else { 60 })
    };
    let of_rare = |at| {
        let (row, proof) = rare(at);
        (row, vec![proof], if thorough() { 3_000 } else { 1_500 })
    };
    let rare = (0..RARE.len()).into_par_iter().map(of_rare);
    rows(if thorough() { 5 } else { 121 }).into_par_iter().map(of_row).chain(rare).collect()
}

/// Checks the steps of a proof by a ladder that has every rule at every size, with any rating.
fn verify_leniently(proof: &BoardProof) -> Result<(), Wrong> {
    let is_ser = ["SER", "SE"].contains(&&*proof.scale);
    let rating_of = |_: &str, _, rating: &Value| match is_ser {
        true => Some(Rating::from(Unit::Tenths.read_json(rating)?)),
        false => Some(Rating::default()),
    };
    let scale = BoardScale { columns: &[], rating_of: &rating_of, is_ser };
    let proof = BoardProof { definition: Some(String::new()), ..proof.clone() };
    match board_proof::verify_on_board(&proof, Some(&scale)) {
        Err(wrong) if wrong.round.is_some() => Err(wrong),
        _ => Ok(()),
    }
}

/// Changes proofs at random; returns the reasons for which they are refused.
fn changed_proofs(paths: &[Changed]) -> BTreeSet<String> {
    let rounds = paths.iter().flat_map(|paths| &paths.1).flat_map(|proof| &proof.rounds);
    let rules: BTreeSet<String> = rounds.map(|round| round.rule.clone()).collect();
    let plain = ["nrct-2d", "g-whip"].map(String::from);
    let rules: Vec<String> = rules.into_iter().chain(plain).collect();
    let changed = |(at, (row, proofs, times)): (usize, &Changed)| {
        let (mut dice, mut reasons, mut accepted) = (Dice(77 + at as u64), BTreeSet::new(), 0);
        for proof in proofs {
            let json = serde_json::to_value(proof).unwrap();
            let mut all = Vec::new();
            places(&json["rounds"], String::new(), &mut all);
            let texts = all.iter().filter_map(|place| json["rounds"].pointer(place)?.as_str());
            let names: BTreeSet<String> = texts.map(String::from).collect();
            let names: Vec<String> = names.into_iter().collect();
            for _ in 0..*times {
                let mut other = json.clone();
                change(&mut other, &names, &rules, &mut dice);
                let Ok(other) = serde_json::from_value::<BoardProof>(other) else { continue };
                let is_lenient = dice.below(2) == 0;
                match if is_lenient { verify_leniently(&other) } else { verify_on_board(&other).map(drop) } {
                    Ok(()) => {
                        assert_true(&other, row, is_lenient);
                        accepted += usize::from(other != *proof);
                    }
                    Err(wrong) => _ = reasons.insert(without_numbers(&wrong.reason)),
                }
            }
        }
        (reasons, accepted)
    };
    let all: Vec<_> = paths.par_iter().enumerate().map(changed).collect();
    let accepted: usize = all.iter().map(|(_, accepted)| accepted).sum();
    let count: usize = paths.iter().map(|(_, proofs, times)| proofs.len() * times).sum();
    println!("{count} changed proofs by all rules, {accepted} accepted");
    all.into_iter().flat_map(|(reasons, _)| reasons).collect()
}

/// Checks what an accepted proof says, or only its steps.
fn assert_true(proof: &BoardProof, row: &Row, only_steps: bool) {
    let solution = row.board.read(row.fields[2].as_bytes()).unwrap();
    let is_true = |label: &Candidate| solution[label.digit].contains(label.cell);
    for step in proof.rounds.iter().flat_map(|round| &round.steps) {
        let said = step.asserts.iter().all(is_true) && !step.eliminates.iter().any(is_true);
        assert!(said, "{} {}: {}", row.board, row.fields[1], step.text);
    }
    if only_steps {
        return;
    }
    assert!(!matches!(proof.outcome, Outcome::Solved(_)) || proof.end == row.fields[2]);
    assert_ne!(proof.outcome, Outcome::NoSolution);
}

/// Small proof: two clues of a row are equal.
fn contradiction() -> Value {
    let board: Arc<Board> = Arc::new("4x4".parse().unwrap());
    let clues = board.read(b"11..............").unwrap();
    serde_json::to_value(BoardClimber::default().prove(&scale("LC"), &board, &clues, 0)).unwrap()
}

/// Proofs with one member changed, and why they are refused.
const REFUSED: [(&str, &str, &str); 17] = [
    ("/rounds/0/steps", "[]", "the round has no steps"),
    ("/proof", "2", "it is of version 2, not 3: use the sudoscope that wrote it, *"),
    ("/board", "\"4x4+magic\"", "the board has an unknown part"),
    ("/board", "\"4x4+cd\"", "a part needs a board of 81 cells"),
    ("/board", "\"4x4+d1+x\"", "a house of the board stands twice"),
    ("/board", "\"4x4+nc+nc\"", "a part of the board stands twice"),
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
const CHAINS: [(&str, &[&str], &str); 6] = [
    (
        "...234567",
        &[r#"{"variables": ["r2n1"], "left": "n1r2c1", "from": 0, "by": "b1", "right": {"group": []},
            "ignored": []}"#],
        "the right-linking object is no candidate",
    ),
    (
        "...234567",
        &[
            r#"{"variables": ["r2n1"], "left": "n1r2c1", "from": 0, "by": "b1", "right": "nothing",
            "ignored": [["n1r2c2", 0, "b1"], ["n1r2c3", 0, "b1"]]}"#,
            FIRST,
        ],
        "nothing is left before the last variable",
    ),
    ("....23456", &[FIRST], "the last variable has something left"),
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

/// Returns the path of a rare pattern up to its first round, of a rule, that eliminates something.
fn up_to(at: usize, rule: &str) -> (Value, usize) {
    let proof = rare(at).1;
    let is_it = |round: &BoardRound| round.rule == rule && !round.steps[0].eliminates.is_empty();
    let round = proof.rounds.iter().position(is_it).unwrap();
    let mut proof = serde_json::to_value(proof).unwrap();
    proof["rounds"].as_array_mut().unwrap().truncate(round + 1);
    (proof, round)
}

/// Returns a proof that calls a chain of links a ring.
fn wrong_ring() -> Value {
    let (mut proof, at) = up_to(AIC, "aic");
    let round = &mut proof["rounds"][at];
    let links = round["steps"][0]["because"]["links"]["links"].clone();
    (round["rule"], round["steps"][0]["because"]) =
        ("nice-loop".into(), json!({"rings": {"rings": [links]}}));
    proof
}

/// Returns a proof with an oddagon of one arc less.
fn wrong_circle() -> Value {
    let (mut proof, at) = up_to(ODDAGON, "oddagon");
    let round = &mut proof["rounds"][at];
    round["steps"].as_array_mut().unwrap().truncate(1);
    let arcs = round["steps"][0]["because"]["circle"]["arcs"].as_array_mut().unwrap();
    arcs.pop();
    round["size"] = arcs.len().into();
    proof
}

/// Returns a proof with a lasso that ends in an earlier left-linking candidate, called one of the other kind.
fn wrong_lasso() -> Value {
    let (mut proof, at) = up_to(LASSO, "nrczt-rl-lasso");
    proof["rounds"][at]["rule"] = "nrczt-lr-lasso".into();
    proof
}

/// Each clause of the checker refuses something.
#[test]
fn changed_proofs_on_boards_say_only_what_is_true() {
    let mut reasons = changed_proofs(&paths_of_every_rule());
    reasons.extend(changed_proofs(&board_ser::paths_of_every_technique()));
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
    for (proof, clause) in [
        (wrong_ring(), "the last link is not linked to the first"),
        (wrong_circle(), "the length is not odd"),
        (wrong_lasso(), "the candidates are not all different"),
    ] {
        let wrong = verify_leniently(&serde_json::from_value(proof).unwrap()).unwrap_err();
        assert!(is_by(&wrong.reason, clause), "{clause}: {}", wrong.reason);
        reasons.insert(without_numbers(&wrong.reason));
    }
    for (proof, clause) in board_ser::refused_proofs() {
        let wrong = verify_on_board(&proof).unwrap_err();
        assert!(is_by(&wrong.reason, clause), "{clause}: {wrong}");
        reasons.insert(without_numbers(&wrong.reason));
    }
    let without_ladder = board_proof::verify_on_board(&rare(AIC).1, None).unwrap_err();
    reasons.insert(without_numbers(&without_ladder.reason));
    let is_silent = |clause: &String| !reasons.iter().any(|reason| is_by(reason, clause));
    let sources = ["check.rs", "step.rs", "techniques.rs", "chain.rs", "links.rs", "state.rs", "reading.rs"]
        .map(|file| proof_source("board_proof").join(file));
    let silent: Vec<String> = clauses(sources.into_iter()).into_iter().filter(is_silent).collect();
    println!("{} reasons, silent: {silent:#?}", reasons.len());
    assert!(silent.is_empty() || rows(1).is_empty(), "{silent:#?}");
}
