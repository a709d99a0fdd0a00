//! The checker's own board: labels, variables and links by arithmetic, and the resolution state that the
//! rounds of a proof lead through.
//!
//! There are no cells, digits or houses beyond the board: their types see to it. What lies where is worked
//! out here, from their numbers alone.

use super::{Checked, ensure};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House, HouseKind};
use crate::one_solution::OneState;
use std::collections::BTreeSet;

/// The kinds of variables, as indices into [`variables_of`].
pub const RC: usize = 0;
pub const RN: usize = 1;
pub const CN: usize = 2;
pub const BN: usize = 3;

pub fn block(cell: Cell) -> House {
    House::block(cell.row() / 3 * 3 + cell.column() / 3)
}

/// The row, the column and the block of a cell.
pub fn houses_of(cell: Cell) -> [House; 3] {
    [House::row(cell.row()), House::column(cell.column()), block(cell)]
}

/// Whether these are two cells with a house in common.
pub fn are_peers(a: Cell, b: Cell) -> bool {
    a != b && (a.row() == b.row() || a.column() == b.column() || block(a) == block(b))
}

/// The cells of a house, in reading order.
pub fn house_cells(house: House) -> [Cell; 9] {
    let i = house.number();
    std::array::from_fn(|k| match house.kind() {
        HouseKind::Row => Cell::at(i, k),
        HouseKind::Column => Cell::at(k, i),
        HouseKind::Block => Cell::at(i / 3 * 3 + k / 3, i % 3 * 3 + k % 3),
    })
}

/// Whether the variable is a digit in the house.
pub fn is_digit_in(house: House, variable: Variable) -> bool {
    matches!(variable, Variable::In(its, _) if its == house)
}

pub fn kind(variable: Variable) -> usize {
    match variable {
        Variable::Cell(_) => RC,
        Variable::In(house, _) => match house.kind() {
            HouseKind::Row => RN,
            HouseKind::Column => CN,
            HouseKind::Block => BN,
        },
    }
}

/// The nine labels of a variable.
pub fn labels(variable: Variable) -> [Candidate; 9] {
    match variable {
        Variable::Cell(cell) => std::array::from_fn(|k| Candidate { digit: Digit::new(k), cell }),
        Variable::In(house, digit) => house_cells(house).map(|cell| Candidate { digit, cell }),
    }
}

/// All labels, cell by cell.
pub fn all_labels() -> impl Iterator<Item = Candidate> {
    Cell::all().map(Variable::Cell).flat_map(labels)
}

/// All variables: the cells, and each digit in each house.
pub fn all_variables() -> impl Iterator<Item = Variable> {
    let digits_in = |house| Digit::all().map(move |digit| Variable::In(house, digit));
    Cell::all().map(Variable::Cell).chain(House::all().flat_map(digits_in))
}

/// Returns the four variables of a label: rc, rn, cn, bn.
pub fn variables_of(Candidate { digit, cell }: Candidate) -> [Variable; 4] {
    let [row, column, block] = houses_of(cell).map(|house| Variable::In(house, digit));
    [Variable::Cell(cell), row, column, block]
}

/// Whether a label belongs to a variable.
pub fn is_in(label: Candidate, variable: Variable) -> bool {
    variables_of(label).contains(&variable)
}

/// Whether two different labels are linked by a variable of one of the `kinds`.
pub fn linked_by(kinds: &[usize], a: Candidate, b: Candidate) -> bool {
    let (of_a, of_b) = (variables_of(a), variables_of(b));
    a != b && kinds.iter().any(|&kind| of_a[kind] == of_b[kind])
}

/// Whether two different labels are linked: they share a variable.
pub fn linked(a: Candidate, b: Candidate) -> bool {
    linked_by(&[RC, RN, CN, BN], a, b)
}

/// Whether no element occurs twice. Lists longer than 729 fail: there are 729 labels, and fewer of all else.
pub fn different<T: PartialEq>(list: &[T]) -> bool {
    list.len() <= 729 && list.iter().enumerate().all(|(k, one)| !list[..k].contains(one))
}

/// Each element once, in order.
pub fn distinct<T: Ord>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    BTreeSet::from_iter(all).into_iter().collect()
}

/// Whether both lists have the same labels, in any order.
pub fn are_same(
    some: impl IntoIterator<Item = Candidate>, others: impl IntoIterator<Item = Candidate>,
) -> bool {
    let [mut some, mut others] = [Vec::from_iter(some), Vec::from_iter(others)];
    some.sort_unstable();
    others.sort_unstable();
    some == others
}

/// Resolution state.
///
/// ```text
///   alive      labels that were neither eliminated nor linked to a value: candidates and values
///   decided    cells that have a value
///   first      candidates of the puzzle before any step
///   clues      cells of clues
///   givens     labels that clues leave, with the clues; of 729 candidates, these
///   start      labels and decided cells before any step
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct State {
    alive: Candidates,
    decided: Cells,
    first: Candidates,
    clues: Cells,
    givens: Candidates,
    start: (Candidates, Cells),
}

