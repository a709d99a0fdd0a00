//! The commands that ask something of each line: rate, check, minlex, solve and trace. Each makes a question
//! of its arguments; reading, printing and resuming are common.

use super::args::{AskArgs, CheckArgs, FormOf, MinlexArgs, OutputArgs, RateArgs, SolveArgs, TraceArgs};
use super::args::{ladder_files, settings};
use super::exit::{Exit, notice};
use super::interrupt;
use super::progress::{Progress, total_bytes};
use super::rows::{LineNames, RowsOut, StdoutOrFile, name_empty};
use anyhow::{Error, Result, bail};
use serde_json::json;
use std::io;
use sudoscope::ask::{
    AnswerTable, Asked, BoardCheck, BoardMinlex, BoardRate, BoardSolve, Boards, Check, Minlex, Question,
    Rate, Shape, Solve, Trace,
};
use sudoscope::check::{ALL, Probes, Questions};
use sudoscope::files::NamedSettings;
use sudoscope::input::{Input, KeptColumn, KeptKind, LineAt};
use sudoscope::report::{Format, Table};
use sudoscope::run::{Done, Lines, Run};
use sudoscope::scale::{Effort, Policy, Scale};

pub fn rate(args: RateArgs) -> Result<Exit> {
    let ask = &args.ask;
    let lines = ask.lines()?;
    if let Some(boards) = args.board.boards(&lines)? {
        return rate_on(boards, lines, &args);
    }
    let mut plan = args.climb.plan(lines, false)?;
    let format = ask.format()?;
    if format.is_none() && plan.settings.scales().len() != 1 {
        bail!("--format plain prints one rating a line: name exactly one ladder, without --policy best");
    }
    refuse_plain(ask, &[("--solution", args.solution), ("--wide", args.wide)], "ratings only")?;
    let has_rules = format.is_some_and(|format| !format.is_text);
    (plan.solved, plan.wide) = (args.solution, args.wide);
    plan.tallied = plan.wide || has_rules || args.open_paths;
    answer(&Rate::new(&plan, has_rules).open_paths(args.open_paths), &plan.lines, ask)
}

/// Rates puzzles on their boards.
fn rate_on(boards: Boards, lines: Lines, args: &RateArgs) -> Result<Exit> {
    let RateArgs { climb, ask, .. } = args;
    let plain_only = [
        ("--wide", args.wide),
        ("--open-paths", args.open_paths),
        ("--policy", climb.policy.is_some()),
        ("--no-validate", climb.no_validate),
    ];
    refuse_on_boards(&boards, &plain_only)?;
    let scales = scales_on(&boards, &climb.ladders)?;
    let (budget, solution) = (climb.budget, args.solution);
    if ask.format()?.is_none() && scales.len() != 1 {
        bail!("--format plain prints one rating a line: name exactly one ladder");
    }
    refuse_plain(ask, &[("--solution", solution)], "ratings only")?;
    let rate = BoardRate { boards, scales, budget, solution };
    answer(&rate, &ask.on(&rate.boards, lines)?, ask)
}

/// Returns the scales of boards that are named.
pub(super) fn scales_on(boards: &Boards, ladders: &[impl AsRef<str>]) -> Result<Vec<Scale>> {
    let settings = settings(ladders, Policy::AllAtOnce, Effort::default())?;
    BoardRate::scales(settings.scales(), boards, boards.asked_by()).map_err(Error::msg)
}

/// Refuses options that are only for the plain board.
pub(super) fn refuse_on_boards(boards: &Boards, options: &[(&str, bool)]) -> Result<()> {
    match options.iter().find(|option| option.1) {
        Some((option, _)) => {
            bail!("{option} cannot be used with {}: it is for the plain board", boards.asked_by())
        }
        None => Ok(()),
    }
}

pub fn check(args: CheckArgs) -> Result<Exit> {
    let mut lines = args.ask.lines()?;
    let boards = args.board.boards(&lines)?;
    let given = args.answers.iter().map(|name| KeptColumn { name: name.clone(), kind: KeptKind::Text });
    lines.reading.keep.splice(0..0, given);
    let check = Check {
        limit: if args.count { ALL } else { args.limit },
        budget: args.budget,
        solution: args.solution,
        given: args.answers.is_some(),
        backdoors: args.backdoors,
        mistakes: args.mistakes,
        questions: Questions {
            list: args.list.unwrap_or(0).into(),
            true_candidates: args.true_candidates,
            probes: args.estimate.map(|count| Probes { count, seed: args.seed }),
        },
    };
    match boards {
        None => answer(&check, &lines, &args.ask),
        Some(boards) => {
            let check = BoardCheck { boards, check };
            answer(&check, &args.ask.on(&check.boards, lines)?, &args.ask)
        }
    }
}

