//! Marks for chains from the targets.

use super::marks::{Marks, Role, Shade, Tie, nearest, nearest_linked, union};
use super::words;
use crate::evidence::{Link, Right};
use crate::grid::Candidate;
use crate::grid::notation::Variable;

impl Marks {
    /// Marks a chain, or locked candidates: a chain of one variable.
    pub(super) fn chain(&mut self, links: &[Link], targets: &[Candidate]) {
        match links {
            [link] if link.right == Right::Nothing => self.whip_of_one(link),
            _ => {
                self.links(links, targets, 0);
                self.end(links, targets);
            }
        }
    }

    /// Marks a variable whose candidates are all linked to the targets.
    fn whip_of_one(&mut self, link: &Link) {
        self.words.member = "one of these is true";
        self.words.house = "all places of the digit here";
        link.variables.iter().for_each(|variable| self.shade(variable.cells(), Shade::House));
        self.add(Role::Member, link.left);
        self.add_all(Role::Member, link.ignored.iter().map(|ignored| ignored.0));
        self.say(0, words::locked(&link.into()));
    }

    /// Marks the links of a chain that begins with one of `start`.
    pub(super) fn links(&mut self, links: &[Link], start: &[Candidate], branch: usize) {
        let depth = usize::from(self.branches > 1);
        for link in links {
            let before = match link.from {
                0 => start,
                k => links[k - 1].right.candidates(),
            };
            if let Some(from) = nearest_linked(before, link.left) {
                self.line(from, link.left, Tie::Weak);
            }
            self.add(Role::Left, link.left);
            self.add_all(Role::Ignored, link.ignored.iter().map(|ignored| ignored.0));
            match &link.right {
                Right::Nothing => self.shade(union(&link.variables), Shade::Empty),
                Right::Candidate(right) => self.add(Role::Right(branch), *right),
                Right::Group(members) => {
                    self.add_all(Role::Group, members.iter().copied());
                    self.groups.push(members.clone());
                }
                Right::Subset { candidates, .. } => {
                    self.add_all(Role::Group, candidates.iter().copied());
                    self.words.group = "one in each subset variable";
                    self.words.cells = "cells of a subset";
                    self.words.house = "houses of a subset";
                    for variable in &link.variables {
                        let is_cell = matches!(variable, Variable::Cell(_));
                        let shade = if is_cell { Shade::Cells } else { Shade::House };
                        self.shade(variable.cells(), shade);
                    }
                }
            }
            if let Some(right) = nearest(link.right.candidates(), link.left) {
                self.line(link.left, right, Tie::Strong);
            }
            self.say(depth, words::link(&link.into(), before, link.from == 0 && depth == 0));
        }
    }

    /// Marks the end of a chain: linked to the target or, in lassos, to a previous right-linking candidate.
    fn end(&mut self, links: &[Link], targets: &[Candidate]) {
        let Some((last, before)) = links.split_last() else { return };
        let earlier = before.iter().map(|link| link.right.candidates());
        for ends in [targets].into_iter().chain(earlier) {
            let pairs = last.right.candidates().iter();
            let mut pairs = pairs.filter_map(|&right| Some((right, nearest_linked(ends, right)?)));
            if let Some((right, end)) = pairs.next() {
                self.line(right, end, Tie::Weak);
                return self.say(0, words::end(right, end, targets.contains(&end)));
            }
        }
    }
}
