//! The words of a proof's JSON: candidates, variables, houses, literals and patterns are written as in texts,
//! and read back.

use super::{Digit, House, Literal, Template};
use crate::grid::json::{candidate, read};
use crate::grid::notation::{house_name, label};
use sudoscope_board::as_text;

fn house(text: &str) -> Option<House> {
    (0..).zip(b"rcb").find_map(|(kind, &letter)| read(text, [letter]).map(|[i]| House(9 * kind + i)))
}

as_text!(House, |house: House| house_name(usize::from(house.0)), house, "a house like r1, c2 or b3");
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
    format!("{}({label})", u16::from(digit) + 1)
}

fn template(text: &str) -> Option<Template> {
    let [digit @ b'1'..=b'9', b'(', label @ .., b')'] = text.as_bytes() else { return None };
    let mut numbers = <[u8; 6]>::try_from(label).ok()?;
    for (k, number) in numbers.iter_mut().enumerate() {
        let bound = if k < 3 { 9 } else { 4 };
        *number = number.checked_sub(b'0').filter(|number| *number < bound)?;
    }
    Some(Template { digit: digit - b'1', label: numbers })
}

impl std::fmt::Display for Digit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", u16::from(self.0) + 1)
    }
}

impl From<Digit> for u8 {
    fn from(Digit(digit): Digit) -> u8 {
        digit.saturating_add(1)
    }
}

impl TryFrom<u8> for Digit {
    type Error = String;
    fn try_from(digit: u8) -> Result<Digit, String> {
        match digit {
            1..=9 => Ok(Digit(digit - 1)),
            _ => Err(format!("{digit} is not a digit from 1 to 9")),
        }
    }
}
