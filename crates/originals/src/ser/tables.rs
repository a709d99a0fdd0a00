//! Houses of boards other than the plain one, as tables.
//!
//! The order of types is that of the fork of the classic program that rates such boards: blocks, columns,
//! rows (links: blocks, rows, columns), then diagonals, `/` first, disjoint groups, windows, the further
//! houses of nine cells, regions.

use super::Explainer;
use super::board::Board as State;
use super::chains::links::Id;
use super::chains::literal::{Cause, Further};
use super::hint::{Flow, Hint, Locked, Why};
use super::houses::Houses;
use super::locking::SharedSquares;
use crate::board_proof::HouseName;
use crate::boards::Board;
use crate::budget::{Budget, OutOfBudget};
use crate::evidence::Technique;
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid};
use crate::number::number;
use crate::one_solution::OneSolution;
use std::sync::Arc;

number! {
    /// Number of a house of a board.
    Slot(u8)
}

/// Difficulty of a digit locked by the cells that see its places. (The plain board has no such technique.)
const LOCKED_BY_CELLS: f64 = 2.9;

/// Most houses of a board.
const MOST: usize = 64;

/// Reason why a board has no SER.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSer {
    /// The board has links beyond houses.
    Links,
    /// The board has houses with fewer cells than digits.
    Partial,
    /// Some row or column is no house.
    Lines,
    /// The board has too many houses, or too many types of houses.
    Many,
}

impl std::fmt::Display for NoSer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NoSer::Links => "SER is not defined on boards with links beyond houses",
            NoSer::Partial => "SER is not defined on boards with houses of fewer cells than digits",
            NoSer::Lines => "SER is not defined on boards whose rows and columns are not all houses",
            NoSer::Many => {
                "SER is not defined on boards with more than 64 houses or 10 types of further houses"
            }
        })
    }
}

impl std::error::Error for NoSer {}

/// Type of houses.
struct Type {
    cause: Cause,
    slots: Vec<Slot>,
    /// The house of each cell.
    of_cell: [Option<Slot>; 81],
}

/// Tables of a board.
#[derive(Default)]
struct Tables {
    size: usize,
    cells: Cells,
    /// Types in the order of links.
    types: Vec<Type>,
    /// Type of each house, as a place in `types`.
    type_of: Vec<usize>,
    cells_of: Vec<Cells>,
    names: Vec<HouseName>,
    squares: Vec<[Cell; 9]>,
    sets: Vec<Slot>,
    singles: Vec<Vec<Slot>>,
    crossings: Vec<SharedSquares<Slot>>,
    of_cells: Vec<OfCell>,
}

/// Tables of a cell.
struct OfCell {
    houses: Vec<(Slot, usize)>,
    peers: Cells,
    neighbours: Vec<Cell>,
    groups: Vec<(Cause, Cells)>,
}

/// Houses of a board.
#[derive(Clone, Default)]
pub struct BoardHouses(Arc<Tables>);

/// Returns the place of a type among further types by the name and the cells of its first house.
fn rank(name: &str, first: Cells) -> (usize, usize) {
    let kind = match name.as_bytes() {
        b"d2" => 0,
        [b'd', ..] => 1,
        [b'g', ..] => 2,
        [b'w', ..] => 3,
        // The asterisk, the centre dots, the girandola: the first cell comes earlier and earlier.
        [b'e', ..] => return (4, 81 - first.first().map_or(0, Cell::index)),
        _ => 5,
    };
    (kind, 0)
}

impl BoardHouses {
    /// Returns the board with all nine windows, if it has the four alone.
    pub fn with_all_windows(board: &Board) -> Option<Board> {
        let parts = board.text().split('+').map(|part| if part == "windoku" { "windoku9" } else { part });
        let other: Option<Board> = parts.collect::<Vec<_>>().join("+").parse().ok();
        other.filter(|other| other.text() != board.text())
    }

