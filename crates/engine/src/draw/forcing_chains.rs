//! Marks for forcing chains.

use super::marks::{Marks, Role, Tie};
use super::words;
use crate::evidence::{By, Implies, Part};
use std::fmt::Display;

impl Marks {
    /// Marks chains, each as a branch.
    pub(super) fn forcing_chains<V: Display, P: Part>(&mut self, chains: &[Vec<Implies<V, P>>]) {
        self.words.implied = "follows by a pattern";
        self.branches = chains.len();
        chains.iter().enumerate().for_each(|(k, chain)| self.implied(chain, k));
    }

    /// Marks the literals of a chain and their implications.
    fn implied<V: Display, P: Part>(&mut self, chain: &[Implies<V, P>], branch: usize) {
        if self.branches > 1 {
            self.say(0, format!("Chain {}:", branch + 1));
        }
        let depth = usize::from(self.branches > 1);
        for at in Implies::in_order(chain) {
            let Implies { literal, by, from } = &chain[at];
            // Only three branches have different marks.
            let role = if literal.holds { Role::Right(branch.min(2)) } else { Role::Left };
            self.add(role, literal.candidate);
            let tie = match by {
                By::Assumed | By::Link => Tie::Weak,
                By::Only(_) => Tie::Strong,
                By::Pattern(_) => Tie::Implied,
            };
            for before in from.iter().filter_map(|&k| chain.get(usize::from(k))) {
                self.line(before.literal.candidate, literal.candidate, tie);
            }
            self.say(depth, words::implied(chain, at));
        }
    }
}
