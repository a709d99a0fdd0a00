//! Steps of SER on boards: one hint a round, with the rating of the climb; the checker accepts each.

use crate::board_proofs::{Changed, places};
use crate::boards::{Row, rate, rows, scale};
use crate::common::thorough;
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use sudoscope::board_climb::BoardClimber;
use sudoscope::board_proof::{BoardEvidence, BoardLink, BoardProof, BoardRound, BoardVariable, LinkReason};
use sudoscope::boards::Board;
use sudoscope::budget::Budget;
use sudoscope::evidence::{Locked, Right};
use sudoscope::grid::{Candidate, Cell, Cells};
use sudoscope::path::BoardPath;
use sudoscope::proof::verify_on_board;

/// Most work of a path.
const BUDGET: u64 = 100_000_000;

/// Returns the path of a puzzle by SE; `None` if its board has no SER.
fn path(row: &Row) -> Option<BoardPath> {
    let (mut climber, scale) = (BoardClimber::default(), scale("SE"));
    if climber.refuses(&scale, &row.board).is_some() {
        return None;
    }
    let proof = climber.prove(&scale, &row.board, &row.clues, BUDGET);
    Some(BoardPath::of(row.board.clone(), row.clues, proof))
}

/// Paths by SE have the rating of the climb and end in the solution, and each step is verified, from the
/// JSON. Each step has a text that begins with its technique and difficulty, sentences and a picture.
#[test]
fn steps_of_ser_on_boards_are_verified() {
    let is_easy = |row: &&Row| thorough() || row.fields[3].parse().is_ok_and(|whips: u32| whips <= 4);
    let rows = rows(17);
    let verified = rows.par_iter().filter(is_easy).filter_map(|row| {
        let path = path(row)?;
        let about = format!("{} {}", row.board, row.fields[1]);
        let (outcome, _) = rate("SE", &row.board, &row.board.start(&row.clues), BUDGET);
        assert_eq!(path.proof.outcome, outcome.map(|rating| scale("SE").unit().json(rating)), "{about}");
        assert_eq!(path.proof.end, row.fields[2], "{about}");
        let read: BoardProof = serde_json::from_str(&path.json().unwrap()).unwrap();
        assert!(read == path.proof, "{about}");
        let verdict = verify_on_board(&read).unwrap_or_else(|wrong| panic!("{about}: {wrong}"));
        let mut techniques = BTreeMap::<String, u64>::new();
        for step in path.steps() {
            let (words, text) = (path.words(&step), &step.step.text);
            let name = format!("{}[{}]", step.round.rule, step.round.rating);
            assert!(text.starts_with(&name) && text.contains(" ==> "), "{about} {text}");
            assert!(!words.is_empty() && words.iter().all(|said| said.ends_with(['.', ':'])), "{words:?}");
            assert!(path.draw(&step).contains(&format!("{}: ", step.name())), "{about} {text}");
            *techniques.entry(step.round.rule.clone()).or_default() += 1;
        }
        assert!(
            techniques.values().sum::<u64>() == verdict.steps && verdict.steps as usize == read.rounds.len()
        );
        let is_unique = |rule: &String| ["unique", "bug"].iter().any(|start| rule.starts_with(start));
        assert_eq!(verdict.assumes_unique, techniques.keys().any(is_unique), "{about}");
        Some(techniques)
    });
    let mut all = BTreeMap::<String, u64>::new();
    for techniques in verified.collect::<Vec<_>>() {
        techniques.into_iter().for_each(|(technique, steps)| *all.entry(technique).or_default() += steps);
    }
    println!("{all:#?}");
    assert!(all.len() > 25 || rows.is_empty());
}

/// Puzzles whose paths by SER have rare techniques.
const RARE: [(&str, &str); 14] = [
    ("6x6", "..2...34..1....5......461......6...4"),
    ("6x6", "..6...3...46...3....2..1.......1.2.5"),
    ("8x8", "4...68..68...73.........2.....68...3751...7......632..5..1......"),
    ("8x8", "1...2......36.4..43.....8.753...5.....6..8..7..12...8.....8...3."),
    ("8x8", "7..2.8.6..4.2....7...23.6........8...52.....1.....3......6.17..3"),
    ("latin", ".136.4...1...23...9.2.85..6..473...2239...41...1.4..6....5.6.8....2...93.56.9..4."),
    ("latin", ".5.8.7..29.1.3.6..4...6.9...68...29.7.3....8.2..789.13.8...1......64.73..3...4.71"),
    ("latin", ".38.6..1..257.1.3..8.673....19..247.2..1567.......9..1...5.....45.3....937.....96"),
    ("asterisk", "...612..............2..8.3.7.3.....2.6..........863..19..5...78617......2.......3"),
    ("asterisk", ".7.........1........38.7.....4..27....63....838.6.9...4........7....3.6..6....9.."),
    ("cd", ".2....8....4.........32.....7..5......8...2.423..4..7.3..6.71.2.........5.......7"),
    ("windoku", ".9...7....6........3..21.....2..9..4........1....7..5.8.............37........3.."),
    ("x", "....73.2......5...9.82..........89........51.24....6..6..3...5.7.4..............."),
    ("x", "...17.4......497..........6.9.8.....7.3.1....5.....1.....42....1..98...7........."),
];

