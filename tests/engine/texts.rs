//! No two different evidences of a state print the same text.
//!
//! Two steps of a round with the same text have the same evidence. Besides, each step is changed in all small
//! ways: a number, a letter or a sign of a word, an element of a list. The changed step has another text, or
//! the checker refuses it. Parts that texts leave out do not count as changes ([`said`]).

use crate::common::{alone, random_10k, thorough};
use rayon::prelude::*;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use sudoscope::evidence::{Clause, Round, RuleKind, Step};
use sudoscope::grid::parse_puzzle;
use sudoscope::proof::{rating_of, round};
use sudoscope::rule::Rule;
use sudoscope::rules::RULES;
use sudoscope::scale::{Scale, Solver};
use sudoscope::verify::Checker;

/// Reduces a step to the parts in its text, which leaves out what the state implies: the singles that lead to
/// a contradiction; the house in which two candidates are the only two; the earlier candidate that excludes
/// an ignored one; the sets of a house whose cells are all different; the house of a last digit. Words of a
/// list are sorted.
fn said(rule: &str, value: &Value) -> Value {
    let said = |value: &Value| said(rule, value);
    let part = |(key, value): (&String, &Value)| {
        let value = match (&**key, value) {
            ("only" | "all" | "empties" | "end", _) | ("from", Value::Number(_)) => Value::Null,
            ("moves", Value::Array(list)) => {
                list.iter().filter_map(|one| one.get("refuted")).map(said).collect()
            }
            ("ignored", Value::Array(list)) => said(&list.iter().map(|one| one[0].clone()).collect()),
            ("all-different", Value::Object(map)) => map["house"].clone(),
            ("single", _) if RuleKind::named(rule).clause == Clause::LastDigit => Value::Null,
            _ => said(value),
        };
        (key.clone(), value)
    };
    match value {
        Value::Array(list) => {
            let mut list: Vec<Value> = list.iter().map(said).collect();
            if list.iter().all(|one| one.is_string()) {
                list.sort_by_key(|one| one.to_string());
            }
            list.into()
        }
        Value::Object(map) => Value::Object(map.iter().map(part).collect::<Map<_, _>>()),
        one => one.clone(),
    }
}

/// Collects the JSON pointers of the parts of a value that texts include.
fn parts(value: &Value, at: String, all: &mut Vec<String>) {
    let each: Vec<(String, &Value)> = match value {
        Value::Array(list) => list.iter().enumerate().map(|(k, part)| (k.to_string(), part)).collect(),
        Value::Object(map) => map.iter().map(|(key, part)| (key.clone(), part)).collect(),
        _ => Vec::new(),
    };
    let is_in_trace = at.ends_with("/moves");
    for (key, part) in each.into_iter().filter(|(_, part)| !is_in_trace || part.get("refuted").is_some()) {
        parts(part, format!("{at}/{key}"), all);
    }
    all.push(at);
}

/// Returns a value with a number, letter or sign changed, an element left out, or two elements exchanged.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::String(word) => {
            let negated = word.strip_prefix('¬').map_or(format!("¬{word}"), str::to_string);
            let turned = word.char_indices().flat_map(|(at, c)| {
                let others = if c.is_ascii_digit() { "123456789" } else { "nrcb" };
                let put = move |other| format!("{}{other}{}", &word[..at], &word[at + c.len_utf8()..]);
                others.chars().filter(move |&other| other != c).map(put)
            });
            turned.chain([negated]).map(Value::from).collect()
        }
        Value::Number(number) => {
            let number = number.as_i64().unwrap();
            let least = if number < 0 { number - 2 } else { (number - 2).max(0) };
            (least..number + 3).filter(|&other| other != number).map(Value::from).collect()
        }
        Value::Array(list) => {
            let without = |at| [&list[..at], &list[at + 1..]].concat().into();
            let exchanged = |at| {
                let mut list = list.clone();
                list.swap(at, at - 1);
                list.into()
            };
            (0..list.len()).map(without).chain((1..list.len()).map(exchanged)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the step as a JSON value.
fn data(step: &Step) -> Value {
    serde_json::to_value(Step { text: String::new(), matchings: Vec::new(), ..step.clone() }).unwrap()
}

/// Changes a step in up to `most` places; returns the number of changes that give another step.
fn change(checker: &Checker, round: &Round, step: &Step, most: usize) -> usize {
    let (rule, text, mut count) = (&round.rule, step.text(&round.rule), 0);
    let step = data(step);
    let (own, mut places) = (said(rule, &step), Vec::new());
    parts(&step, String::new(), &mut places);
    for place in places.iter().step_by(places.len().div_ceil(most)) {
        for other in others(step.pointer(place).unwrap()) {
            let mut data = step.clone();
            *data.pointer_mut(place).unwrap() = other;
            if said(rule, &data) == own {
                continue;
            }
            let Ok(other) = serde_json::from_value::<Step>(data) else { continue };
            count += 1;
            if other.text(rule) == text {
                let round = Round { steps: vec![other.clone()], ..round.clone() };
                let accepted = checker.clone().round(&round, |_, _, _| Some(0.into())).is_ok();
                assert!(!accepted, "{rule}: {text}\n{step}\n{other:?}");
            }
        }
    }
    count
}

/// Different evidences of a rule have different texts, in its example and in states that locked candidates
/// leave.
#[test]
fn two_evidences_have_two_texts() {
    let lines = random_10k();
    let changes = |rule: &&'static dyn Rule| {
        let info = rule.info();
        let own = |line: &String| (line.clone(), alone(info, 5));
        let (first, changes) = if thorough() { (20, 60) } else { (1, 20) };
        let cases = lines[..first].iter().map(own);
        let mut count = 0;
        for (line, ladder) in cases.chain([(info.example.puzzle.into(), info.example.ladder.into())]) {
            let scale = Scale::named(&ladder).or_else(|_| Scale::define("x", &ladder)).unwrap();
            let (clues, mut checker) = (parse_puzzle(line.as_bytes()).unwrap(), Checker::new(&line).unwrap());
            Solver::new().observe(&clues, &scale, 100_000_000, &mut |applied| {
                let (round, mut texts) = (round(&applied, &scale), BTreeMap::new());
                for step in &round.steps {
                    let (text, own) = (step.text(&round.rule), said(&round.rule, &data(step)));
                    let same = texts.insert(text, own.clone()).is_none_or(|before| before == own);
                    assert!(same, "{line}: {}", step.text(&round.rule));
                }
                let own = round.steps.iter().filter(|_| round.rule == info.name);
                count += own.take(3).map(|step| change(&checker, &round, step, changes)).sum::<usize>();
                checker.round(&round, rating_of(&scale)).unwrap();
            });
        }
        assert!(count > 0, "{} shows nothing that could be changed", info.name);
        count
    };
    let count: usize = RULES.par_iter().map(changes).sum();
    assert!(count > 40_000, "{count}");
}
