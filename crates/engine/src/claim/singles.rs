//! Short forms of singles: `Naked Single: r9c2=1`, `Hidden Single: 7 in b5`.

use super::bag;
use super::patterns::{Readings, Short};
use crate::evidence::Evidence;
use crate::grid::Candidate;
use crate::grid::notation::Variable;

/// Reads a single from its cell, from its digit and house, or from the value that is claimed.
pub(super) fn singles(short: &Short) -> Readings {
    let (digits, cells) = (bag::digits(&short.items), bag::cells(&short.items));
    let houses = bag::houses(&short.items).concat();
    let mut variables: Vec<Variable> = Vec::new();
    for house in houses.iter().filter(|_| !digits.is_empty()) {
        variables.extend(digits.iter().map(|&digit| Variable::In(*house, digit)));
    }
    if variables.is_empty() {
        for cell in cells {
            let values = digits.iter().map(|&digit| Candidate::new(digit, cell));
            match digits.is_empty() {
                true => variables.push(Variable::Cell(cell)),
                false => variables.extend(values.flat_map(Variable::of)),
            }
        }
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
