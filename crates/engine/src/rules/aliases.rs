//! Other names of rules, as players type them. Each means a rule or a group, at one size or at all, and is
//! allowed in definitions. `tests/engine/names.rs` checks each against a definition of its own.

use crate::evidence::table::{rows, table};

const TEXT: &str = include_str!("aliases.tsv");
const ROWS: usize = rows(TEXT);

const NO_RULES: &str = include_str!("no_rules.tsv");

/// Names of techniques that no rule equals, each with the nearest substitute or an empty text.
pub static TECHNIQUES_WITHOUT_RULE: [[&str; 2]; rows(NO_RULES)] = table(NO_RULES);

/// Names with their meanings: `("x-wing", "fish:2")`.
pub static ALIASES: [[&str; 2]; ROWS] = table(TEXT);

/// Returns the meaning of a name, if it is one of [`ALIASES`]. Case does not matter, nor whether words are
/// separated by a hyphen, a space or `_`.
///
/// ```
/// use sudoscope_engine::testing::meaning;
///
/// assert_eq!(meaning("X-Wing"), Some("fish:2"));
/// assert_eq!(meaning("AICs"), Some("aic"));
/// assert_eq!(meaning("fish"), None);
/// ```
pub fn meaning(name: &str) -> Option<&'static str> {
    let name = plain(name);
    ALIASES.iter().find(|[alias, _]| *alias == name).map(|[_, meaning]| *meaning)
}

/// Converts a name to its form in the tables: lower case, with `-` between words.
///
/// ```
/// assert_eq!(sudoscope_engine::rules::plain("Empty Rectangle"), "empty-rectangle");
/// ```
pub fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}

/// Returns the canonical name of a rule at a size: whips of one variable, with or without loops, are locked
/// candidates.
///
/// ```
/// use sudoscope_engine::rules::one_name;
///
/// assert_eq!(one_name("whip", 1), ("lc", 0));
/// assert_eq!(one_name("whip", 2), ("whip", 2));
/// ```
pub fn one_name(rule: &str, size: u8) -> (&str, u8) {
    match (rule, size) {
        ("whip" | "whip-loops", 1) => ("lc", 0),
        other => other,
    }
}

/// Returns players' name of a rule at a size: the first of [`ALIASES`] that means exactly this. `None` if
/// players have no name of their own for it.
///
/// ```
/// use sudoscope_engine::testing::called;
///
/// assert_eq!(called("fish", 2), Some("x-wing"));
/// assert_eq!(called("lc", 0), Some("locked-candidates"));
/// assert_eq!(called("whip", 5), None);
/// ```
pub fn called(rule: &str, size: u8) -> Option<&'static str> {
    let meant = match (rule, size) {
        ("lc" | "ur1" | "ur2" | "ur3" | "ur4" | "ur5" | "ur6" | "ar1" | "ar2" | "bug1", 0) => {
            rule.to_string()
        }
        // Other rules without sizes already have players' names, or have none.
        (_, 0) => return None,
        _ => format!("{rule}:{size}"),
    };
    ALIASES.iter().find(|[_, meaning]| *meaning == meant).map(|[alias, _]| *alias)
}

/// Words that a hyphen joins to the next in players' names.
const JOINED: &[&str] = &["w", "m", "s", "l", "h", "x", "y", "xy", "xyz", "wxyz", "vwxyz", "als", "two"];
/// Words written in capitals.
const CAPITALS: &[&str] =
    &["als", "aic", "ape", "bug", "gsp", "br", "er", "ur", "xz", "3d", "2d", "vwxyz", "anls", "msls", "sk"];

/// Writes a name as players do: `X-Wing` for `x-wing`, `ALS-XZ`, `Unique Rectangle Type 1`.
///
/// ```
/// use sudoscope_engine::rules::written;
///
/// assert_eq!(written("als-xy-wing"), "ALS-XY-Wing");
/// assert_eq!(written("sue-de-coq"), "Sue de Coq");
/// ```
pub fn written(name: &str) -> String {
    let mut text = String::new();
    for word in name.split('-') {
        let is_short = word.len() <= 4 && JOINED.contains(&word) && word != "two";
        text += &match word {
            "de" | "of" | "in" | "a" => word.to_string(),
            _ if is_short || CAPITALS.contains(&word) => word.to_uppercase(),
            _ => {
                let mut letters = word.chars();
                letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
            }
        };
        text.push(if JOINED.contains(&word) { '-' } else { ' ' });
    }
    text.trim_end_matches([' ', '-']).to_string()
}
