//! Conditions of generate and select on paths. The conditions name ratings and rules of a scale.

use super::args::ChoiceArgs;
use super::exit::notice;
use anyhow::Result;
use sudoscope::choice::{Asked, Choice, ChoiceError};
use sudoscope::scale::Scale;

impl ChoiceArgs {
    /// Whether there is any condition.
    pub fn is_any(&self) -> bool {
        self.asked().is_any()
    }

    /// Chooses the scale for unrated puzzles.
    pub fn scale(&self) -> Option<Scale> {
        Choice::scale_with(self.asked())
    }

    /// Translates the conditions into numbers of the scale, and says what they may not make plain.
    pub fn of(&self, scale: Scale) -> Result<Choice> {
        let choice = Choice::of(scale, self.asked()).map_err(|error: ChoiceError| {
            let option = format!("--{}", error.of);
            anyhow::Error::from(error).context(option)
        })?;
        if let Some((option, remark)) = choice.remark() {
            notice(format_args!("sudoscope: --{option}: {remark}"));
        }
        Ok(choice)
    }

    fn asked(&self) -> Asked<'_> {
        Asked {
            rating: self.rating.as_deref(),
            score: self.score.as_deref(),
            hardest: self.hardest.as_deref(),
            uses: &self.uses,
            without: &self.without,
            up_to: self.up_to.as_deref(),
            needs: &self.needs,
        }
    }
}
