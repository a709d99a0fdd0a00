//! Common parts of the commands that read line by line: output, names of lines, and reports of rejected
//! lines.

use super::args::OutputArgs;
use super::exit::notice;
use super::rerun_command::rerun_command;
use anyhow::{Context, Result, anyhow, bail};
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use sudoscope::check::mistakes;
use sudoscope::explain::{MISTAKE_BUDGET, no_solution};
use sudoscope::files::{NamedSettings, Output, Protected, ResumeError, is_special};
use sudoscope::input::{Empty, Input, LineAt, LineError, Places, Shard, puzzle_of};
use sudoscope::report::{Value, line_in_shard};
use sudoscope::run::{Done, InputDiffers, Lines, PipelineError, RowsFile};
use sudoscope::scale::Status;
use sudoscope::standard;

/// Number of rejected lines reported one by one on standard error.
const NAMED: u64 = 20;

/// Reports on standard error each input without puzzles, and what was skipped in it. Returns the number of
/// such inputs.
pub fn name_empty(inputs: &[String], empty: &[Empty]) -> u64 {
    for Empty { file, skipped } in empty {
        let name = inputs.get(usize::from(*file)).map_or("", String::as_str);
        notice(format_args!("sudoscope: {name}: no puzzle is in it; {skipped}"));
    }
    empty.len() as u64
}

/// Destination of a command with [`OutputArgs`].
pub enum Target<'a> {
    /// Standard output, or another stream.
    Stream(Box<dyn Write>),
    /// A resumable file.
    File(&'a Path),
}

impl Target<'_> {
    pub fn of(args: &OutputArgs) -> Result<Target<'_>> {
        let path = args.output.as_deref().filter(|path| path.as_os_str() != "-");
        if let Some(path) = path.filter(|path| !is_special(path)) {
            return Ok(Target::File(path));
        }
        let of_files = [("--resume", args.resume), ("--restart", args.restart), ("--sync", args.sync)];
        if let Some((option, _)) = of_files.into_iter().find(|option| option.1) {
            bail!("{option} needs a regular file: -o FILE");
        }
        Ok(Target::Stream(match path {
            None => Box::new(BufWriter::new(standard::output()?)),
            Some(path) => {
                let cannot = || format!("cannot write {}", path.display());
                Box::new(Output::create(path, &Protected::default()).with_context(cannot)?)
            }
        }))
    }
}

/// Adds both commands that treat unfinished work to the error.
pub fn with_both_commands(error: ResumeError) -> anyhow::Error {
    match error {
        ResumeError::Unfinished(_) => {
            let [resume, restart] = ["--resume", "--restart"].map(rerun_command);
            anyhow!("{error}: resume with: {resume}; or drop it with: {restart}")
        }
        error => error.into(),
    }
}

/// Says where an unfinished file is, and how to continue.
pub fn kept_in(partial: &Path) -> String {
    format!(", kept in {}; the same command with --resume continues", partial.display())
}

/// Rows on a stream, or in a resumable file.
pub enum RowsOut {
    Stream(Box<dyn Write>),
    File(Box<RowsFile>),
}

impl RowsOut {
    pub fn open(args: &OutputArgs, settings: NamedSettings, lines: &Lines) -> Result<RowsOut> {
        Ok(match Target::of(args)? {
            Target::Stream(stream) => RowsOut::Stream(stream),
            Target::File(path) => {
                let unfinished = args.unfinished();
                let file = RowsFile::open(path, &settings, unfinished, &lines.files(), args.sync);
                RowsOut::File(Box::new(file.map_err(with_both_commands)?))
            }
        })
    }

    /// Returns the last line with a row of an earlier session.
    pub fn last(&self) -> Option<LineAt> {
        match self {
            RowsOut::Stream(_) => None,
            RowsOut::File(file) => file.last(),
        }
    }

    pub fn head(&mut self, text: &mut Vec<u8>) -> io::Result<()> {
        match self {
            RowsOut::Stream(out) => out.write_all(text)?,
            RowsOut::File(file) => file.write_head(text)?,
        }
        text.clear();
        Ok(())
    }

