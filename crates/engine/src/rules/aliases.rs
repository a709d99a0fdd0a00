//! Other names of rules, as players type them: each means a rule, at a size or some. They may stand in definitions.

use crate::evidence::table::{rows, table};

const TEXT: &str = include_str!("aliases.tsv");
const ROWS: usize = rows(TEXT);

/// Each name, and what it means: `("x-wing", "fish:2")`.
pub static ALIASES: [[&str; 2]; ROWS] = table(TEXT);

/// What the name means, if it is one of [`ALIASES`]; case does not matter, nor whether its words are separated by a hyphen,
/// a space or `_`.
///
/// ```
/// use sudoscope_engine::rules::meaning;
///
/// assert_eq!(meaning("X-Wing"), Some("fish:2"));
/// assert_eq!(meaning("fish"), None);
/// ```
pub fn meaning(name: &str) -> Option<&'static str> {
    let plain = |name: &str| name.trim().to_lowercase().replace([' ', '_'], "-");
    let name = plain(name);
    ALIASES.iter().find(|[alias, _]| *alias == name).map(|[_, meaning]| *meaning)
}

/// What players call a rule at a size: the first of [`ALIASES`] that means just this, and `locked-candidates` for a whip of one
/// variable, which is the same thing as `lc`. Nothing where they have no name of their own for it.
///
/// ```
/// use sudoscope_engine::rules::called;
///
/// assert_eq!(called("fish", 2), Some("x-wing"));
/// assert_eq!(called("whip", 1), called("lc", 0));
/// assert_eq!(called("whip", 5), None);
/// ```
pub fn called(rule: &str, size: u8) -> Option<&'static str> {
    let meant = match (rule, size) {
        ("lc", 0) | ("whip", 1) => "lc".to_string(),
        ("ur1" | "ur2" | "ur3" | "ur4" | "ur5" | "ur6" | "ar1" | "ar2" | "bug1", 0) => {
            rule.to_string()
        }
        // What else has no size is called by names of players already, or by none.
        (_, 0) => return None,
        _ => format!("{rule}:{size}"),
    };
    ALIASES.iter().find(|[_, meaning]| *meaning == meant).map(|[alias, _]| *alias)
}
