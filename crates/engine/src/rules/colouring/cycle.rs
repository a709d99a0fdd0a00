//! Odd cycles, what they collapse into, and their text.

use super::edge::{Edge, Verdict};
use crate::grid::{column_of, row_of};

/// A closed walk of an odd number of edges, from its first cell.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cycle {
    /// The cells.
    pub cells: Vec<usize>,
    /// Each edge joins its cell to the next one, the last edge the last cell to the first.
    pub edges: Vec<Edge>,
}

impl Cycle {
    /// Each cell and the next one.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let next = self.cells.iter().cycle().skip(1);
        self.cells.iter().copied().zip(next.copied())
    }

    /// The tri-cycle of the first cell and the last two: all edges but the last two collapsed into one.
    pub fn collapsed(&self) -> Cycle {
        let n = self.cells.len();
        let (path, last) = self.edges.split_at(n - 2);
        let pairs = path[1..].chunks(2);
        let edge = pairs.fold(path[0], |edge, pair| Edge::collapse(edge, pair[0], pair[1]));
        Cycle {
            cells: vec![self.cells[0], self.cells[n - 2], self.cells[n - 1]],
            edges: vec![edge, last[0], last[1]],
        }
    }

    /// What the cycle says of its first cell.
    pub fn verdict(&self) -> Verdict {
        let edges = self.collapsed().edges;
        Edge::tri_cycle(edges[0], edges[1], edges[2])
    }
}

impl std::fmt::Display for Cycle {
    /// `[79]-[46][44]-`: the cells by row and column, each with its edge to the next.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (cell, edge) in self.cells.iter().zip(&self.edges) {
            write!(f, "[{}]{}", rc(*cell), edge.symbol())?;
        }
        Ok(())
    }
}

/// `79`: a cell as gsf writes it.
pub(in crate::rules) fn rc(cell: usize) -> String {
    format!("{}{}", row_of(cell) + 1, column_of(cell) + 1)
}
