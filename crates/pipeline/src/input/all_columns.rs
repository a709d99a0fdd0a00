//! The columns of a table beside its puzzle, found before the table is read.

use super::batch::Batches;
use super::columns::Places;
use super::fields::{fields, plain};
use super::forms::read_puzzle;
use super::kind::{PUZZLE_NAMES, is_object};
use super::object::JsonObject;
use super::packed::column_kinds;
use super::reading::Reading;
use super::source::Input;
use super::stream::Next;
use std::fs::File;
use std::io;
use std::time::Duration;

/// Returns the names of all columns of an input except that of the puzzle, given its name or place if it has
/// been typed; for lines that are objects, the members of the first one. A column without a name has its
/// place. Fails if there is no header, or if the input can be read only once.
pub(super) fn all_columns(input: &Input, column: Option<&str>) -> io::Result<Vec<String>> {
    let Some(path) = input.path().filter(|path| path.is_file()) else {
        let why = "--keep all needs a file, whose header can be read first; else name the columns";
        return Err(io::Error::other(why));
    };
    let typed: Vec<String> = column_kinds(File::open(path)?)?.into_iter().map(|it| it.0).collect();
    if !typed.is_empty() {
        return Ok(without_puzzle(typed, column));
    }
    let column_name = column.map(String::from);
    let reading = Reading { take: Some(1), column: column_name, each_line: true, ..Reading::default() };
    let mut batches = Batches::new(vec![input.clone()], reading);
    let batch = loop {
        match batches.next_batch(1).map_err(|error| error.error)? {
            Next::Later => batches.wait(Duration::from_secs(1)),
            Next::End => return Ok(Vec::new()),
            Next::Ready(batch) => break batch,
        }
    };
    let text = batch.lines().next().map(|line| line.1).unwrap_or_default();
    if is_object(text) {
        let members = JsonObject::of(text).map(|object| object.names()).unwrap_or_default();
        return Ok(without_puzzle(members, column));
    }
    in_header(&batch.places, text)
}

/// Leaves out the name of the puzzle's column.
fn without_puzzle(mut names: Vec<String>, column: Option<&str>) -> Vec<String> {
    let is = |known: &str| names.iter().position(|name| name.eq_ignore_ascii_case(known));
    let of_puzzle = column.map_or_else(|| PUZZLE_NAMES.iter().find_map(|known| is(known)), is);
    of_puzzle.map(|at| names.remove(at));
    names
}

/// Returns the names in the header of a table, given the first line below it.
fn in_header(places: &Places, line: &[u8]) -> io::Result<Vec<String>> {
    if !places.has_header {
        let why = "--keep all needs a header that names the columns; a column's place will do, as in 2";
        return Err(io::Error::other(why));
    }
    let is_puzzle =
        |field: &[u8]| read_puzzle(plain(field)).is_ok_and(|found| found.puzzle.clue_count() < 81);
    let found = || fields(line).position(|(_, field)| is_puzzle(field));
    let of_puzzle = places.column.or(places.likely).map(|column| column.saturating_sub(1)).or_else(found);
    let names = places.header.iter().enumerate().filter(|(at, _)| Some(*at) != of_puzzle);
    let named =
        |(at, name): (usize, &String)| if name.is_empty() { (at + 1).to_string() } else { name.clone() };
    Ok(names.map(named).collect())
}
