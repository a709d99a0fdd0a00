//! Short forms of singles: `Naked Single: r9c2=1`, `Hidden Single: 7 in b5`.

use super::conclusion::Conclusions;
use super::nodes::standing;
use super::patterns::{Readings, Short};
use super::{bag, judge};
use crate::evidence::Evidence;
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cells, Grid};

/// Reads a single from its cell, from its digit and house, or from the value that is claimed.
pub(super) fn singles(short: &Short) -> Readings {
    let digits = bag::digits(&short.items);
    let mut variables: Vec<Variable> = Vec::new();
    for cell in bag::groups(&short.items).into_iter().flatten() {
        let values = digits.iter().map(|&digit| Candidate::new(digit, cell));
        match digits.is_empty() {
            true => variables.push(Variable::Cell(cell)),
            false => variables.extend(values.flat_map(Variable::of)),
        }
    }
    // A cell such as r2c4 would be read as two houses, too.
    let houses = if variables.is_empty() { bag::houses(&short.items).concat() } else { Vec::new() };
    for house in houses {
        variables.extend(digits.iter().map(|&digit| Variable::In(house, digit)));
    }
    if variables.is_empty() {
        variables.extend(short.claimed.asserts.iter().flat_map(Variable::of));
        let values: Vec<Candidate> = short.claimed.asserts.iter().collect();
        if let [value] = values[..]
            && !judge::follows(&short.judge.grid, &Conclusions::default(), value)
        {
            return Readings::none(no_single(&short.judge.grid, value));
        }
    }
    let rule = |variable: &Variable| match variable {
        Variable::Cell(_) => "naked-single",
        Variable::In(..) => "hidden-single",
    };
    let readings = variables.iter().map(|&variable| (rule(&variable), None, Evidence::Single { variable }));
    Readings::of(readings.collect())
}

/// Says why a value is no single: `r2c5 has 2 4, and 2 has other places in each of its houses`.
fn no_single(grid: &Grid, value: Candidate) -> String {
    let stands = standing(grid, Cells::of(value.cell));
    match grid.allows(value) && !grid.placed().contains(value.cell) {
        true => format!("{stands}, and {} has other places in each of its houses", value.digit.number()),
        false => stands,
    }
}
