//! One JSON object: what made the table, and its rows as objects, one a line.

use super::csv::kinds;
use crate::report::table::Use;
use crate::report::table::{Format, Kind, Value, Writer};
use serde_json::json;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "json",
    about: "an object with the members report, about and rows; a row is an object, a missing value null",
    is_text: true,
    is_open: false,
    begin: |out, head| {
        let about = serde_json::to_string(&head.about)?;
        write!(out, "{{\"report\":\"{}\",\n\"about\":{about},\n\"rows\":[", head.name)?;
        let names = head.columns.iter().map(|column| column.name.clone()).collect();
        Ok(Box::new(JsonRows { out, names, kinds: kinds(head), first: true }))
    },
};

struct JsonRows<'a> {
    out: &'a mut (dyn Write + Send),
    names: Vec<String>,
    kinds: Vec<Kind>,
    first: bool,
}

impl Writer for JsonRows<'_> {
    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        self.out.write_all(if self.first { b"\n{" } else { b",\n{" })?;
        self.first = false;
        for (at, (value, kind)) in values.iter().zip(&self.kinds).enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(self.out, "{comma}{}:", json!(self.names[at]))?;
            write_value(self.out, value, kind)?;
        }
        self.out.write_all(b"}")
    }

    fn end(&mut self) -> io::Result<()> {
        self.out.write_all(b"\n]}\n")
    }
}

/// Writes a value. Frequent kinds are written directly, without a JSON tree.
pub(super) fn write_value(out: &mut dyn Write, value: &Value, kind: &Kind) -> io::Result<()> {
    match (value, kind) {
        (Value::Uses(uses), &Kind::Uses(unit, is_sum)) => {
            let members = Use::members(unit, is_sum);
            out.write_all(b"[")?;
            for (at, it) in uses.iter().enumerate() {
                let mut begin = if at == 0 { "{" } else { ",{" };
                for (value, (name, kind, _)) in it.values(unit).iter().zip(&members) {
                    write!(out, "{begin}\"{name}\":")?;
                    write_value(out, value, kind)?;
                    begin = ",";
                }
                out.write_all(b"}")?;
            }
            out.write_all(b"]")
        }
        (Value::Count(count), Kind::Line | Kind::Count | Kind::Small | Kind::Medium) => {
            write!(out, "{count}")
        }
        // The line is a number whatever the inputs are.
        (Value::LineOf(file, line), _) => write!(out, "{line},\"file\":{}", serde_json::json!(file)),
        (Value::Smalls(_), _) => write!(out, "[{}]", value.text(*kind).replace(' ', ",")),
        (Value::Puzzle(puzzle), _) => write!(out, "\"{puzzle}\""),
        (Value::Text(text), Kind::Text) => Ok(serde_json::to_writer(out, &**text)?),
        _ => write!(out, "{}", value.json(*kind)),
    }
}
