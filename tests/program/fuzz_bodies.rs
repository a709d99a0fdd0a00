//! Bodies of the fuzz targets, run on a stored corpus and its mutations, with any toolchain.

use crate::bodies;
use crate::common::{Dice, sample};
use crate::escape::unescape;
use proptest::prelude::*;
use sudoscope::files::Unfinished;
use sudoscope::rule::{Info, Rule};
use sudoscope::rules::RULES;
use sudoscope::run::RunFile;
use sudoscope::scale::{Scale, ScaleError};

/// Reads the corpus, one input a line; `\xNN` means a byte.
fn corpus() -> Vec<Vec<u8>> {
    let text = include_str!("../data/fuzz-corpus.txt");
    text.lines().filter(|line| !line.starts_with('#')).map(unescape).collect()
}

fn run_all(bytes: &[u8]) {
    bodies::parse_puzzle(bytes);
    bodies::parse_puzzle_line(bytes);
    bodies::ladder(bytes);
    bodies::record(bytes);
    bodies::verify(bytes);
    bodies::sukaku(bytes);
    bodies::hodoku(bytes);
    bodies::rows(bytes);
    bodies::fields(bytes);
    bodies::forms(bytes);
    bodies::matrices(bytes);
    bodies::object(bytes);
    bodies::hcfg(bytes);
}

/// Elements of a HoDoKu configuration, with `#` for numbers.
const CONFIGURED: &[&str] = &[
    "<void property=\"solverSteps\">",
    "<void class=\"sudoku.Options\" method=\"getField\"><string>solverSteps</string>",
    "<void method=\"get\"><object idref=\"o\"/>",
    "<void index=\"#\">",
    "<void property=\"baseScore\"><int>#</int></void>",
    "<void property=\"level\"><int>3</int></void>",
    "<void property=\"index\"><int>#</int></void>",
    "<void property=\"enabled\"><boolean>false</boolean></void>",
    "<void property=\"type\"><string>X_WING</string></void>",
    "<array class=\"sudoku.StepConfig\" length=\"#\">",
    "<object class=\"sudoku.StepConfig\">",
    "<void id=\"i#\" property=\"level\"/>",
    "<object idref=\"i#\"/>",
    "<void property=\"maxFins\"><int>#</int></void>",
    "</void>",
    "</void>",
    "</void></void></void>",
    "</object>",
    "</array>",
];

/// Reads whole files, whose lines the corpus joins by `\n`.
fn files() -> Vec<Vec<u8>> {
    let text = include_str!("../data/fuzz-files.txt");
    text.lines().filter(|line| !line.starts_with('#')).map(unescape).collect()
}

#[test]
fn the_corpus_is_taken() {
    let corpus = corpus();
    assert!(corpus.len() >= 20);
    corpus.iter().for_each(|bytes| run_all(bytes));
    corpus.iter().for_each(|bytes| bodies::run_file(bytes));
}

/// A run resumes after its last intact record. After a power cut it may contain zeros in place of records,
/// and old records after them; data of other runs is dropped.
#[test]
fn a_run_goes_on_from_where_it_is_intact() {
    let (whole, header, ladders) = &*bodies::RUN;
    let directory = tempfile::tempdir().unwrap();
    let resumed = |file: Vec<u8>| {
        std::fs::write(directory.path().join("run.partial"), file).unwrap();
        let run = RunFile::open(directory.path(), header, ladders, Unfinished::Resume).unwrap();
        run.records
    };
    assert_eq!(resumed(whole.clone()), 12);
    // A crash between completing the run and naming it.
    assert_eq!(resumed([&whole[..], b"hgfedcba87654321"].concat()), 12);
    assert_eq!(std::fs::read(directory.path().join("run.partial")).unwrap(), *whole);
    // Each row is a block.
    let mut ends = vec![whole.iter().enumerate().filter(|byte| *byte.1 == b'\n').nth(1).unwrap().0 + 1];
    for _ in 0..12 {
        let begin = *ends.last().unwrap();
        let length = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|k| whole[begin + at + k])) as usize;
        ends.push(begin + 20 + length(8) + length(12));
    }
    assert_eq!(ends[12], whole.len());
    let at = ends[7];
    let with = |what: &[u8]| [&whole[..at], what, &whole[at..]].concat();
    assert_eq!(resumed(with(&vec![0; ends[8] - at])), 7);
    assert_eq!(resumed(with(&[0; 10])), 7);
    assert_eq!(resumed(with(&whole[ends[6]..at])), 7);
    assert_eq!(resumed(whole[..at + 11].to_vec()), 7);
    // The file is as it would have been written up to there.
    assert_eq!(std::fs::read(directory.path().join("run.partial")).unwrap(), whole[..at]);
}