const GRAVE: usize = 0;
const LOCKED_BY_CELLS: usize = 8;
const NESTED: usize = 12;

/// Returns a puzzle with rare techniques, and its path.
fn rare(at: usize) -> (Row, BoardPath) {
    let (board, puzzle) = RARE[at];
    let board: Arc<Board> = Arc::new(board.parse().unwrap());
    let clues = board.read(puzzle.as_bytes()).unwrap();
    let (_, solution) = board.solutions(&board.start(&clues), 2, &mut Budget(BUDGET)).unwrap();
    let solution = board.write(&solution.unwrap().planes);
    let row = Row { fields: vec![board.to_string(), puzzle.to_string(), solution], board, clues };
    let path = path(&row).unwrap();
    (row, path)
}

/// Returns the paths of puzzles with rare techniques.
pub fn paths_of_every_technique() -> Vec<Changed> {
    let of_rare = |at| {
        let (row, path) = rare(at);
        (row, vec![path.proof], 600)
    };
    (0..RARE.len()).into_par_iter().map(of_rare).collect()
}

/// Returns a proof by the path of a puzzle with too few clues, which rests on a grave or a loop.
fn of_several_solutions() -> BoardProof {
    let (row, _) = rare(GRAVE);
    let clues = row.board.cells().filter(|cell| row.clues.iter().any(|own| own.contains(*cell)));
    let without = |cell: Cell| {
        let clues = row.clues.map(|own| own - Cells::of(cell));
        let less = Row { board: row.board.clone(), clues, fields: row.fields.clone() };
        let proof = path(&less).unwrap().proof;
        let is_unique = |round: &BoardRound| {
            matches!(round.steps[0].because, BoardEvidence::BivalueLoop(_) | BoardEvidence::BugPlus(_))
        };
        proof.rounds.iter().any(is_unique).then_some(proof)
    };
    clues.into_iter().find_map(without).unwrap()
}

/// Returns a proof that calls locked candidates locked by the cells that see them.
fn wrongly_locked_by_cells() -> BoardProof {
    let (_, path) = rare(LOCKED_BY_CELLS);
    let locked = path.steps().into_iter().enumerate().find_map(|(at, step)| match &step.step.because {
        BoardEvidence::Locked(of) if step.round.rule == "claiming" => Some((at, *step.grid, of.clone())),
        _ => None,
    });
    let (at, grid, Locked { base, cover }) = locked.unwrap();
    let BoardVariable::In(house, digit) = base else { unreachable!() };
    let house = path.board.houses().iter().find(|own| own.name == house.to_string()).unwrap();
    let mut places = (grid.open_plane(digit) & house.cells).map(|cell| Candidate { digit, cell });
    let by = LinkReason::House(cover);
    let link = BoardLink {
        variables: [base],
        left: places.next().unwrap(),
        from: 0,
        by,
        right: Right::Nothing,
        ignored: places.map(|place| (place, 0, by)).collect(),
    };
    let mut proof = path.proof;
    let round = &mut proof.rounds[at];
    (round.rating, round.steps[0].because) = (json!(2.9), BoardEvidence::Chain { links: vec![link] });
    proof
}

/// Returns a proof in which a single is part of a chain.
fn with_single_in_chain() -> BoardProof {
    let mut proof = serde_json::to_value(rare(NESTED).1.proof).unwrap();
    let mut all = Vec::new();
    places(&proof["rounds"], "/rounds".to_string(), &mut all);
    // The first pattern that is part of a chain.
    let (chain, _) = all.iter().find_map(|place| place.split_once("/by/pattern/")).unwrap();
    *proof.pointer_mut(&format!("{chain}/by/pattern")).unwrap() = json!({"single": {"variable": "r1c1"}});
    serde_json::from_value(proof).unwrap()
}

/// Returns proofs by SER, and why they are refused.
pub fn refused_proofs() -> Vec<(BoardProof, &'static str)> {
    let mut elsewhere = rare(GRAVE).1.proof;
    elsewhere.board = "6x6+nc-diag".to_string();
    vec![
        (of_several_solutions(), "it assumes one solution, which the clues were not found to have"),
        (wrongly_locked_by_cells(), "a house has the target and all places"),
        (with_single_in_chain(), "no such pattern is part of another"),
        (elsewhere, "SER is not defined on the board"),
    ]
}
