//! Which puzzles are chosen by how a scale climbs them.

use std::ops::RangeInclusive;
use sudoscope_engine::rules::{find_rule, plain};
use sudoscope_engine::scale::{Climb, Item, ItemSet, Outcome, Rating, SCALES, Scale};

/// What is asked of the climb of a puzzle. It has to solve it.
pub struct Choice {
    /// The scale.
    pub scale: Scale,
    /// Values of its first column.
    pub ratings: Option<RangeInclusive<u32>>,
    /// One of these items is the last in the scale that the path uses.
    pub hardest: Option<ItemSet>,
    /// Of each of these, the path uses one.
    pub uses: Vec<ItemSet>,
}

/// What is asked and cannot be.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub struct ChoiceError {
    /// `rating`, `hardest` or `uses`.
    pub of: &'static str,
    /// Why.
    pub why: String,
}

impl Choice {
    /// What these texts ask: ratings as they are printed (`5`, `5-8`, `5-`), a rule (`x-wing`, `naked:3`),
    /// rules.
    pub fn of(
        scale: Scale, rating: Option<&str>, hardest: Option<&str>, uses: &[String],
    ) -> Result<Choice, ChoiceError> {
        let wrong = |of| move |why| ChoiceError { of, why };
        let ratings = rating.map(|text| ratings(text, &scale)).transpose().map_err(wrong("rating"))?;
        let hardest = hardest.map(|rule| items(&scale, rule)).transpose().map_err(wrong("hardest"))?;
        let uses = uses.iter().map(|rule| items(&scale, rule)).collect::<Result<_, _>>();
        Ok(Choice { ratings, hardest, uses: uses.map_err(wrong("uses"))?, scale })
    }

    /// The scale for puzzles that have none yet: W, or the first of those with a name that has these rules.
    pub fn scale_with(hardest: Option<&str>, uses: &[String]) -> Option<Scale> {
        let all = ["W"].into_iter().chain(SCALES.iter().map(|named| named.name));
        let has_all = |scale: &Scale| {
            let mut rules = hardest.into_iter().chain(uses.iter().map(String::as_str));
            rules.all(|rule| items(scale, rule).is_ok())
        };
        all.filter_map(|name| Scale::named(name).ok()).find(has_all)
    }

    /// Whether a climb by the scale is as it asks.
    pub fn keeps(&self, climb: &Climb) -> bool {
        let Outcome::Solved(Rating([rating, ..])) = climb.outcome else { return false };
        let fired = |item: usize| climb.tallies.get(item).is_some_and(|did| did.steps > 0);
        let last = (0..climb.tallies.len()).rfind(|&item| fired(item));
        self.ratings.as_ref().is_none_or(|ratings| ratings.contains(&rating))
            && self.hardest.as_ref().is_none_or(|it| last.is_some_and(|last| it.contains(last)))
            && self.uses.iter().all(|items| items.iter().any(fired))
    }
}

/// Ratings of the scale: one as it is printed, or a span of them.
fn ratings(text: &str, scale: &Scale) -> Result<RangeInclusive<u32>, String> {
    let value = |text: &str| scale.unit().parse(text.trim());
    let last = scale.values(0).last().copied().unwrap_or(0);
    let span = |at: usize| {
        let (from, to) = text.split_at_checked(at)?;
        let to = to.strip_prefix('-')?;
        Some(value(from)?..=if to.is_empty() { last } else { value(to)? })
    };
    let one = value(text).map(|value| value..=value);
    let ratings = one.or_else(|| text.match_indices('-').find_map(|(at, _)| span(at)));
    let ratings = ratings.filter(|ratings| ratings.start() <= ratings.end());
    let ratings = ratings.ok_or_else(|| format!("'{text}' is not a rating by {}, A-B or A-", scale.name))?;
    if *ratings.start() > last {
        let last = scale.unit().text(last);
        return Err(format!("the ladder {} has no rating above {last}", scale.name));
    }
    Ok(ratings)
}

/// The items of the scale that a rule's name means, at the sizes that it says or at any.
fn items(scale: &Scale, rule: &str) -> Result<ItemSet, String> {
    let plain = plain(rule);
    // Techniques of SER have names that in definitions mean something else, or nothing.
    let is_own = |item: &Item| item.rule.info().name == plain || item.name() == plain;
    let is_of_kind = |item: &Item| item.is_of_kind(&plain);
    let is_ser = ["SER", "SE"].contains(&&*scale.name);
    let is_meant: Box<dyn Fn(&Item) -> bool> = match find_rule(&plain) {
        _ if scale.items.iter().any(is_own) => Box::new(is_own),
        _ if is_ser && scale.items.iter().any(is_of_kind) => Box::new(is_of_kind),
        Some(rule) => Box::new(|item: &Item| item.rule.info().name == rule.info().name),
        None => {
            let meant = Scale::define("x", rule).map_err(|error| error.to_string())?;
            let beyond = meant.beyond_singles();
            let meant = match meant.items.get(beyond) {
                Some([]) | None => meant.items.get(1..).unwrap_or_default().to_vec(),
                Some(items) => items.to_vec(),
            };
            Box::new(move |item: &Item| meant.iter().any(|it| it.name() == item.name()))
        }
    };
    let items = scale.items.iter().enumerate().filter(|(_, item)| is_meant(item));
    let items: ItemSet = ItemSet::of(items.map(|(at, _)| at));
    if items.is_empty() {
        return Err(format!("the ladder {} has no {rule}", scale.name));
    }
    Ok(items)
}
