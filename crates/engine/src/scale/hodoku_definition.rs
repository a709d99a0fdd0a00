//! Definitions of HoDoKu with the user's own settings: `HoDoKu`, followed by each difference from its
//! defaults.
//!
//! ```text
//!   HoDoKu,off=forcing-net,order=w-wing+skyscraper,Hard 120=x-wing,Easy<=700,chain-links:30
//!          │               │                       │               │         └─ reach of a search
//!          │               │                       │               └─ highest score of a level
//!          │               │                       └─ a technique's level, its points, or both
//!          │               └─ new order of these techniques among their own positions
//!          └─ techniques left out
//! ```

// This file reads outside input, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::ScaleError;
use super::heads::Head;
use crate::evidence::{HODOKU, HODOKU_LEVELS, HodokuRow, HodokuTechnique};
use crate::hodoku::settings::{Asked, Reach, Settings, call_of};
use crate::hodoku::{Call, ORDER};
use crate::rules::plain;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// First stage of such a definition.
pub(super) const HODOKU_ALONE: &str = "HoDoKu";

/// Whether a definition is one of HoDoKu.
pub(super) fn is_of_hodoku(definition: &str) -> bool {
    definition.split(',').next().is_some_and(|first| first.trim() == HODOKU_ALONE)
}

/// A setting that limits the reach of a search.
struct Bound {
    name: &'static str,
    range: RangeInclusive<usize>,
    of: fn(&mut Reach) -> &mut usize,
}

/// Most links of a chain, which has at most two candidates of each cell.
const MOST_LINKS: usize = 162;

const BOUNDS: &[Bound] = &[
    Bound { name: "chain-links", range: 3..=MOST_LINKS, of: |reach| &mut reach.links },
    Bound { name: "fins", range: 1..=10, of: |reach| &mut reach.fins },
    Bound { name: "endo-fins", range: 0..=10, of: |reach| &mut reach.endo_fins },
    Bound { name: "net-rounds", range: 0..=20, of: |reach| &mut reach.rounds },
    Bound { name: "empty-rectangle-places", range: 2..=3, of: |reach| &mut reach.places },
];

/// Names of the groups of techniques that are searched together, by their first, and of BUG+1 without its
/// `+`.
const TOGETHER: &[(HodokuTechnique, &str)] = &[
    (HodokuTechnique::Bug, "bug1"),
    (HodokuTechnique::ColoursTrap, "simple-colors"),
    (HodokuTechnique::MultiColours1, "multi-colors"),
    (HodokuTechnique::ContinuousLoop, "nice-loop"),
    (HodokuTechnique::GroupedContinuousLoop, "grouped-nice-loop"),
    (HodokuTechnique::ForcingChainContradiction, "forcing-chain"),
    (HodokuTechnique::ForcingNetContradiction, "forcing-net"),
];

/// Lists the techniques that HoDoKu asks, in its order: name in definitions, level (from 0) and points of a
/// step.
///
/// ```
/// assert_eq!(sudoscope_engine::scale::hodoku_techniques().nth(13), Some(("x-wing", 2, 140)));
/// ```
pub fn hodoku_techniques() -> impl Iterator<Item = (&'static str, u32, u32)> {
    ORDER.iter().map(|&call| (name_of(call), call.row().level, call.row().score))
}

/// Lists the bounds of HoDoKu's searches: name in definitions, and default.
///
/// ```
/// assert_eq!(sudoscope_engine::scale::hodoku_bounds().next(), Some(("chain-links", 20)));
/// ```
pub fn hodoku_bounds() -> impl Iterator<Item = (&'static str, usize)> {
    let default = |bound: &Bound| (bound.name, *(bound.of)(&mut Reach::default()));
    BOUNDS.iter().map(default)
}

fn name_of(call: Call) -> &'static str {
    let together = TOGETHER.iter().find(|(first, _)| *first == call).map(|(_, name)| *name);
    together.unwrap_or_else(|| short(call.row().info.name))
}

/// Returns a name without the prefix that distinguishes it from a rule's.
fn short(name: &str) -> &str {
    name.strip_prefix("hodoku-").unwrap_or(name)
}

/// Finds a call by its own name, by the name of one of its techniques, or by a name that HoDoKu prints.
fn call_named(text: &str) -> Result<Call, ScaleError> {
    let name = plain(text);
    let name = short(&name);
    let is_it = |(technique, row): &&(HodokuTechnique, HodokuRow)| {
        short(row.info.name) == name && *technique != HodokuTechnique::GiveUp || plain(row.called) == name
    };
    let together = ORDER.iter().find(|&&call| name_of(call) == name).copied();
    let call = together.or_else(|| HODOKU.iter().find(is_it).and_then(|(technique, _)| call_of(*technique)));
    call.ok_or_else(|| ScaleError::UnknownTechnique(text.trim().to_string()))
}

/// Finds the calls named in a text, separated by `+`; the `+` of BUG+1 separates nothing.
fn calls_named(text: &str) -> Result<Vec<Call>, ScaleError> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split('+') {
        match names.last_mut() {
            Some(last) if part.trim() == "1" => *last += "+1",
            _ => names.push(part.to_string()),
        }
    }
    names.iter().map(|name| call_named(name)).collect()
}

