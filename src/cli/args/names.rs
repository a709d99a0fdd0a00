//! Ladders by name or definition; an unknown name is answered with the nearest known one.

use anyhow::{Context, Result, anyhow, bail};
use sudoscope::ladder::{Ladder, LadderError};

/// The ladders of `-l` arguments: `NAME[,NAME…]` or `NAME=DEFINITION` each.
pub fn ladders(arguments: &[String]) -> Result<Vec<Ladder>> {
    let mut ladders: Vec<Ladder> = Vec::new();
    for argument in arguments {
        let new = match (Ladder::parse(argument), argument.contains('=')) {
            (new, false) => new.map_err(explained)?,
            (new, true) => {
                new.map_err(explained).with_context(|| format!("ladder '{argument}'"))?
            }
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

/// The error, with the nearest known name where one is unknown, and where the reader finds the full list.
fn explained(error: LadderError) -> anyhow::Error {
    let list = match error {
        LadderError::UnknownLadder(_) => {
            "`sudoscope ladders` lists them, and NAME=DEFINITION makes one of your own"
        }
        LadderError::UnknownRule(_) => "`sudoscope rules` lists them",
        _ => return error.into(),
    };
    let nearest = error.nearest().map_or(String::new(), |name| format!("did you mean '{name}'? "));
    anyhow!("{error}; {nearest}{list}")
}
