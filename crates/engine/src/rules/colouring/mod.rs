//! Cycle colouring (gsf 2005): for one digit, a graph of edges between the cells that may hold it.
//!
//! ```text
//!   1-edge  not both           two cells of a house; the ends of a hinge
//!   2-edge  at least one       whatever proves it ([`Colouring::join`])
//!   3-edge  exactly one        the only two cells of a house
//!
//!   i ─1─ s ─2─ t ─1─ s' ─2─ t' ─1─ i     an odd cycle, 2-edges at every other place: were i true, s would
//!                                         be false, t true, s' false, t' true, and i false
//! ```
//!
//! An odd cycle collapses ([`Edge`]) into an edge from a cell to itself. All of them at once: a cell is false
//! exactly when a walk of edges 1 2 1 2 … 1 leads from it to itself (docs/theory.md, "Cycle colouring");
//! walks may repeat cells. That finds every cell that the clauses of the digit refute, and is all that is
//! needed: a cell that they prove true has lost all its peers, so it is a hidden single.

pub mod x_cycle;
pub mod y_cycle;
pub mod y_knot;

use crate::evidence::{Edge, Evidence, House, Implication, Implied, Literal};
use crate::grid::{Candidate, Cells, HOUSES, PEERS, block_of, houses_of, in_pairs};

/// Which hinges count as 1-edges. A hinge joins two cells that see into a house and together see all its
/// places for the digit: if both held it, the house would be without.
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
    /// None.
    None,
    /// Of blocks, seen along a row and a column: the empty rectangle.
    EmptyRectangle,
    /// Of blocks, seen along any two lines.
    Blocks,
    /// Of all houses.
    Houses,
}

/// The graph of one digit. One serves all digits of a state, so that its rows are cleared once.
pub struct Colouring {
    plane: Cells,
    hinges: Hinges,
    /// The cells with a 2-edge.
    strong: Cells,
    /// The other ends of their 2-edges; none for other cells.
    or: [Cells; 81],
    /// Where [`Colouring::falsified`] works: for each strong cell the other ends of its 1-edges; and, in
    /// their order, each with the cells that are false if it is false.
    not_both: [Cells; 81],
    false_by: Vec<(Cells, Cells)>,
}

impl Colouring {
    /// A graph without cells.
    pub fn new(hinges: Hinges) -> Colouring {
        let rows = [Cells::EMPTY; 81];
        let (plane, strong) = (Cells::EMPTY, Cells::EMPTY);
        Colouring { plane, hinges, strong, or: rows, not_both: rows, false_by: Vec::new() }
    }

    /// Makes it the graph of a digit that may stand in `plane`, where it is decided nowhere: 1-edges between
    /// peers and along hinges, 3-edges where a house has two places.
    #[inline]
    pub fn set(&mut self, plane: Cells) {
        for cell in self.strong {
            self.or[cell] = Cells::EMPTY;
        }
        (self.plane, self.strong) = (plane, Cells::EMPTY);
        for (kind, mut cells) in in_pairs(plane).into_iter().enumerate() {
            while let Some(cell) = cells.next() {
                let others = cells & HOUSES[houses_of(cell)[kind]];
                cells -= others;
                others.for_each(|other| self.join(cell, other));
            }
        }
    }

    /// Adds a 2-edge: at least one of the two cells holds the digit.
    #[inline]
    pub fn join(&mut self, a: usize, b: usize) {
        self.or[a].insert(b);
        self.or[b].insert(a);
        self.strong |= Cells::of(a) | Cells::of(b);
    }

    /// The edge between two cells.
    pub fn edge(&self, a: usize, b: usize) -> Edge {
        Edge { nand: self.not_both(a).contains(b), or: self.or[a].contains(b) }
    }

    /// The other ends of the 1-edges of a cell.
    #[inline]
    fn not_both(&self, cell: usize) -> Cells {
        let hinged = |all, house: &u8| all | self.hinge_ends(cell, *house as usize);
        self.hinge_houses(cell).iter().fold(PEERS[cell] & self.plane, hinged)
    }

