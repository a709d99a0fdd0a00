//! Y-cycles and y-knots: naive twins by the definitions, texts, gsf's example, and moves of his solver.

use crate::common::checker;
use crate::common::checker::colouring_y::{or_edges, without};
use crate::common::checker::{Label, Model, check, linked};
use crate::common::{Dice, random_10k, shared};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs::read_to_string;
use sudoscope::budget::Budget;
use sudoscope::graph::State;
use sudoscope::grid::{Candidate, Candidates, Cells, Grid, HOUSES, PEERS, parse_puzzle};
use sudoscope::rule::Findings;
use sudoscope::rules::find_rule;
use sudoscope::scale::{Scale, Solver};

const SEED: &str =
    "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......";

fn labels(candidates: &Candidates) -> BTreeSet<Label> {
    candidates.iter().map(|c| (c.cell as usize, c.digit as usize)).collect()
}

/// The same state for the checker.
fn model_of(grid: &Grid) -> Model {
    let mut model = Model::of_clues(&".".repeat(81));
    for cell in grid.placed() {
        model.assert((cell, grid.digits_of(cell).trailing_zeros() as usize));
    }
    let open = labels(&grid.candidates());
    model.candidates().into_iter().for_each(|label| model.set(label, open.contains(&label)));
    model
}

/// What a rule proves in a state. That the solution is known changes nothing, nor that the steps are traced, and
/// every step holds.
fn find(rule: &str, grid: &Grid, solution: Option<Grid>) -> Findings {
    let find = |solution, mut found| {
        let mut state = State::new();
        state.reset(grid, solution, Budget(u64::MAX));
        find_rule(rule).unwrap().find(&mut state, 0, &mut found).unwrap();
        found
    };
    let (plain, traced) = (find(None, Findings::default()), find(None, Findings::traced()));
    for other in [&find(solution, Findings::default()), &traced] {
        assert_eq!((other.eliminated, other.asserted), (plain.eliminated, plain.asserted));
        assert_eq!((other.firings, other.contradiction), (plain.firings, plain.contradiction));
    }
    let model = model_of(grid);
    for step in traced.steps.iter().flatten().filter(|_| !traced.contradiction) {
        let text = step.text(rule);
        let concluded = check(&model, &text)
            .unwrap_or_else(|clause| panic!("{text}\n  not so: {clause}\n{grid:?}"));
        assert_eq!(
            concluded.eliminated,
            labels(&step.eliminates.iter().copied().collect()),
            "{text}"
        );
        assert_eq!(concluded.asserted, labels(&step.asserts.iter().copied().collect()), "{text}");
    }
    plain
}

/// `test` in states where some ladder stands, less a few candidates; with their solutions.
fn on_states(count: usize, test: impl Fn(&Grid, &Grid) -> [usize; 2] + Sync) -> [usize; 2] {
    let state = |(k, line): (usize, &String)| {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ (k as u64 + 1) << 24);
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let solution = sudoscope::brute::unique_solution(&Grid::from_clues(&clues)).unwrap();
        let ladder = ["brt", "brt,lc", "brt,lc,x-cycle,bivalue-chain:2-4"][k % 3];
        let (mut solver, mut state) = (Solver::new(), State::new());
        let ladder = Scale::define("test", ladder).unwrap();
        solver.observe(&clues, &ladder, u64::MAX, &mut |_| {});
        let wrong: Vec<Candidate> =
            solver.grid().candidates().iter().filter(|&c| !solution.allows(c)).collect();
        let gone = (0..dice.below(6)).filter_map(|_| wrong.get(dice.below(wrong.len().max(1))));
        let mut grid = *solver.grid();
        grid.eliminate(&gone.copied().collect());
        state.reset(&grid, None, Budget(u64::MAX));
        let singles = ["naked-single", "hidden-single"];
        while let Some(found) = singles.iter().find_map(|rule| {
            let mut found = Findings::default();
            find_rule(rule).unwrap().find(&mut state, 0, &mut found).unwrap();
            found.any().then_some(found)
        }) {
            state.grid_mut().place_all(&found.asserted.0);
        }
        (!state.grid().is_solved()).then_some((*state.grid(), solution))
    };
    let lines = random_10k();
    let states = lines[..4 * count].par_iter().enumerate().filter_map(state);
    let states: Vec<(Grid, Grid)> = states.collect();
    assert!(states.len() >= count);
    let all = states[..count].par_iter().map(|(grid, solution)| test(grid, solution));
    all.reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]])
}

