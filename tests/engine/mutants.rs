//! Steps of recent kinds, changed at random by the thousand: the checker accepts only true conclusions.

use crate::common::{Dice, alone, random_10k, thorough};
use serde_json::Value;
use std::collections::BTreeMap;
use sudoscope::brute::unique_solution;
use sudoscope::evidence::{Proof, Round};
use sudoscope::grid::{Candidate, Cell, Digit, Grid, parse_puzzle};
use sudoscope::proof::{prove, rating_of};
use sudoscope::rules::RULES;
use sudoscope::scale::{DEFAULT_BUDGET, Description, Policy, Scale, Solver};
use sudoscope::verify::Checker;

/// Kinds of steps: HoDoKu's chains, nets and guesses (`implied`, `only-solution`), blossom loops, colours,
/// deadly patterns.
const KINDS: [(&str, &[&str]); 5] = [
    ("implied", &["hodoku-forcing-"]),
    ("only-solution", &["hodoku-brute-force", "hodoku-give-up"]),
    ("blossom loop", &["blossom-loop"]),
    ("colours", &["simple-colour", "multi-colour", "colour-", "3d-medusa"]),
    ("deadly", &["extended-rectangle", "external-ur", "bug-lite", "reverse-bug", "hidden-ar", "ur-wing"]),
];

fn kind_of(rule: &str) -> Option<usize> {
    KINDS.iter().position(|(_, rules)| rules.iter().any(|name| rule.starts_with(name)))
}

/// Collects the JSON pointers of `value` and of all values inside it.
fn places(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            (0..).zip(list).for_each(|(k, value): (usize, _)| places(value, format!("{at}/{k}"), found));
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| places(value, format!("{at}/{name}"), found));
        }
        _ => {}
    }
    found.push(at);
}

/// Changes a random part of a step.
fn change(step: &mut Value, dice: &mut Dice) {
    let mut all = Vec::new();
    places(step, String::new(), &mut all);
    let other = step.pointer(&all[dice.below(all.len())]).cloned().unwrap_or_default();
    match step.pointer_mut(&all[dice.below(all.len())]) {
        Some(Value::String(text)) if other.is_string() && dice.below(2) == 0 => {
            *text = other.as_str().unwrap_or_default().to_string();
        }
        Some(Value::String(text)) => {
            let digits: Vec<usize> =
                text.match_indices(|c: char| c.is_ascii_digit()).map(|it| it.0).collect();
            if !digits.is_empty() {
                let at = digits[dice.below(digits.len())];
                text.replace_range(at..at + 1, &(1 + dice.below(9)).to_string());
            }
        }
        Some(Value::Number(number)) => *number = dice.below(10).into(),
        Some(Value::Bool(is)) => *is = !*is,
        Some(Value::Array(list)) if !list.is_empty() => {
            let (at, to) = (dice.below(list.len()), dice.below(list.len()));
            match dice.below(4) {
                0 => _ = list.remove(at),
                1 => list.insert(to, list[at].clone()),
                2 => list.swap(at, to),
                _ => list.insert(to, other),
            }
        }
        _ => {}
    }
}

/// Replaces a text everywhere in the step.
fn replace(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::String(text) if text == from => *text = to.to_string(),
        Value::Array(list) => list.iter_mut().for_each(|value| replace(value, from, to)),
        Value::Object(members) => members.values_mut().for_each(|value| replace(value, from, to)),
        _ => {}
    }
}

/// Returns proofs with steps of these kinds.
fn proofs() -> Vec<Proof> {
    let mut solver = Solver::new();
    let mut all = Vec::new();
    let mut add = |line: &str, scale: &Scale| {
        let puzzle = parse_puzzle(line.as_bytes()).unwrap().into();
        all.push(prove(&mut solver, &puzzle, scale, DEFAULT_BUDGET).1);
    };
    for rule in RULES.iter().map(|rule| rule.info()).filter(|info| kind_of(info.name).is_some()) {
        let scale = Scale::define(rule.name, &alone(rule, 6)).unwrap();
        random_10k()[..150].iter().for_each(|line| add(line, &scale));
    }
    let scale = Scale::named("HoDoKu").unwrap();
    for line in [
        "1...5......7..9.....82....42....7..83.5.6..12..15..36..1.....7.7..64.8..8.2.....5",
        "..4..3....7..8....2.81....6..3....9..8..2....1..7....3......45....8..9....9..5..8",
        "........2..8.1.9..5....3.4....1.93...6..3..8...37......4......53.1.7.8..2........",
    ] {
        add(line, &scale);
    }
    all
}

