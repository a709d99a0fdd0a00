//! Marks for rectangles, and for a grave except for one candidate.

use super::marks::{Marks, Role, Shade, Tie, has, union};
use super::sentences::{digits_of, joined, names};
use crate::evidence::{Rectangle, Step};
use crate::grid::{Candidate, Candidates, Cells};

impl Marks {
    /// Marks the corners, their digits and the further parts of the type.
    pub(super) fn rectangle(&mut self, rectangle: &Rectangle, step: &Step, candidates: &Candidates) {
        self.words.member = "the two digits";
        self.words.cells = "the rectangle";
        self.shade(rectangle.cells(), Shade::Cells);
        let in_pair = |c: &Candidate| rectangle.digits.contains(&c.digit);
        let stays = |c: &Candidate| !step.eliminates.contains(c);
        let held = |cells: Cells| candidates.iter().filter(move |c| has(cells, c));
        self.add_all(Role::Member, held(rectangle.cells()).filter(|c| in_pair(c) && stays(c)));
        self.add_all(Role::Extra, held(union(&rectangle.roof)).filter(|c| !in_pair(c)));
        for &variable in &rectangle.confined {
            let [left, right] = rectangle.ends(variable);
            self.line(left, right, Tie::Strong);
        }
        if let Some(hall) = &rectangle.subset {
            self.words.extra = "naked set; the roof is one cell";
            self.words.house = "house of the naked set";
            if let Some((house, _)) = hall.house() {
                self.shade(house.cells(), Shade::House);
            }
            self.add_all(Role::Extra, held(union(&hall.variables)));
        }
        if !rectangle.wings.is_empty() {
            self.words.extra = "wing; the corners are its pivot";
            self.add_all(Role::Extra, held(union(&rectangle.wings)));
        }
    }

    /// Marks the cell with three candidates.
    pub(super) fn bug(&mut self, candidate: Candidate) {
        self.words.cells = "the cell with three candidates";
        self.shade(Cells::of(candidate.cell), Shade::Cells);
    }
}

pub(super) fn sentence(rectangle: &Rectangle) -> String {
    let digits: Vec<String> = rectangle.digits.iter().map(|digit| digit.number().to_string()).collect();
    let cells = joined(rectangle.cells().map(|cell| cell.to_string()).collect(), "and");
    let digits = joined(digits, "and");
    let mut text = format!("If {cells} held only {digits}, they could be exchanged: a second solution.");
    for variable in rectangle.confined.iter().filter_map(|one| one.house()) {
        text += &format!(" In {} only two of them can be {}.", variable.0.in_words(), variable.1.number());
    }
    if let Some(set) = &rectangle.subset {
        text += &format!(
            " Like one cell, {} and {} hold {}.",
            names(&rectangle.roof),
            names(&set.variables),
            digits_of(&set.transversals)
        );
    }
    text
}

/// Returns the sentence about a grave except for one candidate.
pub(super) fn bug_said(Candidate { digit, cell }: Candidate) -> String {
    format!(
        "If {cell} were not {}, every cell would have two candidates, and the puzzle two solutions or none.",
        digit.number()
    )
}
