//! 2-SAT by bit matrices: the clauses of a net, and all their implications.

use super::Grl;
use crate::graph::Bits;
use crate::grid::mask::Mask;

/// Variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Literal {
    /// The number of the variable.
    pub variable: usize,
    /// Whether the literal says that the variable is true.
    pub holds: bool,
}

impl Literal {
    /// Returns the literal that the variable is true.
    pub fn yes(variable: usize) -> Literal {
        Literal { variable, holds: true }
    }

    /// Returns the literal that the variable is false.
    pub fn no(variable: usize) -> Literal {
        Literal { variable, holds: false }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;
    fn not(self) -> Literal {
        Literal { holds: !self.holds, ..self }
    }
}

/// Clauses of two literals on variables numbered from 0, at most `64 · W`. Rows may be changed directly as
/// long as the first two matrices stay symmetric.
///
/// ```text
///   nand[i]      k: not both i and k      i → ¬k        i itself: i is false
///   or[i]        k: i or k               ¬i →  k        i itself: i is true
///   implies[i]   k: not i without k       i →  k        no rows until there is such a clause
/// ```
#[derive(Clone, Debug, Default)]
pub struct Clauses<const W: usize> {
    /// Pairs of which at most one is true.
    pub nand: Vec<Bits<W>>,
    /// Pairs of which at least one is true.
    pub or: Vec<Bits<W>>,
    /// Pairs of which the first implies the second.
    pub implies: Vec<Bits<W>>,
}

impl<const W: usize> Clauses<W> {
    /// Returns an empty set of clauses on `size` variables.
    pub fn new(size: usize) -> Clauses<W> {
        let rows = vec![Bits::EMPTY; size];
        Clauses { nand: rows.clone(), or: rows, implies: Vec::new() }
    }

    /// Returns the number of variables.
    pub fn size(&self) -> usize {
        self.nand.len()
    }

    /// Adds the clause `from → to`, which is also `¬to → ¬from`.
    pub fn add(&mut self, from: Literal, to: Literal) {
        let (i, k) = (from.variable, to.variable);
        match (from.holds, to.holds) {
            (true, false) => {
                self.nand[i].insert(k);
                self.nand[k].insert(i);
            }
            (false, true) => {
                self.or[i].insert(k);
                self.or[k].insert(i);
            }
            (true, true) => self.implications()[i].insert(k),
            (false, false) => self.implications()[k].insert(i),
        }
    }

    /// Returns the rows of `implies`, and creates them if need be.
    pub fn implications(&mut self) -> &mut [Bits<W>] {
        self.implies.resize(self.nand.len(), Bits::EMPTY);
        &mut self.implies
    }

    /// Returns the variables that a single clause makes true, and those it makes false, given the literal.
    pub fn next(&self, literal: Literal) -> [Bits<W>; 2] {
        let i = literal.variable;
        let implied = self.implies.get(i).copied().unwrap_or(Bits::EMPTY);
        if literal.holds {
            [implied, self.nand[i]]
        } else {
            let implying = (0..self.implies.len()).filter(|&k| self.implies[k].contains(i));
            [self.or[i], implying.collect()]
        }
    }

