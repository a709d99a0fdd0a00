//! Cycles of colouring, and knots.

use super::{House, Implication, Implied, Trace};
use crate::grid::Candidate;
use crate::grid::notation::{Variable, house_name};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

/// A candidate that cannot be false.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Knot {
    /// The candidate.
    pub candidate: Candidate,
    /// Where a contradiction shows when it is taken away and all singles of a state are played at once: a variable
    /// without value, or a cell with two. For readers: nothing is concluded from it.
    pub place: Variable,
    /// What its negation leads to, single by single.
    pub trace: Trace,
}

impl Display for Knot {
    /// `4 [41]#[45]`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Candidate { digit, cell } = self.candidate;
        write!(f, "{} {}#", digit + 1, rc(cell))?;
        match self.place {
            Variable::Cell(cell) => f.write_str(&rc(cell)),
            variable => write!(f, "{variable}"),
        }
    }
}

/// What is known of the two ends of an edge: not both are true; not neither is.
#[derive(Clone, Copy)]
struct Edge {
    weak: bool,
    strong: bool,
}

impl Edge {
    fn of(Implication { by, also, .. }: &Implication) -> Edge {
        let is_weak = |by: &Implied| matches!(by, Implied::Weak | Implied::Hinge(_));
        let all = || [Some(by), also.as_ref()].into_iter().flatten();
        Edge { weak: all().any(is_weak), strong: !all().all(is_weak) }
    }

    /// What three edges in a row say of their ends alone.
    fn collapse(self, [middle, last]: [Edge; 2]) -> Edge {
        Edge {
            weak: self.weak && middle.strong && last.weak,
            strong: self.strong && middle.weak && last.strong,
        }
    }

    /// What stands between the cells it joins: nothing where exactly one is true.
    fn symbol(self) -> &'static str {
        match (self.weak, self.strong) {
            (true, true) => "",
            (true, false) => "-",
            (false, true) => "=",
            (false, false) => "?",
        }
    }
}

/// `4 [79]-[39][36]-[46][44]- => [79]-[46][44]-, hinge b8: [44]-[79]`: a cycle, the tri-cycle of its first cell and the
/// last two into which it collapses, and its hinges.
pub(super) fn cycle(start: Candidate, steps: &[Implication]) -> String {
    let cells: Vec<String> = [start]
        .into_iter()
        .chain(steps.iter().map(|step| step.to.candidate))
        .map(|candidate| rc(candidate.cell))
        .collect();
    let edges: Vec<Edge> = steps.iter().map(Edge::of).collect();
    let mut text = format!("{} ", start.digit + 1);
    for (cell, edge) in cells.iter().zip(&edges) {
        text += &format!("{cell}{}", edge.symbol());
    }
    if let [first, middle @ .., before, last] = &edges[..]
        && !middle.is_empty()
    {
        let n = edges.len();
        let first = middle.chunks_exact(2).fold(*first, |e, two| e.collapse([two[0], two[1]]));
        text += " => ";
        for (cell, edge) in [(0, first), (n - 2, *before), (n - 1, *last)] {
            text += &format!("{}{}", cells[cell], edge.symbol());
        }
    }
    for (step, ends) in steps.iter().zip(cells.windows(2)) {
        for by in [Some(&step.by), step.also.as_ref()].into_iter().flatten() {
            if let Implied::Hinge(House(house)) = by {
                let house = house_name(usize::from(*house));
                text += &format!(", hinge {house}: {}-{}", ends[0], ends[1]);
            }
        }
    }
    text
}

/// `[79]`: row and column of a cell.
fn rc(cell: u8) -> String {
    format!("[{}{}]", cell / 9 + 1, cell % 9 + 1)
}
