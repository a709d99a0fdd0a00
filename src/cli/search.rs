//! `sudoscope search`: finds puzzles some clues away from known ones.

use super::args::{SearchArgs, When, table_format};
use super::exit::{Exit, notice};
use super::progress::Progress;
use super::rows::{LineNames, StdoutOrFile, Target, beside, kept_in, name_empty, with_both_commands};
use super::{interrupt, select::excluded};
use anyhow::{Context as _, Error, Result, bail};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use sudoscope::files::Protected;
use sudoscope::generate::{hopeless_pattern, pattern_of};
use sudoscope::grid::Cells;
use sudoscope::input::LineAt;
use sudoscope::report::{Format, Head, Table};
use sudoscope::run::{Done, Lines, Run};
use sudoscope::scale::Scale;
use sudoscope::search::{
    Ascents, Forms, Found, FoundBefore, ReadSeed, Search, SearchColumns, SearchFile, SearchPage,
};
use sudoscope::search::{SearchProgress, Stop};
use sudoscope::settings::Settings;
use sudoscope::threads;

pub fn run(args: SearchArgs) -> Result<Exit> {
    let mut plan = args.climb.plan(args.lines.of(&args.near)?, false)?;
    plan.lines.besides.extend(args.exclude.iter().cloned());
    let search = search(&args, plan.settings)?;
    let (seeds, mut rejects) = seeds(&plan.lines)?;
    let temp = args.temp.clone().unwrap_or_else(|| beside(args.output.output.as_ref()));
    let (mut known, mut added) = (Forms::within(args.memory, &temp), Ok(()));
    rejects += excluded(&args.exclude, None, |puzzle| {
        if added.is_ok() {
            added = known.add(&puzzle);
        }
    })?;
    added.with_context(|| format!("no temporary file in {}", temp.display()))?;
    let pool = threads::pool(plan.lines.jobs)?;
    let open = || Out::open(&args, &search, (&seeds, &known), &plan.lines.files());
    let (mut out, interrupt) = interrupt::watched(args.output.output.as_ref(), open)?;
    let mut page_file = args.page.as_ref().map(|path| page_file(path, &args, &plan.lines)).transpose()?;
    let before = out.before(&search)?;
    let mut page = SearchPage::of(&before);
    let stop = Stop { interrupt, until: args.hours.and_then(|hours| Instant::now().checked_add(hours)) };
    let mut shown = Shown::of(&args, &search, before.progress);
    let ended = search.run(&pool, seeds, known, before, stop, &mut |found, progress| {
        shown.tick(progress);
        if args.page.is_some() {
            found.iter().for_each(|found| page.add(found.into()));
        }
        out.write(found, progress)
    });
    shown.finish();
    let progress = ended.with_context(|| format!("the search broke off{}", out.kept()))?;
    let SearchProgress { neighbours, new, kept, unfinished, .. } = progress;
    let within = within(&search, progress);
    notice(format_args!("sudoscope: {neighbours} neighbours, {new} new, {kept} kept, in {within}"));
    if unfinished > 0 {
        notice(format_args!("sudoscope: {unfinished} sets of removed clues leave too many solutions"));
    }
    let is_interrupted = interrupt.load(Ordering::Relaxed);
    let is_stopped = is_interrupted || stop.is_now() && progress.parts < progress.of;
    if is_stopped {
        notice(format_args!("sudoscope: stopped{}", out.kept()));
    }
    let kept = out.kept();
    out.finish(progress, is_stopped).with_context(|| format!("the table does not get its name{kept}"))?;
    if let Some(mut file) = page_file.take() {
        file.write_all(page.html(&search, progress)?.as_bytes())?;
        file.finish()?;
    }
    Ok(match is_interrupted {
        true => Exit::Interrupted,
        false => Exit::of_rejects(rejects + unfinished + u64::from(is_stopped)),
    })
}

/// Opens the file of the page.
fn page_file(path: &PathBuf, args: &SearchArgs, lines: &Lines) -> Result<StdoutOrFile> {
    if path.as_os_str() == "-" || args.output.output.as_ref() == Some(path) {
        bail!("--page needs a file of its own");
    }
    StdoutOrFile::open(Some(path), &lines.files())
}

