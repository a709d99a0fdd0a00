//! Values of the columns of a path.

use super::Scale;
use crate::evidence::{Aspect, COLUMNS, Rating};

impl Scale {
    /// Returns the columns of a path: of each round the rating of its item, its number of steps, and whether
    /// it places something.
    pub(crate) fn measured(&self, rounds: impl IntoIterator<Item = (Rating, u32, bool)>) -> Rating {
        let mut meter = Meter::new(self);
        rounds.into_iter().for_each(|(item, steps, places)| meter.add(item, steps, places));
        meter.rating()
    }
}

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

    /// Adds `steps` steps of one item.
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

    /// Records that nothing more is found: the puzzle is as hard as this item, and a measure up to the first
    /// placement is 0 if there was no placement.
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

    /// Adds full houses, naked and hidden singles placed on the board.
    pub fn place(&mut self, scale: &Scale, placements: [u32; 3]) {
        for (at, placed) in scale.placed(placements) {
            self.add(scale.items[at].rating, placed, true);
        }
    }

    /// Returns the columns; a score above its level's limit raises the level.
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
