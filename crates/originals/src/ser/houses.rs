//! Houses as the rules of SER read them: constants on the plain board ([`Plain`]), tables on other boards
//! (`tables.rs`). All rules are compiled for each of the two.

use super::board::Board;
use super::chains::links::Id;
use super::chains::literal::Cause;
use super::hint::Flow;
use super::locking::{CROSSINGS, SHARED, SharedSquares};
use crate::grid::{Cell, Cells, House, HouseKind};
use std::fmt::Debug;

/// Houses of a board by types. The houses of a type share no cell, and a type need not cover all cells.
pub trait Houses: Clone + Default + Send + Sync + 'static {
    /// Most cells that two houses share.
    const MOST_SHARED: usize;
    /// A house.
    type House: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// An entry for each house.
    type PerHouse<T: Copy + Send + Sync + 'static>: Clone + Send + Sync + AsRef<[T]> + AsMut<[T]>;
    /// Room for the strong links of a candidate: one in its cell, and one in its house of each type.
    type Strong: Copy + Send + Sync + AsRef<[(Id, Cause)]> + AsMut<[(Id, Cause)]>;
    /// Room for an entry for each peer of a cell.
    type PerPeer: AsRef<[u16]> + AsMut<[u16]>;

    /// Makes the same entry for each house.
    fn per_house<T: Copy + Send + Sync + 'static>(entry: T) -> Self::PerHouse<T>;
    /// Makes room for strong links.
    fn no_strong() -> Self::Strong;
    /// Makes room for the peers.
    fn no_peers() -> Self::PerPeer;
    /// Returns the number of a house among all houses.
    fn index(house: Self::House) -> usize;

    /// Returns the number of digits, of rows and of columns.
    fn size(&self) -> usize;
    /// Returns the cells of the board.
    fn cells(&self) -> Cells;
    /// Returns all houses by number: rows, columns, blocks, then the further types.
    fn all(&self) -> impl Iterator<Item = Self::House> + Clone;
    /// Returns the houses in the order of subsets: blocks, columns, rows, then the further types.
    fn sets(&self) -> &[Self::House];
    /// Returns the houses in the order of hidden singles. In a group last cells come before all others.
    fn groups_of_singles(&self) -> impl Iterator<Item = &[Self::House]>;
    /// Returns the row or the column with this number.
    fn line(&self, is_row: bool, number: usize) -> Self::House;
    /// Returns the types in the order of links: blocks, rows, columns, then the further types.
    fn causes(&self) -> impl Iterator<Item = Cause> + Clone;
    /// Returns the houses of a type.
    fn by(&self, cause: Cause) -> impl Iterator<Item = Self::House> + Clone;
    /// Returns the house of this type that the cell is in.
    fn house(&self, cause: Cause, cell: Cell) -> Option<Self::House>;
    /// Returns the houses of a cell in the order of links, each with its type and the cell's position.
    fn linking(&self, cell: Cell) -> impl Iterator<Item = (Cause, Self::House, usize)>;
    /// Returns the houses of the same type as a house.
    fn alike(&self, house: Self::House) -> impl Iterator<Item = Self::House>;
    /// Whether the house is a block.
    fn is_block(&self, house: Self::House) -> bool;
    /// Returns the cells of a house.
    fn cells_of(&self, house: Self::House) -> Cells;
    /// Returns the cells of a house in order; after them a cell that the board does not have.
    fn squares(&self, house: Self::House) -> [Cell; 9];
    /// Returns the cell at a position of a house.
    fn square(&self, house: Self::House, at: usize) -> Cell;
    /// Returns the position of a cell in its house.
    fn position(&self, cell: Cell, house: Self::House) -> usize;
    /// Returns the houses of a cell, and its position in each.
    fn around(&self, cell: Cell) -> impl Iterator<Item = (Self::House, usize)>;
    /// Returns the other cells of the houses of a cell.
    fn peers(&self, cell: Cell) -> Cells;
    /// Returns the peers in the order of the types of links.
    fn neighbours(&self, cell: Cell) -> &[Cell];
    /// Returns the peers by the first type whose house they share with the cell.
    fn groups(&self, cell: Cell) -> impl Iterator<Item = (Cause, Cells)>;
    /// Returns the first type whose house two peers share.
    fn between(&self, one: Cell, other: Cell) -> Cause;
    /// Returns the crossing houses in the order of locked candidates.
    fn crossings(&self) -> &[SharedSquares<Self::House>];
    /// Returns the positions of a house that are in another.
    fn shared(&self, house: Self::House, other: Self::House) -> u16;
    /// Whether a digit with these places may be locked.
    fn may_lock(&self, plane: Cells) -> bool;
    /// Removes cells that are alone in a house, again and again.
    fn on_loops(&self, cells: Cells) -> Cells;

    /// Finds a digit whose places in a house are all seen by a cell outside, though no house has them all.
    /// There are none on the plain board.
    fn locked_by_cells(_: &Board<Self>) -> Flow<Self::House> {
        Flow::Continue(())
    }
}

