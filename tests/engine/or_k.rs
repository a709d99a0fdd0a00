//! Impossible patterns, OR_k-relations and their chains: published ratings and patterns, naive twins,
//! symmetry, proofs.

use crate::common::twins::or_k::{Form, Kind, can_be_filled, forcing, split, tridagons, whips};
use crate::common::{Dice, Symmetry, shared, thorough, twins::Patience};
use rayon::prelude::*;
use std::collections::BTreeMap;
use sudoscope::grid::{Candidate, Candidates, Cell, Digit, Grid, parse_puzzle};
use sudoscope::proof::climb_checked;
use sudoscope::rule::Rule;
use sudoscope::rules::{RULES, find_rule};
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Order, Outcome, Scale, Solver};

/// Reads the rows of a table as maps from the names of columns to cells. Unless the run is thorough, only one
/// row in `share` is read.
fn rows(file: &str, share: usize) -> Option<Vec<BTreeMap<String, String>>> {
    let share = if thorough() { 1 } else { share };
    let table = csv::Reader::from_path(shared(&format!("te/{file}"))?).unwrap();
    Some(table.into_deserialize().map(Result::unwrap).step_by(share).collect())
}

/// Lists the rules that depend on relations or make them.
fn of_relations() -> impl Iterator<Item = &'static dyn Rule> {
    RULES.iter().copied().filter(|rule| rule.uses_relations() || rule.info().name == "tridagon")
}

/// Returns the published rating of a row of mith's puzzles and ours by the scale, 99 if the scale does not
/// solve it.
fn ratings(solver: &mut Solver, row: &BTreeMap<String, String>, column: &str, scale: &str) -> (u32, u32) {
    let published = row[column].parse().unwrap();
    let clues = parse_puzzle(row["puzzle"].as_bytes()).unwrap();
    let scales = [Scale::named(scale).unwrap()];
    match solver.rate(&clues, &scales, Effort::default()).1[0].outcome.column(0) {
        Outcome::Solved(rating) => (published, rating),
        Outcome::Unsolved => (published, 99),
        other => panic!("{}: {other:?}", row["puzzle"]),
    }
}

/// Ratings by whips and relations of up to five guardians are nearly all as published (99 if eight is not
/// enough). CSP-Rules applies one step at a time, so its path sometimes differs; ours is hardly ever higher.
#[test]
fn published_ratings() {
    for (column, scale, share) in [
        ("trid_or5w", "Trid-OR5W", 5),
        ("select1_or5w", "Select1-OR5W", 25),
        ("select2_or5w", "Select2-OR5W", 50),
        ("imp630_or5w", "Imp630-OR5W", 50),
        ("trid_or5gw", "Trid-OR5gW", 1),
    ] {
        let Some(mut rows) = rows("mith-1500.csv", share) else { return };
        // Ratings with g-whips are published only for some puzzles.
        rows.retain(|row| !row[column].is_empty());
        let both = |solver: &mut Solver, row: &_| ratings(solver, row, column, scale);
        let ratings: Vec<(u32, u32)> = rows.par_iter().map_init(Solver::new, both).collect();
        let count = |holds: fn(&(u32, u32)) -> bool| ratings.iter().filter(|&it| holds(it)).count();
        let (all, equal) = (ratings.len(), count(|(published, ours)| published == ours));
        // A published 999 means not computed.
        let higher = count(|(published, ours)| ours > published);
        eprintln!("{scale}: {equal} of {all} equal, {higher} higher");
        assert!(equal * 100 >= all * 98 && higher * 100 <= all, "{scale}");
    }
}

/// A relation is used beside another whose guardians are a subset of its own: in a whip of the first puzzle,
/// and to be split in the second.
#[test]
fn relations_are_used_beside_stronger_ones() {
    let Some(rows) = rows("mith-1500.csv", 1) else { return };
    for (line, column, scale) in
        [("115828", "select1_or5w", "Select1-OR5W"), ("79110", "imp630_or5w", "Imp630-OR5W")]
    {
        let row = rows.iter().find(|row| row["line"] == line).unwrap();
        let (published, ours) = ratings(&mut Solver::new(), row, column, scale);
        assert_eq!(ours, published, "{line}");
    }
}

