//! Tests of the program: the built binary driven as a user would, with its inputs, reports, pictures, files
//! and tables.

#[path = "../common/binary.rs"]
mod binary;
#[path = "../common/mod.rs"]
mod common;

#[path = "../../fuzz/bodies/mod.rs"]
mod bodies;

mod ask;
mod bad_input;
mod bank;
mod board_forms;
mod board_lines;
mod board_questions;
mod board_scans;
mod boards;
mod browser;
mod calibrate;
mod canon;
mod carried;
mod cases;
mod catalogue;
mod claims;
mod cli;
mod compare;
mod damage;
mod diff;
mod docs;
mod draw;
mod escape;
mod export;
mod extremes;
mod faults;
mod foreign;
mod formats;
mod fuzz_bodies;
mod generate;
mod hints;
mod install;
mod mapped;
mod minutes;
mod more_cases;
mod objects;
mod packed;
mod page;
mod power;
mod print;
mod puzzles_cli;
mod recount;
mod report;
mod resources;
mod scales;
mod search;
mod shard;
mod shells;
mod solutions;
mod source;
mod spreadsheets;
mod start;
mod study;
mod sweep;
mod trace;
mod unfinished;
mod walk;
mod web;
mod wide;
mod workbench;
mod worth;
