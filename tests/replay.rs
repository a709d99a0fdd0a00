//! Every step that `explain` prints, checked clause by clause against the definitions of nrc-rules B and E.

#[path = "common/checker.rs"]
mod checker;
mod common;

use checker::{Bn, Cn, Conclusions, Fish, Label, Link, Model, Object, Rc, Rn, Variable};
use checker::{braces, check, conclusions, digits, house_of, linked, links, positions, two};
use common::{random_10k, shared};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::sync::LazyLock;
use sudoscope::graph::{Budget, State};
use sudoscope::grid::{Candidates, Grid, parse_puzzle};
use sudoscope::ladder::Ladder;
use sudoscope::rules::{Findings, find_rule};
use sudoscope::solve::{Outcome, Solver};

// ---------------------------------------------------------------- replaying climbs

/// The kind of a step: its name up to the size.
fn kind(text: &str) -> String {
    let name = text.split(" ==> ").next().unwrap().split(": ").next().unwrap();
    name.split("-in-").next().unwrap().split('[').next().unwrap().to_string()
}

fn labels(candidates: &Candidates) -> BTreeSet<Label> {
    candidates.iter().map(|c| (c.cell as usize, c.digit as usize)).collect()
}

/// The same state in both forms.
fn same(model: &Model, grid: &Grid) -> bool {
    model.candidates().into_iter().collect::<BTreeSet<_>>() == labels(&grid.candidates())
        && (0..81).all(|cell| model.value[cell].is_some() == grid.placed().contains(cell))
}

/// Climbs a ladder and checks every step, all of one application in the same state. `see` is shown each
/// step in its state.
fn replay(
    solver: &mut Solver,
    line: &str,
    ladder: &Ladder,
    see: &mut dyn FnMut(&Model, &str),
) -> BTreeMap<String, usize> {
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let mut model = Model::of_clues(line);
    let mut counts = BTreeMap::new();
    let climb = solver.observe(&clues, ladder, 100_000_000, &mut |applied| {
        assert!(same(&model, applied.grid), "{line}: the states differ");
        let mut all = Conclusions::default();
        let steps = applied.found.steps.as_ref().unwrap();
        assert_eq!(steps.len(), applied.found.firings as usize);
        for step in steps {
            let concluded = check(&model, &step.text).unwrap_or_else(|clause| {
                panic!("{line}\n  by {}\n  {}\n  not so: {clause}", ladder.definition, step.text)
            });
            assert_eq!(concluded.eliminated, labels(&step.eliminated), "{line}: {}", step.text);
            assert_eq!(concluded.asserted, labels(&step.asserted), "{line}: {}", step.text);
            all.eliminated.extend(concluded.eliminated);
            all.asserted.extend(concluded.asserted);
            *counts.entry(kind(&step.text)).or_insert(0) += 1;
            see(&model, &step.text);
        }
        assert_eq!(all.eliminated, labels(&applied.found.eliminated), "{line}");
        assert_eq!(all.asserted, labels(&applied.found.asserted), "{line}");
        model.apply(&all);
    });
    assert!(same(&model, solver.grid()), "{line}: the last states differ");
    assert!(matches!(climb.outcome, Outcome::Solved(_) | Outcome::Stuck), "{line}");
    counts
}

fn add(mut all: BTreeMap<String, usize>, more: BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    more.into_iter().for_each(|(kind, n)| *all.entry(kind).or_insert(0) += n);
    all
}

fn replay_all(lines: &[String], definitions: &[&str]) -> BTreeMap<String, usize> {
    let ladders: Vec<Ladder> =
        definitions.iter().map(|text| Ladder::define("test", text).unwrap()).collect();
    let one = |solver: &mut Solver, line: &String| {
        let replays = ladders.iter().map(|ladder| replay(solver, line, ladder, &mut |_, _| {}));
        replays.fold(BTreeMap::new(), add)
    };
    lines.par_iter().map_init(Solver::new, one).reduce(BTreeMap::new, add)
}