/// A y-knot is a premise that singles refute, however they are played; and trial and error finds it too: all that is
/// linked to it fails.
#[test]
fn knots_are_refuted_premises() {
    let [knots, premises] = on_states(60, |grid, solution| {
        let model = model_of(grid);
        let premises: Vec<Label> = model.candidates();
        let premises = premises.into_iter().filter(|&label| without(&model, label).is_some());
        let premises: BTreeSet<Label> = premises.collect();
        let refuted = |label: &&Label| !without(&model, **label).unwrap().close(0);
        let expected: BTreeSet<Label> = premises.iter().filter(refuted).copied().collect();
        let found = find("y-knot", grid, Some(*solution));
        assert_eq!(labels(&found.asserted), expected, "{grid:?}");
        assert_eq!(found.firings as usize, expected.len());
        assert!(found.eliminated.is_empty());
        let trials = labels(&find("trial", grid, Some(*solution)).eliminated);
        for &knot in &expected {
            let lost = |&label: &Label| linked(label, knot) && !trials.contains(&label);
            assert!(!model.candidates().iter().any(lost), "{knot:?} in {grid:?}");
        }
        [expected.len(), premises.len()]
    });
    eprintln!("{knots} y-knots of {premises} premises");
    assert!(knots > 1_000 && premises > 2 * knots);
}

/// Where there is no solution a premise and its mate may both be refuted.
#[test]
fn knots_without_solution() {
    let mut contradictions = 0;
    for line in &random_10k()[..60] {
        let (mut solver, ladder) = (Solver::new(), Scale::define("test", "brt,lc").unwrap());
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let solution = sudoscope::brute::unique_solution(&Grid::from_clues(&clues)).unwrap();
        solver.observe(&clues, &ladder, u64::MAX, &mut |_| {});
        // Without one true candidate, of a variable with three: no single follows.
        let model = model_of(solver.grid());
        for truth in solution_candidates(solver.grid(), &solution) {
            let label = (truth.cell as usize, truth.digit as usize);
            let variables = checker::Variable::of(label);
            if variables.iter().any(|&v| (1..3).contains(&model.candidates_of(v).len())) {
                continue;
            }
            let mut grid = *solver.grid();
            grid.eliminate(&[truth].into_iter().collect());
            let found = find("y-knot", &grid, None);
            contradictions += usize::from(found.contradiction);
            let both = |c: &Candidate| found.asserted.iter().any(|other| c.is_linked(other));
            assert!(found.contradiction || !found.asserted.iter().any(|c| both(&c)));
        }
    }
    assert!(contradictions > 20, "{contradictions}");
}

fn solution_candidates(grid: &Grid, solution: &Grid) -> Vec<Candidate> {
    grid.candidates().iter().filter(|&c| solution.allows(c)).collect()
}

/// Whether two cells of different houses see, each along a row or a column, all places of a block.
fn is_hinge(plane: Cells, a: usize, b: usize) -> bool {
    let lines = |cell: usize| [HOUSES[cell / 9], HOUSES[9 + cell % 9]];
    let hinge = |block: Cells, one: Cells, other: Cells| {
        let outside = !block.contains(a) && !block.contains(b);
        let see = one.intersects(block) && other.intersects(block);
        let places = block & plane;
        outside && see && !places.is_empty() && places.is_subset(one | other)
    };
    let pairs = lines(a).map(|one| lines(b).map(|other| (one, other))).concat();
    let blocks = || HOUSES[18..].iter();
    a != b && pairs.into_iter().any(|(one, other)| blocks().any(|&block| hinge(block, one, other)))
}

/// The cells of a digit that walks 1 2 1 … 2 1 lead back to, by the definitions.
fn falsified(grid: &Grid, model: &Model, digit: usize) -> BTreeSet<Label> {
    let plane = grid.open_plane(digit);
    let not_both = |a: usize| {
        let ends = plane.filter(move |&b| PEERS[a].contains(b) || is_hinge(plane, a, b));
        ends.collect::<Cells>()
    };
    let mut or = [Cells::EMPTY; 81];
    for a in plane {
        for house in HOUSES.iter().filter(|house| house.contains(a)) {
            let others = (*house & plane) - Cells::of(a);
            or[a] |= if others.len() == 1 { others } else { Cells::EMPTY };
        }
        for (b, _) in or_edges(model, (a, digit)) {
            or[a].insert(b);
            or[b].insert(a);
        }
    }
    let is_false = |&target: &usize| {
        // Cells false, then true, then false, … if the target is true.
        let (mut out, mut front) = (not_both(target), not_both(target));
        while !front.is_empty() {
            let on = front.fold(Cells::EMPTY, |all, cell| all | or[cell]);
            front = on.fold(Cells::EMPTY, |all, cell| all | not_both(cell)) - out;
            out |= front;
        }
        out.contains(target)
    };
    plane.filter(is_false).map(|cell| (cell, digit)).collect()
}

