//! Subsets on any board: naked and hidden sets in the houses with as many cells as there are digits, and fish
//! between rows and columns. Each is a Hall set: some variables have all their candidates in as many others,
//! which so take their values from them.
//!
//! ```text
//!                 variables           others
//!   naked set     cells of a house    digits in the house
//!   hidden set    digits in a house   cells of the house
//!   fish          rows of a digit     columns of the digit, or the other way round
//! ```

use crate::board_tables::{BoardTables, Lines, SubsetKind};
use crate::boards::Board;
use crate::grid::{Candidates, Grid};

/// Sizes of subsets: pairs, triplets, quads.
const SIZES: std::ops::RangeInclusive<u32> = 2..=4;

/// Subset: numbers of variables of the board, and the candidates that it excludes.
pub struct Subset {
    pub variables: Vec<usize>,
    pub transversals: Vec<usize>,
    pub targets: Candidates,
}

/// Subsets of a state to look for, of each kind.
pub struct SubsetTables([Vec<Table>; 3]);

impl SubsetTables {
    pub fn of(board: &BoardTables, grid: &Grid) -> SubsetTables {
        let table = |lines: &Lines| Table::of(&board.board, grid, lines.clone());
        SubsetTables(SubsetKind::ALL.map(|kind| board.lines(kind)).map(|all| all.iter().map(table).collect()))
    }

    /// Returns the subsets of a kind and size that prove something.
    pub fn find(&self, kind: SubsetKind, size: u32) -> impl Iterator<Item = Subset> {
        self.0[kind as usize].iter().flat_map(move |table| table.subsets(size))
    }

    /// Returns the subsets of the least size that prove something, with this size.
    pub fn shortest(&self) -> Option<(u32, Vec<Subset>)> {
        let all = |size| self.0.iter().flatten().flat_map(move |table| table.subsets(size));
        SIZES.map(|size| (size, all(size).collect::<Vec<_>>())).find(|(_, found)| !found.is_empty())
    }
}

struct Table {
    lines: Lines,
    /// Open candidates of each variable of the first way, by the variables of the second.
    open: Vec<Vec<Candidates>>,
    /// Places of these candidates among the variables of the second way.
    masks: Vec<u32>,
}

impl Table {
    fn of(board: &Board, grid: &Grid, lines: Lines) -> Table {
        let candidates = grid.candidates();
        let [first, second] = &lines;
        let variable = |at: &usize| &board.variables()[*at];
        let row = |one: &usize| {
            let own = variable(one).common(&candidates);
            second.iter().map(|other| own.common(variable(other))).collect()
        };
        let open: Vec<Vec<Candidates>> = first.iter().map(row).collect();
        let mask = |row: &Vec<Candidates>| {
            (0..).zip(row).fold(0_u32, |mask, (at, open)| mask | u32::from(!open.is_empty()) << at)
        };
        Table { masks: open.iter().map(mask).collect(), open, lines }
    }

    fn subsets(&self, size: u32) -> Vec<Subset> {
        let Table { lines: [first, second], masks, .. } = self;
        let all = 0..1_u32 << masks.len();
        let subset = |chosen: u32| {
            let cover = members(chosen).fold(0, |cover, at| cover | masks[at]);
            if cover.count_ones() != size || members(chosen).any(|at| masks[at] == 0) {
                return None;
            }
            let others =
                members(!chosen & (all.end - 1)).flat_map(|at| members(cover).map(move |to| (at, to)));
            let targets = others.fold(Candidates::EMPTY, |mut targets, (at, to)| {
                targets.extend(&self.open[at][to]);
                targets
            });
            let variables = members(chosen).map(|at| first[at]).collect();
            let transversals = members(cover).map(|at| second[at]).collect();
            (!targets.is_empty()).then_some(Subset { variables, transversals, targets })
        };
        all.clone().filter(|chosen| chosen.count_ones() == size).filter_map(subset).collect()
    }
}

fn members(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |at| mask >> at & 1 == 1)
}
