//! Ladders: rules on rungs, scales that users can define.
//!
//! A definition is a list of stages separated by `,`. A stage joins rules with `+`; sizes are written `:N` or
//! `:N-M`. A rule without sizes has all of its own.
//!
//! ```text
//!   brt,lc,naked:2-3+hidden:2,whip:2-8
//!    │   │        │              └─ stages are tried in the order of the text: whip[2] on rung 4, …,
//!    │   │        │              whip[8] on rung 10
//!    │   │        └─ a sized rule takes the rung of its size, or a higher one if the stages before need that
//!    │   └─ a stage without sizes takes the next rung: 1
//!    └─ rung 0: singles come first, unless the definition names a place for each of them
//! ```
//!
//! A definition whose first stage is `HoDoKu` is read by `hodoku_definition.rs`.
//!
//! The head of a stage, as in `1.5=hidden-single` or `Easy 14=hidden-single`, is read by `heads.rs`.

// This file reads outside input, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::after;
use super::error::ScaleError;
use super::heads::{Columns, Head};
use super::hodoku_definition::is_of_hodoku;
use super::{Description, Item, Policy, SCALES, Scale, hodoku, minutes};
use crate::rule::Rule;
use crate::rules::{GROUPS, RULES, SINGLES, brt, find_rule, meaning, one_name, plain};
use std::ops::RangeInclusive;

impl Scale {
    /// Parses the ladders that a user names: `NAME[,NAME…]`, or a new one as `NAME=DEFINITION`.
    ///
    /// ```
    /// use sudoscope_engine::scale::Scale;
    ///
    /// let names = Scale::parse("W, S+W").unwrap().into_iter().map(|ladder| ladder.name);
    /// assert_eq!(names.collect::<Vec<_>>(), ["W", "S+W"]);
    /// assert_eq!(Scale::parse("easy=brt,lc,naked:2-3").unwrap()[0].top(), 3);
    /// ```
    pub fn parse(text: &str) -> Result<Vec<Scale>, ScaleError> {
        match text.split_once('=') {
            Some((name, definition)) => Ok(vec![Scale::define(name.trim(), definition)?]),
            None => text.split(',').map(|name| Scale::named(name.trim())).collect(),
        }
    }

    /// Returns the scale called `name` in [`SCALES`], or, for `LADDER(CLOSURE)`, the ladder after the
    /// closure.
    pub fn named(name: &str) -> Result<Scale, ScaleError> {
        match SCALES.iter().find(|named| named.name == name) {
            Some(named) => (named.make)(name, named.definition),
            None => after::make(name, name),
        }
    }

    /// Makes a ladder from the user's definition; HoDoKu with the user's settings, if the first stage is
    /// `HoDoKu`; minutes by another model, if it is `minutes`; or `LADDER(CLOSURE)`.
    ///
    /// ```
    /// use sudoscope_engine::scale::Scale;
    ///
    /// let ladder = Scale::define("easy", "brt,lc,naked:2-3+hidden:2,whip:2-8").unwrap();
    /// assert_eq!(ladder.top(), 10);
    /// ```
    pub fn define(name: &str, definition: &str) -> Result<Scale, ScaleError> {
        let of_parts = after::parts(definition).is_some();
        if of_parts && name == definition {
            return after::make(name, definition);
        }
        let plain = |c: char| c.is_ascii_alphanumeric() || "+-_.".contains(c);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(ScaleError::BadName(name.to_string()));
        }
        if of_parts {
            return after::make(name, definition);
        }
        if minutes::is_of_minutes(definition) {
            return minutes::make(name, definition);
        }
        if is_of_hodoku(definition) {
            return hodoku::make(name, definition);
        }
        let stages = definition.split(',').map(Stage::parse).collect::<Result<Vec<Stage>, ScaleError>>()?;
        let (levels, stages): (Vec<Stage>, Vec<Stage>) =
            stages.into_iter().partition(|stage| stage.parts.is_empty());
        if stages.is_empty() {
            return Err(ScaleError::Empty(definition.to_string()));
        }
        let columns =
            Columns::of(levels.iter().map(|level| &level.head), stages.iter().map(|stage| &stage.head))?;
        let mut items = Vec::new();
        let mut top = 0_u8;
        for (k, stage) in stages.iter().enumerate() {
            if k == 0 && !stage.is_brt() {
                // If the singles have places of their own, only contradictions come first.
                let have_places = stages.iter().any(Stage::places_singles);
                let first = brt().take(if have_places { 1 } else { SINGLES });
                if !have_places && columns.has_heads() {
                    return Err(ScaleError::MixedHeads);
                }
                items.extend(first.map(|rule| (0, rule, 0, &stage.head)));
            }
            top = stage.place(
                if k == 0 && stage.is_brt() { None } else { Some(top) },
                definition,
                &mut items,
            )?;
        }
        let item = |(place, rule, size, head): (u8, _, _, &Head)| {
            let place = u32::from(place);
            Item { place, rating: columns.rating(head, place), rule, size }
        };
        let mut items: Vec<Item> = items.into_iter().map(item).collect();
        let order = |item: &Item| (item.place, number(item), item.size);
        items.sort_by_key(order);
        check(&items)?;
        let (name, definition) = (name.to_string(), definition.to_string());
        let description = Description { name, definition, policy: Policy::AllAtOnce };
        Ok(Scale::new(description, columns.list(), items))
    }

    /// Makes the scale that a run file or a proof describes.
    pub fn recorded(description: &Description) -> Result<Scale, ScaleError> {
        let Description { name, definition, policy } = description;
        let named = SCALES.iter().find(|it| it.name == name && it.definition == definition);
        let make = named.map_or(Scale::define as fn(&str, &str) -> _, |named| named.make);
        Ok(make(name, definition)?.with_policy(*policy))
    }
}

