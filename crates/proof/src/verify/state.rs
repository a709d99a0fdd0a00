//! The checker's own board: labels, variables and links by arithmetic, and the resolution state that the
//! rounds of a proof lead through.
//!
//! Nothing here trusts a number that it is given: what lies outside the board is no candidate and in no
//! variable.

use super::{Checked, ensure};
use crate::grid::{Candidate, Candidates, Cells, notation::Variable};

/// The kinds of variables, as indices into [`variables_of`].
pub const RC: usize = 0;
pub const RN: usize = 1;
pub const CN: usize = 2;
pub const BN: usize = 3;

pub fn block(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// The cells of a house: rows are 0 to 8, columns 9 to 17, blocks 18 to 26.
pub fn house_cells(house: usize) -> [usize; 9] {
    let i = house % 9;
    std::array::from_fn(|k| match house / 9 {
        0 => 9 * i + k,
        1 => 9 * k + i,
        _ => 27 * (i / 3) + 9 * (k / 3) + 3 * (i % 3) + k % 3,
    })
}

pub fn variable_in(house: usize, digit: usize) -> Variable {
    let (i, digit) = ((house % 9) as u8, digit as u8);
    match house / 9 {
        0 => Variable::Row(i, digit),
        1 => Variable::Column(i, digit),
        _ => Variable::Block(i, digit),
    }
}

pub fn kind(variable: Variable) -> usize {
    match variable {
        Variable::Cell(_) => RC,
        Variable::Row(..) => RN,
        Variable::Column(..) => CN,
        Variable::Block(..) => BN,
    }
}

/// The nine labels of a variable; none if there is no such variable.
pub fn labels(variable: Variable) -> Vec<Candidate> {
    let of_house = |kind: usize, i: u8, digit: u8| match (i, digit) {
        (0..9, 0..9) => {
            let cells = house_cells(9 * kind + usize::from(i));
            cells.map(|cell| Candidate::new(usize::from(digit), cell)).to_vec()
        }
        _ => Vec::new(),
    };
    match variable {
        Variable::Cell(cell @ 0..81) => (0..9).map(|digit| Candidate { digit, cell }).collect(),
        Variable::Cell(_) => Vec::new(),
        Variable::Row(row, digit) => of_house(0, row, digit),
        Variable::Column(column, digit) => of_house(1, column, digit),
        Variable::Block(block, digit) => of_house(2, block, digit),
    }
}

/// The four variables of a label: rc, rn, cn, bn.
pub fn variables_of(label: Candidate) -> [Variable; 4] {
    let (digit, cell) = (label.digit, usize::from(label.cell));
    [
        Variable::Cell(label.cell),
        Variable::Row((cell / 9) as u8, digit),
        Variable::Column((cell % 9) as u8, digit),
        Variable::Block(block(cell) as u8, digit),
    ]
}

/// Whether a label belongs to a variable.
pub fn is_in(label: Candidate, variable: Variable) -> bool {
    variables_of(label).contains(&variable)
}

/// Two different labels are linked if they share a variable, here one of some `kinds`.
pub fn linked_by(kinds: &[usize], a: Candidate, b: Candidate) -> bool {
    let (of_a, of_b) = (variables_of(a), variables_of(b));
    a != b && kinds.iter().any(|&kind| of_a[kind] == of_b[kind])
}

/// Two different labels are linked if they share a variable.
pub fn linked(a: Candidate, b: Candidate) -> bool {
    linked_by(&[RC, RN, CN, BN], a, b)
}

/// Whether no element comes twice: there are 729 labels, and fewer of everything else.
pub fn different<T: PartialEq>(list: &[T]) -> bool {
    list.len() <= 729 && list.iter().enumerate().all(|(k, one)| !list[..k].contains(one))
}

/// Whether these are the same labels, in whatever order.
pub fn are_same(
    some: impl IntoIterator<Item = Candidate>, others: impl IntoIterator<Item = Candidate>,
) -> bool {
    let [mut some, mut others] = [Vec::from_iter(some), Vec::from_iter(others)];
    some.sort_unstable();
    others.sort_unstable();
    some == others
}

/// A resolution state.
///
/// ```text
///   alive      labels that were neither eliminated nor linked to a value: candidates and values
///   decided    the cells that have been given a value
///   first      what were candidates of the puzzle before any step
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct State {
    alive: Candidates,
    decided: Cells,
    first: Candidates,
}

impl State {
    /// The state of a puzzle: 81 cells, or 729 candidates, nine a cell; what is not there is `.` or `0`. Or
    /// `:0000:x:`, 81 cells with a `+` before those that were placed on the way, and behind a colon what is
    /// gone: digit, row, column.
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
                    let label = Candidate::new(usize::from(byte - b'1'), cell);
                    let in_place = nine == 1 || usize::from(label.digit) == square;
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
        state.assert_all(&placed);
        for word in gone.trim_end_matches(':').split_whitespace() {
            let &[digit, row, column] = word.as_bytes() else {
                return Err("what is gone is no candidate".into());
            };
            let [digit, row, column] = [digit, row, column].map(|byte| usize::from(byte.wrapping_sub(b'1')));
            ensure(digit.max(row).max(column) < 9, "what is gone is no candidate")?;
            state.eliminate(Candidate::new(digit, 9 * row + column));
        }
        Ok(state)
    }

    /// Whether the label was a candidate before any step: not of a clue, and not excluded by one.
    pub fn had(&self, label: Candidate) -> bool {
        label.digit < 9 && label.cell < 81 && self.first.contains(label)
    }

    /// Whether the label is on the board and neither eliminated nor linked to a value.
    pub fn is_alive(&self, label: Candidate) -> bool {
        label.digit < 9 && label.cell < 81 && self.alive.contains(label)
    }

    pub fn has(&self, label: Candidate) -> bool {
        self.is_alive(label) && !self.decided.contains(usize::from(label.cell))
    }

    pub fn value(&self, cell: usize) -> Option<Candidate> {
        let mut labels = labels(Variable::Cell(cell as u8)).into_iter();
        labels.find(|&label| self.decided.contains(cell) && self.is_alive(label))
    }

    pub fn candidates(&self, variable: Variable) -> Vec<Candidate> {
        let mut labels = labels(variable);
        labels.retain(|&label| self.has(label));
        labels
    }

    /// Whether the variable has a value.
    pub fn is_solved(&self, variable: Variable) -> bool {
        let is_value = |label: Candidate| self.is_alive(label) && !self.has(label);
        labels(variable).into_iter().any(is_value)
    }

    /// Whether the variable is one, and has neither value nor candidate.
    pub fn is_empty(&self, variable: Variable) -> bool {
        let labels = labels(variable);
        !labels.is_empty() && labels.into_iter().all(|label| !self.is_alive(label))
    }

    /// The cells that may hold a digit, or do.
    pub fn places(&self, digit: usize) -> Cells {
        self.alive.0[digit]
    }

    pub fn eliminate(&mut self, label: Candidate) {
        self.alive.0[usize::from(label.digit)].remove(usize::from(label.cell));
    }

    /// The labels become values, all at once, and everything linked to them goes: other values too, so that
    /// two that contradict each other leave their variables empty.
    pub fn assert_all(&mut self, values: &[Candidate]) {
        for &value in values {
            self.decided.insert(usize::from(value.cell));
            for label in variables_of(value).into_iter().flat_map(labels) {
                if label != value {
                    self.eliminate(label);
                }
            }
        }
    }

    /// The solution, as 81 digits: every cell decided, every variable with one value.
    pub fn solution(&self) -> Option<String> {
        let houses = (0..27).flat_map(|house| (0..9).map(move |digit| variable_in(house, digit)));
        let variables = (0..81).map(Variable::Cell).chain(houses);
        let one = |v: Variable| labels(v).into_iter().filter(|&label| self.is_alive(label)).count() == 1;
        let is_full = self.decided == Cells::ALL && variables.into_iter().all(one);
        let digit = |cell| Some((b'1' + self.value(cell)?.digit) as char);
        is_full.then(|| (0..81).map(digit).collect()).flatten()
    }

    /// What is left, values included: 729 characters, nine a cell.
    pub fn text(&self) -> String {
        let labels = (0..81).flat_map(|cell| (0..9).map(move |digit| Candidate { digit, cell }));
        let one = |label| if self.is_alive(label) { (b'1' + label.digit) as char } else { '.' };
        labels.map(one).collect()
    }
}
