//! Writing of report files, all in one place.

use super::kept::Tables;
use super::paths::paths;
use super::table::{Column, Kept, Value};
use super::{
    Context, Counts, Fold, Format, Head, REPORTS, Report, Rows, Source, Summary, Table, WORTH, about_run,
    page,
};
use crate::files::{Output, Protected};
use crate::run::{Row, RowSolver, RunError, RunHeader, Timing};
use crate::threads;
use crate::worth;
use crossbeam::channel::{self, Receiver};
use rayon::ThreadPool;
use serde_json::{Map, Value as Json, json};
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

/// File that says what made the tables, and what a row of each is.
const ABOUT: &str = "about.json";

/// Rows passed to the reports at a time.
const ROWS: usize = 1 << 10;

/// Batches of rows that may wait for reports during a run.
const AHEAD: usize = 16;

/// Where and how reports are written.
#[derive(Clone)]
pub struct Destination<'a> {
    /// Directory, which must exist.
    pub directory: &'a Path,
    /// Formats of the tables.
    pub formats: &'a [&'static Format],
    /// Whether the page is written, too.
    pub page: bool,
    /// Whether files are forced to disk before they get their names.
    pub sync: bool,
    /// Files that are read, which no report may replace.
    pub inputs: Protected,
    /// Number of threads that make reports, if the system allows them.
    pub jobs: usize,
}

