//! Cycle colouring (gsf 2005): for one digit, a graph of edges between the cells that may hold it.
//!
//! ```text
//!   1-edge  not both           two cells of a house; the ends of a hinge
//!   2-edge  at least one       whatever proves it ([`Colouring::join`])
//!   3-edge  exactly one        the only two cells of a house
//!
//!   i ─1─ s ─2─ t ─1─ s' ─2─ t' ─1─ i     an odd cycle with alternating 2-edges: if i were true, s would
//!                                         be false, t true, s' false, t' true, and i false
//! ```
//!
//! An odd cycle collapses ([`Edge`]) into an edge from a cell to itself. All cycles are found at once: a cell
//! is false exactly if a walk of edges 1 2 1 2 … 1 leads from it to itself (docs/theory.md, "Cycle
//! colouring"); walks may repeat cells. The walks find every cell that the clauses of the digit refute, and
//! this suffices: a cell that the clauses prove true has lost all its peers, so it is a hidden single.

pub mod x_cycle;
pub mod y_cycle;
pub mod y_knot;

use crate::evidence::{Edge, Evidence, Implication, Implied, Literal};
use crate::grid::{Candidate, Cell, Cells, Digit, House, HouseKind, in_pairs};

/// Hinges that count as 1-edges. A hinge joins two cells that see into a house and together see all its
/// places for the digit: if both held it, the house would have none.
///
/// ```text
///   r4  │ a · · │           The hinge [44]-[79] of gsf: all places of block 8 for 4 are in column 4 or row
///       │       │           7.
///       ├───────┤
///   r7  │ · 4 4 │ · · b
///   r8  │ 4 · · │
///   r9  │ 4 · · │
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hinges {
    /// No hinges.
    None,
    /// Hinges of blocks, seen along a row and a column: the empty rectangle.
    EmptyRectangle,
    /// Hinges of blocks, seen along any two lines.
    Blocks,
    /// Hinges of all houses.
    Houses,
}

/// Graph of one digit. One graph serves all digits of a state, so that its rows are cleared once.
pub struct Colouring {
    plane: Cells,
    hinges: Hinges,
    /// Cells with a 2-edge.
    strong: Cells,
    /// Other ends of each cell's 2-edges.
    or: [Cells; 81],
    /// Workspace of [`Colouring::falsified`]: for each strong cell, the other ends of its 1-edges; in
    /// `false_by`, the strong cells in order, each with the cells that are false if the strong cell is false.
    not_both: [Cells; 81],
    false_by: Vec<(Cells, Cells)>,
}

impl Colouring {
    /// Makes a graph without cells.
    pub fn new(hinges: Hinges) -> Colouring {
        let rows = [Cells::EMPTY; 81];
        let (plane, strong) = (Cells::EMPTY, Cells::EMPTY);
        Colouring { plane, hinges, strong, or: rows, not_both: rows, false_by: Vec::new() }
    }

    /// Makes this the graph of a digit with the undecided places `plane`: 1-edges between peers and along
    /// hinges, 3-edges between the only two places of a house.
    #[inline]
    pub fn set(&mut self, plane: Cells) {
        for cell in self.strong {
            self.or[cell] = Cells::EMPTY;
        }
        (self.plane, self.strong) = (plane, Cells::EMPTY);
        for (kind, mut cells) in in_pairs(plane).into_iter().enumerate() {
            while let Some(cell) = cells.next() {
                let others = cells & cell.houses()[kind].cells();
                cells -= others;
                others.for_each(|other| self.join(cell, other));
            }
        }
    }

    /// Adds a 2-edge: at least one of the two cells holds the digit.
    #[inline]
    pub fn join(&mut self, a: Cell, b: Cell) {
        self.or[a].insert(b);
        self.or[b].insert(a);
        self.strong |= Cells::of(a) | Cells::of(b);
    }

    /// Returns the edge between two cells.
    pub fn edge(&self, a: Cell, b: Cell) -> Edge {
        Edge { nand: self.not_both(a).contains(b), or: self.or[a].contains(b) }
    }

    /// Returns the other ends of a cell's 1-edges.
    #[inline]
    fn not_both(&self, cell: Cell) -> Cells {
        let hinged = |all, &house: &House| all | self.hinge_ends(cell, house);
        self.hinge_houses(cell).iter().fold(cell.peers() & self.plane, hinged)
    }

