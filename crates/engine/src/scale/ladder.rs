//! Ladders: rules on rungs, the scales that users define themselves.
//!
//! A definition is stages separated by `,`, rules united in a stage by `+`, sizes as `:N` or `:N-M`:
//!
//! ```text
//!   brt,lc,naked:2-3+hidden:2,whip:2-8
//!    │   │        │              └─ whip[2] on rung 2, whip[3] on rung 3, …, whip[8] on rung 8
//!    │   │        └─ a sized rule stands on the rung of its size
//!    │   └─ a stage without sizes takes the next rung: 1
//!    └─ rung 0: every ladder starts with it
//! ```

// What is read here comes from outside: no panic (tests/program/source.rs has the list of such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::{Aspect, Column, Description, Item, Policy, SCALES, Scale, Unit};
use crate::rule::Rule;
use crate::rules::{GROUPS, RULES, find_rule};
use std::ops::RangeInclusive;

/// Why a text is not a ladder.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScaleError {
    /// Not a ladder's name, and not a definition.
    #[error("there is no ladder '{0}'")]
    UnknownLadder(String),
    /// Not a rule's name.
    #[error("there is no rule '{0}'")]
    UnknownRule(String),
    /// A size that is not `N` or `N-M`.
    #[error("'{0}' is not a size: write N or N-M")]
    BadSize(String),
    /// Sizes for a rule that has none.
    #[error("the rule '{0}' has no sizes")]
    Unsized(&'static str),
    /// No sizes for a rule that has them.
    #[error("the rule '{0}' needs a size between {1} and {2}: write {0}:{1}-{2}")]
    NeedsSize(&'static str, u8, u8),
    /// A size that the rule does not come in.
    #[error("the rule '{0}' comes in sizes {1} to {2}, not {3}")]
    NoSuchSize(&'static str, u8, u8, u8),
    /// `brt` after the first stage.
    #[error("'brt' is the first stage of every ladder and cannot come later")]
    LateBrt,
    /// A stage or a rule with no name.
    #[error("the definition '{0}' has an empty stage or rule")]
    Empty(String),
    /// More stages than rungs.
    #[error("a ladder has at most 255 rungs")]
    TooManyRungs,
    /// A name that would not survive in a file of comma-separated columns.
    #[error("'{0}' cannot be a ladder's name: use letters, digits and + - _ . only")]
    BadName(String),
}

impl ScaleError {
    /// The name that is unknown, and the names that are known in its place.
    pub fn unknown(&self) -> Option<(&str, Vec<&'static str>)> {
        match self {
            ScaleError::UnknownLadder(name) => {
                Some((name, SCALES.iter().map(|l| l.name).collect()))
            }
            ScaleError::UnknownRule(name) => {
                let rules = RULES.iter().map(|rule| rule.info().name);
                Some((name, rules.chain(GROUPS.iter().map(|group| group.0)).collect()))
            }
            _ => None,
        }
    }

    /// The known name most like the unknown one.
    pub fn nearest(&self) -> Option<&'static str> {
        self.unknown().and_then(|(name, known)| nearest(name, known))
    }
}

/// The known name most like `name`.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let unlike = |known: &&str| strsim::damerau_levenshtein(&name, &known.to_lowercase());
    known.into_iter().min_by_key(unlike)
}

impl Scale {
    /// The ladders that a user names: `NAME[,NAME…]`, or one of his own as `NAME=DEFINITION`.
    ///
    /// ```
    /// use sudoscope_engine::scale::Scale;
    ///
    /// let names: Vec<String> = Scale::parse("W, S+W").unwrap().into_iter().map(|ladder| ladder.name).collect();
    /// assert_eq!(names, ["W", "S+W"]);
    /// assert_eq!(Scale::parse("easy=brt,lc,naked:2-3").unwrap()[0].top(), 3);
    /// ```
    pub fn parse(text: &str) -> Result<Vec<Scale>, ScaleError> {
        match text.split_once('=') {
            Some((name, definition)) => Ok(vec![Scale::define(name.trim(), definition)?]),
            None => text.split(',').map(|name| Scale::named(name.trim())).collect(),
        }
    }

    /// The ladder with this name in [`SCALES`].
    pub fn named(name: &str) -> Result<Scale, ScaleError> {
        match SCALES.iter().find(|named| named.name == name) {
            Some(named) => (named.make)(name, named.definition),
            None => Err(ScaleError::UnknownLadder(name.to_string())),
        }
    }

