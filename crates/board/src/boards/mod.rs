//! Boards other than the plain one: houses and links are data.
//!
//! ```text
//!   text ─ named.rs ─▶ parts ─ parse.rs ─▶ Board ─┬▶ play.rs          singles, whips of one variable
//!                                                 ├▶ short_whips.rs   whips of two variables
//!                                                 ├▶ solver.rs        solutions
//!                                                 └▶ cells.rs         texts of puzzles
//! ```
//!
//! A board has rows, columns and n digits, n at most 9; cell `9·row + column` on every board, so a smaller
//! board is the upper left corner of the plain one. (docs/boards.md)

mod cells;
mod named;
mod parse;
mod play;
mod short_whips;
mod solver;
#[cfg(test)]
mod tests;

pub use cells::CellsError;
pub use named::{BASES, Base, PARTS, Part};
pub use parse::BoardError;
pub use short_whips::ShortWhips;

use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid};

/// House of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardHouse {
    /// The name: `r1`, `c1`, `b1`, `d1`, `w1`, `j1` and so on.
    pub name: String,
    /// The cells: no digit stands twice in them.
    pub cells: Cells,
}

/// Board: cells, digits, houses and links. Boards are compared by their text.
///
/// ```
/// use sudoscope_board::boards::Board;
/// let board: Board = "windoku+x".parse()?;
/// assert_eq!(board.to_string(), "x+windoku");
/// assert_eq!((board.houses().len(), board.variables().len()), (33, 378));
/// # Ok::<(), sudoscope_board::boards::BoardError>(())
/// ```
#[derive(Clone)]
pub struct Board {
    text: String,
    /// Number of rows, of columns and of digits.
    size: usize,
    cells: Cells,
    houses: Vec<BoardHouse>,
    /// Cells of each house that makes variables.
    full: Vec<Cells>,
    /// The labels of each CSP variable: those of the cells, then those of each full house, digit by digit.
    variables: Vec<Candidates>,
    /// Numbers of the variables of each label.
    own: Vec<Vec<u16>>,
    /// The labels linked to each label.
    linked: Vec<Candidates>,
    /// Labels linked to each label, but in no common variable.
    kin: Vec<Vec<Candidate>>,
    /// Whether a link joins two digits.
    links_digits: bool,
    /// Whether two cells are linked for each digit or for none, and no link joins two digits.
    links_are_alike: bool,
    /// Cells linked to each cell for the first digit.
    seen: Vec<Cells>,
}

/// Maximum number of houses of a board: with the cells they have fewer than 768 variables.
const MOST_HOUSES: usize = 76;

/// Number of a label in tables of all labels.
const fn number(label: Candidate) -> usize {
    Cell::COUNT * label.digit.index() + label.cell.index()
}

/// Number of labels of the plain board.
const LABELS: usize = Digit::COUNT * Cell::COUNT;

/// Returns the numbers of the variables of each label.
fn owners(variables: &[Candidates]) -> Vec<Vec<u16>> {
    let mut own = vec![Vec::new(); LABELS];
    for (variable, labels) in (0..).zip(variables) {
        labels.iter().for_each(|label| own[number(label)].push(variable));
    }
    own
}

/// Returns the labels linked to each label in no variable.
fn kin(
    labels: impl Iterator<Item = Candidate>, own: &[Vec<u16>], linked: &[Candidates],
) -> Vec<Vec<Candidate>> {
    let mut kin = vec![Vec::new(); LABELS];
    for label in labels {
        let is_kin =
            |other: &Candidate| own[number(label)].iter().all(|place| !own[number(*other)].contains(place));
        kin[number(label)] = linked[number(label)].iter().filter(is_kin).collect();
    }
    kin
}

impl Board {
    /// Makes a board with this many rows, columns and digits. `houses` includes rows and columns; a house of
    /// `size` cells holds each digit. A link is a pair of labels that are not both true.
    ///
    /// Fails if the size is not 2 to 9, if there are more than 76 houses, if a house has too many or too few
    /// cells or leaves the board, if a name stands twice, or if a link is not between two cells of the board.
    pub fn of(
        text: &str, size: usize, houses: Vec<BoardHouse>, links: &[[Candidate; 2]],
    ) -> Result<Board, BoardError> {
        if !(2..=9).contains(&size) {
            return Err(BoardError::Size);
        }
        let cells: Cells = Cell::all().filter(|cell| cell.row() < size && cell.column() < size).collect();
        for (at, house) in houses.iter().enumerate() {
            if !(2..=size).contains(&house.cells.len()) || !house.cells.is_subset(cells) {
                return Err(BoardError::House(house.cells.len()));
            }
            if houses.iter().take(at).any(|earlier| earlier.name == house.name) {
                return Err(BoardError::HouseTwice);
            }
        }
        if houses.len() > MOST_HOUSES {
            return Err(BoardError::Houses);
        }
        let is_label = |label: &Candidate| label.digit.index() < size && cells.contains(label.cell);
        if links.iter().any(|link| !link.iter().all(is_label) || link[0].cell == link[1].cell) {
            return Err(BoardError::Link);
        }
        let mut full: Vec<Cells> = Vec::new();
        for house in houses.iter().filter(|house| house.cells.len() == size) {
            // Equal houses would make the same variables again.
            if !full.contains(&house.cells) {
                full.push(house.cells);
            }
        }
        let digits = || Digit::all().take(size);
        let of_cell = cells.map(|cell| digits().map(|digit| Candidate::new(digit, cell)).collect());
        let of_house =
            full.iter().flat_map(|&house| digits().map(move |digit| Candidates::of_digit(digit, house)));
        let variables: Vec<Candidates> = of_cell.chain(of_house).collect();
        let own = owners(&variables);
        let mut linked = vec![Candidates::EMPTY; LABELS];
        for label in cells.flat_map(|cell| digits().map(move |digit| Candidate::new(digit, cell))) {
            let own = &mut linked[number(label)];
            own.extend(&digits().map(|digit| Candidate::new(digit, label.cell)).collect());
            let around = houses.iter().filter(|house| house.cells.contains(label.cell));
            own.0[label.digit] |= around.fold(Cells::EMPTY, |all, house| all | house.cells);
            own.0[label.digit].remove(label.cell);
        }
        for &[one, other] in links {
            linked[number(one)].insert(other);
            linked[number(other)].insert(one);
        }
        let labels = cells.flat_map(|cell| digits().map(move |digit| Candidate::new(digit, cell)));
        let kin = kin(labels, &own, &linked);
        let links_digits = links.iter().any(|[one, other]| one.digit != other.digit);
        let seen = |digit, cell| linked[number(Candidate::new(digit, cell))].0[digit];
        let is_alike = |cell| digits().all(|digit| seen(digit, cell) == seen(Digit::new(0), cell));
        let links_are_alike = !links_digits && cells.into_iter().all(is_alike);
        let seen = Cell::all().map(|cell| seen(Digit::new(0), cell)).collect();
        Ok(Board {
            text: text.to_string(),
            size,
            cells,
            houses,
            full,
            variables,
            own,
            linked,
            kin,
            links_digits,
            links_are_alike,
            seen,
        })
    }