    /// Returns the houses whose hinges a cell may have.
    #[inline]
    fn hinge_houses(&self, cell: Cell) -> &'static [House] {
        match self.hinges {
            Hinges::None => &[],
            Hinges::EmptyRectangle | Hinges::Blocks => &SEEN[cell][..4],
            Hinges::Houses => &SEEN[cell],
        }
    }

    /// Returns the other ends of a cell's hinges in a house.
    #[inline]
    fn hinge_ends(&self, cell: Cell, house: House) -> Cells {
        let places = house.cells() & self.plane;
        if places.is_empty() {
            return Cells::EMPTY;
        }
        let mut ends = (self.plane - Cells::of(cell)) & self.see_into(house, cell);
        for place in places - cell.peers() {
            if ends.is_empty() {
                break;
            }
            ends &= place.peers();
        }
        ends
    }

    /// Returns the cells outside `house` that see some of its cells. If only empty rectangles count, returns
    /// the cells that see the house along columns if `cell` sees the house along a row, and vice versa.
    #[inline]
    fn see_into(&self, house: House, cell: Cell) -> Cells {
        if house.kind() != HouseKind::Block {
            return !house.cells();
        }
        let [rows, columns] = AROUND[house.number()];
        match self.hinges {
            Hinges::EmptyRectangle if rows.contains(cell) => columns,
            Hinges::EmptyRectangle => rows,
            _ => rows | columns,
        }
    }

    /// Returns the house of the hinge between two cells, if nothing else joins them.
    pub fn hinge(&self, a: Cell, b: Cell) -> Option<House> {
        let mut houses = self.hinge_houses(a).iter().copied().filter(|_| !a.peers().contains(b));
        houses.find(|&house| self.hinge_ends(a, house).contains(b))
    }

    /// Returns the cells that some odd cycle proves false.
    #[inline]
    pub fn falsified(&mut self) -> Cells {
        for cell in self.strong {
            self.not_both[cell] = self.not_both(cell);
        }
        self.false_by.clear();
        self.false_by.extend(self.strong.map(|cell| {
            let ends = self.or[cell].fold(Cells::EMPTY, |all, end| all | self.not_both[end]);
            (Cells::of(cell), ends)
        }));
        for through in 0..self.false_by.len() {
            let (cell, further) = self.false_by[through];
            for (_, ends) in &mut self.false_by {
                if ends.intersects(cell) {
                    *ends |= further;
                }
            }
        }
        let rows = self.strong.zip(&self.false_by);
        rows.fold(Cells::EMPTY, |all, (cell, (_, ends))| all | self.not_both[cell] & *ends)
    }

    /// Returns the cells of a shortest odd cycle that proves the first of them false, if there is one.
    pub fn cycle(&self, target: Cell) -> Option<Vec<Cell>> {
        // Breadth first: by a 1-edge from a true cell to a false one, by a 2-edge back.
        let mut before = [[target; 81]; 2];
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
                return Some(cells);
            }
            if next.is_empty() {
                return None;
            }
            front = next;
        }
        None
    }

    /// Makes the evidence of a shortest cycle that proves the cell false; `joined` gives the reason for a
    /// 2-edge between cells that do not see each other.
    fn because(&self, digit: Digit, target: Cell, joined: impl Fn([Cell; 2]) -> Implied) -> Evidence {
        let cells = self.cycle(target).unwrap_or_default();
        let implication = |k: usize| {
            let (a, b) = (cells[k], cells[(k + 1) % cells.len()]);
            let nand = || self.hinge(a, b).map_or(Implied::Weak, Implied::Hinge);
            let or = || if a.peers().contains(b) { Implied::Strong } else { joined([a, b]) };
            let is_both = self.edge(a, b) == Edge { nand: true, or: true };
            let to = Literal { candidate: Candidate::new(digit, b), holds: k % 2 == 1 };
            match k % 2 {
                0 => Implication { by: nand(), also: is_both.then(or), to },
                _ => Implication { by: or(), also: is_both.then(nand), to },
            }
        };
        let steps = (0..cells.len()).map(implication).collect();
        Evidence::Implications { start: Candidate::new(digit, target), steps }
    }
}

/// Houses that a cell sees into, except its own block: four blocks, then the lines.
static SEEN: [[House; 22]; 81] = {
    let mut seen = [[House::row(0); 22]; 81];
    let mut cell = 0;
    while cell < 81 {
        let block = Cell::new(cell).block();
        let (row, column) = (block / 3, block % 3);
        let mut k = 0;
        while k < 2 {
            seen[cell][k] = House::block(3 * row + (column + 1 + k) % 3);
            seen[cell][k + 2] = House::block(3 * ((row + 1 + k) % 3) + column);
            k += 1;
        }
        let mut line = 0;
        while line < 18 {
            seen[cell][4 + line] = House::new(line);
            line += 1;
        }
        cell += 1;
    }
    seen
};

/// For each block, the cells of the blocks beside it, and of those above and below it.
static AROUND: [[Cells; 2]; 9] = {
    let mut around = [[Cells::EMPTY; 2]; 9];
    let mut k = 0;
    while k < 81 {
        let (a, b) = (k / 9, k % 9);
        let block = House::block(b).cells();
        if a != b && a / 3 == b / 3 {
            around[a][0] = Cells(around[a][0].0 | block.0);
        } else if a != b && a % 3 == b % 3 {
            around[a][1] = Cells(around[a][1].0 | block.0);
        }
        k += 1;
    }
    around
};
