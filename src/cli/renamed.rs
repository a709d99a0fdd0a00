//! Replacements of options of earlier versions.

use clap::Error;
use clap::error::{ContextKind, ContextValue};

/// Command, option, and replacement.
const RENAMED: [(&str, &str, &str); 13] = [
    ("scan", "--worth", "sudoscope worth DIR, after the scan"),
    ("scan", "--needed", "sudoscope worth --needed DIR, after the scan"),
    ("scan", "--minimal-set", "sudoscope worth --minimal-set DIR, after the scan"),
    ("scan", "--alone-budget", "sudoscope worth --alone-budget WORK DIR, after the scan"),
    ("scan", "--weights", "sudoscope report --weights NAME DIR, after the scan"),
    ("scan", "--brt-as", "sudoscope report --brt-as NUMBER DIR, after the scan"),
    ("select", "--level", "--rating"),
    ("select", "--per-level", "--per-rating"),
    ("generate", "--level", "--rating"),
    ("explain", "--json", "--format json"),
    ("explain", "--html", "--format html"),
    ("explain", "--svg", "--format svg"),
    ("explain", "--svg-dir", "--format svg -o DIR/"),
];

/// Returns advice if the error is about an option in `RENAMED`.
pub fn advice(error: &Error) -> Option<String> {
    let command = std::env::args().nth(1)?;
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return None };
    let (.., instead) = RENAMED.iter().find(|row| row.0 == command && row.1 == option)?;
    Some(format!("{command} has no {option}; type instead: {instead}"))
}
