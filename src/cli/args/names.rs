//! Ladders by name or definition; an unknown name is answered with the nearest known one.

use anyhow::{Context, Result, anyhow, bail};
use sudoscope::ladder::{Ladder, LadderError};

/// The ladders of `-l` arguments: `NAME[,NAME…]` or `NAME=DEFINITION` each.
pub fn ladders(arguments: &[String]) -> Result<Vec<Ladder>> {
    let mut ladders: Vec<Ladder> = Vec::new();
    for argument in arguments {
        let new: Vec<Ladder> = match argument.split_once('=') {
            Some((name, definition)) => vec![
                Ladder::define(name.trim(), definition)
                    .map_err(|error| explained(error, NearestHint::Rule))
                    .with_context(|| format!("ladder '{argument}'"))?,
            ],
            None => argument
                .split(',')
                .map(|name| {
                    Ladder::named(name.trim()).map_err(|e| explained(e, NearestHint::Ladder))
                })
                .collect::<Result<_>>()?,
        };
        for ladder in new {
            if ladders.iter().any(|other| other.name == ladder.name) {
                bail!("two ladders are called '{}'", ladder.name);
            }
            ladders.push(ladder);
        }
    }
    Ok(ladders)
}

/// Refuses to climb unchecked puzzles by rules that assume that they have only one solution.
pub fn need_validation(ladders: &[Ladder], no_validate: bool) -> Result<()> {
    for ladder in ladders.iter().filter(|_| no_validate) {
        if let Some(rule) = ladder.assumes_unique() {
            bail!(
                "the rule '{rule}' of the ladder '{}' assumes that a puzzle has only one solution: \
                 it cannot be used with --no-validate",
                ladder.name
            );
        }
    }
    Ok(())
}

/// Where the reader is sent for the full list.
#[derive(Clone, Copy)]
enum NearestHint {
    Ladder,
    Rule,
}

/// The error, with the nearest known name where one is unknown.
fn explained(error: LadderError, hint: NearestHint) -> anyhow::Error {
    let Some((name, known)) = error.unknown() else { return error.into() };
    let list = match hint {
        NearestHint::Ladder => {
            "`sudoscope ladders` lists them, and NAME=DEFINITION makes one of your own"
        }
        NearestHint::Rule => "`sudoscope rules` lists them",
    };
    let nearest = nearest(name, known.into_iter());
    anyhow!("{error}; {}{list}", nearest.map_or(String::new(), |n| format!("did you mean '{n}'? ")))
}

/// The known name most like `name`.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    known.min_by_key(|known| strsim::damerau_levenshtein(&name, &known.to_lowercase()))
}
