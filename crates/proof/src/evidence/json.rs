//! Words of a proof's JSON: candidates, variables, houses, literals and patterns, written as in texts and
//! read back.

use super::{Literal, Template};
use crate::grid::Digit;
use crate::grid::json::candidate;
use crate::grid::notation::label;
use sudoscope_board::as_text;

as_text!(Literal, literal_name, literal, "a literal like n5r1c2 or ¬n5r1c2");
as_text!(Template, template_name, template, "a pattern like 4(536121)");

fn literal_name(Literal { candidate, holds }: Literal) -> String {
    let sign = if holds { "" } else { "¬" };
    format!("{sign}{}", label(candidate))
}

fn literal(text: &str) -> Option<Literal> {
    let negated = text.strip_prefix('¬');
    let holds = negated.is_none();
    Some(Literal { candidate: candidate(negated.unwrap_or(text))?, holds })
}

fn template_name(Template { digit, label }: Template) -> String {
    let label: String = label.iter().map(|k| k.to_string()).collect();
    format!("{}({label})", digit.number())
}

fn template(text: &str) -> Option<Template> {
    let [digit @ b'1'..=b'9', b'(', label @ .., b')'] = text.as_bytes() else { return None };
    let mut numbers = <[u8; 6]>::try_from(label).ok()?;
    for (k, number) in numbers.iter_mut().enumerate() {
        let bound = if k < 3 { 9 } else { 4 };
        *number = number.checked_sub(b'0').filter(|number| *number < bound)?;
    }
    Some(Template { digit: Digit::try_from(digit - b'0').ok()?, label: numbers })
}
