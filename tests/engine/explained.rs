//! Output of `explain --matching` and `explain --net`, proved again from the definitions.

use crate::binary::{ends, stdout, sudoscope};
use crate::clauses::word;
use crate::common::model::{Label, Model, are_pair, house, label, linked};
use crate::common::random_10k;
use crate::common::relations::{Relations, allows};
use std::collections::{BTreeMap, BTreeSet};
use sudoscope::grid::{Cell, Digit, notation::Variable, parse_puzzle};
use sudoscope::net::Grl;
use sudoscope::scale::{Scale, Solver};

fn explain(args: &[&str]) -> String {
    let output = ends(0, sudoscope(&[&["explain", "--notation", "nrc"], args].concat()));
    stdout(&output)
}

// ---------------------------------------------------------------- --matching

/// Reads a printed cell or digit.
fn member(token: &str) -> Result<Cell, Digit> {
    match token.strip_prefix('n') {
        Some(digit) => Err(Digit::new(digit.parse::<usize>().unwrap() - 1)),
        None => match word(token) {
            Variable::Cell(cell) => Ok(cell),
            other => panic!("{other:?}"),
        },
    }
}

fn set(text: &str) -> BTreeSet<Result<Cell, Digit>> {
    text.split(' ').filter(|token| *token != "nothing").map(member).collect()
}

/// Reads candidates such as `r4c1=2 r7c1=8`: each once, no member and no value twice.
fn pairs(text: &str) -> BTreeSet<Label> {
    let place = |token: &str| {
        let (cell, digit) = token.split_once('=').unwrap();
        label(word(&format!("n{digit}{cell}")))
    };
    let all: BTreeSet<Label> = text.split(' ').filter(|token| *token != "nothing").map(place).collect();
    assert_eq!(all.iter().map(|l| l.0).collect::<BTreeSet<_>>().len(), all.len(), "{text}");
    assert_eq!(all.iter().map(|l| l.1).collect::<BTreeSet<_>>().len(), all.len(), "{text}");
    all
}

/// Returns the largest number of candidates with no two in one cell or of one digit, by brute force.
fn largest(candidates: &[Label]) -> usize {
    let Some((&first, rest)) = candidates.split_first() else { return 0 };
    let compatible = |l: &&Label| l.0 != first.0 && l.1 != first.1;
    let with: Vec<Label> = rest.iter().filter(compatible).copied().collect();
    let upper = candidates.iter().map(|l| l.0).collect::<BTreeSet<_>>().len();
    let best = 1 + largest(&with);
    if best == upper { best } else { best.max(largest(rest)) }
}

/// Checks that all lines under a step hold in the state; returns the candidates that they remove.
fn check_matching(model: &Model, lines: &[&str]) -> BTreeSet<Label> {
    let mut removed = BTreeSet::new();
    let mut current = None;
    for line in lines {
        let (head, tail) = line.rsplit_once(": ").unwrap();
        if !line.starts_with(' ') {
            let (name, head) = head.split_once(": ").unwrap();
            let (members, values) = head.split_once(" have ").unwrap();
            let (members, values) = (set(members), set(values));
            let mut name = name.chars();
            let letter = name.next().unwrap();
            let number = name.next().unwrap() as usize - '1' as usize;
            let cells = house(letter, number);
            // Candidates of the house that belong to the members.
            let of = |members: &BTreeSet<Result<Cell, Digit>>| -> Vec<Label> {
                let labels = cells.iter().flat_map(|&cell| Digit::all().map(move |n| (cell, n)));
                let is_of = |l: &Label| members.contains(&Ok(l.0)) || members.contains(&Err(l.1));
                labels.filter(|l| model.has(*l) && is_of(l)).collect()
            };
            let held = of(&members);
            let are_cells = members.first().unwrap().is_ok();
            let value = |l: &Label| if are_cells { Err(l.1) } else { Ok(l.0) };
            assert_eq!(held.iter().map(value).collect::<BTreeSet<_>>(), values, "{line}");
            assert_eq!(members.len(), values.len(), "{line}: a Hall set");
            let matching = pairs(tail);
            assert_eq!(matching.len(), members.len(), "{line}: all are matched");
            assert!(matching.iter().all(|l| held.contains(l)), "{line}");
            current = Some((cells, members, held, are_cells));
            continue;
        }
        let (cells, members, held, are_cells) = current.as_ref().unwrap();
        let (target, rest) = head.trim().split_once(" leaves ").unwrap();
        let (left, who) = rest.split_once(" for ").unwrap();
        let target = *pairs(target).first().unwrap();
        assert!(cells.contains(&target.0) && model.has(target), "{line}");
        assert!(!members.contains(&Ok(target.0)) && !members.contains(&Err(target.1)), "{line}");
        assert_eq!(set(who), *members, "{line}");
        // If the target is true, its cell and its digit are taken.
        let free: Vec<Label> = held.iter().filter(|l| l.0 != target.0 && l.1 != target.1).copied().collect();
        let value = |l: &Label| if *are_cells { Err(l.1) } else { Ok(l.0) };
        assert_eq!(free.iter().map(value).collect::<BTreeSet<_>>(), set(left), "{line}");
        let most = pairs(tail.strip_suffix(" at most").unwrap());
        assert!(most.iter().all(|l| free.contains(l)), "{line}");
        assert_eq!(most.len(), largest(&free), "{line}: a maximum matching");
        assert!(most.len() < members.len(), "{line}");
        assert!(removed.insert(target), "{line}: twice");
    }
    removed
}

