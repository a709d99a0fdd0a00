//! Marks for loops of cells with the same two digits.

use super::marks::{Marks, held_in, union};
use super::sentences::{joined, names};
use crate::evidence::BivalueLoop;
use crate::grid::Candidates;

impl Marks {
    /// Marks the two digits in the cells, and the extra candidates, without the subset.
    pub(super) fn bivalue_loop<V>(&mut self, of: &BivalueLoop<V>, candidates: &Candidates) {
        self.words.member = "the pair";
        let all = union(&of.cells);
        let extras = held_in(candidates, all).filter(|c| !of.digits.contains(&c.digit));
        self.ring(all, &of.digits, extras, candidates);
    }
}

pub(super) fn sentence<V>(BivalueLoop { cells, digits, .. }: &BivalueLoop<V>) -> String {
    let digits: Vec<String> = digits.iter().map(|digit| digit.number().to_string()).collect();
    format!(
        "The cells {} cannot all hold {} only: one of their other candidates is true.",
        names(cells),
        joined(digits, "and")
    )
}
