//! Hints in stages: where to look, the technique, the step. No stage gives a later one away.

use super::{Extent, PathStep, ResolutionPath};
use crate::draw::{joined, pattern_of};
use crate::evidence::Evidence;
use crate::grid::notation::Variable;
use crate::grid::{Candidates, Cells, Digit, House};

/// Most cells that a hint names.
const CELLS: usize = 4;

/// The three stages of a hint, a sentence each.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Stages {
    /// Where to look: a house, digits, or a few cells.
    pub place: String,
    /// The name of the technique, and what it proves in general.
    pub technique: String,
    /// The step.
    pub step: String,
}

impl ResolutionPath {
    /// Returns the stages of the next step; `None` if the path is no hint of one step, or has none.
    pub fn stages(&self) -> Option<Stages> {
        let step = *self.steps().first().filter(|_| self.extent == Extent::Next)?;
        Some(self.stages_of(&step))
    }

    /// Returns the stages of a hint for one of the steps.
    pub fn stages_of(&self, step: &PathStep<'_>) -> Stages {
        let proves = step.item.rule.info().proves;
        Stages {
            place: format!("Look at {}.", place(step)),
            technique: format!("{}: {proves}.", self.name_of(step)),
            step: step.step.text.clone(),
        }
    }
}

/// Returns where a step's pattern is.
fn place(step: &PathStep<'_>) -> String {
    if let Evidence::Single { variable } = &step.step.because {
        return match variable {
            // The cell itself would be the step.
            Variable::Cell(cell) => House::block(cell.block()).in_words(),
            Variable::In(house, _) => house.in_words(),
        };
    }
    let pattern = pattern_of(step.step, step.grid);
    let (cells, digits) = (cells_of(&pattern), digits_of(&pattern));
    let houses = House::blocks().chain(House::lines());
    if let Some(house) = houses.clone().find(|house| cells.len() > 1 && cells.is_subset(house.cells())) {
        return house.in_words();
    }
    match digits[..] {
        [digit] => format!("the digit {}", digit.number()),
        _ if (1..=CELLS).contains(&cells.len()) => {
            joined(cells.map(|cell| cell.to_string()).collect(), "and")
        }
        [a, b] => format!("the digits {} and {}", a.number(), b.number()),
        [] => "the whole grid".to_string(),
        _ => {
            let most = House::blocks().rev().max_by_key(|block| (block.cells() & cells).len());
            most.map_or_else(String::new, |block| {
                format!("{}, where most of the pattern is", block.in_words())
            })
        }
    }
}

fn cells_of(pattern: &Candidates) -> Cells {
    pattern.iter().map(|candidate| candidate.cell).collect()
}

fn digits_of(pattern: &Candidates) -> Vec<Digit> {
    Digit::all().filter(|digit| !pattern.0[digit.index()].is_empty()).collect()
}
