//! Marks for steps of SER.

use super::marks::{Marks, Role, Shade, Tie, union};
use super::words;
use crate::evidence::{By, Implies, SerPattern};
use crate::grid::{Candidate, Candidates, Cells, Digit, notation::Variable};

impl Marks {
    /// Marks a pattern of SER, found in a state with these candidates.
    pub(super) fn explained(&mut self, explained: &SerPattern, candidates: &Candidates) {
        match explained {
            SerPattern::Locked { base, cover, single } => {
                self.words.member = "one of these is true";
                self.words.house = "all places of the digit here";
                self.shade(base.cells(), Shade::House);
                self.shade(cover.cells(), Shade::Cover);
                self.members(base.cells(), base.house().map(|(_, digit)| digit), candidates);
                self.left_alone(*single);
            }
            SerPattern::Subset { set, single } => {
                self.subset(set, candidates);
                self.left_alone(*single);
            }
            SerPattern::Wing(cells) => {
                self.words.cells = "the wing";
                self.words.member = "one of these pairs is true";
                for cell in cells {
                    self.shade(cell.cells(), Shade::Cells);
                    self.members(cell.cells(), None, candidates);
                }
            }
            SerPattern::Loop { cells, digits, subset } => {
                self.words.member = "the pair";
                let all = union(cells);
                let is_extra = |c: &Candidate| !digits.contains(&c.digit);
                let extras = candidates.iter().filter(|c| all.contains(c.cell));
                self.ring(all, digits, extras.filter(is_extra), candidates);
                self.completed_by(subset.as_ref());
            }
            SerPattern::BugPattern { extras, subset } => {
                self.words.cells = "cells with further candidates";
                self.words.extra = "one of these is true";
                self.add_all(Role::Extra, extras.iter().copied());
                let cells = extras.iter().map(|extra| extra.cell).collect();
                self.shade(cells, Shade::Cells);
                self.completed_by(subset.as_ref());
            }
            SerPattern::Aligned { cells, excluders } => {
                self.words.cells = "the cells that are assigned";
                self.words.house = "a cell that must keep a candidate";
                self.shade(union(cells), Shade::Cells);
                self.shade(union(excluders), Shade::House);
                self.members(union(excluders), None, candidates);
            }
            SerPattern::Chains { chains, .. } => {
                self.words.implied = "follows by a pattern";
                self.branches = chains.len();
                chains.iter().enumerate().for_each(|(k, chain)| self.implied(chain, k));
            }
        }
    }

    /// Marks the house in which a variable has one place left.
    fn left_alone(&mut self, single: Option<Variable>) {
        if let Some(variable) = single {
            self.words.empty = "one place is left here";
            self.shade(variable.cells(), Shade::Empty);
        }
    }

    pub(super) fn members(&mut self, cells: Cells, digit: Option<Digit>, candidates: &Candidates) {
        let is_of = |c: &Candidate| digit.is_none_or(|digit| c.digit == digit);
        let all = candidates.iter().filter(|c| cells.contains(c.cell));
        self.add_all(Role::Member, all.filter(is_of));
    }

    /// Marks the literals of a chain and their implications.
    pub(super) fn implied(&mut self, chain: &[Implies], branch: usize) {
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