/// Every puzzle of depth 3 has a tridagon once singles and locked candidates are exhausted. Another program
/// counted the fewest guardians on 1,500 puzzles; the table has all but four of them.
#[test]
fn every_puzzle_of_depth_three_has_a_tridagon() {
    let Some(rows) = rows("mith-1500.csv", 1) else { return };
    let [first, sets] = ["brt,lc", "brt,lc,subset:2-4+fish:2-4+finned-fish:2-4"].map(|rules| {
        let scale = Scale::define("test", rules).unwrap();
        let fewest = |solver: &mut Solver, row: &BTreeMap<String, String>| {
            let clues = parse_puzzle(row["puzzle"].as_bytes()).unwrap();
            solver.observe(&clues, &scale, DEFAULT_BUDGET, &mut |_| {});
            fewest_guardians(solver.grid()).unwrap_or_else(|| panic!("{}", row["puzzle"]))
        };
        let all: Vec<usize> = rows.par_iter().map_init(Solver::new, fewest).collect();
        let count = |guardians| all.iter().filter(|&&fewest| fewest == guardians).count();
        let ours: Vec<usize> = (1..=9).map(count).collect();
        eprintln!("{rules}: {ours:?}");
        ours
    });
    let counted: [usize; 9] = [247, 398, 360, 244, 135, 68, 35, 10, 3];
    assert!(first.iter().zip(&counted).all(|(ours, counted)| ours <= counted), "{first:?}");
    assert_eq!(first.iter().sum::<usize>(), counted.iter().sum::<usize>() - 4);
    // Guardians can only be removed.
    let at_least = |counts: &[usize], few: usize| counts[few..].iter().sum::<usize>();
    assert!((1..9).all(|few| at_least(&sets, few) <= at_least(&first, few)), "{sets:?}");
}

/// Returns the fewest guardians of a tridagon in a state.
fn fewest_guardians(grid: &Grid) -> Option<usize> {
    let of = |rule| crate::common::state::find(rule, 0, grid);
    let related = of("anti-tridagon").related;
    let several = related.iter().map(|relation| relation.guardians.len());
    // If all guardians are in one cell, they are its candidates other than the three digits.
    let targets = of("tridagon").eliminated;
    let in_one = |target: Candidate| grid.digits_of(target.cell).count_ones() as usize - 3;
    several.chain(targets.iter().map(in_one)).min()
}

/// Returns a ladder that ends in the rule and first leads to the state of the published lists of patterns in
/// eleven's puzzles.
fn among_elevens(rule: &str) -> Scale {
    let rules = format!("brt,lc,subset:2+fish:2+whip:2,subset:3+fish:3,{rule}");
    Scale::define("test", &rules).unwrap()
}

/// Berthier's list of eleven's puzzles with a degenerate cyclic tridagon was made by the rule as coded: all
/// 2,000 puzzles agree. By the definition, three more puzzles have such a tridagon, and 128 puzzles of the
/// list do not.
#[test]
fn published_degenerate_tridagons() {
    let Some(rows) = rows("eleven-2000.csv", 1) else { return };
    let compare = |rule: &str| {
        let scale = among_elevens(rule);
        let found = |solver: &mut Solver, row: &BTreeMap<String, String>| {
            let (clues, mut found) = (parse_puzzle(row["puzzle"].as_bytes()).unwrap(), false);
            solver.observe(&clues, &scale, DEFAULT_BUDGET, &mut |applied| {
                found |= !applied.found.related.is_empty();
            });
            (row["has_dct"] == "1", found)
        };
        let all: Vec<(bool, bool)> = rows.par_iter().map_init(Solver::new, found).collect();
        let count = |is: (bool, bool)| all.iter().filter(|&&one| one == is).count();
        [count((true, true)), count((true, false)), count((false, true))]
    };
    assert_eq!(compare("degen-cycl-trid-coded"), [820, 0, 0]);
    assert_eq!(compare("degen-cycl-trid"), [692, 128, 3]);
}

