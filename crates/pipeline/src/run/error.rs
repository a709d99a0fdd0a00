//! Why lines do not become rows, and why a run file cannot be used.

use crate::input::{InputError, LineAt};
use std::{io, path::PathBuf};
use sudoscope_engine::verify::Wrong;

/// Why a run broke off.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PipelineError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Output(#[from] io::Error),
    #[error(transparent)]
    Unverified(Box<Unverified>),
    #[error(transparent)]
    Threads(io::Error),
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

/// Why a run file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Reading or writing failed.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// A file that is not shown to be ours is in the way.
    #[error(
        "{0} is in the way, and is no run file: it stays as it is; move it away, or name another directory"
    )]
    Strange(PathBuf),
    /// An unfinished run stands in the way.
    #[error("{0} holds an unfinished run: resume it with --resume, or drop it with --restart")]
    Unfinished(PathBuf),
    /// There is nothing to report.
    #[error("{0} holds no finished scan; scan --resume resumes an unfinished one")]
    NotFinished(PathBuf),
    /// There is nothing to resume.
    #[error("{0} holds no unfinished run to resume")]
    NothingToResume(PathBuf),
    /// The unfinished run is another one.
    #[error("{0} is of another run: its {1} differs; --restart drops it")]
    Different(PathBuf, &'static str),
    /// Not a run file, or a damaged one.
    #[error(
        "{0} is not a run file of this version, or is damaged: scan again (--restart drops an unfinished run)"
    )]
    Damaged(PathBuf),
}
