//! Net of a resolution state: every undecided candidate is a variable.

use super::{Clauses, GROUPS, groups_of};
use crate::graph::Bits;
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid};

/// Net of a grid (Sudopedia, *BR Net*): candidates of one cell, and of one digit in one house, are NAND, or
/// XOR if there are only two. It has no other relations until clauses are added.
pub struct Net<const W: usize> {
    /// The candidate of each variable, ordered by digit, then by cell.
    pub candidates: Vec<Candidate>,
    /// Clauses between the variables.
    pub clauses: Clauses<W>,
    /// The variable of a candidate, at 81·digit + cell.
    numbers: Vec<u16>,
}

impl<const W: usize> Net<W> {
    /// Builds the net of `grid`, in which singles are exhausted. It must fit: at most `64 · W` candidates.
    pub fn of(grid: &Grid) -> Net<W> {
        let candidates: Vec<Candidate> = grid.candidates().iter().collect();
        let mut numbers = vec![u16::MAX; 729];
        let mut groups = vec![Bits::<W>::EMPTY; GROUPS];
        for (i, (number, &candidate)) in (0..).zip(&candidates).enumerate() {
            numbers[81 * candidate.digit.index() + candidate.cell.index()] = number;
            groups_of(candidate).iter().for_each(|&group| groups[group].insert(i));
        }
        let mut clauses = Clauses::new(candidates.len());
        for (i, &candidate) in candidates.iter().enumerate() {
            let linked = groups_of(candidate).iter().fold(Bits::EMPTY, |all, &g| all | groups[g]);
            clauses.nand[i] = linked;
            clauses.nand[i].remove(i);
        }
        for group in groups {
            let mut members = group.iter();
            if let (Some(i), Some(k), None) = (members.next(), members.next(), members.next()) {
                clauses.or[i].insert(k);
                clauses.or[k].insert(i);
            }
        }
        Net { candidates, clauses, numbers }
    }

    /// Returns the variable of an undecided candidate.
    #[inline]
    pub fn number(&self, candidate: Candidate) -> usize {
        usize::from(self.numbers[81 * candidate.digit.index() + candidate.cell.index()])
    }

    /// Returns the variables of `digit` in `cells`; it must be an undecided candidate in all of them.
    pub fn variables(&self, digit: Digit, cells: Cells) -> Bits<W> {
        cells.map(|cell| self.number(Candidate::new(digit, cell))).collect()
    }

    /// Returns the candidates of some variables.
    pub fn candidates_of(&self, variables: &Bits<W>) -> Candidates {
        variables.iter().map(|i| self.candidates[i]).collect()
    }
}

/// Evaluates an expression with the net of a grid, with rows as wide as the number of candidates needs.
macro_rules! with_net {
    ($grid:expr, |$net:ident| $does:expr) => {
        $crate::net::with_net!($grid, |$net| $does; 128 2, 256 4, 768 12)
    };
    ($grid:expr, |$net:ident| $does:expr; $($most:literal $words:literal),*) => {{
        let size = $crate::graph::size_of($grid).0;
        $(if size <= $most {
            let $net = $crate::net::Net::<$words>::of($grid);
            $does
        } else)* {
            unreachable!("there are 729 candidates")
        }
    }};
}

pub(crate) use with_net;
