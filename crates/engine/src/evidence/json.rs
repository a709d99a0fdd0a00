//! The words of a proof's JSON: candidates, variables, houses, literals and patterns are written as in texts,
//! and read back.

use super::{Digit, House, Literal, Template};
use crate::grid::Candidate;
use crate::grid::notation::{Variable, house_name, label};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// `r1c2` as `[0, 1]`, for letters in this order.
fn read<const N: usize>(text: &str, letters: [u8; N]) -> Option<[u8; N]> {
    let bytes = text.as_bytes();
    let mut indices = [0; N];
    if bytes.len() != 2 * N {
        return None;
    }
    for k in 0..N {
        let (letter, number) = (bytes[2 * k], bytes[2 * k + 1]);
        if letter != letters[k] || !(b'1'..=b'9').contains(&number) {
            return None;
        }
        indices[k] = number - b'1';
    }
    Some(indices)
}

fn candidate(text: &str) -> Option<Candidate> {
    let [digit, row, column] = read(text, *b"nrc")?;
    Some(Candidate { digit, cell: 9 * row + column })
}

fn variable(text: &str) -> Option<Variable> {
    let cell = read(text, *b"rc").map(|[row, column]| Variable::Cell(9 * row + column));
    let row = || read(text, *b"rn").map(|[row, digit]| Variable::Row(row, digit));
    let column = || read(text, *b"cn").map(|[column, digit]| Variable::Column(column, digit));
    let block = || read(text, *b"bn").map(|[block, digit]| Variable::Block(block, digit));
    cell.or_else(row).or_else(column).or_else(block)
}

fn house(text: &str) -> Option<House> {
    (0..).zip(b"rcb").find_map(|(kind, &letter)| read(text, [letter]).map(|[i]| House(9 * kind + i)))
}

/// A type that is written as a text.
macro_rules! as_text {
    ($type:ty, $write:expr, $read:expr, $what:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&($write)(*self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                ($read)(&text).ok_or_else(|| D::Error::custom(format!("'{text}' is not {}", $what)))
            }
        }
    };
}
as_text!(Candidate, label, candidate, "a candidate like n5r1c2");
as_text!(
    Variable,
    |variable: Variable| variable.to_string(),
    variable,
    "a variable like r1c2, r1n5, c2n5 or b1n5"
);
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
