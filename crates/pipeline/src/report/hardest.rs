//! `hardest`: the hardest puzzles of each ladder.

use super::columns::{CLUES, LINE, PUZZLE, RANK, RATING, RULES, SCALE};
use super::fields::{endings, used};
use super::table::{Kind, Value};
use super::{Context, Counts, Fold, Report, Source, Table};
use crate::run::Row;
use std::{cmp::Reverse, collections::BTreeMap, io};
use sudoscope_engine::scale::{COLUMNS, Climb, Outcome, Rating};

/// Puzzles listed for each scale.
const LISTED: usize = 20;

pub(super) const HARDEST: Report = Report {
    name: "hardest",
    about: "the 20 hardest puzzles of each scale: first those that it does not solve, then by rating; of \
            equals, first those that needed more patterns of the hardest rule, then the earlier line",
    columns: |context| {
        columns![SCALE, RANK, LINE, PUZZLE, CLUES, RATING.of(Kind::Rating(context.unit())), RULES]
    },
    source: Source::Fold(|context| {
        Box::new(Hardest(context.scales.iter().map(|_| BTreeMap::new()).collect()))
    }),
};

/// What makes a puzzle harder than others: the smallest is the hardest.
type Rank = (Reverse<Rating>, Reverse<u32>, u16, u64);

/// For each ladder the hardest so far.
struct Hardest(Vec<BTreeMap<Rank, Row>>);

fn level(climb: &Climb) -> Option<Rating> {
    match climb.outcome {
        Outcome::Solved(rating) => Some(rating),
        Outcome::Unsolved | Outcome::Budget => Some(Rating([u32::MAX; COLUMNS])),
        Outcome::NoSolution => None,
    }
}

impl Fold for Hardest {
    fn row(&mut self, row: &Row, context: &Context) {
        if !row.is_rated() {
            return;
        }
        for ((hardest, climb), scale) in self.0.iter_mut().zip(&row.climbs).zip(context.scales) {
            let Some(level) = level(climb) else { continue };
            let last = hardest.last_key_value().filter(|_| hardest.len() == LISTED);
            // Most puzzles end here.
            if last.is_some_and(|((last, ..), _)| Reverse(level) > *last) {
                continue;
            }
            let steps = scale.hardest_of(climb).map_or(0, |hardest| climb.tallies[hardest].steps);
            let rank = (Reverse(level), Reverse(steps), row.file, row.line);
            if last.is_none_or(|(last, _)| rank < *last) {
                hardest.insert(rank, row.clone());
                if hardest.len() > LISTED {
                    hardest.pop_last();
                }
            }
        }
    }

    fn end(&mut self, _: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        for (at, (scale, hardest)) in context.scales.iter().zip(&self.0).enumerate() {
            for (place, row) in (1u64..).zip(hardest.values()) {
                let (name, line) = (scale.name.as_str(), context.line_name(row.at()));
                let (clues, climb) = (row.clue_count() as u64, &row.climbs[at]);
                let rating = endings(scale, climb).next();
                table.row(&row![
                    name,
                    place,
                    line,
                    &row.puzzle,
                    clues,
                    rating,
                    Value::Uses(used(scale, climb)).text(Kind::Text)
                ])?;
            }
        }
        Ok(())
    }
}
