//! The bodies of the fuzz targets over a stored corpus and mutations of it, on any toolchain.

#[path = "../fuzz/bodies.rs"]
mod bodies;
#[path = "common/escape.rs"]
mod escape;

use escape::unescape;
use proptest::prelude::*;
use std::sync::LazyLock;
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