#[test]
fn matchings_prove_what_subsets_exclude() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for line in &random_10k()[..25] {
        for definition in ["brt,alldiff", "brt,naked:2-8", "brt,hidden:2-8"] {
            let ladder = format!("x={definition}");
            let text = explain(&["-l", &ladder, "--matching", line]);
            let lines: Vec<&str> = text.lines().collect();
            let under = |at: usize| -> Vec<&str> {
                let below = lines[at + 1..].iter().map_while(|line| line.strip_prefix("    "));
                below.collect()
            };
            // All steps of one application are found in the same state.
            let steps = lines.iter().enumerate().filter(|(_, line)| line.contains(" ==> "));
            let mut printed = steps.peekable();
            let mut model = Model::of_clues(line);
            let clues = parse_puzzle(line.as_bytes()).unwrap();
            let own = Scale::define("x", definition).unwrap();
            Solver::new().observe(&clues, &own, u64::MAX, &mut |applied| {
                for step in applied.found.steps.as_ref().unwrap() {
                    // Steps that add nothing to the others are not printed.
                    let text = step.text(applied.item.rule.info().name);
                    let Some((at, line)) = printed.next_if(|(_, line)| **line == text) else { continue };
                    let removed = check_matching(&model, &under(at));
                    assert_eq!(removed, step.eliminates.iter().map(|&one| label(one)).collect(), "{line}");
                    let kind = line.split('-').next().unwrap().to_string();
                    *counts.entry(kind).or_insert(0) += usize::from(!removed.is_empty());
                }
                let found = applied.found;
                let [eliminated, asserted] = [found.eliminated, found.asserted];
                model.apply(&Vec::from_iter(eliminated.iter()), &Vec::from_iter(asserted.iter()));
            });
            assert!(printed.next().is_none(), "{line} by {definition}");
        }
    }
    eprintln!("{counts:?}");
    assert!(["all", "naked", "hidden"].iter().all(|&kind| counts[kind] > 20), "{counts:?}");
}

const PUZZLE: &str = "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3...";

