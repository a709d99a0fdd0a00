//! Rows of Apache Parquet. What is packed by zstd is unpacked here: the library does that by C code only.

use super::super::line::{MAX_LINE, capped};
use super::{Cells, KeptKind, MOST, RecordReader, Typed, damaged};
use bytes::Bytes;
use parquet::basic::{Compression, CompressionCodec, ConvertedType, Type as Physical};
use parquet::bloom_filter::Sbbf;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{ChunkReader, FileReader, Length, RowGroupReader, SerializedFileReader};
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::record::reader::{ReaderIter, RowIter, TreeBuilder};
use parquet::record::{Field, Row};
use parquet::schema::types::{SchemaDescPtr, SchemaDescriptor, Type};
use ruzstd::decoding::StreamingDecoder;
use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

/// Bytes of a page at most, once it is unpacked; usual is one million.
const MAX_PAGE: u64 = 1 << 28;

/// Bytes of a decimal number at most; usual are 16.
const MAX_DECIMAL: usize = 64;

/// A file, of which nothing is read that is not there.
struct Pages {
    file: File,
    bytes: u64,
}

impl Pages {
    fn of(file: File) -> io::Result<Pages> {
        Ok(Pages { bytes: file.metadata()?.len(), file })
    }

    fn has(&self, start: u64, length: usize) -> Result<()> {
        match start.checked_add(length as u64) {
            Some(end) if end <= self.bytes => Ok(()),
            _ => Err(ParquetError::EOF("something is not where it should be".to_string())),
        }
    }
}

impl Length for Pages {
    fn len(&self) -> u64 {
        self.bytes
    }
}

impl ChunkReader for Pages {
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

pub(super) struct ParquetRows {
    file: SerializedFileReader<Pages>,
    /// This file.
    pages: Arc<Pages>,
    /// The columns that are read.
    columns: SchemaDescPtr,
    /// The row group that is next.
    group: usize,
    rows: Option<ReaderIter>,
}

pub(super) fn open(file: File, wanted: &Typed) -> io::Result<ParquetRows> {
    let pages = Arc::new(Pages::of(file.try_clone()?)?);
    let file = SerializedFileReader::new(Pages::of(file)?).map_err(io_error)?;
    let groups = file.metadata().row_groups().iter().map(|group| i128::from(group.num_rows()));
    if groups.sum::<i128>() != file.metadata().file_metadata().num_rows().into() {
        return Err(damaged("Parquet", "its parts have other numbers of rows than the whole"));
    }
    let schema = file.metadata().file_metadata().schema();
    let fields = schema.get_fields();
    let chosen = wanted.of(fields.iter().map(|field| (field.name(), may_be_puzzle(field))))?;
    let chosen = chosen.iter().filter_map(|&at| fields.get(at).cloned()).collect();
    let root = Type::group_type_builder(schema.name()).with_fields(chosen).build();
    let columns = Arc::new(SchemaDescriptor::new(Arc::new(root.map_err(io_error)?)));
    Ok(ParquetRows { file, pages, columns, group: 0, rows: None })
}

/// What the values of columns are.
pub(super) fn kinds(file: File) -> io::Result<Vec<(String, KeptKind)>> {
    let file = SerializedFileReader::new(Pages::of(file)?).map_err(io_error)?;
    let kind = |field: &Type| match (field.is_primitive(), field.get_basic_info().converted_type()) {
        (true, ConvertedType::NONE) => match field.get_physical_type() {
            Physical::INT32 | Physical::INT64 => KeptKind::Int,
            Physical::FLOAT | Physical::DOUBLE => KeptKind::Float,
            _ => KeptKind::Text,
        },
        (true, it) if INTEGERS.contains(&it) => KeptKind::Int,
        _ => KeptKind::Text,
    };
    let fields = file.metadata().file_metadata().schema().get_fields().iter();
    Ok(fields.map(|field| (field.name().to_string(), kind(field))).collect())
}

/// Those that fit into 64 bits with a sign.
const INTEGERS: [ConvertedType; 7] = [
    ConvertedType::INT_8,
    ConvertedType::INT_16,
    ConvertedType::INT_32,
    ConvertedType::INT_64,
    ConvertedType::UINT_8,
    ConvertedType::UINT_16,
    ConvertedType::UINT_32,
];

impl RecordReader for ParquetRows {
    fn more(&mut self, lines: &mut Vec<u8>) -> io::Result<bool> {
        loop {
            if self.rows.is_none() {
                if self.group == self.file.num_row_groups() {
                    return Ok(false);
                }
                let group = self.file.get_row_group(self.group).map_err(io_error)?;
                let group = Group { group: &*group, pages: self.pages.clone() };
                let rows = TreeBuilder::new().as_iter(self.columns.clone(), &group);
                self.rows = Some(rows.map_err(io_error)?);
                self.group += 1;
            }
            while lines.len() < MOST {
                match self.rows.as_mut().and_then(Iterator::next) {
                    Some(row) => line(&row.map_err(io_error)?, lines),
                    None => {
                        self.rows = None;
                        break;
                    }
                }
            }
            if !lines.is_empty() {
                return Ok(true);
            }
        }
    }
}

/// Appends the line of a row.
fn line(row: &Row, lines: &mut Vec<u8>) {
    let mut cells = Cells::begin(lines);
    for (name, field) in row.get_column_iter() {
        cells.put(name, is_number(field), |text| {
            let printed = match field {
                Field::Null => return false,
                Field::Float(it) => write!(text, "{it}"),
                Field::Double(it) => write!(text, "{it}"),
                Field::Str(it) => text.write_str(it),
                Field::Bytes(it) => text.write_str(&String::from_utf8_lossy(capped(it.data(), MAX_LINE))),
                // To write it in tens takes the square of its length.
                Field::Decimal(it) if it.data().len() > MAX_DECIMAL => return false,
                // Times, decimal numbers, lists and groups, as they are printed.
                other => write!(text, "{other}"),
            };
            printed.is_ok()
        });
    }
    cells.end();
}

fn is_number(field: &Field) -> bool {
    use Field::*;
    matches!(
        field,
        Bool(_)
            | Byte(_)
            | Short(_)
            | Int(_)
            | Long(_)
            | UByte(_)
            | UShort(_)
            | UInt(_)
            | ULong(_)
            | Float(_)
            | Double(_)
    )
}

/// Whether its values may be puzzles.
fn may_be_puzzle(field: &Type) -> bool {
    !field.is_primitive()
        || matches!(field.get_physical_type(), Physical::BYTE_ARRAY | Physical::FIXED_LEN_BYTE_ARRAY)
            && field.get_basic_info().converted_type() != ConvertedType::DECIMAL
}

/// A row group whose columns are unpacked here, where that is needed.
struct Group<'a> {
    group: &'a dyn RowGroupReader,
    pages: Arc<Pages>,
}

