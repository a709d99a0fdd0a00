//! `SheetPlan`: the candidates of a state by number, their links and their variables.

use crate::graph::Bits;
use crate::grid::{Candidate, Cell, Digit, Grid, notation::Variable};

/// Data that all sheets of a state share.
///
/// ```text
///   labels[c]     the candidate with the number c      variables[v]   the candidates of variable v
///   links[c]      the candidates that c is linked to   of[c]          the four variables of c
/// ```
pub(super) struct SheetPlan<const W: usize> {
    pub grid: Grid,
    pub labels: Vec<Candidate>,
    pub variables: Vec<VariableMembers>,
    pub of: Vec<[u16; 4]>,
    pub links: Vec<Bits<W>>,
}

/// Candidates of a variable, nine at most.
#[derive(Clone, Copy, Default)]
pub(super) struct VariableMembers {
    list: [u16; 9],
    count: u8,
}

impl VariableMembers {
    fn push(&mut self, c: u16) {
        self.list[usize::from(self.count)] = c;
        self.count += 1;
    }

    #[inline]
    pub fn list(&self) -> &[u16] {
        &self.list[..usize::from(self.count)]
    }
}

impl<const W: usize> SheetPlan<W> {
    /// Makes the plan of a grid in which singles are exhausted, with fewer than `64 · W` candidates.
    pub fn of(grid: &Grid) -> SheetPlan<W> {
        let labels: Vec<Candidate> = grid.candidates().iter().collect();
        let mut all = [VariableMembers::default(); 4 * 81];
        for (c, &label) in (0..).zip(&labels) {
            for variable in Variable::of(label) {
                all[key(variable)].push(c);
            }
        }
        // Short variables first: so the number of candidates is easy to predict in loops over variables.
        let all = &all;
        let of_length = |count| (0..all.len()).filter(move |&key| all[key].count == count);
        let keys: Vec<usize> = (1..=9).flat_map(of_length).collect();
        let mut numbers = [0; 4 * 81];
        (0..).zip(&keys).for_each(|(v, &key)| numbers[key] = v);
        let variables: Vec<VariableMembers> = keys.iter().map(|&key| all[key]).collect();
        let set = |members: &VariableMembers| members.list().iter().map(|&c| usize::from(c)).collect();
        let sets: Vec<Bits<W>> = variables.iter().map(set).collect();
        let of: Vec<[u16; 4]> =
            labels.iter().map(|&label| Variable::of(label).map(|variable| numbers[key(variable)])).collect();
        let linked = |(c, vars): (usize, &[u16; 4])| {
            vars.iter().fold(Bits::EMPTY, |all, &v| all | sets[usize::from(v)]) - Bits::of(c)
        };
        let links = of.iter().enumerate().map(linked).collect();
        SheetPlan { grid: *grid, labels, variables, of, links }
    }
}

/// Returns the place of a variable among all.
fn key(variable: Variable) -> usize {
    match variable {
        Variable::Cell(cell) => cell.index(),
        Variable::In(house, digit) => Cell::COUNT + Digit::COUNT * house.index() + digit.index(),
    }
}
