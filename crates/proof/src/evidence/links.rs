//! Chains of alternating strong and weak links between candidates, groups of candidates, and digits of almost
//! locked sets; nets of two colours.

use super::{list, players::Told};
use crate::grid::notation::{Variable, label};
use crate::grid::{Candidate, Digit};
use serde::{Deserialize, Serialize};

/// A strong link: if all candidates of one side are false, one of the other side is true.
///
/// The link of a unique rectangle or of a grave has the guardians on its sides: without a true one there
/// would be a second solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strong {
    /// A digit in a house with all its places on the two sides; or `n` cells with `n + 1` digits, where each
    /// side is one of the digits; or the corners of a rectangle, and its digits in the houses that confine
    /// them; or nothing, for a grave.
    pub by: Vec<Variable>,
    /// The two digits of a rectangle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub digits: Vec<Digit>,
    /// One side.
    pub from: Vec<Candidate>,
    /// The other side.
    pub to: Vec<Candidate>,
}

impl Strong {
    /// Whether the link holds only if there is no second solution.
    pub fn assumes_unique(&self) -> bool {
        self.by.is_empty() || !self.digits.is_empty()
    }

    /// Formats as `r3n5{c1 c4}`, `b4n5{r4c1+r4c3 r5c2}`, `r1c2{n1 n2}`, `[r1c2 r1c3]{n1 n2}`,
    /// `ur[n1 n2 r1c1 r1c2 r4c1 r4c2]{n3r1c1+n4r1c1 n5r4c2}`, `bug{n1r2c3 n4r5c6}`.
    fn text(&self) -> String {
        if self.assumes_unique() {
            let [from, to] = [&self.from, &self.to].map(|side| list(side.iter().map(|&c| label(c)), "+"));
            let rectangle = format!("ur[{} {}]", list(&self.digits, " "), list(&self.by, " "));
            let by = if self.digits.is_empty() { "bug" } else { &rectangle };
            return format!("{by}{{{from} {to}}}");
        }
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

impl Colours {
    /// Formats the two colours of a digit as `5 (r1c2,r3c4) / (r1c7)`; of several digits as
    /// `(5r1c2,6r1c2) / (5r1c7)`.
    pub(super) fn for_players(&self) -> String {
        let [one, other] = &self.colours;
        let digits: Vec<Digit> = one.iter().chain(other).map(|candidate| candidate.digit).collect();
        let first = digits.first().copied().unwrap_or_else(|| Digit::new(0));
        let is_one = digits.iter().all(|&digit| digit == first);
        let name = |candidate: &Candidate| match is_one {
            true => candidate.cell.to_string(),
            false => format!("{}{}", candidate.digit.number(), candidate.cell),
        };
        let [one, other] = [one, other].map(|colour| format!("({})", list(colour.iter().map(name), ",")));
        match is_one {
            true => format!("{} {one} / {other}", first.number()),
            false => format!("{one} / {other}"),
        }
    }
}

/// Formats the colours and the houses of each net: `{n5r1c2 n5r3c4|n5r1c7} by r1n5 c7n5`.
pub(super) fn nets(nets: &[Colours]) -> String {
    let net = |Colours { pairs, colours: [one, other] }: &Colours| {
        let [one, other] = [one, other].map(|colour| list(colour.iter().map(|&c| label(c)), " "));
        format!("{{{one}|{other}}} by {}", list(pairs, " "))
    };
    list(nets.iter().map(net), " and ")
}

/// Formats as `4/9 r2c4 - r2c8 - r5c8 - r5c1`.
pub(super) fn remote_pair(cells: &[Variable], told: Told) -> String {
    let digits = told.digits(cells, "/").map_or(String::new(), |digits| format!("{digits} "));
    format!("{digits}{}", list(cells, " - "))
}