impl<'a> Destination<'a> {
    /// Creates a destination for tables and page, none of which may be one of the inputs.
    pub fn new(directory: &'a Path, formats: &'a [&'static Format], inputs: Protected) -> Destination<'a> {
        Destination { directory, formats, page: true, sync: false, inputs, jobs: 1 }
    }

    /// Returns the path of the page of the reports in a directory.
    pub fn page_of(directory: &Path) -> PathBuf {
        directory.join(page::FILE)
    }

    /// Opens a file of the destination.
    fn create(&self, name: &str) -> Result<Output, RunError> {
        let file = Output::create_in(self.directory, name, &self.inputs);
        let file = file.map_err(|error| RunError::Io(self.directory.join(name), error))?;
        Ok(file.synced(self.sync))
    }

    /// Fails if one of its files is an input, or cannot be written because something else has its name.
    pub fn check(&self) -> Result<(), RunError> {
        let names = REPORTS
            .iter()
            .chain(WORTH)
            .flat_map(|report| self.formats.iter().map(|format| file_name(report, format)));
        names.chain([ABOUT, page::FILE, worth::FILE].map(String::from)).try_for_each(|name| {
            let checked = Output::check_in(self.directory, &name, &self.inputs);
            checked.map_err(|error| RunError::Io(self.directory.join(name), error))
        })
    }

    fn error(&self, error: io::Error) -> RunError {
        RunError::Io(self.directory.to_path_buf(), error)
    }
}

/// Whether all tables of a run, except the tables of times, are in `directory` in the given format.
pub(crate) fn is_written(directory: &Path, format: &Format, context: &Context) -> bool {
    let known = REPORTS.iter().filter(|report| report.is_known(context));
    known.map(|report| file_name(report, format)).all(|name| directory.join(name).exists())
}

fn file_name(report: &Report, format: &Format) -> String {
    format!("{}.{}", report.name, format.name)
}

/// Writes every report on these rows, in one pass over them, and then the page drawn from all tables. No file
/// gets its final name before all are complete. Returns the summary of the rows.
pub fn write_all<E: From<RunError>>(
    target: &Destination, context: &Context, rows: impl IntoIterator<Item = Result<Row, E>>,
) -> Result<Summary, E> {
    let run = |making: &mut [Making]| -> Result<_, E> {
        let (mut shown, mut solver) = (Shown::new(context), RowSolver::default());
        let mut rows = rows.into_iter();
        let mut next = || -> Result<Vec<Row>, E> {
            let mut next = Vec::with_capacity(ROWS);
            for row in rows.by_ref().take(ROWS) {
                let mut row = row?;
                if context.solved {
                    let RunHeader { board, budget, .. } = context.header;
                    solver.solve(&mut row, board.as_deref(), *budget);
                }
                next.push(row);
            }
            Ok(next)
        };
        let failed = |error| target.error(error);
        // If the system refuses threads, this one makes the reports, so that ratings are not lost.
        let pool = (target.jobs > 1).then(|| threads::pool(target.jobs)).and_then(Result::ok);
        let mut rows = next()?;
        while !rows.is_empty() {
            let some = Rows::of(&rows);
            shown.add(&some, context);
            let coming = show(pool.as_ref(), making, &some, context, &mut next);
            rows = coming?;
            let failure = making.iter_mut().find_map(|one| one.failure.take());
            failure.map_or(Ok(()), Err).map_err(failed)?;
        }
        Ok(Some((shown, context.timing)))
    };
    Ok(write(target, context, |_| true, run)?.unwrap_or_default())
}

/// Rates a run and writes every report on it at the same time. `rate` passes the rows, in order, to a thread
/// that makes the reports, and returns its result, from which `times` takes the times unless the run was
/// stopped. Returns that result, and the summary of the rows once the reports have their names. If the run
/// was stopped, or its reports could not be made, none is written and the summary is `None`: `write_all` then
/// writes them, or says why not.
pub fn write_live<T, E>(
    target: &Destination, context: &Context, rate: impl FnOnce(&mut dyn FnMut(Vec<Row>)) -> Result<T, E>,
    times: impl Fn(&T) -> Option<&Timing>,
) -> Result<(T, Result<Option<Summary>, RunError>), E> {
    // Times, known only at the end, have a table, too.
    let timing = Timing::new(context.scales);
    let timed = Context { timing: Some(&timing), ..context.clone() };
    let (mut rate, mut rated) = (Some(rate), None);
    let written = write(
        target,
        &timed,
        |_| true,
        |making| {
            let (send, receive) = channel::bounded(AHEAD);
            let shown = thread::scope(|scope| {
                let (mut begin, mut reports) = (Some((making, receive)), None);
                let show = &mut |rows| {
                    // Started after all other threads: if the system refuses it, puzzles are rated all the
                    // same.
                    if let Some((making, rows)) = begin.take() {
                        reports = threads::start_in(scope, move || show_all(making, rows, context)).ok();
                    }
                    // After an error, the report thread takes no more rows.
                    let _ = send.send(rows);
                };
                rated = rate.take().map(|rate| rate(show));
                drop(send);
                match (begin, reports) {
                    // There were no rows.
                    (Some(_), _) => Some(Shown::new(context)),
                    (None, reports) => reports?.join().unwrap_or_else(|panic| resume_unwind(panic)).ok(),
                }
            });
            let timing = rated.as_ref().and_then(|rated| times(rated.as_ref().ok()?));
            Ok::<_, RunError>(shown.zip(timing).map(|(shown, timing)| (shown, Some(timing))))
        },
    );
    match rate {
        None => Ok((rated.expect("what is taken is called")?, written)),
        // Nothing could be begun.
        Some(rate) => Ok((rate(&mut drop)?, Ok(None))),
    }
}

/// Passes these rows to the reports, and counts them.
fn show_all(making: &mut [Making], rows: Receiver<Vec<Row>>, context: &Context) -> io::Result<Shown> {
    let mut shown = Shown::new(context);
    for rows in rows {
        let rows = Rows::of(&rows);
        shown.add(&rows, context);
        making.iter_mut().for_each(|one| one.rows(&rows, context));
        making.iter_mut().find_map(|one| one.failure.take()).map_or(Ok(()), Err)?;
    }
    Ok(shown)
}

/// Writes the reports that need counts only.
pub fn write_counted(target: &Destination, context: &Context, counts: Counts) -> Result<(), RunError> {
    let shown = Shown { counts, summary: Summary::default() };
    write(target, context, Report::is_counted, |_| Ok(Some((shown, context.timing)))).map(drop)
}

/// Makes the wanted tables of a finished run in memory; returns them with the counts.
pub(crate) fn keep(
    context: &Context, is_wanted: impl Fn(&Report) -> bool,
    mut rows: impl Iterator<Item = Result<Row, RunError>>,
) -> Result<(Vec<Kept>, Counts), RunError> {
    let in_memory = |error| RunError::Io(PathBuf::from("a table in memory"), error);
    let wanted = REPORTS.iter().chain(WORTH).filter(|it| it.is_known(context) && is_wanted(it));
    let mut making = wanted
        .map(|report| Making::begin(report, context, std::iter::empty()))
        .collect::<io::Result<Vec<_>>>()
        .map_err(in_memory)?;
    let mut counts = Counts::new(context.scales);
    loop {
        let some = rows.by_ref().take(ROWS).collect::<Result<Vec<Row>, RunError>>()?;
        if some.is_empty() {
            break;
        }
        let some = Rows::of(&some);
        counts.add_rows(&some, context.scales);
        making.iter_mut().for_each(|one| one.rows(&some, context));
    }
    let tables = making.into_iter().map(|one| one.end(&counts, context.timing, context));
    let tables = tables.collect::<io::Result<Vec<_>>>().map_err(in_memory)?;
    Ok((tables.into_iter().flatten().collect(), counts))
}

/// Counts over the rows passed to reports.
struct Shown {
    counts: Counts,
    summary: Summary,
}

impl Shown {
    fn new(context: &Context) -> Shown {
        Shown { counts: Counts::new(context.scales), summary: Summary::default() }
    }

    fn add(&mut self, rows: &Rows, context: &Context) {
        self.counts.add_rows(rows, context.scales);
        rows.groups.iter().for_each(|group| self.summary.add_all(group.first, group.rows));
    }
}

/// Writes a table that is part of no scan: its name and header lines, its columns, its rows.
pub fn write_table<'v>(
    format: &Format, out: &mut (dyn Write + Send), name: &'static str, about: Vec<String>,
    columns: Vec<Column>, rows: impl Iterator<Item = Vec<Value<'v>>>,
) -> io::Result<()> {
    let mut writer = (format.begin)(out, &Head { name, about, columns, is_begun: false })?;
    for row in rows {
        writer.row(&row)?;
    }
    writer.end()
}

/// Report being made.
struct Making<'a> {
    source: Source,
    fold: Option<Box<dyn Fold>>,
    table: Table<'a>,
    failure: Option<io::Error>,
}

