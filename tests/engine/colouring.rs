//! Cycle colouring: its closure finds what the clauses of a digit refute, no more and no less; its texts hold;
//! the examples of gsf and known patterns of one digit.

use crate::common::checker::{Label, Model, check};
use crate::common::twins::closures;
use crate::common::{Dice, random_10k, shared};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use sudoscope::budget::Budget;
use sudoscope::graph::State;
use sudoscope::grid::{Candidate, Candidates, Cells, Grid, HOUSES, PEERS, parse_puzzle};
use sudoscope::rule::Findings;
use sudoscope::rules::colouring::edge::{Edge, Verdict};
use sudoscope::rules::colouring::{Colouring, Hinges};
use sudoscope::rules::find_rule;
use sudoscope::scale::{Effort, Outcome, Scale, Solver};

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

fn cell(name: &str) -> usize {
    let bytes = name.as_bytes();
    9 * (bytes[1] - b'1') as usize + (bytes[3] - b'1') as usize
}

fn cells(names: &str) -> Cells {
    names.split_whitespace().map(cell).collect()
}

// ---------------------------------------------------------------- the naive twin

/// Whether not both cells can hold the digit, for the reason of a hinge.
fn hinged(plane: Cells, hinges: Hinges, a: usize, b: usize) -> bool {
    let rule = match hinges {
        Hinges::None => "x-cycle",
        Hinges::EmptyRectangle => "x-cycle-er",
        Hinges::Blocks => "x-cycle-hinge",
        Hinges::Houses => "x-cycle-general",
    };
    closures::hinged(plane, rule, a, b)
}

/// (a, b, v): not both have the value v.
type Clause = (usize, usize, bool);

/// The clauses of a digit, by their definitions.
fn clauses(plane: Cells, hinges: Hinges) -> Vec<Clause> {
    let mut all = Vec::new();
    for a in plane {
        for b in plane.filter(|&b| a < b) {
            if PEERS[a].contains(b) || hinged(plane, hinges, a, b) {
                all.push((a, b, true));
            }
            let both = Cells::of(a) | Cells::of(b);
            if HOUSES.iter().any(|&house| house & plane == both) {
                all.push((a, b, false));
            }
        }
    }
    all
}

/// Whether values of the cells satisfy the clauses: unit propagation and branching.
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

/// Planes of all kinds: at random, around a solution, and of puzzles where singles stop.
fn planes() -> Vec<Cells> {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut all = Vec::new();
    for k in 0..600 {
        let places = 12 + k % 25;
        all.push((0..places).map(|_| dice.below(81)).collect::<Cells>());
        let (rows, columns) = (dice.lines(), dice.lines());
        // The rows of a pattern of one digit: no two cells in one house.
        let pattern = (0..9).map(|i| 9 * rows[i] + columns[i % 3 * 3 + i / 3]);
        let others = (0..k % 24).map(|_| dice.below(81)).collect::<Vec<_>>();
        all.push(pattern.chain(others).collect());
    }
    let mut solver = Solver::new();
    for line in &random_10k()[..200] {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        solver.observe(&clues, &Scale::named("BRT").unwrap(), u64::MAX, &mut |_| {});
        all.extend((0..9).map(|digit| solver.grid().open_plane(digit)));
    }
    all.retain(|plane| !plane.is_empty());
    all
}

