//! Steps of all rules, changed at random by the thousand, in states changed at random: the checker accepts
//! only true conclusions. `clauses.rs` asks which clauses refuse some change.

use crate::clauses::Reasons;
use crate::common::{Dice, alone, random_10k, thorough};
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use sudoscope::brute::unique_solution;
use sudoscope::evidence::{Proof, Round, Step};
use sudoscope::grid::{
    Candidate, Candidates, Cell, Cells, Digit, Given, Grid, Puzzle, notation::Variable, parse_puzzle,
};
use sudoscope::proof::{prove, rating_of};
use sudoscope::rules::RULES;
use sudoscope::scale::{DEFAULT_BUDGET, Description, Policy, Scale, Solver};
use sudoscope::verify::Checker;

/// Steps kept of a rule.
const STEPS: usize = 24;

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

/// Changes a name of a candidate, variable or house into another name of the same kind.
fn other_name(text: &mut String, dice: &mut Dice) {
    let candidate = || Candidate::new(Digit::new(0), Cell::new(0));
    let (cell, digit) = (Cell::new(dice.below(81)), Digit::new(dice.below(9)));
    let numbers: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|it| it.0).collect();
    let is_candidate = text.len() == candidate().to_string().len() && text.starts_with('n');
    if is_candidate && dice.below(2) == 0 {
        *text = Candidate::new(digit, cell).to_string();
    } else if numbers.len() == 2 && dice.below(3) == 0 {
        let all = Variable::of(Candidate::new(digit, cell));
        *text = all[dice.below(all.len())].to_string();
    } else if let Some(&at) = numbers.get(dice.below(numbers.len().max(1))) {
        text.replace_range(at..at + 1, &(1 + dice.below(9)).to_string());
    }
}

/// Collects the texts inside `value`.
fn words(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|value| words(value, found)),
        Value::Object(members) => members.values().for_each(|value| words(value, found)),
        _ => {}
    }
}

