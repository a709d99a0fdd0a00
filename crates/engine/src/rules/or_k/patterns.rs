//! eleven's impossible patterns: cells in two bands, or two stacks, that three digits cannot fill.
//!
//! The table `patterns.tsv` has one form of each pattern, in the order of the search, and the first set of
//! CSP-Rules 2.1 that has it (Select1 to Select4; the others are in Imp630 only). Everything else is computed
//! from the cells.

use super::places::{Shape, can_be_filled, core, places, turned};
use super::{TRIPLES, cells_with, guardians, relate};
use crate::budget::{Budget, Within};
use crate::evidence::table::{rows, table};
use crate::grid::Cell;
use crate::grid::Cells;
use crate::rule::Findings;
use crate::state::State;
use std::sync::LazyLock;

/// A pattern in one of its two orientations.
pub(in crate::rules) struct ImpossiblePattern {
    /// Name; a final `s` means that rows and columns are exchanged.
    pub name: String,
    /// First set that has the pattern, from 1.
    pub set: u8,
    /// Columns of the cells in each row.
    pub rows: [u16; 9],
    shape: Shape,
    /// Whether the search exchanges rows and columns.
    pub is_turned: bool,
}

const TEXT: &str = include_str!("patterns.tsv");
const ROWS: usize = rows(TEXT);

/// Most guardians that a relation of these patterns may have.
const MOST: usize = 8;

/// All patterns. Each pattern is followed by its form with rows and columns exchanged, if that form differs.
pub(in crate::rules) static PATTERNS: LazyLock<Vec<ImpossiblePattern>> = LazyLock::new(|| {
    static TABLE: [[&str; 3]; ROWS] = table(TEXT);
    let both = TABLE.iter().flat_map(|&[name, set, cells]| {
        let mut rows = [0; 9];
        for (row, line) in rows.iter_mut().zip(cells.split('/')) {
            let columns = line.bytes().enumerate().filter(|&(_, byte)| byte == b'X');
            *row = columns.fold(0, |all, (column, _)| all | 1 << column);
        }
        let set = set.parse().unwrap_or(u8::MAX);
        [false, true].map(|is_turned| {
            let name = format!("{name}{}", if is_turned { "s" } else { "" });
            ImpossiblePattern { name, set, rows, shape: Shape::of(&rows), is_turned }
        })
    });
    both.filter(|pattern| !pattern.is_turned || !is_symmetric(&pattern.rows)).collect()
});

/// Whether the pattern stays the same when rows and columns are exchanged, up to the order of rows and
/// columns.
fn is_symmetric(rows: &[u16; 9]) -> bool {
    // All patterns lie in two bands; few also lie in two stacks.
    let columns = rows.iter().fold(0, |all, row| all | row);
    let is_within = [0b111, 0b111_000, 0b111_000_000].iter().any(|stack| columns & stack == 0);
    is_within
        && places(&turned(rows), [(0, &Shape::of(rows))].into_iter(), &mut Budget(u64::MAX))
            .is_ok_and(|all| !all.is_empty())
}

/// Finds the patterns of sets up to `set` among the cells. Returns their numbers and cells, in order.
fn in_cells(cells: Cells, set: u8, budget: &mut Budget) -> Within<Vec<(u16, Cells)>> {
    if can_be_filled(core(cells)) {
        return Ok(Vec::new());
    }
    let rows: [u16; 9] = std::array::from_fn(|row| cells.in_row(row));
    let of = |is_turned: bool| {
        let all = (0..).zip(&*PATTERNS);
        all.filter(move |(_, pattern)| pattern.set <= set && pattern.is_turned == is_turned)
            .map(|(k, pattern)| (k, &pattern.shape))
    };
    let straight = places(&rows, of(false), budget)?.into_iter();
    let sideways = places(&turned(&rows), of(true), budget)?.into_iter();
    let sideways =
        sideways.map(|(k, cells)| (k, cells.map(|cell| Cell::at(cell.column(), cell.row())).collect()));
    let mut found: Vec<(u16, Cells)> = straight.chain(sideways).collect();
    found.sort_by_key(|&(k, cells)| (k, cells.bits()));
    Ok(found)
}

/// Finds the relations from patterns of sets up to `set`: at least one guardian of the pattern is true.
pub(in crate::rules) fn relations(set: u8, state: &mut State, found: &mut Findings) -> Within {
    for (number, digits) in TRIPLES.into_iter().enumerate() {
        let cells = cells_with(state.grid(), digits);
        let key = (set, number as u8);
        if cells.len() < 10 {
            continue;
        }
        let relations = state.relations();
        let mut known = match relations.places.remove(&key) {
            Some(known) => known,
            None => in_cells(cells, set, &mut state.budget)?,
        };
        known.retain(|(_, at)| at.is_subset(cells));
        for &(pattern, at) in &known {
            let guardians = guardians(state.grid(), digits, at);
            if (1..=MOST).contains(&guardians.len()) {
                let name = PATTERNS[usize::from(pattern)].name.as_str();
                relate(name, digits, at, guardians, state, found)?;
            }
        }
        state.relations().places.insert(key, known);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_what_it_is_said_to_be() {
        let once: Vec<&ImpossiblePattern> = PATTERNS.iter().filter(|pattern| !pattern.is_turned).collect();
        let cells = |p: &ImpossiblePattern| p.rows.iter().map(|row| row.count_ones()).sum::<u32>();
        let of = |number: u32| once.iter().filter(|pattern| cells(pattern) == number).count();
        assert_eq!([10, 12, 13, 14, 15, 16].map(of), [31, 37, 285, 152, 78, 8]);
        let in_set = |set| once.iter().filter(|pattern| pattern.set == set).count();
        assert_eq!([1, 2, 3, 4].map(in_set), [5, 7, 5, 11]);
        // EL10c22 is its own transpose; so is the tridagon, which is a rule of its own.
        assert_eq!(PATTERNS.len(), 2 * 591 - 1);
    }
}
