//! What generate and select ask of paths, by the ratings and rules of a scale.

use super::args::ChoiceArgs;
use anyhow::Result;
use sudoscope::choice::{Choice, ChoiceError};
use sudoscope::scale::Scale;

impl ChoiceArgs {
    /// Whether something is asked.
    pub fn is_any(&self) -> bool {
        self.rating.is_some() || self.hardest.is_some() || !self.uses.is_empty()
    }

    /// The scale of puzzles that have none yet.
    pub fn scale(&self) -> Option<Scale> {
        Choice::scale_with(self.hardest.as_deref(), &self.uses)
    }

    /// In numbers of the scale.
    pub fn of(&self, scale: Scale) -> Result<Choice> {
        let choice = Choice::of(scale, self.rating.as_deref(), self.hardest.as_deref(), &self.uses);
        choice.map_err(|error: ChoiceError| {
            let option = format!("--{}", error.of);
            anyhow::Error::from(error).context(option)
        })
    }
}
