//! Steps of SER on boards: one hint a round, with its evidence.

use super::proof_of;
use super::scribe::Scribe;
use super::ser::SerClimber;
use crate::board_proof::{BoardEvidence, BoardProof, BoardRound, BoardStep, BoardVariable};
use crate::boards::Board;
use crate::budget::Budget;
use crate::evidence::{Outcome, Unit};
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid};
use crate::scale::Scale;
use crate::ser::hint::{Hint, Locked, Why, tenths};
use crate::ser::tables::{BoardHouses, Slot};

/// Writer of the rounds of a climb.
struct SerWriter<'a> {
    houses: &'a BoardHouses,
    scribe: Scribe<'a>,
    grid: Grid,
    /// Whether a variable has nothing left: then the path ends.
    is_contradicted: bool,
}

/// Rates a puzzle on a board of these houses by SER, and keeps the steps. A puzzle that no technique solves,
/// whose rating is no conclusion of its steps, is unsolved.
pub fn prove_ser(
    climber: &mut SerClimber, scale: &Scale, (board, houses): (&Board, &BoardHouses), clues: &[Cells; 9],
    budget: u64,
) -> BoardProof {
    let start = board.start(clues);
    let scribe = Scribe::of(board);
    let mut writer = SerWriter { houses, scribe, grid: start, is_contradicted: false };
    // With the solution a climb takes less of the budget, as in `rate`.
    let solution = match board.solutions(&start, 2, &mut Budget(budget)) {
        Ok((1, solution)) => solution,
        _ => None,
    };
    let outcome = climber.watch(houses, (&start, solution.as_ref()), budget, &mut |hint| writer.round(hint));
    writer.contradict();
    let outcome = match outcome {
        _ if writer.is_contradicted => Outcome::NoSolution,
        Outcome::Solved(_) if !writer.is_solved() => Outcome::Unsolved,
        outcome => outcome.map(|[hardest, ..]| scale.unit().json(hardest)),
    };
    let named = (scale.name.clone(), Some(scale.definition.clone()));
    proof_of(board, clues, named, writer.scribe.rounds, (outcome, &writer.grid))
}

impl SerWriter<'_> {
    /// Writes the round of a hint, and applies it.
    fn round(&mut self, hint: &Hint<Slot>) {
        self.contradict();
        if self.is_contradicted {
            return;
        }
        let gone = |&(cell, digits): &(_, u16)| {
            Digit::in_mask(digits).map(move |digit| Candidate { digit, cell }).collect::<Vec<_>>()
        };
        let (mut eliminates, mut asserts) = (Candidates::EMPTY, Vec::new());
        match hint.placement {
            Some((cell, digit)) => asserts.push(Candidate { digit, cell }),
            None => eliminates.extend(&hint.eliminations.iter().flat_map(gone).collect()),
        }
        let because = match &hint.why {
            Why::Locked(set) if set.base == set.cover => self.locked_by_cells(set, &eliminates),
            _ => None,
        };
        let because = because.unwrap_or_else(|| self.houses.because(hint));
        self.grid.eliminate(&eliminates);
        asserts.iter().for_each(|&value| self.scribe.board.place(&mut self.grid, value));
        let row = hint.technique.row();
        let (rule, rating) = (row.info.name.to_string(), tenths(hint.difficulty));
        let size = row.info.sizes.is_some().then_some(rating as u8);
        let step = BoardStep::of(&rule, eliminates.iter().collect(), asserts, because);
        let mut round = BoardRound { rule, size, rating: Unit::Tenths.json(rating), steps: Vec::new() };
        round.steps.push(step.named(&round.rule, &round.with_difficulty()));
        self.scribe.rounds.push(round);
    }

    /// Returns the whip of one variable that a digit locked by cells is, if the digit has places.
    fn locked_by_cells(
        &self, Locked { digit, base, .. }: &Locked<Slot>, gone: &Candidates,
    ) -> Option<BoardEvidence> {
        let variable = BoardVariable::In(self.houses.name_of(*base), *digit);
        let at = self.scribe.names.iter().position(|name| *name == variable)?;
        let members = self.scribe.board.variables()[at].common(&self.grid.candidates());
        let members: Vec<Candidate> = members.iter().collect();
        let objects: Vec<Candidate> = gone.iter().take(1).collect();
        let left = *members.first()?;
        let link = self.scribe.link(variable, members, &objects, left, None);
        Some(BoardEvidence::Chain { links: vec![link] })
    }

    fn left(&self) -> impl Iterator<Item = Candidates> + '_ {
        let left = Candidates(self.grid.planes);
        self.scribe.board.variables().iter().map(move |variable| variable.common(&left))
    }

    /// Ends the path with a contradiction, if there is a variable with nothing left.
    fn contradict(&mut self) {
        let empty = self.left().position(|left| left.is_empty());
        if let (Some(at), false) = (empty, self.is_contradicted) {
            self.is_contradicted = true;
            self.scribe.contradictions([self.scribe.names[at]]);
            self.scribe.end_round("contradiction", 0);
        }
    }

    fn is_solved(&self) -> bool {
        self.left().all(|left| left.len() == 1)
    }
}