/// Reads the settings of a definition.
pub(super) fn settings(definition: &str) -> Result<Settings, ScaleError> {
    let mut settings = Settings::default();
    let mut seen = HashSet::new();
    for stage in definition.split(',').skip(1).map(str::trim) {
        if stage.is_empty() {
            return Err(ScaleError::Empty(definition.to_string()));
        }
        let mut once = |what: String| match seen.insert(what) {
            true => Ok(()),
            false => Err(ScaleError::Twice(stage.to_string())),
        };
        match stage.rsplit_once('=') {
            Some((level, limit)) if level.trim_end().ends_with('<') => {
                let level = level.trim_end().trim_end_matches('<').trim();
                once(level.to_string())?;
                let of_level = settings.limits.get_mut(level_named(level)? as usize);
                let limit = limit.trim().parse().ok();
                let bad = || ScaleError::BadSetting(stage.to_string());
                *of_level.ok_or_else(bad)? = limit.ok_or_else(bad)?;
            }
            Some((head, names)) => {
                let calls = calls_named(names)?;
                let kind = if ["off", "order"].contains(&head.trim()) { head.trim() } else { "" };
                calls.iter().try_for_each(|call| once(format!("{kind} {call:?}")))?;
                match kind {
                    "off" => settings.asked.retain(|asked| !calls.contains(&asked.call)),
                    "order" => put_in_order(&mut settings.asked, &calls),
                    _ => rate(&mut settings.asked, head, &calls)?,
                }
            }
            None => {
                let (name, number) = stage.split_once(':').unwrap_or((stage, ""));
                let bound = BOUNDS.iter().find(|bound| bound.name == plain(name));
                let bound = bound.ok_or_else(|| ScaleError::BadSetting(stage.to_string()))?;
                once(bound.name.to_string())?;
                let number = number.trim().parse().ok().filter(|number| bound.range.contains(number));
                let bad = || ScaleError::BadBound(bound.name, *bound.range.start(), *bound.range.end());
                *(bound.of)(&mut settings.reach) = number.ok_or_else(bad)?;
            }
        }
    }
    Ok(settings)
}

fn level_named(name: &str) -> Result<u32, ScaleError> {
    let at = HODOKU_LEVELS.iter().position(|level| level.eq_ignore_ascii_case(name));
    at.map(|at| at as u32).ok_or_else(|| ScaleError::UnknownLevel(name.to_string()))
}

/// Reorders these calls among the places that they have: the first call gets the first place.
fn put_in_order(asked: &mut [Asked], calls: &[Call]) {
    let of_call = |call: &Call| asked.iter().find(|asked| asked.call == *call).copied();
    let mut in_order = calls.iter().filter_map(of_call).collect::<Vec<_>>().into_iter();
    for own in asked.iter_mut().filter(|asked| calls.contains(&asked.call)) {
        *own = in_order.next().unwrap_or(*own);
    }
}

/// Gives the steps of these calls the level and the points of the head.
fn rate(asked: &mut [Asked], head: &str, calls: &[Call]) -> Result<(), ScaleError> {
    let parsed = Head::parse(head)?;
    let bad = || ScaleError::BadHead(head.trim().to_string());
    let (level, points) = parsed.level_and_points().ok_or_else(bad)?;
    let level = level.map(level_named).transpose()?;
    for own in asked.iter_mut().filter(|asked| calls.contains(&asked.call)) {
        own.level = level.unwrap_or(own.level);
        own.score = points.unwrap_or(own.score);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(definition: &str) -> Vec<String> {
        let settings = settings(definition).unwrap();
        let asked = settings.asked.iter();
        asked
            .map(|it| format!("{} {} {}", name_of(it.call), HODOKU_LEVELS[it.level as usize], it.score))
            .collect()
    }

    #[test]
    fn settings_are_read() {
        assert_eq!(settings("HoDoKu").unwrap(), Settings::default());
        let own = asked("HoDoKu");
        let other = asked(
            "HoDoKu, off=forcing-net+Brute Force, order = w-wing+skyscraper , Medium 120=x-wing+swordfish,\
             7=hodoku-bug+1,Extreme=aic",
        );
        assert_eq!(other.len(), own.len() - 2);
        let place = |name: &str| other.iter().position(|it| it.starts_with(&format!("{name} "))).unwrap();
        assert_eq!(own.iter().position(|it| it.starts_with("skyscraper")), Some(place("w-wing")));
        assert_eq!(own.iter().position(|it| it.starts_with("w-wing")), Some(place("skyscraper")));
        assert_eq!(other[place("swordfish")], "swordfish Medium 120");
        assert_eq!(other[place("nice-loop")], "nice-loop Extreme 280");
        let changed = settings("HoDoKu,Easy<=700,unfair <= 9,chain-links:30,fins:1,empty-rectangle-places:2");
        let Settings { limits, reach, .. } = changed.unwrap();
        assert_eq!(limits, [700, 1000, 1600, 9]);
        assert_eq!(reach, Reach { links: 30, fins: 1, places: 2, ..Reach::default() });
    }

    #[test]
    fn what_is_no_setting_is_named() {
        for (stage, message) in [
            ("", "empty stage"),
            ("off=x-wign", "there is no technique 'x-wign' in HoDoKu"),
            ("off=give-up", "there is no technique 'give-up' in HoDoKu"),
            ("off=x-wing+x-wing", "off=x-wing+x-wing stands twice"),
            ("Hardest 5=x-wing", "HoDoKu has no level 'Hardest'"),
            ("1.5=x-wing", "'1.5' cannot stand before '='"),
            ("Easy<=9 5=x-wing", "'Easy<=9 5' cannot stand before '='"),
            ("5000000=x-wing", "at most 1000000"),
            ("Extreme<=9", "'Extreme<=9' is no setting of HoDoKu"),
            ("Easy<=x", "'Easy<=x' is no setting of HoDoKu"),
            ("fins:11", "'fins' is a number from 1 to 10"),
            ("fins", "'fins' is a number from 1 to 10"),
            ("whip:2", "'whip:2' is no setting of HoDoKu"),
        ] {
            let error = settings(&format!("HoDoKu,{stage}")).unwrap_err().to_string();
            assert!(error.contains(message), "{stage}: {error}");
        }
    }
}
