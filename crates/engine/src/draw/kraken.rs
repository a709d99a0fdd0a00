//! Marks for fish with chains from the fins.

use super::marks::Marks;
use crate::evidence::Kraken;
use crate::grid::Candidates;

impl Marks {
    /// Marks a fish, and the chains from its fins.
    pub(super) fn kraken(&mut self, kraken: &Kraken, candidates: &Candidates) {
        self.fish(&kraken.variables, &kraken.transversals, &kraken.fins, candidates);
        self.forcing_chains(&kraken.chains);
    }
}
