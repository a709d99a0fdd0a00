//! Tables kept in memory: what the HTML report is drawn from.

use crate::report::table::{Column, Head, Value, Writer};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;

/// A table, whole.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// The report's name.
    pub name: &'static str,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, a value for each column.
    pub rows: Vec<Vec<Value>>,
}

impl Kept {
    /// A table without rows yet.
    pub fn begin(head: &Head) -> Kept {
        Kept { name: head.name, columns: head.columns.clone(), rows: Vec::new() }
    }

    /// Where the column with this name stands.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}

/// Writes to a [`Kept`] that others can look at when it is complete.
pub struct Keeper(pub Rc<RefCell<Kept>>);

impl Writer for Keeper {
    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        self.0.borrow_mut().rows.push(values.to_vec());
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}
