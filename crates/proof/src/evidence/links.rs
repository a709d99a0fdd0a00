//! Chains of alternating strong and weak links between candidates, groups of candidates, and digits of almost
//! locked sets; nets of two colours.

use super::list;
use crate::grid::Candidate;
use crate::grid::notation::{Variable, label};
use serde::{Deserialize, Serialize};

/// A strong link: if all candidates of one side are false, one of the other side is true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strong {
    /// A digit in a house with all its places on the two sides; or `n` cells with `n + 1` digits, where each
    /// side is one of the digits.
    pub by: Vec<Variable>,
    /// One side.
    pub from: Vec<Candidate>,
    /// The other side.
    pub to: Vec<Candidate>,
}

impl Strong {
    /// Formats as `r3n5{c1 c4}`, `b4n5{r4c1+r4c3 r5c2}`, `r1c2{n1 n2}`, `[r1c2 r1c3]{n1 n2}`.
    fn text(&self) -> String {
        let side = |side: &[Candidate]| match (&self.by[..], side.first()) {
            ([variable @ Variable::In(..)], _) => list(side.iter().map(|&one| variable.value(one)), "+"),
            (_, Some(one)) => one.digit.to_string(),
            _ => String::new(),
        };
        let by = match &self.by[..] {
            [variable] => variable.to_string(),
            cells => format!("[{}]", list(cells, " ")),
        };
        format!("{by}{{{} {}}}", side(&self.from), side(&self.to))
    }
}

/// Formats a chain: `r3n5{c1 c4} - r8n5{c4 c2}`.
pub(super) fn chain(links: &[Strong]) -> String {
    list(links.iter().map(Strong::text), " - ")
}

/// Formats rings: `r3n5{c1 c4} - r8n5{c4 c1} and …`.
pub(super) fn rings(rings: &[Vec<Strong>]) -> String {
    list(rings.iter().map(|ring| chain(ring)), " and ")
}

/// Two colours of a digit's candidates: all candidates of one colour are true, or all candidates of the
/// other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Colours {
    /// Houses where the digit has two places, one of each colour; together they connect all the places.
    pub pairs: Vec<Variable>,
    /// The two colours.
    pub colours: [Vec<Candidate>; 2],
}

/// Formats the colours and the houses of each net: `{n5r1c2 n5r3c4|n5r1c7} by r1n5 c7n5`.
pub(super) fn nets(nets: &[Colours]) -> String {
    let net = |Colours { pairs, colours: [one, other] }: &Colours| {
        let [one, other] = [one, other].map(|colour| list(colour.iter().map(|&c| label(c)), " "));
        format!("{{{one}|{other}}} by {}", list(pairs, " "))
    };
    list(nets.iter().map(net), " and ")
}
