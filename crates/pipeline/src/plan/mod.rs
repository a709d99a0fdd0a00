//! Plans: which puzzles of a finished scan appear on which day.
//!
//! ```text
//!   rows of the run ─▶ a pool for each rating asked for and each hardest technique: some at random
//!   each place of a day ─▶ the pool whose technique the plan has used least ─▶ its next puzzle
//!   puzzles of a day ─▶ sorted, so that they rise
//! ```

mod days;
mod pools;
mod write;

pub use days::{DayOrder, Portion, Weekday, days_of};

use crate::dedupe::FormMaker;
use crate::run::{Row, RunError, RunFile};
use crate::select::{Order, Query, Selection};
use pools::{Form, Held, Pool, form_of};
use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;
use sudoscope_engine::canon::PatternSymmetry;
use sudoscope_engine::grid::{Cells, Puzzle};

/// Order for a plan.
pub struct Plan {
    /// Days of each week, and their puzzles.
    pub days: Vec<DayOrder>,
    /// Number of weeks.
    pub weeks: usize,
    /// Whether the pattern of clues must have some symmetry.
    pub symmetric: bool,
    /// Order of the puzzles of a day.
    pub rising: Order,
    /// Seed: the same seed gives the same plan.
    pub seed: u64,
}

/// A day of a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct PlannedDay {
    /// Week, from 0.
    pub week: usize,
    /// Day of the week.
    pub day: Weekday,
    /// Rows of its puzzles, in order.
    pub rows: Vec<Row>,
}

/// Ratings of which the scan has too few puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lack {
    /// Ratings as they are typed.
    pub ratings: String,
    /// Number of puzzles that the plan needs.
    pub wanted: usize,
    /// Number of puzzles that lack.
    pub lacking: usize,
}

/// Reason why there is no plan.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PlanError {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("the plan cannot be filled: {}", lacks(.0))]
    Short(Vec<Lack>),
}

