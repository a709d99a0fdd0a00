//! The one place that writes report files: to a temporary file beside the final one, then renamed.

use super::format::{Head, Keeper, Kept, Writer};
use super::{Context, Counts, Fold, Format, REPORTS, Report, Table, Value, header_block, page};
use crate::claim::claim;
use crate::record::Row;
use crate::run::RunError;
use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A file that gets its name when it is complete; dropped before that, it vanishes. No other process can write it
/// meanwhile.
pub struct Output {
    path: PathBuf,
    partial: PathBuf,
    out: Option<BufWriter<File>>,
    /// Bytes written, and how many of them when it was last flushed.
    written: u64,
    flushed: u64,
}

impl Output {
    /// Opens the file for writing, under a temporary name in the same directory. What is no regular file (a
    /// device, a pipe) is written to directly; a link is followed.
    pub fn create(path: &Path) -> io::Result<Output> {
        let (path, special) = match std::fs::metadata(path) {
            Ok(meta) if meta.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(meta) if meta.is_file() => (path.canonicalize()?, false),
            Ok(_) => (path.to_path_buf(), true),
            Err(_) => (path.to_path_buf(), false),
        };
        let partial = if special {
            path.clone()
        } else {
            let mut name = path.file_name().unwrap_or_default().to_os_string();
            name.push(".partial");
            path.with_file_name(name)
        };
        let file = if special {
            OpenOptions::new().write(true).open(&path)?
        } else {
            let file = claim(&partial)?;
            file.set_len(0)?;
            file
        };
        let out = Some(BufWriter::with_capacity(1 << 16, file));
        Ok(Output { path, partial, out, written: 0, flushed: 0 })
    }

    /// Leaves what was flushed under its temporary name, which is returned; a device has none.
    pub fn keep_partial(mut self) -> io::Result<Option<PathBuf>> {
        let Some(out) = self.out.take() else { return Ok(None) };
        if self.partial == self.path {
            return Ok(None);
        }
        // What was not flushed may be torn.
        out.into_parts().0.set_len(self.flushed)?;
        Ok(Some(self.partial.clone()))
    }

    /// Writes what is buffered and gives the file its name.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        if self.partial != self.path {
            std::fs::rename(&self.partial, &self.path)?;
        }
        self.out = None;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.as_mut().map_or(Ok(0), |out| out.write(bytes))?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), |out| out.flush())?;
        self.flushed = self.written;
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // Removed before it is closed: after that it may be another's.
        if self.out.is_some() && self.partial != self.path {
            let _ = std::fs::remove_file(&self.partial);
        }
    }
}

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