    /// Writes out the rows of a batch at once, and empties `text`: a reader may be waiting, and the rows
    /// survive the process.
    pub fn rows<R>(&mut self, text: &mut Vec<u8>, done: &Done<R>, bad: u64) -> io::Result<()> {
        match self {
            RowsOut::Stream(out) => out.write_all(text).and_then(|()| out.flush())?,
            RowsOut::File(file) => file.append(text, done, bad)?,
        }
        text.clear();
        Ok(())
    }

    pub fn finish(&mut self) -> io::Result<()> {
        match self {
            RowsOut::Stream(out) => out.flush(),
            RowsOut::File(file) => file.finish(),
        }
    }

    /// Adds the progress of the command, and how to continue, to the error.
    pub fn broken(&mut self, error: PipelineError, rows: u64) -> anyhow::Error {
        // A resumed run would fail in the same way.
        let differs = match &error {
            PipelineError::Output(error) => error.get_ref().is_some_and(|inner| inner.is::<InputDiffers>()),
            _ => false,
        };
        let (rows, kept) = self.keep(rows);
        let error = anyhow::Error::from(error);
        match differs || rows == 0 {
            true => error,
            false => error.context(stopped(rows, &kept)),
        }
    }

    /// Reports the progress of the command, where it is kept, and how to continue.
    pub fn stopped(&mut self, rows: u64) -> String {
        let (rows, kept) = self.keep(rows);
        stopped(rows, &kept)
    }

    /// Returns the number of rows printed or kept, and where they are.
    fn keep(&mut self, rows: u64) -> (u64, String) {
        match self {
            RowsOut::Stream(_) => (rows, String::new()),
            RowsOut::File(file) => match file.keep() {
                None => (0, String::new()),
                Some((rows, partial)) => (rows, kept_in(partial)),
            },
        }
    }
}

fn stopped(rows: u64, kept: &str) -> String {
    format!("stopped after {rows} puzzles{kept}")
}

/// Standard output, or a file that gets its name at the end.
pub enum StdoutOrFile {
    Stdout(BufWriter<io::Stdout>),
    File(Box<Output>),
}

impl StdoutOrFile {
    /// Opens the file of `-o`, which must not be one of `files`, or standard output if `path` is `None` or
    /// `-`.
    pub fn open(path: Option<&PathBuf>, files: &Protected) -> Result<StdoutOrFile> {
        Ok(match path {
            Some(path) if path.as_os_str() != "-" => {
                let failed = |error| anyhow!("cannot write {}: {error}", path.display());
                StdoutOrFile::File(Box::new(Output::create(path, files).map_err(failed)?))
            }
            _ => StdoutOrFile::Stdout(BufWriter::new(standard::output()?)),
        })
    }

    /// Whether the output is a file, which is removed unless it is completed.
    pub fn is_file(&self) -> bool {
        matches!(self, StdoutOrFile::File(_))
    }

    /// This output; if `sync`, a file is forced to the disk at its end.
    pub fn synced(self, sync: bool) -> StdoutOrFile {
        match self {
            StdoutOrFile::File(out) => StdoutOrFile::File(Box::new(out.synced(sync))),
            out => out,
        }
    }

    /// Ends the output: a file gets its name.
    pub fn finish(self) -> io::Result<()> {
        match self {
            StdoutOrFile::Stdout(mut out) => out.flush(),
            StdoutOrFile::File(out) => out.finish(),
        }
    }
}

impl Write for StdoutOrFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            StdoutOrFile::Stdout(out) => out.write(bytes),
            StdoutOrFile::File(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            StdoutOrFile::Stdout(out) => out.flush(),
            StdoutOrFile::File(out) => out.flush(),
        }
    }
}

/// Names of lines, and the count of rejected lines.
pub struct LineNames {
    pub inputs: Vec<String>,
    /// Shard, if lines are counted from the beginning of its parts.
    shard: Option<Shard>,
    /// Number of kept columns that come first and identify no puzzle.
    read: usize,
    /// Whether puzzles are of the plain board.
    is_plain: bool,
    /// Number of rejected lines.
    pub rejects: u64,
    /// Number of puzzles from which techniques were left out.
    left_out: u64,
    /// Number of rejected lines of each status.
    by_status: BTreeMap<&'static str, u64>,
}

impl LineNames {
    pub fn new(inputs: &[Input]) -> LineNames {
        let inputs = inputs.iter().map(Input::name).collect();
        let by_status = BTreeMap::new();
        LineNames { inputs, shard: None, read: 0, is_plain: true, rejects: 0, left_out: 0, by_status }
    }

