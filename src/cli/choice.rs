//! What generate and select ask of paths, by the ratings and rules of a scale.

use super::args::ChoiceArgs;
use anyhow::Result;
use sudoscope::choice::{Asked, Choice, ChoiceError};
use sudoscope::scale::Scale;

impl ChoiceArgs {
    /// Whether something is asked.
    pub fn is_any(&self) -> bool {
        let Asked { rating, score, hardest, uses, without } = self.asked();
        rating.or(score).or(hardest).is_some() || !uses.is_empty() || !without.is_empty()
    }

    /// The scale of puzzles that have none yet.
    pub fn scale(&self) -> Option<Scale> {
        Choice::scale_with(self.asked())
    }

    /// In numbers of the scale.
    pub fn of(&self, scale: Scale) -> Result<Choice> {
        Choice::of(scale, self.asked()).map_err(|error: ChoiceError| {
            let option = format!("--{}", error.of);
            anyhow::Error::from(error).context(option)
        })
    }

    fn asked(&self) -> Asked<'_> {
        Asked {
            rating: self.rating.as_deref(),
            score: self.score.as_deref(),
            hardest: self.hardest.as_deref(),
            uses: &self.uses,
            without: &self.without,
        }
    }
}