    /// Returns the text that names the board: `x+windoku`, `jigsaw:AAAB…`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number of rows, which is that of columns and of digits.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the cells that the board has.
    pub fn cells(&self) -> Cells {
        self.cells
    }

    /// Returns rows, columns and the other houses in the order of the text.
    pub fn houses(&self) -> &[BoardHouse] {
        &self.houses
    }

    /// Returns the numbers of the houses that make variables, in the order of [`Board::variables`].
    pub fn full_houses(&self) -> impl Iterator<Item = usize> + '_ {
        let is_first =
            |at: usize| self.houses.iter().position(|house| house.cells == self.houses[at].cells) == Some(at);
        (0..self.houses.len()).filter(move |&at| self.houses[at].cells.len() == self.size && is_first(at))
    }

    /// Returns the types of full houses that make variables, as numbers of [`Board::houses`]: rows, columns,
    /// then blocks or regions, then each further type. The houses of a type have one letter, and share no
    /// cell.
    pub fn types(&self) -> Vec<Vec<usize>> {
        let mut types: Vec<Vec<usize>> = Vec::new();
        for at in self.full_houses() {
            let own = &self.houses[at];
            let is_alike = |&other: &usize| {
                let other = &self.houses[other];
                own.name.chars().next() == other.name.chars().next() && !own.cells.intersects(other.cells)
            };
            match types.last_mut() {
                Some(last) if last.iter().all(is_alike) => last.push(at),
                _ => types.push(vec![at]),
            }
        }
        types
    }

    /// Returns, for each type of variables, this board with no other variables: first cells, then
    /// [`Board::types`]. The links are the same.
    pub fn by_type(&self) -> Vec<Board> {
        let cells = self.cells.len();
        let first =
            |house: &usize| cells + self.size * self.full_houses().position(|at| at == *house).unwrap_or(0);
        let of_type =
            |houses: Vec<usize>| houses.iter().map(first).flat_map(|at| at..at + self.size).collect();
        let all = std::iter::once((0..cells).collect()).chain(self.types().into_iter().map(of_type));
        all.map(|places: Vec<usize>| self.with_variables(places.into_iter().map(|at| self.variables[at])))
            .collect()
    }

    fn with_variables(&self, variables: impl Iterator<Item = Candidates>) -> Board {
        let variables: Vec<Candidates> = variables.collect();
        let own = owners(&variables);
        let kin = kin(self.labels(), &own, &self.linked);
        Board { variables, own, kin, ..self.clone() }
    }

    /// Returns the labels of each CSP variable: of each cell, then of each digit in each full house.
    pub fn variables(&self) -> &[Candidates] {
        &self.variables
    }

    /// Returns the number of cells, and of digits in full houses, without a value in a state that has no
    /// contradiction: all variables of a board that is not one of [`Board::by_type`].
    pub fn open_variables(&self, grid: &Grid) -> usize {
        let houses = |digit: Digit| {
            let open = grid.open_plane(digit);
            self.full.iter().filter(move |house| house.intersects(open)).count()
        };
        (self.cells - grid.placed).len() + Digit::all().take(self.size).map(houses).sum::<usize>()
    }

    /// Returns the numbers of the variables of a label.
    pub fn variables_of(&self, label: Candidate) -> &[u16] {
        &self.own[number(label)]
    }

    /// Returns the labels linked to a label of the board.
    #[inline]
    pub fn linked(&self, label: Candidate) -> &Candidates {
        &self.linked[number(label)]
    }

    /// Returns the labels that are linked to a label, but are in no variable with it.
    pub fn kin(&self, label: Candidate) -> &[Candidate] {
        &self.kin[number(label)]
    }

    /// Iterates over the labels of the board in the order of digits, then cells.
    pub fn labels(&self) -> impl Iterator<Item = Candidate> + '_ {
        Digit::all().take(self.size).flat_map(|digit| self.cells.map(move |cell| Candidate::new(digit, cell)))
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.text == other.text
    }
}

impl Eq for Board {}

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
