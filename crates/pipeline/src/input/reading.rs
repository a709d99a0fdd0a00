//! How lines are read.

use super::columns::Place;
use std::sync::Arc;

/// How lines are read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Data lines passed over at the start.
    pub skip: u64,
    /// Data lines read at most.
    pub take: Option<u64>,
    /// The comma-separated column, from 1, that holds the puzzle; otherwise it is where it is found.
    pub column: Option<usize>,
    /// Numbers to be read beside the puzzle: a column by its name in the header or its place from 1, or a word before
    /// `=` in the text after the puzzle.
    pub against: Vec<String>,
    /// Whether plain files are mapped into memory, where that is possible; otherwise they are read. What comes out is the
    /// same. A map needs a handler of the signal SIGBUS, which is the process's, so it is for the process to ask for it.
    pub map: bool,
}

impl Reading {
    /// Where the numbers stand in the lines of an input with this header, or none.
    pub(super) fn places(&self, header: Option<&[u8]>) -> std::io::Result<Arc<[Place]>> {
        self.against.iter().map(|name| Place::find(name, header)).collect()
    }
}
