//! `means`: mean, spread and shape of each rating, in all and by number of clues.

use super::cells::Cell;
use super::counts::ScaleCounts;
use super::table::group_name;
use super::{Column, Context, Counts, Fold, Kind, Report, Table};
use crate::run::Row;
use crate::stats::{ByClues, Moments, Values};
use std::io;
use sudoscope_engine::scale::Scale;

pub(super) struct Means;

impl Report for Means {
    fn name(&self) -> &'static str {
        "means"
    }

    fn about(&self) -> &'static str {
        "number of clues, each rating and each number read from the input: mean with standard error, standard \
         deviation, skewness, kurtosis (3 for a normal distribution), for all puzzles that have the number and \
         then by number of clues; without: puzzles that lack it"
    }

    fn columns(&self, _: &Context) -> Vec<Column> {
        let mut columns = Column::all(Kind::Text, &["number", "clues"]);
        columns.extend(Column::all(Kind::Count, &["puzzles", "without"]));
        let names = ["mean", "mean se", "sd", "skewness", "kurtosis"];
        columns.extend(Column::all(Kind::Number(5), &names));
        columns.extend(Column::all(Kind::Plain, &["least", "most"]));
        columns
    }

    fn is_counted(&self) -> bool {
        true
    }

    /// The number of clues and the ratings.
    fn of_counts(&self, counts: &Counts, context: &Context, table: &mut Table) -> io::Result<()> {
        let mut clues = Sample { name: "clues".to_string(), ..Sample::default() };
        counts.rated.present().for_each(|(n, puzzles)| clues.values.add(n as f64, n, puzzles));
        clues.group(None, context, table)?;
        let columns = counts.scales.iter().flat_map(|ScaleCounts { columns, .. }| columns);
        let titles = context.scales.iter().flat_map(Scale::titles).zip(context.units());
        for ((name, unit), ends) in titles.zip(columns) {
            let mut sample = Sample { name, ..Sample::default() };
            for (&end, part) in ends {
                match context.rating(Cell { end, unit }) {
                    Some(x) => part.present().for_each(|(n, all)| sample.values.add(x, n, all)),
                    None => sample.without += part,
                }
            }
            sample.groups(context, table)?;
        }
        Ok(())
    }

    /// The numbers read from the input.
    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        let read = context.header.against.iter();
        let blank = |name: &String| Sample { name: context.input_name(name), ..Sample::default() };
        Box::new(MeanRows { context, read: read.map(blank).collect() })
    }
}

/// A number, and how often puzzles lack it, by number of clues.
#[derive(Default)]
struct Sample {
    name: String,
    values: Values,
    without: ByClues,
}

struct MeanRows<'a> {
    context: &'a Context<'a>,
    read: Vec<Sample>,
}

impl Fold for MeanRows<'_> {
    fn row(&mut self, row: &Row, _: &mut Table) -> io::Result<()> {
        if !row.is_rated() {
            return Ok(());
        }
        let clues = row.clue_count();
        for (sample, number) in self.read.iter_mut().zip(&row.against) {
            match number.is_finite() {
                true => sample.values.add(*number, clues, 1),
                false => sample.without.add(clues),
            }
        }
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> io::Result<()> {
        self.read.iter().try_for_each(|sample| sample.groups(self.context, table))
    }
}

impl Sample {
    /// All puzzles, then by number of clues.
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
        table.row(&row![
            self.name.as_str(),
            group_name(clues),
            puzzles,
            self.without.with(clues).total(),
            mean.value,
            mean.error,
            deviation,
            skewness,
            kurtosis,
            least,
            most,
        ])
    }
}