pub fn minlex(args: MinlexArgs) -> Result<Exit> {
    if args.solution && args.by == FormOf::Solution {
        bail!("--solution cannot be used with --by solution, which prints the solution already");
    }
    refuse_plain(&args.ask, &[("--solution", args.solution)], "canonical puzzles only")?;
    let question = Minlex { by_solution: args.by == FormOf::Solution, solution: args.solution };
    let lines = args.ask.lines()?;
    let Some(boards) = args.board.boards(&lines)? else { return answer(&question, &lines, &args.ask) };
    let question = BoardMinlex::new(boards, question);
    if let Some(error) = question.no_form() {
        bail!("--board {}: there is no minlex: {error}", question.boards);
    }
    answer(&question, &args.ask.on(&question.boards, lines)?, &args.ask)
}

pub fn solve(args: SolveArgs) -> Result<Exit> {
    refuse_plain(&args.ask, &[], "solutions only")?;
    let lines = args.ask.lines()?;
    if let Some(boards) = args.board.boards(&lines)? {
        let solve = BoardSolve { boards, budget: args.budget };
        return answer(&solve, &args.ask.on(&solve.boards, lines)?, &args.ask);
    }
    answer(&Solve { budget: args.budget }, &lines, &args.ask)
}

pub fn trace(args: TraceArgs) -> Result<Exit> {
    let effort = Effort { budget: args.budget, validate: !args.no_validate };
    let settings = settings(&[&args.ladder], Policy::AllAtOnce, effort)?;
    let [scale] = settings.scales() else { bail!("trace climbs one ladder: name exactly one") };
    let lines = Lines { besides: ladder_files(&[&args.ladder]), ..args.ask.lines()? };
    let trace = Trace { settings: &settings, scale, puzzles: args.puzzle, states: args.state };
    answer(&trace, &lines, &args.ask)
}

/// Refuses options that a plain answer would ignore.
fn refuse_plain(args: &AskArgs, more: &[(&str, bool)], what: &str) -> Result<()> {
    let keep = ("--keep", !args.part.keep.is_empty());
    match more.iter().chain([&keep]).find(|option| option.1) {
        Some((option, _)) if args.format()?.is_none() => {
            bail!("{option} cannot be used with --format plain, which prints {what}")
        }
        _ => Ok(()),
    }
}

/// Answers a question to every line, in the format that the arguments name.
fn answer<Q: Question>(question: &Q, lines: &Lines, args: &AskArgs) -> Result<Exit> {
    let format = args.format()?;
    if format.is_none() && !Q::HAS_PLAIN {
        bail!("--format plain is one value a line, which {} has not: csv or another format", Q::NAME);
    }
    let shape = format.map_or(Shape::Table, Shape::of);
    let answers = Answers {
        question,
        lines,
        table: AnswerTable::new(question, shape, &lines.reading),
        progress: Progress::new(args.part.lines.progress, total_bytes(&lines.inputs)?),
        names: LineNames::new(&lines.inputs)
            .of_shard(args.part.shard)
            .besides(question.reads())
            .plain(Q::IS_PLAIN),
        open: 0,
    };
    let columns = answers.table.head().columns;
    let is_twice = |at: &usize| columns[..*at].iter().any(|column| column.name == columns[*at].name);
    if let (true, Some(at)) = (shape != Shape::Table, (0..columns.len()).find(is_twice)) {
        bail!("two columns are called '{}': give the ladder another name", columns[at].name);
    }
    match format {
        Some(format) if !format.is_open => answers.write_whole(args, format),
        format => answers.print(args, format),
    }
}

/// Answers to a question on their way out.
struct Answers<'a, Q> {
    question: &'a Q,
    lines: &'a Lines,
    table: AnswerTable<'a, Q>,
    progress: Progress,
    names: LineNames,
    /// Number of answers that are open, or that the user must see.
    open: u64,
}

