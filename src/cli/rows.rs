//! What the commands that answer line by line have in common: where they write, how lines are named, and how rejected
//! ones are named.

use super::args::When;
use super::exit::{Exit, end_of, notice};
use super::interrupt;
use super::progress::{Progress, total_bytes};
use anyhow::Result;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use sudoscope::files::Output;
use sudoscope::grid::LineError;
use sudoscope::input::{Input, LineAt, Shard, puzzle_field};
use sudoscope::report::line_in_shard;
use sudoscope::run::{Done, Lines, PipelineError, Work, in_order};
use sudoscope::scale::Status;

/// Rejected lines named one by one on standard error.
const NAMED: u64 = 20;

/// Rows → text.
pub trait Printer<R> {
    /// What stands before the rows.
    fn head(&mut self) -> io::Result<()>;
    /// The rows of a batch.
    fn batch(&mut self, done: &Done<R>) -> io::Result<()>;
    /// The text that is not yet written.
    fn text(&mut self) -> &mut Vec<u8>;
    /// The names of the lines.
    fn names(&self) -> &LineNames;
    /// Lines without an answer beside the rejected ones.
    fn unknown(&self) -> u64 {
        0
    }
}

/// Does the work for every line, in order, and prints what it comes to.
pub fn print_all<W: Work>(
    lines: &Lines,
    work: &W,
    progress: When,
    output: Option<&PathBuf>,
    printer: &mut impl Printer<W::Row>,
) -> Result<Exit> {
    let mut progress = Progress::new(progress, total_bytes(&lines.inputs)?);
    let mut out = Out::open(output, false)?;
    let interrupted = interrupt::watch()?;
    printer.head()?;
    let mut rows = 0;
    let finished = in_order(lines, work, interrupted, |done| {
        progress.tick(done.bytes, done.rows.len() as u64);
        printer.batch(&done)?;
        out.print(printer.text())?;
        rows += done.rows.len() as u64;
        Ok(())
    });
    progress.finish();
    printer.names().name_the_rest();
    let finished = match finished {
        Ok(finished) => finished,
        Err(error) => return Err(out.broken(error, rows, Some(lines.reading.skip))),
    };
    out.print(printer.text())?;
    let kept = out.close(finished.interrupted)?;
    let bad = printer.names().rejects + printer.unknown();
    let stopped = || stopped(rows, &kept, Some(lines.reading.skip));
    Ok(end_of(finished.interrupted, stopped, bad))
}

/// How far a command came that answers line by line, where that is kept, and how to go on: `skipped` is how many lines were
/// passed over before, where that can be asked for.
pub fn stopped(rows: u64, kept: &str, skipped: Option<u64>) -> String {
    let next = skipped.map(|skipped| format!("; go on with --skip {}", skipped + rows));
    format!("stopped after {rows} puzzles{kept}{}", next.unwrap_or_default())
}

/// Standard output, or a file that gets its name at the end.
pub enum Out {
    Stdout(BufWriter<io::Stdout>),
    File(Box<Output>),
}

impl Out {
    /// The file of `-o`, forced to the disk at its end if `sync`; standard output without one.
    pub fn open(path: Option<&PathBuf>, sync: bool) -> Result<Out> {
        Ok(match path {
            Some(path) if path.as_os_str() != "-" => {
                let failed = |error| anyhow::anyhow!("cannot write {}: {error}", path.display());
                Out::File(Box::new(Output::create(path).map_err(failed)?.synced(sync)))
            }
            _ => Out::Stdout(BufWriter::new(io::stdout())),
        })
    }

    /// Writes and empties `text`, at once: someone may be waiting for it, and it is not lost with the process.
    pub fn print(&mut self, text: &mut Vec<u8>) -> io::Result<()> {
        self.write_all(text)?;
        self.flush()?;
        text.clear();
        Ok(())
    }

    /// Keeps what is finished after an error; says where that is, and how to go on.
    pub fn broken(self, error: PipelineError, rows: u64, skipped: Option<u64>) -> anyhow::Error {
        let error = anyhow::Error::from(error);
        if rows == 0 {
            return error;
        }
        error.context(match self.close(true) {
            Ok(kept) => stopped(rows, &kept, skipped),
            Err(_) => stopped(rows, "", None),
        })
    }

