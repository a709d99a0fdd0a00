//! Proofs: the reader and the checker of `sudoscope verify`.

use std::sync::{Arc, LazyLock};
use sudoscope::board_climb::BoardClimber;
use sudoscope::board_proof::BoardProof;
use sudoscope::boards::Board;
use sudoscope::evidence::{Outcome, Proof};
use sudoscope::grid::{self, Progress};
use sudoscope::proof;
use sudoscope::rules::RULES;
use sudoscope::scale::{Scale, Solver};

/// Other boards, with a ladder and a puzzle: chains by houses and moves, players' patterns, trials.
const ON_BOARDS: [(&str, &str, &str); 5] = [
    ("nc", "W", ".384.2...61.........2...8.....3..............3..........3.4......72..3.......3748"),
    ("x", "H", ".......961..8.3.......7.13..75.............6.......48.4.....9...3.........8.4...."),
    ("6x6", "brt,lc,remote-pair,forcing-whip:3-6", "..2...34..1....5......461......6...4"),
    (
        "windoku",
        "brt,lc,simple-colours,nice-loop:2-6",
        "......7..2.........7......8.4..5.1...8...4............5.....93...7...2..1..3.9...",
    ),
    (
        "x",
        "brt,lc,oddagon:3-7",
        "3..4.76......2....6........8.15....6..7..........1...7.....9..4..4.......9.2..8..",
    ),
];

/// Proofs as text: some of other boards, one for each rule's example, one of a rating of Sudoku Explainer.
pub static PROOFS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    let examples = RULES.iter().map(|rule| (rule.info().example.puzzle, rule.info().example.ladder));
    let mut solver = Solver::new();
    let proof = |(puzzle, ladder): (&str, &str)| {
        let puzzle = grid::parse_puzzle(puzzle.as_bytes()).expect("a puzzle").into();
        let ladder = Scale::named(ladder).or_else(|_| Scale::define("example", ladder));
        let ladder = ladder.expect("a ladder");
        let (_, proof) = proof::prove(&mut solver, &puzzle, &ladder, u64::MAX);
        serde_json::to_vec(&proof).expect("it is data")
    };
    let on_boards = ON_BOARDS.iter().map(|(board, ladder, puzzle)| {
        let board = Arc::new(board.parse::<Board>().expect("a board"));
        let clues = board.read(puzzle.as_bytes()).expect("a puzzle");
        let ladder = Scale::named(ladder).or_else(|_| Scale::define("own", ladder)).expect("a ladder");
        let ladder = ladder.on_boards().expect("a ladder of boards");
        let proof = BoardClimber::default().prove(&ladder, &board, &clues, u64::MAX);
        serde_json::to_vec(&proof).expect("it is data")
    });
    on_boards.chain(examples.chain([(line, "SER")]).map(proof)).collect()
});

/// Takes a proof or any text, or, if the first byte chooses one, a good proof with changes of three bytes
/// each: the place, and a new digit or letter there, or a change of the next list. If the outcome accepted is
/// solved, the end must be a solution of the puzzle.
pub fn verify(bytes: &[u8]) {
    let Some((&first, changes)) = bytes.split_first() else { return };
    match PROOFS.get(usize::from(first)).filter(|_| first != b'{') {
        Some(proof) => check(&changed(proof, changes)),
        None => check(bytes),
    }
}

fn changed(proof: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut text = proof.to_vec();
    for &[low, high, value] in changes.as_chunks().0 {
        let at = usize::from(u16::from_le_bytes([low, high])) % text.len();
        if value > 250 {
            text = relisted(&text, at, value).unwrap_or(text);
            continue;
        }
        match &mut text[at] {
            digit if digit.is_ascii_digit() => *digit = b'0' + value % 10,
            letter if letter.is_ascii_alphabetic() => *letter = b'a' + value % 26,
            // Signs of the syntax stay nine times out of ten.
            sign if value % 10 == 9 => *sign = value,
            _ => {}
        }
    }
    text
}

/// Changes the list after this place: without its members, without its first, or with its first twice.
fn relisted(text: &[u8], at: usize, how: u8) -> Option<Vec<u8>> {
    let begin = at + text[at..].iter().position(|&byte| byte == b'[')? + 1;
    let mut depth = 0;
    let ends = text[begin..].iter().enumerate().filter(|&(_, &byte)| {
        let before = depth;
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        before == 0 && matches!(byte, b',' | b']')
    });
    let mut ends = ends.map(|(at, &byte)| (begin + at, byte));
    let (first, byte) = ends.next()?;
    let end = if byte == b']' { first } else { ends.find(|&(_, byte)| byte == b']')?.0 };
    Some(match how % 3 {
        0 => [&text[..begin], &text[end..]].concat(),
        1 if byte == b',' => [&text[..begin], &text[first + 1..]].concat(),
        _ => [&text[..first], b",", &text[begin..]].concat(),
    })
}

fn check(text: &[u8]) {
    if let Ok(proof) = serde_json::from_slice(text) {
        check_on_board(&proof);
    }
    let Ok(proof) = serde_json::from_slice::<Proof>(text) else { return };
    if proof::verify(&proof).is_ok() && matches!(proof.outcome, Outcome::Solved(_)) {
        let end = grid::parse_puzzle(proof.end.as_bytes()).expect("81 digits");
        for house in grid::PLAIN.houses {
            assert!(end.iter().all(|cells| (*cells & house).len() == 1), "{}", proof.end);
        }
        if let Ok(clues) = grid::parse_puzzle(proof.head.puzzle.as_bytes()) {
            assert!(clues.iter().zip(&end).all(|(clues, cells)| clues.is_subset(*cells)));
        }
    }
}

/// Checks that a proof on a board, if it is accepted and solves the puzzle, ends in a solution of the board.
fn check_on_board(proof: &BoardProof) {
    let is_solved = proof::verify_on_board(proof).is_ok() && matches!(proof.outcome, Outcome::Solved(_));
    if let (true, Ok(board)) = (is_solved, proof.board.parse::<Board>()) {
        let [end, clues] =
            [&proof.end, &proof.puzzle].map(|text| board.read(text.as_bytes()).expect("cells"));
        assert!(board.exhaust(&mut board.start(&end)) == Progress::Solved, "{}", proof.end);
        assert!(clues.iter().zip(&end).all(|(clues, cells)| clues.is_subset(*cells)));
    }
}
