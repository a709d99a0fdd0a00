//! Marks for chains of implications.

use super::marks::{Marks, Role, Shade, Tie};
use super::words;
use crate::evidence::{Implication, Implied, Literal};
use crate::grid::Candidate;

impl Marks {
    /// Marks the literals, and the implications between neighbours.
    pub(super) fn implications(&mut self, start: Candidate, steps: &[Implication]) {
        self.words.house = "house of a hinge";
        let mut before = start;
        let mut holds = true;
        for Implication { by, also, to } in steps {
            let tie = match by {
                Implied::Weak | Implied::Hinge(_) => Tie::Weak,
                Implied::Strong => Tie::Strong,
                Implied::Stream(_) | Implied::Backwards(_) | Implied::Patterns => Tie::Implied,
            };
            for by in [Some(by), also.as_ref()].into_iter().flatten() {
                if let Implied::Hinge(house) = by {
                    self.shade(house.cells(), Shade::House);
                }
            }
            if *by == Implied::Patterns {
                self.words.implied = "by all patterns of the digit";
            }
            self.line(before, to.candidate, tie);
            if to.candidate != start {
                self.add(if to.holds { Role::Right(0) } else { Role::Left }, to.candidate);
            }
            let from = Literal { candidate: before, holds };
            self.say(0, words::implication(from, by, *to));
            (before, holds) = (to.candidate, to.holds);
        }
    }
}
