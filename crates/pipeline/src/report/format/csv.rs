//! Comma-separated values, after a block of `#` lines that says what made them.

use crate::report::cells::{csv_row, csv_row_of};
use crate::report::table::{Format, Head, Kind, Value, Writer};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "csv",
    about: "comma-separated values, after a comment block",
    begin: |out, head| {
        head.about.iter().try_for_each(|line| writeln!(out, "# {line}"))?;
        let names: Vec<&str> = head.columns.iter().map(|column| &*column.name).collect();
        let mut row = Vec::new();
        csv_row(&mut row, &names);
        out.write_all(&row)?;
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
            value.write(*kind, text);
            // In names of levels and rules there is nothing that needs them.
            matches!(value, Value::Text(_))
        });
        self.out.write_all(&self.row)
    }

    fn end(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
