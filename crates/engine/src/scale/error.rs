//! Errors in the text of a ladder, and suggestions.

use super::hodoku_definition::hodoku_techniques;
use super::named::{ALSO_CALLED, SCALES};
use crate::evidence::HODOKU_LEVELS;
use crate::rules::{ALIASES, GROUPS, RULES, TECHNIQUES_WITHOUT_RULE, plain};
use sudoscope_board::nearest::nearest;

/// Why a text is not a ladder.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScaleError {
    /// A text that is neither the name nor the definition of a ladder.
    #[error("there is no ladder '{0}'")]
    UnknownLadder(String),
    /// A name that no rule has.
    #[error("there is no rule '{0}'{what}", what = instead(.0))]
    UnknownRule(String),
    /// A size that is not `N` or `N-M`.
    #[error("'{0}' is not a size: write N or N-M")]
    BadSize(String),
    /// Sizes for a rule that has none.
    #[error("the rule '{0}' has no sizes")]
    Unsized(&'static str),
    /// A size that the rule does not have.
    #[error("the rule '{0}' comes in sizes {1} to {2}, not {3}")]
    NoSuchSize(&'static str, u8, u8, u8),
    /// Sizes for another name of a rule, whose meaning includes them.
    #[error("'{0}' means {1} and takes no sizes: write the rule itself")]
    OtherName(String, &'static str),
    /// `brt` after the first stage.
    #[error("'brt' is the first stage of a ladder and cannot come later")]
    LateBrt,
    /// A rule at a size in two places.
    #[error("{0} stands twice in the definition")]
    Twice(String),
    /// A rule before the singles that it takes for granted.
    #[error("{0} cannot stand before a rule of singles: it takes for granted that they are played")]
    BeforeSingles(String),
    /// A rule that needs the singles played before it, in a ladder without singles.
    #[error(
        "{0} takes for granted that naked and hidden singles are played: name places for both, or for none"
    )]
    WithoutSingles(String),
    /// A malformed head: the text before `=`.
    #[error(
        "'{0}' cannot stand before '=': write a rating (1.5), a level (Easy, or Easy<=800) or points (14), \
         in this order"
    )]
    BadHead(String),
    /// More points than a step may have.
    #[error("the points of a step are at most {0}")]
    TooManyPoints(u32),
    /// A stage without a head that other stages have.
    #[error(
        "a rating, a level or points stand before '=' in every stage or in none; singles too need them, as \
         in 1.0=brt"
    )]
    MixedHeads,
    /// A name that no technique of HoDoKu has.
    #[error("there is no technique '{0}' in HoDoKu")]
    UnknownTechnique(String),
    /// A name that no level of HoDoKu has.
    #[error("HoDoKu has no level '{0}': write {levels}", levels = HODOKU_LEVELS.join(", "))]
    UnknownLevel(String),
    /// A stage that is not a setting of HoDoKu.
    #[error("'{0}' is no setting of HoDoKu: docs/hodoku.md lists them")]
    BadSetting(String),
    /// A setting of HoDoKu that is out of bounds.
    #[error("'{0}' is a number from {1} to {2}, as in {0}:{2}")]
    BadBound(&'static str, usize, usize),
    /// A definition of minutes without a number, or with a wrong one.
    #[error("{0}: a definition of minutes is `minutes`, or has all its numbers as docs/minutes.md says")]
    BadMinutes(String),
    /// A scale without rungs as the ladder or the closure of `LADDER(CLOSURE)`.
    #[error("'{0}' is no ladder of rungs: in LADDER(CLOSURE), as in TE(X+TR0), both are")]
    NoClosure(String),
    /// A stage or a rule with no name.
    #[error("the definition '{0}' has an empty stage or rule")]
    Empty(String),
    /// More stages than rungs.
    #[error("a ladder has at most 255 rungs")]
    TooManyRungs,
    /// A name that a file of comma-separated columns could not keep.
    #[error("'{0}' cannot be a ladder's name: use letters, digits and + - _ . only")]
    BadName(String),
}

impl ScaleError {
    /// Returns the unknown name, and the known names of its kind.
    pub(crate) fn unknown(&self) -> Option<(&str, Vec<&'static str>)> {
        match self {
            ScaleError::UnknownLadder(name) => Some((name, SCALES.iter().map(|l| l.name).collect())),
            ScaleError::UnknownRule(name) => {
                let rules = RULES.iter().map(|rule| rule.info().name);
                let others = GROUPS.iter().map(|group| group.0).chain(ALIASES.map(|[alias, _]| alias));
                Some((name, rules.chain(others).collect()))
            }
            ScaleError::UnknownTechnique(name) => {
                Some((name, hodoku_techniques().map(|(name, ..)| name).collect()))
            }
            _ => None,
        }
    }

    /// Returns the known name most like the unknown one, if any is similar.
    pub fn nearest(&self) -> Option<&'static str> {
        if let ScaleError::UnknownLadder(name) = self {
            let name = name.to_lowercase();
            if let Some((_, meant)) = ALSO_CALLED.iter().find(|(also, _)| *also == name) {
                return Some(meant);
            }
        }
        let (name, known) = self.unknown().filter(|(name, _)| without_rule(name).is_none())?;
        nearest(name, known)
    }
}

/// Returns the replacement for a technique that has no rule.
fn without_rule(name: &str) -> Option<&'static str> {
    let name = plain(name);
    TECHNIQUES_WITHOUT_RULE.iter().find(|row| row[0] == name).map(|row| row[1])
}

fn instead(name: &str) -> String {
    match without_rule(name) {
        Some("") => ": this technique is not there".to_string(),
        Some(instead) => format!(": {instead}"),
        None => String::new(),
    }
}
