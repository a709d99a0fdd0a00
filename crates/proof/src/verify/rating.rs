//! Rating of a path, computed again from the rounds of its proof.

use crate::evidence::{Aspect, Column, Rating, Round};
use crate::grid::{Candidate, Candidates};

/// Rating of a valid round.
#[derive(Clone, Copy)]
pub(crate) struct Rated {
    /// The rating of its rule in each column.
    rating: Rating,
    /// The number of steps that conclude something new in the round.
    steps: u32,
    places: bool,
}

impl Rated {
    pub fn of(round: &Round, rating: Rating) -> Rated {
        let steps = round.steps.iter();
        Rated::of_steps(steps.map(|it| (&it.eliminates[..], &it.asserts[..], !it.relates.is_empty())), rating)
    }

    /// Rates steps: what each eliminates and asserts, and whether it proves relations.
    pub fn of_steps<'a>(
        steps: impl Iterator<Item = (&'a [Candidate], &'a [Candidate], bool)>, rating: Rating,
    ) -> Rated {
        let (mut known, mut rated) = ([Candidates::EMPTY; 2], Rated { rating, steps: 0, places: false });
        for (eliminates, asserts, mut is_new) in steps {
            for (known, candidates) in known.iter_mut().zip([eliminates, asserts]) {
                let before = known.len();
                known.extend(&candidates.iter().copied().collect());
                is_new |= known.len() > before;
            }
            rated.steps += u32::from(is_new);
            rated.places |= !asserts.is_empty();
        }
        rated
    }
}

/// Computes the first column from the rounds; `None` for an estimate, which no proof shows.
pub(crate) fn measured(rounds: &[Rated], columns: &[Column]) -> Option<u32> {
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