/// Each relation of a tridagon, of any form, is one of its definition, and each of the definition is implied
/// by one that is found.
#[test]
fn tridagons_equal_their_naive_twins() {
    let (Some(hard), Some(elevens)) = (rows("mith-1500.csv", 60), rows("eleven-2000.csv", 60)) else {
        return;
    };
    let lines: Vec<&str> = hard.iter().chain(&elevens).map(|row| &*row["puzzle"]).collect();
    for (rule, form) in [
        ("anti-tridagon", Form::Full),
        ("degen-cycl-trid", Form::Cyclic),
        ("degen-cycl-trid-coded", Form::Coded),
    ] {
        let compare = |line: &&str| {
            let (mut grid, mut solver) = (Grid::default(), Solver::new());
            let clues = parse_puzzle(line.as_bytes()).unwrap();
            let scale = Scale::define("test", "brt,lc").unwrap();
            solver.observe(&clues, &scale, DEFAULT_BUDGET, &mut |_| {});
            grid.clone_from(solver.grid());
            // Removing some candidates makes patterns degenerate.
            let open = grid.candidates();
            let gone = open.iter().step_by(41);
            let gone: Candidates = gone.filter(|one| grid.digits_of(one.cell).count_ones() > 2).collect();
            grid.eliminate(&gone);
            let least = if rule == "anti-tridagon" { 2 } else { 1 };
            let all = tridagons(&grid, form).into_iter().map(|(_, guardians)| guardians);
            let expected: Vec<Candidates> = all
                .filter(|guardians| guardians.len() >= least)
                .map(|guardians| guardians.into_iter().collect())
                .collect();
            let related = crate::common::state::find(rule, 0, &grid).related;
            let is_within = |some: &Candidates, all: &Candidates| some.iter().all(|one| all.contains(one));
            for relation in &related {
                assert!(expected.contains(&relation.guardians), "{rule}: {line}: {relation:?}");
            }
            for guardians in &expected {
                let mut said = related.iter();
                assert!(said.any(|one| is_within(&one.guardians, guardians)), "{rule}: {line}");
            }
            related.len()
        };
        let found: usize = lines.par_iter().map(compare).sum();
        eprintln!("{rule}: {found} relations");
        assert!(found > 10, "{rule}");
    }
}

/// The table of patterns equals that of CSP-Rules, cell by cell. Three digits cannot fill any pattern;
/// without any one cell they can, except in the patterns published as not minimal.
#[test]
fn published_patterns() {
    let Some(rows) = rows("impossible-patterns.csv", 1) else { return };
    let text = include_str!("../../crates/engine/src/rules/or_k/patterns.tsv");
    let ours: BTreeMap<&str, (&str, String)> = text
        .lines()
        .skip(1)
        .map(|line| {
            let [name, set, cells] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            (name, (set, cells.replace('/', "") + &".".repeat(27)))
        })
        .collect();
    assert_eq!((rows.len(), ours.len()), (592, 591));
    for (at, row) in rows.iter().enumerate() {
        let (name, pattern) = (&row["name"], &row["pattern"]);
        let cells: Vec<usize> = (0..81).filter(|&k| &pattern[k..=k] == "X").collect();
        assert_eq!(cells.len().to_string(), row["cells"]);
        let as_cells = |all: &[usize]| all.iter().copied().map(Cell::new).collect::<Vec<_>>();
        assert!(!can_be_filled(&as_cells(&cells)), "{name}");
        let without = |gone: &usize| cells.iter().copied().filter(|c| c != gone).collect::<Vec<_>>();
        let is_minimal = cells.iter().all(|gone| can_be_filled(&as_cells(&without(gone))));
        assert_eq!(is_minimal, row["minimal"] == "1", "{name}");
        let cell = |k: usize| if cells.contains(&k) { 'X' } else { '.' };
        let turned: String = (0..81).map(|k| cell(k % 9 * 9 + k / 9)).collect();
        assert_eq!(turned, row["transposed"], "{name}");
        let sees = |k: usize, other: &usize| {
            let houses = |k: usize| [k / 9, k % 9, k / 27 * 3 + k % 9 / 3];
            houses(k).iter().zip(houses(*other)).any(|(a, b)| *a == b)
        };
        let free = (0..81).filter(|&k| !cells.iter().any(|other| sees(k, other))).count();
        assert_eq!(free.to_string(), row["free_cells"], "{name}");
        // The tridagon has a rule of its own.
        if name != "EL12c38" {
            let (set, ours) = &ours[name.as_str()];
            assert_eq!(ours, pattern, "{name}");
            let first = if row["select"].is_empty() { "5" } else { &row["select"] };
            assert_eq!(*set, first, "{name}");
            if crate::common::is_taken(at, 40) {
                let names = found_in(&sukaku_of(&turned));
                let turned = if row["symmetric"] == "1" { name.clone() } else { format!("{name}s") };
                assert!(names.contains(&turned.as_str()), "{turned}: {names:?}");
            }
        }
    }
}

