//! `sudoscope explain --board`: prints the paths of puzzles of a board.

use super::args::{ExplainArgs, ExplainFormat, TERMS, name_of};
use super::ask::refuse_on_boards;
use super::exit::Exit;
use super::explain::{Request, lines_of};
use super::explain_lines::{Written, write_lines};
use anyhow::{Error, Result, bail};
use std::sync::Arc;
use sudoscope::ask::{BoardExplain, BoardRate, BoardScratch, Boards};
use sudoscope::check::Mistakes;
use sudoscope::crew::Crew;
use sudoscope::explain::ExplainError;
use sudoscope::input::Input;
use sudoscope::run::{Line, Work};
use sudoscope::scale::{DEFAULT_BUDGET, Status};

pub fn run(boards: Boards, args: &ExplainArgs) -> Result<Exit> {
    refuse(&boards, args)?;
    let ladder = args.ladder.clone().unwrap_or_else(|| "W".to_string());
    let scales = BoardRate::scales(&[ladder], &boards, boards.asked_by()).map_err(Error::msg)?;
    if let Some(scale) = scales.iter().find(|scale| !scale.has_proofs()) {
        bail!("{} has no steps on boards: rate prints its ratings", scale.name());
    }
    let &[scale] = &scales[..] else { bail!("name one ladder") };
    let request = Request::of(&args.puzzle, |text| boards.reads(text))?;
    let mut lines = lines_of(args, &request, &[]);
    let line = match request {
        Request::Text => {
            lines.inputs = vec![Input::Text(args.puzzle.as_bytes().into())];
            None
        }
        Request::File(_, line) => line,
    };
    boards.prepare(&mut lines.reading);
    let budget = args.budget.unwrap_or(DEFAULT_BUDGET);
    let explain = BoardExplain { boards, scale, budget, validate: !args.no_validate };
    write_lines(args, &lines, line, &BoardPaths { explain, format: args.format, line })
}

/// Refuses options that are only for the plain board.
fn refuse(boards: &Boards, args: &ExplainArgs) -> Result<()> {
    if matches!(args.format, ExplainFormat::Svg | ExplainFormat::Html) {
        bail!("--format {} cannot be used with --board", name_of(args.format));
    }
    let plain_only = [
        ("--next", args.next),
        ("--all", args.all),
        ("--one-step", args.one_step),
        ("--fewest", args.fewest),
        ("--rule", !args.rules.is_empty()),
        ("--check", args.check.is_some()),
        ("--why", args.why.is_some()),
        ("--keep", !args.keep.is_empty()),
        ("--sukaku", args.sukaku),
        ("--notation", args.notation.is_some()),
        ("--words", args.words),
        ("--matching", args.matching),
        ("--net", args.net),
        ("--step", args.step.is_some()),
    ];
    refuse_on_boards(boards, &plain_only)
}

/// Work that turns lines into paths on boards.
struct BoardPaths {
    explain: BoardExplain,
    format: ExplainFormat,
    /// The only line asked for.
    line: Option<u64>,
}

impl Work for BoardPaths {
    type Scratch = BoardScratch;
    type Row = Option<Written>;

    fn scratch(&self, crew: &Arc<dyn Crew>) -> BoardScratch {
        self.explain.scratch(crew)
    }

    fn row(&self, known: &mut BoardScratch, line: Line) -> Option<Written> {
        if self.line.is_some_and(|only| only != line.at.line) {
            return None;
        }
        let why = match self.explain.row(known, line) {
            Ok(Ok(proof)) => {
                let text = match self.format {
                    ExplainFormat::Text => Ok(proof.text().trim_end().to_string()),
                    ExplainFormat::Json => serde_json::to_string_pretty(&proof),
                    _ => serde_json::to_string(&proof),
                };
                return Some(
                    text.map(|text| (text, proof.outcome.status())).map_err(|error| error.to_string()),
                );
            }
            Ok(Err(Status::NoSolution)) => ExplainError::NoSolution(Mistakes::default()),
            Ok(Err(Status::MultipleSolutions)) => ExplainError::MultipleSolutions,
            Ok(Err(_)) => {
                return Some(Err("the work allowed is too little to count the solutions".to_string()));
            }
            Err(error) => ExplainError::NotAPuzzle(error),
        };
        Some(Err(why.in_terms(&TERMS)))
    }
}
