//! Candidates and variables as texts in JSON: they are written as in proofs, and read back.

use super::Candidate;
use super::notation::{Variable, label};

/// `r1c2` as `[0, 1]`, for letters in this order.
pub fn read<const N: usize>(text: &str, letters: [u8; N]) -> Option<[u8; N]> {
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

/// Reads `n5r1c2`.
pub fn candidate(text: &str) -> Option<Candidate> {
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
