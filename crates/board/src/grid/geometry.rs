//! `Geometry`: the houses of a board, and the cells that see one another.

use super::{Cell, Cells, House};

/// Houses of a board, and the cells that see one another.
pub struct Geometry {
    /// Cells of each house.
    pub houses: [Cells; House::COUNT],
    /// Cells of each house in reading order.
    pub squares: [[Cell; 9]; House::COUNT],
    /// For each cell the other cells of its houses.
    pub peers: [Cells; Cell::COUNT],
}

/// The plain board: nine rows, nine columns and nine blocks.
pub static PLAIN: Geometry = {
    let (mut houses, mut peers) = ([Cells::EMPTY; House::COUNT], [Cells::EMPTY; Cell::COUNT]);
    let (mut squares, mut filled) = ([[Cell::new(0); 9]; House::COUNT], [0; House::COUNT]);
    let mut at = 0;
    while at < Cell::COUNT {
        let own = Cell::new(at).houses();
        let mut k = 0;
        while k < 3 {
            let house = own[k].index();
            houses[house].0 |= 1 << at;
            squares[house][filled[house]] = Cell::new(at);
            filled[house] += 1;
            k += 1;
        }
        at += 1;
    }
    at = 0;
    while at < Cell::COUNT {
        let [row, column, block] = Cell::new(at).houses();
        peers[at].0 = houses[row.index()].0 | houses[column.index()].0 | houses[block.index()].0;
        peers[at].0 &= !(1 << at);
        at += 1;
    }
    Geometry { houses, squares, peers }
};
