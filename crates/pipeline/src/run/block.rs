//! Blocks: packed records of a run file, with a checksum.
//!
//! ```text
//!    0  rows     u16                   8  packed   u32, bytes of the facts as stored
//!    2  is full  u16, 0 or 1          12  puzzles  u32, bytes of the puzzles
//!    4  facts    u32, their bytes     16  sum      u32, the low half of the XXH3-64 of everything else
//!                                     20  the facts of all rows, deflated if that shortens them, then
//!                                         their puzzles
//! ```
//!
//! A block is full with 1,024 rows, or earlier once it has 256 KiB of kept columns. To get rows to disk soon,
//! it may also be written in parts: blocks marked as not full, except for the last part.
//!
//! ```text
//!   ┌ full ──────┐┌ full ──────┐┌ part ┐┌ part, full ┐┌ full ──────┐┌ part ┐
//!   └ 1024 rows ─┘└ 1024 rows ─┘└──── 1024 rows ─────┘└ 1024 rows ─┘└ the last rows of a run
//! ```
//!
//! A complete run has no blocks in parts, so its bytes depend on its rows only.

// This module reads untrusted files, so it must not panic (tests/program/source.rs lists such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::record::{Layout, NOWHERE, decode_puzzle, encode_puzzle};
use super::row::Row;
use crate::input::LineAt;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use std::io::{self, Read};
use xxhash_rust::xxh3::Xxh3Default;

/// Maximum number of rows in a block.
const ROWS: usize = 1 << 10;
/// Bytes of kept columns that make a block full.
const KEPT: usize = 1 << 18;

/// Bytes before the facts.
const HEAD: usize = 20;
/// Offset of the checksum.
const SUM_AT: usize = 16;

/// Maximum expansion of deflated data.
const EXPANDS: usize = 1032;

/// Compression level: 1 takes two thirds of the time and makes the file a tenth larger.
const EFFORT: u32 = 2;

/// Contents of a block so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Filled {
    rows: usize,
    kept: usize,
}

impl Filled {
    /// Counts a row. Returns whether the block is now full, and if so starts counting the next.
    pub fn add(&mut self, row: &Row) -> bool {
        self.rows += 1;
        self.kept += row.kept.iter().map(String::len).sum::<usize>();
        let is_full = self.rows >= ROWS || self.kept >= KEPT;
        if is_full {
            *self = Filled::default();
        }
        is_full
    }
}

/// Rows of the block being filled.
pub(super) struct Open {
    /// Contents of the block so far, including its parts already written.
    pub filled: Filled,
    rows: u16,
    last: LineAt,
    facts: Vec<u8>,
    puzzles: Vec<u8>,
    deflate: Compress,
}

impl Open {
    pub fn new() -> Open {
        Open {
            filled: Filled::default(),
            rows: 0,
            last: NOWHERE,
            facts: Vec::new(),
            puzzles: Vec::new(),
            deflate: Compress::new(Compression::new(EFFORT), false),
        }
    }

    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// Adds a row; returns whether the block is full.
    pub fn add(&mut self, layout: &Layout, row: &Row) -> bool {
        layout.encode_facts(row, self.last, &mut self.facts);
        encode_puzzle(&row.puzzle, &mut self.puzzles);
        self.last = row.at();
        self.rows += 1;
        self.filled.add(row)
    }

    /// Returns the bytes of the block and empties it.
    pub fn close(&mut self, is_full: bool) -> Vec<u8> {
        let packed = self.packed();
        let facts = packed.as_deref().unwrap_or(&self.facts);
        let mut bytes = Vec::with_capacity(HEAD + facts.len() + self.puzzles.len());
        bytes.extend(self.rows.to_le_bytes());
        bytes.extend(u16::from(is_full).to_le_bytes());
        for length in [self.facts.len(), facts.len(), self.puzzles.len()] {
            bytes.extend((length as u32).to_le_bytes());
        }
        let sum = sum(&bytes, &[facts, &self.puzzles]);
        bytes.extend(sum);
        bytes.extend(facts);
        bytes.append(&mut self.puzzles);
        self.facts.clear();
        (self.rows, self.last) = (0, NOWHERE);
        bytes
    }

