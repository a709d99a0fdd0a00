//! Cycle colouring: its closure finds exactly the cells that the clauses of a digit refute; its texts hold;
//! it solves gsf's examples and known patterns of one digit.

use crate::common::{Dice, random_10k, shared, state::texts, twins::closures};
use rayon::prelude::*;
use std::fs::read_to_string;
use sudoscope::evidence::Edge;
use sudoscope::grid::{Cell, Cells, Digit, House, PLAIN, parse_puzzle};
use sudoscope::scale::{Effort, Outcome, Scale, Solver};
use sudoscope::testing::{Colouring, Hinges};

const KINDS: [Hinges; 4] = [Hinges::None, Hinges::EmptyRectangle, Hinges::Blocks, Hinges::Houses];
const RULES: [&str; 4] = ["x-cycle", "x-cycle-er", "x-cycle-hinge", "x-cycle-general"];

fn ladder(rule: &str) -> Scale {
    Scale::define("test", &format!("brt,lc,{rule}")).unwrap()
}

fn graph(plane: Cells, hinges: Hinges) -> Colouring {
    let mut graph = Colouring::new(hinges);
    graph.set(plane);
    graph
}

fn cell(name: &str) -> Cell {
    let bytes = name.as_bytes();
    Cell::at((bytes[1] - b'1') as usize, (bytes[3] - b'1') as usize)
}

fn cells(names: &str) -> Cells {
    names.split_whitespace().map(cell).collect()
}

// ---------------------------------------------------------------- the naive twin

/// Whether a hinge keeps both cells from holding the digit.
fn hinged(plane: Cells, hinges: Hinges, a: Cell, b: Cell) -> bool {
    let rule = match hinges {
        Hinges::None => "x-cycle",
        Hinges::EmptyRectangle => "x-cycle-er",
        Hinges::Blocks => "x-cycle-hinge",
        Hinges::Houses => "x-cycle-general",
    };
    closures::hinged(plane, rule, a, b)
}

/// (a, b, v): a and b do not both have the value v.
type Clause = (Cell, Cell, bool);

/// Lists the clauses of a digit, by their definitions.
fn clauses(plane: Cells, hinges: Hinges) -> Vec<Clause> {
    let mut all = Vec::new();
    for a in plane {
        for b in plane.filter(|&b| a < b) {
            if a.peers().contains(b) || hinged(plane, hinges, a, b) {
                all.push((a, b, true));
            }
            let both = Cells::of(a) | Cells::of(b);
            if PLAIN.houses.iter().any(|&house| house & plane == both) {
                all.push((a, b, false));
            }
        }
    }
    all
}

/// Whether some values of the cells satisfy the clauses, by unit propagation and branching.
fn satisfiable(clauses: &[Clause], mut values: [Option<bool>; 81]) -> bool {
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for &(a, b, value) in clauses {
            match (values[a], values[b]) {
                (Some(x), Some(y)) if x == value && y == value => return false,
                (Some(x), None) if x == value => (values[b], changed) = (Some(!value), true),
                (None, Some(y)) if y == value => (values[a], changed) = (Some(!value), true),
                _ => {}
            }
        }
    }
    let open = clauses.iter().find(|(a, b, _)| values[*a].is_none() && values[*b].is_none());
    let Some(&(a, ..)) = open else { return true };
    [true, false].iter().any(|&value| {
        let mut values = values;
        values[a] = Some(value);
        satisfiable(clauses, values)
    })
}

/// Returns planes of all kinds: random ones, solutions with extra places, and puzzles where singles stop.
fn planes() -> Vec<Cells> {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut all = Vec::new();
    for k in 0..600 {
        let places = 12 + k % 25;
        all.push((0..places).map(|_| Cell::new(dice.below(81))).collect::<Cells>());
        let (rows, columns) = (dice.lines(), dice.lines());
        // One cell in each row, no two in one house: a pattern of one digit.
        let pattern = (0..9).map(|i| Cell::at(rows[i], columns[i % 3 * 3 + i / 3]));
        let others = (0..k % 24).map(|_| Cell::new(dice.below(81))).collect::<Vec<_>>();
        all.push(pattern.chain(others).collect());
    }
    let mut solver = Solver::new();
    for line in &random_10k()[..200] {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        solver.observe(&clues, &Scale::named("BRT").unwrap(), u64::MAX, &mut |_| {});
        all.extend(Digit::all().map(|digit| solver.grid().open_plane(digit)));
    }
    all.retain(|plane| !plane.is_empty());
    all
}