impl<'a> Making<'a> {
    /// Begins a report in these formats.
    fn begin(
        report: &Report, context: &Context, files: impl Iterator<Item = (&'a Format, &'a mut Output)>,
    ) -> io::Result<Making<'a>> {
        let Report { name, about, columns, source, .. } = *report;
        let mut lines = vec![format!("sudoscope {}: {about}", context.header.version)];
        lines.extend(about_run(context));
        let head = Head { name, about: lines, columns: columns(context), is_begun: false };
        let writers = files.map(|(format, file)| (format.begin)(file, &head)).collect::<io::Result<_>>()?;
        let kept = (!matches!(source, Source::Row(_))).then(|| Kept::begin(&head));
        let fold = match source {
            Source::Fold(begin) | Source::CountsAndFold(begin) => Some(begin(context)),
            _ => None,
        };
        Ok(Making { source, fold, table: Table { writers, kept }, failure: None })
    }

    /// Ends the report after its last row; returns its table, if that is kept.
    fn end(self, counts: &Counts, timing: Option<&Timing>, context: &Context) -> io::Result<Option<Kept>> {
        let Making { source, fold, mut table, .. } = self;
        let mut worths = context.worths.scales.iter();
        match (source, timing) {
            (Source::Counts(write), _) => write(counts, context, &mut table),
            (Source::Times(write), Some(timing)) => write(timing, context, &mut table),
            (Source::Worth(write), _) => worths.try_for_each(|it| write(it, context, &mut table)),
            _ => fold.map_or(Ok(()), |mut fold| fold.end(counts, context, &mut table)),
        }?;
        table.end()
    }

    fn rows(&mut self, rows: &Rows, context: &Context) {
        if let Source::Row(write) = self.source {
            let written = rows.all.iter().try_for_each(|row| write(row, context, &mut self.table));
            self.failure = written.err();
        }
        if let Some(fold) = &mut self.fold {
            fold.rows(rows, context);
        }
    }
}

