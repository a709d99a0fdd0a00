//! Scans: rate every puzzle of some inputs into a run file, then write the reports of the run.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use sudoscope_pipeline::input::{Input, Reading};
//! use sudoscope_pipeline::report::View;
//! use sudoscope_pipeline::run::{Lines, Plan};
//! use sudoscope_pipeline::scan::{Scan, Start};
//! use sudoscope_pipeline::settings::Settings;
//! use sudoscope_engine::scale::Policy;
//!
//! let folder = tempfile::tempdir()?;
//! let list = folder.path().join("list.txt");
//! std::fs::write(&list, "\
//! ..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75
//! no puzzle
//! ")?;
//! let inputs = vec![Input::of(&list)];
//! let lines = Lines { inputs, reading: Reading::default(), jobs: 2, besides: vec![] };
//! let settings = Settings::new(&["W"], Policy::AllAtOnce, Default::default())?;
//! let scan = Scan {
//!     plan: Plan { lines, settings, tallied: true, solved: false, wide: false, timed: true, verify: false },
//!     shard: None,
//!     directory: folder.path().join("reports"),
//!     start: Start::New,
//!     formats: Vec::new(),
//!     view: View::default(),
//!     sync: false,
//! };
//! let scanned = scan.run(&AtomicBool::new(false), |_| ())?;
//! assert_eq!((scanned.summary.puzzles(), scanned.summary.rejects()), (2, 1));
//! assert!(scanned.directory.join("report.html").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::files::{Protected, Unfinished, make_folder};
use crate::input::{Identity, Input, InputError, Shard};
use crate::report::{Context, Destination, Format, Summary, View, is_written, write_all, write_live};
use crate::run::{
    Done, Ended, PipelineError, Plan, Row, RunError, RunFile, RunHeader, Sink, Unverified, Watched,
};
use crate::worth;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{io, path::PathBuf};
use sudoscope_engine::scale::Scale;

/// Order for a scan: its inputs and outputs.
pub struct Scan {
    /// Lines to rate, and how.
    pub plan: Plan,
    /// Part of the inputs, if not all.
    pub shard: Option<Shard>,
    /// Directory of the run file and the reports; the files of a shard are in its subdirectory
    /// `shard-I-of-N`. The directory is created if missing.
    pub directory: PathBuf,
    /// How to treat a run already there.
    pub start: Start,
    /// Formats of the tables.
    pub formats: Vec<&'static Format>,
    /// How numbers are computed from the rows.
    pub view: View,
    /// Whether records and reports are forced to disk, so that a power cut loses at most about a second of
    /// work.
    pub sync: bool,
}

/// Treatment of a run found in the directory. A finished run is replaced, except by [`Start::Requeue`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Refuse if a run is unfinished.
    New,
    /// Resume an unfinished run, which must exist.
    Resume,
    /// Discard the run.
    Restart,
    /// Resume an unfinished run, or begin one. If this very run is finished, only write tables in missing
    /// formats.
    Requeue,
}

/// Progress of a scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScanProgress {
    /// Rating begins; the number of bytes, if known.
    Begin(Option<u64>),
    /// A batch is done.
    Batch {
        /// Bytes of input.
        bytes: u64,
        /// Puzzles in the batch.
        puzzles: u64,
    },
    /// Rating has ended; reports follow.
    End,
}

/// Result of a scan.
pub struct Scanned {
    /// Directory of the run file and the reports.
    pub directory: PathBuf,
    /// Header with everything that determines the rows.
    pub header: RunHeader,
    /// Summary of the rows.
    pub summary: Summary,
    /// Formats in which this session wrote tables.
    pub formats: Vec<&'static Format>,
    /// Whether this session continued a run that had records.
    pub resumed: bool,
    /// Puzzles rated in this session.
    pub puzzles: u64,
    /// Duration of this session, including the reports.
    pub elapsed: Duration,
    /// End of the rating; `None` if the run was finished before.
    pub ended: Option<Ended<Watched>>,
}

/// Error that aborts a scan.
#[derive(Debug, thiserror::Error)]
#[error("{fault}")]
pub struct ScanError {
    /// Puzzles kept in a resumable run file, if any.
    pub kept: Option<u64>,
    /// Cause.
    #[source]
    pub fault: ScanFault,
}

/// Cause that aborts a scan.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ScanFault {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("cannot make the directory {}: {error}", directory.display())]
    Directory { directory: PathBuf, error: io::Error },
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Pipeline(PipelineError),
    /// Wrong step, with the name of its line.
    #[error("{0}: {1} (a mistake of sudoscope: please report it)")]
    Unverified(String, Box<Unverified>),
    /// Name of an input that was changed during the scan.
    #[error("{0} was changed while it was scanned: scan again with --restart")]
    Changed(String),
}

/// Wraps an error that occurs before there is anything to keep.
impl<F: Into<ScanFault>> From<F> for ScanError {
    fn from(fault: F) -> ScanError {
        ScanError { kept: None, fault: fault.into() }
    }
}