    /// Ends the output; says where an incomplete file was kept.
    pub fn close(self, incomplete: bool) -> io::Result<String> {
        match self {
            Out::Stdout(mut out) => out.flush().map(|()| String::new()),
            Out::File(out) if incomplete => {
                let kept = |path: PathBuf| format!(", kept in {}", path.display());
                Ok(out.keep_partial()?.map_or(String::new(), kept))
            }
            Out::File(out) => out.finish().map(|()| String::new()),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Stdout(out) => out.write(bytes),
            Out::File(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Stdout(out) => out.flush(),
            Out::File(out) => out.flush(),
        }
    }
}

/// The names of lines, and the lines that were rejected.
pub struct LineNames {
    inputs: Vec<String>,
    /// Lines are counted from the beginning of its parts.
    shard: Option<Shard>,
    /// How many were rejected.
    pub rejects: u64,
}

impl LineNames {
    pub fn new(inputs: &[Input]) -> LineNames {
        LineNames { inputs: inputs.iter().map(Input::name).collect(), shard: None, rejects: 0 }
    }

    /// The names of lines of a shard.
    pub fn of_shard(self, shard: Option<Shard>) -> LineNames {
        LineNames { shard, ..self }
    }

    /// The line number, with the name of the input if there are several.
    pub fn of(&self, at: LineAt) -> String {
        let line = line_in_shard(self.shard, at.line);
        match self.inputs.get(at.file as usize) {
            Some(input) if self.inputs.len() > 1 => format!("{input}:{line}"),
            _ => line,
        }
    }

    /// The same for JSON: a number where it is one.
    pub fn json(&self, at: LineAt) -> serde_json::Value {
        match self.inputs.len() > 1 || self.shard.is_some() {
            true => self.of(at).into(),
            false => at.line.into(),
        }
    }

    /// Counts a line that is rejected with this status, if it is, and names the first of them.
    pub fn name_reject(&mut self, at: LineAt, status: Status, error: Option<LineError>) {
        let reason = match (status, error) {
            (_, Some(error)) => format!("{}: {error}", error.column),
            (Status::NoSolution, _) => " no solution".to_string(),
            (Status::MultipleSolutions, _) => " more than one solution".to_string(),
            _ => return,
        };
        self.rejects += 1;
        if self.rejects <= NAMED {
            let name = self.inputs.get(at.file as usize).map_or("", String::as_str);
            let line = line_in_shard(self.shard, at.line);
            notice(format_args!("{name}:{line}:{reason}"));
        }
    }

    /// Says how many more there were.
    pub fn name_the_rest(&self) {
        if self.rejects > NAMED {
            notice(format_args!("sudoscope: … and {} more rejected lines", self.rejects - NAMED));
        }
    }
}

/// What stands where the puzzle should be: at most 81 characters.
pub fn shown(line: &[u8], column: Option<usize>) -> String {
    let field = puzzle_field(line, column).map_or(line, |(_, field)| field);
    let text = String::from_utf8_lossy(field.get(..200).unwrap_or(field)).replace('\n', " ");
    text.chars().take(81).collect()
}

/// Appends a row of a table.
pub fn csv_row(text: &mut Vec<u8>, fields: &[impl AsRef<[u8]>]) -> io::Result<()> {
    // A row is short: the buffer of 8 KB that a writer has otherwise cost a quarter of `rate -l BRT`.
    let mut writer = csv::WriterBuilder::new().buffer_capacity(256).from_writer(text);
    writer.write_record(fields)?;
    writer.flush()
}

/// Where temporary files go: beside the output, or where the system has its own.
pub fn beside(output: Option<&PathBuf>) -> PathBuf {
    match output.and_then(|path| path.parent()) {
        Some(directory) if directory == Path::new("") => PathBuf::from("."),
        Some(directory) => directory.to_path_buf(),
        None => std::env::temp_dir(),
    }
}
