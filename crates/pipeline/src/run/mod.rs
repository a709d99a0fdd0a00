//! From lines to rows: batches on a pool of threads, results in input order.
//!
//! ```text
//!   reader (this thread) ─ batch k ─▶ pool: parse, rate ─ (k, rows) ─▶ this thread: in order, to the sink
//!          ▲                                                               │
//!          └───────────── size and number of batches: pace.rs ─────────────┘
//! ```
//!
//! The output does not depend on the number of threads: a row depends on its line only, and rows are
//! delivered in the order of their lines. Locks, channels and progress are touched once a batch.

mod block;
mod error;
mod header;
mod merge;
mod on_board;
mod ordered;
mod pace;
mod rate;
mod rater;
mod record;
mod resume_check;
mod row;
mod rows_file;
mod run_file;
mod stored;
mod timing;

pub use error::{PipelineError, RunError, Unverified};
pub(crate) use header::PARTS;
pub use header::RunHeader;
pub use merge::{Merge, MergeError};
pub use ordered::{Done, Ended, Flow, Line, Lines, Run, ScratchPool, Sink, Work, in_pool};
pub use rate::{LeftOut, Plan, Rating, Verified, Watched};
pub use rater::{LineRater, RowSolver};
pub use record::Layout;
pub(crate) use record::{PACKED, pack};
pub use row::Row;
pub use rows_file::{InputDiffers, RowsFile};
pub use run_file::RunFile;
pub use timing::Timing;
