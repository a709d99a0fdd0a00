//! Candidates and variables as texts in JSON: they are written as in proofs, and read back.

use super::notation::{Variable, label};
use super::{Candidate, Cell, Digit, House, HouseKind};

/// Reads `r1c2` as `[0, 1]`, for letters in this order.
pub fn read<const N: usize>(text: &str, letters: [u8; N]) -> Option<[usize; N]> {
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
        indices[k] = usize::from(number - b'1');
    }
    Some(indices)
}

/// Reads `n5r1c2`.
pub fn candidate(text: &str) -> Option<Candidate> {
    let [digit, row, column] = read(text, *b"nrc")?;
    Some(Candidate { digit: Digit::new(digit), cell: Cell::at(row, column) })
}

/// Reads `r1`, `c2` or `b3`.
fn house(text: &str) -> Option<House> {
    let of = |kind: HouseKind| read(text, [kind.letter() as u8]).map(|[number]| House::of(kind, number));
    HouseKind::ALL.into_iter().find_map(of)
}

fn variable(text: &str) -> Option<Variable> {
    let cell = read(text, *b"rc").map(|[row, column]| Variable::Cell(Cell::at(row, column)));
    let of = |kind: HouseKind| {
        let [number, digit] = read(text, [kind.letter() as u8, b'n'])?;
        Some(Variable::In(House::of(kind, number), Digit::new(digit)))
    };
    cell.or_else(|| HouseKind::ALL.into_iter().find_map(of))
}

/// Writes and reads a type as a text.
#[macro_export]
#[doc(hidden)]
macro_rules! as_text {
    ($type:ty, $write:expr, $read:expr, $what:literal) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&($write)(*self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                let refused = || serde::de::Error::custom(format!("'{text}' is not {}", $what));
                ($read)(&text).ok_or_else(refused)
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
as_text!(House, |house: House| house.to_string(), house, "a house like r1, c2 or b3");
