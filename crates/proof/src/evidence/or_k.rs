//! Impossible patterns, and chains with the relations that they give.
//!
//! ```text
//!   Trid-OR4-whip[6]: c7n9{r8 r3} - … - OR4{{n7r7c9 n9r8c7 n7r4c8 | n4r4c6}} - c2n4{r4 .} ==> r8c1≠9
//!   │                                   └─ the link without a variable: false guardians | the remaining one
//!   └─ the pattern of the guardians, and their number
//! ```

use super::chain::{Link, Right};
use super::pattern::Pattern;
use super::{Branch, Clause, families::Notation, labels, list};
use crate::grid::notation::{Variable, label};
use crate::grid::{Candidate, Digit};
use serde::{Deserialize, Serialize};

/// Cells that cannot be filled with three digits so that each occurs at most once in every row, column and
/// block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Impossible {
    /// Name of the pattern.
    pub pattern: String,
    /// The digits.
    pub digits: Vec<Digit>,
    /// The cells.
    pub cells: Vec<Variable>,
}

/// A relation used in a chain: at least one of its guardians is true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guarded {
    /// Name of the relation's pattern.
    pub pattern: String,
    /// The guardians.
    pub guardians: Vec<Candidate>,
}

impl Impossible {
    /// Formats as `Trid for 3 5 7 in r4c5 r4c6 …`.
    pub(super) fn text(&self) -> String {
        let digits = list(self.digits.iter().map(|digit| digit.number()), " ");
        format!("{} for {digits} in {}", self.pattern, list(&self.cells, " "))
    }
}

impl Guarded {
    /// Formats as `Trid-OR4`.
    fn name(&self) -> String {
        format!("{}-OR{}", self.pattern, self.guardians.len())
    }

    /// Formats as `Trid-OR4-split[2]: n7r7c9 = n7r7c4 = n7r1c4`.
    pub(super) fn split(&self, chain: &[Candidate]) -> Pattern {
        let length = chain.len().saturating_sub(1);
        Pattern::new(format!("{}-split[{length}]", self.name()), labels(chain, " = "))
    }

    /// Formats a chain of the rule `or4-whip` or `or4-contrad-whip`, or of their g-whips.
    pub(super) fn chain(&self, clause: Clause, links: &[Link]) -> Pattern {
        let of = clause.whips();
        let kind = if clause.is_contrad() { "ctr-" } else { "" };
        let one = |link: &Link| match link.variables.is_empty() {
            true => self.link(link),
            false => link.text(Notation::Modern, &[], false),
        };
        let head = format!("{}-{kind}{of}[{}]", self.name(), links.len());
        Pattern::new(head, list(links.iter().map(one), " - "))
    }

    /// Formats as `OR4{{n7r7c9 n9r8c7 n7r4c8 | n4r4c6}}`.
    fn link(&self, link: &Link) -> String {
        let right = match &link.right {
            Right::Candidate(right) => label(*right),
            _ => ".".to_string(),
        };
        let others = link.ignored.iter().map(|&(other, _)| other);
        let left: Vec<Candidate> = [link.left].into_iter().chain(others).collect();
        format!("OR{}{{{{{} | {right}}}}}", self.guardians.len(), labels(&left, " "))
    }

    /// Formats as `Trid-OR3-forcing-whip-elim[4] based on n3r1c5, n3r3c3 and n2r6c5: || n3r1c5 || …`.
    pub(super) fn forcing(&self, clause: Clause, has_value: bool, branches: &[Branch]) -> Pattern {
        let of = clause.whips();
        let kind = if has_value { "val" } else { "elim" };
        let size = 1 + branches.iter().map(|branch| branch.links.len()).sum::<usize>();
        let guardians = labels(&self.guardians, " ");
        let head = format!("{}-forcing-{of}-{kind}[{size}] based on {guardians}", self.name());
        Pattern::new(head, list(branches, " "))
    }
}
