//! Marks for branches from each candidate of a variable or relation.

use super::marks::{Marks, Role, Shade, Tie, nearest_linked};
use super::words;
use crate::evidence::Branch;
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Cells};

impl Marks {
    /// Marks a branch from each candidate of the variable.
    pub(super) fn forcing(&mut self, variable: Variable, branches: &[Branch], targets: &[Candidate]) {
        self.words.cells = "one of these is true";
        if let Variable::Cell(cell) = variable {
            self.shade(Cells::of(cell), Shade::Cells);
        }
        self.branches(branches, targets);
        if let [a, b] = branches {
            self.line(a.start, b.start, Tie::Strong);
        }
    }

    /// Marks branches, the first three with marks of their own.
    pub(super) fn branches(&mut self, branches: &[Branch], targets: &[Candidate]) {
        self.branches = branches.len();
        for (k, branch) in branches.iter().enumerate() {
            // Only three branches have different marks.
            self.add(Role::Right(k.min(2)), branch.start);
            self.say(0, format!("Branch {}: {} is true.", k + 1, branch.start));
            self.links(&branch.links, &[branch.start], k.min(2));
            let end = branch.links.last().map(|link| link.right.candidates());
            for &end in end.unwrap_or(&[branch.start]) {
                if let Some(target) = nearest_linked(targets, end) {
                    self.line(end, target, Tie::Weak);
                }
            }
            self.say(1, words::branch_end(end.unwrap_or(&[branch.start])));
        }
    }
}