#[test]
fn y_cycles_equal_their_naive_twin() {
    let [found, more] = on_states(60, |grid, solution| {
        let model = model_of(grid);
        let expected: BTreeSet<Label> =
            (0..9).flat_map(|digit| falsified(grid, &model, digit)).collect();
        let found = find("y-cycle", grid, Some(*solution));
        assert_eq!(labels(&found.eliminated), expected, "{grid:?}");
        assert_eq!(found.firings as usize, expected.len());
        let without = labels(&find("x-cycle-hinge", grid, None).eliminated);
        assert!(without.is_subset(&expected));
        [expected.len(), expected.len() - without.len()]
    });
    eprintln!("{found} candidates, {more} of them by 2-edges that singles prove");
    assert!(more > 500 && found > more);
}

/// gsf's y-cycle of 9 through [31]: the verdict, in his state, and the cycle itself as its text.
#[test]
fn the_seed_s_puzzle() {
    let clues = parse_puzzle(SEED.as_bytes()).unwrap();
    let (mut solver, lc) = (Solver::new(), Scale::define("test", "brt,lc").unwrap());
    solver.observe(&clues, &lc, u64::MAX, &mut |_| {});
    let grid = *solver.grid();
    let target = Candidate::new(8, 18);
    assert!(find("y-cycle", &grid, None).eliminated.contains(target));
    assert!(!find("x-cycle-general", &grid, None).eliminated.contains(target));
    let model = model_of(&grid);
    let step = |cycle: &str| format!("y-cycle 9 {cycle} ==> r3c1≠9");
    let seed = step("[31]-[71][92][97]=[33]- => [31]-[97]=[33]-");
    assert_eq!(check(&model, &seed).map(|_| ()), Ok(()));
    for (wrong, clause) in [
        ("[31]-[71][92][97]-[33]- => [31]-[97]=[33]-", "a 1-edge is in a house or a hinge"),
        ("[31]-[71][92][97]=[33]- => [31]=[97]=[33]-", "the path is worth the edge"),
        ("[31]-[97]=[33]-", "a 1-edge is in a house or a hinge"),
        ("[31]-[71]=[92]-[97]=[33]- => [31]-[97]=[33]-", "singles prove a 2-edge"),
    ] {
        assert_eq!(check(&model, &step(wrong)), Err(clause.to_string()), "{wrong}");
    }
    for (knot, clause) in [
        ("1 [13]#[12] ==> r1c3=1", "the contradiction shows there"),
        ("1 [13]#[11] ==> r1c1=2", "the premise is asserted"),
        ("9 [33]#[33] ==> r3c3=9", "the contradiction shows there"),
        ("1 [13]#[11] ==> r1c3≠1", "a y-knot eliminates"),
    ] {
        let refused = check(&model, &format!("y-knot {knot}"));
        assert_eq!(refused, Err(clause.to_string()), "{knot}");
    }
}

/// What gsf's solver prints for his puzzle with X, Y and K allowed: all its y-cycles hold, and nothing that they
/// prove is beyond trial and error.
#[test]
fn moves_of_gsf() {
    let Some(path) = shared("traces/gsf-v2.txt") else { return };
    let text = read_to_string(path).unwrap();
    let block = text.split("Y19").nth(1).unwrap().split('F').next().unwrap();
    let (mut eliminated, mut asserted) = (BTreeSet::new(), BTreeSet::new());
    for token in block.split_whitespace() {
        let (cells, digit) = token.split_at(token.len() - 2);
        let set = if digit.starts_with('^') { &mut eliminated } else { &mut asserted };
        let digit = digit[1..].parse::<usize>().unwrap() - 1;
        for cell in cells.trim_matches(['[', ']']).split("][") {
            let number: usize = cell.parse().unwrap();
            set.insert((9 * (number / 10 - 1) + number % 10 - 1, digit));
        }
    }
    assert_eq!((eliminated.len(), asserted.len()), (15, 4));
    let clues = parse_puzzle(SEED.as_bytes()).unwrap();
    let (mut solver, lc) = (Solver::new(), Scale::define("test", "brt,lc").unwrap());
    solver.observe(&clues, &lc, u64::MAX, &mut |_| {});
    let model = model_of(solver.grid());
    let trials = labels(&find("trial", solver.grid(), None).eliminated);
    assert!(eliminated.is_subset(&trials), "{:?}", eliminated.difference(&trials));
    for &value in &asserted {
        let lost = |&label: &Label| linked(label, value) && !trials.contains(&label);
        assert!(!model.candidates().iter().any(lost), "{value:?}");
    }
}
