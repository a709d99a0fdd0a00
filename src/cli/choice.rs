//! What generate and select ask of paths, by the ratings and rules of a scale.

use super::args::ChoiceArgs;
use anyhow::{Context, Result, bail};
use std::ops::RangeInclusive;
use sudoscope::choice::Choice;
use sudoscope::rules::{BRT, find_rule};
use sudoscope::scale::{Item, ItemSet, Scale};

impl ChoiceArgs {
    /// Whether something is asked.
    pub fn is_any(&self) -> bool {
        self.level.is_some() || self.hardest.is_some() || !self.uses.is_empty()
    }

    /// Whether the scale has the rules.
    pub fn fits(&self, scale: &Scale) -> bool {
        self.hardest.iter().chain(&self.uses).all(|rule| items(scale, rule).is_ok())
    }

    /// The same in numbers of the scale.
    pub fn of(&self, scale: Scale) -> Result<Choice> {
        let level = self.level.as_ref().map(|text| levels(text, &scale));
        let hardest = self.hardest.as_ref().map(|rule| items(&scale, rule)).transpose();
        let uses = self.uses.iter().map(|rule| items(&scale, rule)).collect::<Result<_>>();
        let levels = level.transpose().context("--level")?;
        let (hardest, uses) = (hardest.context("--hardest")?, uses.context("--uses")?);
        Ok(Choice { scale, levels, hardest, uses })
    }
}

/// Ratings of the scale: one as it is printed, or a span of them.
fn levels(text: &str, scale: &Scale) -> Result<RangeInclusive<u32>> {
    let value = |text: &str| scale.unit().parse(text.trim());
    let last = scale.values(0).last().copied().unwrap_or(0);
    let span = |at: usize| {
        let (from, to) = (&text[..at], &text[at + 1..]);
        Some(value(from)?..=if to.is_empty() { last } else { value(to)? })
    };
    let one = value(text).map(|value| value..=value);
    let levels = one.or_else(|| text.match_indices('-').find_map(|(at, _)| span(at)));
    let levels = levels.filter(|levels| levels.start() <= levels.end());
    let levels =
        levels.with_context(|| format!("'{text}' is not a rating by {}, A-B or A-", scale.name))?;
    if *levels.start() > last {
        bail!("the ladder {} has no rating above {}", scale.name, scale.unit().text(last));
    }
    Ok(levels)
}

/// The items of the scale that a rule's name means, at the sizes that it says or at any.
fn items(scale: &Scale, rule: &str) -> Result<ItemSet> {
    let is_meant: Box<dyn Fn(&Item) -> bool> = match find_rule(rule) {
        Some(rule) => Box::new(|item: &Item| item.rule.info().name == rule.info().name),
        None => {
            let meant = Scale::define("x", rule)?;
            let of_rule = meant.items.len().min(BRT);
            Box::new(move |item: &Item| {
                meant.items[of_rule..].iter().any(|it| it.name() == item.name())
            })
        }
    };
    let items = scale.items.iter().enumerate().filter(|(_, item)| is_meant(item));
    let items: ItemSet = ItemSet::of(items.map(|(at, _)| at));
    if items.is_empty() {
        bail!("the ladder {} has no {rule}", scale.name);
    }
    Ok(items)
}
