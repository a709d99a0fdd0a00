//! States of any board, as they are read by clauses for all boards.

use super::proved::{self, Proved};
use super::state::{self, State};
use super::{Checked, ensure};
use crate::evidence::{Evidence, ForcingChains};
use crate::grid::{Candidate, Cell, Digit, House, notation::Variable};

/// State of a puzzle: the plain board's, or that of another board.
pub(crate) trait Position: Clone {
    type House: Copy + Ord;
    type Variable: Copy + PartialEq;
    /// Evidence of patterns that may be part of others.
    type Pattern;

    /// Returns the chains that the pattern is, if it is chains.
    fn as_chains(pattern: &Self::Pattern) -> Option<&ForcingChains<Self::Variable, Self::Pattern>>;
    /// Returns the variable of a cell.
    fn of_cell(cell: Cell) -> Self::Variable;
    /// Returns the cell, if the variable is one.
    fn as_cell(variable: Self::Variable) -> Option<Cell>;
    /// Returns the variable of a digit in a house.
    fn of_digit(house: Self::House, digit: Digit) -> Self::Variable;
    /// Returns the house and the digit, if the variable is no cell.
    fn as_digit(variable: Self::Variable) -> Option<(Self::House, Digit)>;

    fn houses_around(&self, cell: Cell) -> Vec<Self::House>;
    fn cells_in(&self, house: Self::House) -> Vec<Cell>;
    fn every_variable(&self) -> Vec<Self::Variable>;
    fn every_candidate(&self) -> Vec<Candidate>;
    /// Whether the label is neither eliminated nor a value.
    fn holds(&self, label: Candidate) -> bool;
    fn candidates_of(&self, variable: Self::Variable) -> Checked<Vec<Candidate>>;
    fn has_value(&self, variable: Self::Variable) -> Checked<bool>;
    fn excludes(&self, one: Candidate, other: Candidate) -> bool;
    fn belongs(&self, label: Candidate, variable: Self::Variable) -> bool;
    fn remove(&mut self, label: Candidate);
    /// Checks a pattern that is part of another, and returns its conclusion.
    fn proved(&self, pattern: &Self::Pattern) -> Checked<Proved>;

    /// Whether two cells have a house in common.
    fn share_house(&self, one: Cell, other: Cell) -> bool {
        let others = self.houses_around(other);
        one != other && self.houses_around(one).iter().any(|house| others.contains(house))
    }

    /// Returns the digits that an open cell may hold.
    fn digits_of(&self, cell: Cell) -> Checked<Vec<Digit>> {
        Ok(self.candidates_of(Self::of_cell(cell))?.into_iter().map(|label| label.digit).collect())
    }

    /// Returns the cells of the variables, which must be different open cells.
    fn open_cells(&self, variables: &[Self::Variable]) -> Checked<Vec<Cell>> {
        ensure(state::different(variables), "a cell comes twice")?;
        let none = || "something is no cell without value".into();
        let cell = |&variable: &Self::Variable| match Self::as_cell(variable) {
            Some(cell) if !self.has_value(variable)? => Ok(cell),
            _ => Err(none()),
        };
        variables.iter().map(cell).collect()
    }

    /// Returns these cells, which must be different open ones.
    fn open_cells_among(&self, cells: &[Variable]) -> Checked<Vec<Cell>> {
        let none = || "something is no cell without value".into();
        let own = |one: &Variable| match one {
            Variable::Cell(cell) => Ok(Self::of_cell(*cell)),
            Variable::In(..) => Err(none()),
        };
        self.open_cells(&cells.iter().map(own).collect::<Checked<Vec<_>>>()?)
    }
}

impl Position for State {
    type House = House;
    type Variable = Variable;
    type Pattern = Evidence;

    fn as_chains(pattern: &Evidence) -> Option<&ForcingChains> {
        match pattern {
            Evidence::ForcingChains(of) => Some(of),
            _ => None,
        }
    }

    fn of_cell(cell: Cell) -> Variable {
        Variable::Cell(cell)
    }

    fn as_cell(variable: Variable) -> Option<Cell> {
        match variable {
            Variable::Cell(cell) => Some(cell),
            Variable::In(..) => None,
        }
    }

    fn of_digit(house: House, digit: Digit) -> Variable {
        Variable::In(house, digit)
    }

    fn as_digit(variable: Variable) -> Option<(House, Digit)> {
        match variable {
            Variable::Cell(_) => None,
            Variable::In(house, digit) => Some((house, digit)),
        }
    }

    fn houses_around(&self, cell: Cell) -> Vec<House> {
        state::houses_of(cell).to_vec()
    }

    fn cells_in(&self, house: House) -> Vec<Cell> {
        state::house_cells(house).to_vec()
    }

    fn every_variable(&self) -> Vec<Variable> {
        state::all_variables().collect()
    }

    fn every_candidate(&self) -> Vec<Candidate> {
        proved::candidates(self).collect()
    }

    fn holds(&self, label: Candidate) -> bool {
        self.has(label)
    }

    fn candidates_of(&self, variable: Variable) -> Checked<Vec<Candidate>> {
        Ok(self.candidates(variable))
    }

    fn has_value(&self, variable: Variable) -> Checked<bool> {
        Ok(self.is_solved(variable))
    }

    fn excludes(&self, one: Candidate, other: Candidate) -> bool {
        state::linked(one, other)
    }

    fn belongs(&self, label: Candidate, variable: Variable) -> bool {
        state::is_in(label, variable)
    }

    fn remove(&mut self, label: Candidate) {
        self.eliminate(label);
    }

    fn proved(&self, pattern: &Evidence) -> Checked<Proved> {
        proved::proved(self, pattern)
    }
}
