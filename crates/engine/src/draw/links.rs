//! Marks for chains of links, nets of colours and almost locked sets.

use super::marks::{Marks, Role, Shade, Tie, held_in, nearest_linked, union};
use super::words;
use crate::evidence::{AlignedPair, AlmostLocked, Blossom, Colours, Firework, Hall, Strong};
use crate::grid::Digit;
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates};

impl Marks {
    /// Marks the two sides of each link alternately, as in a chain.
    pub(super) fn strong_links(&mut self, links: &[Strong]) {
        self.words.cells = "one digit more than cells";
        self.words.group = "one of these would be true";
        for (k, Strong { by, from, to }) in links.iter().enumerate() {
            if by.len() > 1 && by.iter().all(|v| matches!(v, Variable::Cell(_))) {
                self.shade(union(by), Shade::Cells);
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

    /// Marks the sets: the digits that join two sets, and the other digits.
    pub(super) fn almost_locked(&mut self, of: &AlmostLocked, candidates: &Candidates) {
        let AlmostLocked { sets, commons } = of;
        self.words.cells = "one digit more than cells";
        self.words.extra = "not in both of two neighbours";
        self.words.member = "in a set";
        for (k, set) in sets.iter().enumerate() {
            self.petal(set, &[commons.get(k), k.checked_sub(1).map(|k| &commons[k])], candidates);
        }
    }

    /// Marks the stem and its petals.
    pub(super) fn blossom(&mut self, Blossom { stem, petals }: &Blossom, candidates: &Candidates) {
        self.words.cells = "one digit more than cells";
        self.words.extra = "not in both stem and petal";
        self.words.member = "in a petal";
        self.words.house = "the stem";
        self.shade(union(stem), Shade::House);
        self.add_all(Role::Extra, held_in(candidates, union(stem)));
        for (digit, set) in petals {
            self.petal(set, &[Some(digit)], candidates);
        }
    }

    /// Marks the two cells, and the sets that exclude pairs of digits.
    pub(super) fn aligned_pair(&mut self, pair: &AlignedPair, candidates: &Candidates) {
        self.words.house = "the two cells";
        self.words.cells = "one digit more than cells";
        self.words.member = "not two of these at once";
        self.shade(union(&pair.cells), Shade::House);
        for set in &pair.sets {
            self.petal(set, &[], candidates);
        }
    }

    /// Marks the variables, their candidates, and the cells among the transversal sets.
    pub(super) fn matched(&mut self, hall: &Hall, candidates: &Candidates) {
        if let Some(ring) = hall.dominoes() {
            return self.dominoes(hall, &ring, candidates);
        }
        if hall.is_of_crossed_lines() {
            return self.crossed_lines(hall, candidates);
        }
        self.words.cells = "cells that hold these digits";
        self.words.house = "few places for them here";
        self.words.member = "the digits";
        let (cells, houses): (Vec<Variable>, Vec<Variable>) =
            hall.variables.iter().partition(|variable| matches!(variable, Variable::Cell(_)));
        let others = hall.transversals.iter().filter(|set| matches!(set, Variable::Cell(_)));
        self.shade(union(&houses), Shade::House);
        self.shade(union(&cells), Shade::Cells);
        others.for_each(|cell| self.shade(cell.cells(), Shade::Cells));
        for variable in &hall.variables {
            let digit = variable.house().map(|(_, digit)| digit);
            let own = |c: &Candidate| digit.is_none_or(|d| c.digit == d);
            self.add_all(Role::Member, held_in(candidates, variable.cells()).filter(own));
        }
    }

    /// Marks the cells and their digits.
    pub(super) fn fireworks(&mut self, fireworks: &[Firework], candidates: &Candidates) {
        self.words.cells = "as many cells as digits";
        self.words.house = "few places for them here";
        self.words.member = "the digits";
        for Firework { corner, wings, digits } in fireworks {
            let all = union(&[*corner, wings[0], wings[1]]);
            self.shade(all, Shade::Cells);
            for digit in digits {
                let of = |c: &Candidate| c.digit == *digit;
                self.add_all(Role::Member, held_in(candidates, all).filter(of));
            }
            let cell = corner.cells().first().unwrap_or_default();
            let [row, column, _] = cell.houses();
            self.shade(row.cells() | column.cells(), Shade::House);
        }
    }

    fn petal(&mut self, set: &[Variable], commons: &[Option<&Digit>], candidates: &Candidates) {
        let cells = union(set);
        self.shade(cells, Shade::Cells);
        for one in held_in(candidates, cells) {
            let joins = commons.iter().flatten().any(|digit| **digit == one.digit);
            self.add(if joins { Role::Extra } else { Role::Member }, one);
        }
    }
}
