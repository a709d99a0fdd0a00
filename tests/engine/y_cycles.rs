//! Y-cycles and y-knots: gsf's example, moves of his solver, and comparisons with trial and error.

use crate::common::model::{Label, Model, are_pair, label, labels_of, linked, variables};
use crate::common::twins::closures::or_edges;
use crate::common::{random_10k, shared, state::find};
use std::collections::BTreeSet;
use std::fs::read_to_string;
use sudoscope::brute::unique_solution;
use sudoscope::grid::{Candidate, Cell, Digit, Grid, parse_puzzle};
use sudoscope::scale::{Scale, Solver};

const SEED: &str = "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......";

/// Returns the state where locked candidates stop.
fn after_locked(line: &str) -> Grid {
    let (mut solver, ladder) = (Solver::new(), Scale::define("test", "brt,lc").unwrap());
    solver.observe(&parse_puzzle(line.as_bytes()).unwrap(), &ladder, u64::MAX, &mut |_| {});
    *solver.grid()
}

/// Trial and error finds y-knots too: every candidate linked to a knot fails. If a true candidate whose
/// variables have three or more is removed, no single follows, and the two sides of a knot may both be
/// refuted, a contradiction.
#[test]
fn knots_and_trials() {
    let (mut knots, mut contradictions) = (0, 0);
    for line in &random_10k()[..60] {
        let grid = after_locked(line);
        let (found, trials) = (find("y-knot", 0, &grid), find("trial", 0, &grid).eliminated);
        let is_lost =
            |&one: &Candidate| found.asserted.iter().any(|knot| one.is_linked(knot)) && !trials.contains(one);
        assert_eq!(grid.candidates().iter().find(is_lost), None, "{line}");
        knots += found.asserted.len();
        let clues = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
        let (solution, model) = (unique_solution(&clues).unwrap(), Model::of(&grid));
        for truth in grid.candidates().iter().filter(|&one| solution.allows(one)) {
            let of = variables(label(truth));
            if of.iter().any(|&v| (1..3).contains(&model.candidates_of(v).len())) {
                continue;
            }
            let mut grid = grid;
            grid.eliminate(&[truth].into_iter().collect());
            let found = find("y-knot", 0, &grid);
            let both = |one: Candidate| found.asserted.iter().any(|other| one.is_linked(other));
            assert!(found.contradiction || !found.asserted.iter().any(both), "{line}: {truth}");
            contradictions += usize::from(found.contradiction);
        }
    }
    assert!(knots > 300 && contradictions > 20, "{knots}, {contradictions}");
}

/// gsf's y-cycle of 9 through [31] has its verdict in his state, and the cycle holds as he writes it.
#[test]
fn the_puzzle_of_gsf() {
    let grid = after_locked(SEED);
    let target = Candidate::new(Digit::new(8), Cell::new(18));
    assert!(find("y-cycle", 0, &grid).eliminated.contains(target));
    assert!(!find("x-cycle-general", 0, &grid).eliminated.contains(target));
    let model = Model::of(&grid);
    let (linked, or) = (
        |a, b| linked(a, b),
        |a, b| are_pair(&model, a, b) || or_edges(&model, a).contains(&b) || or_edges(&model, b).contains(&a),
    );
    let short = |cell: &str| -> Label {
        let number: usize = cell.parse().unwrap();
        (Cell::at(number / 10 - 1, number % 10 - 1), Digit::new(8))
    };
    // Links alternate between `-` (not both) and `=` (at least one); no sign means that exactly one holds the
    // digit.
    let is_so = |cycle: &str| {
        let all = cycle.split('[').skip(1).map(|part| part.split_once(']').unwrap());
        let all: Vec<(Label, &str)> = all.map(|(cell, sign)| (short(cell), sign)).collect();
        let ends = all.iter().zip(all.iter().cycle().skip(1)).enumerate();
        ends.into_iter().all(|(k, (&(a, sign), &(b, _)))| match sign {
            "-" => k % 2 == 0 && linked(a, b),
            "=" => k % 2 == 1 && or(a, b),
            _ => linked(a, b) && or(a, b),
        })
    };
    assert!(is_so("[31]-[71][92][97]=[33]-"));
    for wrong in ["[31]-[71][92][97]-[33]-", "[31]=[97]=[33]-", "[31]-[97]=[33]-"] {
        assert!(!is_so(wrong), "{wrong}");
    }
}

/// All y-cycles that gsf's solver prints for his puzzle with X, Y and K allowed hold, and trial and error
/// proves all their conclusions.
#[test]
fn moves_of_gsf() {
    let Some(path) = shared("traces/gsf-v2.txt") else { return };
    let text = read_to_string(path).unwrap();
    let block = text.split("Y19").nth(1).unwrap().split('F').next().unwrap();
    let (mut eliminated, mut asserted) = (BTreeSet::new(), BTreeSet::new());
    for token in block.split_whitespace() {
        let (cells, digit) = token.split_at(token.len() - 2);
        let set = if digit.starts_with('^') { &mut eliminated } else { &mut asserted };
        let digit = Digit::new(digit[1..].parse::<usize>().unwrap() - 1);
        for cell in cells.trim_matches(['[', ']']).split("][") {
            let number: usize = cell.parse().unwrap();
            set.insert((Cell::at(number / 10 - 1, number % 10 - 1), digit));
        }
    }
    assert_eq!((eliminated.len(), asserted.len()), (15, 4));
    let grid = after_locked(SEED);
    let model = Model::of(&grid);
    let trials = labels_of(&find("trial", 0, &grid).eliminated);
    assert!(eliminated.is_subset(&trials), "{:?}", eliminated.difference(&trials));
    for &value in &asserted {
        let lost = |&label: &Label| linked(label, value) && !trials.contains(&label);
        assert!(!model.candidates().iter().any(lost), "{value:?}");
    }
}