const W: &str = "brt,whip:1-36";
const B: &str = "brt,whip:1-2,braid:3-36";
const S_W: &str = "brt,subset:2-4+fish:2-4+whip:1-36";
const SFIN_W: &str = "brt,subset:2-4+fish:2-4+finned-fish:2-4+whip:1-36";
const LOOPS: &str = "brt,whip-loops:1-36";
const TYPED: &str = "brt,whip:1,typed-whip:2-36";

#[test]
fn random_puzzles() {
    let lines = random_10k();
    let counts = replay_all(&lines[..300], &[W, B, S_W, SFIN_W, LOOPS, TYPED]);
    // Sets and fish on their own, in larger sizes, and in states that simpler rules have not cleaned up.
    let sets = [
        "brt,lc,alldiff,fish:2-8+finned-fish:2-8",
        "brt,naked:2-8",
        "brt,hidden:2-8",
        "brt,lc,fish:2-8",
        "brt,lc,finned-fish:2-8",
        "brt,naked:5-8",
        "brt,hidden:5-8",
        "brt,fish:5-8",
        "brt,lc,finned-fish:4-8",
    ];
    let counts = add(counts, replay_all(&lines[..300], &sets));
    eprintln!("random-10k: {counts:#?}");
    for kind in ["naked-single", "hidden-single", "whip", "whip-loops", "braid", "all-different"] {
        assert!(counts[kind] > 100, "{kind}");
    }
    for kind in ["whip-rc", "whip-rn", "whip-cn", "whip-bn"] {
        assert!(counts.contains_key(kind), "{kind}");
    }
    let sets = ["pairs", "triplets", "quads", "5-sets", "6-sets"];
    for kind in sets.iter().flat_map(|set| [format!("naked-{set}"), format!("hidden-{set}")]) {
        assert!(counts.contains_key(&kind), "{kind}");
    }
    for fish in [
        "x-wing",
        "swordfish",
        "jellyfish",
        "5-fish",
        "finned-x-wing",
        "finned-swordfish",
        "finned-jellyfish",
    ] {
        assert!(counts.contains_key(fish), "{fish}");
    }
}

#[test]
fn the_hardest_of_controlled_bias_000() {
    let Some(path) = shared("cbg-000.csv") else { return };
    let text = read_to_string(path).unwrap();
    let rows = text.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let mut rated: Vec<(u8, String)> =
        rows.map(|row| (row[1].parse().unwrap(), row[0].to_string())).collect();
    rated.sort_by_key(|(rating, _)| std::cmp::Reverse(*rating));
    assert!(rated[199].0 >= 5);
    let lines: Vec<String> = rated.into_iter().take(200).map(|(_, line)| line).collect();
    let counts = replay_all(&lines, &[W, B, S_W, SFIN_W, LOOPS]);
    eprintln!("cbg-000: {counts:?}");
}

/// SudoRules' own paths: every line is one firing, applied at once.
#[test]
fn paths_of_sudorules() {
    for name in ["seed000", "cbg2", "cbg13"] {
        let Some(path) = shared(&format!("traces/sudorules-W-{name}.txt")) else { return };
        let text = read_to_string(path).unwrap();
        let puzzle = text.split('"').nth(1).unwrap();
        let mut model = Model::of_clues(puzzle);
        let mut counts = BTreeMap::new();
        for line in text.lines().filter(|line| line.contains(" ==> ")) {
            let step = check(&model, line.trim());
            let step = step.unwrap_or_else(|clause| panic!("{name}: {line}\n  not so: {clause}"));
            model.apply(&step);
            *counts.entry(kind(line)).or_insert(0) += 1;
        }
        eprintln!("{name}: {counts:?}");
        assert!(model.value.iter().all(|value| value.is_some()), "{name} is solved");
    }
}

// ---------------------------------------------------------------- the checker refuses what is wrong

fn cell_name(cell: usize) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

fn label_name((cell, digit): Label) -> String {
    format!("n{}{}", digit + 1, cell_name(cell))
}

fn name(variable: Variable) -> String {
    match variable {
        Rc(cell) => cell_name(cell),
        Rn(i, n) => format!("r{}n{}", i + 1, n + 1),
        Cn(i, n) => format!("c{}n{}", i + 1, n + 1),
        Bn(i, n) => format!("b{}n{}", i + 1, n + 1),
    }
}

