//! Why lines do not become rows.

use crate::input::{InputError, LineAt};
use sudoscope_engine::verify::Wrong;

/// Why a run broke off.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PipelineError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Output(#[from] std::io::Error),
    #[error(transparent)]
    Unverified(Box<Unverified>),
    #[error(transparent)]
    Threads(std::io::Error),
}

/// A climb that the checker does not accept: a mistake of this program.
#[derive(Debug, thiserror::Error)]
#[error("{puzzle}, {scale}: {wrong}")]
pub struct Unverified {
    /// The line.
    pub at: LineAt,
    /// The puzzle on it.
    pub puzzle: String,
    /// The ladder's name.
    pub scale: String,
    /// What is wrong, and where.
    pub wrong: Wrong,
}
