//! A ladder after a closure: `TE(X+TR0)` is the ladder `TE` on the state that `X+TR0` leaves. The rules of
//! the closure come first, again after each step, and give 0; the others give their rating in the ladder.

use super::error::ScaleError;
use super::{Aspect, Column, Description, Item, Policy, Scale, Unit};
use crate::evidence::Rating;

/// Splits a definition into its ladder and its closure.
pub(super) fn parts(definition: &str) -> Option<(&str, &str)> {
    let (ladder, closure) = definition.strip_suffix(')')?.split_once('(')?;
    (!closure.contains('(')).then(|| (ladder.trim(), closure.trim()))
}

pub(super) fn make(name: &str, definition: &str) -> Result<Scale, ScaleError> {
    let Some((ladder, closure)) = parts(definition) else {
        return Err(ScaleError::UnknownLadder(definition.to_string()));
    };
    let [ladder, closure] = [on_rungs(ladder)?, on_rungs(closure)?];
    let of_closure = closure.items.iter().map(|item| Item { place: 0, rating: Rating::default(), ..*item });
    let is_new = |item: &&Item| !closure.items.iter().any(|own| own.name() == item.name());
    let items = of_closure.chain(ladder.items.iter().filter(is_new).copied()).collect();
    let (name, definition) = (name.to_string(), definition.to_string());
    let description = Description { name, definition, policy: Policy::AllAtOnce };
    Ok(Scale::new(description, ladder.columns.clone(), items))
}

/// Returns the ladder called `name`, whose ratings must be rungs or sizes.
fn on_rungs(name: &str) -> Result<Scale, ScaleError> {
    let scale = Scale::named(name)?;
    let is_plain = matches!(scale.columns[..], [Column { aspect: Aspect::Hardest, unit: Unit::Level, .. }]);
    if is_plain { Ok(scale) } else { Err(ScaleError::NoClosure(name.to_string())) }
}