fn value(variable: Variable, label: Label) -> String {
    match variable {
        Rc(_) => format!("n{}", label.1 + 1),
        Rn(..) => format!("c{}", label.0 % 9 + 1),
        Cn(..) => format!("r{}", label.0 / 9 + 1),
        Bn(..) => cell_name(label.0),
    }
}

/// The chain as text.
fn print(family: &str, links: &[Link], target: Label) -> String {
    let names = |all: &[Variable]| all.iter().copied().map(name).collect::<Vec<_>>().join(" ");
    let one = |link: &Link| {
        let variable = link.variables[0];
        let right = match &link.right {
            None => ".".to_string(),
            Some(Object::Candidate(right)) => value(variable, *right),
            Some(Object::Segment(_, listed)) => {
                let lines = |letter, line: fn(usize) -> usize| {
                    let numbers = listed.iter().map(|label| line(label.0) + 1);
                    let numbers: BTreeSet<String> = numbers.map(|n| n.to_string()).collect();
                    format!("{letter}{}", numbers.into_iter().collect::<String>())
                };
                let (rows, columns) = (lines('r', |cell| cell / 9), lines('c', |cell| cell % 9));
                match variable {
                    Rn(..) => columns,
                    Cn(..) => rows,
                    _ => rows + &columns,
                }
            }
            Some(Object::Subset(of, sets)) => {
                return format!("[{}]{{{} [{}]}}", names(of), label_name(link.left), names(sets));
            }
        };
        format!("{}{{{} {right}}}", name(variable), value(variable, link.left))
    };
    let body: Vec<String> = links.iter().map(one).collect();
    let size: usize = links.iter().map(|link| link.variables.len()).sum();
    let target = format!("{}≠{}", cell_name(target.0), target.1 + 1);
    format!("{family}[{size}]: {} ==> {target}", body.join(" - "))
}

/// Every way to spoil a chain: (what was done, state, text).
fn spoiled_chains(model: &Model, text: &str) -> Vec<(&'static str, Model, String)> {
    let (pattern, result) = text.split_once(" ==> ").unwrap();
    let (name, body) = pattern.split_once(": ").unwrap();
    let (family, size) = name.strip_suffix(']').unwrap().split_once('[').unwrap();
    let (links, targets) = (links(body).unwrap(), conclusions(result).unwrap().eliminated);
    let z = *targets.first().unwrap();
    assert_eq!(check(model, &print(family, &links, z)).map(|_| ()), Ok(()), "{text}");
    let is_braid = family.contains("braid");
    // All shorter chains of these families have been applied: without one of its links it is none.
    let is_shortest = ["whip", "whip-loops", "braid"].contains(&family);
    let mut all = Vec::new();
    let mut objects = vec![Object::Candidate(z)];
    for (k, link) in links.iter().enumerate() {
        let (variables, left, right) = (&link.variables, link.left, &link.right);
        let with = |left: Label, right: Option<Object>| {
            let mut links = links.clone();
            links[k] = Link { left, right, ..link.clone() };
            print(family, &links, z)
        };
        let single = match right {
            Some(Object::Candidate(right)) => Some(*right),
            _ => None,
        };
        for label in variables.iter().flat_map(|variable| variable.labels()) {
            if right.is_some() && single != Some(label) && variables.len() == 1 {
                let spoiled = with(left, Some(Object::Candidate(label)));
                all.push(("wrong R", model.clone(), spoiled));
            }
            let from = if is_braid { &objects[..] } else { &objects[k..] };
            if !from.iter().any(|object| object.kills(label)) || !model.has(label) {
                all.push(("L without link", model.clone(), with(label, right.clone())));
            }
            let held = match right {
                Some(Object::Candidate(right)) => *right == label,
                Some(Object::Segment(labels, _)) => labels.contains(&label),
                Some(Object::Subset(_, sets)) => sets.iter().any(|v| v.labels().contains(&label)),
                None => false,
            };
            // The last variable of some chains has an R_n that is not written.
            let unwritten = right.is_none() && linked(label, z);
            if !held && !unwritten && !objects.iter().any(|object| object.kills(label)) {
                let mut spoiled = model.clone();
                spoiled.set(label, true);
                all.push(("a candidate not covered", spoiled, text.to_string()));
            }
        }
        let written = match right {
            Some(Object::Segment(_, listed)) => listed.clone(),
            _ => single.into_iter().collect(),
        };
        for missing in written.into_iter().chain([left]) {
            let mut spoiled = model.clone();
            spoiled.set(missing, false);
            all.push(("a missing candidate", spoiled, text.to_string()));
        }
        if right.is_some() {
            if k + 1 < links.len() {
                all.push(("closed too early", model.clone(), with(left, None)));
            }
            let mut twice = links.clone();
            twice.insert(k, link.clone());
            all.push(("repeated V and L", model.clone(), print(family, &twice, z)));
        } else if let Some(&other) = variables[0].labels().iter().find(|&&label| label != left) {
            let spoiled = with(left, Some(Object::Candidate(other)));
            all.push(("not closed", model.clone(), spoiled));
        }
        if links.len() > 1 && is_shortest {
            let mut shorter = links.clone();
            shorter.remove(k);
            all.push(("a link less", model.clone(), print(family, &shorter, z)));
        }
        objects.extend(right.clone());
    }
    let mut gone = model.clone();
    gone.set(z, false);
    all.push(("a missing target", gone, text.to_string()));
    let not_linked = model.candidates().into_iter().filter(|&c| !linked(c, links[0].left));
    if !is_braid {
        all.extend(
            not_linked.map(|c| ("target not linked", model.clone(), print(family, &links, c))),
        );
    }
    let size: usize = size.parse().unwrap();
    let longer = text.replacen(&format!("[{size}]"), &format!("[{}]", size + 1), 1);
    all.push(("wrong length", model.clone(), longer));
    all
}

