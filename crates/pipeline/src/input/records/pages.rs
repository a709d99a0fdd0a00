//! Pages of Parquet. The library allocates the unpacked size that a page claims; this module unpacks the
//! pages, and counts the space for their values before the library sees them.

use super::{damaged, room};
use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use parquet::basic::{Compression, CompressionCodec, Encoding, Type as Physical};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::schema::types::ColumnDescPtr;
use ruzstd::decoding::StreamingDecoder;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of values of a column that the library unpacks at a time, if no row has several values.
pub(super) const AT_A_TIME: usize = 1024;
/// Number of rows that the library unpacks at a time, if rows have lists.
pub(super) const LISTS_AT_A_TIME: usize = 16;
/// Maximum bytes of a list of a column, including its texts.
const MAX_LIST: u64 = 1 << 22;
/// Bytes that a value takes besides its content, and bytes of a number.
const VALUE: u64 = 32;
const NUMBER: u64 = 12;

fn damage(why: &str) -> ParquetError {
    ParquetError::External(Box::new(damaged("Parquet", why)))
}

/// A file that is read only within its length.
pub(super) struct PagesFile {
    file: File,
    bytes: u64,
    /// Bytes taken by the current pages of all columns.
    held: Arc<AtomicU64>,
}

impl PagesFile {
    pub fn of(file: File) -> io::Result<PagesFile> {
        Ok(PagesFile { bytes: file.metadata()?.len(), file, held: Arc::default() })
    }

    fn has(&self, start: u64, length: usize) -> Result<()> {
        match start.checked_add(length as u64) {
            Some(end) if end <= self.bytes => Ok(()),
            _ => Err(damage("something is not where it should be")),
        }
    }
}

impl Length for PagesFile {
    fn len(&self) -> u64 {
        self.bytes
    }
}

impl ChunkReader for PagesFile {
    type T = <File as ChunkReader>::T;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        self.has(start, 0)?;
        self.file.get_read(start)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.has(start, length)?;
        self.file.get_bytes(start, length)
    }
}

/// Unpacked pages of a column.
pub(super) struct Pages {
    pages: Box<dyn PageReader>,
    packing: CompressionCodec,
    column: ColumnDescPtr,
    /// Maximum bytes for all columns, and bytes in use.
    room: u64,
    held: Arc<AtomicU64>,
    /// Bytes of the dictionary, and of the page.
    own: [u64; 2],
    /// Length of the longest value of the dictionary.
    longest: u64,
    /// Number of values so far in the current list.
    list: u64,
}

impl Pages {
    pub fn of(file: &Arc<PagesFile>, group: &RowGroupMetaData, at: usize) -> Result<Pages> {
        let column = group.column(at);
        let packing = column.compression_codec();
        if matches!(packing, CompressionCodec::BROTLI | CompressionCodec::LZO) {
            return Err(damage(&format!("{packing:?} is not read")));
        }
        // Pages declared as plain are passed on unchanged.
        let as_it_stands =
            column.clone().into_builder().set_compression(Compression::UNCOMPRESSED).build()?;
        let pages =
            SerializedPageReader::new(file.clone(), &as_it_stands, usize::try_from(group.num_rows())?, None)?;
        Ok(Pages {
            pages: Box::new(pages),
            packing,
            column: column.column_descr_ptr(),
            room: room(file.bytes),
            held: file.held.clone(),
            own: [0; 2],
            longest: 0,
            list: 0,
        })
    }

    /// Replaces the bytes counted for the dictionary or the page; fails if there is no room for them.
    fn hold(&mut self, is_data: bool, bytes: u64) -> Result<()> {
        if let Some(own) = self.own.get_mut(usize::from(is_data)) {
            self.held.fetch_sub(std::mem::replace(own, bytes), Relaxed);
        }
        match self.held.fetch_add(bytes, Relaxed).saturating_add(bytes) <= self.room {
            true => Ok(()),
            false => Err(damage("unpacked it is too large for what it is packed")),
        }
    }