/// Says how many rounds or tries a search took.
fn within(search: &Search, progress: SearchProgress) -> String {
    let (count, what) = match search.ascents {
        None => (progress.round, "round"),
        Some(_) if progress.parts == 1 => (1, "try"),
        Some(_) => return format!("{} tries", progress.parts),
    };
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Returns the search that was asked for.
fn search(args: &SearchArgs, settings: Settings) -> Result<Search> {
    let scale = settings.scales().first().filter(|_| args.choice.is_any()).cloned();
    Ok(Search {
        removed: args.changes.removed,
        added: args.changes.added,
        minimal: !args.redundant,
        choice: scale.map(|scale| args.choice.of(scale)).transpose()?,
        ascents: ascents(args)?,
        shard: args.shard,
        settings,
        best: args.keep_best.map(|best| best as usize),
        count: args.count,
        rounds: (!args.until_closed).then_some(args.rounds),
    })
}

/// Returns the ascents that were asked for instead of seeds.
fn ascents(args: &SearchArgs) -> Result<Option<Ascents>> {
    if !args.near.is_empty() {
        return Ok(None);
    }
    let cells =
        args.pattern.as_deref().map(pattern_of).transpose().map_err(Error::msg).context("--pattern")?;
    if let Some(why) = cells.and_then(hopeless_pattern) {
        bail!(why);
    }
    let tries = args.tries.or(args.hours.is_none().then_some(TRIES));
    if args.shard.is_some() && tries.is_none() {
        bail!("--shard is a part of the tries: give --tries, or each job a --seed of its own");
    }
    Ok(Some(Ascents { seed: args.seed.unwrap_or(0), tries, cells: cells.unwrap_or(Cells::ALL) }))
}

/// Number of ascents, unless another is given.
const TRIES: u64 = 1000;

/// Reads the seeds, and counts the lines without one.
fn seeds(lines: &Lines) -> Result<(Vec<[Cells; 9]>, u64)> {
    if lines.inputs.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let (mut names, mut seeds) = (LineNames::new(&lines.inputs), Vec::new());
    let interrupt = &AtomicBool::new(false);
    let read = Run { lines, work: &ReadSeed, last: None, interrupt }.into(|done: Done<_>| {
        for (row, (line, text)) in done.rows.iter().zip(done.texts.lines()) {
            let at = LineAt { file: done.texts.file, line };
            match *row {
                Ok(clues) => seeds.push(clues),
                Err((status, error)) => names.name_reject(at, status, error, text, &done.texts.places),
            }
        }
        Ok(())
    })?;
    names.name_the_rest();
    Ok((seeds, names.rejects + name_empty(&names.inputs, &read.empty)))
}

/// Table of found puzzles on its way out.
struct Out<'a> {
    columns: SearchColumns<'a>,
    format: &'static Format,
    head: Head,
    place: Place,
}

/// Place of the table.
enum Place {
    /// A stream, to which rows are written as they are found.
    Stream(Box<dyn Write>),
    /// A file that can be resumed.
    File(Box<SearchFile>),
    /// A table that is written at the end.
    Whole(Box<StdoutOrFile>, Vec<Found>),
}