    /// The houses whose hinges a cell may have.
    #[inline]
    fn hinge_houses(&self, cell: usize) -> &'static [u8] {
        match self.hinges {
            Hinges::None => &[],
            Hinges::EmptyRectangle | Hinges::Blocks => &SEEN[cell][..4],
            Hinges::Houses => &SEEN[cell],
        }
    }

    /// The other ends of the hinges of a cell in a house.
    #[inline]
    fn hinge_ends(&self, cell: usize, house: usize) -> Cells {
        let places = HOUSES[house] & self.plane;
        if places.is_empty() {
            return Cells::EMPTY;
        }
        let mut ends = (self.plane - Cells::of(cell)) & self.see_into(house, cell);
        for place in places - PEERS[cell] {
            if ends.is_empty() {
                break;
            }
            ends &= PEERS[place];
        }
        ends
    }

    /// The cells outside a house that see some of its cells; if only empty rectangles count, those that see
    /// it along columns where `cell` sees it along its row, and the other way round.
    #[inline]
    fn see_into(&self, house: usize, cell: usize) -> Cells {
        if house < 18 {
            return !HOUSES[house];
        }
        let [rows, columns] = AROUND[house - 18];
        match self.hinges {
            Hinges::EmptyRectangle if rows.contains(cell) => columns,
            Hinges::EmptyRectangle => rows,
            _ => rows | columns,
        }
    }

    /// The house of the hinge that joins two cells, if they are joined by nothing else.
    pub fn hinge(&self, a: usize, b: usize) -> Option<usize> {
        let houses = self.hinge_houses(a).iter().map(|&house| house as usize);
        let mut houses = houses.filter(|_| !PEERS[a].contains(b));
        houses.find(|&house| self.hinge_ends(a, house).contains(b))
    }

    /// The cells that some odd cycle proves false.
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

    /// The cells of a shortest odd cycle that proves the first of them false, if there is one.
    pub fn cycle(&self, target: usize) -> Option<Vec<usize>> {
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
                return Some(cells);
            }
            if next.is_empty() {
                return None;
            }
            front = next;
        }
        None
    }

    /// The shortest cycle that proves the cell false; `joined` says why two cells are joined that are not the
    /// two of a house.
    fn because(&self, digit: usize, target: usize, joined: impl Fn([usize; 2]) -> Implied) -> Evidence {
        let cells = self.cycle(target).unwrap_or_default();
        let implication = |k: usize| {
            let (a, b) = (cells[k], cells[(k + 1) % cells.len()]);
            let hinge = |house| Implied::Hinge(House(house as u8));
            let nand = || self.hinge(a, b).map_or(Implied::Weak, hinge);
            let or = || if PEERS[a].contains(b) { Implied::Strong } else { joined([a, b]) };
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

/// The houses of which a cell sees something, its own block apart: four blocks, then the lines.
static SEEN: [[u8; 22]; 81] = {
    let mut seen = [[0; 22]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (block_of(cell) / 3, block_of(cell) % 3);
        let mut k = 0;
        while k < 2 {
            seen[cell][k] = (18 + 3 * row + (column + 1 + k) % 3) as u8;
            seen[cell][k + 2] = (18 + 3 * ((row + 1 + k) % 3) + column) as u8;
            k += 1;
        }
        let mut line = 0;
        while line < 18 {
            seen[cell][4 + line] = line as u8;
            line += 1;
        }
        cell += 1;
    }
    seen
};

/// For each block, the cells of the blocks beside it, and of those above and below it.
static AROUND: [[Cells; 2]; 9] = {
    let mut around = [[0; 2]; 9];
    let mut k = 0;
    while k < 81 {
        let (a, b) = (k / 9, k % 9);
        if a != b && a / 3 == b / 3 {
            around[a][0] |= HOUSES[18 + b].0;
        } else if a != b && a % 3 == b % 3 {
            around[a][1] |= HOUSES[18 + b].0;
        }
        k += 1;
    }
    let mut sets = [[Cells::EMPTY; 2]; 9];
    let mut block = 0;
    while block < 9 {
        sets[block] = [Cells(around[block][0]), Cells(around[block][1])];
        block += 1;
    }
    sets
};
