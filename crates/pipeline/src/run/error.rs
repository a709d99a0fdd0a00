//! Errors of rating runs and of run files.

use crate::input::{InputError, LineAt};
use std::{borrow::Cow, io, path::PathBuf};
use sudoscope_engine::verify::Wrong;

/// Reason why a run was aborted.
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

/// Climb that the checker rejects: a bug in this program.
#[derive(Debug, thiserror::Error)]
#[error("{puzzle}, {scale}: {wrong}")]
pub struct Unverified {
    /// Line of the puzzle.
    pub at: LineAt,
    /// Puzzle on the line.
    pub puzzle: String,
    /// Name of the ladder.
    pub scale: String,
    /// Error found, and its place.
    pub wrong: Wrong,
}

/// Reason why a run file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Reading or writing failed.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// A foreign file is in the way.
    #[error(
        "{0} is in the way, and is no run file: it stays as it is; move it away, or name another directory"
    )]
    Strange(PathBuf),
    /// An unfinished run is in the way.
    #[error("{0} holds an unfinished run: resume it with --resume, or drop it with --restart")]
    Unfinished(PathBuf),
    /// Nothing to report.
    #[error("{0} holds no finished scan; scan --resume resumes an unfinished one")]
    NotFinished(PathBuf),
    /// A file where a scan is wanted.
    #[error("{0} is a file, not a scan: name the folder that scan made")]
    NoFolder(PathBuf),
    /// Nothing to resume.
    #[error("{0} holds no unfinished run to resume")]
    NothingToResume(PathBuf),
    /// The unfinished run is a different one.
    #[error("{0} is of another run: its {1} differs; --restart drops it")]
    Different(PathBuf, Cow<'static, str>),
    /// The run is of a board where a command or an option cannot be used.
    #[error("{0} cannot be used with a scan of the board {1}: it is for the plain board")]
    PlainOnly(String, String),
    /// Not a run file, or a damaged one.
    #[error(
        "{0} is not a run file of this version, or is damaged: scan again (--restart drops an unfinished run)"
    )]
    Damaged(PathBuf),
}