    /// Counts the space that the values of a page take.
    fn count(&mut self, page: &Page) -> Result<()> {
        let bytes = page.buffer().len() as u64;
        let values = u64::from(page.num_values());
        if let Page::DictionaryPage { .. } = page {
            if values > bytes {
                return Err(damage("a dictionary is too short for its values"));
            }
            let (longest, value) = match self.column.physical_type() {
                Physical::BYTE_ARRAY => (longest(page.buffer()), VALUE),
                Physical::FIXED_LEN_BYTE_ARRAY => (self.column.type_length().unsigned_abs().into(), VALUE),
                _ => (NUMBER, NUMBER),
            };
            self.longest = longest;
            return self.hold(false, bytes.saturating_add(values.saturating_mul(value)));
        }
        let too_short = || damage("a page is too short");
        let levels = Levels::of(page, &self.column).ok_or_else(too_short)?;
        let (mut more, mut longest) = (0, self.longest);
        if matches!(page.encoding(), Encoding::DELTA_LENGTH_BYTE_ARRAY | Encoding::DELTA_BYTE_ARRAY) {
            let first = Lengths::of(levels.values, values).ok_or_else(too_short)?;
            more = first.count * NUMBER;
            if page.encoding() == Encoding::DELTA_BYTE_ARRAY {
                let rest = levels.values.get(first.end..).and_then(|rest| Lengths::of(rest, values));
                // Each value begins with a part of the previous one.
                longest = first.longest.saturating_add(rest.ok_or_else(too_short)?.longest);
                more = more.saturating_add(longest.saturating_mul(values.min(AT_A_TIME as u64)));
            }
        }
        self.hold(true, bytes.saturating_add(more))?;
        if self.column.max_rep_level() == 0 {
            return Ok(());
        }
        let value = 2 * VALUE + longest + self.column.path().string().len() as u64;
        let most = MAX_LIST / value;
        let runs = levels.repetitions(self.column.max_rep_level(), values, |goes_on, run| {
            self.list = if goes_on { self.list + run } else { 1 };
            self.list <= most
        });
        match runs {
            Some(true) => Ok(()),
            Some(false) => Err(damage("a list is too long")),
            None => Err(too_short()),
        }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        self.held.fetch_sub(self.own.iter().sum(), Relaxed);
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let Some(mut page) = self.pages.get_next_page()? else { return Ok(None) };
        let room = self.room;
        let packing = self.packing;
        match &mut page {
            _ if packing == CompressionCodec::UNCOMPRESSED => {}
            Page::DataPage { buf, .. } | Page::DictionaryPage { buf, .. } => {
                *buf = unpack(packing, &[], buf, room)?.into();
            }
            Page::DataPageV2 {
                buf, def_levels_byte_len, rep_levels_byte_len, is_compressed: true, ..
            } => {
                let levels = (*def_levels_byte_len as usize).saturating_add(*rep_levels_byte_len as usize);
                let parts = buf.split_at_checked(levels);
                let (levels, packed) = parts.ok_or_else(|| damage("a page is too short"))?;
                *buf = unpack(packing, levels, packed, room)?.into();
            }
            Page::DataPageV2 { .. } => {}
        }
        self.count(&page)?;
        Ok(Some(page))
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

/// Unpacks `packed` and appends the result, at most `most` bytes, to a copy of `plain`.
fn unpack(packing: CompressionCodec, plain: &[u8], packed: &[u8], most: u64) -> Result<Vec<u8>> {
    let mut bytes = plain.to_vec();
    if packed.is_empty() {
        return Ok(bytes);
    }
    let failed = |error: &dyn std::fmt::Display| damage(&format!("{packing:?}: {error}"));
    let mut read = |stream: &mut dyn Read| -> Result<()> {
        let read = stream.take(most).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        if read as u64 == most { Err(failed(&"a page is too long")) } else { Ok(()) }
    };
    match packing {
        CompressionCodec::GZIP => read(&mut MultiGzDecoder::new(packed))?,
        CompressionCodec::ZSTD => {
            read(&mut StreamingDecoder::new(packed).map_err(|error| failed(&error))?)?;
        }
        CompressionCodec::SNAPPY => {
            let length = snap::raw::decompress_len(packed).map_err(|error| failed(&error))?;
            if length as u64 > most {
                return Err(failed(&"a page is too long"));
            }
            bytes.extend(snap::raw::Decoder::new().decompress_vec(packed).map_err(|error| failed(&error))?);
        }
        CompressionCodec::LZ4 => match hadoop_blocks(packed, most) {
            Some(blocks) => bytes.extend(blocks),
            // Written by older programs.
            None if packed.starts_with(&[0x04, 0x22, 0x4d, 0x18]) => {
                read(&mut lz4_flex::frame::FrameDecoder::new(packed))?;
            }
            None => bytes.extend(lz4_block(packed, most).ok_or_else(|| failed(&"damaged"))?),
        },
        _ => bytes.extend(lz4_block(packed, most).ok_or_else(|| failed(&"damaged"))?),
    }
    Ok(bytes)
}

/// Unpacks a block of LZ4, whose unpacked length is not stored: at most 255 times as long.
fn lz4_block(packed: &[u8], most: u64) -> Option<Vec<u8>> {
    let sizes = [8, 64, 256].map(|times| (packed.len() as u64 * times + 64).min(most) as usize);
    sizes.into_iter().find_map(|size| {
        let mut bytes = vec![0; size];
        let length = lz4_flex::block::decompress_into(packed, &mut bytes).ok()?;
        bytes.truncate(length);
        Some(bytes)
    })
}

/// Unpacks blocks of LZ4 in Hadoop's format: unpacked length, length, block.
fn hadoop_blocks(mut packed: &[u8], most: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    while !packed.is_empty() {
        let (lengths, rest) = packed.split_first_chunk::<8>()?;
        let length = |at| Some(u32::from_be_bytes(*lengths.get(at..)?.first_chunk()?) as usize);
        let (unpacked, length) = (length(0)?, length(4)?);
        let (block, rest) = rest.split_at_checked(length)?;
        if bytes.len() as u64 + unpacked as u64 > most || unpacked as u64 > 256 * length as u64 {
            return None;
        }
        let mut some = vec![0; unpacked];
        (lz4_flex::block::decompress_into(block, &mut some).ok()? == unpacked).then_some(())?;
        bytes.extend(some);
        packed = rest;
    }
    Some(bytes)
}

/// Returns the length of the longest text in `texts`, where its length precedes each text.
fn longest(mut texts: &[u8]) -> u64 {
    let mut longest = 0;
    while let Some((length, rest)) = texts.split_first_chunk() {
        let length = u32::from_le_bytes(*length);
        longest = longest.max(length);
        texts = rest.get(length as usize..).unwrap_or_default();
    }
    longest.into()
}

/// Parts of a data page.
struct Levels<'a> {
    repetitions: &'a [u8],
    values: &'a [u8],
}

impl<'a> Levels<'a> {
    fn of(page: &'a Page, column: &ColumnDescPtr) -> Option<Levels<'a>> {
        let buffer = &**page.buffer();
        let plain = |bytes: &'a [u8], has_levels: bool| -> Option<(&'a [u8], &'a [u8])> {
            if !has_levels {
                return bytes.split_at_checked(0);
            }
            let (length, rest) = bytes.split_first_chunk()?;
            rest.split_at_checked(u32::from_le_bytes(*length) as usize)
        };
        let (repetitions, rest) = match page {
            Page::DataPageV2 { rep_levels_byte_len, .. } => {
                buffer.split_at_checked(*rep_levels_byte_len as usize)?
            }
            Page::DataPage { rep_level_encoding: Encoding::RLE, .. } => {
                plain(buffer, column.max_rep_level() > 0)?
            }
            _ if column.max_rep_level() == 0 => buffer.split_at_checked(0)?,
            _ => return None,
        };
        let (_, values) = match page {
            Page::DataPageV2 { def_levels_byte_len, .. } => {
                rest.split_at_checked(*def_levels_byte_len as usize)?
            }
            Page::DataPage { def_level_encoding: Encoding::RLE, .. } => {
                plain(rest, column.max_def_level() > 0)?
            }
            _ => rest.split_at_checked(0)?,
        };
        Some(Levels { repetitions, values })
    }