    /// Computes the closure between positive literals: a path from `i` to `k` changes its sign an even number
    /// of times, so with J the closure of `implies` it is
    ///
    /// ```text
    ///   P = (J ∪ A·Jᵀ·B)*,  A = nand, B = or;        i fails if P[i] meets J·A[i]
    /// ```
    ///
    /// Without implications J is the identity, and P is the `(A·B)*` of docs/theory.md, "Binary relationship
    /// nets". The other three quarters of the implication graph follow from P, see [`Closure`].
    pub fn close(self) -> Closure<W> {
        let Clauses { nand, or, implies } = self;
        let (nand, or, mut reach) = if implies.is_empty() {
            let size = nand.len();
            (nand, or, vec![Bits::EMPTY; size])
        } else {
            let mut implies = implies;
            close_over(&mut implies);
            let implied_by = transposed(&implies);
            (product(&implies, &nand), product(&implied_by, &or), implies)
        };
        // A path continues only through a variable with an OR clause.
        let has_or = |&i: &usize| !or[i].is_empty();
        let strong: Bits<W> = (0..or.len()).filter(has_or).collect();
        for (i, row) in reach.iter_mut().enumerate() {
            *row = (nand[i] & strong).iter().fold(*row, |all, j| all | or[j]);
            row.insert(i);
        }
        close_over(&mut reach);
        Closure { nand, or, reach }
    }
}

/// Computes the reflexive and transitive closure (Warshall), with four intermediate numbers at once. A table
/// holds the 16 unions of what the four numbers reach, and each row takes the union for its own intermediate
/// numbers (the method of the four Russians).
fn close_over<const W: usize>(rows: &mut [Bits<W>]) {
    let (mut reached, mut reaching) = (Bits::EMPTY, Bits::EMPTY);
    for (i, row) in rows.iter_mut().enumerate() {
        row.remove(i);
        reached |= *row;
        if !row.is_empty() {
            reaching.insert(i);
        }
        row.insert(i);
    }
    let inner: Bits<W> = reached & reaching;
    for first in (0..rows.len()).step_by(4) {
        let four = |row: &Bits<W>| (row.0[first / 64] >> (first % 64) & 15) as usize;
        if four(&inner) == 0 {
            continue;
        }
        let last = rows.len().min(first + 4);
        for k in first..last {
            let via = rows[k];
            rows[first..last].iter_mut().filter(|row| row.contains(k)).for_each(|row| *row |= via);
        }
        let mut unions = [Bits::EMPTY; 16];
        for set in 1..1 << (last - first) {
            unions[set] = unions[set & (set - 1)] | rows[first + set.lowest()];
        }
        for row in rows.iter_mut() {
            *row |= unions[four(row)];
        }
    }
}

/// Returns the product of two matrices: row `i` is the union of the rows `of[k]`, k in `rows[i]`.
fn product<const W: usize>(rows: &[Bits<W>], of: &[Bits<W>]) -> Vec<Bits<W>> {
    rows.iter().map(|row| row.iter().fold(Bits::EMPTY, |all, k| all | of[k])).collect()
}

fn transposed<const W: usize>(rows: &[Bits<W>]) -> Vec<Bits<W>> {
    let mut result = vec![Bits::EMPTY; rows.len()];
    for (i, row) in rows.iter().enumerate() {
        row.iter().for_each(|k| result[k].insert(i));
    }
    result
}

/// All implications of the clauses of a net.
///
/// ```text
///   reach[i]   k:  i →* k,  i itself included               ¬k →* ¬i
///   nand[i]    k:  i → j … j' → ¬k, one nand among implications      (J·A)
///   or[i]      k: ¬i → ¬j … ¬j' → k, one or at the end of implications  (Jᵀ·B)
/// ```
pub struct Closure<const W: usize> {
    nand: Vec<Bits<W>>,
    or: Vec<Bits<W>>,
    /// For each variable, the variables that are true if it is, itself included.
    pub reach: Vec<Bits<W>>,
}

impl<const W: usize> Closure<W> {
    /// Whether the variable must be false: `i →* ¬i`.
    #[inline]
    pub fn is_false(&self, i: usize) -> bool {
        self.reach[i].intersects(&self.nand[i])
    }

    /// Whether the variable must be true: `¬i →* i`.
    pub fn is_true(&self, i: usize) -> bool {
        self.true_without(i).contains(i)
    }

    /// Whether the literal cannot hold.
    pub fn fails(&self, literal: Literal) -> bool {
        if literal.holds { self.is_false(literal.variable) } else { self.is_true(literal.variable) }
    }

    /// Whether no values satisfy all clauses.
    pub fn is_contradictory(&self) -> bool {
        (0..self.reach.len()).any(|i| self.is_false(i) && self.is_true(i))
    }

    /// Returns the variables that must be false.
    pub fn false_variables(&self) -> Bits<W> {
        (0..self.reach.len()).filter(|&i| self.is_false(i)).collect()
    }

    /// Returns for each variable the variables that are false if it is true.
    pub fn false_with(&self) -> Vec<Bits<W>> {
        product(&self.reach, &transposed(&self.nand))
    }

    /// Returns the variables that are true if `i` is false.
    pub fn true_without(&self, i: usize) -> Bits<W> {
        self.or[i].iter().fold(Bits::EMPTY, |all, k| all | self.reach[k])
    }

    /// Returns for each variable the variables that are false if it is, itself included.
    pub fn false_without(&self) -> Vec<Bits<W>> {
        transposed(&self.reach)
    }

    /// Whether `from` implies `to`: `from →* to`.
    pub fn implies(&self, from: Literal, to: Literal) -> bool {
        let (i, k) = (from.variable, to.variable);
        match (from.holds, to.holds) {
            (true, true) => self.reach[i].contains(k),
            (true, false) => self.reach[i].intersects(&self.nand[k]),
            (false, true) => self.or[i].iter().any(|j| self.reach[j].contains(k)),
            (false, false) => self.reach[k].contains(i),
        }
    }

    /// Returns the refined GRL of two different variables: exactly the pairs of values that they have in some
    /// solution. The clauses must have a solution.
    pub fn refined(&self, x: usize, y: usize) -> Grl {
        let mut grl = Grl(0);
        for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
            let [l, m] = [(x, a), (y, b)].map(|(variable, holds)| Literal { variable, holds });
            if !self.fails(l) && !self.fails(m) && !self.implies(l, !m) {
                grl.0 |= Grl::pair(a, b).0;
            }
        }
        grl
    }
}
