//! `Plan`: the candidates of a state by number, what each is linked to, and their variables.

use crate::graph::Bits;
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Grid};

/// What all sheets of a state share.
///
/// ```text
///   labels[c]     the candidate with the number c            variables[v]   their candidates, each in four of them
///   links(c)      the candidates that c is linked to         of[c]          the variables of c
/// ```
pub(super) struct Plan {
    pub grid: Grid,
    pub labels: Vec<Candidate>,
    pub variables: Vec<Members>,
    pub of: Vec<[u16; 4]>,
    pub touch: Vec<Bits<6>>,
    links: Vec<u16>,
    links_of: Vec<u32>,
}

/// The candidates of a variable, nine at most.
#[derive(Clone, Copy, Default)]
pub(super) struct Members {
    list: [u16; 9],
    count: u8,
}

impl Members {
    #[inline]
    pub fn list(&self) -> &[u16] {
        &self.list[..self.count as usize]
    }
}

impl Plan {
    /// Of a grid in which singles are exhausted.
    pub fn of(grid: &Grid) -> Plan {
        let labels: Vec<Candidate> = grid.candidates().iter().collect();
        let mut numbers = [u16::MAX; 4 * 81];
        let (mut variables, mut of) = (Vec::<Members>::new(), Vec::with_capacity(labels.len()));
        for (c, &label) in labels.iter().enumerate() {
            of.push(Variable::of(label).map(|variable| {
                let number = &mut numbers[key(variable)];
                if *number == u16::MAX {
                    *number = variables.len() as u16;
                    variables.push(Members::default());
                }
                let members = &mut variables[*number as usize];
                members.list[members.count as usize] = c as u16;
                members.count += 1;
                *number
            }));
        }
        let mut links = Vec::with_capacity(20 * labels.len());
        let mut links_of = vec![0];
        let mut touch = Vec::with_capacity(labels.len());
        for (c, vars) in of.iter().enumerate() {
            let linked = vars.iter().flat_map(|&v| variables[v as usize].list());
            let mut linked: Bits<12> = linked.map(|&other| other as usize).collect();
            linked.remove(c);
            links.extend(linked.iter().map(|other| other as u16));
            touch.push(vars.iter().map(|&v| v as usize).collect());
            links_of.push(links.len() as u32);
        }
        Plan { grid: *grid, labels, variables, of, touch, links, links_of }
    }

    /// The candidates that one is linked to.
    #[inline]
    pub fn links(&self, c: usize) -> &[u16] {
        &self.links[self.links_of[c] as usize..self.links_of[c + 1] as usize]
    }
}

/// The place of a variable among all.
fn key(variable: Variable) -> usize {
    match variable {
        Variable::Cell(cell) => cell.into(),
        Variable::Row(row, digit) => 81 + 9 * row as usize + digit as usize,
        Variable::Column(column, digit) => 162 + 9 * column as usize + digit as usize,
        Variable::Block(block, digit) => 243 + 9 * block as usize + digit as usize,
    }
}
