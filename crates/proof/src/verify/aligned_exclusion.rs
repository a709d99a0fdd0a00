//! Aligned pair and triplet exclusion.

use super::position::Position;
use super::proved::Proved;
use super::{Checked, Claim, ensure};
use crate::evidence::{AlignedExclusion, Clause};
use crate::grid::{Candidate, Digit};

pub(super) fn aligned_exclusion(claim: &Claim, of: &AlignedExclusion) -> Checked<()> {
    claim.is_of(&[Clause::AlignedExclusion])?;
    proved(claim.state, claim.number, of)?.covers(claim)
}

/// Checks that all excluders see the cells, as many as the rule says; returns the candidates that are in no
/// assignment of the cells that leaves each excluder a digit.
pub(crate) fn proved(state: &impl Position, number: usize, of: &AlignedExclusion) -> Checked<Proved> {
    let bases = state.open_cells_among(&of.cells)?;
    let excluders = state.open_cells_among(&of.excluders)?;
    ensure(bases.len() == number, "the rule has another number of cells")?;
    let all_seen = excluders.iter().all(|&one| bases.iter().all(|&base| state.share_house(one, base)));
    ensure(all_seen, "an excluder does not see all of the cells")?;
    let digits = |cells: &[_]| cells.iter().map(|&cell| state.digits_of(cell)).collect::<Checked<Vec<_>>>();
    let (left, of_bases) = (digits(&excluders)?, digits(&bases)?);
    let mut assignments: Vec<Vec<Digit>> = vec![Vec::new()];
    for digits in &of_bases {
        let with = |before: &Vec<Digit>| -> Vec<Vec<Digit>> {
            digits.iter().map(|&digit| [&before[..], &[digit]].concat()).collect()
        };
        assignments = assignments.iter().flat_map(with).collect();
    }
    let is_possible = |assigned: &Vec<Digit>| {
        let clash = |k: usize, j: usize| assigned[k] == assigned[j] && state.share_house(bases[k], bases[j]);
        let clashes = (0..bases.len()).any(|k| (0..k).any(|j| clash(k, j)));
        !clashes && left.iter().all(|digits| digits.iter().any(|digit| !assigned.contains(digit)))
    };
    assignments.retain(is_possible);
    let is_gone = |target: &Candidate| {
        let mut at = (0..bases.len()).filter(|&at| bases[at] == target.cell);
        at.any(|at| assignments.iter().all(|all| all[at] != target.digit))
    };
    Ok(Proved::Gone(state.every_candidate().into_iter().filter(is_gone).collect()))
}