    /// Reports for each value, or a run of values, whether the list continues, until `show` returns `false`;
    /// then returns `false`. `None` if there are too few values.
    fn repetitions(&self, max: i16, values: u64, mut show: impl FnMut(bool, u64) -> bool) -> Option<bool> {
        let width = 16 - (max as u16).leading_zeros() as usize;
        let (mut rest, mut left) = (self.repetitions, values);
        while left > 0 {
            let (head, behind) = number(rest)?;
            let count = head >> 1;
            if head & 1 == 0 {
                let (level, behind) = behind.split_at_checked(width.div_ceil(8))?;
                let goes_on = level.iter().any(|&byte| byte != 0);
                if count == 0 || !show(goes_on, count.min(left)) {
                    return if count == 0 { None } else { Some(false) };
                }
                (rest, left) = (behind, left.saturating_sub(count));
                continue;
            }
            // Groups of eight, packed bit by bit.
            let (bits, behind) = behind.split_at_checked(usize::try_from(count).ok()?.checked_mul(width)?)?;
            let is_set = |bit: usize| bits.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0);
            for value in 0..(8 * count).min(left) as usize {
                if !show((value * width..(value + 1) * width).any(is_set), 1) {
                    return Some(false);
                }
            }
            if count == 0 {
                return None;
            }
            (rest, left) = (behind, left.saturating_sub(8 * count));
        }
        Some(true)
    }
}