impl State {
    /// Reads the state of a puzzle: 81 cells, or 729 candidates, nine a cell, with `.` or `0` for a missing
    /// one. Another form is `:0000:x:`, 81 cells with a `+` before the values placed in solving, and after a
    /// colon the eliminated candidates: digit, row, column.
    pub fn of_puzzle(text: &str) -> Checked<State> {
        let (marked, gone) = match text.strip_prefix(":0000:x:") {
            Some(rest) => rest.split_once(':').ok_or("the state has no end")?,
            None => (text, ""),
        };
        let is_placed =
            |&(at, byte): &(usize, u8)| at > 0 && byte != b'+' && marked.as_bytes()[at - 1] == b'+';
        let text: Vec<(usize, u8)> = marked.bytes().enumerate().filter(|(_, byte)| *byte != b'+').collect();
        let alive = Candidates([Cells::ALL; 9]);
        let mut state = State { alive, ..State::default() };
        let nine = match text.len() {
            81 => 1,
            729 => 9,
            _ => return Err("the puzzle has neither 81 nor 729 characters".into()),
        };
        let (mut clues, mut placed) = (Vec::new(), Vec::new());
        for (at, &(place, byte)) in text.iter().enumerate() {
            let (cell, square) = (at / nine, at % nine);
            match byte {
                b'1'..=b'9' => {
                    let label = Candidate::new(Digit::new(usize::from(byte - b'1')), Cell::new(cell));
                    let in_place = nine == 1 || label.digit.index() == square;
                    ensure(in_place, "the candidates of the puzzle are not in their places")?;
                    if is_placed(&(place, byte)) { &mut placed } else { &mut clues }.push(label);
                }
                b'.' | b'0' => {}
                _ => return Err("the puzzle has characters other than digits and .".into()),
            }
        }
        match nine {
            1 => state.assert_all(&clues),
            _ => state.alive = clues.into_iter().collect(),
        }
        state.first = Candidates(state.alive.0.map(|plane| plane - state.decided));
        state.clues = state.decided;
        state.givens = state.alive;
        state.assert_all(&placed);
        for word in gone.trim_end_matches(':').split_whitespace() {
            let &[digit, row, column] = word.as_bytes() else {
                return Err("what is gone is no candidate".into());
            };
            let [digit, row, column] = [digit, row, column].map(|byte| usize::from(byte.wrapping_sub(b'1')));
            ensure(digit.max(row).max(column) < 9, "what is gone is no candidate")?;
            state.eliminate(Candidate { digit: Digit::new(digit), cell: Cell::at(row, column) });
        }
        state.start = (state.alive, state.decided);
        Ok(state)
    }

    /// Returns the puzzle as it was given, without what was placed or removed. No cell is decided.
    pub fn givens(&self) -> Grid {
        Grid::of(self.givens.0, Cells::EMPTY)
    }

    /// Returns the witness that the state before any step has one solution, if it has one.
    pub fn one_state(&self) -> Option<OneState> {
        let (alive, decided) = &self.start;
        OneState::of(&Grid::of(alive.0, *decided), self.clues)
    }

    /// Whether the label was a candidate before any step: neither in a clue's cell nor excluded by a clue.
    pub fn had(&self, label: Candidate) -> bool {
        self.first.contains(label)
    }

    /// Whether the label is a clue.
    pub fn is_clue(&self, label: Candidate) -> bool {
        self.clues.contains(label.cell) && self.is_alive(label)
    }

    /// Whether the label is neither eliminated nor linked to a value.
    pub fn is_alive(&self, label: Candidate) -> bool {
        self.alive.contains(label)
    }

    pub fn has(&self, label: Candidate) -> bool {
        self.is_alive(label) && !self.decided.contains(label.cell)
    }

    pub fn value(&self, cell: Cell) -> Option<Candidate> {
        let mut labels = labels(Variable::Cell(cell)).into_iter();
        labels.find(|&label| self.decided.contains(cell) && self.is_alive(label))
    }

    pub fn candidates(&self, variable: Variable) -> Vec<Candidate> {
        labels(variable).into_iter().filter(|&label| self.has(label)).collect()
    }

    /// Whether the variable has a value.
    pub fn is_solved(&self, variable: Variable) -> bool {
        let is_value = |label: Candidate| self.is_alive(label) && !self.has(label);
        labels(variable).into_iter().any(is_value)
    }

    /// Whether the variable has neither value nor candidate.
    pub fn is_empty(&self, variable: Variable) -> bool {
        labels(variable).into_iter().all(|label| !self.is_alive(label))
    }

    /// Returns the cells that hold a digit or may hold it.
    pub fn places(&self, digit: Digit) -> Cells {
        self.alive.0[digit]
    }

    pub fn eliminate(&mut self, label: Candidate) {
        self.alive.0[label.digit].remove(label.cell);
    }

    /// Makes the labels values, all at once, and removes everything linked to them. That includes other
    /// values: two that contradict each other leave their variables empty.
    pub fn assert_all(&mut self, values: &[Candidate]) {
        for &value in values {
            self.decided.insert(value.cell);
            for label in variables_of(value).into_iter().flat_map(labels) {
                if label != value {
                    self.eliminate(label);
                }
            }
        }
    }

    /// Returns the solution as 81 digits, if every cell is decided and every variable has one value.
    pub fn solution(&self) -> Option<String> {
        let one = |v: Variable| labels(v).into_iter().filter(|&label| self.is_alive(label)).count() == 1;
        let is_full = self.decided == Cells::ALL && all_variables().all(one);
        let digit = |cell| Some(sign(self.value(cell)?.digit));
        is_full.then(|| Cell::all().map(digit).collect()).flatten()
    }

    /// Formats the remaining labels, including values: 729 characters, nine a cell.
    pub fn text(&self) -> String {
        let one = |label: Candidate| if self.is_alive(label) { sign(label.digit) } else { '.' };
        all_labels().map(one).collect()
    }
}

fn sign(digit: Digit) -> char {
    char::from(b'0' + digit.number())
}