/// A rule on a rung at a size, with the head of its stage.
type Standing<'a> = (u8, &'static dyn Rule, u8, &'a Head);

/// A rule or a group of rules, with its sizes.
type Part = (String, Option<RangeInclusive<u8>>);

/// The text between two commas; without rules, a level and its limit: `Level 4<=1400`.
struct Stage {
    head: Head,
    parts: Vec<Part>,
}

impl Stage {
    fn parse(text: &str) -> Result<Stage, ScaleError> {
        let limit = text.rsplit_once("<=").map_or("", |(_, limit)| limit.trim());
        if !limit.is_empty() && limit.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Stage { head: Head::parse(text)?, parts: Vec::new() });
        }
        let (head, rules) = match text.rsplit_once('=') {
            Some((head, rules)) => (Head::parse(head)?, rules),
            None => (Head::default(), text),
        };
        let part = |text| {
            let (name, sizes) = sized(text)?;
            let sizes = sizes.or_else(|| all_sizes(&name));
            Ok((name, sizes))
        };
        Ok(Stage { head, parts: rules.split('+').map(part).collect::<Result<_, _>>()? })
    }

    fn is_brt(&self) -> bool {
        matches!(&self.parts[..], [(name, None)] if name == "brt")
    }

    fn places_singles(&self) -> bool {
        let mut singles = RULES.iter().take(SINGLES).skip(1).map(|rule| rule.info().name);
        singles.any(|single| self.parts.iter().any(|(name, _)| name == single))
    }

    /// Puts the rules of the stage on rungs above `top`, or on rung 0 if it is the first; returns the highest
    /// rung.
    fn place<'a>(
        &'a self, top: Option<u8>, definition: &str, items: &mut Vec<Standing<'a>>,
    ) -> Result<u8, ScaleError> {
        let next = match top {
            None => 0,
            Some(top) => top.checked_add(1).ok_or(ScaleError::TooManyRungs)?,
        };
        // A rule without size in a stage with sizes takes the lowest rung of the stage.
        let lowest = self.parts.iter().filter_map(|(_, sizes)| Some(*sizes.as_ref()?.start())).min();
        let raised = next.saturating_sub(lowest.unwrap_or(next));
        let mut highest = next;
        for (name, sizes) in &self.parts {
            if name.is_empty() {
                return Err(ScaleError::Empty(definition.to_string()));
            }
            if name == "brt" && top.is_some() {
                return Err(ScaleError::LateBrt);
            }
            let mut stand = |rule: &'static dyn Rule, size: Option<u8>| {
                let rung = size.map_or(Some(lowest.unwrap_or(next)), Some);
                let rung = rung.and_then(|rung| rung.checked_add(raised));
                let rung = rung.ok_or(ScaleError::TooManyRungs)?;
                highest = rung.max(highest);
                let size = size.unwrap_or(0);
                let (name, own_size) = one_name(rule.info().name, size);
                let is_other = own_size != size;
                let rule = find_rule(name).unwrap_or(rule);
                // Locked candidates are whips of one variable: whips from one variable on may follow them.
                let stands = |item: &Standing| item.1.info().name == name;
                if !is_other || !items.iter().any(stands) {
                    items.push((rung, rule, own_size, &self.head));
                }
                Ok(())
            };
            each_sized(name, sizes, &mut stand)?;
        }
        Ok(highest)
    }
}

