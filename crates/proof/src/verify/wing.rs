//! Wings of three cells.

use super::proved::{digits, open_cells};
use super::state::{are_peers, linked};
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, Wing};
use crate::grid::{Candidate, Digit};

/// Checks a wing: whatever the pivot holds, it or one of the wings has the digit that the wings share.
pub(super) fn wing(claim: &Claim, Wing { pivot, wings: [a, b] }: &Wing) -> Checked<()> {
    claim.is_of(&[Clause::Wing])?;
    let state = claim.state;
    let cells = open_cells(state, &[*pivot, *a, *b])?;
    let [pivot, a, b] = [cells[0], cells[1], cells[2]];
    let [of_pivot, of_a, of_b] = [pivot, a, b].map(|cell| digits(state, cell));
    let common: Vec<Digit> = of_a.iter().copied().filter(|digit| of_b.contains(digit)).collect();
    let [z] = common[..] else { return Err("the wings do not share one digit".into()) };
    ensure(of_a.len() == 2 && of_b.len() == 2, "the wings have not two candidates")?;
    let at = |digit, cell| Candidate { digit, cell };
    ensure(are_peers(pivot, a) && are_peers(pivot, b), "a wing is not seen by the pivot")?;
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
    claim.removes(|target| ends.iter().all(|&end| linked(end, *target)))
}
