//! BxB and BxBB, the classes of hard puzzles: the length of the braids needed by trial and error once it is
//! deep enough.

use super::{Item, Scale, ScaleError};

/// Makes a scale whose ratings are the sizes of its last rule; the rules before it give 0.
pub(super) fn classes(name: &str, definition: &str) -> Result<Scale, ScaleError> {
    let scale = Scale::define(name, definition)?;
    let is_class = |item: &Item| item.rule.info().sizes.as_ref().is_some_and(|it| *it.start() == 1);
    let (classes, before): (Vec<Item>, Vec<Item>) = scale.items.iter().partition(|item| is_class(item));
    let of_class = |value: u8, item| Item { place: value.into(), rating: u32::from(value).into(), ..item };
    let before = before.into_iter().map(|item| of_class(0, item));
    let classes = classes.into_iter().map(|item| of_class(item.size, item));
    Ok(scale.with_items(before.chain(classes).collect()))
}