/// What no member of this Hall set may have: the candidates of its members outside its values.
fn outside_hall_set(pattern: &str) -> Vec<Label> {
    let (name, body) = pattern.split_once(": ").unwrap();
    let (head, lists) = braces(body).unwrap();
    let (first, second) = two(&lists).unwrap();
    let pairs = |a: Vec<usize>, b: Vec<usize>| -> Vec<Label> {
        a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b))).collect()
    };
    let without = |set: BTreeSet<usize>| (0..9).filter(|k| !set.contains(k)).collect::<Vec<_>>();
    if name.starts_with("naked") {
        let cells = positions(head, first).unwrap().into_iter().collect();
        pairs(cells, without(digits(second).unwrap()))
    } else if let Some(kind) = name.strip_prefix("hidden-") {
        let (_, house) = house_of(kind, head).unwrap();
        let cells = positions(head, second).unwrap();
        let others = house.into_iter().filter(|cell| !cells.contains(cell)).collect();
        pairs(others, digits(first).unwrap().into_iter().collect())
    } else if name.starts_with("finned") {
        Vec::new()
    } else {
        let fish = Fish::read(name, body).unwrap();
        let base = fish.base.iter().copied().collect();
        pairs(base, without(fish.cover.clone())).iter().map(|&(b, c)| fish.label(b, c)).collect()
    }
}

/// The solution, by the end of the W climb.
fn solution(solver: &mut Solver, line: &str) -> Vec<Label> {
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let climb = solver.observe(&clues, &Ladder::named("W").unwrap(), u64::MAX, &mut |_| {});
    assert!(matches!(climb.outcome, Outcome::Solved(_)));
    let grid = *solver.grid();
    (0..9).flat_map(|digit| grid.plane(digit).map(move |cell| (cell, digit))).collect()
}