impl<'a> Out<'a> {
    fn open(
        args: &SearchArgs, search: &'a Search, from: (&[[Cells; 9]], &Forms), read: &Protected,
    ) -> Result<Out<'a>> {
        let (seeds, known) = from;
        let output = args.output.output.as_ref();
        let format = table_format(args.format.as_deref(), output)?;
        let columns = SearchColumns::of(search);
        let mut head = columns.head();
        let place = if search.best.is_some() || !format.is_open {
            if args.output.resume || args.output.restart {
                bail!(
                    "--keep-best, and --format {}, cannot be resumed: all is written at the end",
                    format.name
                );
            }
            let out = StdoutOrFile::open(output, read)?;
            if !out.is_file() && (!format.is_text || args.output.sync) {
                bail!("--format {} writes a file: -o FILE", format.name);
            }
            Place::Whole(Box::new(out.synced(args.output.sync)), Vec::new())
        } else {
            match Target::of(&args.output)? {
                Target::Stream(stream) => Place::Stream(stream),
                Target::File(path) => {
                    let settings = search.named(format.name, seeds, known);
                    let (unfinished, sync) = (args.output.unfinished(), args.output.sync);
                    let file = SearchFile::open(path, &settings, unfinished, read, sync);
                    let file = file.map_err(with_both_commands)?;
                    head.is_begun = file.kept().is_some();
                    Place::File(Box::new(file))
                }
            }
        };
        Ok(Out { columns, format, head, place })
    }

    /// Returns what earlier sessions have found.
    fn before(&self, search: &Search) -> Result<FoundBefore> {
        match &self.place {
            Place::File(file) => Ok(file.before(search)?),
            _ => Ok(FoundBefore::default()),
        }
    }

    fn write(&mut self, found: &[Found], progress: SearchProgress) -> io::Result<()> {
        let mut text = Vec::new();
        let Out { columns, format, head, place } = self;
        if let Place::Whole(_, all) = place {
            all.extend_from_slice(found);
            return Ok(());
        }
        let mut table = Table::of_head(format, &mut text, head)?;
        found.iter().try_for_each(|found| columns.values(found, |values| table.row(values)))?;
        drop(table);
        head.is_begun = true;
        match place {
            Place::File(file) => file.append(&text, progress),
            Place::Stream(out) => out.write_all(&text).and_then(|()| out.flush()),
            Place::Whole(..) => Ok(()),
        }
    }

    /// Says where an unfinished table is, and how to continue.
    fn kept(&self) -> String {
        match &self.place {
            Place::File(file) => file.kept().map(kept_in).unwrap_or_default(),
            _ => String::new(),
        }
    }

    /// Ends the table. A file that can be resumed gets its name unless the search was stopped.
    fn finish(mut self, progress: SearchProgress, is_stopped: bool) -> Result<()> {
        if !self.head.is_begun && !is_stopped {
            self.write(&[], progress)?;
        }
        let Out { columns, format, head, place } = self;
        match place {
            Place::Stream(mut out) => out.flush()?,
            Place::File(mut file) if !is_stopped => file.finish(progress)?,
            Place::File(_) => {}
            Place::Whole(mut out, all) => {
                let mut table = Table::of_head(format, &mut *out, &head)?;
                all.iter().try_for_each(|found| columns.values(found, |values| table.row(values)))?;
                table.finish()?;
                out.finish()?;
            }
        }
        Ok(())
    }
}

/// Progress through the parts of each round, or through the ascents.
struct Shown<'a> {
    when: When,
    scale: Option<&'a Scale>,
    bar: Option<Progress>,
    last: SearchProgress,
}

impl<'a> Shown<'a> {
    fn of(args: &SearchArgs, search: &'a Search, before: SearchProgress) -> Shown<'a> {
        // Parts of an earlier session are gone through again, ascents are not.
        let parts = if search.ascents.is_some() { before.parts } else { 0 };
        let last = SearchProgress { parts, ..before };
        Shown { when: args.lines.progress, scale: search.settings.scales().first(), bar: None, last }
    }

    fn tick(&mut self, progress: SearchProgress) {
        if self.bar.is_none() || progress.round != self.last.round {
            self.finish();
            self.bar = Some(Progress::through(self.when, Some(progress.of).filter(|of| *of > 0)));
            self.last.parts = if progress.round == self.last.round { self.last.parts } else { 0 };
        }
        if let Some(bar) = &mut self.bar {
            let best = progress.highest.zip(self.scale).and_then(|(rating, scale)| {
                let unit = scale.columns.first()?.unit;
                Some(format!(", {} kept, highest {}", progress.kept, unit.text(rating)))
            });
            bar.remark(best.unwrap_or_default());
            bar.tick(progress.parts.saturating_sub(self.last.parts), progress.new - self.last.new);
        }
        self.last = progress;
    }

    fn finish(&self) {
        self.bar.iter().for_each(Progress::finish);
    }
}
