//! The net of a resolution state: every undecided candidate is a variable.

use super::{Clauses, GROUPS, groups_of};
use crate::graph::{Bits, size_of};
use crate::grid::{Candidate, Candidates, Cells, Grid};

/// The net of a grid (Sudopedia, *BR Net*): candidates of one cell, and of one digit in one house,
/// are NAND; where there are only two, XOR. Nothing else, until clauses are added.
pub struct Net<const W: usize> {
    /// The candidate behind each variable, by digit, then cell.
    pub candidates: Vec<Candidate>,
    /// The clauses.
    pub clauses: Clauses<W>,
    /// The variable of a candidate, at 81·digit + cell.
    numbers: Vec<u16>,
}

impl<const W: usize> Net<W> {
    /// The net of `grid`, in which singles are exhausted. It must fit: at most `64 · W` candidates.
    pub fn of(grid: &Grid) -> Net<W> {
        let candidates: Vec<Candidate> = grid.candidates().iter().collect();
        let mut numbers = vec![u16::MAX; 729];
        let mut groups = vec![Bits::<W>::EMPTY; GROUPS];
        for (i, &candidate) in candidates.iter().enumerate() {
            numbers[81 * candidate.digit as usize + candidate.cell as usize] = i as u16;
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

    /// The variable of an undecided candidate.
    #[inline]
    pub fn number(&self, candidate: Candidate) -> usize {
        self.numbers[81 * candidate.digit as usize + candidate.cell as usize] as usize
    }

    /// The variables of the undecided candidates of `digit` in `cells`; those cells must have them.
    pub fn variables(&self, digit: usize, cells: Cells) -> Bits<W> {
        cells.map(|cell| self.number(Candidate::new(digit, cell))).collect()
    }

    /// The candidates of some variables.
    pub fn candidates_of(&self, variables: &Bits<W>) -> Candidates {
        variables.iter().map(|i| self.candidates[i]).collect()
    }
}

/// Something to do with the net of a grid, whatever its width.
pub trait NetJob {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<const W: usize>(self, net: Net<W>) -> Self::Output;
}

/// Runs `job` on the net of `grid`, in rows as wide as the number of candidates asks for (see
/// [`crate::graph::AnyWidth`] for how many there are).
pub fn with_net<J: NetJob>(grid: &Grid, job: J) -> J::Output {
    match size_of(grid).0 {
        0..=128 => job.run(Net::<2>::of(grid)),
        129..=256 => job.run(Net::<4>::of(grid)),
        257..=512 => job.run(Net::<8>::of(grid)),
        _ => job.run(Net::<12>::of(grid)),
    }
}
