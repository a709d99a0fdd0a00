//! Rules of a puzzle → the text of its board.

use super::Named;
use std::cmp::Reverse;
use sudoscope_engine::boards::{PARTS, Part};
use sudoscope_engine::grid::{Cell, Cells};

/// Regions of a puzzle.
pub(in crate::input::forms) enum Regions {
    /// Blocks as high as the largest divisor of the size that is at most its root.
    Blocks,
    Nothing,
    /// Cells with the same value are a region; cells in reading order.
    Layout(Vec<u8>),
}

/// Rules of a puzzle, which are to be those of a board.
pub(in crate::input::forms) struct Rules {
    /// Number of rows, columns and digits.
    pub size: usize,
    pub regions: Regions,
    /// Names of parts of boards.
    pub parts: Vec<&'static str>,
    /// Further regions.
    pub extra: Vec<Cells>,
}

/// Parts that contain others.
const WHOLES: [(&str, [&str; 2]); 2] = [("x", ["d1", "d2"]), ("windoku9", ["windoku", ""])];

impl Rules {
    /// Returns the rules of a puzzle of this size without any extras.
    pub fn of(size: usize) -> Rules {
        Rules { size, regions: Regions::Blocks, parts: Vec::new(), extra: Vec::new() }
    }

    /// Returns the puzzle with these cells on the board of the rules; the name of a rule if it has none.
    pub fn named(mut self, cells: Vec<u8>) -> Result<Named, &'static str> {
        if !(4..=9).contains(&self.size) || cells.len() != self.size * self.size {
            return Err("size");
        }
        let (base, regions) = self.base();
        let of = |same: &dyn Fn(Cell) -> usize| houses(self.size, same);
        let mut known = [of(&|cell| cell.row()), of(&|cell| cell.column()), regions].concat();
        known.extend(
            PARTS.iter().filter(|part| self.parts.contains(&part.name)).flat_map(|part| self.cells(part)),
        );
        let mut by_houses: Vec<&Part> = PARTS.iter().collect();
        by_houses.sort_by_key(|part| Reverse(part.houses(self.size).len()));
        for part in by_houses {
            self.extra.retain(|cells| !known.contains(cells));
            let own = self.cells(part);
            let is_there = |cells: &Cells| self.extra.contains(cells) || known.contains(cells);
            if own.iter().any(|cells| self.extra.contains(cells)) && own.iter().all(is_there) {
                self.parts.push(part.name);
                known.extend(own);
            }
        }
        if self.extra.iter().any(|cells| !known.contains(cells)) {
            return Err("extraregion");
        }
        let parts = self.part_names();
        let base = Some(base).filter(|base| base != super::PLAIN || parts.is_empty());
        let board = base.iter().map(String::as_str).chain(parts).collect::<Vec<_>>().join("+");
        Ok(Named { board, cells })
    }

    /// Returns the base of the board, and its regions.
    fn base(&self) -> (String, Vec<Cells>) {
        let size = self.size;
        let latin = || if size == 9 { "latin".to_string() } else { format!("latin{size}") };
        let blocks = houses(size, |cell| block(size, [cell.row(), cell.column()]));
        let with_blocks = match size {
            9 => super::PLAIN.to_string(),
            4 | 6 | 8 => format!("{size}x{size}"),
            _ => latin(),
        };
        match &self.regions {
            Regions::Blocks => (with_blocks, blocks),
            Regions::Nothing => (latin(), Vec::new()),
            Regions::Layout(values) => {
                let value =
                    |cell: Cell| values.get(size * cell.row() + cell.column()).map_or(0, |&it| it.into());
                let own = houses(size, value);
                let lines = [houses(size, |cell| cell.row()), houses(size, |cell| cell.column())];
                let name = match own {
                    _ if own == blocks => with_blocks,
                    _ if lines.contains(&own) => latin(),
                    _ => format!("jigsaw:{}", letters(values)),
                };
                (name, own)
            }
        }
    }

    fn cells(&self, part: &Part) -> Vec<Cells> {
        part.houses(self.size).into_iter().map(|house| house.cells).collect()
    }

    /// Returns the names of the parts as the text of a board has them: in order, each once.
    fn part_names(&self) -> Vec<&'static str> {
        let mut names = self.parts.clone();
        if ["d1", "d2"].iter().all(|part| names.contains(part)) {
            names.push("x");
        }
        for (whole, of) in WHOLES {
            if names.contains(&whole) {
                names.retain(|name| !of.contains(name));
            }
        }
        PARTS.iter().map(|part| part.name).filter(|name| names.contains(name)).collect()
    }
}

/// Returns the number of the block of a cell.
pub(super) fn block(size: usize, [row, column]: [usize; 2]) -> usize {
    let is_height = |height: &usize| size.is_multiple_of(*height) && height * height <= size;
    let height = [3, 2].into_iter().find(is_height).unwrap_or(1);
    row / height * height + column / (size / height)
}

/// Returns the cells of each value, in the order in which values appear.
fn houses(size: usize, value: impl Fn(Cell) -> usize) -> Vec<Cells> {
    let mut houses: Vec<(usize, Cells)> = Vec::new();
    for cell in Cell::all().filter(|cell| cell.row() < size && cell.column() < size) {
        let value = value(cell);
        match houses.iter_mut().find(|house| house.0 == value) {
            Some((_, cells)) => cells.insert(cell),
            None => houses.push((value, Cells::of(cell))),
        }
    }
    houses.into_iter().map(|house| house.1).collect()
}

/// Returns a layout with the letters A, B, C and so on, in the order in which values appear.
fn letters(values: &[u8]) -> String {
    let mut known: Vec<u8> = Vec::new();
    let letter = |value: &u8| {
        let at = known.iter().position(|other| other == value).unwrap_or_else(|| {
            known.push(*value);
            known.len() - 1
        });
        ('A'..='Z').nth(at).unwrap_or('Z')
    };
    values.iter().map(letter).collect()
}
