//! What a column says of a path.

use super::Scale;
use crate::evidence::{Aspect, COLUMNS, Rating};

/// The columns of a path that is being climbed.
#[derive(Clone)]
pub(super) struct Meter {
    aspects: [Option<Aspect>; COLUMNS],
    rating: Rating,
    has_begun: bool,
    has_placed: bool,
}

impl Meter {
    pub fn new(scale: &Scale) -> Meter {
        let aspects = std::array::from_fn(|k| scale.columns.get(k).map(|column| column.aspect));
        Meter { aspects, rating: Rating::default(), has_begun: false, has_placed: false }
    }

    /// This many steps of one item were applied.
    pub fn add(&mut self, item: Rating, steps: u32, places: bool) {
        for ((mine, &its), aspect) in self.rating.0.iter_mut().zip(&item.0).zip(self.aspects) {
            match aspect {
                Some(Aspect::Hardest | Aspect::Level(_)) => *mine = its.max(*mine),
                Some(Aspect::UntilPlacement) if !self.has_placed => *mine = its.max(*mine),
                Some(Aspect::FirstStep) if !self.has_begun => *mine = its,
                Some(Aspect::Sum) => *mine += its * steps,
                _ => {}
            }
        }
        self.has_begun = true;
        self.has_placed |= places;
    }

    /// Nothing more is found: it is as hard as this item says, and a measure until a placement that never
    /// came is 0.
    pub fn give_up(&mut self, item: Rating) {
        for ((mine, &its), aspect) in self.rating.0.iter_mut().zip(&item.0).zip(self.aspects) {
            match aspect {
                Some(Aspect::Hardest | Aspect::Level(_)) => *mine = its,
                Some(Aspect::UntilPlacement) if !self.has_placed => *mine = 0,
                Some(Aspect::Sum) => *mine = mine.saturating_add(its),
                _ => {}
            }
        }
    }

    /// This many full houses, naked and hidden singles were placed on the board.
    pub fn place(&mut self, scale: &Scale, placements: [u32; 3]) {
        for (at, placed) in scale.placed(placements) {
            self.add(scale.items[at].rating, placed, true);
        }
    }

    /// What they show.
    pub fn rating(&self) -> Rating {
        let mut rating = self.rating;
        let sums = self.aspects.iter().zip(self.rating.0);
        let sum = sums.filter(|(aspect, _)| **aspect == Some(Aspect::Sum)).map(|(_, sum)| sum).next();
        for (level, aspect) in rating.0.iter_mut().zip(self.aspects) {
            let Some(Aspect::Level(limits)) = aspect else { continue };
            while limits.get(*level as usize).is_some_and(|&limit| sum > Some(limit)) {
                *level += 1;
            }
        }
        rating
    }
}
