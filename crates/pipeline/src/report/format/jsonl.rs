//! One JSON object a line for each row, and nothing else.

use super::csv::kinds;
use super::json::write_value;
use crate::report::table::{Begin, Format, Kind, RowText, Value};
use serde_json::json;

pub(super) const FORMAT: Format = Format {
    name: "jsonl",
    about: "an object a line, a row each; a missing value is null",
    is_text: true,
    begin: Begin::Rows(|head| {
        let names = head.columns.iter().map(|column| json!(column.name).to_string()).collect();
        Box::new(JsonLines { names, kinds: kinds(head) })
    }),
};

struct JsonLines {
    /// Column names in JSON quotes.
    names: Vec<String>,
    kinds: Vec<Kind>,
}

impl RowText for JsonLines {
    fn head(&mut self, _: &mut Vec<u8>) {}

    fn row(&mut self, values: &[Value], text: &mut Vec<u8>) {
        let mut begin = b'{';
        for ((name, value), kind) in self.names.iter().zip(values).zip(&self.kinds) {
            text.push(begin);
            text.extend_from_slice(name.as_bytes());
            text.push(b':');
            // Writing to memory does not fail.
            let _ = write_value(text, value, kind);
            begin = b',';
        }
        text.extend_from_slice(b"}\n");
    }
}