#[test]
fn spoiled_steps_are_refused() {
    let lines = random_10k();
    let ladders = [
        W,
        B,
        SFIN_W,
        LOOPS,
        "brt,alldiff",
        "brt,naked:2-8",
        "brt,hidden:2-8",
        "brt,lc,finned-fish:2-8",
    ];
    let ladders = ladders.map(|text| Ladder::define("test", text).unwrap());
    let spoil = |solver: &mut Solver, line: &String| {
        let solution = solution(solver, line);
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for ladder in &ladders {
            replay(solver, line, ladder, &mut |model, text| {
                let mut refuse = |what: &str, model: &Model, spoiled: &str| {
                    let result = check(model, spoiled);
                    assert!(result.is_err(), "{line}\n  {text}\n  {what}: {spoiled}\n  accepted");
                    *counts.entry(what.to_string()).or_insert(0) += 1;
                };
                let (pattern, result) = text.split_once(" ==> ").unwrap();
                let concluded = conclusions(result).unwrap();
                // No pattern proves what is false.
                for &(cell, digit) in solution.iter().filter(|&&label| model.has(label)) {
                    let target = format!("r{}c{}≠{}", cell / 9 + 1, cell % 9 + 1, digit + 1);
                    refuse("a true target", model, &format!("{pattern} ==> {target}"));
                    if !concluded.eliminated.is_empty() {
                        refuse("a true target more", model, &format!("{text}, {target}"));
                    }
                }
                refuse("a target twice", model, &format!("{text}, {result}"));
                if pattern.contains("single") {
                    let label = *concluded.asserted.first().unwrap();
                    let [rc, rn, cn, bn] = Variable::of(label);
                    let variable = match pattern {
                        "naked-single" => rc,
                        "hidden-single-in-a-row" => rn,
                        "hidden-single-in-a-column" => cn,
                        _ => bn,
                    };
                    for other in variable.labels().into_iter().filter(|&other| other != label) {
                        let mut spoiled = model.clone();
                        spoiled.set(other, true);
                        refuse("not single", &spoiled, text);
                    }
                } else if pattern.contains('[') {
                    for (what, model, spoiled) in spoiled_chains(model, text) {
                        refuse(what, &model, &spoiled);
                    }
                } else if !pattern.starts_with("all-different") {
                    // A member or a value less; a member that another takes the place of.
                    for (at, _) in text.match_indices(' ').filter(|&(at, _)| at < pattern.len()) {
                        if let Some(end) = text[at + 1..].find([' ', '}'])
                            && text[..at].contains('{')
                        {
                            let spoiled = format!("{}{}", &text[..at], &text[at + 1 + end..]);
                            refuse("a member less", model, &spoiled);
                        }
                    }
                    let mut gone = model.clone();
                    gone.set(*concluded.eliminated.first().unwrap(), false);
                    refuse("a missing target", &gone, text);
                    for label in outside_hall_set(pattern) {
                        let mut spoiled = model.clone();
                        spoiled.set(label, true);
                        refuse("a value more", &spoiled, text);
                    }
                }
            });
        }
        counts
    };
    let counts = lines[..60].par_iter().map_init(Solver::new, spoil).reduce(BTreeMap::new, add);
    eprintln!("refused: {counts:#?}");
    assert!(counts.len() > 12);
}

/// Puzzles that whips with loops solve at a lower level.
const LOOP_PUZZLES: &[&str] = &[
    ".72.....43.8.2...6.....5.8..37.........5..4..6..8.9..14...61.92.....2.........6..",
    "...1...3..5.........1.589.6...2.9.7..4......8...73.....864....9......6.17....6...",
];

/// A whip that repeats a left-linking candidate is a whip-loops, but no whip.
#[test]
fn loops_are_refused_as_whips() {
    let ladder = Ladder::define("loops", LOOPS).unwrap();
    let mut solver = Solver::new();
    for line in LOOP_PUZZLES {
        let mut repeated = Vec::new();
        replay(&mut solver, line, &ladder, &mut |model, text| {
            if let Some(rest) = text.strip_prefix("whip-loops")
                && let Err(clause) = check(model, &format!("whip{rest}"))
            {
                assert_eq!(clause, "the left-linking candidates are different", "{text}");
                repeated.push(text.to_string());
            }
        });
        eprintln!("{line}: {repeated:?}");
        assert!(!repeated.is_empty(), "{line}");
    }
}

// ---------------------------------------------------------------- the naive twin