/// Houses of the plain board.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Plain;

/// Houses in the order of singles and subsets.
static BLOCKS_COLUMNS_ROWS: [House; 27] = {
    let (mut all, mut k) = ([House::row(0); 27], 0);
    while k < 9 {
        all[k] = House::block(k);
        all[9 + k] = House::column(k);
        all[18 + k] = House::row(k);
        k += 1;
    }
    all
};

/// The 20 peers of a cell: those in its block, then the others in its row, then the others in its column.
static NEIGHBOURS: [[Cell; 20]; 81] = {
    let mut all = [[Cell::new(0); 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, block] = Cell::new(cell).houses();
        let (houses, mut k, mut len, mut seen) = ([block, row, column], 0, 0, 1u128 << cell);
        while k < 3 {
            let mut i = 0;
            while i < 9 {
                let other = houses[k].square(i);
                if seen >> other.index() & 1 == 0 {
                    seen |= 1 << other.index();
                    all[cell][len] = other;
                    len += 1;
                }
                i += 1;
            }
            k += 1;
        }
        cell += 1;
    }
    all
};

/// Peers of each cell, grouped by the first house that they share with the cell: block, row, column.
static GROUPS: [[Cells; 3]; 81] = {
    let mut all = [[Cells::EMPTY; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut k = 0;
        while k < 20 {
            let group = match k {
                0..8 => 0,
                8..14 => 1,
                _ => 2,
            };
            let bits = all[cell][group].bits() | 1 << NEIGHBOURS[cell][k].index();
            all[cell][group] = Cells(bits);
            k += 1;
        }
        cell += 1;
    }
    all
};

/// The position of each cell in its row, its column and its block.
static POSITION: [[u8; 3]; 81] = {
    let mut all = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (Cell::new(cell).row(), Cell::new(cell).column());
        all[cell] = [column as u8, row as u8, (row % 3 * 3 + column % 3) as u8];
        cell += 1;
    }
    all
};

impl Houses for Plain {
    const MOST_SHARED: usize = 3;
    type House = House;
    type PerHouse<T: Copy + Send + Sync + 'static> = [T; 27];
    type Strong = [(Id, Cause); 4];
    type PerPeer = [u16; 20];