/// Passes rows to the reports, in parallel if there is a pool, and returns the result of `next`, which runs
/// meanwhile.
fn show<T>(
    pool: Option<&ThreadPool>, making: &mut [Making], rows: &Rows, context: &Context,
    next: impl FnOnce() -> T,
) -> T {
    match pool {
        None => {
            making.iter_mut().for_each(|one| one.rows(rows, context));
            next()
        }
        Some(pool) => pool.in_place_scope(|scope| {
            making.iter_mut().for_each(|one| scope.spawn(|_| one.rows(rows, context)));
            next()
        }),
    }
}

/// Writes the wanted reports; `run` passes all rows to them, and returns counts and times. If it returns
/// `None`, nothing is written.
fn write<'t, E: From<RunError>>(
    target: &Destination, context: &Context, is_wanted: impl Fn(&Report) -> bool,
    run: impl FnOnce(&mut [Making]) -> Result<Option<(Shown, Option<&'t Timing>)>, E>,
) -> Result<Option<Summary>, E> {
    let io = |error| target.error(error);
    let wanted = || REPORTS.iter().chain(WORTH).filter(|report| is_wanted(report));
    let reports: Vec<&Report> = wanted().filter(|report| report.is_known(context)).collect();
    let mut page = target.page.then(|| target.create(page::FILE)).transpose()?;
    let create = |report: &&Report| -> Result<Vec<Output>, RunError> {
        target.formats.iter().map(|format| target.create(&file_name(report, format))).collect()
    };
    let mut outputs: Vec<Vec<Output>> = reports.iter().map(create).collect::<Result<_, _>>()?;
    let mut about = target.create(ABOUT)?;
    // Tables of times from an earlier session remain, and are described too.
    let told = wanted().filter(|it| it.is_known(context) || matches!(it.source, Source::Times(_)));
    write_about(&mut about, told, context).map_err(io)?;
    let mut making = Vec::new();
    for (report, files) in reports.into_iter().zip(&mut outputs) {
        let formats = target.formats.iter().zip(files);
        let begun = Making::begin(report, context, formats.map(|(format, file)| (*format, file)));
        making.push(begun.map_err(io)?);
    }
    let Some((Shown { counts, summary }, timing)) = run(&mut making)? else { return Ok(None) };
    let mut kept = Vec::new();
    for one in making {
        kept.extend(one.end(&counts, timing, context).map_err(io)?);
    }
    if let Some(page) = &mut page {
        let paths = paths(&Tables(&kept), context);
        kept.push(paths);
        let rows = counts.statuses.iter().sum();
        let html =
            page::page(&kept, rows, context, target.jobs).map_err(|error| io(io::Error::other(error)))?;
        page.write_all(html.as_bytes()).map_err(io)?;
    }
    let mut outputs: Vec<Output> = outputs.into_iter().flatten().chain([about]).chain(page).collect();
    outputs.iter_mut().try_for_each(Output::flush).map_err(io)?;
    outputs.into_iter().try_for_each(Output::finish).map_err(io)?;
    Ok(Some(summary))
}

/// Writes what made the tables, in the same lines as at their top, and what a row of each table is.
fn write_about<'a>(
    out: &mut Output, reports: impl Iterator<Item = &'a Report>, context: &Context,
) -> io::Result<()> {
    let tables: Map<String, Json> = reports.map(|it| (it.name.to_string(), it.about.into())).collect();
    let about = json!({ "sudoscope": context.header.version, "run": about_run(context), "tables": tables });
    serde_json::to_writer_pretty(&mut *out, &about)?;
    writeln!(out)
}
