//! `levels`: how many puzzles stop on each rung, in all and by number of clues.

use super::{Column, Context, Fold, Kind, Report, Table, Value};
use crate::ladder::Ladder;
use crate::record::Row;
use crate::solve::{Outcome, Status};
use crate::stats::ByClues;
use std::collections::BTreeMap;
use std::io;

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

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        let blank = Counts::default();
        Box::new(LevelRows { context, ladders: vec![blank; context.ladders.len()] })
    }
}

/// Puzzles by rung; those without a rating apart.
#[derive(Clone, Default)]
struct Counts {
    rungs: BTreeMap<u8, ByClues>,
    unsolved: ByClues,
    budget: ByClues,
}

struct LevelRows<'a> {
    context: &'a Context<'a>,
    ladders: Vec<Counts>,
}

impl Fold for LevelRows<'_> {
    fn row(&mut self, row: &Row, _: &mut Table) -> io::Result<()> {
        if !row.is_rated() {
            return Ok(());
        }
        for (counts, climb) in self.ladders.iter_mut().zip(&row.climbs) {
            let count = match climb.outcome {
                Outcome::Solved(rung) => counts.rungs.entry(rung).or_default(),
                Outcome::Stuck => &mut counts.unsolved,
                Outcome::Budget => &mut counts.budget,
                Outcome::NoSolution => continue,
            };
            count.add(row.clue_count());
        }
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> io::Result<()> {
        for (ladder, counts) in self.context.ladders.iter().zip(&self.ladders) {
            let mut whole = ByClues::NONE;
            counts.rungs.values().for_each(|count| whole += count);
            whole += &counts.unsolved;
            whole += &counts.budget;
            if whole.total() == 0 {
                continue;
            }
            for clues in std::iter::once(None).chain(whole.present().map(|(clues, _)| Some(clues)))
            {
                self.group(ladder, counts, &whole, clues, table)?;
            }
        }
        Ok(())
    }
}

impl LevelRows<'_> {
    /// The rows of the puzzles with so many clues, or of all.
    fn group(
        &self,
        ladder: &Ladder,
        counts: &Counts,
        whole: &ByClues,
        clues: Option<usize>,
        table: &mut Table,
    ) -> io::Result<()> {
        let whole = whole.with(clues);
        let name = clues.map_or("all".to_string(), |clues| clues.to_string());
        let part = |count: Option<&ByClues>| count.map_or(ByClues::NONE, |count| count.with(clues));
        let mut up_to = ByClues::NONE;
        let top = counts.rungs.iter().rev().find(|(_, count)| count.with(clues).total() > 0);
        let top = top.map_or(0, |(&rung, _)| rung);
        for rung in ladder.rungs().into_iter().filter(|&rung| rung <= top) {
            let here = part(counts.rungs.get(&rung));
            up_to += &here;
            let [share, error] = self.context.percent(&here, &whole);
            let [cumulative, cumulative_error] = self.context.percent(&up_to, &whole);
            table.row(&row![
                ladder.name.as_str(),
                name.as_str(),
                rung.to_string(),
                here.total(),
                share,
                error,
                up_to.total(),
                cumulative,
                cumulative_error,
            ])?;
        }
        for (status, count) in
            [(Status::Unsolved, &counts.unsolved), (Status::Budget, &counts.budget)]
        {
            let here = count.with(clues);
            if here.total() > 0 {
                let [share, error] = self.context.percent(&here, &whole);
                let end = [Value::Missing, Value::Missing, Value::Missing];
                let begin = row![
                    ladder.name.as_str(),
                    name.as_str(),
                    status.name(),
                    here.total(),
                    share,
                    error
                ];
                table.row(&[&begin[..], &end].concat())?;
            }
        }
        Ok(())
    }
}
