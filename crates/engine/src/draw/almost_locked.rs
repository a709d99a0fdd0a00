//! Marks for almost locked sets, and for cells with as many digits.

use super::marks::{Marks, Role, Shade, held_in, union};
use super::sentences::{capital, joined, names};
use crate::evidence::{AlignedPair, AlmostLocked, Blossom};
use crate::grid::notation::Variable;
use crate::grid::{Candidates, Digit};

impl Marks {
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

    /// Marks the cells, the digit that is in one of them, and their other digits.
    pub(super) fn bent(&mut self, cells: &[Variable], digit: Digit, candidates: &Candidates) {
        self.words.cells = "as many cells as digits";
        self.words.member = "each digit at most once";
        self.words.extra = "one of these is true";
        let cells = union(cells);
        self.shade(cells, Shade::Cells);
        let (own, others): (Vec<_>, Vec<_>) = held_in(candidates, cells).partition(|one| one.digit == digit);
        self.add_all(Role::Extra, own);
        self.add_all(Role::Member, others);
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

pub(super) fn sentence(AlmostLocked { sets, commons }: &AlmostLocked) -> String {
    let sets: Vec<String> = sets.iter().map(|set| names(set)).collect();
    let digits: Vec<String> = commons.iter().map(|digit| digit.number().to_string()).collect();
    format!(
        "{} have one digit more than cells each. Of two neighbours only one can hold the common digit ({}), \
         so the other holds all its other digits.",
        joined(sets.iter().map(|set| format!("[{set}]")).collect(), "and"),
        digits.join(", ")
    )
}

pub(super) fn blossom_said(Blossom { stem, petals }: &Blossom) -> String {
    let petal = |(digit, cells): &(Digit, Vec<Variable>)| {
        format!("if {} is in {}, [{}] hold all their other digits", digit.number(), names(stem), names(cells))
    };
    capital(&joined(petals.iter().map(petal).collect(), "and")) + "."
}

/// Returns the sentence about cells with as many digits as cells in two houses.
pub(super) fn bent_said(cells: &[Variable], digit: Digit) -> String {
    format!(
        "{} have as many digits as cells. All but {} can be in one of them only, so one of them is {}.",
        names(cells),
        digit.number(),
        digit.number()
    )
}