/// Reads a name in a definition, such as `whip:2-5`, `x-wing` or `subset`: the rule or the group, and the
/// sizes, if any.
///
/// ```
/// assert_eq!(sudoscope_engine::scale::rule_and_sizes("X-Wing").unwrap(), ("fish".to_string(), Some(2..=2)));
/// ```
pub fn rule_and_sizes(text: &str) -> Result<(String, Option<RangeInclusive<u8>>), ScaleError> {
    let (name, sizes) = sized(text)?;
    each_sized(&name, &sizes, &mut |_, _| Ok(())).map(|()| (name, sizes))
}

/// Reads a rule with its sizes: `name`, `name:N` or `name:N-M`; or another name of a rule at a size.
fn sized(text: &str) -> Result<Part, ScaleError> {
    let text = text.trim();
    let (name, sizes) = text.split_at(text.find(':').unwrap_or(text.len()));
    let is_rule = |name: &str| find_rule(name).is_some() || GROUPS.iter().any(|group| group.0 == name);
    // Unknown names are reported as typed.
    let meant = match meaning(name) {
        Some(means) if means.contains(':') && !sizes.is_empty() => {
            return Err(ScaleError::OtherName(name.to_string(), means));
        }
        Some(means) => means.to_string(),
        None => Some(plain(name)).filter(|name| is_rule(name)).unwrap_or_else(|| name.to_string()),
    };
    let text = meant + sizes;
    let Some((name, sizes)) = text.split_once(':') else { return Ok((text, None)) };
    let (from, to) = sizes.split_once('-').unwrap_or((sizes, sizes));
    match (from.parse::<u8>(), to.parse::<u8>()) {
        (Ok(from), Ok(to)) if from <= to => Ok((name.to_string(), Some(from..=to))),
        _ => Err(ScaleError::BadSize(sizes.to_string())),
    }
}

/// Returns all sizes of a rule, or of a group of rules.
fn all_sizes(name: &str) -> Option<RangeInclusive<u8>> {
    let first = GROUPS.iter().find(|group| group.0 == name).and_then(|group| group.1.first());
    find_rule(first.unwrap_or(&name))?.info().sizes.clone()
}

/// Calls `each` with the rule, or with each rule of the group, at each of the sizes, or at all.
fn each_sized(
    name: &str, sizes: &Option<RangeInclusive<u8>>,
    each: &mut impl FnMut(&'static dyn Rule, Option<u8>) -> Result<(), ScaleError>,
) -> Result<(), ScaleError> {
    if let Some((_, members)) = GROUPS.iter().find(|group| group.0 == name) {
        return members.iter().try_for_each(|rule| each_sized(rule, sizes, each));
    }
    let rule = find_rule(name).ok_or_else(|| ScaleError::UnknownRule(name.to_string()))?;
    let info = rule.info();
    match (sizes, &info.sizes) {
        (None, None) => each(rule, None),
        (Some(_), None) => Err(ScaleError::Unsized(info.name)),
        (None, Some(all)) => all.clone().try_for_each(|size| each(rule, Some(size))),
        (Some(sizes), Some(all)) => {
            let ends = [*sizes.start(), *sizes.end()];
            if let Some(size) = ends.into_iter().find(|size| !all.contains(size)) {
                return Err(ScaleError::NoSuchSize(info.name, *all.start(), *all.end(), size));
            }
            sizes.clone().try_for_each(|size| each(rule, Some(size)))
        }
    }
}

/// Returns the place of the rule in the catalogue.
fn number(item: &Item) -> Option<usize> {
    RULES.iter().position(|rule| rule.info().name == item.rule.info().name)
}

/// Checks that no rule at a size occurs twice, and that no rule precedes singles that it needs.
fn check(items: &[Item]) -> Result<(), ScaleError> {
    let mut seen = std::collections::HashSet::new();
    if let Some(item) = items.iter().find(|item| !seen.insert((number(item), item.size))) {
        return Err(ScaleError::Twice(item.name()));
    }
    let is_single = |item: &Item| number(item).is_some_and(|at| at < SINGLES);
    let singles = items.iter().rposition(is_single).unwrap_or(0);
    let needs = |item: &&Item| !is_single(item) && item.rule.needs_singles();
    if let Some(item) = items.iter().take(singles).find(needs) {
        return Err(ScaleError::BeforeSingles(item.name()));
    }
    let has = |name: &str| items.iter().any(|item| item.rule.info().name == name);
    let hidden = has("hidden-single") || has("hidden-single-in-block") && has("hidden-single-in-line");
    match items.iter().find(needs) {
        Some(item) if !hidden || !has("naked-single") => Err(ScaleError::WithoutSingles(item.name())),
        _ => Ok(()),
    }
}
