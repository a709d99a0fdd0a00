//! Marks for singles, and for variables without a value.

use super::marks::{Marks, Shade};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cells};

impl Marks {
    /// Marks the variable without a value.
    pub(super) fn contradiction(&mut self, variable: Variable) {
        self.words.empty = "no value, or two";
        self.shade(variable.cells(), Shade::Empty);
    }

    /// Marks the variable with one candidate.
    pub(super) fn single(&mut self, variable: Variable) {
        self.words.house = "no other choice here";
        self.shade(variable.cells(), Shade::House);
    }

    /// Marks the cells of values of the only solution.
    pub(super) fn only_solution(&mut self, values: &[Candidate]) {
        self.words.cells = "the value of the only solution";
        self.valued(values);
    }

    /// Shades the cells of values.
    pub(super) fn valued(&mut self, values: &[Candidate]) {
        values.iter().for_each(|value| self.shade(Cells::of(value.cell), Shade::Cells));
    }
}
