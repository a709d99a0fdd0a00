//! Questions of a player: `explain --check STEP`, whether a step holds; `explain --why CLAIM`, why
//! something is so.

use super::args::{ExplainArgs, ExplainFormat, TERMS, name_of};
use super::exit::{Exit, shown};
use super::rows::StdoutOrFile;
use anyhow::{Result, anyhow, bail};
use std::io::Write;
use sudoscope::claim::{Answer, Claim, Unread};
use sudoscope::evidence::Notation;
use sudoscope::explain;
use sudoscope::files::Protected;
use sudoscope::grid::Puzzle;
use sudoscope::path::BoardPath;
use sudoscope::settings::Settings;

/// Checks the step in the state of the puzzle and prints the answer.
pub fn check(step: &str, puzzle: &Puzzle, args: &ExplainArgs, files: &Protected) -> Result<Exit> {
    let answer = explain::check_step(puzzle, step, !args.no_validate);
    let answer = answer.map_err(|error| anyhow!(error.in_terms(&TERMS)))?;
    let text = match args.format {
        ExplainFormat::Text => format!("{answer}\n"),
        ExplainFormat::Json | ExplainFormat::Jsonl => format!("{}\n", answer.json()),
        format => bail!("--check cannot be used with --format {}", name_of(format)),
    };
    print(&text, args, files)?;
    Ok(match answer {
        answer if answer.is_valid() => Exit::Complete,
        Answer::NotUnderstood(_) => Exit::NotUnderstood,
        _ => Exit::Rejects,
    })
}

/// Says why a claim is so in the state of the puzzle.
pub fn why(
    claim: &str, puzzle: &Puzzle, settings: &Settings, notation: Option<Notation>, args: &ExplainArgs,
    files: &Protected,
) -> Result<Exit> {
    let [scale] = settings.scales() else { bail!(explain::ExplainError::Ladders) };
    let claim = read(claim)?;
    let why = explain::why(puzzle, claim, settings, args.all);
    let why = why.map_err(|error| anyhow!(error.in_terms(&TERMS)))?;
    let why = match notation {
        Some(notation) => why.written_in(scale, notation),
        None => why,
    };
    let why = match args.words || args.format != ExplainFormat::Text {
        true => why.with_words(puzzle, scale),
        false => why,
    };
    let text = match args.format {
        ExplainFormat::Text => why.text(claim, &scale.name, args.solution),
        ExplainFormat::Json | ExplainFormat::Jsonl => format!("{}\n", why.json(claim, scale, args.solution)),
        format => bail!("--why cannot be used with --format {}", name_of(format)),
    };
    print(&text, args, files)?;
    Ok(if why.is_shown() { Exit::Complete } else { Exit::Rejects })
}

/// Says why a claim is so in the first state of a path on a board.
pub fn why_on_board(
    claim: &str, path: &BoardPath, budget: u64, args: &ExplainArgs, files: &Protected,
) -> Result<Exit> {
    let claim = read(claim)?;
    let with_words = args.words || args.format != ExplainFormat::Text;
    let why = claim.why_on_board(path, budget, with_words).map_err(|why| anyhow!("--why: {why}"))?;
    let scale = &path.proof.scale;
    let text = match args.format {
        ExplainFormat::Text => why.text(claim, scale, args.solution),
        ExplainFormat::Json | ExplainFormat::Jsonl => {
            format!("{}\n", why.json_on_board(claim, scale, args.solution))
        }
        format => bail!("--why cannot be used with --format {}", name_of(format)),
    };
    print(&text, args, files)?;
    Ok(if why.is_shown() { Exit::Complete } else { Exit::Rejects })
}

fn read(claim: &str) -> Result<Claim> {
    Claim::read(claim).map_err(|Unread { column, why }| {
        anyhow!("--why {claim}: not understood from column {column}: {why}")
    })
}

fn print(text: &str, args: &ExplainArgs, files: &Protected) -> Result<()> {
    let mut out = StdoutOrFile::open(args.output.as_ref(), files)?;
    out.write_all(shown(text).as_bytes())?;
    Ok(out.finish()?)
}
