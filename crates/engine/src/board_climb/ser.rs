//! SER on boards of full houses: the rules of Sudoku Explainer over the houses of a board.

use crate::boards::Board;
use crate::budget::Budget;
use crate::evidence::{Outcome, Technique};
use crate::grid::Grid;
use crate::one_solution::OneSolution;
use crate::scale::ser::{has_all_items, item_of};
use crate::scale::{ItemSetClimb, Scale, Tallies, Tally, no_tallies};
use crate::ser::Explainer;
use crate::ser::hint::{Hint, tenths};
use crate::ser::tables::{BoardHouses, NoSer, Slot};

/// ER, EP and ED in tenths.
pub type SeRating = [u32; 3];

/// Step of a climb: a hint, or giving up.
#[derive(Clone, Copy)]
pub struct SerStep {
    technique: Technique,
    /// Difficulty of the hint.
    tenths: u32,
    /// Conclusions of the hint.
    tally: Tally,
    /// Work units spent up to the step.
    spent: u64,
}

impl SerStep {
    fn of(hint: Option<&Hint<Slot>>, spent: u64) -> SerStep {
        let mut tally = Tally { steps: 1, ..Tally::default() };
        let Some(hint) = hint else {
            let technique = Technique::Beyond;
            return SerStep { technique, tenths: tenths(technique.base()), tally, spent };
        };
        match hint.placement {
            Some(_) => tally.placements = 1,
            None => tally.eliminations = hint.eliminations.iter().map(|(_, all)| all.count_ones()).sum(),
        }
        SerStep { technique: hint.technique, tenths: tenths(hint.difficulty), tally, spent }
    }

    /// Returns the item that the step is in a scale of SER, if the scale has it.
    fn item(&self, scale: &Scale) -> Option<usize> {
        item_of(self.technique, self.tenths, scale)
    }
}

/// Observer of a climb. It sees each step before it is applied, with its hint, and returns whether the climb
/// goes on.
type Watcher<'a> = &'a mut dyn FnMut(&SerStep, Option<&Hint<Slot>>) -> bool;

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

    /// Rates a state of a puzzle with one solution by a scale of SER with all items or some. Returns the last
    /// state, too.
    pub fn rate(
        &mut self, scale: &Scale, board: &Board, (start, solution): (&Grid, Option<&Grid>), budget: u64,
    ) -> Result<(Outcome<SeRating>, Grid), NoSer> {
        let houses = self.houses(board)?;
        let (from, mut left) = ((start, solution), Budget(budget));
        match &self.last {
            _ if !has_all_items(scale) => {
                self.last = None;
                Ok(self.climb(&houses, from, &mut left, &mut |step, _| step.item(scale).is_some()))
            }
            Some((state, within, rated)) if (state, *within) == (start, budget) => Ok(*rated),
            _ => {
                let rated = self.climb(&houses, from, &mut left, &mut |_, _| true);
                self.last = Some((*start, budget, rated));
                Ok(rated)
            }
        }
    }

    /// Returns the outcome of each of these climbs: that of [`SerClimber::rate`] by the scale with only these
    /// items. All are one climb, which each leaves at the first step that it lacks.
    pub fn rate_item_sets(
        &mut self, scale: &Scale, board: &Board, from: (&Grid, Option<&Grid>), asks: &[ItemSetClimb],
    ) -> Result<Vec<Outcome<SeRating>>, NoSer> {
        let houses = self.houses(board)?;
        self.last = None;
        let most = asks.iter().map(|ask| ask.budget).max().unwrap_or_default();
        let mut outcomes = vec![None; asks.len()];
        let mut left = Budget(most);
        let (whole, _) = self.climb(&houses, from, &mut left, &mut |step, _| {
            let item = step.item(scale);
            for (outcome, ask) in outcomes.iter_mut().zip(asks).filter(|(outcome, _)| outcome.is_none()) {
                *outcome = match item {
                    _ if step.spent > ask.budget => Some(Outcome::Budget),
                    Some(item) if ask.items.contains(item) => None,
                    _ => Some(Outcome::Unsolved),
                };
            }
            outcomes.iter().any(Option::is_none)
        });
        let to_end = |ask: &ItemSetClimb| if most - left.0 > ask.budget { Outcome::Budget } else { whole };
        let each = outcomes.into_iter().zip(asks);
        Ok(each.map(|(outcome, ask)| outcome.unwrap_or_else(|| to_end(ask))).collect())
    }

    /// Rates a state of a puzzle by all items, like [`SerClimber::rate`], and shows each hint before it is
    /// applied.
    pub fn watch(
        &mut self, houses: &BoardHouses, from: (&Grid, Option<&Grid>), budget: u64,
        watcher: &mut dyn FnMut(&Hint<Slot>),
    ) -> Outcome<SeRating> {
        self.last = None;
        let show = &mut |_: &SerStep, hint: Option<&Hint<Slot>>| {
            hint.into_iter().for_each(&mut *watcher);
            true
        };
        self.climb(houses, from, &mut Budget(budget), show).0
    }

    /// Counts the steps of the last puzzle by the items of a scale of SER.
    pub fn tallies(&self, scale: &Scale) -> Tallies {
        let mut tallies = no_tallies(scale.items.len());
        for step in &self.steps {
            if let Some(own) = step.item(scale).and_then(|at| tallies.get_mut(at)) {
                own.steps += step.tally.steps;
                own.eliminations += step.tally.eliminations;
                own.placements += step.tally.placements;
            }
        }
        tallies
    }

    /// Plays hints. A climb that its watcher ends has not solved the puzzle.
    fn climb(
        &mut self, houses: &BoardHouses, (start, solution): (&Grid, Option<&Grid>), budget: &mut Budget,
        watcher: Watcher<'_>,
    ) -> (Outcome<SeRating>, Grid) {
        self.steps.clear();
        let (mut state, one) = (houses.state(start), OneSolution::supposed_on_board(start));
        self.explainer.know(solution);
        let whole = budget.0;
        let [mut hardest, mut until_placement, mut first] = [0; 3];
        while !state.is_full() {
            let hint = match self.explainer.next_on(&state, Some(&one), budget) {
                Ok(None) if state.open().any(|cell| state.candidates(cell) == 0) => {
                    return (Outcome::NoSolution, state.grid());
                }
                Ok(hint) => hint,
                Err(_) => return (Outcome::Budget, state.grid()),
            };
            let step = SerStep::of(hint.as_ref(), whole - budget.0);
            if !watcher(&step, hint.as_ref()) {
                return (Outcome::Unsolved, state.grid());
            }
            self.steps.push(step);
            let Some(hint) = hint else {
                hardest = step.tenths;
                break;
            };
            hardest = hardest.max(step.tenths);
            if until_placement == 0 {
                first = if first == 0 { hardest } else { first };
                until_placement = if hint.placement.is_some() { hardest } else { 0 };
            }
            hint.apply(&mut state);
        }
        (Outcome::Solved([hardest, until_placement, first]), state.grid())
    }
}