    /// Makes the tables of a board. Windows count as nine. Fails if the board has no SER.
    pub fn of(board: &Board) -> Result<BoardHouses, NoSer> {
        let with_windows = BoardHouses::with_all_windows(board);
        let board = with_windows.as_ref().unwrap_or(board);
        if board.houses().iter().any(|house| house.cells.len() != board.size()) {
            return Err(NoSer::Partial);
        }
        if board.labels().any(|label| *board.linked(label) != by_houses(board, label)) {
            return Err(NoSer::Links);
        }
        Tables::of(board).map(|tables| BoardHouses(Arc::new(tables)))
    }

    /// Makes the state of a grid, without candidates that a value of a house excludes.
    pub fn state(&self, grid: &Grid) -> State<BoardHouses> {
        let mut state = State::with(self.clone(), grid);
        for cell in self.cells() & grid.placed() {
            if let Some(digit) = state.value(cell) {
                self.peers(cell).for_each(|peer| state.eliminate(peer, digit.bit()));
            }
        }
        state
    }

    /// Returns the name of a house.
    pub fn name_of(&self, house: Slot) -> HouseName {
        self.0.names[house]
    }

    fn of_cell(&self, cell: Cell) -> &OfCell {
        &self.0.of_cells[cell.index()]
    }
}

impl Explainer<BoardHouses> {
    /// Returns the step to apply on a board: [`Explainer::step`], compiled here.
    pub fn next_on(
        &mut self, state: &State<BoardHouses>, one: Option<&OneSolution>, budget: &mut Budget,
    ) -> Result<Option<Hint<Slot>>, OutOfBudget> {
        self.step(state, one, budget)
    }
}

/// Returns the labels linked to one by its cell and its houses.
fn by_houses(board: &Board, label: Candidate) -> Candidates {
    let around = board.houses().iter().filter(|house| house.cells.contains(label.cell));
    let mut peers = around.fold(Cells::EMPTY, |all, house| all | house.cells);
    peers.remove(label.cell);
    let mut all = Candidates::of_digit(label.digit, peers);
    let others = Digit::all().take(board.size()).filter(|&digit| digit != label.digit);
    others.for_each(|digit| all.insert(Candidate::new(digit, label.cell)));
    all
}

/// Whether the first types are all rows and all columns.
fn has_lines(board: &Board, types: &[Vec<usize>]) -> bool {
    let cells = |is_row: bool, line: usize| -> Cells {
        let cell = |at| if is_row { Cell::at(line, at) } else { Cell::at(at, line) };
        (0..board.size()).map(cell).collect()
    };
    let is_line = |(list, is_row): (&Vec<usize>, bool)| {
        let own = list.iter().map(|&house| board.houses()[house].cells);
        own.eq((0..board.size()).map(|line| cells(is_row, line)))
    };
    types.len() >= 2 && types.iter().zip([true, false]).all(is_line)
}