/// Single step with the checker in the state before it, and the solution.
struct Sample {
    checker: Checker,
    round: Round,
    scale: Scale,
    truth: Vec<Digit>,
}

/// Changed steps that the checker accepts prove only true conclusions. Half of them are made to remove a true
/// candidate or to place a false one, consistently throughout the step, and are never accepted.
#[test]
fn what_is_accepted_of_changed_steps_is_right() {
    let wanted = if thorough() { 10_000 } else { 1_000 };
    let mut steps: [Vec<Sample>; KINDS.len()] = Default::default();
    for proof in proofs() {
        let clues = parse_puzzle(proof.head.puzzle.to_string().as_bytes()).unwrap();
        let Some(solution) = unique_solution(&Grid::from_clues(&clues)) else { continue };
        let digit = |cell: Cell| Digit::all().find(|&digit| solution.plane(digit).contains(cell)).unwrap();
        let truth: Vec<Digit> = Cell::all().map(digit).collect();
        let (name, definition) = (proof.head.scale.clone(), proof.head.definition.clone());
        let scale = Scale::recorded(&Description { name, definition, policy: Policy::AllAtOnce });
        let Ok(scale) = scale.or_else(|_| Scale::named(&proof.head.scale)) else { continue };
        let mut checker = Checker::new(&proof.head.puzzle).unwrap();
        for round in &proof.rounds {
            if let Some(kind) = kind_of(&round.rule).filter(|&kind| steps[kind].len() < 60) {
                let one = |step| Round { steps: vec![step], ..round.clone() };
                for round in round.steps.iter().take(3).cloned().map(one) {
                    let (checker, scale, truth) = (checker.clone(), scale.clone(), truth.clone());
                    steps[kind].push(Sample { checker, round, scale, truth });
                }
            }
            checker.round(round, rating_of(&scale)).unwrap();
        }
    }
    let (mut dice, mut counts) = (Dice(5), BTreeMap::new());
    for ((kind, _), steps) in KINDS.iter().zip(&steps) {
        let [made, accepted] = counts.entry(kind).or_insert([0, 0]);
        let mut before = 0;
        while *made < wanted && before < 100 * wanted && !steps.is_empty() {
            before += 1;
            let Sample { checker, round, scale, truth } = &steps[dice.below(steps.len())];
            let whole = serde_json::to_value(round).unwrap();
            let mut spoilt = whole.clone();
            let Some(step) = spoilt.pointer_mut("/steps/0") else { unreachable!() };
            (0..1 + dice.below(3)).for_each(|_| change(step, &mut dice));
            let first = ["eliminates", "asserts"].map(|of| step[of][0].as_str().map(str::to_string));
            if dice.below(2) == 0 {
                let cell = dice.below(81);
                let other = Digit::new((truth[cell].index() + 1 + dice.below(8)) % 9);
                let named = |digit: Digit| Candidate::new(digit, Cell::new(cell)).to_string();
                match &first {
                    [Some(removed), _] => replace(step, removed, &named(truth[cell])),
                    [None, Some(placed)] => replace(step, placed, &named(other)),
                    _ => {}
                }
            }
            let Ok(read) = serde_json::from_value::<Round>(spoilt.clone()) else { continue };
            if spoilt == whole {
                continue;
            }
            *made += 1;
            if checker.clone().round(&read, rating_of(scale)).is_ok() {
                *accepted += 1;
                for step in &read.steps {
                    let is_true = |at: &Candidate| truth[at.cell.index()] == at.digit;
                    assert!(!step.eliminates.iter().any(is_true), "{kind}: {spoilt}");
                    assert!(step.asserts.iter().all(is_true), "{kind}: {spoilt}");
                }
            }
        }
    }
    println!("{counts:?}");
    assert!(counts.values().all(|[made, _]| *made == wanted), "{counts:?}");
}
