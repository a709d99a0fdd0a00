//! `levels`: how many puzzles stop on each rung, in all and by number of clues.

use super::counts::{Counts, LadderCounts, sum};
use super::table::group_name;
use super::{Column, Context, Kind, Report, Table, Value};
use crate::stats::ByClues;
use std::collections::BTreeMap;
use std::io;
use sudoscope_engine::ladder::Ladder;
use sudoscope_engine::solve::Outcome;

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
        for (ladder, LadderCounts { ends, .. }) in context.ladders.iter().zip(&counts.ladders) {
            let whole = sum(ends);
            if whole.total() == 0 {
                continue;
            }
            let rows = LevelRows { context, ladder, ends, whole };
            rows.group(None, table)?;
            for (clues, _) in rows.whole.present() {
                rows.group(Some(clues), table)?;
            }
        }
        Ok(())
    }
}

struct LevelRows<'a> {
    context: &'a Context<'a>,
    ladder: &'a Ladder,
    ends: &'a BTreeMap<Outcome, ByClues>,
    whole: ByClues,
}

impl LevelRows<'_> {
    /// The rows of the puzzles with so many clues, or of all.
    fn group(&self, clues: Option<usize>, table: &mut Table) -> io::Result<()> {
        let ladder = self.ladder;
        let whole = self.whole.with(clues);
        let name = group_name(clues);
        let part =
            |end: Outcome| self.ends.get(&end).map_or(ByClues::NONE, |count| count.with(clues));
        let mut up_to = ByClues::NONE;
        let solved = |rung: &u8| part(Outcome::Solved(*rung));
        let top =
            ladder.rungs().into_iter().rev().find(|rung| solved(rung).total() > 0).unwrap_or(0);
        for rung in ladder.rungs().into_iter().filter(|&rung| rung <= top) {
            let here = solved(&rung);
            up_to += &here;
            let [share, error] = self.context.percent(&here, &whole);
            let [cumulative, cumulative_error] = self.context.percent(&up_to, &whole);
            table.row(&row![
                ladder.name.as_str(),
                name.clone(),
                Outcome::Solved(rung),
                here.total(),
                share,
                error,
                up_to.total(),
                cumulative,
                cumulative_error,
            ])?;
        }
        for end in [Outcome::Stuck, Outcome::Budget] {
            let here = part(end);
            if here.total() > 0 {
                let [share, error] = self.context.percent(&here, &whole);
                let begin =
                    row![ladder.name.as_str(), name.clone(), end, here.total(), share, error];
                table.row(&[&begin[..], &[const { Value::Missing }; 3]].concat())?;
            }
        }
        Ok(())
    }
}
