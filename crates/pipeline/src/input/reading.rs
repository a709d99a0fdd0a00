//! Options for reading lines.

use super::columns::{BOARD, Names, Place, Places, column, likely_column, names_in, parted};
use super::kept::{KeptColumn, KeptKind};
use std::sync::Arc;

/// Column, from 0, for a name that no header has: no line has that many columns.
const NOWHERE: usize = usize::MAX;

/// Options for reading lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Number of data lines skipped at the start.
    pub skip: u64,
    /// Maximum number of data lines read.
    pub take: Option<u64>,
    /// The puzzle's column: in a table its name in the header or its position from 1, in lines that are
    /// objects the name of a member. Without it the puzzle is searched for.
    pub column: Option<String>,
    /// The sheet of a spreadsheet that is read. Without it there must be only one with cells.
    pub sheet: Option<String>,
    /// Numbers to be read besides the puzzle: a column by its name in the header or its position from 1, or a
    /// word before `=` in the text after the puzzle.
    pub against: Vec<String>,
    /// Columns of a table that are kept with the puzzle.
    pub keep: Vec<KeptColumn>,
    /// Whether single digits of pencilmarks are candidates and not clues, so that the grid is a sukaku.
    pub sukaku: bool,
    /// Whether each line is a puzzle by itself, so that no lines are the rows of a grid; only the layout of a
    /// jigsaw may be on the line after its cells.
    pub each_line: bool,
    /// Whether plain files are mapped into memory, if possible, rather than read; the results are the same. A
    /// map needs a handler of the signal SIGBUS, which belongs to the process, so the process has to ask for
    /// it.
    pub map: bool,
    /// Whether the [`Extent`](super::Extent)s read are needed. If not, mapped bytes are not hashed.
    pub hashed: bool,
}

impl Reading {
    /// Returns the positions of all columns in an input with this header, or without one.
    pub(super) fn places(&self, header: Option<&[u8]>) -> std::io::Result<Arc<Places>> {
        self.places_of(header).map(Arc::new)
    }

    /// Returns the positions of all columns in lines outside any input. Fails if the header lacks a requested
    /// column.
    pub fn places_of(&self, header: Option<&[u8]>) -> std::io::Result<Places> {
        let keep = self.keep.iter().map(|kept| kept.name.clone()).collect();
        let (column_name, against) = (self.column.clone(), self.against.clone());
        let names = Names { column: column_name, against, keep };
        let is_looked_for = self.column.is_none();
        let likely = header.filter(|_| is_looked_for).map(likely_column).transpose()?.flatten();
        let header_names = header.map(names_in).unwrap_or_default();
        let mut places = Places {
            has_board: header_names.iter().any(|name| name.eq_ignore_ascii_case(BOARD)),
            header: header_names,
            has_header: header.is_some(),
            names,
            likely,
            sukaku: self.sukaku,
            ..Places::default()
        };
        for name in &self.against {
            // A column may itself be called so.
            let own = header.and_then(|header| column(name, Some(header)).ok().flatten());
            let (all, part) = if own.is_some() { (name.as_str(), 0) } else { parted(name) };
            places.numbers.push((Place::find(all, header)?, part));
        }
        for kept in &self.keep {
            let is_missing = || match header {
                Some(header) => names_in(header).iter().all(|name| !name.eq_ignore_ascii_case(&kept.name)),
                None => true,
            };
            places.kept.push(match kept.kind {
                KeptKind::Optional if is_missing() => Place::Column(NOWHERE),
                _ => Place::find(&kept.name, header)?,
            });
        }
        let mut find = |name: &String| -> std::io::Result<usize> {
            let found = column(name, header)?;
            if found.is_none() {
                places.nameless.get_or_insert_with(|| name.clone());
            }
            Ok(found.unwrap_or(NOWHERE))
        };
        let puzzle = self.column.as_ref().map(&mut find).transpose()?;
        places.column = puzzle.map(|column| column.saturating_add(1));
        Ok(places)
    }
}