impl<Q: Question> Answers<'_, Q> {
    /// Prints rows on a stream, or into a file that can be resumed; without a format plain lines.
    fn print(mut self, args: &AskArgs, format: Option<&Format>) -> Result<Exit> {
        let settings = self.settings(args, format);
        let open = || RowsOut::open(&args.output, settings, self.lines);
        let (mut out, interrupt) = interrupt::watched(args.output.output.as_ref(), open)?;
        let (mut text, mut head) = (Vec::new(), self.table.head());
        let before = match &mut out {
            RowsOut::File(file) if file.is_begun() => file.bad_before(),
            _ => {
                format.map(|format| Table::of_head(format, &mut text, &head)).transpose()?;
                out.head(&mut text)?;
                0
            }
        };
        head.is_begun = true;
        let mut printed = 0;
        let run = Run { lines: self.lines, work: self.question, last: out.last(), interrupt };
        let ended = run.into(|mut done: Done<Q::Row>| {
            if let RowsOut::File(file) = &mut out {
                file.compare(&mut done).map_err(io::Error::other)?;
            }
            match format {
                // Every data line gets a line, so that line k of the output is puzzle k.
                None => self.each(&done, |table, _, answer| {
                    table.plain(answer, &mut text);
                    Ok(())
                })?,
                Some(format) if Q::HAS_CSV && format.name == "csv" => {
                    self.each(&done, |table, asked, answer| {
                        table.csv(asked, answer, &mut text);
                        Ok(())
                    })?
                }
                Some(format) => {
                    let mut rows = Table::of_head(format, &mut text, &head)?;
                    self.each(&done, |table, asked, answer| table.rows(asked, answer, |row| rows.row(row)))?;
                }
            }
            out.rows(&mut text, &done, before + self.bad())?;
            printed += done.rows.len() as u64;
            Ok(())
        });
        self.finish();
        match ended {
            Ok(ended) if ended.interrupted => {
                notice(format_args!("sudoscope: {}", out.stopped(printed)));
                Ok(Exit::Interrupted)
            }
            Ok(ended) => {
                out.finish().map_err(|error| out.broken(error.into(), printed))?;
                Ok(Exit::of_rejects(before + self.bad() + name_empty(&self.names.inputs, &ended.empty)))
            }
            Err(error) => Err(out.broken(error, printed)),
        }
    }

    /// Writes a table whose file gets its name when it is complete.
    fn write_whole(mut self, args: &AskArgs, format: &Format) -> Result<Exit> {
        let OutputArgs { output, sync, resume, restart } = &args.output;
        if *resume || *restart {
            let name = format.name;
            bail!("--format {name} cannot be resumed: nothing is written until the file is complete");
        }
        let open = || StdoutOrFile::open(output.as_ref(), &self.lines.files());
        let (out, interrupt) = interrupt::watched(output.as_ref(), open)?;
        let is_file = out.is_file();
        if !is_file && (!format.is_text || *sync) {
            bail!("--format {} writes a file: -o FILE", format.name);
        }
        let mut out = out.synced(*sync);
        let mut table = Table::of_head(format, &mut out, &self.table.head())?;
        let run = Run { lines: self.lines, work: self.question, last: None, interrupt };
        let ended = run.into(|done: Done<Q::Row>| {
            self.each(&done, |answers, asked, answer| answers.rows(asked, answer, |row| table.row(row)))
        });
        self.finish();
        let ended = ended?;
        if ended.interrupted && is_file {
            notice("sudoscope: stopped; the table was not written");
            return Ok(Exit::Interrupted);
        }
        table.finish()?;
        out.finish()?;
        match ended.interrupted {
            true => Ok(Exit::Interrupted),
            false => Ok(Exit::of_rejects(self.bad() + name_empty(&self.names.inputs, &ended.empty))),
        }
    }

    /// Passes each answer of a batch to `each`, and reports the rejected lines.
    fn each(
        &mut self, done: &Done<Q::Row>,
        mut each: impl FnMut(&AnswerTable<Q>, &Asked, &Q::Row) -> io::Result<()>,
    ) -> io::Result<()> {
        self.progress.tick(done.bytes, done.texts.len() as u64);
        let places = &done.texts.places;
        for (answer, (line, text)) in done.rows.iter().zip(done.texts.lines()) {
            let at = LineAt { file: done.texts.file, line };
            let verdict = self.question.verdict(answer);
            self.names.name_reject(at, verdict.status, verdict.error, text, places);
            self.names.name_left_out(at, verdict.left_out);
            self.open += u64::from(verdict.is_open);
            let asked = Asked { name: self.names.value(at), text, places, reason: None };
            each(&self.table, &asked, answer)?;
        }
        Ok(())
    }

    /// Returns the number of lines without a good answer.
    fn bad(&self) -> u64 {
        self.names.rejects + self.open
    }

    fn finish(&self) {
        self.progress.finish();
        self.names.name_the_rest();
    }

    /// Returns the settings that, besides the lines, determine the rows.
    fn settings(&self, args: &AskArgs, format: Option<&Format>) -> NamedSettings {
        let Lines { inputs, reading, .. } = self.lines;
        let names: Vec<String> = inputs.iter().map(Input::name).collect();
        let mut all = vec![
            ("version", env!("CARGO_PKG_VERSION").into()),
            ("question", Q::NAME.into()),
            ("input", names.into()),
            ("--skip", reading.skip.into()),
            ("--take", reading.take.into()),
            ("--column", reading.column.clone().into()),
            ("--sheet", reading.sheet.clone().into()),
            ("--keep", json!(reading.keep)),
            ("--sukaku", reading.sukaku.into()),
            ("--shard", args.part.shard.map(|shard| shard.to_string()).into()),
            ("--format", format.map_or("plain", |format| format.name).into()),
        ];
        all.extend(self.question.settings());
        all
    }
}
