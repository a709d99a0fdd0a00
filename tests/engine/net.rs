//! Binary relationship nets: the closure against triangle resolution and brute force, the net of a grid
//! against its definition.

use crate::common::relations::{Relations, allows, grl};
use crate::common::{Dice, random_10k};
use std::collections::BTreeSet;
use sudoscope::grid::{Candidate, Candidates, Cell, Digit, Grid, House, notation, parse_puzzle};
use sudoscope::net::{Grl, ResolvedNet};
use sudoscope::scale::{Outcome, Scale, Solver};
use sudoscope::testing::Bits;
use sudoscope::testing::net::{Clauses, Closure, Literal, Net, failed, hinges, shortest};

// ---------------------------------------------------------------- nets of a few variables

/// Lists the values of all solutions, variable i at bit i.
fn solutions(net: &Relations) -> Vec<usize> {
    let bit = |values: usize, x: usize| values >> x & 1 != 0;
    let holds =
        |values: &usize| net.pairs().all(|(x, y)| allows(net.grl(x, y), bit(*values, x), bit(*values, y)));
    (0..1 << net.size()).filter(holds).collect()
}

/// Refines every GRL to its values among the solutions.
fn by_brute_force(net: &Relations) -> Relations {
    let solutions = solutions(net);
    let mut refined = Relations::new(net.size());
    for (x, y) in net.pairs() {
        let pair = |values: &usize| (values >> x & 1 != 0, values >> y & 1 != 0);
        refined.restrict(x, y, grl(|a, b| solutions.iter().any(|values| pair(values) == (a, b))));
    }
    refined
}

fn closed<const W: usize>(net: &Relations) -> Closure<W> {
    net.clauses::<W>().close()
}

/// Seven GRLs that leave both variables free and specify a net.
const FREE: [Grl; 7] =
    [Grl::XOR, Grl::OR, Grl::EQUALS, Grl::IMPLIED_BY, Grl::IMPLIES, Grl::NAND, Grl::UNRESTRICTED];

/// Triangle resolution, 2-SAT and brute force agree on all refined GRLs, and so on the literals that fail.
#[test]
fn three_ways_to_resolve_a_net() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut counts = [0; 4];
    for round in 0..10_000 {
        let size = 3 + dice.below(5);
        let mut net = Relations::new(size);
        let density = 1 + dice.below(3);
        for (x, y) in net.pairs() {
            if dice.below(4) < density {
                // One net in four also has GRLs that fix a variable.
                let any = Grl(1 + dice.below(15) as u8);
                let grl = if round % 4 == 0 { any } else { FREE[dice.below(7)] };
                net.restrict(x, y, grl);
            }
        }
        let expected = by_brute_force(&net);
        let mut resolved = net.clone();
        resolved.resolve();
        assert_eq!(resolved, expected, "{net:?}");
        let closure = closed::<1>(&net);
        assert_eq!(Relations::of(&closure), expected, "{net:?}");
        assert_eq!(Relations::of(&closed::<4>(&net)), expected, "{net:?}");
        assert_eq!(Relations::of(&closed::<12>(&net)), expected, "{net:?}");
        let solutions = solutions(&net);
        assert_eq!(closure.is_contradictory(), solutions.is_empty(), "{net:?}");
        let clauses = net.clauses::<1>();
        for literal in (0..size).flat_map(|i| [Literal::yes(i), Literal::no(i)]) {
            let is_held = |values: &usize| (values >> literal.variable & 1 != 0) == literal.holds;
            let fails = closure.fails(literal);
            if !solutions.is_empty() {
                assert_eq!(fails, !solutions.iter().any(is_held), "{net:?}, {literal:?}");
            }
            // A chain exists exactly if the literal fails, and each of its links is a clause.
            let chain = shortest(&clauses, literal);
            assert_eq!(chain.is_some(), fails, "{net:?}, {literal:?}");
            for (from, to) in chain.iter().flat_map(|chain| chain.iter().zip(&chain[1..])) {
                assert!(clauses.next(*from)[usize::from(!to.holds)].contains(to.variable));
            }
            counts[1] += usize::from(fails);
        }
        counts[0] += usize::from(solutions.is_empty());
        counts[2] += usize::from(expected != net);
        counts[3] += usize::from(expected == net);
    }
    eprintln!("without solution, failed literals, refined, resolved at once: {counts:?}");
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

