//! Minutes: the time that an average player needs, estimated by a model fitted to times of people.
//!
//! ```text
//!   mod.rs       the scale           features.rs  FEATURES, read off a path (Tracker)
//!   model.rs     Model        rounds.rs    rounds of singles on the board
//!   model.tsv    its coefficients    fit.rs       times of people → Model
//!   numbers.rs   ln, exp
//! ```
//!
//! The scale is a ladder of players' rules. Its path is played once, and the model reads the features off it.

mod features;
mod fit;
mod model;
mod numbers;
mod rounds;

pub use features::{FEATURES, Feature, FeatureValues};
pub use fit::{FitError, Fitted, TimedPuzzle, fit};
pub use model::Model;

pub(super) use features::Tracker;
pub(super) use rounds::exhaust;

use super::{Aspect, Column, Description, Item, Policy, Rating, Scale, ScaleError, Unit};
use std::sync::Arc;

/// Definition of the scale with the coefficients of the table; the definition of another model begins with
/// it.
pub(super) const MINUTES: &str = "minutes";

/// The coefficients, as `scripts/minutes` has fitted them.
const MODEL: &str = include_str!("model.tsv");

/// Ladder whose path is measured.
const PATH: &str = "full-house,hidden-single-in-block,hidden-single-in-line,naked-single,lc,subset:2+fish:2,\
                    subset:3+fish:3,subset:4+fish:4,whip:2-6,trial,deep-trial:2-3";

/// Words for the basis of an estimate.
const BASES: &[&str] = &["timed", "extrapolated"];

/// Whether a definition is one of minutes.
pub(super) fn is_of_minutes(definition: &str) -> bool {
    definition.split(',').next().is_some_and(|first| first.trim() == MINUTES)
}

/// Puts a rating in words.
pub(super) fn in_words(Rating([minutes, low, high, basis]): Rating) -> String {
    let text =
        |tenths: u32| if tenths < 100 { Unit::Tenths.text(tenths) } else { ((tenths + 5) / 10).to_string() };
    let [minutes, low, high] = [minutes, low, high].map(text);
    let beyond = if basis == 0 { "" } else { "; extrapolated: people were timed on easier puzzles" };
    format!(
        "An average player needs about {minutes} minutes; two of three such puzzles take {low} to \
         {high}{beyond}"
    )
}

/// Makes the scale.
pub(super) fn make(name: &str, definition: &str) -> Result<Scale, ScaleError> {
    let model = match definition.split_once(',') {
        Some((_, stages)) => Model::read_definition(stages)?,
        None => Model::read_table(MODEL).map_err(ScaleError::BadMinutes)?,
    };
    let path = Scale::define(MINUTES, PATH)?;
    // Steps have no share of the time.
    let items = path.items.into_iter().map(|item| Item { rating: Rating::default(), ..item }).collect();
    let number = |name| Column { name, aspect: Aspect::Estimate, unit: Unit::Tenths };
    let basis = Column { name: "basis", aspect: Aspect::Basis(BASES), unit: Unit::Named(BASES) };
    let columns = vec![number(""), number("low"), number("high"), basis];
    let (name, definition) = (name.to_string(), definition.to_string());
    let description = Description { name, definition, policy: Policy::AllAtOnce };
    Ok(Scale { model: Some(Arc::new(model)), ..Scale::new(description, columns, items) })
}
