//! Bodies of the fuzz targets: each takes any bytes, must not panic, and checks the results.
#![allow(dead_code, unused_imports)] // a target uses one of them

mod formats;
mod hcfg;
mod ladder;
mod line;
mod object;
mod proof;
mod reader;
mod run;

pub use formats::{fields, forms, hodoku, matrices, rows, sukaku};
pub use hcfg::hcfg;
pub use ladder::ladder;
pub use line::{parse_puzzle, parse_puzzle_line};
pub use object::object;
pub use proof::{PROOFS, verify};
pub use reader::reader;
pub use run::{RUN, record, run_file};
