//! `hardest`: the hardest puzzles of each ladder.

use super::columns::{CLUES, LINE, PUZZLE, RANK, RATING, RULES, SCALE};
use super::fields::{endings, used};
use super::table::{Kind, Value};
use super::{Context, Counts, Fold, Group, Report, Rows, Source, Table};
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
    joins: None,
    source: Source::Fold(|context| {
        Box::new(Hardest(context.scales.iter().map(|_| BTreeMap::new()).collect()))
    }),
};

/// Order of puzzles by difficulty: the smallest is the hardest.
type Rank = (Reverse<Rating>, Reverse<u32>, u16, u64);

/// Hardest puzzles of each ladder so far.
struct Hardest(Vec<BTreeMap<Rank, Row>>);

fn level(climb: &Climb) -> Option<Rating> {
    match climb.outcome {
        Outcome::Solved(rating) => Some(rating),
        Outcome::Unsolved | Outcome::Budget => Some(Rating([u32::MAX; COLUMNS])),
        Outcome::NoSolution => None,
    }
}

impl Fold for Hardest {
    fn rows(&mut self, rows: &Rows, context: &Context) {
        for (at, (hardest, scale)) in self.0.iter_mut().zip(context.scales).enumerate() {
            // Most groups are ruled out here: the last puzzle of the list is harder.
            let least = hardest.last_key_value().filter(|_| hardest.len() == LISTED).map(|last| last.0.0);
            let candidate = |group: &Group| {
                let climb = group.first.climbs.get(at).filter(|_| group.first.is_rated())?;
                let level =
                    level(climb).filter(|&level| least.is_none_or(|least| Reverse(level) <= least))?;
                Some((level, scale.hardest_of(climb)))
            };
            let candidates: Vec<_> = rows.groups.iter().map(candidate).collect();
            for (row, group) in rows.with_groups() {
                let Some((level, item)) = candidates[group] else { continue };
                let steps = item.map_or(0, |item| row.climbs[at].tallies[item].steps);
                let last = hardest.last_key_value().filter(|_| hardest.len() == LISTED);
                let rank = (Reverse(level), Reverse(steps), row.file, row.line);
                if last.is_none_or(|(last, _)| rank < *last) {
                    hardest.insert(rank, row.clone());
                    if hardest.len() > LISTED {
                        hardest.pop_last();
                    }
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
                    context.puzzle(row),
                    clues,
                    rating,
                    Value::Uses(used(scale, climb)).text(Kind::Text)
                ])?;
            }
        }
        Ok(())
    }
}
