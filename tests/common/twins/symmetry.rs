//! Gurth's symmetrical placement by its definition: all rearrangements of rows and columns are tried
//! (docs/theory.md, "Uniqueness").

use sudoscope_engine::grid::{Candidate, Candidates, Cell, Digit, Grid};

/// Returns all orders of nine lines that keep bands together.
fn orders() -> Vec<[usize; 9]> {
    let threes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut all = Vec::new();
    for bands in threes {
        for a in threes {
            for b in threes {
                for c in threes {
                    all.push(std::array::from_fn(|k| 3 * bands[k / 3] + [a, b, c][k / 3][k % 3]));
                }
            }
        }
    }
    all
}

/// Map of the cells: images of the rows and the columns, which are exchanged or not.
#[derive(Clone, Copy)]
struct Map {
    rows: [usize; 9],
    columns: [usize; 9],
    is_transposed: bool,
}

impl Map {
    fn cell(&self, cell: Cell) -> Cell {
        let (row, column) = (self.rows[cell.row()], self.columns[cell.column()]);
        if self.is_transposed { Cell::at(column, row) } else { Cell::at(row, column) }
    }

    /// Returns the images of the digits if the map leaves the clues as they are. A digit without a clue goes
    /// to the digit without a clue.
    fn digits(&self, clue: &[Option<usize>; 81]) -> Option<[usize; 9]> {
        let mut digits = [None; 9];
        for cell in Cell::all() {
            match (clue[cell.index()], clue[self.cell(cell).index()]) {
                (None, None) => {}
                (Some(from), Some(to)) if digits[from].is_none_or(|known| known == to) => {
                    digits[from] = Some(to)
                }
                _ => return None,
            }
        }
        let free: Vec<usize> = (0..9).filter(|to| !digits.contains(&Some(*to))).collect();
        let missing = digits.iter().filter(|to| to.is_none()).count();
        (free.len() == missing && missing < 2).then(|| digits.map(|to| to.unwrap_or_else(|| free[0])))
    }
}

/// Whether two rows of a band, or two columns of a stack, have the same clues. Then there are several
/// solutions, and the rule says nothing.
fn has_equal_lines(clue: &[Option<usize>; 81]) -> bool {
    let row = |i: usize| -> Vec<_> { (0..9).map(|j| clue[9 * i + j]).collect() };
    let column = |i: usize| -> Vec<_> { (0..9).map(|j| clue[9 * j + i]).collect() };
    let pairs = (0..9).flat_map(|i| (i + 1..9).filter(move |j| i / 3 == j / 3).map(move |j| (i, j)));
    pairs.into_iter().any(|(i, j)| row(i) == row(j) || column(i) == column(j))
}

/// Returns the eliminations in a state of a puzzle that began as `first`.
pub fn placed(first: &Grid, grid: &Grid) -> Candidates {
    let value = |cell: Cell| Digit::all().find(|&digit| first.plane(digit).contains(cell)).map(Digit::index);
    let clue: [Option<usize>; 81] =
        std::array::from_fn(|at| value(Cell::new(at)).filter(|_| first.placed().contains(Cell::new(at))));
    let mut all = Candidates::EMPTY;
    if first.placed().is_empty() || has_equal_lines(&clue) {
        return all;
    }
    let orders = orders();
    for is_transposed in [false, true] {
        for &rows in &orders {
            for &columns in &orders {
                let map = Map { rows, columns, is_transposed };
                if let Some(digits) = map.digits(&clue) {
                    all.extend(&gone(&map, &digits, first, grid));
                }
            }
        }
    }
    all
}

/// Returns the candidates with a false image, or an image in the same cell with another digit, if the map
/// leaves the first candidates as they are.
fn gone(map: &Map, digits: &[usize; 9], first: &Grid, grid: &Grid) -> Candidates {
    let image = |one: Candidate| Candidate::new(Digit::new(digits[one.digit.index()]), map.cell(one.cell));
    let all = || Cell::all().flat_map(|cell| Digit::all().map(move |digit| Candidate::new(digit, cell)));
    if !all().all(|one| first.allows(one) == first.allows(image(one))) {
        return Candidates::EMPTY;
    }
    let is_gone = |one: &Candidate| {
        let images =
            std::iter::successors(Some(image(*one)), |last| Some(image(*last)).filter(|_| last != one));
        images.take_while(|last| last != one).any(|last| !grid.allows(last) || last.cell == one.cell)
    };
    grid.candidates().iter().filter(is_gone).collect()
}
