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

use crate::boards::Board;
use crate::grid::{Candidates, Cell, Grid};

/// Sizes of subsets: pairs, triplets, quads.
const SIZES: std::ops::RangeInclusive<u32> = 2..=4;

/// Subset: numbers of variables of the board, and the candidates that it excludes.
pub struct Subset {
    pub variables: Vec<usize>,
    pub transversals: Vec<usize>,
    pub targets: Candidates,
}

/// Returns the subsets of the least size that prove something, with this size.
pub fn shortest_subsets(board: &Board, grid: &Grid) -> Option<(u32, Vec<Subset>)> {
    let tables: Vec<Table> = tables(board).into_iter().map(|lines| Table::of(board, grid, lines)).collect();
    SIZES
        .map(|size| (size, tables.iter().flat_map(|table| table.subsets(size)).collect::<Vec<_>>()))
        .find(|(_, found)| !found.is_empty())
}

/// Variables in lines of two ways: each of the first has one label in common with each of the second.
type Lines = [Vec<usize>; 2];

struct Table {
    lines: Lines,
    /// Open candidates of each variable of the first way, by the variables of the second.
    open: Vec<Vec<Candidates>>,
}

impl Table {
    fn of(board: &Board, grid: &Grid, lines: Lines) -> Table {
        let candidates = grid.candidates();
        let [first, second] = &lines;
        let variable = |at: &usize| board.variables()[*at].common(&candidates);
        let row = |one: &usize| second.iter().map(|other| variable(one).common(&variable(other))).collect();
        Table { open: first.iter().map(row).collect(), lines }
    }

    fn subsets(&self, size: u32) -> Vec<Subset> {
        let mask = |row: &Vec<Candidates>| {
            (0..).zip(row).fold(0_u32, |mask, (at, open)| mask | u32::from(!open.is_empty()) << at)
        };
        let masks: Vec<u32> = self.open.iter().map(mask).collect();
        let [first, second] = &self.lines;
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

/// Returns cells and digits of each house, and rows and columns of each digit, in both ways.
fn tables(board: &Board) -> Vec<Lines> {
    let (variables, size, count) = (board.variables(), board.size(), board.cells().len());
    let of_cells: Vec<usize> = (0..count).collect();
    let houses: Vec<Vec<usize>> =
        (count..variables.len()).collect::<Vec<_>>().chunks(size).map(<[usize]>::to_vec).collect();
    let meet = |one: usize, other: usize| !variables[one].common(&variables[other]).is_empty();
    let cells = |house: &Vec<usize>| of_cells.iter().copied().filter(|&cell| meet(cell, house[0])).collect();
    let by_house = houses.iter().map(|house| [cells(house), house.clone()]);
    let line = |number: usize, of: fn(Cell) -> usize| {
        let is_line = |house: &&Vec<usize>| variables[house[0]].iter().all(|label| of(label.cell) == number);
        houses.iter().find(is_line)
    };
    // A board without all rows and columns has no fish.
    let lines = |of| (0..size).map(|number| line(number, of)).collect::<Option<Vec<_>>>();
    let both = lines(Cell::row).zip(lines(Cell::column));
    let of_digit = |lines: &[&Vec<usize>], digit: usize| lines.iter().map(|line| line[digit]).collect();
    let by_digit = both.into_iter().flat_map(|(rows, columns)| {
        (0..size).map(move |digit| [of_digit(&rows, digit), of_digit(&columns, digit)])
    });
    by_house.chain(by_digit).flat_map(|[a, b]| [[a.clone(), b.clone()], [b, a]]).collect()
}
