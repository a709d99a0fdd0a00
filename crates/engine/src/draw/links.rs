//! Marks for chains of strong and weak links.

use super::marks::{Marks, Role, Shade, Tie, held_in, nearest_linked, union};
use super::sentences::{digits_in, joined, names, told};
use super::words;
use crate::evidence::{Step, Strong};
use crate::grid::Candidates;
use crate::grid::notation::Variable;

impl Marks {
    /// Marks the two sides of each link alternately, as in a chain.
    pub(super) fn strong_links(&mut self, links: &[Strong]) {
        self.words.cells = "one digit more than cells";
        self.words.group = "one of these would be true";
        for (k, link @ Strong { by, from, to, .. }) in links.iter().enumerate() {
            let cells: Vec<Variable> =
                by.iter().copied().filter(|v| matches!(v, Variable::Cell(_))).collect();
            if cells.len() > 1 {
                self.shade(union(&cells), Shade::Cells);
            }
            if link.assumes_unique() {
                self.words.cells = "cells of the deadly pattern";
            }
            self.add_all(Role::Left, from.iter().copied());
            match &to[..] {
                [one] => self.add(Role::Right(0), *one),
                _ => self.add_all(Role::Group, to.iter().copied()),
            }
            if let (Some(&from), Some(&to)) = (from.first(), to.first()) {
                self.line(from, to, Tie::Strong);
            }
            let before = k.checked_sub(1).and_then(|k| links[k].to.first().copied());
            if let Some(before) = before
                && let Some(from) = nearest_linked(from, before)
            {
                self.line(before, from, Tie::Weak);
            }
            self.say(0, words::strong(&links[k]));
        }
    }

    /// Marks each of several rings.
    pub(super) fn rings(&mut self, rings: &[Vec<Strong>]) {
        rings.iter().for_each(|ring| self.strong_links(ring));
    }

    /// Marks the cells and their candidates.
    pub(super) fn remote_pair(&mut self, cells: &[Variable], candidates: &Candidates) {
        let cells = union(cells);
        self.words.cells = "cells with the same two digits";
        self.shade(cells, Shade::Cells);
        self.add_all(Role::Member, held_in(candidates, cells));
    }
}

pub(super) fn remote_pair_said(cells: &[Variable], step: &Step) -> String {
    let digits: Vec<String> = digits_in(&step.eliminates).iter().map(|it| it.number().to_string()).collect();
    let (first, last) = (cells.first().map(told), cells.last().map(told));
    format!(
        "{} hold the same two digits by turns, so of {} and {} one is {}.",
        names(cells),
        first.unwrap_or_default(),
        last.unwrap_or_default(),
        joined(digits, "and the other")
    )
}
