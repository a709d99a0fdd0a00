//! Short forms of singles: `Naked Single: r9c2=1`, `Hidden Single: 7 in b5`.

use super::bag;
use super::patterns::{Readings, Short};
use crate::evidence::Evidence;
use crate::grid::Candidate;
use crate::grid::notation::Variable;

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
    }
    let rule = |variable: &Variable| match variable {
        Variable::Cell(_) => "naked-single",
        Variable::In(..) => "hidden-single",
    };
    let readings = variables.iter().map(|&variable| (rule(&variable), None, Evidence::Single { variable }));
    Readings::of(readings.collect())
}