    pub fn of_shard(self, shard: Option<Shard>) -> LineNames {
        LineNames { shard, ..self }
    }

    /// Sets the number of kept columns that a question itself reads.
    pub fn besides(self, read: usize) -> LineNames {
        LineNames { read, ..self }
    }

    /// Sets whether puzzles are of the plain board.
    pub fn plain(self, is_plain: bool) -> LineNames {
        LineNames { is_plain, ..self }
    }

    /// Returns the line number, with the name of the input if there are several.
    pub fn of(&self, at: LineAt) -> String {
        let line = line_in_shard(self.shard, at.line);
        match self.inputs.get(at.file as usize) {
            Some(input) if self.inputs.len() > 1 => format!("{input}:{line}"),
            _ => line,
        }
    }

    /// Returns the name of a line as a value of a table.
    pub fn value(&self, at: LineAt) -> Value<'static> {
        let name = self.of(at);
        match name.rsplit_once(':') {
            Some((file, _)) => Value::LineOf(file.to_string().into(), at.line),
            None => at.line.into(),
        }
    }

    /// Counts a line if its status rejects it, and reports the first such lines, with their texts.
    pub fn name_reject(
        &mut self, at: LineAt, status: Status, error: Option<LineError>, text: &[u8], places: &Places,
    ) {
        use Status::{Invalid, MultipleSolutions, NoSolution, Solved};
        if !matches!(status, Invalid | NoSolution | MultipleSolutions | Solved) {
            return;
        }
        self.rejects += 1;
        *self.by_status.entry(status.name()).or_default() += 1;
        if self.rejects > NAMED {
            return;
        }
        let mistakes = || {
            let found = puzzle_of(text, places).ok()?;
            mistakes(&found.puzzle, MISTAKE_BUDGET)
        };
        let (column, reason) = match (status, error) {
            (_, Some(error)) => (format!(":{}", error.column), error.to_string()),
            (NoSolution, _) if !self.is_plain => (String::new(), "no solution".to_string()),
            (NoSolution, _) => (String::new(), no_solution(&mistakes().unwrap_or_default())),
            (Solved, _) => (String::new(), "solved: each cell has a digit".to_string()),
            _ => (String::new(), "more than one solution".to_string()),
        };
        let place = self.place(at);
        let identity = places.identity(text, self.read).map(|it| format!("{it}: ")).unwrap_or_default();
        notice(format_args!("{place}{column}: {identity}{reason}"));
    }

    /// Counts a puzzle from which techniques were left out, and reports the first such puzzles.
    pub fn name_left_out(&mut self, at: LineAt, why: Option<&str>) {
        self.left_out += u64::from(why.is_some());
        if let Some(why) = why.filter(|_| self.left_out <= NAMED) {
            notice(format_args!("{}: {why}", self.place(at)));
        }
    }

    /// Returns the name of the input and the number of the line.
    fn place(&self, at: LineAt) -> String {
        let name = self.inputs.get(at.file as usize).map_or("", String::as_str);
        format!("{name}:{}", line_in_shard(self.shard, at.line))
    }

    /// Reports the number of further rejected lines, and of all by status; also of puzzles that lack
    /// techniques.
    pub fn name_the_rest(&self) {
        if self.rejects > NAMED {
            let (more, all) = (self.rejects - NAMED, counted(&self.by_status));
            notice(format_args!("sudoscope: … and {more} more rejected lines; in all {all}"));
        }
        if self.left_out > NAMED {
            let (more, all) = (self.left_out - NAMED, self.left_out);
            notice(format_args!(
                "sudoscope: … and {more} more puzzles without these techniques; in all {all}"
            ));
        }
    }
}

/// Returns numbers with their names: `3 invalid, 12 no-solution`.
pub fn counted(by_name: &BTreeMap<&'static str, u64>) -> String {
    by_name.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

/// Returns the directory for temporary files: that of the output, or the system's.
pub fn beside(output: Option<&PathBuf>) -> PathBuf {
    match output.and_then(|path| path.parent()) {
        Some(directory) if directory == Path::new("") => PathBuf::from("."),
        Some(directory) => directory.to_path_buf(),
        None => std::env::temp_dir(),
    }
}
