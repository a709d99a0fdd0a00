//! Cycles of colouring, and knots (seed 000).

use super::{Reason, Trace};
use crate::grid::Candidate;
use crate::grid::notation::{Variable, house_name};
use crate::rules::colouring::{Cycle, rc};
use std::fmt::{Display, Formatter, Result};

/// A cycle that proves its first cell false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OddCycle {
    /// `x-cycle` or `y-cycle`: where its 2-edges may come from.
    pub name: &'static str,
    /// The digit.
    pub digit: usize,
    /// The cycle.
    pub cycle: Cycle,
    /// Its edges that are hinges: the house and the two cells.
    pub hinges: Vec<(usize, [usize; 2])>,
    /// Why "not both" or "not neither", by turns, are the ends of each edge.
    pub reasons: Vec<Reason>,
}

impl Display for OddCycle {
    /// `x-cycle 4 [79]-[39][36]-[46][44]- => [79]-[46][44]-, hinge b8: [44]-[79]`: the cycle, the tri-cycle it
    /// collapses into, and its hinges.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let OddCycle { name, digit, cycle, hinges, .. } = self;
        write!(f, "{name} {} {cycle}", digit + 1)?;
        if cycle.cells.len() > 3 {
            write!(f, " => {}", cycle.collapsed())?;
        }
        for &(house, [a, b]) in hinges {
            write!(f, ", hinge {}: [{}]-[{}]", house_name(house), rc(a), rc(b))?;
        }
        Ok(())
    }
}

/// A candidate, and where a contradiction shows when it is taken away and singles are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knot {
    /// The candidate.
    pub candidate: Candidate,
    /// A variable without value, or a cell with two.
    pub place: Option<Variable>,
    /// Singles that lead there, or to another one.
    pub trace: Trace,
}

impl Display for Knot {
    /// `4 [41]#[45]`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Candidate { digit, cell } = self.candidate;
        write!(f, "{} [{}]", digit + 1, rc(cell as usize))?;
        match self.place {
            Some(Variable::Cell(cell)) => write!(f, "#[{}]", rc(cell as usize)),
            Some(variable) => write!(f, "#{variable}"),
            None => Ok(()),
        }
    }
}