/// Collapses a cycle to one edge from its first cell to itself: NAND refutes the cell, OR proves it.
fn worth(graph: &Colouring, cycle: &[Cell]) -> Edge {
    let next = cycle.iter().cycle().skip(1);
    let edges = cycle.iter().zip(next).map(|(&a, &b)| graph.edge(a, b));
    Edge::collapse(&edges.collect::<Vec<_>>())
}

/// Compares the closure of a graph with its clauses. Returns the numbers of cells that the clauses prove
/// false and true, or `None` if the clauses contradict each other.
fn compare(graph: &mut Colouring, plane: Cells, clauses: &[Clause]) -> Option<(usize, usize)> {
    let found = graph.falsified();
    let cycles: Cells = plane.filter(|&cell| graph.cycle(cell).is_some()).collect();
    assert_eq!(found, cycles, "{plane:?}");
    for cell in found {
        assert!(worth(graph, &graph.cycle(cell).unwrap()).nand, "{plane:?} {cell}");
    }
    if !satisfiable(clauses, [None; 81]) {
        // The next step sees the contradiction: one of two cells is the digit, and both are false.
        let clash = |&(a, b, value): &Clause| !value && found.contains(a) && found.contains(b);
        assert!(clauses.iter().any(clash), "{plane:?}");
        return None;
    }
    let forced = |value: bool| -> Cells {
        let refuted = |&cell: &Cell| {
            let mut values = [None; 81];
            values[cell] = Some(!value);
            !satisfiable(clauses, values)
        };
        plane.filter(refuted).collect()
    };
    assert_eq!(found, forced(false), "{plane:?}");
    // Placements need no rule of their own: a true cell has lost its peers.
    let truths = forced(true);
    assert!(truths.into_iter().all(|cell| (cell.peers() & plane).is_subset(found)), "{plane:?}");
    Some((found.len(), truths.len()))
}

/// Edges equal their definitions, the closure equals a search among all assignments, and each kind of hinge
/// finds at least as much as the kind before.
#[test]
fn the_closure_equals_its_naive_twin() {
    let planes = planes();
    let one = |plane: &Cells| {
        let (mut counts, mut before) = ([0; 5], Cells::EMPTY);
        for (k, kind) in KINDS.into_iter().enumerate() {
            let mut graph = graph(*plane, kind);
            let clauses = clauses(*plane, kind);
            for (a, b) in plane.flat_map(|a| plane.filter(move |&b| a != b).map(move |b| (a, b))) {
                let has = |value| clauses.contains(&(a.min(b), a.max(b), value));
                assert_eq!(graph.edge(a, b), Edge { nand: has(true), or: has(false) }, "{plane:?} {a} {b}");
            }
            let found = graph.falsified();
            assert!(before.is_subset(found), "{plane:?} {kind:?}");
            before = found;
            counts[k] += found.len();
            counts[4] += compare(&mut graph, *plane, &clauses).map_or(0, |(_, truths)| truths);
        }
        counts
    };
    let sum = |a: [usize; 5], b: [usize; 5]| std::array::from_fn(|k| a[k] + b[k]);
    let counts = planes.par_iter().map(one).reduce(|| [0; 5], sum);
    eprintln!("{} planes: {counts:?} proved false by kind, true", planes.len());
    assert!(counts[0] > 100 && counts[..4].is_sorted_by(|a, b| a < b) && counts[4] > 100);
}