    /// Deflates the facts; `None` if that does not shorten them.
    fn packed(&mut self) -> Option<Vec<u8>> {
        let mut packed = Vec::with_capacity(self.facts.len());
        self.deflate.reset();
        let ended = self.deflate.compress_vec(&self.facts, &mut packed, FlushCompress::Finish);
        let is_fewer = matches!(ended, Ok(Status::StreamEnd)) && packed.len() < self.facts.len();
        is_fewer.then_some(packed)
    }
}

fn sum(head: &[u8], rest: &[&[u8]]) -> [u8; 4] {
    let mut hash = Xxh3Default::new();
    hash.update(head);
    rest.iter().for_each(|part| hash.update(part));
    (hash.digest() as u32).to_le_bytes()
}

/// Block read from a file, with a correct checksum.
pub(super) struct Block {
    pub rows: usize,
    pub is_full: bool,
    /// Length of the facts in bytes.
    facts: usize,
    /// Length of the facts as stored.
    packed: usize,
    pub bytes: Vec<u8>,
}

impl Block {
    /// Reads the next block; `None` if there is no intact one.
    pub fn read(reader: &mut impl Read) -> io::Result<Option<Block>> {
        let mut bytes = vec![0; HEAD];
        if !filled(reader, &mut bytes)? {
            return Ok(None);
        }
        let Some([rows, is_full, facts, packed, puzzles]) = lengths(&bytes) else {
            return Ok(None);
        };
        // Reading stops at the end of the file, so a wrong length cannot allocate more than its size.
        let rest = packed as u64 + puzzles as u64;
        reader.by_ref().take(rest).read_to_end(&mut bytes)?;
        let is_whole = bytes.len() as u64 == HEAD as u64 + rest;
        let intact = bytes.split_at_checked(SUM_AT).and_then(|(head, rest)| {
            let (written, rest) = rest.split_first_chunk()?;
            (sum(head, &[rest]) == *written).then_some(())
        });
        let is_block = is_whole
            && intact.is_some()
            && (1..=ROWS).contains(&rows)
            && is_full < 2
            && (packed..=EXPANDS * packed).contains(&facts);
        Ok(is_block.then_some(Block { rows, is_full: is_full == 1, facts, packed, bytes }))
    }

    /// Decodes the rows; `None` if the bytes are invalid.
    pub fn decode(&self, layout: &Layout) -> Option<Vec<Row>> {
        let (packed, mut puzzles) = self.bytes.get(HEAD..)?.split_at_checked(self.packed)?;
        let mut unpacked = Vec::new();
        let mut facts = packed;
        if self.packed < self.facts {
            unpacked.try_reserve_exact(self.facts).ok()?;
            let mut inflate = Decompress::new(false);
            let ended = inflate.decompress_vec(packed, &mut unpacked, FlushDecompress::Finish);
            let is_whole = matches!(ended, Ok(Status::StreamEnd))
                && unpacked.len() == self.facts
                && inflate.total_in() == packed.len() as u64;
            is_whole.then_some(())?;
            facts = &unpacked;
        }
        let mut last = NOWHERE;
        let mut rows = Vec::with_capacity(self.rows);
        for _ in 0..self.rows {
            let (mut row, form) = layout.decode_facts(last, &mut facts)?;
            row.puzzle = decode_puzzle(form, &mut puzzles)?;
            last = row.at();
            rows.push(row);
        }
        (facts.is_empty() && puzzles.is_empty()).then_some(rows)
    }
}

/// Reads the numbers of the head except the checksum.
fn lengths(head: &[u8]) -> Option<[usize; 5]> {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |all, &byte| all << 8 | usize::from(byte));
    let (small, rest) = head.split_at_checked(4)?;
    let [rows, is_full] = small.as_chunks::<2>().0 else { return None };
    let [facts, packed, puzzles, _] = rest.as_chunks::<4>().0 else { return None };
    Some([number(rows), number(is_full), number(facts), number(packed), number(puzzles)])
}

/// Fills `bytes`; returns `false` if the file ends before that.
fn filled(reader: &mut impl Read, bytes: &mut [u8]) -> io::Result<bool> {
    match reader.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
