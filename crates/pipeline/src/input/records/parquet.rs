//! Rows of Apache Parquet. What is packed by zstd is unpacked here: the library does that by C code only.

use super::{KeptKind, RecordReader, Typed, damaged, end, member};
use parquet::basic::{Compression, CompressionCodec, ConvertedType, Type as Physical};
use parquet::bloom_filter::Sbbf;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::record::reader::{ReaderIter, RowIter, TreeBuilder};
use parquet::record::{Field, Row};
use parquet::schema::types::{SchemaDescPtr, SchemaDescriptor, Type};
use ruzstd::decoding::StreamingDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

/// Rows that are taken at a time.
const ROWS: usize = 1024;

/// Bytes of a page at most, once it is unpacked; usual is one million.
const MAX_PAGE: u64 = 1 << 28;

pub(super) struct ParquetRows {
    file: SerializedFileReader<File>,
    /// This file.
    pages: Arc<File>,
    /// The columns that are read.
    columns: SchemaDescPtr,
    /// The row group that is next.
    group: usize,
    rows: Option<ReaderIter>,
}

pub(super) fn open(file: File, wanted: &Typed) -> io::Result<ParquetRows> {
    let pages = Arc::new(file.try_clone()?);
    let file = SerializedFileReader::new(file).map_err(io_error)?;
    let schema = file.metadata().file_metadata().schema();
    let fields = schema.get_fields();
    let names: Vec<&str> = fields.iter().map(|field| field.name()).collect();
    let chosen = wanted.of(&names)?;
    let chosen = chosen.iter().filter_map(|&at| fields.get(at).cloned()).collect();
    let root = Type::group_type_builder(schema.name()).with_fields(chosen).build();
    let columns = Arc::new(SchemaDescriptor::new(Arc::new(root.map_err(io_error)?)));
    Ok(ParquetRows { file, pages, columns, group: 0, rows: None })
}

/// What the values of columns are.
pub(super) fn kinds(file: File) -> io::Result<Vec<(String, KeptKind)>> {
    let file = SerializedFileReader::new(file).map_err(io_error)?;
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
            let mut taken = 0;
            for row in self.rows.iter_mut().flatten().take(ROWS) {
                line(&row.map_err(io_error)?, lines);
                taken += 1;
            }
            if taken > 0 {
                return Ok(true);
            }
            self.rows = None;
        }
    }
}

/// Appends the line of a row.
fn line(row: &Row, lines: &mut Vec<u8>) {
    let mut is_first = true;
    for (name, field) in row.get_column_iter() {
        member(lines, is_first, name, value(field));
        is_first = false;
    }
    end(lines, !is_first);
}

fn value(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(it) => (*it).into(),
        Field::Byte(it) => (*it).into(),
        Field::Short(it) => (*it).into(),
        Field::Int(it) => (*it).into(),
        Field::Long(it) => (*it).into(),
        Field::UByte(it) => (*it).into(),
        Field::UShort(it) => (*it).into(),
        Field::UInt(it) => (*it).into(),
        Field::ULong(it) => (*it).into(),
        // The shortest text that names the number; none where there is no number.
        Field::Float(it) => it.to_string().parse::<f64>().map_or(Value::Null, Value::from),
        Field::Double(it) => (*it).into(),
        Field::Str(it) => it.as_str().into(),
        Field::Bytes(it) => String::from_utf8_lossy(it.data()).into(),
        // Times, decimal numbers, lists and groups, as they are printed.
        other => other.to_string().into(),
    }
}

/// A row group whose columns are unpacked here, where that is needed.
struct Group<'a> {
    group: &'a dyn RowGroupReader,
    pages: Arc<File>,
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
