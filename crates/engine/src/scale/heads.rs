//! Heads of the stages of a definition: the ratings of their rules.
//!
//! ```text
//!   1.5 Easy<=800 14=hidden-single
//!    │   │     │   └─ points, which each step adds to the score
//!    │   │     └─ highest score of the level; a higher one raises the puzzle to the next level
//!    │   └─ level
//!    └─ rating
//! ```
//!
//! Each of the three is a column of the scale, given by all stages or by none. A stage may also be a level
//! with its limit and nothing else, `Easy<=800`: so levels can be ordered before their rules, and need none.

// This file reads outside input, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::{Aspect, COLUMNS, Column, Rating, ScaleError, Status, Unit};
use std::sync::Mutex;

/// Most points of a step. Each step removes or places something, so there are at most 810: the sum is exact.
const MAX_POINTS: u32 = 1_000_000;

/// The text before `=` in a stage.
#[derive(Clone, Default)]
pub(super) struct Head {
    /// In tenths.
    rating: Option<u32>,
    level: Option<String>,
    /// The highest score with which a puzzle stays on the level.
    limit: Option<u32>,
    points: Option<u32>,
}

impl Head {
    /// Parses a rating with a decimal, a level and points. At least one of the three is there, in this order.
    pub fn parse(text: &str) -> Result<Head, ScaleError> {
        let bad = || ScaleError::BadHead(text.trim().to_string());
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let mut head = Head::default();
        if let Some(rating) = words.first().filter(|word| word.contains('.')) {
            head.rating = Some(Unit::Tenths.parse(rating).ok_or_else(bad)?);
            words.remove(0);
        }
        if let Some(word) = words.pop_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            let points = word.parse().ok().filter(|&points| points <= MAX_POINTS);
            head.points = Some(points.ok_or(ScaleError::TooManyPoints(MAX_POINTS))?);
        }
        let level = words.join(" ");
        if let Some((name, limit)) = level.split_once("<=") {
            head.limit = Some(limit.trim().parse().map_err(|_| bad())?);
            head.level = Some(name.trim().to_string());
        } else if !level.is_empty() {
            head.level = Some(level);
        }
        let plain = |c: char| c.is_ascii_alphanumeric() || " -_".contains(c);
        let is_level = |name: &String| {
            name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.chars().all(plain)
                && Status::ALL.iter().all(|status| status.name() != name)
        };
        let has_some = head.rating.is_some() || head.level.is_some() || head.points.is_some();
        if has_some && head.level.iter().all(is_level) { Ok(head) } else { Err(bad()) }
    }

    /// Returns the level and the points, if the head has nothing else.
    pub fn level_and_points(&self) -> Option<(Option<&str>, Option<u32>)> {
        let has_no_more = self.rating.is_none() && self.limit.is_none();
        has_no_more.then_some((self.level.as_deref(), self.points))
    }

    fn kinds(&self) -> [bool; 3] {
        [self.rating.is_some(), self.level.is_some(), self.points.is_some()]
    }
}

/// The levels of a scale, from the lowest.
#[derive(PartialEq, Eq)]
pub(super) struct Levels {
    pub names: Vec<&'static str>,
    /// The highest score of each level but the last, or no bound.
    pub limits: Vec<u32>,
}

/// The columns of a scale whose stages have heads.
pub(super) struct Columns {
    kinds: [bool; 3],
    levels: &'static Levels,
}

impl Columns {
    /// Reads the columns off the heads of the levels without rules and of the stages; levels are ordered by
    /// their first mention.
    pub fn of<'a>(
        levels: impl Iterator<Item = &'a Head>, heads: impl Iterator<Item = &'a Head> + Clone,
    ) -> Result<Columns, ScaleError> {
        let kinds = heads.clone().next().map_or([false; 3], Head::kinds);
        let levels: Vec<&Head> = levels.collect();
        let is_of_levels = |head: &&Head| head.kinds() == [false, true, false];
        let [_, has_levels, _] = kinds;
        let is_mixed = !levels.iter().all(is_of_levels) || !levels.is_empty() && !has_levels;
        if is_mixed || heads.clone().any(|head| head.kinds() != kinds) {
            return Err(ScaleError::MixedHeads);
        }
        let mut names: Vec<&str> = Vec::new();
        let mut limits = Vec::new();
        for Head { level, limit, .. } in levels.into_iter().chain(heads) {
            let Some(level) = level else { continue };
            let at = names.iter().position(|name| name == level).unwrap_or(names.len());
            if at == names.len() {
                names.push(level);
                limits.push(u32::MAX);
            }
            if let (Some(limit), Some(of_level)) = (limit, limits.get_mut(at)) {
                *of_level = *limit;
            }
        }
        limits.pop();
        Ok(Columns { kinds, levels: kept(&names, limits) })
    }

    /// Whether the stages have heads.
    pub fn has_heads(&self) -> bool {
        self.kinds != [false; 3]
    }

    /// Returns a column for each kind of value in the heads, and the rung if the heads have neither rating
    /// nor level.
    pub fn list(&self) -> Vec<Column> {
        let [has_rating, has_level, has_points] = self.kinds;
        let levels = self.levels;
        let level = (Aspect::Level(&levels.limits), Unit::Named(&levels.names));
        let columns = [
            (has_rating, "", Aspect::Hardest, Unit::Tenths),
            (!has_rating && !has_level, "", Aspect::Hardest, Unit::Level),
            (has_level, if has_rating { "level" } else { "" }, level.0, level.1),
            (has_points, "score", Aspect::Sum, Unit::Level),
        ];
        let present = columns.into_iter().filter(|(is_there, ..)| *is_there);
        present.map(|(_, name, aspect, unit)| Column { name, aspect, unit }).collect()
    }

    /// Returns the rating of an item on this rung whose stage has this head.
    pub fn rating(&self, head: &Head, rung: u32) -> Rating {
        let level = head
            .level
            .as_deref()
            .map(|level| self.levels.names.iter().position(|name| *name == level).unwrap_or_default() as u32);
        let rung = (head.rating.is_none() && level.is_none()).then_some(rung);
        let mut values = [head.rating, rung, level, head.points].into_iter().flatten();
        Rating([(); COLUMNS].map(|()| values.next().unwrap_or_default()))
    }
}

/// Returns the levels of these names and limits, kept as long as the program runs, so that a unit stays a
/// plain value. Equal levels are kept once.
pub(super) fn kept(names: &[&str], limits: Vec<u32>) -> &'static Levels {
    static KEPT: Mutex<Vec<&'static Levels>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let same = |known: &&&'static Levels| known.names == names && known.limits == limits;
    if let Some(known) = kept.iter().find(same) {
        return known;
    }
    let names = names.iter().map(|&name| &*Box::leak(Box::from(name))).collect();
    let new: &'static Levels = Box::leak(Box::new(Levels { names, limits }));
    kept.push(new);
    new
}