/// On random clauses of more variables the closure equals that of Warshall on all 2n literals.
#[test]
fn the_closure_is_that_of_the_implication_graph() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for round in 0..300 {
        let size = 20 + dice.below(100);
        let mut clauses = Clauses::<2>::new(size);
        let mut graph = vec![vec![false; 2 * size]; 2 * size];
        let at = |literal: Literal| 2 * literal.variable + usize::from(literal.holds);
        for _ in 0..size + dice.below(size) {
            let mut literal = || Literal { variable: dice.below(size), holds: dice.below(2) == 1 };
            let (from, to) = (literal(), literal());
            // Every other net has no implication between two candidates or between two negations.
            if round % 2 == 0 && from.holds == to.holds {
                continue;
            }
            clauses.add(from, to);
            graph[at(from)][at(to)] = true;
            graph[at(!to)][at(!from)] = true;
        }
        for k in 0..2 * size {
            for i in (0..2 * size).filter(|&i| i != k) {
                if graph[i][k] {
                    for j in 0..2 * size {
                        graph[i][j] |= graph[k][j];
                    }
                }
            }
        }
        let closure = clauses.close();
        let (false_with, false_without) = (closure.false_with(), closure.false_without());
        let literals = || (0..size).flat_map(|i| [Literal::yes(i), Literal::no(i)]);
        for from in literals() {
            assert_eq!(closure.fails(from), graph[at(from)][at(!from)]);
            for to in literals().filter(|&to| to != from) {
                assert_eq!(closure.implies(from, to), graph[at(from)][at(to)], "{from:?} {to:?}");
            }
            let i = from.variable;
            let sets = if from.holds {
                [closure.reach[i], false_with[i]]
            } else {
                [closure.true_without(i), false_without[i]]
            };
            for (set, holds) in sets.iter().zip([true, false]) {
                for variable in (0..size).filter(|&k| k != i) {
                    let there = graph[at(from)][at(Literal { variable, holds })];
                    assert_eq!(set.contains(variable), there);
                }
            }
        }
    }
}

// ---------------------------------------------------------------- nets of grids

/// Returns states of random puzzles: after singles, after locked candidates, during climbs by the net itself,
/// and with clues missing.
fn states() -> Vec<Grid> {
    let mut states = Vec::new();
    let mut solver = Solver::new();
    for (k, line) in random_10k()[..120].iter().enumerate() {
        let mut line = line.clone().into_bytes();
        let given: Vec<usize> = (0..81).filter(|&cell| line[cell] != b'.').collect();
        given.iter().take([0, 0, 0, 2, 8, 20][k % 6]).for_each(|&cell| line[cell] = b'.');
        let clues = parse_puzzle(&line).unwrap();
        for definition in ["brt", "brt,lc", "brt,br-net", "brt,alldiff"] {
            let ladder = Scale::define("x", definition).unwrap();
            let climb = solver.observe(&clues, &ladder, u64::MAX, &mut |applied| {
                if applied.item.rule.info().name.starts_with("br-net") {
                    states.push(*applied.grid);
                }
            });
            if climb.outcome == Outcome::Unsolved {
                states.push(*solver.grid());
            }
        }
    }
    assert!(states.len() > 200);
    states
}

/// Builds the net of a grid by its definition, pair by pair.
fn naive_net(grid: &Grid) -> (Vec<Candidate>, Vec<(usize, usize, Grl)>) {
    let candidates: Vec<Candidate> = grid.candidates().iter().collect();
    let mut grls = Vec::new();
    for (i, &a) in candidates.iter().enumerate() {
        for (k, &b) in candidates.iter().enumerate().take(i) {
            let grl = if a.cell == b.cell {
                let digits = candidates.iter().filter(|other| other.cell == a.cell).count();
                if digits == 2 { Grl::XOR } else { Grl::NAND }
            } else if a.digit == b.digit && a.cell.peers().contains(b.cell) {
                let houses = House::all().map(House::cells);
                let houses = houses.filter(|house| house.contains(a.cell) && house.contains(b.cell));
                let places = houses.map(|house| (house & grid.open_plane(a.digit)).len());
                if places.min() == Some(2) { Grl::XOR } else { Grl::NAND }
            } else {
                continue;
            };
            grls.push((i, k, grl));
        }
    }
    (candidates, grls)
}

