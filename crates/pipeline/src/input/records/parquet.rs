//! Rows of Apache Parquet.

use super::super::line::{MAX_LINE, capped};
use super::pages::{AT_A_TIME, LISTS_AT_A_TIME, Pages, PagesFile};
use super::{Cells, KeptKind, MOST, RecordReader, Typed, damaged};
use parquet::basic::{ConvertedType, Type as Physical};
use parquet::bloom_filter::Sbbf;
use parquet::column::page::PageReader;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::record::reader::{ReaderIter, RowIter, TreeBuilder};
use parquet::record::{Field, Row};
use parquet::schema::types::{SchemaDescPtr, SchemaDescriptor, Type};
use std::fmt::Write;
use std::fs::File;
use std::io;
use std::sync::Arc;

/// Maximum bytes of a decimal number; usual are 16.
const MAX_DECIMAL: usize = 64;

pub(super) struct ParquetRows {
    file: SerializedFileReader<PagesFile>,
    /// Second handle of the file, for its pages.
    pages: Arc<PagesFile>,
    /// Columns to be read.
    columns: SchemaDescPtr,
    /// Number of the next row group.
    group: usize,
    rows: Option<ReaderIter>,
}

pub(super) fn open(file: File, wanted: &Typed) -> io::Result<ParquetRows> {
    let pages = Arc::new(PagesFile::of(file.try_clone()?)?);
    let file = SerializedFileReader::new(PagesFile::of(file)?).map_err(io_error)?;
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

/// Returns the names of the columns, and the kinds of their values.
pub(super) fn kinds(file: File) -> io::Result<Vec<(String, KeptKind)>> {
    let file = SerializedFileReader::new(PagesFile::of(file)?).map_err(io_error)?;
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

/// Integer types that fit into 64 bits with a sign.
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
                let has_lists = self.columns.columns().iter().any(|column| column.max_rep_level() > 0);
                let rows = TreeBuilder::new()
                    .with_batch_size(if has_lists { LISTS_AT_A_TIME } else { AT_A_TIME })
                    .as_iter(self.columns.clone(), &group);
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
                // The time to print it in decimal is quadratic in its length.
                Field::Decimal(it) if it.data().len() > MAX_DECIMAL => return false,
                // Times, decimal numbers, lists and groups, as the library prints them.
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

/// Whether values of this column may be puzzles.
fn may_be_puzzle(field: &Type) -> bool {
    !field.is_primitive()
        || matches!(field.get_physical_type(), Physical::BYTE_ARRAY | Physical::FIXED_LEN_BYTE_ARRAY)
            && field.get_basic_info().converted_type() != ConvertedType::DECIMAL
}

/// A row group whose pages are unpacked by `Pages`.
struct Group<'a> {
    group: &'a dyn RowGroupReader,
    pages: Arc<PagesFile>,
}

impl RowGroupReader for Group<'_> {
    fn metadata(&self) -> &RowGroupMetaData {
        self.group.metadata()
    }

    fn num_columns(&self) -> usize {
        self.group.num_columns()
    }

    fn get_column_page_reader(&self, at: usize) -> Result<Box<dyn PageReader>> {
        Ok(Box::new(Pages::of(&self.pages, self.metadata(), at)?))
    }

    fn get_column_bloom_filter(&self, at: usize) -> Option<&Sbbf> {
        self.group.get_column_bloom_filter(at)
    }

    fn get_row_iter(&self, projection: Option<Type>) -> Result<RowIter<'_>> {
        RowIter::from_row_group(projection, self)
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
