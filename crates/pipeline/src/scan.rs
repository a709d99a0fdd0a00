//! A scan: every puzzle of some inputs rated into a run file, then the reports of the run.
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
use crate::input::{Empty, Identity, Input, InputError, Shard, Skipped};
use crate::report::{Context, Destination, Format, Summary, View, is_written, write_all, write_live};
use crate::run::{
    Done, Ended, PipelineError, Plan, Row, RunError, RunFile, RunHeader, Sink, Timing, Unverified, Verified,
    rate_into,
};
use crate::worth;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{io, path::PathBuf};
use sudoscope_engine::scale::Scale;

/// What is to be scanned, and what to write.
pub struct Scan {
    /// What is to be rated.
    pub plan: Plan,
    /// Which part of the inputs, if not all.
    pub shard: Option<Shard>,
    /// Where the run file and the reports go, those of a shard to `shard-I-of-N` in it. It is made if it is
    /// not there.
    pub directory: PathBuf,
    /// What to do with what is there.
    pub start: Start,
    /// The formats of the tables.
    pub formats: Vec<&'static Format>,
    /// How numbers are made from the rows.
    pub view: View,
    /// Whether records and reports are forced to the disk, so that a power cut loses no more than about a
    /// second of work.
    pub sync: bool,
}

/// What to do with a run that is found in the directory. A finished one is replaced, but for
/// [`Start::Requeue`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Refuse if it is unfinished.
    New,
    /// Resume an unfinished one, which has to be there.
    Resume,
    /// Drop it.
    Restart,
    /// Resume an unfinished one, or begin. If this very run is finished, only write tables in formats that
    /// are missing.
    Requeue,
}

/// How far a scan is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScanProgress {
    /// Rating begins; the number of bytes, if it is known.
    Begin(Option<u64>),
    /// A batch is done.
    Batch {
        /// Bytes of input.
        bytes: u64,
        /// Its puzzles.
        puzzles: u64,
    },
    /// Rating has ended; reports come now.
    End,
}

/// What became of a scan.
pub struct Scanned {
    /// Where the run file and the reports are.
    pub directory: PathBuf,
    /// What decided the rows.
    pub header: RunHeader,
    /// The rows in short.
    pub summary: Summary,
    /// What this session did; nothing if the run was finished before.
    pub session: Option<Session>,
    /// The formats in which this session wrote tables.
    pub formats: Vec<&'static Format>,
}

/// What one session did for a run.
pub struct Session {
    /// Whether it went on with a run that had records.
    pub resumed: bool,
    /// Whether it was stopped before the end of the input.
    pub interrupted: bool,
    /// Puzzles rated.
    pub puzzles: u64,
    /// How long that took, with the reports.
    pub elapsed: Duration,
    /// Lines passed over that hold no puzzle.
    pub skipped: Skipped,
    /// The inputs without puzzles.
    pub empty: Vec<Empty>,
    /// Times per puzzle.
    pub timing: Timing,
    /// What was checked, if the plan asks for it.
    pub verified: Verified,
}

/// A scan that broke off.
#[derive(Debug, thiserror::Error)]
#[error("{fault}")]
pub struct ScanError {
    /// Puzzles that are kept in the run file, with which a scan can be resumed; none if that is of no use.
    pub kept: Option<u64>,
    /// Why.
    #[source]
    pub fault: ScanFault,
}

/// Why a scan breaks off.
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
    /// A step is wrong, on the line of this name.
    #[error("{0}: {1} (a mistake of sudoscope: please report it)")]
    Unverified(String, Box<Unverified>),
    /// The input of this name is not what it was at the beginning.
    #[error("{0} was changed while it was scanned: scan again with --restart")]
    Changed(String),
}

/// What breaks off before there is anything to keep.
impl<F: Into<ScanFault>> From<F> for ScanError {
    fn from(fault: F) -> ScanError {
        ScanError { kept: None, fault: fault.into() }
    }
}

/// Where the rows of a scan go.
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
    /// Scans. If `interrupt` is set, the puzzles in flight are finished, reports are made of what there is,
    /// and the run can be resumed.
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
            return Ok(Scanned { directory, header, summary, session: None, formats });
        }
        self.begin_or_resume(header, files, interrupt, &mut progress)
    }

    /// What decides the rows, of these inputs.
    fn header(&self, inputs: Vec<Identity>) -> RunHeader {
        let Plan { lines, settings, .. } = &self.plan;
        RunHeader {
            shard: self.shard,
            skip: lines.reading.skip,
            take: lines.reading.take,
            column: lines.reading.column.clone(),
            against: lines.reading.against.clone(),
            keep: lines.reading.keep.clone(),
            solution: self.plan.solved,
            wide: self.plan.wide,
            ..RunHeader::of(settings, inputs)
        }
    }

    /// The rows of the finished run with this header, if that is what the directory holds. Tables are written
    /// in the formats that it lacks, which are returned; the page as well if it is not there.
    fn finished(
        &self, header: &RunHeader, files: &Protected,
    ) -> Result<Option<(Summary, Vec<&'static Format>)>, RunError> {
        let directory = &self.directory;
        // Which stream it was, nobody knows.
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

    /// Where reports go.
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
        run.check_lines(&self.plan.lines, interrupt)?;
        // Lines that are done are passed over.
        let reading = &mut self.plan.lines.reading;
        reading.hashed = true;
        reading.skip += before;
        reading.take = reading.take.map(|take| take.saturating_sub(before));
        let lengths = self.plan.lines.inputs.iter().map(Input::length);
        let lengths: Vec<Option<u64>> = lengths.collect::<Result<_, _>>()?;
        progress(ScanProgress::Begin(lengths.into_iter().sum()));
        let begin = Instant::now();
        let target = self.destination(&self.formats, &files);
        // Of a run that begins, from inputs that are known, reports are made as rows come. They have no
        // solutions that a run file would not give back.
        let is_live = before == 0 && !header.solution && header.inputs.iter().all(|it| it.content.is_some());
        let made_of = header.clone();
        let context = Context::finished(&made_of, &scales, self.view);
        let mut rate =
            |show: &mut dyn FnMut(Vec<Row>)| self.rate(&mut run, &mut header, interrupt, progress, show);
        let rated = match is_live {
            true => write_live(&target, &context, rate, |it| (!it.interrupted).then_some(&it.timing)),
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
                let context = Context { timing: Some(&ended.timing), interrupted, ..context };
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
        let session = Session {
            resumed: before > 0,
            interrupted: ended.interrupted,
            puzzles: records - before,
            elapsed: begin.elapsed(),
            skipped: ended.skipped,
            empty: ended.empty,
            timing: ended.timing,
            verified: ended.verified,
        };
        let Scan { directory, formats, .. } = self;
        Ok(Scanned { directory, header, summary, session: Some(session), formats })
    }

    /// Rates into the run file; `show` is shown the rows.
    fn rate(
        &self, run: &mut RunFile, header: &mut RunHeader, interrupt: &AtomicBool,
        progress: &mut impl FnMut(ScanProgress), show: &mut dyn FnMut(Vec<Row>),
    ) -> Result<Ended, ScanError> {
        let ended = rate_into(None, &self.plan, interrupt, &mut Records { run, progress, show });
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

    /// Length and hash of a stream are known once it has been read; a file must be what it was before, and
    /// what was read must be of that. If it was read to its end, its hash says both; if not, it is read once
    /// more. A run that was interrupted does so when it goes on.
    fn settle_inputs(&self, header: &mut RunHeader, ended: &Ended) -> Result<(), ScanFault> {
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

    /// The error with the name of its line, where it is about one.
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
