//! `sudoscope generate`: random puzzles, one a line.

use super::args::{self, GenerateArgs, OutputArgs, jobs, settings, span};
use super::exit::{Exit, notice};
use super::interrupt;
use super::progress::Progress;
use super::rows::{Target, kept_in, with_both_commands};
use anyhow::{Context, Result, bail};
use std::io::{self, Write};
use sudoscope::generate::{ListFile, Made, Method, Puzzle, Recipe, Wanted, WantedRatings, make};
use sudoscope::grid::notation;
use sudoscope::scale::{Effort, Policy};
use sudoscope::threads;

pub fn run(args: GenerateArgs) -> Result<Exit> {
    let recipe = recipe(&args)?;
    let wanted = Wanted { puzzles: args.count, tries: args.tries.unwrap_or(patience(&args)) };
    let pool = threads::pool(jobs(args.jobs))?;
    let mut out = ListOut::open(&args.output, &recipe)?;
    let before = out.made();
    if before.puzzles > wanted.puzzles {
        bail!("the unfinished list already has {} puzzles: raise --count", before.puzzles);
    }
    let mut progress = Progress::towards(args.progress, wanted.puzzles);
    progress.tick(before.puzzles, 0);
    let interrupted = interrupt::watch()?;
    let mut last = before;
    let made = make(&pool, &recipe, wanted, before, interrupted, |puzzles, made| {
        out.write(puzzles, made)?;
        progress.tick(made.puzzles - last.puzzles, made.tries - last.tries);
        last = made;
        Ok(())
    });
    progress.finish();
    let made = made.with_context(|| format!("the list broke off{}", out.kept()))?;
    if made.puzzles < wanted.puzzles && made.tries < wanted.tries {
        let Made { puzzles, tries } = made;
        notice(format_args!(
            "sudoscope: stopped with {puzzles} puzzles of {tries} tries{}",
            out.kept()
        ));
        return Ok(Exit::Interrupted);
    }
    out.finish().with_context(|| format!("the list does not get its name{}", out.kept()))?;
    if made.puzzles < wanted.puzzles {
        notice(format_args!(
            "sudoscope: {} puzzles of {} tries; more tries (--tries) may give more",
            made.puzzles, made.tries
        ));
        return Ok(Exit::Rejects);
    }
    Ok(Exit::Complete)
}

/// Tries allowed if it is not said: where puzzles are chosen there may be none to be found.
fn patience(args: &GenerateArgs) -> u64 {
    match args.level.is_some() || args.clues.is_some() {
        true => args.count.saturating_mul(100_000).max(1_000_000),
        false => u64::MAX,
    }
}

fn recipe(args: &GenerateArgs) -> Result<Recipe> {
    let clues = args.clues.as_deref().map(|text| span(text, 17, 81)).transpose();
    let clues = clues.context("--clues")?;
    let rated = match (&args.level, &args.ladder) {
        (None, None) => None,
        (None, Some(_)) => bail!("--ladder rates puzzles so that --level can choose: give both"),
        (Some(levels), ladder) => {
            let levels = span(levels, 0, u8::MAX as usize).context("--level")?;
            let ladder = ladder.as_deref().unwrap_or("W");
            let settings = settings(&[ladder], Policy::AllAtOnce, Effort::default())?;
            let [ladder] = settings.scales() else {
                bail!("puzzles are rated by one ladder: name exactly one");
            };
            if *levels.start() > ladder.top() as usize {
                bail!("--level: the ladder {} has no rung above {}", ladder.name, ladder.top());
            }
            Some(WantedRatings {
                scale: ladder.clone(),
                levels: *levels.start() as u32..=*levels.end() as u32,
            })
        }
    };
    let method = match args.method {
        args::MethodName::TopDown => Method::TopDown,
        args::MethodName::BottomUp => Method::BottomUp,
        args::MethodName::ControlledBias => Method::ControlledBias,
    };
    Ok(Recipe { method, seed: args.seed, clues, minimal: args.minimal, rated })
}

/// Standard output or what is no regular file, or a file that can be gone on with.
enum ListOut {
    Stream(Box<dyn Write>),
    File(Box<ListFile>),
}

impl ListOut {
    fn open(args: &OutputArgs, recipe: &Recipe) -> Result<ListOut> {
        Ok(match Target::of(args)? {
            Target::Stream(stream) => ListOut::Stream(stream),
            Target::File(path) => {
                let list = ListFile::open(path, recipe, args.unfinished(), args.sync);
                ListOut::File(Box::new(list.map_err(with_both_commands)?))
            }
        })
    }

    fn made(&self) -> Made {
        match self {
            ListOut::Stream(_) => Made::default(),
            ListOut::File(list) => list.made(),
        }
    }

    fn write(&mut self, puzzles: &[Puzzle], made: Made) -> io::Result<()> {
        match self {
            ListOut::File(list) => list.append(puzzles, made),
            ListOut::Stream(out) => {
                puzzles
                    .iter()
                    .try_for_each(|puzzle| writeln!(out, "{}", notation::clues(puzzle)))?;
                out.flush()
            }
        }
    }

    /// Where an unfinished list is, and how to go on.
    fn kept(&self) -> String {
        match self {
            ListOut::Stream(_) => String::new(),
            ListOut::File(list) => list.kept().map(kept_in).unwrap_or_default(),
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        match self {
            ListOut::Stream(out) => out.flush(),
            ListOut::File(list) => list.finish(),
        }
    }
}
