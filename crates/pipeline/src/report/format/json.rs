//! One JSON object: what made the table, and its rows as objects, one a line.

use super::csv::kinds;
use crate::report::cells::Use;
use crate::report::table::{Format, Kind, Value, Writer};
use serde_json::{Value as Json, json};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "json",
    about: "an object with the members report, about and rows; a row is an object, a missing value null",
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
        for (at, (value, &kind)) in values.iter().zip(&self.kinds).enumerate() {
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

/// Numbers are those a CSV file has: as many decimals.
fn json_of(value: &Value, kind: Kind) -> Json {
    let text = value.text(kind);
    match (value, kind) {
        (Value::Missing, _) => Json::Null,
        (Value::Rating(_), _) if text.is_empty() => Json::Null,
        (_, Kind::Text) => Json::String(text),
        (Value::Rating(cell), _) => cell.json(),
        // Anything but a JSON number is a word.
        _ => serde_json::from_str(&text).unwrap_or(Json::String(text)),
    }
}

/// Writes a value. What there is much of is written as it is, without a tree of JSON.
pub(super) fn write_value(out: &mut dyn Write, value: &Value, kind: Kind) -> io::Result<()> {
    match (value, kind) {
        (Value::Uses(uses), Kind::Uses(unit)) => {
            let mut begin = "[";
            for Use { rule, size, rating, steps, eliminations, .. } in uses {
                let size = size.map_or("null".to_string(), |size| size.to_string());
                let rating = unit.json(*rating);
                write!(
                    out,
                    "{begin}{{\"rule\":\"{rule}\",\"size\":{size},\"rating\":{rating},\"steps\":{steps},\"eliminations\":{eliminations}}}"
                )?;
                begin = ",";
            }
            out.write_all(if uses.is_empty() { b"[]" } else { b"]" })
        }
        (Value::Count(count), Kind::Count) => write!(out, "{count}"),
        (Value::Puzzle(puzzle), _) => write!(out, "\"{puzzle}\""),
        _ => write!(out, "{}", json_of(value, kind)),
    }
}
