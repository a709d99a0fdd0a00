//! Cycle colouring (seed 000): for one digit, a graph of edges between the cells that may hold it.
//!
//! ```text
//!   1-edge  not both           two cells of a house; the ends of a hinge
//!   2-edge  at least one       whatever proves it ([`Colouring::join`])
//!   3-edge  exactly one        the only two cells of a house
//!
//!   i ─1─ s ─2─ t ─1─ s' ─2─ t' ─1─ i     an odd cycle, 2-edges at every other place: were i true, s would be
//!                                         false, t true, s' false, t' true, and i false
//! ```
//!
//! An odd cycle collapses by [`Edge::collapse`] into an edge from a cell to itself. All of them at once: a cell
//! is false exactly when a walk of edges 1 2 1 2 … 1 leads from it to itself (colouring-pom-brnet §1.3); walks may
//! repeat cells. That finds every cell that the clauses of the digit refute, and is all that is needed: a cell
//! that they prove true has lost all its peers, so it is a hidden single.

pub mod edge;
pub mod x_cycle;

use crate::grid::notation::house_name;
use crate::grid::{Cells, HOUSES, PEERS, block_of, column_of, houses_of, in_pairs, row_of};
use edge::{Edge, Verdict};
use std::ops::Range;

/// Which hinges count as 1-edges. A hinge joins two cells that together see all places for the digit in a house,
/// neither of them alone: if both held it, the house would be without. It matters only between cells that share
/// no house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hinges {
    /// None.
    None,
    /// Of blocks, seen along a row and a column: the empty rectangle.
    EmptyRectangle,
    /// Of blocks, seen along any two lines.
    Blocks,
    /// Of all houses.
    Houses,
}

/// The graph of one digit.
#[derive(Clone)]
pub struct Colouring {
    plane: Cells,
    hinges: Hinges,
    /// The cells with a 2-edge.
    strong: Cells,
    /// The other ends of their 2-edges.
    or: [Cells; 81],
}

impl Colouring {
    /// The graph of the digit that may stand in `plane` and is decided nowhere in it: 1-edges between peers and
    /// along hinges, 3-edges where a house has two places.
    #[inline]
    pub fn new(plane: Cells, hinges: Hinges) -> Colouring {
        let mut graph = Colouring { plane, hinges, strong: Cells::EMPTY, or: [Cells::EMPTY; 81] };
        for (kind, cells) in in_pairs(plane).into_iter().enumerate() {
            graph.strong |= cells;
            for cell in cells {
                graph.or[cell] |= HOUSES[houses_of(cell)[kind]] & (plane - Cells::of(cell));
            }
        }
        graph
    }

    /// Adds a 2-edge: at least one of the two cells holds the digit.
    pub fn join(&mut self, a: usize, b: usize) {
        self.or[a].insert(b);
        self.or[b].insert(a);
        self.strong |= Cells::of(a) | Cells::of(b);
    }

    /// The edge between two cells.
    pub fn edge(&self, a: usize, b: usize) -> Edge {
        Edge::new(self.not_both(a).contains(b), self.or[a].contains(b))
    }

    /// The cells joined to this one by a 1-edge.
    #[inline]
    fn not_both(&self, cell: usize) -> Cells {
        let ends = self.hinge_houses().map(|house| self.hinge_ends(cell, house));
        ends.fold(PEERS[cell], |all, ends| all | ends) & self.plane
    }

    /// The houses whose hinges count.
    #[inline]
    fn hinge_houses(&self) -> Range<usize> {
        match self.hinges {
            Hinges::None => 0..0,
            Hinges::EmptyRectangle | Hinges::Blocks => 18..27,
            Hinges::Houses => 0..27,
        }
    }

    /// The cells that see all that this one does not see of the digit's places in the house.
    #[inline]
    fn hinge_ends(&self, cell: usize, house: usize) -> Cells {
        let places = HOUSES[house] & self.plane;
        let rest = places - PEERS[cell];
        if rest.is_empty() || rest == places {
            return Cells::EMPTY;
        }
        let ends = rest.fold(Cells::ALL, |ends, place| ends & PEERS[place]);
        match self.hinges {
            // Seen along a row by one, along a column by the other.
            Hinges::EmptyRectangle => ends & across(cell, house - 18),
            _ => ends,
        }
    }

