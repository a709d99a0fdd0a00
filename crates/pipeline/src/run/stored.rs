//! Sequential reading of a run file: its blocks, their rows.

// This module reads untrusted files, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::block::Block;
use super::error::RunError;
use super::record::{Layout, NOWHERE};
use super::row::Row;
use crate::input::LineAt;
use std::borrow::Borrow;
use std::io::Read;
use std::path::PathBuf;
use xxhash_rust::xxh3::Xxh3Default;

/// Bytes read at a time.
pub(super) const BUFFER: usize = 1 << 18;

/// Unread blocks of a run file.
pub(super) struct Blocks<R> {
    pub(super) reader: R,
    pub(super) path: PathBuf,
    /// Rows in all, and rows not yet read.
    pub(super) rows: u64,
    pub(super) left: u64,
    /// Hash of the bytes read, and the expected final one; for a complete run only.
    pub(super) end: Option<(Xxh3Default, u64)>,
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = Result<Block, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        let damaged = || RunError::Damaged(self.path.clone());
        if self.left == 0 {
            let (mut hash, written) = self.end.take()?;
            hash.update(&self.rows.to_le_bytes());
            return (hash.digest() != written).then(|| Err(damaged()));
        }
        let block = match Block::read(&mut self.reader) {
            Ok(block) => block.filter(|block| block.rows as u64 <= self.left).ok_or_else(damaged),
            Err(error) => Err(RunError::Io(self.path.clone(), error)),
        };
        // Nothing is read after a damaged block.
        self.left = block.as_ref().map_or(0, |block| self.left - block.rows as u64);
        match (&block, &mut self.end) {
            (Ok(block), Some((hash, _))) => hash.update(&block.bytes),
            (Err(_), end) => *end = None,
            _ => {}
        }
        Some(block)
    }
}

/// Unread rows of a run file.
pub(super) struct StoredRows<R, L> {
    blocks: Blocks<R>,
    layout: L,
    /// Rows of the current block.
    rows: std::vec::IntoIter<Row>,
    last: LineAt,
}

impl<R: Read, L: Borrow<Layout>> Iterator for StoredRows<R, L> {
    type Item = Result<Row, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.rows.next() {
                return Some(Ok(row));
            }
            let block = match self.blocks.next()? {
                Ok(block) => block,
                Err(error) => return Some(Err(error)),
            };
            let rows = block.decode(self.layout.borrow()).filter(|rows| self.follow(rows));
            match rows {
                Some(rows) => self.rows = rows.into_iter(),
                None => {
                    (self.blocks.left, self.blocks.end) = (0, None);
                    return Some(Err(RunError::Damaged(self.blocks.path.clone())));
                }
            }
        }
    }
}

impl<R, L> StoredRows<R, L> {
    pub(super) fn of(blocks: Blocks<R>, layout: L) -> StoredRows<R, L> {
        StoredRows { blocks, layout, rows: Vec::new().into_iter(), last: NOWHERE }
    }

    /// Whether the lines of `rows` follow the lines before them.
    fn follow(&mut self, rows: &[Row]) -> bool {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return false };
        let follow = first.at() > self.last;
        self.last = last.at();
        follow
    }
}