/// Destination of the rows of a scan.
struct Records<'a, P> {
    run: &'a mut RunFile,
    progress: &'a mut P,
    show: &'a mut dyn FnMut(Vec<Row>),
}

impl<P: FnMut(ScanProgress)> Sink<Row> for Records<'_, P> {
    fn take(&mut self, done: Done<Row>) -> io::Result<()> {
        self.run.append(&done.rows)?;
        (self.progress)(ScanProgress::Batch { bytes: done.bytes, puzzles: done.rows.len() as u64 });
        (self.show)(done.rows);
        Ok(())
    }

    fn look(&mut self) -> io::Result<()> {
        self.run.write_due()
    }
}

impl Scan {
    /// Scans the inputs. If `interrupt` is set, the puzzles in flight are finished, reports cover the rows so
    /// far, and the run can be resumed.
    pub fn run(
        mut self, interrupt: &AtomicBool, mut progress: impl FnMut(ScanProgress),
    ) -> Result<Scanned, ScanError> {
        let files = self.plan.lines.files();
        if let Some(shard) = self.shard {
            self.plan.lines.inputs = shard.parts(&self.plan.lines.inputs)?;
            self.directory.push(format!("shard-{}-of-{}", shard.number(), shard.of()));
        }
        let inputs = self.plan.lines.inputs.iter().map(Input::identity);
        let header = self.header(inputs.collect::<Result<_, _>>()?);
        let directory = self.directory.clone();
        let cannot = |error| ScanFault::Directory { directory, error };
        make_folder(&self.directory).map_err(cannot)?;
        RunFile::refuse(&self.directory, &files)?;
        let formats = &self.formats;
        Destination::new(&self.directory, formats, files.clone()).check()?;
        if self.start == Start::Requeue
            && let Some((summary, formats)) = self.finished(&header, &files)?
        {
            let Scan { directory, .. } = self;
            let (resumed, puzzles, elapsed) = (false, 0, Duration::ZERO);
            return Ok(Scanned {
                directory,
                header,
                summary,
                formats,
                resumed,
                puzzles,
                elapsed,
                ended: None,
            });
        }
        self.begin_or_resume(header, files, interrupt, &mut progress)
    }

    /// Returns the header for these inputs: everything that determines the rows.
    fn header(&self, inputs: Vec<Identity>) -> RunHeader {
        let Plan { lines, settings, .. } = &self.plan;
        RunHeader {
            shard: self.shard,
            skip: lines.reading.skip,
            take: lines.reading.take,
            column: lines.reading.column.clone(),
            sheet: lines.reading.sheet.clone(),
            against: lines.reading.against.clone(),
            keep: lines.reading.keep.clone(),
            solution: self.plan.solved,
            sukaku: lines.reading.sukaku,
            wide: self.plan.wide,
            ..RunHeader::of(settings, inputs)
        }
    }

    /// Returns the summary of the finished run with this header, if the directory holds it. Missing tables
    /// are written, and their formats returned; a missing page is written too.
    fn finished(
        &self, header: &RunHeader, files: &Protected,
    ) -> Result<Option<(Summary, Vec<&'static Format>)>, RunError> {
        let directory = &self.directory;
        // A stream without a known hash cannot be recognised.
        let is_known = header.inputs.iter().all(|input| input.content.is_some());
        if RunFile::is_begun(directory) || !is_known {
            return Ok(None);
        }
        let Ok((written, scales, run)) = RunFile::read(directory) else { return Ok(None) };
        if written != *header {
            return Ok(None);
        }
        let context = Context::finished(header, &scales, self.view);
        let is_missing = |format: &&&'static Format| !is_written(directory, format, &context);
        let formats: Vec<&'static Format> = self.formats.iter().filter(is_missing).copied().collect();
        let page = !Destination::page_of(directory).exists();
        let target = Destination { page, ..self.destination(&formats, files) };
        let summary = if formats.is_empty() && !page {
            let mut summary = Summary::default();
            for row in run.rows()? {
                summary.add(&row?);
            }
            summary
        } else {
            let worths = worth::stored(directory, &run, &scales)?;
            let context = Context { worths: &worths, ..context };
            write_all(&target, &context, run.rows()?)?
        };
        Ok(Some((summary, formats)))
    }

