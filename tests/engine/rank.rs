//! Rank: SK-loops, multi-sector locked sets, exocets, template rank 0 (docs/theory.md, "Template rank"),
//! against published examples, lists of the patterns in puzzles, and linear programming.

use crate::common::twins::lines::by_lines;
use crate::common::twins::rank::{Exocet, Lists, exocets, sk_loops};
use crate::common::{shared, thorough};
use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};
use rayon::prelude::*;
use std::collections::BTreeMap;
use sudoscope::brute::{solutions, unique_solution};
use sudoscope::budget::Budget;
use sudoscope::evidence::{Evidence, Outcome, Round, Template};
use sudoscope::grid::notation;
use sudoscope::grid::{
    Candidate, Candidates, Cell, Cells, Digit, Grid, Progress, Puzzle, exhaust, parse_puzzle,
};
use sudoscope::input::read_puzzle;
use sudoscope::rule::Findings;
use sudoscope::rules::find_rule;
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Scale, Solver};
use sudoscope::state::State;
use sudoscope::testing::{Label, Live};
use sudoscope::verify::Checker;

const PATTERNS: [&str; 5] = ["sk-loop", "msls", "exocet", "double-exocet", "locked-target-exocet"];

fn find(rule: &str, size: u8, grid: &Grid) -> Findings {
    let (mut state, mut found) = (State::new(), Findings::traced());
    state.reset(grid, None, Budget(u64::MAX));
    find_rule(rule).unwrap().find(&mut state, size, &mut found).unwrap();
    found
}

/// Returns the states where singles stop, and where locked candidates, subsets and fish of all sizes stop.
fn states(grid: &Grid) -> [Grid; 2] {
    let mut after = *grid;
    exhaust(&mut after);
    let first = after;
    let sized = (2..=8).flat_map(|size| ["naked", "hidden", "fish"].map(|rule| (rule, size)));
    let basics: Vec<(&str, u8)> = [("lc", 0)].into_iter().chain(sized).collect();
    loop {
        let found = basics.iter().map(|&(rule, size)| find(rule, size, &after)).find(|found| found.any());
        let Some(found) = found else { return [first, after] };
        after.eliminate(&found.eliminated);
        exhaust(&mut after);
    }
}

/// Collections of the lists, with their files.
const COLLECTIONS: [(&str, &str); 6] = [
    ("hardest", "hardest375.csv"),
    ("gsf", "gsf8152.txt"),
    ("eleven", "te/eleven-2000.csv"),
    ("mith", "te/mith-1500.csv"),
    ("top1465", "top1465.txt"),
    ("cbg", "cbg-000.csv"),
];

/// Reads a collection's puzzles with their line numbers in the file, counted from 1.
fn puzzles(file: &str) -> Option<Vec<(usize, Grid)>> {
    let text = std::fs::read_to_string(shared(file)?).unwrap();
    let grid = |line: &str| {
        let puzzle = line.split(',').find(|field| field.len() == 81)?;
        Some(Grid::from_clues(&parse_puzzle(puzzle.as_bytes()).ok()?))
    };
    Some(text.lines().enumerate().filter_map(|(k, line)| Some((k + 1, grid(line)?))).collect())
}

/// Returns the sampled puzzles of a collection, one in a fixed number, and some known to be hard.
fn sample(name: &str, file: &str) -> Vec<(usize, Grid)> {
    let one_of = match name {
        "hardest" => 15,
        _ => 150,
    };
    let all = puzzles(file).unwrap_or_default().into_iter();
    // In the states of these two, the numbers of the interior-point method get no better than about 1e-8.
    let is_hard = |line: usize| name == "cbg" && [2721, 8036].contains(&line);
    all.filter(|(line, _)| thorough() || line % one_of == 0 || is_hard(*line)).collect()
}

/// Reads the rows of a list as maps from the names of columns to cells.
fn table(file: &str) -> Option<Vec<BTreeMap<String, String>>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(shared(file)?).unwrap();
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_string).collect();
    let row = |row: csv::StringRecord| names.iter().cloned().zip(row.iter().map(str::to_string)).collect();
    Some(reader.records().map(|record| row(record.unwrap())).collect())
}

