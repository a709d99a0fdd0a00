//! The pipeline of sudoscope: collections of puzzles in; ratings, run files, statistics and reports out.

pub mod choice;
pub mod dedupe;
pub mod diff;
pub mod explain;
pub mod files;
pub mod generate;
pub mod input;
pub mod report;
pub mod run;
pub mod scan;
pub mod select;
pub mod settings;
pub mod signals;
pub mod stats;
pub mod threads;
pub mod walk;
pub mod worth;