/// The 729 labels, and which are linked.
static LINKED: LazyLock<Vec<[bool; 729]>> = LazyLock::new(|| {
    let label = |i: usize| (i / 9, i % 9);
    (0..729).map(|a| std::array::from_fn(|b| linked(label(a), label(b)))).collect()
});

/// A search for chains straight from the definition: every left-linking candidate, every variable, one after
/// the other, nothing merged and nothing foreseen.
struct Naive {
    candidates: Vec<usize>,
    /// For each label, its open variables: the candidates of each. The same variable is the same list.
    variables: Vec<Vec<Vec<usize>>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    Whip,
    WhipLoops,
    Braid,
}

impl Naive {
    fn new(model: &Model) -> Naive {
        let number = |&(cell, digit): &Label| 9 * cell + digit;
        let of = |variable| model.candidates_of(variable).iter().map(number).collect();
        let label = |i: usize| (i / 9, i % 9);
        let variables = (0..729).map(|i| Variable::of(label(i)).map(of).to_vec()).collect();
        Naive { candidates: model.candidates().iter().map(number).collect(), variables }
    }

    /// Whether there is a chain with `left` more variables. `rights` begins with Z.
    fn extend(
        &self,
        family: Family,
        left: usize,
        rights: &mut Vec<usize>,
        lefts: &mut Vec<usize>,
        used: &mut Vec<(usize, usize)>,
    ) -> bool {
        let z = rights[0];
        for &l in &self.candidates {
            let continues = match family {
                Family::Braid => rights.iter().any(|&r| LINKED[l][r]),
                _ => LINKED[l][rights[rights.len() - 1]],
            };
            if !continues || rights.contains(&l) || family == Family::Whip && lefts.contains(&l) {
                continue;
            }
            for (kind, candidates) in self.variables[l].iter().enumerate() {
                // Two labels of one variable of a kind name it alike: by its first candidate.
                let name = (kind, candidates[0]);
                if candidates.len() < 2 || candidates.contains(&z) || used.contains(&name) {
                    continue;
                }
                let is_covered = |&c: &usize| rights.iter().any(|&r| LINKED[c][r]);
                if left == 1 {
                    if candidates.iter().all(is_covered) {
                        return true;
                    }
                    continue;
                }
                let open = |c: &&usize| !is_covered(c) && !rights.contains(c);
                let mut rest = candidates.iter().filter(open);
                let (Some(&r), None) = (rest.next(), rest.next()) else { continue };
                if lefts.contains(&r) || r == l {
                    continue;
                }
                rights.push(r);
                lefts.push(l);
                used.push(name);
                let found = self.extend(family, left - 1, rights, lefts, used);
                used.pop();
                lefts.pop();
                rights.pop();
                if found {
                    return true;
                }
            }
        }
        false
    }

    /// The targets of chains with exactly `size` variables.
    fn targets(&self, family: Family, size: usize) -> BTreeSet<Label> {
        let is_target =
            |&z: &usize| self.extend(family, size, &mut vec![z], &mut Vec::new(), &mut Vec::new());
        self.candidates.iter().copied().filter(is_target).map(|z| (z / 9, z % 9)).collect()
    }
}

/// A state without singles, in both forms.
type TwoForms = (Model, Grid);

/// The state of the model in which the library found something.
fn two_forms(grid: &Grid) -> TwoForms {
    let mut model = Model::of_clues(&sudoscope::grid::notation::puzzle(grid));
    let candidates = labels(&grid.candidates());
    for label in model.candidates() {
        model.set(label, candidates.contains(&label));
    }
    assert!(same(&model, grid));
    (model, *grid)
}

/// What a rule finds in a state at one size.
fn find(rule: &str, grid: &Grid, size: u8) -> Findings {
    let (mut state, mut found) = (State::new(), Findings::traced());
    state.reset(grid, None, Budget(u64::MAX));
    find_rule(rule).unwrap().find(&mut state, size, &mut found).unwrap();
    found
}

