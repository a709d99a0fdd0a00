//! Errors of deduplication.

use crate::run::PipelineError;
use std::{io, path::PathBuf};
use sudoscope_engine::canon::NoForm;

/// Reason why there is no result.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum DedupeError {
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    #[error("temporary files in {}: {error}", directory.display())]
    Temporary { directory: PathBuf, error: io::Error },
    #[error("cannot write")]
    Output(#[source] io::Error),
    #[error("{0} was changed while it was read")]
    Changed(String),
    #[error("the puzzles of {0} have no canonical forms: {1}")]
    NoForm(String, NoForm),
    #[error("interrupted")]
    Interrupted,
}
