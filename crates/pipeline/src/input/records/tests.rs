//! Small files of typed columns, each bit of which is wrong in turn.

use super::*;
use ::parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use ::parquet::file::{properties::WriterProperties, writer::SerializedFileWriter};
use ::parquet::schema::parser::parse_message_type;
use arrow_array::{ArrayRef, DictionaryArray, Int32Array, RecordBatch, StringArray, types::Int8Type};
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

/// Reads a text with each of its bits wrong. Whatever is read has as many rows, and where names stand twice
/// the columns of these names; returns how many were errors.
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

/// Each is an error, or rows; nothing is allocated of which the file only says that it is there, which would
/// end this process.
#[test]
fn any_bit_may_be_wrong() {
    for packing in [None, Some(CompressionType::LZ4_FRAME)] {
        let read = |bytes: &[u8]| lines(of_arrow_stream(Cursor::new(bytes.to_vec()), &Typed::All));
        assert!(flipped(&stream(packing), false, read) > 4000);
        assert!(flipped_file(&file(packing), true, of_arrow_file) > 6000);
    }
    assert!(flipped_file(&table(WriterProperties::default()), false, of_parquet) > 2000);
}
