//! Settings that decide ratings, besides the puzzles. They are validated once, on creation, for every user.

mod hcfg;

pub use hcfg::hodoku_definition;

use crate::files::open_regular;
use std::sync::Arc;
use std::{fmt, io::Read, path::Path};
use sudoscope_engine::boards::Board;
use sudoscope_engine::grid::Puzzle;
use sudoscope_engine::scale::minutes::Model;
use sudoscope_engine::scale::{Description, Effort, Policy, Scale, ScaleError};

/// Ladders of different names, none of them assuming anything that is not checked, the effort for each
/// climb, and the board.
#[derive(Clone)]
pub struct Settings {
    scales: Vec<Scale>,
    effort: Effort,
    /// The board, if it is another than the plain one.
    board: Option<Arc<Board>>,
}

/// Columns that precede the ladders' columns in a table of ratings. No ladder may have the name of such a
/// column.
pub(crate) const OWN_COLUMNS: [&str; 5] = ["line", "puzzle", "status", "board", "clues"];

/// Most ladders of one rating.
pub const MOST_LADDERS: usize = 1_000;

/// Terms in which a front end names things in messages.
pub struct Terms {
    /// The way to rate without the check that a puzzle has only one solution; empty if there is none.
    pub unchecked: &'static str,
    /// The place where all ladders are listed.
    pub scales: &'static str,
    /// The place where all rules are listed; empty if there are no documents.
    pub rules: &'static str,
}

/// Terms of the library.
const LIBRARY: Terms = Terms {
    unchecked: "validate: false",
    scales: "scale::SCALES lists them",
    rules: "rules::RULES lists them",
};

/// Reason why settings are invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// A text that names no ladder.
    Ladder(String, ScaleError),
    /// A ladder file that is not readable: its path, and the cause.
    File(String, String),
    /// More ladders than [`MOST_LADDERS`].
    TooMany,
    /// The name of two ladders.
    SameName(String),
    /// Name of a ladder that is also the name of another column of tables.
    Column(String),
    /// A rule that assumes that a puzzle has only one solution, which is not checked, and its ladder.
    Unchecked(&'static str, String),
}

