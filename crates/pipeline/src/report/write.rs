//! The one place that writes report files.

use super::kept::{Keeper, Kept, Tables};
use super::paths::paths;
use super::worth::{MadeTable, worth_tables};
use super::{
    Context, Counts, Fold, Format, Head, REPORTS, Report, Table, Value, Writer, header_block, page,
};
use crate::files::Output;
use crate::run::{Row, RunError};
use crate::worth::ScaleWorth;
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Where and how reports are written.
#[derive(Clone)]
pub struct Destination<'a> {
    /// The directory, which exists.
    pub directory: &'a Path,
    /// The formats of the tables.
    pub formats: &'a [&'static Format],
    /// Whether the page is written, too.
    pub page: bool,
    /// Whether files are forced to the disk before they get their names.
    pub sync: bool,
}

impl<'a> Destination<'a> {
    /// Tables and page.
    pub fn new(directory: &'a Path, formats: &'a [&'static Format]) -> Destination<'a> {
        Destination { directory, formats, page: true, sync: false }
    }

    /// Where the page of the reports in a directory is.
    pub fn page_of(directory: &Path) -> PathBuf {
        directory.join(page::FILE)
    }

    /// Opens a file of it.
    fn create(&self, name: &str) -> Result<Output, RunError> {
        let file = Output::create(&self.directory.join(name)).map_err(|error| self.error(error))?;
        Ok(file.synced(self.sync))
    }

    fn error(&self, error: io::Error) -> RunError {
        RunError::Io(self.directory.to_path_buf(), error)
    }
}

/// Whether all tables of these rows but those of times are in `directory` in this format.
pub fn is_written(directory: &Path, format: &Format, context: &Context) -> bool {
    let known = REPORTS.iter().filter(|report| report.is_known(context));
    known.map(|report| file_name(report.name(), format)).all(|name| directory.join(name).exists())
}

fn file_name(report: &str, format: &Format) -> String {
    format!("{report}.{}", format.name)
}

/// Writes every report of these rows, in one pass over the rows, which `also` sees too; then the tables of what rules are
/// worth, and the page that is drawn from all tables. Nothing is given its name before all of it is written.
pub fn write_all<E: From<RunError>>(
    target: &Destination,
    context: &Context,
    worths: &[ScaleWorth],
    rows: impl IntoIterator<Item = Result<Row, E>>,
    mut also: impl FnMut(&Row),
) -> Result<(), E> {
    let reports = REPORTS.iter().copied().filter(|report| report.is_known(context)).collect();
    write(target, context, worths, reports, |each| {
        let mut counts = Counts::new(context.scales);
        for row in rows {
            let row = row?;
            also(&row);
            counts.add(&row);
            each(&row).map_err(|error| target.error(error))?;
        }
        Ok(counts)
    })
}

/// The same for the reports that need counts only.
pub fn write_counted(
    target: &Destination,
    context: &Context,
    counts: Counts,
) -> Result<(), RunError> {
    let reports = REPORTS.iter().copied().filter(|report| report.is_counted()).collect();
    write(target, context, &[], reports, |_| Ok(counts))
}

/// Writes these reports; `run` shows all rows to whom it is given, and returns their counts.
fn write<E: From<RunError>>(
    target: &Destination,
    context: &Context,
    worths: &[ScaleWorth],
    reports: Vec<&'static dyn Report>,
    run: impl FnOnce(&mut dyn FnMut(&Row) -> io::Result<()>) -> Result<Counts, E>,
) -> Result<(), E> {
    let io = |error| target.error(error);
    let reports: Vec<(&dyn Report, Head)> =
        reports.into_iter().map(|report| (report, head(report, context))).collect();
    let mut page = target.page.then(|| target.create(page::FILE)).transpose()?;
    let create = |name: &str| -> Result<Vec<Output>, RunError> {
        target.formats.iter().map(|format| target.create(&file_name(name, format))).collect()
    };
    let mut outputs: Vec<Vec<Output>> =
        reports.iter().map(|(report, _)| create(report.name())).collect::<Result<_, _>>()?;
    let mut kept = Vec::new();
    let counts = {
        let mut folds: Vec<(Box<dyn Fold>, Table)> = Vec::new();
        for ((report, head), files) in reports.iter().zip(&mut outputs) {
            let begin = |(format, file): (&&'static Format, _)| (format.begin)(file, head);
            let mut writers: Vec<Box<dyn Writer>> = target
                .formats
                .iter()
                .zip(files)
                .map(begin)
                .collect::<io::Result<_>>()
                .map_err(io)?;
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
    for MadeTable { head, rows } in worth_tables(context, worths) {
        let mut files = create(head.name)?;
        for (format, file) in target.formats.iter().zip(&mut files) {
            write_rows(format, &head, &rows, file).map_err(io)?;
        }
        outputs.push(files);
        kept.push(Kept { rows, ..Kept::begin(&head) });
    }
    if let Some(page) = &mut page {
        let paths = paths(&Tables(&kept), context);
        kept.push(paths);
        let rows = counts.statuses.iter().sum();
        let html = page::page(&kept, rows, context).map_err(|error| io(io::Error::other(error)))?;
        page.write_all(html.as_bytes()).map_err(io)?;
    }
    let mut outputs: Vec<Output> = outputs.into_iter().flatten().chain(page).collect();
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
