//! The checker's own reading of a board: houses and links from its text alone.

use super::{BoardVariable, HouseName, LinkReason};
use crate::grid::{Candidate, Cell, Cells, Digit};
use crate::verify::{Checked, ensure};
use sudoscope_board::boards::{Board, BoardHouse};
use sudoscope_board::budget::Budget;

/// Most guesses of a count of solutions.
const GUESSES: u64 = 1_000_000;

/// Board as its text says it.
pub(super) struct Reading {
    /// Number of rows, columns and digits.
    pub size: usize,
    pub cells: Cells,
    houses: Vec<(HouseName, Cells)>,
    moves: Vec<Moves>,
}

/// Links of cells some way apart.
struct Moves {
    reason: LinkReason,
    /// Distances by rows and by columns, the smaller first.
    apart: &'static [[usize; 2]],
    /// Whether opposite borders touch.
    is_torus: bool,
    /// Whether the first and the last digit are consecutive.
    is_round: bool,
}

impl Reading {
    /// Reads a text such as `x+windoku` or `jigsaw:AAAB…`.
    pub fn of(text: &str) -> Checked<Reading> {
        let (first, rest) = text.split_once('+').unwrap_or((text, ""));
        let base = base(first)?;
        let parts = if base.is_some() { rest } else { text };
        let mut board = base.map_or_else(|| with_blocks(9, [3, 3]), Ok)?;
        let (mut extras, mut known) = (Vec::new(), std::collections::BTreeSet::new());
        for part in parts.split('+').filter(|part| !part.is_empty()) {
            ensure(known.insert(part), "a part of the board stands twice")?;
            board.add(part, &mut extras)?;
        }
        extras.sort_unstable();
        for (number, (_, cells)) in (1..).zip(extras) {
            board
                .houses
                .push((HouseName { letter: 'e', number }, cells.into_iter().map(Cell::new).collect()));
        }
        let names: std::collections::BTreeSet<HouseName> = board.houses.iter().map(|house| house.0).collect();
        ensure(names.len() == board.houses.len(), "a house of the board stands twice")?;
        Ok(board)
    }

    fn empty(size: usize) -> Reading {
        let cells = Cell::all().filter(|cell| cell.row() < size && cell.column() < size).collect();
        let mut board = Reading { size, cells, houses: Vec::new(), moves: Vec::new() };
        board.divide('r', |cell| Some(cell.row()));
        board.divide('c', |cell| Some(cell.column()));
        board
    }

    /// Adds houses: the cells with number 0, 1 and so on.
    fn divide(&mut self, letter: char, number_of: impl Fn(Cell) -> Option<usize>) {
        for (number, at) in (1..).zip(0..self.size) {
            let cells: Cells = self.cells.filter(|cell| number_of(*cell) == Some(at)).collect();
            if !cells.is_empty() {
                self.houses.push((HouseName { letter, number }, cells));
            }
        }
    }

    fn add_house(&mut self, letter: char, number: u8, is_in: impl Fn(usize, usize) -> bool) {
        let cells = self.cells.filter(|cell| is_in(cell.row(), cell.column())).collect();
        self.houses.push((HouseName { letter, number }, cells));
    }

    /// Adds a part. Extra houses get their names in the end, in a fixed order.
    fn add(&mut self, part: &str, extras: &mut Vec<(u8, [usize; 9])>) -> Checked<()> {
        let size = self.size;
        let needs_81 = ["windoku", "windoku9", "dg", "girandola", "asterisk", "cd"].contains(&part);
        ensure(!needs_81 || size == 9, "a part needs a board of 81 cells")?;
        match part {
            "x" => ["d1", "d2"].iter().try_for_each(|part| self.add(part, extras))?,
            "d1" => self.add_house('d', 1, |row, column| row == column),
            "d2" => self.add_house('d', 2, |row, column| row + column + 1 == size),
            "windoku" => self.add_windows(4),
            "windoku9" => self.add_windows(9),
            "dg" => self.divide('g', |cell| Some(cell.row() % 3 * 3 + cell.column() % 3)),
            "girandola" => extras.push((1, [0, 8, 13, 37, 40, 43, 67, 72, 80])),
            "asterisk" => extras.push((2, [13, 20, 24, 37, 40, 43, 56, 60, 67])),
            "cd" => extras.push((3, [10, 13, 16, 37, 40, 43, 64, 67, 70])),
            "pandiag" => {
                self.divide('d', |cell| Some((cell.column() + size - cell.row()) % size));
                self.divide('a', |cell| Some((cell.column() + cell.row()) % size));
            }
            _ => self.moves.push(moves(part).ok_or("the board has an unknown part")?),
        }
        Ok(())
    }

