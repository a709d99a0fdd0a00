//! Files and streams → batches of numbered lines.
//!
//! ```text
//!   file ──── thread: windows onto it ─┐ chunks of      lines: numbered, comments and     batches of
//!   packed ─┐                          ├─ whole lines ─▶ headers skipped and counted, ───▶ data lines
//!   stdin  ─┴ thread: read, unpacked, ─┘                rows of a grid put together,
//!             records as lines                        --skip and --take
//! ```
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod all_columns;
mod bare;
mod batch;
mod cells;
mod columns;
mod content;
mod cut;
mod fields;
mod forms;
mod grids;
mod grouping;
mod input_lines;
mod kept;
mod kind;
mod line;
mod literal;
mod object;
mod on_board;
mod packed;
mod part;
mod puzzle;
mod raw;
mod reading;
mod records;
mod shard;
mod skipped;
mod source;
mod stream;
mod typed;
mod utf16;
mod window;
mod zstd;

pub use batch::{Batches, Empty};
pub use columns::{ANYWHERE, MAX_NUMBER, Place, Places};
pub(crate) use columns::{BOARD, parted};
pub use content::{Content, Extent, Hash};
pub use cut::Batch;
pub(crate) use cut::Cut;
pub use forms::{FORMS, Form, Found, LineError, LineErrorKind, Scope, ShortName, read_puzzle};
pub(crate) use grids::Grids;
pub use kept::{KeptColumn, KeptKind};
pub(crate) use kind::is_grid_row;
pub(crate) use line::MAX_LINE;
pub use line::{LineAt, MAX_INPUTS};
pub(crate) use on_board::{BoardPlace, clues_named, first_names_board, is_named, named_in};
pub use on_board::{board_named, puzzle_on};
pub(crate) use packed::{text_of, text_of_file};
pub(crate) use part::PartOf;
pub use puzzle::{clues_of, column_text, puzzle_of, shown};
pub use reading::Reading;
pub use shard::Shard;
pub use skipped::Skipped;
pub use source::{Identity, Input, InputError};
pub use stream::Next;
pub(crate) use typed::Typed;