#[test]
fn matchings_are_printed_where_asked_for() {
    let text = explain(&["-l", "LC+SS", "--matching", PUZZLE]);
    let expected = "\
all-different-in-a-row: r9 ==> r9c7≠1, r9c9≠8
    r9: r9c1 r9c2 r9c8 have n1 n8 n9: r9c1=8 r9c2=9 r9c8=1
      r9c7=1 leaves n8 n9 for r9c1 r9c2 r9c8: r9c1=8 r9c2=9 at most
      r9c9=8 leaves n1 n9 for r9c1 r9c2 r9c8: r9c1=9 r9c2=1 at most
";
    assert!(text.contains(expected), "{text}");
    let hidden = explain(&["-l", "x=brt,lc,hidden:2", "--matching", PUZZLE]);
    let expected = "
    r5: n6 n8 have r5c1 r5c3: r5c3=6 r5c1=8
      r5c3=1 leaves r5c1 for n6 n8: r5c1=6 at most
";
    assert!(hidden.contains(expected), "{hidden}");
    assert!(!explain(&["-l", "LC+SS", PUZZLE]).contains(" leaves "));
    let json = explain(&["-l", "LC+SS", "--matching", "--format", "json", PUZZLE]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let list = |value: &'static str| move |json: &serde_json::Value| json[value].as_array().cloned();
    let lines: Vec<String> = list("rounds")(&json)
        .into_iter()
        .flatten()
        .flat_map(|round| list("steps")(&round).into_iter().flatten())
        .flat_map(|step| list("matchings")(&step).into_iter().flatten())
        .map(|line| line.as_str().unwrap().to_string())
        .collect();
    // The proof has the lines of all steps, even of steps that are not printed.
    let printed: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    let mut all = lines.iter();
    assert!(!printed.is_empty() && printed.iter().all(|line| all.any(|one| one == line)), "{lines:?}");
}

// ---------------------------------------------------------------- --net

fn named(token: &str) -> Label {
    label(word(token))
}

/// Builds the net of a state, pair by pair.
fn specified(model: &Model) -> (Vec<Label>, Relations) {
    let mut candidates = model.candidates();
    candidates.sort_by_key(|&(cell, digit)| (digit, cell));
    let mut net = Relations::new(candidates.len());
    for (i, &a) in candidates.iter().enumerate() {
        for (k, &b) in candidates.iter().enumerate().skip(i + 1).filter(|(_, b)| linked(a, **b)) {
            net.restrict(i, k, Grl::NAND);
            if are_pair(model, a, b) {
                net.restrict(i, k, Grl::OR);
            }
        }
    }
    (candidates, net)
}

/// The printed net is exactly what triangle resolution adds to the specification.
#[test]
fn nets_are_resolved() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut solver = Solver::new();
    for line in &random_10k()[..40] {
        // Where the first ladder stops, the net may refute more candidates; where the second stops, none.
        for name in ["LC+SS", "LC+SS+BR"] {
            let ladder = Scale::named(name).unwrap();
            let clues = parse_puzzle(line.as_bytes()).unwrap();
            solver.observe(&clues, &ladder, u64::MAX, &mut |_| {});
            let grid = solver.grid();
            let (candidates, net) = specified(&Model::of(grid));
            let mut resolved = net.clone();
            resolved.resolve();
            let pairs = || (0..net.size()).flat_map(|i| (i + 1..net.size()).map(move |k| (i, k)));
            // A variable is false if none of its refined GRLs allows it to be true, and true if none allows
            // it to be false.
            let value = |i: usize| -> Option<bool> {
                let k = if i == 0 { 1 } else { 0 };
                let grl = resolved.grl(i, k);
                let may = [false, true].map(|v| allows(grl, v, false) || allows(grl, v, true));
                match may {
                    [true, false] => Some(false),
                    [false, true] => Some(true),
                    _ => None,
                }
            };
            let text = explain(&["-l", name, "--net", line]);
            let report = text.split("\nnet of ").nth(1).unwrap();
            let head = report.lines().next().unwrap();
            let count = |grl| pairs().filter(|&(i, k)| net.grl(i, k) == grl).count();
            let [nands, xors] = [Grl::NAND, Grl::XOR].map(count);
            let expected = format!("{} candidates: {nands} pairs NAND, {xors} XOR, the others", net.size());
            assert!(head.starts_with(&expected), "{head}: {expected}");
            let mut printed = BTreeSet::new();
            let mut fixed: BTreeMap<Label, bool> = BTreeMap::new();
            for row in report.lines().skip(1) {
                let (names, rest) = row.split_once(": ").unwrap();
                if let "false" | "true" = names {
                    let labels = rest.split(' ').map(named);
                    fixed.extend(labels.map(|label| (label, names == "true")));
                    continue;
                }
                let (x, y) = names.split_once(' ').unwrap();
                let (before, after) = rest.split_once(" -> ").unwrap();
                *counts.entry(after.to_string()).or_insert(0) += 1;
                printed.insert((named(x), named(y), before.to_string(), after.to_string()));
            }
            let expected: BTreeMap<Label, bool> = (0..net.size())
                .filter(|_| net.size() > 1)
                .filter_map(|i| Some((candidates[i], value(i)?)))
                .collect();
            assert_eq!(fixed, expected, "{line}");
            *counts.entry("fixed".to_string()).or_insert(0) += fixed.len();
            let name = |grl: Grl| grl.name().unwrap().to_string();
            let is_stronger = |&(i, k): &(usize, usize)| {
                value(i).is_none() && value(k).is_none() && net.grl(i, k) != resolved.grl(i, k)
            };
            let expected: BTreeSet<_> = pairs()
                .filter(is_stronger)
                .map(|(i, k)| {
                    let (before, after) = (name(net.grl(i, k)), name(resolved.grl(i, k)));
                    (candidates[i], candidates[k], before, after)
                })
                .collect();
            assert!(printed == expected, "{line} by {}", ladder.name);
        }
    }
    eprintln!("{counts:?}");
    for kind in ["XOR", "OR", "EQUALS", "IMPLIED BY", "IMPLIES", "NAND", "fixed"] {
        assert!(counts[kind] > 20, "{kind}: {counts:?}");
    }
}

#[test]
fn the_net_as_json() {
    let text = explain(&["-l", "LC", "--net", PUZZLE]);
    let json = explain(&["-l", "LC", "--net", "--format", "json", PUZZLE]);
    let net = &serde_json::from_str::<serde_json::Value>(&json).unwrap()["net"];
    let rows = net["refined"].as_array().unwrap();
    assert!(!rows.is_empty() && net["contradictory"] == false);
    for row in rows {
        let name = |value: &serde_json::Value| value.as_str().unwrap().to_string();
        let (pair, before, after) = (&row["pair"], &row["specified"], &row["refined"]);
        let line = format!("{} {}: {} -> {}\n", name(&pair[0]), name(&pair[1]), name(before), name(after));
        assert!(text.contains(&line), "{line}");
    }
    assert_eq!(text.matches(" -> ").count(), rows.len());
    // A solved puzzle leaves an empty net; without the option no net is printed.
    assert!(
        explain(&["--net", PUZZLE])
            .ends_with("net of 0 candidates: 0 pairs NAND, 0 XOR, the others unrestricted\n")
    );
    assert!(!explain(&["-l", "LC", PUZZLE]).contains("net of"));
}
