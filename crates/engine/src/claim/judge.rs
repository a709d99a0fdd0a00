//! Questions to the checker: whether some evidence proves a conclusion in a state.

use super::conclusion::Conclusions;
use crate::evidence::{Evidence, Round, Step, Strong};
use crate::grid::{Candidate, Candidates, Cells, Given, Grid, House, Puzzle};
use crate::one_solution::OneSolution;
use crate::rules::deadly;
use crate::verify::{Checker, Reason, Wrong};
use serde_json::Value;

/// Evidence under the rule whose steps show it.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Ground {
    /// The rule.
    pub rule: &'static str,
    /// Its size, if it has sizes.
    pub size: Option<u8>,
    /// The step; its conclusions are those that this evidence proves.
    pub step: Step,
}

/// Reason why a pattern proves nothing in a solved grid.
pub(super) const SOLVED: &str = "the grid is solved: nothing is left to prove";

/// The checker in a state.
pub(super) struct Judge {
    checker: Checker,
    /// The state.
    pub grid: Grid,
    /// The premise of rules that assume one solution, if the givens alone have one.
    one: Option<OneSolution>,
}

impl Judge {
    /// Starts in the state of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Result<Judge, Wrong> {
        let checker = Checker::new(&puzzle.to_string())?;
        let one = OneSolution::of(&Given::from(puzzle), None).ok();
        Ok(Judge { checker, grid: puzzle.grid(), one })
    }

    /// Lists the strong links by deadly patterns.
    pub fn deadly_links(&self) -> Vec<Strong> {
        self.one.as_ref().map(|one| deadly::links(one, &self.grid)).unwrap_or_default()
    }

    /// Checks a step.
    pub fn check(&self, rule: &str, size: Option<u8>, step: &Step) -> Result<(), Reason> {
        let (rule, rating) = (rule.to_string(), Value::from(0));
        self.check_round(Round { rule, size, rating, lemmas: Vec::new(), steps: vec![step.clone()] })
    }

    /// Checks the steps of a round.
    pub fn check_round(&self, round: Round) -> Result<(), Reason> {
        let mut checker = self.checker.clone();
        checker.round(&round, |_, _, _| Some(0.into())).map_err(|wrong| wrong.reason)
    }

    /// Finds all that the evidence proves, one candidate at a time; the reason of the first refusal if it
    /// proves nothing.
    pub fn proved(
        &self, rule: &'static str, size: Option<usize>, because: &Evidence,
    ) -> Result<Ground, Reason> {
        let size = size.map(u8::try_from).transpose().map_err(|_| Reason::from("it has too many links"))?;
        let mut step = Step::new(&Candidates::EMPTY, &Candidates::EMPTY, because.clone());
        let (mut all, mut refused) = (Conclusions::default(), None);
        if self.grid.candidates().iter().next().is_none() {
            return Err(Reason::from(SOLVED));
        }
        self.checker.ensure_one_solution(because)?;
        for one in self.grid.candidates().iter() {
            step.eliminates = vec![one];
            match self.check(rule, size, &step) {
                Ok(()) => all.eliminates.insert(one),
                Err(reason) => refused = refused.or(Some(reason)),
            }
        }
        step.eliminates.clear();
        for one in self.grid.candidates().iter() {
            step.asserts = vec![one];
            if self.check(rule, size, &step).is_ok() {
                all.asserts.insert(one);
            }
        }
        match all.is_empty() {
            true => Err(refused.unwrap_or_default()),
            false => {
                Ok(Ground { rule, size, step: Step::new(&all.eliminates, &all.asserts, because.clone()) })
            }
        }
    }
}

/// Whether the value is the only candidate of its cell, or its digit's only place in a house, once the proved
/// conclusions are made.
pub(super) fn follows(grid: &Grid, proved: &Conclusions, value: Candidate) -> bool {
    let mut grid = *grid;
    grid.eliminate(&proved.eliminates);
    grid.place_all(&proved.asserts.0);
    let Candidate { digit, cell } = value;
    let is_only = |house: House| grid.plane(digit) & house.cells() == Cells::of(cell);
    let is_single = grid.digits_of(cell) == digit.bit() || cell.houses().into_iter().any(is_only);
    !grid.placed().contains(cell) && grid.allows(value) && is_single
}

/// Returns all that the grounds prove.
pub(super) fn conclusions(grounds: &[Ground]) -> Conclusions {
    let mut all = Conclusions::default();
    for Ground { step, .. } in grounds {
        all.eliminates.extend(&step.eliminates.iter().copied().collect());
        all.asserts.extend(&step.asserts.iter().copied().collect());
    }
    all
}