impl SettingsError {
    /// Returns the message in the terms of a front end, with the nearest known name for an unknown one.
    pub fn in_terms(&self, terms: &Terms) -> String {
        match self {
            SettingsError::Ladder(text, error) => {
                let list = match error {
                    ScaleError::UnknownLadder(_) => Some(terms.scales),
                    ScaleError::UnknownRule(_) => Some(terms.rules),
                    ScaleError::UnknownTechnique(_) if terms.rules.is_empty() => Some(""),
                    ScaleError::UnknownTechnique(_) => Some("docs/hodoku.md says what they are called"),
                    _ => None,
                };
                let mut message = error.to_string();
                if text.contains('=') {
                    message = format!("ladder '{text}': {message}");
                }
                if let Some(list) = list {
                    let nearest = error.nearest().map(|name| format!("did you mean '{name}'?"));
                    let more = [nearest.as_deref().unwrap_or_default(), list].into_iter();
                    let more: Vec<&str> = more.filter(|words| !words.is_empty()).collect();
                    let between = if more.is_empty() { "" } else { "; " };
                    message += &format!("{between}{}", more.join(" "));
                }
                message
            }
            SettingsError::File(path, why) => format!("ladder file '{path}': {why}"),
            SettingsError::TooMany => format!("too many ladders: at most {MOST_LADDERS}"),
            SettingsError::SameName(name) => format!("two ladders are called '{name}'"),
            SettingsError::Column(name) => {
                format!("a ladder cannot be called '{name}': another column has this name")
            }
            SettingsError::Unchecked(rule, scale) => format!(
                "the rule '{rule}' of the ladder '{scale}' assumes that a puzzle has only one solution: \
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
    /// Says which ladders leave techniques out of a puzzle that was climbed, and why ([`Scale::leaves_out`]);
    /// `None` if none does. Clues, and candidates that are validated, have one solution or are supposed to.
    pub fn leaves_out(&self, puzzle: &Puzzle) -> Option<Box<str>> {
        match puzzle {
            Puzzle::Clues(_) => return None,
            Puzzle::Sukaku(_) if self.effort.validate => return None,
            Puzzle::Sukaku(_) | Puzzle::State(_) => {}
        }
        let said = self.scales.iter().filter_map(|scale| Some((&scale.name, scale.leaves_out(puzzle)?)));
        let said: Vec<_> = said.collect();
        let is_alone = self.scales.len() == 1;
        let parts =
            said.iter().map(|(name, why)| if is_alone { why.clone() } else { format!("{name}: {why}") });
        let text = parts.collect::<Vec<_>>().join(" ");
        if text.is_empty() { None } else { Some(text.into()) }
    }

    /// Makes the settings of these texts, each `NAME[,NAME…]`, `NAME=DEFINITION`, `@FILE` or `minutes@FILE`,
    /// under this policy ([`Scale::under`]).
    pub fn new(texts: &[impl AsRef<str>], policy: Policy, effort: Effort) -> Result<Settings, SettingsError> {
        let names = |text: &str| 1 + if text.contains('=') { 0 } else { text.matches(',').count() };
        if texts.iter().map(|text| names(text.as_ref())).sum::<usize>() > MOST_LADDERS {
            return Err(SettingsError::TooMany);
        }
        let mut scales: Vec<Scale> = Vec::new();
        for text in texts.iter().map(AsRef::as_ref) {
            let named = match file_of(text) {
                Some(path) => vec![of_file(path, !text.starts_with('@'))?],
                None => Scale::parse(text).map_err(|error| SettingsError::Ladder(text.to_string(), error))?,
            };
            scales.extend(named.into_iter().flat_map(|scale| scale.under(policy)));
        }
        Settings::of(scales, effort)
    }

    /// Makes the settings with these ladders.
    pub fn of(scales: Vec<Scale>, effort: Effort) -> Result<Settings, SettingsError> {
        for (at, scale) in scales.iter().enumerate() {
            if scales.iter().take(at).any(|other| other.name == scale.name) {
                return Err(SettingsError::SameName(scale.name.clone()));
            }
            if OWN_COLUMNS.contains(&&*scale.name) {
                return Err(SettingsError::Column(scale.name.clone()));
            }
            if let (Some(rule), false) = (scale.assumes_unique(), effort.validate) {
                return Err(SettingsError::Unchecked(rule, scale.name.clone()));
            }
        }
        Ok(Settings { scales, effort, board: None })
    }

    /// Makes the settings for puzzles of a board other than the plain one, by
    /// [scales of boards](Scale::on_boards).
    pub fn of_board(board: Arc<Board>, scales: Vec<Scale>, budget: u64) -> Result<Settings, SettingsError> {
        let settings = Settings::of(scales, Effort { budget, validate: true })?;
        Ok(Settings { board: Some(board), ..settings })
    }

    /// Returns the board of the puzzles, if it is another than the plain one.
    pub fn board(&self) -> Option<&Arc<Board>> {
        self.board.as_ref()
    }

    /// Makes the settings that a file records in the form of [`Settings::descriptions`].
    pub fn recorded(descriptions: &[Description], effort: Effort) -> Result<Settings, SettingsError> {
        let scale = |description: &Description| {
            let Description { name, definition, .. } = description;
            Scale::recorded(description)
                .map_err(|error| SettingsError::Ladder(format!("{name}={definition}"), error))
        };
        Settings::of(descriptions.iter().map(scale).collect::<Result<_, _>>()?, effort)
    }

    /// Returns the ladders.
    pub fn scales(&self) -> &[Scale] {
        &self.scales
    }

    /// Returns the budget and the checks.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Returns the descriptions that decide the scales, as files record them.
    pub fn descriptions(&self) -> Vec<Description> {
        self.scales.iter().map(Scale::description).collect()
    }
}

/// Returns the file that a text names: `@FILE`, or `minutes@FILE` for a model of minutes.
pub fn file_of(text: &str) -> Option<&str> {
    text.strip_prefix('@').or_else(|| text.strip_prefix("minutes@"))
}

/// Reads the scale of a file, with the file's name without extension. The file is a configuration of HoDoKu,
/// a model of minutes, or each of its lines has one or more stages and perhaps a comment after `#`.
fn of_file(path: &str, is_model: bool) -> Result<Scale, SettingsError> {
    let error = |why: String| SettingsError::File(path.to_string(), why);
    let path = Path::new(path);
    let mut bytes = Vec::new();
    let file = open_regular(path).map_err(|why| error(why.to_string()))?;
    file.take(HCFG_FILE + 1).read_to_end(&mut bytes).map_err(|why| error(why.to_string()))?;
    let is_hcfg = hcfg::is_hcfg(&bytes);
    let most = if is_hcfg { HCFG_FILE } else { LADDER_FILE };
    if bytes.len() as u64 > most {
        return Err(error(format!("it has more than {most} bytes")));
    }
    let text = String::from_utf8(bytes).map_err(|why| error(why.to_string()))?;
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    if is_hcfg {
        let definition = hodoku_definition(&text).map_err(error)?;
        return Scale::define(name, &definition).map_err(|why| error(why.to_string()));
    }
    if is_model || Model::is_table(&text) {
        let model = Model::read_table(&text).map_err(error)?;
        return Scale::define(name, &model.definition()).map_err(|why| error(why.to_string()));
    }
    let stages = text.lines().map(|line| {
        let line = line.split_once('#').map_or(line, |(line, _)| line);
        line.trim().trim_end_matches(',').trim_end()
    });
    let stages: Vec<&str> = stages.filter(|stages| !stages.is_empty()).collect();
    Scale::define(name, &stages.join(",")).map_err(|why| error(why.to_string()))
}

/// Maximum bytes of a ladder file.
const LADDER_FILE: u64 = 1 << 16;
/// Maximum bytes of a configuration of HoDoKu, which contains puzzles, too.
const HCFG_FILE: u64 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_valid_or_refused() {
        let refused = |text: &str, policy, validate| {
            let effort = Effort { validate, ..Effort::default() };
            Settings::new(&[text], policy, effort).err().map(|error| error.to_string())
        };
        assert_eq!(refused("W,B", Policy::BestOfOrders, false), None);
        let many = refused(&"W,".repeat(1_000), Policy::AllAtOnce, true);
        assert_eq!(many.unwrap(), "too many ladders: at most 1000");
        assert_eq!(refused("u=brt,unique", Policy::AllAtOnce, true), None);
        for (text, policy, words) in [
            ("w", Policy::AllAtOnce, "there is no ladder 'w'; did you mean 'W'? scale::SCALES lists them"),
            ("x=brt,wihp:1", Policy::AllAtOnce, "ladder 'x=brt,wihp:1': there is no rule 'wihp'; did you"),
            ("W,W", Policy::AllAtOnce, "two ladders are called 'W'"),
            ("W,W", Policy::BestOfOrders, "two ladders are called 'W'"),
            ("u=brt,unique", Policy::AllAtOnce, "it cannot be used with validate: false"),
        ] {
            let message = refused(text, policy, false).unwrap();
            assert!(message.contains(words), "{text}: {message}");
        }
    }
}
