//! What chains of links, nets of colours and almost locked sets mark.

use super::marks::{Marks, Role, Shade, Tie, held_in, nearest_linked, union};
use super::words;
use crate::evidence::{AlmostLocked, Blossom, Colours, Digit, Strong};
use crate::grid::Candidates;
use crate::grid::notation::Variable;

impl Marks {
    /// One side of each link and the other, by turns as in a chain.
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

    /// The colours, and what joins them.
    pub(super) fn nets(&mut self, nets: &[Colours]) {
        self.words.member = "one colour";
        self.words.extra = "the other colour";
        for Colours { pairs, colours: [one, other] } in nets {
            self.add_all(Role::Member, one.iter().copied());
            self.add_all(Role::Extra, other.iter().copied());
            for pair in pairs {
                let of = |c: &&crate::grid::Candidate| pair.cells().contains(c.cell.into());
                if let (Some(&a), Some(&b)) = (one.iter().find(of), other.iter().find(of)) {
                    self.line(a, b, Tie::Strong);
                }
            }
        }
    }

    /// The sets: the digits that join them, and the others.
    pub(super) fn almost_locked(&mut self, of: &AlmostLocked, candidates: &Candidates) {
        let AlmostLocked { sets, commons } = of;
        self.words.cells = "one digit more than cells";
        self.words.extra = "not in both of two neighbours";
        self.words.member = "in a set";
        for (k, set) in sets.iter().enumerate() {
            self.petal(set, &[commons.get(k), k.checked_sub(1).map(|k| &commons[k])], candidates);
        }
    }

    /// A cell and its petals.
    pub(super) fn blossom(&mut self, Blossom { stem, petals }: &Blossom, candidates: &Candidates) {
        self.words.cells = "one digit more than cells";
        self.words.extra = "not in both stem and petal";
        self.words.member = "in a petal";
        self.words.house = "the stem";
        self.shade(stem.cells(), Shade::House);
        self.add_all(Role::Extra, held_in(candidates, stem.cells()));
        for (digit, set) in petals {
            self.petal(set, &[Some(digit)], candidates);
        }
    }

    fn petal(&mut self, set: &[Variable], commons: &[Option<&Digit>], candidates: &Candidates) {
        let cells = union(set);
        self.shade(cells, Shade::Cells);
        for one in held_in(candidates, cells) {
            let joins = commons.iter().flatten().any(|digit| digit.0 == one.digit);
            self.add(if joins { Role::Extra } else { Role::Member }, one);
        }
    }
}