/// Returns the candidates that the templates of exocets refute by themselves.
fn alone(state: &Grid, lists: &Lists, all: &[Exocet]) -> Candidates {
    let mut proved = Candidates::EMPTY;
    all.iter().for_each(|one| proved.extend(&one.proves_alone(state, lists)));
    proved
}

/// Returns the refuted candidates that are listed: in targets, digits outside the base; in base and targets,
/// digits without a template through a base cell.
fn named(state: &Grid, lists: &Lists, all: &[Exocet]) -> Candidates {
    let mut named = Candidates::EMPTY;
    for one in all {
        let may_be = |digit: Digit| one.digits.contains(&digit) && lists.has(digit, &one.base);
        let of = |cell: Cell| Digit::all().filter(move |&digit| state.open_plane(digit).contains(cell));
        let gone = one.cells().into_iter().flat_map(|cell| of(cell).map(move |digit| (digit, cell)));
        let gone = gone.filter(|&(digit, _)| !may_be(digit));
        named.extend(&gone.map(|(digit, cell)| Candidate::new(digit, cell)).collect());
    }
    named
}

/// Patterns whose states are counted; exocets of the last four kinds are found by lines.
const FOUND: [&str; 7] = ["sk-loop", "msls", "exocet", "junior", "senior", "double", "locked"];

/// Each state has the listed patterns, and all patterns of a kind remove as many candidates as listed. The
/// list finds exocets by lines, and so does the twin compared with it; our rules find by templates all that
/// lines prove, and more. For exocets found by templates, the list has the eliminations that players
/// name first.
#[test]
fn who_has_which_pattern() {
    let Some(rows) = table("rank/counts.csv") else { return };
    let listed: BTreeMap<(&str, usize, &str), &BTreeMap<String, String>> = rows
        .iter()
        .map(|row| ((&*row["collection"], row["line"].parse().unwrap(), &*row["state"]), row))
        .collect();
    let mut all_wrong = Vec::new();
    for (name, file) in COLLECTIONS {
        let (counts, wrong): (Vec<[usize; 7]>, Vec<Vec<String>>) = sample(name, file)
            .par_iter()
            .map(|(line, grid)| {
                let (mut counts, mut wrong) = ([0; 7], Vec::new());
                for (state, when) in states(grid).iter().zip(["singles", "basics"]) {
                    let Some(row) = listed.get(&(name, *line, when)) else { continue };
                    let column = |name: &str| row[name].parse::<usize>().unwrap();
                    let mut expect = |holds: bool, what: String| {
                        if !holds {
                            wrong.push(format!("{name} {line} {when}: {what}"));
                        }
                    };
                    for (k, (rule, own)) in
                        [("sk-loop", "skloop_eliminations"), ("msls", "msls_eliminations")]
                            .into_iter()
                            .enumerate()
                    {
                        let found = find(rule, 0, state).eliminated.len();
                        // A loop missing from the list must be one by the definition.
                        let is_loop = || rule == "sk-loop" && found == sk_loops(state).len();
                        let fits = found == column(own) || found > column(own) && is_loop();
                        expect(fits, format!("{rule} {found}"));
                        counts[k] += usize::from(found > 0);
                    }
                    let lists = Lists::of(state);
                    if lists.count() > 2000 {
                        continue;
                    }
                    let all = exocets(state, &lists);
                    let found = find("exocet", 0, state);
                    let whole = alone(state, &lists, &all);
                    let lacks: Vec<Candidate> =
                        whole.iter().filter(|&one| !found.eliminated.contains(one)).collect();
                    expect(lacks.is_empty(), format!("{lacks:?}"));
                    let is_listed = column("template_exocet_eliminations");
                    let own = named(state, &lists, &all).len();
                    expect(own == is_listed, format!("exocets {own}, listed {is_listed}"));
                    counts[2] += usize::from(is_listed > 0);
                    let lines = by_lines(state, &lists);
                    let kinds = [
                        ("exocet", &lines.junior, "jexocet_eliminations"),
                        ("exocet", &lines.senior, "senior_eliminations"),
                        ("double-exocet", &lines.double, "double_eliminations"),
                        ("locked-target-exocet", &lines.locked, "locked_target_eliminations"),
                    ];
                    for (k, (rule, gone, own)) in kinds.into_iter().enumerate() {
                        let (found, is_listed) = (find(rule, 0, state).eliminated, column(own));
                        // Candidates without any template are left to other rules.
                        let is_left = |one: Candidate| !lists.has(one.digit, &[one.cell]);
                        let lacks = gone.iter().any(|one| !found.contains(one) && !is_left(one));
                        expect(!lacks, format!("{rule} lacks {own}"));
                        let fits = match own {
                            // For senior exocets of two puzzles the list has more; templates find as many.
                            "senior_eliminations" if gone.len() < is_listed => {
                                !gone.is_empty() && is_listed <= found.len()
                            }
                            // The list lacks one exocet whose base has five digits.
                            "locked_target_eliminations" => is_listed == 0 || gone.len() == is_listed,
                            _ => gone.len() == is_listed,
                        };
                        expect(fits, format!("{} {own}, listed {is_listed}", gone.len()));
                        counts[3 + k] += usize::from(!gone.is_empty());
                    }
                }
                (counts, wrong)
            })
            .unzip();
        all_wrong.extend(wrong.concat());
        let all: Vec<usize> = (0..FOUND.len()).map(|k| counts.iter().map(|own| own[k]).sum()).collect();
        eprintln!("{name}: states with {FOUND:?}: {all:?}");
    }
    assert!(all_wrong.is_empty(), "{}", all_wrong.join("\n"));
}

