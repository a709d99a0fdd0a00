//! Hinges: NANDs by way of a house (docs/theory.md, "Hinges").

use crate::grid::{Candidate, Digit, Grid, House};

/// House in which each candidate of a digit is linked to `ends[0]` or to `ends[1]`. The ends are outside the
/// house and not linked: so they are not both true. If one candidate is linked to all of them, both ends are
/// that candidate: it is false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hinge {
    /// The house.
    pub house: House,
    /// The two candidates outside the house.
    pub ends: [Candidate; 2],
}

/// Calls `found` for every hinge of `grid`, in which singles are exhausted.
pub fn hinges(grid: &Grid, mut found: impl FnMut(Hinge)) {
    for digit in Digit::all() {
        let plane = grid.open_plane(digit);
        for house in House::all() {
            let (held, outside) = (plane & house.cells(), plane - house.cells());
            if held.is_empty() {
                continue;
            }
            for a in outside {
                let rest = held - a.peers();
                let partners = rest.fold(outside - a.peers(), |all, cell| all & cell.peers());
                for b in partners.filter(|&b| b >= a) {
                    found(Hinge { house, ends: [a, b].map(|cell| Candidate::new(digit, cell)) });
                }
            }
        }
    }
}
