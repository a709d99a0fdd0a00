//! The techniques of a configuration file: which are on, in which order, and what each gives.

use super::{Assigned, Value, levels};
use std::collections::HashMap;
use std::sync::LazyLock;
use sudoscope_engine::scale::hodoku_techniques;

/// Properties of a technique; those after the first five decide no path.
const KEYS: &[&str] = &[
    "type",
    "index",
    "enabled",
    "level",
    "baseScore",
    "adminScore",
    "category",
    "allStepsEnabled",
    "indexProgress",
    "enabledProgress",
    "enabledTraining",
    "",
];

/// Bound of a technique's place in a list.
const MAX_PLACES: usize = 1000;

/// A technique of HoDoKu.
pub(super) struct Technique {
    pub index: i64,
    pub kind: &'static str,
    /// Name in definitions; `None` if this program lacks the technique.
    pub name: Option<&'static str>,
    /// Level, from 1.
    pub level: i64,
    pub score: i64,
}

/// The techniques by their places in a file. The table has index, type, and the name in definitions or, for
/// techniques that this program lacks, level and score.
pub(super) static TECHNIQUES: LazyLock<Vec<Technique>> = LazyLock::new(|| {
    let technique = |line: &'static str| {
        let mut fields = line.split('\t');
        let (index, kind, name) = (fields.next()?.parse().ok()?, fields.next()?, fields.next()?);
        let own = hodoku_techniques().find(|(own, ..)| *own == name);
        let (level, score) = match own {
            Some((_, level, score)) => (i64::from(level) + 1, i64::from(score)),
            None => (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?),
        };
        Some(Technique { index, kind, name: own.map(|(name, ..)| name), level, score })
    };
    include_str!("../hcfg.tsv").lines().skip(1).filter_map(technique).collect()
});

/// Returns the assignments to techniques as stages of a definition, with their lines.
pub(super) fn stages(assigned: &Assigned) -> Result<Vec<(usize, String)>, String> {
    let mut stages = Vec::new();
    // Techniques that are enabled, by index.
    let mut asked: Vec<(i64, &str)> = Vec::new();
    let mut seen = HashMap::new();
    for place in places(assigned)? {
        let Some(technique) = technique_at(place, assigned)? else { continue };
        let (kind, line) = (technique.kind, assigned.line(&path(place, "type")));
        if let Some(other) = seen.insert(kind, line) {
            let line = line.max(other);
            return Err(format!("line {line}: the technique {kind} stands in two places"));
        }
        let on_path = path(place, "enabled");
        let is_on = assigned.switch(&on_path, technique.name.is_some())?;
        let name = match technique.name {
            Some(name) => name,
            None if is_on => {
                let line = assigned.line(&on_path);
                return Err(format!("line {line}: {kind} is on, but it is not here"));
            }
            None => continue,
        };
        if is_on {
            asked.push((assigned.number(&path(place, "index"), technique.index)?, name));
        } else {
            stages.push((assigned.line(&on_path), format!("off={name}")));
        }
        let given = given_at(place, technique, assigned)?;
        stages.extend(given.map(|(line, given)| (line, format!("{given}={name}"))));
    }
    stages.extend(order(asked).map(|order| (assigned.line("solverSteps"), order)));
    Ok(stages)
}

/// The path to a property of the technique at a place.
fn path(place: usize, key: &str) -> String {
    format!("solverSteps[{place}].{key}")
}

/// The places where there is a technique, by default or as the file has it.
fn places(assigned: &Assigned) -> Result<Vec<usize>, String> {
    let mut places: Vec<usize> = (0..TECHNIQUES.len()).collect();
    for path in assigned.values.keys() {
        let Some((place, key)) = path.strip_prefix("solverSteps[").and_then(|rest| rest.split_once(']'))
        else {
            continue;
        };
        let key = key.trim_start_matches('.');
        match place.parse::<usize>() {
            Ok(place) if place < MAX_PLACES && KEYS.contains(&key) => places.push(place),
            _ => return Err(format!("line {}: there is no '{path}' in HoDoKu", assigned.line(path))),
        }
    }
    places.sort_unstable();
    places.dedup();
    Ok(places)
}

/// The technique at a place; nothing where there is none, or what stands for none.
fn technique_at(place: usize, assigned: &Assigned) -> Result<Option<&'static Technique>, String> {
    let path = path(place, "type");
    let Some(kind) = assigned.get(&path) else { return Ok(None) };
    let line = assigned.line(&path);
    let Value::Text(kind) = kind else {
        return Err(format!("line {line}: '{path}' names no technique"));
    };
    if ["INCOMPLETE", "GIVE_UP"].contains(&&*kind) {
        return Ok(None);
    }
    let technique = TECHNIQUES.iter().find(|technique| technique.kind == kind);
    let unknown = || format!("line {line}: there is no technique '{kind}' in HoDoKu");
    technique.ok_or_else(unknown).map(Some)
}

/// The level and score that a technique gives, where they are not HoDoKu's, and the line.
fn given_at(
    place: usize, technique: &Technique, assigned: &Assigned,
) -> Result<Option<(usize, String)>, String> {
    let level = assigned.number(&path(place, "level"), technique.level)?;
    let score = assigned.number(&path(place, "baseScore"), technique.score)?;
    let mut given = Vec::new();
    if level != technique.level {
        let name = usize::try_from(level - 1).ok().and_then(|at| levels().0.get(at));
        let line = || assigned.line(&path(place, "level"));
        let wrong = || format!("line {}: {level} is no level: 1 is Easy, 5 is Extreme", line());
        given.push(name.ok_or_else(wrong)?.to_string());
    }
    if score != technique.score {
        given.push(score.to_string());
    }
    let key = if score != technique.score { "baseScore" } else { "level" };
    Ok((!given.is_empty()).then(|| (assigned.line(&path(place, key)), given.join(" "))))
}

/// The stage that puts techniques, given with their indices, in order; nothing if that is HoDoKu's.
fn order(mut asked: Vec<(i64, &str)>) -> Option<String> {
    let default = TECHNIQUES.iter().filter_map(|technique| technique.name);
    let default: Vec<&str> = default.filter(|name| asked.iter().any(|it| it.1 == *name)).collect();
    asked.sort_by_key(|(index, _)| *index);
    let differs = |at: &usize| asked.get(*at).map(|it| it.1) != default.get(*at).copied();
    let first = (0..asked.len()).find(differs)?;
    let last = (0..asked.len()).rfind(differs)?;
    let names: Vec<&str> = asked.iter().map(|it| it.1).skip(first).take(last + 1 - first).collect();
    Some(format!("order={}", names.join("+")))
}