/// Returns a sukaku with three digits in the cells of a pattern and a fourth in the first of them; every
/// other cell has two other digits.
fn sukaku_of(cells: &str) -> String {
    let first = cells.find('X').unwrap();
    let label = |cell: usize, digit: usize| {
        let others = [3 + cell % 6, 3 + (cell + 1 + cell / 9 % 5) % 6];
        let has = match cells.as_bytes()[cell] == b'X' {
            true => digit < 3 || cell == first && digit == 3,
            false => others.contains(&digit),
        };
        if has { (b'1' + digit as u8) as char } else { '.' }
    };
    (0..729).map(|k| label(k / 9, k % 9)).collect()
}

/// Names the patterns found in such a state.
fn found_in(sukaku: &str) -> Vec<&'static str> {
    let labels = sukaku.bytes().enumerate().filter(|(_, byte)| *byte != b'.');
    let labels = labels.map(|(k, byte)| Candidate::new(Digit::new((byte - b'1') as usize), Cell::new(k / 9)));
    let grid = crate::common::state::with_candidates(&labels.collect());
    let found = crate::common::state::find("imp630", 0, &grid);
    found.related.iter().map(|relation| relation.pattern).collect()
}

/// Each pattern is found for any order of rows and columns, for any digits, and both upright and transposed.
#[test]
fn patterns_are_found_wherever_they_stand() {
    let text = include_str!("../../crates/engine/src/rules/or_k/patterns.tsv");
    let mut dice = Dice(630);
    let share = if thorough() { 1 } else { 20 };
    for line in text.lines().skip(1).step_by(share) {
        let [name, _, cells] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let sukaku = sukaku_of(&(cells.replace('/', "") + &".".repeat(27)));
        let moved = Symmetry::random(&mut dice).apply_sukaku(&sukaku);
        let names = found_in(&moved);
        assert!(names.iter().any(|found| found.trim_end_matches('s') == name), "{name}: {names:?}");
    }
}

/// State in which a rule finds something at a size, with the guardians of the relations known there.
struct FoundThere {
    grid: Grid,
    known: Vec<Vec<Candidate>>,
    size: u8,
    eliminated: Candidates,
    asserted: Candidates,
}

/// Returns the states of the climb of a rule's example in which the rule applies.
fn states(rule: &str) -> Vec<FoundThere> {
    let example = find_rule(rule).unwrap().info().example;
    let scale = Scale::define("example", example.ladder).unwrap();
    let (mut known, mut here) = (Vec::new(), Vec::new());
    let clues = parse_puzzle(example.puzzle.as_bytes()).unwrap();
    Solver::new().observe(&clues, &scale, DEFAULT_BUDGET, &mut |applied| {
        if applied.item.rule.info().name == rule {
            here.push(FoundThere {
                grid: *applied.grid,
                known: known.clone(),
                size: applied.item.size,
                eliminated: applied.found.eliminated,
                asserted: applied.found.asserted,
            });
        }
        for relation in &applied.found.related {
            known.push(relation.guardians.iter().collect::<Vec<_>>());
        }
    });
    here
}

