//! One JSON object a line for each row, and nothing else.

use super::csv::kinds;
use super::json::write_value;
use crate::report::table::{Format, Kind, Value, Writer};
use serde_json::json;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "jsonl",
    about: "an object a line, a row each; a missing value is null",
    is_text: true,
    is_open: true,
    begin: |out, head| {
        let names = head.columns.iter().map(|column| json!(column.name).to_string()).collect();
        Ok(Box::new(JsonLines { out, names, kinds: kinds(head) }))
    },
};

struct JsonLines<'a> {
    out: &'a mut (dyn Write + Send),
    /// Column names in JSON quotes.
    names: Vec<String>,
    kinds: Vec<Kind>,
}

impl Writer for JsonLines<'_> {
    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        let mut begin = "{";
        for ((name, value), kind) in self.names.iter().zip(values).zip(&self.kinds) {
            write!(self.out, "{begin}{name}:")?;
            write_value(self.out, value, kind)?;
            begin = ",";
        }
        self.out.write_all(b"}\n")
    }

    fn end(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
