//! Backdoors and anti-backdoors against their definitions.

use crate::common::model::{Label, all_variables, labels, labels_of, linked};
use crate::common::{is_taken, random_10k, shared, thorough};
use rayon::prelude::*;
use std::collections::BTreeSet;
use sudoscope::brute::unique_solution;
use sudoscope::check::{Backdoors, CHECK_BUDGET, Smallest, backdoors};
use sudoscope::grid::{Candidates, Grid, Puzzle, parse_puzzle};

/// Returns the candidates and values of a grid.
fn all(grid: &Grid) -> BTreeSet<Label> {
    labels_of(&Candidates(grid.planes))
}

/// Plays singles by definition in a set of candidates and values; returns the remaining labels.
fn singles(mut open: BTreeSet<Label>) -> BTreeSet<Label> {
    loop {
        let before = open.len();
        for variable in all_variables() {
            let left: Vec<Label> =
                labels(variable).into_iter().filter(|label| open.contains(label)).collect();
            if let [value] = left[..] {
                open.retain(|&label| label == value || !linked(label, value));
            }
        }
        if open.len() == before {
            return open;
        }
    }
}

/// Counts the sets of candidates that solve the puzzle, at the smallest size up to two that has any.
fn naive(
    start: &BTreeSet<Label>, solution: &BTreeSet<Label>, candidates: &[Label],
    apply: &dyn Fn(&mut BTreeSet<Label>, Label),
) -> Smallest {
    let is_enough = |set: &[Label]| {
        let mut open = start.clone();
        set.iter().for_each(|&label| apply(&mut open, label));
        singles(open) == *solution
    };
    if is_enough(&[]) {
        return Smallest::Sets { size: 0, count: 1 };
    }
    let ones = candidates.iter().filter(|&&one| is_enough(&[one])).count() as u64;
    if ones > 0 {
        return Smallest::Sets { size: 1, count: ones };
    }
    let pairs = candidates
        .iter()
        .enumerate()
        .flat_map(|(at, &one)| candidates[at + 1..].iter().map(move |&other| [one, other]));
    let twos = pairs.filter(|pair| is_enough(pair)).count() as u64;
    if twos > 0 { Smallest::Sets { size: 2, count: twos } } else { Smallest::LargerThan(2) }
}

/// Backdoors up to pairs equal those found by definition, including a puzzle that needs two values. Pairs of
/// deletions are compared only if there are few candidates, because pairs are many.
#[test]
fn backdoors_equal_their_naive_twin() {
    let sizes: Vec<_> = random_10k()[if thorough() { 0..150 } else { 100..114 }]
        .par_iter()
        .map(|line| {
            let clues = parse_puzzle(line.as_bytes()).unwrap();
            let grid = Grid::from_clues(&clues);
            let solution = unique_solution(&grid).unwrap();
            let found = backdoors(&Puzzle::from(clues), &solution, CHECK_BUDGET);
            let solution = all(&solution);
            let start = singles(all(&grid));
            let (values, others): (Vec<Label>, Vec<Label>) =
                start.iter().partition(|label| solution.contains(label));
            let is_open = |value: &&Label| others.iter().any(|&other| linked(other, **value));
            let values: Vec<Label> = values.iter().filter(is_open).copied().collect();
            let asserted = |open: &mut BTreeSet<Label>, one| {
                open.retain(|&label| label == one || !linked(label, one));
            };
            let expected = naive(&start, &solution, &values, &asserted);
            assert_eq!(found.values, expected, "{line}");
            if others.len() < 60 || matches!(found.deletions, Smallest::Sets { size: 0 | 1, .. }) {
                let deleted = |open: &mut BTreeSet<Label>, one| {
                    open.remove(&one);
                };
                let expected = naive(&start, &solution, &others, &deleted);
                match expected {
                    Smallest::LargerThan(_) => {
                        assert!(!matches!(found.deletions, Smallest::Sets { size: 0..=2, .. }));
                    }
                    known => assert_eq!(found.deletions, known, "{line}"),
                }
            }
            size(found)
        })
        .collect();
    let met: BTreeSet<_> = sizes.into_iter().collect();
    assert!([[0, 0], [1, 1], [2, 2]].iter().all(|sizes| met.contains(sizes)), "{met:?}");
}

/// Returns the two sizes, 9 for unknown.
fn size(found: Backdoors) -> [u8; 2] {
    [found.values, found.deletions].map(|smallest| match smallest {
        Smallest::Sets { size, .. } => size,
        Smallest::LargerThan(_) => 9,
    })
}

/// Puzzles of a hard list have backdoors of one to three values. (No puzzle whose backdoors are counted in
/// the literature needs more than four.)
#[test]
fn hard_puzzles_have_small_backdoors() {
    let Some(path) = shared("gsf8152.txt") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> =
        text.lines().enumerate().filter(|(at, _)| is_taken(*at, 400)).map(|(_, line)| line).collect();
    let sizes: Vec<u8> = lines
        .par_iter()
        .map(|line| {
            let clues = parse_puzzle(&line.as_bytes()[..81]).unwrap();
            let solution = unique_solution(&Grid::from_clues(&clues)).unwrap();
            size(backdoors(&Puzzle::from(clues), &solution, CHECK_BUDGET / 10))[0]
        })
        .collect();
    assert!(sizes.iter().all(|size| (1..=3).contains(size)), "{sizes:?}");
}
