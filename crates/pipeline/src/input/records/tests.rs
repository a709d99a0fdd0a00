//! Tests with small files of typed columns, with each bit flipped in turn.

use super::*;
use ::parquet::basic::{Compression, Encoding};
use ::parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use ::parquet::file::properties::{WriterProperties, WriterVersion};
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::{parser::parse_message_type, types::ColumnPath};
use arrow_array::{
    ArrayRef, Date32Array, DictionaryArray, Int32Array, RecordBatch, StringArray, types::Int8Type,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use std::io::{Cursor, Seek, Write};
use std::sync::Arc;

const ROWS: [(&str, i32); 3] = [
    ("..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75", 17),
    ("1..", -4),
    (".................................................................................", 0),
];

fn batch() -> RecordBatch {
    let puzzles: ArrayRef = Arc::new(StringArray::from_iter_values(ROWS.map(|row| row.0)));
    let words: DictionaryArray<Int8Type> = ["easy", "hard", "easy"].into_iter().collect();
    let numbers: ArrayRef = Arc::new(Int32Array::from_iter_values(ROWS.map(|row| row.1)));
    RecordBatch::try_from_iter([("puzzle", puzzles), ("word", Arc::new(words)), ("n", numbers)]).unwrap()
}

fn stream(packing: Option<CompressionType>) -> Vec<u8> {
    let options = IpcWriteOptions::default().try_with_compression(packing).unwrap();
    let (mut bytes, batch) = (Vec::new(), batch());
    let mut writer = StreamWriter::try_new_with_options(&mut bytes, &batch.schema(), options).unwrap();
    writer.write(&batch).and_then(|()| writer.finish()).unwrap();
    bytes
}

fn file(packing: Option<CompressionType>) -> Vec<u8> {
    let options = IpcWriteOptions::default().try_with_compression(packing).unwrap();
    let (mut bytes, batch) = (Vec::new(), batch());
    let mut writer = FileWriter::try_new_with_options(&mut bytes, &batch.schema(), options).unwrap();
    writer.write(&batch).and_then(|()| writer.finish()).unwrap();
    bytes
}

/// Turns a file into one written by Polars, without the length before the head of the columns.
fn bare(mut file: Vec<u8>) -> Vec<u8> {
    let length = u32::from_le_bytes(*file[12..].first_chunk().unwrap()) as usize;
    file[8..16 + length].rotate_left(8);
    file[8 + length..16 + length].fill(0);
    file
}

fn table(properties: WriterProperties) -> Vec<u8> {
    let schema =
        "message table { required binary puzzle (UTF8); required binary word (UTF8); required int32 n; }";
    let mut bytes = Vec::new();
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties)).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let words = ["easy", "hard", "easy"];
    for values in [ROWS.map(|row| ByteArray::from(row.0)), words.map(ByteArray::from)] {
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<ByteArrayType>().write_batch(&values, None, None).unwrap();
        column.close().unwrap();
    }
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<Int32Type>().write_batch(&ROWS.map(|row| row.1), None, None).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    writer.close().unwrap();
    bytes
}

fn lines(text: io::Result<RecordsText>) -> io::Result<String> {
    let mut lines = String::new();
    text?.read_to_string(&mut lines)?;
    Ok(lines)
}

type Open = fn(File, &Typed) -> io::Result<RecordsText>;

