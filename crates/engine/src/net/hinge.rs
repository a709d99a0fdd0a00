//! Hinges: NANDs by way of a house (docs/theory.md, "Hinges").

use crate::grid::{Candidate, Grid, HOUSES, PEERS};

/// Each candidate of a digit in the house is linked to `ends[0]` or to `ends[1]`, which are outside it and
/// not linked: so these two are not both true. They are one and the same if it is linked to all of them: it
/// is false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hinge {
    /// Index into [`HOUSES`].
    pub house: usize,
    /// The two candidates.
    pub ends: [Candidate; 2],
}

/// Calls `found` for every hinge of `grid`, in which singles are exhausted.
pub fn hinges(grid: &Grid, mut found: impl FnMut(Hinge)) {
    for digit in 0..9 {
        let plane = grid.open_plane(digit);
        for (house, &cells) in HOUSES.iter().enumerate() {
            let (held, outside) = (plane & cells, plane - cells);
            if held.is_empty() {
                continue;
            }
            for a in outside {
                let rest = held - PEERS[a];
                let partners = rest.fold(outside - PEERS[a], |all, cell| all & PEERS[cell]);
                for b in partners.filter(|&b| b >= a) {
                    found(Hinge { house, ends: [a, b].map(|cell| Candidate::new(digit, cell)) });
                }
            }
        }
    }
}