impl RowGroupReader for Group<'_> {
    fn metadata(&self) -> &RowGroupMetaData {
        self.group.metadata()
    }

    fn num_columns(&self) -> usize {
        self.group.num_columns()
    }

    fn get_column_page_reader(&self, at: usize) -> Result<Box<dyn PageReader>> {
        let column = self.metadata().column(at);
        if column.compression_codec() != CompressionCodec::ZSTD {
            return self.group.get_column_page_reader(at);
        }
        // Said to be plain, pages are handed over as they stand.
        let as_it_stands =
            column.clone().into_builder().set_compression(Compression::UNCOMPRESSED).build()?;
        let rows = usize::try_from(self.metadata().num_rows())?;
        let pages = SerializedPageReader::new(self.pages.clone(), &as_it_stands, rows, None)?;
        Ok(Box::new(UnpackedPages(Box::new(pages))))
    }

    fn get_column_bloom_filter(&self, at: usize) -> Option<&Sbbf> {
        self.group.get_column_bloom_filter(at)
    }

    fn get_row_iter(&self, projection: Option<Type>) -> Result<RowIter<'_>> {
        RowIter::from_row_group(projection, self)
    }
}

/// Pages packed by zstd.
struct UnpackedPages(Box<dyn PageReader>);

impl PageReader for UnpackedPages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let Some(mut page) = self.0.get_next_page()? else { return Ok(None) };
        match &mut page {
            Page::DataPage { buf, .. } | Page::DictionaryPage { buf, .. } => {
                *buf = unpack(&[], buf)?.into();
            }
            Page::DataPageV2 {
                buf, def_levels_byte_len, rep_levels_byte_len, is_compressed: true, ..
            } => {
                let levels = *def_levels_byte_len as usize + *rep_levels_byte_len as usize;
                let parts = buf.split_at_checked(levels);
                let (levels, packed) =
                    parts.ok_or_else(|| ParquetError::EOF("a page is too short".to_string()))?;
                *buf = unpack(levels, packed)?.into();
            }
            Page::DataPageV2 { .. } => {}
        }
        Ok(Some(page))
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.0.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.0.skip_next_page()
    }
}

impl Iterator for UnpackedPages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

/// What is packed, behind what is not.
fn unpack(plain: &[u8], packed: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = plain.to_vec();
    if packed.is_empty() {
        return Ok(bytes);
    }
    let failed = |error: &dyn std::fmt::Display| ParquetError::General(format!("zstd: {error}"));
    let decoder = StreamingDecoder::new(packed).map_err(|error| failed(&error))?;
    let read = decoder.take(MAX_PAGE).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    match read as u64 {
        MAX_PAGE => Err(failed(&"a page is too long")),
        _ => Ok(bytes),
    }
}

fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => damaged("Parquet", inner),
        },
        other => damaged("Parquet", other),
    }
}
