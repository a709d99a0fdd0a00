//! Minutes: the coefficients come from the data; features have the values of their definitions, computed
//! naively; estimates depend on the puzzle only.

use crate::common::{Dice, Symmetry, random_10k};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use sudoscope::grid::{Candidate, Cell, Digit, Grid, House, HouseKind, Puzzle, parse_puzzle};
use sudoscope::minutes::TimesFit;
use sudoscope::scale::minutes::{FEATURES, FeatureValues, Model};
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Outcome, Rating, Scale, Solver, Status};

const TABLE: &str = include_str!("../../crates/engine/src/scale/minutes/model.tsv");

fn minutes() -> Scale {
    Scale::named("minutes").unwrap()
}

fn times() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/times.csv")
}

/// The puzzles that were timed, and some random ones.
fn puzzles() -> Vec<String> {
    let times = std::fs::read_to_string(times()).unwrap();
    let timed = times.lines().skip(1).map(|line| line[..81].to_string());
    timed.step_by(3).chain(random_10k().into_iter().step_by(100)).collect()
}

fn rating(solver: &mut Solver, puzzle: &str, scale: &Scale) -> Rating {
    let puzzle = Puzzle::from(parse_puzzle(puzzle.as_bytes()).unwrap());
    let (status, climbs) = solver.rate(&puzzle, std::slice::from_ref(scale), Effort::default());
    assert_eq!(status, Status::Ok, "{puzzle}");
    climbs[0].outcome.rating().unwrap()
}

#[test]
fn the_coefficients_are_those_of_the_data() {
    let fit = TimesFit::read(&times()).unwrap();
    assert!(fit.table() == TABLE, "scripts/minutes writes the coefficients again");
}

/// Returns the ranks of numbers; equal numbers share their mean rank.
fn ranks(of: &[f64]) -> Vec<f64> {
    let rank = |x: &f64| {
        let [below, equal] = [of.iter().filter(|&y| y < x).count(), of.iter().filter(|&y| y == x).count()];
        below as f64 + equal as f64 / 2.0
    };
    of.iter().map(rank).collect()
}

fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let [a, b] = [a, b].map(|of| {
        let ranks = ranks(of);
        let mean = ranks.iter().sum::<f64>() / ranks.len() as f64;
        ranks.into_iter().map(|rank| rank - mean).collect::<Vec<f64>>()
    });
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt()
}

#[test]
fn puzzles_held_out_are_ranked_as_people_do() {
    let mut rows = Vec::new();
    TimesFit::read(&times()).unwrap().write_rows(&mut rows).unwrap();
    let column = |bytes: &[u8], name: &str| -> Vec<Option<f64>> {
        let mut csv = csv::Reader::from_reader(bytes);
        let at = csv.headers().unwrap().iter().position(|head| head == name).unwrap();
        csv.records().map(|record| record.unwrap()[at].parse().ok()).collect()
    };
    let expected = column(&rows, "expected");
    let times = std::fs::read(times()).unwrap();
    for (name, count, goal) in [("seconds", 746, 0.65), ("dto", 182, 0.80)] {
        let pairs = expected.iter().zip(column(&times, name));
        let (a, b): (Vec<f64>, Vec<f64>) = pairs.filter_map(|(a, b)| Some(((*a)?, b?))).unzip();
        assert_eq!(a.len(), count);
        assert!(spearman(&a, &b) >= goal, "{name}: {}", spearman(&a, &b));
    }
}

/// Cells that each kind of single fills in a grid, found house by house.
struct Naive {
    empty: BTreeSet<Cell>,
    blocks: BTreeSet<(Cell, Digit)>,
    available: BTreeSet<(Cell, Digit)>,
}

impl Naive {
    fn of(grid: &Grid) -> Naive {
        let empty: BTreeSet<Cell> = Cell::all().filter(|cell| !grid.placed().contains(*cell)).collect();
        let may =
            |cell: Cell, digit: Digit| empty.contains(&cell) && grid.allows(Candidate::new(digit, cell));
        let [mut blocks, mut available] = [BTreeSet::new(), BTreeSet::new()];
        for digit in Digit::all() {
            for house in House::all() {
                // A value is a place for its digit, too.
                let places: Vec<Cell> =
                    house.cells().filter(|&cell| grid.allows(Candidate::new(digit, cell))).collect();
                let [cell] = places[..] else { continue };
                if empty.contains(&cell) {
                    available.insert((cell, digit));
                    if house.kind() == HouseKind::Block {
                        blocks.insert((cell, digit));
                    }
                }
            }
            let naked = empty.iter().filter(|&&cell| {
                may(cell, digit) && Digit::all().filter(|&other| may(cell, other)).count() == 1
            });
            available.extend(naked.map(|&cell| (cell, digit)));
        }
        Naive { empty, blocks, available }
    }
}

