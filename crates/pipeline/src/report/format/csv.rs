//! Comma-separated values under a header and nothing else, so that any reader takes them without options.

use crate::report::fields::{Rated, RatedColumns};
use crate::report::table::{Format, Head, Kind, Value, Writer};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "csv",
    about: "comma-separated values under a header",
    is_text: true,
    is_open: true,
    begin: |out, head| {
        let mut row = Vec::new();
        if !head.is_begun {
            let names: Vec<&str> = head.columns.iter().map(|column| &*column.name).collect();
            csv_row(&mut row, &names);
            out.write_all(&row)?;
        }
        Ok(Box::new(Csv { out, kinds: kinds(head), row }))
    },
};

pub(super) fn kinds(head: &Head) -> Vec<Kind> {
    head.columns.iter().map(|column| column.kind).collect()
}

struct Csv<'a> {
    out: &'a mut (dyn Write + Send),
    kinds: Vec<Kind>,
    row: Vec<u8>,
}

impl Writer for Csv<'_> {
    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        self.row.clear();
        csv_row_of(&mut self.row, values.iter().zip(&self.kinds), |(value, kind), text| {
            csv_value(value, *kind, text);
        });
        self.out.write_all(&self.row)
    }

    fn rated_row(&mut self, columns: &RatedColumns, rated: &Rated) -> io::Result<()> {
        self.row.clear();
        columns.csv_row(rated, &mut self.row);
        self.out.write_all(&self.row)
    }

    fn end(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Appends a row of a table.
pub fn csv_row(text: &mut Vec<u8>, fields: &[impl AsRef<[u8]>]) {
    csv_row_of(text, fields, |field, text| csv_field(field.as_ref(), text));
}

/// Appends a row of a table, whose fields `write` appends.
pub fn csv_row_of<T>(
    text: &mut Vec<u8>, fields: impl IntoIterator<Item = T>, mut write: impl FnMut(T, &mut Vec<u8>),
) {
    let begin = text.len();
    for (at, field) in fields.into_iter().enumerate() {
        if at > 0 {
            text.push(b',');
        }
        write(field, text);
    }
    // An empty line would not be a row.
    if text.len() == begin {
        text.extend(b"\"\"");
    }
    text.push(b'\n');
}

/// Appends a value of a table.
#[inline(always)]
pub(in crate::report) fn csv_value(value: &Value, kind: Kind, text: &mut Vec<u8>) {
    match value {
        Value::Text(own) => csv_field(own.as_bytes(), text),
        Value::LineOf(..) => csv_field(value.text(kind).as_bytes(), text),
        Value::Rating(ending) => ending.write(text),
        // Numbers and names of levels, rules and cells need no quotes.
        value => value.write(kind, text),
    }
}

/// Appends a field of a table, in quotes if necessary.
pub fn csv_field(field: &[u8], text: &mut Vec<u8>) {
    // All bytes are examined, several at a time.
    if !field.iter().fold(false, |quotes, byte| quotes | needs_quotes(byte)) {
        return text.extend_from_slice(field);
    }
    text.push(b'"');
    for &byte in field {
        text.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
    }
    text.push(b'"');
}

/// Whether a field with this byte needs quotes.
fn needs_quotes(byte: &u8) -> bool {
    // Without a branch, so that many bytes are examined together.
    (*byte == b',') | (*byte == b'"') | (*byte == b'\r') | (*byte == b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Rows have the same bytes as rows written by the csv library.
        #[test]
        fn rows_are_csv(
            fields in proptest::collection::vec("[a,\"\r\n# ;0é]{0,5}|[0-9]{1,3}", 1..5),
            start in "x?",
        ) {
            let mut writer = csv::Writer::from_writer(start.clone().into_bytes());
            writer.write_record(&fields).unwrap();
            let mut text = start.into_bytes();
            csv_row(&mut text, &fields);
            prop_assert_eq!(text, writer.into_inner().unwrap());
        }
    }
}