    /// A ladder of the user's own.
    ///
    /// ```
    /// let ladder = sudoscope_engine::scale::Scale::define("easy", "brt,lc,naked:2-3+hidden:2,whip:2-8").unwrap();
    /// assert_eq!(ladder.top(), 8);
    /// ```
    pub fn define(name: &str, definition: &str) -> Result<Scale, ScaleError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "+-_.".contains(c);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(ScaleError::BadName(name.to_string()));
        }
        let (mut items, mut top) = (Vec::new(), 0_u8);
        add_rule("brt", &None, 0, &mut items)?;
        for (k, stage) in definition.split(',').enumerate() {
            let stage = stage.trim();
            if stage == "brt" && k == 0 {
                continue;
            }
            let next = top.checked_add(1).ok_or(ScaleError::TooManyRungs)?;
            let before = items.len();
            let parts = stage.split('+').map(sized).collect::<Result<Vec<_>, _>>()?;
            // A rule without size in a stage with sizes stands on the lowest rung of the stage.
            let lowest = parts.iter().filter_map(|(_, sizes)| Some(*sizes.as_ref()?.start())).min();
            for (name, sizes) in parts {
                if name.is_empty() {
                    return Err(ScaleError::Empty(definition.to_string()));
                }
                if name == "brt" {
                    return Err(ScaleError::LateBrt);
                }
                add_rule(name, &sizes, lowest.unwrap_or(next), &mut items)?;
            }
            let rungs = items.iter().skip(before).map(|item| item.place as u8);
            top = rungs.fold(top, u8::max);
        }
        let order = |item: &Item| {
            let at = RULES.iter().position(|rule| rule.info().name == item.rule.info().name);
            (item.place, at, item.size)
        };
        items.sort_by_key(order);
        items.dedup_by_key(|item| order(item));
        let (name, definition) = (name.to_string(), definition.to_string());
        let description = Description { name, definition, policy: Policy::AllAtOnce };
        let level = Column { name: "", aspect: Aspect::Hardest, unit: Unit::Level };
        Ok(Scale::new(description, vec![level], items))
    }

    /// The scale that a run file or a proof describes so.
    pub fn recorded(description: &Description) -> Result<Scale, ScaleError> {
        let Description { name, definition, policy } = description;
        let named = SCALES.iter().find(|it| it.name == name && it.definition == definition);
        let make = named.map_or(Scale::define as fn(&str, &str) -> _, |named| named.make);
        Ok(Scale { policy: *policy, ..make(name, definition)? })
    }
}

/// A rule with its sizes: `name`, `name:N` or `name:N-M`.
fn sized(text: &str) -> Result<(&str, Option<RangeInclusive<u8>>), ScaleError> {
    let Some((name, sizes)) = text.trim().split_once(':') else { return Ok((text.trim(), None)) };
    let (from, to) = sizes.split_once('-').unwrap_or((sizes, sizes));
    match (from.parse::<u8>(), to.parse::<u8>()) {
        (Ok(from), Ok(to)) if from <= to => Ok((name, Some(from..=to))),
        _ => Err(ScaleError::BadSize(sizes.to_string())),
    }
}

/// Puts the rule or group of rules on its rungs: that of each size, or `unsized_rung`.
fn add_rule(
    name: &str,
    sizes: &Option<RangeInclusive<u8>>,
    unsized_rung: u8,
    items: &mut Vec<Item>,
) -> Result<(), ScaleError> {
    if let Some((_, members)) = GROUPS.iter().find(|group| group.0 == name) {
        return members.iter().try_for_each(|rule| add_rule(rule, sizes, unsized_rung, items));
    }
    let rule = find_rule(name).ok_or_else(|| ScaleError::UnknownRule(name.to_string()))?;
    let info = rule.info();
    match (sizes, &info.sizes) {
        (None, None) => items.push(on_rung(unsized_rung, rule, 0)),
        (Some(_), None) => return Err(ScaleError::Unsized(info.name)),
        (None, Some(all)) => {
            return Err(ScaleError::NeedsSize(info.name, *all.start(), *all.end()));
        }
        (Some(sizes), Some(all)) => {
            let ends = [*sizes.start(), *sizes.end()];
            if let Some(size) = ends.into_iter().find(|size| !all.contains(size)) {
                return Err(ScaleError::NoSuchSize(info.name, *all.start(), *all.end(), size));
            }
            items.extend(sizes.clone().map(|size| on_rung(size, rule, size)));
        }
    }
    Ok(())
}

fn on_rung(rung: u8, rule: &'static dyn Rule, size: u8) -> Item {
    let rung = u32::from(rung);
    Item { place: rung, rating: rung.into(), rule, size }
}
