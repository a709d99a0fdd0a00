//! Aligned pair and triplet exclusion.

use super::proved::{digits, open_cells};
use super::state::are_peers;
use super::{Checked, Claim, ensure};
use crate::evidence::{AlignedExclusion, Clause};
use crate::grid::Digit;

/// Checks that the targets are in no assignment of the cells that leaves each excluder a digit.
pub(super) fn aligned_exclusion(claim: &Claim, of: &AlignedExclusion) -> Checked<()> {
    claim.is_of(&[Clause::AlignedExclusion])?;
    let state = claim.state;
    let (bases, excluders) = (open_cells(state, &of.cells)?, open_cells(state, &of.excluders)?);
    ensure(bases.len() == claim.number, "the rule has another number of cells")?;
    let all_seen = excluders.iter().all(|&one| bases.iter().all(|&base| are_peers(one, base)));
    ensure(all_seen, "an excluder does not see all of the cells")?;
    let left: Vec<Vec<Digit>> = excluders.iter().map(|&cell| digits(state, cell)).collect();
    let of_bases: Vec<Vec<Digit>> = bases.iter().map(|&cell| digits(state, cell)).collect();
    let mut assignments: Vec<Vec<Digit>> = vec![Vec::new()];
    for digits in &of_bases {
        let with = |before: &Vec<Digit>| -> Vec<Vec<Digit>> {
            digits.iter().map(|&digit| [&before[..], &[digit]].concat()).collect()
        };
        assignments = assignments.iter().flat_map(with).collect();
    }
    let is_possible = |assigned: &Vec<Digit>| {
        let clash = |k: usize, j: usize| assigned[k] == assigned[j] && are_peers(bases[k], bases[j]);
        let clashes = (0..bases.len()).any(|k| (0..k).any(|j| clash(k, j)));
        !clashes && left.iter().all(|digits| digits.iter().any(|digit| !assigned.contains(digit)))
    };
    assignments.retain(is_possible);
    claim.removes(|target| {
        let mut at = (0..bases.len()).filter(|&at| bases[at] == target.cell);
        at.any(|at| assignments.iter().all(|all| all[at] != target.digit))
    })
}
