//! Our own text of a step by any rule: the steps that the rule finds in the state are printed and compared.
//!
//! Only a text that is equal to a printed one, apart from case and spaces, is recognised. The checker checks
//! the step itself, as everywhere.

use super::judge::{Ground, Judge};
use super::patterns;
use crate::evidence::families::{self, Family, TABLES};
use crate::evidence::{Notation, RuleKind, Step};
use crate::grid::Puzzle;
use crate::proof::{FoundRound, all_hints};
use crate::rules::{ALIASES, RULES, written};
use crate::scale::{ItemSet, Scale, Solver};

/// Work units for the search of one rule at one size.
const BUDGET: u64 = 20_000_000;
/// Most rules that are searched for one text.
const RULES_TRIED: usize = 12;
/// Largest size that is tried if the text names none.
const LARGEST: u8 = 12;

/// Finds steps in the state whose text, before the conclusions, is this one.
pub(super) fn grounds(judge: &Judge, puzzle: &Puzzle, pattern: &str) -> Vec<Ground> {
    let wanted = normal(pattern);
    let mut solver = Solver::new();
    for (rule, sizes) in candidates(pattern) {
        for size in sizes {
            let definition = if size > 0 { format!("{rule}:{size}") } else { rule.to_string() };
            let Ok(scale) = Scale::define("own", &definition) else { continue };
            let items: ItemSet = (0..scale.items.len()).collect();
            let found = all_hints(&mut solver, puzzle, &scale, &items, BUDGET);
            let steps = found.rounds.iter().flat_map(|round| equal(judge, round, &wanted));
            let steps: Vec<Ground> = steps.collect();
            if !steps.is_empty() {
                return steps;
            }
        }
    }
    Vec::new()
}

/// Returns the steps of a round with this text, which the checker accepts.
fn equal(judge: &Judge, found: &FoundRound, wanted: &str) -> Vec<Ground> {
    let info = found.item.rule.info();
    let mut names: Vec<String> = vec![found.item.players_name(), written(info.name), String::new()];
    names.dedup();
    let held = found.grid.candidates();
    let is_equal = |step: &&Step| {
        let texts = names.iter().flat_map(|name| {
            let name = Some(name.as_str()).filter(|name| !name.is_empty());
            let held = Some(&held);
            [Notation::Nrc, Notation::Eureka].map(|notation| step.text_in(info.kind(), name, notation, held))
        });
        texts.map(|text| normal(before_conclusions(&text))).any(|text| text == wanted)
    };
    let ground = |step: &Step| {
        let round = crate::evidence::Round { steps: vec![step.clone()], ..found.round.clone() };
        judge.check_round(round).is_ok().then(|| Ground {
            rule: info.name,
            size: found.round.size,
            step: Step { text: String::new(), matchings: Vec::new(), words: Vec::new(), ..step.clone() },
        })
    };
    found.round.steps.iter().filter(is_equal).filter_map(ground).collect()
}

/// Returns a text up to its last arrow.
fn before_conclusions(text: &str) -> &str {
    text.rfind(" ==> ").or_else(|| text.rfind(" => ")).and_then(|at| text.get(..at)).unwrap_or(text)
}

/// Removes spaces and the difference of case.
fn normal(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// Returns the letters of a name: `xychain` for `xy4-chain`.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

/// Whether texts of the rule are read part by part; then an equal text has nothing more to say.
fn is_read(kind: RuleKind) -> bool {
    let is_modern =
        |family: &Family| matches!(family.notation, families::Notation::Modern | families::Notation::Open);
    families::named(kind.rule).map_or_else(|| patterns::is_read(kind.clause), is_modern)
}

/// Returns the rules whose steps may begin with this name, each with its sizes; 0 for a rule without sizes.
fn candidates(pattern: &str) -> Vec<(&'static str, Vec<u8>)> {
    let name = pattern.split(':').next().unwrap_or_default();
    let first = name.split_whitespace().next().unwrap_or_default();
    let own = if pattern.contains(':') { letters(name) } else { letters(first) };
    let number = first.split(|c: char| !c.is_ascii_digit()).rfind(|digits| !digits.is_empty());
    let number: Option<u8> = number.and_then(|digits| digits.parse().ok());
    let is_named = |rule: &str| {
        let printed = TABLES.iter().copied().flatten().find(|family| family.info.name == rule);
        let aliases = ALIASES.iter().filter(|[_, meaning]| meaning.split(':').next() == Some(rule));
        let names = [rule].into_iter().chain(printed.map(|family| family.printed));
        let mut names = names.chain(aliases.map(|[alias, _]| *alias)).map(letters);
        let is_part = |name: &str| name.len() > 3 && (own.starts_with(name) || own.ends_with(name));
        // Chains of classical notation have braces.
        printed.is_none_or(|_| pattern.contains('{')) && names.any(|name| name == own || is_part(&name))
    };
    let mut all: Vec<(&'static str, Vec<u8>)> = Vec::new();
    let all_rules = RULES.iter().map(|rule| rule.info()).filter(|info| !is_read(info.kind()));
    for info in all_rules.filter(|info| is_named(info.name)) {
        let sizes = match (&info.sizes, number) {
            (None, _) => vec![0],
            (Some(sizes), Some(number)) if sizes.contains(&number) => vec![number],
            (Some(sizes), _) => (*sizes.start()..=*sizes.end().min(&LARGEST)).collect(),
        };
        all.push((info.name, sizes));
    }
    // The longest name first: `trial-w1` before `trial`.
    all.sort_by_key(|(rule, _)| std::cmp::Reverse(rule.len()));
    all.truncate(RULES_TRIED);
    all
}
