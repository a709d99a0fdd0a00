//! Minutes.

mod features;
mod model;
mod numbers;
mod rounds;

pub(super) use features::Tracker;
pub use model::Model;
pub(super) use rounds::exhaust;

use super::{Aspect, Column, Description, Item, Policy, Rating, Scale, ScaleError, Unit};
use std::sync::Arc;

/// Definition of the scale with its own coefficients.
pub(super) const MINUTES: &str = "minutes";

/// Ladder whose path is measured.
const PATH: &str = "full-house,hidden-single-in-block,hidden-single-in-line,naked-single,lc,subset:2+fish:2,\
     subset:3+fish:3,subset:4+fish:4,whip:2-6,trial,deep-trial:2-3";

/// Words for the basis of an estimate.
const BASES: &[&str] = &["timed", "extrapolated"];

/// Makes the scale.
pub(super) fn make(name: &str, definition: &str) -> Result<Scale, ScaleError> {
    let path = Scale::define(MINUTES, PATH)?;
    let items = path.items.into_iter().map(|item| Item { rating: Rating::default(), ..item }).collect();
    let number = |name| Column { name, aspect: Aspect::Estimate, unit: Unit::Tenths };
    let basis = Column { name: "basis", aspect: Aspect::Basis(BASES), unit: Unit::Named(BASES) };
    let columns = vec![number(""), number("low"), number("high"), basis];
    let (name, definition) = (name.to_string(), definition.to_string());
    let description = Description { name, definition, policy: Policy::AllAtOnce };
    let model = Model { constant: 0.0, spread: 0.0, terms: Vec::new() };
    Ok(Scale { model: Some(Arc::new(model)), ..Scale::new(description, columns, items) })
}