/// Computes the features by their definitions from the rounds of the path.
fn naive_values(solver: &mut Solver, puzzle: &Puzzle) -> FeatureValues {
    let ratio = |a: usize, b: usize| a as f64 / b as f64;
    let [mut search, mut narrowest, mut blocks, mut outside, mut naked, mut techniques] = [0.0_f64; 6];
    let mut is_guessed = false;
    let climb = solver.observe(puzzle, &minutes(), DEFAULT_BUDGET, &mut |applied| {
        let state = Naive::of(applied.grid);
        let name = applied.item.rule.info().name;
        if is_guessed {
            return;
        }
        if name.ends_with("trial") {
            for left in (1..=state.empty.len()).map(|left| left as f64) {
                (outside, techniques, naked) = (outside + 1.0, techniques + 10.0, naked + left);
                (search, narrowest) = (search + left * left, narrowest.max(left));
            }
            is_guessed = true;
            return;
        }
        if applied.item.place > 4 {
            techniques += f64::from(applied.item.place - 4);
            return;
        }
        let narrow = ratio(state.empty.len(), applied.found.asserted.len());
        search += ratio(state.empty.len(), state.available.len()).powi(2);
        narrowest = narrowest.max(narrow);
        match name {
            "full-house" => {}
            "hidden-single-in-block" => blocks += 1.0,
            "hidden-single-in-line" => outside += 1.0,
            "naked-single" => (outside, naked) = (outside + 1.0, naked + narrow),
            other => panic!("{other}"),
        }
    });
    assert!(matches!(climb.outcome, Outcome::Solved(_)), "{puzzle}");
    let (mut grid, mut crosshatching) = (puzzle.grid(), 0.0);
    loop {
        let state = Naive::of(&grid);
        crosshatching += ratio(state.empty.len(), 1 + state.blocks.len());
        if state.available.is_empty() {
            break;
        }
        let mut values = [sudoscope::grid::Cells::EMPTY; 9];
        state.available.iter().for_each(|(cell, digit)| values[*digit].insert(*cell));
        grid.place_all(&values);
    }
    [search, narrowest, blocks, outside, naked, crosshatching, techniques]
}

#[test]
fn features_have_the_values_of_their_definitions() {
    let (mut solver, scale) = (Solver::new(), minutes());
    let model = Model::read_table(TABLE).unwrap();
    for line in puzzles() {
        let puzzle = Puzzle::from(parse_puzzle(line.as_bytes()).unwrap());
        let values = solver.features(&puzzle, &scale, DEFAULT_BUDGET).unwrap();
        let naive = naive_values(&mut solver, &puzzle);
        for ((feature, value), naive) in FEATURES.iter().zip(values).zip(naive) {
            assert!((value - naive).abs() <= 1e-9 * value.abs(), "{line} {}: {value} {naive}", feature.name);
        }
        let tenths = (10.0 * model.expected(&naive).exp() / 60.0).round();
        let Rating([rating, low, high, _]) = rating(&mut solver, &line, &scale);
        assert!((f64::from(rating) - tenths).abs() <= 1.0 && low < rating && rating < high, "{line}");
    }
}

#[test]
fn an_estimate_depends_on_the_puzzle_only() {
    let (mut solver, scale, mut dice) = (Solver::new(), minutes(), Dice(7));
    for line in puzzles() {
        let puzzle = |line: &str| Puzzle::from(parse_puzzle(line.as_bytes()).unwrap());
        let (values, own) =
            (solver.features(&puzzle(&line), &scale, DEFAULT_BUDGET), rating(&mut solver, &line, &scale));
        for _ in 0..3 {
            let other = Symmetry::random(&mut dice).apply(&line);
            assert_eq!(solver.features(&puzzle(&other), &scale, DEFAULT_BUDGET), values, "{line} {other}");
            assert_eq!(rating(&mut solver, &other, &scale), own, "{line} {other}");
        }
    }
}

#[test]
fn a_definition_has_all_coefficients() {
    let model = Model::read_table(TABLE).unwrap();
    let (own, other) = (minutes(), Scale::define("other", &model.definition()).unwrap());
    let recorded = Scale::recorded(&other.description()).unwrap();
    let titles: Vec<String> = recorded.titles().collect();
    assert_eq!(titles, ["other", "other low", "other high", "other basis"]);
    let mut solver = Solver::new();
    for line in puzzles().iter().step_by(20) {
        assert_eq!(rating(&mut solver, line, &own), rating(&mut solver, line, &recorded), "{line}");
    }
    let longer = Scale::define("x", &format!("{},search=1<=2", model.definition())).err().unwrap();
    assert!(longer.to_string().starts_with("'search' stands twice"), "{longer}");
    let shorter = Scale::define("x", "minutes,constant=1").err().unwrap();
    assert!(shorter.to_string().starts_with("'spread' is missing"), "{shorter}");
}

#[test]
fn hard_puzzles_are_extrapolated() {
    let (mut solver, scale) = (Solver::new(), minutes());
    let mut before = 0;
    // Singles; whips; trial and error; trial and error two assertions deep (Easter Monster).
    for (line, basis) in [
        ("........78.6.57.121.2...5...9...84.3.........2.85...7...3...2.452.19.3.84........", 0),
        ("..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75", 1),
        ("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1", 1),
    ] {
        let Rating([minutes, low, high, of]) = rating(&mut solver, line, &scale);
        assert!(of == basis && minutes > before && low < minutes && minutes < high, "{line} {minutes}");
        before = minutes;
    }
    let trial = scale.items.iter().find(|item| item.rule.info().name == "trial").unwrap();
    assert_eq!(trial.place, 14);
    let words = scale.in_words(Rating([123, 78, 184, 0])).unwrap();
    assert_eq!(words, "An average player needs about 12 minutes; two of three such puzzles take 7.8 to 18");
}
