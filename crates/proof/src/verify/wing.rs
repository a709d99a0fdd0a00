//! Wings of three cells.

use super::position::Position;
use super::proved::Proved;
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, Wing};
use crate::grid::{Candidate, Digit};

pub(super) fn wing(claim: &Claim, of: &Wing) -> Checked<()> {
    claim.is_of(&[Clause::Wing])?;
    proved(claim.state, of)?.covers(claim)
}

/// Checks a wing: whatever the pivot holds, it or one of the wings has the digit that the wings share.
pub(crate) fn proved(state: &impl Position, Wing { pivot, wings: [a, b] }: &Wing) -> Checked<Proved> {
    let cells = state.open_cells_among(&[*pivot, *a, *b])?;
    let [pivot, a, b] = [cells[0], cells[1], cells[2]];
    let [of_pivot, of_a, of_b] = [state.digits_of(pivot)?, state.digits_of(a)?, state.digits_of(b)?];
    let common: Vec<Digit> = of_a.iter().copied().filter(|digit| of_b.contains(digit)).collect();
    let [z] = common[..] else { return Err("the wings do not share one digit".into()) };
    ensure(of_a.len() == 2 && of_b.len() == 2, "the wings have not two candidates")?;
    let at = |digit, cell| Candidate { digit, cell };
    let are_seen = state.share_house(pivot, a) && state.share_house(pivot, b);
    ensure(are_seen, "a wing is not seen by the pivot")?;
    let mut ends = vec![at(z, a), at(z, b)];
    for &digit in &of_pivot {
        match digit {
            _ if digit == z => ends.push(at(z, pivot)),
            _ => {
                let is_known = of_a.contains(&digit) || of_b.contains(&digit);
                ensure(is_known, "a candidate of the pivot is in no wing")?;
            }
        }
    }
    let is_seen = |target: &Candidate| ends.iter().all(|&end| state.excludes(end, *target));
    Ok(Proved::Gone(state.every_candidate().into_iter().filter(is_seen).collect()))
}