/// What the closure finds in one graph, compared with its clauses. Returns the numbers of cells that they prove
/// false and true; nothing if they contradict each other.
fn compare(graph: &mut Colouring, plane: Cells, clauses: &[Clause]) -> Option<(usize, usize)> {
    let found = graph.falsified();
    let cycles: Cells = plane.filter(|&cell| graph.cycle(cell).is_some()).collect();
    assert_eq!(found, cycles, "{plane:?}");
    for cell in found {
        let verdict = graph.cycle(cell).unwrap().verdict();
        assert!(matches!(verdict, Verdict::False | Verdict::Contradiction), "{plane:?} {cell}");
    }
    if !satisfiable(clauses, [None; 81]) {
        // Seen at the next step: one of two cells is the digit, and both are false.
        let clash = |&(a, b, value): &Clause| !value && found.contains(a) && found.contains(b);
        assert!(clauses.iter().any(clash), "{plane:?}");
        return None;
    }
    let forced = |value: bool| -> Cells {
        let refuted = |&cell: &usize| {
            let mut values = [None; 81];
            values[cell] = Some(!value);
            !satisfiable(clauses, values)
        };
        plane.filter(refuted).collect()
    };
    assert_eq!(found, forced(false), "{plane:?}");
    // Placements need no rule of their own: what is true has lost its peers.
    let truths = forced(true);
    assert!(truths.into_iter().all(|cell| (PEERS[cell] & plane).is_subset(found)), "{plane:?}");
    Some((found.len(), truths.len()))
}

/// The edges are those of the definitions, and the closure is what a search among all assignments refutes; with
/// more hinges it is larger.
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
                assert_eq!(graph.edge(a, b), Edge::new(has(true), has(false)), "{plane:?} {a} {b}");
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

