//! Marks for singles, and for variables without a value.

use super::marks::{Marks, Shade};
use super::sentences::{capital, digits_of};
use crate::evidence::Step;
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

/// Returns the sentence about a digit's only place, or a cell's only digit.
pub(super) fn single_said(variable: Variable, step: &Step) -> String {
    match (step.asserts.first(), variable) {
        (Some(value), Variable::Cell(cell)) => format!("{cell} can only be {}.", value.digit.number()),
        (Some(value), Variable::In(house, digit)) => {
            format!("In {} only {} can be {}.", house.in_words(), value.cell, digit.number())
        }
        (None, _) => String::new(),
    }
}

pub(super) fn contradiction_said(variable: Variable, clash: &[Variable]) -> String {
    match (variable, clash) {
        (Variable::Cell(cell), []) => format!("{cell} has no candidate left."),
        (Variable::In(house, digit), []) => {
            format!("{} has no place left for {}.", capital(&house.in_words()), digit.number())
        }
        (cell, clash) => format!("{cell} would have to be {}.", digits_of(clash)),
    }
}
