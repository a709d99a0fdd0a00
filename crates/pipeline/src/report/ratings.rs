//! `ratings`: the number of puzzles with each rating, in all and by number of clues.

use super::columns::{CUMULATIVE, CUMULATIVE_SHARE, GROUP, PUZZLES, RATING, SCALE, SHARE};
use super::table::{Ending, Value, group_name};
use super::{Context, Join, Report, Source, Table, counts::sum};
use crate::stats::ByClues;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use sudoscope_engine::scale::{Column, Outcome, Unit};

pub(super) const RATINGS: Report = Report {
    name: "ratings",
    about: "puzzles by rating: for each scale, all puzzles and then by number of clues; percentages are of \
            the puzzles with one solution in that group, se their standard errors",
    columns: |_| columns![SCALE, GROUP, RATING, PUZZLES, SHARE, CUMULATIVE, CUMULATIVE_SHARE],
    joins: Some(Join::OfAllPuzzles),
    source: Source::Counts(|counts, context, table| {
        for (scale, counts) in context.scales.iter().zip(&counts.scales) {
            for (at, (title, ends)) in scale.titles().zip(&counts.columns).enumerate() {
                let (whole, Column { aspect, unit, .. }) = (sum(ends), scale.columns[at]);
                // Sums and estimates have nearly as many values as puzzles: `means` has them.
                if whole.total() == 0 || !aspect.has_classes() {
                    continue;
                }
                let mut values: BTreeSet<u32> = scale.values(at).into_iter().collect();
                values.extend(ends.keys().filter_map(|end| end.rating()));
                let rows = Levels { context, title, unit, values, ends, whole };
                rows.group(None, table)?;
                rows.whole.present().try_for_each(|(clues, _)| rows.group(Some(clues), table))?;
            }
        }
        Ok(())
    }),
};

struct Levels<'a> {
    context: &'a Context<'a>,
    /// Name of the column, and unit of its numbers.
    title: String,
    unit: Unit,
    /// Ratings that the items give or that occur.
    values: BTreeSet<u32>,
    ends: &'a BTreeMap<Outcome<u32>, ByClues>,
    whole: ByClues,
}

impl Levels<'_> {
    /// Writes the rows of the puzzles with this many clues, or of all.
    fn group(&self, clues: Option<usize>, table: &mut Table) -> io::Result<()> {
        let whole = self.whole.with(clues);
        let part = |end: Outcome<u32>| self.ends.get(&end).map_or(ByClues::NONE, |count| count.with(clues));
        let begin = |end: Outcome<u32>, here: &ByClues| {
            let (title, ending) = (self.title.as_str(), Ending { end, unit: self.unit });
            let share = self.context.percent(here, &whole);
            row![title, group_name(clues), ending, here.total(), share]
        };
        let mut up_to = ByClues::NONE;
        let solved = |value: &u32| part(Outcome::Solved(*value));
        let top = self.values.iter().rev().find(|value| solved(value).total() > 0);
        for value in self.values.range(..=top.copied().unwrap_or(0)) {
            let here = solved(value);
            up_to += &here;
            let begin = begin(Outcome::Solved(*value), &here);
            table.row(&row![begin, up_to.total(), self.context.percent(&up_to, &whole)])?;
        }
        for end in [Outcome::Unsolved, Outcome::Budget] {
            let here = part(end);
            if here.total() > 0 {
                table.row(&row![begin(end, &here), [const { Value::Missing }; 3]])?;
            }
        }
        Ok(())
    }
}
