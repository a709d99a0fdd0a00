//! Cycles and knots of colouring.

use super::pattern::Pattern;
use super::{Implication, Implied, Trace, list};
use crate::grid::Candidate;
use crate::grid::Cell;
use crate::grid::notation::Variable;
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result};

/// A candidate that cannot be false.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Knot {
    /// The candidate.
    pub candidate: Candidate,
    /// Place of the contradiction if the candidate is removed and all singles of a state are played at once:
    /// a variable without a value, or a cell with two values. The place is for readers: nothing is concluded
    /// from it.
    pub place: Variable,
    /// Consequences of the negation, single by single.
    pub trace: Trace,
}

impl Display for Knot {
    /// Formats as `4 [41]#[45]`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Candidate { digit, cell } = self.candidate;
        write!(f, "{} {}#", digit.number(), rc(cell))?;
        match self.place {
            Variable::Cell(cell) => f.write_str(&rc(cell)),
            variable => write!(f, "{variable}"),
        }
    }
}

/// Formats as `y-knot 4 [41]#[45]`.
pub(super) fn knots(knots: &[Knot]) -> Pattern {
    Pattern::spaced("y-knot", list(knots, ", "))
}

/// Relation between two cells for one digit. Three edges in a row collapse into one (gsf 2005):
///
/// ```text
///   text    nand   or        a path a-b-c-d of edges x, y, z
///   [a]-[b]  ×               not both ends: x and z say "not both", y "at least one"
///   [a]=[b]         ×        at least one:  x and z say "at least one", y "not both"
///   [a][b]   ×      ×
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Edge {
    /// Whether at most one of the cells holds the digit.
    pub nand: bool,
    /// Whether at least one of the cells holds the digit.
    pub or: bool,
}

impl Edge {
    fn of(Implication { by, also, .. }: &Implication) -> Edge {
        let is_weak = |by: &Implied| matches!(by, Implied::Weak | Implied::Hinge(_));
        let all = || [Some(by), also.as_ref()].into_iter().flatten();
        Edge { nand: all().any(is_weak), or: !all().all(is_weak) }
    }

    /// Returns the edge between the ends of an odd path: everything the path implies about the ends alone.
    pub fn collapse(path: &[Edge]) -> Edge {
        let mut edges = path.iter().copied();
        let mut all = edges.next().unwrap_or_default();
        while let (Some(y), Some(z)) = (edges.next(), edges.next()) {
            all = Edge { nand: all.nand && y.or && z.nand, or: all.or && y.nand && z.or };
        }
        all
    }

    /// Returns the symbol between the two cells: an empty symbol if exactly one of the cells holds the digit.
    fn symbol(self) -> &'static str {
        match (self.nand, self.or) {
            (true, true) => "",
            (true, false) => "-",
            (false, true) => "=",
            (false, false) => "?",
        }
    }
}

/// Formats a cycle, the tri-cycle into which it collapses (its first cell and its last two), and its hinges:
/// `4 [79]-[39][36]-[46][44]- => [79]-[46][44]-, hinge b8: [44]-[79]`.
pub(super) fn cycle(start: Candidate, steps: &[Implication]) -> String {
    let cells: Vec<String> = [start]
        .into_iter()
        .chain(steps.iter().map(|step| step.to.candidate))
        .map(|candidate| rc(candidate.cell))
        .collect();
    let edges: Vec<Edge> = steps.iter().map(Edge::of).collect();
    let mut text = format!("{} ", start.digit.number());
    for (cell, edge) in cells.iter().zip(&edges) {
        text += &format!("{cell}{}", edge.symbol());
    }
    if let [path @ .., before, last] = &edges[..]
        && let n @ 4.. = edges.len()
    {
        text += " => ";
        for (cell, edge) in [(0, Edge::collapse(path)), (n - 2, *before), (n - 1, *last)] {
            text += &format!("{}{}", cells[cell], edge.symbol());
        }
    }
    for (step, ends) in steps.iter().zip(cells.windows(2)) {
        for by in [Some(&step.by), step.also.as_ref()].into_iter().flatten() {
            if let Implied::Hinge(house) = by {
                text += &format!(", hinge {house}: {}-{}", ends[0], ends[1]);
            }
        }
    }
    text
}

/// Formats row and column of a cell: `[79]`.
fn rc(cell: Cell) -> String {
    format!("[{}{}]", cell.row() + 1, cell.column() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The multiplication table as gsf prints it: 0 nothing, 1 not both, 2 at least one, 3 exactly one.
    const TABLE: &str = "
        000 0 100 0 200 0 300 0
        010 0 110 0 210 0 310 0
        020 0 120 0 220 0 320 0
        030 0 130 0 230 0 330 0
        001 0 101 0 201 0 301 0
        011 0 111 0 211 0 311 0
        021 0 121 1 221 0 321 1
        031 0 131 1 231 0 331 1
        002 0 102 0 202 0 302 0
        012 0 112 0 212 2 312 2
        022 0 122 0 222 0 322 0
        032 0 132 0 232 2 332 2
        003 0 103 0 203 0 303 0
        013 0 113 0 213 2 313 2
        023 0 123 1 223 0 323 1
        033 0 133 1 233 2 333 3";

    fn edges(digits: &str) -> Vec<Edge> {
        let edge = |byte: u8| Edge { nand: byte & 1 != 0, or: byte & 2 != 0 };
        digits.bytes().map(edge).collect()
    }

    /// The product has exactly the clauses about the ends that hold in all assignments allowed by the path.
    #[test]
    fn the_product_is_what_the_path_implies() {
        let tokens: Vec<&str> = TABLE.split_whitespace().collect();
        assert_eq!(tokens.len(), 128);
        for entry in tokens.chunks(2) {
            let (path, value) = (edges(entry[0]), edges(entry[1])[0]);
            let open = |a: bool, d: bool| {
                (0..4).map(|k| [a, k & 1 != 0, k & 2 != 0, d]).any(|values| {
                    let allows = |(edge, two): (&Edge, &[bool])| {
                        two[0] != two[1] || !if two[0] { edge.nand } else { edge.or }
                    };
                    path.iter().zip(values.windows(2)).all(allows)
                })
            };
            // The ends may differ, so no other clause can be implied.
            assert!(open(true, false) && open(false, true));
            let implied = Edge { nand: !open(true, true), or: !open(false, false) };
            assert_eq!((Edge::collapse(&path), value), (implied, implied), "{}", entry[0]);
        }
    }
}
