//! The bodies of the fuzz targets over a stored corpus and mutations of it, on any toolchain.

#[path = "../fuzz/bodies.rs"]
mod bodies;
mod common;
#[path = "common/escape.rs"]
mod escape;

use escape::unescape;
use proptest::prelude::*;

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
    bodies::sukaku(bytes);
    bodies::hodoku(bytes);
    bodies::rows(bytes);
    bodies::fields(bytes);
}

/// Whole files, their lines joined by `\n` in the corpus.
fn files() -> Vec<Vec<u8>> {
    let text = include_str!("data/fuzz-files.txt");
    text.lines().filter(|line| !line.starts_with('#')).map(unescape).collect()
}

#[test]
fn the_corpus_is_taken() {
    let corpus = corpus();
    assert!(corpus.len() >= 20);
    corpus.iter().for_each(|bytes| run_all(bytes));
}

#[test]
fn the_files_are_taken() {
    let files = files();
    assert!(files.len() >= 12);
    files.iter().for_each(|bytes| bodies::reader(bytes));
}

/// Files with bytes exchanged, parts left out, and parts of others put in.
#[test]
fn broken_files_are_taken() {
    let files = files();
    let mut dice = common::Dice(0x9e37_79b9_7f4a_7c15);
    for k in 0..200 {
        let mut bytes = files[k % files.len()].clone();
        for _ in 0..=dice.below(4) {
            let at = dice.below(bytes.len() + 1);
            let to = (at + dice.below(30)).min(bytes.len());
            let other = &files[dice.below(files.len())];
            let from = dice.below(other.len() + 1);
            match dice.below(4) {
                0 => drop(bytes.drain(at..to)),
                1 => drop(bytes.splice(at..to, other[from..].iter().copied())),
                2 => bytes.insert(at, b"\n\r#[.1x,\0\xff"[dice.below(10)]),
                _ => bytes[at.min(to.saturating_sub(1))..to].fill(dice.below(256) as u8),
            }
        }
        bodies::reader(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn any_bytes_are_taken(bytes in proptest::collection::vec(any::<u8>(), 0..800)) {
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

    #[test]
    fn definitions_of_names_and_sizes_are_taken(text in "(brt|lc|whip|naked|fish|braid|subset)(:[0-9]{1,3}(-[0-9]{1,3})?)?([,+ ](lc|whip:[1-9]|alldiff|hidden:2-3)){0,4}") {
        bodies::ladder(text.as_bytes());
    }
}
