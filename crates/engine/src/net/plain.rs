//! The plain net of a grid, for speed: only candidates with a strong link are numbered.
//!
//! A candidate inside an alternating chain is an end of a strong link, so the closure is needed only between
//! ends of strong links, which are at most half of the candidates. Any other candidate fails if it is linked
//! to both ends of a derived strong link, which takes one test per candidate.
//!
//! ```text
//!   group    a cell, or a digit in a house: its candidates are pairwise NAND
//!   in_group[g]    strong ends in group g                united over a candidate's groups: its NANDs
//!   after[g]       true if one of these ends is false    united: true with the candidate if not an end
//! ```

use super::{Clauses, GROUPS, groups_of};
use crate::graph::Bits;
use crate::grid::{Candidate, Candidates, Digit, Grid};

/// Returns the candidates of `grid`, in which singles are exhausted, that are false by its plain net.
pub fn failed(grid: &Grid) -> Candidates {
    let survey = LinkSurvey::of(grid);
    match survey.ends.len() {
        0..=64 => survey.failed::<1>(),
        65..=128 => survey.failed::<2>(),
        129..=256 => survey.failed::<4>(),
        _ => survey.failed::<12>(),
    }
}

/// Candidates with a strong link, and all others; each with its groups.
struct LinkSurvey {
    ends: Vec<(Candidate, [usize; 4])>,
    others: Vec<(Candidate, [usize; 4])>,
    counts: [u8; GROUPS],
}

impl LinkSurvey {
    fn of(grid: &Grid) -> LinkSurvey {
        let mut counts = [0; GROUPS];
        let mut all = Vec::with_capacity(256);
        for digit in Digit::all() {
            for cell in grid.open_plane(digit) {
                let candidate = Candidate::new(digit, cell);
                let groups = groups_of(candidate);
                groups.iter().for_each(|&group| counts[group] += 1);
                all.push((candidate, groups));
            }
        }
        let is_end = |entry: &(Candidate, [usize; 4])| entry.1.iter().any(|&g| counts[g] == 2);
        let (ends, others) = all.into_iter().partition(is_end);
        LinkSurvey { ends, others, counts }
    }

    fn failed<const W: usize>(&self) -> Candidates {
        let mut in_group = [Bits::<W>::EMPTY; GROUPS];
        for (i, (_, groups)) in self.ends.iter().enumerate() {
            groups.iter().for_each(|&group| in_group[group].insert(i));
        }
        let united = |of: &[Bits<W>; GROUPS], groups: &[usize; 4]| {
            of[groups[0]] | of[groups[1]] | of[groups[2]] | of[groups[3]]
        };
        let mut clauses = Clauses::new(self.ends.len());
        for (i, (_, groups)) in self.ends.iter().enumerate() {
            clauses.nand[i] = united(&in_group, groups);
            clauses.nand[i].remove(i);
            for &group in groups.iter().filter(|&&group| self.counts[group] == 2) {
                clauses.or[i] |= in_group[group];
            }
            clauses.or[i].remove(i);
        }
        let closure = clauses.close();
        let mut failed = Candidates::EMPTY;
        let mut after = [Bits::<W>::EMPTY; GROUPS];
        for (i, &(candidate, groups)) in self.ends.iter().enumerate() {
            if closure.is_false(i) {
                failed.insert(candidate);
            }
            let true_without = closure.true_without(i);
            groups.iter().for_each(|&group| after[group] |= true_without);
        }
        for &(candidate, ref groups) in &self.others {
            if united(&after, groups).intersects(&united(&in_group, groups)) {
                failed.insert(candidate);
            }
        }
        failed
    }
}
