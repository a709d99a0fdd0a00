//! The bodies of the fuzz targets over a stored corpus and mutations of it, on any toolchain.

#[path = "../fuzz/bodies.rs"]
mod bodies;
mod common;
#[path = "common/escape.rs"]
mod escape;
#[path = "../fuzz/rules.rs"]
mod rules;

use common::Dice;
use escape::unescape;
use proptest::prelude::*;
use rayon::prelude::*;
use rules::Outcome;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use sudoscope::ladder::{Ladder, LadderError};
use sudoscope::rules::RULES;
use sudoscope::solve::Solver;

/// One input a line; `\xNN` stands for a byte.
fn corpus() -> Vec<Vec<u8>> {
    let text = include_str!("data/fuzz-corpus.txt");
    text.lines().filter(|line| !line.starts_with('#')).map(unescape).collect()
}

fn run_all(bytes: &[u8]) {
    bodies::parse_puzzle(bytes);
    bodies::parse_puzzle_line(bytes);
    bodies::ladder(bytes);
    bodies::record(bytes);
    bodies::verify(bytes);
}

/// A proof, as text.
fn proof() -> Vec<u8> {
    let line = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    let clues = sudoscope::grid::parse_puzzle(line.as_bytes()).unwrap();
    let ladder = sudoscope::ladder::Ladder::named("gW").unwrap();
    let (_, proof) =
        sudoscope::proof::prove(&mut Solver::new(), &clues, &ladder, u64::MAX, &mut |_| {});
    serde_json::to_vec(&proof).unwrap()
}

static PROOF: LazyLock<Vec<u8>> = LazyLock::new(proof);

#[test]
fn the_corpus_is_taken() {
    let corpus = corpus();
    assert!(corpus.len() >= 20);
    corpus.iter().for_each(|bytes| run_all(bytes));
    corpus.iter().for_each(|bytes| bodies::run_file(bytes));
}

/// As many stages without sizes as there are rungs, and one more.
#[test]
fn more_stages_than_rungs() {
    bodies::ladder(format!("brt{}", ",lc".repeat(255)).as_bytes());
    bodies::ladder(format!("brt{}", ",lc".repeat(256)).as_bytes());
    let define = |stages| Ladder::define("x", &format!("brt{}", ",lc".repeat(stages)));
    assert_eq!(define(255).unwrap().top(), 255);
    assert_eq!(define(256).err(), Some(LadderError::TooManyRungs));
}

proptest! {
    // Each with files of its own.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn damaged_runs_are_taken(
        first in any::<bool>(),
        changes in proptest::collection::vec(any::<u8>(), 0..24),
    ) {
        bodies::run_file(&[&[u8::from(first)], &changes[..]].concat());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        run_all(&bytes);
    }

    #[test]
    fn broken_corpus_lines_are_taken(
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<prop::sample::Index>(),
    ) {
        let corpus = corpus();
        let mut bytes = which.get(&corpus).clone();
        if !bytes.is_empty() {
            let at = at.index(bytes.len());
            bytes[at] = byte;
            bytes.truncate(cut.index(bytes.len()) + 1);
        }
        run_all(&bytes);
    }

    /// A proof with some bytes in the place of others, letters and numbers mostly so that it is still read.
    #[test]
    fn broken_proofs_are_taken(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), b'0'..=b'z'), 0..4),
        from in any::<prop::sample::Index>(),
    ) {
        let mut bytes = PROOF.clone();
        for (at, byte) in &changes {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        bodies::verify(&bytes);
        // A number in the place of another: it is read in any case.
        let digits: Vec<usize> = (0..PROOF.len()).filter(|&at| PROOF[at].is_ascii_digit()).collect();
        let (mut bytes, at) = (PROOF.clone(), digits[from.index(digits.len())]);
        bytes[at] = b'1' + (bytes[at] - b'0') % 9;
        bodies::verify(&bytes);
    }

    #[test]
    fn definitions_of_names_and_sizes_are_taken(text in "(brt|lc|whip|naked|fish|braid|subset)(:[0-9]{1,3}(-[0-9]{1,3})?)?([,+ ](lc|whip:[1-9]|alldiff|hidden:2-3)){0,4}") {
        bodies::ladder(text.as_bytes());
    }
}

/// Rules in states of random bytes, against their naive twins; each rule with one is compared where it proves something.
#[test]
fn rules_equal_their_naive_twins() {
    const STATES: u64 = 24;
    let inputs = (0..RULES.len() as u64 * STATES).into_par_iter().map(|k| {
        let mut dice = Dice(0x2545_f491_4f6c_dd1d ^ (k + 1) << 20);
        let mut byte = || dice.below(256) as u8;
        let mut bytes: Vec<u8> = (0..8).map(|_| byte()).collect();
        bytes[0] = (k % RULES.len() as u64) as u8;
        // Arbitrary states are of use where few candidates are left.
        bytes[3] = [20, 40, 60, 90, 130][usize::from(bytes[3]) % 5];
        bytes.extend((0..usize::from(byte() % 8)).flat_map(|_| [byte(), byte()]));
        std::panic::catch_unwind(|| rules::rules(&bytes).expect("the bytes suffice"))
            .map_err(|_| (RULES[usize::from(bytes[0])].info().name, bytes))
    });
    let mut tally = BTreeMap::<&str, BTreeMap<Outcome, usize>>::new();
    let all: Vec<_> = inputs.collect();
    let failed: Vec<_> = all.iter().filter_map(|one| one.as_ref().err()).collect();
    assert!(failed.is_empty(), "{} fail: {failed:?}", failed.len());
    for (rule, outcome) in all.into_iter().flatten() {
        *tally.entry(rule).or_default().entry(outcome).or_default() += 1;
    }
    let mut silent = Vec::new();
    for rule in RULES.iter().map(|rule| rule.info().name) {
        let count = |of: &dyn Fn(&Outcome) -> bool| -> usize {
            tally[rule].iter().filter(|(outcome, _)| of(outcome)).map(|(_, count)| count).sum()
        };
        let equal = count(&|o| matches!(o, Outcome::Equal(_)));
        let proved = count(&|o| {
            matches!(o, Outcome::Equal(1..) | Outcome::AtMost(1..) | Outcome::Sound(1..))
        });
        let sound = count(&|o| matches!(o, Outcome::Sound(_) | Outcome::AtMost(_)));
        let long = count(&|o| *o == Outcome::TooLong);
        eprintln!(
            "{rule}: {equal} equal, {sound} sound, {long} too long; {proved} prove something"
        );
        if equal + sound == 0 || proved == 0 {
            silent.push(rule);
        }
    }
    assert!(silent.is_empty(), "{silent:?}");
}
