//! Comma-separated values, after a block of `#` lines that says what made them.

use crate::report::table::{Format, Head, Kind, Value, Writer};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "csv",
    about: "comma-separated values, after a comment block",
    begin: |out, head| {
        head.about.iter().try_for_each(|line| writeln!(out, "# {line}"))?;
        let mut rows = ::csv::Writer::from_writer(out);
        rows.write_record(head.columns.iter().map(|column| &column.name))?;
        Ok(Box::new(Csv { rows, kinds: kinds(head) }))
    },
};

pub(super) fn kinds(head: &Head) -> Vec<Kind> {
    head.columns.iter().map(|column| column.kind).collect()
}

struct Csv<'a> {
    rows: ::csv::Writer<&'a mut (dyn Write + Send)>,
    kinds: Vec<Kind>,
}

impl Writer for Csv<'_> {
    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        let fields = values.iter().zip(&self.kinds).map(|(value, &kind)| value.text(kind));
        Ok(self.rows.write_record(fields)?)
    }

    fn end(&mut self) -> io::Result<()> {
        self.rows.flush()
    }
}