    /// Returns the destination of reports.
    fn destination<'a>(&'a self, formats: &'a [&'static Format], files: &Protected) -> Destination<'a> {
        Destination {
            jobs: self.plan.lines.jobs,
            sync: self.sync,
            ..Destination::new(&self.directory, formats, files.clone())
        }
    }

    fn begin_or_resume(
        mut self, mut header: RunHeader, files: Protected, interrupt: &AtomicBool,
        progress: &mut impl FnMut(ScanProgress),
    ) -> Result<Scanned, ScanError> {
        let unfinished = match self.start {
            Start::New => Unfinished::Keep,
            Start::Restart => Unfinished::Restart,
            Start::Resume => Unfinished::Resume,
            Start::Requeue if RunFile::is_begun(&self.directory) => Unfinished::Resume,
            Start::Requeue => Unfinished::Keep,
        };
        let scales: Vec<Scale> = self.plan.settings.scales().to_vec();
        let mut run = RunFile::open(&self.directory, &header, &scales, unfinished)?;
        if self.sync {
            run = run.synced()?;
        }
        let before = run.records;
        run.check_lines(&self.plan.lines, header.board.as_deref(), interrupt)?;
        // Lines that are done are skipped.
        let reading = &mut self.plan.lines.reading;
        reading.hashed = true;
        reading.skip += before;
        reading.take = reading.take.map(|take| take.saturating_sub(before));
        let lengths = self.plan.lines.inputs.iter().map(Input::length);
        let lengths: Vec<Option<u64>> = lengths.collect::<Result<_, _>>()?;
        progress(ScanProgress::Begin(lengths.into_iter().sum()));
        let begin = Instant::now();
        let target = self.destination(&self.formats, &files);
        // A run that starts from known inputs makes its reports as rows arrive. It must have no solutions,
        // which a run file would not return.
        let is_live = before == 0 && !header.solution && header.inputs.iter().all(|it| it.content.is_some());
        let made_of = header.clone();
        let context = Context::finished(&made_of, &scales, self.view);
        let mut rate =
            |show: &mut dyn FnMut(Vec<Row>)| self.rate(&mut run, &mut header, interrupt, progress, show);
        let rated = match is_live {
            true => write_live(&target, &context, rate, |it| (!it.interrupted).then_some(&it.work.timing)),
            false => rate(&mut drop).map(|ended| (ended, Ok(None))),
        };
        let (ended, live) = match rated {
            Ok(rated) => rated,
            Err(error) => {
                if run.records == 0 {
                    run.discard();
                }
                return Err(error);
            }
        };
        let records = run.records;
        let written = live.and_then(|live| match live {
            Some(summary) => Ok(summary),
            None => run.rows().and_then(|rows| {
                let interrupted = ended.interrupted.then_some(records);
                let context = Context::finished(&header, &scales, self.view);
                let context = Context { timing: Some(&ended.work.timing), interrupted, ..context };
                write_all(&target, &context, rows)
            }),
        });
        let finished = written.and_then(|summary| {
            if !ended.interrupted {
                run.finish()?;
            }
            Ok(summary)
        });
        let summary = finished.map_err(|error| ScanError { kept: Some(records), fault: error.into() })?;
        let Scan { directory, formats, .. } = self;
        let (resumed, puzzles, elapsed) = (before > 0, records - before, begin.elapsed());
        Ok(Scanned { directory, header, summary, formats, resumed, puzzles, elapsed, ended: Some(ended) })
    }

    /// Rates into the run file and shows the rows to `show`.
    fn rate(
        &self, run: &mut RunFile, header: &mut RunHeader, interrupt: &AtomicBool,
        progress: &mut impl FnMut(ScanProgress), show: &mut dyn FnMut(Vec<Row>),
    ) -> Result<Ended<Watched>, ScanError> {
        let ended = self.plan.rate(interrupt, Records { run: &mut *run, progress: &mut *progress, show });
        progress(ScanProgress::End);
        let flushed = run.flush();
        match ended.and_then(|ended| Ok(flushed.map(|()| ended)?)) {
            Ok(ended) => {
                self.settle_inputs(header, &ended)?;
                Ok(ended)
            }
            Err(error) => {
                let kept = Some(run.records).filter(|&records| records > 0);
                Err(ScanError { kept, fault: self.named(error, header) })
            }
        }
    }

    /// Checks that the inputs are unchanged. Length and hash of a stream are known only after it has been
    /// read; a file must have its former content, and the bytes read must belong to it. For a file read to
    /// its end the hash proves both; otherwise the file is read once more. An interrupted run does so when it
    /// is resumed.
    fn settle_inputs(&self, header: &mut RunHeader, ended: &Ended<Watched>) -> Result<(), ScanFault> {
        let inputs = header.inputs.iter_mut().zip(&self.plan.lines.inputs);
        for ((identity, input), read) in inputs.zip(&ended.extents) {
            match &identity.content {
                None if read.is_whole => identity.content = Some(read.content.clone()),
                None => {}
                Some(_) if ended.interrupted && !read.is_whole => {}
                Some(before) if input.was_read(before, read)? => {}
                Some(_) => return Err(ScanFault::Changed(identity.name.clone())),
            }
        }
        Ok(())
    }

    /// Adds the name of its line to an error that concerns a line.
    fn named(&self, error: PipelineError, header: &RunHeader) -> ScanFault {
        let scales = self.plan.settings.scales();
        match error {
            PipelineError::Unverified(wrong) => {
                let line = Context::finished(header, scales, self.view).line_name(wrong.at);
                ScanFault::Unverified(line, wrong)
            }
            error => ScanFault::Pipeline(error),
        }
    }
}
