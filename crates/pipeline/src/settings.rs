//! What decides ratings beside the puzzles. It is validated once, when it is made, whoever asks for it.

use std::fmt;
use sudoscope_engine::ladder::{Ladder, LadderError};
use sudoscope_engine::solve::Effort;

/// Ladders of different names, none of which assumes what is not checked, and the effort for each climb.
#[derive(Clone)]
pub struct Settings {
    ladders: Vec<Ladder>,
    effort: Effort,
}

/// What a front end calls the things that messages speak of.
pub struct Terms {
    /// How to rate without the check that a puzzle has only one solution.
    pub unchecked: &'static str,
    /// Where all ladders are listed.
    pub ladders: &'static str,
    /// Where all rules are listed.
    pub rules: &'static str,
}

/// Those of the library.
const LIBRARY: Terms = Terms {
    unchecked: "validate: false",
    ladders: "ladder::LADDERS lists them",
    rules: "rules::RULES lists them",
};

/// Why there are no such settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// This text names no ladder.
    Ladder(String, LadderError),
    /// Two ladders have this name.
    SameName(String),
    /// This rule of this ladder assumes that a puzzle has only one solution, and that is not checked.
    Unchecked(&'static str, String),
}

impl SettingsError {
    /// The message, in the words of a front end; where a name is unknown, with the nearest known one.
    pub fn in_terms(&self, terms: &Terms) -> String {
        match self {
            SettingsError::Ladder(text, error) => {
                let list = match error {
                    LadderError::UnknownLadder(_) => Some(terms.ladders),
                    LadderError::UnknownRule(_) => Some(terms.rules),
                    _ => None,
                };
                let mut message = error.to_string();
                if text.contains('=') {
                    message = format!("ladder '{text}': {message}");
                }
                if let Some(list) = list {
                    let nearest = error.nearest().map(|name| format!("did you mean '{name}'? "));
                    message += &format!("; {}{list}", nearest.unwrap_or_default());
                }
                message
            }
            SettingsError::SameName(name) => format!("two ladders are called '{name}'"),
            SettingsError::Unchecked(rule, ladder) => format!(
                "the rule '{rule}' of the ladder '{ladder}' assumes that a puzzle has only one solution: \
                 it cannot be used with {}",
                terms.unchecked
            ),
        }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_terms(&LIBRARY))
    }
}

impl std::error::Error for SettingsError {}

impl Settings {
    /// The ladders of these texts, `NAME[,NAME…]` or `NAME=DEFINITION` each; if `best`, each of them also by the best of
    /// several orders of elimination ([`Ladder::with_best`]).
    pub fn new(
        texts: &[impl AsRef<str>],
        best: bool,
        effort: Effort,
    ) -> Result<Settings, SettingsError> {
        let mut ladders: Vec<Ladder> = Vec::new();
        for text in texts.iter().map(AsRef::as_ref) {
            let named = Ladder::parse(text);
            ladders.extend(named.map_err(|error| SettingsError::Ladder(text.to_string(), error))?);
        }
        if best {
            ladders = ladders.into_iter().flat_map(Ladder::with_best).collect();
        }
        Settings::of(ladders, effort)
    }

    /// These ladders.
    pub fn of(ladders: Vec<Ladder>, effort: Effort) -> Result<Settings, SettingsError> {
        for (at, ladder) in ladders.iter().enumerate() {
            if ladders.iter().take(at).any(|other| other.name == ladder.name) {
                return Err(SettingsError::SameName(ladder.name.clone()));
            }
            if let (Some(rule), false) = (ladder.assumes_unique(), effort.validate) {
                return Err(SettingsError::Unchecked(rule, ladder.name.clone()));
            }
        }
        Ok(Settings { ladders, effort })
    }

    /// The settings that a file records: names and definitions of the ladders, as [`Settings::definitions`] gives them.
    pub fn recorded(
        definitions: &[(String, String)],
        effort: Effort,
    ) -> Result<Settings, SettingsError> {
        let ladder = |(name, definition): &(String, String)| {
            Ladder::recorded(name, definition)
                .map_err(|error| SettingsError::Ladder(format!("{name}={definition}"), error))
        };
        Settings::of(definitions.iter().map(ladder).collect::<Result<_, _>>()?, effort)
    }

    /// The ladders.
    pub fn ladders(&self) -> &[Ladder] {
        &self.ladders
    }

    /// Budget and checks.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Name and definition of each ladder, as files record them.
    pub fn definitions(&self) -> Vec<(String, String)> {
        let both = |ladder: &Ladder| (ladder.name.clone(), ladder.definition.clone());
        self.ladders.iter().map(both).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_valid_or_refused() {
        let refused = |text: &str, best, validate| {
            let effort = Effort { validate, ..Effort::default() };
            Settings::new(&[text], best, effort).err().map(|error| error.to_string())
        };
        assert_eq!(refused("W,B", true, false), None);
        assert_eq!(refused("u=brt,unique", false, true), None);
        for (text, best, words) in [
            ("w", false, "there is no ladder 'w'; did you mean 'W'? ladder::LADDERS lists them"),
            ("x=brt,wihp:1", false, "ladder 'x=brt,wihp:1': there is no rule 'wihp'; did you"),
            ("W,W", false, "two ladders are called 'W'"),
            ("W,W", true, "two ladders are called 'W'"),
            ("u=brt,unique", false, "it cannot be used with validate: false"),
        ] {
            let message = refused(text, best, false).unwrap();
            assert!(message.contains(words), "{text}: {message}");
        }
    }
}
