//! Every step that `explain` prints, checked clause by clause against the definitions of docs/theory.md.

use crate::common::checker;
use crate::common::checker::{
    Bn, Cn, Conclusions, Fish, Label, Link, Model, NrcCell, Object, Rc, Rn, Variable,
};
use crate::common::checker::{
    braces, check, conclusions, digits, house_of, linked, links, nrc_cell, positions, two,
};
use crate::common::{named_ladders, random_10k, shared};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::sync::LazyLock;
use sudoscope::budget::Budget;
use sudoscope::graph::State;
use sudoscope::grid::{Candidates, Grid, parse_puzzle};
use sudoscope::rule::Findings;
use sudoscope::rules::{RULES, find_rule};
use sudoscope::scale::{Outcome, Scale, Solver};

// ---------------------------------------------------------------- replaying climbs

/// The kind of a step: its name without the size.
fn kind(text: &str) -> String {
    let pattern = text.split(" ==> ").next().unwrap();
    let name = pattern.split([' ', ':']).next().unwrap();
    if name != pattern && !pattern.contains(": ") {
        return name.replace(|c: char| c.is_ascii_digit(), "");
    }
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

/// What the chains of the ladders M and N are asked for besides (`nrct-2d` and so on): a candidate of a digit in a row
/// or column is not ignored for a link by a block, one of a digit in a block only for a link by its cell.
fn own_space(text: &str) -> Result<(), String> {
    let (pattern, result) = text.split_once(" ==> ").ok_or("no conclusion")?;
    let (_, body) = pattern.split_once(' ').ok_or("no chain")?;
    for cell in body.split(" - ") {
        let NrcCell { variable, left, extras, .. } = nrc_cell(cell, false)?;
        let kinds = match Variable::of(left).iter().position(|&v| v == variable) {
            Some(1 | 2) => 0..3,
            Some(3) => 0..1,
            _ => 0..4,
        };
        for (extra, by) in extras {
            for z in conclusions(result)?.eliminated {
                let other = by.unwrap_or(z);
                let linked =
                    kinds.clone().any(|k| Variable::of(extra)[k] == Variable::of(other)[k]);
                checker::ensure(
                    linked,
                    format!("{extra:?} is ignored for a link of another space"),
                )?;
            }
        }
    }
    Ok(())
}

/// Climbs a ladder and checks every step, all of one application in the same state. `see` is shown each
/// step in its state.
fn replay(
    solver: &mut Solver,
    line: &str,
    ladder: &Scale,
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
            let rule = applied.item.rule.info().name;
            let text = step.text(rule);
            let concluded = check(&model, &text).unwrap_or_else(|clause| {
                panic!("{line}\n  by {}\n  {text}\n  not so: {clause}", ladder.definition)
            });
            assert_eq!(
                concluded.eliminated,
                labels(&step.eliminates.iter().copied().collect()),
                "{line}: {text}"
            );
            assert_eq!(
                concluded.asserted,
                labels(&step.asserts.iter().copied().collect()),
                "{line}: {text}"
            );
            if rule.contains("-2d") {
                own_space(&text).unwrap_or_else(|clause| panic!("{text}: {clause}"));
            }
            all.eliminated.extend(concluded.eliminated);
            all.asserted.extend(concluded.asserted);
            *counts.entry(kind(&text)).or_insert(0) += 1;
            see(&model, &text);
        }
        assert_eq!(all.eliminated, labels(&applied.found.eliminated), "{line}");
        assert_eq!(all.asserted, labels(&applied.found.asserted), "{line}");
        model.apply(&all);
    });
    assert!(same(&model, solver.grid()), "{line}: the last states differ");
    assert!(matches!(climb.outcome, Outcome::Solved(_) | Outcome::Unsolved), "{line}");
    counts
}

fn add(mut all: BTreeMap<String, usize>, more: BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    more.into_iter().for_each(|(kind, n)| *all.entry(kind).or_insert(0) += n);
    all
}