/// Reads a state in one of the forms of the examples.
fn state_of(text: &str) -> Grid {
    let text = text.strip_prefix("HODOKU:").or(text.strip_prefix("PM:")).unwrap_or(text);
    read_puzzle(text.replace('|', " ").as_bytes()).unwrap().puzzle.grid()
}

/// Reads candidates such as `38r2c5 8r2c6`.
fn listed(text: &str) -> Vec<Candidate> {
    let one = |word: &str| {
        let (digits, cell) = word.split_at(word.find('r').unwrap());
        let (row, columns) = cell[1..].split_once('c').unwrap();
        let cells: Vec<Cell> = row
            .chars()
            .flat_map(|r| columns.chars().map(move |c| Cell::at(r as usize - 49, c as usize - 49)))
            .collect();
        let digits: Vec<Digit> = digits.chars().map(|digit| Digit::new(digit as usize - 49)).collect();
        digits
            .into_iter()
            .flat_map(|digit| cells.iter().map(move |&cell| Candidate::new(digit, cell)).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    let is_listed = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('r');
    text.split_whitespace().filter(is_listed).flat_map(one).collect()
}

/// In published examples and ours, the listed candidates are removed by a pattern of the name given or by the
/// closure.
#[test]
fn examples_of_patterns() {
    let Some(rows) = table("rank/examples.csv") else { return };
    let missing: Vec<String> = rows
        .par_iter()
        .filter_map(|row| {
            let [first, basics] = states(&state_of(&row["state"]));
            let wanted = listed(&row["eliminations"]);
            let kind = &*row["kind"];
            let rule = match kind {
                "SK" => "sk-loop",
                "MSLS" => "msls",
                "DBL" => "double-exocet",
                _ if kind.starts_with("JEO") => "locked-target-exocet",
                _ if row["origin"] == "own" => "exocet",
                // The names under which others print these do not matter.
                _ => "tr0",
            };
            let excepted = row["checked"].split_once("not found:").map_or("", |text| text.1);
            let excepted = listed(excepted);
            let found = [first, basics].map(|state| find(rule, 0, &state).eliminated);
            let is_gone = |one: &Candidate| {
                !basics.allows(*one)
                    || found.iter().any(|found| found.contains(*one))
                    || excepted.contains(one)
            };
            let lacks: Vec<String> =
                wanted.into_iter().filter(|one| !is_gone(one)).map(notation::label).collect();
            (!lacks.is_empty()).then(|| format!("{} {kind} {rule}: {lacks:?}", row["name"]))
        })
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(rows.len() >= 89);
}

/// `tr0` proves all that SK-loops, multi-sector locked sets, exocets by their templates alone, one digit
/// alone, subsets and fish prove, and nothing wrong. Conclusions from choices of digits are only counted:
/// puzzle 300 of top1465 shows that they may go beyond `tr0`.
#[test]
fn template_rank_contains_the_patterns() {
    let mut proved = BTreeMap::new();
    for (name, file) in COLLECTIONS {
        let counts: Vec<Vec<usize>> = sample(name, file)
            .par_iter()
            .map(|(line, grid)| {
                let solution = unique_solution(grid).unwrap();
                let mut counts = vec![0; PATTERNS.len() + 2];
                for state in states(grid) {
                    let live = Live::of(&state);
                    let count: usize = Digit::all().map(|digit| live.of_digit(digit).len()).sum();
                    if state.is_solved() || count > 20_000 {
                        continue;
                    }
                    let rank = find("tr0", 0, &state).eliminated;
                    assert!(rank.iter().all(|one| !solution.allows(one)), "{name} {line}");
                    counts[PATTERNS.len()] += rank.len();
                    let lists = Lists::of(&state);
                    if lists.count() <= 2000 {
                        let proved = alone(&state, &lists, &exocets(&state, &lists));
                        assert!(proved.iter().all(|one| rank.contains(one)), "{name} {line}: exocet");
                    }
                    let sets = (2..=4).flat_map(|size| ["naked", "hidden", "fish"].map(|rule| (rule, size)));
                    let all = PATTERNS.map(|rule| (rule, 0)).into_iter().chain([("pom1", 0)]).chain(sets);
                    for (k, (rule, size)) in all.enumerate() {
                        let found = find(rule, size, &state).eliminated;
                        let outside = found.iter().filter(|&one| !rank.contains(one)).count();
                        let has_choices = ["exocet", "double-exocet"].contains(&rule);
                        assert!(outside == 0 || has_choices, "{name} {line}: {rule}[{size}]");
                        counts[PATTERNS.len() + 1] += outside;
                        if let Some(count) = counts.get_mut(k).filter(|_| k < PATTERNS.len()) {
                            *count += found.len();
                        }
                    }
                }
                counts
            })
            .collect();
        let sums: Vec<usize> =
            (0..PATTERNS.len() + 2).map(|k| counts.iter().map(|own| own[k]).sum()).collect();
        proved.insert(name, sums);
    }
    eprintln!("eliminations of {PATTERNS:?}, of tr0, and of the first outside of it: {proved:?}");
}

/// Finds dead templates by a single linear program: shares λ = y + z with 0 ≤ y ≤ 1, all sums s ≥ 1. At the
/// largest sum of the y, each y is 1 if its share can be positive, and 0 otherwise.
fn dead_by_linear_program(templates: &[(Digit, Cells)], open: Cells) -> Vec<bool> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let y: Vec<_> = templates.iter().map(|_| problem.add_var(1.0, (0.0, 1.0))).collect();
    let z: Vec<_> = templates.iter().map(|_| problem.add_var(0.0, (0.0, f64::INFINITY))).collect();
    let s = problem.add_var(0.0, (1.0, f64::INFINITY));
    let mut sum = |is_in: &dyn Fn(&(Digit, Cells)) -> bool| {
        let members = (0..templates.len()).filter(|&k| is_in(&templates[k]));
        let mut terms: Vec<_> = members.flat_map(|k| [(y[k], 1.0), (z[k], 1.0)]).collect();
        if !terms.is_empty() {
            terms.push((s, -1.0));
            problem.add_constraint(&terms, ComparisonOp::Eq, 0.0);
        }
    };
    Digit::all().for_each(|digit| sum(&|own| own.0 == digit));
    open.for_each(|cell| sum(&|own| own.1.contains(cell)));
    match problem.solve().unwrap() {
        SolveOutcome::Solution(solution) => y.iter().map(|&own| solution[own] < 0.5).collect(),
        outcome => panic!("{outcome:?}"),
    }
}

/// `tr0` removes the same candidates as linear programming.
#[test]
fn template_rank_is_that_of_linear_programming() {
    let hard = sample("hardest", "hardest375.csv");
    let others = sample("top1465", "top1465.txt");
    let grids: Vec<Grid> = hard.into_iter().chain(others).map(|own| states(&own.1)[1]).collect();
    let short: Vec<(Grid, Vec<(Digit, Cells)>)> = grids
        .into_iter()
        .map(|grid| {
            let (live, open) = (Live::of(&grid), !grid.placed());
            let digits = Digit::all().filter(|&digit| !grid.open_plane(digit).is_empty());
            let of =
                |digit: Digit| live.of_digit(digit).map(move |own| (digit, own & open)).collect::<Vec<_>>();
            (grid, digits.flat_map(of).collect())
        })
        .filter(|(_, templates): &(_, Vec<_>)| (1..600).contains(&templates.len()))
        .take(if thorough() { 1000 } else { 40 })
        .collect();
    let removed: usize = short
        .par_iter()
        .map(|(grid, templates)| {
            let dead = dead_by_linear_program(templates, !grid.placed());
            let stays = |one: &Candidate| {
                let (digit, cell) = (one.digit, one.cell);
                let through = |own: &(Digit, Cells)| own.0 == digit && own.1.contains(cell);
                templates.iter().zip(&dead).any(|(own, dead)| through(own) && !dead)
            };
            let wanted: Candidates = grid.candidates().iter().filter(|one| !stays(one)).collect();
            assert_eq!(find("tr0", 0, grid).eliminated, wanted);
            wanted.len()
        })
        .sum();
    assert!(shared("top1465.txt").is_none() || removed > 10 * short.len(), "{removed} of {}", short.len());
}

/// With each template assumed in turn, `tr` solves the hardest puzzles, and the checker accepts its evidence.
#[test]
fn templates_that_cannot_be() {
    let all: Vec<(usize, Grid)> =
        COLLECTIONS.iter().flat_map(|(name, file)| sample(name, file).into_iter().step_by(4)).collect();
    all.par_iter().for_each(|(line, grid)| {
        let mut left = states(grid)[1];
        let found = find("tr", 0, &left);
        for step in found.steps.into_iter().flatten() {
            let round = Round {
                rule: "tr".into(),
                size: None,
                rating: 1.into(),
                lemmas: Vec::new(),
                steps: vec![step],
            };
            let mut checker = Checker::new(&Puzzle::sukaku_of(&left).to_string()).unwrap();
            checker.round(&round, |_, _, _| Some(1.into())).unwrap_or_else(|wrong| panic!("{line}: {wrong}"));
        }
        left.eliminate(&found.eliminated);
        assert_eq!(exhaust(&mut left).0, Progress::Solved, "{line}");
    });
}

/// If there are several solutions, `tr` leaves the templates of all of them, and each template left is in a
/// solution of the linear program that assumes it.
#[test]
fn templates_of_all_solutions_stay() {
    let text = include_str!("../../datasets/random-10k.txt");
    let (mut several, mut programs) = (0, 0);
    for (k, line) in text.lines().take(if thorough() { 400 } else { 40 }).enumerate() {
        let mut open = line.as_bytes().to_vec();
        let given: Vec<usize> = (0..81).filter(|&at| (b'1'..=b'9').contains(&open[at])).collect();
        (0..1 + k % 3).for_each(|n| open[given[(7 * k + 11 * n) % given.len()]] = b'.');
        let mut grid = Grid::from_clues(&parse_puzzle(&open).unwrap());
        exhaust(&mut grid);
        let all: Vec<(Digit, Cells)> = {
            let live = Live::of(&grid);
            let of = |digit: Digit| live.of_digit(digit).map(move |own| (digit, own)).collect::<Vec<_>>();
            Digit::all().filter(|&digit| !grid.open_plane(digit).is_empty()).flat_map(of).collect()
        };
        if all.is_empty() || all.len() > 150 {
            continue;
        }
        let steps = find("tr", 0, &grid).steps.unwrap_or_default();
        let refuted: Vec<(Digit, Cells)> = match steps.first().map(|step| &step.because) {
            Some(Evidence::Refuted(all)) => all.iter().map(|one| cells_of(one.template)).collect(),
            _ => Vec::new(),
        };
        let solution = unique_solution(&grid);
        several += usize::from(solution.is_none());
        let left: Vec<(Digit, Cells)> = all.into_iter().filter(|own| !refuted.contains(own)).collect();
        for &(digit, own) in &left {
            if solution.is_none_or(|solution| solution.plane(digit) != own) {
                let fits = |other: &&(Digit, Cells)| other.0 != digit && !other.1.intersects(own);
                let others: Vec<(Digit, Cells)> = left.iter().filter(fits).copied().collect();
                assert!(is_feasible(&others, digit, !grid.placed() - own, &grid), "{k}: {digit} {own:?}");
                programs += 1;
            }
        }
        for (digit, own) in refuted {
            let others = (grid.plane(digit) - own).into_iter();
            let mut with = grid;
            with.eliminate(&others.map(|cell| Candidate::new(digit, cell)).collect());
            assert_eq!(solutions(&with, 1).0, 0, "{k}: {digit} {own:?}");
        }
    }
    eprintln!("{several} puzzles with several solutions, {programs} linear programs");
    assert!(several > 5 && programs > 50);
}

fn cells_of(Template { digit, label }: Template) -> (Digit, Cells) {
    (digit, Label::new(label).unwrap().cells())
}

/// Whether shares of these templates can fill the cells.
fn is_feasible(templates: &[(Digit, Cells)], assumed: Digit, cells: Cells, grid: &Grid) -> bool {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let shares: Vec<_> = templates.iter().map(|_| problem.add_var(0.0, (0.0, f64::INFINITY))).collect();
    let mut sum = |is_in: &dyn Fn(&(Digit, Cells)) -> bool| {
        let members = (0..templates.len()).filter(|&k| is_in(&templates[k]));
        let terms: Vec<_> = members.map(|k| (shares[k], 1.0)).collect();
        let is_there = !terms.is_empty();
        problem.add_constraint(&terms, ComparisonOp::Eq, 1.0);
        is_there
    };
    let mut digits = Digit::all().filter(|&digit| digit != assumed && !grid.open_plane(digit).is_empty());
    let all_digits = digits.all(|digit| sum(&|own| own.0 == digit));
    let all_cells = cells.into_iter().all(|cell| sum(&|own| own.1.contains(cell)));
    all_digits && all_cells && matches!(problem.solve(), Ok(SolveOutcome::Solution(_)))
}

/// A ladder after a closure rates the closure 0 and is read back as recorded.
#[test]
fn ladders_stand_after_closures() {
    let scale = Scale::parse("TE(X+TR0)").unwrap().remove(0);
    assert_eq!((scale.name.as_str(), scale.definition.as_str()), ("TE(X+TR0)", "TE(X+TR0)"));
    let own: BTreeMap<String, String> =
        scale.items.iter().map(|item| (item.name(), scale.rating_of(item))).collect();
    assert_eq!([&own["tr0"], &own["fish[4]"], &own["trial"], &own["deep-trial[3]"]], ["0", "0", "1", "3"]);
    let again = Scale::recorded(&scale.description()).unwrap();
    let names = |scale: &Scale| scale.items.iter().map(|item| item.name()).collect::<Vec<_>>();
    assert_eq!(names(&again), names(&scale));
    assert_eq!(names(&Scale::define("mine", "TE(X+TR0)").unwrap()), names(&scale));
    let nested = "W(".repeat(100_000) + "X" + &")".repeat(100_000);
    for text in ["SER(X)", "HoDoKu(X)", "TE(SER)", "TE(foo)", "foo(X)", "TE(X", "TE()", "W(W(X))", &nested] {
        assert!(Scale::named(text).is_err(), "{text:.20}");
    }
    let Some(hardest) = puzzles("hardest375.csv") else { return };
    let rated = |grid: &Grid, name: &str| {
        let scale = Scale::named(name).unwrap();
        let clues = grid.planes.map(|plane| plane & grid.placed());
        let effort = Effort { validate: true, budget: DEFAULT_BUDGET };
        Solver::new().rate(&clues, std::slice::from_ref(&scale), effort).1.remove(0).outcome
    };
    let lower = hardest.iter().step_by(15).filter(|(line, grid)| {
        let [alone, after] = ["TE", "TE(X+TR0)"].map(|name| match rated(grid, name) {
            Outcome::Solved(rating) => rating.0[0],
            other => panic!("{line}: {other:?}"),
        });
        assert!(after <= alone, "{line}");
        after < alone
    });
    assert!(lower.count() > 5);
}
