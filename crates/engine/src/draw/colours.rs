//! Marks for nets of colours.

use super::marks::{Marks, Role, Tie};
use super::sentences::{is, joined};
use crate::evidence::Colours;
use crate::grid::Candidate;
use crate::grid::notation::Variable;

impl Marks {
    /// Marks the colours, and the pairs that join them.
    pub(super) fn nets(&mut self, nets: &[Colours]) {
        self.words.member = "one colour";
        self.words.extra = "the other colour";
        for Colours { pairs, colours: [one, other] } in nets {
            self.add_all(Role::Member, one.iter().copied());
            self.add_all(Role::Extra, other.iter().copied());
            for pair in pairs {
                let of = |c: &&Candidate| Variable::of(**c).contains(pair);
                if let (Some(&a), Some(&b)) = (one.iter().find(of), other.iter().find(of)) {
                    self.line(a, b, Tie::Strong);
                }
            }
        }
    }
}

/// Says what the two colours of a net mean.
pub(super) fn sentence([one, other]: [&[Candidate]; 2]) -> String {
    let all = |colour: &[Candidate]| joined(colour.iter().map(is).collect(), "and");
    format!("Either {}, or {}.", all(one), all(other))
}
