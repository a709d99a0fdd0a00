//! Our own text of a step by any rule: the steps that the rule finds in the state are printed and compared.
//!
//! Only a text that is equal to a printed one, apart from case and spaces, is recognised. The checker checks
//! the step itself, as everywhere.

use super::judge::{Ground, Judge};
use super::patterns;
use crate::evidence::catalogue::Info;
use crate::evidence::families::{self, Family, TABLES};
use crate::evidence::{Notation, RuleKind, Step};
use crate::grid::Puzzle;
use crate::proof::{FoundRound, all_hints};
use crate::rules::{ALIASES, RULES, written};
use crate::scale::{ItemSet, Scale, Solver};

/// Work units for the search of all rules.
const BUDGET: u64 = 20_000_000;
/// Most rules that are searched for one text.
const RULES_TRIED: usize = 12;
/// Largest size that is tried if the text names none.
const LARGEST: u8 = 20;

/// Finds steps in the state whose text, before the conclusions, is this one.
pub(super) fn grounds(judge: &Judge, puzzle: &Puzzle, pattern: &str) -> Vec<Ground> {
    let wanted = normal(pattern);
    let mut solver = Solver::new();
    let mut work = BUDGET;
    for definition in candidates(pattern) {
        let Ok(scale) = Scale::define("own", &definition) else { continue };
        let items: ItemSet = (0..scale.items.len()).collect();
        let found = all_hints(&mut solver, puzzle, &scale, &items, work);
        work = solver.work_left();
        let rounds = found.rounds.iter().chain(&found.after_singles);
        let steps: Vec<Ground> = rounds.flat_map(|round| equal(judge, round, &wanted)).collect();
        if !steps.is_empty() {
            return steps;
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

/// Returns definitions of the rules whose steps may begin with this name: each at the size that the text
/// tells, then each at all sizes.
fn candidates(pattern: &str) -> Vec<String> {
    let name = pattern.split(':').next().unwrap_or_default();
    let first = name.split_whitespace().next().unwrap_or_default();
    let own = [letters(name), letters(first)];
    let number = first.split(|c: char| !c.is_ascii_digit()).rfind(|digits| !digits.is_empty());
    let number: Option<u8> = number.and_then(|digits| digits.parse().ok());
    let is_named = |info: &Info| {
        let rule = info.name;
        let printed = TABLES.iter().copied().flatten().find(|family| family.info.name == rule);
        let aliases = ALIASES.iter().filter(|[_, meaning]| meaning.split(':').next() == Some(rule));
        let example = info.example.step.split([' ', ':']).next().unwrap_or_default();
        let names = [rule, example].into_iter().chain(printed.map(|family| family.printed));
        let mut names = names.chain(aliases.map(|[alias, _]| *alias)).map(letters);
        let is_name = |own: &str, name: &str| {
            own == name || name.len() > 3 && (own.starts_with(name) || own.ends_with(name))
        };
        // Chains of classical notation have braces.
        let may_be = printed.is_none_or(|_| pattern.contains('{'));
        may_be && names.any(|name: String| own.iter().any(|own| is_name(own, &name)))
    };
    let all_rules = RULES.iter().map(|rule| rule.info()).filter(|info| !is_read(info.kind()));
    let mut named: Vec<&Info> = all_rules.filter(|info| is_named(info)).collect();
    // The longest name first: `trial-w1` before `trial`.
    named.sort_by_key(|info| std::cmp::Reverse(info.name.len()));
    named.truncate(RULES_TRIED);
    let told = named.iter().filter_map(|info| {
        let sizes = info.sizes.as_ref();
        let size = number.filter(|number| sizes.is_some_and(|sizes| sizes.contains(number)));
        size.map(|size| format!("{}:{size}", info.name)).or(sizes.is_none().then(|| info.name.to_string()))
    });
    let all = named.iter().filter_map(|info| {
        let sizes = info.sizes.as_ref()?;
        Some(format!("{}:{}-{}", info.name, sizes.start(), sizes.end().min(&LARGEST)))
    });
    told.chain(all).collect()
}