/// OR_k-chains of small sizes prove exactly what their definitions prove.
#[test]
fn chains_equal_their_naive_twins() {
    let compare = |rule: &'static str| {
        let (mut compared, patience) = (0, Patience::new(u64::MAX));
        let groups = rule.ends_with("-g-whip");
        let kind = match rule {
            _ if rule.contains("forcing") => Kind::Forcing,
            _ if rule.contains("contrad") => Kind::Contrad,
            _ => Kind::Whip,
        };
        let guardians: usize = rule[2..3].parse().unwrap();
        for FoundThere { grid, known, size, eliminated, asserted } in states(rule) {
            let most = if groups || kind == Kind::Forcing { 3 } else { 4 };
            if size > most + u8::from(thorough()) {
                continue;
            }
            let mut expected = (Candidates::EMPTY, Candidates::EMPTY);
            let open = grid.candidates();
            for relation in known {
                let left: Vec<Candidate> = relation.into_iter().filter(|&one| open.contains(one)).collect();
                let has_value = left.iter().any(|one| grid.placed().contains(one.cell));
                if left.len() != guardians || has_value {
                    continue;
                }
                if kind == Kind::Forcing {
                    let (false_ones, true_ones) = forcing(&grid, &left, groups, size.into(), &patience);
                    expected.0.extend(&false_ones);
                    expected.1.extend(&true_ones);
                } else {
                    let size = size.into();
                    expected.0.extend(&whips(&grid, &left, kind, groups, size, &patience));
                }
            }
            assert_eq!((eliminated, asserted), expected, "{rule}[{size}]");
            compared += eliminated.len() + asserted.len();
        }
        compared
    };
    let names = of_relations().map(|rule| rule.info().name).filter(|name| name.starts_with("or"));
    let names: Vec<&'static str> = names.collect();
    let compared: usize = names.into_par_iter().map(compare).sum();
    eprintln!("{compared} conclusions");
    assert!(compared > 20);
}

/// States in which OR_k-whips were once missed: right-linking candidates exclude all guardians.
const ALL_EXCLUDED: &[(&str, [u8; 7])] = &[
    ("or2-whip", [2, 4, 51, 78, 126, 167, 98]),
    ("or5-whip", [130, 4, 55, 74, 242, 138, 147]),
    ("or7-whip", [43, 4, 63, 214, 83, 152, 47]),
    ("or3-whip", [67, 203, 31, 15, 112, 52, 24]),
];

/// Chains of any relation in any state equal their naive twins (tested by the body of `fuzz/rules.rs` with
/// these rules only).
#[test]
fn chains_in_any_state_equal_their_naive_twins() {
    let is_chain = |at: &usize| RULES[*at].info().name.starts_with("or");
    let chains: Vec<usize> = (0..RULES.len()).filter(is_chain).collect();
    let states = if thorough() { 20_000 } else { 500 };
    let input = |k: usize| {
        let mut dice = Dice((k as u64 + 1) << 20);
        let mut bytes: [u8; 8] = std::array::from_fn(|_| dice.below(256) as u8);
        // Most often the state lies between several solutions.
        bytes[0] = chains[k % chains.len()] as u8;
        bytes[2] = [bytes[2], 4, 5, 4][dice.below(4)];
        bytes
    };
    let one = |bytes: [u8; 8]| match crate::rules::rules(&bytes) {
        Some((_, crate::rules::Outcome::Equal(proved))) => [1, proved],
        _ => [0, 0],
    };
    let add = |a: [usize; 2], b: [usize; 2]| [a[0] + b[0], a[1] + b[1]];
    let all = (0..states).into_par_iter().map(|k| one(input(k)));
    let [compared, proved] = all.reduce(|| [0, 0], add);
    eprintln!("{compared} of {states} states, {proved} conclusions");
    assert!(compared * 3 > states && proved * 3 > states);
    for (name, rest) in ALL_EXCLUDED {
        let at = RULES.iter().position(|rule| rule.info().name == *name).unwrap();
        let bytes = std::array::from_fn(|k| if k == 0 { at as u8 } else { rest[k - 1] });
        assert_eq!(one(bytes)[0], 1, "{name}");
    }
}

