//! SER on boards of full houses: the rules of Sudoku Explainer over the houses of a board.

use crate::boards::Board;
use crate::budget::Budget;
use crate::evidence::{Outcome, Technique};
use crate::grid::Grid;
use crate::one_solution::OneSolution;
use crate::scale::ser::item_of;
use crate::scale::{Scale, Tallies, Tally, no_tallies};
use crate::ser::Explainer;
use crate::ser::hint::{Hint, tenths};
use crate::ser::tables::{BoardHouses, NoSer, Slot};

/// ER, EP and ED in tenths.
pub type SeRating = [u32; 3];

/// Step, with its technique, its difficulty in tenths, and its conclusions.
pub type SerStep = (Technique, u32, Tally);

/// Rater of puzzles, with the houses of the last board and the ratings of the last puzzle.
#[derive(Default)]
pub struct SerClimber {
    board: Option<(String, Result<BoardHouses, NoSer>)>,
    explainer: Explainer<BoardHouses>,
    last: Option<(Grid, u64, (Outcome<SeRating>, Grid))>,
    /// The steps of the last puzzle.
    steps: Vec<SerStep>,
}

impl SerClimber {
    /// Returns the houses of a board.
    pub fn houses(&mut self, board: &Board) -> Result<BoardHouses, NoSer> {
        if let Some((text, houses)) = &self.board
            && text == board.text()
        {
            return houses.clone();
        }
        let houses = BoardHouses::of(board);
        *self =
            SerClimber { board: Some((board.text().to_string(), houses.clone())), ..SerClimber::default() };
        houses
    }

    /// Rates a state of a puzzle with one solution. Returns the last state, too.
    pub fn rate(
        &mut self, board: &Board, start: &Grid, solution: Option<&Grid>, budget: u64,
    ) -> Result<(Outcome<SeRating>, Grid), NoSer> {
        let houses = self.houses(board)?;
        match &self.last {
            Some((state, within, rated)) if (state, *within) == (start, budget) => Ok(*rated),
            _ => {
                let rated = self.climb(&houses, start, solution, Budget(budget), &mut |_| {});
                self.last = Some((*start, budget, rated));
                Ok(rated)
            }
        }
    }

    /// Rates a state of a puzzle like [`SerClimber::rate`], and shows each hint before it is applied.
    pub fn watch(
        &mut self, houses: &BoardHouses, (start, solution): (&Grid, Option<&Grid>), budget: u64,
        watcher: &mut dyn FnMut(&Hint<Slot>),
    ) -> Outcome<SeRating> {
        self.last = None;
        self.climb(houses, start, solution, Budget(budget), watcher).0
    }

    /// Counts the steps of the last puzzle by the items of a scale of SER.
    pub fn tallies(&self, scale: &Scale) -> Tallies {
        let mut tallies = no_tallies(scale.items.len());
        for &(technique, tenths, step) in &self.steps {
            if let Some(own) = item_of(technique, tenths, scale).and_then(|at| tallies.get_mut(at)) {
                own.steps += step.steps;
                own.eliminations += step.eliminations;
                own.placements += step.placements;
            }
        }
        tallies
    }

    fn climb(
        &mut self, houses: &BoardHouses, start: &Grid, solution: Option<&Grid>, mut budget: Budget,
        watcher: &mut dyn FnMut(&Hint<Slot>),
    ) -> (Outcome<SeRating>, Grid) {
        self.steps.clear();
        let (mut state, one) = (houses.state(start), OneSolution::supposed_on_board(start));
        self.explainer.know(solution);
        let [mut hardest, mut until_placement, mut first] = [0; 3];
        while !state.is_full() {
            let hint = match self.explainer.next_on(&state, Some(&one), &mut budget) {
                Ok(Some(hint)) => hint,
                Ok(None) if state.open().any(|cell| state.candidates(cell) == 0) => {
                    return (Outcome::NoSolution, state.grid());
                }
                Ok(None) => {
                    hardest = tenths(Technique::Beyond.base());
                    self.steps.push((Technique::Beyond, 0, Tally { steps: 1, ..Tally::default() }));
                    break;
                }
                Err(_) => return (Outcome::Budget, state.grid()),
            };
            hardest = hardest.max(tenths(hint.difficulty));
            let removed = match hint.placement {
                Some(_) => 0,
                None => hint.eliminations.iter().map(|(_, digits)| digits.count_ones()).sum(),
            };
            let step = Tally { steps: 1, eliminations: removed, placements: hint.placement.is_some().into() };
            self.steps.push((hint.technique, tenths(hint.difficulty), step));
            if until_placement == 0 {
                first = if first == 0 { hardest } else { first };
                until_placement = if hint.placement.is_some() { hardest } else { 0 };
            }
            watcher(&hint);
            hint.apply(&mut state);
        }
        (Outcome::Solved([hardest, until_placement, first]), state.grid())
    }
}
