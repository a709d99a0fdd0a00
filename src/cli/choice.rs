//! What generate and select ask of paths, by the ratings and rules of a scale.

use super::args::ChoiceArgs;
use anyhow::Result;
use sudoscope::choice::{Choice, ChoiceError};
use sudoscope::scale::Scale;

impl ChoiceArgs {
    /// Whether something is asked.
    pub fn is_any(&self) -> bool {
        self.level.is_some() || self.hardest.is_some() || !self.uses.is_empty()
    }

    /// Whether the scale has the rules.
    pub fn fits(&self, scale: &Scale) -> bool {
        Choice::fits(scale, self.hardest.iter().chain(&self.uses))
    }

    /// The same in numbers of the scale.
    pub fn of(&self, scale: Scale) -> Result<Choice> {
        let choice = Choice::of(scale, self.level.as_deref(), self.hardest.as_deref(), &self.uses);
        choice.map_err(|error: ChoiceError| {
            let option = format!("--{}", error.of);
            anyhow::Error::from(error).context(option)
        })
    }
}
