//! The Python package `sudoscope`: strings in Arrow arrays in, ratings in Arrow record batches out.
//!
//! ```text
//!   lines.rs: strings of any Arrow type ─▶ rater.rs: lines → rows ─┬▶ columns.rs: a column for each ladder
//!                                                                  └▶ summary.rs: counts, which merge
//!   rated.rs: rows again, from the records that columns.rs kept ─▶ report.rs
//! ```
//!
//! `read.rs` wraps the program's reader, for users with files and without Arrow.
//!
//! The engine runs on the calling thread, or on several (`jobs.rs`), without the interpreter's lock. Settings
//! (`settings.rs`) travel with every batch, so that results of different ladders are not mixed.

mod arguments;
mod ask;
mod catalogue;
mod claims;
mod columns;
mod errors;
mod explanation;
mod input;
mod jobs;
mod lines;
mod patience;
mod puzzles;
mod rated;
mod rater;
mod read;
mod report;
mod search;
mod select;
mod settings;
mod summary;
mod trace;

use pyo3::prelude::*;

/// Engine of the package `sudoscope`.
#[pymodule]
mod _sudoscope {
    #[pymodule_export]
    use crate::catalogue::{ladders, rules};
    #[pymodule_export]
    use crate::claims::{StepAnswer, check_step};
    #[pymodule_export]
    use crate::explanation::{Explanation, Step, all_steps, explain, next_step};
    #[pymodule_export]
    use crate::puzzles::{check, dedupe, generate, minlex, solve};
    #[pymodule_export]
    use crate::rater::{Rater, restore};
    #[pymodule_export]
    use crate::read::{can_be_cut, read};
    #[pymodule_export]
    use crate::report::{merge, report};
    #[pymodule_export]
    use crate::search::search;
    #[pymodule_export]
    use crate::select::select;
    #[pymodule_export]
    use crate::trace::trace;

    /// Version of the package and of the engine.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
