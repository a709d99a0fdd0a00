//! Marks for steps of SER.

use super::marks::{Marks, Role, Shade, Tie, union};
use super::words;
use crate::evidence::{By, Deadly, Hall, Implies, Kraken, SerPattern};
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
                match set.house() {
                    Some((house, is_hidden)) => self.hall(set, house, is_hidden, candidates),
                    None => self.fish(&set.variables, &set.transversals, &[], candidates),
                }
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
                self.subset(subset.as_ref());
            }
            SerPattern::BugPattern { extras, subset } => {
                self.words.cells = "cells with further candidates";
                self.words.extra = "one of these is true";
                self.add_all(Role::Extra, extras.iter().copied());
                let cells = extras.iter().map(|extra| extra.cell).collect();
                self.shade(cells, Shade::Cells);
                self.subset(subset.as_ref());
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

    /// Marks cells that could be filled in two ways.
    pub(super) fn deadly(&mut self, deadly: &Deadly, candidates: &Candidates) {
        let Deadly { cells, digits, within, guardians, subset } = deadly;
        self.words.house = "no other places here";
        within.iter().for_each(|variable| self.shade(variable.cells(), Shade::House));
        self.words.member = "could be exchanged";
        self.ring(union(cells), digits, guardians.iter().copied(), candidates);
        self.subset(subset.as_ref());
    }

    /// Marks digits of cells, and candidates at least one of which is true.
    fn ring(
        &mut self, cells: Cells, digits: &[Digit], extras: impl Iterator<Item = Candidate>,
        candidates: &Candidates,
    ) {
        self.words.extra = "one of these is true";
        self.shade(cells, Shade::Cells);
        for &digit in digits {
            self.members(cells, Some(digit), candidates);
        }
        self.add_all(Role::Extra, extras);
    }

    /// Marks a fish, and the chains from its fins.
    pub(super) fn kraken(&mut self, kraken: &Kraken, candidates: &Candidates) {
        self.fish(&kraken.variables, &kraken.transversals, &kraken.fins, candidates);
        self.branches = kraken.chains.len();
        kraken.chains.iter().enumerate().for_each(|(k, chain)| self.implied(chain, k));
    }

    /// Marks the cells of a subset.
    fn subset(&mut self, subset: Option<&Hall>) {
        let Some((house, is_hidden)) = subset.and_then(Hall::house) else { return };
        self.words.house = "the house of the subset";
        self.shade(house.cells(), Shade::House);
        let cells = subset.map(|set| if is_hidden { &set.transversals } else { &set.variables });
        self.shade(cells.map_or(Cells::EMPTY, |cells| union(cells)), Shade::Cells);
    }

    /// Marks the house in which a variable has one place left.
    fn left_alone(&mut self, single: Option<Variable>) {
        if let Some(variable) = single {
            self.words.empty = "one place is left here";
            self.shade(variable.cells(), Shade::Empty);
        }
    }

    fn members(&mut self, cells: Cells, digit: Option<Digit>, candidates: &Candidates) {
        let is_of = |c: &Candidate| digit.is_none_or(|digit| c.digit == digit);
        let all = candidates.iter().filter(|c| cells.contains(c.cell));
        self.add_all(Role::Member, all.filter(is_of));
    }

    /// Marks the literals of a chain and their implications.
    fn implied(&mut self, chain: &[Implies], branch: usize) {
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
