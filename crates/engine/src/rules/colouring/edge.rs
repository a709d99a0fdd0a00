//! The ternary algebra of edges (gsf 2005): three edges in a row are worth one.
//!
//! ```text
//!   edge  text    bit 1: at least one   bit 0: not both      a path a-b-c-d of edges x, y, z
//!    0
//!    1    [a]-[b]                             ×              not both at an end (bit 0): x and z are 1, y is 2
//!    2    [a]=[b]         ×                                  at least one (bit 1):       x and z are 2, y is 1
//!    3    [a][b]          ×                   ×              so, bit by bit:  x & swap(y) & z
//! ```

/// What is known of two cells for one digit: a set of two clauses, "not both hold it" and "at least one does".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Edge(u8);

/// What an edge from a cell to itself says of the cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing.
    Open,
    /// It does not hold the digit.
    False,
    /// It holds the digit.
    True,
    /// Both: there is no solution.
    Contradiction,
}

impl Edge {
    /// The 0-edge: nothing is known.
    pub const NONE: Edge = Edge(0);
    /// The 1-edge: not both.
    pub const NAND: Edge = Edge(1);
    /// The 2-edge: at least one.
    pub const OR: Edge = Edge(2);
    /// The 3-edge: exactly one.
    pub const XOR: Edge = Edge(3);

    /// The edge with these clauses.
    #[inline]
    pub const fn new(nand: bool, or: bool) -> Edge {
        Edge(nand as u8 | (or as u8) << 1)
    }

    /// Whether every clause of `other` is one of this edge.
    #[inline]
    pub const fn has(self, other: Edge) -> bool {
        self.0 & other.0 == other.0
    }

    /// 1 and 2 exchanged: the edge between the negations of both cells.
    #[inline]
    pub const fn swap(self) -> Edge {
        Edge(self.0 >> 1 | self.0 << 1 & 2)
    }

    /// The edge between the ends of a path of three edges: all that the path says of them alone. It is
    /// associative, so any odd path has one value; two 3-edges beside each other are its identity.
    #[inline]
    pub const fn collapse(x: Edge, y: Edge, z: Edge) -> Edge {
        Edge(x.0 & y.swap().0 & z.0)
    }

    /// What the tri-cycle with these edges says of the cell where the first one leaves and the last one arrives.
    pub const fn tri_cycle(x: Edge, y: Edge, z: Edge) -> Verdict {
        match Edge::collapse(x, y, z).0 {
            0 => Verdict::Open,
            1 => Verdict::False,
            2 => Verdict::True,
            _ => Verdict::Contradiction,
        }
    }

    /// What stands between the cells it joins: `-`, `=`, or nothing for a 3-edge (and `?` for a 0-edge).
    pub const fn symbol(self) -> &'static str {
        ["?", "-", "=", ""][self.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Edge; 4] = [Edge::NONE, Edge::NAND, Edge::OR, Edge::XOR];

    /// The multiplication table as gsf prints it.
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
        digits.bytes().map(|digit| ALL[(digit - b'0') as usize]).collect()
    }

    fn triples() -> impl Iterator<Item = [Edge; 3]> {
        (0..64).map(|k| [ALL[k / 16], ALL[k / 4 % 4], ALL[k % 4]])
    }

    fn product([x, y, z]: [Edge; 3]) -> Edge {
        Edge::collapse(x, y, z)
    }

    #[test]
    fn the_table_of_the_seed() {
        let tokens: Vec<&str> = TABLE.split_whitespace().collect();
        assert_eq!(tokens.len(), 128);
        for entry in tokens.chunks(2) {
            let (path, value) = (edges(entry[0]), edges(entry[1]));
            assert_eq!(product([path[0], path[1], path[2]]), value[0], "{}", entry[0]);
        }
    }

    /// Whether the edge allows these values of its ends.
    fn allows(edge: Edge, a: bool, b: bool) -> bool {
        let broken = if a { Edge::NAND } else { Edge::OR };
        a != b || !edge.has(broken)
    }

    const VALUES: [bool; 2] = [false, true];

    /// Exactly the clauses about the ends that hold in all assignments the path allows.
    #[test]
    fn the_product_is_what_the_path_implies() {
        for [x, y, z] in triples() {
            let open = |a, d| {
                let inner = VALUES
                    .map(|b| VALUES.map(|c| allows(x, a, b) && allows(y, b, c) && allows(z, c, d)));
                inner.concat().contains(&true)
            };
            let implied = Edge::new(!open(true, true), !open(false, false));
            // The ends may differ, so there is nothing else to imply.
            assert!(open(true, false) && open(false, true));
            assert_eq!(product([x, y, z]), implied, "{x:?} {y:?} {z:?}");
        }
    }

    #[test]
    fn laws() {
        for [a, b, c] in triples() {
            for (d, e) in (0..16).map(|k| (ALL[k / 4], ALL[k % 4])) {
                let left = product([product([a, b, c]), d, e]);
                let middle = product([a, product([b, c, d]), e]);
                let right = product([a, b, product([c, d, e])]);
                assert!(left == middle && middle == right);
            }
            assert_eq!(product([a, b, c]), product([c, b, a]));
            let swapped = product([a.swap(), b.swap(), c.swap()]);
            assert_eq!(product([a, b, c]).swap(), swapped);
            assert!(![a, b, c].contains(&Edge::NONE) || product([a, b, c]) == Edge::NONE);
        }
        // The identity is a pair, and the only one; around an edge it complements.
        for (a, b) in (0..16).map(|k| (ALL[k / 4], ALL[k % 4])) {
            let is_identity = ALL.iter().all(|&x| product([a, b, x]) == x);
            assert_eq!(is_identity, a == Edge::XOR && b == Edge::XOR);
        }
        for x in ALL {
            assert_eq!(product([Edge::XOR, x, Edge::XOR]), x.swap());
        }
    }

    /// The ten tri-cycles with the verdict at the vertex opposite to each edge, 0 where there is none; x says
    /// that the cycle contradicts itself.
    const TRI_CYCLES: &str = "
        111 ...  222 ...  112 ..F  113 ..F  122 T..  223 ..T
        123 TF.  133 TFF  233 FTT  333 xxx";

    #[test]
    fn tri_cycles() {
        let tokens: Vec<&str> = TRI_CYCLES.split_whitespace().collect();
        assert_eq!(tokens.len(), 20);
        for entry in tokens.chunks(2) {
            let cycle = edges(entry[0]);
            for (k, letter) in entry[1].char_indices() {
                // The vertex opposite to edge k: where the edge before it and the edge after it meet.
                let (after, before) = (cycle[(k + 1) % 3], cycle[(k + 2) % 3]);
                let verdict = Edge::tri_cycle(after, cycle[k], before);
                let allowed = VALUES.map(|a| {
                    let inner = VALUES.map(|b| {
                        VALUES.map(|c| {
                            allows(after, a, b) && allows(cycle[k], b, c) && allows(before, c, a)
                        })
                    });
                    inner.concat().contains(&true)
                });
                let (implied, expected) = match allowed {
                    [true, true] => (Verdict::Open, '.'),
                    [true, false] => (Verdict::False, 'F'),
                    [false, true] => (Verdict::True, 'T'),
                    [false, false] => (Verdict::Contradiction, 'x'),
                };
                assert_eq!((verdict, letter), (implied, expected), "{} at {k}", entry[0]);
            }
        }
    }
}