    #[inline(always)]
    fn per_house<T: Copy + Send + Sync + 'static>(entry: T) -> [T; 27] {
        [entry; 27]
    }

    #[inline(always)]
    fn no_strong() -> Self::Strong {
        [(Id::NONE, Cause::Assumption); 4]
    }

    #[inline(always)]
    fn no_peers() -> [u16; 20] {
        [0; 20]
    }

    #[inline(always)]
    fn index(house: House) -> usize {
        house.index()
    }

    #[inline(always)]
    fn size(&self) -> usize {
        9
    }

    #[inline(always)]
    fn cells(&self) -> Cells {
        Cells::ALL
    }

    #[inline(always)]
    fn all(&self) -> impl Iterator<Item = House> + Clone {
        House::all()
    }

    #[inline(always)]
    fn sets(&self) -> &[House] {
        &BLOCKS_COLUMNS_ROWS
    }

    #[inline(always)]
    fn groups_of_singles(&self) -> impl Iterator<Item = &[House]> {
        std::iter::once(&BLOCKS_COLUMNS_ROWS[..])
    }

    #[inline(always)]
    fn line(&self, is_row: bool, number: usize) -> House {
        if is_row { House::row(number) } else { House::column(number) }
    }

    #[inline(always)]
    fn causes(&self) -> impl Iterator<Item = Cause> + Clone {
        Cause::HOUSES.into_iter()
    }

    #[inline(always)]
    fn by(&self, cause: Cause) -> impl Iterator<Item = House> + Clone {
        House::of_kind(cause.kind().unwrap_or(HouseKind::Block))
    }

    #[inline(always)]
    fn house(&self, cause: Cause, cell: Cell) -> Option<House> {
        cause.kind().map(|kind| cell.houses()[kind.index()])
    }

    #[inline(always)]
    fn linking(&self, cell: Cell) -> impl Iterator<Item = (Cause, House, usize)> {
        let ([row, column, block], [in_row, in_column, in_block]) =
            (cell.houses(), POSITION[cell].map(usize::from));
        let [first, second, third] = Cause::HOUSES;
        [(first, block, in_block), (second, row, in_row), (third, column, in_column)].into_iter()
    }

    #[inline(always)]
    fn alike(&self, house: House) -> impl Iterator<Item = House> {
        House::of_kind(house.kind())
    }

    #[inline(always)]
    fn is_block(&self, house: House) -> bool {
        house.kind() == HouseKind::Block
    }

    #[inline(always)]
    fn cells_of(&self, house: House) -> Cells {
        house.cells()
    }

    #[inline(always)]
    fn squares(&self, house: House) -> [Cell; 9] {
        house.squares()
    }

    #[inline(always)]
    fn square(&self, house: House, at: usize) -> Cell {
        house.square(at)
    }

    #[inline(always)]
    fn position(&self, cell: Cell, house: House) -> usize {
        POSITION[cell][house.kind().index()].into()
    }

    #[inline(always)]
    fn around(&self, cell: Cell) -> impl Iterator<Item = (House, usize)> {
        cell.houses().into_iter().zip(POSITION[cell].map(usize::from))
    }

    #[inline(always)]
    fn peers(&self, cell: Cell) -> Cells {
        cell.peers()
    }

    #[inline(always)]
    fn neighbours(&self, cell: Cell) -> &[Cell] {
        &NEIGHBOURS[cell]
    }

    #[inline(always)]
    fn groups(&self, cell: Cell) -> impl Iterator<Item = (Cause, Cells)> {
        Cause::HOUSES.into_iter().zip(GROUPS[cell])
    }

    #[inline(always)]
    fn between(&self, one: Cell, other: Cell) -> Cause {
        match () {
            _ if one.block() == other.block() => Cause::Block,
            _ if one.row() == other.row() => Cause::Row,
            _ => Cause::Column,
        }
    }

    #[inline(always)]
    fn crossings(&self) -> &[SharedSquares<House>] {
        &CROSSINGS
    }

    #[inline(always)]
    fn shared(&self, house: House, other: House) -> u16 {
        SHARED[house][other]
    }

    #[inline(always)]
    fn may_lock(&self, plane: Cells) -> bool {
        !crate::grid::locked(plane).0.is_empty()
    }

    #[inline(always)]
    fn on_loops(&self, cells: Cells) -> Cells {
        crate::grid::on_loops(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_the_peers_block_first() {
        for cell in Cell::all() {
            let cells = NEIGHBOURS[cell];
            assert_eq!(cells.into_iter().collect::<Cells>(), cell.peers());
            let types = cells.map(|other| match other {
                _ if other.block() == cell.block() => 0,
                _ if other.row() == cell.row() => 1,
                _ => 2,
            });
            assert!(types.is_sorted());
            assert_eq!(types.iter().filter(|&&kind| kind == 0).count(), 8);
            assert!(cells[..8].is_sorted() && cells[8..14].is_sorted() && cells[14..].is_sorted());
            for house in cell.houses() {
                assert_eq!(house.square(Plain.position(cell, house)), cell);
            }
            assert_eq!(cell.column(), Plain.position(cell, House::row(cell.row())));
        }
    }
}
