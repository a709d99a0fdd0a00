//! `means`: mean, spread and shape of each rating, in all and by number of clues.

use super::{Column, Context, Fold, Kind, Report, Table};
use crate::record::Row;
use crate::stats::{Moments, Values};
use std::io;

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

    fn fold<'a>(&self, context: &'a Context<'a>) -> Box<dyn Fold + 'a> {
        let blank = |name| Sample { name, ..Sample::default() };
        let numbers = context.quantities().into_iter().map(blank).collect();
        Box::new(MeanRows { context, clues: blank("clues".to_string()), numbers })
    }
}

/// A number, and how often puzzles lack it, by number of clues.
#[derive(Default)]
struct Sample {
    name: String,
    values: Values,
    without: crate::stats::ByClues,
}

struct MeanRows<'a> {
    context: &'a Context<'a>,
    clues: Sample,
    numbers: Vec<Sample>,
}

impl Fold for MeanRows<'_> {
    fn row(&mut self, row: &Row, _: &mut Table) -> io::Result<()> {
        if !row.is_rated() {
            return Ok(());
        }
        let clues = row.clue_count();
        self.clues.values.add(clues as f64, clues);
        for (sample, number) in self.numbers.iter_mut().zip(self.context.numbers(row)) {
            match number {
                Some(number) => sample.values.add(number, clues),
                None => sample.without.add(clues),
            }
        }
        Ok(())
    }

    fn end(&mut self, table: &mut Table) -> io::Result<()> {
        self.group(&self.clues, None, table)?;
        for sample in &self.numbers {
            self.group(sample, None, table)?;
            for clues in sample.values.clues() {
                self.group(sample, Some(clues), table)?;
            }
        }
        Ok(())
    }
}

impl MeanRows<'_> {
    fn group(&self, sample: &Sample, clues: Option<usize>, table: &mut Table) -> io::Result<()> {
        let Some(moments) = sample.values.moments(clues, self.context.view.weights) else {
            return Ok(());
        };
        let Moments { puzzles, mean, deviation, skewness, kurtosis, least, most } = moments;
        table.row(&row![
            sample.name.as_str(),
            clues.map_or("all".to_string(), |clues| clues.to_string()),
            puzzles,
            sample.without.with(clues).total(),
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