/// States met on the way up a ladder whose next step is by a chain that `pleases`, `from_each` puzzle.
fn states(
    lines: &[&str],
    definition: &str,
    from_each: usize,
    pleases: &(dyn Fn(&str, u8, &Grid) -> bool + Sync),
) -> Vec<TwoForms> {
    let ladder = Ladder::define("test", definition).unwrap();
    let of = |line: &&str| {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let mut here = Vec::new();
        Solver::new().observe(&clues, &ladder, u64::MAX, &mut |applied| {
            let (name, size) = (applied.item.rule.info().name, applied.item.size);
            if size > 0 && here.len() < from_each && pleases(name, size, applied.grid) {
                here.push(two_forms(applied.grid));
            }
        });
        here
    };
    lines.par_iter().flat_map(of).collect()
}

/// What the rule finds at each size is what the definition says. Of braids only the shortest on each target
/// must be found; a longer one, with right-linking candidates that it could do without, may be.
fn compare(model: &Model, grid: &Grid, family: Family, upto: usize) -> usize {
    let name = match family {
        Family::Whip => "whip",
        Family::WhipLoops => "whip-loops",
        Family::Braid => "braid",
    };
    let naive = Naive::new(model);
    let (mut ours, mut theirs) = (BTreeSet::new(), BTreeSet::new());
    for size in 1..=upto {
        // Braids of one or two variables are whips; the rule begins at 3.
        let name = if family == Family::Braid && size < 3 { "whip" } else { name };
        let found = find(name, grid, size as u8);
        found.steps.iter().flatten().for_each(|step| {
            check(model, &step.text).unwrap_or_else(|clause| panic!("{}: {clause}", step.text));
        });
        let (found, expected) = (labels(&found.eliminated), naive.targets(family, size));
        let text = || sudoscope::grid::notation::pencilmarks(grid);
        if family == Family::Braid {
            assert!(found.is_subset(&expected), "{name}[{size}]\n{}", text());
        } else {
            assert_eq!(found, expected, "{name}[{size}]\n{}", text());
        }
        ours.extend(found);
        theirs.extend(expected);
        assert_eq!(ours, theirs, "up to {name}[{size}]\n{}", text());
    }
    ours.len()
}

/// Numbers of targets: whips, whips with loops, braids.
fn compare_all(states: &[TwoForms], upto: usize) -> [usize; 3] {
    let started = std::time::Instant::now();
    let one = |(model, grid): &TwoForms| {
        [
            compare(model, grid, Family::Whip, upto),
            compare(model, grid, Family::WhipLoops, upto),
            compare(model, grid, Family::Braid, upto),
        ]
    };
    let counts = states.par_iter().map(one);
    let sum = counts.reduce(|| [0; 3], |a, b| std::array::from_fn(|k| a[k] + b[k]));
    eprintln!("{} states up to {upto}: {sum:?} targets, {:?}", states.len(), started.elapsed());
    sum
}

#[test]
fn whips_and_braids_equal_their_naive_twin() {
    let lines = random_10k();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mixed = states(&lines[..400], W, 2, &|_, size, _| size >= 3);
    assert!(mixed.len() >= 60);
    compare_all(&mixed[..60], 4);
    let raw = states(&lines[..20], W, 1, &|_, _, _| true);
    compare_all(&raw, 4);
    // Where braids prove more than whips.
    let more_braids = |name: &str, size: u8, grid: &Grid| {
        let targets = |rule: &str| find(rule, grid, size).eliminated;
        name == "braid" && size <= 4 && targets("braid") != targets("whip")
    };
    let braided = states(&lines[..4000], B, 1, &more_braids);
    assert!(braided.len() >= 5, "{}", braided.len());
    let [whips, _, braids] = compare_all(&braided[..braided.len().min(20)], 4);
    assert!(braids > whips, "{whips} {braids}");
    // Where whips with loops prove more than whips without.
    let more_loops = |name: &str, size: u8, grid: &Grid| {
        let targets = |rule: &str| find(rule, grid, size).eliminated;
        name == "whip-loops" && size == 5 && targets("whip-loops") != targets("whip")
    };
    let looped = states(&LOOP_PUZZLES[..1], LOOPS, 1, &more_loops);
    let [whips, loops, _] = compare_all(&looped, 5);
    assert!(loops > whips, "{whips} {loops}");
}