/// As many stages as there are rungs are accepted, and one more is refused.
#[test]
fn more_stages_than_rungs() {
    let sized = |rule: &&'static dyn Rule| {
        let Info { name, sizes, .. } = rule.info();
        sizes.clone().into_iter().flatten().map(move |size| format!(",{name}:{size}"))
    };
    let stages: Vec<String> = RULES.iter().flat_map(sized).collect();
    let define = |count: usize| {
        let definition = format!("brt{}", stages[..count].concat());
        bodies::ladder(definition.as_bytes());
        Scale::define("x", &definition)
    };
    // The first stage is on rung 2, the size of its rule.
    assert_eq!(define(254).unwrap().top(), 255);
    assert_eq!(define(255).err(), Some(ScaleError::TooManyRungs));
}

proptest! {
    // Each case writes files, so there are fewer.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn damaged_runs_are_taken(
        first in prop::sample::select(&[0_u8, 1, 1, 30, 31][..]),
        changes in proptest::collection::vec(any::<u8>(), 0..24),
    ) {
        bodies::run_file(&[&[first], &changes[..]].concat());
    }
}

#[test]
fn the_files_are_taken() {
    let files = files();
    assert!(files.len() >= 12);
    files.iter().for_each(|bytes| bodies::reader(bytes));
}

/// Readers accept files with bytes exchanged, parts removed and parts of others inserted.
#[test]
fn broken_files_are_taken() {
    let files = files();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
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
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(sample(600, 1500, 3000))
    })]

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

    /// The checker accepts any proof with some bytes replaced, mostly by letters and digits so that it can
    /// still be read.
    #[test]
    fn broken_proofs_are_taken(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), b'0'..=b'z'), 0..4),
        from in any::<prop::sample::Index>(),
        which in 0..bodies::PROOFS.len() as u8,
        places in proptest::collection::vec(any::<u8>(), 0..12),
    ) {
        bodies::verify(&[&[which], &places[..]].concat());
        let proof = &bodies::PROOFS[usize::from(which)];
        let mut bytes = proof.clone();
        for (at, byte) in &changes {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        bodies::verify(&bytes);
        // A proof with one number replaced can always be read.
        let digits: Vec<usize> = (0..proof.len()).filter(|&at| proof[at].is_ascii_digit()).collect();
        let (mut bytes, at) = (proof.clone(), digits[from.index(digits.len())]);
        bytes[at] = b'1' + (bytes[at] - b'0') % 9;
        bodies::verify(&bytes);
    }

    /// Elements of HoDoKu configurations are accepted in any order.
    #[test]
    fn configurations_are_taken(
        parts in proptest::collection::vec((0..CONFIGURED.len(), 0..100_i64), 0..40),
    ) {
        let numbered = |&(part, number): &(usize, i64)| CONFIGURED[part].replace('#', &number.to_string());
        let body: String = parts.iter().map(numbered).collect();
        bodies::hcfg(body.as_bytes());
        let whole = format!("<java><object class=\"sudoku.Options\" id=\"o\">{body}</object></java>");
        bodies::hcfg(whole.as_bytes());
    }

    #[test]
    fn definitions_of_names_and_sizes_are_taken(
        text in "(brt|lc|whip|naked|fish|braid|subset)(:[0-9]{1,3}(-[0-9]{1,3})?)?\
                 ([,+ ](lc|whip:[1-9]|alldiff|hidden:2-3)){0,4}"
    ) {
        bodies::ladder(text.as_bytes());
    }
}
