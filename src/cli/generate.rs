//! `sudoscope generate`: makes random puzzles, one a line.

use super::args::{self, GenerateArgs, OutputArgs, ladder_files, settings, span};
use super::exit::{Exit, notice};
use super::rows::{Target, kept_in, with_both_commands};
use super::{interrupt, progress::Progress};
use anyhow::{Context, Error, Result, bail};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use sudoscope::ask::{BoardRate, Boards};
use sudoscope::boards::Board;
use sudoscope::canon::PatternSymmetry;
use sudoscope::choice::Choice;
use sudoscope::files::Protected;
use sudoscope::generate::{
    BoardPuzzles, Clues, ListFile, ListLimits, ListProgress, Method, Puzzle, Recipe, THIN, make, pattern_of,
};
use sudoscope::scale::{Effort, Policy};
use sudoscope::threads;

pub fn run(args: GenerateArgs) -> Result<Exit> {
    let recipe = recipe(&args)?;
    let wanted = ListLimits::of(&recipe, args.count, args.tries);
    let pool = threads::pool(args.threads.count())?;
    let open = || ListOut::open(&args, &recipe);
    let (mut out, interrupted) = interrupt::watched(args.output.output.as_ref(), open)?;
    let before = out.made();
    if before.puzzles > wanted.puzzles {
        bail!("the unfinished list already has {} puzzles: raise --count", before.puzzles);
    }
    let mut progress = Progress::towards(args.progress, wanted.puzzles);
    progress.tick(before.puzzles, 0);
    let (mut last, mut is_said) = (before, false);
    let made = make(&pool, &recipe, wanted, before, interrupted, |puzzles, made| {
        out.write(&recipe, puzzles, last, made)?;
        progress.tick(made.puzzles - last.puzzles, made.tries - last.tries);
        last = made;
        if made.puzzles == 0 && made.tries >= RARE && !is_said {
            is_said = true;
            pool.install(|| say_what_is_rare(&args, &recipe, made, wanted));
        }
        Ok(())
    });
    progress.finish();
    let made = made.with_context(|| format!("the list broke off{}", out.kept()))?;
    if made.puzzles < wanted.puzzles && made.tries < wanted.tries {
        let ListProgress { puzzles, tries, .. } = made;
        notice(format_args!("sudoscope: stopped with {puzzles} puzzles of {tries} tries{}", out.kept()));
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

/// Number of tries without a puzzle after which rare conditions are reported.
const RARE: u64 = 5_000;

/// Number of first tries over which each condition is counted.
const SAMPLE: u64 = 1_000;

/// Reports how many of the first puzzles meet each option.
fn say_what_is_rare(args: &GenerateArgs, recipe: &Recipe, made: ListProgress, wanted: ListLimits) {
    let GenerateArgs { clues, minimal, choice, .. } = args;
    let with = |option: &str, text: &Option<String>| text.as_ref().map(|text| format!("{option} {text}"));
    let asked = [with("--clues", clues), minimal.then(|| "--minimal".to_string())];
    let rated = [with("--rating", &choice.rating), with("--score", &choice.score)];
    let asked = asked.into_iter().chain(rated).chain([with("--hardest", &choice.hardest)]).flatten();
    let asked = asked.chain(choice.uses.iter().map(|rule| format!("--uses {rule}")));
    let without = (!choice.without.is_empty()).then(|| format!("--without {}", choice.without.join(", ")));
    let asked = asked.chain(without).chain(with("--up-to", &choice.up_to));
    let (all, met) = recipe.met(SAMPLE);
    let met: Vec<String> = asked.zip(met).map(|(asked, met)| format!("{met} have {asked}")).collect();
    let (met, tries, most) = (met.join(", "), made.tries, wanted.tries);
    let of = if met.is_empty() { String::new() } else { format!("; of {all} puzzles {met}") };
    notice(format_args!("sudoscope: no puzzle in {tries} tries{of}; it ends after {most} tries (--tries)"));
}

/// Returns the recipe, which determines the list.
fn recipe(args: &GenerateArgs) -> Result<Recipe> {
    // A puzzle of the plain board has 17 clues at least; of other boards fewer may do.
    let fewest = if args.board.is_some() { 1 } else { 17 };
    let clues = args.clues.as_deref().map(|text| span(text, fewest, 81)).transpose();
    let clues = clues.context("--clues")?;
    let method = match args.method {
        args::MethodName::TopDown => Method::TopDown,
        args::MethodName::BottomUp => Method::BottomUp,
        args::MethodName::ControlledBias => Method::ControlledBias,
    };
    let symmetry = PatternSymmetry::named(&args.symmetry).context("--symmetry")?;
    let places = match &args.pattern {
        Some(cells) => Clues::Pattern(pattern_of(cells).map_err(Error::msg).context("--pattern")?),
        None => Clues::Symmetric(symmetry),
    };
    if method != Method::TopDown && (args.pattern.is_some() || !symmetry.is_none()) {
        bail!("--symmetry and --pattern need --method top-down");
    }
    if method != Method::ControlledBias && args.thin.is_some() {
        bail!("--thin needs --method controlled-bias");
    }
    let (board, thin) = (board(args)?, args.thin.unwrap_or(THIN));
    let (choice, minimal, solution) = (choice(args, board.as_ref())?, args.minimal, args.solution);
    let board = board.map(|board| board as Arc<dyn BoardPuzzles>);
    let recipe = Recipe { method, thin, seed: 0, clues, minimal, places, board, choice, solution };
    match recipe.hopeless() {
        Some(why) => bail!(why),
        None => Ok(Recipe { seed: seed(args), ..recipe }),
    }
}

/// Returns the board, if it is not the plain one by default.
fn board(args: &GenerateArgs) -> Result<Option<Arc<Board>>> {
    let Some(text) = &args.board else { return Ok(None) };
    let others = [
        ("--method", args.method != args::MethodName::TopDown),
        ("--symmetry", args.symmetry != "none"),
        ("--pattern", args.pattern.is_some()),
    ];
    if let Some((option, _)) = others.iter().find(|option| option.1) {
        bail!("{option} cannot be used with --board: it is for the plain board");
    }
    let board: Board = text.parse().with_context(|| format!("--board {text}"))?;
    Ok(Some(Arc::new(board)))
}

/// Returns the given seed, or that of the list to resume, or a new one, which is printed.
fn seed(args: &GenerateArgs) -> u64 {
    let OutputArgs { output, resume, .. } = &args.output;
    let began = output.as_ref().filter(|_| *resume).and_then(|path| ListFile::seed_of(path));
    args.seed.or(began).unwrap_or_else(|| {
        // Short enough to type.
        let seed = RandomState::new().build_hasher().finish() >> 32;
        notice(format_args!("sudoscope: the same list again: --seed {seed}"));
        seed
    })
}

/// Returns the conditions on ratings and paths.
fn choice(args: &GenerateArgs, board: Option<&Arc<Board>>) -> Result<Option<Choice>> {
    let GenerateArgs { choice, ladder, .. } = args;
    if !choice.is_any() {
        return match ladder {
            None => Ok(None),
            Some(_) => {
                bail!(
                    "--ladder is for --rating, --score, --hardest, --uses, --without, --up-to and --needs: \
                     give one, too"
                )
            }
        };
    }
    let scale = match ladder {
        Some(ladder) => {
            let settings = settings(&[ladder], Policy::AllAtOnce, Effort::default())?;
            let [scale] = settings.scales() else {
                bail!("puzzles are rated by one ladder: name exactly one");
            };
            scale.clone()
        }
        None => {
            let none = "no named ladder has these rules: give one with --ladder, as x=brt,lc,subset:2-4,RULE";
            let scale = choice.scale().context(none)?;
            if scale.name != "W" {
                let name = &scale.name;
                notice(format_args!("sudoscope: puzzles are rated by {name}; --ladder takes another"));
            }
            scale
        }
    };
    let scale = match board {
        None => scale,
        Some(board) => {
            BoardRate::scale(&scale, &Boards::One(board.clone()), "--board").map_err(Error::msg)?
        }
    };
    choice.of(scale).map(Some)
}

/// Destination of a list: standard output or another stream, or a resumable file.
enum ListOut<'a> {
    Stream(Box<dyn Write>),
    File(Box<ListFile<'a>>),
}

impl<'a> ListOut<'a> {
    fn open(args: &GenerateArgs, recipe: &'a Recipe) -> Result<ListOut<'a>> {
        let GenerateArgs { output: args, ladder, .. } = args;
        let read = ladder_files(ladder.as_slice());
        let read = Protected::of(read.iter().map(PathBuf::as_path));
        Ok(match Target::of(args)? {
            Target::Stream(stream) => ListOut::Stream(stream),
            Target::File(path) => {
                let list = ListFile::open(path, recipe, args.unfinished(), &read, args.sync);
                ListOut::File(Box::new(list.map_err(with_both_commands)?))
            }
        })
    }

    fn made(&self) -> ListProgress {
        match self {
            ListOut::Stream(_) => ListProgress::default(),
            ListOut::File(list) => list.made(),
        }
    }

    /// Writes puzzles, which advance the list from `before` to `made`.
    fn write(
        &mut self, recipe: &Recipe, puzzles: &[Puzzle], before: ListProgress, made: ListProgress,
    ) -> io::Result<()> {
        match self {
            ListOut::File(list) => list.append(puzzles, made),
            ListOut::Stream(out) => {
                out.write_all(recipe.lines(puzzles, before).as_bytes())?;
                out.flush()
            }
        }
    }

    /// Says where an unfinished list is, and how to continue.
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
