//! Fish with fins, and chains from the fins.

use super::{Implies, Notation, forcing_chains::chain_text, hall, list};
use crate::grid::{Candidate, notation::Variable};
use serde::{Deserialize, Serialize};

/// A fish with fins, and chains that lead to the same conclusion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kraken {
    /// The base lines.
    pub variables: Vec<Variable>,
    /// The covering lines.
    pub transversals: Vec<Variable>,
    /// Candidates of the base lines outside the covering lines.
    pub fins: Vec<Candidate>,
    /// Covering line whose candidates in base lines start chains too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<Variable>,
    /// A chain from each fin, and from each place of `cover` in base lines, the end first.
    pub chains: Vec<Vec<Implies>>,
}

impl Kraken {
    /// Formats as `n5{r1 r4}{c2 c7}: n5r1c3 → ¬n5r2c2 | n5r4c9 → …`; `n5{r1 r4}{c2 c7} by c2n5: …`.
    pub(super) fn text(&self, notation: Notation) -> String {
        let by = self.cover.map_or(String::new(), |cover| format!(" by {}", notation.variable(cover)));
        let chains = self.chains.iter().map(|chain| chain_text(chain, false, notation));
        let houses = hall::houses(&self.variables, &self.transversals, notation);
        format!("{houses}{by}: {}", list(chains, " | "))
    }
}