fn lacks(lacks: &[Lack]) -> String {
    let text =
        |Lack { ratings, wanted, lacking }: &Lack| format!("{ratings} lacks {lacking} of {wanted} puzzles");
    lacks.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Puzzles that a plan must not take: on the plain board up to symmetry.
#[derive(Default)]
pub struct Used {
    forms: HashSet<Form>,
    maker: FormMaker,
}

impl Used {
    /// Makes an empty set for puzzles of another board than the plain one, which are the same only if their
    /// clues are.
    pub fn on_board() -> Used {
        Used { maker: FormMaker::Clues, ..Used::default() }
    }
}

impl Extend<Puzzle> for Used {
    fn extend<I: IntoIterator<Item = Puzzle>>(&mut self, puzzles: I) {
        self.forms.extend(puzzles.into_iter().filter_map(|puzzle| form_of(&mut self.maker, &puzzle)));
    }
}

/// Place in a plan: numbers of the week, of the day's order and of the portion.
type Slot = (usize, usize, usize);

impl Plan {
    /// Chooses the puzzles of a run that meet the conditions of `query`, by the scale that it names. No two
    /// are isomorphic, or on other boards than the plain one equal, and none is to a `used` one. Fails if
    /// there are too few.
    pub fn make(&self, file: &RunFile, query: Query, used: Used) -> Result<Vec<PlannedDay>, PlanError> {
        let most =
            self.weeks * self.days.iter().flat_map(|day| &day.portions).map(|it| it.count).sum::<usize>();
        let Used { forms, mut maker } = used;
        let mut pools = self.pools(file, query, &forms, &mut maker, most)?;
        let taken = self.take(&mut pools, forms)?;
        let planned = |week: usize, at: usize| {
            let of_day = taken.range((week, at, 0)..(week, at + 1, 0)).flat_map(|(_, held)| held);
            let mut rows: Vec<Row> = of_day.filter_map(|held| file.layout().decode(&held.record)).collect();
            rows.sort_by_key(|row| self.rising.key(row));
            PlannedDay { week, day: self.days[at].day, rows }
        };
        let days = (0..self.weeks).flat_map(|week| (0..self.days.len()).map(move |at| (week, at)));
        Ok(days.map(|(week, at)| planned(week, at)).collect())
    }

    /// Reads the run into pools of at most `most` puzzles, by ratings and hardest item.
    fn pools(
        &self, file: &RunFile, query: Query, used: &HashSet<Form>, maker: &mut FormMaker, most: usize,
    ) -> Result<Pools, RunError> {
        let (scale, order) = (query.scale, Order::Shuffled(self.seed));
        let spans: Vec<RangeInclusive<u32>> = self.spans().map(|(span, _)| span).collect();
        let mut pools = Pools::new();
        let by = query.choice.scale.clone();
        let mut selection = Selection::new(query);
        for row in file.rows()? {
            let row = row?;
            let Some(climb) = row.climbs.get(scale) else { continue };
            let (Some(rating), Some(hardest)) = (climb.outcome.column(0).rating(), by.hardest_of(climb))
            else {
                continue;
            };
            let key = order.key(&row);
            let wanted = spans.iter().filter(|span| span.contains(&rating)).cloned();
            let mut places: Vec<PoolName> =
                wanted.map(|span| (*span.start(), *span.end(), hardest)).collect();
            places.retain(|name| pools.get(name).is_none_or(|pool| pool.has_room(key, most)));
            if places.is_empty() || !self.is_fit(&row) || !selection.fits(&row) {
                continue;
            }
            let Some(form) = form_of(maker, &row.puzzle).filter(|form| !used.contains(form)) else {
                continue;
            };
            for name in places {
                pools.entry(name).or_default().add(key, form, &row, file, most);
            }
        }
        Ok(pools)
    }

    fn is_fit(&self, row: &Row) -> bool {
        let cells = row.puzzle.clues().iter().fold(Cells::EMPTY, |all, cells| all | *cells);
        !self.symmetric || !PatternSymmetry::of(cells).is_none()
    }

    /// Returns the different spans of ratings that are asked for, as they are first typed, the narrowest
    /// first: the choice of a wide one is left what the others do not need.
    fn spans(&self) -> impl Iterator<Item = (RangeInclusive<u32>, &str)> {
        let portions = self.days.iter().flat_map(|day| &day.portions);
        let mut spans = BTreeMap::new();
        for Portion { text, ratings, .. } in portions {
            let width = ratings.end() - ratings.start();
            spans.entry((width, *ratings.start())).or_insert((ratings.clone(), text.as_str()));
        }
        spans.into_values()
    }

    /// Fills each place of the plan from the pool whose technique was used least so far.
    fn take(
        &self, pools: &mut Pools, mut used: HashSet<Form>,
    ) -> Result<BTreeMap<Slot, Vec<Held>>, PlanError> {
        let (mut taken, mut uses, mut short) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        for (span, text) in self.spans() {
            let (mut wanted, mut lacking) = (0, 0);
            for (slot, count) in self.slots(&span) {
                let held: Vec<Held> =
                    (0..count).map_while(|_| take_one(pools, &span, &mut uses, &mut used)).collect();
                (wanted, lacking) = (wanted + count, lacking + count - held.len());
                taken.insert(slot, held);
            }
            if lacking > 0 {
                short.push(Lack { ratings: text.to_string(), wanted, lacking });
            }
        }
        if short.is_empty() { Ok(taken) } else { Err(PlanError::Short(short)) }
    }

    /// Returns the places with this span of ratings, and their numbers of puzzles.
    fn slots(&self, span: &RangeInclusive<u32>) -> Vec<(Slot, usize)> {
        let mut slots = Vec::new();
        for week in 0..self.weeks {
            for (at, day) in self.days.iter().enumerate() {
                let portions = day.portions.iter().enumerate().filter(|(_, it)| it.ratings == *span);
                slots.extend(portions.map(|(portion, it)| ((week, at, portion), it.count)));
            }
        }
        slots
    }
}

/// Name of a pool: least and greatest rating, and hardest item.
type PoolName = (u32, u32, usize);

/// Pools by name.
type Pools = BTreeMap<PoolName, Pool>;

/// Takes a puzzle with one of these ratings whose hardest technique was used least, and counts it.
fn take_one(
    pools: &mut Pools, span: &RangeInclusive<u32>, uses: &mut BTreeMap<usize, u64>, used: &mut HashSet<Form>,
) -> Option<Held> {
    let of_span = pools.range_mut((*span.start(), *span.end(), 0)..=(*span.start(), *span.end(), usize::MAX));
    let next = |(name, pool): (&PoolName, &mut Pool)| {
        let key = pool.next(used)?;
        Some((uses.get(&name.2).copied().unwrap_or_default(), key, *name))
    };
    let (.., name) = of_span.filter_map(next).min()?;
    let held = pools.get_mut(&name)?.take()?;
    *uses.entry(name.2).or_default() += 1;
    used.insert(held.form);
    Some(held)
}
