//! Reports on the rows of a run, made during the run or in a second pass.
//!
//! ```text
//!   rows ─┬▶ folds (REPORTS) ─┬▶ tables ─┬▶ files (FORMATS)
//!         └▶ counts ──────────┘          └▶ kept in memory ─▶ report.html (page)
//! ```
//!
//! A report is a fold: it sees every row once, in input order, and writes rows of typed values as it goes or
//! at the end; or it is made of counts ([`Counts`]), which need no rows and can be added up. Reports know no
//! files and no formats; [`write_all`] writes all reports of a run, [`write_live`] writes them while the run
//! goes on, and [`write_counted`] writes those made of counts.

#[macro_use]
mod columns;
#[macro_use]
mod table;
mod alike;
mod clues;
mod context;
mod correlation;
mod counts;
mod cross;
mod definition;
mod disagreements;
mod examples;
mod fields;
mod format;
mod hardest;
mod joint;
mod kept;
mod map;
mod means;
mod page;
mod paths;
mod puzzles;
mod ratings;
mod rejects;
mod rules;
mod sets;
pub(crate) mod study;
mod summary;
mod techniques;
mod timing;
mod usage;
mod wide;
mod worth;
mod write;

use alike::{Group, Rows};
use context::about_run;
pub use context::{Context, View};
pub use counts::{Counts, ItemCounts, ScaleCounts};
pub use definition::Report;
use definition::{Fold, Join, Source};
pub use fields::{OwnColumn, Rated, RatedColumns, endings, line_in_shard, status_text, used};
pub(crate) use fields::{and_kept, kept_values, rating_kind, text_on};
#[cfg(feature = "parquet")]
pub use format::{ArrowColumn, data_type};
pub use format::{FORMATS, NOT_BUILT_IN, find_format};
pub use format::{csv_field, csv_row, csv_row_of};
pub(crate) use page::{Bar, draw_bars};
pub use puzzles::PuzzleTable;
pub use summary::Summary;
pub use table::{Column, Ending, Format, Head, Kind, Table, Use, Value};
pub use wide::WideScale;
pub(crate) use write::is_written;
pub use write::{Destination, write_all, write_counted, write_live, write_table};

/// All reports on the rows of a run. Equal rows give equal bytes, except in the reports of times.
pub static REPORTS: &[Report] = &[
    puzzles::PUZZLES,
    ratings::RATINGS,
    clues::CLUES,
    means::MEANS,
    techniques::TECHNIQUES,
    rules::RULES,
    usage::USAGE,
    sets::SETS,
    hardest::HARDEST,
    examples::EXAMPLES,
    map::MAP,
    correlation::CORRELATION,
    cross::CROSS,
    disagreements::DISAGREEMENTS,
    timing::TIMING,
    rejects::REJECTS,
];

/// Reports on the worth of rules, if it was measured.
pub static WORTH: &[Report] = &[worth::WORTH, worth::OVERLAP, worth::MINIMAL_SET];