    /// Adds windows: w1 to w4 are squares; the others cross lines 1, 5, 9 with the lines of windows.
    fn add_windows(&mut self, count: u8) {
        const BETWEEN: usize = 2;
        // Lines 2-4 are 0, lines 6-8 are 1, lines 1, 5, 9 are between.
        let group = |line: usize| if line.is_multiple_of(4) { BETWEEN } else { line / 4 };
        let order = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1], [0, 2], [1, 2], [2, 2]];
        for (number, [rows, columns]) in (1..=count).zip(order) {
            self.add_house('w', number, |row, column| group(row) == rows && group(column) == columns);
        }
    }

    /// Returns the houses of a cell.
    pub fn houses_around(&self, cell: Cell) -> impl Iterator<Item = HouseName> + '_ {
        self.houses.iter().filter(move |house| house.1.contains(cell)).map(|house| house.0)
    }

    /// Whether the rules of the board are houses with as many cells as there are digits, and nothing else.
    pub fn is_of_full_houses(&self) -> bool {
        self.moves.is_empty() && self.houses.iter().all(|house| house.1.len() == self.size)
    }

    /// Whether these clues have one solution at most by the houses, on a board of houses alone. A count that
    /// does not end counts as several.
    pub fn has_one_solution(&self, clues: &[Cells; 9]) -> bool {
        let house = |(name, cells): &(HouseName, Cells)| BoardHouse { name: name.to_string(), cells: *cells };
        let board = Board::of("", self.size, self.houses.iter().map(house).collect(), &[]);
        let counted = board.map(|board| board.solutions(&board.start(clues), 2, &mut Budget(GUESSES)));
        self.moves.is_empty() && matches!(counted, Ok(Ok((0 | 1, _))))
    }

    /// Returns the cells of a house.
    pub fn house(&self, name: HouseName) -> Option<Cells> {
        self.houses.iter().find(|house| house.0 == name).map(|house| house.1)
    }

    /// Returns the labels of a variable of the board.
    pub fn labels(&self, variable: BoardVariable) -> Checked<Vec<Candidate>> {
        let none = || "there is no such variable on the board".into();
        match variable {
            BoardVariable::Cell(cell) if self.cells.contains(cell) => {
                Ok(Digit::all().take(self.size).map(|digit| Candidate { digit, cell }).collect())
            }
            BoardVariable::In(name, digit) if digit.index() < self.size => {
                let cells = self.house(name).filter(|cells| cells.len() == self.size).ok_or_else(none)?;
                Ok(cells.map(|cell| Candidate { digit, cell }).collect())
            }
            _ => Err(none()),
        }
    }

    /// Returns all variables of the board.
    pub fn variables(&self) -> impl Iterator<Item = BoardVariable> + '_ {
        let full = self.houses.iter().filter(|house| house.1.len() == self.size);
        let digits = || Digit::all().take(self.size);
        let of_houses = full.flat_map(move |house| digits().map(|digit| BoardVariable::In(house.0, digit)));
        self.cells.map(BoardVariable::Cell).chain(of_houses)
    }

    /// Whether two labels of the board are linked.
    pub fn are_linked(&self, a: Candidate, b: Candidate) -> bool {
        let by_house = || {
            let has_both = |house: &(HouseName, Cells)| house.1.contains(a.cell) && house.1.contains(b.cell);
            a.digit == b.digit && a.cell != b.cell && self.houses.iter().any(has_both)
        };
        let by_cell = a.cell == b.cell && a.digit != b.digit;
        by_cell || by_house() || self.moves.iter().any(|moves| self.is_apart(moves, a, b))
    }

    /// Whether two labels are linked for this reason.
    pub fn are_linked_by(&self, reason: LinkReason, a: Candidate, b: Candidate) -> bool {
        match reason {
            LinkReason::Cell => a.cell == b.cell && a.digit != b.digit,
            LinkReason::House(name) => {
                let has = |cell| self.house(name).is_some_and(|cells| cells.contains(cell));
                a.digit == b.digit && a.cell != b.cell && has(a.cell) && has(b.cell)
            }
            _ => self.moves.iter().any(|moves| moves.reason == reason && self.is_apart(moves, a, b)),
        }
    }

    fn is_apart(&self, moves: &Moves, a: Candidate, b: Candidate) -> bool {
        let between = a.digit.index().abs_diff(b.digit.index());
        let digits = match moves.reason {
            LinkReason::Next => between == 1 || moves.is_round && between + 1 == self.size,
            _ => between == 0,
        };
        let lines = [[a.cell.row(), b.cell.row()], [a.cell.column(), b.cell.column()]];
        let mut apart = lines.map(|[one, other]| {
            let straight = one.abs_diff(other);
            if moves.is_torus { straight.min(self.size - straight) } else { straight }
        });
        apart.sort_unstable();
        digits && moves.apart.contains(&apart)
    }
}

fn with_blocks(size: usize, [rows, columns]: [usize; 2]) -> Checked<Reading> {
    let mut board = Reading::empty(size);
    board.divide('b', |cell| Some(cell.row() / rows * (size / columns) + cell.column() / columns));
    Ok(board)
}