/// Reads a text with each of its bits flipped in turn. Any text that is read must have all rows and, if names
/// are stored twice, the right columns; returns the number of errors.
fn flipped(whole: &[u8], has_names_twice: bool, mut read: impl FnMut(&[u8]) -> io::Result<String>) -> usize {
    let objects = |lines: &str| -> Vec<serde_json::Map<String, Value>> {
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let right = read(whole).unwrap();
    assert_eq!(objects(&right).len(), ROWS.len());
    let mut bytes = whole.to_vec();
    let mut told = 0;
    for bit in 0..8 * whole.len() {
        bytes[bit / 8] ^= 1 << (bit % 8);
        match read(&bytes) {
            Err(_) => told += 1,
            Ok(lines) if lines == right => {}
            Ok(lines) => {
                let rows = objects(&lines);
                assert_eq!(rows.len(), ROWS.len(), "bit {bit}");
                for (row, right) in rows.iter().zip(objects(&right)) {
                    assert!(
                        !has_names_twice || row.keys().eq(right.keys()),
                        "bit {bit} of {}: {row:?}",
                        whole.len()
                    );
                }
            }
        }
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    told
}

fn flipped_file(whole: &[u8], has_names_twice: bool, open: Open) -> usize {
    let mut file = tempfile::tempfile().unwrap();
    flipped(whole, has_names_twice, |bytes| {
        file.rewind()?;
        file.write_all(bytes)?;
        file.rewind()?;
        lines(open(file.try_clone()?, &Typed::All))
    })
}

/// Every damaged file is an error, or rows; no memory is allocated for data that the file merely claims,
/// which would end this process.
#[test]
fn any_bit_may_be_wrong() {
    for packing in [None, Some(CompressionType::LZ4_FRAME)] {
        let read = |bytes: &[u8]| lines(of_arrow_stream(Cursor::new(bytes.to_vec()), &Typed::All, false));
        assert!(flipped(&stream(packing), false, read) > 4000);
        assert!(flipped_file(&file(packing), true, of_arrow_file) > 6000);
        assert!(flipped_file(&bare(file(packing)), true, of_arrow_file) > 6000);
    }
    assert!(flipped_file(&table(WriterProperties::default()), false, of_parquet) > 2000);
}

/// Returns the capacity of the longest group of lines, and the number of bytes, reading until there are
/// `most`.
fn pieces(text: io::Result<RecordsText>, most: usize) -> io::Result<(usize, usize)> {
    let (mut text, mut longest, mut all) = (text?, 0, 0);
    let mut some = vec![0; 1 << 20];
    while all < most {
        let read = text.read(&mut some)?;
        if read == 0 {
            break;
        }
        longest = longest.max(text.lines.capacity());
        all += read;
    }
    Ok((longest, all))
}

fn in_file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    file
}

/// Makes a Parquet file of one column, with these values, and with levels if it has lists.
fn column<T: ::parquet::data_type::DataType>(
    schema: &str, packing: Compression, values: &[T::T], levels: Option<(&[i16], &[i16])>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let properties = WriterProperties::builder().set_compression(packing).build();
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties)).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    let (defined, repeated) = levels.unzip();
    column.typed::<T>().write_batch(values, defined, repeated).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    writer.close().unwrap();
    bytes
}

/// Small files take little memory even if many rows share a value, a page expands a thousandfold, or a list
/// has hundreds of thousands of values.
#[test]
fn small_files_stay_small() {
    let long = "1".repeat(1 << 19);
    let text = "message table { required binary puzzle (UTF8); }";
    let values = vec![ByteArray::from(long.as_str()); 20_000];
    let bytes = column::<ByteArrayType>(text, Compression::SNAPPY, &values, None);
    assert!(bytes.len() < 1 << 20);
    let (longest, all) = pieces(of_parquet(in_file(&bytes), &Typed::All), 1 << 25).unwrap();
    assert!(longest < 1 << 20 && all >= 1 << 25, "{longest} {all}");

    let words: DictionaryArray<Int8Type> = std::iter::repeat_n(long.as_str(), 20_000).collect();
    let batch = RecordBatch::try_from_iter([("puzzle", Arc::new(words) as ArrayRef)]).unwrap();
    let mut bytes = Vec::new();
    let mut writer = StreamWriter::try_new(&mut bytes, &batch.schema()).unwrap();
    writer.write(&batch).and_then(|()| writer.finish()).unwrap();
    let (longest, _) = pieces(of_arrow_stream(Cursor::new(bytes), &Typed::All, false), 1 << 25).unwrap();
    assert!(longest < 1 << 20, "{longest}");

    let large = [ByteArray::from(vec![b'1'; 80 << 20])];
    let bytes = column::<ByteArrayType>(text, Compression::GZIP(Default::default()), &large, None);
    assert!(bytes.len() < 1 << 20);
    let error = pieces(of_parquet(in_file(&bytes), &Typed::All), usize::MAX).unwrap_err();
    assert!(error.to_string().contains("too long"), "{error}");

    // The length of a file bounds its content; the length of unpacked data does not bound it.
    let large: ArrayRef = Arc::new(StringArray::from_iter_values(["1".repeat(80 << 20)]));
    let batch = RecordBatch::try_from_iter([("puzzle", large)]).unwrap();
    let mut bytes = Vec::new();
    let mut writer = StreamWriter::try_new(&mut bytes, &batch.schema()).unwrap();
    writer.write(&batch).and_then(|()| writer.finish()).unwrap();
    let of =
        |is_packed| pieces(of_arrow_stream(Cursor::new(bytes.clone()), &Typed::All, is_packed), usize::MAX);
    assert!(of(false).is_ok());
    let error = of(true).unwrap_err();
    assert!(error.to_string().contains("unpack it first"), "{error}");

    let list = "message table { repeated int32 puzzle; }";
    let mut repeated = vec![1; 400_000];
    repeated[0] = 0;
    let (defined, values) = (vec![1; repeated.len()], vec![7; repeated.len()]);
    let bytes = column::<Int32Type>(list, Compression::SNAPPY, &values, Some((&defined, &repeated)));
    assert!(bytes.len() < 1 << 16, "{}", bytes.len());
    let error = pieces(of_parquet(in_file(&bytes), &Typed::All), usize::MAX).unwrap_err();
    assert!(error.to_string().contains("a list is too long"), "{error}");
    // Lists of boards are shorter.
    for rows in repeated.chunks_mut(81) {
        rows[0] = 0;
    }
    let bytes = column::<Int32Type>(list, Compression::SNAPPY, &values, Some((&defined, &repeated)));
    let (_, all) = pieces(of_parquet(in_file(&bytes), &Typed::All), 1 << 20).unwrap();
    assert!(all >= 1 << 20);
}

