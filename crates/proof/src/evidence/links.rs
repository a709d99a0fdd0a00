//! Chains of strong and weak links by turns, between candidates, groups of them, and digits of almost locked
//! sets; nets of two colours.

use super::list;
use crate::grid::Candidate;
use crate::grid::notation::{Variable, label};
use serde::{Deserialize, Serialize};

/// A strong link: if all candidates of one side are false, one of the other side is true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strong {
    /// A digit in a house, all of whose places are on the two sides; or `n` cells with `n + 1` digits, each
    /// side being a digit of them.
    pub by: Vec<Variable>,
    /// One side.
    pub from: Vec<Candidate>,
    /// The other.
    pub to: Vec<Candidate>,
}

impl Strong {
    /// `r3n5{c1 c4}`, `b4n5{r4c1+r4c3 r5c2}`, `r1c2{n1 n2}`, `[r1c2 r1c3]{n1 n2}`.
    fn text(&self) -> String {
        let side = |side: &[Candidate]| match (&self.by[..], side.first()) {
            ([variable @ (Variable::Row(..) | Variable::Column(..) | Variable::Block(..))], _) => {
                list(side.iter().map(|&one| variable.value(one)), "+")
            }
            (_, Some(one)) => format!("n{}", one.digit + 1),
            _ => String::new(),
        };
        let by = match &self.by[..] {
            [variable] => variable.to_string(),
            cells => format!("[{}]", list(cells, " ")),
        };
        format!("{by}{{{} {}}}", side(&self.from), side(&self.to))
    }
}

/// `r3n5{c1 c4} - r8n5{c4 c2}`.
pub(super) fn chain(links: &[Strong]) -> String {
    list(links.iter().map(Strong::text), " - ")
}

/// Two colours of candidates of a digit: those of one are true, or those of the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Colours {
    /// Houses of the digit with two places, one of each colour; all the places hang together by them.
    pub pairs: Vec<Variable>,
    /// The two colours.
    pub colours: [Vec<Candidate>; 2],
}

/// `{n5r1c2 n5r3c4|n5r1c7} by r1n5 c7n5`: the colours of a net and its houses; and the same of the other.
pub(super) fn nets(nets: &[Colours]) -> String {
    let net = |Colours { pairs, colours: [one, other] }: &Colours| {
        let [one, other] = [one, other].map(|colour| list(colour.iter().map(|&c| label(c)), " "));
        format!("{{{one}|{other}}} by {}", list(pairs, " "))
    };
    list(nets.iter().map(net), " and ")
}
