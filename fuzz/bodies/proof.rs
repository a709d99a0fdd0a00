//! Proofs: the reader and the checker of `sudoscope verify`.

use std::sync::LazyLock;
use sudoscope::evidence::{Outcome, Proof};
use sudoscope::grid;
use sudoscope::proof;
use sudoscope::scale::{Scale, Solver};

/// Proofs as text, of steps of all kinds.
pub static PROOFS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    let puzzle = grid::parse_puzzle(line.as_bytes()).expect("a puzzle").into();
    let mut solver = Solver::new();
    let ladders = ["gW", "SFin", "FW", "S3W", "LC+X+hinge", "LC+Y+K", "LC+SS+BR", "POM3", "PB3"];
    let proof = |name: &str| {
        let ladder = Scale::named(name).expect("it is in the table");
        let (_, proof) = proof::prove(&mut solver, &puzzle, &ladder, u64::MAX, &mut |_| {});
        serde_json::to_vec(&proof).expect("it is data")
    };
    ladders.map(proof).into()
});

/// A proof, or any text; or, where the first byte does not begin one, a good proof with changes of three bytes each: where, and what
/// for a digit or letter there. What is accepted as solved ends with a solution of its puzzle.
pub fn verify(bytes: &[u8]) {
    let Some((&first, changes)) = bytes.split_first() else { return };
    match PROOFS.get(usize::from(first)) {
        Some(proof) => check(&changed(proof, changes)),
        None => check(bytes),
    }
}

fn changed(proof: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut text = proof.to_vec();
    for &[low, high, value] in changes.as_chunks().0 {
        let at = usize::from(u16::from_le_bytes([low, high])) % text.len();
        match &mut text[at] {
            digit if digit.is_ascii_digit() => *digit = b'0' + value % 10,
            letter if letter.is_ascii_alphabetic() => *letter = b'a' + value % 26,
            // What holds the text together: nine times of ten it stays.
            sign if value % 10 == 9 => *sign = value,
            _ => {}
        }
    }
    text
}

fn check(text: &[u8]) {
    let Ok(proof) = serde_json::from_slice::<Proof>(text) else { return };
    let Ok(verdict) = proof::verify(&proof) else { return };
    if verdict.outcome == Outcome::Solved {
        let end = grid::parse_puzzle(proof.end.as_bytes()).expect("81 digits");
        for house in grid::HOUSES {
            assert!(end.iter().all(|cells| (*cells & house).len() == 1), "{}", proof.end);
        }
        if let Ok(clues) = grid::parse_puzzle(proof.puzzle.as_bytes()) {
            assert!(clues.iter().zip(&end).all(|(clues, cells)| clues.is_subset(*cells)));
        }
    }
}