/// Clauses and closure of a net of any width, as plain lists.
#[derive(PartialEq, Eq, Debug)]
struct Listed {
    nand: Vec<Vec<usize>>,
    or: Vec<Vec<usize>>,
    reach: Vec<Vec<usize>>,
    failed: Vec<usize>,
    contradictory: bool,
}

fn listed<const W: usize>(net: &Net<W>) -> Listed {
    let list = |rows: &[Bits<W>]| rows.iter().map(|row| row.iter().collect()).collect();
    let closure = net.clauses.clone().close();
    Listed {
        nand: list(&net.clauses.nand),
        or: list(&net.clauses.or),
        reach: list(&closure.reach),
        failed: closure.false_variables().iter().collect(),
        contradictory: closure.is_contradictory(),
    }
}

/// The fast construction and the fast path for plain nets equal the definition, at all widths.
#[test]
fn nets_of_grids_are_as_defined() {
    let mut failures = 0;
    let mut widths = BTreeSet::new();
    for grid in states() {
        let (candidates, grls) = naive_net(&grid);
        let size = candidates.len();
        let mut clauses = Clauses::<12>::new(size);
        for &(i, k, grl) in &grls {
            clauses.add(Literal::yes(i), Literal::no(k));
            if grl == Grl::XOR {
                clauses.add(Literal::no(i), Literal::yes(k));
            }
        }
        let net = Net::<12>::of(&grid);
        assert_eq!(net.candidates, candidates);
        assert_eq!(net.clauses.nand, clauses.nand);
        assert_eq!(net.clauses.or, clauses.or);
        assert!(candidates.iter().enumerate().all(|(i, &candidate)| net.number(candidate) == i));
        let wide = listed(&net);
        if size <= 128 {
            assert_eq!(listed(&Net::<2>::of(&grid)), wide);
        }
        if size <= 512 {
            assert_eq!(listed(&Net::<8>::of(&grid)), wide);
        }
        if size <= 256 {
            assert_eq!(listed(&Net::<4>::of(&grid)), wide);
        }
        let resolved = ResolvedNet::of(&grid);
        assert_eq!((resolved.candidates, resolved.contradictory), (size, wide.contradictory));
        let are_false: Candidates = wide.failed.iter().map(|&i| candidates[i]).collect();
        if !wide.contradictory {
            assert_eq!(resolved.fixed[0].iter().copied().collect::<Candidates>(), are_false);
        }
        assert_eq!(failed(&grid), are_false, "\n{}", notation::pencilmarks(&grid));
        failures += are_false.len();
        widths.insert([128, 256, 512, 729].into_iter().position(|width| size <= width).unwrap());
    }
    assert!(failures > 1000 && widths.len() == 4, "{failures} failures, {widths:?}");
}

/// Hinges equal their definition, pair by pair.
#[test]
fn hinges_are_as_defined() {
    let mut count = 0;
    for grid in states() {
        let mut found = BTreeSet::new();
        hinges(&grid, |hinge| {
            let [a, b] = hinge.ends;
            assert!(found.insert((hinge.house, a.min(b), a.max(b))), "found twice");
        });
        let mut expected = BTreeSet::new();
        for (house, digit) in House::all().flat_map(|house| Digit::all().map(move |digit| (house, digit))) {
            let plane = grid.open_plane(digit);
            let held = plane & house.cells();
            let is_seen =
                |place: Cell, a: Cell, b: Cell| a.peers().contains(place) || b.peers().contains(place);
            for a in plane - house.cells() {
                for b in (plane - house.cells()).filter(|&b| b >= a && !a.peers().contains(b)) {
                    if !held.is_empty() && held.into_iter().all(|place| is_seen(place, a, b)) {
                        let [a, b] = [a, b].map(|cell| Candidate::new(digit, cell));
                        expected.insert((house, a, b));
                    }
                }
            }
        }
        assert!(found == expected);
        count += found.len();
    }
    assert!(count > 10_000, "{count}");
}
