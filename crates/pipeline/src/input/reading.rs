//! How lines are read.

use super::columns::{Names, Place, Places, column, likely_column};
use super::kept::KeptColumn;
use std::sync::Arc;

/// The column, from 0, of a name that no header has: no line has so many.
const NOWHERE: usize = usize::MAX;

/// How lines are read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Data lines passed over at the start.
    pub skip: u64,
    /// Data lines read at most.
    pub take: Option<u64>,
    /// The column of a table that holds the puzzle, by its name in the header or its place from 1, or the
    /// name of a member in lines that are objects; otherwise it is where it is found.
    pub column: Option<String>,
    /// Numbers to be read beside the puzzle: a column by its name in the header or its place from 1, or a
    /// word before `=` in the text after the puzzle.
    pub against: Vec<String>,
    /// Columns of a table that are kept with the puzzle.
    pub keep: Vec<KeptColumn>,
    /// Whether plain files are mapped into memory, where that is possible; otherwise they are read. What
    /// comes out is the same. A map needs a handler of the signal SIGBUS, which is the process's, so it is
    /// for the process to ask for it.
    pub map: bool,
    /// Whether somebody asks for the [`Extent`](super::Extent)s of what was read. Otherwise what is mapped is
    /// not hashed.
    pub hashed: bool,
}

impl Reading {
    /// Where everything stands in the lines of an input with this header, or none.
    pub(super) fn places(&self, header: Option<&[u8]>) -> std::io::Result<Arc<Places>> {
        self.places_of(header).map(Arc::new)
    }

    /// As above for lines that stand in no input. Fails if the header lacks a column that is asked for.
    pub fn places_of(&self, header: Option<&[u8]>) -> std::io::Result<Places> {
        let keep = self.keep.iter().map(|kept| kept.name.clone()).collect();
        let (column_name, against) = (self.column.clone(), self.against.clone());
        let names = Names { column: column_name, against, keep };
        let is_looked_for = self.column.is_none();
        let likely = header.filter(|_| is_looked_for).map(likely_column).transpose()?.flatten();
        let mut places = Places { names, likely, has_header: header.is_some(), ..Places::default() };
        for name in &self.against {
            places.numbers.push(Place::find(name, header)?);
        }
        let mut find = |name: &String| -> std::io::Result<usize> {
            let found = column(name, header)?;
            if found.is_none() {
                places.nameless.get_or_insert_with(|| name.clone());
            }
            Ok(found.unwrap_or(NOWHERE))
        };
        let puzzle = self.column.as_ref().map(&mut find).transpose()?;
        let kept = self.keep.iter().map(|kept| find(&kept.name)).collect::<Result<_, _>>()?;
        places.column = puzzle.map(|column| column.saturating_add(1));
        Ok(Places { kept, ..places })
    }
}