impl Tables {
    fn of(board: &Board) -> Result<Tables, NoSer> {
        let mut tables = Tables { size: board.size(), cells: board.cells(), ..Tables::default() };
        let of = |at: usize| &board.houses()[at];
        // Both diagonals of a board without a middle cell are no type: they are two, as on other boards.
        let single = |list: Vec<usize>| match of(list[0]).name.as_str() {
            "d1" | "d2" if list.len() == 2 => vec![vec![list[0]], vec![list[1]]],
            _ => vec![list],
        };
        let mut types: Vec<Vec<usize>> = board.types().into_iter().flat_map(single).collect();
        let further = if types.len() > 2 && of(types[2][0]).name.starts_with('b') { 3 } else { 2 };
        if !has_lines(board, &types) {
            return Err(NoSer::Lines);
        }
        types[further..].sort_by_key(|list| rank(&of(list[0]).name, of(list[0]).cells));
        if types.len() > further + Further::ALL.len() || types.iter().map(Vec::len).sum::<usize>() > MOST {
            return Err(NoSer::Many);
        }
        // Rows, columns, blocks: the numbers of houses. Links have blocks first.
        for (at, list) in types.iter().enumerate() {
            let cause = match at {
                0 => Cause::Row,
                1 => Cause::Column,
                2 if further == 3 => Cause::Block,
                _ => Cause::Further(Further::ALL[at - further]),
            };
            let (mut slots, mut of_cell) = (Vec::new(), [None; 81]);
            for &house in list {
                let (slot, cells) = (Slot::new(tables.cells_of.len()), of(house).cells);
                let mut squares = [Cell::new(80); 9];
                for (square, cell) in squares.iter_mut().zip(cells) {
                    *square = cell;
                    of_cell[cell] = Some(slot);
                }
                tables.cells_of.push(cells);
                tables.names.push(HouseName::of_house(of(house), house as u8 + 1));
                tables.squares.push(squares);
                slots.push(slot);
            }
            tables.types.push(Type { cause, slots, of_cell });
        }
        let slots = |at: usize| tables.types[at].slots.clone();
        let blocks = if further == 3 { slots(2) } else { Vec::new() };
        tables.singles.push([blocks, slots(1), slots(0)].concat());
        for at in further..tables.types.len() {
            match of(types[at][0]).name.as_str() {
                "d1" if at > further && of(types[at - 1][0]).name == "d2" => {
                    let more = slots(at);
                    tables.singles.last_mut().expect("the first group").extend(more);
                }
                _ => tables.singles.push(slots(at)),
            }
        }
        tables.sets = tables.singles.concat();
        tables.types[..further].rotate_right(further - 2);
        tables.type_of = vec![0; tables.cells_of.len()];
        for (at, list) in tables.types.iter().enumerate() {
            list.slots.iter().for_each(|&slot| tables.type_of[slot] = at);
        }
        tables.list_crossings(further);
        tables.of_cells = Cell::all().map(|cell| tables.of_cell(cell)).collect();
        Ok(tables)
    }

    fn of_cell(&self, cell: Cell) -> OfCell {
        let (mut houses, mut groups, mut neighbours) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = Cells::of(cell);
        for list in &self.types {
            let Some(slot) = list.of_cell[cell] else { continue };
            let cells = self.cells_of[slot];
            let at = cells.take_while(|&other| other != cell).count();
            houses.push((slot, at));
            groups.push((list.cause, cells - seen));
            neighbours.extend(cells - seen);
            seen |= cells;
        }
        seen.remove(cell);
        OfCell { houses, peers: seen, neighbours, groups }
    }

    /// Lists crossing houses: blocks with columns and rows, then each further type with all types before it.
    fn list_crossings(&mut self, further: usize) {
        let with = |own: &[usize], type_at: usize| -> Vec<(usize, usize)> {
            let out = own.iter().map(|&other| (other, type_at));
            out.chain(own.iter().map(|&other| (type_at, other))).collect()
        };
        // Blocks, rows, columns, as in `types`.
        let first: &[usize] = if further == 3 { &[0, 2, 1] } else { &[1, 0] };
        let mut passes = match further {
            3 => vec![(0, 2), (0, 1), (2, 0), (1, 0)],
            _ => Vec::new(),
        };
        for type_at in further..self.types.len() {
            passes.extend(with(first, type_at));
            (further..type_at).for_each(|other| passes.extend(with(&[other], type_at)));
        }
        for (from, to) in passes {
            for &base in &self.types[from].slots {
                for &cover in &self.types[to].slots {
                    let here = self.shared(base, cover);
                    if here != 0 {
                        self.crossings.push((base, here, cover, self.shared(cover, base)));
                    }
                }
            }
        }
    }

    fn shared(&self, house: Slot, other: Slot) -> u16 {
        let squares = self.squares[house].iter().enumerate();
        let common =
            squares.filter(|(_, cell)| (self.cells_of[house] & self.cells_of[other]).contains(**cell));
        common.fold(0, |mask, (at, _)| mask | 1 << at)
    }

    fn type_by(&self, cause: Cause) -> Option<&Type> {
        self.types.iter().find(|list| list.cause == cause)
    }
}