/// Reads a number of seven bits per byte.
fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0;
    for (at, byte) in bytes.iter().enumerate().take(10) {
        number |= u64::from(byte & 0x7f) << (7 * at).min(63);
        if byte & 0x80 == 0 {
            return Some((number, bytes.get(at + 1..)?));
        }
    }
    None
}

/// Reads a signed number of seven bits per byte.
fn signed(bytes: &[u8]) -> Option<(i64, &[u8])> {
    let (number, rest) = number(bytes)?;
    Some(((number >> 1) as i64 ^ -((number & 1) as i64), rest))
}

/// Lengths, packed as differences.
struct Lengths {
    count: u64,
    longest: u64,
    /// Position where the lengths end.
    end: usize,
}

impl Lengths {
    /// Reads lengths; `None` if there are more than `most`, or fewer than announced.
    fn of(bytes: &[u8], most: u64) -> Option<Lengths> {
        let (block, rest) = number(bytes)?;
        let (parts, rest) = number(rest)?;
        let (count, rest) = number(rest)?;
        let (mut length, mut rest) = signed(rest)?;
        let of_part = block.checked_div(parts)?;
        if count > most || of_part == 0 || of_part % 8 != 0 || of_part > 1 << 20 || parts > 1 << 20 {
            return None;
        }
        let mut longest = length;
        let mut left = count.saturating_sub(1);
        while left > 0 {
            let (least, behind) = signed(rest)?;
            let (widths, behind) = behind.split_at_checked(parts as usize)?;
            rest = behind;
            for &width in widths {
                if left == 0 {
                    break;
                }
                let width = usize::from(width).min(64);
                let (bits, behind) = rest.split_at_checked(of_part as usize / 8 * width)?;
                rest = behind;
                let taken = left.min(of_part);
                for value in 0..taken as usize {
                    let is_set =
                        |bit: &usize| bits.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0);
                    let more = (value * width..(value + 1) * width).filter(is_set);
                    let more = more.fold(0u64, |more, bit| more | 1 << (bit - value * width));
                    length = length.wrapping_add(least).wrapping_add(more as i64);
                    longest = longest.max(length);
                }
                left -= taken;
            }
        }
        Some(Lengths { count, longest: u64::try_from(longest).ok()?, end: bytes.len() - rest.len() })
    }
}