/// With 2-edges of other origin, between cells that see each other or not.
#[test]
fn the_closure_takes_further_edges() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut graph, mut counts) = (Colouring::new(Hinges::Blocks), (0, 0, 0));
    for plane in planes() {
        let places: Vec<usize> = plane.collect();
        let mut clauses = clauses(plane, Hinges::Blocks);
        // The same graph serves all planes: nothing is left of the one before.
        graph.set(plane);
        for _ in 0..dice.below(4) {
            let (a, b) = (places[dice.below(places.len())], places[dice.below(places.len())]);
            if a != b {
                graph.join(a, b);
                clauses.push((a, b, false));
                assert!(graph.edge(a, b).has(Edge::OR) && graph.edge(b, a).has(Edge::OR));
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

const SEED: &str =
    "6..8352.9.89.......5219..8.92..8.7.383.9..4..41..23896.983.........7893...3.591.8";

/// What the candidates of gsf's diagram say of 4.
const SEED_FOURS: &str = "r1c2 r1c3 r1c8 r2c4 r2c5 r2c6 r2c8 r2c9 r3c6 r3c9 r4c4 r4c6 r7c5 r7c6 r7c8 \
    r7c9 r8c2 r8c3 r8c4 r8c9 r9c2 r9c4 r9c8";

fn steps(rule: &str, puzzle: &str) -> Vec<String> {
    let (mut texts, clues) = (Vec::new(), parse_puzzle(puzzle.as_bytes()).unwrap());
    Solver::new().observe(&clues, &ladder(rule), u64::MAX, &mut |applied| {
        texts.extend(
            applied
                .found
                .steps
                .iter()
                .flatten()
                .map(|step| step.text(applied.item.rule.info().name)),
        );
    });
    texts.retain(|text| text.starts_with("x-cycle"));
    texts
}

/// r7c9≠4, by gsf's cycle with a hinge; but no hinge is needed for it (docs/theory.md, "Hinges").
#[test]
fn the_hinge_of_the_seed() {
    let seed = [cell("r7c9"), cell("r3c9"), cell("r3c6"), cell("r4c6"), cell("r4c4")];
    for kind in KINDS {
        let mut graph = graph(cells(SEED_FOURS), kind);
        assert!(graph.falsified().contains(cell("r7c9")), "{kind:?}");
        let cycle = graph.cycle_of(seed.to_vec());
        let [r7c9, .., r4c4] = seed;
        if kind == Hinges::None {
            assert_eq!(graph.edge(r4c4, r7c9), Edge::NONE);
            assert_eq!(cycle.verdict(), Verdict::Open);
            continue;
        }
        assert_eq!(graph.hinge(r4c4, r7c9), Some(18 + 7), "{kind:?}");
        assert_eq!(cycle.to_string(), "[79]-[39][36]-[46][44]-");
        assert_eq!(cycle.collapsed().to_string(), "[79]-[46][44]-");
        assert_eq!(cycle.verdict(), Verdict::False);
    }
    for rule in RULES {
        assert!(steps(rule, SEED).iter().any(|step| step.ends_with(" ==> r7c9≠4")), "{rule}");
    }
    // The state is that of gsf: these are the candidates where locked candidates stop.
    let clues = parse_puzzle(SEED.as_bytes()).unwrap();
    let mut solver = Solver::new();
    let mut planes = Vec::new();
    solver.observe(&clues, &ladder("x-cycle"), u64::MAX, &mut |applied| {
        planes.push(applied.grid.open_plane(3));
    });
    assert!(planes.contains(&cells(SEED_FOURS)));
}

/// The other puzzle of gsf has y-cycles, but no x-cycle on the way.
#[test]
fn the_seed_s_puzzle_of_y_cycles() {
    let puzzle =
        "......5.9..7..462.....2..7......6.134.6...8.587.1......2..7.....358..2..1.8......";
    let clues = parse_puzzle(puzzle.as_bytes()).unwrap();
    for rule in RULES {
        let climb = Solver::new().observe(&clues, &ladder(rule), u64::MAX, &mut |_| {});
        assert_eq!(climb.outcome, Outcome::Unsolved, "{rule}");
        assert_eq!(steps(rule, puzzle), Vec::<String>::new(), "{rule}");
    }
}

/// Name, how many kinds of hinges are too few, the places of the digit, those proved false by just enough.
#[rustfmt::skip] // a pattern a line
const PATTERNS: &[(&str, usize, &str, &str)] = &[
    ("skyscraper", 0, "r1c2 r1c5 r7c2 r7c6 r2c6 r8c5 r4c5 r4c6 r4c9 r5c4 r3c4 r9c4", "r2c6 r8c5"),
    ("two-string kite", 0, "r1c2 r1c7 r2c1 r8c1 r8c7 r8c4 r4c7 r3c2", "r8c7"),
    ("turbot fish", 0, "r1c2 r1c7 r3c8 r9c8 r9c2 r9c5 r5c2 r2c9", "r9c2"),
    ("x-chain of six", 0, "r1c1 r1c5 r6c5 r6c8 r9c8 r9c2 r8c1 r4c5 r4c8 r4c2 r7c2 r5c1 r5c3 r5c9 r5c6", "r8c1"),
    ("simple colours, trap", 0, "r1c1 r1c5 r8c5 r9c4 r9c1 r5c1 r9c8", "r9c1"),
    ("simple colours, wrap", 0, "r1c1 r1c5 r8c5 r9c4 r9c1 r5c1", "r1c1 r8c5 r9c1"),
    ("empty rectangle", 1, "r1c2 r1c3 r1c8 r1c9 r2c2 r2c4 r2c8 r3c2 r3c4 r3c8 r7c2 r7c8 r7c9 r9c3 r9c8 r9c9", "r9c8"),
    ("hinge of parallel lines", 2, "r1c1 r1c3 r1c4 r1c7 r1c8 r2c3 r2c4 r2c6 r3c4 r3c7 r3c8 r4c6 r4c7 r6c4 r6c8 r8c1 r8c3", "r1c8"),
    ("hinge of a line", 3, "r3c1 r3c3 r4c1 r4c2 r4c7 r4c9 r6c1 r6c3 r6c9 r7c1 r7c2 r7c9 r9c2 r9c3 r9c7", "r9c3"),
];

#[test]
fn known_patterns() {
    for &(name, least, places, expected) in PATTERNS {
        for (k, kind) in KINDS.into_iter().enumerate() {
            let found = graph(cells(places), kind).falsified();
            assert_eq!(cells(expected).is_subset(found), k >= least, "{name}, {kind:?}: {found:?}");
        }
    }
}

/// Techniques of the HoDoKu regression library, and in how many of its cases x-cycles alone prove what is
/// expected: without hinges, with those of blocks, with those of all houses. Techniques
/// not named: in none.
const REGLIB: &str = "
    0100 35 36 36, 0101 35 36 36, 0300 11 11 11, 0301 7 7 8, 0302 3 7 7, 0310 8 8 10, 0311 6 7 8,
    03111 0 0 2, 0312 3 5 7, 03121 0 1 2, 0320 6 8 9, 0321 3 5 7, 03211 8 8 8, 0322 2 5 6,
    03221 2 2 2, 0331 3 3 3, 0340 1 4 4, 0341 1 1 2, 0342 0 1 1, 0400 10 10 10, 0401 12 12 12,
    0402 4 11 11, 0402-1 7 7 7, 0403 9 9 9, 0404 9 9 9, 0405 6 8 8, 0500 7 7 7, 0501 3 3 3,
    0502 3 3 3, 0503 1 1 1, 0603 3 3 4, 0604 1 1 1, 0608 1 1 1, 0701 14 14 14, 0703 20 20 20,
    0710-2 0 1 1, 0904-1 1 1 1, 1201 1 1 1, 1202 3 3 3";

/// The candidates of a case, those it expects to be eliminated, those it expects to be placed.
fn case(line: &str) -> (String, Grid, Candidates, Candidates) {
    let fields: Vec<&str> = line.split(':').collect();
    let triples = |text: &str| -> Candidates {
        let triple = |token: &str| {
            let [digit, row, column] = [0, 1, 2].map(|k| (token.as_bytes()[k] - b'1') as usize);
            Candidate::new(digit, 9 * row + column)
        };
        text.split_whitespace().map(triple).collect()
    };
    let clues = parse_puzzle(fields[3].replace('+', "").as_bytes()).unwrap();
    let mut grid = Grid::from_clues(&clues);
    grid.eliminate(&triples(fields[4]));
    (fields[1].to_string(), grid, triples(fields[5]), triples(fields[6]))
}

/// What the rule proves in the state, again and again, nothing else being applied.
fn exhaust(rule: &str, grid: &Grid) -> Grid {
    let mut state = State::new();
    state.reset(grid, None, Budget(u64::MAX));
    loop {
        let mut found = Findings::default();
        find_rule(rule).unwrap().find(&mut state, 0, &mut found).unwrap();
        if !found.any() {
            return *state.grid();
        }
        state.grid_mut().eliminate(&found.eliminated);
    }
}

#[test]
fn the_regression_library() {
    let Some(path) = shared("reglib.txt") else { return };
    let text = read_to_string(path).unwrap();
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let cases = text.lines().filter(|line| line.starts_with(':') && !line.starts_with(":00"));
    for (code, grid, eliminated, placed) in cases.map(case).filter(|case| !case.0.ends_with('x')) {
        for (k, rule) in ["x-cycle", "x-cycle-hinge", "x-cycle-general"].into_iter().enumerate() {
            let end = exhaust(rule, &grid);
            // A value is proved when it is a single.
            let is_single = |c: Candidate| {
                let (digit, cell) = (c.digit as usize, c.cell as usize);
                let plane = end.open_plane(digit);
                let alone = |house: &Cells| house.contains(cell) && (*house & plane).len() == 1;
                end.digits_of(cell) == 1 << digit || HOUSES.iter().any(alone)
            };
            let is_gone = |c| grid.allows(c) && !end.allows(c);
            let all = eliminated.iter().all(is_gone) && placed.iter().all(is_single);
            // Variants stand together unless the table has a row for them.
            let is_row = REGLIB.split_whitespace().any(|token| token == code);
            let code = if is_row { &code } else { code.split('-').next().unwrap() };
            counts.entry(code.to_string()).or_default()[k] += usize::from(all);
        }
    }
    counts.retain(|_, counts| *counts != [0; 3]);
    let row = |(code, [x, blocks, houses]): (&String, &[usize; 3])| {
        format!("{code} {x} {blocks} {houses}")
    };
    let rows: BTreeSet<String> = counts.iter().map(row).collect();
    let expected: BTreeSet<String> = REGLIB.split(',').map(|row| row.trim().to_string()).collect();
    let difference = |a: &BTreeSet<String>, b| a.difference(b).cloned().collect::<Vec<_>>();
    let both = (difference(&rows, &expected), difference(&expected, &rows));
    assert_eq!(both, (vec![], vec![]), "found and not expected, expected and not found");
}

/// Of the first 2,000 puzzles of controlled-bias 000, as by gsf's solver and by prototypes.
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

// ---------------------------------------------------------------- the texts

fn labels(candidates: &Candidates) -> BTreeSet<Label> {
    candidates.iter().map(|c| (c.cell as usize, c.digit as usize)).collect()
}

/// Climbs with one of the rules; `see` is shown each step in its state.
fn replay(rule: &str, line: &str, see: &mut dyn FnMut(&Model, &str)) {
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let mut model = Model::of_clues(line);
    Solver::new().observe(&clues, &ladder(rule), u64::MAX, &mut |applied| {
        let mut state = State::new();
        state.reset(applied.grid, None, Budget(u64::MAX));
        let mut untraced = Findings::default();
        applied.item.rule.find(&mut state, applied.item.size, &mut untraced).unwrap();
        assert_eq!(untraced.eliminated, applied.found.eliminated, "{line}");
        let mut all = Vec::new();
        for step in applied.found.steps.iter().flatten() {
            let text = step.text(applied.item.rule.info().name);
            let concluded = check(&model, &text)
                .unwrap_or_else(|clause| panic!("{line}: {text}\n not so: {clause}"));
            assert_eq!(
                concluded.eliminated,
                labels(&step.eliminates.iter().copied().collect()),
                "{text}"
            );
            if text.starts_with("x-cycle") {
                see(&model, &text);
            }
            all.push(concluded);
        }
        all.iter().for_each(|concluded| model.apply(concluded));
    });
}

/// Every step of every rule holds; more kinds of hinges are named by the rules that have more.
#[test]
fn steps_hold() {
    let lines = random_10k();
    for (k, rule) in RULES.into_iter().enumerate() {
        let (mut steps, mut long, mut hinges) = (0, 0, [0; 3]);
        for line in &lines[..150] {
            replay(rule, line, &mut |_, text| {
                steps += 1;
                long += usize::from(text.contains(" => "));
                for name in text.split("hinge ").skip(1) {
                    hinges[["r", "c", "b"].iter().position(|&h| name.starts_with(h)).unwrap()] += 1;
                }
            });
        }
        eprintln!("{rule}: {steps} steps, {long} longer than three, hinges of r, c, b: {hinges:?}");
        assert!(steps > 100 && long > 0);
        assert_eq!(hinges.map(|n| n > 0), [k == 3, k == 3, k > 0], "{rule}");
    }
}

/// What a true step becomes when a part of it is changed, each part in turn, in text or in state.
fn spoiled(model: &Model, text: &str) -> Vec<(Model, String)> {
    let mut all: Vec<(Model, String)> = Vec::new();
    let mut say = |spoiled: String| all.push((model.clone(), spoiled));
    let (pattern, result) = text.split_once(" ==> ").unwrap();
    let (digit, cycle) = pattern["x-cycle ".len()..].split_once(' ').unwrap();
    // Another digit, another conclusion, an assertion.
    let other = digit.parse::<usize>().unwrap() % 9 + 1;
    say(format!("x-cycle {other} {cycle} ==> {result}"));
    for label in model.candidates().into_iter().filter(|label| label.1 + 1 == other) {
        say(format!("{pattern} ==> r{}c{}≠{other}", label.0 / 9 + 1, label.0 % 9 + 1));
    }
    say(format!("{pattern} ==> {}", result.replace('≠', "=")));
    // A cell less, an edge of another kind, a hinge less, one more, no collapse.
    let whole = cycle.split([' ', ',']).next().unwrap();
    let parts: Vec<&str> = whole.split_inclusive(']').collect();
    for k in 0..parts.len() {
        let mut fewer = parts.clone();
        fewer.remove(k);
        say(text.replacen(whole, &fewer.concat(), 1));
    }
    say(text.replacen("]-[", "]=[", 1));
    say(text.replacen("]-[", "][", 1));
    if let Some((before, rest)) = text.split_once(" => ") {
        let end = rest.find([' ', ',']).unwrap();
        say(format!("{before}{}", &rest[end..]));
        say(format!("{before} => {}{}", rest[..end].replacen("]-", "]=", 1), &rest[end..]));
    } else {
        say(text.replacen(whole, &format!("{whole} => {whole}"), 1));
    }
    for hinge in pattern.match_indices(", hinge ").map(|(at, _)| at) {
        let end = pattern[hinge + 2..].find(", ").map_or(pattern.len(), |k| hinge + 2 + k);
        let named = &pattern[hinge..end];
        say(text.replacen(named, "", 1));
        let house = &named[8..10];
        for letter in ["r", "c", "b"] {
            for number in 1..=9 {
                let other = format!("{letter}{number}");
                say(text.replacen(named, &named.replace(house, &other), 1));
            }
        }
    }
    say(format!("{pattern}, hinge b5: [11]-[99] ==> {result}"));
    // A cell of the cycle that may not hold the digit; anywhere one more that may.
    let digit = other.checked_sub(2).unwrap_or(8);
    for cell in 0..81 {
        let mut state = model.clone();
        state.set((cell, digit), !model.has((cell, digit)));
        all.push((state, text.to_string()));
    }
    all
}

/// A spoiled step is refused, unless what it says happens to be so in its state; and each clause refuses some.
#[test]
fn spoiled_steps_are_refused() {
    let mut clauses: BTreeMap<String, usize> = BTreeMap::new();
    let mut accepted = 0;
    for line in &random_10k()[..60] {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let solution = sudoscope::brute::unique_solution(&Grid::from_clues(&clues)).unwrap();
        replay("x-cycle-general", line, &mut |model, text| {
            for (state, step) in spoiled(model, text) {
                match check(&state, &step) {
                    Err(clause) => *clauses.entry(clause).or_insert(0) += 1,
                    Ok(concluded) => {
                        // No true candidate is ever proved false in a state that has the solution.
                        let has_all = |digit: usize| {
                            solution.plane(digit).all(|cell| {
                                state.has((cell, digit)) || state.value[cell] == Some(digit)
                            })
                        };
                        for &(cell, digit) in &concluded.eliminated {
                            let truth = solution.plane(digit).contains(cell);
                            assert!(!truth || !has_all(digit), "{line}: {step}");
                        }
                        accepted += 1;
                    }
                }
            }
        });
    }
    eprintln!("{accepted} accepted, {clauses:#?}");
    for clause in [
        "the cycle is odd",
        "the cells may hold the digit",
        "a hinge is an edge of the cycle between cells of different houses",
        "the only two places of a house",
        "a 1-edge is in a house or a hinge",
        "an x-cycle has no 2-edges",
        "a longer cycle is collapsed",
        "a tri-cycle is not collapsed",
        "the path is worth the edge",
        "the conclusion is about the first cell",
        "the ends of a hinge are outside its house",
        "the ends of a hinge see all places of its house",
        "the pattern asserts",
    ] {
        assert!(clauses.contains_key(clause), "{clause}");
    }
}
