//! `levels`: how many puzzles stop on each rung, in all and by number of clues.

use super::cells::Cell;
use super::counts::{Counts, ScaleCounts, sum};
use super::table::group_name;
use super::{Column, Context, Kind, Report, Table, Value};
use crate::stats::ByClues;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use sudoscope_engine::scale::{Outcome, Unit};

pub(super) struct Levels;

impl Report for Levels {
    fn name(&self) -> &'static str {
        "levels"
    }

    fn about(&self) -> &'static str {
        "puzzles by rating: for each ladder, all puzzles and then by number of clues; percentages are of the \
         puzzles with one solution in that group, se their standard errors"
    }

    fn columns(&self, _: &Context) -> Vec<Column> {
        let mut columns = Column::all(Kind::Text, &["ladder", "clues", "rung"]);
        columns.push(Column::new("puzzles", Kind::Count));
        columns.extend(Column::all(Kind::Number(3), &["%", "% se"]));
        columns.push(Column::new("cumulative", Kind::Count));
        columns.extend(Column::all(Kind::Number(3), &["cumulative %", "cumulative % se"]));
        columns
    }

    fn is_counted(&self) -> bool {
        true
    }

    fn of_counts(&self, counts: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        for (scale, ScaleCounts { columns, .. }) in context.scales.iter().zip(&counts.scales) {
            for (at, (title, ends)) in scale.titles().zip(columns).enumerate() {
                let whole = sum(ends);
                if whole.total() == 0 {
                    continue;
                }
                let unit = scale.columns[at].unit;
                let mut values: BTreeSet<u32> = scale.values(at).into_iter().collect();
                values.extend(ends.keys().filter_map(|end| end.rating()));
                let rows = LevelRows { context, title, unit, values, ends, whole };
                rows.group(None, table)?;
                for (clues, _) in rows.whole.present() {
                    rows.group(Some(clues), table)?;
                }
            }
        }
        Ok(())
    }
}

struct LevelRows<'a> {
    context: &'a Context<'a>,
    /// The name of the column, and what its numbers are.
    title: String,
    unit: Unit,
    /// Those that the items give.
    values: BTreeSet<u32>,
    ends: &'a BTreeMap<Outcome<u32>, ByClues>,
    whole: ByClues,
}

impl LevelRows<'_> {
    /// The rows of the puzzles with so many clues, or of all.
    fn group(&self, clues: Option<usize>, table: &mut Table) -> io::Result<()> {
        let whole = self.whole.with(clues);
        let name = group_name(clues);
        let part = |end: Outcome<u32>| {
            self.ends.get(&end).map_or(ByClues::NONE, |count| count.with(clues))
        };
        let mut up_to = ByClues::NONE;
        let solved = |value: &u32| part(Outcome::Solved(*value));
        let top = self.values.iter().rev().find(|value| solved(value).total() > 0);
        let top = top.copied().unwrap_or(0);
        for value in self.values.range(..=top) {
            let here = solved(value);
            up_to += &here;
            let [share, error] = self.context.percent(&here, &whole);
            let [cumulative, cumulative_error] = self.context.percent(&up_to, &whole);
            table.row(&row![
                self.title.as_str(),
                name.clone(),
                Cell { end: Outcome::Solved(*value), unit: self.unit },
                here.total(),
                share,
                error,
                up_to.total(),
                cumulative,
                cumulative_error,
            ])?;
        }
        for end in [Outcome::Unsolved, Outcome::Budget] {
            let here = part(end);
            if here.total() > 0 {
                let [share, error] = self.context.percent(&here, &whole);
                let (title, cell) = (self.title.as_str(), Cell { end, unit: self.unit });
                let begin = row![title, name.clone(), cell, here.total(), share, error];
                table.row(&[&begin[..], &[const { Value::Missing }; 3]].concat())?;
            }
        }
        Ok(())
    }
}