/// Changes a random part of a round with one step, or a name in all its places.
fn change(round: &mut Value, dice: &mut Dice) {
    if dice.below(5) == 0 {
        let mut names = Vec::new();
        words(&round["steps"][0], &mut names);
        if let Some(from) = names.get(dice.below(names.len().max(1))) {
            let mut to = names[dice.below(names.len())].clone();
            if dice.below(2) == 0 {
                other_name(&mut to, dice);
            }
            replace(round, from, &to);
        }
        return;
    }
    let mut all = Vec::new();
    places(round, String::new(), &mut all);
    // The last place is the round itself.
    all.pop();
    let other = round.pointer(&all[dice.below(all.len())]).cloned().unwrap_or_default();
    match round.pointer_mut(&all[dice.below(all.len())]) {
        Some(Value::String(text)) if other.is_string() && dice.below(2) == 0 => {
            *text = other.as_str().unwrap_or_default().to_string();
        }
        Some(Value::String(text)) => match text.strip_prefix('¬').map(str::to_string) {
            Some(asserted) if dice.below(2) == 0 => *text = asserted,
            None if text.starts_with('n') && dice.below(6) == 0 => text.insert(0, '¬'),
            _ => other_name(text, dice),
        },
        Some(Value::Number(number)) if dice.below(2) == 0 => {
            *number = (number.as_i64().unwrap_or(0) + dice.below(3) as i64 - 1).into();
        }
        Some(Value::Number(number)) => *number = dice.below(10).into(),
        Some(Value::Bool(is)) => *is = !*is,
        Some(Value::Array(list)) if !list.is_empty() => {
            let (at, to) = (dice.below(list.len()), dice.below(list.len()));
            match dice.below(6) {
                0 => _ = list.remove(at),
                1 => list.insert(to, list[at].clone()),
                2 => list.swap(at, to),
                3 => list.truncate(at),
                4 => _ = list.drain(..at),
                _ => list.insert(to, other),
            }
        }
        Some(Value::Array(list)) => list.push(other),
        Some(place) if dice.below(4) == 0 => *place = other,
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

/// Returns puzzles, each with the scale whose proof has the steps to change: each rule alone, on its example
/// and on others; the originals and trial and error on hard puzzles; and puzzles without solution.
fn cases() -> Vec<(String, Scale)> {
    let lines = random_10k();
    let mut all = Vec::new();
    for (k, rule) in RULES.iter().map(|rule| rule.info()).enumerate() {
        let scale = Scale::define(rule.name, &alone(rule, 6)).unwrap();
        let example = &rule.example;
        let own = Scale::named(example.ladder);
        all.push((example.puzzle.to_string(), own.or_else(|_| Scale::define("x", example.ladder)).unwrap()));
        let some = if thorough() { 100 } else { 12 };
        all.extend(lines.iter().skip(k * 12).take(some).map(|line| (line.clone(), scale.clone())));
    }
    let hard = [
        "1...5......7..9.....82....42....7..83.5.6..12..15..36..1.....7.7..64.8..8.2.....5",
        "..4..3....7..8....2.81....6..3....9..8..2....1..7....3......45....8..9....9..5..8",
        "........2..8.1.9..5....3.4....1.93...6..3..8...37......4......53.1.7.8..2........",
    ];
    let others = ["SER", "HoDoKu", "H"].map(|name| Scale::named(name).unwrap());
    for scale in &others {
        let some = lines[..20].iter().cloned().chain(hard.map(str::to_string));
        all.extend(some.map(|line| (line, scale.clone())));
    }
    let trials = Scale::define("trials", "brt,trial,trial-w1,trial-s2").unwrap();
    let forcing = Scale::define("forcing", "brt,forcing-whip:3-6").unwrap();
    let wings = Scale::define("wings", "brt,lc,wxyz-wing").unwrap();
    all.extend(hard[1..].iter().map(|line| (line.to_string(), trials.clone())));
    all.extend(lines[..20].iter().map(|line| (line.clone(), forcing.clone())));
    all.extend(lines[440..470].iter().map(|line| (line.clone(), wings.clone())));
    all
}

/// State of a path.
#[derive(Clone)]
struct At {
    checker: Checker,
    grid: Grid,
    given: Cells,
    /// The solution, if there is one.
    truth: Option<Vec<Digit>>,
    /// The state as text; empty if it cannot be written.
    text: String,
}

impl At {
    /// Begins at a puzzle.
    fn new(puzzle: &str) -> At {
        let clues = Given::from(&parse_puzzle(puzzle.as_bytes()).unwrap()).puzzle();
        let grid = clues.grid();
        let truth = unique_solution(&grid).map(|solution| {
            let digit = |cell| Digit::all().find(|&digit| solution.plane(digit).contains(cell)).unwrap();
            Cell::all().map(digit).collect()
        });
        let checker = Checker::new(puzzle).unwrap();
        At { checker, grid, given: grid.placed(), truth, text: puzzle.to_string() }
    }

    /// Applies the conclusions of a round.
    fn apply(&mut self, round: &Round) {
        let of = |list: fn(&Step) -> &Vec<Candidate>| round.steps.iter().flat_map(list).copied().collect();
        let [eliminated, asserted]: [Candidates; 2] = [of(|step| &step.eliminates), of(|step| &step.asserts)];
        self.grid.eliminate(&eliminated);
        self.grid.place_all(&asserted.0);
        self.text = state_text(&self.grid, self.given).unwrap_or_default();
    }

    /// Changes the state: eliminates false candidates, puts candidates back, or places true values; relations
    /// are forgotten. Nothing true becomes false.
    fn changed(&self, dice: &mut Dice) -> Option<At> {
        let mut at = self.clone();
        for _ in 0..1 + dice.below(4) {
            let cell = Cell::new(dice.below(81));
            let digit = Digit::new(dice.below(9));
            let is_true = self.truth.as_ref().is_some_and(|truth| truth[cell.index()] == digit);
            let one: Candidates = [Candidate::new(digit, cell)].into_iter().collect();
            let is_seen = (at.grid.plane(digit) & at.grid.placed()).intersects(cell.peers());
            match dice.below(4) {
                0 if is_true && !at.grid.placed().contains(cell) => _ = at.grid.place_all(&one.0),
                1 if !is_seen && !at.grid.placed().contains(cell) => at.grid.planes[digit].insert(cell),
                _ if !is_true => at.grid.eliminate(&one),
                _ => {}
            }
        }
        at.text = state_text(&at.grid, at.given)?;
        at.checker = Checker::new(&at.text).ok()?;
        Some(at)
    }
}

/// Returns the text of a state; none of a state with a cell that has neither value nor candidate.
fn state_text(grid: &Grid, given: Cells) -> Option<String> {
    Puzzle::state(&Candidates(grid.planes), grid.placed(), given).map(|state| state.to_string())
}

/// Single step with the state before it.
struct Sample {
    at: At,
    round: Round,
    scale: Scale,
}

/// Adds steps of a proof of which their rule has too few.
fn take_steps(proof: &Proof, steps: &mut BTreeMap<String, Vec<Sample>>) {
    let (name, definition) = (proof.head.scale.clone(), proof.head.definition.clone());
    let scale = Scale::recorded(&Description { name, definition, policy: Policy::AllAtOnce });
    let Ok(scale) = scale.or_else(|_| Scale::named(&proof.head.scale)) else { return };
    let mut at = At::new(&proof.head.puzzle);
    for round in &proof.rounds {
        let own = steps.entry(round.rule.clone()).or_default();
        // A step that asserts, and one of each round's beginning.
        let asserting = round.steps.iter().position(|step| !step.asserts.is_empty());
        for step in [Some(0), asserting.filter(|&step| step > 0)].into_iter().flatten() {
            if own.len() < STEPS {
                let round = Round { steps: vec![round.steps[step].clone()], ..round.clone() };
                own.push(Sample { at: at.clone(), round, scale: scale.clone() });
            }
        }
        at.checker.round(round, rating_of(&scale)).unwrap();
        at.apply(round);
    }
}

/// Changes that were read, those of them that were accepted, and the reasons of refusal.
#[derive(Default)]
struct Tally {
    made: usize,
    accepted: usize,
    reasons: Reasons,
}

impl Tally {
    /// Judges a changed round of one step; panics if a false conclusion is accepted. Returns whether the
    /// checker refused it for a new reason.
    fn judge(&mut self, read: &Round, at: &At, scale: Option<&Scale>) -> bool {
        self.made += 1;
        // Without the scale, a rule and its size may have any rating.
        let judged = match scale {
            Some(scale) => at.checker.clone().round(read, rating_of(scale)),
            None => at.checker.clone().round(read, |_, _, _| Some(0.into())),
        };
        let Err(wrong) = judged else {
            self.accepted += 1;
            let Some(truth) = &at.truth else { return true };
            let is_true = |at: &Candidate| truth[at.cell.index()] == at.digit;
            for step in &read.steps {
                let proves = step.eliminates.len() + step.asserts.len() + step.relates.len();
                assert!(proves > 0, "no contradiction: {read:?}");
                assert!(!step.eliminates.iter().any(is_true), "{read:?}");
                assert!(step.asserts.iter().all(is_true), "{read:?}");
                assert!(step.relates.iter().all(|some| some.iter().any(is_true)), "{read:?}");
            }
            return self.accepted.is_multiple_of(8);
        };
        let is_new = self.reasons.add(&wrong.reason);
        if scale.is_none() {
            self.reasons.keep(&wrong.reason, &at.text, read);
        }
        is_new
    }
}
/// Puts a part of another round of the same rule into the same place.
fn graft(round: &mut Value, other: &Value, dice: &mut Dice) {
    let mut all = Vec::new();
    places(round, String::new(), &mut all);
    let at = &all[dice.below(all.len() - 1)];
    if let (Some(place), Some(part)) = (round.pointer_mut(at), other.pointer(at)) {
        *place = part.clone();
    }
}

/// Makes a step remove a true candidate or place a false one, consistently throughout the step.
fn falsify(round: &mut Value, truth: &[Digit], dice: &mut Dice) {
    let cell = dice.below(81);
    let other = Digit::new((truth[cell].index() + 1 + dice.below(8)) % 9);
    let named = |digit: Digit| Candidate::new(digit, Cell::new(cell)).to_string();
    let first = ["eliminates", "asserts"].map(|of| round["steps"][0][of][0].as_str().map(str::to_string));
    match &first {
        [Some(removed), _] => replace(round, removed, &named(truth[cell])),
        [None, Some(placed)] => replace(round, placed, &named(other)),
        _ => {}
    }
}

/// Changes the steps of a rule. A third of them are made false as a whole. A change that is refused for a new
/// reason is changed further: clauses lie one behind the other.
fn changed(
    samples: &[Sample], alike: &[&String], rules: &[&String], wanted: usize, dice: &mut Dice,
) -> Tally {
    let data = |sample: &Sample| (sample.at.clone(), serde_json::to_value(&sample.round).unwrap());
    let wholes: Vec<(At, Value)> = samples.iter().map(data).collect();
    let (mut tally, mut refused) = (Tally::default(), Vec::<(usize, At, Value)>::new());
    for _ in 0..20 * wanted {
        if tally.made == wanted {
            break;
        }
        let (k, at, whole) = match refused.is_empty() || dice.below(2) == 0 {
            true => {
                let k = dice.below(wholes.len());
                (k, &wholes[k].0, &wholes[k].1)
            }
            false => {
                let (k, at, whole) = &refused[dice.below(refused.len())];
                (*k, at, whole)
            }
        };
        let mut spoilt = whole.clone();
        match dice.below(16) {
            0 => spoilt["rule"] = alike[dice.below(alike.len())].as_str().into(),
            1 => spoilt["rule"] = rules[dice.below(rules.len())].as_str().into(),
            2 => graft(&mut spoilt, &wholes[dice.below(wholes.len())].1, dice),
            _ => (0..1 + dice.below(3)).for_each(|_| change(&mut spoilt, dice)),
        }
        if let Some(truth) = at.truth.as_ref().filter(|_| dice.below(3) == 0) {
            falsify(&mut spoilt, truth, dice);
        }
        let other = if dice.below(4) == 0 { at.changed(dice) } else { None };
        let at = other.as_ref().unwrap_or(at);
        if spoilt == wholes[k].1 && other.is_none() {
            continue;
        }
        let Ok(read) = Round::deserialize(&spoilt) else { continue };
        if tally.judge(&read, at, Some(&samples[k].scale).filter(|_| dice.below(2) == 0)) {
            refused.push((k, at.clone(), spoilt));
        }
    }
    tally
}

/// Reasons for which changed steps were refused.
pub static REASONS: LazyLock<Reasons> = LazyLock::new(|| {
    let renew = std::env::var("RENEW").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let wanted = renew * if thorough() { 20_000 } else { 1_200 };
    let cases = cases();
    let proofs: Vec<Proof> = cases
        .par_iter()
        .map_init(Solver::new, |solver, (line, scale)| {
            let puzzle = parse_puzzle(line.as_bytes()).unwrap().into();
            prove(solver, &puzzle, scale, DEFAULT_BUDGET).1
        })
        .collect();
    let mut steps = BTreeMap::new();
    proofs.iter().for_each(|proof| take_steps(proof, &mut steps));
    let missing: Vec<&str> =
        RULES.iter().map(|rule| rule.info().name).filter(|name| !steps.contains_key(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let all: Vec<(usize, (&String, &Vec<Sample>))> = steps.iter().enumerate().collect();
    let rules: Vec<&String> = steps.keys().collect();
    let of_rule = |&(k, (_, samples)): &(usize, (&String, &Vec<Sample>))| {
        let kind = |samples: &[Sample]| std::mem::discriminant(&samples[0].round.steps[0].because);
        let alike = steps.iter().filter(|(_, its)| kind(its) == kind(samples)).map(|(rule, _)| rule);
        changed(samples, &alike.collect::<Vec<_>>(), &rules, wanted, &mut Dice(5 + k as u64))
    };
    let tallies: Vec<Tally> = all.par_iter().map(of_rule).collect();
    let [made, accepted] = [|tally: &Tally| tally.made, |tally: &Tally| tally.accepted]
        .map(|of| tallies.iter().map(of).sum::<usize>());
    println!("{} rules, {made} changed steps, {accepted} accepted", steps.len());
    assert!(made > 200 * steps.len() && accepted > 0);
    let mut reasons = Reasons::default();
    tallies.iter().for_each(|tally| reasons.extend(&tally.reasons));
    reasons
});

#[test]
fn changed_steps_prove_only_true_conclusions() {
    LazyLock::force(&REASONS);
}