/// Pages are read however they are packed and encoded.
#[test]
fn every_packing_is_read() {
    let right = lines(of_parquet(in_file(&table(WriterProperties::default())), &Typed::All)).unwrap();
    for packing in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(Default::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
    ] {
        for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
            for encoding in [Encoding::PLAIN, Encoding::DELTA_LENGTH_BYTE_ARRAY, Encoding::DELTA_BYTE_ARRAY] {
                let properties = WriterProperties::builder().set_compression(packing);
                let properties = properties.set_writer_version(version).set_dictionary_enabled(false);
                let column = |name: &str| ColumnPath::from(name);
                let properties = properties.set_column_encoding(column("puzzle"), encoding);
                let properties = properties.set_column_encoding(column("word"), encoding).build();
                let read = lines(of_parquet(in_file(&table(properties)), &Typed::All));
                assert_eq!(read.unwrap(), right, "{packing:?} {version:?} {encoding}");
            }
        }
    }
}

/// A date outside the calendar does not fail the file: it is null. A column that cannot have puzzles is not
/// read.
#[test]
fn values_that_cannot_be_printed_are_null() {
    let schema = "message table { required int32 puzzle (DATE); }";
    let bytes = column::<Int32Type>(schema, Compression::SNAPPY, &[i32::MAX, 0], None);
    let read = lines(of_parquet(in_file(&bytes), &Typed::All)).unwrap();
    assert_eq!(read, "{\"puzzle\":null}\n{\"puzzle\":\"1970-01-01\"}\n");

    let dates: ArrayRef = Arc::new(Date32Array::from_iter_values([i32::MAX, 0]));
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(["a", "b"]));
    let batch = RecordBatch::try_from_iter([("day", dates), ("text", texts)]).unwrap();
    let mut bytes = Vec::new();
    let mut writer = StreamWriter::try_new(&mut bytes, &batch.schema()).unwrap();
    writer.write(&batch).and_then(|()| writer.finish()).unwrap();
    let read = |wanted: &Typed| lines(of_arrow_stream(Cursor::new(bytes.clone()), wanted, false)).unwrap();
    let all = "{\"day\":null,\"text\":\"a\"}\n{\"day\":\"1970-01-01\",\"text\":\"b\"}\n";
    assert_eq!(read(&Typed::All), all);
    let reading = crate::input::Reading::default();
    assert_eq!(read(&Typed::Of(&reading)), "{\"text\":\"a\"}\n{\"text\":\"b\"}\n");
}