/// Every relation that is split has two guardians of the same value by the definition: a chain of variables
/// with two candidates joins them.
#[test]
fn splitting_equals_its_naive_twin() {
    let example = find_rule("split").unwrap().info().example;
    let mut compared = 0;
    let Some(rows) = rows("mith-1500.csv", 15) else { return };
    let puzzles = rows.iter().map(|row| row["puzzle"].as_str()).chain([example.puzzle]);
    let scale = Scale::define("test", "brt,lc,anti-tridagon,split:2-6").unwrap();
    for puzzle in puzzles {
        let mut known: Vec<Candidates> = Vec::new();
        let clues = parse_puzzle(puzzle.as_bytes()).unwrap();
        Solver::new().observe(&clues, &scale, DEFAULT_BUDGET, &mut |applied| {
            let (rule, size) = (applied.item.rule.info().name, usize::from(applied.item.size));
            if rule == "split" {
                let open = applied.grid.candidates();
                for of in &applied.found.replaced {
                    assert!(
                        known
                            .iter()
                            .any(|known| { known.iter().filter(|&one| open.contains(one)).eq(of.iter()) })
                    );
                    // A split turns a relation into two relations, new or known; each lacks one of two
                    // guardians that have the same value.
                    let is_split = split(applied.grid, of, size).into_iter().any(|(a, b)| {
                        [a, b].iter().all(|end| {
                            let without = |one: &Candidate| one != end;
                            let left: Candidates = of.iter().filter(without).collect();
                            let related = &applied.found.related;
                            related.iter().any(|new| new.guardians == left)
                                || known.iter().any(|known| {
                                    known.iter().filter(|&one| open.contains(one)).eq(left.iter())
                                })
                        })
                    });
                    assert!(is_split, "{puzzle}");
                    compared += 1;
                }
            }
            known.extend(applied.found.related.iter().map(|relation| relation.guardians));
        });
    }
    eprintln!("{compared} relations split");
    assert!(compared > 5);
}

/// Ratings depend neither on how a puzzle is written down nor on the order of digits.
#[test]
fn isomorphs_have_the_same_rating() {
    let Some(rows) = rows("mith-1500.csv", 60) else { return };
    let scales = ["Trid-OR5W", "Select1-OR5W"].map(|name| Scale::named(name).unwrap());
    let share = if thorough() { 7 } else { 1 };
    rows.par_iter().step_by(share).enumerate().for_each_init(Solver::new, |solver, (k, row)| {
        let mut dice = Dice(k as u64 + 1);
        let mut rate = |puzzle: &str| {
            let clues = parse_puzzle(puzzle.as_bytes()).unwrap();
            let climbs = solver.rate(&clues, &scales, Effort::default()).1;
            climbs.iter().map(|climb| climb.outcome).collect::<Vec<_>>()
        };
        let first = rate(&row["puzzle"]);
        for _ in 0..if thorough() { 20 } else { 2 } {
            let isomorph = Symmetry::random(&mut dice).apply(&row["puzzle"]);
            assert_eq!(rate(&isomorph), first, "{} {isomorph}", row["puzzle"]);
        }
    });
}

/// The checker accepts every step of climbs with relations.
#[test]
fn climbs_are_proved() {
    let mut solver = Solver::new();
    let Some(rows) = rows("mith-1500.csv", 100) else { return };
    let scales = ["Trid-OR5W", "Imp630-OR5W"].map(|name| Scale::named(name).unwrap());
    let own = "brt,last-guardian+lc,subset:2-3,anti-tridagon,split:2-10,or5-forcing-whips:1-6,select2";
    // Without contrad-whips, OR_k-whips find their targets instead.
    let alone = "brt,last-guardian+lc,anti-tridagon,or2-whip:2-6+or3-whip:2-6+or4-whip:2-6";
    let own = [own, alone].map(|definition| Scale::define("own", definition).unwrap());
    for row in rows {
        let puzzle = parse_puzzle(row["puzzle"].as_bytes()).unwrap().into();
        for scale in scales.iter().chain(&own) {
            let order = &mut Order::Together;
            let checked = climb_checked(&mut solver, &puzzle, scale, DEFAULT_BUDGET, order);
            checked.unwrap_or_else(|wrong| panic!("{} {}: {wrong}", scale.name, row["puzzle"]));
        }
    }
}
