//! `means`: mean, spread and shape of each rating, in all and by number of clues.

use super::columns::{DEVIATION, GROUP, KURTOSIS, LEAST, MEAN, MOST, NUMBER, PUZZLES, SKEWNESS, WITHOUT};
use super::table::{Ending, group_name};
use super::{Context, Counts, Fold, Join, Report, Rows, Source, Table};
use crate::stats::{ByClues, Classes, Moments};
use std::io;
use sudoscope_engine::scale::Scale;

pub(super) const MEANS: Report = Report {
    name: "means",
    about: "number of clues, each rating and each number read from the input: mean with standard error, \
            standard deviation, skewness, kurtosis (3 for a normal distribution), for all puzzles that have \
            the number and then by number of clues; without: puzzles that lack it",
    columns: |_| columns![NUMBER, GROUP, PUZZLES, WITHOUT, MEAN, DEVIATION, SKEWNESS, KURTOSIS, LEAST, MOST],
    joins: Some(Join::OfAllPuzzles),
    source: Source::CountsAndFold(|context| {
        Box::new(Means(context.read_names().into_iter().map(Sample::of).collect()))
    }),
};

/// Numbers read from the input.
struct Means(Vec<Sample>);

/// Values of a number, and the puzzles that lack the number, by number of clues.
struct Sample {
    name: String,
    values: Classes<u64>,
    without: ByClues,
}

impl Fold for Means {
    fn rows(&mut self, rows: &Rows, _: &Context) {
        if self.0.is_empty() {
            return;
        }
        for row in rows.all.iter().filter(|row| row.is_rated()) {
            let clues = row.clue_count();
            for (sample, number) in self.0.iter_mut().zip(&row.against) {
                match number.is_finite() {
                    true => sample.values.add(*number, 0.0, clues, 1),
                    false => sample.without.add(clues),
                }
            }
        }
    }

    fn end(&mut self, counts: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        let clues = Sample { values: Classes::of_clues(&counts.rated), ..Sample::of("clues".to_string()) };
        clues.group(None, context, table)?;
        let columns = counts.scales.iter().flat_map(|scale| &scale.columns);
        let titles = context.scales.iter().flat_map(Scale::titles).zip(context.units());
        for ((name, unit), ends) in titles.zip(columns) {
            let mut sample = Sample::of(name);
            for (&end, part) in ends {
                match context.rating(Ending { end, unit }) {
                    Some(x) => part.present().for_each(|(n, all)| sample.values.add(x, 0.0, n, all)),
                    None => sample.without += part,
                }
            }
            sample.groups(context, table)?;
        }
        self.0.iter().try_for_each(|sample| sample.groups(context, table))
    }
}

impl Sample {
    fn of(name: String) -> Sample {
        Sample { name, values: Classes::default(), without: ByClues::NONE }
    }

    /// Writes the row of all puzzles, then those by number of clues.
    fn groups(&self, context: &Context, table: &mut Table) -> io::Result<()> {
        self.group(None, context, table)?;
        let clues = self.values.clues();
        clues.into_iter().try_for_each(|clues| self.group(Some(clues), context, table))
    }

    fn group(&self, clues: Option<usize>, context: &Context, table: &mut Table) -> io::Result<()> {
        let Some(moments) = self.values.moments(clues, context.view.weights) else {
            return Ok(());
        };
        let Moments { puzzles, mean, deviation, skewness, kurtosis, least, most } = moments;
        let without = self.without.with(clues).total();
        let begin = row![self.name.as_str(), group_name(clues), puzzles, without];
        let numbers = [mean.value, mean.error, deviation, skewness, kurtosis, least, most];
        table.row(&row![begin, numbers.map(super::Value::from)])
    }
}
