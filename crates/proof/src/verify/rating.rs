//! Rating of a path, computed again from the rounds of its proof.

use crate::evidence::{Aspect, Column, Rating, Round};
use crate::grid::Candidates;

/// Rating of a valid round.
#[derive(Clone, Copy)]
pub(super) struct Rated {
    /// The rating of its rule in each column.
    rating: Rating,
    /// The number of steps that conclude something new in the round.
    steps: u32,
    places: bool,
}

impl Rated {
    pub fn of(round: &Round, rating: Rating) -> Rated {
        let mut known = [Candidates::EMPTY; 2];
        let is_new = |known: &mut Candidates, candidates: &[_]| {
            let before = known.len();
            known.extend(&candidates.iter().copied().collect());
            known.len() > before
        };
        let steps = round.steps.iter().filter(|step| {
            let eliminates = is_new(&mut known[0], &step.eliminates);
            is_new(&mut known[1], &step.asserts) | eliminates | !step.relates.is_empty()
        });
        let steps = steps.count() as u32;
        Rated { rating, steps, places: round.steps.iter().any(|step| !step.asserts.is_empty()) }
    }
}

/// Computes the first column from the rounds; `None` for an estimate, which no proof shows.
pub(super) fn measured(rounds: &[Rated], columns: &[Column]) -> Option<u32> {
    let highest = |rounds: &[Rated]| rounds.iter().map(|round| round.rating.0[0]).max().unwrap_or(0);
    let sum = |k: usize| {
        let points = |round: &Rated| round.rating.0[k].saturating_mul(round.steps);
        rounds.iter().map(points).fold(0, u32::saturating_add)
    };
    Some(match columns.first().map(|column| column.aspect) {
        Some(Aspect::Estimate | Aspect::Basis(_)) => return None,
        None | Some(Aspect::Hardest) => highest(rounds),
        Some(Aspect::UntilPlacement) => {
            let first = rounds.iter().position(|round| round.places);
            highest(&rounds[..first.map_or(rounds.len(), |at| at + 1)])
        }
        Some(Aspect::FirstStep) => highest(&rounds[..rounds.len().min(1)]),
        Some(Aspect::Sum) => sum(0),
        Some(Aspect::Level(limits)) => {
            let score = columns.iter().position(|column| column.aspect == Aspect::Sum).map(sum);
            let mut above = limits.iter().skip(highest(rounds) as usize);
            highest(rounds) + above.by_ref().take_while(|&&limit| score > Some(limit)).count() as u32
        }
    })
}
