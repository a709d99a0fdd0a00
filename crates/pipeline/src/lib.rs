//! The pipeline of sudoscope: collections of puzzles in; ratings, run files, statistics and reports out.
//!
//! | to | modules |
//! |---|---|
//! | rate a collection and report on it (with an example) | [`scan`] |
//! | read files, streams and shards | [`input`], [`settings`] |
//! | rate lines in input order; keep and read run files | [`run`] |
//! | turn rows into tables and pages | [`report`], [`stats`] |
//! | measure the worth of each rule | [`worth`] |
//! | choose, compare and clean lists | [`select`], [`choice`], [`diff`], [`compare`], [`dedupe`] |
//! | plan which puzzles appear on which day | [`plan`] |
//! | put several collections side by side | [`study`] |
//! | fit minutes to times of people | [`minutes`] |
//! | compare ratings with the levels of a collection | [`calibrate`] |
//! | export puzzles with hints for other programs | [`export`] |
//! | print puzzles on paper | [`mod@print`] |
//! | make puzzles; find others near them | [`generate`]; [`search`] |
//! | explain one puzzle; walk its path in a browser | [`explain`] |
//! | ask something of every line, in one table | [`ask`] |
//! | write files that survive an interruption | [`files`] |
//! | manage threads, signals and standard streams of the process | [`threads`], [`signals`], [`standard`] |

pub mod ask;
pub mod calibrate;
pub mod choice;
pub mod compare;
pub mod dedupe;
pub mod diff;
pub mod explain;
pub mod export;
pub mod files;
pub mod generate;
pub mod input;
pub mod minutes;
pub mod plan;
pub mod print;
pub mod report;
pub mod run;
pub mod scan;
pub mod search;
pub mod select;
pub mod settings;
pub mod signals;
pub mod standard;
pub mod stats;
pub mod study;
pub mod threads;
mod walk;
pub mod worth;
