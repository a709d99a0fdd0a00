//! The fixed geometry of the board, worked out at compile time.

use super::Cells;

/// Row of a cell, `0..9`.
#[inline]
pub const fn row_of(cell: usize) -> usize {
    cell / 9
}

/// Column of a cell, `0..9`.
#[inline]
pub const fn column_of(cell: usize) -> usize {
    cell % 9
}

/// Block of a cell, `0..9`, row-major.
#[inline]
pub const fn block_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// The 27 houses: rows are `0..9`, columns `9..18`, blocks `18..27`.
pub const HOUSES: [Cells; 27] = {
    let mut houses = [0u128; 27];
    let mut cell = 0;
    while cell < 81 {
        houses[row_of(cell)] |= 1 << cell;
        houses[9 + column_of(cell)] |= 1 << cell;
        houses[18 + block_of(cell)] |= 1 << cell;
        cell += 1;
    }
    let mut sets = [Cells::EMPTY; 27];
    let mut house = 0;
    while house < 27 {
        sets[house] = Cells(houses[house]);
        house += 1;
    }
    sets
};

/// The row, column and block of a cell as indices into [`HOUSES`].
#[inline]
pub const fn houses_of(cell: usize) -> [usize; 3] {
    [row_of(cell), 9 + column_of(cell), 18 + block_of(cell)]
}

/// The 20 other cells in the row, column and block of each cell.
pub const PEERS: [Cells; 81] = {
    let mut peers = [Cells::EMPTY; 81];
    let mut cell = 0;
    while cell < 81 {
        let [r, c, b] = houses_of(cell);
        peers[cell] = Cells((HOUSES[r].0 | HOUSES[c].0 | HOUSES[b].0) & !(1 << cell));
        cell += 1;
    }
    peers
};

/// `SQUARES[house][i]` is the i-th cell of the house in reading order.
pub const SQUARES: [[u8; 9]; 27] = {
    let mut squares = [[0u8; 9]; 27];
    let mut filled = [0; 27];
    let mut cell = 0;
    while cell < 81 {
        let houses = houses_of(cell);
        let mut k = 0;
        while k < 3 {
            squares[houses[k]][filled[houses[k]]] = cell as u8;
            filled[houses[k]] += 1;
            k += 1;
        }
        cell += 1;
    }
    squares
};
