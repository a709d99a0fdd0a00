//! The state of a puzzle on a board, as the checker keeps it.

use super::reading::Reading;
use super::{BoardRound, BoardStep, BoardVariable};
use crate::grid::{Candidate, Candidates, Cells, Digit};
use crate::verify::{Checked, Proved, ensure};

/// Labels that are neither eliminated nor linked to a value, and the cells with a value.
#[derive(Clone)]
pub(super) struct State<'a> {
    pub board: &'a Reading,
    pub alive: Candidates,
    pub decided: Cells,
}

impl State<'_> {
    /// Reads a puzzle of the board.
    pub fn of<'a>(board: &'a Reading, puzzle: &str) -> Checked<State<'a>> {
        ensure(puzzle.len() == board.cells.len(), "the puzzle has not as many cells as the board")?;
        let mut clues = Candidates::EMPTY;
        for (byte, cell) in puzzle.bytes().zip(board.cells) {
            let digit = byte.checked_sub(b'1').map(usize::from).filter(|digit| *digit < board.size);
            ensure(
                digit.is_some() || byte == b'.' || byte == b'0',
                "the puzzle has a character that is no digit of the board",
            )?;
            digit.into_iter().for_each(|digit| clues.insert(Candidate { digit: Digit::new(digit), cell }));
        }
        let planes = std::array::from_fn(|digit| if digit < board.size { board.cells } else { Cells::EMPTY });
        let mut state = State { board, alive: Candidates(planes), decided: Cells::EMPTY };
        state.assert_all(&clues);
        Ok(state)
    }

    pub fn has(&self, label: Candidate) -> bool {
        self.alive.contains(label) && !self.decided.contains(label.cell)
    }

    pub fn candidates(&self, variable: BoardVariable) -> Checked<Vec<Candidate>> {
        Ok(self.board.labels(variable)?.into_iter().filter(|&label| self.has(label)).collect())
    }

    /// Whether a label of the variable is a value.
    pub fn is_solved(&self, variable: BoardVariable) -> Checked<bool> {
        let is_value = |label: Candidate| self.alive.contains(label) && self.decided.contains(label.cell);
        Ok(self.board.labels(variable)?.into_iter().any(is_value))
    }

    pub fn are_linked(&self, a: Candidate, b: Candidate) -> bool {
        self.board.are_linked(a, b)
    }

    /// Makes the labels values, all at once, and removes everything linked to them.
    pub fn assert_all(&mut self, values: &Candidates) {
        for value in values.iter() {
            self.decided.insert(value.cell);
            let gone = self.alive.iter().filter(|&label| self.board.are_linked(value, label)).collect();
            self.alive = self.alive.without(&gone);
        }
    }

    /// Checks that the transversals hold all candidates of the variables. Each variable has a value of its
    /// own, so the variables take all values of the transversals.
    pub fn subset(&self, variables: &[BoardVariable], transversals: &[BoardVariable]) -> Checked<Proved> {
        ensure(variables.len() == transversals.len(), "not as many transversals as variables")?;
        let mut held = Candidates::EMPTY;
        for &transversal in transversals {
            held.extend(&self.candidates(transversal)?.into_iter().collect());
        }
        let mut own = Candidates::EMPTY;
        for &variable in variables {
            let candidates = self.candidates(variable)?;
            ensure(!candidates.is_empty(), "a variable of the subset has a value")?;
            ensure(candidates.iter().all(|&it| held.contains(it)), "no transversal holds a candidate")?;
            ensure(!candidates.iter().any(|&it| own.contains(it)), "two variables have a common candidate")?;
            own.extend(&candidates.into_iter().collect());
        }
        Ok(Proved::Gone(held.without(&own).iter().collect()))
    }

    /// Whether the clues, of a state before any step, have one solution at most.
    pub fn has_one_solution(&self) -> bool {
        self.board.has_one_solution(&self.alive.0.map(|plane| plane & self.decided))
    }

    pub fn apply(&mut self, round: &BoardRound) {
        let of = |list: fn(&BoardStep) -> &Vec<Candidate>| round.steps.iter().flat_map(list).copied();
        self.alive = self.alive.without(&of(|step| &step.eliminates).collect());
        self.assert_all(&of(|step| &step.asserts).collect());
    }

    /// Returns the solution, if every cell is decided and every variable has one label.
    pub fn solution(&self) -> Option<String> {
        let is_one = |variable| {
            let labels = self.board.labels(variable).unwrap_or_default();
            labels.into_iter().filter(|&label| self.alive.contains(label)).count() == 1
        };
        let is_full = self.decided == self.board.cells && self.board.variables().all(is_one);
        is_full.then(|| self.text().chars().filter(|&sign| sign != '.').collect())
    }

    /// Returns the labels left, for each cell as many characters as there are digits.
    pub fn text(&self) -> String {
        let digits = || Digit::all().take(self.board.size);
        let labels = self.board.cells.flat_map(|cell| digits().map(move |digit| Candidate { digit, cell }));
        labels
            .map(|label| match self.alive.contains(label) {
                true => char::from(b'0' + label.digit.number()),
                false => '.',
            })
            .collect()
    }
}