    /// The house of the hinge that joins two cells, if they are joined by nothing else.
    pub fn hinge(&self, a: usize, b: usize) -> Option<usize> {
        let mut houses = self.hinge_houses().filter(|_| !PEERS[a].contains(b));
        houses.find(|&house| self.hinge_ends(a, house).contains(b))
    }

    /// The cells that some odd cycle proves false.
    #[inline]
    pub fn falsified(&self) -> Cells {
        // For each strong cell, the cells false if it is false.
        let mut false_by = [Cells::EMPTY; 81];
        let mut not_both = [Cells::EMPTY; 81];
        for cell in self.strong {
            not_both[cell] = self.not_both(cell);
        }
        for cell in self.strong {
            false_by[cell] = self.or[cell].fold(Cells::EMPTY, |all, other| all | not_both[other]);
        }
        for through in self.strong {
            let further = false_by[through];
            for cell in self.strong {
                if false_by[cell].contains(through) {
                    false_by[cell] |= further;
                }
            }
        }
        self.strong.fold(Cells::EMPTY, |all, cell| all | not_both[cell] & false_by[cell])
    }

    /// A shortest odd cycle that proves the cell false, if there is one.
    pub fn cycle(&self, target: usize) -> Option<Cycle> {
        // Breadth first: by a 1-edge from a true cell to a false one, by a 2-edge back.
        let mut before = [[usize::MAX; 81]; 2];
        let mut seen = [Cells::EMPTY; 2];
        let mut front = vec![target];
        for step in 0.. {
            let parity = step % 2;
            let mut next = Vec::new();
            for &cell in &front {
                let ends = if parity == 0 { self.not_both(cell) } else { self.or[cell] };
                for end in ends - seen[parity] {
                    before[parity][end] = cell;
                    seen[parity].insert(end);
                    next.push(end);
                }
            }
            if parity == 0 && seen[0].contains(target) {
                let mut cells = vec![target];
                for back in (0..=step).rev() {
                    cells.push(before[back % 2][cells[cells.len() - 1]]);
                }
                cells.reverse();
                cells.pop();
                return Some(self.cycle_of(cells));
            }
            if next.is_empty() {
                return None;
            }
            front = next;
        }
        None
    }

    /// The cycle through these cells.
    pub fn cycle_of(&self, cells: Vec<usize>) -> Cycle {
        let mut cycle = Cycle { cells, edges: Vec::new() };
        cycle.edges = cycle.pairs().map(|(a, b)| self.edge(a, b)).collect();
        cycle
    }

    /// The text of the shortest cycle that proves the cell false: the cycle, the tri-cycle it collapses into,
    /// and its hinges.
    ///
    /// `4 [79]-[39][36]-[46][44]- => [79]-[46][44]-, hinge b8: [44]-[79]`
    pub fn text(&self, digit: usize, target: usize) -> String {
        let Some(cycle) = self.cycle(target) else { return String::new() };
        let mut text = format!("{} {cycle}", digit + 1);
        if cycle.cells.len() > 3 {
            text += &format!(" => {}", cycle.collapsed());
        }
        for (a, b) in cycle.pairs() {
            if let Some(house) = self.hinge(a, b) {
                text += &format!(", hinge {}: [{}]-[{}]", house_name(house), rc(a), rc(b));
            }
        }
        text
    }
}

/// The blocks above and below `block` if `cell` stands beside it, those beside it if `cell` stands above or below;
/// itself included.
fn across(cell: usize, block: usize) -> Cells {
    let (row, column) = (block / 3, block % 3);
    let blocks = if block_of(cell) / 3 == row {
        [column, column + 3, column + 6]
    } else {
        [3 * row, 3 * row + 1, 3 * row + 2]
    };
    blocks.iter().fold(Cells::EMPTY, |all, block| all | HOUSES[18 + block])
}

/// A closed walk of an odd number of edges, from its first cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    cells: Vec<usize>,
    /// Each edge joins its cell to the next one, the last edge the last cell to the first.
    edges: Vec<Edge>,
}

impl Cycle {
    /// Each cell and the next one.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
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

/// `79`: a cell as the seed writes it.
fn rc(cell: usize) -> String {
    format!("{}{}", row_of(cell) + 1, column_of(cell) + 1)
}