/// The closure equals its twin with 2-edges from elsewhere, whether or not their cells see each other.
#[test]
fn the_closure_takes_further_edges() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut graph, mut counts) = (Colouring::new(Hinges::Blocks), (0, 0, 0));
    for plane in planes() {
        let places: Vec<Cell> = plane.collect();
        let mut clauses = clauses(plane, Hinges::Blocks);
        // Reusing one graph shows that no state of the previous plane remains.
        graph.set(plane);
        for _ in 0..dice.below(4) {
            let (a, b) = (places[dice.below(places.len())], places[dice.below(places.len())]);
            if a != b {
                graph.join(a, b);
                clauses.push((a, b, false));
                assert!(graph.edge(a, b).or && graph.edge(b, a).or);
            }
        }
        match compare(&mut graph, plane, &clauses) {
            Some((untrue, truths)) => counts = (counts.0 + untrue, counts.1 + truths, counts.2),
            None => counts.2 += 1,
        }
    }
    eprintln!("proved false, true, contradictions: {counts:?}");
    assert!(counts.0 > 1_000 && counts.1 > 100 && counts.2 > 100);
}

// ---------------------------------------------------------------- gsf's examples, known patterns

const SEED: &str = "6..8352.9.89.......5219..8.92..8.7.383.9..4..41..23896.983.........7893...3.591.8";

/// Places of 4 in gsf's diagram.
const SEED_FOURS: &str = "r1c2 r1c3 r1c8 r2c4 r2c5 r2c6 r2c8 r2c9 r3c6 r3c9 r4c4 r4c6 r7c5 r7c6 r7c8 \
    r7c9 r8c2 r8c3 r8c4 r8c9 r9c2 r9c4 r9c8";

fn steps(rule: &str, puzzle: &str) -> Vec<String> {
    let mut texts = texts(&ladder(rule), puzzle);
    texts.retain(|text| text.starts_with("x-cycle"));
    texts
}

/// gsf's cycle with a hinge proves r7c9≠4, but needs no hinge (docs/theory.md, "Hinges").
#[test]
fn the_hinge_of_gsf() {
    let seed = [cell("r7c9"), cell("r3c9"), cell("r3c6"), cell("r4c6"), cell("r4c4")];
    for kind in KINDS {
        let mut graph = graph(cells(SEED_FOURS), kind);
        assert!(graph.falsified().contains(cell("r7c9")), "{kind:?}");
        let [r7c9, .., r4c4] = seed;
        if kind == Hinges::None {
            assert_eq!(graph.edge(r4c4, r7c9), Edge::default());
            assert_eq!(worth(&graph, &seed), Edge::default());
            continue;
        }
        assert_eq!(graph.hinge(r4c4, r7c9), Some(House::block(7)), "{kind:?}");
        assert_eq!(worth(&graph, &seed), Edge { nand: true, or: false });
    }
    for rule in RULES {
        assert!(steps(rule, SEED).iter().any(|step| step.ends_with(" ==> r7c9≠4")), "{rule}");
    }
    // The state is gsf's: these are the candidates where locked candidates stop.
    let clues = parse_puzzle(SEED.as_bytes()).unwrap();
    let mut solver = Solver::new();
    let mut planes = Vec::new();
    solver.observe(&clues, &ladder("x-cycle"), u64::MAX, &mut |applied| {
        planes.push(applied.grid.open_plane(Digit::new(3)));
    });
    assert!(planes.contains(&cells(SEED_FOURS)));
}

/// Each kind of hinge solves as many of the first 2,000 puzzles of controlled-bias 000 as gsf's solver and
/// the prototypes do.
#[test]
fn puzzles_solved() {
    let Some(path) = shared("cbg-000.csv") else { return };
    let text = read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).take(2_000).collect();
    let solved = |rule: &str| {
        let ladder = [ladder(rule)];
        let one = |solver: &mut Solver, line: &&str| {
            let clues = parse_puzzle(&line.as_bytes()[..81]).unwrap();
            let (_, climbs) = solver.rate(&clues, &ladder, Effort::default());
            usize::from(matches!(climbs[0].outcome, Outcome::Solved(_)))
        };
        lines.par_iter().map_init(Solver::new, one).sum::<usize>()
    };
    assert_eq!(RULES.map(solved), [997, 1_008, 1_011, 1_016]);
}