impl Houses for BoardHouses {
    const MOST_SHARED: usize = 9;
    type House = Slot;
    type PerHouse<T: Copy + Send + Sync + 'static> = [T; MOST];
    type Strong = [(Id, Cause); 4 + Further::ALL.len()];
    type PerPeer = [u16; 80];

    fn per_house<T: Copy + Send + Sync + 'static>(entry: T) -> [T; MOST] {
        [entry; MOST]
    }

    fn no_strong() -> Self::Strong {
        [(Id::NONE, Cause::Assumption); 4 + Further::ALL.len()]
    }

    fn no_peers() -> [u16; 80] {
        [0; 80]
    }

    fn index(house: Slot) -> usize {
        house.index()
    }

    fn size(&self) -> usize {
        self.0.size
    }

    fn cells(&self) -> Cells {
        self.0.cells
    }

    fn all(&self) -> impl Iterator<Item = Slot> + Clone {
        (0..self.0.cells_of.len()).map(Slot::new)
    }

    fn sets(&self) -> &[Slot] {
        &self.0.sets
    }

    fn groups_of_singles(&self) -> impl Iterator<Item = &[Slot]> {
        self.0.singles.iter().map(Vec::as_slice)
    }

    fn line(&self, is_row: bool, number: usize) -> Slot {
        Slot::new(if is_row { number } else { self.0.size + number })
    }

    fn causes(&self) -> impl Iterator<Item = Cause> + Clone {
        self.0.types.iter().map(|list| list.cause)
    }

    fn by(&self, cause: Cause) -> impl Iterator<Item = Slot> + Clone {
        self.0.type_by(cause).into_iter().flat_map(|list| list.slots.iter().copied())
    }

    fn house(&self, cause: Cause, cell: Cell) -> Option<Slot> {
        self.0.type_by(cause)?.of_cell[cell]
    }

    fn linking(&self, cell: Cell) -> impl Iterator<Item = (Cause, Slot, usize)> {
        let OfCell { houses, groups, .. } = self.of_cell(cell);
        houses.iter().zip(groups).map(|(&(slot, at), &(cause, _))| (cause, slot, at))
    }

    fn alike(&self, house: Slot) -> impl Iterator<Item = Slot> {
        self.0.types[self.0.type_of[house]].slots.iter().copied()
    }

    fn is_block(&self, house: Slot) -> bool {
        self.0.types[self.0.type_of[house]].cause == Cause::Block
    }

    fn cells_of(&self, house: Slot) -> Cells {
        self.0.cells_of[house]
    }

    fn squares(&self, house: Slot) -> [Cell; 9] {
        self.0.squares[house]
    }

    fn square(&self, house: Slot, at: usize) -> Cell {
        self.0.squares[house][at]
    }

    fn position(&self, cell: Cell, house: Slot) -> usize {
        let houses = &self.of_cell(cell).houses;
        houses.iter().find(|(own, _)| *own == house).map_or(0, |(_, at)| *at)
    }

    fn around(&self, cell: Cell) -> impl Iterator<Item = (Slot, usize)> {
        self.of_cell(cell).houses.iter().copied()
    }

    fn peers(&self, cell: Cell) -> Cells {
        self.of_cell(cell).peers
    }

    fn neighbours(&self, cell: Cell) -> &[Cell] {
        &self.of_cell(cell).neighbours
    }

    fn groups(&self, cell: Cell) -> impl Iterator<Item = (Cause, Cells)> {
        self.of_cell(cell).groups.iter().copied()
    }

    fn between(&self, one: Cell, other: Cell) -> Cause {
        let groups = &self.of_cell(one).groups;
        groups.iter().find(|(_, cells)| cells.contains(other)).map_or(Cause::Cell, |(cause, _)| *cause)
    }

    fn crossings(&self) -> &[SharedSquares<Slot>] {
        &self.0.crossings
    }

    fn shared(&self, house: Slot, other: Slot) -> u16 {
        self.0.shared(house, other)
    }

    fn may_lock(&self, _: Cells) -> bool {
        true
    }

    fn on_loops(&self, mut cells: Cells) -> Cells {
        loop {
            let of_house = |&house: &Cells| cells & house;
            let alone = self.0.cells_of.iter().map(of_house).filter(|own| own.len() == 1);
            let alone = alone.fold(Cells::EMPTY, |all, own| all | own);
            if alone.is_empty() {
                return cells;
            }
            cells -= alone;
        }
    }

    fn locked_by_cells(board: &State<BoardHouses>) -> Flow<Slot> {
        for &base in board.houses.sets() {
            for digit in Digit::all() {
                let places = board.houses.cells_of(base) & board.plane(digit);
                if places.len() < 2 {
                    continue;
                }
                let seen = { places }.fold(board.plane(digit), |seen, cell| seen & board.houses.peers(cell));
                if !seen.is_empty() {
                    let gone = seen.map(|cell| (cell, digit.bit())).collect();
                    let why = Why::Locked(Locked { digit, base, cover: base });
                    let hint = Hint::remove(Technique::Claiming, gone, why);
                    return Flow::Break(Hint { difficulty: LOCKED_BY_CELLS, ..hint });
                }
            }
        }
        Flow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::houses::Plain;
    use super::*;
    use crate::grid::House;

    /// The tables of the plain board are its constants.
    #[test]
    fn tables_of_the_plain_board() {
        let houses = BoardHouses::of(&"plain".parse().unwrap()).unwrap();
        let same = |slot: &Slot| House::new(slot.index());
        let all = |slots: &[Slot]| slots.iter().map(same).collect::<Vec<_>>();
        assert_eq!(all(houses.sets()), Plain.sets());
        assert_eq!(all(&houses.all().collect::<Vec<_>>()), Plain.all().collect::<Vec<_>>());
        assert!(houses.groups_of_singles().map(all).eq(Plain.groups_of_singles().map(<[House]>::to_vec)));
        assert!(houses.causes().eq(Plain.causes()));
        let own = houses.crossings().iter().map(|&(a, here, b, there)| (same(&a), here, same(&b), there));
        assert!(own.eq(Plain.crossings().iter().copied()));
        for cell in Cell::all() {
            assert_eq!(houses.peers(cell), Plain.peers(cell));
            assert_eq!(houses.neighbours(cell), Plain.neighbours(cell));
            assert!(houses.groups(cell).eq(Plain.groups(cell)));
            let linking = houses.linking(cell).map(|(cause, slot, at)| (cause, same(&slot), at));
            assert!(linking.eq(Plain.linking(cell)));
            for (slot, at) in houses.around(cell) {
                assert_eq!((houses.square(slot, at), houses.position(cell, slot)), (cell, at));
                assert_eq!(houses.squares(slot), same(&slot).squares());
            }
        }
    }

    #[test]
    fn types_come_in_the_order_of_the_classic_program() {
        let of = |text: &str| BoardHouses::of(&text.parse().unwrap());
        let windows = of("x+windoku+dg").unwrap();
        // The groups of singles: all plain houses, both diagonals, disjoint groups, nine windows.
        let groups = windows.groups_of_singles().map(<[Slot]>::len);
        assert!(groups.eq([27, 2, 9, 9]));
        let first = |group: &[Slot]| windows.cells_of(group[0]).first().unwrap();
        let firsts = windows.groups_of_singles().skip(1).map(first);
        assert!(firsts.eq([Cell::at(0, 8), Cell::at(0, 0), Cell::at(1, 1)]));
        let latin = of("latin").unwrap();
        assert!(latin.crossings().is_empty() && latin.causes().eq([Cause::Row, Cause::Column]));
        assert_eq!(of("6x6+d1").unwrap().sets().len(), 19);
        assert_eq!(of("antiknight").err(), Some(NoSer::Links));
        assert_eq!(of("x+nc").err(), Some(NoSer::Links));
    }
}