/// Reads a base; `None` if the word is none.
fn base(word: &str) -> Checked<Option<Reading>> {
    let board = match word {
        "plain" => with_blocks(9, [3, 3])?,
        "4x4" => with_blocks(4, [2, 2])?,
        "6x6" => with_blocks(6, [2, 3])?,
        "8x8" => with_blocks(8, [2, 4])?,
        "latin" => Reading::empty(9),
        "latin4" | "latin5" | "latin6" | "latin7" | "latin8" => {
            Reading::empty(usize::from(word.as_bytes()[word.len() - 1] - b'0'))
        }
        _ => match word.strip_prefix("jigsaw:") {
            Some(letters) => jigsaw(letters.as_bytes())?,
            None => return Ok(None),
        },
    };
    Ok(Some(board))
}

fn jigsaw(letters: &[u8]) -> Checked<Reading> {
    let size = (4..=9).find(|size| size * size == letters.len()).ok_or("the layout is no square")?;
    let mut known: Vec<u8> = Vec::new();
    for letter in letters {
        if !known.contains(letter) {
            known.push(*letter);
        }
    }
    let is_full = |letter: &u8| letters.iter().filter(|other| *other == letter).count() == size;
    ensure(known.iter().all(is_full), "a region has not as many cells as there are digits")?;
    let mut board = Reading::empty(size);
    board.divide('j', |cell| {
        let letter = letters.get(size * cell.row() + cell.column())?;
        known.iter().position(|own| own == letter)
    });
    Ok(board)
}

fn moves(part: &str) -> Option<Moves> {
    const KNIGHT: &[[usize; 2]] = &[[1, 2]];
    const KING: &[[usize; 2]] = &[[0, 1], [1, 1]];
    const SIDE: &[[usize; 2]] = &[[0, 1]];
    const CORNER: &[[usize; 2]] = &[[1, 1]];
    let (reason, apart) = match part {
        "antiknight" | "torus-antiknight" => (LinkReason::Knight, KNIGHT),
        "antiking" | "torus-antiking" => (LinkReason::King, KING),
        "nc" | "nc-wrap" | "nc-torus" => (LinkReason::Next, SIDE),
        "nc-diag" => (LinkReason::Next, CORNER),
        _ => return None,
    };
    Some(Moves { reason, apart, is_torus: part.contains("torus"), is_round: part == "nc-wrap" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoscope_board::boards::{BASES, Board, PARTS};

    /// Houses and links of a text are those of the program's own boards.
    fn assert_alike(text: &str) {
        let (board, reading) = (text.parse::<Board>().unwrap(), Reading::of(text).unwrap());
        let reasons: Vec<LinkReason> =
            [LinkReason::Cell, LinkReason::Knight, LinkReason::King, LinkReason::Next]
                .into_iter()
                .chain(reading.houses.iter().map(|house| LinkReason::House(house.0)))
                .collect();
        // One label of each cell suffices.
        let is_taken =
            |a: &Candidate| (a.cell.row() + a.cell.column() + a.digit.index()).is_multiple_of(board.size());
        for a in board.labels().filter(is_taken) {
            for b in board.labels() {
                let is_linked = board.linked(a).contains(b);
                assert_eq!(reading.are_linked(a, b), is_linked, "{text}: {a} {b}");
                let by_some = || reasons.iter().any(|&reason| reading.are_linked_by(reason, a, b));
                assert!(is_linked == by_some(), "{text}: {a} {b}");
            }
        }
        let names: Vec<String> = reading.houses.iter().map(|house| house.0.to_string()).collect();
        let of_board: Vec<String> = board.houses().iter().map(|house| house.name.clone()).collect();
        assert_eq!(names, of_board, "{text}");
        let own = reading.variables().map(|variable| reading.labels(variable).unwrap().into_iter().collect());
        let (own, mut others) = (Vec::from_iter(own), board.variables().to_vec());
        // A region that equals a row makes variables of its own in a reading.
        others.retain(|variable| own.contains(variable));
        assert_eq!(others.len(), board.variables().len(), "{text}");
        assert!(own.iter().all(|variable| others.contains(variable)), "{text}");
    }

    #[test]
    fn readings_are_those_of_boards() {
        BASES.iter().for_each(|base| assert_alike(base.name));
        PARTS.iter().filter(|part| part.name != "pandiag").for_each(|part| assert_alike(part.name));
        for text in [
            "jigsaw:AAAABBBBCCCCDDDD",
            "jigsaw:AAAABBCCBBCCDDDD+x",
            "latin5+pandiag",
            "latin7+pandiag+torus-antiknight",
            "4x4+torus-antiking+nc-wrap",
            "6x6+nc-torus+x",
            "cd+asterisk+girandola",
            "x+windoku9+dg",
        ] {
            assert_alike(text);
        }
    }
}
