//! The one place that writes report files.

use super::format::{Keeper, Kept};
use super::{
    Context, Counts, Fold, Format, Head, REPORTS, Report, Table, Value, Writer, header_block, page,
};
use crate::files::Output;
use crate::run::{Row, RunError};
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

/// A table that is not made from rows alone.
pub struct Made {
    /// What stands before its rows.
    pub head: Head,
    /// Its rows, a value for each column.
    pub rows: Vec<Vec<Value>>,
}

/// Writes every report of these rows to `directory` in these formats, in one pass over the rows, which `also` sees too; then
/// the tables that are made, and the page that is drawn from all of them. Nothing is given its name before all of it is
/// written.
pub fn write_all<E: From<RunError>>(
    directory: &Path,
    context: &Context,
    formats: &[&'static Format],
    made: Vec<Made>,
    rows: impl IntoIterator<Item = Result<Row, E>>,
    mut also: impl FnMut(&Row),
) -> Result<(), E> {
    let reports = REPORTS.iter().copied().filter(|report| report.is_known(context)).collect();
    write(directory, context, formats, made, reports, |each| {
        let mut counts = Counts::new(context.ladders);
        for row in rows {
            let row = row?;
            also(&row);
            counts.add(&row);
            each(&row).map_err(|error| RunError::Io(directory.to_path_buf(), error))?;
        }
        Ok(counts)
    })
}

/// The same for the reports that need counts only.
pub fn write_counted(
    directory: &Path,
    context: &Context,
    formats: &[&'static Format],
    counts: Counts,
) -> Result<(), RunError> {
    let reports = REPORTS.iter().copied().filter(|report| report.is_counted()).collect();
    write(directory, context, formats, Vec::new(), reports, |_| Ok(counts))
}

/// Writes these reports; `run` shows all rows to whom it is given, and returns their counts.
fn write<E: From<RunError>>(
    directory: &Path,
    context: &Context,
    formats: &[&'static Format],
    made: Vec<Made>,
    reports: Vec<&'static dyn Report>,
    run: impl FnOnce(&mut dyn FnMut(&Row) -> io::Result<()>) -> Result<Counts, E>,
) -> Result<(), E> {
    let io = |error| RunError::Io(directory.to_path_buf(), error);
    let reports: Vec<(&dyn Report, Head)> =
        reports.into_iter().map(|report| (report, head(report, context))).collect();
    let mut page = Output::create(&directory.join(page::FILE)).map_err(io)?;
    let mut outputs = Vec::new();
    let create = |name: &str, format: &Format| {
        Output::create(&directory.join(format!("{name}.{}", format.name)))
    };
    for (report, _) in &reports {
        let file = |format: &&'static Format| create(report.name(), format);
        outputs.push(formats.iter().map(file).collect::<io::Result<Vec<_>>>().map_err(io)?);
    }
    let mut kept = Vec::new();
    let counts = {
        let mut folds: Vec<(Box<dyn Fold>, Table)> = Vec::new();
        for ((report, head), files) in reports.iter().zip(&mut outputs) {
            let begin = |(format, file): (&&'static Format, _)| (format.begin)(file, head);
            let mut writers: Vec<Box<dyn Writer>> =
                formats.iter().zip(files).map(begin).collect::<io::Result<_>>().map_err(io)?;
            if !report.is_long() {
                let table = Rc::new(RefCell::new(Kept::begin(head)));
                writers.push(Box::new(Keeper(table.clone())));
                kept.push(table);
            }
            folds.push((report.fold(context), Table { writers }));
        }
        let counts =
            run(&mut |row| folds.iter_mut().try_for_each(|(fold, table)| fold.row(row, table)))?;
        for ((report, _), (mut fold, mut table)) in reports.iter().zip(folds) {
            report.of_counts(&counts, context, &mut table).map_err(io)?;
            fold.end(&mut table).map_err(io)?;
            table.end().map_err(io)?;
        }
        counts
    };
    let mut kept: Vec<Kept> = kept.into_iter().map(|table| table.take()).collect();
    for Made { head, rows } in made {
        let mut files = Vec::new();
        for format in formats {
            let mut file = create(head.name, format).map_err(io)?;
            write_rows(format, &head, &rows, &mut file).map_err(io)?;
            files.push(file);
        }
        outputs.push(files);
        kept.push(Kept { rows, ..Kept::begin(&head) });
    }
    let rows = counts.statuses.iter().sum();
    let html = page::page(&kept, rows, context).map_err(|error| io(io::Error::other(error)))?;
    page.write_all(html.as_bytes()).map_err(io)?;
    let mut outputs: Vec<Output> = outputs.into_iter().flatten().chain([page]).collect();
    outputs.iter_mut().try_for_each(Output::flush).map_err(io)?;
    Ok(outputs.into_iter().try_for_each(Output::finish).map_err(io)?)
}

fn write_rows(
    format: &Format,
    head: &Head,
    rows: &[Vec<Value>],
    file: &mut Output,
) -> io::Result<()> {
    let mut writer = (format.begin)(file, head)?;
    rows.iter().try_for_each(|row| writer.row(row))?;
    writer.end()
}

fn head(report: &dyn Report, context: &Context) -> Head {
    Head {
        name: report.name(),
        about: header_block(report.about(), context),
        columns: report.columns(context),
    }
}
