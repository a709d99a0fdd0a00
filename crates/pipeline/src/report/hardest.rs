//! `hardest`: the hardest puzzles of each ladder.

use super::cells::{cells, item_names, used};
use super::{Column, Context, Fold, Kind, Report, Table};
use crate::run::Row;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;
use sudoscope_engine::scale::{COLUMNS, Climb, Outcome, Rating};

pub(super) struct Hardest;

/// Puzzles listed for each ladder.
const LISTED: usize = 20;

impl Report for Hardest {
    fn name(&self) -> &'static str {
        "hardest"
    }

    fn about(&self) -> &'static str {
        "the 20 hardest puzzles of each ladder: first those that it does not solve, then by rating; of equals, first \
         those that needed more patterns of the hardest rule, then the earlier line"
    }

    fn columns(&self, context: &Context) -> Vec<Column> {
        let mut columns = vec![Column::new("ladder", Kind::Text), Column::new("rank", Kind::Count)];
        columns.extend(Column::all(Kind::Text, &["line", "puzzle"]));
        columns.push(Column::new("clues", Kind::Count));
        columns.push(Column::new("rating", Kind::Rating(context.unit())));
        columns.push(Column::new("rules", Kind::Text));
        columns
    }

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        let scales = context.scales.iter().map(|_| BTreeMap::new()).collect();
        Box::new(HardestRows { context, names: item_names(context.scales), scales })
    }
}

/// What makes a puzzle harder than others: the smallest is the hardest.
type Rank = (Reverse<Rating>, Reverse<u32>, u16, u64);

struct HardestRows<'a> {
    context: &'a Context<'a>,
    names: Vec<Vec<String>>,
    /// For each ladder the hardest so far.
    scales: Vec<BTreeMap<Rank, Row>>,
}

fn rank(climb: &Climb, row: &Row) -> Option<Rank> {
    let level = match climb.outcome {
        Outcome::Solved(rating) => rating,
        Outcome::Unsolved | Outcome::Budget => Rating([u32::MAX; COLUMNS]),
        Outcome::NoSolution => return None,
    };
    let last = climb.tallies.iter().rev().find(|tally| tally.firings > 0);
    Some((Reverse(level), Reverse(last.map_or(0, |tally| tally.firings)), row.file, row.line))
}

impl Fold for HardestRows<'_> {
    fn row(&mut self, row: &Row, _: &mut Table) -> io::Result<()> {
        if !row.is_rated() {
            return Ok(());
        }
        for (hardest, climb) in self.scales.iter_mut().zip(&row.climbs) {
            let Some(rank) = rank(climb, row) else { continue };
            if hardest.len() < LISTED || hardest.last_key_value().is_some_and(|last| rank < *last.0)
            {
                hardest.insert(rank, row.clone());
                if hardest.len() > LISTED {
                    hardest.pop_last();
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> io::Result<()> {
        for (at, hardest) in self.scales.iter().enumerate() {
            let scale = &self.context.scales[at];
            for (place, row) in (1u64..).zip(hardest.values()) {
                let climb = &row.climbs[at];
                table.row(&row![
                    scale.name.as_str(),
                    place,
                    self.context.line_name(row.at()),
                    &row.puzzle,
                    row.clue_count() as u64,
                    cells(scale, climb).next(),
                    used(&self.names[at], climb),
                ])?;
            }
        }
        Ok(())
    }
}