fn replay_all(lines: &[String], definitions: &[&str]) -> BTreeMap<String, usize> {
    let ladders: Vec<Scale> =
        definitions.iter().map(|text| Scale::define("test", text).unwrap()).collect();
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

/// Every rule by itself above locked candidates, in all its sizes up to six, and every named ladder. (The
/// rules that assume uniqueness have a naive twin in tests/engine/unique.rs.)
#[test]
fn every_rule_and_every_ladder() {
    let lines = random_10k();
    let alone = RULES.iter().filter(|rule| !rule.assumes_unique()).filter_map(|rule| {
        let info = rule.info();
        let sizes = info.sizes.as_ref()?;
        let longest = *sizes.end().min(&6);
        Some((info.name, format!("brt,lc,{}:{}-{longest}", info.name, sizes.start())))
    });
    let mut silent = Vec::new();
    for (name, definition) in alone {
        let kinds = replay_all(&lines[300..360], &[&definition]);
        let others = ["naked-single", "hidden-single", "whip"];
        let fired: usize =
            kinds.iter().filter(|(kind, _)| !others.contains(&kind.as_str())).map(|(_, n)| n).sum();
        if fired == 0 && name != "whip" {
            silent.push(name);
        }
    }
    assert!(silent.is_empty(), "never fired: {silent:?}");
    let by_a_block = "nrct2-chain n5{r6 r3}c3 - n5r2{c1 c8 c2#n5r3c3} ==> r6c8≠5";
    assert!(own_space(by_a_block).is_err());
    for ladder in named_ladders() {
        let counts = replay_all(&lines[..20], &[ladder.definition]);
        eprintln!("{}: {counts:?}", ladder.name);
    }
}

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

/// The paths that show a published rating not to be the smallest (reports/agreement.md): (ladder, lines, ours).
#[test]
fn paths_below_the_published_rating() {
    let Some(path) = shared("cbg-000.csv") else { return };
    let text = read_to_string(path).unwrap();
    let cases: &[(&str, &[(usize, u32)])] = &[
        ("W", &[(8422, 6)]),
        ("gW", &[(109, 8)]),
        ("S+gW", &[(109, 8)]),
        ("SFin+gW", &[(109, 8)]),
        ("F3W", &[(109, 8), (7656, 6), (9663, 8)]),
        ("TyW", &[(2165, 8), (2182, 9), (17018, 7), (19456, 7)]),
    ];
    let mut solver = Solver::new();
    for (name, lines) in cases {
        let ladder = Scale::named(name).unwrap();
        for &(line, rating) in *lines {
            let puzzle = &text.lines().nth(line).unwrap()[..81];
            replay(&mut solver, puzzle, &ladder, &mut |_, _| {});
            let clues = parse_puzzle(puzzle.as_bytes()).unwrap();
            let climb = solver.observe(&clues, &ladder, 100_000_000, &mut |_| {});
            assert_eq!(climb.outcome, Outcome::Solved(rating.into()), "{name} {line}");
        }
    }
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
    let family = name.split('[').next().unwrap();
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
    let not_linked = model.candidates().into_iter().filter(|&c| !linked(c, links[0].left));
    if !is_braid {
        all.extend(
            not_linked.map(|c| ("target not linked", model.clone(), print(family, &links, c))),
        );
    }
    all
}

/// Every way to spoil a chain of HLS2, by its state or by its text.
fn spoiled_nrc(model: &Model, text: &str) -> Vec<(&'static str, Model, String)> {
    let (pattern, result) = text.split_once(" ==> ").unwrap();
    let (name, body) = pattern.split_once(' ').unwrap();
    let hxy = name.starts_with("hxy");
    let mut all = Vec::new();
    let cells: Vec<&str> = body.split(" - ").collect();
    for (k, cell) in cells.iter().enumerate() {
        let NrcCell { variable, left, right, extras } = nrc_cell(cell, hxy).unwrap();
        for label in variable.labels() {
            let mut spoiled = model.clone();
            spoiled.set(label, !model.has(label));
            let listed = label == left || label == right || extras.iter().any(|e| e.0 == label);
            let what = if listed { "a missing candidate" } else { "a candidate not covered" };
            all.push((what, spoiled, text.to_string()));
        }
        let mut fewer = cells.clone();
        fewer.remove(k);
        all.push((
            "a cell less",
            model.clone(),
            format!("{name} {} ==> {result}", fewer.join(" - ")),
        ));
    }
    let extras = body.split([' ', '{', '}']).filter(|token| token.contains(['#', '*']));
    for extra in extras {
        let less = text.replacen(&format!(" {extra}"), "", 1);
        all.push(("an extra candidate less", model.clone(), less));
        let (letter, other) = if extra.contains('#') { ('t', "*") } else { ('z', "#n9r9c9") };
        let value = extra.split(['#', '*']).next().unwrap();
        let family = name.replacen(letter, "", 1).replace("-first", "");
        if family.ends_with("-chain") {
            all.push(("a simpler family", model.clone(), text.replacen(name, &family, 1)));
        }
        // The other excuse would have to be true and allowed.
        if !name.starts_with("nrczt") {
            let excuse = text.replacen(extra, &format!("{value}{other}"), 1);
            all.push(("another excuse", model.clone(), excuse));
        }
    }
    all
}

/// What no step outlives: a missing target, another length.
fn spoiled_anyhow(model: &Model, text: &str) -> Vec<(&'static str, Model, String)> {
    let concluded = conclusions(text.split_once(" ==> ").unwrap().1).unwrap();
    let mut gone = model.clone();
    let both = concluded.eliminated.iter().chain(&concluded.asserted);
    both.for_each(|&label| gone.set(label, false));
    let mut all = vec![("a missing target", gone, text.to_string())];
    let name = text.split([' ', ':', ']']).next().unwrap();
    let digits = |c: char| c.is_ascii_digit();
    if let Some(at) = name.rfind(digits)
        && !name.starts_with("trial")
    {
        let from = name[..at].rfind(|c| !digits(c)).map_or(0, |k| k + 1);
        let size: usize = name[from..=at].parse().unwrap();
        for size in [size - 1, size + 1] {
            let other = format!("{}{size}{}", &text[..from], &text[at + 1..]);
            all.push(("wrong length", model.clone(), other));
        }
    }
    all
}

/// Every way to spoil a step that is no single and no Subset.
fn spoiled(model: &Model, text: &str) -> Vec<(&'static str, Model, String)> {
    let mut all = spoiled_anyhow(model, text);
    let name = text.split_once(" ==> ").unwrap().0.split([' ', ':']).next().unwrap();
    if name.ends_with(']') && !name.starts_with("forcing") && !name.starts_with("oddagon") {
        all.extend(spoiled_chains(model, text));
    } else if !name.contains('[') && !name.starts_with("trial") {
        all.extend(spoiled_nrc(model, text));
    }
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
    let climb = solver.observe(&clues, &Scale::named("W").unwrap(), u64::MAX, &mut |_| {});
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
    let ladders = ladders.map(|text| Scale::define("test", text).unwrap());
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
                } else if pattern.contains('[')
                    || !pattern.contains(": ")
                    || pattern.starts_with("trial")
                {
                    for (what, model, spoiled) in spoiled(model, text) {
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

/// The state with all candidates but these: the other ones of each variable written `V{values}`.
fn bare(state: &str) -> Model {
    let mut model = Model::of_clues("");
    for part in state.split("; ") {
        let (head, lists) = braces(part).unwrap();
        let of = checker::variable(head).unwrap();
        let held: Vec<Label> =
            lists[0].iter().map(|token| checker::value(of, token).unwrap()).collect();
        let others = of.labels().into_iter().filter(|label| !held.contains(label));
        others.for_each(|label| model.set(label, false));
    }
    model
}

/// A step, the barest state in which it holds, candidates that may be there as well, and candidates that may not.
struct Quoted {
    step: &'static str,
    state: &'static str,
    harmless: &'static str,
    harmful: &'static str,
}

#[rustfmt::skip] // a step a line
const QUOTED: &[Quoted] = &[
    // as CSP-Rules prints them
    Quoted {
        step: "biv-chain[3]: r1c2{n2 n7} - c1n7{r3 r7} - b7n3{r7c1 r7c2} ==> r7c2≠2",
        state: "r1c2{n2 n7}; c1n7{r3 r7}; b7n3{r7c1 r7c2}",
        harmless: "",
        harmful: "n9r1c2 n7r1c1 n3r8c2",
    },
    Quoted {
        step: "biv-chain[2]: b7n7{r7c2 r7c1} - b7n3{r7c1 r7c2} ==> r7c2≠9",
        state: "b7n7{r7c2 r7c1}; b7n3{r7c1 r7c2}",
        harmless: "",
        harmful: "n7r9c3",
    },
    Quoted {
        step: "biv-chain-rc[3]: r2c9{n2 n1} - r2c1{n1 n5} - r8c1{n5 n2} ==> r8c9≠2",
        state: "r2c9{n2 n1}; r2c1{n1 n5}; r8c1{n5 n2}",
        harmless: "",
        harmful: "n2r2c1",
    },
    Quoted {
        step: "z-chain[3]: r9c4{n2 n6} - r2n6{c4 c8} - c8n2{r2 .} ==> r9c9≠2, r9c7≠2",
        state: "r9c4{n2 n6}; r2n6{c4 c8}; c8n2{r2 r9}",
        harmless: "n2r7c8 n2r8c8",
        harmful: "n5r9c4 n6r2c1 n6r2c7 n2r1c8 n2r5c8",
    },
    Quoted {
        step: "t-whip[4]: r5c1{n8 n2} - c2n2{r5 r9} - b7n7{r9c2 r8c3} - r1c3{n7 .} ==> r5c3≠8, r3c1≠8",
        state: "r5c1{n8 n2}; c2n2{r5 r9}; b7n7{r9c2 r8c3}; r1c3{n7 n8}",
        harmless: "n2r4c2 n2r6c2",
        harmful: "n2r1c2 n7r7c1 n9r1c3 n3r5c1",
    },
    Quoted {
        step: "whip[1]: b7n2{r9c2 .} ==> r4c2≠2, r1c2≠2, r2c2≠2, r3c2≠2",
        state: "b7n2{r9c2 r7c2}",
        harmless: "n2r8c2",
        harmful: "n2r9c1",
    },
    Quoted {
        step: "whip[2]: c7n2{r1 r2} - c7n7{r2 .} ==> r1c7≠5, r1c7≠9",
        state: "c7n2{r1 r2}; c7n7{r2 r1}",
        harmless: "",
        harmful: "n2r3c7 n7r3c7",
    },
    Quoted {
        step: "whip-rn[4]: r1n9{c2 c6} - r2n9{c4 c1} - r9n9{c1 c8} - r6n9{c8 .} ==> r4c2≠9",
        state: "r1n9{c2 c6}; r2n9{c4 c1}; r9n9{c1 c8}; r6n9{c8 c1}",
        harmless: "n9r2c2 n9r2c5 n9r9c6 n9r6c3",
        harmful: "n9r1c1 n9r2c8 n9r9c4 n9r6c9",
    },
    Quoted {
        step: "g-whip[6]: r4c7{n8 n6} - c5n6{r4 r1} - b2n2{r1c5 r3c456} - c9n2{r3 r1} - r1n1{c9 c8} - b6n1{r4c8 .} ==> r5c9≠8",
        state: "r4c7{n8 n6}; c5n6{r4 r1}; b2n2{r1c5 r3c4 r3c5 r3c6}; c9n2{r3 r1}; r1n1{c9 c8}; b6n1{r4c8 r5c9}",
        harmless: "n1r6c8 n2r1c9",
        harmful: "n2r1c4 n2r2c5 n2r4c9 n1r6c7",
    },
    Quoted {
        step: "braid[7]: r7n2{c6 c5} - r7n1{c5 c9} - r7n6{c9 c8} - r3c8{n6 n5} - r3c9{n1 n2} - r3c6{n9 n6} - r1n6{c5 .} ==> r7c6≠9",
        state: "r7n2{c6 c5}; r7n1{c5 c9}; r7n6{c9 c8}; r3c8{n6 n5}; r3c9{n1 n2}; r3c6{n9 n6}; r1n6{c5 c8}",
        harmless: "n5r3c9 n2r3c6 n5r3c6 n6r1c4",
        harmful: "n3r3c9 n4r3c6 n6r1c2",
    },
    Quoted {
        step: "oddagon[5]: r1c8{n1 n2},b3n2{r1c8 r2c9},r2c9{n2 n1},r2n1{c9 c8},c8n1{r2 r1} ==> r3c7≠1",
        state: "r1c8{n1 n2}; b3n2{r1c8 r2c9}; r2c9{n2 n1}; r2n1{c9 c8}; c8n1{r2 r1}",
        harmless: "n1r3c8 n1r2c7",
        harmful: "n1r6c8 n3r1c8 n1r2c1 n5r2c9",
    },
    // as HLS2 prints them
    Quoted {
        step: "nrct3-chain {n4 n1}r2c8 - n1{r3 r6 r2#n1r2c8}c9 - n4{r6c9 r6c7}b6 ==> r1c7≠4",
        state: "r2c8{n4 n1}; c9n1{r3 r6 r2}; b6n4{r6c9 r6c7}",
        harmless: "",
        harmful: "n7r2c8",
    },
    Quoted {
        step: "nrcz2-chain n6r5{c8 c1} - n6r2{c1 c9 c8*} ==> r3c8≠6",
        state: "r5n6{c8 c1}; r2n6{c1 c9 c8}",
        harmless: "",
        harmful: "n6r2c7",
    },
    Quoted {
        step: "nrcz-first2-chain n1r1{c1 c9 c2* c3*} - n1{r2 r3}c8 ==> r3c2≠1",
        state: "r1n1{c1 c9 c2 c3}; c8n1{r2 r3}",
        harmless: "",
        harmful: "n1r1c5",
    },
    Quoted {
        step: "hxy-cn4-chain {r1 r3}c7n9 - {r3 r9}c7n5 - {r9 r8}c5n5 - {r8 r1}c5n7 ==> r1c7≠7",
        state: "c7n9{r1 r3}; c7n5{r3 r9}; c5n5{r9 r8}; c5n7{r8 r1}",
        harmless: "",
        harmful: "n5r1c5",
    },
    Quoted {
        step: "hxy-rn3-chain {c1 c2}r1n1 - {c2 c3}r1n2 - {c3 c1}r5n2 ==> r5c1≠1",
        state: "r1n1{c1 c2}; r1n2{c2 c3}; r5n2{c3 c1}",
        harmless: "",
        harmful: "n2r1c1",
    },
    Quoted {
        step: "xyz-wing {n1 n2}r1c9 - {n2 n3 n1*}r1c2 - {n3 n1}r2c1 ==> r1c1≠1, r1c3≠1",
        state: "r1c9{n1 n2}; r1c2{n1 n2 n3}; r2c1{n1 n3}",
        harmless: "",
        harmful: "n2r2c1",
    },
    Quoted {
        step: "c4-chain n1r1{c1 c9} - n1{r3 r8}c8 ==> r8c1≠1",
        state: "r1n1{c1 c9}; c8n1{r3 r8}",
        harmless: "",
        harmful: "n1r1c5",
    },
    // Sudogen0-4443
    Quoted {
        step: "nrczt2-lr-lasso n5{r6 r3}c8 - n5r1{c9 c7 c1*} ==> r6c1≠5",
        state: "c8n5{r6 r3}; r1n5{c9 c7 c1}",
        harmless: "",
        harmful: "n5r1c5",
    },
    Quoted {
        step: "nrczt4-rl-lasso n5r6{c2 c8} - n4r6{c8 c1} - {n4 n7 n5*}r5c1 - {n7 n5}r6c2 ==> r4c1≠5, r5c2≠5",
        state: "r6n5{c2 c8}; r6n4{c8 c1}; r5c1{n4 n7 n5}; r6c2{n7 n5}",
        harmless: "",
        harmful: "n9r5c1",
    },
    // g-candidates: 1 of row 1 in block 2 excludes 1 of row 2 there
    Quoted {
        step: "g-biv-chain[2]: r1n1{c2 c45} - r2n1{c6 c3} ==> r3c1≠1",
        state: "r1n1{c2 c4 c5}; r2n1{c6 c3}",
        harmless: "n1r1c1 n1r1c3 n1r2c4 n1r2c5",
        harmful: "n1r1c6 n1r1c9 n1r2c8 n1r2c1",
    },
    Quoted {
        step: "g-braid[3]: r1n1{c2 c45} - r2n1{c6 c7} - r9n1{c1 .} ==> r3c1≠1",
        state: "r1n1{c2 c4 c5}; r2n1{c6 c7}; r9n1{c1 c7}",
        harmless: "n1r1c1 n1r2c2 n1r2c4",
        harmful: "n1r1c6 n1r1c9 n1r2c8 n1r9c9",
    },
    // forcing whips
    Quoted {
        step: "forcing-whip-elim[3] based on bivalue candidates n1r1c1 and n2r1c1: || n1r1c1 - partial-whip[1]: r2c2{n1 n3} || n2r1c1 - partial-whip[1]: r1c9{n2 n3} ==> r2c8≠3, r1c2≠3",
        state: "r1c1{n1 n2}; r2c2{n1 n3}; r1c9{n2 n3}",
        harmless: "",
        harmful: "n3r1c1 n2r2c2 n1r1c9",
    },
    Quoted {
        step: "forcing-whip-elim[2] based on bivalue candidates n1r1c1 and n2r1c1: || n1r1c1 || n2r1c1 - partial-whip[1]: r1c9{n2 n1} ==> r1c5≠1",
        state: "r1c1{n1 n2}; r1c9{n1 n2}",
        harmless: "",
        harmful: "n3r1c1 n3r1c9",
    },
    Quoted {
        step: "forcing-whip-val[4] based on bivalue candidates n1r1c1 and n2r1c1: || n1r1c1 - partial-whip[1]: r2c2{n1 n3} || n2r1c1 - partial-whip[2]: r1c9{n2 n3} - r2n3{c7 c2} ==> r2c2=3",
        state: "r1c1{n1 n2}; r2c2{n1 n3}; r1c9{n2 n3}; r2n3{c7 c2}",
        harmless: "n3r2c8",
        harmful: "n3r1c1 n3r2c4",
    },
    Quoted {
        step: "forcing3-whip-elim[4] based on trivalue candidates n1r1c1, n2r1c1 and n4r1c1: || n1r1c1 - partial-whip[1]: r2c2{n1 n3} || n2r1c1 - partial-whip[1]: r1c9{n2 n3} || n4r1c1 - partial-whip[1]: r2c3{n4 n3} ==> r2c8≠3",
        state: "r1c1{n1 n2 n4}; r2c2{n1 n3}; r1c9{n2 n3}; r2c3{n4 n3}",
        harmless: "",
        harmful: "n3r1c1 n5r2c3",
    },
    // subsets: a naked, a hidden, a super-hidden pair
    Quoted {
        step: "S2-whip[3]: [r1c2 r1c3]{n1r1c2 [r1n2 r1n3]} - r1c9{n2 .} ==> r1c1≠1",
        state: "r1c2{n1 n2 n3}; r1c3{n2 n3}; r1c9{n2 n3}",
        harmless: "n1r1c3 n1r1c9",
        harmful: "n4r1c2 n5r1c3 n4r1c9",
    },
    Quoted {
        step: "S2-chain[3]: [r1n2 r1n3]{n2r1c9 [r1c4 r1c5]} - r1n7{c4 c9} ==> r1c9≠1",
        state: "r1n2{c4 c5 c9}; r1n3{c4 c5}; r1n7{c4 c9}",
        harmless: "n3r1c9",
        harmful: "n2r1c7 n3r1c8 n7r1c1",
    },
    Quoted {
        step: "S2-braid[3]: [r1n5 r2n5]{n5r1c9 [c4n5 c8n5]} - r7n5{c4 .} ==> r3c9≠5",
        state: "r1n5{c4 c8 c9}; r2n5{c4 c8}; r7n5{c4 c8}",
        harmless: "n5r2c7 n5r7c9",
        harmful: "n5r1c1 n5r2c5 n5r7c7",
    },
];

#[test]
fn quoted_steps_hold_and_spoiled_ones_do_not() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for Quoted { step, state, harmless, harmful } in QUOTED {
        let (model, with) = (bare(state), |model: &Model, token: &str| {
            let mut model = model.clone();
            model.set(checker::label(token).unwrap(), true);
            model
        });
        let all_harmless =
            harmless.split_whitespace().fold(model.clone(), |m, token| with(&m, token));
        for model in [&model, &all_harmless] {
            check(model, step).unwrap_or_else(|clause| panic!("{step}\n  not so: {clause}"));
        }
        for token in harmful.split_whitespace() {
            for model in [&model, &all_harmless] {
                assert!(check(&with(model, token), step).is_err(), "{token} in {step}");
            }
        }
        // In the barest state a link less may do.
        let mut spoiled = spoiled(&model, step);
        spoiled.retain(|(what, ..)| *what != "a link less");
        for (what, model, text) in spoiled {
            assert!(check(&model, &text).is_err(), "{step}\n  {what}: {text}\n  accepted");
            *counts.entry(what).or_insert(0) += 1;
        }
    }
    eprintln!("refused: {counts:#?}");
}

/// What distinguishes a family from its neighbours.
#[test]
fn families_differ() {
    let refused = |state: &str, step: &str, clause: &str| {
        assert_eq!(check(&bare(state), step), Err(clause.to_string()), "{step}");
    };
    let state = "r9c4{n2 n6}; r2n6{c4 c8 c9}; c8n2{r2 r9}";
    let body = "r9c4{n2 n6} - r2n6{c4 c8} - c8n2{r2";
    let only = "R is the only candidate of V compatible with Z and all R";
    refused(state, &format!("z-chain[3]: {body} .}} ==> r9c9≠2"), only);
    refused(state, &format!("biv-chain[3]: {body} r9}} ==> r9c9≠2"), only);
    let state = "r9c4{n2 n6}; r2n6{c4 c8}; c8n2{r2 r7 r9}";
    refused(state, &format!("biv-chain[3]: {body} r9}} ==> r9c9≠2"), only);
    refused(state, &format!("t-whip[3]: {body} .}} ==> r9c9≠2"), "there is an R_n");
    for name in ["whip-cn[4]", "braid-rc[4]", "biv-chain-bn[4]"] {
        let step = format!(
            "{name}: r1n9{{c2 c6}} - r2n9{{c4 c1}} - r9n9{{c1 c8}} - r6n9{{c8 .}} ==> r4c2≠9"
        );
        refused("r1n9{c2 c6}", &step, "all variables are of the type named");
    }
    let state = "r1n1{c2 c4 c5}; r2n1{c6 c7}; r9n1{c1 c7}";
    let body = "r1n1{c2 c45} - r2n1{c6 c7} - r9n1{c1 .} ==> r3c1≠1";
    refused(state, &format!("g-whip[3]: {body}"), "L1 is linked to Z, Lk to R(k-1)");
    refused(state, &format!("braid[3]: {body}"), "no right-linking g-candidates");
    // In rn-space the same row and digit is no link.
    let state = "r1n1{c1 c2}; r2n1{c3 c1}; r5n2{c1 c4}";
    let step = "hxy-rn2-chain {c1 c2}r1n1 - {c3 c1}r2n1 ==> r5c1≠1";
    refused(state, step, "L1 is linked to Z, Lk to R(k-1)");
    // SudoRules prints oddagons about a candidate of the cycle, as the one above; its definition says otherwise.
    let oddagon = QUOTED.iter().find(|quoted| quoted.step.starts_with("oddagon")).unwrap();
    refused(oddagon.state, &oddagon.step.replace("r3c7≠1", "r2c8≠1"), "Z is not in the cycle");
    let state = "r1c2{n1 n2 n3 n4}; r1c3{n2 n3 n4}; r1c4{n2 n3 n4}; r1c9{n2 n3}";
    let subset = "[r1c2 r1c3 r1c4]{n1r1c2 [r1n2 r1n3 r1n4]} - r1c9{n2 .} ==> r1c1≠1";
    check(&bare(state), &format!("S3-whip[4]: {subset}")).unwrap();
    let size = "the Subset is of a size allowed";
    refused(state, &format!("S2-whip[4]: {subset}"), size);
    refused(state, &format!("g-whip[4]: {subset}"), size);
    let mixed = subset.replace("r1n4", "c4n4");
    let plane = "the variables and sets are of one house or digit";
    refused(state, &format!("S3-whip[4]: {mixed}"), plane);
}

/// Clauses that nothing else stands in for: a state, a step, the clause.
#[rustfmt::skip] // a step a line
const REFUSED: &[(&str, &str, &str)] = &[
    ("b7n2{r9c2}", "whip[1]: b7n2{r9c2 .} ==> r4c2≠2", "V has more than one candidate"),
    ("b7n2{r9c2 r7c2}", "whip[1]: b7n2{r9c2 .} ==> r7c2≠2", "Z is not a candidate of V"),
    ("b7n2{r9c2 r7c2}", "z-chain[1]: b7n2{r9c2 .} ==> r4c2≠2", "the family begins with longer chains"),
    ("r1c2{n2 n7}; r3c1{n7 n3}", "biv-chain[2]: r1c2{n2 n7} - r3c1{n7 n3} ==> r4c2≠2", "Z is linked to the last R"),
    ("r1n1{c4 c5}", "g-whip[2]: r1n1{c4 c45} - r2n1{c6 .} ==> r5c4≠1", "two candidates of the segment are compatible"),
    ("r1c2{n1 n2 n3}", "S2-whip[3]: [r1c2 r1c2]{n1r1c2 [r1n2 r1n3]} - r1c9{n2 .} ==> r1c1≠1", "the variables of a Subset are different"),
    ("r1c2{n1 n2}; r1c3{n2 n3}", "S2-whip[3]: [r1c2 r1c3]{n1r1c2 [r1n2 r1n3 r1n4]} - r1c9{n2 .} ==> r1c1≠1", "as many transversal sets as variables"),
    ("r1c2{n1 n2}; r1c3{n2 n3}", "S2-whip[3]: [r1c2 r1c3]{n1r1c2 [r1n2 r1n2]} - r1c9{n2 .} ==> r1c1≠1", "different sets"),
    ("r1c1{n1 n2}; r2c2{n1 n3}", "forcing-whip-elim[2] based on bivalue candidates n1r1c1 and n2r1c1: || n1r1c1 - partial-whip[1]: r2c2{n1 n3} ==> r2c8≠3", "a branch from each candidate"),
    ("r1c1{n1 n2}; r2c2{n1 n3}", "forcing-whip-elim[2] based on bivalue candidates n1r1c1 and n2r1c1: || n1r1c1 - partial-whip[2]: r2c2{n1 n3} || n2r1c1 ==> r2c8≠3", "as many variables as the length says"),
    ("r1c1{n1 n2}; r2c2{n1 n3}", "forcing-whip-elim[2] based on bivalue candidates n1r1c1 and n2r1c1: || n1r1c1 - partial-whip[1]: r2c2{n1 n3} || n2r1c1 ==> r2c8≠3", "the targets are linked to every end"),
    ("r1c1{n1 n2}; r2c2{n1 n3}", "forcing-whip-elim[2] based on bivalue candidates n1r1c1 and n2r1c1: || n1r1c1 - partial-whip[1]: r2c2{n1 n3} || n2r1c1 ==> r2c2=3", "it eliminates"),
    ("r1c1{n1 n2}; r2c2{n1 n3}", "forcing-whip-val[2] based on bivalue candidates n1r1c1 and n2r1c1: || n1r1c1 - partial-whip[1]: r2c2{n1 n3} || n2r1c1 ==> r2c2=3", "all branches end in what is true"),
    ("r1c8{n1 n2}", "oddagon[2]: r1c8{n1 n2},r1n2{c8 c9} ==> r3c7≠1", "the length is odd"),
    ("r1c8{n1 n2}", "oddagon[3]: r1c8{n1 n2},r1n2{c8 c9},r1c9{n2 n3} ==> r5c8≠1", "every other candidate of V is linked to Z"),
    ("r1c8{n1 n2}; r1n2{c8 c9}; r1c9{n2 n3}", "oddagon[3]: r1c8{n1 n2},r1n2{c8 c9},r1c9{n2 n3} ==> r5c8≠1", "the cycle is closed"),
    ("r1c8{n2 n3}", "oddagon[3]: r1c8{n1 n2},r1n2{c8 c9},r1c9{n2 n1} ==> r5c8≠1", "the two are candidates of V"),
    ("r1c8{n1 n2 n3}", "oddagon[3]: r1c8{n1 n2},r1c8{n2 n3},r1c8{n3 n1} ==> r2c8≠3", "candidates and variables are different"),
    ("r1c1{n1 n2}", "nrc2-chain {n1 n2}r1c1 - {n1 n2}r1c1 ==> r1c9≠1", "the variables are different"),
    ("r1c1{n1 n2}; r1n2{c1 c5}", "nrc2-chain {n1 n2}r1c1 - n2r1{c5 c1} ==> r1c9≠1", "all candidates are different"),
    ("r1n1{c1 c9}", "c4-chain n1r1{c1 c9} - {n1 n2}r9c9 ==> r8c1≠1", "a c-chain is about one digit"),
    ("r1n1{c1 c9}", "c3-chain n1r1{c1 c9} - n1{r3 r8}c8 ==> r8c1≠1", "as many variables as the length says"),
    ("r1n1{c1 c9}", "xy2-chain n1r1{c1 c9} - n1{r3 r8}c8 ==> r8c1≠1", "all cells are of the space named"),
    ("r1n1{c1 c9}", "hxy-cn2-chain {c1 c9}r1n1 - {c9 c3}r2n1 ==> r8c1≠1", "all cells are of the space named"),
    ("r2c8{n4 n1}; c9n1{r3 r6 r2}; b6n4{r6c9 r6c7 r4c8}", "nrct3-chain {n4 n1}r2c8 - n1{r3 r6 r2#n1r2c8}c9 - n4{r6c9 r6c7 r4c8#n1r2c8}b6 ==> r1c7≠4", "a t-candidate is linked to a previous R"),
    ("r2c8{n4 n1}; c9n1{r3 r6 r2}; b6n4{r6c9 r6c7}", "nrct3-lr-lasso {n4 n1}r2c8 - n1{r3 r6 r2#n1r2c8}c9 - n4{r6c9 r6c7}b6 ==> r1c7≠4", "the last R excludes a previous R"),
    ("r2c8{n4 n1}; c9n1{r3 r6 r2}; b6n4{r6c9 r6c7}", "nrct3-rl-lasso {n4 n1}r2c8 - n1{r3 r6 r2#n1r2c8}c9 - n4{r6c9 r6c7}b6 ==> r1c7≠4", "all candidates are different"),
    ("r5n6{c8 c1}; r2n6{c1 c9 c4}", "nrcz2-chain n6r5{c8 c1} - n6r2{c1 c9 c4*} ==> r3c8≠6", "a z-candidate is linked to Z"),
    ("r5n6{c8 c1 c9}; r2n6{c1 c9}", "nrcz2-chain n6r5{c8 c1 c9*} - n6r2{c1 c9} ==> r3c8≠6", "z-candidates are allowed there"),
    ("r5n6{c8 c1}; r2n6{c1 c9 c8 c3}", "nrczt2-chain n6r5{c8 c1} - n6r2{c1 c9 c8* c3#n6r5c1} ==> r3c8≠6", "t-candidates before z-candidates"),
    ("r5n6{c8 c1}; r2n6{c1 c9}", "nrcz2-chain n6r5{c8 c1} - n6r2{c1 c9} ==> r8c8≠6", "Z is linked to the last R"),
    ("r1c9{n1 n2}; r1c2{n1 n2 n3}; r1c3{n1 n3 n4}; r2c1{n4 n1}", "xyz4-chain {n1 n2}r1c9 - {n2 n3 n1*}r1c2 - {n3 n4 n1*}r1c3 - {n4 n1}r2c1 ==> r1c1≠1", "one inner variable has z-candidates"),
    ("r5n6{c8 c1}; r2n6{c1 c9}", "nrc2-lr-lasso n6r5{c8 c1} - n6r2{c1 c9} ==> r3c8≠6", "there is no nrc2-lr-lasso"),
    ("r5n6{c8 c1}", "nrc-first2-chain n6r5{c8 c1} - n6r2{c1 c9} ==> r3c8≠6", "there is no nrc-first2-chain"),
    ("r5n6{c8 c1}", "hxy2-chain {c8 c1}r5n6 - {c1 c9}r2n6 ==> r3c8≠6", "there is no hxy2-chain"),
];

#[test]
fn every_clause_refuses() {
    for (state, step, clause) in REFUSED {
        assert_eq!(check(&bare(state), step), Err(clause.to_string()), "{step}");
    }
}

/// Trial and error refutes no true candidate, more in the stronger theories, and nothing that is not refuted.
#[test]
fn trials() {
    let names = ["trial", "trial-w1", "trial-s2", "trial-s3", "trial-s4"];
    let mut counts = [0; 5];
    for line in &random_10k()[..20] {
        let mut model = Model::of_clues(line);
        assert!(model.close(0));
        let solution = solution(&mut Solver::new(), line);
        for label in model.candidates() {
            let (place, digit) = (cell_name(label.0), label.1 + 1);
            let fails = names.map(|name| {
                let step = format!("{name}: {place}={digit} fails ==> {place}≠{digit}");
                check(&model, &step).is_ok()
            });
            assert!(fails.is_sorted(), "{line}: {place}={digit}");
            assert!(!fails[4] || !solution.contains(&label), "{line}: {place}={digit}");
            counts.iter_mut().zip(fails).for_each(|(count, fails)| *count += usize::from(fails));
        }
        let other = check(&model, "trial-s4: r1c1=1 fails ==> r1c1≠2");
        assert!(other.is_err());
    }
    eprintln!("refuted: {counts:?}");
    assert!(counts[..4].is_sorted_by(|a, b| a < b), "{counts:?}");
}

/// Puzzles that whips with loops solve at a lower level.
const LOOP_PUZZLES: &[&str] = &[
    ".72.....43.8.2...6.....5.8..37.........5..4..6..8.9..14...61.92.....2.........6..",
    "...1...3..5.........1.589.6...2.9.7..4......8...73.....864....9......6.17....6...",
];

/// A whip that repeats a left-linking candidate is a whip-loops, but no whip.
#[test]
fn loops_are_refused_as_whips() {
    let ladder = Scale::define("loops", LOOPS).unwrap();
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
    let ladder = Scale::define("test", definition).unwrap();
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
            let text = step.text(name);
            check(model, &text).unwrap_or_else(|clause| panic!("{text}: {clause}"));
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
